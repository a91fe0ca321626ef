//! The one table of all settings: names, meanings, defaults, and where a value came from.
//!
//! Every setting is an environment variable `FARREACH_…`. An unknown variable with that prefix is
//! refused, and the nearest name is shown, because a misspelt setting that is ignored costs its
//! user hours. An empty variable counts as unset, because scripts set a variable to nothing to
//! unset it.
//!
//! A programming model whose standard has its own variables reads them, and changes the
//! [`Settings`] that it gives to [`World::join`](crate::World::join).

mod table;

use std::ffi::OsString;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use farreach_engine::{Costs, Fabric, FabricError, Hybrid};
use farreach_verbs::Abilities;
use rustix::process::{Resource, getrlimit};
use strum::EnumString;
use thiserror::Error;

pub use self::table::{Setting, TABLE};

/// Variables that the launcher sets for its processes. Users don't set them.
pub const INTERNAL: &[&str] = crate::job::jobs::INTERNAL_VARIABLES;

/// The device that carries what goes between nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceChoice {
    /// An adapter of the host where each host of the job has one, else the user-space adapter.
    Auto,
    /// The user-space adapter over UDP sockets.
    Soft,
    /// The user-space adapter at RoCEv2's port. Processes with adapters of their hosts may be in the job.
    SoftRoce,
    /// An adapter of the host where this host has one, else [`DeviceChoice::SoftRoce`].
    Mixed,
    /// An adapter of the host, through libibverbs.
    Ibv {
        /// Its name, such as `mlx5_0`. `None`: the first with a usable port.
        name: Option<String>,
        /// Its port. `None`: the first that is usable.
        port: Option<u8>,
    },
}

/// The device between nodes, and what there is to choose of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceSettings {
    /// Which device it is.
    pub choice: DeviceChoice,
    /// Why it is this one, if the user has left the choice to the library.
    pub reason: Option<String>,
    /// The address whose GID an adapter uses. `None`: chosen by rule.
    pub gid: Option<IpAddr>,
    /// The key of an adapter's partition. `None`: the first of the port.
    pub partition: Option<u16>,
    /// The service level of an adapter's packets.
    pub service_level: u8,
    /// The traffic class of an adapter's packets. `None`: the port's own.
    pub traffic_class: Option<u8>,
    /// The most bytes of the program's buffers that an adapter keeps registered between operations.
    pub kept_bytes: u64,
    /// Who executes atomics, where those of the adapter don't exclude those of processors.
    pub atomics: Executor,
    /// Abilities that the soft device does without.
    pub without: Abilities,
}

/// Who executes atomics on the words of a process whose adapter's atomics don't exclude those of its processors. All processes of a
/// job have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Executor {
    /// The processor of the words' owner, or of a process of its node.
    #[default]
    Owner,
    /// The adapter of the words' owner, also for processes of its node and for itself, as far as it has them.
    Adapter,
}

impl DeviceChoice {
    fn parse(text: &str) -> Option<DeviceChoice> {
        let mut words = text.split(':');
        let kind = words.next()?;
        let (name, port) = (words.next(), words.next());
        let is_whole = words.next().is_none() && name != Some("");
        match kind {
            "auto" if name.is_none() => Some(DeviceChoice::Auto),
            "mixed" if name.is_none() => Some(DeviceChoice::Mixed),
            "soft" if name.is_none() => Some(DeviceChoice::Soft),
            "soft" if name == Some("roce") && port.is_none() => Some(DeviceChoice::SoftRoce),
            "ibv" if is_whole => Some(DeviceChoice::Ibv {
                name: name.map(str::to_owned),
                port: match port {
                    None => None,
                    Some(port) => Some(parsed(port).filter(|&port: &u8| port > 0)?),
                },
            }),
            _ => None,
        }
    }
}

/// What collectives know about nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithms {
    /// Collectives use shared memory within a node, and the network between nodes.
    Hierarchical,
    /// Collectives treat each process as a node of its own, for comparison with published counts of
    /// peers.
    Flat,
}

/// The connections that are made at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Preconnect {
    /// None.
    #[default]
    None,
    /// Connections to the ranks before and after. The last rank and the first are neighbours.
    Neighbours,
    /// The connections of an earlier run.
    File,
    /// All.
    All,
}

