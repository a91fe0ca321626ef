//! A node's XRC domain: what the processes of a node share besides their segments.
//!
//! One remote key covers the segments of all processes, no matter which process's adapter receives
//! the request. A request names a shared receive queue (SRQ), and the SRQ number identifies the
//! owning process. A message for another process goes through that process's inbound ring
//! (`ring.rs`).
//!
//! A message's sender tries again in three cases: the target process has not opened the domain yet,
//! its ring is full, or the message arrived at the adapter of the target process itself and no
//! receive is posted. All later messages on the connection wait with such a message. A message in a
//! ring waits there until its process posts a receive.
//!
//! Another process's adapter may write the memory of a process. The adapter then rings the
//! process's doorbell, as a put on the node does. A process waits on its own sockets only for what
//! nothing else brings.

use std::ffi::c_int;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use farreach_verbs::{
    Forwarded, ForwardedKind, ForwardedMessage, Owner, Rkey, SharedSegments, SrqNumber, XrcDomain,
};

use crate::ring::{Record, Ring};
use crate::shared::{DomainControl, DomainProcess};
use crate::{Arena, Memory};

/// The remote address of the first byte of process 0's segment.
const BASE: u64 = 1 << 48;
/// Bits in each word of the SRQ number bitmap.
const BITS: u32 = u64::BITS;

/// The inbound rings of a node's processes.
#[derive(Debug)]
pub(crate) struct Inboxes {
    rings: Vec<Ring>,
}

impl Inboxes {
    /// The inbound rings of the processes that share `arena`.
    pub(crate) fn new(arena: &Arena) -> Inboxes {
        let local_size = arena.layout().local_size;
        Inboxes {
            rings: (0..local_size)
                .map(|at| Ring::new(arena.ring(at)))
                .collect(),
        }
    }

    /// Writes a message into the ring of the process that owns its SRQ. Returns `false` if the ring
    /// is full. The caller then has to wake a process that sleeps on its doorbell.
    pub(crate) fn send(&self, message: &ForwardedMessage, bytes: &[u8]) -> bool {
        let (is_write, write_len) = match message.kind {
            ForwardedKind::Send => (false, 0),
            ForwardedKind::WriteImm(len) => (true, len),
        };
        let record = Record {
            words: [
                u64::from(message.srq.0)
                    | u64::from(is_write) << 32
                    | u64::from(message.imm.is_some()) << 33,
                u64::from(message.imm.unwrap_or(0)) | u64::from(write_len) << 32,
            ],
            bytes,
            more: &[],
        };
        let ring = self.rings.get(message.srq.process() as usize);
        ring.is_some_and(|ring| ring.push(&record))
    }

    /// Takes the oldest message for process `own`, which must be this process. The message's bytes
    /// replace the contents of `bytes`. Only one thread at a time may take from a ring.
    pub(crate) fn take(&self, own: u32, bytes: &mut Vec<u8>) -> Option<ForwardedMessage> {
        let [first, second] = self.rings[own as usize].pop(bytes)?;
        let is_set = |bit: u32| first >> bit & 1 == 1;
        Some(ForwardedMessage {
            srq: SrqNumber(first as u32),
            kind: if is_set(32) {
                ForwardedKind::WriteImm((second >> 32) as u32)
            } else {
                ForwardedKind::Send
            },
            imm: is_set(33).then_some(second as u32),
        })
    }

    /// Whether the ring of process `own` is empty.
    #[inline]
    pub(crate) fn is_empty(&self, own: u32) -> bool {
        self.rings[own as usize].is_empty()
    }
}

/// A process's part in the domain of its node.
#[derive(Debug)]
pub struct ArenaDomain {
    arena: Arena,
    own: u32,
    /// Whether the other processes were told that this process has created its SRQs.
    is_ready: bool,
    segments: SharedSegments,
    inboxes: Inboxes,
}

impl ArenaDomain {
    /// Opens the domain for process `own` of the node. Requests for the process's SRQs wait until
    /// it first looks for messages. The first process to open the domain sets the remote key to
    /// `random`.
    pub fn open(arena: &Arena, own: u32, random: u32) -> ArenaDomain {
        let control = arena.domain_control();
        let (order, drawn) = (Ordering::SeqCst, random.max(1));
        let rkey = match control.rkey.compare_exchange(0, drawn, order, order) {
            Ok(_) => drawn,
            Err(before) => before,
        };
        ArenaDomain {
            own,
            is_ready: false,
            segments: SharedSegments {
                rkey: Rkey(rkey),
                base: BASE,
                stride: arena.segment_stride(),
            },
            inboxes: Inboxes::new(arena),
            arena: arena.clone(),
        }
    }

    fn is_made(process: &DomainProcess, srq: SrqNumber) -> bool {
        let word = &process.queues[(srq.nth() / BITS) as usize];
        word.load(Ordering::Acquire) >> (srq.nth() % BITS) & 1 == 1
    }
}

