//! Shortest paths by delta-stepping (U. Meyer, P. Sanders, "Delta-stepping: a parallelizable shortest path algorithm", 2003).
//!
//! Vertices lie in buckets by their distances. The vertices of the first bucket are expanded along light edges until none of
//! them comes nearer, and then once along heavy ones.

use anyhow::Result;

use crate::carrier::{Carrier, Fold};
use crate::generator::WEIGHT_ONE;
use crate::graph::Graph;
use crate::search::{NONE, Tree};
use crate::step::{Sink, Step};

/// The width of a bucket. Lighter edges are light.
const DELTA: u32 = WEIGHT_ONE / 10;
/// Entries of the table of bounds: half a MiB.
const BOUNDS: usize = 1 << 16;

/// What a process knows of the paths.
struct Paths {
    tree: Tree,
    buckets: Vec<Vec<u32>>,
}

impl Paths {
    #[inline]
    fn relax(&mut self, local: u32, parent: u32, distance: u32) {
        let known = &mut self.tree.distances[local as usize];
        if distance < *known {
            *known = distance;
            self.tree.parents[local as usize] = parent;
            let bucket = (distance / DELTA) as usize;
            if self.buckets.len() <= bucket {
                self.buckets.resize(bucket + 1, Vec::new());
            }
            self.buckets[bucket].push(local);
        }
    }

    fn take(&mut self, bucket: usize) -> Vec<u32> {
        let bucket = self.buckets.get_mut(bucket);
        bucket.map(std::mem::take).unwrap_or_default()
    }

    /// The first bucket from `from` on that has vertices.
    fn first(&self, from: usize) -> u64 {
        let mut rest = (from..self.buckets.len()).filter(|&at| !self.buckets[at].is_empty());
        rest.next().map_or(u64::MAX, |bucket| bucket as u64)
    }
}

impl Sink for Paths {
    fn apply(&mut self, words: &[u32]) {
        let (records, _) = words.as_chunks();
        for &[local, parent, distance] in records {
            self.relax(local, parent, distance);
        }
    }
}

/// Distances that this process has sent for some vertices of others: a table in which newer entries replace older ones.
struct Bounds(Vec<[u32; 2]>);

impl Bounds {
    /// Notes a distance. Returns whether none as short is known to be sent.
    #[inline]
    fn improve(&mut self, vertex: u32, distance: u32) -> bool {
        let entry = &mut self.0[vertex as usize % BOUNDS];
        if entry[0] == vertex && entry[1] <= distance {
            return false;
        }
        *entry = [vertex, distance];
        true
    }
}

/// Whether edges are followed that are light, or those that are not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Light,
    Heavy,
}

/// The edges of vertices, and what goes along them.
struct Relaxation<'c, 'g> {
    graph: &'g Graph,
    step: Step<'c>,
    bounds: Bounds,
    paths: Paths,
}

impl Relaxation<'_, '_> {
    /// Offers the neighbours of a vertex the way over it.
    fn expand(&mut self, local: u32, which: Weight) -> Result<()> {
        let graph = self.graph;
        let first = graph.own.start;
        let vertex = first + local;
        let so_far = self.paths.tree.distances[local as usize];
        let (targets, weights) = graph.row(local);
        for (&target, &weight) in targets.iter().zip(weights) {
            if (weight < DELTA) != (which == Weight::Light) {
                continue;
            }
            let distance = so_far + weight;
            if graph.own.contains(&target) {
                self.paths.relax(target - first, vertex, distance);
            } else if self.bounds.improve(target, distance) {
                let owner = graph.division.owner(target);
                let record = [target - graph.division.share(owner).start, vertex, distance];
                self.step.send(owner, record, &mut self.paths)?;
            }
        }
        Ok(())
    }

    /// Finishes a step. Returns the first bucket from `from` on that has vertices on any process. Collective.
    fn finish(&mut self, from: usize) -> Result<u64> {
        let [first] = self
            .step
            .finish(&mut self.paths, Fold::Min, |paths| [paths.first(from)])?;
        Ok(first)
    }
}

/// Finds the shortest paths from `root`. Collective.
pub(crate) fn search(carrier: &Carrier<'_>, graph: &Graph, root: u32) -> Result<Tree> {
    let count = graph.own.len();
    let mut all = Relaxation {
        graph,
        step: Step::new(carrier),
        bounds: Bounds(vec![[NONE; 2]; BOUNDS]),
        paths: Paths {
            tree: Tree::empty(count),
            buckets: Vec::new(),
        },
    };
    // The distance at which each vertex was expanded last, and the bucket that it was counted in.
    let mut expanded = vec![NONE; count];
    let mut counted = vec![NONE; count];
    if graph.own.contains(&root) {
        all.paths.relax(root - graph.own.start, root, 0);
    }
    let mut bucket = 0;
    loop {
        let mut settled = Vec::new();
        loop {
            for local in all.paths.take(bucket) {
                let at = local as usize;
                let distance = all.paths.tree.distances[at];
                // It may have come into a nearer bucket since, or be here twice.
                if (distance / DELTA) as usize != bucket || distance == expanded[at] {
                    continue;
                }
                expanded[at] = distance;
                if counted[at] != bucket as u32 {
                    counted[at] = bucket as u32;
                    settled.push(local);
                }
                all.expand(local, Weight::Light)?;
            }
            if all.finish(bucket)? != bucket as u64 {
                break;
            }
        }
        for local in settled {
            all.expand(local, Weight::Heavy)?;
        }
        let next = all.finish(bucket)?;
        if next == u64::MAX {
            return Ok(all.paths.tree);
        }
        bucket = next as usize;
    }
}
