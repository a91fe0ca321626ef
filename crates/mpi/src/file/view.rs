//! Views: which bytes of a file a process sees.
//!
//! ```text
//!   file     displacement │ filetype │ filetype │ filetype …
//!                          ▓▓░░▓░░░░  ▓▓░░▓░░░░  ▓▓░░▓░░░░      ▓ data  ░ hole
//!   stream                 ▓▓▓        ▓▓▓        ▓▓▓            positions count the bytes of data
//! ```
//!
//! The displacements of a filetype do not decrease. So the order of the stream is the order of the file.

use crate::datatype::{Basic, Datatype};
use crate::error::{Class, Failure, Result};

/// How a file represents data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representation {
    /// As in memory.
    Native,
    /// As in memory: all processes of a job have one representation.
    Internal,
    /// Big-endian numbers of the sizes that the standard fixes.
    External32,
}

impl Representation {
    /// The standard's name.
    pub fn name(self) -> &'static str {
        match self {
            Representation::Native => "native",
            Representation::Internal => "internal",
            Representation::External32 => "external32",
        }
    }

    /// The representation of a name.
    pub fn of(name: &str) -> Result<Representation> {
        let all = [Self::Native, Self::Internal, Self::External32];
        let found = all.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| {
            let what = format!(
                "argument datarep: `{name}`: there are `native`, `internal` and `external32`"
            );
            Failure::new(Class::UnsupportedDatarep, what)
        })
    }

    /// Bytes of an element in a file.
    pub(super) fn size(self, datatype: &Datatype) -> usize {
        match self {
            Representation::External32 => datatype.external_size(1).unwrap_or(0),
            _ => datatype.size(),
        }
    }

    /// The distance in a file from one element of a datatype to the next one.
    pub fn extent(self, datatype: &Datatype) -> Result<isize> {
        let (_, extent) = datatype.extent();
        if self != Representation::External32 || has_native_sizes(datatype) {
            return Ok(extent);
        }
        if datatype.is_contiguous(2) == Some(0) {
            return Ok(self.size(datatype) as isize);
        }
        let what = "argument datatype: a type with gaps whose numbers have other sizes in external32: use types of fixed sizes";
        Err(Failure::new(Class::UnsupportedDatarep, what))
    }
}

fn has_native_sizes(datatype: &Datatype) -> bool {
    datatype
        .signature()
        .all(|(basic, _)| basic.external_size() == basic.size())
}

/// A block of data in a filetype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// Where the block is in the filetype.
    offset: u64,
    /// The bytes of data before it.
    start: u64,
    len: u64,
}

/// What a process sees of a file.
#[derive(Debug)]
pub struct View {
    /// Where the view begins, in bytes.
    pub displacement: u64,
    /// The unit of offsets.
    pub etype: Datatype,
    /// What is repeated.
    pub filetype: Datatype,
    /// How the file represents data.
    pub representation: Representation,
    etype_size: u64,
    runs: Vec<Run>,
    /// Bytes of data in a filetype.
    size: u64,
    extent: u64,
    /// Whether no byte is in it twice.
    is_ascending: bool,
}

/// Whether data will be written by a view, so that no byte may be in it twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It is only read.
    Reads,
    /// It may be written.
    Writes,
}

/// A filetype that the standard forbids. It has no class for that; ROMIO's is that of input and output.
fn of_filetype(what: impl Into<String>) -> Failure {
    Failure::new(Class::Io, format!("argument filetype: {}", what.into()))
}

impl View {
    /// All bytes of the file.
    pub fn of_bytes() -> View {
        let byte = Datatype::basic(Basic::Byte);
        let made = View::new(0, &byte, &byte, Representation::Native, Use::Writes);
        made.expect("bytes are a view")
    }

    /// A view from `displacement` on.
    pub fn new(
        displacement: u64,
        etype: &Datatype,
        filetype: &Datatype,
        representation: Representation,
        usage: Use,
    ) -> Result<View> {
        let (unit, size) = (etype.size(), filetype.size());
        if unit == 0 || size % unit != 0 {
            return Err(of_filetype(format!(
                "{size} bytes of data, which is no multiple of the etype's {unit}"
            )));
        }
        let extent = representation.extent(filetype)?;
        let mut runs: Vec<Run> = Vec::new();
        let mut start = 0;
        let mut is_ascending = true;
        let dense = extent != filetype.extent().1;
        let dense = dense.then_some((0, representation.size(filetype)));
        let blocks: Vec<(isize, usize)> = match dense {
            Some(block) => vec![block],
            None => filetype.blocks(1).collect(),
        };
        for (offset, len) in blocks {
            let offset = u64::try_from(offset).map_err(|_| {
                of_filetype(format!("a displacement of {offset}, which is negative"))
            })?;
            let len = len as u64;
            if let Some(last) = runs.last() {
                if offset < last.offset {
                    let last = last.offset;
                    return Err(of_filetype(format!(
                        "a displacement of {offset} behind one of {last}: displacements must not decrease"
                    )));
                }
                let overlaps = offset < last.offset + last.len;
                is_ascending &= !overlaps;
                if usage == Use::Writes && overlaps {
                    return Err(of_filetype(
                        "its blocks overlap, and the file may be written",
                    ));
                }
            }
            runs.push(Run { offset, start, len });
            start += len;
        }
        let extent = extent.max(0) as u64;
        if let (Some(first), Some(last)) = (runs.first(), runs.last()) {
            let end = last.offset + last.len;
            is_ascending &= first.offset + extent >= end;
            let is_wrong = match usage {
                Use::Writes => first.offset + extent < end,
                Use::Reads => first.offset + extent < last.offset,
            };
            if is_wrong {
                return Err(of_filetype(format!(
                    "an extent of {extent} bytes, but its data spans {}: repetitions overlap",
                    end - first.offset
                )));
            }
        }
        Ok(View {
            displacement,
            etype: etype.clone(),
            filetype: filetype.clone(),
            representation,
            etype_size: representation.size(etype) as u64,
            runs,
            size: start,
            extent,
            is_ascending,
        })
    }

