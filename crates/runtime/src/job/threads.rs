//! How many threads this process has.

use std::os::unix::fs::MetadataExt;

/// The threads of this process that have not ended, the calling one included; `None` where that can't be found out.
///
/// Opens nothing: the program may have closed its standard streams, whose numbers a descriptor would get.
pub(crate) fn alive() -> Option<usize> {
    // A folder has a link more for each folder in it, and Linux makes one for each thread.
    let links = std::fs::metadata("/proc/self/task").ok()?.nlink();
    // The first thread is counted until the process ends, even after `pthread_exit`. It then has no program any more.
    let is_first_over = u64::from(std::fs::read_link("/proc/self/exe").is_err());
    let threads = links.checked_sub(2 + is_first_over)? as usize;
    (threads > 0).then_some(threads)
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::alive;

    #[test]
    fn threads_count_while_they_live() {
        let met = Barrier::new(3);
        std::thread::scope(|scope| {
            let others = [(); 2].map(|()| scope.spawn(|| met.wait()));
            // The others live until this one has counted. Other tests may have threads, too.
            assert!(alive().is_some_and(|threads| threads >= 3));
            met.wait();
            drop(others);
        });
    }
}
