//! The clock of start-up times.

use std::fs;

use rustix::time::{ClockId, clock_gettime};

/// Nanoseconds of `CLOCK_MONOTONIC`, a clock that all processes of a host share.
pub fn now_ns() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// The name of the clock of [`now_ns`]. Two processes read one clock if their names are equal.
/// `None` if the name can't be found.
///
/// The clock is that of the running kernel, plus the offset of the process's time namespace.
pub(crate) fn clock_name() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    // A kernel without time namespaces has no offset.
    let namespace = fs::read_link("/proc/self/ns/time").unwrap_or_default();
    Some(format!("{} {}", boot.trim_end(), namespace.display()))
}

/// `then_ns` if the clock on which it was read, `theirs`, is this process's clock as well.
pub(crate) fn by_own_clock(then_ns: u64, theirs: Option<&str>, own: Option<&str>) -> Option<u64> {
    (theirs.is_some() && theirs == own).then_some(then_ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_another_clock_is_no_time() {
        let own = clock_name();
        assert!(own.is_some(), "Linux names its boot");
        assert_eq!(own, clock_name());
        assert_eq!(by_own_clock(7, own.as_deref(), own.as_deref()), Some(7));
        assert_eq!(by_own_clock(7, Some("another boot"), own.as_deref()), None);
        assert_eq!(by_own_clock(7, None, None), None, "not known");
    }
}
