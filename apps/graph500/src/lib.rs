//! The benchmark Graph500: a bundled program of Farreach that searches a Kronecker graph by breadth and for shortest paths.
//!
//! ```text
//!   generator ─▶ graph: rows of neighbours ─▶ search, paths ─▶ validate ─▶ statistics ─▶ report
//!                  │                             │
//!                  └──────────── step ───────────┘   records to the owners of vertices
//!                                  │
//!                               carrier: messages │ one-sided │ active messages │ hybrid
//! ```
//!
//! Graph, kernels, rules of validation and statistics are those of the "Graph 500 Benchmark Specification", version 3. The
//! hybrid of models is that of J. Jose et al., "Designing scalable Graph500 benchmark with hybrid MPI+OpenSHMEM programming
//! models" (2013): data by one-sided operations, and collectives by MPI. The code is our own.
//!
//! Invariants:
//! - the graph is the same for any number of processes, and so are all distances: a hash of them is printed;
//! - kernels and checks don't know how records travel;
//! - each search is checked, or the program fails.
//!
//! Entry: [`main`].

mod carrier;
mod generator;
mod graph;
mod options;
mod paths;
mod report;
mod search;
mod statistics;
mod step;
mod validate;

use std::ffi::OsString;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use farreach::mpi::{self, Session};
use farreach::shmem::Pe;
use farreach_entry::{enter, fits};

use crate::carrier::{Carrier, Fold, Spent};
use crate::generator::{Generator, mix};
use crate::graph::{Graph, slowest};
use crate::options::{Kernel, Model, Options};
use crate::report::{Figures, Searches};
use crate::search::Tree;
use crate::statistics::Statistics;
use crate::validate::{Checks, Measure};

/// Bytes of an end of an edge, the least: its target and its weight, twice while rows are sorted.
const END_BYTES: u128 = 16;
/// Vertices that are tried as roots at a time.
const ROOTS_TRIED: u32 = 256;

/// Searches as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    enter(
        "graph500",
        arguments,
        |_, _| Ok(()),
        |pe, options, ()| run(pe, options),
    )
}

fn run(pe: &Pe, options: &Options) -> Result<()> {
    let mpi = match options.model {
        Model::Mpi | Model::Hybrid => Some(mpi::init()?),
        Model::Shmem | Model::Gasnet => None,
    };
    search_all(pe, mpi.as_ref(), options)?;
    mpi.map_or(Ok(()), Session::finalize)?;
    Ok(())
}

fn search_all(pe: &Pe, mpi: Option<&Session>, options: &Options) -> Result<()> {
    let ends = 2 * u128::from(options.edgefactor << options.scale) / u128::from(pe.n_pes());
    let what = format!(
        "--scale {} --edgefactor {}",
        options.scale, options.edgefactor
    );
    fits(&what, ends * END_BYTES)?;
    let carrier = &Carrier::open(options, pe, mpi)?;
    let generator = Generator::new(options.scale);
    let (graph, times) = Graph::new(carrier, &generator, options.scale, options.edgefactor)?;
    let roots = choose_roots(carrier, &generator, &graph, options.roots)?;
    ensure!(
        !roots.is_empty(),
        "none of {} vertices has a neighbour: choose a larger --scale or --edgefactor",
        graph.vertices()
    );
    let checks = Checks::new(pe, &graph)?;
    let mut figures = Figures::new(pe, options, times, roots.len());
    if options.kernel != Kernel::Sssp {
        let search = |root| search::search(carrier, &graph, root);
        figures.bfs = Some(each_root(
            carrier,
            &checks,
            &roots,
            Measure::Levels,
            search,
        )?);
    }
    if options.kernel != Kernel::Bfs {
        let search = |root| paths::search(carrier, &graph, root);
        figures.sssp = Some(each_root(
            carrier,
            &checks,
            &roots,
            Measure::Weights,
            search,
        )?);
    }
    if pe.my_pe() == 0 {
        report::print(pe, options, &figures)?;
    }
    Ok(())
}

/// The first `wanted` vertices with neighbours, in the generator's order; all of them if there are fewer. Collective.
fn choose_roots(
    carrier: &Carrier<'_>,
    generator: &Generator,
    graph: &Graph,
    wanted: u32,
) -> Result<Vec<u32>> {
    let mut roots = Vec::new();
    let mut tried = 0;
    while roots.len() < wanted as usize && tried < graph.vertices() as u32 {
        let end = graph.vertices().min(u64::from(tried + ROOTS_TRIED)) as u32;
        let candidates: Vec<u32> = (tried..end).map(|number| generator.root(number)).collect();
        let is_root = |vertex: &u32| {
            graph.own.contains(vertex) && graph.has_neighbours(vertex - graph.own.start)
        };
        let mut are_roots: Vec<u64> = candidates
            .iter()
            .map(|vertex| u64::from(is_root(vertex)))
            .collect();
        carrier.fold(&mut are_roots, Fold::Sum)?;
        let found = candidates.iter().zip(&are_roots);
        roots.extend(
            found
                .filter(|(_, is_root)| **is_root > 0)
                .map(|(vertex, _)| vertex),
        );
        tried = end;
    }
    roots.truncate(wanted as usize);
    Ok(roots)
}

/// Searches from each root, and checks what was found. Collective.
fn each_root(
    carrier: &Carrier<'_>,
    checks: &Checks<'_>,
    roots: &[u32],
    measure: Measure,
    search: impl Fn(u32) -> Result<Tree>,
) -> Result<Searches> {
    let mut samples = [const { Vec::new() }; 3];
    let (mut hash, mut validation) = (0, 0.0);
    let (mut spent, mut searching, mut backward) = ([0_u64; 2], 0.0, 0);
    for &root in roots {
        carrier.fold(&mut [0], Fold::Sum)?;
        carrier.spent();
        let begun = Instant::now();
        let tree = search(root)?;
        let Spent { moving, waiting } = carrier.spent();
        for (spent, part) in spent.iter_mut().zip([moving, waiting]) {
            *spent += part.as_nanos() as u64;
        }
        searching += begun.elapsed().as_secs_f64();
        backward += tree.backward;
        let seconds = slowest(carrier, begun)?;
        let begun = Instant::now();
        let facts = checks
            .check(root, &tree, measure)
            .with_context(|| format!("the search from vertex {root} is wrong"))?;
        validation += slowest(carrier, begun)?;
        hash = mix(hash ^ facts.hash);
        let edges = facts.edges as f64;
        for (samples, sample) in samples.iter_mut().zip([seconds, edges, edges / seconds]) {
            samples.push(sample);
        }
    }
    let [seconds, edges, rates] = &samples;
    let mut all = [spent[0], spent[1], (searching * 1e9) as u64];
    carrier.fold(&mut all, Fold::Sum)?;
    let [moving, waiting] = [all[0], all[1]].map(|part| part as f64 / all[2] as f64);
    Ok(Searches {
        backward: f64::from(backward) / roots.len() as f64,
        moving,
        waiting,
        seconds: Statistics::of(seconds),
        edges: Statistics::of(edges),
        teps: Statistics::of_rates(rates),
        validation_seconds: validation / roots.len() as f64,
        hash: format!("{hash:016x}"),
    })
}
