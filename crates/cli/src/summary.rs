//! The summary of a job: as text for people and as a JSON object for programs.

use std::fmt::Write as _;
use std::io;

use clap::ValueEnum;
use farreach::stats::{AttachStats, PathStats, ProcessStats};
use farreach_launch::Placement;
use farreach_launch::head::JobOutcome;
use serde::Serialize;

use crate::output::{self, JsonArgs};

/// The format of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// A table on standard error.
    Text,
    /// One JSON object, the last line of standard output; equal to --json -.
    Json,
    /// No summary.
    None,
}

/// The figures of a job.
#[derive(Debug, Serialize)]
struct Summary {
    processes: u64,
    nodes: u64,
    /// The reach setting.
    reach: String,
    wall_seconds: f64,
    init_seconds: Spread,
    /// The stages from the command to the end of initialisation, means over the processes.
    startup: Startup,
    connections: Connections,
    /// The device between nodes and the reason, if the library has chosen it.
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<String>,
    /// With reach server: who is connected to whom.
    servers: Option<Servers>,
    /// Queue pairs of a process, connected ones and the UD queue pair, as a mean over the
    /// processes.
    queue_pairs: f64,
    /// Connected queue pairs of a process, as a mean over the processes. An XRC initiator and its
    /// target count as one.
    connected_queue_pairs: f64,
    /// The most connected queue pairs that a process had at any time.
    queue_pairs_most: u64,
    /// Connections that were closed to make room for others.
    evictions: u64,
    /// Operations that were sent in datagrams, without a connection.
    datagram_ops: u64,
    messages: Messages,
    /// Messages that the processes of a node read from each other's private memory.
    attach: AttachStats,
    /// Heap bytes of a process's connections, counted at the allocator, as a mean over the
    /// processes.
    connection_bytes: f64,
    /// Bytes that the kernel holds for a process's sockets, as a mean over the processes.
    socket_bytes: f64,
    peers: Peers,
    rc_bytes: u64,
    ud_bytes: u64,
    retransmitted: u64,
    dropped: u64,
    /// What the network between hosts carries, over all processes.
    paths: PathStats,
    /// Packets that the operating system refused to send.
    unsent: u64,
    /// The first such packet of a process: why it was refused, and what to do.
    first_unsent: Option<String>,
    /// The sum of the processes' symmetric memory in use at the end.
    heap_bytes: u64,
    result: Option<String>,
}

#[derive(Debug, Serialize)]
struct Spread {
    mean: f64,
    max: f64,
}

#[derive(Debug, Serialize)]
struct Startup {
    launch: f64,
    exchange: f64,
    memory: f64,
    device: f64,
    /// Time for connections that are made at the start.
    preconnect: f64,
    /// Time that a process waited for connections, including those at the start.
    connect: f64,
    other: f64,
    /// Time from leaving the job until all processes have left.
    finalize: f64,
}

#[derive(Debug, Serialize)]
struct Connections {
    made: u64,
    possible: u64,
}

/// Connections by the roles of their ends, with reach server. The first process of a node is its server, and all others
/// are clients. A server runs the program too. A connection leads from a process to servers only, and answers come back
/// over it.
#[derive(Debug, Serialize)]
struct Servers {
    /// Connections from clients to servers.
    from_clients: u64,
    /// The most of these that a client has.
    of_client_most: u64,
    /// Connections from servers to other nodes' servers, by which they reach the clients there.
    among_them: u64,
    /// The most connections of a server, with clients and with other servers.
    of_server_most: u64,
}

impl Servers {
    fn of(stats: &[ProcessStats], placement: &Placement) -> Servers {
        let of = |is_server: bool| {
            let role =
                move |stats: &&ProcessStats| (placement.local_index(stats.rank) == 0) == is_server;
            stats.iter().filter(role).map(|stats| stats.connections)
        };
        let from_clients: u64 = of(false).sum();
        Servers {
            from_clients,
            of_client_most: of(false).max().unwrap_or(0),
            // Both ends count a connection.
            among_them: of(true).sum::<u64>().saturating_sub(from_clients) / 2,
            of_server_most: of(true).max().unwrap_or(0),
        }
    }

    fn text(&self) -> String {
        format!(
            "{} connections from clients to servers, {} of a client at most; {} between servers; {} of a server at most",
            self.from_clients, self.of_client_most, self.among_them, self.of_server_most,
        )
    }
}