/// What a node is, under other launchers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum NodesBy {
    /// The ranks of a host, as the launcher tells.
    Host,
    /// The ranks of a container: of one network and one PID namespace of a host.
    Container,
}

/// What guards the datagrams between processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Secure {
    /// Nothing on the loopback interface. Between hosts, authentication under the job's key.
    Auto,
    /// Authentication under the job's key.
    Authentic,
    /// Encryption and authentication under the job's key.
    On,
    /// Nothing on the loopback interface. Between hosts a CRC, which finds no forgery.
    Off,
}

/// What happens to a job of which no process can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadlock {
    /// The job is ended. A message says what each process waits in.
    End,
    /// The job stays, for a debugger.
    Wait,
}

/// Who adds the numbers of accumulates between nodes. Adders by different protocols do not exclude
/// each other, so all processes of a job have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Accumulate {
    /// [`Accumulate::Target`] if the device has lists, else [`Accumulate::Lock`].
    #[default]
    Auto,
    /// The target's adapter.
    Target,
    /// The caller, which takes a lock at the target, fetches the numbers, and puts the sums.
    Lock,
    /// Integers are added by an atomic each, also on a node. Other numbers as with
    /// [`Accumulate::Auto`].
    Atomics,
}

/// What a process reports when it ends, for files that the launcher writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The ends of its connections.
    pub connections: bool,
    /// What it did toward whom.
    pub pattern: bool,
}

/// The values of all settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Bytes of each process's symmetric heap.
    pub heap: u64,
    /// Bytes of address space for each process's variables.
    pub globals: u64,
    /// The time that a forked child has to run another program before many variables are copied for
    /// it.
    pub fork_copy: Duration,
    /// The address that the soft device's socket is bound to.
    pub bind: IpAddr,
    /// The interface by which hosts reach each other. `None`: one is chosen.
    pub interface: Option<String>,
    /// The command that starts agents on other hosts. `None`: ssh.
    pub rsh: Option<String>,
    /// The path of `farreach` on other hosts. `None`: as here.
    pub agent: Option<PathBuf>,
    /// The silence after which a host is lost.
    pub heartbeat: Duration,
    /// The time within which all hosts must answer.
    pub start_timeout: Duration,
    /// What a node is, under other launchers.
    pub nodes_by: NodesBy,
    /// The library that speaks PMIx. `None`: one is looked for.
    pub libpmix: Option<PathBuf>,
    /// A file whose bytes the job's key depends on, under other launchers.
    pub key_file: Option<PathBuf>,
    /// The range of the soft device's UDP ports. `None`: the kernel chooses.
    pub ports: Option<(u16, u16)>,
    /// The class of service of the soft device's packets.
    pub dscp: u8,
    /// What guards datagrams.
    pub secure: Secure,
    /// Bytes of payload of a full packet. `None`: as many as the path carries.
    pub mtu: Option<u32>,
    /// Whether there is a helper thread.
    pub helper: bool,
    /// The longest silence of a peer.
    pub peer_timeout: Duration,
    /// The time after which a wait that does not end is reported. `None`: never.
    pub stall: Option<Duration>,
    /// What becomes of a job of which no process can go on.
    pub deadlock: Deadlock,
    /// The most connections that are set up at the same time.
    pub handshakes: usize,
    /// How connections are made and used.
    pub fabric: Fabric,
    /// Which connections are made at the start.
    pub preconnect: Preconnect,
    /// The file with the connections of an earlier run.
    pub connect_file: Option<PathBuf>,
    /// What is reported at the end.
    pub record: Recorded,
    /// The most operations of one call that are under way at a time. A call with many blocks may have
    /// one more for each doubling of their number.
    pub under_way: u32,
    /// Who adds the numbers of accumulates.
    pub accumulate: Accumulate,
    /// What collectives know of nodes.
    pub collectives: Algorithms,
    /// Whether mistakes are looked for, which costs time.
    pub debug: bool,
    /// The fraction of arriving datagrams that are dropped.
    pub loss: f64,
    /// The device between nodes.
    pub device: DeviceSettings,
    /// The seed of all random numbers. `None`: from the operating system.
    pub seed: Option<u64>,
}

