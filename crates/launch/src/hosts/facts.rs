//! What an agent tells of its host.

use std::fs;
use std::net::IpAddr;

use if_addrs::{IfAddr, get_if_addrs};
use serde::{Deserialize, Serialize};

use crate::protocol::INTERFACES_MAX;

/// What an agent tells of its host, before it gets an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) host: String,
    /// The agent's process, by the numbers of its host.
    pub(crate) pid: i32,
    /// The running kernel. Hosts with equal names share their cores.
    pub(crate) boot: Option<String>,
    /// The kernel's network. Hosts with equal names share their addresses.
    pub(crate) network: Option<String>,
    pub(crate) cores: u32,
    pub(crate) interfaces: Vec<Interface>,
    /// Why processes of the host can't use an RDMA adapter. `None` if they can.
    pub(crate) no_adapter: Option<String>,
}

/// An address of a network interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interface {
    /// The interface's name.
    pub name: String,
    /// The address.
    pub ip: IpAddr,
    /// The number of leading bits that all addresses of its network have in common.
    pub prefix: u8,
    /// The link's rate in Mbit/s; 0 if it is not known.
    pub megabits: u32,
    /// Whether a default route goes by this interface.
    pub leads_out: bool,
}

impl Interface {
    /// The addresses of all interfaces of this host that are up.
    pub fn all() -> Vec<Interface> {
        interfaces()
    }

    /// Whether other hosts can reach this one by the address, as far as the address tells.
    pub fn leads_elsewhere(&self) -> bool {
        super::address::is_usable(self.ip)
    }
}

impl Facts {
    /// What this process knows of its host.
    pub(crate) fn gather() -> Facts {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok();
        let boot = boot.map(|text| text.trim_end().to_owned());
        let network = fs::read_link("/proc/self/ns/net").ok();
        let network = boot
            .as_ref()
            .zip(network)
            .map(|(boot, link)| format!("{boot} {}", link.display()));
        let cores = std::thread::available_parallelism();
        Facts {
            host: crate::host_name(),
            pid: rustix::process::getpid().as_raw_pid(),
            boot,
            network,
            cores: cores.map_or(1, |cores| cores.get() as u32),
            interfaces: interfaces(),
            no_adapter: farreach_node::no_adapter(),
        }
    }
}

/// The processor architecture of this program.
pub(crate) fn machine() -> &'static str {
    std::env::consts::ARCH
}

/// The addresses of all interfaces that are up.
fn interfaces() -> Vec<Interface> {
    let outward = default_routes();
    let found = get_if_addrs().unwrap_or_default().into_iter();
    let up = found.filter(|found| found.is_loopback() || is_up(&found.name));
    let addresses = up.map(|found| {
        let prefix = match &found.addr {
            IfAddr::V4(address) => address.prefixlen,
            IfAddr::V6(address) => address.prefixlen,
        };
        Interface {
            ip: found.ip(),
            prefix,
            megabits: megabits(&found.name),
            leads_out: outward.contains(&found.name),
            name: found.name,
        }
    });
    addresses.take(INTERFACES_MAX).collect()
}

fn of_link(name: &str, what: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/sys/class/net/{name}/{what}")).ok()?;
    Some(text.trim_end().to_owned())
}

/// Whether packets can leave by the link. An unknown state is no reason against it.
fn is_up(name: &str) -> bool {
    let state = of_link(name, "operstate");
    !matches!(
        state.as_deref(),
        Some("down" | "lowerlayerdown" | "notpresent")
    )
}

fn megabits(name: &str) -> u32 {
    let rate = of_link(name, "speed").and_then(|text| text.parse::<i64>().ok());
    rate.and_then(|rate| rate.try_into().ok()).unwrap_or(0)
}

/// The interfaces of default routes.
fn default_routes() -> Vec<String> {
    let mut names = Vec::new();
    let four = fs::read_to_string("/proc/self/net/route").unwrap_or_default();
    for line in four.lines().skip(1) {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        if let [name, "00000000", ..] = fields[..]
            && fields.get(7) == Some(&"00000000")
        {
            names.push(name.to_owned());
        }
    }
    let six = fs::read_to_string("/proc/self/net/ipv6_route").unwrap_or_default();
    for line in six.lines() {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let is_default = fields
            .first()
            .is_some_and(|to| to.bytes().all(|b| b == b'0'))
            && fields.get(1) == Some(&"00");
        if let (true, Some(&name)) = (is_default, fields.get(9))
            && name != "lo"
        {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::Facts;

    #[test]
    fn a_host_has_a_name_cores_and_loopback() {
        let facts = Facts::gather();
        assert!(!facts.host.is_empty() && facts.cores > 0);
        assert!(facts.boot.is_some() && facts.network.is_some());
        assert!(facts.interfaces.iter().any(|one| one.ip.is_loopback()));
    }
}
