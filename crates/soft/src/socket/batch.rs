//! The packets of one transmit pass, gathered for the kernel.
//!
//! ```text
//!  arena   │ head 0 │ tail 0 │ head 1 │ small payload 1 │ tail 1 │ ...      copies
//!  pieces  │ head 0 │▶ user memory │ tail 0, head 1, payload 1, tail 1 │   neighbours in the arena are one piece
//!  train   │ packets 0 and 1: one destination, equal sizes (the last may be shorter) │   one entry of sendmmsg
//! ```

use std::mem;
use std::ptr;

use farreach_roce::frame::Sealer;
use farreach_roce::{Packet, Payload};
use farreach_verbs::{AdapterAddress, MappedMemory, ROCE_PORT};

use super::name::{Family, Name};
use super::ports::OPEN;

/// The most bytes that a datagram, or a train that the kernel cuts into datagrams, can have over IPv4.
pub(super) const MAX_DATAGRAM: usize = 65_507;

/// The most datagrams of one train: the kernel's limit before Linux 6.9.
const MAX_SEGMENTS: usize = 64;

/// The most trains of one batch.
pub(super) const MAX_TRAINS: usize = 16;

/// The most pieces of one batch, below the kernel's limit of 1024 a train.
const MAX_PIECES: usize = 512;

/// Bytes of heads, tails and small payloads of one batch.
const ARENA: usize = 64 << 10;

/// Bytes of whole datagrams of one batch, where these have frames: four trains.
const FRAMED_ARENA: usize = 256 << 10;

/// Payloads of up to this many bytes are copied to the arena, which is cheaper than one more piece
/// for the kernel.
const COPY_MAX: usize = 512;

/// Whether packets to this address must be sent one by one by an unconnected socket. The ICRC of a
/// foreign adapter covers the IPv4 identification, which the kernel sets to zero only for such
/// packets.
pub(super) fn is_foreign(to: AdapterAddress, family: Family) -> bool {
    family == Family::V4 && to.port == ROCE_PORT
}

/// Consecutive packets of one destination that leave as one.
pub(super) struct Train {
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
    pub(super) trains: Vec<Train>,
}

// SAFETY: the pieces' pointers are used only inside the call of `Socket::gather` that made them.
unsafe impl Send for Batch {}

impl Batch {
    pub(super) fn new(segmentation: bool, is_framed: bool) -> Self {
        Batch {
            segmentation,
            arena: vec![0; if is_framed { FRAMED_ARENA } else { ARENA }],
            arena_used: 0,
            pieces: Vec::with_capacity(MAX_PIECES),
            trains: Vec::with_capacity(MAX_TRAINS),
        }
    }

    /// Bytes of the batch's memory, without parked packets.
    pub(super) fn bytes(&self) -> usize {
        self.arena.len()
            + self.pieces.capacity() * size_of::<libc::iovec>()
            + self.trains.capacity() * size_of::<Train>()
    }

    pub(super) fn clear(&mut self) {
        self.arena_used = 0;
        self.pieces.clear();
        self.trains.clear();
    }

    pub(super) fn has_room(&self, copied: usize, pieces: usize) -> bool {
        self.arena_used + copied <= self.arena.len() && self.pieces.len() + pieces <= MAX_PIECES
    }

    /// Whether a packet of `size` bytes may become part of the last train.
    pub(super) fn joins(&self, to: AdapterAddress, size: usize) -> bool {
        self.trains.last().is_some_and(|last| {
            last.open
                && last.to == to
                && size <= last.segment
                && last.packets < MAX_SEGMENTS
                && last.bytes + size <= MAX_DATAGRAM
        })
    }

