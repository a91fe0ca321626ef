//! The graph: who has which vertices, and the edges of a process's vertices.
//!
//! ```text
//!   edges by number, cut evenly ─▶ each to the owners of its ends ─▶ rows of neighbours, sorted by vertex
//! ```
//!
//! Rows keep edges that occur more than once. Edges from a vertex to itself are counted only. A sum of hashes over all edges
//! proves that the rows have what was generated, so that checks may use the rows in the place of the list of edges.

use std::ops::Range;
use std::time::Instant;

use anyhow::{Result, ensure};

use crate::carrier::{Carrier, Fold};
use crate::generator::{Edge, Generator, mix};
use crate::step::{Sink, Step};

/// Vertices that have one owner: their bits are a word.
const TOGETHER: u64 = 64;

/// Who has which vertices: blocks whose sizes differ by at most [`TOGETHER`].
#[derive(Clone, Debug)]
pub(crate) struct Division {
    scale: u32,
    /// There are 2 to this power times [`TOGETHER`] vertices, or fewer.
    words_scale: u32,
    processes: u32,
    firsts: Vec<u64>,
}

impl Division {
    pub(crate) fn new(scale: u32, processes: u32) -> Division {
        let words_scale = scale.saturating_sub(TOGETHER.ilog2());
        let first = |process| cut(1 << words_scale, process, processes) * TOGETHER;
        Division {
            scale,
            words_scale,
            processes,
            firsts: (0..=processes)
                .map(|process| first(process).min(1 << scale))
                .collect(),
        }
    }

    /// The process that has a vertex.
    #[inline]
    pub(crate) fn owner(&self, vertex: u32) -> u32 {
        let word = u64::from(vertex) / TOGETHER;
        (((word + 1) * u64::from(self.processes) - 1) >> self.words_scale) as u32
    }

    /// The vertices of a process.
    #[inline]
    pub(crate) fn share(&self, process: u32) -> Range<u32> {
        // The last one ends at 2 to the power of at most 31.
        self.firsts[process as usize] as u32..self.firsts[process as usize + 1] as u32
    }

    /// The greatest number of vertices of a process.
    pub(crate) fn share_max(&self) -> usize {
        let words = (1_u64 << self.words_scale).div_ceil(u64::from(self.processes));
        (words * TOGETHER) as usize
    }
}

/// The first of `count` things that process `process` of `processes` has.
fn cut(count: u64, process: u32, processes: u32) -> u64 {
    (u128::from(count) * u128::from(process) / u128::from(processes)) as u64
}

/// The graph as a process has it.
pub(crate) struct Graph {
    pub(crate) division: Division,
    /// This process's vertices.
    pub(crate) own: Range<u32>,
    /// Where the row of each own vertex begins, and the last one ends.
    starts: Vec<usize>,
    targets: Vec<u32>,
    weights: Vec<u32>,
    /// How many ends of generated edges each own vertex is.
    pub(crate) ends: Vec<u32>,
    /// How many ends of edges all processes have.
    pub(crate) all_ends: u64,
}

/// How long the graph took, on the slowest process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) generation: f64,
    pub(crate) construction: f64,
}

/// What a process gets of the edges.
struct Arrivals {
    first: u32,
    /// Own vertex, target and weight.
    ends: Vec<[u32; 3]>,
    /// Own vertices with an edge to themselves.
    loops: Vec<u32>,
}

impl Arrivals {
    fn add(&mut self, [local, target, weight]: [u32; 3]) {
        if target == self.first + local {
            self.loops.push(local);
        } else {
            self.ends.push([local, target, weight]);
        }
    }
}

impl Sink for Arrivals {
    fn apply(&mut self, words: &[u32]) {
        let (records, _) = words.as_chunks();
        for record in records {
            self.add(*record);
        }
    }
}

impl Graph {
    /// Generates the graph and builds its rows. Collective.
    pub(crate) fn new(
        carrier: &Carrier<'_>,
        generator: &Generator,
        scale: u32,
        edgefactor: u64,
    ) -> Result<(Graph, Times)> {
        let (me, processes) = (carrier.rank(), carrier.size());
        let division = Division::new(scale, processes);
        let all = edgefactor << scale;
        carrier.fold(&mut [0], Fold::Sum)?;
        let begun = Instant::now();
        let numbers = cut(all, me, processes)..cut(all, me + 1, processes);
        let edges: Vec<Edge> = numbers.map(|number| generator.edge(number)).collect();
        let generation = slowest(carrier, begun)?;
        let begun = Instant::now();
        let own = division.share(me);
        let mut arrivals = Arrivals {
            first: own.start,
            ends: Vec::new(),
            loops: Vec::new(),
        };
        let mut step = Step::new(carrier);
        for Edge { ends, weight } in &edges {
            let [from, to] = *ends;
            for [from, to] in [[from, to], [to, from]] {
                let owner = division.owner(from);
                let record = [from - division.share(owner).start, to, *weight];
                if owner == me {
                    arrivals.add(record);
                } else {
                    step.send(owner, record, &mut arrivals)?;
                }
            }
        }
        step.finish(&mut arrivals, Fold::Sum, |_| [])?;
        let graph = Graph::of(division, own, &arrivals, 2 * all);
        let construction = slowest(carrier, begun)?;
        graph.check(carrier, &edges)?;
        Ok((
            graph,
            Times {
                generation,
                construction,
            },
        ))
    }

