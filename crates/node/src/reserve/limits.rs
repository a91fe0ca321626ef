//! The memory that this process may still take.

use std::fs;
use std::path::{Path, PathBuf};

/// The memory that can still be taken, and the limit that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Available {
    /// Bytes.
    pub bytes: u64,
    /// The source of the tightest limit: `/proc/meminfo` (the machine's memory) or a control
    /// group's file.
    pub limit: String,
}

/// What this process may still take: the minimum of the machine's available memory and what each
/// enclosing control group allows.
///
/// Files that are missing or unreadable limit nothing.
pub fn available_memory() -> Available {
    available_for(u64::MAX)
}

/// What this process may still take, exact only below `wanted`. A limit that leaves more is not
/// read exactly, which is slow.
pub(super) fn available_for(wanted: u64) -> Available {
    available_in(Path::new("/proc"), Path::new("/sys/fs/cgroup"), wanted)
}

/// What this process may still take, by `/proc` and the control groups' file system at the given
/// paths.
pub(super) fn available_in(proc: &Path, cgroups: &Path, wanted: u64) -> Available {
    let meminfo = proc.join("meminfo");
    let mut least = Available {
        bytes: machine(&meminfo).unwrap_or(u64::MAX),
        limit: meminfo.display().to_string(),
    };
    let membership = fs::read_to_string(proc.join("self/cgroup")).unwrap_or_default();
    for line in membership.lines() {
        // hierarchy-ID:controllers:path
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            continue;
        };
        let (root, files) = if controllers.is_empty() {
            (cgroups.to_path_buf(), &V2)
        } else if controllers.split(',').any(|name| name == "memory") {
            (cgroups.join("memory"), &V1)
        } else {
            continue;
        };
        for group in ancestors(&root, path) {
            if let Some(bytes) = left_in(&group, files, wanted)
                && bytes < least.bytes
            {
                least = Available {
                    bytes,
                    limit: group.join(files.limit).display().to_string(),
                };
            }
        }
    }
    least
}

/// The file names of a control group version.
struct Files {
    limit: &'static str,
    usage: &'static str,
    /// The line of `memory.stat` that counts page cache which the kernel would drop before the
    /// limit is reached.
    reclaimable: &'static str,
}

const V2: Files = Files {
    limit: "memory.max",
    usage: "memory.current",
    reclaimable: "inactive_file ",
};
const V1: Files = Files {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    reclaimable: "total_inactive_file ",
};

/// The group at `path` under `root`, and all enclosing groups. In a container the path may be one
/// of the host's and not exist here. In that case the root is the container's own group.
fn ancestors(root: &Path, path: &str) -> Vec<PathBuf> {
    let names: Vec<&str> = path
        .split('/')
        .filter(|name| !name.is_empty() && *name != "..")
        .collect();
    (0..=names.len())
        .map(|depth| root.join(names[..depth].join("/")))
        .collect()
}

fn left_in(group: &Path, files: &Files, wanted: u64) -> Option<u64> {
    // "max" (version 2) is not a number and means no limit.
    let limit = number(&fs::read_to_string(group.join(files.limit)).ok()?)?;
    let usage = number(&fs::read_to_string(group.join(files.usage)).ok()?)?;
    if limit.saturating_sub(usage) >= wanted {
        return Some(limit - usage);
    }
    let stat = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let reclaimable = stat
        .lines()
        .find_map(|line| number(line.strip_prefix(files.reclaimable)?))
        .unwrap_or(0);
    Some(limit.saturating_sub(usage.saturating_sub(reclaimable)))
}

fn machine(meminfo: &Path) -> Option<u64> {
    let text = fs::read_to_string(meminfo).ok()?;
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    number(value.trim_end_matches("kB"))?.checked_mul(1024)
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}
