//! Seeded schedules of agreements that overlap, in processes that are stepped one by one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::{Agreement, Contexts, joined};

/// An agreement of a schedule.
struct Planned {
    members: Vec<usize>,
    /// Whether the members go on before it has ended.
    is_begun: bool,
}

/// A round of an agreement: what the members gave.
type Round = BTreeMap<usize, u32>;

/// An agreement that a process has begun.
struct Running {
    number: usize,
    agreement: Agreement,
    /// The rounds that this process took part in.
    rounds: usize,
    /// Whether the last one asked for refusals.
    claims: bool,
}

struct Process {
    contexts: Arc<Contexts>,
    /// The agreements to begin, in this process's order, the first one last.
    ahead: Vec<usize>,
    running: Vec<Running>,
    found: BTreeMap<usize, u32>,
}

struct Job {
    planned: Vec<Planned>,
    rounds: Vec<Vec<Round>>,
    processes: Vec<Process>,
}

impl Job {
    /// `orders` has for each process the order in which it begins its agreements.
    fn new(planned: Vec<Planned>, orders: Vec<Vec<usize>>, first: &[u32], threads: bool) -> Job {
        let processes = orders.into_iter().zip(first).map(|(mut ahead, &first)| {
            ahead.reverse();
            Process {
                contexts: Contexts::new(first, threads),
                ahead,
                running: Vec::new(),
                found: BTreeMap::new(),
            }
        });
        Job {
            rounds: planned.iter().map(|_| Vec::new()).collect(),
            processes: processes.collect(),
            planned,
        }
    }

    fn give(&mut self, number: usize, round: usize, member: usize, value: u32) {
        let rounds = &mut self.rounds[number];
        if rounds.len() <= round {
            rounds.resize_with(round + 1, Round::new);
        }
        assert_eq!(rounds[round].insert(member, value), None);
    }

    /// What all members gave in a round, if all have.
    fn all(&self, number: usize, round: usize) -> Option<&Round> {
        let given = &self.rounds[number][round];
        (given.len() == self.planned[number].members.len()).then_some(given)
    }

    fn may_begin(&self, at: usize) -> bool {
        let process = &self.processes[at];
        let waits = |running: &Running| !self.planned[running.number].is_begun;
        !process.ahead.is_empty() && (threads(process) || !process.running.iter().any(waits))
    }

    fn begin(&mut self, at: usize) {
        let process = &mut self.processes[at];
        let number = process.ahead.pop().expect("it may begin one");
        let goes_on = self.planned[number].is_begun;
        let agreement = process.contexts.begin_agreement(number as u64, goes_on);
        let value = agreement.propose();
        process.running.push(Running {
            number,
            agreement,
            rounds: 1,
            claims: false,
        });
        self.give(number, 0, at, value);
    }

    /// The places of a process's agreements that can go on.
    fn ready(&self, at: usize) -> Vec<usize> {
        let running = self.processes[at].running.iter().enumerate();
        let ready = running.filter(|(_, one)| self.all(one.number, one.rounds - 1).is_some());
        ready.map(|(place, _)| place).collect()
    }

    fn go_on(&mut self, at: usize, place: usize) {
        let one = &self.processes[at].running[place];
        let (number, round, claims) = (one.number, one.rounds - 1, one.claims);
        let given = self.all(number, round).expect("ready").values().copied();
        let learnt = if claims {
            given.max()
        } else {
            given.reduce(joined)
        };
        let learnt = learnt.expect("members");
        let one = &mut self.processes[at].running[place];
        let is_refused = if claims {
            learnt != 0
        } else if let Some(refusal) = one.agreement.claim(learnt) {
            one.claims = true;
            one.rounds += 1;
            return self.give(number, round + 1, at, refusal);
        } else {
            false
        };
        if let Some(context) = one.agreement.decide(is_refused).expect("numbers are left") {
            let process = &mut self.processes[at];
            process.running.remove(place);
            assert_eq!(process.found.insert(number, context), None);
            return;
        }
        one.claims = false;
        one.rounds += 1;
        let value = one.agreement.propose();
        self.give(number, round + 1, at, value);
    }

    fn has_ended(&self) -> bool {
        let ended = |process: &Process| process.ahead.is_empty() && process.running.is_empty();
        self.processes.iter().all(ended)
    }

