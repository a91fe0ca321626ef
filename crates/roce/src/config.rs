//! What an adapter is made with.

use core::time::Duration;

use farreach_verbs::AdapterAddress;

/// Socket buffer that a packet takes besides its payload, in bytes: the kernel's bookkeeping and our headers. Windows count it.
pub const PACKET_OVERHEAD: u64 = 768;

/// What an adapter is made with.
#[derive(Clone, Copy, Debug)]
pub struct AdapterConfig {
    /// Our own address: the destination of what arrives and the source of what leaves.
    pub address: AdapterAddress,
    /// Queue pair numbers and keys are drawn from this; keep it secret where peers are not trusted.
    pub seed: u64,
    /// The largest payload of a packet, a multiple of 8 from 256 on; 4096 or less toward foreign adapters.
    pub max_mtu: u32,
    /// How much of everything there can be.
    pub limits: Limits,
}

impl AdapterConfig {
    /// The standard's largest MTU and the default limits.
    pub fn new(address: AdapterAddress, seed: u64) -> Self {
        AdapterConfig {
            address,
            seed,
            max_mtu: 4096,
            limits: Limits::default(),
        }
    }
}

/// How much of everything an adapter may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Queue pairs at one time.
    pub max_qp: u32,
    /// Completion queues at one time.
    pub max_cq: u32,
    /// Shared receive queues at one time.
    pub max_srq: u32,
    /// Protection domains.
    pub max_pd: u32,
    /// Memory regions at one time.
    pub max_region: u32,
    /// Completions that one completion queue can hold.
    pub max_cqe: u32,
    /// Requests that one send queue, receive queue or shared receive queue can hold.
    pub max_wr: u32,
    /// Bytes of one message on a connected pair.
    pub max_message: u32,
    /// Bytes of payload of one datagram.
    pub max_ud_payload: u32,
    /// Reads and atomics outstanding on a pair, either way.
    pub max_rd_atomic: u8,
    /// Unacknowledged bytes of one pair, each packet counted with its overhead in socket buffers.
    pub window_bytes: u32,
    /// The same, over all pairs toward one destination.
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
            max_message: 1 << 30,
            max_ud_payload: 4096,
            max_rd_atomic: 16,
            window_bytes: 512 << 10,
            destination_window_bytes: 2 << 20,
            min_timeout: Duration::from_millis(1),
            max_timeout: Duration::from_millis(500),
        }
    }
}
