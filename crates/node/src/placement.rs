//! Which ranks of a job are on which node.
//!
//! Ranks in even blocks need no table. Any other placement has a table, once per node: the agent writes it into the node's arena before
//! it starts a process. The words of the table, for `size` ranks on `nodes` nodes:
//!
//! ```text
//!   node of each rank │ index of each rank on its node │ first place of each node, and the end │ ranks, node by node
//!        size         │             size               │              nodes + 1                │         size
//! ```

use std::fmt::{self, Debug, Display, Formatter};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use thiserror::Error;

use crate::Memory;
use crate::layout::{JOB_SIZE_MAX, LOCAL_SIZE_MAX};

/// A distribution of ranks over nodes. Nodes are numbered from 0 in the order of their lowest ranks, and no node is empty.
///
/// A clone costs at most a counter.
#[derive(Clone)]
pub struct Placement {
    size: u32,
    nodes: u32,
    /// `None` if the ranks are in even blocks.
    table: Option<Table>,
}

/// The words of a placement that has no formula.
#[derive(Clone)]
enum Table {
    Own(Arc<[u32]>),
    /// In a node's arena. The words do not change after the first process has been started.
    Shared(Memory),
}

/// Bytes of a word of a table.
pub(crate) const WORD_BYTES: usize = 4;

impl Table {
    fn word(&self, nth: usize) -> u32 {
        match self {
            Table::Own(words) => words[nth],
            Table::Shared(words) => {
                let word = words.atomic_u32(WORD_BYTES * nth);
                word.expect("inside the table").load(Ordering::Relaxed)
            }
        }
    }
}

/// Why a placement is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlacementError {
    /// The job has no ranks.
    #[error("a job needs at least one rank (-n 0 was asked for)")]
    NoRanks,
    /// The job has no nodes.
    #[error("a job needs at least one node (--nodes 0 was asked for)")]
    NoNodes,
    /// There are more nodes than ranks.
    #[error("{nodes} nodes for {size} ranks would leave nodes empty; ask for at most {size} nodes")]
    MoreNodesThanRanks {
        /// The requested number of ranks.
        size: u32,
        /// The requested number of nodes.
        nodes: u32,
    },
    /// The numbers exceed the limits of the node's arena.
    #[error(
        "{size} ranks, {local_size} of them on one node, are too many: at most {JOB_SIZE_MAX} a job and {LOCAL_SIZE_MAX} a node"
    )]
    TooManyRanks {
        /// The requested number of ranks.
        size: u64,
        /// The requested number of ranks on the node that has most of them.
        local_size: u64,
    },
    /// The nodes have fewer slots than there are ranks.
    #[error("{size} ranks need as many slots, but the nodes have {slots}")]
    TooFewSlots {
        /// The requested number of ranks.
        size: u32,
        /// The slots of all nodes.
        slots: u64,
    },
}

/// The ranks of `node` when `size` ranks are in even blocks on `nodes` nodes. Block sizes differ by at most 1.
pub(crate) fn even_block(size: u32, nodes: u32, node: u32) -> Range<u32> {
    assert!(node < nodes, "node {node} of {nodes}");
    let start = |node: u32| (u64::from(size) * u64::from(node) / u64::from(nodes)) as u32;
    start(node)..start(node + 1)
}

/// The node of `rank` when `size` ranks are in even blocks on `nodes` nodes: the last node whose block begins at `rank` or below.
fn even_node(size: u32, nodes: u32, rank: u32) -> u32 {
    ((u64::from(rank + 1) * u64::from(nodes) - 1) / u64::from(size)) as u32
}

fn check(size: u64, local_size: u64) -> Result<(), PlacementError> {
    if size > u64::from(JOB_SIZE_MAX) || local_size > u64::from(LOCAL_SIZE_MAX) {
        return Err(PlacementError::TooManyRanks { size, local_size });
    }
    Ok(())
}

impl Placement {
    /// `size` ranks in consecutive blocks on `nodes` nodes. Block sizes differ by at most 1.
    pub fn new(size: u32, nodes: u32) -> Result<Self, PlacementError> {
        match (size, nodes) {
            (0, _) => Err(PlacementError::NoRanks),
            (_, 0) => Err(PlacementError::NoNodes),
            _ if nodes > size => Err(PlacementError::MoreNodesThanRanks { size, nodes }),
            _ => check(size.into(), size.div_ceil(nodes).into()).map(|()| Placement {
                size,
                nodes,
                table: None,
            }),
        }
    }