    /// Bytes of an etype in the file.
    pub fn etype_size(&self) -> u64 {
        self.etype_size
    }

    /// Whether nothing is seen, since the filetype has no data.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Bytes of data in a block on average.
    pub(super) fn block(&self) -> u64 {
        if self.is_row() {
            return u64::MAX;
        }
        self.size / (self.runs.len() as u64).max(1)
    }

    /// Whether no byte of the file is seen twice.
    pub(super) fn is_ascending(&self) -> bool {
        self.is_ascending
    }

    /// Whether the view has no holes.
    fn is_row(&self) -> bool {
        matches!(self.runs.as_slice(), [run] if run.len == self.extent)
    }

    /// The run that has a byte of a filetype's data.
    fn run_of(&self, at: u64) -> usize {
        self.runs.partition_point(|run| run.start + run.len <= at)
    }

    /// Where in the file a byte of the stream is. The view is not empty.
    pub fn place(&self, position: u64) -> Option<u64> {
        let (tile, rest) = (position / self.size, position % self.size);
        let run = &self.runs[self.run_of(rest)];
        let inside = run.offset.checked_add(rest - run.start)?;
        let tile = tile.checked_mul(self.extent)?;
        let place = self.displacement.checked_add(tile)?.checked_add(inside)?;
        i64::try_from(place).is_ok().then_some(place)
    }

    /// How many bytes of the stream are before a place of the file.
    pub fn bytes_before(&self, place: u64) -> u64 {
        let Some(first) = self.runs.first().filter(|_| self.size > 0) else {
            return 0;
        };
        let Some(at) = place.checked_sub(self.displacement + first.offset) else {
            return 0;
        };
        if self.extent == 0 {
            return at.min(self.size);
        }
        let (tile, rest) = (at / self.extent, at % self.extent);
        let rest = rest + first.offset;
        let next = self.runs.partition_point(|run| run.offset < rest);
        let inside = match next.checked_sub(1).map(|at| &self.runs[at]) {
            Some(run) => run.start + run.len.min(rest - run.offset),
            None => 0,
        };
        tile * self.size + inside
    }

    /// The ranges of the file that have `len` bytes of the stream from `position` on: places and lengths. Ranges that touch
    /// are joined.
    pub fn ranges(&self, position: u64, len: u64) -> Ranges<'_> {
        let (tile, rest) = match self.size {
            0 => (0, 0),
            size => (position / size, position % size),
        };
        let run = self.run_of(rest);
        Ranges {
            view: self,
            tile,
            run,
            skip: self.runs.get(run).map_or(0, |run| rest - run.start),
            left: if self.size == 0 { 0 } else { len },
        }
    }
}

/// Ranges of a file: see [`View::ranges`].
#[derive(Debug)]
pub struct Ranges<'a> {
    view: &'a View,
    tile: u64,
    run: usize,
    /// Bytes of the run that are not wanted.
    skip: u64,
    left: u64,
}

impl Ranges<'_> {
    fn place(&self) -> u64 {
        let origin = self.view.displacement + self.tile * self.view.extent;
        origin + self.view.runs[self.run].offset + self.skip
    }
}

impl Iterator for Ranges<'_> {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        if self.left == 0 {
            return None;
        }
        let place = self.place();
        if self.view.is_row() {
            return Some((place, std::mem::take(&mut self.left)));
        }
        let mut len = 0;
        while self.left > 0 && self.place() == place + len {
            let part = (self.view.runs[self.run].len - self.skip).min(self.left);
            len += part;
            self.left -= part;
            self.skip += part;
            if self.skip == self.view.runs[self.run].len {
                self.skip = 0;
                self.run += 1;
                if self.run == self.view.runs.len() {
                    self.run = 0;
                    self.tile += 1;
                }
            }
        }
        Some((place, len))
    }
}
