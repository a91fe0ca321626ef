//! Receiving: one call brings one datagram, or a run of equal ones that the kernel put together.
//!
//! In the middle of a long write, or of the answer to a read, where the next payload belongs is known before it comes, and the call
//! puts it there: with pages that were lent (`splice`) it is copied once on its whole way. Where many peers share a socket and long
//! datagrams are likely, a look tells the source first.

use std::io;
use std::mem;
use std::ptr;
use std::sync::atomic::{Ordering, fence};

use farreach_roce::Placement;
use farreach_verbs::{AdapterAddress, MappedMemory, Time};

use super::Socket;
use super::batch::MAX_DATAGRAM;
use super::name::Name;
use super::ports::{Look, OPEN};

/// As long as anything that the kernel delivers, put together or not.
const BUFFER: usize = 1 << 16;

/// Room for the control messages that we asked for: segment size and drop counter, 24 bytes each.
const CONTROL_WORDS: usize = 8;

/// The fewest bytes of payload that are worth a place.
const PLACED_MIN: usize = 4 << 10;

/// A datagram with so long a payload is never put together with others.
const ALONE_MIN: usize = MAX_DATAGRAM / 2;

/// Where datagrams arrive.
pub(super) struct ReceiveBuffer {
    bytes: Box<[u8]>,
}

impl ReceiveBuffer {
    pub(super) fn new() -> Self {
        ReceiveBuffer {
            bytes: vec![0; BUFFER].into_boxed_slice(),
        }
    }

    /// What it takes, if long packets come.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }
}

/// What a receive call found.
pub(crate) enum Received<'a> {
    /// Nothing was there.
    Nothing,
    /// Something that is of no use, and was counted.
    Useless,
    /// Datagrams, each `segment` bytes long but the last, which may be shorter.
    Datagrams {
        from: AdapterAddress,
        bytes: &'a [u8],
        segment: usize,
    },
    /// A datagram without its payload, which is where the adapter said that it belongs.
    Placed {
        from: AdapterAddress,
        packet: &'a [u8],
    },
}

/// What a receive call put into the buffer.
enum Taken {
    Nothing,
    Useless,
    Datagrams {
        from: AdapterAddress,
        len: usize,
        segment: usize,
    },
    /// A datagram, of which the buffer has the first bytes: its payload, `len` bytes, is where it belongs.
    Placed {
        from: AdapterAddress,
        packet: usize,
        len: usize,
    },
}

