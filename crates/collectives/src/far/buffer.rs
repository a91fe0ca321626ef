//! Buffers that other processes read or write while a collective runs, and *rendezvous headers*, which tell
//! other processes where a buffer is.

use alloc::format;
use farreach_verbs::{Access, Lkey, Region, RemoteAddress, Rkey, Sge};

use crate::mode::WaitMode;
use crate::process::{Far, Lent, Process};
use crate::{Collectives, Source, Target};

/// Bytes of a rendezvous header.
pub(super) const RENDEZVOUS_HEADER: usize = 24;

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
            addr: region.base,
            remote: region.remote(0),
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

    /// The rendezvous header of the buffer's first `len` bytes.
    pub(super) fn header(self, len: usize) -> [u8; RENDEZVOUS_HEADER] {
        self.header_at(0, len)
    }

    /// The rendezvous header of the `len` bytes from `at` on.
    pub(in super::super) fn header_at(self, at: usize, len: usize) -> [u8; RENDEZVOUS_HEADER] {
        let words = [
            u64::from(self.remote.rkey.0),
            self.remote.addr + at as u64,
            len as u64,
        ];
        let mut header = [0; RENDEZVOUS_HEADER];
        for (bytes, word) in header.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_ne_bytes());
        }
        header
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
pub(super) struct RendezvousHeader {
    begin: RemoteAddress,
    len: usize,
}

impl RendezvousHeader {
    /// Decodes a received rendezvous header.
    fn decode(bytes: &[u8]) -> RendezvousHeader {
        let word = |at: usize| {
            let word = bytes[8 * at..][..8].try_into();
            u64::from_ne_bytes(word.expect("8 bytes"))
        };
        RendezvousHeader {
            begin: RemoteAddress {
                rkey: Rkey(word(0) as u32),
                addr: word(1),
            },
            len: word(2) as usize,
        }
    }

    /// The rendezvous header of the bytes from `at` on.
    pub(super) fn at(self, at: usize) -> RendezvousHeader {
        RendezvousHeader {
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
pub(super) enum BulkTarget {
    /// The buffer of this rendezvous header.
    Announced(RendezvousHeader),
    /// This offset of the process's segment.
    Known(usize),
}

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Makes the target a buffer that this device and others may write. The process may read and
    /// write the target meanwhile.
    pub(crate) fn lend_target<'b>(
        &'b self,
        target: &'b mut Target<'_>,
    ) -> Result<LentTarget<'b, P>, P::Error> {
        let len = target.len();
        let (buffer, memory) = match target {
            // Empty memory can't be registered.
            Target::Private([]) => (self.in_segment(0, 0)?, TargetMemory::Segment(0)),
            Target::Private(bytes) => {
                let lent = self.process.lend_target(bytes)?;
                (Buffer::new(lent.region()), TargetMemory::Lent(lent))
            }
            &mut Target::Segment { offset, .. } => {
                (self.in_segment(offset, len)?, TargetMemory::Segment(offset))
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
            Source::Segment { offset, len } => Ok(LentSource {
                buffer: self.in_segment(offset, len)?,
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

    fn in_segment(&self, offset: usize, len: usize) -> Result<Buffer, P::Error> {
        let (lkey, addr, remote) = self.process.in_segment(offset, len)?;
        Ok(Buffer { lkey, addr, remote })
    }

    /// Begins to read `len` bytes at the location of an encoded rendezvous header into offset `at` of a
    /// buffer.
    pub(in super::super) fn read_by_header(
        &self,
        rank: u32,
        header: &[u8],
        (into, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        self.read_at(rank, RendezvousHeader::decode(header), (into, at), len)
    }

    /// The rendezvous header of `node` among the rendezvous headers of all nodes. Its buffer must have `len` bytes, as
    /// this process's.
    pub(super) fn header_of(
        &self,
        headers: &[u8],
        node: u32,
        len: usize,
    ) -> Result<RendezvousHeader, P::Error> {
        self.header(&headers[node as usize * RENDEZVOUS_HEADER..], node, len)
    }

    /// Decodes and checks the rendezvous header that a node has sent.
    pub(super) fn header(
        &self,
        bytes: &[u8],
        node: u32,
        len: usize,
    ) -> Result<RendezvousHeader, P::Error> {
        let header = RendezvousHeader::decode(bytes);
        if header.len == len {
            return Ok(header);
        }
        Err(self.mismatch(format!(
                "rank {} is in a collective of {} bytes, but this rank's is of {len} bytes: all members of a set give the \
                 same lengths",
                self.leader(node),
                header.len
            )))
    }

    /// Begins to read `len` bytes at the location of a rendezvous header into offset `at` of a buffer.
    pub(super) fn read_at(
        &self,
        rank: u32,
        header: RendezvousHeader,
        (into, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        parts(len).try_for_each(|(from, len)| {
            let (into, remote) = (into.part(at + from, len), header.part(from));
            self.begin(rank, Far::ReadExposed { into, remote })
        })
    }

    /// Begins to write `len` bytes at `at` of a buffer to another process's destination, from
    /// `start` on.
    pub(super) fn write_to(
        &self,
        rank: u32,
        (place, start): (BulkTarget, usize),
        (from, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        match place {
            BulkTarget::Announced(header) => {
                self.write_by_header(rank, header.at(start), (from, at), len)
            }
            BulkTarget::Known(offset) => parts(len).try_for_each(|(part, len)| {
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

    /// Checks that a node's rendezvous header names the place where data was already written without waiting
    /// for the rendezvous header.
    pub(super) fn check_place(
        &self,
        known: BulkTarget,
        told: BulkTarget,
        node: u32,
    ) -> Result<(), P::Error> {
        let (BulkTarget::Known(offset), BulkTarget::Announced(header)) = (known, told) else {
            return Ok(());
        };
        if header.begin.addr == self.in_segment(offset, 0)?.remote.addr {
            return Ok(());
        }
        Err(self.mismatch(format!(
                "the target of a collective is at another place in the symmetric memory of rank {} than in this rank's: all \
                 members of a set give the same",
                self.leader(node)
            )))
    }

    /// Begins to write `len` bytes at `at` of a buffer to the location of a rendezvous header.
    pub(super) fn write_by_header(
        &self,
        rank: u32,
        header: RendezvousHeader,
        (from, at): (Buffer, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        parts(len).try_for_each(|(start, len)| {
            let (from, remote) = (from.part(at + start, len), header.part(start));
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
