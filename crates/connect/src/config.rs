//! The configuration of a manager.

use core::fmt;
use core::time::Duration;

use farreach_verbs::{AdapterAddress, QpNumber};
use strum::{Display, EnumString};

/// The number of a process within its job.
pub type Rank = u32;

/// The most lanes of a process, the first included. Ranks of further lanes are invalid.
pub const LANES_MAX: u32 = 256;

/// The UD endpoint of a lane at its adapter. No directory has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneEnd {
    /// The queue pair, 24 bits.
    pub qp: QpNumber,
    /// The queue pair's Q_Key.
    pub qkey: u32,
}

/// The job's secret, which the launcher makes. A process that has it belongs to the job.
#[derive(Clone, PartialEq, Eq)]
pub struct JobKey(pub [u8; 32]);

impl fmt::Debug for JobKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JobKey(..)")
    }
}

/// The order of the steps of a set-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Protocol {
    /// Announce the attempt first, so that both sides create their queue pairs at the same time,
    /// then exchange ends.
    #[default]
    Overlap,
    /// Create the queue pair, then exchange ends. The other side creates its queue pair when it
    /// gets the first message.
    Serial,
}

/// The configuration of a [`crate::Manager`].
#[derive(Clone, Debug)]
pub struct Config {
    /// This process's rank. Lane `k` of rank `r` has rank `k * size + r`.
    pub rank: Rank,
    /// The endpoint for answers, if this is a lane beyond the first. No directory has it.
    pub lane: Option<LaneEnd>,
    /// The number of ranks in the job.
    pub size: u32,
    /// The job's secret.
    pub job_key: JobKey,
    /// The seed of the random part of incarnations, and of the jitter of retransmissions.
    pub seed: u64,
    /// This process's adapter, as peers see the source of its datagrams. Every message carries the
    /// address under the MAC. A message from another address is dropped.
    pub address: AdapterAddress,
    /// The largest packet payload of this adapter. A connection uses the smallest of both sides'
    /// adapters and paths.
    pub mtu: u32,
    /// The order of the steps of a set-up.
    pub protocol: Protocol,
    /// Whether creating and connecting queue pairs takes longer than a message. If so, messages
    /// that are due are sent before each such step.
    pub announce: bool,
    /// The retransmission delays of messages.
    pub retransmit: Retransmit,
    /// How long a peer may be silent during a set-up before the set-up fails.
    pub give_up: Duration,
    /// How long set-ups wait for a queue pair while no set-up of this process gets one, before they
    /// fail.
    pub room_within: Duration,
    /// The most set-ups in flight that this process began. The limit holds separately for set-ups
    /// that others began. Further set-ups queue.
    pub max_handshakes: usize,
    /// The most bytes of segment information. A message is at most [`crate::CONNECT_OVERHEAD`]
    /// bytes longer, and must fit into one UD packet.
    pub max_payload: usize,
}

/// The retransmission delays. They double from the first to the longest, with jitter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retransmit {
    /// The first delay.
    pub first: Duration,
    /// The longest delay.
    pub max: Duration,
}

impl Config {
    /// Whether this process accepts messages of `source`, whose lane endpoint is `lane`. The source
    /// is a rank of the job. If this process is no lane beyond the first, the source may also be
    /// another process's lane.
    pub(crate) fn may_hear(&self, source: Rank, lane: Option<LaneEnd>) -> bool {
        let (number, rank) = (source / self.size, source % self.size);
        let may_be = number == 0 || self.lane.is_none() && number < LANES_MAX;
        may_be && (number == 0) == lane.is_none() && rank != self.rank % self.size
    }
}

impl Default for Retransmit {
    /// 2 ms, doubled up to 250 ms.
    fn default() -> Self {
        Retransmit {
            first: Duration::from_millis(2),
            max: Duration::from_millis(250),
        }
    }
}
