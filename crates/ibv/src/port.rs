//! The choice of an adapter, a port, an address and a partition, and what was found on the way.

#![allow(unsafe_code)]

use std::fs;
use std::net::{IpAddr, Ipv6Addr};

use farreach_verbs::{AdapterAddress, ROCE_PORT};

use crate::OpenError;
use crate::ffi::{Context, DeviceAttr, Gid, PortAttr, value};
use crate::library::Verbs;
use crate::near;

/// A partition's number, without the bit that says that the port is a full member of it.
const PARTITION: u16 = 0x7fff;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The adapter's name, such as `mlx5_0`. `None` takes the first with a usable port.
    pub device: Option<String>,
    /// The port's number, from 1 on. `None` takes the first that is usable.
    pub port: Option<u8>,
    /// The address whose GID is used. `None` chooses by rule: RoCEv2 before v1, and a global address before a link-local one.
    pub gid: Option<IpAddr>,
    /// The partition, by its key. The highest bit, which tells full members from limited ones, counts for nothing. `None`: the
    /// first of the port.
    pub partition: Option<u16>,
    /// InfiniBand's service level, from 0 to 15.
    pub service_level: u8,
    /// The traffic class of packets with a global header; RoCEv2 sends it as the IP header's. `None`: what the administrator has
    /// set for the port, or 0.
    pub traffic_class: Option<u8>,
    /// Whether an adapter near to the processors that this process may run on is taken before others.
    pub is_near: bool,
}

/// A port of an open adapter, with the GID that it uses.
pub(crate) struct Port {
    pub(crate) number: u8,
    pub(crate) attributes: PortAttr,
    pub(crate) gid: Gid,
    pub(crate) gid_index: u8,
    pub(crate) pkey_index: u16,
    pub(crate) service_level: u8,
    pub(crate) traffic_class: u8,
    /// Which GID is used, and the others.
    pub(crate) gid_choice: String,
}

/// An open adapter with a usable port.
pub(crate) struct Chosen {
    pub(crate) name: String,
    pub(crate) context: *mut Context,
    pub(crate) attributes: DeviceAttr,
    pub(crate) port: Port,
}

impl Port {
    /// The payload of a full packet in bytes.
    pub(crate) fn mtu(&self) -> u32 {
        128 << self.attributes.active_mtu.clamp(1, 5)
    }

    pub(crate) fn is_ethernet(&self) -> bool {
        self.attributes.link_layer == value::LINK_LAYER_ETHERNET
    }

    /// The address for peers. On InfiniBand the place of the UDP port has the LID.
    pub(crate) fn address(&self) -> AdapterAddress {
        AdapterAddress {
            gid: self.gid.raw,
            port: if self.is_ethernet() {
                ROCE_PORT
            } else {
                self.attributes.lid
            },
        }
    }
}

/// Opens the first adapter that has what is wanted. The error says why each other one does not.
pub(crate) fn choose(verbs: &'static Verbs, wanted: &Wanted) -> Result<Chosen, OpenError> {
    let list = verbs.devices();
    let names = list.names();
    if names.is_empty() {
        return Err(OpenError::NoDevice);
    }
    let mut all: Vec<(usize, &String)> = names.iter().enumerate().collect();
    if wanted.is_near {
        // Of equal ones the first.
        all.sort_by_key(|(_, name)| !near::is_near(name));
    }
    let mut refused = Vec::new();
    for (at, name) in all {
        if wanted.device.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        let Some(context) = list.open(at) else {
            refused.push(format!(
                "{name}: its driver does not open it; see owner and mode of /dev/infiniband/uverbs*"
            ));
            continue;
        };
        match look(verbs, context, name, wanted) {
            Ok((attributes, port)) => {
                return Ok(Chosen {
                    name: name.clone(),
                    context,
                    attributes,
                    port,
                });
            }
            Err(why) => refused.push(why),
        }
        // SAFETY: the device was opened above, and has no objects.
        unsafe { (verbs.ibv_close_device)(context) };
    }
    match (&wanted.device, refused.is_empty()) {
        (Some(device), true) => Err(OpenError::UnknownDevice {
            device: device.clone(),
            there: names.join(", "),
        }),
        _ => Err(OpenError::Unusable(refused.join("; "))),
    }
}

/// The attributes of an open device and its first usable port, or why it has none.
fn look(
    verbs: &Verbs,
    context: *mut Context,
    name: &str,
    wanted: &Wanted,
) -> Result<(DeviceAttr, Port), String> {
    // SAFETY: plain data, for which zeros are valid.
    let mut attributes: DeviceAttr = unsafe { std::mem::zeroed() };
    // SAFETY: the device is open, and the library fills the attributes.
    let failed = unsafe { (verbs.ibv_query_device)(context, &raw mut attributes) };
    if failed != 0 {
        return Err(format!(
            "{name}: it does not tell its attributes (error {failed})"
        ));
    }
    let count = attributes.phys_port_cnt;
    let mut refused = Vec::new();
    for number in 1..=count {
        if wanted.port.is_some_and(|wanted| wanted != number) {
            continue;
        }
        match look_at_port(verbs, context, (name, number), wanted) {
            Ok(port) => return Ok((attributes, port)),
            Err(why) => refused.push(why),
        }
    }
    if refused.is_empty() {
        let wanted = wanted.port.unwrap_or_default();
        return Err(format!(
            "{name}: it has {count} ports, and none has number {wanted}"
        ));
    }
    Err(refused.join("; "))
}

