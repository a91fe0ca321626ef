//! Adapter addresses as socket names of the kernel.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddrV4, SocketAddrV6};

use farreach_verbs::AdapterAddress;

/// The socket's address family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    V4,
    V6,
}

/// A socket name of either family. It starts with the family, as the kernel requires.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) union Name {
    family: libc::sa_family_t,
    v4: libc::sockaddr_in,
    v6: libc::sockaddr_in6,
}

impl Name {
    /// A zeroed name, for the kernel to fill in.
    pub(super) fn empty() -> Name {
        Name {
            v6: libc::sockaddr_in6 {
                sin6_family: 0,
                sin6_port: 0,
                sin6_flowinfo: 0,
                sin6_addr: libc::in6_addr { s6_addr: [0; 16] },
                sin6_scope_id: 0,
            },
        }
    }

    /// The name of `address` for a socket of `family`. `None` if such a socket can't reach the
    /// address.
    pub(super) fn of(address: AdapterAddress, family: Family) -> Option<Name> {
        let ip = Ipv6Addr::from(address.gid);
        match (family, ip.to_ipv4_mapped()) {
            (Family::V4, Some(v4)) => Some(Name {
                v4: libc::sockaddr_in {
                    sin_family: libc::AF_INET as libc::sa_family_t,
                    sin_port: address.port.to_be(),
                    sin_addr: libc::in_addr {
                        s_addr: u32::from_ne_bytes(v4.octets()),
                    },
                    sin_zero: [0; 8],
                },
            }),
            (Family::V6, None) => Some(Name {
                v6: libc::sockaddr_in6 {
                    sin6_family: libc::AF_INET6 as libc::sa_family_t,
                    sin6_port: address.port.to_be(),
                    sin6_flowinfo: 0,
                    sin6_addr: libc::in6_addr {
                        s6_addr: address.gid,
                    },
                    sin6_scope_id: 0,
                },
            }),
            _ => None,
        }
    }

    /// The address that the kernel filled in.
    pub(super) fn address(&self) -> Option<AdapterAddress> {
        // SAFETY: every variant starts with the family, and all of its bit patterns are valid.
        match i32::from(unsafe { self.family }) {
            libc::AF_INET => {
                // SAFETY: plain integers, initialised by `empty` whatever the kernel wrote.
                let v4 = unsafe { self.v4 };
                let ip = Ipv4Addr::from(v4.sin_addr.s_addr.to_ne_bytes());
                let address = SocketAddrV4::new(ip, u16::from_be(v4.sin_port));
                Some(AdapterAddress::from(std::net::SocketAddr::V4(address)))
            }
            libc::AF_INET6 => {
                // SAFETY: plain integers, initialised by `empty` whatever the kernel wrote.
                let v6 = unsafe { self.v6 };
                let ip = Ipv6Addr::from(v6.sin6_addr.s6_addr);
                let address = SocketAddrV6::new(ip, u16::from_be(v6.sin6_port), 0, 0);
                Some(AdapterAddress::from(std::net::SocketAddr::V6(address)))
            }
            _ => None,
        }
    }
}

impl Family {
    /// The length of this family's names.
    pub(super) fn name_len(self) -> libc::socklen_t {
        let len = match self {
            Family::V4 => size_of::<libc::sockaddr_in>(),
            Family::V6 => size_of::<libc::sockaddr_in6>(),
        };
        len as libc::socklen_t
    }
}
