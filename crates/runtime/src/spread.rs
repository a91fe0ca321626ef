//! On which core a process begins, where the job's processes on a host share them.
//!
//! Processes that start together sleep now and then, so the kernel may take a core for free that several are about to run on.
//! Whoever then waits yields its core again and again and so looks busy: the kernel evens that out after some tenths of a
//! second. Each process takes its place itself instead, once, and the kernel may move it as it likes from then on.

use farreach_node::ArenaLayout;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Takes the calling thread to its core, if there are fewer of them than processes.
pub(crate) fn begin_apart(layout: &ArenaLayout, local_index: u32) {
    // Where either call is forbidden, or there are more cores than a set has room for, the kernel places it.
    let Ok(all) = sched_getaffinity(None) else {
        return;
    };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|&core| all.is_set(core))
        .collect();
    if cores.len() < 2 || cores.len() >= layout.host_size as usize {
        return;
    }
    let mut own = CpuSet::new();
    own.set(cores[place(layout, local_index, cores.len())]);
    if sched_setaffinity(None, &own).is_ok() {
        let _ = sched_setaffinity(None, &all);
    }
}

/// Which of so many cores a process takes: each gets as many as any other, but for one, also of the nodes' first processes,
/// which act for the others between nodes.
fn place(layout: &ArenaLayout, local_index: u32, cores: usize) -> usize {
    let rank = (layout.first_rank + local_index) as usize;
    let is_even = (layout.local_size as usize).is_multiple_of(cores);
    let turned = if is_even { layout.node as usize } else { 0 };
    (rank + turned) % cores
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many processes of a job begin on each core of its one host, and how many nodes' first ones.
    fn taken(size: u32, nodes: u32, cores: usize) -> [Vec<u32>; 2] {
        let [mut all, mut first] = [vec![0; cores], vec![0; cores]];
        for node in 0..nodes {
            let layout = ArenaLayout::block(size, nodes, node, 0).on_host_of(size);
            for local_index in 0..layout.local_size {
                let core = place(&layout, local_index, cores);
                all[core] += 1;
                if local_index == 0 {
                    first[core] += 1;
                }
            }
        }
        [all, first]
    }

    fn difference(counts: &[u32]) -> u32 {
        counts.iter().max().unwrap() - counts.iter().min().unwrap()
    }

    #[test]
    fn cores_get_the_same_number_of_processes() {
        for cores in 2..9 {
            for nodes in 1..9 {
                for size in nodes..40 {
                    let [all, _] = taken(size, nodes, cores);
                    assert!(difference(&all) <= 1, "{size} on {nodes} nodes: {all:?}");
                }
            }
        }
    }

    #[test]
    fn cores_get_the_same_number_of_first_processes() {
        for (size, nodes, cores) in [(8, 8, 2), (8, 2, 2), (16, 8, 2), (12, 4, 2), (64, 8, 4)] {
            let [_, first] = taken(size, nodes, cores);
            assert!(
                difference(&first) <= 1,
                "{size} on {nodes} nodes: {first:?}"
            );
        }
    }

    #[test]
    fn whoever_took_its_place_may_run_where_it_could_before() {
        let own = || sched_getaffinity(None).expect("a thread may ask for its own");
        let before = own();
        for local_index in 0..3 {
            begin_apart(&ArenaLayout::block(1000, 1, 0, 0), local_index);
            assert_eq!(own(), before);
        }
    }
}
