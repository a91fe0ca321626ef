//! The settings of a device, and the errors of opening it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use farreach_roce::Limits;
use farreach_roce::frame::Protection;
use farreach_roce::wire::ROCE_PORT;
use farreach_verbs::Abilities;
use thiserror::Error;

/// The settings of a [`crate::SoftDevice`].
#[derive(Clone, Copy, Debug)]
pub struct SoftConfig {
    /// The local address. Port 0 selects a free port. Peers use this address, so it can't be the
    /// unspecified address.
    ///
    /// At RoCEv2's port peers may be foreign adapters, so the device does what these can: packets have
    /// the ICRC and a standard size, and there is no keyed check. If another process has the port, the
    /// device takes another address of the interface.
    pub bind: SocketAddr,
    /// The ports of which one is taken, if `bind` has port 0: the first and the last. `None` lets
    /// the kernel choose.
    pub ports: Option<(u16, u16)>,
    /// The class of service of all packets (DSCP), 0 to 63.
    pub dscp: u8,
    /// The payload of a full packet in bytes, a multiple of 8. The default is
    /// [`SoftConfig::LOOPBACK_MTU`] on loopback, and elsewhere the most that fits into the
    /// interface's MTU.
    pub mtu: Option<u32>,
    /// The seed of queue pair numbers and keys. Keep it secret where peers are not trusted.
    pub seed: u64,
    /// Bytes of receive buffer to ask the kernel for. The kernel grants at most
    /// `net.core.rmem_max`.
    pub receive_buffer: usize,
    /// The most connected sockets, each for one of the peers that most packets go to. A connected
    /// socket saves time on each packet and takes time on each look for packets. Set 0 where
    /// processes share cores: such processes look again whenever they run.
    pub connected_sockets: usize,
    /// Whether to use segmentation and receive offload.
    pub offload: Offload,
    /// What guards whole datagrams. All devices of a job must use the same. `None` is nothing on
    /// loopback, and a CRC elsewhere, which finds damage and no forgery.
    pub protection: Option<Protection>,
    /// Datagrams to drop on arrival, for tests.
    pub loss: Option<LossInjection>,
    /// The least time to wait for an acknowledgement before a packet is sent again. Where processes
    /// share cores, set more than the time that a peer waits for a core. Otherwise late
    /// acknowledgements count as lost. Unused if `limits` are given.
    pub min_timeout: Duration,
    /// Limits of the adapter. `None` derives the windows from the granted receive buffer.
    pub limits: Option<Limits>,
    /// Abilities that the device does without, to test what stands in for them.
    pub without: Abilities,
}

impl SoftConfig {
    /// The default MTU on loopback. A larger MTU needs fewer packets for equal bytes. This one is
    /// short enough that the kernel can lend a payload's pages to a datagram wherever the payload
    /// begins: it touches at most 14 pages. It is a multiple of the page size, so that copies stay
    /// aligned.
    pub const LOOPBACK_MTU: u32 = 52 << 10;

    /// The default of `connected_sockets`. Each socket costs one or two KiB of kernel memory, and
    /// each look at all sockets costs time.
    pub const CONNECTED_SOCKETS: usize = 4;

    /// The defaults at RoCEv2's port of the address `ip`, where foreign adapters reach the device.
    pub fn among_adapters(ip: IpAddr, seed: u64) -> Self {
        SoftConfig {
            protection: Some(Protection::Plain),
            ..SoftConfig::bound_to((ip, ROCE_PORT).into(), seed)
        }
    }

    /// Whether peers may be foreign adapters.
    pub(crate) fn is_among_adapters(&self) -> bool {
        self.bind.port() == ROCE_PORT
    }

    /// The least MTU.
    pub const MIN_MTU: u32 = 256;

    /// The defaults on loopback, for jobs on one machine.
    pub fn loopback(seed: u64) -> Self {
        SoftConfig::bound_to(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), seed)
    }

    /// The defaults for the local address `bind`.
    pub fn bound_to(bind: SocketAddr, seed: u64) -> Self {
        SoftConfig {
            bind,
            ports: None,
            dscp: 0,
            mtu: None,
            seed,
            receive_buffer: 4 << 20,
            connected_sockets: SoftConfig::CONNECTED_SOCKETS,
            offload: Offload::Auto,
            protection: None,
            loss: None,
            min_timeout: Duration::from_millis(1),
            limits: None,
            without: Abilities::NONE,
        }
    }
}

/// Whether to use the kernel's UDP segmentation and receive offload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offload {
    /// Use offload if the kernel has it. A trial finds out.
    Auto,
    /// Send and receive each packet by itself.
    Off,
}

/// Drops datagrams on arrival, for tests with real processes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossInjection {
    /// The probability that a datagram is dropped, 0 to 1.
    pub probability: f64,
    /// The seed of the choice. Equal seeds and arrivals drop equal datagrams.
    pub seed: u64,
}

/// Why a device could not be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The address is unspecified, so peers could not answer.
    #[error(
        "the device can't be bound to {0}: peers need a concrete address to answer to; name one of this host's"
    )]
    Unspecified(SocketAddr),
    /// The address means another host on each network.
    #[error(
        "the device can't be bound to {0}: a link-local address means another host on each network; name another address of \
         this host (FARREACH_BIND, FARREACH_INTERFACE)"
    )]
    LinkLocal(SocketAddr),
    /// The address could not be bound.
    #[error(
        "the device's UDP socket can't be bound to {address}: {source}; choose another address (FARREACH_BIND, ::1 where there is no IPv4) or port 0"
    )]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The kernel's error.
        source: io::Error,
    },
    /// All addresses of the interface have a process at RoCEv2's port.
    #[error(
        "UDP port {port}, where adapters send to, is taken at each of the {count} addresses of {interface}: it is one for each address, so          give the interface an address for each process (ip addr add), or see whether the kernel's Soft-RoCE has the port (rmmod          rdma_rxe; or use FARREACH_DEVICE=ibv)"
    )]
    Taken {
        /// The port.
        port: u16,
        /// How many addresses there are.
        count: usize,
        /// The interface.
        interface: String,
    },
    /// All ports of the range are taken.
    #[error(
        "all UDP ports from {low} to {high} at {ip} are taken; name a range (FARREACH_PORTS) with one for each process of the host"
    )]
    Ports {
        /// The address.
        ip: IpAddr,
        /// The first port.
        low: u16,
        /// The last port.
        high: u16,
    },
    /// A socket option could not be set.
    #[error("the device's UDP socket at {address}: {what} failed: {source}")]
    Socket {
        /// The socket's address.
        address: SocketAddr,
        /// What was tried.
        what: &'static str,
        /// The kernel's error.
        source: io::Error,
    },
    /// The MTU is not a possible one.
    #[error(
        "an MTU of {mtu} bytes is not a multiple of 8 in {min}..={max}, which is what the path from {address} carries"
    )]
    Mtu {
        /// The requested MTU.
        mtu: u32,
        /// The least.
        min: u32,
        /// The most.
        max: u32,
        /// The socket's address.
        address: SocketAddr,
    },
    /// The probability is not in 0 to 1.
    #[error("a loss probability of {0} is not in 0..=1")]
    Probability(f64),
}