/// Messages received over connections.
#[derive(Debug, Serialize)]
struct Messages {
    received: u64,
    /// Bytes of the messages divided by bytes of the receive buffers that they arrived in.
    buffer_efficiency: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Peers {
    min: u64,
    mean: f64,
    max: u64,
}

/// Shows the summary of a job that ended well and whose processes were Farreach programs. Other
/// processes report no figures.
pub(crate) fn show(
    outcome: &JobOutcome,
    placement: &Placement,
    format: StatsFormat,
    json: &JsonArgs,
) -> anyhow::Result<()> {
    let is_wanted = format != StatsFormat::None || json.is_wanted();
    if !is_wanted || outcome.failure.is_some() {
        return Ok(());
    }
    let Some(summary) = Summary::of(outcome, placement)? else {
        let is_for_programs = format == StatsFormat::Json || json.is_wanted();
        anyhow::ensure!(
            !is_for_programs || outcome.exit_code != 0,
            "no process of the job was a Farreach program, so there are no figures to write as JSON"
        );
        return Ok(());
    };
    let line = serde_json::to_string(&summary)? + "\n";
    json.write(|| line.clone())?;
    match format {
        StatsFormat::Json if json.leaves_text() => output::print(&line),
        StatsFormat::Text if json.leaves_text() => {
            output::tell(&summary.text(output::width(io::stderr())))
        }
        _ => Ok(()),
    }
}

impl Summary {
    /// The summary of a job. `None` if no process reported.
    fn of(outcome: &JobOutcome, placement: &Placement) -> anyhow::Result<Option<Summary>> {
        let mut stats: Vec<ProcessStats> = Vec::new();
        for bytes in outcome
            .ranks
            .iter()
            .filter_map(|rank| rank.stats.as_deref())
        {
            stats.push(serde_json::from_slice(bytes)?);
        }
        if stats.is_empty() {
            return Ok(None);
        }
        let sum = |of: fn(&ProcessStats) -> u64| stats.iter().map(of).sum::<u64>();
        let mean =
            |of: fn(&ProcessStats) -> f64| stats.iter().map(of).sum::<f64>() / stats.len() as f64;
        let largest = |of: fn(&ProcessStats) -> f64| stats.iter().map(of).fold(0.0, f64::max);
        let size = outcome.ranks.len() as u64;
        let same_node: u64 = {
            let on = |node| u64::from(placement.local_size(node));
            (0..placement.nodes())
                .map(|node| on(node) * (on(node) - 1) / 2)
                .sum()
        };
        // Processes of hosts with another clock than the launcher's don't know their launch's time.
        let launches = || {
            let times = stats.iter().map(|stats| stats.init.launch);
            times.filter(|&launch| launch > 0.0)
        };
        let message_bytes = sum(|stats| stats.message_bytes);
        let buffer_bytes = sum(|stats| stats.buffer_bytes);
        Ok(Some(Summary {
            processes: size,
            nodes: u64::from(placement.nodes()),
            reach: stats[0].reach.clone(),
            device: stats.iter().find_map(|stats| stats.device.clone()),
            wall_seconds: outcome.wall.as_secs_f64(),
            init_seconds: Spread {
                mean: mean(|stats| stats.init.total()),
                max: largest(|stats| stats.init.total()),
            },
            startup: Startup {
                launch: launches().sum::<f64>() / launches().count().max(1) as f64,
                exchange: mean(|stats| stats.init.exchange),
                memory: mean(|stats| stats.init.memory),
                device: mean(|stats| stats.init.device),
                preconnect: mean(|stats| stats.init.preconnect),
                connect: mean(|stats| stats.connect_seconds),
                other: mean(|stats| stats.init.other),
                finalize: mean(|stats| stats.finalize_seconds),
            },
            connections: Connections {
                // Both ends count a connection.
                made: sum(|stats| stats.connections) / 2,
                possible: size * (size - 1) / 2 - same_node,
            },
            servers: (stats[0].reach == "server").then(|| Servers::of(&stats, placement)),
            queue_pairs: mean(|stats| stats.queue_pairs as f64),
            connected_queue_pairs: mean(|stats| stats.connected_queue_pairs as f64),
            queue_pairs_most: largest(|stats| stats.queue_pairs_most as f64) as u64,
            // Both ends count an eviction.
            evictions: sum(|stats| stats.evictions) / 2,
            datagram_ops: sum(|stats| stats.datagram_ops),
            messages: Messages {
                received: sum(|stats| stats.messages),
                buffer_efficiency: (buffer_bytes > 0)
                    .then(|| message_bytes as f64 / buffer_bytes as f64),
            },
            attach: AttachStats {
                read: sum(|stats| stats.attach.read),
                refused: sum(|stats| stats.attach.refused),
                reason: stats.iter().find_map(|stats| stats.attach.reason.clone()),
            },
            connection_bytes: mean(|stats| stats.connection_bytes as f64),
            socket_bytes: mean(|stats| stats.socket_bytes as f64),
            peers: Peers {
                min: stats.iter().map(|stats| stats.peers).min().unwrap_or(0),
                mean: mean(|stats| stats.peers as f64),
                max: stats.iter().map(|stats| stats.peers).max().unwrap_or(0),
            },
            rc_bytes: sum(|stats| stats.rc_bytes),
            ud_bytes: sum(|stats| stats.ud_bytes),
            retransmitted: sum(|stats| stats.retransmitted),
            dropped: sum(|stats| stats.dropped),
            paths: stats.iter().fold(PathStats::default(), |mut paths, stats| {
                paths.add(&stats.paths);
                paths
            }),
            unsent: sum(|stats| stats.unsent),
            first_unsent: stats.iter().find_map(|stats| stats.first_unsent.clone()),
            heap_bytes: sum(|stats| stats.heap_bytes),
            result: stats.iter().find_map(|stats| stats.result.clone()),
        }))
    }

