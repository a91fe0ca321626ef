//! One dimension of an array: which of its indices which process of the grid has, and where.

use std::ops::Range;

/// How the indices of a dimension are divided among the processes along it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Axis {
    /// One block a process. Block `k` has the indices from `cuts[k]` to `cuts[k + 1]`, which may be none.
    Cuts(Vec<usize>),
    /// Blocks of equal length, dealt to the processes in turn.
    Cyclic {
        extent: usize,
        block: usize,
        processes: usize,
    },
}

/// Indices next to each other in the array and in the memory of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The first index in the array.
    pub(crate) global: usize,
    /// The first index in the process's part.
    pub(crate) local: usize,
    pub(crate) len: usize,
}

impl Axis {
    /// Blocks of almost equal length.
    pub(crate) fn even(extent: usize, processes: usize) -> Axis {
        let cut = |at: usize| (at as u128 * extent as u128 / processes as u128) as usize;
        Axis::Cuts((0..=processes).map(cut).collect())
    }

    /// The number of processes along the dimension.
    pub(crate) fn processes(&self) -> usize {
        match self {
            Axis::Cuts(cuts) => cuts.len() - 1,
            Axis::Cyclic { processes, .. } => *processes,
        }
    }

    /// The number of indices of the process at `place`.
    pub(crate) fn len(&self, place: usize) -> usize {
        match *self {
            Axis::Cuts(ref cuts) => cuts[place + 1] - cuts[place],
            Axis::Cyclic {
                extent,
                block,
                processes,
            } => {
                let (rounds, rest) = (extent / (block * processes), extent % (block * processes));
                rounds * block + rest.saturating_sub(place * block).min(block)
            }
        }
    }

    /// The place of the process that has `index`, and the index in its part.
    pub(crate) fn owner(&self, index: usize) -> (usize, usize) {
        match *self {
            Axis::Cuts(ref cuts) => {
                let place = cuts.partition_point(|&cut| cut <= index) - 1;
                (place, index - cuts[place])
            }
            Axis::Cyclic {
                block, processes, ..
            } => {
                let number = index / block;
                let local = number / processes * block + index % block;
                (number % processes, local)
            }
        }
    }

    /// The index in the array of the index `local` in the part of the process at `place`.
    pub(crate) fn global(&self, place: usize, local: usize) -> usize {
        match *self {
            Axis::Cuts(ref cuts) => cuts[place] + local,
            Axis::Cyclic {
                block, processes, ..
            } => (local / block * processes + place) * block + local % block,
        }
    }

    /// The runs of `range` that the process at `place` has, in rising order.
    pub(crate) fn runs(&self, place: usize, range: &Range<usize>) -> Vec<Run> {
        let clip = |start: usize, end: usize, local: usize| {
            let (from, to) = (start.max(range.start), end.min(range.end));
            (from < to).then(|| Run {
                global: from,
                local: local + from - start,
                len: to - from,
            })
        };
        match *self {
            Axis::Cuts(ref cuts) => clip(cuts[place], cuts[place + 1], 0).into_iter().collect(),
            Axis::Cyclic {
                extent,
                block,
                processes,
            } => {
                if range.is_empty() {
                    return Vec::new();
                }
                // The first block of the process that ends behind the start of the range.
                let number = range.start / block;
                let round = number / processes + usize::from(number % processes > place);
                let starts = (round..).map(|round| (round, (round * processes + place) * block));
                let starts = starts.take_while(|&(_, start)| start < range.end.min(extent));
                starts
                    .filter_map(|(round, start)| {
                        clip(start, (start + block).min(extent), round * block)
                    })
                    .collect()
            }
        }
    }

    /// The places of the processes that have an index of `range`, in rising order.
    pub(crate) fn places(&self, range: &Range<usize>) -> Vec<usize> {
        if range.is_empty() {
            return Vec::new();
        }
        match *self {
            Axis::Cuts(ref cuts) => {
                let (first, last) = (self.owner(range.start).0, self.owner(range.end - 1).0);
                (first..=last)
                    .filter(|&place| cuts[place] < cuts[place + 1])
                    .collect()
            }
            Axis::Cyclic {
                block, processes, ..
            } => {
                let (first, last) = (range.start / block, (range.end - 1) / block);
                let mut places: Vec<usize> = (first..=last)
                    .take(processes)
                    .map(|number| number % processes)
                    .collect();
                places.sort_unstable();
                places
            }
        }
    }
}
