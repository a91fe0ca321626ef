//! The configuration of an adapter.

use core::time::Duration;

use farreach_verbs::{Abilities, AdapterAddress};

/// Bytes of socket buffer that a packet takes besides its payload: the kernel's bookkeeping and the
/// headers. Windows include them.
pub const PACKET_OVERHEAD: u64 = 768;

/// The configuration of an adapter.
#[derive(Clone, Copy, Debug)]
pub struct AdapterConfig {
    /// The adapter's address: the destination of arriving packets and the source of sent packets.
    pub address: AdapterAddress,
    /// The seed of queue pair numbers and keys. Keep it secret where peers are not trusted.
    pub seed: u64,
    /// The largest payload of a packet: a multiple of 8, at least 256. At most 4096 toward foreign
    /// adapters.
    pub max_mtu: u32,
    /// Limits of the adapter's objects.
    pub limits: Limits,
    /// Abilities that the adapter does without, to test what stands in for them.
    pub without: Abilities,
}

impl AdapterConfig {
    /// The configuration with the standard's largest MTU and the default limits.
    pub fn new(address: AdapterAddress, seed: u64) -> Self {
        AdapterConfig {
            address,
            seed,
            max_mtu: 4096,
            limits: Limits::default(),
            without: Abilities::NONE,
        }
    }
}

/// Limits of an adapter's objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most queue pairs.
    pub max_qp: u32,
    /// The most completion queues.
    pub max_cq: u32,
    /// The most shared receive queues.
    pub max_srq: u32,
    /// The most protection domains.
    pub max_pd: u32,
    /// The most memory regions.
    pub max_region: u32,
    /// The most completions in a completion queue.
    pub max_cqe: u32,
    /// The most requests in a send queue, receive queue or shared receive queue.
    pub max_wr: u32,
    /// The most scatter/gather entries of a request.
    pub max_sge: u32,
    /// The most bytes of a message on a connected queue pair.
    pub max_message: u32,
    /// The most payload bytes of a datagram.
    pub max_ud_payload: u32,
    /// The most outstanding reads and atomics of a queue pair, in each direction.
    pub max_rd_atomic: u8,
    /// What the windows of queue pairs follow.
    pub congestion: Congestion,
    /// The most unacknowledged bytes of a queue pair. Each packet also counts [`PACKET_OVERHEAD`].
    pub window_bytes: u32,
    /// The most unacknowledged bytes of all queue pairs toward one destination. Each packet also
    /// counts [`PACKET_OVERHEAD`].
    pub destination_window_bytes: u32,
    /// The shortest retransmission timeout.
    pub min_timeout: Duration,
    /// The longest retransmission timeout.
    pub max_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_qp: 1 << 16,
            max_cq: 1 << 12,
            max_srq: 1 << 12,
            max_pd: 1 << 12,
            max_region: 1 << 18,
            max_cqe: 1 << 22,
            max_wr: 1 << 16,
            max_sge: 8,
            max_message: 1 << 30,
            max_ud_payload: 4096,
            max_rd_atomic: 16,
            congestion: Congestion::Loss,
            window_bytes: 512 << 10,
            destination_window_bytes: 2 << 20,
            min_timeout: Duration::from_millis(1),
            max_timeout: Duration::from_millis(500),
        }
    }
}

/// What the windows of queue pairs follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Congestion {
    /// Loss alone. Windows start large. This suits a path within one host, where only the
    /// receiver's buffer can be full.
    Loss,
    /// Delay, and loss. Windows start small. This suits a network that others use too.
    Delay,
}
