//! Accesses of a process alone.
//!
//! Data that lies in a row is read and written where it is. Other data goes through a buffer. Each range of the file is
//! written by a call of its own: a buffer that also covers holes would bring back what others have written there meanwhile.
//! Reads may cover holes (*data sieving*).

use farreach_runtime::Scattered;

use super::disk::Disk;
use super::hints::{Choice, Hints};
use super::lock::Lock;
use super::view::View;
use crate::data::Data;
use crate::error::Result;

/// Bytes of the buffer for data that does not lie in a row.
const STAGE: usize = 1 << 20;
/// Reads of blocks below this length may cover holes, unless a hint decides.
const SIEVED_BLOCK: u64 = 2048;
/// Of what is read over holes, at least one byte in so many is wanted.
const SIEVED_SHARE: u64 = 8;

/// Whether a range is locked while it is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atomicity {
    /// No.
    Off,
    /// Yes.
    On,
}

/// The range of the file from the first to behind the last byte of an access.
pub(super) fn span(view: &View, position: u64, len: u64) -> (u64, u64) {
    match (view.place(position), view.place(position + len - 1)) {
        (Some(first), Some(last)) => (first, last + 1),
        _ => (0, 0),
    }
}

/// Writes all of `data` from `position` of the stream on.
pub(super) fn write(
    disk: &Disk,
    (view, position): (&View, u64),
    data: &Data,
    atomicity: Atomicity,
) -> Result<()> {
    let len = data.len() as u64;
    if len == 0 {
        return Ok(());
    }
    let (first, end) = span(view, position, len);
    let _locked = match atomicity {
        Atomicity::On => Some(disk.lock(Lock::Exclusive, first, end - first)?),
        Atomicity::Off => None,
    };
    let in_row = data.with_row(|bytes| {
        let mut bytes = bytes;
        for (place, len) in view.ranges(position, len) {
            let (part, rest) = bytes.split_at(len as usize);
            disk.write(place, part)?;
            bytes = rest;
        }
        Ok(())
    });
    if let Some(written) = in_row {
        return written;
    }
    let mut stage = vec![0; STAGE.min(data.len())];
    // The part of the data that is in the buffer.
    let (mut from, mut to) = (0, 0);
    let mut at = 0;
    for (mut place, mut len) in view.ranges(position, len) {
        while len > 0 {
            if at == to {
                (from, to) = (at, data.len().min(at + stage.len()));
                Scattered::read(data, from, &mut stage[..to - from]);
            }
            let part = (to - at).min(len as usize);
            disk.write(place, &stage[at - from..][..part])?;
            at += part;
            place += part as u64;
            len -= part as u64;
        }
    }
    Ok(())
}

/// Reads from `position` of the stream on to `data`. Returns the bytes before the end of the file.
pub(super) fn read(
    disk: &Disk,
    (view, position): (&View, u64),
    data: &Data,
    hints: &Hints,
    atomicity: Atomicity,
) -> Result<usize> {
    let len = data.len() as u64;
    if len == 0 {
        return Ok(0);
    }
    let (first, end) = span(view, position, len);
    let _locked = match atomicity {
        Atomicity::On => Some(disk.lock(Lock::Shared, first, end - first)?),
        Atomicity::Off => None,
    };
    let sieves = match hints.sieve_reads {
        Choice::Enabled => true,
        Choice::Disabled => false,
        Choice::Automatic => view.block() < SIEVED_BLOCK && (end - first) / len < SIEVED_SHARE,
    };
    let mut reader = Reader {
        disk,
        cover: Vec::new(),
        from: 0,
        valid: 0,
        cover_max: if sieves { hints.read_buffer } else { 0 },
        end,
    };
    let in_row = data.with_mut_row(|bytes| {
        let mut at = 0;
        for (place, len) in view.ranges(position, len) {
            let len = len as usize;
            let read = reader.read(place, &mut bytes[at..at + len])?;
            at += read;
            if read < len {
                break;
            }
        }
        Ok(at)
    });
    if let Some(read) = in_row {
        return read;
    }
    let mut stage = vec![0; STAGE.min(data.len())];
    let (mut from, mut at) = (0, 0);
    'all: for (mut place, mut len) in view.ranges(position, len) {
        while len > 0 {
            if at - from == stage.len() {
                Scattered::write(data, from, &stage);
                from = at;
            }
            let part = (stage.len() - (at - from)).min(len as usize);
            let read = reader.read(place, &mut stage[at - from..][..part])?;
            at += read;
            if read < part {
                break 'all;
            }
            place += part as u64;
            len -= part as u64;
        }
    }
    Scattered::write(data, from, &stage[..at - from]);
    Ok(at)
}

/// Reads ranges, maybe by larger reads that cover several of them.
struct Reader<'a> {
    disk: &'a Disk,
    cover: Vec<u8>,
    /// Where in the file the buffer begins, and how many of its bytes are the file's.
    from: u64,
    valid: usize,
    /// Bytes of the buffer. 0 reads each range by itself.
    cover_max: usize,
    /// Behind the last range.
    end: u64,
}

impl Reader<'_> {
    fn read(&mut self, place: u64, into: &mut [u8]) -> Result<usize> {
        if into.len() >= self.cover_max / 2 {
            return self.disk.read(place, into);
        }
        let is_inside =
            place >= self.from && place + into.len() as u64 <= self.from + self.cover.len() as u64;
        if !is_inside {
            let len = (self.end - place).min(self.cover_max as u64) as usize;
            self.cover.resize(len, 0);
            self.from = place;
            self.valid = self.disk.read(place, &mut self.cover)?;
        }
        let at = (place - self.from) as usize;
        let read = into.len().min(self.valid.saturating_sub(at));
        into[..read].copy_from_slice(&self.cover[at..at + read]);
        Ok(read)
    }
}
