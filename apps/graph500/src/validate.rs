//! The benchmark's checks of a result, by rows of edges that were compared with the generated ones.
//!
//! ```text
//!   distances of process p ─▶ each other process: looks at its edges to vertices of p      for each p in turn
//! ```
//!
//! The five rules, in the words of the specification, and how they follow:
//!
//! 1. The tree is a tree, without cycles: the distance of each vertex is greater than its parent's.
//! 2. A tree edge connects vertices whose levels differ by 1, or whose distances differ by the edge's weight.
//! 3. An edge connects vertices whose levels differ by at most 1, or whose distances differ by at most its weight, or none
//!    of them is in the tree.
//! 4. The tree spans the root's component: the root is its own parent at distance 0, and by rule 3 no edge leaves the tree.
//! 5. A vertex and its parent are joined by an edge of the graph.

use anyhow::{Result, ensure};
use farreach::shmem::{Pe, Reduction, Symmetric};

use crate::generator::mix;
use crate::graph::Graph;
use crate::search::{NONE, Tree};

/// How the distances of a tree follow from its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Each edge counts 1.
    Levels,
    /// Each edge counts its weight.
    Weights,
}

/// What all processes know of a tree that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The generated edges between its vertices.
    pub(crate) edges: u64,
    /// Its vertices.
    pub(crate) vertices: u64,
    /// A hash of all vertices with their distances.
    pub(crate) hash: u64,
    /// The greatest distance.
    pub(crate) depth: u64,
}

/// Checks trees.
pub(crate) struct Checks<'a> {
    pe: &'a Pe,
    graph: &'a Graph,
    /// The distances of each process's vertices.
    published: Symmetric<u32>,
}

impl<'a> Checks<'a> {
    /// Collective.
    pub(crate) fn new(pe: &'a Pe, graph: &'a Graph) -> Result<Checks<'a>> {
        Ok(Checks {
            pe,
            graph,
            published: pe.alloc(graph.division.share_max())?,
        })
    }

    /// Checks a tree. Collective.
    pub(crate) fn check(&self, root: u32, tree: &Tree, measure: Measure) -> Result<Facts> {
        let graph = self.graph;
        self.pe.write(self.published, &tree.distances)?;
        self.pe.barrier_all()?;
        self.check_root(root, tree)?;
        let own = graph.own.len();
        // Where the edges to vertices of the next process begin in each row, and whether the parent was found.
        let mut at = vec![0; own];
        let mut has_parent = vec![false; own];
        let mut distances = vec![NONE; graph.division.share_max()];
        for process in 0..self.pe.n_pes() {
            let share = graph.division.share(process);
            let distances = &mut distances[..share.len()];
            self.pe
                .get_slice(self.published.range(..share.len()).on(process), distances)?;
            for local in 0..own as u32 {
                let (targets, weights) = graph.row(local);
                let at = &mut at[local as usize];
                let rest = targets[*at..].iter().zip(&weights[*at..]);
                for (&target, &weight) in rest.take_while(|(target, _)| **target < share.end) {
                    *at += 1;
                    let far = distances[(target - share.start) as usize];
                    let length = match measure {
                        Measure::Levels => 1,
                        Measure::Weights => weight,
                    };
                    has_parent[local as usize] |=
                        self.check_edge(tree, local, [target, far, length])?;
                }
            }
        }
        for (local, found) in has_parent.iter().enumerate() {
            let parent = tree.parents[local];
            let vertex = graph.own.start + local as u32;
            ensure!(
                *found || parent == NONE || vertex == root,
                "no edge of the right length joins vertex {vertex} at distance {} and its parent {parent}",
                tree.distances[local]
            );
        }
        self.facts(tree)
    }

    /// The root is its own parent at distance 0. Nobody else is at distance 0 or without a parent in the tree.
    fn check_root(&self, root: u32, tree: &Tree) -> Result<()> {
        let vertices = self.graph.own.clone();
        let both = tree.parents.iter().zip(&tree.distances);
        for (vertex, (&parent, &distance)) in vertices.zip(both) {
            let is_right = if vertex == root {
                parent == root && distance == 0
            } else {
                (parent == NONE) == (distance == NONE) && distance > 0 && parent != vertex
            };
            ensure!(
                is_right,
                "vertex {vertex} has parent {parent} and distance {distance}, with root {root}"
            );
        }
        Ok(())
    }

    /// Checks an edge from an own vertex to `target` at distance `far`. Returns whether the edge leads to the vertex's parent.
    fn check_edge(&self, tree: &Tree, local: u32, [target, far, length]: [u32; 3]) -> Result<bool> {
        let near = tree.distances[local as usize];
        let is_right = if near == NONE || far == NONE {
            near == far
        } else {
            near.abs_diff(far) <= length
        };
        ensure!(
            is_right,
            "an edge of length {length} joins vertex {} at distance {near} and vertex {target} at distance {far}",
            self.graph.own.start + local
        );
        let is_parent = tree.parents[local as usize] == target;
        Ok(is_parent && near != NONE && far < near && near - far == length)
    }

    fn facts(&self, tree: &Tree) -> Result<Facts> {
        let mut sums = [0_u64; 3];
        let mut depth = 0;
        let ends = self.graph.ends.iter().zip(&tree.distances);
        for (vertex, (&ends, &distance)) in self.graph.own.clone().zip(ends) {
            if distance != NONE {
                sums[0] += u64::from(ends);
                sums[1] += 1;
                let hash = mix(u64::from(vertex) << 32 | u64::from(distance));
                sums[2] = sums[2].wrapping_add(hash);
                depth = depth.max(u64::from(distance));
            }
        }
        self.pe.all_reduce(&mut sums, Reduction::Sum)?;
        let depth = self.pe.max(depth)?;
        let [ends, vertices, hash] = sums;
        Ok(Facts {
            edges: ends / 2,
            vertices,
            hash,
            depth,
        })
    }
}
