//! The packets of one transmit pass, gathered for the kernel.
//!
//! ```text
//!  arena   │ head 0 │ tail 0 │ head 1 │ small payload 1 │ tail 1 │ ...      copies
//!  pieces  │ head 0 │▶ user memory │ tail 0, head 1, payload 1, tail 1 │   neighbours in the arena are one piece
//!  message │ packets 0 and 1: one destination, equal sizes (the last may be shorter) │   one entry of sendmmsg
//! ```

use std::mem;
use std::ptr;

use farreach_roce::{Packet, Payload};
use farreach_verbs::{AdapterAddress, MappedMemory};

use super::name::{Family, Name};
use super::ports::OPEN;

/// The most bytes of a datagram over IPv4, and of a message that the kernel cuts into datagrams.
pub(super) const MAX_DATAGRAM: usize = 65_507;

/// The most datagrams of one message: the kernel's limit before Linux 6.9.
const MAX_SEGMENTS: usize = 64;

/// The most messages of one batch.
pub(super) const MAX_MESSAGES: usize = 16;

/// The most pieces of one batch, below the kernel's limit of 1024 a message.
const MAX_PIECES: usize = 512;

/// Bytes of heads, tails and small payloads of one batch.
const ARENA: usize = 64 << 10;

/// Payloads of up to this many bytes are copied to the arena, which is cheaper than one more piece
/// for the kernel.
const COPY_MAX: usize = 512;

/// The port of foreign adapters (RoCEv2).
const ROCE_PORT: u16 = 4791;

/// Whether packets to this address must be sent one by one by an unconnected socket. The ICRC of a
/// foreign adapter covers the IPv4 identification, which the kernel sets to zero only for such
/// packets.
pub(super) fn is_foreign(to: AdapterAddress, family: Family) -> bool {
    family == Family::V4 && to.port == ROCE_PORT
}

/// Consecutive packets to one destination that are sent as one message.
pub(super) struct Message {
    pub(super) to: AdapterAddress,
    pub(super) name: Name,
    /// The index of the socket that sends the message.
    pub(super) port: usize,
    pub(super) first_piece: usize,
    pub(super) pieces: usize,
    pub(super) packets: usize,
    pub(super) bytes: usize,
    /// The length of all packets but the last.
    pub(super) segment: usize,
    /// Whether another packet may join.
    pub(super) open: bool,
    /// Whether the kernel gets references to the payload's pages instead of a copy.
    pub(super) lent: bool,
}

/// Packets between `Link::send` and the kernel.
pub(super) struct Batch {
    pub(super) segmentation: bool,
    arena: Vec<u8>,
    arena_used: usize,
    pub(super) pieces: Vec<libc::iovec>,
    pub(super) messages: Vec<Message>,
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
        }
    }

    /// Bytes of the batch's memory, without parked packets.
    pub(super) fn bytes(&self) -> usize {
        self.arena.len()
            + self.pieces.capacity() * size_of::<libc::iovec>()
            + self.messages.capacity() * size_of::<Message>()
    }

    pub(super) fn clear(&mut self) {
        self.arena_used = 0;
        self.pieces.clear();
        self.messages.clear();
    }

    pub(super) fn has_room(&self, copied: usize) -> bool {
        self.arena_used + copied <= ARENA && self.pieces.len() + 3 <= MAX_PIECES
    }

    /// Whether a packet of `size` bytes may join the last message.
    pub(super) fn joins(&self, to: AdapterAddress, size: usize) -> bool {
        self.messages.last().is_some_and(|last| {
            last.open
                && last.to == to
                && size <= last.segment
                && last.packets < MAX_SEGMENTS
                && last.bytes + size <= MAX_DATAGRAM
        })
    }

    pub(super) fn start_message(
        &mut self,
        to: AdapterAddress,
        name: Name,
        port: usize,
        family: Family,
        size: usize,
    ) {
        let foreign = is_foreign(to, family);
        self.messages.push(Message {
            to,
            name,
            port,
            first_piece: self.pieces.len(),
            pieces: 0,
            packets: 0,
            bytes: 0,
            segment: size,
            open: self.segmentation && !foreign,
            lent: false,
        });
    }

    /// Ends a packet of the last message.
    pub(super) fn end_packet(&mut self, size: usize) {
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
        // SAFETY: inside the arena, which was initialised when it was made.
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

    /// The bytes of one message, joined.
    pub(super) fn bytes_of(&self, message: &Message) -> Vec<u8> {
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

    /// The payloads of a message that lie outside of the arena.
    pub(super) fn payloads_of(&self, message: &Message) -> impl Iterator<Item = libc::iovec> {
        let arena = self.arena.as_ptr_range();
        let pieces = &self.pieces[message.first_piece..][..message.pieces];
        let is_lent =
            move |piece: &&libc::iovec| !arena.contains(&piece.iov_base.cast_const().cast());
        pieces.iter().filter(is_lent).copied()
    }

    pub(super) fn add<M: MappedMemory>(&mut self, packet: &Packet<'_, M>) {
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
        if !packet.tail.is_empty() {
            self.copy_in(packet.tail.len(), |to| to.copy_from_slice(packet.tail));
        }
    }
}

/// Bytes of a packet that are copied to the arena.
pub(super) fn bytes_to_copy<M>(packet: &Packet<'_, M>) -> usize {
    let payload = match packet.payload {
        Payload::Memory { len, .. } if len <= COPY_MAX => len,
        _ => 0,
    };
    packet.head.len() + payload + packet.tail.len()
}

/// The control message that tells the kernel to cut a message into segments.
#[repr(C)]
pub(super) struct SegmentControl {
    header: libc::cmsghdr,
    segment: u16,
    padding: [u16; 3],
}

impl SegmentControl {
    pub(super) const fn new(segment: usize) -> Self {
        SegmentControl {
            header: libc::cmsghdr {
                // The value of CMSG_LEN for 16 bits.
                cmsg_len: size_of::<libc::cmsghdr>() + size_of::<u16>(),
                cmsg_level: libc::IPPROTO_UDP,
                cmsg_type: libc::UDP_SEGMENT,
            },
            segment: segment as u16,
            padding: [0; 3],
        }
    }
}

pub(super) fn header_of(
    message: &mut Message,
    pieces: &mut [libc::iovec],
    control: &mut SegmentControl,
    family: Family,
) -> libc::msghdr {
    // SAFETY: all-zero bits are a valid header: no name, no pieces, no control buffer.
    let mut header: libc::msghdr = unsafe { mem::zeroed() };
    if message.port == OPEN {
        header.msg_name = (&raw mut message.name).cast();
        header.msg_namelen = family.name_len();
    }
    header.msg_iov = pieces.as_mut_ptr();
    header.msg_iovlen = pieces.len();
    if message.packets > 1 {
        header.msg_control = ptr::from_mut(control).cast();
        header.msg_controllen = size_of::<SegmentControl>();
    }
    header
}
