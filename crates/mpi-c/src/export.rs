//! The export of functions: the macros that the generated files use.
//!
//! A function has the private name `farreach_mpich_MPI_…`. `libmpi.so.12` has the standard's names, and Fortran's functions
//! call those.

#![allow(unsafe_code)]

pub(crate) use std::ffi::{c_char, c_double, c_int, c_long, c_void};

pub(crate) use crate::fault::{self, anytime, brief, call, needed, needed_for};
pub(crate) use crate::mpich::{Handle, Mpich, Status};
pub(crate) use crate::way::{Begins, Blocks, Prepares};

/// Exports functions that return an error code:
/// `by name(parameters) on communicator needs places = module::body(arguments);`.
///
/// `by` is the function of [`fault`] that runs the body: `call`, `brief` or `anytime`. The communicator is the one whose
/// error handler an error goes to. A place can't be null. A place `array[length]` may be null if `length` is 0.
macro_rules! exports {
    ($($by:ident $name:ident($($parameter:ident: $type:ty),*)
        $(on $comm:ident)? $(needs $($place:ident $([$length:ident])?),+)?
        = $module:ident::$body:ident($($argument:expr),*);)+) => { $(
        #[unsafe(export_name = concat!("farreach_mpich_", stringify!($name)))]
        unsafe extern "C" fn $name($($parameter: $type),*) -> c_int {
            exports!(@$by $name [$($comm)?] [$($($place $([$length])?),+)?] $module $body [$($argument),*])
        }
    )+ };
    (@anytime $name:ident [] [$($place:ident $([$length:ident])?),*] $module:ident $body:ident [$($argument:expr),*]) => {
        anytime::<Mpich>(stringify!($name), || {
            $(exports!(@place $place $($length)?)?;)*
            // SAFETY: the program passes what the standard asks for.
            unsafe { $module::$body::<Mpich>($($argument),*) }
        })
    };
    (@$by:ident $name:ident [$($comm:ident)?] [$($place:ident $([$length:ident])?),*] $module:ident $body:ident [$($argument:expr),*]) => {
        $by::<Mpich>(stringify!($name), exports!(@comm $($comm)?), |state| {
            $(exports!(@place $place $($length)?)?;)*
            // SAFETY: the program passes what the standard asks for.
            unsafe { $module::$body::<Mpich>(state, $($argument),*) }
        })
    };
    (@comm) => { None };
    (@comm $comm:ident) => { Some($comm) };
    (@place $place:ident) => { needed(stringify!($place), $place) };
    (@place $place:ident $length:ident) => { needed_for(stringify!($place), $place, $length) };
}
pub(crate) use exports;

/// Exports all forms of collectives (`way`):
/// `blocking begun prepared(parameters) on communicator = module::body(arguments);`.
macro_rules! collectives {
    ($($blocking:ident $begun:ident $prepared:ident($($parameter:ident: $type:ty),*) on $comm:ident
        = $module:ident::$body:ident($($argument:expr),*);)+) => {
        exports! { $(
            call $blocking($($parameter: $type),*) on $comm
                = $module::$body($($argument,)* Blocks);
            call $begun($($parameter: $type,)* request: *mut Handle) on $comm needs request
                = $module::$body($($argument,)* Begins::<Mpich>(request));
            call $prepared($($parameter: $type,)* _info: Handle, request: *mut Handle) on $comm needs request
                = $module::$body($($argument,)* Prepares::<Mpich>(request));
        )+ }
    };
}
pub(crate) use collectives;

/// Exports functions that return a value: `name(parameters) -> type = module::body(arguments);`.
macro_rules! values {
    ($($name:ident($($parameter:ident: $type:ty),*) -> $result:ty = $module:ident::$body:ident($($argument:expr),*);)+) => { $(
        #[unsafe(export_name = concat!("farreach_mpich_", stringify!($name)))]
        extern "C" fn $name($($parameter: $type),*) -> $result {
            $module::$body($($argument),*)
        }
    )+ };
}
pub(crate) use values;

/// Exports functions that only say that they do not exist.
macro_rules! absent {
    ($($name:ident;)+) => { $(
        #[unsafe(export_name = concat!("farreach_mpich_", stringify!($name)))]
        extern "C" fn $name() -> c_int {
            fault::absent::<Mpich>(stringify!($name))
        }
    )+ };
}
pub(crate) use absent;
