//! The table's words: how many there are, who has which, and what they have to be.

use std::ops::Range;

use crate::options::{By, Options};
use crate::stream::Stream;

/// Updates that wait at a process, at most: the benchmark's limit.
pub(crate) const WAITING_MAX: usize = 1024;

/// The shared table, as a process sees it. Word `i` is `i` at first. A number of the stream updates the word whose index
/// are its lower bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    me: u32,
    processes: u32,
    log2: u32,
    updates_per_word: u64,
}

impl Table {
    pub(crate) fn new(me: u32, processes: u32, options: &Options) -> Table {
        Table {
            me,
            processes,
            log2: options.log2 + processes.next_power_of_two().ilog2(),
            updates_per_word: options.updates,
        }
    }

    /// The number of words, a power of two.
    pub(crate) fn words(&self) -> u64 {
        1 << self.log2
    }

    /// The number of updates of all processes.
    pub(crate) fn updates(&self) -> u64 {
        self.words() * self.updates_per_word
    }

    /// The words of a process.
    pub(crate) fn share(&self, process: u32) -> Range<u64> {
        cut(self.words(), process, self.processes)..cut(self.words(), process + 1, self.processes)
    }

    /// The words of this process.
    pub(crate) fn own(&self) -> Range<u64> {
        self.share(self.me)
    }

    /// The greatest number of words of a process.
    pub(crate) fn share_max(&self) -> u64 {
        self.words().div_ceil(u64::from(self.processes))
    }

    /// The updates of this process, by their numbers in the stream.
    pub(crate) fn own_updates(&self) -> Range<u64> {
        cut(self.updates(), self.me, self.processes)
            ..cut(self.updates(), self.me + 1, self.processes)
    }

    /// The word that a number updates.
    #[inline]
    pub(crate) fn word(&self, number: u64) -> u64 {
        number & (self.words() - 1)
    }

    /// The process that has a word.
    #[inline]
    pub(crate) fn owner(&self, word: u64) -> u32 {
        (((u128::from(word) + 1) * u128::from(self.processes) - 1) >> self.log2) as u32
    }

    /// How many of this process's words are not what they have to be.
    pub(crate) fn wrong(&self, words: &[u64], by: By) -> u64 {
        let own = self.own();
        let mut wanted: Vec<u64> = own.clone().collect();
        let mut stream = Stream::at(0);
        for _ in 0..self.updates() {
            let number = stream.next();
            let word = self.word(number);
            if own.contains(&word) {
                let wanted = &mut wanted[(word - own.start) as usize];
                *wanted = match by {
                    By::Accumulate => wanted.wrapping_add(number),
                    By::Atomics | By::Messages => *wanted ^ number,
                };
            }
        }
        let pairs = wanted.iter().zip(words);
        let wrong = pairs.filter(|(wanted, word)| wanted != word).count();
        (wrong + wanted.len().abs_diff(words.len())) as u64
    }
}

/// The first of `count` things that process `process` of `processes` has.
fn cut(count: u64, process: u32, processes: u32) -> u64 {
    (u128::from(count) * u128::from(process) / u128::from(processes)) as u64
}

/// Updates that wait, by the process that has their words.
#[derive(Debug)]
pub(crate) struct Waiting {
    by_owner: Vec<Vec<u64>>,
    count: usize,
}

impl Waiting {
    pub(crate) fn new(processes: u32) -> Waiting {
        Waiting {
            by_owner: vec![Vec::new(); processes as usize],
            count: 0,
        }
    }

    /// Lets an update wait. Returns whether no more may wait.
    #[inline]
    pub(crate) fn push(&mut self, owner: u32, number: u64) -> bool {
        self.by_owner[owner as usize].push(number);
        self.count += 1;
        self.count == WAITING_MAX
    }

    /// Takes the updates of the process for which most wait. `None` if none wait.
    pub(crate) fn take(&mut self) -> Option<(u32, &mut Vec<u64>)> {
        let owners = self.by_owner.iter_mut().zip(0..);
        let (updates, owner) = owners.max_by_key(|(updates, _)| updates.len())?;
        self.count -= updates.len();
        (!updates.is_empty()).then_some((owner, updates))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_of_one_process() {
        for processes in 1..40 {
            let options = Options {
                by: By::Messages,
                log2: 3,
                updates: 4,
                json: false,
            };
            let tables: Vec<Table> = (0..processes)
                .map(|me| Table::new(me, processes, &options))
                .collect();
            for word in 0..tables[0].words() {
                let owner = tables[0].owner(word);
                assert!(
                    tables[owner as usize].own().contains(&word),
                    "{word} of {processes}"
                );
            }
            let updates: u64 = tables
                .iter()
                .map(|table| table.own_updates().count() as u64)
                .sum();
            assert_eq!(updates, tables[0].updates());
            let longest = tables.iter().map(|table| table.own().count() as u64).max();
            assert!(longest <= Some(tables[0].share_max()), "{processes}");
        }
    }

    #[test]
    fn the_limit_counts_all_that_wait() {
        let mut waiting = Waiting::new(3);
        for number in 0..WAITING_MAX as u64 - 1 {
            assert!(!waiting.push((number % 5 / 2) as u32, number));
        }
        assert!(waiting.push(1, 7));
        let mut taken = 0;
        while let Some((_, updates)) = waiting.take() {
            taken += updates.len();
            updates.clear();
        }
        assert_eq!(taken, WAITING_MAX);
    }
}
