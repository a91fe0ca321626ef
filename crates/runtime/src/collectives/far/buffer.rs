//! Buffers that other processes read or write, and the tickets by which they find them.

use farreach_verbs::{Access, Lkey, Region, RemoteAddress, Rkey, Sge};

use super::super::{Collectives, Source, Target};
use crate::Error;
use crate::borrow::SourceAccess;

/// Bytes of a ticket.
pub(super) const TICKET: usize = 16;

/// Where a buffer is, for this process's device and for those of others.
#[derive(Clone, Copy)]
pub(in super::super) struct Buffer {
    lkey: Lkey,
    addr: u64,
    remote: RemoteAddress,
}

impl Buffer {
    /// A registered buffer.
    pub(super) fn new(region: Region) -> Buffer {
        Buffer {
            lkey: region.lkey,
            addr: 0,
            remote: RemoteAddress {
                rkey: region.rkey,
                addr: 0,
            },
        }
    }

    /// A part of it, for this process's device.
    pub(super) fn part(self, at: usize, len: usize) -> Sge {
        Sge {
            lkey: self.lkey,
            addr: self.addr + at as u64,
            len: len as u32,
        }
    }

    /// What tells others where it is.
    pub(super) fn ticket(self) -> [u8; TICKET] {
        self.ticket_at(0)
    }

    /// The ticket of what begins at `at`.
    pub(in super::super) fn ticket_at(self, at: usize) -> [u8; TICKET] {
        let words = [u64::from(self.remote.rkey.0), self.remote.addr + at as u64];
        let mut ticket = [0; TICKET];
        for (bytes, word) in ticket.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_ne_bytes());
        }
        ticket
    }
}

/// Another process's buffer.
#[derive(Clone, Copy)]
pub(super) struct Ticket(RemoteAddress);

impl Ticket {
    /// The ticket that was sent.
    pub(super) fn decode(bytes: [u8; TICKET]) -> Ticket {
        let (key, addr) = bytes.split_at(8);
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
        Ticket(RemoteAddress {
            rkey: Rkey(word(key) as u32),
            addr: word(addr),
        })
    }

    /// The ticket of a node, of all nodes'.
    pub(super) fn among(tickets: &[u8], node: u32) -> Ticket {
        let ticket = &tickets[node as usize * TICKET..][..TICKET];
        Ticket::decode(ticket.try_into().expect("as long"))
    }

    /// The ticket of what begins at `at`.
    pub(super) fn at(self, at: usize) -> Ticket {
        Ticket(self.part(at))
    }

    fn part(self, at: usize) -> RemoteAddress {
        RemoteAddress {
            addr: self.0.addr + at as u64,
            ..self.0
        }
    }
}

impl Collectives<'_> {
    /// Runs `f` with a buffer that this device and others may write.
    pub(in super::super) fn with_target_buffer<R>(
        &self,
        target: &mut Target<'_>,
        f: impl FnOnce(Buffer) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match target {
            Target::Private(bytes) => {
                self.world
                    .with_target(bytes, Access::REMOTE_WRITE, |region| f(Buffer::new(region)))
            }
            &mut Target::Segment { offset, .. } => f(self.in_segment(offset)),
        }
    }

    /// Runs `f` with a buffer that others may read.
    pub(in super::super) fn with_source_buffer<R>(
        &self,
        source: &Source<'_>,
        f: impl FnOnce(Buffer) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match source {
            Source::Private(bytes) => {
                self.world
                    .with_source(bytes, SourceAccess::Peers, |region| f(Buffer::new(region)))
            }
            &Source::Segment { offset, .. } => f(self.in_segment(offset)),
        }
    }

    fn in_segment(&self, offset: usize) -> Buffer {
        let network = self.world.network().expect("there are other nodes");
        let local = network.segment_sge(offset, 0);
        Buffer {
            lkey: local.lkey,
            addr: local.addr,
            remote: network.peek(|core, _| core.engine.segment_address(offset as u64)),
        }
    }

    /// Begins to read `len` bytes from where a ticket tells to `at` of a buffer.
    pub(in super::super) fn read_by_ticket(
        &self,
        rank: u32,
        ticket: &[u8],
        (into, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), Error> {
        self.read_at(rank, Ticket::among(ticket, 0), (into, at), len)
    }

    /// The same by a ticket that was taken.
    pub(super) fn read_at(
        &self,
        rank: u32,
        ticket: Ticket,
        (into, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), Error> {
        parts(len).try_for_each(|(from, len)| {
            self.world
                .get_exposed(rank, ticket.part(from), into.part(at + from, len))
        })
    }

    /// Begins to write `len` bytes at `at` of a buffer to where a ticket tells.
    pub(super) fn write_by_ticket(
        &self,
        rank: u32,
        ticket: Ticket,
        (from, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), Error> {
        parts(len).try_for_each(|(start, len)| {
            self.world
                .put_exposed(rank, ticket.part(start), from.part(at + start, len))
        })
    }
}

/// Parts below the largest message of a device: where each begins and its length.
fn parts(len: usize) -> impl Iterator<Item = (usize, usize)> {
    const PART: usize = 256 << 20;
    (0..len)
        .step_by(PART)
        .map(move |at| (at, PART.min(len - at)))
}
