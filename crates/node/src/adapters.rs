//! The RDMA adapters that the kernel shows in `/sys`, found without their library and without opening them.

use std::fs;
use std::net::{IpAddr, Ipv6Addr};
use std::path::{Path, PathBuf};

use rustix::fs::Access;
use rustix::process::{Resource, getrlimit};
use serde::{Deserialize, Serialize};

use crate::size::Size;

/// Bytes that a process must be able to lock to use an adapter: its buffers take up to 3 MiB, and the memory that transfers touch takes more.
pub const LOCKED_LEAST: u64 = 64 << 20;

/// The number of the capability with which a process locks memory without a limit (`CAP_IPC_LOCK`).
const IPC_LOCK: u32 = 14;

/// An adapter of this host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adapter {
    /// The kernel's name, such as `mlx5_0`.
    pub name: String,
    /// The file by which programs reach the adapter. `None` if the kernel gives none: `ib_uverbs` is not loaded.
    pub file: Option<PathBuf>,
    /// Whether this process may open the file.
    pub is_accessible: bool,
    /// Its ports.
    pub ports: Vec<AdapterPort>,
    /// What the control group of this process may have of the adapter, as the kernel writes it. `None`: no limit.
    pub limit: Option<String>,
}

/// A port of an adapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterPort {
    /// Its number, from 1 on.
    pub number: u8,
    /// Its state in the kernel's word, such as `ACTIVE` or `DOWN`.
    pub state: String,
    /// `Ethernet` or `InfiniBand`.
    pub link: String,
    /// The GIDs that are not empty.
    pub gids: Vec<AdapterGid>,
}

/// A GID of a port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterGid {
    /// Its place in the port's table.
    pub index: u32,
    /// The address.
    pub address: IpAddr,
    /// What is spoken with it, such as `RoCE v2`. Empty if the kernel does not say.
    pub kind: String,
}

impl AdapterPort {
    /// Whether jobs can use the port.
    pub fn is_usable(&self) -> bool {
        self.state == "ACTIVE" && (self.link != "Ethernet" || !self.gids.is_empty())
    }
}

/// The adapters of this host.
pub fn adapters() -> Vec<Adapter> {
    adapters_under(Path::new("/"))
}

/// Why this process can't use any adapter of this host. `None` if it can, as far as the kernel tells.
pub fn no_adapter() -> Option<String> {
    why_none(&adapters(), locked_most())
}

/// Bytes that this process may lock. `None`: any number.
pub fn locked_most() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let capabilities = status
        .lines()
        .find_map(|line| line.strip_prefix("CapEff:"))
        .and_then(|text| u64::from_str_radix(text.trim(), 16).ok());
    let is_free = capabilities.is_some_and(|bits| bits >> IPC_LOCK & 1 == 1);
    getrlimit(Resource::Memlock).current.filter(|_| !is_free)
}

fn why_none(adapters: &[Adapter], locked_most: Option<u64>) -> Option<String> {
    if adapters.is_empty() {
        return Some("this host has none (/sys/class/infiniband is empty)".to_owned());
    }
    let refusals: Vec<String> = adapters.iter().filter_map(refusal).collect();
    if refusals.len() == adapters.len() {
        return Some(refusals.join("; "));
    }
    let most = locked_most.filter(|&most| most < LOCKED_LEAST)?;
    Some(format!(
        "a process may lock {} of memory, and adapters need {}: raise it (ulimit -l, LimitMEMLOCK)",
        Size(most),
        Size(LOCKED_LEAST)
    ))
}

impl Adapter {
    /// Why no process of this user can use the adapter. `None` if one can, as far as the kernel tells.
    pub fn refusal(&self) -> Option<String> {
        refusal(self)
    }
}

/// Why an adapter can't be used.
fn refusal(adapter: &Adapter) -> Option<String> {
    let name = &adapter.name;
    let Some(file) = &adapter.file else {
        return Some(format!(
            "{name} has no file for programs: modprobe ib_uverbs"
        ));
    };
    if !adapter.is_accessible {
        let file = file.display();
        return Some(format!(
            "{name}: {file} may not be opened: see its owner and mode"
        ));
    }
    if adapter.ports.iter().any(AdapterPort::is_usable) {
        return None;
    }
    let ports = adapter.ports.iter().map(|port| {
        let lacks = match &*port.state {
            "ACTIVE" => "has no GID",
            state => &format!("is {state}"),
        };
        format!("{name} port {} {lacks}", port.number)
    });
    Some(ports.collect::<Vec<_>>().join(", "))
}

fn adapters_under(root: &Path) -> Vec<Adapter> {
    let class = root.join("sys/class/infiniband");
    let names = entries(&class);
    if names.is_empty() {
        return Vec::new();
    }
    let files = entries(&root.join("sys/class/infiniband_verbs"));
    let limits = limits(root);
    let adapter = |name: String| {
        let file = files.iter().find(|file| {
            let told = root.join("sys/class/infiniband_verbs").join(file);
            line(&told.join("ibdev")) == name
        });
        let file = file.map(|file| root.join("dev/infiniband").join(file));
        let file = file.filter(|file| file.exists());
        let may = |file: &PathBuf| rustix::fs::access(file, Access::READ_OK | Access::WRITE_OK);
        let ports = class.join(&name).join("ports");
        let mut numbers: Vec<u8> = (entries(&ports).iter())
            .filter_map(|number| number.parse().ok())
            .collect();
        numbers.sort_unstable();
        Adapter {
            is_accessible: file.as_ref().is_some_and(|file| may(file).is_ok()),
            file,
            ports: (numbers.into_iter())
                .map(|number| port(&ports.join(number.to_string()), number))
                .collect(),
            limit: limits.iter().find_map(|line| {
                let told = line.strip_prefix(&*name)?.strip_prefix(' ')?;
                (told != "hca_handle=max hca_object=max").then(|| told.to_owned())
            }),
            name,
        }
    };
    names.into_iter().map(adapter).collect()
}

fn port(folder: &Path, number: u8) -> AdapterPort {
    let state = line(&folder.join("state"));
    let mut gids: Vec<AdapterGid> = (entries(&folder.join("gids")).iter())
        .filter_map(|index| {
            let address: Ipv6Addr = line(&folder.join("gids").join(index)).parse().ok()?;
            let kind = folder.join("gid_attrs/types").join(index);
            Some(AdapterGid {
                index: index.parse().ok()?,
                address: address.to_canonical(),
                kind: line(&kind),
            })
        })
        .filter(|gid| !gid.address.is_unspecified())
        .collect();
    gids.sort_unstable_by_key(|gid| gid.index);
    AdapterPort {
        number,
        // The kernel writes a number in front: `4: ACTIVE`.
        state: state.rsplit(' ').next().unwrap_or_default().to_owned(),
        link: line(&folder.join("link_layer")),
        gids,
    }
}

/// The lines of the limits of this process's control group.
fn limits(root: &Path) -> Vec<String> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"));
    let file = root
        .join("sys/fs/cgroup")
        .join(group.unwrap_or_default())
        .join("rdma.max");
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| line.trim().to_owned()).collect()
}

/// The names in a folder, in their order.
fn entries(folder: &Path) -> Vec<String> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = found
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

fn line(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.trim().to_owned()
}

#[cfg(test)]
mod tests;
