//! Collectives over sets of processes, for all programming models above.
//!
//! ```text
//!   Group: an ordered set │ Source, Target: a member's data, private or in its segment
//!        ▼
//!   Collectives: barrier, broadcast, reductions, gathers, scatters, exchanges, scans
//!        │
//!        ├─ all members share memory: see `local/mod.rs`
//!        │
//!        ├─ little data: the nodes' leaders do it, see `led.rs`
//!        │
//!        └─ much: publish   a piece of what others need goes into the own window, in the internal area
//!                 sync      a barrier inside each node, and between their leaders, see `sync.rs`
//!                 pull      everybody copies what it needs out of the others' windows, all at the same time
//! ```
//!
//! A piece is published in one half of the window while others may still pull the piece before from the other half, so
//! that a piece costs one barrier. All members go through the same pieces: those know the lengths alike. The words and
//! areas are in `layout.rs`, how groups come and go in `split.rs`.

mod exchange;
mod gather;
mod group;
mod layout;
mod led;
mod local;
mod mail;
mod operand;
mod reduce;
mod split;
mod sync;

pub(crate) use layout::{INTERNAL_BYTES, NODES_MAX};
pub(crate) use split::Contexts;

pub use exchange::Counts;
pub use group::{Group, Members};
pub use operand::{Source, Target};
pub use reduce::{Operator, Scan};

use crate::{Error, World};
use group::State;

/// The collectives of a group.
#[derive(Clone, Copy)]
pub struct Collectives<'a> {
    world: &'a World,
    group: &'a Group,
}

impl World {
    /// The collectives of all processes.
    pub fn collectives(&self) -> Collectives<'_> {
        self.collectives_of(self.world_group())
    }

    /// The collectives of a group.
    pub fn collectives_of<'a>(&'a self, group: &'a Group) -> Collectives<'a> {
        Collectives { world: self, group }
    }

    /// The group of all processes, by rank.
    pub fn world_group(&self) -> &Group {
        self.group_of_all(|| {
            let members = Members::Strided {
                start: 0,
                stride: 1,
                size: self.size(),
            };
            Group::new(self, members, 0, 0)
        })
    }

    /// Waits until all processes have called it and all operations before it are complete everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        self.collectives().barrier()
    }

    /// [`Collectives::broadcast`] to all processes.
    pub fn broadcast(&self, root: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.collectives().broadcast(root, Target::Private(bytes))
    }

    /// [`Collectives::all_reduce`] of all processes.
    pub fn all_reduce(&self, bytes: &mut [u8], operator: &Operator<'_>) -> Result<(), Error> {
        self.collectives()
            .all_reduce(Target::Private(bytes), operator)
    }
}

impl Collectives<'_> {
    fn size(&self) -> usize {
        self.group.size() as usize
    }

    fn index(&self) -> usize {
        self.group.index() as usize
    }

    /// What failed in the middle of a collective ends the job: the others wait for what will never come.
    fn or_abort<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        if let Err(error) = &result {
            self.world.abort(&format!("a collective failed: {error}"));
        }
        result
    }

    fn wrong_length(&self, what: &str, given: usize, wanted: usize) -> Error {
        Error::Mismatch {
            rank: self.world.rank(),
            what: format!(
                "{what} has {given} bytes, but {wanted} bytes are needed for {} processes",
                self.size()
            ),
        }
    }

    /// The half of the windows that the next piece goes through, as an offset in the segment.
    fn half(&self, state: &State) -> usize {
        let half = (state.round % 2) as usize;
        layout::context(self.group.context()) + layout::WINDOW + half * layout::HALF
    }

    /// Copies `len` bytes from `at` on of `source` to `offset` of this process's segment, where the others find them.
    fn publish(
        &self,
        offset: usize,
        source: &Source<'_>,
        at: usize,
        len: usize,
    ) -> Result<(), Error> {
        source.copy_to(self.world, at, self.world.own_segment().view(), offset, len)
    }

    /// Copies `len` bytes at `offset` of a member's segment to `at` of `target`.
    fn pull(
        &self,
        member: usize,
        offset: usize,
        target: &mut Target<'_>,
        at: usize,
        len: usize,
    ) -> Result<(), Error> {
        let rank = self.group.rank(member as u32);
        if len == 0 {
            return Ok(());
        }
        if let Some(near) = self.world.near(rank) {
            return target.copy_from(self.world, at, near.bytes, offset, len);
        }
        let piece = Piece {
            member,
            offset,
            at,
            len,
        };
        self.pull_remote(target, &[piece])
    }

    /// [`Collectives::pull`] of several pieces at once, in any order.
    fn pull_pieces(
        &self,
        target: &mut Target<'_>,
        pieces: impl Iterator<Item = Piece>,
    ) -> Result<(), Error> {
        let pieces = pieces.filter(|piece| piece.len > 0);
        let (near, remote): (Vec<Piece>, Vec<Piece>) =
            pieces.partition(|piece| self.world.near(self.rank_of(piece)).is_some());
        if !remote.is_empty() {
            self.pull_remote(target, &remote)?;
        }
        near.iter().try_for_each(|piece| {
            let near = self.world.near(self.rank_of(piece)).expect("looked above");
            target.copy_from(self.world, piece.at, near.bytes, piece.offset, piece.len)
        })
    }

    /// Pulls pieces from other nodes, all under way at the same time.
    fn pull_remote(&self, target: &mut Target<'_>, pieces: &[Piece]) -> Result<(), Error> {
        let world = self.world;
        match target {
            Target::Private(bytes) => world.with_target(bytes, |lkey| {
                for piece in pieces {
                    let rank = self.rank_of(piece);
                    world.get_registered(rank, piece.offset, lkey, piece.at, piece.len)?;
                }
                world.quiet()
            }),
            Target::Segment { offset: into, .. } => {
                for piece in pieces {
                    let rank = self.rank_of(piece);
                    world.get_nbi(rank, piece.offset, *into + piece.at, piece.len)?;
                }
                world.quiet()
            }
        }
    }

    fn rank_of(&self, piece: &Piece) -> u32 {
        self.group.rank(piece.member as u32)
    }
}

/// A piece of what a member published: where it lies in its segment, and where it goes in the target.
struct Piece {
    member: usize,
    offset: usize,
    at: usize,
    len: usize,
}
