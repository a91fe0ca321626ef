//! What a doctor looks at on one host.

use std::collections::BTreeMap;
use std::fs;
use std::net::UdpSocket;

use farreach::settings;
use farreach_launch::hosts::Interface;
use farreach_runtime::devices::{self, Adapter, Found};
use farreach_runtime::jobs;
use rustix::net::sockopt::{set_socket_recv_buffer_size, socket_recv_buffer_size};
use rustix::process::{Resource, getrlimit};
use rustix::thread::{MembarrierQuery, membarrier_query};
use serde::{Deserialize, Serialize};

use crate::version;

/// Bytes of the receive buffer that the software device asks for.
const RECEIVE_BUFFER_BYTES: usize = 4 << 20;

/// Launchers of others that start programs of this library.
const LAUNCHERS: [&str; 4] = ["srun", "mpiexec.hydra", "mpirun", "prterun"];

/// What was found on a host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) build: String,
    pub(crate) machine: String,
    pub(crate) host: String,
    pub(crate) kernel: String,
    /// Cores that this process may use, and cores that are there.
    pub(crate) cores: (u64, u64),
    /// Bytes of memory.
    pub(crate) memory: u64,
    /// The least limit of the control groups of this process.
    pub(crate) memory_limit: Option<u64>,
    /// Bytes of `/dev/shm`, and how many are free.
    pub(crate) shm: Option<(u64, u64)>,
    /// Bytes that a process may lock. `None`: all.
    pub(crate) memlock: Option<u64>,
    /// The RDMA adapters that the kernel shows.
    pub(crate) adapters: Vec<Adapter>,
    /// Whether buffers of programs stay registered with an adapter, and why not. `None`: no adapter can be used.
    pub(crate) kept_buffers: Option<(bool, String)>,
    /// Files that a process may have open. `None`: any number.
    pub(crate) open_files: Option<u64>,
    /// Bytes of a socket's receive buffer that are wanted, and those that the kernel grants.
    pub(crate) receive_buffer: (u64, u64),
    pub(crate) links: Vec<Link>,
    /// Whether processes can read each other's memory, in the device's words.
    pub(crate) attach: (bool, String),
    /// Whether sleepers can be woken without a barrier on the waker's side.
    pub(crate) has_membarrier: bool,
    /// The kernel's clock source.
    pub(crate) clock: String,
    /// The least limit of the number of processes and threads of the control groups.
    pub(crate) tasks: Option<u64>,
    /// Launchers on PATH.
    pub(crate) launchers: Vec<String>,
    /// Whether there is a library that speaks PMIx, and which, or why not.
    pub(crate) libpmix: (bool, String),
}

/// A network interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) name: String,
    pub(crate) addresses: Vec<String>,
    /// Whether other hosts can be reached by an address of the interface.
    pub(crate) leads_elsewhere: bool,
    pub(crate) mtu: u32,
    /// The rate in Mbit/s; 0 if it is not known.
    pub(crate) megabits: u32,
}

impl Report {
    /// Looks at this host.
    pub(crate) fn gather() -> Report {
        let uname = rustix::system::uname();
        let text = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
        let allowed = std::thread::available_parallelism();
        let online = read("/sys/devices/system/cpu/online");
        let allowed = allowed.map_or(1, |cores| cores.get() as u64);
        let adapters = devices::adapters();
        Report {
            build: version::build().to_owned(),
            machine: std::env::consts::ARCH.to_owned(),
            host: text(uname.nodename()),
            kernel: text(uname.release()),
            cores: (allowed, online.map_or(allowed, |list| count_of(&list))),
            memory: memory_bytes(),
            memory_limit: memory_limit(),
            shm: rustix::fs::statvfs("/dev/shm")
                .ok()
                .map(|shm| (shm.f_blocks * shm.f_frsize, shm.f_bavail * shm.f_frsize)),
            memlock: devices::locked_most(),
            kept_buffers: kept_buffers(&adapters),
            adapters,
            open_files: getrlimit(Resource::Nofile).maximum,
            receive_buffer: receive_buffer(),
            links: links(),
            attach: attach(),
            has_membarrier: membarrier_query().contains(MembarrierQuery::GLOBAL_EXPEDITED),
            clock: read("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                .unwrap_or_default(),
            tasks: least_of_groups("pids.max"),
            launchers: launchers(),
            libpmix: libpmix(),
        }
    }

    /// The host in one line.
    pub(crate) fn title(&self) -> String {
        let (cores, all) = self.cores;
        format!(
            "{cores} of {all} cores, {} of memory, Linux {}, {}, farreach {}",
            size(self.memory),
            self.kernel,
            self.machine,
            self.build
        )
    }
}

/// For example `7.8 GiB`.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && value < 100.0 && value.fract() > 0.05);
    format!("{value:.digits$} {}", UNITS[unit])
}

fn read(path: &str) -> Option<String> {
    Some(fs::read_to_string(path).ok()?.trim().to_owned())
}