/// Why settings were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// A variable with the prefix that is no setting.
    #[error("unknown setting {name}{}; `farreach info` lists all settings", meant(*nearest))]
    Unknown {
        /// The variable.
        name: String,
        /// The nearest name that exists, if one is near.
        nearest: Option<&'static str>,
    },
    /// A value that can't be read.
    #[error("{name}={value} is not understood: {wanted}")]
    BadValue {
        /// The variable.
        name: &'static str,
        /// Its value.
        value: String,
        /// What a value looks like.
        wanted: &'static str,
    },
    /// Settings of the fabric that don't go together.
    #[error("{} don't go together: {_0}", names_in(_0))]
    Fabric(FabricError),
    /// All connections are to be made at the start, but their number is limited.
    #[error(
        "FARREACH_PRECONNECT=all makes all connections at once, which FARREACH_QPS or FARREACH_NODE_QPS ({limit}) does \
         not allow: choose neighbours, file or none"
    )]
    PreconnectLimit {
        /// The limit.
        limit: u32,
    },
    /// Connections of a file are to be made, but no file is named.
    #[error(
        "FARREACH_PRECONNECT=file needs FARREACH_CONNECT_FILE: name the file that farreach run --record-connections wrote"
    )]
    NoConnectFile,
    /// Adapters are to execute atomics, but other settings leave some of them without a connection.
    #[error(
        "FARREACH_ATOMICS=adapter needs a connection from each process to each whose words it changes: use FARREACH_REACH=rc or rc-msrq, \
         and neither FARREACH_QPS, FARREACH_NODE_QPS nor FARREACH_CREATE_FAIL; or FARREACH_ATOMICS=owner"
    )]
    AtomicsOfAdapter,
}

/// The question whether a misspelt name means this one.
fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// The settings that contradict each other.
fn names_in(error: &FabricError) -> &'static str {
    match error {
        FabricError::Predefined { .. } => "FARREACH_SETUP and FARREACH_REACH",
        FabricError::Buffers { .. } | FabricError::OneSize => "FARREACH_BUFFERS and FARREACH_REACH",
        FabricError::StaticLimit { .. } => "FARREACH_SETUP and FARREACH_QPS or FARREACH_NODE_QPS",
        FabricError::TooFew { .. } => "FARREACH_REACH and FARREACH_QPS or FARREACH_NODE_QPS",
    }
}

