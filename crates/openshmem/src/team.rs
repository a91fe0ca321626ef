//! Teams: ordered sets of PEs.

use std::sync::Arc;

use farreach_runtime::collectives::{Collectives, Group, Members};
use farreach_runtime::{Error, World};

/// A team that this process is a member of. Its PEs are numbered from 0.
///
/// Teams are made by collectives of an existing team. The interface passes these collectives, under
/// the name that errors use.
#[derive(Clone)]
pub struct Team<'w> {
    world: &'w World,
    pes: Pes,
}

/// The processes of a team.
#[derive(Clone)]
enum Pes {
    /// All processes.
    All,
    /// The processes of this node.
    Node,
    /// Processes that were split off.
    Split(Arc<Group>),
}

/// A part of a team's PEs: `size` numbers, from `start` on, with a distance of `stride`.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The first number.
    pub start: i64,
    /// The distance between numbers, which may be negative.
    pub stride: i64,
    /// The number of PEs.
    pub size: i64,
}

impl Part {
    /// Whether the part is not empty, has no PE twice, and is inside a team of `all` PEs.
    pub fn is_set(self, all: u32) -> bool {
        let is_once = self.stride != 0 || self.size == 1;
        self.size >= 1 && is_once && self.outside(all).is_none()
    }

    /// The first number that is not a PE of a team of `all` PEs.
    fn outside(self, all: u32) -> Option<i64> {
        let Part {
            start,
            stride,
            size,
        } = self;
        let all = 0..i64::from(all);
        let is_outside = |number: i64| !all.contains(&number);
        if size < 1 || !is_outside(start) && !is_outside(start + (size - 1) * stride) {
            return None;
        }
        if is_outside(start) {
            return Some(start);
        }
        // The number of steps that stay inside.
        let room = if stride < 0 {
            start
        } else {
            all.end - 1 - start
        };
        Some(start + (room / stride.abs() + 1) * stride)
    }

    /// The ranks of these PEs of `parent`. All must exist.
    fn members(self, parent: &Members) -> Members {
        let Part {
            start,
            stride,
            size,
        } = self;
        match parent {
            Members::Strided {
                start: first,
                stride: step,
                ..
            } => Members::Strided {
                start: (i64::from(*first) + start * step) as u32,
                stride: step * stride,
                size: size as u32,
            },
            listed @ Members::Listed(_) => {
                let numbers = (0..size).map(|at| (start + at * stride) as u32);
                let ranks = numbers.map(|number| listed.rank(number));
                Members::Listed(ranks.map(|rank| rank.expect("a member")).collect())
            }
        }
    }
}

impl<'w> Team<'w> {
    /// The team of all PEs. Each PE's number is its rank.
    #[inline]
    pub fn all(world: &'w World) -> Team<'w> {
        let pes = Pes::All;
        Team { world, pes }
    }

    /// The team of this node's PEs.
    #[inline]
    pub fn of_node(world: &'w World) -> Team<'w> {
        let pes = Pes::Node;
        Team { world, pes }
    }

    /// Whether this is the team of all PEs.
    #[inline]
    pub fn is_all(&self) -> bool {
        matches!(self.pes, Pes::All)
    }

    /// The team's processes.
    pub fn group(&self) -> &Group {
        match &self.pes {
            Pes::All => self.world.world_group(),
            Pes::Node => self.world.node_group(),
            Pes::Split(group) => group,
        }
    }

    /// The ranks of the team's PEs.
    pub fn members(&self) -> &Members {
        self.group().members()
    }

    /// The team's collectives.
    #[inline]
    pub fn collectives(&self) -> Collectives<'_> {
        self.world.collectives_of(self.group())
    }

    /// The rank of PE `pe` of the team. `None` if there is no such PE.
    pub fn rank(&self, pe: u32) -> Option<u32> {
        self.members().rank(pe)
    }

    /// The number in the team `other` of PE `pe` of this team. `None` if `pe` is not in both.
    pub fn translate(&self, pe: u32, other: &Team<'_>) -> Option<u32> {
        other.members().index_of(self.rank(pe)?)
    }

    /// Splits this team. Each process names the members of its new team, or none. `by` are this
    /// team's collectives.
    pub fn split(
        &self,
        by: Collectives<'_>,
        members: Option<Members>,
    ) -> Result<Option<Team<'w>>, Error> {
        let group = by.split(members)?;
        Ok(group.map(|group| Team {
            world: self.world,
            pes: Pes::Split(Arc::new(group)),
        }))
    }

    /// Makes a team of a part of this one. PEs outside the part get `None`. `by` are this team's
    /// collectives.
    pub fn split_strided(
        &self,
        by: Collectives<'_>,
        part: Part,
    ) -> Result<Option<Team<'w>>, Error> {
        let all = self.members().len();
        if let Some(number) = part.outside(all) {
            return Err(self.mismatch(format!(
                "the new team would have PE {number}, but this team has {all}, numbered from 0"
            )));
        }
        let members = part.members(self.members());
        let is_member = members.index_of(self.world.rank()).is_some();
        self.split(by, is_member.then_some(members))
    }

    /// Arranges this team's PEs in rows of `width`. Returns the team of this PE's row and the team
    /// of its column. `by` are this team's collectives.
    pub fn split_2d(&self, by: Collectives<'_>, width: u32) -> Result<(Team<'w>, Team<'w>), Error> {
        if width == 0 {
            let what = "a plane with no PE in a row: the width is at least 1".to_owned();
            return Err(self.mismatch(what));
        }
        let size = i64::from(self.group().size());
        let width = i64::from(width).min(size);
        let number = i64::from(self.group().index());
        let (x, y) = (number % width, number / width);
        let row = Part {
            start: y * width,
            stride: 1,
            size: width.min(size - y * width),
        };
        let column = Part {
            start: x,
            stride: width,
            size: (size - x + width - 1) / width,
        };
        let member = "this PE is in its row and column";
        let row = self.split_strided(by, row)?.expect(member);
        match self.split_strided(by, column) {
            Ok(column) => Ok((row, column.expect(member))),
            Err(error) => {
                row.collectives().disband()?;
                Err(error)
            }
        }
    }

    /// The error for arguments that contradict each other.
    pub fn mismatch(&self, what: String) -> Error {
        let rank = self.world.rank();
        Error::Mismatch { rank, what }
    }
}
