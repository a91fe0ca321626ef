//! The address of an adapter.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The prefix of an IPv4 address that is mapped into IPv6 (RFC 4291, 2.5.5.2).
const MAPPED: &[u8] = &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/// The UDP destination port of RoCEv2 (annex A17).
pub const ROCE_PORT: u16 = 4791;

/// The address of an adapter: a GID (for RoCEv2 an IPv6 or IPv4-mapped address) and its UDP port.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AdapterAddress {
    /// The GID in network order.
    pub gid: [u8; 16],
    /// The UDP destination port. Adapters other than Farreach's use [`ROCE_PORT`].
    pub port: u16,
}

impl AdapterAddress {
    /// The IP address that the GID stands for. An IPv4-mapped GID gives an IPv4 address.
    #[inline]
    pub fn ip(&self) -> IpAddr {
        match self.gid.split_last_chunk::<4>() {
            Some((MAPPED, &v4)) => IpAddr::V4(Ipv4Addr::from(v4)),
            _ => IpAddr::V6(Ipv6Addr::from(self.gid)),
        }
    }

    /// The IP address and the port as a socket address.
    pub fn socket_addr(&self) -> SocketAddr {
        SocketAddr::new(self.ip(), self.port)
    }
}

impl From<SocketAddr> for AdapterAddress {
    fn from(addr: SocketAddr) -> Self {
        let gid = match addr.ip() {
            IpAddr::V4(v4) => v4.to_ipv6_mapped().octets(),
            IpAddr::V6(v6) => v6.octets(),
        };
        AdapterAddress {
            gid,
            port: addr.port(),
        }
    }
}

impl fmt::Debug for AdapterAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.socket_addr())
    }
}

impl fmt::Display for AdapterAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.socket_addr())
    }
}