impl Settings {
    /// Reads settings from variables, given as pairs of name and value. Other variables are
    /// ignored. [`environment`] returns those of this process.
    pub fn from_variables(variables: &[(String, String)]) -> Result<Self, SettingsError> {
        for (name, _) in variables {
            check_name(name)?;
        }
        let reader = Reader { variables };
        let preconnect = reader.read(
            "FARREACH_PRECONNECT",
            "none, neighbours, file or all",
            parsed,
        )?;
        let connect_file = reader.read("FARREACH_CONNECT_FILE", "a path, or none", |text| {
            or_keyword(text, "none", |path| Some(path.into()))
        })?;
        if preconnect == Preconnect::File && connect_file.is_none() {
            return Err(SettingsError::NoConnectFile);
        }
        let fabric = fabric(&reader)?;
        if let (Preconnect::All, Some(limit)) = (preconnect, fabric.qps.or(fabric.node_qps)) {
            return Err(SettingsError::PreconnectLimit { limit });
        }
        let device = device(&reader, &fabric)?;
        Ok(Settings {
            fabric,
            preconnect,
            connect_file,
            heap: reader.read(
                "FARREACH_HEAP",
                "a size such as 64M or 2G, at least 4K",
                |text| parse_size(text).filter(|&size| size >= HEAP_MIN),
            )?,
            globals: reader.read(
                "FARREACH_GLOBALS",
                "a size such as 64M or 2G, or 0",
                parse_size,
            )?,
            fork_copy: reader.read("FARREACH_FORK_COPY", "milliseconds", |text| {
                parsed(text).map(Duration::from_millis)
            })?,
            bind: reader.read("FARREACH_BIND", "an IP address", parsed)?,
            interface: reader.read("FARREACH_INTERFACE", INTERFACE_WANTED, |text| {
                or_keyword(text, "auto", |text| Some(text.to_owned()))
            })?,
            rsh: reader.read("FARREACH_RSH", "a command", |text| {
                or_keyword(text, "ssh", |text| Some(text.to_owned()))
            })?,
            agent: reader.read("FARREACH_AGENT", "a path, or auto", |text| {
                or_keyword(text, "auto", |path| Some(path.into()))
            })?,
            heartbeat: reader.read("FARREACH_HEARTBEAT", "seconds, at least 0.1", |text| {
                parse_seconds(text).filter(|&silence| silence >= HEARTBEAT_MIN)
            })?,
            start_timeout: reader.read("FARREACH_START_TIMEOUT", "seconds above 0", |text| {
                parse_seconds(text).filter(|timeout| !timeout.is_zero())
            })?,
            nodes_by: reader.read("FARREACH_NODES_BY", "host or container", parsed)?,
            libpmix: reader.read("FARREACH_LIBPMIX", "a path, or auto", |text| {
                or_keyword(text, "auto", |path| Some(path.into()))
            })?,
            key_file: reader.read("FARREACH_KEY_FILE", "a path, or none", |text| {
                or_keyword(text, "none", |path| Some(path.into()))
            })?,
            ports: reader.read(
                "FARREACH_PORTS",
                "a range such as 40000-40999, or any",
                |text| or_keyword(text, "any", parse_ports),
            )?,
            dscp: reader.read("FARREACH_DSCP", "a number from 0 to 63", |text| {
                parsed(text).filter(|&dscp: &u8| dscp < 64)
            })?,
            secure: reader.read("FARREACH_SECURE", "auto, authentic, on or off", parsed)?,
            mtu: reader.read("FARREACH_MTU", "auto, or bytes from 256 to 65000", |text| {
                or_keyword(text, "auto", |text| {
                    parsed(text).filter(|mtu| (256..=65000).contains(mtu))
                })
            })?,
            record: Recorded {
                connections: reader.read("FARREACH_RECORD_CONNECTIONS", "on or off", on_or_off)?,
                pattern: reader.read("FARREACH_RECORD_PATTERN", "on or off", on_or_off)?,
            },
            helper: reader.read("FARREACH_HELPER", "on or off", on_or_off)?,
            peer_timeout: reader.read("FARREACH_PEER_TIMEOUT", "seconds above 0", |text| {
                parse_seconds(text).filter(|timeout| !timeout.is_zero())
            })?,
            stall: reader.read("FARREACH_STALL", "seconds, or 0", |text| {
                parse_seconds(text).map(|stall| (!stall.is_zero()).then_some(stall))
            })?,
            deadlock: reader.read("FARREACH_DEADLOCK", "end or wait", |text| match text {
                "end" => Some(Deadlock::End),
                "wait" => Some(Deadlock::Wait),
                _ => None,
            })?,
            handshakes: reader.read("FARREACH_HANDSHAKES", "a count above 0", |text| {
                parsed(text).filter(|&count: &usize| count > 0)
            })?,
            under_way: reader.read("FARREACH_UNDER_WAY", "a count from 1 to 65536", |text| {
                parsed(text).filter(|count| (1..=65536).contains(count))
            })?,
            accumulate: reader.read(
                "FARREACH_ACCUMULATE",
                "auto, target, lock or atomics",
                parsed,
            )?,
            collectives: reader.read("FARREACH_COLLECTIVES", "hierarchical or flat", |text| {
                match text {
                    "hierarchical" => Some(Algorithms::Hierarchical),
                    "flat" => Some(Algorithms::Flat),
                    _ => None,
                }
            })?,
            debug: reader.read("FARREACH_DEBUG", "on or off", on_or_off)?,
            loss: reader.read("FARREACH_LOSS", "a fraction from 0 to 0.9", |text| {
                parsed(text).filter(|loss| (0.0..=0.9).contains(loss))
            })?,
            device,
            seed: reader.read("FARREACH_SEED", "random, or a number", |text| {
                or_keyword(text, "random", parsed)
            })?,
        })
    }
}

