//! Descriptions of machines: what each step costs, with its unit and its source.

use std::time::Duration;

use farreach_patterns::Places;
use farreach_sim::EventLoop;
use serde::Deserialize;
use strum::{Display, EnumString};
use thiserror::Error;

/// The descriptions that are part of the program: name and text.
pub const PRESETS: [(&str, &str); 5] = [
    ("chinook", include_str!("../machines/chinook.toml")),
    ("hopper", include_str!("../machines/hopper.toml")),
    ("koop2008", include_str!("../machines/koop2008.toml")),
    ("soft", include_str!("../machines/soft.toml")),
    ("stampede", include_str!("../machines/stampede.toml")),
];

/// A machine.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The machine's name.
    pub name: String,
    /// The adapter of a node.
    pub adapter: Adapter,
    /// The network between nodes.
    pub network: Network,
    /// Memory that the processes of a node share.
    pub node: Node,
    /// The start of processes.
    pub launch: Launch,
    /// The exchange of endpoints.
    pub exchange: ExchangeCosts,
    /// Memory.
    pub memory: Memory,
}

/// The adapter of a node. It takes commands one after the other, from all processes of the node.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// Whether the adapter is software: each process has its own then, which works on the process's core.
    #[serde(default)]
    pub software: bool,
    /// Making a queue pair and moving it to INIT.
    pub create: Cost<Duration>,
    /// Moving a queue pair from INIT to RTS.
    pub transitions: Cost<Duration>,
    /// An atomic update of a node's memory that another node asks for. The adapter carries out one after the other.
    pub atomic: Cost<Duration>,
    /// The adapter's memory for contexts of queue pairs. Without it all contexts are always there.
    #[serde(default)]
    pub contexts: Option<Contexts>,
}

/// A cache of contexts of queue pairs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contexts {
    /// Queue pairs whose contexts fit.
    pub entries: u32,
    /// Fetching a context from the node's memory.
    pub miss: Cost<Duration>,
}

/// The network.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// The time of a small put over a connection.
    pub latency: Cost<Duration>,
    /// The time of a connect message, its handling included.
    pub message: Cost<Duration>,
    /// Bytes a second of a node's link, in each direction. Transfers at the same time share it.
    pub bandwidth: Cost<Rate>,
    /// The distances of nodes. Without it all are at the same distance.
    #[serde(default)]
    pub torus: Option<Torus>,
}

/// Routers in a torus. Nodes are placed along the first side, then along the second, and so on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torus {
    /// Routers along each side.
    pub sides: Vec<u32>,
    /// Nodes of a router.
    pub nodes: u32,
    /// The time from a router to the next one.
    pub hop: Cost<Duration>,
}

/// What the processes of a node share: processors and memory.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The cores of a host. Virtual nodes are on one host.
    pub cores: Cost<Cores>,
    /// The time of a core for each message of the pattern that a process sends or takes. Latencies contain it.
    pub overhead: Cost<Duration>,
    /// The time of a small put.
    pub latency: Cost<Duration>,
    /// Bytes a second of one copy.
    pub bandwidth: Cost<Rate>,
}

/// The start of processes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// Whether all nodes are virtual, on one host whose cores all processes share.
    #[serde(default)]
    pub virtual_nodes: bool,
    /// A level of the tree over which nodes are told to start.
    pub hop: Cost<Duration>,
    /// What the launcher of a node does to start a process, one after the other.
    pub spawn: Cost<Duration>,
    /// What a process takes of a core until its own memory is mapped: its program is loaded, and begins.
    pub process: Cost<Duration>,
    /// Mapping and registering a process's memory.
    pub register: Cost<Duration>,
}

/// The exchange of endpoints by the process manager.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangeCosts {
    /// Who sends to whom.
    pub algorithm: ExchangeAlgorithm,
    /// A message.
    pub hop: Cost<Duration>,
    /// The entry of a process.
    pub entry: Cost<Bytes>,
    /// Bytes a second of a manager's connection.
    pub bandwidth: Cost<Rate>,
}

/// How the process manager exchanges endpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, EnumString)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ExchangeAlgorithm {
    /// Every node to one, which sends all entries to each node in turn.
    Star,
    /// Every node to the next, as often as there are nodes.
    Ring,
    /// Up and down a binary tree.
    Tree,
}

/// Memory.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// A connected queue pair.
    pub queue_pair: Cost<Bytes>,
    /// A process without connections.
    pub process: Cost<Bytes>,
}

/// A cost and where its figure is from.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Written", bound = "T: Measured")]
pub struct Cost<T> {
    /// The cost.
    pub value: T,
    /// Where the figure is from.
    pub source: String,
}

/// Bytes.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Bytes(pub f64);

/// Bytes a second.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Rate(pub f64);

/// Cores, one or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cores(pub u32);

/// A cost as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    value: f64,
    unit: String,
    source: String,
}

/// A kind of cost with units.
pub trait Measured: Sized {
    /// What the units of this kind are.
    const UNITS: &'static str;
    /// The cost of `value` units. `None` for a unit of another kind.
    fn of(value: f64, unit: &str) -> Option<Self>;
}

impl Measured for Duration {
    const UNITS: &'static str = "ns, us, ms or s";

    fn of(value: f64, unit: &str) -> Option<Self> {
        let seconds = match unit {
            "ns" => 1e-9,
            "us" => 1e-6,
            "ms" => 1e-3,
            "s" => 1.0,
            _ => return None,
        };
        Duration::try_from_secs_f64(value * seconds).ok()
    }
}