    fn text(&self, width: Option<usize>) -> String {
        let ms = |seconds: f64| format!("{:.2} ms", seconds * 1e3);
        let startup = &self.startup;
        let launch = if startup.launch > 0.0 {
            ms(startup.launch)
        } else {
            "not known".to_owned()
        };
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            // Writing to a string does not fail.
            let line = output::wrapped(&format!("  {name:<12}{value}"), width, 14);
            let _ = writeln!(text, "{line}");
        };
        if let Some(result) = &self.result {
            line("result", result.clone());
        }
        let processes = counted(self.processes, "process", "processes");
        let nodes = counted(self.nodes, "node", "nodes");
        let job = format!(
            "{processes} on {nodes}, {:.3} s wall time",
            self.wall_seconds
        );
        line("job", job);
        line(
            "start-up",
            format!(
                "launch {launch}, exchange {}, memory {}, device {}, connections {}, other {} (means); initialisation {} at most; end {}",
                ms(startup.exchange),
                ms(startup.memory),
                ms(startup.device),
                ms(startup.preconnect),
                ms(startup.other),
                ms(self.init_seconds.max),
                ms(startup.finalize),
            ),
        );
        line(
            "connections",
            format!(
                "{} made of {} possible between nodes, reach {}, {} given up for others; set-up {} per process",
                self.connections.made,
                self.connections.possible,
                self.reach,
                self.evictions,
                ms(startup.connect),
            ),
        );
        (self.device.iter()).for_each(|device| line("device", device.clone()));
        if let Some(servers) = &self.servers {
            line("servers", servers.text());
        }
        line(
            "per process",
            format!(
                "{:.1} queue pairs, {:.1} connected, {} at most; {:.0} B of connections on the heap, {:.0} B of sockets in the kernel",
                self.queue_pairs,
                self.connected_queue_pairs,
                self.queue_pairs_most,
                self.connection_bytes,
                self.socket_bytes,
            ),
        );
        line(
            "peers",
            format!(
                "{} min, {:.1} mean, {} max",
                self.peers.min, self.peers.mean, self.peers.max
            ),
        );
        line(
            "traffic",
            format!(
                "{} B over reliable connections, {} B in datagrams with {} operations, {} packets sent again, {} dropped",
                self.rc_bytes, self.ud_bytes, self.datagram_ops, self.retransmitted, self.dropped
            ),
        );
        if let Some(least) = self.paths.least {
            line(
                "paths",
                format!(
                    "full packets of {least} B or more; of {} paths to other hosts {} carry less than the interface says, {} became narrower",
                    self.paths.known, self.paths.narrow, self.paths.narrowed
                ),
            );
        }
        if let Some(first) = &self.first_unsent {
            line(
                "unsent",
                format!(
                    "{} packets were refused by the operating system; the first: {first}",
                    self.unsent
                ),
            );
        }
        if let Some(efficiency) = self.messages.buffer_efficiency {
            line(
                "messages",
                format!(
                    "{} received over connections, {:.0} % of their receive buffers used",
                    self.messages.received,
                    100.0 * efficiency
                ),
            );
        }
        let AttachStats {
            read,
            refused,
            reason,
        } = &self.attach;
        if read + refused > 0 {
            let mut value = format!("{read} messages read by cross-memory attach");
            if let Some(reason) = reason {
                let _ = write!(value, ", {refused} sent in pieces; the first: {reason}");
            }
            line("node memory", value);
        }
        text
    }
}

/// The number with its noun.
fn counted(count: u64, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{count} {noun}")
}
