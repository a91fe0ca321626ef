//! How lines get to the process that needs them.

use std::ops::Range;

use anyhow::Result;
use farreach::mpi::Communicator;
use farreach::shmem::{Compare, Pe, Symmetric};

use super::Complex;
use crate::job::{Job, exchange};

/// The exchange of lines between all processes. A process puts its lines for another one in the order of their places, without
/// gaps.
pub(super) struct Transport<'a> {
    rank: usize,
    pub(super) size: usize,
    way: Way<'a>,
}

enum Way<'a> {
    OneSided {
        pe: &'a Pe,
        arrivals: Symmetric<Complex>,
        /// For each process, the turn in which all that it puts has come.
        signals: Symmetric<u64>,
        turn: u64,
    },
    Messages {
        all: &'a Communicator<'a>,
        arrivals: Vec<Complex>,
        /// What goes to each process.
        departures: Vec<Vec<Complex>>,
    },
}

impl<'a> Transport<'a> {
    /// For `values` that arrive in a turn. Collective.
    pub(super) fn new(job: &'a Job<'a>, values: usize) -> Result<Transport<'a>> {
        let size = job.size();
        // A single process gets nothing from others.
        let room = if size == 1 { 1 } else { values };
        let way = match &job.messages {
            Some(all) => Way::Messages {
                all,
                arrivals: vec![[0.0; 2]; room],
                departures: vec![Vec::new(); size],
            },
            None => Way::OneSided {
                pe: job.pe,
                arrivals: job.pe.alloc(room)?,
                signals: job.pe.alloc(size)?,
                turn: 0,
            },
        };
        Ok(Transport {
            rank: job.rank(),
            size,
            way,
        })
    }

    /// The other processes, beginning with the next one: so they don't all send to the same one at once.
    pub(super) fn others(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let (rank, size) = (self.rank, self.size);
        (1..size).map(move |distance| (rank + distance) % size)
    }

    /// Begins a turn.
    pub(super) fn begin(&mut self) {
        match &mut self.way {
            Way::OneSided { turn, .. } => *turn += 1,
            Way::Messages { departures, .. } => departures.iter_mut().for_each(Vec::clear),
        }
    }

    /// Puts values to a place of another process's arrivals.
    pub(super) fn put(&mut self, to: usize, place: usize, values: &[Complex]) -> Result<()> {
        match &mut self.way {
            Way::OneSided { pe, arrivals, .. } => {
                pe.put_slice(arrivals.range(place..).on(to as u32), values)?;
            }
            Way::Messages { departures, .. } => departures[to].extend_from_slice(values),
        }
        Ok(())
    }

    /// Waits until all have put what they put in this turn: each other process to the places that `places` says,
    /// which follow each other by rank. Collective.
    pub(super) fn complete(&mut self, places: impl Fn(usize) -> Range<usize>) -> Result<()> {
        if self.size == 1 {
            return Ok(());
        }
        let others = self.others();
        match &mut self.way {
            Way::OneSided {
                pe,
                arrivals,
                signals,
                turn,
            } => {
                pe.fence();
                for to in others.clone() {
                    let signal = signals.at(self.rank).signal().set(*turn);
                    pe.put_signal(arrivals.on(to as u32), &[], signal)?;
                }
                for from in others {
                    pe.wait_until(signals.at(from), Compare::Ge, *turn)?;
                }
            }
            Way::Messages {
                all,
                arrivals,
                departures,
            } => {
                let departures: Vec<(usize, &[f64])> = others
                    .map(|to| (to, departures[to].as_flattened()))
                    .collect();
                let lens = (0..self.size).map(|from| (from, 2 * places(from).len()));
                exchange(all, &departures, arrivals.as_flattened_mut(), lens)?;
            }
        }
        Ok(())
    }

    /// Copies what arrived at a place.
    pub(super) fn take(&self, place: usize, values: &mut [Complex]) -> Result<()> {
        match &self.way {
            Way::OneSided { pe, arrivals, .. } => pe.read(arrivals.range(place..), values)?,
            Way::Messages { arrivals, .. } => {
                values.copy_from_slice(&arrivals[place..place + values.len()]);
            }
        }
        Ok(())
    }
}
