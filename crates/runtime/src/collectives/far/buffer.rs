//! Buffers that other processes read or write, and the tickets by which they find them.

use farreach_node::View;
use farreach_verbs::{Access, Lkey, MemoryError, Region, RemoteAddress, Rkey, Sge};

use super::super::{Collectives, Source, Target};
use crate::Error;
use crate::borrow::SourceAccess;

/// Bytes of a ticket.
pub(super) const TICKET: usize = 24;

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

    /// What tells others where its first `len` bytes are.
    pub(super) fn ticket(self, len: usize) -> [u8; TICKET] {
        self.ticket_at(0, len)
    }

    /// The ticket of the `len` bytes from `at` on.
    pub(in super::super) fn ticket_at(self, at: usize, len: usize) -> [u8; TICKET] {
        let words = [
            u64::from(self.remote.rkey.0),
            self.remote.addr + at as u64,
            len as u64,
        ];
        let mut ticket = [0; TICKET];
        for (bytes, word) in ticket.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_ne_bytes());
        }
        ticket
    }
}

/// Another process's buffer.
#[derive(Clone, Copy)]
pub(super) struct Ticket {
    begin: RemoteAddress,
    len: usize,
}

impl Ticket {
    /// The ticket that was sent.
    fn decode(bytes: &[u8]) -> Ticket {
        let word = |at: usize| {
            let word = bytes[8 * at..][..8].try_into();
            u64::from_ne_bytes(word.expect("8 bytes"))
        };
        Ticket {
            begin: RemoteAddress {
                rkey: Rkey(word(0) as u32),
                addr: word(1),
            },
            len: word(2) as usize,
        }
    }

    /// The ticket of what begins at `at`.
    pub(super) fn at(self, at: usize) -> Ticket {
        Ticket {
            begin: self.part(at),
            len: self.len.saturating_sub(at),
        }
    }

    fn part(self, at: usize) -> RemoteAddress {
        RemoteAddress {
            addr: self.begin.addr + at as u64,
            ..self.begin
        }
    }
}

/// Where another process wants data.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// There, as it told.
    Told(Ticket),
    /// At an offset of its segment.
    Known(usize),
}

impl Collectives<'_> {
    /// Runs `f` with a buffer that this device and others may write.
    pub(in super::super) fn with_target_buffer<R>(
        &self,
        target: &mut Target<'_>,
        f: impl FnOnce(Buffer) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match target {
            // Nothing can be registered of nothing.
            Target::Private([]) => f(self.in_segment(0)),
            Target::Private(bytes) => {
                self.world
                    .with_target(bytes, Access::REMOTE_WRITE, |region| f(Buffer::new(region)))
            }
            &mut Target::Segment { offset, .. } => f(self.in_segment(offset)),
        }
    }

    /// The same for an `f` that reads and writes it meanwhile as well.
    pub(super) fn with_shared_buffer<R>(
        &self,
        target: &mut Target<'_>,
        f: impl FnOnce(Buffer, View<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match target {
            Target::Private(bytes) => {
                self.world
                    .with_shared_target(bytes, Access::REMOTE_WRITE, |region, view| {
                        f(Buffer::new(region), view)
                    })
            }
            &mut Target::Segment { offset, len } => {
                let own = self.world.own_segment().view();
                let view = own
                    .part(offset, len)
                    .map_err(|error| self.memory_error(error))?;
                f(self.in_segment(offset), view)
            }
        }
    }

    /// What is wrong with a range of this process's memory.
    pub(super) fn memory_error(&self, error: MemoryError) -> Error {
        Error::memory(self.world.rank(), self.world.rank(), error)
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
        self.read_at(rank, Ticket::decode(ticket), (into, at), len)
    }

    /// The ticket of a node, of all nodes', whose buffer has `len` bytes as this one's.
    pub(super) fn ticket_of(&self, tickets: &[u8], node: u32, len: usize) -> Result<Ticket, Error> {
        self.ticket(&tickets[node as usize * TICKET..], node, len)
    }

    /// The ticket that a node has sent.
    pub(super) fn ticket(&self, bytes: &[u8], node: u32, len: usize) -> Result<Ticket, Error> {
        let ticket = Ticket::decode(bytes);
        if ticket.len == len {
            return Ok(ticket);
        }
        Err(Error::Mismatch {
            rank: self.world.rank(),
            what: format!(
                "rank {} is in a collective of {} bytes, but this rank's is of {len} bytes: all members of a set give the \
                 same lengths",
                self.leader(node),
                ticket.len
            ),
        })
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

    /// Begins to write `len` bytes at `at` of a buffer to `start` of where another process wants them.
    pub(super) fn write_to(
        &self,
        rank: u32,
        (place, start): (Place, usize),
        (from, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), Error> {
        match place {
            Place::Told(ticket) => self.write_by_ticket(rank, ticket.at(start), (from, at), len),
            Place::Known(offset) => parts(len).try_for_each(|(part, len)| {
                let own = from.part(at + part, len);
                self.world.put_registered(rank, offset + start + part, own)
            }),
        }
    }

    /// Checks that what was written to where a node's target was known to be is where the node has told that it is.
    pub(super) fn check_place(&self, known: Place, told: Place, node: u32) -> Result<(), Error> {
        let (Place::Known(offset), Place::Told(ticket)) = (known, told) else {
            return Ok(());
        };
        if ticket.begin.addr == self.in_segment(offset).remote.addr {
            return Ok(());
        }
        Err(Error::Mismatch {
            rank: self.world.rank(),
            what: format!(
                "the target of a collective is at another place in the symmetric memory of rank {} than in this rank's: all \
                 members of a set give the same",
                self.leader(node)
            ),
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
