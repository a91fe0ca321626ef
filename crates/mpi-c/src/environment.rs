//! The process and its environment.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_long, c_void};
use std::sync::atomic::Ordering;

use farreach_c::{lock, store, unsigned};
use farreach_mpi::error::Class;

use crate::abi::Abi;
use crate::fault::{Done, Fault};
use crate::handles;
use crate::state::{LIBRARY, State};

/// `MPI_MAX_PROCESSOR_NAME`.
const NAME_MAX: usize = 128;

pub(crate) unsafe fn query_thread<A: Abi>(state: &State, provided: *mut c_int) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *provided = state.level.load(Ordering::Relaxed) };
    Ok(())
}

pub(crate) unsafe fn is_thread_main<A: Abi>(state: &State, flag: *mut c_int) -> Done {
    let is_main = std::thread::current().id() == *lock(&state.main);
    // SAFETY: the program passes a place.
    unsafe { *flag = c_int::from(is_main) };
    Ok(())
}

pub(crate) unsafe fn abort<A: Abi>(state: &State, comm: A::Handle, code: c_int) -> Done {
    let rank = state.mpi.rank();
    let on = handles::comm::<A>(state, comm).map(|comm| comm.describe());
    let on = on.unwrap_or_else(|_| "an unknown communicator".to_owned());
    let text = format!("rank {rank} called MPI_Abort with code {code} (on {on})");
    LIBRARY.end_job(code, &text)
}

pub(crate) unsafe fn get_processor_name<A: Abi>(
    state: &State,
    name: *mut c_char,
    len: *mut c_int,
) -> Done {
    // SAFETY: the program passes places.
    unsafe { *len = store(&state.mpi.world().host(), name, NAME_MAX) as c_int };
    Ok(())
}

pub(crate) unsafe fn pcontrol<A: Abi>(_: &State, _level: c_int) -> Done {
    Ok(())
}

/// The alignment of memory from `MPI_Alloc_mem`.
const ALIGN: usize = 64;

/// Allocates in this process's segment, which other processes reach in place. Where the heap has no
/// room, ordinary memory serves.
pub(crate) unsafe fn alloc_mem<A: Abi>(
    state: &State,
    size: c_long,
    _info: A::Handle,
    base: *mut c_void,
) -> Done {
    let size = unsigned(size, "size")?;
    let world = state.mpi.world();
    let memory = match world.allocate_alone(size.max(1), ALIGN) {
        Ok(offset) => world.own_segment().as_mut_ptr().wrapping_add(offset).cast(),
        // SAFETY: asks for memory.
        Err(_) => unsafe { libc::malloc(size.max(1)) },
    };
    if memory.is_null() {
        let what = format!("no memory for {size} bytes");
        return Err(Fault::argument(Class::NoMem, "size", what));
    }
    // SAFETY: the program passes the place of a pointer.
    unsafe { *base.cast::<*mut c_void>() = memory };
    Ok(())
}

pub(crate) unsafe fn free_mem<A: Abi>(state: &State, base: *mut c_void) -> Done {
    let world = state.mpi.world();
    let segment = world.own_segment();
    let offset = base.addr().wrapping_sub(segment.as_mut_ptr().addr());
    if base.is_null() || offset >= segment.len() {
        // SAFETY: the program passes what `MPI_Alloc_mem` returned.
        unsafe { libc::free(base) };
        return Ok(());
    }
    world.free_alone(offset).map_err(|_| {
        let what = format!("{base:p} is not of MPI_Alloc_mem, or is free already");
        Fault::argument(Class::Arg, "base", what)
    })
}

pub(crate) unsafe fn get_address<A: Abi>(
    _: &State,
    location: *const c_void,
    address: *mut c_long,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *address = location.addr() as c_long };
    Ok(())
}

pub(crate) unsafe fn address<A: Abi>(
    state: &State,
    location: *const c_void,
    address: *mut c_long,
) -> Done {
    // SAFETY: as above.
    unsafe { get_address::<A>(state, location, address) }
}

/// No memory of other devices is known.
pub(crate) unsafe fn mpix_gpu_query_support<A: Abi>(
    _: &State,
    _kind: c_int,
    flag: *mut c_int,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *flag = 0 };
    Ok(())
}

/// Functions that return 0, which says that memory of a kind of device is not known.
macro_rules! unknown {
    ($($name:ident)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(_: &State) -> Done {
            Ok(())
        }
    )+ };
}

unknown! { mpix_query_cuda_support mpix_query_hip_support mpix_query_ze_support }
