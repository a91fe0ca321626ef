//! Packing in external32.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};

use farreach_mpi::datatype::ExternalError;
use farreach_mpi::error::{Class, Failure, Result};

use crate::abi::Abi;
use crate::fault::Done;
use crate::handles;
use crate::numbers::Out;
use crate::state::State;
use crate::strings::text;

/// The only representation of the standard.
const EXTERNAL: &str = "external32";

unsafe fn check_name(name: *const c_char) -> Result<()> {
    // SAFETY: the program passes a string.
    let name = unsafe { text(name) };
    if name == EXTERNAL {
        return Ok(());
    }
    let what = format!("argument datarep: `{name}`: the standard has `{EXTERNAL}` alone");
    Err(Failure::new(Class::Arg, what))
}

fn failure(error: ExternalError) -> Failure {
    let class = match error {
        ExternalError::Short { .. } => Class::Truncate,
        _ => Class::Arg,
    };
    Failure::new(class, error.to_string())
}

/// The part of a buffer of `size` bytes behind `position`: how far it is, and its bytes.
fn rest(size: i64, position: i64) -> Result<(usize, usize)> {
    let size = handles::count(size, "the size of the packed buffer")?;
    let position = handles::count(position, "position")?;
    let left = size.checked_sub(position).ok_or_else(|| {
        let what = format!("argument position: {position} is behind the buffer's {size} bytes");
        Failure::new(Class::Arg, what)
    })?;
    Ok((position, left))
}

/// The number at a place that will be advanced.
unsafe fn read(position: Out) -> i64 {
    // SAFETY: the program passes a place with a number.
    unsafe {
        match position {
            Out::Int(place) => i64::from(*place),
            Out::Long(place) => *place,
        }
    }
}

pub(crate) unsafe fn pack_external<A: Abi>(
    _: &State,
    name: *const c_char,
    inbuf: *const c_void,
    count: i64,
    handle: A::Handle,
    outbuf: *mut c_void,
    size: i64,
    position: Out,
) -> Done {
    let datatype = handles::committed::<A>(handle)?;
    let count = handles::count(count, "incount")?;
    // SAFETY: the program passes a string, elements, a buffer of this size, and a place.
    unsafe {
        check_name(name)?;
        let (before, left) = rest(size, read(position))?;
        if datatype.external_size(count) == Some(0) {
            return Ok(());
        }
        let into = outbuf.cast::<u8>().wrapping_add(before);
        let into = std::slice::from_raw_parts_mut(into, left);
        let packed = datatype.pack_external(count, inbuf.cast(), into);
        let packed = packed.map_err(failure)?;
        position.set((before + packed) as i64, A::UNDEFINED);
    }
    Ok(())
}

pub(crate) unsafe fn unpack_external<A: Abi>(
    _: &State,
    name: *const c_char,
    inbuf: *const c_void,
    size: i64,
    position: Out,
    outbuf: *mut c_void,
    count: i64,
    handle: A::Handle,
) -> Done {
    let datatype = handles::committed::<A>(handle)?;
    let count = handles::count(count, "outcount")?;
    // SAFETY: the program passes a string, elements, a buffer of this size, and a place.
    unsafe {
        check_name(name)?;
        let (before, left) = rest(size, read(position))?;
        if datatype.external_size(count) == Some(0) {
            return Ok(());
        }
        let from = inbuf.cast::<u8>().wrapping_add(before);
        let from = std::slice::from_raw_parts(from, left);
        let unpacked = datatype.unpack_external(count, outbuf.cast(), from);
        let unpacked = unpacked.map_err(failure)?;
        position.set((before + unpacked) as i64, A::UNDEFINED);
    }
    Ok(())
}

pub(crate) unsafe fn pack_external_size<A: Abi>(
    _: &State,
    name: *const c_char,
    count: i64,
    handle: A::Handle,
    size: Out,
) -> Done {
    let datatype = handles::committed::<A>(handle)?;
    let bytes = datatype.external_size(handles::count(count, "incount")?);
    let bytes = bytes.map_or(A::UNDEFINED.into(), |bytes| bytes as i64);
    // SAFETY: the program passes a string and a place.
    unsafe {
        check_name(name)?;
        size.set(bytes, A::UNDEFINED);
    }
    Ok(())
}
