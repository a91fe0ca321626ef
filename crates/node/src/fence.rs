//! The asymmetric fence: the rare side pays for a barrier on all processors, the frequent side pays nothing.

use std::sync::atomic::{Ordering, compiler_fence};

use rustix::io;
use rustix::thread::{MembarrierCommand, membarrier};

/// Lets [`heavy`] fences of other processes reach the threads of this one.
pub(crate) fn register() -> io::Result<()> {
    membarrier(MembarrierCommand::RegisterGlobalExpedited)
}

/// A full barrier on every processor that runs a thread of a registered process, ours included.
pub(crate) fn heavy() -> io::Result<()> {
    membarrier(MembarrierCommand::GlobalExpedited)
}

/// The frequent side: keeps the compiler from moving accesses across; the processor's part is done by [`heavy`].
#[inline]
pub(crate) fn light() {
    compiler_fence(Ordering::SeqCst);
}
