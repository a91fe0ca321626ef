//! Unbalanced tree search: a bundled program of Farreach that counts the nodes of a tree whose
//! branches differ so much that processes must steal work from each other.
//!
//! ```text
//!   tree: a node's children follow from its state  ─▶  stack of each process  ─▶  totals, compared with the published ones
//!                                                        ▲      │
//!                                     steal by messages ─┘      └─ or by one-sided operations
//! ```
//!
//! Invariants:
//! - each node is counted once, whichever process does it;
//! - the sizes are those that the authors of the benchmark publish, or the program fails.
//!
//! Entry: [`main`]; the trees are in `tree.rs`.

mod memory;
mod messages;
mod tree;
mod victims;

use std::ffi::OsString;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::{Parser, ValueEnum};
use farreach::shmem::{self, Pe};
use farreach_entry::enter;

use crate::tree::{Sample, Totals};

/// Counts the nodes of an unbalanced tree by work stealing, and compares the result with the published size of the tree.
#[derive(Clone, Debug, Parser)]
#[command(name = "uts", no_binary_name = true, version)]
struct Options {
    /// Which of the benchmark's trees.
    #[arg(long, value_enum, default_value = "t1")]
    tree: Sample,
    /// How work is stolen.
    #[arg(long, value_enum, default_value = "messages")]
    by: By,
}

/// How work is stolen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// By active messages
    Messages,
    /// By one-sided operations
    Memory,
}

/// Counts a tree as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    enter(
        "uts",
        arguments,
        |_, _| Ok(()),
        |pe, options, ()| search(pe, options),
    )
}

fn search(pe: &Pe, options: &Options) -> Result<()> {
    let tree = options.tree.tree();
    pe.barrier_all()?;
    let begun = Instant::now();
    let (own, thefts) = match options.by {
        By::Messages => messages::count(pe, &tree)?,
        By::Memory => memory::count(pe, &tree)?,
    };
    let mut sums = [own.nodes, own.leaves, thefts];
    pe.all_reduce(&mut sums, shmem::Reduction::Sum)?;
    let mut most = [own.depth, own.nodes];
    pe.all_reduce(&mut most, shmem::Reduction::Max)?;
    let seconds = begun.elapsed().as_secs_f64();
    let [nodes, leaves, thefts] = sums;
    let [depth, largest] = most;
    let totals = Totals {
        nodes,
        leaves,
        depth,
    };
    if pe.my_pe() == 0 {
        let rate = nodes as f64 / seconds / 1e6;
        let share = largest as f64 * f64::from(pe.n_pes()) / nodes as f64;
        let name = options.tree.to_possible_value().expect("no tree is hidden");
        let result = format!(
            "tree {}: {nodes} nodes, {leaves} leaves, depth {depth} in {seconds:.3} s, {rate:.2} M nodes/s, {thefts} thefts, \
             the largest share is {share:.2} times the mean",
            name.get_name()
        );
        println!("{result}");
        pe.world().set_result(result);
    }
    ensure!(
        totals == tree.known,
        "the published sizes are {:?}, but {totals:?} were counted",
        tree.known
    );
    Ok(())
}
