//! The name of a wait that does not end: the function that the program called. Calls record nothing. The name is read from the
//! stack.

use std::backtrace::Backtrace;

/// The function of a library that this thread is in, if the stack can be read. `prefix` begins the names of its functions.
pub fn function_called(prefix: &str) -> Option<String> {
    called_in(&Backtrace::force_capture().to_string(), prefix)
}

/// The innermost such function in a stack trace, whose lines are `number: function` and source positions. The name of a profiler's
/// form begins with a `p`.
fn called_in(stack: &str, prefix: &str) -> Option<String> {
    let functions = (stack.lines()).filter_map(|line| Some(line.trim_start().split_once(": ")?.1));
    let names = functions.map(|name| name.strip_prefix('p').unwrap_or(name));
    let mut of_library = names.filter(|name| name.starts_with(prefix));
    of_library.next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::called_in;

    #[test]
    fn the_function_of_the_program_is_found() {
        let stack = "   0: farreach_shmem_c::setup::called\n             at src/setup.rs:7:5\n   1: farreach_runtime::stall::tell\n   \
                     2: pshmem_barrier_all\n   3: main\n   4: shmem_looks_like_it\n";
        let called = |stack| called_in(stack, "shmem_");
        assert_eq!(called(stack).as_deref(), Some("shmem_barrier_all"));
        assert_eq!(called("   0: main\n   1: <unknown>\n"), None);
    }
}
