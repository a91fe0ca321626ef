//! Lennard-Jones particles: a bundled program of Farreach that simulates a liquid by force decomposition, as the program of
//! Global Arrays does.
//!
//! ```text
//!   positions, forces: distributed arrays            a step of velocity Verlet:
//!   the matrix of forces in m x m blocks, of which     move the own particles, put their positions
//!   those on and above the diagonal are tasks:         draw tasks: get two parts of the positions, accumulate
//!     0 1 2                                              to two parts of the forces; the next task's positions
//!       3 4                                              come meanwhile
//!         5     drawn from a shared counter            get the forces on the own particles
//! ```
//!
//! Invariants:
//! - each task is drawn by one process, whichever asks first: the counter only grows, over all steps;
//! - the sums of forces have another order in each run, and are equal within rounding.
//!
//! Entry: [`main`]; the physics is in `fluid.rs`.

mod fluid;
mod options;
mod parallel;
mod picture;

use std::ffi::OsString;

use anyhow::{Context, Result, ensure};
use farreach::shmem::{Pe, Reduction};
use farreach_entry::enter;
use serde::Serialize;

use crate::fluid::Fluid;
use crate::options::Options;

/// How far the energy may drift, in parts of the energy that moves.
const DRIFT_MAX: f64 = 0.01;
/// How far positions may be from those of a sequential run, in lengths of the box.
const DEVIATION_MAX: f64 = 1e-9;

/// The figures as JSON.
#[derive(Serialize)]
struct Figures {
    particles: usize,
    blocks: usize,
    steps: u64,
    processes: u32,
    seconds: f64,
    /// Means over the processes.
    compute_seconds: f64,
    communication_seconds: f64,
    energy_first: f64,
    energy_last: f64,
    drift: f64,
    deviation: Option<f64>,
    /// The fewest and the most tasks of a process.
    tasks: [u64; 2],
}

/// Simulates as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<()> {
    enter(
        "lj",
        arguments,
        |_, options: &Options| options.check(),
        |pe, options, ()| run(pe, options),
    )
}

fn run(pe: &Pe, options: &Options) -> Result<()> {
    let fluid = Fluid::new(options.particles, options.density, options.dt);
    let run = parallel::run(pe, &fluid, options)?;
    let times = run.times;
    let mut sums = [times.compute, times.communication];
    pe.all_reduce(&mut sums, Reduction::Sum)?;
    let mut seconds = [times.compute + times.communication];
    pe.all_reduce(&mut seconds, Reduction::Max)?;
    let (mut fewest, mut most) = ([run.tasks], [run.tasks]);
    pe.all_reduce(&mut fewest, Reduction::Min)?;
    pe.all_reduce(&mut most, Reduction::Max)?;
    if pe.my_pe() != 0 {
        return Ok(());
    }
    let [first, last] = run.energies;
    let drift = (last.total() - first.total()).abs() / last.kinetic.max(first.kinetic);
    let deviation = options.check.then(|| {
        let alone = fluid.run_alone(options.steps);
        fluid.deviation(&run.positions, &alone)
    });
    let share = |sum: f64| sum / f64::from(pe.n_pes());
    let figures = Figures {
        particles: options.particles,
        blocks: options.blocks,
        steps: options.steps,
        processes: pe.n_pes(),
        seconds: seconds[0],
        compute_seconds: share(sums[0]),
        communication_seconds: share(sums[1]),
        energy_first: first.total(),
        energy_last: last.total(),
        drift,
        deviation,
        tasks: [fewest[0], most[0]],
    };
    report(pe, options, &figures)?;
    if let Some(path) = &options.output {
        picture::write(path, &fluid, &run.positions)
            .with_context(|| format!("lj: {} can't be written", path.display()))?;
        println!("wrote {}", path.display());
    }
    ensure!(
        drift <= DRIFT_MAX,
        "the energy drifted from {:.6} to {:.6}: choose a smaller --dt than {}",
        first.total(),
        last.total(),
        options.dt
    );
    ensure!(
        deviation.is_none_or(|deviation| deviation <= DEVIATION_MAX),
        "positions deviate by {deviation:?} from those of a sequential run: at most {DEVIATION_MAX:e} is rounding"
    );
    Ok(())
}

fn report(pe: &Pe, options: &Options, figures: &Figures) -> Result<()> {
    let mut result = format!(
        "{} particles in {m} x {m} blocks, {} steps in {:.3} s: {:.3} s of computing, {:.3} s of communication; {} to {} tasks \
         a process; energy {:.6} to {:.6}, drift {:.1e}",
        figures.particles,
        figures.steps,
        figures.seconds,
        figures.compute_seconds,
        figures.communication_seconds,
        figures.tasks[0],
        figures.tasks[1],
        figures.energy_first,
        figures.energy_last,
        figures.drift,
        m = figures.blocks,
    );
    if let Some(deviation) = figures.deviation {
        let text = format!(", deviation from a sequential run {deviation:.1e}");
        result.push_str(&text);
    }
    if options.json {
        println!("{}", serde_json::to_string(figures)?);
    } else {
        println!("{result}");
    }
    pe.world().set_result(result);
    Ok(())
}
