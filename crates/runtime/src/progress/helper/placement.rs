//! Where the helper runs.
//!
//! The kernel likes to wake it on the core of whoever sends: on one host that is another process of the job, which waits
//! there for the answer and shares the core with the helper from then on, while each waits for the other. A program that
//! is pinned after it joined tells where it wants to be served.

use farreach_node::available_cores;
use rustix::thread::{CpuSet, Pid, sched_getaffinity, sched_setaffinity};

/// Keeps a thread where another one, its leader, may run.
pub(super) struct Placement {
    leader: Pid,
    /// The cores that the thread was confined to; `None` if the host has cores enough for it to run on others.
    confined: Option<CpuSet>,
}

impl Placement {
    /// For a thread of one of `processes` on this host, which have one like it each.
    pub(super) fn new(leader: Pid, processes: u32) -> Placement {
        let has_spare = available_cores() >= 2 * processes as usize;
        Placement {
            leader,
            confined: (!has_spare).then(CpuSet::new),
        }
    }

    /// Takes the calling thread to where the leader may run now.
    pub(super) fn follow(&mut self) {
        let Some(confined) = &mut self.confined else {
            return;
        };
        // Where either is forbidden, or there are more cores than a set has room for, the kernel places it.
        if let Ok(cores) = sched_getaffinity(Some(self.leader))
            && cores != *confined
        {
            let _ = sched_setaffinity(None, &cores);
            *confined = cores;
        }
    }
}

#[cfg(test)]
mod tests {
    use rustix::thread::gettid;

    use super::*;

    fn own_cores() -> CpuSet {
        sched_getaffinity(None).expect("a thread may ask for its own")
    }

    fn first_of(cores: &CpuSet) -> CpuSet {
        let mut first = CpuSet::new();
        let core = (0..CpuSet::MAX_CPU).find(|&core| cores.is_set(core));
        first.set(core.expect("a thread has a core"));
        first
    }

    /// The cores of a thread that follows this one, when this one was confined to one and when it was let free.
    fn follower_of_this(processes: u32) -> [CpuSet; 2] {
        let leader = gettid();
        let (all, mut placement) = (own_cores(), Placement::new(leader, processes));
        let follower = move || {
            [first_of(&all), all].map(|cores| {
                sched_setaffinity(Some(leader), &cores).expect("cores that it had");
                placement.follow();
                own_cores()
            })
        };
        std::thread::spawn(follower).join().expect("no panic")
    }

    #[test]
    fn without_spare_cores_it_stays_with_its_leader() {
        let all = own_cores();
        assert_eq!(follower_of_this(u32::MAX), [first_of(&all), all]);
    }

    #[test]
    fn with_spare_cores_it_stays_where_it_is() {
        let all = own_cores();
        assert_eq!(follower_of_this(0), [all, all]);
    }
}
