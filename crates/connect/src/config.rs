//! What a manager is made with.

use core::fmt;
use core::time::Duration;

use farreach_verbs::{AdapterAddress, QpNumber};
use strum::{Display, EnumString};

/// The number of a process within its job.
pub type Rank = u32;

/// The most lanes of a process, its first included: those beyond are nobody's.
pub const LANES_MAX: u32 = 256;

/// Where datagrams to a lane go, at its adapter: no directory has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneEnd {
    /// The queue pair, 24 bits.
    pub qp: QpNumber,
    /// Its Q_Key.
    pub qkey: u32,
}

/// The job's secret, made by the launcher. Whoever has it belongs to the job.
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
    /// Announce, so that both sides create their queue pair at the same time, then exchange.
    #[default]
    Overlap,
    /// Create, then exchange; the other side creates when it hears of it.
    Serial,
}

/// What a [`crate::Manager`] is made with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Our own rank. That of lane `k` of rank `r` is `k * size + r`.
    pub rank: Rank,
    /// If we are a lane beyond the first: where the answers of others go, which no directory tells them.
    pub lane: Option<LaneEnd>,
    /// How many ranks the job has.
    pub size: u32,
    /// The job's secret.
    pub job_key: JobKey,
    /// Where the random part of incarnations and the jitter of retransmissions come from.
    pub seed: u64,
    /// Our adapter, as the others see the source of our datagrams. Every message carries it under the
    /// MAC, and one that comes from elsewhere is dropped.
    pub address: AdapterAddress,
    /// The largest payload of a packet that our adapter takes; a connection uses the smaller of both sides'.
    pub mtu: u32,
    /// The order of the steps of a set-up.
    pub protocol: Protocol,
    /// Whether making and connecting queue pairs takes the device longer than a message takes: then what is to be said is
    /// said before each such step.
    pub announce: bool,
    /// When messages without an answer are sent again.
    pub retransmit: Retransmit,
    /// How long a peer may be silent during a set-up before the set-up fails.
    pub give_up: Duration,
    /// How long a set-up waits for a queue pair while nobody here gets one before it fails.
    pub room_within: Duration,
    /// The most set-ups that we started and that are in flight at once, and the same again for those
    /// that others started. More of them queue.
    pub max_handshakes: usize,
    /// The most bytes of segment information, ours or a peer's. A message is at most
    /// [`crate::CONNECT_OVERHEAD`] larger and has to fit into one UD packet.
    pub max_payload: usize,
}

/// The delays between retransmissions: doubling from the first to the longest, with jitter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retransmit {
    /// The first delay.
    pub first: Duration,
    /// The longest delay.
    pub max: Duration,
}

impl Config {
    /// Whether a message of `source`, whose end of a lane is `lane`, may be for us: of a process of the job, or of
    /// another lane of one if we are not one ourselves.
    pub(crate) fn may_hear(&self, source: Rank, lane: Option<LaneEnd>) -> bool {
        let (number, rank) = (source / self.size, source % self.size);
        let may_be = number == 0 || self.lane.is_none() && number < LANES_MAX;
        may_be && (number == 0) == lane.is_none() && rank != self.rank % self.size
    }
}

impl Default for Retransmit {
    /// 2 ms, doubling to 250 ms.
    fn default() -> Self {
        Retransmit {
            first: Duration::from_millis(2),
            max: Duration::from_millis(250),
        }
    }
}
