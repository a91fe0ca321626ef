//! The export of functions: the macro that the generated files use.

#![allow(unsafe_code)]

use crate::fault::Fault;
pub(crate) use crate::group::GroupObject;
pub(crate) use crate::handle::Handle;
pub(crate) use crate::mutex::MutexesHandle;
pub(crate) use crate::vector::Vector;
pub(crate) use crate::{
    collective, contiguous, domain, group, handle, heap, message, mutex, ordering, rmw, state,
    strided, value, vector,
};

/// Exports functions: `name strong (parameters) -> result = call;`. The strong symbol is the one
/// that no profiler replaces, and the weak symbol the program's. Without a strong symbol the
/// program's is the only one.
macro_rules! exports {
    ($($name:ident $($strong:ident)? ($($parameter:ident: $type:ty),*) $(-> $result:ty)? = $call:expr;)*) => { $(
        exports!(@one $name $($strong)? ($($parameter: $type),*) $(-> $result)? = $call;);
    )* };
    (@one $name:ident $strong:ident ($($parameter:ident: $type:ty),*) $(-> $result:ty)? = $call:expr;) => {
        #[unsafe(no_mangle)]
        #[allow(unused_unsafe, reason = "some functions take no addresses")]
        unsafe extern "C" fn $strong($($parameter: $type),*) $(-> $result)? {
            // SAFETY: the caller keeps what the interface asks for the arguments.
            finish(stringify!($name), unsafe { $call })
        }
        std::arch::global_asm!(
            concat!(".weak ", stringify!($name)),
            concat!(".set ", stringify!($name), ", ", stringify!($strong)),
        );
    };
    (@one $name:ident ($($parameter:ident: $type:ty),*) $(-> $result:ty)? = $call:expr;) => {
        #[unsafe(no_mangle)]
        #[allow(unused_unsafe, reason = "some functions take no addresses")]
        unsafe extern "C" fn $name($($parameter: $type),*) $(-> $result)? {
            // SAFETY: the caller keeps what the interface asks for the arguments.
            finish(stringify!($name), unsafe { $call })
        }
    };
}
pub(crate) use exports;

/// Returns the result of a function, or ends the job.
#[inline]
pub(crate) fn finish<T>(function: &'static str, result: Result<T, Fault>) -> T {
    match result {
        Ok(value) => value,
        Err(fault) => fault.end(function),
    }
}
