//! What the simulation itself allocates while a process has its turn.

use std::cell::Cell;

thread_local! {
    static BYTES: Cell<i64> = const { Cell::new(0) };
}

/// Bytes that this thread has allocated for packets under way and for memory of simulated processes, less those that it has freed.
/// Whoever accounts for a process by the growth of allocated memory subtracts the growth of this: one process allocates a packet and
/// another frees it, and memory of processes is there before it is written.
pub fn simulated_bytes() -> i64 {
    BYTES.get()
}

/// Notes an allocation.
pub(crate) fn took(bytes: usize) {
    BYTES.set(BYTES.get() + bytes as i64);
}

/// Notes that memory was freed.
pub(crate) fn freed(bytes: usize) {
    BYTES.set(BYTES.get() - bytes as i64);
}
