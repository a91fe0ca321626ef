//! The family `request`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::request;

/// `int MPI_Wait(MPI_Request *request, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Wait(
    request: *mut Handle,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Wait", None, |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::wait::<Mpich>(state, request, status) }
    })
}

/// `int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Waitall(
    count: c_int,
    array_of_requests: *mut Handle,
    array_of_statuses: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Waitall", None, |state| {
        needed_for("array_of_requests", array_of_requests, count)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::waitall::<Mpich>(state, count, array_of_requests, array_of_statuses) }
    })
}

/// `int MPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Waitany(
    count: c_int,
    array_of_requests: *mut Handle,
    indx: *mut c_int,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Waitany", None, |state| {
        needed_for("array_of_requests", array_of_requests, count)?;
        needed("indx", indx)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::waitany::<Mpich>(state, count, array_of_requests, indx, status) }
    })
}

/// `int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Waitsome(
    incount: c_int,
    array_of_requests: *mut Handle,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Waitsome", None, |state| {
        needed_for("array_of_requests", array_of_requests, incount)?;
        needed("outcount", outcount)?;
        needed_for("array_of_indices", array_of_indices, incount)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::waitsome::<Mpich>(state, incount, array_of_requests, outcount, array_of_indices, array_of_statuses) }
    })
}

/// `int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Test(
    request: *mut Handle,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Test", None, |state| {
        needed("request", request)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::test::<Mpich>(state, request, flag, status) }
    })
}

/// `int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Testall(
    count: c_int,
    array_of_requests: *mut Handle,
    flag: *mut c_int,
    array_of_statuses: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Testall", None, |state| {
        needed_for("array_of_requests", array_of_requests, count)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::testall::<Mpich>(state, count, array_of_requests, flag, array_of_statuses) }
    })
}

/// `int MPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Testany(
    count: c_int,
    array_of_requests: *mut Handle,
    indx: *mut c_int,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Testany", None, |state| {
        needed_for("array_of_requests", array_of_requests, count)?;
        needed("indx", indx)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::testany::<Mpich>(state, count, array_of_requests, indx, flag, status) }
    })
}

/// `int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Testsome(
    incount: c_int,
    array_of_requests: *mut Handle,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Testsome", None, |state| {
        needed_for("array_of_requests", array_of_requests, incount)?;
        needed("outcount", outcount)?;
        needed_for("array_of_indices", array_of_indices, incount)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::testsome::<Mpich>(state, incount, array_of_requests, outcount, array_of_indices, array_of_statuses) }
    })
}

/// `int MPI_Cancel(MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cancel(
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Cancel", None, |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::cancel::<Mpich>(state, request) }
    })
}

/// `int MPI_Test_cancelled(const MPI_Status *status, int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Test_cancelled(
    status: *const Status,
    flag: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Test_cancelled", None, |state| {
        needed("status", status)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::test_cancelled::<Mpich>(state, status, flag) }
    })
}

/// `int MPI_Request_free(MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Request_free(
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Request_free", None, |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::request_free::<Mpich>(state, request) }
    })
}

/// `int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Request_get_status(
    request: Handle,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    call::<Mpich>("MPI_Request_get_status", None, |state| {
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::request_get_status::<Mpich>(state, request, flag, status) }
    })
}

/// `int MPI_Start(MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Start(
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Start", None, |state| {
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::start::<Mpich>(state, request) }
    })
}

/// `int MPI_Startall(int count, MPI_Request array_of_requests[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Startall(
    count: c_int,
    array_of_requests: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Startall", None, |state| {
        needed_for("array_of_requests", array_of_requests, count)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::startall::<Mpich>(state, count, array_of_requests) }
    })
}

/// `int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_count(
    status: *const Status,
    datatype: Handle,
    count: *mut c_int,
) -> c_int {
    brief::<Mpich>("MPI_Get_count", None, |state| {
        needed("status", status)?;
        needed("count", count)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::get_count::<Mpich>(state, status, datatype, count.into()) }
    })
}

/// `int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_count_c(
    status: *const Status,
    datatype: Handle,
    count: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Get_count_c", None, |state| {
        needed("status", status)?;
        needed("count", count)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::get_count::<Mpich>(state, status, datatype, count.into()) }
    })
}

/// `int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_elements(
    status: *const Status,
    datatype: Handle,
    count: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Get_elements", None, |state| {
        needed("status", status)?;
        needed("count", count)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::get_elements::<Mpich>(state, status, datatype, count.into()) }
    })
}

/// `int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_elements_c(
    status: *const Status,
    datatype: Handle,
    count: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Get_elements_c", None, |state| {
        needed("status", status)?;
        needed("count", count)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::get_elements::<Mpich>(state, status, datatype, count.into()) }
    })
}

/// `int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Get_elements_x(
    status: *const Status,
    datatype: Handle,
    count: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Get_elements_x", None, |state| {
        needed("status", status)?;
        needed("count", count)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::get_elements_x::<Mpich>(state, status, datatype, count) }
    })
}

/// `int MPI_Status_set_cancelled(MPI_Status *status, int flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_set_cancelled(
    status: *mut Status,
    flag: c_int,
) -> c_int {
    call::<Mpich>("MPI_Status_set_cancelled", None, |state| {
        needed("status", status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::status_set_cancelled::<Mpich>(state, status, flag) }
    })
}

/// `int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_set_elements(
    status: *mut Status,
    datatype: Handle,
    count: c_int,
) -> c_int {
    call::<Mpich>("MPI_Status_set_elements", None, |state| {
        needed("status", status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::status_set_elements::<Mpich>(state, status, datatype, count) }
    })
}

/// `int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Status_set_elements_x(
    status: *mut Status,
    datatype: Handle,
    count: c_long,
) -> c_int {
    call::<Mpich>("MPI_Status_set_elements_x", None, |state| {
        needed("status", status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::status_set_elements_x::<Mpich>(state, status, datatype, count) }
    })
}

/// `int MPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Grequest_start(
    query_fn: *const c_void,
    free_fn: *const c_void,
    cancel_fn: *const c_void,
    extra_state: *mut c_void,
    request: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Grequest_start", None, |state| {
        needed("query_fn", query_fn)?;
        needed("free_fn", free_fn)?;
        needed("cancel_fn", cancel_fn)?;
        needed("request", request)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::grequest_start::<Mpich>(state, query_fn, free_fn, cancel_fn, extra_state, request) }
    })
}

/// `int MPI_Grequest_complete(MPI_Request request)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Grequest_complete(
    request: Handle,
) -> c_int {
    call::<Mpich>("MPI_Grequest_complete", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { request::grequest_complete::<Mpich>(state, request) }
    })
}
