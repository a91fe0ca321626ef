//! How many keys of each bucket each process has, as far as others must know.
//!
//! ```text
//!   few processes:  each puts its counts to all others as soon as it knows them; they add them up when they need the sums
//!   many:           sums over all processes by collectives; the counts of a process's buckets come with the keys
//! ```
//!
//! What is put directly is there when sorting ends, so that no process waits for one that is a little behind: a sum by a
//! collective would begin when the last process has counted, and end with all of them.
//!
//! Counts of a turn lie where those of the turn before the last were: nobody tells its counts before it has the keys of the
//! last turn, which others sent after they had used the counts of the one before.

use std::ops::Range;

use anyhow::Result;
use farreach::shmem::{Compare, Pe, Symmetric};

use crate::job::{Job, exchange};

/// With up to so many processes, each tells its counts to each other one: as many messages as the keys need.
const FEW: usize = 8;

/// The counts of all processes, and some numbers more to be summed.
pub(super) struct Counts<'a> {
    job: &'a Job<'a>,
    pe: &'a Pe,
    /// How many numbers a process has.
    width: usize,
    /// A row of numbers for each process, for turns that are even and for those that are odd.
    rows: Symmetric<u32>,
    /// For each process, the turn in which its row has come.
    signals: Symmetric<u64>,
    turn: u64,
    own: Vec<u32>,
    /// For few processes: the rows of this turn. By messages: of each row what this process needs.
    known: Vec<u32>,
}

impl<'a> Counts<'a> {
    /// For `width` numbers of each process. Collective.
    pub(super) fn new(job: &'a Job<'a>, width: usize) -> Result<Counts<'a>> {
        let (pe, size) = (job.pe, job.size());
        let knows_all = size <= FEW || job.messages.is_some();
        Ok(Counts {
            job,
            pe,
            width,
            rows: pe.alloc(if job.messages.is_some() {
                1
            } else {
                2 * size * width
            })?,
            signals: pe.alloc(size)?,
            turn: 0,
            own: Vec::new(),
            known: vec![0; if knows_all { size * width } else { 0 }],
        })
    }

    /// The next turn: tells this process's numbers.
    pub(super) fn tell(&mut self, own: Vec<u32>) -> Result<()> {
        self.turn += 1;
        self.own = own;
        if self.are_few() && self.job.messages.is_none() {
            let (size, rank) = (self.size(), self.rank());
            for distance in 1..size {
                let to = (rank + distance) % size;
                self.pe.put_signal(
                    self.rows.range(self.row(rank)..).on(to as u32),
                    &self.own,
                    self.signals.at(rank).signal().set(self.turn),
                )?;
            }
        }
        Ok(())
    }

    /// The sums over all processes. Collective.
    pub(super) fn sums(&mut self) -> Result<Vec<u32>> {
        let mut sums = self.own.clone();
        if !self.are_few() {
            self.job.sum(&mut sums)?;
            return Ok(sums);
        }
        if self.job.messages.is_some() {
            self.known = self.job.all_gather(&self.own)?;
            sums.fill(0);
            for row in self.known.chunks_exact(self.width) {
                for (sum, count) in sums.iter_mut().zip(row) {
                    *sum += count;
                }
            }
            return Ok(sums);
        }
        let rank = self.rank();
        for from in 0..self.size() {
            let place = self.row(from);
            let known = &mut self.known[from * self.width..][..self.width];
            if from == rank {
                known.copy_from_slice(&self.own);
                continue;
            }
            self.pe
                .wait_until(self.signals.at(from), Compare::Ge, self.turn)?;
            self.pe.read(self.rows.range(place..), known)?;
            for (sum, &mut count) in sums.iter_mut().zip(known) {
                *sum += count;
            }
        }
        Ok(sums)
    }

    /// For each process, whose buckets are `buckets`: how many of its keys are with processes of lower ranks than this one's,
    /// but for itself. Collective, after [`Counts::sums`].
    pub(super) fn before(&self, buckets: impl Fn(usize) -> Range<usize>) -> Result<Vec<u64>> {
        let sum = |counts: &[u32]| counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        let (size, rank) = (self.size(), self.rank());
        if self.are_few() {
            let lower = self.known.chunks_exact(self.width).take(rank);
            let before = (0..size).map(|process| {
                let others = lower.clone().enumerate();
                let others = others.filter(|&(other, _)| other != process);
                others.map(|(_, row)| sum(&row[buckets(process)])).sum()
            });
            return Ok(before.collect());
        }
        let mut places: Vec<u64> = (0..size)
            .map(|process| match process {
                _ if process == rank => 0,
                _ => sum(&self.own[buckets(process)]),
            })
            .collect();
        self.job.sum_of_lower(&mut places)?;
        Ok(places)
    }

    /// Sees to it that the process `to`, whose buckets are these, has this one's counts of them when it has what is put to it
    /// from now on.
    pub(super) fn tell_owner(&self, to: usize, buckets: Range<usize>) -> Result<()> {
        if !self.are_few() {
            let place = self.row(self.rank()) + buckets.start;
            self.pe
                .put_slice(self.rows.range(place..).on(to as u32), &self.own[buckets])?;
            self.pe.fence();
        }
        Ok(())
    }

    /// By messages: gets the counts of this process's buckets from all others, unless they are known. `buckets` says which are
    /// whose. Collective.
    pub(super) fn tell_owners(&mut self, buckets: impl Fn(usize) -> Range<usize>) -> Result<()> {
        let (size, rank) = (self.size(), self.rank());
        if let Some(all) = self.job.messages.as_ref().filter(|_| size > FEW) {
            let others = || (1..size).map(|distance| (rank + distance) % size);
            let departures: Vec<(usize, &[u32])> =
                others().map(|to| (to, &self.own[buckets(to)])).collect();
            let count = buckets(rank).len();
            let mut arrivals = vec![0; size * count];
            let lens = (0..size).map(|from| (from, count));
            exchange(all, &departures, &mut arrivals, lens)?;
            for from in others() {
                let row = &mut self.known[from * self.width..][buckets(rank)];
                row.copy_from_slice(&arrivals[from * count..][..count]);
            }
        }
        Ok(())
    }

    /// The counts of this process's buckets that process `from` has, whose keys have come.
    pub(super) fn of(&self, from: usize, buckets: Range<usize>, counts: &mut [u32]) -> Result<()> {
        if self.job.messages.is_some() {
            counts.copy_from_slice(&self.known[from * self.width..][buckets]);
            return Ok(());
        }
        let place = self.row(from) + buckets.start;
        self.pe.read(self.rows.range(place..), counts)?;
        Ok(())
    }

    /// Where the row of a process is in this turn.
    fn row(&self, process: usize) -> usize {
        ((self.turn % 2) as usize * self.size() + process) * self.width
    }

    fn are_few(&self) -> bool {
        self.size() <= FEW
    }

    fn size(&self) -> usize {
        self.job.size()
    }

    fn rank(&self) -> usize {
        self.job.rank()
    }
}