fn look_at_port(
    verbs: &Verbs,
    context: *mut Context,
    (name, number): (&str, u8),
    wanted: &Wanted,
) -> Result<Port, String> {
    // SAFETY: plain data, for which zeros are valid.
    let mut attributes: PortAttr = unsafe { std::mem::zeroed() };
    // SAFETY: the device is open, and the library fills the attributes.
    let failed = unsafe { (verbs.ibv_query_port)(context, number, &raw mut attributes) };
    if failed != 0 {
        return Err(format!(
            "{name} port {number}: no attributes (error {failed})"
        ));
    }
    if attributes.state != value::PORT_ACTIVE {
        return Err(format!(
            "{name} port {number}: it is not active; connect its cable or turn its network interface on (ip link set DEV up)"
        ));
    }
    let mut found: Vec<(u32, u8, Gid, String)> = Vec::new();
    for index in 0..attributes.gid_tbl_len.clamp(0, 256) {
        let mut gid = Gid::new([0; 16]);
        // SAFETY: the device is open, and the library stores a GID.
        let failed = unsafe { (verbs.ibv_query_gid)(context, number, index, &raw mut gid) };
        if failed != 0 || gid.raw == [0; 16] {
            continue;
        }
        let kind = gid_type(name, number, index);
        let Some(rank) = rank(gid.raw, &kind, attributes.link_layer, wanted) else {
            continue;
        };
        found.push((rank, index as u8, gid, kind.trim().to_owned()));
    }
    // Of equal ones the first.
    found.sort_by_key(|(rank, ..)| *rank);
    let mut names = found.iter().map(|(_, index, gid, kind)| {
        let address = Ipv6Addr::from(gid.raw).to_canonical();
        let kind = if kind.is_empty() {
            ""
        } else {
            &format!(", {kind}")
        };
        format!("{address} (index {index}{kind})")
    });
    let (first, others) = (names.next().unwrap_or_default(), names.collect::<Vec<_>>());
    let gid_choice = match &others[..] {
        [] => format!("GID of {first}"),
        others => format!("GID of {first} before {}", others.join(", ")),
    };
    let Some((_, gid_index, gid, _)) = found.into_iter().next() else {
        return Err(match wanted.gid {
            Some(address) => format!(
                "{name} port {number}: none of its GIDs is that of {address}; farreach doctor lists them"
            ),
            None => format!(
                "{name} port {number}: no usable GID; give its network interface an address (ip address add)"
            ),
        });
    };
    let partitions = partitions(verbs, context, number, attributes.pkey_tbl_len);
    let pkey_index = match wanted.partition {
        None => 0,
        Some(key) => place_of(&partitions, key).ok_or_else(|| {
            let there: Vec<_> = partitions.iter().map(|key| format!("0x{key:04x}")).collect();
            format!(
                "{name} port {number}: it is not in partition 0x{key:04x} but in {}; have the subnet's manager add it, or choose one of \
                 these (FARREACH_PARTITION)",
                there.join(", ")
            )
        })?,
    };
    Ok(Port {
        number,
        attributes,
        gid,
        gid_index,
        pkey_index,
        service_level: wanted.service_level,
        traffic_class: wanted
            .traffic_class
            .unwrap_or_else(|| set_class(name, number)),
        gid_choice,
    })
}

/// The keys of a port's partitions, by their index. 0 is the key of none.
fn partitions(verbs: &Verbs, context: *mut Context, port: u8, count: u16) -> Vec<u16> {
    let key = |index: u16| {
        let mut key = 0;
        // SAFETY: the device is open, and the library stores a key.
        let failed = unsafe { (verbs.ibv_query_pkey)(context, port, index.into(), &raw mut key) };
        if failed == 0 { u16::from_be(key) } else { 0 }
    };
    (0..count).map(key).collect()
}

/// The index of a partition's key, if possible of one by which the port is a full member.
fn place_of(partitions: &[u16], key: u16) -> Option<u16> {
    let own = |(_, other): &(usize, &u16)| **other & PARTITION == key & PARTITION;
    let found = partitions.iter().enumerate().filter(own);
    let best = found.max_by_key(|(index, key)| (**key & !PARTITION, usize::MAX - index));
    best.map(|(index, _)| index as u16)
}

/// The traffic class that the administrator has set for a port (`cma_roce_tos` and the like), or 0.
fn set_class(name: &str, port: u8) -> u8 {
    let path = format!("/sys/class/infiniband/{name}/tc/{port}/traffic_class");
    let text = fs::read_to_string(path).unwrap_or_default();
    class_in(&text).unwrap_or_default()
}

/// The class in the driver's text, such as `Global tclass=106`.
fn class_in(text: &str) -> Option<u8> {
    text.lines().next()?.rsplit('=').next()?.trim().parse().ok()
}

/// What the kernel calls the protocol of a GID, or nothing if it doesn't say.
fn gid_type(name: &str, port: u8, index: i32) -> String {
    let path = format!("/sys/class/infiniband/{name}/ports/{port}/gid_attrs/types/{index}");
    fs::read_to_string(path).unwrap_or_default()
}

/// How good a GID is: less is better. `None` if it can't be used.
fn rank(gid: [u8; 16], kind: &str, link_layer: u8, wanted: &Wanted) -> Option<u32> {
    let address = Ipv6Addr::from(gid).to_canonical();
    if wanted.gid.is_some_and(|wanted| wanted != address) {
        return None;
    }
    if link_layer != value::LINK_LAYER_ETHERNET {
        return Some(0);
    }
    let is_v2 = kind.trim().is_empty() || kind.contains("v2");
    let is_near = match address {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_unicast_link_local(),
    };
    Some(u32::from(!is_v2) * 4 + u32::from(is_near) * 2 + u32::from(address.is_ipv6()))
}

#[cfg(test)]
mod tests;
