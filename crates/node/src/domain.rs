//! The XRC domain of a node: what its processes share beside their segments.
//!
//! One remote key stands for the segments of all processes, whoever's adapter a request comes to. A request names a shared
//! receive queue, whose number says whose it is; messages for another process go through its inbound ring (`ring.rs`).

use std::sync::atomic::{AtomicU64, Ordering, fence};

use farreach_verbs::{
    Forwarded, ForwardedKind, ForwardedMessage, Owner, Rkey, SharedSegments, SrqNumber, XrcDomain,
};

use crate::ring::{Record, Ring};
use crate::shared::{DomainControl, DomainProcess};
use crate::{Arena, Memory};

/// The address of the first process's first byte for peers.
const BASE: u64 = 1 << 48;
/// Bits of a word of queue numbers.
const BITS: u32 = u64::BITS;

/// The inbound rings of a node's processes.
#[derive(Debug)]
pub struct Inboxes {
    rings: Vec<Ring>,
}

impl Inboxes {
    /// Those of the processes that share `arena`.
    pub fn new(arena: &Arena) -> Inboxes {
        let local_size = arena.layout().local_size;
        Inboxes {
            rings: (0..local_size)
                .map(|at| Ring::new(arena.ring(at)))
                .collect(),
        }
    }

    /// Hands a message to the process that owns its queue; `false` if its ring is full. Whoever sleeps on its doorbell is to
    /// be woken.
    pub fn send(&self, message: &ForwardedMessage, bytes: &[u8]) -> bool {
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
        };
        let ring = self.rings.get(message.srq.process() as usize);
        ring.is_some_and(|ring| ring.push(&record))
    }

    /// The oldest message for the process `own`, which is this one; its bytes replace those in `bytes`. One thread at a
    /// time, and nobody else, may take from a ring.
    pub fn take(&self, own: u32, bytes: &mut Vec<u8>) -> Option<ForwardedMessage> {
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

    /// Whether nothing waits for the process `own`.
    #[inline]
    pub fn is_empty(&self, own: u32) -> bool {
        self.rings[own as usize].is_empty()
    }
}

/// A process's part in the domain of its node.
#[derive(Debug)]
pub struct ArenaDomain {
    arena: Arena,
    own: u32,
    /// Whether others were told that the process has made its queues.
    is_ready: bool,
    segments: SharedSegments,
    inboxes: Inboxes,
}

impl ArenaDomain {
    /// Opens the domain for the process `own` of the node. Until it first looks for messages, requests for
    /// its queues are to wait. The remote key is drawn by whoever comes first, from `random`.
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
        let rank = self.arena.layout().first_rank + owner;
        let Some(endpoint) = self.arena.directory().endpoint(rank) else {
            // It could not be woken yet.
            return Forwarded::Full;
        };
        if !self.inboxes.send(message, bytes) {
            return Forwarded::Full;
        }
        // It may sleep on its doorbell, where nobody but itself looks after its sockets.
        self.arena.process(owner).wake_if_sleeping();
        // Either this sees that it sleeps, or it sees the message before it does.
        fence(Ordering::SeqCst);
        let armed = &self.arena.domain_process(owner).armed;
        let sleeps = armed.load(Ordering::Relaxed) == 1 && armed.swap(0, Ordering::SeqCst) == 1;
        Forwarded::Done(sleeps.then_some(endpoint.address))
    }

    fn take(&mut self, bytes: &mut Vec<u8>) -> Option<ForwardedMessage> {
        if !self.is_ready {
            // Whoever looks for messages has made its queues: until then nobody is refused because one of them is missing.
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
        // What still comes for its queues is refused at once, and doesn't wait for them.
        for word in &self.arena.domain_process(self.own).queues {
            word.store(0, Ordering::Release);
        }
    }
}

impl Arena {
    /// Counts `count` more queue pairs of the node's processes, unless there would be more than `limit`.
    pub fn claim_queue_pairs(&self, count: u32, limit: u32) -> bool {
        let order = Ordering::Relaxed;
        let more = |now: u32| now.checked_add(count).filter(|&then| then <= limit);
        let queue_pairs = &self.domain_control().queue_pairs;
        queue_pairs.fetch_update(order, order, more).is_ok()
    }

    /// So many of them are gone.
    ///
    /// # Panics
    /// If there were not so many.
    pub fn return_queue_pairs(&self, count: u32) {
        let before = self
            .domain_control()
            .queue_pairs
            .fetch_sub(count, Ordering::Relaxed);
        assert!(before >= count, "{count} queue pairs returned of {before}");
    }
}

impl DomainControl {
    /// Bytes of the section for `local_size` processes.
    pub(crate) fn section_bytes(local_size: u64) -> u64 {
        (size_of::<DomainControl>() as u64) + local_size * size_of::<DomainProcess>() as u64
    }
}

#[cfg(test)]
mod tests;