impl Measured for Bytes {
    const UNITS: &'static str = "B, KB, KiB, MB or MiB";

    fn of(value: f64, unit: &str) -> Option<Self> {
        Some(Bytes(value * factor(unit)?))
    }
}

impl Measured for Rate {
    const UNITS: &'static str = "MB/s, MiB/s or GB/s";

    fn of(value: f64, unit: &str) -> Option<Self> {
        Some(Rate(value * factor(unit.strip_suffix("/s")?)?))
    }
}

impl Measured for Cores {
    const UNITS: &'static str = "cores, a whole number from 1 on";

    fn of(value: f64, unit: &str) -> Option<Self> {
        let is_whole = value.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&value);
        (unit == "cores" && is_whole).then_some(Cores(value as u32))
    }
}

fn factor(unit: &str) -> Option<f64> {
    Some(match unit {
        "B" => 1.0,
        "KB" => 1e3,
        "KiB" => 1024.0,
        "MB" => 1e6,
        "MiB" => 1_048_576.0,
        "GB" => 1e9,
        _ => return None,
    })
}

impl<T: Measured> TryFrom<Written> for Cost<T> {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let Written {
            value,
            unit,
            source,
        } = written;
        if !(value.is_finite() && value >= 0.0) {
            return Err(format!("a cost of {value} {unit}: it has to be 0 or more"));
        }
        if source.trim().is_empty() {
            return Err(format!("a cost of {value} {unit} without a source"));
        }
        let Some(value) = T::of(value, &unit) else {
            let units = T::UNITS;
            return Err(format!(
                "a cost of {value} with the unit {unit:?}: it has to be {units}"
            ));
        };
        Ok(Cost { value, source })
    }
}

impl Rate {
    /// The time that so many bytes take.
    pub fn time(self, bytes: f64) -> Duration {
        Duration::try_from_secs_f64(bytes / self.0.max(1.0)).unwrap_or(Duration::MAX)
    }
}

/// Why a description is no machine's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the machine description {name}: {reason}")]
pub struct MachineError {
    /// The file or the preset.
    pub name: String,
    /// What is wrong, and in which line.
    pub reason: String,
}

impl Adapter {
    /// The number of the adapter of a process: that of its node, or its own.
    pub(crate) fn of(&self, rank: u32, places: Places) -> u32 {
        if self.software {
            rank
        } else {
            places.node_of(rank)
        }
    }
}

impl Launch {
    /// The host of a node.
    pub(crate) fn host(&self, node: u32) -> u32 {
        if self.virtual_nodes { 0 } else { node }
    }
}

impl Node {
    /// The time of a put within a node.
    pub(crate) fn copy(&self, bytes: u32) -> Duration {
        self.latency.value + self.bandwidth.value.time(f64::from(bytes))
    }
}

impl Torus {
    /// The routers from one node to another.
    pub fn hops(&self, from: u32, to: u32) -> u32 {
        let router = |node: u32| node / self.nodes;
        let (mut from, mut to) = (router(from), router(to));
        let mut hops = 0;
        for &side in &self.sides {
            let away = (from % side).abs_diff(to % side);
            hops += away.min(side - away);
            from /= side;
            to /= side;
        }
        hops
    }

    fn check(&self) -> Result<(), String> {
        if self.nodes == 0 || self.sides.is_empty() || self.sides.contains(&0) {
            return Err(format!(
                "a torus with sides of {:?} routers and {} nodes a router: each has to be 1 or more",
                self.sides, self.nodes
            ));
        }
        Ok(())
    }
}

impl Network {
    /// The time of a small put from one node to another.
    pub fn latency(&self, from: u32, to: u32) -> Duration {
        self.latency.value + self.distance(from, to)
    }

    /// The time of a connect message from one node to another.
    pub(crate) fn message(&self, from: u32, to: u32) -> Duration {
        self.message.value + self.distance(from, to)
    }

    fn distance(&self, from: u32, to: u32) -> Duration {
        let torus = self.torus.as_ref();
        torus.map_or(Duration::ZERO, |torus| {
            torus.hop.value * torus.hops(from, to)
        })
    }
}

impl Machine {
    /// An event loop of processes that share the cores of their hosts.
    pub(crate) fn event_loop<A>(&self, places: Places) -> EventLoop<A> {
        let size = places.size();
        let hosts = if self.launch.virtual_nodes {
            1
        } else {
            places.nodes()
        };
        let Cores(cores) = self.node.cores.value;
        if cores >= size.div_ceil(hosts) {
            return EventLoop::new(size);
        }
        let host = |rank| self.launch.host(places.node_of(rank));
        let hosts: Vec<u32> = (0..size).map(host).collect();
        EventLoop::on_hosts(&hosts, cores)
    }

    /// Reads a description. Unknown keys and missing costs are errors.
    pub fn read(name: &str, text: &str) -> Result<Machine, MachineError> {
        let wrong = |reason: String| MachineError {
            name: name.to_owned(),
            reason,
        };
        let machine: Machine =
            toml::from_str(text).map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
        if let Some(torus) = &machine.network.torus {
            torus.check().map_err(wrong)?;
        }
        Ok(machine)
    }

    /// A description that is part of the program.
    pub fn preset(name: &str) -> Option<Machine> {
        let (name, text) = PRESETS.iter().find(|(preset, _)| *preset == name)?;
        Some(Machine::read(name, text).expect("a file of this crate"))
    }
}
