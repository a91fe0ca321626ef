//! The host's processors and name.

use std::fs;

/// The number of processors that this process may run on, at least 1.
pub fn available_cores() -> usize {
    rustix::thread::sched_getaffinity(None).map_or(1, |set| (set.count() as usize).max(1))
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
        assert!(super::available_cores() >= 1);
        assert!(!super::host_name().is_empty());
    }
}
