//! A request, and the report that answers it.

use std::time::Duration;

use farreach_connect::Protocol;
use farreach_engine::{Fabric, FabricError, Reach, Setup};
use farreach_patterns::Exchange;
use serde::Serialize;
use strum::{Display, EnumString, VariantNames};
use thiserror::Error;

use crate::count::count;
use crate::exact;
use crate::machine::Machine;
use crate::outcome::Stuck;
use crate::outline::{self, HANDSHAKES};
use crate::prove::Faults;
use crate::scene::Scene;
use crate::startup::{Plan, StartUp};

mod picture;

/// Connections, processes and packets, of which `exact` simulates so many.
const EXACT_MAX: u64 = 4_000_000;
/// Connections, and processes, of which `outline` simulates so many.
const OUTLINE_MAX: u64 = 40_000_000;
/// Work up to which `outline` is chosen.
const OUTLINE_AT_ONCE: u64 = 2_000_000;
/// Work up to which `count` takes steps.
const COUNT_MAX: u64 = 600_000_000;

/// How deep a prediction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, VariantNames, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Depth {
    /// Which connections are made, by the engine's routes.
    Count,
    /// The connection manager of each process, in virtual time.
    Outline,
    /// The engine of each process and its adapter, in virtual time.
    Exact,
}

/// What is to be predicted.
#[derive(Clone, Debug)]
pub struct Request {
    /// The pattern and the placement.
    pub exchange: Exchange,
    /// The reach of connections.
    pub reach: Reach,
    /// When connections are made.
    pub setup: Setup,
    /// The protocol of set-ups.
    pub protocol: Protocol,
    /// The machine.
    pub machine: Machine,
    /// The depth. Without it, `outline` for small jobs and `count` for others.
    pub depth: Option<Depth>,
    /// The seed of the managers' incarnations and jitter.
    pub seed: u64,
    /// The most set-ups in flight that a process began. Without it the runtime's default.
    pub handshakes: Option<usize>,
    /// Tells the bytes that this thread has allocated and not freed, if something counts them. Depth `exact` then knows the memory of
    /// connections from the processes themselves.
    pub live_bytes: fn() -> i64,
}

/// Why there is no prediction.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// Reach and set-up exclude each other.
    #[error(transparent)]
    Fabric(#[from] FabricError),
    /// The depth can't carry the job.
    #[error(
        "depth {depth} carries {limit} connections, processes and packets, and {pattern} of {size} processes has about {work}: {remedy}"
    )]
    Beyond {
        /// The depth.
        depth: Depth,
        /// Its limit.
        limit: u64,
        /// The pattern.
        pattern: String,
        /// Processes.
        size: u32,
        /// Connections, processes and packets, roughly.
        work: u64,
        /// What to do.
        remedy: &'static str,
    },
    /// The simulation came to rest before its end.
    #[error(transparent)]
    Stuck(#[from] Stuck),
}

/// Mean and maximum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The maximum.
    pub max: u64,
}

impl Spread {
    /// Of these figures.
    pub fn of(figures: &[u64]) -> Spread {
        let sum: u64 = figures.iter().sum();
        Spread {
            mean: sum as f64 / figures.len().max(1) as f64,
            max: figures.iter().copied().max().unwrap_or(0),
        }
    }
}

/// Bytes of a process.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Memories {
    /// Without connections.
    pub process: f64,
    /// Of all connected queue pairs, mean and of the process with the most.
    pub queue_pairs: f64,
    /// Of all connected queue pairs of the process with the most.
    pub queue_pairs_max: f64,
    /// Of all that connections take, as processes account for it, mean. Only at depth `exact`.
    pub connections: Option<f64>,
    /// Of the connection manager, mean. Not at depth `count`.
    pub manager: Option<f64>,
}

/// A prediction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The pattern.
    pub pattern: String,
    /// The grid of processes. Empty for patterns without one.
    pub grid: String,
    /// The algorithm of sums over all.
    pub sums: String,
    /// Processes.
    pub processes: u32,
    /// Nodes.
    pub nodes: u32,
    /// The reach.
    pub reach: String,
    /// The set-up.
    pub setup: String,
    /// The protocol of set-ups.
    pub protocol: String,
    /// The depth.
    pub depth: Depth,
    /// The machine.
    pub machine: String,
    /// Processes that a process exchanges with, those of its node too.
    pub peers: Spread,
    /// Connected queue pairs of a process.
    pub queue_pairs: Spread,
    /// Connected queue pairs of all processes of a node.
    pub node_queue_pairs: Spread,
    /// Connections of the job.
    pub connections: u64,
    /// Bytes that a process sends in one pass of the pattern.
    pub bytes: Spread,
    /// Bytes of memory of a process.
    pub memory: Memories,
    /// The start, on demand or static as was asked for.
    pub start_up: StartUp,
    /// The time of one pass of the pattern, connections included. Not at depth `count`.
    pub pattern_us: Option<f64>,
    /// The time until a process is done with it, as a mean over the processes.
    pub pattern_mean_us: Option<f64>,
    /// Connect messages, all of them and those that were sent again. Not at depth `count`.
    pub messages: Option<(u64, u64)>,
    /// Turns of processes. Not at depth `count`.
    pub turns: Option<u64>,
}

