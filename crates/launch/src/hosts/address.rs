//! Which address of each host the others use.
//!
//! Hosts of one network namespace talk by loopback. Otherwise a network counts in which every host has
//! an address. Without such a network, each host takes an address that routers know.
//!
//! An address that several hosts have leads to none of them. Bridges of containers and virtual machines
//! have such addresses: they are the same on every host.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::str::FromStr;

use thiserror::Error;

use super::facts::{Facts, Interface};

/// The interface that the user asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The interface of this name.
    Name(String),
    /// The network of this address.
    Address(IpAddr),
    /// An address with these leading bits.
    Network(IpAddr, u8),
}

/// A text that names no interface.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not an interface's name, an address, or a network such as 10.0.0.0/8")]
pub struct WantedError;

impl FromStr for Wanted {
    type Err = WantedError;

    fn from_str(text: &str) -> Result<Wanted, WantedError> {
        /// The longest name of an interface: `IFNAMSIZ` less the final zero.
        const NAME_BYTES_MAX: usize = 15;
        if let Ok(address) = text.parse() {
            return Ok(Wanted::Address(address));
        }
        if let Some((address, prefix)) = text.split_once('/') {
            let address: IpAddr = address.parse().map_err(|_| WantedError)?;
            let prefix: u8 = prefix.parse().map_err(|_| WantedError)?;
            if prefix > bits(address) {
                return Err(WantedError);
            }
            return Ok(Wanted::Network(address, prefix));
        }
        let is_name = !text.is_empty()
            && text.len() <= NAME_BYTES_MAX
            && !text.contains(|c: char| c.is_whitespace() || c == ':');
        is_name
            .then(|| Wanted::Name(text.to_owned()))
            .ok_or(WantedError)
    }
}

/// Why no addresses can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// A host does not have what was asked for.
    #[error(
        "{host} has no usable address of {wanted}; it has {has}: choose another interface by FARREACH_INTERFACE (a name, \
         an address or a network such as 10.0.0.0/8)"
    )]
    Lacking {
        /// The host.
        host: String,
        /// What was asked for.
        wanted: String,
        /// The host's interfaces.
        has: String,
    },
    /// No hosts have addresses by which they reach each other.
    #[error(
        "the hosts have no network in common: {has}; name addresses that reach each other by FARREACH_INTERFACE (a name, \
         an address or a network such as 10.0.0.0/8)"
    )]
    Nothing {
        /// The interfaces of the hosts.
        has: String,
    },
}

/// An address of each host by which the others reach it. `None` if all hosts are this machine, so
/// that they reach each other by loopback.
pub(crate) fn choose(
    hosts: &[&Facts],
    wanted: Option<&Wanted>,
) -> Result<Option<Vec<IpAddr>>, AddressError> {
    let Some((first, others)) = hosts.split_first() else {
        return Ok(None);
    };
    let is_one = |other: &&Facts| first.network.is_some() && first.network == other.network;
    if wanted.is_none() && others.iter().all(is_one) {
        return Ok(None);
    }
    let candidates: Vec<Vec<&Interface>> = hosts
        .iter()
        .map(|host| candidates(host, hosts, wanted))
        .collect::<Result<_, _>>()?;
    let (own, rest) = candidates.split_first().expect("a host");
    let shared = own.iter().find_map(|&mine| {
        let same = |list: &Vec<&Interface>| {
            let found = list.iter().find(|other| are_one_network(mine, other));
            found.map(|found| found.ip)
        };
        let rest = rest.iter().map(same);
        let all: Option<Vec<IpAddr>> = std::iter::once(Some(mine.ip)).chain(rest).collect();
        all
    });
    let routed = || {
        [false, true].into_iter().find_map(|six| {
            let of_family = |list: &Vec<&Interface>| {
                let mut found = list.iter().filter(|one| one.ip.is_ipv6() == six);
                let outward = found.clone().find(|one| one.leads_out);
                outward.or_else(|| found.next()).map(|one| one.ip)
            };
            candidates.iter().map(of_family).collect()
        })
    };
    let all: Option<Vec<IpAddr>> = shared.or_else(routed);
    all.map(Some).ok_or_else(|| AddressError::Nothing {
        has: join(
            hosts
                .iter()
                .map(|host| format!("{} has {}", host.host, list(host))),
        ),
    })
}

