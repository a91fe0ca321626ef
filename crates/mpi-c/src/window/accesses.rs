//! Accesses to windows.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_long, c_void};

use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::window::{Place, There, Window};
use farreach_mpi::{Begun, Data, Datatype, Op, Operator, Status};

use super::{target, with};
use crate::abi::{Abi, Kind, Place as Handled};
use crate::fault::Done;
use crate::handles;
use crate::point::{data, request_of};
use crate::state::State;

/// The program's elements of a call, in the order of its arguments.
type Buffer<A> = (*const c_void, i64, <A as Abi>::Handle);
/// The target of a call: rank, displacement, count, datatype.
type Target<A> = (c_int, c_long, i64, <A as Abi>::Handle);

/// Runs `f` with the elements of the target, unless the target is no process.
#[inline]
fn at<A: Abi>(
    window: &Window,
    (rank, displacement, count, datatype): Target<A>,
    f: impl FnOnce(&There<'_>) -> Result<()>,
) -> Result<()> {
    let Some(target) = target::<A>(window, rank, "target_rank")? else {
        return Ok(());
    };
    let count = handles::count(count, "target_count")?;
    let datatype: Datatype = handles::committed::<A>(datatype)?;
    crate::point::check_size(&datatype, count)?;
    f(&There {
        target,
        displacement,
        count,
        datatype: &datatype,
    })
}

/// An operation of the standard that accumulates.
fn operation<A: Abi>(op: A::Handle) -> Result<Op> {
    match handles::operator::<A>(op)? {
        Operator::Predefined(op) => Ok(op),
        Operator::Program(_) => {
            let what =
                "argument op: an operation of the program: accumulates take those of the standard";
            Err(Failure::new(Class::Op, what))
        }
    }
}

/// The bytes of an access whose elements lie in a row here and there, and where they are there. `None` says nothing.
#[inline]
fn row<A: Abi>(window: &Window, here: &Buffer<A>, there: &Target<A>) -> Option<(Place, usize)> {
    let &(address, count, datatype) = here;
    let &(target, displacement, other_count, other) = there;
    let size = A::size_in_handle(datatype)?;
    if count != other_count || datatype != other || address.is_null() || A::is_in_place(address) {
        return None;
    }
    let bytes = usize::try_from(count).ok()?.checked_mul(size)?;
    Some((window.place_of(target, displacement, bytes)?, bytes))
}

unsafe fn do_put<A: Abi>(window: &Window, from: Buffer<A>, there: Target<A>) -> Result<()> {
    if let Some((place, bytes)) = row::<A>(window, &from, &there) {
        // SAFETY: as the program vouches.
        return unsafe { window.put_row(place, from.0.cast(), bytes) };
    }
    at::<A>(window, there, |there| {
        // SAFETY: as the program vouches.
        unsafe { window.put(&data::<A>(from.0, from.1, from.2)?, there) }
    })
}

unsafe fn do_get<A: Abi>(window: &Window, into: Buffer<A>, there: Target<A>) -> Result<()> {
    if let Some((place, bytes)) = row::<A>(window, &into, &there) {
        // SAFETY: as the program vouches.
        return unsafe { window.get_row(place, into.0.cast_mut().cast(), bytes) };
    }
    at::<A>(window, there, |there| {
        // SAFETY: as the program vouches.
        unsafe { window.get(&data::<A>(into.0, into.1, into.2)?, there) }
    })
}

unsafe fn do_accumulate<A: Abi>(
    window: &Window,
    from: Buffer<A>,
    there: Target<A>,
    op: A::Handle,
) -> Result<()> {
    let op = operation::<A>(op)?;
    if op == Op::Sum
        && let Some((place, bytes)) = row::<A>(window, &from, &there)
        && let Handled::Predefined(number) = A::place(Kind::Datatype, from.2)
        && let Some(basic) = A::basic(number)
        // SAFETY: as the program vouches.
        && unsafe { window.add_row(place, basic, from.0.cast(), bytes) }?
    {
        return Ok(());
    }
    at::<A>(window, there, |there| {
        // SAFETY: as the program vouches.
        window.accumulate(&unsafe { data::<A>(from.0, from.1, from.2) }?, there, op)
    })
}

unsafe fn do_get_accumulate<A: Abi>(
    window: &Window,
    from: Buffer<A>,
    into: Buffer<A>,
    there: Target<A>,
    op: A::Handle,
) -> Result<()> {
    let op = operation::<A>(op)?;
    at::<A>(window, there, |there| {
        // SAFETY: as the program vouches.
        let (from, into) = unsafe {
            // Nothing is read where the operation takes nothing.
            let from = if op == Op::NoOp {
                Data::none()
            } else {
                data::<A>(from.0, from.1, from.2)?
            };
            (from, data::<A>(into.0, into.1, into.2)?)
        };
        window.get_accumulate(&from, &into, there, op)
    })
}

/// The request of an access that is complete.
///
/// # Safety
/// `request` must be a place.
unsafe fn complete<A: Abi>(
    state: &State,
    window: &Window,
    rank: c_int,
    request: *mut A::Handle,
) -> Result<()> {
    if let Some(target) = target::<A>(window, rank, "target_rank")? {
        window.flush(Some(target))?;
    }
    let begun = Begun::Ended(Status::EMPTY);
    // SAFETY: the caller's promise.
    unsafe { *request = request_of::<A>(state, window.comm().clone().into(), begun) };
    Ok(())
}

macro_rules! accesses {
    ($($name:ident $with_request:ident $body:ident($($parameter:ident: $type:ty),*) toward $target:ident = ($($argument:expr),*);)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(
            _: &State,
            $($parameter: $type,)*
            win: A::Handle,
        ) -> Done {
            // SAFETY: as the program vouches.
            with::<A>(win, |shown| unsafe { $body::<A>(&shown.window, $($argument),*) })
        }

        pub(crate) unsafe fn $with_request<A: Abi>(
            state: &State,
            $($parameter: $type,)*
            win: A::Handle,
            request: *mut A::Handle,
        ) -> Done {
            with::<A>(win, |shown| {
                // SAFETY: as the program vouches.
                unsafe {
                    $body::<A>(&shown.window, $($argument),*)?;
                    complete::<A>(state, &shown.window, $target, request)
                }
            })
        }
    )+ };
}

