//! The asymmetric fence: the rare side pays for a barrier on all processors, the frequent side
//! executes no instruction.

use std::sync::atomic::{Ordering, compiler_fence};

use rustix::io;
use rustix::thread::{MembarrierCommand, membarrier};

/// Lets [`heavy`] fences of other processes reach the threads of this process.
pub(crate) fn register() -> io::Result<()> {
    membarrier(MembarrierCommand::RegisterGlobalExpedited)
}

/// The rare side: a full barrier on every processor that runs a thread of a registered process,
/// this one included.
pub(crate) fn heavy() -> io::Result<()> {
    membarrier(MembarrierCommand::GlobalExpedited)
}

/// The frequent side: a compiler fence. [`heavy`] orders the processor's accesses.
#[inline]
pub(crate) fn light() {
    compiler_fence(Ordering::SeqCst);
}
