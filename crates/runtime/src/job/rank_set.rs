//! Sets of ranks as runs, for files and reports: `8-15,20`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A set of ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct RankSet {
    /// Ascending, with gaps between them.
    runs: Vec<RangeInclusive<u32>>,
}

/// A text is no set of ranks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no ascending list of ranks and runs of them")]
pub struct NoRankSet(String);

impl RankSet {
    /// The ranks, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.runs.iter().cloned().flatten()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let lens = self
            .runs
            .iter()
            .map(|run| (run.end() - run.start()) as usize + 1);
        lens.sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The greatest.
    pub fn last(&self) -> Option<u32> {
        self.runs.last().map(|run| *run.end())
    }

    /// Whether one of them is in `ranks`.
    pub fn meets(&self, ranks: &RangeInclusive<u32>) -> bool {
        self.runs
            .iter()
            .any(|run| run.start() <= ranks.end() && ranks.start() <= run.end())
    }
}

impl FromIterator<u32> for RankSet {
    /// Of ascending ranks.
    fn from_iter<I: IntoIterator<Item = u32>>(ranks: I) -> Self {
        let mut runs: Vec<RangeInclusive<u32>> = Vec::new();
        for rank in ranks {
            match runs.last_mut() {
                Some(run) if rank.checked_sub(1) == Some(*run.end()) => *run = *run.start()..=rank,
                last => {
                    assert!(last.is_none_or(|run| *run.end() < rank), "ranks ascend");
                    runs.push(rank..=rank);
                }
            }
        }
        RankSet { runs }
    }
}

impl fmt::Display for RankSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, run) in self.runs.iter().enumerate() {
            let separator = if number == 0 { "" } else { "," };
            if run.start() == run.end() {
                write!(f, "{separator}{}", run.start())?;
            } else {
                write!(f, "{separator}{}-{}", run.start(), run.end())?;
            }
        }
        Ok(())
    }
}

impl FromStr for RankSet {
    type Err = NoRankSet;

    /// Reads what `Display` writes, and nothing else.
    fn from_str(text: &str) -> Result<Self, NoRankSet> {
        let refused = || NoRankSet(text.chars().take(40).collect());
        let mut set = RankSet::default();
        if text.is_empty() {
            return Ok(set);
        }
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let first: u32 = first.parse().map_err(|_| refused())?;
            let last: u32 = last.parse().map_err(|_| refused())?;
            let ascends = set.last().is_none_or(|before| before < first);
            if first > last || !ascends {
                return Err(refused());
            }
            set.runs.push(first..=last);
        }
        Ok(set)
    }
}

impl From<RankSet> for String {
    fn from(set: RankSet) -> String {
        set.to_string()
    }
}

impl TryFrom<String> for RankSet {
    type Error = NoRankSet;

    fn try_from(text: String) -> Result<Self, NoRankSet> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::RankSet;

    #[test]
    fn a_set_is_read_as_it_is_written() {
        for (ranks, text) in [
            (vec![], ""),
            (vec![0], "0"),
            (vec![0, 1, 2, 5, 7, 8], "0-2,5,7-8"),
            (vec![u32::MAX - 1, u32::MAX], "4294967294-4294967295"),
        ] {
            let set: RankSet = ranks.iter().copied().collect();
            assert_eq!(set.to_string(), text);
            assert_eq!(text.parse(), Ok(set.clone()));
            assert_eq!(
                (set.len(), set.last()),
                (ranks.len(), ranks.last().copied())
            );
            assert!(set.iter().eq(ranks));
        }
    }

    #[test]
    fn runs_meet_where_they_overlap() {
        let set: RankSet = "3-5,9".parse().unwrap();
        assert!(set.meets(&(5..=8)) && set.meets(&(0..=100)) && set.meets(&(9..=9)));
        assert!(!set.meets(&(6..=8)) && !set.meets(&(0..=2)) && !set.meets(&(10..=20)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "a",
            "1,",
            ",1",
            "2,1",
            "1,1",
            "3-2",
            "1-",
            "-1",
            "1--2",
            "4294967296",
            " 1",
            "1-5,4",
        ] {
            assert!(text.parse::<RankSet>().is_err(), "{text:?}");
        }
    }
}