    /// The ranks of `node_of`, each on the node that the list names. The names are any numbers: the nodes get new numbers in the order
    /// of their lowest ranks.
    pub fn listed(node_of: &[u32]) -> Result<Self, PlacementError> {
        let mut numbers = std::collections::HashMap::new();
        let mut sizes: Vec<u32> = Vec::new();
        if node_of.is_empty() {
            return Err(PlacementError::NoRanks);
        }
        check(node_of.len() as u64, 0)?;
        let node_of: Vec<u32> = node_of
            .iter()
            .map(|name| {
                let node = *numbers.entry(name).or_insert_with(|| {
                    sizes.push(0);
                    sizes.len() as u32 - 1
                });
                sizes[node as usize] += 1;
                node
            })
            .collect();
        let (size, nodes) = (node_of.len() as u32, sizes.len() as u32);
        let most = sizes.iter().max().copied().unwrap_or(0);
        check(size.into(), most.into())?;
        let is_even = |(rank, &node): (u32, &u32)| node == even_node(size, nodes, rank);
        let table =
            (!(0..).zip(&node_of).all(is_even)).then(|| Table::Own(table(&node_of, &sizes)));
        Ok(Placement { size, nodes, table })
    }

    /// Consecutive blocks of these sizes, a node each.
    pub fn blocks(sizes: &[u32]) -> Result<Self, PlacementError> {
        let size = sizes.iter().map(|&size| u64::from(size)).sum::<u64>();
        let (most, least) = (sizes.iter().max(), sizes.iter().min());
        check(size, most.copied().unwrap_or(0).into())?;
        if least == Some(&0) {
            let (size, nodes) = (size as u32, sizes.len() as u32);
            return Err(PlacementError::MoreNodesThanRanks { size, nodes });
        }
        let nodes = (0..).zip(sizes);
        let node_of = nodes.flat_map(|(node, &size)| (0..size).map(move |_| node));
        Self::listed(&node_of.collect::<Vec<u32>>())
    }

    /// `size` ranks that are dealt out in turn to nodes with so many slots each. A node whose slots are taken is passed over.
    pub fn cyclic(size: u32, slots: &[u32]) -> Result<Self, PlacementError> {
        let all = slots.iter().map(|&slots| u64::from(slots)).sum::<u64>();
        if all < u64::from(size) {
            return Err(PlacementError::TooFewSlots { size, slots: all });
        }
        check(size.into(), 0)?;
        let most = slots.iter().max().copied().unwrap_or(0);
        let rounds = (0..most).flat_map(|round| {
            let free = (0..).zip(slots).filter(move |&(_, &slots)| slots > round);
            free.map(|(node, _)| node)
        });
        Self::listed(&rounds.take(size as usize).collect::<Vec<u32>>())
    }

    /// The placement in a node's arena, whose header has been checked. The words may be arbitrary: `None` if they are no placement.
    pub(crate) fn shared(size: u32, nodes: u32, words: Memory) -> Option<Self> {
        let placement = Placement {
            size,
            nodes,
            table: Some(Table::Shared(words)),
        };
        let table = placement.table.as_ref()?;
        let (size, nodes) = (size as usize, nodes as usize);
        let is_right = |rank: usize| {
            let node = table.word(rank) as usize;
            let index = table.word(size + rank) as usize;
            let place = table.word(2 * size + node.min(nodes)) as usize + index;
            node < nodes
                && place < size
                && table.word(2 * size + nodes + 1 + place) as usize == rank
        };
        let starts = (0..nodes).map(|node| 2 * size + node);
        let are_ordered = starts
            .into_iter()
            .all(|at| table.word(at) < table.word(at + 1));
        let is_whole = table.word(2 * size) == 0 && table.word(2 * size + nodes) as usize == size;
        (are_ordered && is_whole && (0..size).all(is_right)).then_some(placement)
    }

    /// The number of words of the table; 0 for even blocks.
    pub(crate) fn table_words(&self) -> u64 {
        self.table
            .as_ref()
            .map_or(0, |_| table_words(self.size, self.nodes))
    }

