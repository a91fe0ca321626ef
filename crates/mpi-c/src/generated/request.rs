//! The family `request`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::request;

abis! {
    exports {
        brief MPI_Wait(request: *mut Handle, status: *mut Status) needs request = request::wait(request, status);
        call MPI_Waitall(count: c_int, array_of_requests: *mut Handle, array_of_statuses: *mut Status) needs array_of_requests[count] = request::waitall(count, array_of_requests, array_of_statuses);
        call MPI_Waitany(count: c_int, array_of_requests: *mut Handle, indx: *mut c_int, status: *mut Status) needs array_of_requests[count], indx = request::waitany(count, array_of_requests, indx, status);
        call MPI_Waitsome(incount: c_int, array_of_requests: *mut Handle, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut Status) needs array_of_requests[incount], outcount, array_of_indices[incount] = request::waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
        brief MPI_Test(request: *mut Handle, flag: *mut c_int, status: *mut Status) needs request, flag = request::test(request, flag, status);
        call MPI_Testall(count: c_int, array_of_requests: *mut Handle, flag: *mut c_int, array_of_statuses: *mut Status) needs array_of_requests[count], flag = request::testall(count, array_of_requests, flag, array_of_statuses);
        call MPI_Testany(count: c_int, array_of_requests: *mut Handle, indx: *mut c_int, flag: *mut c_int, status: *mut Status) needs array_of_requests[count], indx, flag = request::testany(count, array_of_requests, indx, flag, status);
        call MPI_Testsome(incount: c_int, array_of_requests: *mut Handle, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut Status) needs array_of_requests[incount], outcount, array_of_indices[incount] = request::testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
        call MPI_Cancel(request: *mut Handle) needs request = request::cancel(request);
        call MPI_Test_cancelled(status: *const Status, flag: *mut c_int) needs status, flag = request::test_cancelled(status, flag);
        call MPI_Request_free(request: *mut Handle) needs request = request::request_free(request);
        call MPI_Request_get_status(request: Handle, flag: *mut c_int, status: *mut Status) needs flag = request::request_get_status(request, flag, status);
        call MPI_Start(request: *mut Handle) needs request = request::start(request);
        call MPI_Startall(count: c_int, array_of_requests: *mut Handle) needs array_of_requests[count] = request::startall(count, array_of_requests);
        brief MPI_Get_count(status: *const Status, datatype: Handle, count: *mut c_int) needs status, count = request::get_count(status, datatype, count.into());
        call MPI_Get_count_c(status: *const Status, datatype: Handle, count: *mut c_long) needs status, count = request::get_count(status, datatype, count.into());
        call MPI_Get_elements(status: *const Status, datatype: Handle, count: *mut c_int) needs status, count = request::get_elements(status, datatype, count.into());
        call MPI_Get_elements_c(status: *const Status, datatype: Handle, count: *mut c_long) needs status, count = request::get_elements(status, datatype, count.into());
        call MPI_Get_elements_x(status: *const Status, datatype: Handle, count: *mut c_long) needs status, count = request::get_elements_x(status, datatype, count);
        call MPI_Status_set_cancelled(status: *mut Status, flag: c_int) needs status = request::status_set_cancelled(status, flag);
        call MPI_Status_set_elements(status: *mut Status, datatype: Handle, count: c_int) needs status = request::status_set_elements(status, datatype, count);
        call MPI_Status_set_elements_x(status: *mut Status, datatype: Handle, count: c_long) needs status = request::status_set_elements_x(status, datatype, count);
        call MPI_Grequest_start(query_fn: *const c_void, free_fn: *const c_void, cancel_fn: *const c_void, extra_state: *mut c_void, request: *mut Handle) needs query_fn, free_fn, cancel_fn, request = request::grequest_start(query_fn, free_fn, cancel_fn, extra_state, request);
        call MPI_Grequest_complete(request: Handle) = request::grequest_complete(request);
    }
}
