//! The UDP sockets: opening them, and their options. Only this module and its children, which send
//! and receive, have `unsafe` code.

#![allow(unsafe_code)]

mod batch;
mod candidates;
mod fault;
mod interface;
mod lending;
mod margins;
mod name;
mod narrow;
mod options;
mod poll;
mod ports;
mod receive;
mod send;
mod splice;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::iter;
use std::net::{SocketAddr, UdpSocket};

use farreach_forks::Descriptor;
use farreach_roce::frame::{Protection, Sealer};
use farreach_verbs::{AdapterAddress, ROCE_PORT};

use crate::config::{Offload, OpenError, SoftConfig};
use crate::counters::LinkCounters;
use batch::Batch;
use name::Family;
use narrow::NarrowPaths;
use ports::Ports;
use receive::ReceiveBuffer;
use send::Parked;
use splice::Splicer;

pub use fault::MemoryFault;
pub use poll::{PollHandle, PollSet};
pub(crate) use receive::Received;
pub use send::LinkFailure;

/// The non-blocking UDP sockets of one address, with the send batch and the receive buffer.
pub(crate) struct Socket {
    ports: Ports,
    family: Family,
    address: AdapterAddress,
    /// What guards whole datagrams.
    protection: Protection,
    /// The granted receive buffer in the kernel's accounting, which is twice the requested bytes.
    receive_buffer: usize,
    /// The largest IP packet of the interface that has the local address.
    interface_mtu: u32,
    batch: Batch,
    /// Makes frames of datagrams. `None` if datagrams have no frames.
    sealer: Option<Sealer>,
    splicer: Splicer,
    /// Packets that wait for room in the kernel, in order. Nothing else is sent before them.
    parked: VecDeque<Parked>,
    narrow: NarrowPaths,
    link_failure: Option<LinkFailure>,
    memory_fault: Option<MemoryFault>,
    buffer: ReceiveBuffer,
    pub(crate) counters: LinkCounters,
}

impl Socket {
    /// Binds a socket and sets its options.
    pub(crate) fn open(config: &SoftConfig) -> Result<Socket, OpenError> {
        if config.bind.ip().is_unspecified() {
            return Err(OpenError::Unspecified(config.bind));
        }
        if let SocketAddr::V6(address) = config.bind
            && address.ip().is_unicast_link_local()
        {
            return Err(OpenError::LinkLocal(config.bind));
        }
        let udp = bind(config)?;
        let failed = |what| {
            move |source| OpenError::Socket {
                address: config.bind,
                what,
                source,
            }
        };
        udp.set_nonblocking(true).map_err(failed("O_NONBLOCK"))?;
        let local = udp.local_addr().map_err(failed("getsockname"))?;
        let family = match local {
            SocketAddr::V4(_) => Family::V4,
            SocketAddr::V6(_) => Family::V6,
        };
        options::prepare(&udp, family, config.dscp).map_err(failed("setsockopt"))?;
        let receive_buffer = options::grow_receive_buffer(&udp, config.receive_buffer)
            .map_err(failed("SO_RCVBUF"))?;
        let segmentation = config.offload == Offload::Auto && options::offload_works(local.ip());
        if segmentation {
            options::coalesce(&udp, true).map_err(failed("UDP_GRO"))?;
        }
        let address = AdapterAddress::from(local);
        let protection = config.protection.unwrap_or(if local.ip().is_loopback() {
            Protection::Plain
        } else {
            Protection::Checked
        });
        let instance = options::random().map_err(failed("getrandom"))?;
        let sealer =
            (protection != Protection::Plain).then(|| Sealer::new(protection, address, instance));
        let mut ports = Ports::new(udp, family, config).map_err(failed("eventfd"))?;
        ports.coalesce = segmentation;
        Ok(Socket {
            ports,
            family,
            address,
            protection,
            receive_buffer,
            interface_mtu: interface::mtu_of(local.ip()),
            batch: Batch::new(segmentation, sealer.is_some()),
            sealer,
            splicer: Splicer::new(),
            parked: VecDeque::new(),
            narrow: NarrowPaths::default(),
            link_failure: None,
            memory_fault: None,
            buffer: ReceiveBuffer::new(),
            counters: LinkCounters::default(),
        })
    }

    /// A random number, as secret as a key.
    pub(crate) fn random(&self) -> Result<u64, OpenError> {
        options::random().map_err(|source| OpenError::Socket {
            address: self.address.socket_addr(),
            what: "getrandom",
            source,
        })
    }

    /// The address at which peers reach the socket.
    pub(crate) fn address(&self) -> AdapterAddress {
        self.address
    }

    /// The name of the interface that has the address, or the address itself if none has it now.
    pub(crate) fn interface(&self) -> String {
        let ip = self.address.ip();
        interface::name_of(ip).unwrap_or_else(|| ip.to_string())
    }