    pub(super) fn start_train(
        &mut self,
        to: AdapterAddress,
        name: Name,
        port: usize,
        family: Family,
        size: usize,
    ) {
        let foreign = is_foreign(to, family);
        self.trains.push(Train {
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

    /// Ends a packet of the last train.
    pub(super) fn end_packet(&mut self, size: usize) {
        let end = self.pieces.len();
        let train = self.last_train();
        train.pieces = end - train.first_piece;
        train.packets += 1;
        train.bytes += size;
        train.open &= size == train.segment;
    }

    fn last_train(&mut self) -> &mut Train {
        self.trains.last_mut().expect("a train was started")
    }

    /// Takes `len` bytes of the arena, lets `fill` write them, and adds them to the last train.
    fn copy_in(&mut self, len: usize, fill: impl FnOnce(&mut [u8])) {
        let at = self.arena_used;
        assert!(
            at + len <= self.arena.len(),
            "checked before the packet was begun"
        );
        // SAFETY: inside the arena, which never grows; bytes behind `arena_used` are in no piece yet, so the slice is
        // the only way to them.
        let start = unsafe { self.arena.as_mut_ptr().add(at) };
        // SAFETY: inside the arena, which was initialised when it was made.
        fill(unsafe { std::slice::from_raw_parts_mut(start, len) });
        self.arena_used += len;
        let first_piece = self.last_train().first_piece;
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

    /// The bytes of one train, put together.
    pub(super) fn bytes_of(&self, train: &Train) -> Vec<u8> {
        let mut bytes: Vec<u8> = Vec::with_capacity(train.bytes);
        let pieces = &self.pieces[train.first_piece..][..train.pieces];
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

    /// What a train has of its payloads outside of the arena.
    pub(super) fn payloads_of(&self, train: &Train) -> impl Iterator<Item = libc::iovec> {
        let arena = self.arena.as_ptr_range();
        let pieces = &self.pieces[train.first_piece..][..train.pieces];
        let is_lent =
            move |piece: &&libc::iovec| !arena.contains(&piece.iov_base.cast_const().cast());
        pieces.iter().filter(is_lent).copied()
    }

    /// Adds a packet as a frame: all bytes are copied, and then sealed.
    pub(super) fn add_framed<M: MappedMemory>(
        &mut self,
        packet: &Packet<'_, M>,
        sealer: &mut Sealer,
        (before, behind): (usize, usize),
    ) {
        let len = packet.len();
        self.copy_in(before + len + behind, |frame| {
            let (head, rest) = frame[before..before + len].split_at_mut(packet.head.len());
            head.copy_from_slice(packet.head);
            let (payload, tail) = rest.split_at_mut(rest.len() - packet.tail.len());
            tail.copy_from_slice(packet.tail);
            packet.payload.read(payload);
            sealer.seal(packet.to, frame);
        });
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
            match lent_from(memory, len) {
                None => self.copy_in(len, |to| {
                    memory.read(offset, to).expect("checked just now");
                }),
                Some(first) => self.pieces.push(libc::iovec {
                    iov_base: first.wrapping_add(offset).cast_mut().cast(),
                    iov_len: len,
                }),
            }
        }
        if let Payload::Blocks {
            memory,
            offset,
            len,
            gaps,
        } = packet.payload
        {
            match lent_from(memory, len / gaps.count(len)) {
                None => self.copy_in(len, |to| packet.payload.read(to)),
                Some(first) => {
                    for (at, part) in gaps.parts(offset, len) {
                        assert!(at + part <= memory.len(), "the adapter checked the range");
                        self.pieces.push(libc::iovec {
                            iov_base: first.wrapping_add(at).cast_mut().cast(),
                            iov_len: part,
                        });
                    }
                }
            }
        }
        if !packet.tail.is_empty() {
            self.copy_in(packet.tail.len(), |to| to.copy_from_slice(packet.tail));
        }
    }
}

/// The first byte of a payload's memory, if the kernel gets pointers to pieces of `len` bytes.
/// `None` if the payload is copied to the arena: its pieces are short, or not in a row.
fn lent_from<M: MappedMemory>(memory: &M, len: usize) -> Option<*const u8> {
    if len <= COPY_MAX {
        return None;
    }
    memory.as_ptr()
}

/// The pieces of a packet.
pub(super) fn pieces_of<M>(packet: &Packet<'_, M>) -> usize {
    match packet.payload {
        Payload::Blocks { len, gaps, .. } if len / gaps.count(len) > COPY_MAX => {
            2 + gaps.count(len)
        }
        _ => 3,
    }
}

/// Bytes of a packet that are copied to the arena.
pub(super) fn bytes_to_copy<M: MappedMemory>(packet: &Packet<'_, M>) -> usize {
    let payload = match packet.payload {
        Payload::Memory { memory, len, .. } if lent_from(memory, len).is_none() => len,
        Payload::Blocks {
            memory, len, gaps, ..
        } if lent_from(memory, len / gaps.count(len)).is_none() => len,
        _ => 0,
    };
    packet.head.len() + payload + packet.tail.len()
}

/// The control message that tells the kernel to cut a train into segments.
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
    train: &mut Train,
    pieces: &mut [libc::iovec],
    control: &mut SegmentControl,
    family: Family,
) -> libc::msghdr {
    // SAFETY: all-zero bits are a valid header: no name, no pieces, no control buffer.
    let mut header: libc::msghdr = unsafe { mem::zeroed() };
    if train.port == OPEN {
        header.msg_name = (&raw mut train.name).cast();
        header.msg_namelen = family.name_len();
    }
    header.msg_iov = pieces.as_mut_ptr();
    header.msg_iovlen = pieces.len();
    if train.packets > 1 {
        header.msg_control = ptr::from_mut(control).cast();
        header.msg_controllen = size_of::<SegmentControl>();
    }
    header
}
