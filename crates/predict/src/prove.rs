//! Random jobs under faults: every process of every job has to end its pattern, and both ends of
//! every connection have to agree.
//!
//! A seed chooses pattern, number of processes, placement, reach, set-up, protocol, machine, limits,
//! and how many packets the network loses, repeats and delays. One of three jobs is exact: it has engines and
//! adapters, and each step's message has to arrive once. The others have connection managers alone.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use farreach_connect::Protocol;
use farreach_engine::{Reach, Setup};
use farreach_patterns::{Class, Exchange, Options, Pattern, Places, Sums};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::count::count;
use crate::exact;
use crate::machine::{Machine, PRESETS};
use crate::outcome::Outcome;
use crate::outline;
use crate::run::Depth;
use crate::scene::Scene;

/// What the network does to connect messages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// The part of messages that are lost.
    pub loss: f64,
    /// The part of messages that arrive twice.
    pub duplication: f64,
    /// By how much a message is late at most.
    pub late: Duration,
    /// A bug of every connection manager, which a test plants.
    #[cfg(debug_assertions)]
    pub(crate) bug: Option<farreach_connect::Bug>,
}

/// What the jobs of some seeds had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Jobs.
    pub jobs: u64,
    /// Jobs with engines and adapters.
    pub exact: u64,
    /// Processes.
    pub processes: u64,
    /// Connections.
    pub connections: u64,
    /// Connect messages.
    pub messages: u64,
    /// Connect messages that were sent again after a silence.
    pub retransmitted: u64,
}

/// A job that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// The job, and what went wrong.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "seed {seed}: {what}\n  replay: farreach sim prove --seeds 1 --seed {seed}",
            seed = self.seed,
            what = self.what
        )
    }
}

/// Runs the job of a seed, and adds what it had to `tried`.
pub fn prove(seed: u64, tried: &mut Tried) -> Result<(), Failure> {
    run(&Job::draw(seed), tried)
}

/// [`prove`] with a bug in every connection manager.
#[cfg(all(test, debug_assertions))]
pub(crate) fn prove_with(
    bug: farreach_connect::Bug,
    seed: u64,
    tried: &mut Tried,
) -> Result<(), Failure> {
    let mut job = Job::draw(seed);
    job.faults.bug = Some(bug);
    run(&job, tried)
}

fn run(job: &Job, tried: &mut Tried) -> Result<(), Failure> {
    let seed = job.seed;
    let name = job.to_string();
    let failed = |what: String| Failure {
        seed,
        what: format!("{name}: {what}"),
    };
    // A broken invariant of the connection manager is a panic.
    let outcome = catch_unwind(AssertUnwindSafe(|| job.run()));
    let outcome = outcome.unwrap_or_else(|panic| Err(text_of(&*panic)));
    let outcome = outcome.map_err(failed)?;
    tried.jobs += 1;
    tried.exact += u64::from(job.depth == Depth::Exact);
    tried.processes += u64::from(job.exchange.places().size());
    tried.connections += outcome.connections.iter().sum::<u64>() / 2;
    tried.messages += outcome.messages;
    tried.retransmitted += outcome.retransmitted;
    Ok(())
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a text").to_owned()
}

/// The job of a seed.
struct Job {
    exchange: Exchange,
    reach: Reach,
    setup: Setup,
    protocol: Protocol,
    machine: Machine,
    handshakes: usize,
    faults: Faults,
    depth: Depth,
    seed: u64,
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.exchange.places();
        write!(
            f,
            "{} of {} processes on {} nodes, depth {}, sums {}, reach {}, setup {}, protocol {}, machine {}, {} set-ups in flight, {:.0} % of \
             messages lost, {:.0} % twice, up to {:?} late",
            self.exchange.name(),
            places.size(),
            places.nodes(),
            self.depth,
            self.exchange.options().sums,
            self.reach,
            self.setup,
            self.protocol,
            self.machine.name,
            self.handshakes,
            100.0 * self.faults.loss,
            100.0 * self.faults.duplication,
            self.faults.late
        )
    }
}

impl Job {
    fn draw(seed: u64) -> Job {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let patterns: Vec<Pattern> = Pattern::all().collect();
        let all_sums = [
            Sums::RecursiveDoubling,
            Sums::Tree,
            Sums::NodeTree,
            Sums::None,
        ];
        // Most numbers of processes fit some patterns only.
        let mut exchange = loop {
            let size = random.random_range(2..=36);
            let nodes = random.random_range(1..=size);
            let options = Options {
                sums: *all_sums.choose(&mut random).expect("four"),
                degree: random.random_range(1..6),
                seed,
                ..Options::default()
            };
            let pattern = *patterns.choose(&mut random).expect("some");
            let places = Places::new(size, nodes).expect("no node is empty");
            if let Ok(exchange) = Exchange::new(pattern, places, options) {
                break exchange;
            }
        };
        let reaches = [
            Reach::Rc,
            Reach::RcMsrq,
            Reach::Exrc,
            Reach::Sxrc,
            Reach::Server,
        ];
        let reach = *reaches.choose(&mut random).expect("five");
        let setup = match random.random_range(0..4) {
            0 => Setup::Static,
            1 if reach == Reach::Sxrc => Setup::Predefined,
            _ => Setup::OnDemand,
        };
        let (machine, _) = PRESETS.choose(&mut random).expect("some");
        let is_calm = random.random_bool(0.2);
        let mut part = |most: f64| {
            if is_calm {
                0.0
            } else {
                random.random_range(0.0..most)
            }
        };
        let mut faults = Faults {
            loss: part(0.4),
            duplication: part(0.3),
            late: Duration::from_secs_f64(part(5e-3)),
            ..Faults::default()
        };
        let protocol = if random.random_bool(0.5) {
            Protocol::Overlap
        } else {
            Protocol::Serial
        };
        let handshakes = random.random_range(1..=8);
        let depth = if random.random_bool(1.0 / 3.0) {
            // Every packet is simulated, and each loss costs a retransmission's time.
            exchange = exchange.of_class(Class::S);
            faults.loss /= 8.0;
            faults.duplication /= 2.0;
            faults.late /= 10;
            Depth::Exact
        } else {
            Depth::Outline
        };
        Job {
            exchange,
            reach,
            setup,
            protocol,
            machine: Machine::preset(machine).expect("a preset"),
            handshakes,
            faults,
            depth,
            seed,
        }
    }

    fn run(&self) -> Result<Outcome, String> {
        let simulate = if self.depth == Depth::Exact {
            exact::run
        } else {
            outline::run
        };
        let outcome = simulate(&Scene {
            exchange: &self.exchange,
            reach: self.reach,
            setup: self.setup,
            protocol: self.protocol,
            machine: &self.machine,
            seed: self.seed,
            handshakes: self.handshakes,
            live_bytes: || 0,
            faults: self.faults,
        });
        let outcome = outcome.map_err(|stuck| stuck.to_string())?;
        if let Some(disagreement) = &outcome.disagreement {
            return Err(disagreement.clone());
        }
        // Who is first to reach a node over a shared connection depends on the time of messages.
        let is_raced = self.reach == Reach::Sxrc && self.setup == Setup::OnDemand;
        let counted = count(&self.exchange, self.reach, self.setup).connections;
        if !is_raced && counted != outcome.connections {
            return Err(format!(
                "connections by rank are {:?}, and the routes say {counted:?}",
                outcome.connections
            ));
        }
        Ok(outcome)
    }
}
