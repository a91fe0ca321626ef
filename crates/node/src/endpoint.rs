//! The UD endpoint of a rank, and its form in messages.

use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};
use serde::{Deserialize, Serialize};

/// What kind of device an endpoint belongs to, and what the device can do. Processes compare it before they connect.
///
/// The number means nothing to whoever starts jobs. `runtime` makes it and compares it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceTag(pub u16);

/// The UD endpoint of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Where datagrams go.
    pub destination: UdDestination,
    /// What receives them.
    pub device: DeviceTag,
}

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
    /// What the device is.
    pub device: DeviceTag,
}

impl From<&Endpoint> for WireEndpoint {
    fn from(endpoint: &Endpoint) -> WireEndpoint {
        let to = &endpoint.destination;
        WireEndpoint {
            gid: to.address.gid,
            port: to.address.port,
            qp: to.qp.0,
            qkey: to.qkey,
            device: endpoint.device,
        }
    }
}

impl From<&WireEndpoint> for Endpoint {
    fn from(wire: &WireEndpoint) -> Endpoint {
        Endpoint {
            destination: UdDestination {
                address: AdapterAddress {
                    gid: wire.gid,
                    port: wire.port,
                },
                qp: QpNumber(wire.qp),
                qkey: wire.qkey,
            },
            device: wire.device,
        }
    }
}
