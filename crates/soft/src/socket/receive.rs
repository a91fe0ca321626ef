//! Receiving: one call returns one datagram, or a run of equal datagrams that the kernel joined.
//!
//! In the middle of a long write or of a read's answer, the target of the next payload is known
//! before the payload arrives. A look at the datagram's first bytes then shows whether the datagram
//! is the expected one and passes every check. If so, the receive call writes the payload directly
//! to its target. With lent pages (`splice`) the payload is copied once on its whole way.
//! Everything else goes to a buffer, so that no byte of it gets into memory that others read.

use std::io;
use std::mem;
use std::ptr;
use std::sync::atomic::{Ordering, fence};

use farreach_roce::{FRONT_MAX, Placement};
use farreach_verbs::{AdapterAddress, MappedMemory, Time};

use super::batch::MAX_DATAGRAM;
use super::name::Name;
use super::ports::{Look, OPEN};
use super::{MemoryFault, Socket};

/// As long as the longest datagram or run that the kernel delivers.
const BUFFER: usize = 1 << 16;

/// Words for the requested control messages: segment size and drop counter, 24 bytes each.
const CONTROL_WORDS: usize = 8;

/// The least payload that is worth a look. The kernel never joins a datagram of this length with
/// another.
const PLACED_MIN: usize = MAX_DATAGRAM / 2;

/// The buffer for arriving datagrams.
pub(super) struct ReceiveBuffer {
    bytes: Box<[u8]>,
}

impl ReceiveBuffer {
    pub(super) fn new() -> Self {
        ReceiveBuffer {
            bytes: vec![0; BUFFER].into_boxed_slice(),
        }
    }

    /// Bytes of the buffer, if long packets arrive.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }
}

/// The result of a receive call.
pub(crate) enum Received<'a> {
    /// There was no datagram.
    Nothing,
    /// Something useless, which was counted.
    Useless,
    /// Datagrams of `segment` bytes each. The last may be shorter.
    Datagrams {
        from: AdapterAddress,
        bytes: &'a mut [u8],
        segment: usize,
    },
    /// The first bytes of a datagram whose payload was written to the target that the adapter
    /// named.
    Placed {
        from: AdapterAddress,
        front: &'a [u8],
    },
}

/// What a receive call wrote to the buffer.
enum Taken {
    Nothing,
    Useless,
    Datagrams {
        from: AdapterAddress,
        len: usize,
        segment: usize,
    },
    /// The first bytes of a datagram. Its payload, `len` bytes, was written to its target.
    Placed {
        from: AdapterAddress,
        front: usize,
        len: usize,
    },
}

/// The result of a look. The datagram's first bytes are in the buffer.
struct Front {
    from: Option<AdapterAddress>,
    /// The length of the datagram.
    len: usize,
}

