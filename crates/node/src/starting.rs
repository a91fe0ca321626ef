//! Why processes and threads can't be started.

use std::io;

/// Adds a remedy to the error of a failed start of a process or thread, if the cause is a limit on their number.
pub fn start_error(error: io::Error) -> io::Error {
    if error.kind() != io::ErrorKind::WouldBlock {
        return error;
    }
    io::Error::other(format!(
        "{error}: the limit on the user's processes and threads is reached: raise it (ulimit -u, pids.max of the control group), \
         or start fewer"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_limit_has_a_remedy() {
        let told = |errno| start_error(io::Error::from_raw_os_error(errno)).to_string();
        let limited = told(libc::EAGAIN);
        assert!(
            limited.contains("Resource temporarily unavailable"),
            "{limited}"
        );
        assert!(limited.contains("ulimit -u"), "{limited}");
        assert!(!told(libc::ENOENT).contains("ulimit"));
    }
}
