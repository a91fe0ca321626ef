//! Buffers that other processes read or write while a collective runs, and *tickets*, which tell
//! other processes where a buffer is.

use alloc::format;
use farreach_verbs::{Access, Lkey, Region, RemoteAddress, Rkey, Sge};

use crate::mode::Mode;
use crate::process::{Far, Lent, Process};
use crate::{Collectives, Source, Target};

/// Bytes of a ticket.
pub(super) const TICKET: usize = 24;

/// The location of a buffer, for this process's device and for those of others.
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

    /// A part of the buffer, for this process's device.
    pub(super) fn part(self, at: usize, len: usize) -> Sge {
        Sge {
            lkey: self.lkey,
            addr: self.addr + at as u64,
            len: len as u32,
        }
    }

    /// The ticket of the buffer's first `len` bytes.
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

/// A source or room whose memory is a buffer until this is dropped.
pub(crate) struct LentSource<'b, P: Process + 'b> {
    pub(crate) buffer: Buffer,
    _lent: Option<P::Lent<'b>>,
}

/// A target whose memory is a buffer until this is dropped.
pub(crate) struct LentTarget<'b, P: Process + 'b> {
    pub(crate) buffer: Buffer,
    len: usize,
    memory: TargetMemory<'b, P>,
}

/// The memory of a lent target.
enum TargetMemory<'b, P: Process + 'b> {
    Lent(P::Lent<'b>),
    /// Memory in this process's segment, from this offset on.
    Segment(usize),
}

impl<P: Process> LentTarget<'_, P> {
    /// The length in bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Copies bytes from `at` on.
    pub(super) fn read(&self, process: &P, at: usize, into: &mut [u8]) -> Result<(), P::Error> {
        match &self.memory {
            TargetMemory::Lent(lent) => lent.read(at, into),
            TargetMemory::Segment(offset) => process.load(process.rank(), offset + at, into)?,
        }
        Ok(())
    }

    /// Copies `bytes` to offset `at`.
    pub(super) fn write(&self, process: &P, at: usize, bytes: &[u8]) -> Result<(), P::Error> {
        match &self.memory {
            TargetMemory::Lent(lent) => lent.write(at, bytes),
            TargetMemory::Segment(offset) => process.store(process.rank(), offset + at, bytes)?,
        }
        Ok(())
    }
}

/// The location of another process's buffer.
#[derive(Clone, Copy)]
pub(super) struct Ticket {
    begin: RemoteAddress,
    len: usize,
}

impl Ticket {
    /// Decodes a received ticket.
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

    /// The ticket of the bytes from `at` on.
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

/// The destination of data at another process.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// The buffer of this ticket.
    Told(Ticket),
    /// This offset of the process's segment.
    Known(usize),
}

