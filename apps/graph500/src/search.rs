//! Breadth-first search, level by level: each process visits the neighbours of its vertices of a level, and sends those of
//! others to their owners, each vertex at most once.

use anyhow::Result;

use crate::carrier::{Carrier, Fold};
use crate::graph::Graph;
use crate::step::{Sink, Step};

/// No level, no parent.
pub(crate) const NONE: u32 = u32::MAX;

/// The tree of a search: what a process has of it.
pub(crate) struct Tree {
    /// The parents of this process's vertices.
    pub(crate) parents: Vec<u32>,
    /// Their distances from the root: levels, or sums of weights.
    pub(crate) distances: Vec<u32>,
}

/// What a level does.
struct Visits {
    tree: Tree,
    level: u32,
    /// The vertices of this process that were visited in this level.
    next: Vec<u32>,
}

impl Visits {
    #[inline]
    fn visit(&mut self, local: u32, parent: u32) {
        let known = &mut self.tree.parents[local as usize];
        if *known == NONE {
            *known = parent;
            self.tree.distances[local as usize] = self.level;
            self.next.push(local);
        }
    }
}

impl Sink for Visits {
    fn apply(&mut self, words: &[u32]) {
        let (records, _) = words.as_chunks();
        for &[local, parent] in records {
            self.visit(local, parent);
        }
    }
}

/// The vertices of others that this process has sent: a bit each.
struct Sent(Vec<u64>);

impl Sent {
    /// Notes a vertex. Returns whether it is new.
    #[inline]
    fn insert(&mut self, vertex: u32) -> bool {
        let (word, bit) = (&mut self.0[vertex as usize / 64], 1 << (vertex % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// Searches from `root`. Collective.
pub(crate) fn search(carrier: &Carrier<'_>, graph: &Graph, root: u32) -> Result<Tree> {
    let (first, count) = (graph.own.start, graph.own.len());
    let mut visits = Visits {
        tree: Tree {
            parents: vec![NONE; count],
            distances: vec![NONE; count],
        },
        level: 0,
        next: Vec::new(),
    };
    let mut sent = Sent(vec![0; (graph.vertices() as usize).div_ceil(64)]);
    let mut step = Step::new(carrier);
    if graph.own.contains(&root) {
        visits.visit(root - first, root);
    }
    loop {
        visits.level += 1;
        for local in std::mem::take(&mut visits.next) {
            let vertex = first + local;
            for &neighbour in graph.row(local).0 {
                if graph.own.contains(&neighbour) {
                    visits.visit(neighbour - first, vertex);
                } else if sent.insert(neighbour) {
                    let owner = graph.division.owner(neighbour);
                    let record = [neighbour - graph.division.share(owner).start, vertex];
                    step.send(owner, record, &mut visits)?;
                }
            }
        }
        let next = step.finish(&mut visits, Fold::Sum, |visits| visits.next.len() as u64)?;
        if next == 0 {
            return Ok(visits.tree);
        }
    }
}
