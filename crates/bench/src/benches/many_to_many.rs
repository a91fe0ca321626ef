//! Exchanges of 64 processes, each with 32 others drawn at random: eight exchanges with each
//! partner, one partner after the other. The pattern is that of Koop, Sridhar and Panda's
//! evaluation of XRC (2008).
//!
//! The partners come from a round-robin tournament in which every player meets every other once.
//! The players are shuffled, and as many rounds are drawn at random as there are partners. Each
//! process therefore has one partner in each round.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use farreach_engine::{Fabric, Reach};

use crate::fabric::{name, offered, reaching};
use crate::job;
use crate::limits::{Limit, size_name};
use crate::pin::Cores;
use crate::sample::{Sample, Unit};
use crate::task::{Bench, Scenario, Task};
use crate::worker::Session;

/// Bytes of a message while connections are made, and of the first messages over them.
const BYTES: usize = 1024;
/// Bytes of further messages over connections that are there.
const OTHERS: [usize; 2] = [64, 4 << 10];
/// The longest message.
const LONGEST: usize = OTHERS[1];
/// Exchanges with each partner.
const EXCHANGES: u64 = 8;
/// The seed of the draws.
const SEED: u64 = 20_081_001;
/// The names of a worker's samples.
const COLD: &str = "cold";
const WARM: &str = "warm";
const QUEUE_PAIRS: &str = "queue pairs";

/// The number of partners of each of `size` processes: half of the processes, or all others.
fn partner_count(task: &Task) -> usize {
    match task.scenario {
        Scenario::AllToAll => task.size as usize - 1,
        _ => task.size as usize / 2,
    }
}

/// The partners of `rank`, in order. All ranks have equally many, and the partner of a round has
/// `rank` as its partner.
fn partners(rank: u32, size: u32, count: usize) -> Vec<u32> {
    assert!(size.is_multiple_of(2), "a tournament of {size}");
    let mut draws = Draws(SEED);
    let mut players: Vec<u32> = (0..size).collect();
    draws.shuffle(&mut players);
    let mut rounds: Vec<u32> = (0..size - 1).collect();
    draws.shuffle(&mut rounds);
    let own = players.iter().position(|&player| player == rank);
    let own = own.expect("every rank plays") as u32;
    let meets = |round: &u32| players[opponent(own, *round, size) as usize];
    rounds[..count].iter().map(meets).collect()
}

/// The circle method of round-robin tournaments: the last player stays in its place, the others
/// rotate.
fn opponent(player: u32, round: u32, size: u32) -> u32 {
    let moving = size - 1;
    if player == moving {
        return round;
    }
    match (2 * round + moving - player) % moving {
        same if same == player => moving,
        other => other,
    }
}

