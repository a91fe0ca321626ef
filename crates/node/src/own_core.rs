//! On which core a process waits, where the job's processes on a host share them.
//!
//! Processes that start together sleep now and then, so the kernel may take a core for free that several are about to run on; a
//! packet wakes its receiver on the sender's core, as if the sender were done. Whoever then waits yields its core again and
//! again and so looks busy: the kernel evens that out after some tenths of a second, if at all. So each process has a place of its
//! own that it takes when it begins, and again when it finds itself elsewhere as it waits. The kernel may move it as it likes from then on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

use crate::ArenaLayout;

/// How long a process stays where the kernel moved it, at least: a move takes some microseconds.
const STAY: Duration = Duration::from_millis(2);

/// The core that a process takes as its own.
#[derive(Debug)]
pub(crate) struct OwnCore {
    core: usize,
    began: Instant,
    /// From when on it may be taken again, in nanoseconds since the beginning.
    next: AtomicU64,
}

impl OwnCore {
    /// Which it is, if there are fewer cores than processes.
    pub(crate) fn of(layout: &ArenaLayout, local_index: u32) -> Option<OwnCore> {
        // Where that is forbidden, or there are more cores than a set has room for, the kernel alone places processes.
        let all = sched_getaffinity(None).ok()?;
        let cores: Vec<usize> = (0..CpuSet::MAX_CPU)
            .filter(|&core| all.is_set(core))
            .collect();
        let are_shared = cores.len() > 1 && cores.len() < layout.host_size as usize;
        are_shared.then(|| OwnCore {
            core: cores[place(layout, local_index, cores.len())],
            began: Instant::now(),
            next: AtomicU64::new(0),
        })
    }

    /// Takes the calling thread there, unless it may not run there any more.
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

    /// The same if it was moved away, and not just before.
    #[inline]
    pub(crate) fn retake(&self) {
        if sched_getcpu() != self.core {
            self.retake_when_due();
        }
    }

    #[cold]
    fn retake_when_due(&self) {
        let now = self.began.elapsed();
        if now.as_nanos() as u64 >= self.next.load(Ordering::Relaxed) {
            let next = (now + STAY).as_nanos() as u64;
            self.next.store(next, Ordering::Relaxed);
            self.take();
        }
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
    fn whoever_took_its_core_may_run_where_it_could_before() {
        let own = || sched_getaffinity(None).expect("a thread may ask for its own");
        let before = own();
        if before.count() < 2 {
            return;
        }
        for local_index in 0..3 {
            let core = OwnCore::of(&ArenaLayout::block(1000, 1, 0, 0), local_index);
            core.expect("more processes than cores").take();
            assert_eq!(own(), before);
        }
    }

    #[test]
    fn whoever_was_moved_comes_back_but_not_at_once() {
        let all = sched_getaffinity(None).expect("a thread may ask for its own");
        if all.count() < 2 {
            return;
        }
        let layout = ArenaLayout::block(1000, 1, 0, 0);
        let [here, there] = [0, 1].map(|index| OwnCore::of(&layout, index).expect("many"));
        let (mut returned, mut stayed) = (0, 0);
        for _ in 0..100 {
            std::thread::sleep(STAY);
            there.take();
            here.retake();
            returned += u32::from(sched_getcpu() == here.core);
            there.take();
            here.retake();
            stayed += u32::from(sched_getcpu() == there.core);
        }
        // The kernel may move it too, or leave it waiting for too long.
        assert!(returned > 50 && stayed > 50, "{returned}, {stayed} of 100");
    }

    #[test]
    fn there_is_none_of_its_own_where_cores_suffice() {
        assert!(OwnCore::of(&ArenaLayout::block(1, 1, 0, 0), 0).is_none());
    }
}
