//! Breadth-first search, level by level.
//!
//! - Forward: each process visits the neighbours of its vertices of a level, and sends those of others to their owners, each
//!   vertex at most once.
//! - Backward: each process looks for neighbours in the level among those of its vertices that have not been visited. It needs
//!   a bit of each vertex of the level, which models with one-sided operations can share. A level that has many edges is
//!   searched backward: most vertices find a neighbour at once, and no edge is sent.
//!
//! When to turn is decided as by S. Beamer et al., "Direction-optimizing breadth-first search" (2012).

use anyhow::Result;

use crate::carrier::{self, Carrier, Fold};
use crate::graph::Graph;
use crate::step::{Sink, Step};

/// No level, no parent.
pub(crate) const NONE: u32 = u32::MAX;

/// A search turns backward before a level with more edges than this part of those of vertices that have not been visited.
const BACKWARD_PART: u64 = 14;
/// A search turns forward again before a level with fewer vertices than this part of all.
const FORWARD_PART: u64 = 24;

/// The tree of a search: what a process has of it.
pub(crate) struct Tree {
    /// The parents of this process's vertices.
    pub(crate) parents: Vec<u32>,
    /// Their distances from the root: levels, or sums of weights.
    pub(crate) distances: Vec<u32>,
    /// The levels that were searched backward.
    pub(crate) backward: u32,
}

impl Tree {
    /// Nothing is known of `count` vertices.
    pub(crate) fn empty(count: usize) -> Tree {
        Tree {
            parents: vec![NONE; count],
            distances: vec![NONE; count],
            backward: 0,
        }
    }
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
    let first = graph.own.start;
    let mut search = Search {
        carrier,
        graph,
        visits: Visits {
            tree: Tree::empty(graph.own.len()),
            level: 0,
            next: Vec::new(),
        },
        sent: Sent(vec![0; carrier::words(graph.vertices())]),
        step: Step::new(carrier),
    };
    if graph.own.contains(&root) {
        search.visits.visit(root - first, root);
    }
    let may_turn = carrier.has_bits();
    let mut unvisited_edges = graph.all_ends;
    loop {
        let [next, edges] = search.forward(may_turn)?;
        if next == 0 {
            break;
        }
        if may_turn && edges > unvisited_edges / BACKWARD_PART {
            search.backward(next)?;
            // The last levels have few vertices: it does not turn again.
            while search.forward(false)? != [0; 2] {}
            break;
        }
        unvisited_edges = unvisited_edges.saturating_sub(edges);
    }
    Ok(search.visits.tree)
}

/// A search on its way.
struct Search<'c, 'g> {
    carrier: &'c Carrier<'c>,
    graph: &'g Graph,
    visits: Visits,
    sent: Sent,
    step: Step<'c>,
}

impl Search<'_, '_> {
    /// Visits the next level from the edges of the last one. Returns its number of vertices and, if wanted, of their edges.
    fn forward(&mut self, wants_edges: bool) -> Result<[u64; 2]> {
        let (graph, visits) = (self.graph, &mut self.visits);
        let first = graph.own.start;
        visits.level += 1;
        for local in std::mem::take(&mut visits.next) {
            let vertex = first + local;
            for &neighbour in graph.row(local).0 {
                if graph.own.contains(&neighbour) {
                    visits.visit(neighbour - first, vertex);
                } else if self.sent.insert(neighbour) {
                    let owner = graph.division.owner(neighbour);
                    let record = [neighbour - graph.division.share(owner).start, vertex];
                    self.step.send(owner, record, visits)?;
                }
            }
        }
        self.step.finish(visits, Fold::Sum, |visits| {
            let edges = |local: &u32| graph.row(*local).0.len() as u64;
            let edges = if wants_edges {
                visits.next.iter().map(edges).sum()
            } else {
                0
            };
            [visits.next.len() as u64, edges]
        })
    }

    /// Visits levels from the edges of vertices that have not been visited, until there are few: the last one has `next`.
    fn backward(&mut self, mut next: u64) -> Result<()> {
        let (graph, visits) = (self.graph, &mut self.visits);
        let first = graph.own.start;
        let own = graph.own.start.div_ceil(64) as usize..graph.own.end.div_ceil(64) as usize;
        let mut level = vec![0; self.sent.0.len()];
        let own_vertices = 0..graph.own.len() as u32;
        let is_left = |local: &u32| {
            visits.tree.parents[*local as usize] == NONE && graph.has_neighbours(*local)
        };
        let mut left: Vec<u32> = own_vertices.filter(is_left).collect();
        loop {
            level[own.clone()].fill(0);
            for local in std::mem::take(&mut visits.next) {
                let vertex = first + local;
                level[vertex as usize / 64] |= 1 << (vertex % 64);
            }
            self.carrier.share(&mut level, own.clone())?;
            visits.level += 1;
            visits.tree.backward += 1;
            left.retain(|&local| {
                let is_in_level =
                    |vertex: &&u32| level[**vertex as usize / 64] >> (**vertex % 64) & 1 == 1;
                let parent = graph.row(local).0.iter().find(is_in_level);
                if let Some(&parent) = parent {
                    visits.visit(local, parent);
                }
                parent.is_none()
            });
            for (sent, level) in self.sent.0.iter_mut().zip(&level) {
                *sent |= level;
            }
            let mut count = [visits.next.len() as u64];
            self.carrier.fold(&mut count, Fold::Sum)?;
            let [count] = count;
            let has_few = count < next && count < graph.vertices() / FORWARD_PART;
            if count == 0 || has_few {
                return Ok(());
            }
            next = count;
        }
    }
}
