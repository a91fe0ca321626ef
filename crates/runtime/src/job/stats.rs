//! What a process reports about itself when it ends.

use serde::{Deserialize, Serialize};

use super::rank_set::RankSet;

/// A process's figures, sent to the launcher when the process leaves the job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProcessStats {
    /// The process's rank.
    pub rank: u32,
    /// The reach of its connections.
    #[serde(default)]
    pub reach: String,
    /// The device between nodes, and why it is this one, if the library has chosen it.
    #[serde(default)]
    pub device: Option<String>,
    /// Where the time of initialisation went, in seconds.
    pub init: InitTimes,
    /// Seconds from the call that left the job to the moment that all processes had made it.
    #[serde(default)]
    pub finalize_seconds: f64,
    /// Seconds that this process waited for connections that it asked for.
    pub connect_seconds: f64,
    /// Connections that were made with this process.
    pub connections: u64,
    /// Queue pairs that exist: connected ones and the datagram one.
    pub queue_pairs: u64,
    /// Connected queue pairs. The two ends that an XRC connection has on one side count as one.
    #[serde(default)]
    pub connected_queue_pairs: u64,
    /// The most connected queue pairs at any time.
    #[serde(default)]
    pub queue_pairs_most: u64,
    /// Connections of this process that ended to make room for others.
    #[serde(default)]
    pub evictions: u64,
    /// Operations that went in datagrams, without a connection.
    #[serde(default)]
    pub datagram_ops: u64,
    /// How often a peer's operations went on over a connection after some went in datagrams.
    #[serde(default)]
    pub switches: u64,
    /// How often datagrams stood in for a connection that could not be had.
    #[serde(default)]
    pub stand_ins: u64,
    /// How often a buffer was still registered with the adapter, since an earlier operation had used it.
    #[serde(default)]
    pub registrations_reused: u64,
    /// Messages that were received over connections.
    #[serde(default)]
    pub messages: u64,
    /// Bytes of these messages.
    #[serde(default)]
    pub message_bytes: u64,
    /// Bytes of the receive buffers that held these messages.
    #[serde(default)]
    pub buffer_bytes: u64,
    /// How messages from private memory of the node's processes were read.
    #[serde(default)]
    pub attach: AttachStats,
    /// Bytes of the heap that connections take. With the counting allocator they are counted there.
    /// Otherwise they are the sum of what queue pairs and peers hold.
    pub connection_bytes: u64,
    /// Bytes that the kernel charges to the process's sockets.
    pub socket_bytes: u64,
    /// Peers reached over the network.
    pub peers: u64,
    /// The other ends of the connections, if connections are recorded.
    #[serde(default)]
    pub reached: Option<RankSet>,
    /// What was done toward processes of other nodes, in the order in which it began, if the pattern
    /// is recorded.
    #[serde(default)]
    pub contacts: Option<Vec<ContactStats>>,
    /// Bytes sent and received over reliable connections, with headers.
    pub rc_bytes: u64,
    /// Bytes sent and received in datagrams, with headers.
    pub ud_bytes: u64,
    /// Packets sent again.
    pub retransmitted: u64,
    /// Datagrams that were dropped: damaged, forged, or by injected loss.
    pub dropped: u64,
    /// What the network between hosts carries.
    #[serde(default)]
    pub paths: PathStats,
    /// Packets that the operating system refused to send. Reliable connections try again.
    #[serde(default)]
    pub unsent: u64,
    /// A line about the first of these packets: why it was refused, and what to do.
    #[serde(default)]
    pub first_unsent: Option<String>,
    /// Bytes of the symmetric heap in use at the end.
    pub heap_bytes: u64,
    /// A line of the program for the job's summary.
    pub result: Option<String>,
}

/// What a process did toward another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactStats {
    /// The other process.
    pub peer: u32,
    /// Puts and their bytes. A list of small ones counts as one.
    pub puts: (u64, u64),
    /// Gets and their bytes.
    pub gets: (u64, u64),
    /// Atomics and their bytes.
    pub atomics: (u64, u64),
    /// Messages and their bytes, with headers. A batch of small ones counts as one.
    pub messages: (u64, u64),
}

/// What a process has found out about the network between hosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathStats {
    /// Paths to other hosts whose full packets are known.
    pub known: u64,
    /// The payload of a full packet on the narrowest of them, in bytes.
    pub least: Option<u32>,
    /// Paths that carry less than the interface says.
    pub narrow: u64,
    /// Paths that carry less than they did earlier in the job.
    pub narrowed: u64,
}

impl PathStats {
    /// Adds what another process, or another part of this process, has found out.
    pub fn add(&mut self, other: &PathStats) {
        self.known += other.known;
        self.least = match (self.least, other.least) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        };
        self.narrow += other.narrow;
        self.narrowed += other.narrowed;
    }
}

/// How a process has read messages that processes of its node announced from private memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AttachStats {
    /// Messages that were read by cross-memory attach.
    pub read: u64,
    /// Messages that were sent in pieces, since attaching was refused.
    pub refused: u64,
    /// The first refusal.
    pub reason: Option<String>,
}

/// Where the time of initialisation went, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InitTimes {
    /// From the start of the job to the start of initialisation. 0 if the launcher does not tell.
    pub launch: f64,
    /// Publishing the endpoint, and waiting for endpoints of other processes.
    pub exchange: f64,
    /// Mapping the node's memory and registering the segment.
    pub memory: f64,
    /// Opening the device and making its queues.
    pub device: f64,
    /// Making the connections that are made at the start.
    #[serde(default)]
    pub preconnect: f64,
    /// The rest of initialisation.
    pub other: f64,
}

impl InitTimes {
    /// Seconds from the process's start of initialisation to its end.
    pub fn total(&self) -> f64 {
        self.exchange + self.memory + self.device + self.preconnect + self.other
    }
}
