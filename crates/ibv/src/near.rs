//! Which adapters are near to the processors that this process may run on.
//!
//! A host with several sockets has memory and adapters at each (NUMA). An adapter is near if all of the process's processors are at its
//! socket. Processes that may run anywhere have no near one.

use std::fs;
use std::path::Path;

use rustix::thread::{CpuSet, sched_getaffinity};

/// Whether the adapter is near to this process.
pub(crate) fn is_near(name: &str) -> bool {
    sched_getaffinity(None).is_ok_and(|own| is_near_in(Path::new("/sys"), name, &own))
}

/// Whether the adapter is near to these processors, by the files below `sys`.
fn is_near_in(sys: &Path, name: &str, own: &CpuSet) -> bool {
    let read = |path: String| fs::read_to_string(sys.join(path)).ok();
    // The kernel says -1 where it does not know.
    let node = read(format!("class/infiniband/{name}/device/numa_node"));
    let node = node.and_then(|node| node.trim().parse::<u32>().ok());
    let there = node.and_then(|node| read(format!("devices/system/node/node{node}/cpulist")));
    there.is_some_and(|there| {
        let near = (0..CpuSet::MAX_CPU).filter(|&cpu| own.is_set(cpu) && has(&there, cpu));
        near.count() as u32 == own.count()
    })
}

/// Whether a list such as `0-3,8` has this number.
fn has(list: &str, number: usize) -> bool {
    list.trim().split(',').any(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let bounds = first.parse().ok().zip(last.parse().ok());
        bounds.is_some_and(|(first, last)| (first..=last).contains(&number))
    })
}

#[cfg(test)]
mod tests;
