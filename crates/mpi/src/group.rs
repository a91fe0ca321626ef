//! Groups: ordered sets of the job's processes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::buffered::Buffer;
use crate::error::{Class, Failure, Result};

/// An ordered set of processes. Processes are named by their ranks in the job.
#[derive(Clone, Debug)]
pub struct Group {
    members: Members,
    /// The buffer of the session of whose processes the group is.
    buffer: Option<Arc<Buffer>>,
}

#[derive(Clone, Debug)]
enum Members {
    /// The ranks from the first one on.
    Row {
        first: u32,
        size: u32,
    },
    Listed(Arc<Listed>),
}

#[derive(Debug)]
struct Listed {
    ranks: Vec<u32>,
    /// The index of each rank.
    places: BTreeMap<u32, u32>,
}

/// How two groups compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same members in the same order.
    Identical,
    /// The same members in another order.
    Similar,
    /// Different members.
    Unequal,
}

impl Group {
    /// The group without members.
    pub const EMPTY: Group = Group::row(0, 0);

    const fn with(members: Members) -> Group {
        Group {
            members,
            buffer: None,
        }
    }

    /// The same processes, as those of a session with a buffer for buffered sends.
    pub fn with_buffer(self, buffer: Arc<Buffer>) -> Group {
        Group {
            buffer: Some(buffer),
            ..self
        }
    }

    /// The same processes, as those of the session of another group.
    pub fn of_session(self, other: &Group) -> Group {
        Group {
            buffer: other.buffer.clone(),
            ..self
        }
    }

    /// The buffer of the session.
    pub(crate) fn buffer(&self) -> Option<&Arc<Buffer>> {
        self.buffer.as_ref()
    }

    /// `size` processes from rank `first` on.
    pub const fn row(first: u32, size: u32) -> Group {
        Group::with(Members::Row { first, size })
    }

    /// The processes of a list without repetitions.
    pub fn of(ranks: Vec<u32>) -> Group {
        let size = ranks.len() as u32;
        let first = ranks.first().copied().unwrap_or(0);
        if ranks.iter().zip(first..).all(|(&rank, row)| rank == row) {
            return Group::row(first, size);
        }
        let places = ranks.iter().copied().zip(0..).collect();
        Group::with(Members::Listed(Arc::new(Listed { ranks, places })))
    }

    /// The number of members.
    #[inline]
    pub fn size(&self) -> u32 {
        match &self.members {
            Members::Row { size, .. } => *size,
            Members::Listed(listed) => listed.ranks.len() as u32,
        }
    }

    /// The first rank and the size, if the ranks follow each other.
    pub(crate) fn as_row(&self) -> Option<(u32, u32)> {
        match self.members {
            Members::Row { first, size } => Some((first, size)),
            Members::Listed(_) => None,
        }
    }

    /// The rank in the job of a member.
    ///
    /// # Panics
    /// If there is no such member.
    #[inline]
    pub fn rank(&self, index: u32) -> u32 {
        match &self.members {
            Members::Row { first, size } => {
                assert!(index < *size, "there is no member {index}");
                first + index
            }
            Members::Listed(listed) => listed.ranks[index as usize],
        }
    }

    /// The index of the member with this rank in the job.
    #[inline]
    pub fn index_of(&self, rank: u32) -> Option<u32> {
        match &self.members {
            Members::Row { first, size } => rank.checked_sub(*first).filter(|at| at < size),
            Members::Listed(listed) => listed.places.get(&rank).copied(),
        }
    }