    /// All members of an agreement have the same context, and no process has a context twice.
    fn check(&self, seed: u64) {
        for (number, planned) in self.planned.iter().enumerate() {
            let mut found = planned
                .members
                .iter()
                .map(|&at| self.processes[at].found[&number]);
            let first = found.next();
            assert!(found.all(|other| Some(other) == first), "seed {seed}");
        }
        for (at, process) in self.processes.iter().enumerate() {
            let mut contexts: Vec<u32> = process.found.values().copied().collect();
            contexts.sort_unstable();
            let apart = contexts.array_windows().all(|[one, next]| one + 2 <= *next);
            assert!(apart, "seed {seed}: process {at} has {:?}", process.found);
        }
    }
}

fn threads(process: &Process) -> bool {
    process.contexts.is_threaded.load(Ordering::Relaxed)
}

/// Processes without threads, or with threads, begin agreements in orders that MPI allows.
fn draw(random: &mut Pcg64Mcg) -> Job {
    let size = random.random_range(2..6);
    let threads = random.random_bool(0.3);
    let planned: Vec<Planned> = (0..random.random_range(2..8))
        .map(|_| {
            let mut members: Vec<usize> = (0..size).collect();
            members.shuffle(random);
            members.truncate(random.random_range(2..=size));
            Planned {
                members,
                is_begun: random.random_bool(0.6),
            }
        })
        .collect();
    let orders = (0..size).map(|at| {
        let own = (0..planned.len()).filter(|&number| planned[number].members.contains(&at));
        let (mut begun, mut order): (Vec<_>, Vec<_>) =
            own.partition(|&number| planned[number].is_begun);
        if threads {
            order.shuffle(random);
        }
        begun.shuffle(random);
        for number in begun {
            order.insert(random.random_range(0..=order.len()), number);
        }
        order
    });
    let orders = orders.collect();
    let first: Vec<u32> = (0..size)
        .map(|_| 4 + 2 * random.random_range(0..3))
        .collect();
    Job::new(planned, orders, &first, threads)
}

#[test]
fn agreements_that_overlap_have_contexts_of_their_own() {
    for seed in 0..3000 {
        let random = &mut Pcg64Mcg::seed_from_u64(seed);
        let mut job = draw(random);
        let mut steps = 0;
        while !job.has_ended() {
            steps += 1;
            assert!(steps < 100_000, "seed {seed}: no end");
            let at = random.random_range(0..job.processes.len());
            let ready = job.ready(at);
            if job.may_begin(at) && (ready.is_empty() || random.random_bool(0.5)) {
                job.begin(at);
            } else if let Some(&place) = ready.choose(random) {
                job.go_on(at, place);
            }
        }
        job.check(seed);
    }
}

/// The processes step together, and each goes on with its agreements in the order in which it began them. So all
/// refuse each other's again and again, if nothing tells the agreements apart.
#[test]
fn agreements_that_refuse_each_other_part_soon() {
    for count in 2..6 {
        let planned = (0..count).map(|_| Planned {
            members: (0..count).collect(),
            is_begun: true,
        });
        // Each process begins with another one.
        let orders = (0..count).map(|at| (0..count).map(|n| (at + n) % count).collect());
        let first = vec![4; count];
        let mut job = Job::new(planned.collect(), orders.collect(), &first, false);
        let mut rounds = 0;
        while !job.has_ended() {
            rounds += 1;
            assert!(rounds < 200, "{count} agreements: no end");
            for at in 0..count {
                while job.may_begin(at) {
                    job.begin(at);
                }
            }
            let ready: Vec<Vec<usize>> = (0..count).map(|at| job.ready(at)).collect();
            for (at, ready) in ready.into_iter().enumerate() {
                let numbers: Vec<usize> = (ready.iter())
                    .map(|&place| job.processes[at].running[place].number)
                    .collect();
                for number in numbers {
                    let running = &job.processes[at].running;
                    let place = running.iter().position(|one| one.number == number);
                    job.go_on(at, place.expect("it has not ended"));
                }
            }
        }
        job.check(count as u64);
    }
}

/// Alone, agreements need one round.
#[test]
fn agreements_that_their_callers_wait_for_need_one_round() {
    let planned = (0..5).map(|_| Planned {
        members: vec![0, 1],
        is_begun: false,
    });
    let orders = vec![(0..5).collect(); 2];
    let mut job = Job::new(planned.collect(), orders, &[4, 8], false);
    while !job.has_ended() {
        for at in 0..2 {
            if job.may_begin(at) {
                job.begin(at);
            }
            if let Some(&place) = job.ready(at).first() {
                job.go_on(at, place);
            }
        }
    }
    job.check(0);
    assert!(job.rounds.iter().all(|rounds| rounds.len() == 1));
}
