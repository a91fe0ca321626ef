//! What is counted, and how it is shown.

use anyhow::Result;
use farreach::shmem::Pe;
use serde::Serialize;

use crate::options::Options;

/// Bytes of one process's figures in the segment.
pub(crate) const FIGURES_BYTES: usize = 24;

/// What one process has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Processes that it exchanged with, those of its node too.
    peers: u64,
    /// Its connected queue pairs, as the device has them.
    queue_pairs: u64,
    /// The node that it is on.
    node: u64,
}

impl Figures {
    pub(crate) fn of(pe: &Pe, peers: usize) -> Figures {
        Figures {
            peers: peers as u64,
            queue_pairs: pe.world().stats().connected_queue_pairs,
            node: u64::from(pe.world().node()),
        }
    }

    pub(crate) fn to_bytes(self) -> [u8; FIGURES_BYTES] {
        let mut bytes = [0; FIGURES_BYTES];
        let words = [self.peers, self.queue_pairs, self.node];
        for (into, word) in bytes.chunks_exact_mut(8).zip(words) {
            into.copy_from_slice(&word.to_ne_bytes());
        }
        bytes
    }

    pub(crate) fn read(pe: &Pe, offset: usize) -> Result<Figures> {
        let memory = pe.world().own_segment();
        Ok(Figures {
            peers: memory.load_u64(offset)?,
            queue_pairs: memory.load_u64(offset + 8)?,
            node: memory.load_u64(offset + 16)?,
        })
    }
}

/// Mean and maximum.
#[derive(Clone, Copy, Debug, Serialize)]
struct Spread {
    mean: f64,
    max: u64,
}

impl Spread {
    fn of(figures: &[u64]) -> Spread {
        Spread {
            mean: figures.iter().sum::<u64>() as f64 / figures.len() as f64,
            max: figures.iter().copied().max().unwrap_or(0),
        }
    }
}

/// The figures of a job.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pattern: String,
    reach: String,
    processes: u32,
    nodes: u32,
    /// Processes that a process exchanged with, those of its node too.
    peers: Spread,
    /// Connected queue pairs of a process.
    queue_pairs: Spread,
    /// Connected queue pairs of all processes of a node.
    node_queue_pairs: Spread,
}

impl Report {
    pub(crate) fn new(pe: &Pe, options: &Options, all: &[Figures]) -> Report {
        let world = pe.world();
        let each = |of: fn(&Figures) -> u64| all.iter().map(of).collect::<Vec<_>>();
        let mut nodes = vec![0; world.nodes() as usize];
        for figures in all {
            nodes[figures.node as usize] += figures.queue_pairs;
        }
        Report {
            pattern: options.pattern.to_string(),
            reach: world.settings().fabric.reach.to_string(),
            processes: pe.n_pes(),
            nodes: world.nodes(),
            peers: Spread::of(&each(|figures| figures.peers)),
            queue_pairs: Spread::of(&each(|figures| figures.queue_pairs)),
            node_queue_pairs: Spread::of(&nodes),
        }
    }

    pub(crate) fn print(&self, options: &Options) -> Result<()> {
        if options.json {
            println!("{}", serde_json::to_string(self)?);
            return Ok(());
        }
        println!(
            "exchange {}: {} processes on {} nodes, reach {}, {} x {} B with each, all of it right",
            self.pattern, self.processes, self.nodes, self.reach, options.iterations, options.bytes
        );
        for (what, spread) in [
            ("peers of a process", self.peers),
            ("queue pairs of a process", self.queue_pairs),
            ("queue pairs of a node", self.node_queue_pairs),
        ] {
            println!(
                "  {what:<26}{:>8.2} mean {:>6} max",
                spread.mean, spread.max
            );
        }
        Ok(())
    }
}
