//! Deals ranks to hosts.

use farreach_node::{Placement, PlacementError};
use thiserror::Error;

use super::list::HostEntry;

/// How ranks are dealt to hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// All slots of a host, then those of the next.
    Blocks,
    /// A slot of each host in turn.
    InTurn,
}

/// What becomes of more ranks than the hosts have slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// They are an error.
    Refused,
    /// The hosts take them as evenly as it goes, beyond their slots.
    Spread,
}

/// Ranks on hosts.
#[derive(Clone, Debug)]
pub struct Dealt {
    /// The ranks. Each host with ranks is a node.
    pub placement: Placement,
    /// The host of each node.
    pub names: Vec<String>,
}

/// Why ranks can't be dealt to hosts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DealError {
    /// There are no hosts.
    #[error("there are no hosts: name at least one")]
    NoHosts,
    /// A host is named with different numbers of slots.
    #[error(
        "host {name} is named with {one} and with {other}: name it once, or with equal counts, which add up"
    )]
    Differ {
        /// The host.
        name: String,
        /// A number of slots.
        one: String,
        /// Another number of slots.
        other: String,
    },
    /// A host has no slot.
    #[error("host {name} has 0 slots: give it at least one, or leave the host away")]
    NoSlots {
        /// The host.
        name: String,
    },
    /// There are more ranks than slots.
    #[error(
        "{ranks} ranks need as many slots, but the hosts have {slots} ({hosts}): give the hosts larger counts, let them take more \
         by --oversubscribe, or leave the counts away to deal the ranks out evenly"
    )]
    TooFewSlots {
        /// The number of ranks.
        ranks: u32,
        /// The slots of all hosts.
        slots: u64,
        /// The hosts with their slots.
        hosts: String,
    },
    /// The placement is impossible.
    #[error(transparent)]
    Placement(#[from] PlacementError),
}

/// Deals `ranks` to the hosts, or as many as the hosts have slots.
///
/// Where no host has a count and `per_host` is not given, the hosts have as many slots as an even
/// distribution takes, and without a number of ranks one each. Where some hosts have counts, the others
/// have one slot. A host that is named several times has the slots of all its names.
pub fn deal(
    hosts: &[HostEntry],
    ranks: Option<u32>,
    per_host: Option<u32>,
    order: Deal,
    excess: Excess,
) -> Result<Dealt, DealError> {
    if hosts.is_empty() {
        return Err(DealError::NoHosts);
    }
    check_counts(hosts)?;
    let has_counts = per_host.is_some() || hosts.iter().any(|host| host.slots.is_some());
    let mut slots: Vec<u32> = if has_counts {
        (hosts.iter())
            .map(|host| per_host.or(host.slots).unwrap_or(1))
            .collect()
    } else {
        even(ranks.unwrap_or(hosts.len() as u32), hosts.len())
    };
    let all = slots.iter().map(|&slots| u64::from(slots)).sum::<u64>();
    let wanted = ranks.map_or(all, u64::from);
    if wanted > all && excess == Excess::Spread {
        let more = even((wanted - all) as u32, hosts.len());
        for (slots, more) in slots.iter_mut().zip(more) {
            *slots += more;
        }
    } else if wanted > all {
        let named = hosts.iter().zip(&slots);
        let named = named.map(|(host, slots)| format!("{}:{slots}", host.name));
        return Err(DealError::TooFewSlots {
            ranks: wanted as u32,
            slots: all,
            hosts: named.collect::<Vec<_>>().join(","),
        });
    }
    // So that the lists below stay short.
    let size = u32::try_from(wanted).unwrap_or(u32::MAX);
    Placement::new(size, size.min(hosts.len() as u32).max(1))?;
    let mut order_of_hosts: Vec<u32> = match order {
        Deal::Blocks => {
            let each = (0..).zip(&slots);
            let each = each.flat_map(|(host, &slots)| (0..slots).map(move |_| host));
            each.take(wanted as usize).collect()
        }
        Deal::InTurn => {
            let most = slots.iter().max().copied().unwrap_or(0);
            let rounds = (0..most).flat_map(|round| {
                let free = (0..).zip(&slots).filter(move |&(_, &slots)| slots > round);
                free.map(|(host, _)| host)
            });
            rounds.take(wanted as usize).collect()
        }
    };
    // All names of a host are one node.
    for host in &mut order_of_hosts {
        let name = &hosts[*host as usize].name;
        let first = hosts.iter().position(|other| other.name == *name);
        *host = first.unwrap_or(0) as u32;
    }
    let placement = Placement::listed(&order_of_hosts)?;
    let host_of = |node| order_of_hosts[placement.first_rank(node) as usize] as usize;
    let names = (0..placement.nodes()).map(|node| hosts[host_of(node)].name.clone());
    Ok(Dealt {
        names: names.collect(),
        placement,
    })
}

/// Refuses a host without slots, and a host with different counts.
fn check_counts(hosts: &[HostEntry]) -> Result<(), DealError> {
    let mut seen = std::collections::HashMap::new();
    for host in hosts {
        let name = &host.name;
        if host.slots == Some(0) {
            return Err(DealError::NoSlots { name: name.clone() });
        }
        let first = *seen.entry(name.as_str()).or_insert(host.slots);
        if first != host.slots {
            let text = |slots: Option<u32>| {
                slots.map_or_else(|| "no count".to_owned(), |slots| format!("{slots} slots"))
            };
            return Err(DealError::Differ {
                name: name.clone(),
                one: text(first),
                other: text(host.slots),
            });
        }
    }
    Ok(())
}

/// Sizes that differ by at most 1, the larger ones first.
fn even(ranks: u32, hosts: usize) -> Vec<u32> {
    let hosts = hosts as u32;
    (0..hosts)
        .map(|host| ranks / hosts + u32::from(host < ranks % hosts))
        .collect()
}

#[cfg(test)]
mod tests;