impl Request {
    /// Predicts.
    pub fn predict(&self) -> Result<Report, RunError> {
        let fabric = Fabric {
            reach: self.reach,
            setup: self.setup,
            ..Fabric::default()
        };
        fabric.check()?;
        let work = outline::work(&self.exchange, self.reach, self.setup);
        let depth = self.depth.unwrap_or(if work <= OUTLINE_AT_ONCE {
            Depth::Outline
        } else {
            Depth::Count
        });
        let (limit, remedy) = match depth {
            Depth::Outline => (OUTLINE_MAX, "choose --depth count or fewer processes"),
            Depth::Count => (COUNT_MAX, "choose fewer processes"),
            Depth::Exact => (EXACT_MAX, "choose --depth outline or fewer processes"),
        };
        let takes_steps = depth != Depth::Count || self.takes_steps();
        let places = self.exchange.places();
        let is_beyond = |work| takes_steps && work > limit;
        let beyond = |work| RunError::Beyond {
            depth,
            limit,
            pattern: self.exchange.name(),
            size: places.size(),
            work,
            remedy,
        };
        if is_beyond(work) {
            return Err(beyond(work));
        }
        let census = count(&self.exchange, self.reach, self.setup);
        if depth == Depth::Exact {
            let packets = census.bytes.iter().sum::<u64>() / exact::PACKET;
            let is_large = places.size() > exact::PROCESSES_MAX;
            if is_large || is_beyond(work + packets) {
                return Err(beyond(work + packets));
            }
        }
        let plan = Plan::new(&self.machine, self.exchange.places(), self.setup);
        match depth {
            Depth::Count => {
                let time = self.static_time(&census.connections);
                Ok(self.report(
                    depth,
                    &census.peers,
                    &census.bytes,
                    &census.connections,
                    plan.start_up(time),
                ))
            }
            Depth::Outline | Depth::Exact => {
                let simulate = if depth == Depth::Exact {
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
                    handshakes: self.handshakes.unwrap_or(HANDSHAKES),
                    faults: Faults::default(),
                    live_bytes: self.live_bytes,
                })?;
                let start_up = plan.start_up(outcome.static_connections);
                let mut report = self.report(
                    depth,
                    &census.peers,
                    &census.bytes,
                    &outcome.connections,
                    start_up,
                );
                report.pattern_us = Some(outcome.pattern.as_secs_f64() * 1e6);
                report.pattern_mean_us = Some(outcome.pattern_mean.as_secs_f64() * 1e6);
                report.messages = Some((outcome.messages, outcome.retransmitted));
                report.turns = Some(outcome.turns);
                let own = Spread::of(&outcome.connection_bytes);
                if own.max > 0 {
                    report.memory.connections = Some(own.mean);
                }
                report.memory.manager = Some(Spread::of(&outcome.manager_bytes).mean);
                Ok(report)
            }
        }
    }

    /// Whether `count` has no arithmetic for this.
    fn takes_steps(&self) -> bool {
        let is_mapped = !self.reach.is_shared() || self.setup != Setup::OnDemand;
        !(self.setup == Setup::Static || self.exchange.is_complete() && is_mapped)
    }

    /// The time of static connections: the node with the most is the last, since its adapter makes
    /// them one after the other. Messages take no time here.
    fn static_time(&self, connections: &[u64]) -> Duration {
        if self.setup != Setup::Static {
            return Duration::ZERO;
        }
        let adapter = &self.machine.adapter;
        let commands = if self.reach.is_xrc() {
            2
        } else {
            self.reach.queue_pairs()
        };
        let each = (adapter.create.value + adapter.transitions.value) * commands;
        let of_nodes = self.of_nodes(connections);
        let most = if adapter.software {
            // The cores of a host work for all its adapters.
            let cores = u64::from(self.machine.node.cores.value.0);
            let of_host = if self.machine.launch.virtual_nodes {
                of_nodes.iter().sum::<u64>()
            } else {
                of_nodes.into_iter().max().unwrap_or(0)
            };
            let of_process = connections.iter().copied().max().unwrap_or(0);
            of_host.div_ceil(cores).max(of_process)
        } else {
            of_nodes.into_iter().max().unwrap_or(0)
        };
        each * u32::try_from(most).unwrap_or(u32::MAX)
    }

    fn of_nodes(&self, figures: &[u64]) -> Vec<u64> {
        let places = self.exchange.places();
        (0..places.nodes())
            .map(|node| {
                let ranks = places.ranks(node);
                figures[ranks.start as usize..ranks.end as usize]
                    .iter()
                    .sum()
            })
            .collect()
    }

    fn report(
        &self,
        depth: Depth,
        peers: &[u64],
        bytes: &[u64],
        connections: &[u64],
        start_up: StartUp,
    ) -> Report {
        let places = self.exchange.places();
        let each = u64::from(self.reach.queue_pairs());
        let queue_pairs: Vec<u64> = connections.iter().map(|count| count * each).collect();
        let spread = Spread::of(&queue_pairs);
        let costs = &self.machine.memory;
        Report {
            pattern: self.exchange.name(),
            grid: self.exchange.grid_text(),
            sums: self.exchange.options().sums.to_string(),
            processes: places.size(),
            nodes: places.nodes(),
            reach: self.reach.to_string(),
            setup: self.setup.to_string(),
            protocol: self.protocol.to_string(),
            depth,
            machine: self.machine.name.clone(),
            peers: Spread::of(peers),
            queue_pairs: spread,
            node_queue_pairs: Spread::of(&self.of_nodes(&queue_pairs)),
            connections: connections.iter().sum::<u64>() / 2,
            bytes: Spread::of(bytes),
            memory: Memories {
                process: costs.process.value.0,
                queue_pairs: spread.mean * costs.queue_pair.value.0,
                queue_pairs_max: spread.max as f64 * costs.queue_pair.value.0,
                connections: None,
                manager: None,
            },
            start_up,
            pattern_us: None,
            pattern_mean_us: None,
            messages: None,
            turns: None,
        }
    }
}