fn device(reader: &Reader<'_>, fabric: &Fabric) -> Result<DeviceSettings, SettingsError> {
    let atomics = reader.read("FARREACH_ATOMICS", "owner or adapter", parsed)?;
    if atomics == Executor::Adapter && (fabric.reach.is_xrc() || fabric.is_limited()) {
        return Err(SettingsError::AtomicsOfAdapter);
    }
    Ok(DeviceSettings {
        choice: reader.read(
            "FARREACH_DEVICE",
            "auto, mixed, soft, soft:roce, ibv, ibv:NAME or ibv:NAME:PORT",
            DeviceChoice::parse,
        )?,
        reason: None,
        gid: reader.read("FARREACH_GID", "auto, or an IP address", |text| {
            or_keyword(text, "auto", parsed)
        })?,
        partition: reader.read("FARREACH_PARTITION", "first, or a number such as 0x8001", |text| {
            or_keyword(text, "first", |text| {
                text.strip_prefix("0x")
                    .map_or_else(|| parsed(text), |hex| u16::from_str_radix(hex, 16).ok())
            })
        })?,
        service_level: reader.read("FARREACH_SERVICE_LEVEL", "a number from 0 to 15", |text| {
            parsed(text).filter(|level| *level < 16)
        })?,
        traffic_class: reader.read(
            "FARREACH_TRAFFIC_CLASS",
            "auto, or a number from 0 to 255",
            |text| or_keyword(text, "auto", parsed),
        )?,
        kept_bytes: reader
            .read("FARREACH_KEEP_REGISTERED", "auto, 0, or a size such as 64M", |text| {
                or_keyword(text, "auto", |text| match text {
                    "0" => Some(0),
                    text => parse_size(text),
                })
            })?
            .unwrap_or_else(kept_bytes),
        atomics,
        without: reader.read(
            "FARREACH_SOFT_WITHOUT",
            "none, all, or names of abilities with commas: keyed-check, lists, blocks, coherent-atomics, extended-atomics, sparse-regions, announced-writes, scatter-gather",
            Abilities::parse,
        )?,
    })
}

/// The most bytes of the program's buffers that stay registered, if nothing else is said: a part of what may be pinned.
fn kept_bytes() -> u64 {
    const MOST: u64 = 1 << 30;
    let pinned_most = getrlimit(Resource::Memlock).current;
    pinned_most.map_or(MOST, |most| (most / 4).min(MOST))
}

/// A range of ports that are not 0.
fn parse_ports(text: &str) -> Option<(u16, u16)> {
    let (low, high) = text.split_once('-')?;
    let (low, high) = (parsed(low)?, parsed(high)?);
    (0 < low && low <= high).then_some((low, high))
}

/// The shortest heartbeat. A shorter one would end jobs on busy hosts.
const HEARTBEAT_MIN: Duration = Duration::from_millis(100);

/// What `FARREACH_INTERFACE` looks like.
pub const INTERFACE_WANTED: &str =
    "an interface's name, an address, a network such as 10.0.0.0/8, or auto";

impl Settings {
    /// These settings with the address that the launcher gives this process, unless the user has set one.
    pub(crate) fn bound_to(mut self, address: Option<IpAddr>) -> Settings {
        let is_set = std::env::var_os("FARREACH_BIND").is_some_and(|value| !value.is_empty());
        if let Some(address) = address.filter(|_| !is_set) {
            self.bind = address;
        }
        self
    }
}

/// The smallest symmetric heap.
pub const HEAP_MIN: u64 = 4096;

/// The variables of this process's environment, as pairs of name and value.
pub fn environment() -> Vec<(String, String)> {
    let pair = |(name, value): (OsString, OsString)| {
        let name = name.into_string().ok()?;
        Some((name, value.to_string_lossy().into_owned()))
    };
    std::env::vars_os().filter_map(pair).collect()
}

