//! Sending: packets are gathered into a batch, which is sent in as few calls as possible.

use std::io;
use std::mem;
use std::ptr;

use farreach_roce::frame::Sealer;
use farreach_roce::{Adapter, Link, LinkStatus, Packet};
use farreach_verbs::{AdapterAddress, MappedMemory, Time};
use thiserror::Error;

use super::batch::{MAX_TRAINS, SegmentControl, bytes_to_copy, header_of, is_foreign, pieces_of};
use super::name::Name;
use super::ports::OPEN;
use super::{MemoryFault, Socket};

/// A packet that could not be sent, or an address that does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LinkFailure {
    /// The path does not carry packets of this size.
    #[error("a packet of {bytes} bytes to {to} exceeds what the path carries; use a smaller MTU")]
    PacketTooLarge {
        /// The destination.
        to: AdapterAddress,
        /// The packet's length as a UDP payload.
        bytes: usize,
    },
    /// The destination's address family is not that of this socket.
    #[error("{to} can't be reached from an address of the other IP version")]
    OtherFamily {
        /// The destination.
        to: AdapterAddress,
    },
    /// Nothing ever came from a host, though datagrams were sent there for seconds.
    #[error("no answer from {to}; look for a firewall between the hosts")]
    NoAnswer {
        /// The destination.
        to: AdapterAddress,
    },
    /// An adapter's datagrams have another protection than those of this one, so that neither takes
    /// anything of the other.
    #[error("{to} protects its datagrams otherwise: they are {theirs}")]
    OtherProtection {
        /// The adapter.
        to: AdapterAddress,
        /// The name of its protection.
        theirs: &'static str,
    },
    /// The kernel refused the packet.
    #[error("a packet to {to} was refused by the kernel (os error {code})")]
    Refused {
        /// The destination.
        to: AdapterAddress,
        /// The operating system's error number.
        code: i32,
    },
}

/// A datagram that the kernel had no room for.
pub(super) struct Parked {
    to: AdapterAddress,
    name: Name,
    bytes: Vec<u8>,
}

/// The link on which an adapter transmits while a batch is open.
pub(super) struct Gather<'a> {
    socket: &'a mut Socket,
}

impl<M: MappedMemory> Link<M> for Gather<'_> {
    fn send(&mut self, packet: &Packet<'_, M>) -> LinkStatus {
        let socket = &mut *self.socket;
        if socket.sealer.as_ref().is_some_and(Sealer::awaits_secret) {
            // A packet that can't be sealed is lost, and what is lost is sent again.
            socket.counters.unsealed += 1;
            return LinkStatus::Sent;
        }
        if packet.len() > socket.narrow.least() {
            socket.flush_batch();
            if !socket.parked.is_empty() {
                return LinkStatus::Full;
            }
            if socket.send_on_narrow(packet) {
                return LinkStatus::Sent;
            }
        }
        let (mut size, mut copied) = (packet.len(), bytes_to_copy(packet));
        let room = socket.sealer.as_ref().map(|sealer| sealer.room(packet.to));
        if let Some((before, behind)) = room {
            size += before + behind;
            copied = size;
        }
        if !socket.batch.has_room(copied, pieces_of(packet)) {
            socket.flush_batch();
        }
        let full = socket.batch.trains.len() == MAX_TRAINS;
        let joins = socket.batch.joins(packet.to, size);
        if full && !joins {
            socket.flush_batch();
        }
        if !socket.parked.is_empty() {
            return LinkStatus::Full;
        }
        // A flush above may have taken the train that the packet would have joined.
        if !socket.batch.joins(packet.to, size) {
            let Some(name) = Name::of(packet.to, socket.family) else {
                socket.fail(LinkFailure::OtherFamily { to: packet.to }, 1);
                return LinkStatus::Sent;
            };
            let (family, port) = (socket.family, socket.ports.route(packet.to));
            let batch = &mut socket.batch;
            batch.start_train(packet.to, name, port, family, size);
        }
        if let (Some(room), Some(sealer)) = (room, &mut socket.sealer) {
            socket.batch.add_framed(packet, sealer, room);
            socket.batch.end_packet(size);
            return LinkStatus::Sent;
        }
        socket.batch.add(packet);
        socket.batch.end_packet(size);
        socket.consider_splicing();
        LinkStatus::Sent
    }
}

impl Socket {
    /// Sends until the adapter has nothing ready or the kernel has no room.
    pub(crate) fn transmit<M: MappedMemory>(&mut self, adapter: &mut Adapter<M>, now: Time) {
        // SAFETY: the adapter sends ranges of memory that is registered with it. The adapter is
        // borrowed until all packets were flushed, and a transmit pass ends no registration. So the
        // adapter holds a handle to that memory for all this time.
        unsafe { self.gather(|link| adapter.transmit(now, link)) }
        self.ports.tend(now);
    }

    /// Whether packets wait until the kernel has room again.
    pub(crate) fn is_blocked(&self) -> bool {
        !self.parked.is_empty()
    }

