//! The name of a wait that does not end: the function that the program called. Calls record
//! nothing. The name is read from the stack.

use std::backtrace::Backtrace;

use crate::state::LIBRARY;

/// The library's function that this thread is in, if the stack can be read.
pub(crate) fn called() -> Option<String> {
    if LIBRARY.leaves() {
        return Some("exit, without shmem_finalize".to_owned());
    }
    called_in(&Backtrace::force_capture().to_string())
}

/// The innermost function of OpenSHMEM in a stack trace, whose lines are `number: function` and
/// source positions.
fn called_in(stack: &str) -> Option<String> {
    let functions = (stack.lines()).filter_map(|line| Some(line.trim_start().split_once(": ")?.1));
    let names = functions.map(|name| name.strip_prefix('p').unwrap_or(name));
    let mut of_openshmem = names.filter(|name| name.starts_with("shmem_"));
    of_openshmem.next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::called_in;

    #[test]
    fn the_function_of_the_program_is_found() {
        let stack = "   0: farreach_shmem_c::naming::called\n             at src/naming.rs:7:5\n   1: farreach_runtime::stall::tell\n   \
                     2: pshmem_barrier_all\n   3: main\n   4: shmem_looks_like_it\n";
        assert_eq!(called_in(stack).as_deref(), Some("shmem_barrier_all"));
        assert_eq!(called_in("   0: main\n   1: <unknown>\n"), None);
    }
}
