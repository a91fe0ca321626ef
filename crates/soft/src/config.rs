//! What a device is made with, and why it could not be made.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use farreach_roce::Limits;
use thiserror::Error;

/// What a [`crate::SoftDevice`] is made with.
#[derive(Clone, Copy, Debug)]
pub struct SoftConfig {
    /// The local address; port 0 picks a free one. Peers see this address, so it can't be the unspecified one.
    pub bind: SocketAddr,
    /// The payload of a full packet in bytes, a multiple of 8. By default what the path carries best:
    /// [`SoftConfig::LOOPBACK_MTU`] on loopback, otherwise what fits into the interface's MTU.
    pub mtu: Option<u32>,
    /// Queue pair numbers and keys are drawn from this; secret where peers are not trusted.
    pub seed: u64,
    /// Bytes of receive buffer to ask the kernel for; it grants at most `net.core.rmem_max`.
    pub receive_buffer: usize,
    /// The most sockets that are connected to one peer each, those that most packets go to. They save time on each packet, and
    /// take some on each look for packets: where processes share cores, and look again whenever they have the core, they
    /// should have none.
    pub connected_sockets: usize,
    /// Whether to use segmentation and receive offload.
    pub offload: Offload,
    /// Datagrams to lose on purpose on arrival.
    pub loss: Option<LossInjection>,
    /// The least time to wait for an acknowledgement before sending again. Where processes share cores it should be above
    /// the time that a peer waits for one, or what is only late counts as lost. Unused if `limits` are given.
    pub min_timeout: Duration,
    /// Limits of the adapter; `None` derives the windows from the receive buffer that was granted.
    pub limits: Option<Limits>,
}

impl SoftConfig {
    /// The default MTU on loopback: the fewest packets for the same bytes, yet so short that the kernel can lend the pages
    /// of a payload to a datagram wherever it begins (it touches 14 at most); whole pages, so that copies stay aligned.
    pub const LOOPBACK_MTU: u32 = 52 << 10;

    /// The default of `connected_sockets`: each costs one or two KiB of kernel memory, and each look at all of them some time.
    pub const CONNECTED_SOCKETS: usize = 4;

    /// The least MTU.
    pub const MIN_MTU: u32 = 256;

    /// Loopback, for jobs on one machine.
    pub fn loopback(seed: u64) -> Self {
        SoftConfig::bound_to(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), seed)
    }

    /// The defaults at `bind`.
    pub fn bound_to(bind: SocketAddr, seed: u64) -> Self {
        SoftConfig {
            bind,
            mtu: None,
            seed,
            receive_buffer: 4 << 20,
            connected_sockets: SoftConfig::CONNECTED_SOCKETS,
            offload: Offload::Auto,
            loss: None,
            min_timeout: Duration::from_millis(1),
            limits: None,
        }
    }
}

/// Whether to use the kernel's UDP segmentation and receive offload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offload {
    /// If the kernel has it, found by trying.
    Auto,
    /// Every packet travels by itself.
    Off,
}

/// Loses datagrams on arrival, for tests with real processes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossInjection {
    /// The probability of each datagram's loss, 0 to 1.
    pub probability: f64,
    /// Which ones: the same seed and arrivals lose the same.
    pub seed: u64,
}

/// Why a device could not be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Peers could not answer.
    #[error(
        "the device can't be bound to {0}: peers need a concrete address to answer to; name one of this host's"
    )]
    Unspecified(SocketAddr),
    /// The address could not be bound.
    #[error(
        "the device's UDP socket can't be bound to {address}: {source}; choose another address or port 0"
    )]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the kernel said.
        source: io::Error,
    },
    /// The socket could not be set up.
    #[error("the device's UDP socket at {address}: {what} failed: {source}")]
    Socket {
        /// Where it is bound.
        address: SocketAddr,
        /// What was tried.
        what: &'static str,
        /// What the kernel said.
        source: io::Error,
    },
    /// No such MTU.
    #[error(
        "an MTU of {mtu} bytes is not a multiple of 8 in {min}..={max}, which is what the path from {address} carries"
    )]
    Mtu {
        /// What was asked for.
        mtu: u32,
        /// The least.
        min: u32,
        /// The most.
        max: u32,
        /// Where the socket is bound.
        address: SocketAddr,
    },
    /// No such probability.
    #[error("a loss probability of {0} is not in 0..=1")]
    Probability(f64),
}