impl XrcDomain<Memory> for ArenaDomain {
    fn segments(&self) -> SharedSegments {
        self.segments
    }

    fn memory(&self) -> Memory {
        self.arena.all_segments()
    }

    fn new_srq(&mut self) -> Option<SrqNumber> {
        let process = self.arena.domain_process(self.own);
        let nth = (1..=SrqNumber::QUEUES_MAX)
            .find(|&nth| !Self::is_made(process, SrqNumber::of(self.own, nth)))?;
        let word: &AtomicU64 = &process.queues[(nth / BITS) as usize];
        word.fetch_or(1 << (nth % BITS), Ordering::AcqRel);
        Some(SrqNumber::of(self.own, nth))
    }

    fn release_srq(&mut self, srq: SrqNumber) {
        let process = self.arena.domain_process(self.own);
        let word = &process.queues[(srq.nth() / BITS) as usize];
        word.fetch_and(!(1 << (srq.nth() % BITS)), Ordering::AcqRel);
    }

    fn owner(&self, srq: SrqNumber) -> Option<Owner> {
        if srq.process() >= self.arena.layout().local_size || srq.nth() == 0 {
            return None;
        }
        let process = self.arena.domain_process(srq.process());
        if srq.process() == self.own {
            return Self::is_made(process, srq).then_some(Owner::Own);
        }
        if process.is_open.load(Ordering::Acquire) == 0 {
            return Some(Owner::NotYet);
        }
        Self::is_made(process, srq).then_some(Owner::Other)
    }

    fn forward_max(&self) -> u32 {
        Ring::MESSAGE_MAX as u32
    }

    fn forward(&mut self, message: &ForwardedMessage, bytes: &[u8]) -> Forwarded {
        let owner = message.srq.process();
        let rank = self.arena.rank_of(owner);
        let Some(endpoint) = self.arena.directory().endpoint(rank) else {
            // The process could not be woken yet.
            return Forwarded::Full;
        };
        if !self.inboxes.send(message, bytes) {
            return Forwarded::Full;
        }
        // The process may sleep on its doorbell, in which case no other thread watches its sockets.
        self.arena.process(owner).wake_if_sleeping();
        // Either this process sees that the owner sleeps, or the owner sees the message before it
        // sleeps.
        fence(Ordering::SeqCst);
        let armed = &self.arena.domain_process(owner).armed;
        let sleeps = armed.load(Ordering::Relaxed) == 1 && armed.swap(0, Ordering::SeqCst) == 1;
        Forwarded::Done(sleeps.then_some(endpoint.destination.address))
    }

    fn take(&mut self, bytes: &mut Vec<u8>) -> Option<ForwardedMessage> {
        if !self.is_ready {
            // A process creates its SRQs before it first looks for messages. Until then a missing
            // SRQ is no error.
            self.is_ready = true;
            let process = self.arena.domain_process(self.own);
            process.is_open.store(1, Ordering::Release);
        }
        self.inboxes.take(self.own, bytes)
    }

    fn touched(&self, srq: SrqNumber) {
        if srq.process() < self.arena.layout().local_size {
            self.arena.process(srq.process()).wake_if_sleeping();
        }
    }

    fn file(&self) -> Option<c_int> {
        self.arena.fd().map(|fd| fd.as_raw_fd())
    }

    fn sleep_until_packet(&mut self) -> bool {
        let armed = &self.arena.domain_process(self.own).armed;
        armed.store(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        let waits = !self.inboxes.is_empty(self.own);
        if waits {
            armed.store(0, Ordering::SeqCst);
        }
        waits
    }
}

impl Drop for ArenaDomain {
    fn drop(&mut self) {
        // From now on messages for these SRQs are refused and do not wait.
        for word in &self.arena.domain_process(self.own).queues {
            word.store(0, Ordering::Release);
        }
    }
}

impl Arena {
    /// Adds `count` to the number of queue pairs of the node's processes. Returns `false` and adds
    /// nothing if the sum would exceed `limit`.
    pub fn claim_queue_pairs(&self, count: u32, limit: u32) -> bool {
        let order = Ordering::Relaxed;
        let more = |now: u32| now.checked_add(count).filter(|&then| then <= limit);
        let queue_pairs = &self.domain_control().queue_pairs;
        queue_pairs.fetch_update(order, order, more).is_ok()
    }

    /// Subtracts `count` from the number of queue pairs of the node's processes.
    ///
    /// # Panics
    /// If fewer than `count` queue pairs are counted.
    pub fn return_queue_pairs(&self, count: u32) {
        let before = self
            .domain_control()
            .queue_pairs
            .fetch_sub(count, Ordering::Relaxed);
        assert!(before >= count, "{count} queue pairs returned of {before}");
    }
}

impl DomainControl {
    /// Bytes of the domain's section for `local_size` processes.
    pub(crate) fn section_bytes(local_size: u64) -> u64 {
        (size_of::<DomainControl>() as u64) + local_size * size_of::<DomainProcess>() as u64
    }
}

#[cfg(test)]
mod tests;
