//! A process's life in a job that offers nothing but what every launcher does.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use farreach_verbs::Memory as _;

use super::World;
use crate::job::jobs::threads::job_of_threads;
use crate::job::jobs::{AnyJob, Job};
use crate::job::settings::Settings;
use crate::job::stats::ProcessStats;
use crate::memory::Globals;

/// Ranks of the job.
const SIZE: u32 = 3;
const HEAP: u64 = 1 << 20;

fn join(job: &Arc<AnyJob>) -> Arc<World> {
    let settings = Settings::from_variables(&[]).expect("the defaults");
    let joined = World::enter(Arc::clone(job), settings, Globals::Private, Instant::now());
    joined.expect("a world")
}

/// Puts its rank to each other rank, meets all, and looks at what has come.
fn live(job: &Arc<AnyJob>) {
    let world = join(job);
    let rank = world.rank();
    assert_eq!(
        (world.size(), world.nodes(), world.node()),
        (SIZE, SIZE, rank)
    );
    assert_eq!((world.local_size(), job.host_size()), (1, SIZE));
    let at = |rank: u32| world.arena().heap_offset() + rank as usize;
    world.barrier().expect("all begin");
    for pe in 0..SIZE {
        world
            .direct()
            .put(pe, at(rank), &[10 + rank as u8])
            .expect("a put");
    }
    world.barrier().expect("all have put");
    let mut come = [0; SIZE as usize];
    world.own_segment().read(at(0), &mut come).expect("inside");
    assert_eq!(come, [10, 11, 12]);
    world.finalize().expect("all leave");
}

#[test]
fn a_world_needs_no_launcher_of_ours() {
    let jobs = job_of_threads(SIZE, HEAP);
    thread::scope(|scope| {
        for job in &jobs {
            scope.spawn(|| live(job));
        }
    });
    for job in &jobs {
        assert!(job.poll_released().expect("a job"));
        let stats = jobs[0].stats_of(job.rank()).expect("statistics");
        let stats: ProcessStats = serde_json::from_slice(&stats).expect("statistics");
        assert_eq!((stats.rank, stats.peers), (job.rank(), u64::from(SIZE) - 1));
        assert_eq!(job.age(), None, "nobody knows when the job began");
        assert_eq!(job.arena().directory().endpoint(0), None, "the map has it");
    }
    assert_eq!(jobs[0].end(), None);
}

#[test]
fn a_world_ends_its_job() {
    let [job] = &job_of_threads(1, HEAP)[..] else {
        unreachable!("a job of one");
    };
    let world = join(job);
    assert!(world.end_job(3, "planted"));
    assert_eq!(job.end(), Some((3, "planted".into())));
    world.finalize().expect("nobody else is there");
}

#[test]
fn what_a_launcher_does_not_offer_has_a_default() {
    let job = &job_of_threads(2, HEAP)[0];
    job.ask_after(1, 7).expect("nothing happens");
    assert_eq!(job.take_known(|_| true), [], "nobody answers");
    assert_eq!((job.call(), job.age()), (None, None));
    assert!(!job.finds_deadlocks());
    assert!(job.descriptor().is_none());
}
