//! The program: what every process does from its arguments to the end.

use std::ffi::OsString;
use std::time::Duration;

use farreach::shmem::{self, Pe};
use farreach_entry::refuse;

use crate::decomposition::Decomposition;
use crate::field::Field;
use crate::options::Options;
use crate::output::Blocks;
use crate::parallel::{self, Run};
use crate::verdict;

/// Runs heat2d as one process of its job. `arguments` are those after the program's name.
pub fn main(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<()> {
    let options = Options::parse_arguments(arguments);
    let pe = shmem::init()?;
    // All processes got the same arguments: one of them says what is wrong.
    let speaks = pe.my_pe() == 0;
    let outcome = match options {
        Ok(options) => run(&pe, &options)?,
        Err(error) if speaks => refuse("heat2d", &error),
        Err(_) => Ok(()),
    };
    // What process 0 found wrong is worth more than an error in leaving.
    let left = pe.finalize();
    outcome?;
    Ok(left?)
}

/// Runs the simulation; returns what process 0 found wrong where the others know it or are through.
///
/// # Errors
/// If this process can't go on: leaving in order would wait for the others, who wait for this one.
fn run(pe: &Pe, options: &Options) -> Result<anyhow::Result<()>, shmem::Error> {
    let initial = if pe.my_pe() == 0 {
        Some(prepare(options))
    } else {
        None
    };
    let mut shape = match &initial {
        Some(Ok(field)) => [field.rows(), field.cols()],
        // No field has no rows: process 0 can't go on, and says why.
        _ => [0, 0],
    };
    pe.broadcast(&mut shape, 0)?;
    let initial = match initial.transpose() {
        Ok(initial) => initial,
        Err(error) => return Ok(Err(error)),
    };
    let [rows, cols] = shape;
    if rows == 0 {
        return Ok(Ok(()));
    }
    let run = parallel::run(
        pe,
        (rows, cols),
        initial.as_ref(),
        options.steps,
        options.alpha,
    )?;
    Ok(match (&initial, &run.last) {
        (Some(initial), Some(last)) => conclude(pe, options, initial, last, &run),
        _ => Ok(()),
    })
}

/// What can fail before the work begins.
fn prepare(options: &Options) -> anyhow::Result<Field> {
    for output in &options.output {
        output.check()?;
    }
    options.initial_field()
}

/// Process 0 writes the results, checks them if asked to, and reports.
fn conclude(
    pe: &Pe,
    options: &Options,
    initial: &Field,
    last: &Field,
    run: &Run,
) -> anyhow::Result<()> {
    println!(
        "{}",
        work(options, initial, &run.decomposition, run.stepping)
    );
    let node_of = |process| pe.world().node_of(process as u32);
    let blocks = (options.blocks).then(|| Blocks::new(run.decomposition, node_of));
    for output in &options.output {
        output.write(last, blocks.as_ref())?;
        println!("wrote {}", output.path().display());
    }
    let (low, high) = last.range();
    let drift = verdict::drift(initial, last);
    let kept = if drift > 0.0 {
        format!("kept to {drift:.1e}")
    } else {
        "kept".to_owned()
    };
    let mut result = format!("values from {low:.4} to {high:.4}, total {kept}");
    if options.check {
        verdict::check(initial, last, options.steps, options.alpha)?;
        result.push_str(", same bits as a sequential run");
    }
    println!("{result}");
    pe.world().set_result(result);
    Ok(())
}

fn work(options: &Options, initial: &Field, cut: &Decomposition, stepping: Duration) -> String {
    let (rows, cols, steps) = (initial.rows(), initial.cols(), options.steps);
    let updates = initial.values().len() as f64 * steps as f64;
    let seconds = stepping.as_secs_f64();
    let pace = if updates > 0.0 {
        seconds * 1e9 / updates
    } else {
        0.0
    };
    format!(
        "{rows} x {cols} cells in {} x {} blocks, {steps} steps in {seconds:.3} s, {pace:.2} ns a cell and step",
        cut.down(),
        cut.across(),
    )
}