/// Reads how connections are made and used.
fn fabric(reader: &Reader<'_>) -> Result<Fabric, SettingsError> {
    let limit = |name| {
        reader.read(name, "none, or a count above 0", |text| {
            or_keyword(text, "none", |text| {
                parsed(text).filter(|&limit: &u32| limit > 0)
            })
        })
    };
    let micros = |name| {
        reader.read(name, "microseconds, up to a second", |text| {
            parsed(text)
                .filter(|&micros: &u64| micros <= 1_000_000)
                .map(Duration::from_micros)
        })
    };
    let fabric = Fabric {
        reach: reader.read(
            "FARREACH_REACH",
            "rc, rc-msrq, exrc, sxrc or server",
            parsed,
        )?,
        setup: reader.read("FARREACH_SETUP", "on-demand, predefined or static", parsed)?,
        protocol: reader.read("FARREACH_PROTOCOL", "overlap or serial", parsed)?,
        server: reader.read("FARREACH_SERVER", "blocking or polling", parsed)?,
        buffers: reader.read("FARREACH_BUFFERS", "auto, one, six or learned", parsed)?,
        hybrid: Hybrid {
            ops: reader.read("FARREACH_HYBRID_OPS", "a count, 0 for none", parsed)?,
            bytes: reader.read("FARREACH_HYBRID_BYTES", "a size such as 16K", parse_size)?,
        },
        qps: limit("FARREACH_QPS")?,
        node_qps: limit("FARREACH_NODE_QPS")?,
        keep: reader.read("FARREACH_QP_KEEP", "milliseconds", |text| {
            parsed(text).map(Duration::from_millis)
        })?,
        costs: Costs {
            create: micros("FARREACH_CREATE_COST")?,
            transitions: micros("FARREACH_TRANSITION_COST")?,
            refused: reader.read("FARREACH_CREATE_FAIL", "a fraction from 0 to 1", |text| {
                parsed(text).filter(|refused| (0.0..=1.0).contains(refused))
            })?,
        },
    };
    fabric.check().map_err(SettingsError::Fabric)?;
    Ok(fabric)
}

/// Refuses a variable with the prefix that is neither a setting nor one of the launcher's.
pub fn check_name(name: &str) -> Result<(), SettingsError> {
    const PREFIX: &str = "FARREACH_";
    if !name.starts_with(PREFIX)
        || INTERNAL.contains(&name)
        || TABLE.iter().any(|setting| setting.name == name)
    {
        return Ok(());
    }
    let distance = |setting: &&Setting| strsim::damerau_levenshtein(setting.name, name);
    let own_len = name.len() - PREFIX.len();
    let nearest = TABLE.iter().min_by_key(distance);
    let nearest = nearest.filter(|setting| distance(setting) * 2 <= own_len);
    Err(SettingsError::Unknown {
        name: name.to_owned(),
        nearest: nearest.map(|setting| setting.name),
    })
}

/// Where a setting's value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The default.
    Default,
    /// An environment variable.
    Environment,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Default => "default",
            Origin::Environment => "environment",
        })
    }
}

/// The value of a setting in this process's environment, as written, and its origin.
pub fn value_and_origin(setting: &Setting) -> (String, Origin) {
    match std::env::var_os(setting.name).filter(|value| !value.is_empty()) {
        Some(value) => (value.to_string_lossy().into_owned(), Origin::Environment),
        None => (setting.default.to_owned(), Origin::Default),
    }
}

/// Reads a size such as `4096`, `64K` or `2.5G`. `None` if the text is no size.
pub fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor: u64 = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        "T" | "TB" | "TIB" => 1 << 40,
        _ => return None,
    };
    if let Ok(whole) = digits.parse::<u64>() {
        return whole.checked_mul(factor);
    }
    let size = digits
        .parse::<f64>()
        .ok()
        .filter(|size| size.is_finite() && *size >= 0.0)?;
    let bytes = size * factor as f64;
    (bytes < u64::MAX as f64).then_some(bytes as u64)
}

fn on_or_off(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn parse_seconds(text: &str) -> Option<Duration> {
    text.parse::<f64>()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

#[expect(
    clippy::option_option,
    reason = "not understood, the keyword, or a value"
)]
fn or_keyword<T>(
    text: &str,
    keyword: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Option<Option<T>> {
    if text == keyword {
        Some(None)
    } else {
        read(text).map(Some)
    }
}

struct Reader<'a> {
    variables: &'a [(String, String)],
}

impl Reader<'_> {
    /// The value of a variable. An empty variable is unset.
    fn given(&self, name: &str) -> Option<&str> {
        let set = self.variables.iter().find(|(variable, _)| variable == name);
        set.map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    fn read<T>(
        &self,
        name: &'static str,
        wanted: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, SettingsError> {
        let setting = TABLE.iter().find(|setting| setting.name == name);
        let default = || setting.expect("every setting is in the table").default;
        let value = self.given(name).unwrap_or_else(default);
        parse(value).ok_or_else(|| SettingsError::BadValue {
            name,
            value: value.to_owned(),
            wanted,
        })
    }
}

#[cfg(test)]
mod tests;
