//! The bundled app that measures Farreach. It does what the peers' programs in `peers/` do, and
//! prints equal lines.

mod active;
mod armci;
mod collectives;
mod messages;
mod pair;

use std::ffi::OsString;
use std::process::exit;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use farreach::shmem::{self, Pe};

use super::catalogue::{Action, Group, Measure, Operation};
use crate::pin::Cores;

/// Runs one rank. The arguments are the group, milliseconds per case, seconds that the job may
/// take, and the operations.
pub fn main(mut arguments: impl Iterator<Item = OsString>) -> Result<()> {
    let mut next = move || -> Result<Option<String>> {
        let argument = arguments.next().map(OsString::into_string).transpose();
        argument.map_err(|argument| anyhow::anyhow!("{} is no text", argument.display()))
    };
    let usage =
        "it is started by `farreach bench compare`: GROUP BUDGET_MS LIFE_S OPERATION:BYTES ..";
    let group = next()?.as_deref().and_then(Group::of_name).context(usage)?;
    let budget_ms = next()?.context(usage)?.parse().context(usage)?;
    let life_s = next()?.context(usage)?.parse().context(usage)?;
    let mut operations = Vec::new();
    while let Some(argument) = next()? {
        operations.push(Operation::of_argument(&argument).context(usage)?);
    }
    let cores = Cores::find();
    let pe = shmem::init()?;
    if pe.n_pes() == 2 {
        // After joining, so that the library's threads may run on any core.
        if pe.my_pe() == 0 {
            cores.pin_first();
        } else {
            cores.pin_second();
        }
    }
    let (budget, life) = (
        Duration::from_millis(budget_ms),
        Duration::from_secs(life_s),
    );
    if let Err(error) = measure(&pe, group, budget, life, &operations) {
        // An orderly exit would wait for the others, which wait for this rank.
        farreach_node::say(format_args!("compare: rank {}: {error:#}", pe.my_pe()));
        exit(1);
    }
    if pe.my_pe() == 0 {
        println!("size {}", pe.n_pes());
        println!("done");
    }
    Ok(pe.finalize()?)
}

fn measure(
    pe: &Pe,
    group: Group,
    budget: Duration,
    life: Duration,
    operations: &[Operation],
) -> Result<()> {
    match group {
        Group::TwoSided | Group::Rma | Group::Armci | Group::Active => {
            ensure!(
                pe.n_pes() == 2,
                "2 processes are needed, not {}",
                pe.n_pes()
            );
            match group {
                Group::TwoSided => messages::measure(pe, budget, operations),
                Group::Active => active::measure(pe, budget, operations),
                Group::Armci => armci::measure(budget, operations),
                _ => {
                    let is_added = |operation: &Operation| operation.action == Action::Accumulate;
                    let (added, moved): (Vec<_>, Vec<_>) =
                        operations.iter().copied().partition(is_added);
                    pair::measure(pe, budget, &moved)?;
                    armci::measure(budget, &added)
                }
            }
        }
        Group::Startup => Ok(()),
        Group::Kernels | Group::Files => bail!("kernels and files are programs of MPI"),
        Group::Collectives | Group::Oversubscribed => {
            collectives::measure(pe, budget, life, operations)
        }
    }
}

/// Reports a figure in the operation's base unit.
fn row(operation: Operation, value: f64) {
    let unit: Measure = operation.unit();
    println!("row {operation} {value:e} {}", unit.base_name());
}