    /// The words of the table, in order.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> {
        let table = self.table.as_ref();
        (0..self.table_words() as usize).map(move |nth| table.map_or(0, |table| table.word(nth)))
    }

    /// The number of ranks in the job.
    #[inline]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The number of nodes in the job.
    #[inline]
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Whether the ranks are in consecutive blocks whose sizes differ by at most 1, each at its formula's place.
    pub fn is_even(&self) -> bool {
        self.table.is_none()
    }

    /// The number of ranks on `node`.
    pub fn local_size(&self, node: u32) -> u32 {
        match &self.table {
            None => even_block(self.size, self.nodes, node).len() as u32,
            Some(table) => {
                let (start, end) = self.places(table, node);
                end - start
            }
        }
    }

    /// The node of `rank`.
    pub fn node_of(&self, rank: u32) -> u32 {
        assert!(rank < self.size, "rank {rank} of {}", self.size);
        match &self.table {
            None => even_node(self.size, self.nodes, rank),
            Some(table) => table.word(rank as usize),
        }
    }

    /// The index of `rank` among the ranks of its node, from 0. Ranks of a node are in ascending order.
    pub fn local_index(&self, rank: u32) -> u32 {
        assert!(rank < self.size, "rank {rank} of {}", self.size);
        match &self.table {
            None => rank - even_block(self.size, self.nodes, self.node_of(rank)).start,
            Some(table) => table.word((self.size + rank) as usize),
        }
    }

    /// The rank with index `index` on `node`.
    pub fn rank_on(&self, node: u32, index: u32) -> u32 {
        match &self.table {
            None => even_block(self.size, self.nodes, node).start + index,
            Some(table) => {
                let (start, end) = self.places(table, node);
                assert!(start + index < end, "index {index} on node {node}");
                let ranks = 2 * self.size as usize + self.nodes as usize + 1;
                table.word(ranks + (start + index) as usize)
            }
        }
    }

    /// The lowest rank on `node`.
    pub fn first_rank(&self, node: u32) -> u32 {
        self.rank_on(node, 0)
    }

    /// The ranks on `node`, in ascending order.
    pub fn ranks(&self, node: u32) -> impl Iterator<Item = u32> {
        (0..self.local_size(node)).map(move |index| self.rank_on(node, index))
    }

    /// The ranks on `node`, if they are consecutive.
    pub fn block(&self, node: u32) -> Option<Range<u32>> {
        let (first, size) = (self.first_rank(node), self.local_size(node));
        let last = self.rank_on(node, size - 1);
        (last - first + 1 == size).then_some(first..last + 1)
    }

    /// The node of each rank, by rank.
    pub fn nodes_of_ranks(&self) -> impl Iterator<Item = u32> {
        (0..self.size).map(|rank| self.node_of(rank))
    }

    fn places(&self, table: &Table, node: u32) -> (u32, u32) {
        assert!(node < self.nodes, "node {node} of {}", self.nodes);
        let at = 2 * self.size as usize + node as usize;
        (table.word(at), table.word(at + 1))
    }
}

/// The number of words of a table.
pub(crate) fn table_words(size: u32, nodes: u32) -> u64 {
    3 * u64::from(size) + u64::from(nodes) + 1
}

/// The table of ranks on the nodes of `node_of`, which have these sizes.
fn table(node_of: &[u32], sizes: &[u32]) -> Arc<[u32]> {
    let mut starts = vec![0];
    starts.extend(sizes.iter().scan(0, |end, size| {
        *end += size;
        Some(*end)
    }));
    let (mut index_of, mut ranks) = (Vec::with_capacity(node_of.len()), vec![0; node_of.len()]);
    let mut taken = vec![0; sizes.len()];
    for (rank, &node) in (0..).zip(node_of) {
        let index = &mut taken[node as usize];
        index_of.push(*index);
        ranks[(starts[node as usize] + *index) as usize] = rank;
        *index += 1;
    }
    [node_of, &index_of, &starts, &ranks].concat().into()
}

/// As `--nodes` takes it: a number of nodes, or the sizes of blocks; else the node of each rank.
impl Display for Placement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let separated = |f: &mut Formatter<'_>, numbers: &mut dyn Iterator<Item = u32>| {
            for (nth, number) in numbers.enumerate() {
                let comma = if nth > 0 { "," } else { "" };
                write!(f, "{comma}{number}")?;
            }
            Ok(())
        };
        if self.is_even() {
            write!(f, "{} nodes", self.nodes)
        } else if (0..self.nodes).all(|node| self.block(node).is_some()) {
            write!(f, "{} nodes of ", self.nodes)?;
            separated(f, &mut (0..self.nodes).map(|node| self.local_size(node)))
        } else {
            write!(f, "{} nodes, by rank ", self.nodes)?;
            separated(f, &mut self.nodes_of_ranks())
        }
    }
}

impl Debug for Placement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ranks on {self}", self.size)
    }
}

impl PartialEq for Placement {
    fn eq(&self, other: &Placement) -> bool {
        let is_of_same_shape = self.size == other.size
            && self.nodes == other.nodes
            && self.is_even() == other.is_even();
        is_of_same_shape && (self.is_even() || self.nodes_of_ranks().eq(other.nodes_of_ranks()))
    }
}

impl Eq for Placement {}

#[cfg(test)]
mod tests;