/// A xorshift generator, which draws equal numbers in all processes.
struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn shuffle(&mut self, items: &mut [u32]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

/// This rank's part: the exchanges without connections, and then with existing connections and each
/// length of messages.
pub(crate) fn run(session: &Session) -> Result<()> {
    let (pe, task) = (&session.pe, &session.task);
    let partners = partners(pe.my_pe(), pe.n_pes(), partner_count(task));
    let mut carrier = match task.scenario {
        Scenario::Messages => Carrier::Messages(Inbox::default()),
        _ => Carrier::Puts(Rooms::new(session, partners.len())?),
    };
    let mut passes = vec![(COLD.to_owned(), BYTES), (WARM.to_owned(), BYTES)];
    if task.bench == Bench::ManyToMany {
        passes.extend(OTHERS.map(|bytes| (of_size(bytes), bytes)));
    }
    for (pass, (name, bytes)) in passes.into_iter().enumerate() {
        pe.barrier_all()?;
        let begun = Instant::now();
        for (number, &partner) in partners.iter().enumerate() {
            for exchange in 0..EXCHANGES {
                let turn = pass as u64 * EXCHANGES + exchange;
                let came = carrier.exchange(session, number, partner, (turn, bytes))?;
                ensure!(
                    came == message(partner, turn, bytes),
                    "message {turn} of rank {partner} is wrong"
                );
            }
        }
        pe.barrier_all()?;
        if session.is_initiator() {
            Sample::new(name, begun.elapsed().as_secs_f64(), Unit::Milliseconds).emit();
        }
    }
    let stats = pe.world().stats();
    Sample::new(QUEUE_PAIRS, stats.connected_queue_pairs as f64, Unit::Count).emit();
    Ok(())
}

/// The name of the sample with existing connections and messages of some bytes.
fn of_size(bytes: usize) -> String {
    format!("{WARM}, {}", size_name(bytes))
}

/// The operations that carry the exchanges.
enum Carrier {
    Puts(Rooms),
    Messages(Inbox),
}

impl Carrier {
    /// Sends to the partner of round `number`. Returns what was sent.
    fn exchange(
        &mut self,
        session: &Session,
        number: usize,
        partner: u32,
        (turn, bytes): (u64, usize),
    ) -> Result<Vec<u8>> {
        match self {
            Carrier::Puts(rooms) => rooms.exchange(session, number, partner, (turn, bytes)),
            Carrier::Messages(inbox) => {
                let world = session.pe.world();
                world.send(partner, &message(world.rank(), turn, bytes))?;
                inbox.take_from(session, partner)
            }
        }
    }
}

/// Messages of processes that are ahead of this one.
#[derive(Default)]
struct Inbox(BTreeMap<u32, VecDeque<Vec<u8>>>);

impl Inbox {
    fn take_from(&mut self, session: &Session, partner: u32) -> Result<Vec<u8>> {
        loop {
            let kept = self.0.get_mut(&partner);
            if let Some(bytes) = kept.and_then(VecDeque::pop_front) {
                return Ok(bytes);
            }
            let message = session.pe.world().take()?;
            let of_source = self.0.entry(message.source).or_default();
            of_source.push_back(message.bytes);
        }
    }
}

/// Two buffers for each partner, used in turns, and a flag.
struct Rooms {
    data: usize,
    flags: usize,
}

impl Rooms {
    fn new(session: &Session, partners: usize) -> Result<Rooms> {
        let world = session.pe.world();
        // Not the collective allocation, which would connect some of the processes.
        Ok(Rooms {
            data: world.allocate_unagreed(2 * partners * LONGEST, 64)?,
            flags: world.allocate_unagreed(8 * partners, 64)?,
        })
    }

    fn exchange(
        &self,
        session: &Session,
        number: usize,
        partner: u32,
        (turn, bytes): (u64, usize),
    ) -> Result<Vec<u8>> {
        let world = session.pe.world();
        // Partners number the rounds equally.
        let room = self.data + (2 * number + (turn % 2) as usize) * LONGEST;
        let flag = self.flags + 8 * number;
        let message = message(world.rank(), turn, bytes);
        world
            .direct()
            .put_signal(partner, room, &message, flag, turn + 1)?;
        let came = world.own_segment().atomic_u64(flag)?;
        world.wait_until("an exchange", || came.load(Ordering::Acquire) > turn);
        let mut bytes = vec![0; bytes];
        world.own_segment().copy_out(room, &mut bytes)?;
        Ok(bytes)
    }
}

fn message(sender: u32, turn: u64, bytes: usize) -> Vec<u8> {
    let mut bytes = vec![0; bytes];
    for (at, word) in (0..).zip(bytes.chunks_exact_mut(8)) {
        let number = u64::from(sender) << 40 | turn << 20 | at;
        word.copy_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
    }
    bytes
}

/// The figures of one job.
pub(crate) struct Outcome {
    /// Seconds of the exchanges without existing connections.
    pub(crate) cold: f64,
    /// Seconds of the exchanges with existing connections.
    pub(crate) warm: f64,
    /// Bytes of further messages, and seconds of the exchanges of them.
    pub(crate) others: Vec<(usize, f64)>,
    /// Connected queue pairs of each process at the end, in any order.
    pub(crate) queue_pairs: Vec<f64>,
    /// The job's summary.
    pub(crate) summary: serde_json::Value,
}

/// Runs the task with the settings of `fabric`.
pub(crate) fn outcome(program: &Path, task: &Task, fabric: Fabric) -> Result<Outcome> {
    let task = Task {
        fabric: Some(fabric),
        ..*task
    };
    let text = job::output(program, &task).with_context(|| name(&fabric))?;
    let samples = job::samples(&task, &text)?;
    let all = |case: &str| -> Vec<f64> {
        let of_case = samples.iter().filter(|sample| sample.case == case);
        of_case.map(|sample| sample.value).collect()
    };
    let queue_pairs = all(QUEUE_PAIRS);
    ensure!(
        queue_pairs.len() == task.size as usize,
        "{} of {} processes reported",
        queue_pairs.len(),
        task.size
    );
    let first = |case: &str| {
        all(case)
            .first()
            .copied()
            .context("rank 0 reported no time")
    };
    let mut others = Vec::new();
    if task.bench == Bench::ManyToMany {
        for bytes in OTHERS {
            others.push((bytes, first(&of_size(bytes))?));
        }
    }
    Ok(Outcome {
        others,
        cold: first(COLD)?,
        warm: first(WARM)?,
        queue_pairs,
        summary: job::summary(&text)?,
    })
}

/// The number of messages of all processes in one pass.
pub(crate) fn messages(task: &Task) -> f64 {
    f64::from(task.size) * partner_count(task) as f64 * EXCHANGES as f64
}

/// Measures all reaches, by puts with signals and by messages.
pub(crate) fn measure(program: &Path, _: Cores, task: &Task) -> Result<Vec<Sample>> {
    let by_messages = Task {
        scenario: Scenario::Messages,
        ..*task
    };
    let mut samples = of_reaches(program, task, "puts")?;
    samples.extend(of_reaches(program, &by_messages, "messages")?);
    Ok(samples)
}

fn of_reaches(program: &Path, task: &Task, by: &str) -> Result<Vec<Sample>> {
    let partners = partner_count(task);
    let shape = task.shape();
    let what = format!("{partners} random peers x {EXCHANGES} {by} of 1 KiB, {shape}");
    // Messages between nodes. Two of them cross in a round trip, for which both sides have a core.
    let per_node = f64::from(task.size / task.nodes);
    let share = (f64::from(task.size) - per_node) / (f64::from(task.size) - 1.0);
    let limit = Limit::UdpRoundTrip.times((messages(task) * share / 2.0).round());
    let mut rc = None;
    let mut samples = Vec::new();
    for reach in offered() {
        let outcome = outcome(program, task, reaching(reach))?;
        let of_rc = rc.get_or_insert_with(|| (outcome.cold, outcome.warm, outcome.others.clone()));
        let (cold_of_rc, warm_of_rc, others_of_rc) = of_rc.clone();
        for (case, value, of_rc) in [
            ("connections made meanwhile", outcome.cold, cold_of_rc),
            ("connections there", outcome.warm, warm_of_rc),
        ] {
            let sample = Sample::new(
                format!("{what}, {case}, reach {reach}"),
                value,
                Unit::Milliseconds,
            );
            samples.push(match reach {
                Reach::Rc => sample.limited(limit.clone()),
                _ => sample.beside("the same, reach rc", of_rc),
            });
        }
        let rate = Sample::new(
            format!("{what}, rate of all, reach {reach}"),
            messages(task) / outcome.warm,
            Unit::Rate,
        );
        samples.push(rate.beside("the same, reach rc", messages(task) / warm_of_rc));
        for ((bytes, time), (_, of_rc)) in outcome.others.iter().zip(others_of_rc) {
            let size = size_name(*bytes);
            let case = format!("{what}, of {size} instead, rate of all, reach {reach}");
            let rate = Sample::new(case, messages(task) / time, Unit::Rate);
            samples.push(rate.beside("the same, reach rc", messages(task) / of_rc));
        }
        let mean = outcome.queue_pairs.iter().sum::<f64>() / outcome.queue_pairs.len() as f64;
        let case = format!("{what}, queue pairs of a process, reach {reach}");
        samples.push(Sample::new(case, mean, Unit::Count));
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::partners;

    #[test]
    fn everybody_has_as_many_distinct_partners_and_meets_them_at_the_same_time() {
        for (size, count) in [(2, 1), (8, 4), (64, 32), (64, 63)] {
            let all: Vec<_> = (0..size).map(|rank| partners(rank, size, count)).collect();
            for (rank, own) in (0..).zip(&all) {
                let distinct: BTreeSet<u32> = own.iter().copied().collect();
                assert_eq!(distinct.len(), count);
                assert!(!distinct.contains(&rank));
                for (round, &partner) in own.iter().enumerate() {
                    assert_eq!(
                        all[partner as usize][round], rank,
                        "{size} in round {round}"
                    );
                }
            }
        }
    }
}