    /// Takes the first packet since the last call that could not be sent, and the reason.
    #[inline]
    pub(crate) fn take_link_failure(&mut self) -> Option<LinkFailure> {
        self.link_failure.take()
    }

    /// The destination of the first packet since the last failure was taken, if that packet was too
    /// long for its path.
    pub(crate) fn too_large(&self) -> Option<AdapterAddress> {
        match self.link_failure {
            Some(LinkFailure::PacketTooLarge { to, .. }) => Some(to),
            _ => None,
        }
    }

    /// Takes the first piece of memory since the last call that could not be read or written.
    #[inline]
    pub(crate) fn take_memory_fault(&mut self) -> Option<MemoryFault> {
        self.memory_fault.take()
    }

    /// Opens a batch, lets `fill` send into it, and flushes it.
    ///
    /// # Safety
    ///
    /// Memory whose ranges `fill` sends must stay valid for reads until this returns.
    pub(super) unsafe fn gather(&mut self, fill: impl FnOnce(&mut Gather<'_>)) {
        // A panic may have left invalid entries.
        self.batch.clear();
        if self.is_blocked() {
            self.send_parked();
        }
        fill(&mut Gather { socket: self });
        self.flush_batch();
    }

    /// Hands the batch to the kernel. Packets for which the kernel has no room are parked.
    fn flush_batch(&mut self) {
        let mut next = 0;
        while next < self.batch.trains.len() {
            let spliced = self.send_spliced(next);
            if spliced > 0 {
                next += spliced;
                continue;
            }
            let run = self.run_from(next);
            let result = if run == 1 {
                self.send_train(next).map(|()| 1)
            } else {
                self.send_trains(next, run)
            };
            match result {
                Ok(sent) => next += sent,
                Err(libc::EINTR) => {}
                Err(libc::ECONNREFUSED) if self.batch.trains[next].port != OPEN => {
                    self.reroute(next);
                }
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

    /// How many trains from `first` on leave by one socket, copied.
    fn run_from(&self, first: usize) -> usize {
        let trains = &self.batch.trains;
        let joins = |&at: &usize| trains[at].port == trains[first].port && !self.is_spliced(at);
        1 + (first + 1..trains.len()).take_while(joins).count()
    }

    /// The peer of the train's socket was gone once. What is for it leaves by the open socket, as if it had none.
    #[cold]
    fn reroute(&mut self, index: usize) {
        let refused = self.batch.trains[index].port;
        self.ports.refused(refused);
        for train in &mut self.batch.trains[index..] {
            if train.port == refused {
                train.port = OPEN;
            }
        }
    }

    /// Sends one train.
    fn send_train(&mut self, index: usize) -> Result<(), i32> {
        let family = self.family;
        let train = &mut self.batch.trains[index];
        let fd = self.ports.fd(train.port);
        let pieces = &mut self.batch.pieces[train.first_piece..][..train.pieces];
        let result = if let [piece] = pieces
            && train.packets == 1
        {
            // The shorter way through the kernel.
            let (name, name_len) = if train.port == OPEN {
                ((&raw const train.name).cast(), family.name_len())
            } else {
                (ptr::null(), 0)
            };
            // SAFETY: the piece is readable for its length (`gather`). The name, if any, has its
            // family's length.
            unsafe { libc::sendto(fd, piece.iov_base, piece.iov_len, 0, name, name_len) }
        } else {
            let mut control = SegmentControl::new(train.segment);
            let header = header_of(train, pieces, &mut control, family);
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

    /// Sends `count` trains from `first` on in one call; returns how many the kernel took.
    fn send_trains(&mut self, first: usize, count: usize) -> Result<usize, i32> {
        let family = self.family;
        let trains = &mut self.batch.trains[first..first + count];
        let fd = self.ports.fd(trains[0].port);
        let mut controls = [const { SegmentControl::new(0) }; MAX_TRAINS];
        // SAFETY: all-zero bits are valid headers of trains without anything.
        let mut headers: [libc::mmsghdr; MAX_TRAINS] = unsafe { mem::zeroed() };
        for ((train, control), header) in trains.iter_mut().zip(&mut controls).zip(&mut headers) {
            *control = SegmentControl::new(train.segment);
            let pieces = &mut self.batch.pieces[train.first_piece..][..train.pieces];
            header.msg_hdr = header_of(train, pieces, control, family);
        }
        // SAFETY: as many headers as trains were filled in; names, pieces and controls outlive the call, and what the
        // pieces name is readable (`gather`).
        let result = unsafe { libc::sendmmsg(fd, headers.as_mut_ptr(), trains.len() as u32, 0) };
        self.counters.send_calls += 1;
        let Ok(sent) = usize::try_from(result) else {
            return Err(last_error());
        };
        for index in first..first + sent {
            self.count_sent(index);
        }
        Ok(sent)
    }

    pub(super) fn count_sent(&mut self, index: usize) {
        let train = &self.batch.trains[index];
        let may_rise = !is_foreign(train.to, self.family);
        self.ports.sent(train.port, train.to, may_rise);
        self.counters.packets_sent += train.packets as u64;
        self.counters.bytes_sent += train.bytes as u64;
        self.counters.segmented_sends += u64::from(train.packets > 1);
    }

    /// Copies the trains from `first` on, to be sent when the kernel has room.
    #[cold]
    fn park_from(&mut self, first: usize) {
        self.counters.send_blocked += 1;
        for train in &self.batch.trains[first..] {
            for packet in self.batch.bytes_of(train).chunks(train.segment) {
                self.parked.push_back(Parked {
                    to: train.to,
                    name: train.name,
                    bytes: packet.to_vec(),
                });
            }
        }
    }

    /// Sends parked packets until the kernel has no room.
    #[cold]
    fn send_parked(&mut self) {
        while let Some(parked) = self.parked.pop_front() {
            match self.send_copy(&parked.name, &parked.bytes) {
                Ok(()) => {}
                Err(code) if is_temporary(code) => {
                    self.parked.push_front(parked);
                    return;
                }
                Err(code) => self.fail(failure(parked.to, parked.bytes.len(), code), 1),
            }
        }
    }

    /// Deals with a train that the kernel refused for good. If it was one for the kernel to cut, the packets are tried
    /// one by one; should that work, offload is given up.
    #[cold]
    fn refused(&mut self, index: usize, code: i32) {
        let train = &self.batch.trains[index];
        let (to, name, segment) = (train.to, train.name, train.segment);
        let (packets, bytes) = (train.packets as u64, train.bytes);
        if code == libc::EFAULT {
            // The path is not to blame.
            if let Some(fault) = MemoryFault::of_sources(self.batch.payloads_of(train)) {
                self.memory_fault.get_or_insert(fault);
                self.counters.send_failures += packets;
                return;
            }
        }
        if packets == 1 || code == libc::EFAULT {
            self.fail(failure(to, bytes, code), packets);
            return;
        }
        for packet in self.batch.bytes_of(train).chunks(segment) {
            match self.send_copy(&name, packet) {
                Ok(()) => self.batch.segmentation = false,
                Err(code) if is_temporary(code) => self.parked.push_back(Parked {
                    to,
                    name,
                    bytes: packet.to_vec(),
                }),
                Err(code) => self.fail(failure(to, packet.len(), code), 1),
            }
        }
    }

    /// Sends one datagram at once, in a frame.
    #[cold]
    pub(crate) fn send_alone(&mut self, to: AdapterAddress, datagram: &[u8]) -> Result<(), i32> {
        let name = Name::of(to, self.family).ok_or(libc::EAFNOSUPPORT)?;
        let Some(sealer) = &mut self.sealer else {
            return self.send_copy(&name, datagram);
        };
        if sealer.awaits_secret() {
            self.counters.unsealed += 1;
            return Ok(());
        }
        let (before, behind) = sealer.room(to);
        let mut frame = vec![0; before + datagram.len() + behind];
        frame[before..][..datagram.len()].copy_from_slice(datagram);
        sealer.seal(to, &mut frame);
        self.send_copy(&name, &frame)
    }

    fn send_copy(&mut self, name: &Name, bytes: &[u8]) -> Result<(), i32> {
        loop {
            self.counters.send_calls += 1;
            // SAFETY: slice and name are valid for the given lengths.
            let result = unsafe {
                libc::sendto(
                    self.ports.fd(OPEN),
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

    /// Notes that an adapter's datagrams have another protection.
    #[cold]
    pub(crate) fn disagrees(&mut self, to: AdapterAddress, theirs: &'static str) {
        self.link_failure
            .get_or_insert(LinkFailure::OtherProtection { to, theirs });
    }

    /// Notes that an adapter does not answer.
    pub(crate) fn unanswered(&mut self, to: AdapterAddress) {
        self.link_failure
            .get_or_insert(LinkFailure::NoAnswer { to });
    }

    fn fail(&mut self, failure: LinkFailure, packets: u64) {
        self.counters.send_failures += packets;
        self.link_failure.get_or_insert(failure);
    }
}

fn failure(to: AdapterAddress, bytes: usize, code: i32) -> LinkFailure {
    match code {
        libc::EMSGSIZE => LinkFailure::PacketTooLarge { to, bytes },
        code => LinkFailure::Refused { to, code },
    }
}

/// Whether the kernel may accept the packet a little later.
fn is_temporary(code: i32) -> bool {
    matches!(code, libc::EAGAIN | libc::ENOBUFS | libc::ENOMEM)
}

fn last_error() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

#[cfg(test)]
impl Gather<'_> {
    /// Parks all packets, as if the kernel had no room.
    pub(super) fn park_all(&mut self) {
        self.socket.park_from(0);
        self.socket.batch.clear();
    }
}
