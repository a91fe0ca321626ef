//! What the generated files use.

pub(crate) use farreach_c::exports;

use farreach_c::Fault;

pub(crate) use crate::group::GroupObject;
pub(crate) use crate::handle::Handle;
pub(crate) use crate::mutex::MutexesHandle;
use crate::state::LIBRARY;
pub(crate) use crate::vector::Vector;
pub(crate) use crate::{
    collective, contiguous, domain, group, handle, heap, message, mutex, ordering, rmw, state,
    strided, value, vector,
};

/// Returns the result of a function, or ends the job.
#[inline]
pub(crate) fn finish<T>(function: &'static str, result: Result<T, Fault>) -> T {
    LIBRARY.finish(function, result)
}
