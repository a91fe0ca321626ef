//! Groups.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_mpi::error::Class;
use farreach_mpi::{Comparison, Group};

use crate::abi::{Abi, Kind, Place};
use crate::fault::{Done, Fault};
use crate::handles::{self, GROUPS};
use crate::state::State;

pub(crate) unsafe fn group_size<A: Abi>(_: &State, group: A::Handle, size: *mut c_int) -> Done {
    let group = handles::group::<A>(group)?;
    // SAFETY: the program passes a place.
    unsafe { *size = group.size() as c_int };
    Ok(())
}

pub(crate) unsafe fn group_rank<A: Abi>(state: &State, group: A::Handle, rank: *mut c_int) -> Done {
    let group = handles::group::<A>(group)?;
    let index = group.index_of(state.mpi.rank());
    // SAFETY: the program passes a place.
    unsafe { *rank = index.map_or(A::UNDEFINED, |index| index as c_int) };
    Ok(())
}

/// The numbers of an array.
unsafe fn numbers(count: c_int, array: *const c_int) -> Result<Vec<i64>, Fault> {
    let count = handles::count(count.into(), "n")?;
    // SAFETY: the program passes an array of this length.
    Ok((0..count)
        .map(|at| i64::from(unsafe { *array.add(at) }))
        .collect())
}

unsafe fn ranges(count: c_int, array: *const [c_int; 3]) -> Result<Vec<i64>, Fault> {
    let count = handles::count(count.into(), "n")?;
    // SAFETY: the program passes an array of this length.
    let ranges = (0..count).map(|at| unsafe { *array.add(at) }.map(i64::from));
    Ok(Group::in_ranges(&ranges.collect::<Vec<_>>())?)
}

pub(crate) unsafe fn group_incl<A: Abi>(
    _: &State,
    group: A::Handle,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes an array and a place.
    unsafe {
        let made = handles::group::<A>(group)?.including(&numbers(n, ranks)?)?;
        *newgroup = handles::add_group::<A>(made);
    }
    Ok(())
}

pub(crate) unsafe fn group_excl<A: Abi>(
    _: &State,
    group: A::Handle,
    n: c_int,
    ranks: *const c_int,
    newgroup: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes an array and a place.
    unsafe {
        let made = handles::group::<A>(group)?.excluding(&numbers(n, ranks)?)?;
        *newgroup = handles::add_group::<A>(made);
    }
    Ok(())
}

pub(crate) unsafe fn group_range_incl<A: Abi>(
    _: &State,
    group: A::Handle,
    n: c_int,
    given: *const [c_int; 3],
    newgroup: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes an array and a place.
    unsafe {
        let made = handles::group::<A>(group)?.including(&ranges(n, given)?)?;
        *newgroup = handles::add_group::<A>(made);
    }
    Ok(())
}

pub(crate) unsafe fn group_range_excl<A: Abi>(
    _: &State,
    group: A::Handle,
    n: c_int,
    given: *const [c_int; 3],
    newgroup: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes an array and a place.
    unsafe {
        let made = handles::group::<A>(group)?.excluding(&ranges(n, given)?)?;
        *newgroup = handles::add_group::<A>(made);
    }
    Ok(())
}

macro_rules! sets {
    ($($name:ident: $method:ident;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(
            _: &State,
            first: A::Handle,
            second: A::Handle,
            newgroup: *mut A::Handle,
        ) -> Done {
            let made = handles::group::<A>(first)?.$method(&handles::group::<A>(second)?);
            // SAFETY: the program passes a place.
            unsafe { *newgroup = handles::add_group::<A>(made) };
            Ok(())
        }
    )+ };
}

sets! {
    group_union: union;
    group_intersection: intersection;
    group_difference: difference;
}

pub(crate) unsafe fn group_translate_ranks<A: Abi>(
    _: &State,
    from: A::Handle,
    n: c_int,
    ranks: *const c_int,
    into: A::Handle,
    translated: *mut c_int,
) -> Done {
    let (from, into) = (handles::group::<A>(from)?, handles::group::<A>(into)?);
    // SAFETY: the program passes arrays of this length.
    unsafe {
        for (at, rank) in numbers(n, ranks)?.into_iter().enumerate() {
            *translated.add(at) = if rank == i64::from(A::PROC_NULL) {
                A::PROC_NULL
            } else {
                let index = u32::try_from(rank).ok().filter(|rank| *rank < from.size());
                let Some(index) = index else {
                    let what = format!(
                        "argument ranks1: rank {rank}: the group has {} members",
                        from.size()
                    );
                    return Err(Fault::new(Class::Rank, what));
                };
                into.index_of(from.rank(index))
                    .map_or(A::UNDEFINED, |rank| rank as c_int)
            };
        }
    }
    Ok(())
}

pub(crate) unsafe fn group_compare<A: Abi>(
    _: &State,
    first: A::Handle,
    second: A::Handle,
    result: *mut c_int,
) -> Done {
    let compared = handles::group::<A>(first)?.compare(&handles::group::<A>(second)?);
    let compared = match compared {
        Comparison::Identical => 0,
        Comparison::Similar => 2,
        Comparison::Unequal => 3,
    };
    // SAFETY: the program passes a place.
    unsafe { *result = compared };
    Ok(())
}

pub(crate) unsafe fn group_free<A: Abi>(_: &State, group: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    unsafe {
        handles::group::<A>(*group)?;
        if let Place::Made(number) = A::place(Kind::Group, *group) {
            GROUPS.remove(number);
        }
        *group = A::handle(Kind::Group, Place::Null);
    }
    Ok(())
}
