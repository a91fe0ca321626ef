//! Datatypes by what numbers of Fortran can hold.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_mpi::Datatype;
use farreach_mpi::datatype::TypeError;
use farreach_mpi::error::{Class, Failure, Result};

use crate::abi::{Abi, Kind, Place};
use crate::fault::Done;
use crate::handles::{self, TYPES};
use crate::state::State;

/// A number that the program may leave undefined.
fn wanted<A: Abi>(number: c_int, argument: &str) -> Result<Option<usize>> {
    if number == A::UNDEFINED {
        return Ok(None);
    }
    handles::count(number.into(), argument).map(Some)
}

/// Stores the handle of a type that is the same each time.
unsafe fn give<A: Abi>(
    into: *mut A::Handle,
    datatype: std::result::Result<Datatype, TypeError>,
) -> Done {
    let datatype = datatype.map_err(|error| Failure::new(Class::Arg, error.to_string()))?;
    let known = TYPES.find(|made| made.datatype == datatype);
    let handle = match known {
        Some(number) => A::handle(Kind::Datatype, Place::Made(number)),
        None => handles::add_type::<A>(datatype),
    };
    // SAFETY: the program passes a place.
    unsafe { *into = handle };
    Ok(())
}

pub(crate) unsafe fn type_create_f90_real<A: Abi>(
    _: &State,
    precision: c_int,
    range: c_int,
    new: *mut A::Handle,
) -> Done {
    let (precision, range) = (wanted::<A>(precision, "p")?, wanted::<A>(range, "r")?);
    // SAFETY: the program passes a place.
    unsafe { give::<A>(new, Datatype::f90_real(precision, range)) }
}

pub(crate) unsafe fn type_create_f90_complex<A: Abi>(
    _: &State,
    precision: c_int,
    range: c_int,
    new: *mut A::Handle,
) -> Done {
    let (precision, range) = (wanted::<A>(precision, "p")?, wanted::<A>(range, "r")?);
    // SAFETY: the program passes a place.
    unsafe { give::<A>(new, Datatype::f90_complex(precision, range)) }
}

pub(crate) unsafe fn type_create_f90_integer<A: Abi>(
    _: &State,
    range: c_int,
    new: *mut A::Handle,
) -> Done {
    let range = wanted::<A>(range, "r")?;
    // SAFETY: the program passes a place.
    unsafe { give::<A>(new, Datatype::f90_integer(range)) }
}