/// The usable addresses of a host, the best first.
fn candidates<'a>(
    host: &'a Facts,
    hosts: &[&Facts],
    wanted: Option<&Wanted>,
) -> Result<Vec<&'a Interface>, AddressError> {
    let is_elsewhere = |ip: IpAddr| {
        let others = hosts.iter().filter(|other| other.network != host.network);
        let mut theirs = others.flat_map(|other| &other.interfaces);
        theirs.any(|other| other.ip == ip)
    };
    // The network of an address that one of the hosts has.
    let network = match wanted {
        Some(&Wanted::Address(address)) => {
            let mut all = hosts.iter().flat_map(|host| &host.interfaces);
            let found = all.find(|one| one.ip == address);
            Some(found.map_or((address, bits(address)), |one| (one.ip, one.prefix)))
        }
        _ => None,
    };
    let fits = |one: &&Interface| match wanted {
        None => true,
        Some(Wanted::Name(name)) => one.name == *name,
        Some(Wanted::Network(address, prefix)) => is_inside(one.ip, *address, *prefix),
        Some(Wanted::Address(_)) => {
            network.is_some_and(|(address, prefix)| is_inside(one.ip, address, prefix))
        }
    };
    let usable = |one: &&Interface| is_usable(one.ip) && !is_elsewhere(one.ip);
    let all = host.interfaces.iter();
    let mut found: Vec<&Interface> = all.filter(usable).filter(fits).collect();
    if found.is_empty() {
        return Err(AddressError::Lacking {
            host: host.host.clone(),
            wanted: wanted.map_or_else(|| "its own".to_owned(), describe),
            has: list(host),
        });
    }
    let is_asked = |one: &Interface| wanted == Some(&Wanted::Address(one.ip));
    found.sort_by_key(|one| {
        (
            !is_asked(one),
            std::cmp::Reverse(one.megabits),
            one.ip.is_ipv6(),
        )
    });
    Ok(found)
}

/// Whether other hosts can be reached by a socket that is bound to this address.
pub(super) fn is_usable(ip: IpAddr) -> bool {
    !(ip.is_loopback() || ip.is_unspecified() || ip.is_multicast() || is_link_local(ip))
}

fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

fn are_one_network(one: &Interface, other: &Interface) -> bool {
    one.prefix == other.prefix && is_inside(one.ip, other.ip, one.prefix)
}

/// Whether both addresses have the same leading bits.
fn is_inside(ip: IpAddr, network: IpAddr, prefix: u8) -> bool {
    if ip.is_ipv4() != network.is_ipv4() {
        return false;
    }
    let apart = u32::from(bits(ip).saturating_sub(prefix));
    let lead = |ip: IpAddr| number(ip).checked_shr(apart).unwrap_or(0);
    lead(ip) == lead(network)
}

fn number(ip: IpAddr) -> u128 {
    match ip {
        IpAddr::V4(ip) => u32::from(ip).into(),
        IpAddr::V6(ip) => ip.into(),
    }
}

/// The number of bits of an address.
fn bits(ip: IpAddr) -> u8 {
    if ip.is_ipv4() { 32 } else { 128 }
}

fn describe(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Name(name) => format!("interface {name}"),
        Wanted::Address(address) | Wanted::Network(address, _) if is_link_local(*address) => {
            format!("{address}, since link-local addresses mean another host on each network")
        }
        Wanted::Address(address) => format!("the network of {address}"),
        Wanted::Network(address, prefix) => format!("{address}/{prefix}"),
    }
}

/// The interfaces of a host, for example `eth0 10.0.0.1/8, lo 127.0.0.1/8`.
fn list(host: &Facts) -> String {
    /// The number of interfaces that are listed.
    const LISTED_MAX: usize = 12;
    let named = |one: &Interface| format!("{} {}/{}", one.name, one.ip, one.prefix);
    let mut text = join(host.interfaces.iter().take(LISTED_MAX).map(named));
    if host.interfaces.len() > LISTED_MAX {
        let _ = write!(text, " and {} more", host.interfaces.len() - LISTED_MAX);
    }
    if text.is_empty() {
        text.push_str("none");
    }
    text
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