impl<P: Process, M: Mode<P>> Collectives<'_, P, M> {
    /// Makes the target a buffer that this device and others may write. The process may read and
    /// write the target meanwhile.
    pub(crate) fn lend_target<'b>(
        &'b self,
        target: &'b mut Target<'_>,
    ) -> Result<LentTarget<'b, P>, P::Error> {
        let len = target.len();
        let (buffer, memory) = match target {
            // Empty memory can't be registered.
            Target::Private([]) => (self.in_segment(0), TargetMemory::Segment(0)),
            Target::Private(bytes) => {
                let lent = self.process.lend_target(bytes)?;
                (Buffer::new(lent.region()), TargetMemory::Lent(lent))
            }
            &mut Target::Segment { offset, .. } => {
                (self.in_segment(offset), TargetMemory::Segment(offset))
            }
        };
        Ok(LentTarget {
            buffer,
            len,
            memory,
        })
    }

    /// Makes the source a buffer that others may read.
    pub(crate) fn lend_source<'b>(
        &'b self,
        source: &Source<'b>,
    ) -> Result<LentSource<'b, P>, P::Error> {
        match *source {
            Source::Private(bytes) => {
                let lent = self.process.lend_source(bytes)?;
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

    /// Makes room of this process a buffer, with `access` for other devices.
    pub(super) fn lend_room(
        &self,
        room: &P::Room,
        access: Access,
    ) -> Result<LentSource<'_, P>, P::Error> {
        let lent = self.process.lend_room(room, access)?;
        Ok(LentSource {
            buffer: Buffer::new(lent.region()),
            _lent: Some(lent),
        })
    }

    fn in_segment(&self, offset: usize) -> Buffer {
        let (lkey, addr, remote) = self.process.in_segment(offset);
        Buffer { lkey, addr, remote }
    }

    /// Begins to read `len` bytes at the location of an encoded ticket into offset `at` of a
    /// buffer.
    pub(in super::super) fn read_by_ticket(
        &self,
        rank: u32,
        ticket: &[u8],
        (into, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        self.read_at(rank, Ticket::decode(ticket), (into, at), len)
    }

    /// The ticket of `node` among the tickets of all nodes. Its buffer must have `len` bytes, as
    /// this process's.
    pub(super) fn ticket_of(
        &self,
        tickets: &[u8],
        node: u32,
        len: usize,
    ) -> Result<Ticket, P::Error> {
        self.ticket(&tickets[node as usize * TICKET..], node, len)
    }

    /// Decodes and checks the ticket that a node has sent.
    pub(super) fn ticket(&self, bytes: &[u8], node: u32, len: usize) -> Result<Ticket, P::Error> {
        let ticket = Ticket::decode(bytes);
        if ticket.len == len {
            return Ok(ticket);
        }
        Err(self.mismatch(format!(
                "rank {} is in a collective of {} bytes, but this rank's is of {len} bytes: all members of a set give the \
                 same lengths",
                self.leader(node),
                ticket.len
            )))
    }

    /// Begins to read `len` bytes at the location of a ticket into offset `at` of a buffer.
    pub(super) fn read_at(
        &self,
        rank: u32,
        ticket: Ticket,
        (into, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        parts(len).try_for_each(|(from, len)| {
            let (into, remote) = (into.part(at + from, len), ticket.part(from));
            self.begin(rank, Far::ReadExposed { into, remote })
        })
    }

    /// Begins to write `len` bytes at `at` of a buffer to another process's destination, from
    /// `start` on.
    pub(super) fn write_to(
        &self,
        rank: u32,
        (place, start): (Place, usize),
        (from, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        match place {
            Place::Told(ticket) => self.write_by_ticket(rank, ticket.at(start), (from, at), len),
            Place::Known(offset) => parts(len).try_for_each(|(part, len)| {
                self.write_segment(rank, offset + start + part, from.part(at + part, len))
            }),
        }
    }

    /// Begins to write a part of a buffer to `offset` of a process's segment.
    pub(super) fn write_segment(
        &self,
        rank: u32,
        offset: usize,
        from: Sge,
    ) -> Result<(), P::Error> {
        self.begin(rank, Far::Write { from, offset })
    }

    /// Checks that a node's ticket names the place where data was already written without waiting
    /// for the ticket.
    pub(super) fn check_place(&self, known: Place, told: Place, node: u32) -> Result<(), P::Error> {
        let (Place::Known(offset), Place::Told(ticket)) = (known, told) else {
            return Ok(());
        };
        if ticket.begin.addr == self.in_segment(offset).remote.addr {
            return Ok(());
        }
        Err(self.mismatch(format!(
                "the target of a collective is at another place in the symmetric memory of rank {} than in this rank's: all \
                 members of a set give the same",
                self.leader(node)
            )))
    }

    /// Begins to write `len` bytes at `at` of a buffer to the location of a ticket.
    pub(super) fn write_by_ticket(
        &self,
        rank: u32,
        ticket: Ticket,
        (from, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        parts(len).try_for_each(|(start, len)| {
            let (from, remote) = (from.part(at + start, len), ticket.part(start));
            self.begin(rank, Far::WriteExposed { from, remote })
        })
    }
}

/// Splits `len` bytes into parts that a device can move by one request. Yields the offset and
/// length of each.
fn parts(len: usize) -> impl Iterator<Item = (usize, usize)> {
    const PART: usize = 256 << 20;
    (0..len)
        .step_by(PART)
        .map(move |at| (at, PART.min(len - at)))
}
