//! Communication contexts as C knows them.

use std::ffi::c_int;

use crate::fault::Fault;
use crate::state::State;

/// `SHMEM_CTX_INVALID`.
const INVALID: usize = 0;
/// `SHMEM_CTX_DEFAULT`.
const WORLD: usize = 1;

/// `shmem_ctx_t`.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ctx(usize);

/// The default context, known where the function is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Default;

/// The default context.
pub(crate) const DEFAULT: Default = Default;

/// On which context a function works.
pub(crate) trait On: Copy {
    /// The rank in the job of a PE of the context's team.
    fn rank(self, state: &State, pe: c_int) -> Result<u32, Fault>;
}

impl On for Default {
    #[inline]
    fn rank(self, _: &State, pe: c_int) -> Result<u32, Fault> {
        // What is negative becomes a rank that there can't be.
        Ok(pe as u32)
    }
}

impl On for Ctx {
    #[inline]
    fn rank(self, state: &State, pe: c_int) -> Result<u32, Fault> {
        match self.0 {
            WORLD => DEFAULT.rank(state, pe),
            other => Err(Fault::context(other, INVALID)),
        }
    }
}
