//! The connect file: which connections a run used, so that another can make them at its start.
//!
//! ```text
//!   farreach connections 1                                     name and version of the format
//!   8 processes on 4 nodes, reach rc, running "exchange"       whose they are; the program is for people
//!   0: 2,4                                                     the other ends of rank 0's connections
//!   1: 3,5
//!   ..                                                         a line for each rank, in order
//!   crc32 1f0c22a9                                             of all bytes before this line
//! ```
//!
//! The idea comes from GASNet's connect files. Both ends of a connection are named. Where one
//! connection leads to all processes of a node, the line names the process at its end.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use farreach_engine::Reach;
use thiserror::Error;

use super::jobs::Placement;
use super::rank_set::RankSet;

const FORMAT: &str = "farreach connections";
const VERSION: &str = "1";

/// The shape of the job. Only a job of the same shape can use the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Ranks and nodes.
    pub placement: Placement,
    /// The reach of a connection.
    pub reach: Reach,
}

/// The connections of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFile {
    shape: Shape,
    reached: Vec<RankSet>,
}

/// Why a connect file can't be used or written.
#[derive(Debug, Error)]
pub enum ConnectFileError {
    /// The operating system can't read the file.
    #[error(
        "the connect file {} can't be read: {source}; farreach run --record-connections writes one", path.display()
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The operating system can't write the file.
    #[error("the connect file {} can't be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The file is something else.
    #[error(
        "{} is no connect file: it does not begin with \"{FORMAT} {VERSION}\"; name the file that farreach run \
         --record-connections wrote",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is damaged.
    #[error("the connect file {} is damaged: {what}; record it again with farreach run --record-connections", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The place in the file.
        what: String,
    },
    /// The file is of another job.
    #[error(
        "the connect file {} is of a job of {recorded}, but this one has {present}: record it again, or choose \
         FARREACH_PRECONNECT=none",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What the file says.
        recorded: String,
        /// What this job is.
        present: String,
    },
}

impl Shape {
    /// The shape, for the file and for messages.
    fn text(&self) -> String {
        let placement = &self.placement;
        format!(
            "{} processes on {placement}, reach {}",
            placement.size(),
            self.reach
        )
    }
}

impl ConnectFile {
    /// The connections that the ranks reported, by rank. A connection that only one end reported
    /// counts, because the other end's last report may have been under way.
    ///
    /// # Panics
    /// If there is not one report for each rank, or one names a rank that does not exist.
    pub fn new(shape: Shape, told: &[RankSet]) -> ConnectFile {
        assert_eq!(told.len(), shape.placement.size() as usize);
        let mut ends = vec![BTreeSet::new(); told.len()];
        for (rank, others) in told.iter().enumerate() {
            for other in others.iter() {
                ends[rank].insert(other);
                ends[other as usize].insert(rank as u32);
            }
        }
        let reached = ends.into_iter().map(RankSet::from_iter).collect();
        ConnectFile { shape, reached }
    }

    /// The other ends of a rank's connections.
    pub fn of(&self, rank: u32) -> &RankSet {
        &self.reached[rank as usize]
    }

    /// Writes the file in one step: whatever happens, there is the old file or the new one.
    pub fn write(&self, path: &Path, program: &str) -> Result<(), ConnectFileError> {
        let failed = |source| ConnectFileError::Write {
            path: path.to_owned(),
            source,
        };
        let name = path
            .file_name()
            .ok_or_else(|| failed(io::ErrorKind::InvalidFilename.into()))?;
        let mut beside = std::ffi::OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}", std::process::id()));
        let beside = path.with_file_name(beside);
        let write = || {
            let mut file = fs::File::create(&beside)?;
            file.write_all(self.to_text(program).as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        write().map_err(|source| {
            // A part of the file is of no use.
            let _ = fs::remove_file(&beside);
            failed(source)
        })
    }

    /// Reads the file of a job of this shape.
    pub fn read(path: &Path, shape: &Shape) -> Result<ConnectFile, ConnectFileError> {
        let bytes = fs::read(path).map_err(|source| ConnectFileError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(path, &bytes, shape)
    }

    fn to_text(&self, program: &str) -> String {
        let shape = self.shape.text();
        let mut text = format!("{FORMAT} {VERSION}\n{shape}, running {program:?}\n");
        for (rank, reached) in self.reached.iter().enumerate() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{rank}: {reached}");
        }
        let checksum = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "crc32 {checksum:08x}");
        text
    }

