//! The host's processors and name.

use std::fs;

use rustix::thread::{CpuSet, sched_getaffinity};

/// The number of processors that this process may run on, at least 1.
pub fn available_cores() -> usize {
    OwnCores::find().count
}

/// The processors that a process may run on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnCores {
    /// How many there are, at least 1.
    pub(crate) count: usize,
    /// A bit for each, by its number modulo 512.
    pub(crate) bits: [u64; 8],
}

impl OwnCores {
    /// Those of the calling thread.
    pub(crate) fn find() -> OwnCores {
        let mut own = OwnCores {
            count: 1,
            bits: [0; 8],
        };
        if let Ok(set) = sched_getaffinity(None) {
            own.count = (set.count() as usize).max(1);
            for core in (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)) {
                own.bits[core / 64 % 8] |= 1 << (core % 64);
            }
        }
        own
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
        let bits: u32 = cores.bits.iter().map(|bits| bits.count_ones()).sum();
        assert!(cores.count >= 1 && bits >= 1 && bits as usize <= cores.count);
        assert!(!super::host_name().is_empty());
    }
}