    fn of(division: Division, own: Range<u32>, arrivals: &Arrivals, all_ends: u64) -> Graph {
        let mut starts = vec![0; own.len() + 1];
        for [local, ..] in &arrivals.ends {
            starts[*local as usize + 1] += 1;
        }
        for local in 0..own.len() {
            starts[local + 1] += starts[local];
        }
        let mut ends: Vec<u32> = starts
            .windows(2)
            .map(|row| (row[1] - row[0]) as u32)
            .collect();
        for local in &arrivals.loops {
            ends[*local as usize] += 1;
        }
        let mut places = starts.clone();
        let mut rows = vec![0; arrivals.ends.len()];
        for [local, target, weight] in &arrivals.ends {
            let place = &mut places[*local as usize];
            rows[*place] = u64::from(*target) << 32 | u64::from(*weight);
            *place += 1;
        }
        for row in starts.windows(2) {
            rows[row[0]..row[1]].sort_unstable();
        }
        Graph {
            division,
            own,
            starts,
            targets: rows.iter().map(|word| (word >> 32) as u32).collect(),
            weights: rows.iter().map(|word| *word as u32).collect(),
            ends,
            all_ends,
        }
    }

    /// Compares the rows of all processes with the edges that all have generated.
    fn check(&self, carrier: &Carrier<'_>, edges: &[Edge]) -> Result<()> {
        let mut generated = [0_u64; 2];
        for Edge { ends, weight } in edges {
            if ends[0] == ends[1] {
                generated[1] += 2;
            } else {
                let [from, to] = *ends;
                let hashes = hash([from, to, *weight]).wrapping_add(hash([to, from, *weight]));
                generated[0] = generated[0].wrapping_add(hashes);
                generated[1] += 2;
            }
        }
        let mut built = [0_u64, self.ends.iter().map(|&ends| u64::from(ends)).sum()];
        for (local, vertex) in self.own.clone().enumerate() {
            let (targets, weights) = self.row(local as u32);
            for (target, weight) in targets.iter().zip(weights) {
                built[0] = built[0].wrapping_add(hash([vertex, *target, *weight]));
            }
        }
        let mut both = [generated, built].concat();
        carrier.fold(&mut both, Fold::Sum)?;
        ensure!(
            both[..2] == both[2..],
            "the rows have {} ends of edges, and {} were generated: hashes {:x} and {:x}",
            both[3],
            both[1],
            both[2],
            both[0]
        );
        Ok(())
    }

    /// The neighbours of an own vertex, in ascending order, and the weights of the edges to them.
    #[inline]
    pub(crate) fn row(&self, local: u32) -> (&[u32], &[u32]) {
        let row = self.starts[local as usize]..self.starts[local as usize + 1];
        (&self.targets[row.clone()], &self.weights[row])
    }

    /// Whether an own vertex has neighbours.
    pub(crate) fn has_neighbours(&self, local: u32) -> bool {
        self.starts[local as usize] < self.starts[local as usize + 1]
    }

    /// The number of vertices of all processes.
    pub(crate) fn vertices(&self) -> u64 {
        1 << self.division.scale
    }
}

fn hash([from, to, weight]: [u32; 3]) -> u64 {
    mix(mix(u64::from(from) << 32 | u64::from(to)).wrapping_add(u64::from(weight)))
}

/// The seconds since `begun` on the slowest process. Collective.
pub(crate) fn slowest(carrier: &Carrier<'_>, begun: Instant) -> Result<f64> {
    let mut nanoseconds = [begun.elapsed().as_nanos() as u64];
    carrier.fold(&mut nanoseconds, Fold::Max)?;
    Ok(nanoseconds[0] as f64 / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_vertex_is_of_one_process() {
        for processes in 1..40 {
            for scale in [4, 9] {
                each_vertex_of(scale, processes);
            }
        }
    }

    fn each_vertex_of(scale: u32, processes: u32) {
        let division = Division::new(scale, processes);
        let mut vertices = 0;
        for process in 0..processes {
            let share = division.share(process);
            assert!(share.len() <= division.share_max());
            for vertex in share {
                assert_eq!(division.owner(vertex), process, "{vertex} of {processes}");
                vertices += 1;
            }
        }
        assert_eq!(vertices, 1 << scale);
    }
}
