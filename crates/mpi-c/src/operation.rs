//! Operations of the program.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_long, c_void};
use std::sync::Arc;

use farreach_mpi::error::Class;
use farreach_mpi::{Datatype, Operator, Program};

use crate::abi::{Abi, Kind, Place};
use crate::fault::{Done, Fault};
use crate::handles::{self, OPS};
use crate::point::data;
use crate::state::State;

/// A function of the program that combines elements.
type Function<A> =
    unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut <A as Abi>::Handle);

/// The number of elements that a function takes at once: its count is an `int`.
const ELEMENTS_MAX: usize = c_int::MAX as usize;

pub(crate) unsafe fn op_create<A: Abi>(
    _: &State,
    function: *const c_void,
    commute: c_int,
    op: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a function of this type.
    let function = unsafe { std::mem::transmute::<*const c_void, Function<A>>(function) };
    let combine = move |lower: *mut u8, higher: *mut u8, count: usize, datatype: &Datatype| {
        crate::datatype::with_handle::<A>(datatype, |mut handle| {
            let (_, extent) = datatype.extent();
            let mut done = 0;
            while done < count {
                let some = (count - done).min(ELEMENTS_MAX);
                let mut some_int = some as c_int;
                let offset = done as isize * extent;
                // SAFETY: the program's function, with as many elements as it is told.
                unsafe {
                    function(
                        lower.wrapping_offset(offset).cast(),
                        higher.wrapping_offset(offset).cast(),
                        &raw mut some_int,
                        &raw mut handle,
                    );
                }
                done += some;
            }
        });
    };
    let operator = Operator::Program(Arc::new(Program::new(commute != 0, combine)));
    let place = Place::Made(OPS.add(Arc::new(operator)));
    // SAFETY: the program passes a place.
    unsafe { *op = A::handle(Kind::Op, place) };
    Ok(())
}

/// A function that gets the number of elements as `MPI_Count`.
type FunctionOfCounts<A> =
    unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_long, *mut <A as Abi>::Handle);

/// `MPI_Op_create_c`.
pub(crate) unsafe fn op_create_counts<A: Abi>(
    _: &State,
    function: *const c_void,
    commute: c_int,
    op: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a function of this type.
    let function = unsafe { std::mem::transmute::<*const c_void, FunctionOfCounts<A>>(function) };
    let combine = move |lower: *mut u8, higher: *mut u8, count: usize, datatype: &Datatype| {
        crate::datatype::with_handle::<A>(datatype, |mut handle| {
            let mut count = count as c_long;
            // SAFETY: the program's function, with as many elements as it is told.
            unsafe { function(lower.cast(), higher.cast(), &raw mut count, &raw mut handle) };
        });
    };
    let operator = Operator::Program(Arc::new(Program::new(commute != 0, combine)));
    let place = Place::Made(OPS.add(Arc::new(operator)));
    // SAFETY: the program passes a place.
    unsafe { *op = A::handle(Kind::Op, place) };
    Ok(())
}

pub(crate) unsafe fn op_free<A: Abi>(_: &State, op: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    unsafe {
        handles::operator::<A>(*op)?;
        let Place::Made(number) = A::place(Kind::Op, *op) else {
            return Err(Fault::new(
                Class::Op,
                "argument op: predefined, so it can't be freed",
            ));
        };
        OPS.remove(number);
        *op = A::handle(Kind::Op, Place::Null);
    }
    Ok(())
}

pub(crate) unsafe fn op_commutative<A: Abi>(_: &State, op: A::Handle, commute: *mut c_int) -> Done {
    let operator = handles::operator::<A>(op)?;
    // SAFETY: the program passes a place.
    unsafe { *commute = c_int::from(operator.commutes()) };
    Ok(())
}

pub(crate) unsafe fn reduce_local<A: Abi>(
    _: &State,
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: i64,
    datatype: A::Handle,
    op: A::Handle,
) -> Done {
    let operator = handles::operator::<A>(op)?;
    // SAFETY: as the program vouches.
    unsafe {
        let lower = data::<A>(inbuf, count, datatype)?;
        let higher = data::<A>(inoutbuf, count, datatype)?;
        if inbuf.addr() == inoutbuf.addr() && !lower.is_empty() {
            let what = "argument inbuf: the same as inoutbuf";
            return Err(Fault::new(Class::Buffer, what));
        }
        operator.check(higher.datatype())?;
        operator.combine(&lower, &higher)?;
    }
    Ok(())
}