impl Socket {
    /// Takes what is next in one of the sockets.
    ///
    /// `place` tells where the payload of the next datagram from an address belongs, if that can be foreseen.
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
                        bytes: &self.buffer.bytes[..len],
                        segment,
                    };
                }
                (Taken::Placed { from, packet, len }, _) => {
                    self.counters.packets_received += 1;
                    self.counters.bytes_received += (packet + len) as u64;
                    self.counters.placed_receives += 1;
                    self.ports.found(index, from, packet + len, packet + len);
                    return Received::Placed {
                        from,
                        packet: &self.buffer.bytes[..packet],
                    };
                }
            }
        }
    }

    /// Takes what is next in one socket.
    fn take<'p, M: MappedMemory + 'p>(
        &mut self,
        index: usize,
        place: impl Fn(AdapterAddress) -> Option<Placement<'p, M>>,
    ) -> Taken {
        self.counters.receive_calls += 1;
        let port = self.ports.get(index);
        let (mut source, plain) = (port.source(), port.plain_source());
        if source.is_none() && port.expects_long() {
            match self.peek_source(index) {
                Ok(found) => source = found,
                Err(taken) => return taken,
            }
        }
        let least = if plain.is_some() {
            PLACED_MIN
        } else {
            ALONE_MIN
        };
        let placement = source.and_then(place).filter(|place| place.len >= least);
        match (source.zip(placement), plain) {
            (Some((from, placement)), _) => self.take_placed(index, from, &placement),
            (None, Some(from)) => self.take_plain(index, from),
            (None, None) => self.take_with_control(index),
        }
    }

    /// The same, with the payload right to where that of the next datagram belongs. If another one came, it is put together
    /// in the buffer: what it left in that place is overwritten before anybody may rely on it.
    ///
    /// The kernel writes whole runs of bytes in no certain order, so not every word at once; a write of several packets
    /// promises no more. All of it is there before whatever comes later.
    fn take_placed<M: MappedMemory>(
        &mut self,
        index: usize,
        from: AdapterAddress,
        placement: &Placement<'_, M>,
    ) -> Taken {
        let fd = self.ports.fd(index);
        let (head, len) = (placement.head_len(), placement.len);
        let (memory, offset) = (placement.memory, placement.offset);
        assert!(
            offset <= memory.len() && len <= memory.len() - offset,
            "the adapter checked the range of {len} bytes at {offset} against {} bytes",
            memory.len()
        );
        // What was written before is visible before this.
        fence(Ordering::Release);
        let payload = memory.as_ptr().wrapping_add(offset).cast_mut();
        let buffer = &mut self.buffer.bytes;
        let (front, rest) = buffer.split_at_mut(head);
        let piece = |base: *mut u8, iov_len| libc::iovec {
            iov_base: base.cast(),
            iov_len,
        };
        let mut pieces = [
            piece(front.as_mut_ptr(), front.len()),
            piece(payload, len),
            piece(rest.as_mut_ptr(), rest.len()),
        ];
        // SAFETY: all-zero bits are a valid header: no name, no pieces, no control buffer.
        let mut header: libc::msghdr = unsafe { mem::zeroed() };
        header.msg_iov = pieces.as_mut_ptr();
        header.msg_iovlen = pieces.len();
        let (mut name, mut control) = (Name::empty(), [0u64; CONTROL_WORDS]);
        let port = self.ports.get(index);
        let has_source = port.source().is_some();
        if !has_source {
            header.msg_name = (&raw mut name).cast();
            header.msg_namelen = size_of::<Name>() as libc::socklen_t;
        }
        if port.plain_source().is_none() {
            header.msg_control = control.as_mut_ptr().cast();
            header.msg_controllen = size_of_val(&control);
        }
        // SAFETY: the buffer's parts, name and control buffer are ours. The payload's range was checked just now, is valid as long
        // as the handle that the placement borrows, and may be written: the adapter only names memory that its owner lets the
        // peer write to.
        let result = unsafe { libc::recvmsg(fd, &raw mut header, 0) };
        let Ok(received) = usize::try_from(result) else {
            return self.receive_failed(index);
        };
        let (segment, drops) = read_control(&header);
        if let Some(drops) = drops {
            self.counters.socket_drops += self.ports.get(index).note_drops(drops);
        }
        let segment = segment.unwrap_or(received).max(1);
        let source = if has_source {
            Some(from)
        } else {
            name.address()
        };
        let packet = head + Placement::<M>::TAIL_LEN;
        let buffer = &mut self.buffer.bytes;
        let is_alone = received == packet + len && segment >= received;
        if is_alone && source == Some(from) && placement.suits(&buffer[..packet]) {
            return Taken::Placed { from, packet, len };
        }
        let misplaced = received.saturating_sub(head).min(len);
        let behind = received.saturating_sub(head + misplaced);
        buffer.copy_within(head..head + behind, head + misplaced);
        let moved = memory.read(offset, &mut buffer[head..head + misplaced]);
        moved.expect("the range was checked");
        let Some(from) = source else {
            self.counters.receive_errors += 1;
            return Taken::Useless;
        };
        Taken::Datagrams {
            from,
            len: received,
            segment,
        }
    }

    /// Where the next datagram is from, which stays where it is: a look costs a tenth of copying a long payload.
    fn peek_source(&mut self, index: usize) -> Result<Option<AdapterAddress>, Taken> {
        let mut name = Name::empty();
        let mut name_len = size_of::<Name>() as libc::socklen_t;
        // SAFETY: no bytes are asked for; the name is ours and as long as stated.
        let result = unsafe {
            libc::recvfrom(
                self.ports.fd(index),
                ptr::null_mut(),
                0,
                libc::MSG_PEEK,
                (&raw mut name).cast(),
                &raw mut name_len,
            )
        };
        if result < 0 {
            return Err(self.receive_failed(index));
        }
        Ok(name.address())
    }

    /// Takes a datagram that can only be a single one from `from`.
    fn take_plain(&mut self, index: usize, from: AdapterAddress) -> Taken {
        let fd = self.ports.fd(index);
        let buffer = &mut self.buffer.bytes;
        // SAFETY: the buffer is ours and as long as stated.
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

    /// Takes what is next, with the size of the segments, the source, and the socket's drop counter.
    fn take_with_control(&mut self, index: usize) -> Taken {
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
        // SAFETY: name, piece and control buffer are ours, as long as stated, and outlive the call.
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
        // Reported in place of a datagram: a signal, or an answer of the network to something sent earlier.
        self.counters.receive_errors += 1;
        if error.raw_os_error() == Some(libc::ECONNREFUSED) && index != OPEN {
            self.ports.refused(index);
        }
        Taken::Useless
    }
}

/// The size of the segments, if several datagrams came, and the socket's drop counter, if it ever dropped.
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
        // SAFETY: as for the first.
        message = unsafe { libc::CMSG_NXTHDR(header, message) };
    }
    (segment, drops)
}