    /// Whether the address is one of the loopback interface.
    pub(crate) fn is_local(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// The granted receive buffer in the kernel's accounting, which also charges the bookkeeping of
    /// each datagram.
    pub(crate) fn receive_buffer(&self) -> usize {
        self.receive_buffer
    }

    /// What guards whole datagrams.
    pub(crate) fn protection(&self) -> Protection {
        self.protection
    }

    /// Sets the secret of the job, if the socket was opened without it.
    pub(crate) fn set_secret(&mut self, secret: [u8; 32]) {
        if let Some(sealer) = &mut self.sealer {
            sealer.set_secret(secret);
        }
    }

    /// The most bytes of a datagram to or from this socket, without its frame.
    pub(crate) fn max_datagram(&self) -> u32 {
        let headers = match self.family {
            Family::V4 => 20 + 8,
            Family::V6 => 40 + 8,
        };
        let frame = self.protection.overhead() as u32;
        (self.interface_mtu - headers).min(batch::MAX_DATAGRAM as u32) - frame
    }

    /// Whether equal packets leave in one train.
    pub(crate) fn segments(&self) -> bool {
        self.batch.segmentation
    }

    /// Bytes of the send and receive buffers in this process.
    pub(crate) fn user_bytes(&self) -> usize {
        self.batch.bytes() + self.splicer.bytes() + self.buffer.bytes() + self.ports.bytes()
    }

    /// The number of connected sockets.
    pub(crate) fn connected(&self) -> usize {
        self.ports.connected()
    }

    /// Makes the next receive call look at all sockets.
    pub(crate) fn look_everywhere(&mut self) {
        self.ports.look_everywhere();
    }

    /// A handle by which a thread without access to this socket can sleep.
    pub(crate) fn poll_handle(&self) -> PollHandle {
        self.ports.poll_handle.clone()
    }

    /// What the kernel holds for the sockets now.
    pub(crate) fn memory(&self) -> SocketMemory {
        self.ports.memory()
    }
}

/// Binds a socket to the configured port, or to the first free one of the range, which RoCEv2's own port is not.
fn bind(config: &SoftConfig) -> Result<Descriptor<UdpSocket>, OpenError> {
    let at = |address| {
        let bound = Descriptor::open(|| UdpSocket::bind(address));
        bound.map_err(|source| OpenError::Bind { address, source })
    };
    if config.is_among_adapters() {
        return bind_among_adapters(config.bind, at);
    }
    let (ip, Some((low, high))) = (config.bind.ip(), config.ports) else {
        return at(config.bind);
    };
    if config.bind.port() != 0 {
        return at(config.bind);
    }
    for port in (low..=high).filter(|&port| port != ROCE_PORT) {
        match at(SocketAddr::new(ip, port)) {
            Err(OpenError::Bind { source, .. }) if source.kind() == ErrorKind::AddrInUse => {}
            result => return result,
        }
    }
    Err(OpenError::Ports { ip, low, high })
}

/// Binds a socket to the first address of the interface at which the port is free, `first` before all others. Adapters send to one
/// port, so that a process needs an address of its own.
fn bind_among_adapters(
    first: SocketAddr,
    at: impl Fn(SocketAddr) -> Result<Descriptor<UdpSocket>, OpenError>,
) -> Result<Descriptor<UdpSocket>, OpenError> {
    let beside = interface::addresses_beside(first.ip());
    let others = beside.iter().filter(|&&ip| ip != first.ip());
    let others = others.map(|&ip| SocketAddr::new(ip, first.port()));
    for address in iter::once(first).chain(others) {
        match at(address) {
            Err(OpenError::Bind { source, .. }) if source.kind() == ErrorKind::AddrInUse => {}
            result => return result,
        }
    }
    Err(OpenError::Taken {
        port: first.port(),
        count: beside.len(),
        interface: interface::name_of(first.ip()).unwrap_or_else(|| first.ip().to_string()),
    })
}

/// What the kernel holds for a socket, in bytes of the kernel's accounting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SocketMemory {
    /// Received datagrams that wait to be read, with their bookkeeping.
    pub(crate) receive_used: usize,
    /// The limit of `receive_used`.
    pub(crate) receive_limit: usize,
    /// Datagrams that wait to be sent.
    pub(crate) send_used: usize,
    /// Memory reserved ahead.
    pub(crate) reserved: usize,
    /// Datagrams dropped because the limit was reached, since the socket was made.
    pub(crate) drops: u64,
}

impl SocketMemory {
    /// All memory that is held now.
    pub(crate) fn total(&self) -> usize {
        self.receive_used + self.send_used + self.reserved
    }
}
