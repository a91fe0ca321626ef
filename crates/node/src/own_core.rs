//! The core on which a process waits, where the job's processes take all cores of a host or share them.
//!
//! Left alone, the kernel places such processes badly. It wakes a receiver on its sender's core, and where other programs
//! use the cores as well it may leave both there. Each then waits on the core that the other needs. Processes that start together sleep now and
//! then, so the kernel may take a core for idle that several of them are about to run on. A packet
//! wakes its receiver on the sender's core, as if the sender were done. A waiter that yields again
//! and again looks busy, so the kernel evens out the load only after some tenths of a second, if
//! ever.
//!
//! Each process therefore has a core of its own choice. The process moves there when it starts, and
//! again when it waits and finds itself elsewhere. In between the kernel may move the process.
//!
//! Equally many processes prefer each core. A process with a core of its own returns to it before
//! it sleeps: beside other programs the kernel may have left the process on the core of the process
//! that it waits for.
//!
//! Where a program of somebody else computes on the core, the process does not return for a while (`patience.rs`). The kernel
//! takes it to a core that falls idle.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

use crate::ArenaLayout;
use crate::patience::is_away;

/// The least time that a process stays where the kernel moved it. A move takes some microseconds.
const STAY: Duration = Duration::from_millis(2);

/// The core that a process prefers.
#[derive(Debug)]
pub(crate) struct OwnCore {
    core: usize,
    began: Instant,
    /// When the process may next be moved back, in nanoseconds since `began`.
    next: AtomicU64,
}

impl OwnCore {
    /// The core of process `local_index`, if the host has no more cores than the `host_size` processes
    /// of the job on it. If it has more, the kernel may know better ones: those that nobody uses, or
    /// that share no execution units.
    pub(crate) fn of(layout: &ArenaLayout, host_size: u32, local_index: u32) -> Option<OwnCore> {
        // If the affinity can't be read, or the host has more cores than a `CpuSet` can hold, only
        // the kernel places processes.
        let all = sched_getaffinity(None).ok()?;
        let cores: Vec<usize> = (0..CpuSet::MAX_CPU)
            .filter(|&core| all.is_set(core))
            .collect();
        let are_taken = cores.len() > 1 && cores.len() <= host_size as usize;
        are_taken.then(|| OwnCore {
            core: cores[place(layout, local_index, cores.len())],
            began: Instant::now(),
            next: AtomicU64::new(0),
        })
    }

    /// Moves the calling thread to the core, unless the thread may not run there any more.
    pub(crate) fn take(&self) {
        let Ok(all) = sched_getaffinity(None) else {
            return;
        };
        let mut own = CpuSet::new();
        own.set(self.core);
        if all.is_set(self.core) && sched_setaffinity(None, &own).is_ok() {
            let _ = sched_setaffinity(None, &all);
        }
    }

    /// Moves the calling thread to the core if the kernel has moved the thread away, at most once
    /// every [`STAY`].
    #[inline]
    pub(crate) fn retake(&self) {
        if sched_getcpu() != self.core {
            self.retake_when_due();
        }
    }

    #[cold]
    fn retake_when_due(&self) {
        if !is_away() && self.is_due(self.began.elapsed()) {
            self.take();
        }
    }

    /// Whether the process may be moved back at the time `now` since `began`. If so, the next move
    /// is due after [`STAY`].
    fn is_due(&self, now: Duration) -> bool {
        let is_due = now.as_nanos() as u64 >= self.next.load(Ordering::Relaxed);
        if is_due {
            let next = (now + STAY).as_nanos() as u64;
            self.next.store(next, Ordering::Relaxed);
        }
        is_due
    }
}

/// The index, below `cores`, of the core that a process takes. The numbers of processes on two
/// cores differ by at most 1. If `cores` divides the processes of a node, the first processes of
/// the nodes, which act for the others between nodes, are distributed as well.
fn place(layout: &ArenaLayout, local_index: u32, cores: usize) -> usize {
    let rank = (layout.first_rank + local_index) as usize;
    let is_even = (layout.local_size as usize).is_multiple_of(cores);
    let turned = if is_even { layout.node as usize } else { 0 };
    (rank + turned) % cores
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For a job on one host: the numbers of processes, and of first processes of nodes, that start
    /// on each core.
    fn taken(size: u32, nodes: u32, cores: usize) -> [Vec<u32>; 2] {
        let [mut all, mut first] = [vec![0; cores], vec![0; cores]];
        for node in 0..nodes {
            let layout = ArenaLayout {
                host_size: size,
                ..ArenaLayout::block(size, nodes, node, 0)
            };
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
    fn whoever_took_its_core_may_run_where_it_could_before() {
        let own = || sched_getaffinity(None).expect("a thread may ask for its own");
        let before = own();
        if before.count() < 2 {
            return;
        }
        for local_index in 0..3 {
            let core = OwnCore::of(&ArenaLayout::block(1000, 1, 0, 0), 1000, local_index);
            core.expect("more processes than cores").take();
            assert_eq!(own(), before);
        }
    }

    #[test]
    fn whoever_was_moved_comes_back() {
        let all = sched_getaffinity(None).expect("a thread may ask for its own");
        if all.count() < 2 {
            return;
        }
        let layout = ArenaLayout::block(1000, 1, 0, 0);
        let [here, there] = [0, 1].map(|index| OwnCore::of(&layout, 1000, index).expect("many"));
        // The kernel may move the thread as well.
        let returns = (0..20).filter(|_| {
            std::thread::sleep(STAY);
            there.take();
            let was_away = sched_getcpu() == there.core;
            here.retake();
            was_away && sched_getcpu() == here.core
        });
        assert!(returns.count() > 0, "it never came back");
    }

    #[test]
    fn whoever_came_back_stays_a_while_where_it_is_moved_next() {
        let core = OwnCore {
            core: 0,
            began: Instant::now(),
            next: AtomicU64::new(0),
        };
        let begun = Duration::from_millis(5);
        assert!(core.is_due(begun));
        assert!(!core.is_due(begun + STAY / 2));
        assert!(core.is_due(begun + STAY));
        assert!(!core.is_due(begun + STAY));
    }

    #[test]
    fn there_is_none_of_its_own_where_cores_are_left() {
        assert!(OwnCore::of(&ArenaLayout::block(1, 1, 0, 0), 1, 0).is_none());
    }

    #[test]
    fn processes_that_take_all_cores_have_one_each() {
        let all = sched_getaffinity(None).expect("a thread may ask for its own");
        let size = all.count();
        if size < 2 {
            return;
        }
        let layout = ArenaLayout::block(size, 1, 0, 0);
        let own = |index| {
            OwnCore::of(&layout, size, index)
                .expect("all are taken")
                .core
        };
        let mut cores: Vec<usize> = (0..size).map(own).collect();
        cores.sort_unstable();
        cores.dedup();
        assert_eq!(cores.len(), size as usize);
    }
}
