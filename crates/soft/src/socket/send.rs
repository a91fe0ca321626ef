//! Sending: packets are gathered into a batch, which leaves in as few calls as possible.
//!
//! ```text
//!  arena   │ head 0 │ tail 0 │ head 1 │ small payload 1 │ tail 1 │ ...      copies
//!  pieces  │ head 0 │▶ user memory │ tail 0, head 1, payload 1, tail 1 │   neighbours in the arena are one piece
//!  message │ packets 0 and 1: one destination, equal sizes (the last may be shorter) │   one entry of sendmmsg
//! ```

use std::collections::VecDeque;
use std::io;
use std::mem;
use std::ptr;

use farreach_roce::{Adapter, Link, LinkStatus, Packet, Payload};
use farreach_verbs::{AdapterAddress, MappedMemory, Time};
use thiserror::Error;

use super::Socket;
use super::name::{Family, Name};

/// The most bytes that a datagram, or a message that the kernel cuts into datagrams, can have over IPv4.
pub(super) const MAX_DATAGRAM: usize = 65_507;

/// The most datagrams of one message: the kernel's limit before Linux 6.9.
const MAX_SEGMENTS: usize = 64;

/// The most messages of one batch.
const MAX_MESSAGES: usize = 16;

/// The most pieces of one batch, below the kernel's limit of 1024 a message.
const MAX_PIECES: usize = 512;

/// Bytes of heads, tails and small payloads of one batch.
const ARENA: usize = 64 << 10;

/// Payloads up to here are copied to the arena: cheaper than one more piece for the kernel to walk.
const COPY_MAX: usize = 512;

/// The port of foreign adapters (RoCEv2).
const ROCE_PORT: u16 = 4791;

/// A packet that could not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LinkFailure {
    /// The path does not carry packets of this size.
    #[error("a packet of {bytes} bytes to {to} exceeds what the path carries; use a smaller MTU")]
    PacketTooLarge {
        /// Where to.
        to: AdapterAddress,
        /// Its length as a UDP payload.
        bytes: usize,
    },
    /// This socket can't reach that address at all.
    #[error("{to} can't be reached from an address of the other IP version")]
    OtherFamily {
        /// Where to.
        to: AdapterAddress,
    },
    /// The kernel refused.
    #[error("a packet to {to} was refused by the kernel (os error {code})")]
    Refused {
        /// Where to.
        to: AdapterAddress,
        /// The operating system's error number.
        code: i32,
    },
}

/// Consecutive packets of one destination that leave as one.
struct Message {
    to: AdapterAddress,
    name: Name,
    first_piece: usize,
    pieces: usize,
    packets: usize,
    bytes: usize,
    /// The length of all packets but the last.
    segment: usize,
    /// Whether another packet may join.
    open: bool,
}

/// A datagram that the kernel had no room for.
struct Parked {
    to: AdapterAddress,
    name: Name,
    bytes: Vec<u8>,
}

/// Packets between `Link::send` and the kernel.
pub(super) struct Batch {
    pub(super) segmentation: bool,
    arena: Vec<u8>,
    arena_used: usize,
    pieces: Vec<libc::iovec>,
    messages: Vec<Message>,
    parked: VecDeque<Parked>,
    last_failure: Option<LinkFailure>,
}

// SAFETY: the pieces' pointers are used only inside the call of `Socket::gather` that made them.
unsafe impl Send for Batch {}

impl Batch {
    pub(super) fn new(segmentation: bool) -> Self {
        Batch {
            segmentation,
            arena: vec![0; ARENA],
            arena_used: 0,
            pieces: Vec::with_capacity(MAX_PIECES),
            messages: Vec::with_capacity(MAX_MESSAGES),
            parked: VecDeque::new(),
            last_failure: None,
        }
    }

    /// What it takes, beside what is parked.
    pub(super) fn bytes(&self) -> usize {
        self.arena.len()
            + self.pieces.capacity() * size_of::<libc::iovec>()
            + self.messages.capacity() * size_of::<Message>()
    }

    fn clear(&mut self) {
        self.arena_used = 0;
        self.pieces.clear();
        self.messages.clear();
    }

    fn has_room(&self, copied: usize) -> bool {
        self.arena_used + copied <= ARENA && self.pieces.len() + 3 <= MAX_PIECES
    }

    /// Whether a packet of `size` bytes may become part of the last message.
    fn joins(&self, to: AdapterAddress, size: usize) -> bool {
        self.messages.last().is_some_and(|last| {
            last.open
                && last.to == to
                && size <= last.segment
                && last.packets < MAX_SEGMENTS
                && last.bytes + size <= MAX_DATAGRAM
        })
    }

