//! The export of functions: the macros that the generated files use.
//!
//! A file of `generated` has the rows of a family once. `abis` exports them for each ABI, in a module where `Own` is the ABI,
//! and `Handle` and `Status` are its types. A function has a private name: `farreach_mpich_MPI_…`, `farreach_openmpi_MPI_…` or
//! `farreach_openmpi_fortran_MPI_…`. `libmpi.so.12` and `libmpi.so.40` have the standard's names.

#![allow(unsafe_code)]

pub(crate) use std::ffi::{c_char, c_double, c_int, c_long, c_void};

pub(crate) use crate::fault::{self, On, anytime, brief, call, needed, needed_for, tool};
pub(crate) use crate::forms::{Begins, Blocks, Prepares};

/// What the rows name, by ABI.
pub(crate) mod of_mpich {
    pub(crate) use crate::mpich::{File, Handle, Mpich as Own, Status};
}

pub(crate) mod of_openmpi {
    pub(crate) use crate::openmpi::{OpenMpi as Own, Pointer as File, Pointer as Handle, Status};
}

pub(crate) mod of_openmpi_fortran {
    pub(crate) use crate::openmpi::{
        Integer as File, Integer as Handle, OpenMpiFortran as Own, Status,
    };
}

/// Exports rows for all ABIs: `macro { rows } …`.
macro_rules! abis {
    ($($macro:ident { $($rows:tt)* })+) => {
        mod mpich {
            use super::*;
            use crate::export::of_mpich::*;
            $($macro! { "farreach_mpich_" $($rows)* })+
        }
        mod openmpi {
            use super::*;
            use crate::export::of_openmpi::*;
            $($macro! { "farreach_openmpi_" $($rows)* })+
        }
        mod openmpi_fortran {
            use super::*;
            use crate::export::of_openmpi_fortran::*;
            $($macro! { "farreach_openmpi_fortran_" $($rows)* })+
        }
    };
}
pub(crate) use abis;

/// Exports functions that return an error code:
/// `by name(parameters) on kind object needs places = module::body(arguments);`.
///
/// `by` is the function of [`fault`] that runs the body: `call`, `brief`, `anytime` or `tool`. The object is the one whose
/// error handler an error goes to, and the kind a variant of [`On`]. A place can't be null. A place `array[length]` may be null if `length` is 0.
macro_rules! exports {
    ($prefix:literal $($by:ident $name:ident($($parameter:ident: $type:ty),*)
        $(on $kind:ident $comm:ident)? $(needs $($place:ident $([$length:ident])?),+)?
        = $module:ident::$body:ident($($argument:expr),*);)+) => { $(
        #[unsafe(export_name = concat!($prefix, stringify!($name)))]
        unsafe extern "C" fn $name($($parameter: $type),*) -> c_int {
            exports!(@$by $name [$($kind $comm)?] [$($($place $([$length])?),+)?] $module $body [$($argument),*])
        }
    )+ };
    (@anytime $name:ident [] [$($place:ident $([$length:ident])?),*] $module:ident $body:ident [$($argument:expr),*]) => {
        anytime::<Own>(stringify!($name), || {
            $(exports!(@place $place $($length)?)?;)*
            // SAFETY: the program passes what the standard asks for.
            unsafe { $module::$body::<Own>($($argument),*) }
        })
    };
    (@tool $name:ident [] [$($place:ident $([$length:ident])?),*] $module:ident $body:ident [$($argument:expr),*]) => {
        tool::<Own>(|| {
            $(exports!(@place $place $($length)?)?;)*
            // SAFETY: the program passes what the standard asks for.
            unsafe { $module::$body::<Own>($($argument),*) }
        })
    };
    (@$by:ident $name:ident [$($kind:ident $comm:ident)?] [$($place:ident $([$length:ident])?),*] $module:ident $body:ident [$($argument:expr),*]) => {
        $by::<Own>(stringify!($name), exports!(@on $($kind $comm)?), |state| {
            $(exports!(@place $place $($length)?)?;)*
            // SAFETY: the program passes what the standard asks for.
            unsafe { $module::$body::<Own>(state, $($argument),*) }
        })
    };
    (@on) => { On::Nothing };
    (@on $kind:ident $comm:ident) => { On::$kind($comm) };
    (@place $place:ident) => { needed(stringify!($place), $place) };
    (@place $place:ident $length:ident) => { needed_for(stringify!($place), $place, $length) };
}
pub(crate) use exports;

/// Exports all forms of collectives (`forms`):
/// `blocking begun prepared(parameters) on Comm communicator = module::body(arguments);`.
macro_rules! collectives {
    ($prefix:literal $($blocking:ident $begun:ident $prepared:ident($($parameter:ident: $type:ty),*) on $kind:ident $comm:ident
        = $module:ident::$body:ident($($argument:expr),*);)+) => {
        exports! { $prefix $(
            call $blocking($($parameter: $type),*) on $kind $comm
                = $module::$body($($argument,)* Blocks);
            call $begun($($parameter: $type,)* request: *mut Handle) on $kind $comm needs request
                = $module::$body($($argument,)* Begins::<Own>(request));
            call $prepared($($parameter: $type,)* _info: Handle, request: *mut Handle) on $kind $comm needs request
                = $module::$body($($argument,)* Prepares::<Own>(request));
        )+ }
    };
}
pub(crate) use collectives;

/// Exports functions that return a value: `name(parameters) -> type = module::body(arguments);`.
macro_rules! values {
    ($prefix:literal $($name:ident($($parameter:ident: $type:ty),*) -> $result:ty = $module:ident::$body:ident($($argument:expr),*);)+) => { $(
        #[unsafe(export_name = concat!($prefix, stringify!($name)))]
        extern "C" fn $name($($parameter: $type),*) -> $result {
            $module::$body($($argument),*)
        }
    )+ };
}
pub(crate) use values;

/// Exports functions that return a value which depends on the ABI: as [`values`].
macro_rules! conversions {
    ($prefix:literal $($name:ident($($parameter:ident: $type:ty),*) -> $result:ty = $module:ident::$body:ident($($argument:expr),*);)+) => { $(
        #[unsafe(export_name = concat!($prefix, stringify!($name)))]
        extern "C" fn $name($($parameter: $type),*) -> $result {
            $module::$body::<Own>($($argument),*)
        }
    )+ };
}
pub(crate) use conversions;

/// Exports functions that only say that they do not exist.
macro_rules! absent {
    ($prefix:literal $($name:ident;)+) => { $(
        #[unsafe(export_name = concat!($prefix, stringify!($name)))]
        extern "C" fn $name() -> c_int {
            fault::absent::<Own>(stringify!($name))
        }
    )+ };
}
pub(crate) use absent;
