//! The whole fabric under seeded schedules: engines, connections, associations of datagrams and adapters on a virtual network, with
//! losses, limits, ends of connections, and deaths. A failing seed is printed; `FARREACH_SEED` replays it.

mod acts;
mod exercised;
mod model;
mod plan;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use self::exercised::Exercised;
use self::plan::{Act, Event, Plan};
use self::world::{SimEngine, World};

/// The number of schedules, unless `FARREACH_SCHEDULES` gives another.
const SCHEDULES: u64 = 400;

/// Runs one schedule. Returns what the schedule exercised.
fn schedule(seed: u64, verbose: bool, prepare: impl Fn(&mut SimEngine)) -> Exercised {
    let plan = Plan::draw(seed);
    if verbose {
        println!("{plan:#?}");
    }
    let mut world = World::new(plan, seed, verbose);
    for process in &mut world.processes {
        prepare(&mut process.engine);
    }
    world.run_to_rest();
    all_to_all(&mut world);
    world.disconnect_all();
    Exercised::of(&world)
}

/// Every living process reaches every other, if not at once: each connection to a process that is
/// gone fails once before this is known.
fn all_to_all(world: &mut World) {
    let alive = |world: &World, rank| world.processes[rank as usize].is_alive;
    let mut pairs = Vec::new();
    for rank in 0..world.size() {
        for peer in 0..world.size() {
            let is_remote = world.plan.node(rank) != world.plan.node(peer);
            if is_remote && alive(world, rank) && alive(world, peer) {
                pairs.push((rank, peer, world.added(rank, peer)));
            }
        }
    }
    let rounds = 1 + world.plan.deaths.len();
    for _ in 0..rounds {
        for &(rank, peer, _) in &pairs {
            world.now(&Event::Submit(rank, vec![(peer, Act::Add)]));
        }
        world.run_to_rest();
    }
    for (rank, peer, before) in pairs {
        let plan = &world.plan;
        if !plan.may_fail_later(rank, peer) && !plan.may_disagree(rank, peer) {
            let added = world.added(rank, peer) - before;
            let failed = rounds - added as usize;
            assert!(
                failed <= world.plan.deaths_beside(peer),
                "{rank} reached {peer} {added} times of {rounds}"
            );
        }
    }
}

#[test]
fn schedules_keep_the_invariants() {
    if let Ok(seed) = std::env::var("FARREACH_SEED") {
        schedule(
            seed.parse().expect("FARREACH_SEED is a number"),
            true,
            |_| (),
        );
        return;
    }
    let count = std::env::var("FARREACH_SCHEDULES").ok();
    let count = count.map_or(SCHEDULES, |count| {
        count.parse().expect("FARREACH_SCHEDULES is a number")
    });
    let sum = run_all(count);
    println!("{count} schedules: {sum:?}");
    assert!(sum.rarest().is_some_and(|(_, count)| count > 0), "{sum:?}");
}

/// Schedules in which a peer answers late or never, and others want the queue pair meanwhile. They made 14,000 connections before.
#[test]
fn a_wait_for_datagrams_makes_no_connections() {
    for seed in [41_697, 440_389] {
        let connections = schedule(seed, false, |_| ()).of_kind("connections");
        assert!(
            (10..1000).contains(&connections),
            "{connections} connections"
        );
    }
}

/// A schedule in which an atomic for the owner's processor waits behind answers to the owner. Nothing continued it.
#[test]
fn answers_hold_an_atomic_up_for_a_while_only() {
    assert!(schedule(120_707, false, |_| ()).of_kind("ended operations") > 20);
}

/// A schedule in which a process sleeps while messages come: the last of them waits in the node's memory for a receive, and the next one
/// comes in a datagram, which was taken first.
#[test]
fn a_datagram_does_not_overtake_what_waits_in_the_nodes_memory() {
    assert!(schedule(402_646, false, |_| ()).of_kind("forwarded messages") > 0);
}

/// Runs the schedules of the first seeds.
fn run_all(count: u64) -> Exercised {
    let next = AtomicU64::new(0);
    let worker = || {
        let mut sum = Exercised::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= count {
                return sum;
            }
            match catch_unwind(AssertUnwindSafe(|| schedule(seed, false, |_| ()))) {
                Ok(exercised) => sum.add(&exercised),
                Err(panic) => {
                    next.store(count, Ordering::Relaxed);
                    eprintln!(
                        "seed {seed} fails; to see what happens: \
                         FARREACH_SEED={seed} cargo test -p farreach-engine schedules -- --nocapture"
                    );
                    resume_unwind(panic);
                }
            }
        }
    };
    let mut sum = Exercised::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            match worker.join() {
                Ok(exercised) => sum.add(&exercised),
                Err(panic) => resume_unwind(panic),
            }
        }
    });
    sum
}

#[cfg(debug_assertions)]
mod planted {
    use std::fmt::Debug;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    use farreach_engine::{Bug, ConnectBug};
    use farreach_sim::SealBug;

    use super::{Plan, SimEngine, schedule};

    /// Each planted bug must be found within this many schedules that could show it.
    const WITHIN: usize = 10_000;

    /// A planted bug is found by one of the schedules that `can_show` it.
    fn is_found(bug: impl Debug, can_show: impl Fn(&Plan) -> bool, plant: impl Fn(&mut SimEngine)) {
        let fails = |&seed: &u64| {
            let ended = catch_unwind(AssertUnwindSafe(|| schedule(seed, false, &plant)));
            ended.is_err()
        };
        let shows = |&seed: &u64| can_show(&Plan::draw(seed));
        let found = (0..).filter(shows).take(WITHIN).find(fails);
        println!("{bug:?}: seed {found:?}");
        assert!(found.is_some(), "{WITHIN} schedules did not find {bug:?}");
    }

    /// All of the bugs are found.
    fn are_found<B: Copy + Debug + Send>(bugs: &[B], plant: fn(&mut SimEngine, B)) {
        thread::scope(|scope| {
            for &bug in bugs {
                scope.spawn(move || is_found(bug, |_| true, |engine| plant(engine, bug)));
            }
        });
    }

    #[test]
    fn schedules_find_each_bug_of_the_engine() {
        let bugs = [
            Bug::NoHandOver,
            Bug::EarlySwitch,
            Bug::EntriesJoined,
            Bug::KeyForAll,
            Bug::QueuesComputed,
            Bug::EarlyDrain,
            Bug::BuffersForgotten,
            Bug::AddedTwice,
            Bug::EarlyFence,
        ];
        are_found(&bugs, SimEngine::plant);
    }

    #[test]
    fn schedules_find_receive_queues_that_are_given_up_early() {
        let bug = Bug::QueuesClosedEarly;
        is_found(bug, Plan::learns_twice, |engine| engine.plant(bug));
    }

    #[test]
    fn schedules_find_bugs_of_seals() {
        let bugs = [
            SealBug::CounterStays,
            SealBug::ReplayIsTaken,
            SealBug::TagOfHeaders,
        ];
        are_found(&bugs, |engine, bug| engine.device_mut().plant(bug));
    }

    #[test]
    fn schedules_find_bugs_of_connections() {
        let bugs = [
            ConnectBug::Collision,
            ConnectBug::NoRetransmission,
            ConnectBug::EarlyEnd,
        ];
        are_found(&bugs, SimEngine::plant_in_manager);
    }
}
