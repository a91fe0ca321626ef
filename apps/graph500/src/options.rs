//! The command line of graph500.

use clap::{Parser, ValueEnum};

/// The greatest scale: a vertex is a number of 32 bits, and one such number stands for none.
const SCALE_MAX: u32 = 31;

/// Builds a Kronecker graph, searches it from some vertices by breadth and for the shortest paths, checks each result by the
/// benchmark's rules, and prints the benchmark's statistics of times and of traversed edges per second (TEPS).
#[derive(Clone, Debug, Parser)]
#[command(name = "graph500", no_binary_name = true, version)]
pub(crate) struct Options {
    /// How processes communicate.
    #[arg(long, value_enum, default_value = "hybrid")]
    pub(crate) model: Model,
    /// The graph has 2 to this power vertices.
    #[arg(long, default_value_t = 14, value_name = "POWER", value_parser = clap::value_parser!(u32).range(1..=i64::from(SCALE_MAX)))]
    pub(crate) scale: u32,
    /// Edges for each vertex.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=4096))]
    pub(crate) edgefactor: u64,
    /// The number of vertices to search from.
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) roots: u32,
    /// What is searched.
    #[arg(long, value_enum, default_value = "both")]
    pub(crate) kernel: Kernel,
    /// Print the figures as a JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How processes communicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    /// By messages (MPI)
    Mpi,
    /// By one-sided operations (OpenSHMEM), and bits of vertices in levels with many edges
    Shmem,
    /// By active messages (GASNet)
    Gasnet,
    /// As shmem, with sums by messages (OpenSHMEM and MPI in one program)
    Hybrid,
}

impl Model {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Model::Mpi => "mpi",
            Model::Shmem => "shmem",
            Model::Gasnet => "gasnet",
            Model::Hybrid => "hybrid",
        }
    }
}

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kernel {
    /// Breadth-first search
    Bfs,
    /// Shortest paths
    Sssp,
    /// One after the other
    Both,
}
