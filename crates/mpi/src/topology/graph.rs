//! Graphs: each process has a list of neighbours.

use super::TopologyError;

/// A graph that all processes know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where the list of each node's neighbours ends.
    index: Vec<usize>,
    edges: Vec<usize>,
}

impl Graph {
    /// The graph in which node `i` has the neighbours `edges[index[i - 1]..index[i]]`.
    pub fn new(index: Vec<usize>, edges: Vec<usize>) -> Result<Self, TopologyError> {
        let mut before = 0;
        for (node, end) in index.iter().enumerate() {
            let last = node + 1 == index.len();
            if *end < before || *end > edges.len() || (last && *end != edges.len()) {
                return Err(TopologyError::Index {
                    node,
                    index: *end,
                    before,
                    edges: edges.len(),
                });
            }
            before = *end;
        }
        let size = index.len();
        if let Some(rank) = edges.iter().find(|rank| **rank >= size) {
            return Err(TopologyError::Rank { rank: *rank, size });
        }
        Ok(Graph { index, edges })
    }

    /// Processes.
    pub fn size(&self) -> usize {
        self.index.len()
    }

    /// Where the list of each node's neighbours ends.
    pub fn index(&self) -> &[usize] {
        &self.index
    }

    /// All lists of neighbours, one after the other.
    pub fn edges(&self) -> &[usize] {
        &self.edges
    }

    /// The neighbours of a process.
    pub fn neighbours(&self, rank: usize) -> Result<&[usize], TopologyError> {
        let Some(end) = self.index.get(rank) else {
            return Err(TopologyError::Rank {
                rank,
                size: self.index.len(),
            });
        };
        let start = if rank == 0 { 0 } else { self.index[rank - 1] };
        Ok(&self.edges[start..*end])
    }
}

/// An edge of a distributed graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The process that sends.
    pub from: usize,
    /// The process that receives.
    pub to: usize,
    /// How much is sent, in units of the program. 1 in a graph without weights.
    pub weight: i32,
}

impl Edge {
    /// The edges that a process declares by `MPI_Dist_graph_create`: `degrees[i]` edges begin at
    /// `sources[i]`, and `destinations` has the ends of all of them.
    pub fn declared(
        size: usize,
        sources: &[usize],
        degrees: &[usize],
        destinations: &[usize],
        weights: Option<&[i32]>,
    ) -> Result<Vec<Edge>, TopologyError> {
        let lengths = |what, given, needed| {
            if given == needed {
                Ok(())
            } else {
                Err(TopologyError::Lengths {
                    what,
                    given,
                    needed,
                })
            }
        };
        lengths("degrees", degrees.len(), sources.len())?;
        let total = degrees
            .iter()
            .try_fold(0_usize, |sum, degree| sum.checked_add(*degree))
            .ok_or(TopologyError::TooLarge)?;
        lengths("destinations", destinations.len(), total)?;
        if let Some(weights) = weights {
            lengths("weights", weights.len(), total)?;
        }
        let ranks = sources.iter().chain(destinations);
        if let Some(rank) = ranks.copied().find(|rank| *rank >= size) {
            return Err(TopologyError::Rank { rank, size });
        }
        let starts = sources
            .iter()
            .zip(degrees)
            .flat_map(|(source, degree)| std::iter::repeat_n(*source, *degree));
        let ends = destinations.iter().enumerate();
        Ok(starts
            .zip(ends)
            .map(|(from, (index, to))| Edge {
                from,
                to: *to,
                weight: weights.map_or(1, |weights| weights[index]),
            })
            .collect())
    }
}

/// What one process knows of a distributed graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DistributedGraph {
    /// The processes that it receives from.
    pub sources: Vec<usize>,
    /// The processes that it sends to.
    pub destinations: Vec<usize>,
    /// The weights of both, if the graph has any.
    pub weights: Option<(Vec<i32>, Vec<i32>)>,
}

impl DistributedGraph {
    /// The edges of `rank`, from those that all processes declared, in their order.
    pub fn of(rank: usize, edges: &[Edge], weighted: Weighted) -> DistributedGraph {
        let into = || edges.iter().filter(|edge| edge.to == rank);
        let out = || edges.iter().filter(|edge| edge.from == rank);
        let weight = |edge: &Edge| edge.weight;
        DistributedGraph {
            sources: into().map(|edge| edge.from).collect(),
            destinations: out().map(|edge| edge.to).collect(),
            weights: match weighted {
                Weighted::No => None,
                Weighted::Yes => Some((into().map(weight).collect(), out().map(weight).collect())),
            },
        }
    }
}

/// Whether a graph has weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighted {
    /// `MPI_UNWEIGHTED`
    No,
    /// Weights were given, maybe none at this process.
    Yes,
}
