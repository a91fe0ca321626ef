//! The host's processors and name.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

use rustix::thread::{CpuSet, sched_getaffinity};

/// The number of processors that this process may run on, at least 1.
pub fn available_cores() -> usize {
    OwnCores::find().count
}

/// The processors that this process may run on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnCores {
    /// How many there are, at least 1.
    pub(crate) count: usize,
    /// A number that another process has only if it may run on the same ones. Not 0.
    pub(crate) digest: u64,
}

impl OwnCores {
    pub(crate) fn find() -> OwnCores {
        let set = sched_getaffinity(None).ok();
        let cores: Vec<usize> = set.map_or_else(Vec::new, |set| {
            (0..CpuSet::MAX_CPU)
                .filter(|&core| set.is_set(core))
                .collect()
        });
        // All processes of a node hash with the same keys.
        let mut hasher = DefaultHasher::new();
        cores.hash(&mut hasher);
        OwnCores {
            count: cores.len().max(1),
            digest: hasher.finish().max(1),
        }
    }
}

/// The host's name, for messages.
pub fn host_name() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    match name.trim() {
        "" => "localhost".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_a_core_and_a_name() {
        let cores = super::OwnCores::find();
        assert!(cores.count >= 1 && cores.digest != 0);
        assert!(!super::host_name().is_empty());
    }
}