    /// The ranks in the job, in the order of the members.
    pub fn ranks(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.size()).map(|index| self.rank(index))
    }

    /// Compares two groups.
    pub fn compare(&self, other: &Group) -> Comparison {
        if self.size() != other.size() {
            return Comparison::Unequal;
        }
        if self.ranks().eq(other.ranks()) {
            return Comparison::Identical;
        }
        if self.ranks().all(|rank| other.index_of(rank).is_some()) {
            Comparison::Similar
        } else {
            Comparison::Unequal
        }
    }

    /// The members of this group, and behind them those of `other` only.
    pub fn union(&self, other: &Group) -> Group {
        let others = other.ranks().filter(|&rank| self.index_of(rank).is_none());
        Group::of(self.ranks().chain(others).collect()).of_session(self)
    }

    /// The members of this group that are in `other`.
    pub fn intersection(&self, other: &Group) -> Group {
        let both = self.ranks().filter(|&rank| other.index_of(rank).is_some());
        Group::of(both.collect()).of_session(self)
    }

    /// The members of this group that are not in `other`.
    pub fn difference(&self, other: &Group) -> Group {
        let only = self.ranks().filter(|&rank| other.index_of(rank).is_none());
        Group::of(only.collect()).of_session(self)
    }

    /// The members with these indices, in this order.
    pub fn including(&self, indices: &[i64]) -> Result<Group> {
        self.check(indices)?;
        let ranks = indices.iter().map(|&index| self.rank(index as u32));
        Ok(Group::of(ranks.collect()).of_session(self))
    }

    /// The members without those with these indices.
    pub fn excluding(&self, indices: &[i64]) -> Result<Group> {
        self.check(indices)?;
        let mut stays = vec![true; self.size() as usize];
        for &index in indices {
            stays[index as usize] = false;
        }
        let ranks = self.ranks().zip(stays).filter(|(_, stays)| *stays);
        Ok(Group::of(ranks.map(|(rank, _)| rank).collect()).of_session(self))
    }

    /// Checks that indices exist and are different.
    fn check(&self, indices: &[i64]) -> Result<()> {
        let mut seen = vec![false; self.size() as usize];
        for &index in indices {
            let seen = usize::try_from(index).ok().and_then(|at| seen.get_mut(at));
            let Some(seen) = seen else {
                let what = format!("rank {index}: the group has {} members", self.size());
                return Err(Failure::new(Class::Rank, what));
            };
            if std::mem::replace(seen, true) {
                let what = format!("rank {index} is given twice");
                return Err(Failure::new(Class::Rank, what));
            }
        }
        Ok(())
    }

    /// The indices that ranges of first, last and stride name.
    pub fn in_ranges(ranges: &[[i64; 3]]) -> Result<Vec<i64>> {
        let mut indices = Vec::new();
        for &[first, last, stride] in ranges {
            if stride == 0 || (last - first).signum() == -stride.signum() {
                let what = format!("the range {first}, {last}, {stride} has no end");
                return Err(Failure::new(Class::Arg, what));
            }
            let mut at = first;
            while if stride > 0 { at <= last } else { at >= last } {
                indices.push(at);
                at += stride;
            }
        }
        Ok(indices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(group: &Group) -> Vec<u32> {
        group.ranks().collect()
    }

    #[test]
    fn sets_keep_the_order_of_the_standard() {
        let a = Group::of(vec![4, 1, 3]);
        let b = Group::of(vec![3, 2, 4]);
        assert_eq!(ranks(&a.union(&b)), [4, 1, 3, 2]);
        assert_eq!(ranks(&a.intersection(&b)), [4, 3]);
        assert_eq!(ranks(&a.difference(&b)), [1]);
        assert_eq!(a.index_of(3), Some(2));
        assert_eq!(a.index_of(2), None);
    }

    #[test]
    fn rows_and_lists_are_equal() {
        let row = Group::row(5, 3);
        assert_eq!(
            row.compare(&Group::of(vec![5, 6, 7])),
            Comparison::Identical
        );
        assert_eq!(row.compare(&Group::of(vec![7, 6, 5])), Comparison::Similar);
        assert_eq!(row.compare(&Group::of(vec![7, 6, 4])), Comparison::Unequal);
        assert_eq!(row.index_of(4), None);
        assert_eq!(row.index_of(8), None);
        assert_eq!(row.index_of(7), Some(2));
    }

    #[test]
    fn selections_are_checked() {
        let group = Group::row(10, 4);
        assert_eq!(ranks(&group.including(&[3, 0]).unwrap()), [13, 10]);
        assert_eq!(ranks(&group.excluding(&[3, 0]).unwrap()), [11, 12]);
        assert_eq!(group.including(&[4]).unwrap_err().class, Class::Rank);
        assert_eq!(group.excluding(&[1, 1]).unwrap_err().class, Class::Rank);
        assert_eq!(
            Group::in_ranges(&[[0, 5, 2], [3, 1, -1]]).unwrap(),
            [0, 2, 4, 3, 2, 1]
        );
        assert_eq!(
            Group::in_ranges(&[[0, 5, 0]]).unwrap_err().class,
            Class::Arg
        );
        assert_eq!(
            Group::in_ranges(&[[0, 5, -1]]).unwrap_err().class,
            Class::Arg
        );
    }
}
