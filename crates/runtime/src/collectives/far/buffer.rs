//! Buffers that other processes read or write while a collective runs, and the tickets by which they find them.

use farreach_engine::{Op, Source as OpSource};
use farreach_node::{Memory, View};
use farreach_verbs::{Access, Lkey, MemoryError, Region, RemoteAddress, Rkey, Sge};

use super::super::mode::Mode;
use super::super::{Run, Source, Target};
use crate::Error;
use crate::borrow::{Lent, SourceAccess};

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

/// A source, or room, that is a buffer as long as this is there.
pub(in super::super) struct LentSource<'b> {
    pub(in super::super) buffer: Buffer,
    _lent: Option<Lent<'b>>,
}

/// A target that is a buffer as long as this is there.
pub(in super::super) struct LentTarget<'b> {
    pub(in super::super) buffer: Buffer,
    /// The same bytes, for this process.
    pub(super) view: View<'b>,
    _lent: Option<Lent<'b>>,
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

impl<M: Mode> Run<'_, M> {
    /// The target as a buffer that this device and others may write, and this process read and write meanwhile.
    pub(in super::super) fn lend_target<'b>(
        &'b self,
        target: &'b mut Target<'_>,
    ) -> Result<LentTarget<'b>, Error> {
        match target {
            // Nothing can be registered of nothing.
            Target::Private([]) => self.lend_own(0, 0),
            Target::Private(bytes) => {
                let through = self.world.direct();
                let (lent, view) = through.lend_target(bytes, Access::REMOTE_WRITE)?;
                Ok(LentTarget {
                    buffer: Buffer::new(lent.region()),
                    view,
                    _lent: Some(lent),
                })
            }
            &mut Target::Segment { offset, len } => self.lend_own(offset, len),
        }
    }

    fn lend_own(&self, offset: usize, len: usize) -> Result<LentTarget<'_>, Error> {
        let own = self.world.own_segment().view();
        let view = own.part(offset, len);
        Ok(LentTarget {
            buffer: self.in_segment(offset),
            view: view.map_err(|error| self.memory_error(error))?,
            _lent: None,
        })
    }

    /// The source as a buffer that others may read.
    pub(in super::super) fn lend_source<'b>(
        &'b self,
        source: &Source<'b>,
    ) -> Result<LentSource<'b>, Error> {
        match *source {
            Source::Private(bytes) => {
                let through = self.world.direct();
                let lent = through.lend_source(bytes, SourceAccess::Peers)?;
                Ok(LentSource {
                    buffer: Buffer::new(lent.region()),
                    _lent: Some(lent),
                })
            }
            Source::Segment { offset, .. } => Ok(LentSource {
                buffer: self.in_segment(offset),
                _lent: None,
            }),
        }
    }

    /// Room of this process's as a buffer for the device, and for those of others as `access` says.
    pub(super) fn lend_room(&self, room: &Memory, access: Access) -> Result<LentSource<'_>, Error> {
        let lent = self
            .world
            .direct()
            .lend(room.clone(), Access::LOCAL_WRITE | access)?;
        Ok(LentSource {
            buffer: Buffer::new(lent.region()),
            _lent: Some(lent),
        })
    }

    /// What is wrong with a range of this process's memory.
    pub(super) fn memory_error(&self, error: MemoryError) -> Error {
        Error::memory(self.world.rank(), self.world.rank(), error)
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
            let (into, remote) = (into.part(at + from, len), ticket.part(from));
            self.begin(rank, Op::GetExposed { into, remote })
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
                self.write_segment(rank, offset + start + part, from.part(at + part, len))
            }),
        }
    }

    /// Begins to write a part of a buffer to `offset` of a process's segment.
    pub(super) fn write_segment(&self, rank: u32, offset: usize, from: Sge) -> Result<(), Error> {
        let (source, offset) = (OpSource::Region(from), offset as u64);
        self.begin(rank, Op::Put { source, offset })
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
            let (from, remote) = (from.part(at + start, len), ticket.part(start));
            self.begin(rank, Op::PutExposed { from, remote })
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