    fn start_message(&mut self, to: AdapterAddress, name: Name, family: Family, size: usize) {
        // The kernel numbers the IPv4 identification of segments, which a foreign adapter's CRC covers.
        let foreign = family == Family::V4 && to.port == ROCE_PORT;
        self.messages.push(Message {
            to,
            name,
            first_piece: self.pieces.len(),
            pieces: 0,
            packets: 0,
            bytes: 0,
            segment: size,
            open: self.segmentation && !foreign,
        });
    }

    /// Ends a packet of the last message.
    fn end_packet(&mut self, size: usize) {
        let end = self.pieces.len();
        let message = self.last_message();
        message.pieces = end - message.first_piece;
        message.packets += 1;
        message.bytes += size;
        message.open &= size == message.segment;
    }

    fn last_message(&mut self) -> &mut Message {
        self.messages.last_mut().expect("a message was started")
    }

    /// Takes `len` bytes of the arena, lets `fill` write them, and adds them to the last message.
    fn copy_in(&mut self, len: usize, fill: impl FnOnce(&mut [u8])) {
        let at = self.arena_used;
        assert!(at + len <= ARENA, "checked before the packet was begun");
        // SAFETY: inside the arena, which never grows; bytes behind `arena_used` are in no piece yet, so the slice is
        // the only way to them.
        let start = unsafe { self.arena.as_mut_ptr().add(at) };
        // SAFETY: as above; initialised when the arena was made.
        fill(unsafe { std::slice::from_raw_parts_mut(start, len) });
        self.arena_used += len;
        let first_piece = self.last_message().first_piece;
        if self.pieces.len() > first_piece
            && let Some(last) = self.pieces.last_mut()
            && last.iov_base.wrapping_byte_add(last.iov_len) == start.cast()
        {
            last.iov_len += len;
        } else {
            self.pieces.push(libc::iovec {
                iov_base: start.cast(),
                iov_len: len,
            });
        }
    }

    /// The bytes of one message, put together.
    fn bytes_of(&self, message: &Message) -> Vec<u8> {
        let mut bytes: Vec<u8> = Vec::with_capacity(message.bytes);
        let pieces = &self.pieces[message.first_piece..][..message.pieces];
        for piece in pieces {
            let end = bytes.len() + piece.iov_len;
            bytes.reserve(piece.iov_len);
            // SAFETY: the piece is readable for its length while its batch is (`Socket::gather`), and room was reserved.
            // A raw copy, as user memory may change meanwhile.
            unsafe {
                ptr::copy_nonoverlapping(
                    piece.iov_base.cast::<u8>(),
                    bytes.as_mut_ptr().add(bytes.len()),
                    piece.iov_len,
                );
                bytes.set_len(end);
            }
        }
        bytes
    }
}

/// The link that an adapter transmits to, while a batch is open.
pub(super) struct Gather<'a> {
    socket: &'a mut Socket,
}

impl<M: MappedMemory> Link<M> for Gather<'_> {
    fn send(&mut self, packet: &Packet<'_, M>) -> LinkStatus {
        let (size, copied) = (packet.len(), bytes_to_copy(packet));
        let socket = &mut *self.socket;
        if !socket.batch.has_room(copied) {
            socket.flush_batch();
        }
        let full = socket.batch.messages.len() == MAX_MESSAGES;
        let joins = socket.batch.joins(packet.to, size);
        if full && !joins {
            socket.flush_batch();
        }
        if !socket.batch.parked.is_empty() {
            return LinkStatus::Full;
        }
        // A flush above may have taken the message that the packet would have joined.
        if !socket.batch.joins(packet.to, size) {
            let Some(name) = Name::of(packet.to, socket.family) else {
                socket.fail(LinkFailure::OtherFamily { to: packet.to }, 1);
                return LinkStatus::Sent;
            };
            let family = socket.family;
            socket.batch.start_message(packet.to, name, family, size);
        }
        socket.batch.add(packet);
        socket.batch.end_packet(size);
        LinkStatus::Sent
    }
}

impl Batch {
    fn add<M: MappedMemory>(&mut self, packet: &Packet<'_, M>) {
        self.copy_in(packet.head.len(), |to| to.copy_from_slice(packet.head));
        if let Payload::Memory {
            memory,
            offset,
            len,
        } = packet.payload
        {
            assert!(
                offset <= memory.len() && len <= memory.len() - offset,
                "the adapter checked the range of {len} bytes at {offset} against {} bytes",
                memory.len()
            );
            if len <= COPY_MAX {
                self.copy_in(len, |to| {
                    memory.read(offset, to).expect("checked just now");
                });
            } else {
                self.pieces.push(libc::iovec {
                    iov_base: memory.as_ptr().wrapping_add(offset).cast_mut().cast(),
                    iov_len: len,
                });
            }
        }
        self.copy_in(packet.tail.len(), |to| to.copy_from_slice(packet.tail));
    }
}