/// The number of numbers in a list such as `0-3,8`.
fn count_of(list: &str) -> u64 {
    let count = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        last.checked_sub(first).map(|apart| apart.saturating_add(1))
    };
    list.split(',')
        .filter_map(count)
        .fold(0, u64::saturating_add)
}

fn memory_bytes() -> u64 {
    let text = read("/proc/meminfo").unwrap_or_default();
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kib = total.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0).saturating_mul(1024)
}

/// The least memory limit of this process's control group and those above it.
fn memory_limit() -> Option<u64> {
    let first = read("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    let first = first.and_then(|text| text.parse::<u64>().ok());
    // A limit near 2^63 is none.
    let first = first.filter(|&limit| limit < 1 << 60);
    first.into_iter().chain(least_of_groups("memory.max")).min()
}

/// The least number in the file `name` of this process's control group and those above it.
fn least_of_groups(name: &str) -> Option<u64> {
    let groups = read("/proc/self/cgroup")?;
    let unified = groups.lines().find_map(|line| line.strip_prefix("0::"));
    let mut folder = unified.unwrap_or("/").trim_end_matches('/');
    let mut least = None;
    loop {
        let found = read(&format!("/sys/fs/cgroup{folder}/{name}"));
        let found = found.and_then(|text| text.parse().ok());
        least = least.into_iter().chain(found).min();
        match folder.rfind('/') {
            Some(end) => folder = &folder[..end],
            None => return least,
        }
    }
}

/// The receive buffer that the device asks for, and what the kernel grants of it.
fn receive_buffer() -> (u64, u64) {
    let granted = || {
        let socket = UdpSocket::bind("127.0.0.1:0").ok()?;
        set_socket_recv_buffer_size(&socket, RECEIVE_BUFFER_BYTES).ok()?;
        // The kernel doubles the number, for its own bookkeeping.
        Some(socket_recv_buffer_size(&socket).ok()? / 2)
    };
    (RECEIVE_BUFFER_BYTES as u64, granted().unwrap_or(0) as u64)
}

fn links() -> Vec<Link> {
    let mut links: BTreeMap<String, Link> = BTreeMap::new();
    for interface in Interface::all() {
        let Interface {
            name,
            ip,
            prefix,
            megabits,
            ..
        } = &interface;
        let mtu = read(&format!("/sys/class/net/{name}/mtu")).and_then(|text| text.parse().ok());
        let link = links.entry(name.clone()).or_insert_with(|| Link {
            name: name.clone(),
            addresses: Vec::new(),
            leads_elsewhere: false,
            mtu: mtu.unwrap_or(0),
            megabits: *megabits,
        });
        link.addresses.push(format!("{ip}/{prefix}"));
        link.leads_elsewhere |= interface.leads_elsewhere();
    }
    links.into_values().collect()
}

/// The launchers of [`LAUNCHERS`] that are on PATH.
fn launchers() -> Vec<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let is_there = |name: &&str| folders.iter().any(|folder| folder.join(name).is_file());
    let found = LAUNCHERS.into_iter().filter(is_there);
    found.map(str::to_owned).collect()
}

/// The library that speaks PMIx, or why there is none.
fn libpmix() -> (bool, String) {
    let named = settings::from_environment().ok();
    let named = named.and_then(|settings| settings.libpmix);
    match jobs::describe_libpmix(named.as_deref()) {
        Ok(found) => (true, found),
        Err(error) => (false, error.to_string()),
    }
}

fn kept_buffers(adapters: &[Adapter]) -> Option<(bool, String)> {
    if adapters.iter().all(|adapter| adapter.refusal().is_some()) {
        return None;
    }
    devices::kept_buffers(&settings::from_environment().ok()?)
}

fn attach() -> (bool, String) {
    let Found {
        is_chosen,
        description,
        ..
    } = devices::attach();
    (is_chosen, description)
}

#[cfg(test)]
mod tests {
    use super::{Report, count_of, size};

    #[test]
    fn a_report_survives_its_way() {
        let report = Report::gather();
        let text = serde_json::to_string(&report).expect("plain data");
        assert_eq!(
            serde_json::from_str::<Report>(&text).expect("the report"),
            report
        );
        assert!(report.cores.0 > 0 && report.memory > 0 && report.receive_buffer.1 > 0);
        assert!(
            report
                .links
                .iter()
                .any(|link| link.name == "lo" && !link.leads_elsewhere)
        );
    }

    #[test]
    fn sizes_and_lists_are_read() {
        assert_eq!(
            [0, 1023, 1 << 20, 8_375_190_000].map(size),
            ["0 B", "1023 B", "1 MiB", "7.8 GiB"]
        );
        assert_eq!(
            ["0-3,8", "0", "", "7-1", "0-18446744073709551615"].map(count_of),
            [5, 1, 0, 0, u64::MAX]
        );
    }
}
