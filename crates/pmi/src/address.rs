//! The address by which other hosts reach this one.

use std::net::IpAddr;

use if_addrs::{Interface, get_if_addrs};

use crate::error::{PmiError, os};

/// The address of the interface that is `wanted` (by its name, its address, or a network such as 10.0.0.0/8), or of the first one that
/// leads to other hosts. Without such an interface the loopback address, by which nodes on one host reach each other.
pub(crate) fn choose(wanted: Option<&str>, host: &str) -> Result<IpAddr, PmiError> {
    let all = get_if_addrs().map_err(os("listing the interfaces"))?;
    let all: Vec<(String, IpAddr)> = all
        .iter()
        .map(|interface: &Interface| (interface.name.clone(), interface.ip()))
        .collect();
    let Some(wanted) = wanted else {
        let outward = all.iter().filter(|(_, ip)| leads_out(*ip));
        let best = outward.min_by_key(|(_, ip)| ip.is_ipv6());
        return Ok(best.map_or(IpAddr::from([127, 0, 0, 1]), |(_, ip)| *ip));
    };
    let found = all.iter().filter(|(name, ip)| fits(wanted, name, *ip));
    let best = found.min_by_key(|(_, ip)| (!leads_out(*ip), ip.is_ipv6()));
    best.map(|(_, ip)| *ip).ok_or_else(|| {
        let listed: Vec<String> = all
            .iter()
            .map(|(name, ip)| format!("{name} {ip}"))
            .collect();
        PmiError::Differs(format!(
            "FARREACH_INTERFACE={wanted}, but {host} has no such interface, only {}: choose another one (a name, an address or a \
             network such as 10.0.0.0/8)",
            listed.join(", ")
        ))
    })
}

/// Whether other hosts can be reached from this address.
fn leads_out(ip: IpAddr) -> bool {
    let is_link_local = match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    !(ip.is_loopback() || ip.is_unspecified() || ip.is_multicast() || is_link_local)
}

/// Whether an interface is the one that a user asks for.
fn fits(wanted: &str, name: &str, ip: IpAddr) -> bool {
    if let Ok(address) = wanted.parse::<IpAddr>() {
        return address == ip;
    }
    let Some((address, prefix)) = wanted.split_once('/') else {
        return wanted == name;
    };
    let (Ok(address), Ok(prefix)) = (address.parse::<IpAddr>(), prefix.parse::<u32>()) else {
        return false;
    };
    match (address, ip) {
        (IpAddr::V4(network), IpAddr::V4(ip)) => {
            let apart = u32::from(network) ^ u32::from(ip);
            prefix <= u32::BITS && prefix <= apart.leading_zeros()
        }
        (IpAddr::V6(network), IpAddr::V6(ip)) => {
            let apart = u128::from(network) ^ u128::from(ip);
            prefix <= u128::BITS && prefix <= apart.leading_zeros()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{choose, fits, leads_out};

    #[test]
    fn interfaces_are_asked_for_by_name_address_or_network() {
        let ip = "10.77.0.3".parse().expect("an address");
        for wanted in [
            "eth0",
            "10.77.0.3",
            "10.77.0.0/16",
            "10.77.0.3/32",
            "0.0.0.0/0",
        ] {
            assert!(fits(wanted, "eth0", ip), "{wanted}");
        }
        for wanted in [
            "eth1",
            "10.77.0.4",
            "10.78.0.0/16",
            "10.77.0.3/33",
            "10.77.0.3/",
            "::/0",
            "",
        ] {
            assert!(!fits(wanted, "eth0", ip), "{wanted}");
        }
        let ip = "fd77::3".parse().expect("an address");
        assert!(fits("fd77::/64", "eth0", ip) && !fits("fd78::/64", "eth0", ip));
    }

    #[test]
    fn an_interface_that_is_not_there_is_an_error_with_those_that_are() {
        let error = choose(Some("no-such0"), "h1").expect_err("no such interface");
        let text = error.to_string();
        assert!(
            text.contains("no-such0") && text.contains("h1") && text.contains("lo "),
            "{text}"
        );
    }

    #[test]
    fn loopback_and_link_local_addresses_lead_nowhere() {
        for ip in ["127.0.0.1", "169.254.1.1", "::1", "fe80::1", "0.0.0.0"] {
            assert!(!leads_out(ip.parse().expect("an address")), "{ip}");
        }
        assert!(leads_out("192.0.2.1".parse().expect("an address")));
    }
}
