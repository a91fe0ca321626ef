//! The family `environment`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::environment;

/// `int MPI_Query_thread(int *provided)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Query_thread(
    provided: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Query_thread", None, |state| {
        needed("provided", provided)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::query_thread::<Mpich>(state, provided) }
    })
}

/// `int MPI_Is_thread_main(int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Is_thread_main(
    flag: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Is_thread_main", None, |state| {
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::is_thread_main::<Mpich>(state, flag) }
    })
}

/// `int MPI_Abort(MPI_Comm comm, int errorcode)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Abort(
    comm: Handle,
    errorcode: c_int,
) -> c_int {
    call::<Mpich>("MPI_Abort", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::abort::<Mpich>(state, comm, errorcode) }
    })
}

/// `int MPI_Get_processor_name(char *name, int *resultlen)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_processor_name(
    name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Get_processor_name", None, |state| {
        needed("name", name)?;
        needed("resultlen", resultlen)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::get_processor_name::<Mpich>(state, name, resultlen) }
    })
}

/// `int MPI_Buffer_attach(void *buffer, int size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Buffer_attach(
    buffer: *mut c_void,
    size: c_int,
) -> c_int {
    call::<Mpich>("MPI_Buffer_attach", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::buffer_attach::<Mpich>(state, buffer, size.into()) }
    })
}

/// `int MPI_Buffer_attach_c(void *buffer, MPI_Count size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Buffer_attach_c(
    buffer: *mut c_void,
    size: c_long,
) -> c_int {
    call::<Mpich>("MPI_Buffer_attach_c", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::buffer_attach::<Mpich>(state, buffer, size.into()) }
    })
}

/// `int MPI_Buffer_detach(void *buffer_addr, int *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Buffer_detach(
    buffer_addr: *mut c_void,
    size: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Buffer_detach", None, |state| {
        needed("buffer_addr", buffer_addr)?;
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::buffer_detach::<Mpich>(state, buffer_addr, size.into()) }
    })
}

/// `int MPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Buffer_detach_c(
    buffer_addr: *mut c_void,
    size: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Buffer_detach_c", None, |state| {
        needed("buffer_addr", buffer_addr)?;
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::buffer_detach::<Mpich>(state, buffer_addr, size.into()) }
    })
}

/// `int MPI_Pcontrol(const int level, ...)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Pcontrol(
    level: c_int,
) -> c_int {
    call::<Mpich>("MPI_Pcontrol", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::pcontrol::<Mpich>(state, level) }
    })
}

/// `int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Alloc_mem(
    size: c_long,
    info: Handle,
    baseptr: *mut c_void,
) -> c_int {
    call::<Mpich>("MPI_Alloc_mem", None, |state| {
        needed("baseptr", baseptr)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::alloc_mem::<Mpich>(state, size, info, baseptr) }
    })
}

/// `int MPI_Free_mem(void *base)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Free_mem(
    base: *mut c_void,
) -> c_int {
    call::<Mpich>("MPI_Free_mem", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::free_mem::<Mpich>(state, base) }
    })
}

/// `int MPI_Get_address(const void *location, MPI_Aint *address)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_address(
    location: *const c_void,
    address: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Get_address", None, |state| {
        needed("address", address)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::get_address::<Mpich>(state, location, address) }
    })
}

/// `int MPI_Address(void *location, MPI_Aint *address)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Address(
    location: *mut c_void,
    address: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Address", None, |state| {
        needed("address", address)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { environment::address::<Mpich>(state, location, address) }
    })
}
