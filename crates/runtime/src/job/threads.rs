//! How many threads this process has.

/// The threads of this process that have not ended, the calling one included; `None` where that can't be read.
pub(crate) fn alive() -> Option<usize> {
    let stat = std::fs::read("/proc/self/stat").ok()?;
    count(&String::from_utf8_lossy(&stat))
}

/// `stat` is a `/proc/PID/stat`: `PID (NAME) STATE` and numbers, of which the 20th field is the number of threads.
fn count(stat: &str) -> Option<usize> {
    // The name may contain anything.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let is_first_over = fields.next()? == "Z";
    let threads: usize = fields.nth(16)?.parse().ok()?;
    // The first thread is counted until the process ends, even after `pthread_exit`.
    Some(threads - usize::from(is_first_over))
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::{alive, count};

    #[test]
    fn threads_count_while_they_live() {
        let numbers = "1 2 3 0 -1 4194304 100 0 0 0 1 2 0 0 20 0";
        let stat = |state| format!("77 (a) R (b) {state} {numbers} 3 0 12345");
        assert_eq!(count(&stat("S")), Some(3));
        assert_eq!(count(&stat("Z")), Some(2));
        assert_eq!(count("77 (a) S 1 2"), None);
        let met = Barrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| met.wait());
            // The other one lives until this one has counted.
            assert!(alive().is_some_and(|threads| threads >= 2));
            met.wait();
        });
    }
}
