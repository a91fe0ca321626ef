//! The bundled app whose processes measure between hosts.

use std::ffi::OsString;

use anyhow::{Context, Result};
use farreach::shmem;

use super::cases::Party;
use super::{HOSTS_APP, Task};

/// Runs one rank. The only argument is the task as JSON.
pub fn main(mut arguments: impl Iterator<Item = OsString>) -> Result<()> {
    let task = arguments.next();
    let task = task.context("it is started by `farreach bench hosts`, with a task")?;
    let task = task.to_str().context("the task is not UTF-8")?;
    let task: Task = serde_json::from_str(task).context("the task is not one of this version")?;
    let pe = shmem::init()?;
    if let Err(error) = Party::new(&pe, task).and_then(|party| party.run()) {
        // An orderly exit would wait for the others, which wait for this rank.
        let (rank, host) = (pe.my_pe(), pe.world().host());
        farreach_node::say(format_args!(
            "{HOSTS_APP}: rank {rank} on {host}: {error:#}"
        ));
        std::process::exit(1);
    }
    Ok(pe.finalize()?)
}