accesses! {
    put rput do_put(
        origin_addr: *const c_void, origin_count: i64, origin_datatype: A::Handle,
        target_rank: c_int, target_disp: c_long, target_count: i64, target_datatype: A::Handle
    ) toward target_rank = (
        (origin_addr, origin_count, origin_datatype),
        (target_rank, target_disp, target_count, target_datatype)
    );
    get rget do_get(
        origin_addr: *mut c_void, origin_count: i64, origin_datatype: A::Handle,
        target_rank: c_int, target_disp: c_long, target_count: i64, target_datatype: A::Handle
    ) toward target_rank = (
        (origin_addr.cast_const(), origin_count, origin_datatype),
        (target_rank, target_disp, target_count, target_datatype)
    );
    accumulate raccumulate do_accumulate(
        origin_addr: *const c_void, origin_count: i64, origin_datatype: A::Handle,
        target_rank: c_int, target_disp: c_long, target_count: i64, target_datatype: A::Handle,
        op: A::Handle
    ) toward target_rank = (
        (origin_addr, origin_count, origin_datatype),
        (target_rank, target_disp, target_count, target_datatype),
        op
    );
    get_accumulate rget_accumulate do_get_accumulate(
        origin_addr: *const c_void, origin_count: i64, origin_datatype: A::Handle,
        result_addr: *mut c_void, result_count: i64, result_datatype: A::Handle,
        target_rank: c_int, target_disp: c_long, target_count: i64, target_datatype: A::Handle,
        op: A::Handle
    ) toward target_rank = (
        (origin_addr, origin_count, origin_datatype),
        (result_addr.cast_const(), result_count, result_datatype),
        (target_rank, target_disp, target_count, target_datatype),
        op
    );
}

/// Changes an element that is a word. `None` says nothing: then the access goes its long way.
///
/// # Safety
/// As the program vouches.
#[inline]
unsafe fn fetch_short<A: Abi>(
    window: &Window,
    op: Op,
    (from, into): (*const c_void, *mut c_void),
    (target, displacement, datatype): (c_int, c_long, A::Handle),
) -> Option<Result<()>> {
    let size = A::size_in_handle(datatype)?;
    let Handled::Predefined(number) = A::place(Kind::Datatype, datatype) else {
        return None;
    };
    let is_read = op != Op::NoOp;
    if into.is_null() || is_read && (from.is_null() || A::is_in_place(from)) {
        return None;
    }
    let basic = A::basic(number)?;
    let place = window.place_of(target, displacement, size)?;
    // SAFETY: as the caller vouches.
    unsafe { window.fetch_word(place, (op, basic), from.cast(), into.cast()) }
}

pub(crate) unsafe fn fetch_and_op<A: Abi>(
    _: &State,
    origin_addr: *const c_void,
    result_addr: *mut c_void,
    datatype: A::Handle,
    target_rank: c_int,
    target_disp: c_long,
    op: A::Handle,
    win: A::Handle,
) -> Done {
    with::<A>(win, |shown| {
        let op = operation::<A>(op)?;
        let (window, places) = (&shown.window, (origin_addr, result_addr));
        // SAFETY: as the program vouches.
        let short =
            unsafe { fetch_short::<A>(window, op, places, (target_rank, target_disp, datatype)) };
        if let Some(done) = short {
            return done;
        }
        at::<A>(window, (target_rank, target_disp, 1, datatype), |there| {
            // SAFETY: as the program vouches.
            let (from, into) = unsafe {
                let from = if op == Op::NoOp {
                    Data::none()
                } else {
                    data::<A>(origin_addr, 1, datatype)?
                };
                (from, data::<A>(result_addr, 1, datatype)?)
            };
            window.fetch_and_op(&from, &into, there, op)
        })
    })
}

pub(crate) unsafe fn compare_and_swap<A: Abi>(
    _: &State,
    origin_addr: *const c_void,
    compare_addr: *const c_void,
    result_addr: *mut c_void,
    datatype: A::Handle,
    target_rank: c_int,
    target_disp: c_long,
    win: A::Handle,
) -> Done {
    with::<A>(win, |shown| {
        at::<A>(
            &shown.window,
            (target_rank, target_disp, 1, datatype),
            |there| {
                // SAFETY: as the program vouches.
                let (from, expected, into) = unsafe {
                    (
                        data::<A>(origin_addr, 1, datatype)?,
                        data::<A>(compare_addr, 1, datatype)?,
                        data::<A>(result_addr, 1, datatype)?,
                    )
                };
                shown
                    .window
                    .compare_and_swap(&from, &expected, &into, there)
            },
        )
    })
}
