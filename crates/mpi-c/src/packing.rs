//! Packing and unpacking in the program's own buffers.

#![allow(unsafe_code)]

use std::ffi::c_void;

use farreach_mpi::Data;
use farreach_mpi::error::{Class, Failure, Result};

use crate::abi::Abi;
use crate::fault::Done;
use crate::handles;
use crate::numbers::Out;
use crate::point::data;
use crate::state::State;

/// A part of the program's buffer of packed bytes.
struct Packed {
    address: *mut u8,
    size: usize,
    position: usize,
}

impl Packed {
    unsafe fn of(buffer: *const c_void, size: i64, position: i64) -> Result<Packed> {
        let size = handles::count(size, "size")?;
        let position = usize::try_from(position)
            .ok()
            .filter(|position| *position <= size);
        let Some(position) = position else {
            let what = format!("argument position: not in the buffer of {size} bytes");
            return Err(Failure::new(Class::Arg, what));
        };
        Ok(Packed {
            address: buffer.cast_mut().cast(),
            size,
            position,
        })
    }

    /// The next `len` bytes.
    unsafe fn next(&mut self, len: usize) -> Result<&mut [u8]> {
        if len > self.size - self.position {
            let what = format!(
                "argument position: {len} bytes from {} on are not in the buffer of {} bytes",
                self.position, self.size
            );
            return Err(Failure::new(Class::Truncate, what));
        }
        if len == 0 {
            return Ok(&mut []);
        }
        // SAFETY: the program passes a buffer of this size.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.address.add(self.position), len) })
    }
}

/// A number that a call reads and changes.
unsafe fn read(place: Out) -> i64 {
    // SAFETY: the program passes a place.
    unsafe {
        match place {
            Out::Int(place) => i64::from(*place),
            Out::Long(place) => *place,
        }
    }
}

pub(crate) unsafe fn pack<A: Abi>(
    state: &State,
    inbuf: *const c_void,
    count: i64,
    handle: A::Handle,
    outbuf: *mut c_void,
    size: i64,
    position: Out,
    comm: A::Handle,
) -> Done {
    handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    unsafe {
        let from: Data = data::<A>(inbuf, count, handle)?;
        let mut packed = Packed::of(outbuf, size, read(position))?;
        from.read_into(packed.next(from.len())?);
        position.set((packed.position + from.len()) as i64, A::UNDEFINED);
    }
    Ok(())
}

pub(crate) unsafe fn unpack<A: Abi>(
    state: &State,
    inbuf: *const c_void,
    size: i64,
    position: Out,
    outbuf: *mut c_void,
    count: i64,
    handle: A::Handle,
    comm: A::Handle,
) -> Done {
    handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    unsafe {
        let into: Data = data::<A>(outbuf, count, handle)?;
        let mut packed = Packed::of(inbuf, size, read(position))?;
        into.write_from(packed.next(into.len())?);
        position.set((packed.position + into.len()) as i64, A::UNDEFINED);
    }
    Ok(())
}

pub(crate) unsafe fn pack_size<A: Abi>(
    state: &State,
    count: i64,
    handle: A::Handle,
    comm: A::Handle,
    size: Out,
) -> Done {
    handles::comm::<A>(state, comm)?;
    let datatype = handles::committed::<A>(handle)?;
    let bytes = datatype.size_of(handles::count(count, "incount")?);
    let bytes = bytes
        .map(|bytes| bytes as i64)
        .filter(|bytes| size.fits(*bytes));
    // SAFETY: the program passes a place.
    unsafe { size.set(bytes.unwrap_or(A::UNDEFINED.into()), A::UNDEFINED) };
    Ok(())
}