    fn parse(path: &Path, bytes: &[u8], shape: &Shape) -> Result<ConnectFile, ConnectFileError> {
        let damaged = |what: String| ConnectFileError::Damaged {
            path: path.to_owned(),
            what,
        };
        let first = format!("{FORMAT} {VERSION}\n");
        if !bytes.starts_with(first.as_bytes()) {
            return Err(ConnectFileError::Foreign {
                path: path.to_owned(),
            });
        }
        let text = checked(bytes).map_err(damaged)?;
        let mut lines = text.lines().skip(1);
        let recorded = lines.next().unwrap_or_default();
        let recorded = recorded
            .split_once(", running ")
            .map_or(recorded, |(shape, _)| shape);
        if recorded != shape.text() {
            return Err(ConnectFileError::Other {
                path: path.to_owned(),
                recorded: recorded.to_owned(),
                present: shape.text(),
            });
        }
        let placement = &shape.placement;
        let mut reached = Vec::new();
        for (rank, line) in (0..).zip(lines) {
            if rank == placement.size() {
                return Err(damaged(format!(
                    "there are more lines than the {rank} ranks"
                )));
            }
            reached.push(parse_line(line, rank, placement).map_err(damaged)?);
        }
        if reached.len() < placement.size() as usize {
            return Err(damaged(format!("rank {} is missing", reached.len())));
        }
        Ok(ConnectFile {
            shape: shape.clone(),
            reached,
        })
    }
}

/// The text before the checksum, if the checksum is right.
fn checked(bytes: &[u8]) -> Result<&str, String> {
    let cut = "its end is missing";
    let body = bytes.strip_suffix(b"\n").ok_or(cut)?;
    let start = body.iter().rposition(|&byte| byte == b'\n').ok_or(cut)? + 1;
    let (text, last) = bytes.split_at(start);
    let last = str::from_utf8(last).unwrap_or_default().trim_end();
    let checksum = last.strip_prefix("crc32 ").ok_or(cut)?;
    let is = format!("{:08x}", crc32fast::hash(text));
    if checksum != is {
        return Err(format!("its checksum is {is}, not {checksum:?}"));
    }
    str::from_utf8(text).map_err(|error| error.to_string())
}

fn parse_line(line: &str, rank: u32, placement: &Placement) -> Result<RankSet, String> {
    let refused = || {
        format!(
            "line {:?} is not that of rank {rank}",
            line.get(..60).unwrap_or(line)
        )
    };
    let (number, ranks) = line.split_once(": ").ok_or_else(refused)?;
    if number.parse() != Ok(rank) {
        return Err(refused());
    }
    let reached: RankSet = ranks
        .parse()
        .map_err(|error| format!("rank {rank}: {error}"))?;
    let size = placement.size();
    if let Some(last) = reached.last().filter(|&last| last >= size) {
        return Err(format!("rank {rank} is connected to rank {last} of {size}"));
    }
    let node = placement.node_of(rank);
    let meets_own = match placement.block(node) {
        Some(block) => reached.meets(&(block.start..=block.end - 1)),
        None => reached.iter().any(|other| placement.node_of(other) == node),
    };
    if meets_own {
        return Err(format!("rank {rank} is connected to its own node"));
    }
    Ok(reached)
}

#[cfg(test)]
mod tests;