impl Report {
    /// The report as text.
    pub fn text(&self) -> String {
        let lines = self.lines().into_iter();
        let lines = lines.map(|(what, value)| format!("  {what:<28}{value}\n"));
        format!("{}\n{}", self.title(), lines.collect::<String>())
    }

    /// The figures: what each is, and its value as people write it.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        let mut line = |what, value| lines.push((what, value));
        let spread = |spread: Spread| format!("{:.2} mean, {} max", spread.mean, spread.max);
        line("peers of a process", spread(self.peers));
        line("queue pairs of a process", spread(self.queue_pairs));
        line("queue pairs of a node", spread(self.node_queue_pairs));
        line("connections of the job", self.connections.to_string());
        line("bytes that a process sends", spread(self.bytes));
        let memory = &self.memory;
        line(
            "memory of queue pairs",
            format!(
                "{} mean, {} max of a process",
                size(memory.queue_pairs),
                size(memory.queue_pairs_max)
            ),
        );
        if let Some(connections) = memory.connections {
            let text = format!("{} mean, as processes account for it", size(connections));
            line("memory of connections", text);
        }
        if let Some(manager) = memory.manager {
            line("memory of the manager", format!("{} mean", size(manager)));
        }
        let start = &self.start_up;
        line("ready after", time(start.total_us));
        for (what, us) in [
            ("  spawn", start.spawn_us),
            ("  memory", start.memory_us),
            ("  endpoint", start.endpoint_us),
            ("  exchange", start.exchange_us),
            ("  connections", start.connections_us),
        ] {
            line(what, time(us));
        }
        if let (Some(us), Some(mean)) = (self.pattern_us, self.pattern_mean_us) {
            let text = format!("{}, {} mean of a process", time(us), time(mean));
            line("one pass of the pattern", text);
        }
        if let Some((sent, again)) = self.messages {
            line("connect messages", format!("{sent}, {again} of them again"));
        }
        lines
    }

    /// What was predicted, and how.
    fn title(&self) -> String {
        let grid = match &*self.grid {
            "" => String::new(),
            grid => format!(" {grid}"),
        };
        let Report {
            pattern,
            sums,
            processes,
            nodes,
            reach,
            setup,
            protocol,
            depth,
            machine,
            ..
        } = self;
        format!(
            "{pattern}{grid}: {processes} processes on {nodes} nodes, reach {reach}, setup {setup}, protocol {protocol}, \
             sums by {sums}; machine {machine}, depth {depth}"
        )
    }

    /// The report as JSON.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data");
        text.push('\n');
        text
    }
}

/// Bytes as people write them.
fn size(bytes: f64) -> String {
    let units = [
        ("GiB", 1_073_741_824.0),
        ("MiB", 1_048_576.0),
        ("KiB", 1024.0),
    ];
    match units.iter().find(|(_, unit)| bytes >= *unit) {
        Some((name, unit)) => format!("{:.2} {name}", bytes / unit),
        None => format!("{bytes:.0} B"),
    }
}

/// Microseconds as people write them.
fn time(us: f64) -> String {
    match us {
        us if us >= 1e6 => format!("{:.3} s", us / 1e6),
        us if us >= 1e3 => format!("{:.3} ms", us / 1e3),
        us => format!("{us:.1} us"),
    }
}