impl Socket {
    /// Takes the next datagrams from one of the sockets.
    ///
    /// `place` returns the target of the payload of the next datagram from an address, if the
    /// target is known in advance.
    pub(crate) fn receive<'p, M: MappedMemory + 'p>(
        &mut self,
        now: Time,
        place: impl Fn(AdapterAddress) -> Option<Placement<'p, M>>,
    ) -> Received<'_> {
        loop {
            let look = self.ports.next(now);
            let (Look::Other(index) | Look::Active(index)) = look;
            match (self.take(index, &place), look) {
                (Taken::Nothing, Look::Other(_)) => {}
                (Taken::Nothing, Look::Active(_)) => return Received::Nothing,
                (Taken::Useless, _) => return Received::Useless,
                (Taken::Datagrams { from, len, segment }, _) => {
                    let packets = len.div_ceil(segment).max(1);
                    self.counters.packets_received += packets as u64;
                    self.counters.bytes_received += len as u64;
                    self.counters.coalesced_receives += u64::from(packets > 1);
                    self.ports.found(index, from, len, segment);
                    return Received::Datagrams {
                        from,
                        bytes: &mut self.buffer.bytes[..len],
                        segment,
                    };
                }
                (Taken::Placed { from, front, len }, _) => {
                    self.counters.packets_received += 1;
                    self.counters.bytes_received += (front + len) as u64;
                    self.counters.placed_receives += 1;
                    self.ports.found(index, from, front + len, front + len);
                    return Received::Placed {
                        from,
                        front: &self.buffer.bytes[..front],
                    };
                }
            }
        }
    }

    /// Takes the next datagrams from one socket.
    fn take<'p, M: MappedMemory + 'p>(
        &mut self,
        index: usize,
        place: impl Fn(AdapterAddress) -> Option<Placement<'p, M>>,
    ) -> Taken {
        let place = |from| place(from).and_then(placed);
        let port = self.ports.get(index);
        let (source, plain) = (port.source(), port.plain_source());
        let is_likely = match source {
            // A frame has to be opened before anything in it is believed.
            _ if self.sealer.is_some() => false,
            Some(from) => place(from).is_some(),
            None => port.expects_long(),
        };
        if is_likely {
            let front = match self.look(index, source) {
                Ok(front) => front,
                Err(taken) => return taken,
            };
            if let Some(from) = front.from
                && let Some((placement, target)) = place(from)
                && let Some(bytes) = self.buffer.bytes.get(..placement.front_len())
                && placement.suits(bytes, front.len)
            {
                return self.take_placed(index, from, (&placement, target));
            }
        }
        match plain {
            Some(from) => self.take_plain(index, from),
            None => self.take_with_control(index),
        }
    }

    /// Takes the datagram that [`Socket::look`] has just seen, with the payload written to its
    /// target. No other thread reads from the socket, so it is that datagram.
    ///
    /// The kernel writes runs of bytes in no defined order, so a word is not always written at
    /// once. A write of several packets promises no more than this. All bytes are written before
    /// those of any later packet.
    fn take_placed<M: MappedMemory>(
        &mut self,
        index: usize,
        from: AdapterAddress,
        (placement, target): (&Placement<'_, M>, *const u8),
    ) -> Taken {
        self.counters.receive_calls += 1;
        let (front_len, len) = (placement.front_len(), placement.len);
        let (memory, offset) = (placement.memory, placement.offset);
        assert!(
            offset <= memory.len() && len <= memory.len() - offset,
            "the adapter checked the range of {len} bytes at {offset} against {} bytes",
            memory.len()
        );
        // Earlier writes are visible before this one.
        fence(Ordering::Release);
        let payload = target.wrapping_add(offset).cast_mut();
        let mut pieces = [
            libc::iovec {
                iov_base: self.buffer.bytes.as_mut_ptr().cast(),
                iov_len: front_len,
            },
            libc::iovec {
                iov_base: payload.cast(),
                iov_len: len,
            },
        ];
        // SAFETY: all-zero bits are a valid header: no name, no pieces, no control buffer.
        let mut header: libc::msghdr = unsafe { mem::zeroed() };
        header.msg_iov = pieces.as_mut_ptr();
        header.msg_iovlen = pieces.len();
        let mut control = [0u64; CONTROL_WORDS];
        let port = self.ports.get(index);
        if port.plain_source().is_none() {
            header.msg_control = control.as_mut_ptr().cast();
            header.msg_controllen = size_of_val(&control);
        }
        // SAFETY: the buffer and the control buffer belong to this socket. The payload's range was
        // just checked, and is valid as long as the handle that the placement borrows. It may be
        // written: the adapter names only memory that its owner lets the peer write.
        let result = unsafe { libc::recvmsg(port.fd(), &raw mut header, 0) };
        let Ok(received) = usize::try_from(result) else {
            if io::Error::last_os_error().raw_os_error() == Some(libc::EFAULT) {
                let fault = MemoryFault::of_target(&pieces[1]);
                self.memory_fault.get_or_insert(fault);
            }
            return self.receive_failed(index);
        };
        if let (_, Some(drops)) = read_control(&header) {
            self.counters.socket_drops += self.ports.get(index).note_drops(drops);
        }
        if received != front_len + len {
            self.counters.receive_errors += 1;
            return Taken::Useless;
        }
        Taken::Placed {
            from,
            front: front_len,
            len,
        }
    }

    /// Copies the first bytes of the next datagram to the buffer and leaves the datagram in the
    /// socket. A look costs a tenth of a long payload's copy.
    fn look(&mut self, index: usize, known: Option<AdapterAddress>) -> Result<Front, Taken> {
        self.counters.looks += 1;
        let mut name = Name::empty();
        let mut name_len = size_of::<Name>() as libc::socklen_t;
        let (name_at, len_at) = if known.is_some() {
            (ptr::null_mut(), ptr::null_mut())
        } else {
            ((&raw mut name).cast(), &raw mut name_len)
        };
        // With MSG_TRUNC the call returns the datagram's full length.
        let flags = libc::MSG_PEEK | libc::MSG_TRUNC;
        let fd = self.ports.fd(index);
        let front = &mut self.buffer.bytes[..FRONT_MAX];
        // SAFETY: buffer and name belong to this function and have the stated lengths.
        let result = unsafe {
            libc::recvfrom(
                fd,
                front.as_mut_ptr().cast(),
                front.len(),
                flags,
                name_at,
                len_at,
            )
        };
        match usize::try_from(result) {
            Ok(len) => Ok(Front {
                from: known.or_else(|| name.address()),
                len,
            }),
            Err(_) => Err(self.receive_failed(index)),
        }
    }

    /// Takes a datagram that can only be a single datagram from `from`.
    fn take_plain(&mut self, index: usize, from: AdapterAddress) -> Taken {
        self.counters.receive_calls += 1;
        let fd = self.ports.fd(index);
        let buffer = &mut self.buffer.bytes;
        // SAFETY: the buffer belongs to this socket and has the stated length.
        let result = unsafe { libc::recv(fd, buffer.as_mut_ptr().cast(), buffer.len(), 0) };
        match usize::try_from(result) {
            // The buffer is longer than any datagram.
            Ok(len) => Taken::Datagrams {
                from,
                len,
                segment: len.max(1),
            },
            Err(_) => self.receive_failed(index),
        }
    }

    /// Takes the next datagrams with the segment size, the source, and the socket's drop counter.
    fn take_with_control(&mut self, index: usize) -> Taken {
        self.counters.receive_calls += 1;
        let port = self.ports.get(index);
        let known = port.source();
        let mut name = Name::empty();
        let mut control = [0u64; CONTROL_WORDS];
        let mut piece = libc::iovec {
            iov_base: self.buffer.bytes.as_mut_ptr().cast(),
            iov_len: self.buffer.bytes.len(),
        };
        // SAFETY: all-zero bits are a valid header: no name, no pieces, no control buffer.
        let mut header: libc::msghdr = unsafe { mem::zeroed() };
        if known.is_none() {
            header.msg_name = (&raw mut name).cast();
            header.msg_namelen = size_of::<Name>() as libc::socklen_t;
        }
        header.msg_iov = &raw mut piece;
        header.msg_iovlen = 1;
        header.msg_control = control.as_mut_ptr().cast();
        header.msg_controllen = size_of_val(&control);
        // SAFETY: name, piece and control buffer have the stated lengths and outlive the call.
        let result = unsafe { libc::recvmsg(port.fd(), &raw mut header, 0) };
        let Ok(len) = usize::try_from(result) else {
            return self.receive_failed(index);
        };
        let (segment, drops) = read_control(&header);
        if let Some(drops) = drops {
            self.counters.socket_drops += port.note_drops(drops);
        }
        let Some(from) = known.or_else(|| name.address()) else {
            self.counters.receive_errors += 1;
            return Taken::Useless;
        };
        if header.msg_flags & libc::MSG_TRUNC != 0 {
            self.counters.truncated += 1;
            return Taken::Useless;
        }
        let segment = segment.unwrap_or(len).max(1);
        Taken::Datagrams { from, len, segment }
    }

    fn receive_failed(&mut self, index: usize) -> Taken {
        let error = io::Error::last_os_error();
        if error.kind() == io::ErrorKind::WouldBlock {
            self.counters.socket_drops += self.ports.found_nothing(index);
            self.counters.empty_receives += 1;
            return Taken::Nothing;
        }
        // The kernel reports an error instead of a datagram: a signal, or the network's answer to
        // an earlier packet.
        self.counters.receive_errors += 1;
        if error.raw_os_error() == Some(libc::ECONNREFUSED) && index != OPEN {
            self.ports.refused(index);
        }
        Taken::Useless
    }
}