/// How much of a packet goes through the arena.
fn bytes_to_copy<M>(packet: &Packet<'_, M>) -> usize {
    let payload = match packet.payload {
        Payload::Memory { len, .. } if len <= COPY_MAX => len,
        _ => 0,
    };
    packet.head.len() + payload + packet.tail.len()
}

impl Socket {
    /// Sends what the adapter has ready, until it has no more or the kernel no room.
    pub(crate) fn transmit<M: MappedMemory>(&mut self, adapter: &mut Adapter<M>, now: Time) {
        // SAFETY: the adapter sends ranges of memory that is registered with it. It is borrowed until all was flushed,
        // and a transmit pass ends no registration, so it holds a handle to that memory all the while.
        unsafe { self.gather(|link| adapter.transmit(now, link)) }
    }

    /// Whether packets wait until the kernel has room again.
    pub(crate) fn is_blocked(&self) -> bool {
        !self.batch.parked.is_empty()
    }

    /// The last packet that could not be sent, and why.
    pub(crate) fn last_failure(&self) -> Option<LinkFailure> {
        self.batch.last_failure
    }

    /// Opens a batch, lets `fill` send into it, and flushes it.
    ///
    /// # Safety
    ///
    /// Memory whose ranges `fill` sends must stay valid for reads until this returns.
    pub(super) unsafe fn gather(&mut self, fill: impl FnOnce(&mut Gather<'_>)) {
        // What a panic may have left is not valid any more.
        self.batch.clear();
        if self.is_blocked() {
            self.send_parked();
        }
        fill(&mut Gather { socket: self });
        self.flush_batch();
    }

    /// Hands the batch to the kernel; what it has no room for is parked.
    fn flush_batch(&mut self) {
        let mut next = 0;
        while next < self.batch.messages.len() {
            let last = next + 1 == self.batch.messages.len();
            let result = if last {
                self.send_message(next).map(|()| 1)
            } else {
                self.send_messages(next)
            };
            match result {
                Ok(sent) => next += sent,
                Err(libc::EINTR) => {}
                Err(code) if is_temporary(code) => {
                    self.park_from(next);
                    break;
                }
                Err(code) => {
                    self.refused(next, code);
                    next += 1;
                }
            }
        }
        self.batch.clear();
    }

    /// Sends one message.
    fn send_message(&mut self, index: usize) -> Result<(), i32> {
        let family = self.family;
        let fd = self.fd();
        let message = &mut self.batch.messages[index];
        let pieces = &mut self.batch.pieces[message.first_piece..][..message.pieces];
        let result = if let [piece] = pieces
            && message.packets == 1
        {
            // The shorter way through the kernel.
            // SAFETY: the piece is readable for its length (`gather`), the name is of its family's length.
            unsafe {
                libc::sendto(
                    fd,
                    piece.iov_base,
                    piece.iov_len,
                    0,
                    (&raw const message.name).cast(),
                    family.name_len(),
                )
            }
        } else {
            let mut control = SegmentControl::new(message.segment);
            let header = header_of(message, pieces, &mut control, family);
            // SAFETY: name, pieces and control outlive the call; what the pieces name is readable (`gather`).
            unsafe { libc::sendmsg(fd, &raw const header, 0) }
        };
        self.counters.send_calls += 1;
        if result < 0 {
            return Err(last_error());
        }
        self.count_sent(index);
        Ok(())
    }

    /// Sends the messages from `first` on in one call; returns how many the kernel took.
    fn send_messages(&mut self, first: usize) -> Result<usize, i32> {
        let family = self.family;
        let fd = self.fd();
        let messages = &mut self.batch.messages[first..];
        let mut controls = [const { SegmentControl::new(0) }; MAX_MESSAGES];
        // SAFETY: all-zero bits are valid headers of messages without anything.
        let mut headers: [libc::mmsghdr; MAX_MESSAGES] = unsafe { mem::zeroed() };
        for ((message, control), header) in messages.iter_mut().zip(&mut controls).zip(&mut headers)
        {
            *control = SegmentControl::new(message.segment);
            let pieces = &mut self.batch.pieces[message.first_piece..][..message.pieces];
            header.msg_hdr = header_of(message, pieces, control, family);
        }
        // SAFETY: as many headers as messages were filled in; names, pieces and controls outlive the call, and what the
        // pieces name is readable (`gather`).
        let result = unsafe { libc::sendmmsg(fd, headers.as_mut_ptr(), messages.len() as u32, 0) };
        self.counters.send_calls += 1;
        let Ok(sent) = usize::try_from(result) else {
            return Err(last_error());
        };
        for index in first..first + sent {
            self.count_sent(index);
        }
        Ok(sent)
    }

    fn count_sent(&mut self, index: usize) {
        let message = &self.batch.messages[index];
        self.counters.packets_sent += message.packets as u64;
        self.counters.bytes_sent += message.bytes as u64;
        self.counters.segmented_sends += u64::from(message.packets > 1);
    }

    /// Copies the messages from `first` on, to be sent when the kernel has room.
    #[cold]
    fn park_from(&mut self, first: usize) {
        self.counters.send_blocked += 1;
        for message in &self.batch.messages[first..] {
            for packet in self.batch.bytes_of(message).chunks(message.segment) {
                self.batch.parked.push_back(Parked {
                    to: message.to,
                    name: message.name,
                    bytes: packet.to_vec(),
                });
            }
        }
    }

    /// Sends what was parked, as far as the kernel has room.
    #[cold]
    fn send_parked(&mut self) {
        while let Some(parked) = self.batch.parked.pop_front() {
            match self.send_copy(&parked.name, &parked.bytes) {
                Ok(()) => {}
                Err(code) if is_temporary(code) => {
                    self.batch.parked.push_front(parked);
                    return;
                }
                Err(code) => self.fail(failure(parked.to, parked.bytes.len(), code), 1),
            }
        }
    }

    /// Deals with a message that the kernel refused for good. If it was one for the kernel to cut, the packets are tried
    /// one by one; should that work, offload is given up.
    #[cold]
    fn refused(&mut self, index: usize, code: i32) {
        let message = &self.batch.messages[index];
        let (to, name, segment) = (message.to, message.name, message.segment);
        if message.packets == 1 {
            self.fail(failure(to, message.bytes, code), 1);
            return;
        }
        for packet in self.batch.bytes_of(message).chunks(segment) {
            match self.send_copy(&name, packet) {
                Ok(()) => self.batch.segmentation = false,
                Err(code) if is_temporary(code) => self.batch.parked.push_back(Parked {
                    to,
                    name,
                    bytes: packet.to_vec(),
                }),
                Err(code) => self.fail(failure(to, packet.len(), code), 1),
            }
        }
    }

    fn send_copy(&mut self, name: &Name, bytes: &[u8]) -> Result<(), i32> {
        loop {
            self.counters.send_calls += 1;
            // SAFETY: slice and name are valid for the lengths given.
            let result = unsafe {
                libc::sendto(
                    self.fd(),
                    bytes.as_ptr().cast(),
                    bytes.len(),
                    0,
                    ptr::from_ref(name).cast(),
                    self.family.name_len(),
                )
            };
            if result >= 0 {
                self.counters.packets_sent += 1;
                self.counters.bytes_sent += bytes.len() as u64;
                return Ok(());
            }
            match last_error() {
                libc::EINTR => {}
                code => return Err(code),
            }
        }
    }

    fn fail(&mut self, failure: LinkFailure, packets: u64) {
        self.counters.send_failures += packets;
        self.batch.last_failure = Some(failure);
    }
}

/// The control message that tells the kernel to cut a message into segments.
#[repr(C)]
struct SegmentControl {
    header: libc::cmsghdr,
    segment: u16,
    padding: [u16; 3],
}

impl SegmentControl {
    const fn new(segment: usize) -> Self {
        SegmentControl {
            header: libc::cmsghdr {
                // What CMSG_LEN gives for 16 bits.
                cmsg_len: size_of::<libc::cmsghdr>() + size_of::<u16>(),
                cmsg_level: libc::IPPROTO_UDP,
                cmsg_type: libc::UDP_SEGMENT,
            },
            segment: segment as u16,
            padding: [0; 3],
        }
    }
}

fn header_of(
    message: &mut Message,
    pieces: &mut [libc::iovec],
    control: &mut SegmentControl,
    family: Family,
) -> libc::msghdr {
    // SAFETY: all-zero bits are a valid header: no name, no pieces, no control buffer.
    let mut header: libc::msghdr = unsafe { mem::zeroed() };
    header.msg_name = (&raw mut message.name).cast();
    header.msg_namelen = family.name_len();
    header.msg_iov = pieces.as_mut_ptr();
    header.msg_iovlen = pieces.len();
    if message.packets > 1 {
        header.msg_control = ptr::from_mut(control).cast();
        header.msg_controllen = size_of::<SegmentControl>();
    }
    header
}

fn failure(to: AdapterAddress, bytes: usize, code: i32) -> LinkFailure {
    match code {
        libc::EMSGSIZE => LinkFailure::PacketTooLarge { to, bytes },
        code => LinkFailure::Refused { to, code },
    }
}

/// Whether the same packet may be taken a little later.
fn is_temporary(code: i32) -> bool {
    matches!(code, libc::EAGAIN | libc::ENOBUFS | libc::ENOMEM)
}

fn last_error() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

#[cfg(test)]
impl Gather<'_> {
    /// Parks all packets that were sent, as if the kernel had no room.
    pub(super) fn park_all(&mut self) {
        self.socket.park_from(0);
        self.socket.batch.clear();
    }
}
