//! The UD endpoint of a rank, and its form in messages.

use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};
use serde::{Deserialize, Serialize};

/// The UD endpoint of a rank.
pub type Endpoint = UdDestination;

/// An [`Endpoint`] in a message of those who start jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireEndpoint {
    /// The address of the adapter, as a GID.
    pub gid: [u8; 16],
    /// The UDP port of the adapter.
    pub port: u16,
    /// The number of the UD queue pair.
    pub qp: u32,
    /// The key that datagrams to the queue pair carry.
    pub qkey: u32,
}

impl From<&Endpoint> for WireEndpoint {
    fn from(endpoint: &Endpoint) -> WireEndpoint {
        WireEndpoint {
            gid: endpoint.address.gid,
            port: endpoint.address.port,
            qp: endpoint.qp.0,
            qkey: endpoint.qkey,
        }
    }
}

impl From<&WireEndpoint> for Endpoint {
    fn from(wire: &WireEndpoint) -> Endpoint {
        Endpoint {
            address: AdapterAddress {
                gid: wire.gid,
                port: wire.port,
            },
            qp: QpNumber(wire.qp),
            qkey: wire.qkey,
        }
    }
}