/// A target that is worth a look, with the first byte of its memory. Payloads whose bytes do not
/// lie in a row there are copied from the buffer.
fn placed<M: MappedMemory>(place: Placement<'_, M>) -> Option<(Placement<'_, M>, *const u8)> {
    if place.len < PLACED_MIN {
        return None;
    }
    let target = place.memory.as_ptr()?;
    Some((place, target))
}

/// The segment size, if several datagrams came, and the socket's drop counter, if it ever dropped.
fn read_control(header: &libc::msghdr) -> (Option<usize>, Option<u32>) {
    let (mut segment, mut drops) = (None, None);
    // SAFETY: the kernel filled in the header's control buffer and its length; the macros stay inside.
    let mut message = unsafe { libc::CMSG_FIRSTHDR(header) };
    while !message.is_null() {
        // SAFETY: a non-null control message inside the buffer, which is aligned for it.
        let (level, kind, data) = unsafe {
            (
                (*message).cmsg_level,
                (*message).cmsg_type,
                libc::CMSG_DATA(message),
            )
        };
        match (level, kind) {
            (libc::IPPROTO_UDP, libc::UDP_GRO) => {
                // SAFETY: this control message carries one integer.
                let value = unsafe { ptr::read_unaligned(data.cast::<i32>()) };
                segment = usize::try_from(value).ok();
            }
            (libc::SOL_SOCKET, libc::SO_RXQ_OVFL) => {
                // SAFETY: this one carries an unsigned integer.
                drops = Some(unsafe { ptr::read_unaligned(data.cast::<u32>()) });
            }
            _ => {}
        }
        // SAFETY: a control message in the buffer, as the first one.
        message = unsafe { libc::CMSG_NXTHDR(header, message) };
    }
    (segment, drops)
}
