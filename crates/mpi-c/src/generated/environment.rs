//! The family `environment`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::environment;
use crate::export::*;

abis! {
    exports {
        call MPI_Query_thread(provided: *mut c_int) needs provided = environment::query_thread(provided);
        call MPI_Is_thread_main(flag: *mut c_int) needs flag = environment::is_thread_main(flag);
        call MPI_Abort(comm: Handle, errorcode: c_int) on Comm comm = environment::abort(comm, errorcode);
        call MPI_Get_processor_name(name: *mut c_char, resultlen: *mut c_int) needs name, resultlen = environment::get_processor_name(name, resultlen);
        call MPIX_GPU_query_support(gpu_type: c_int, is_supported: *mut c_int) needs is_supported = environment::mpix_gpu_query_support(gpu_type, is_supported);
        call MPIX_Query_cuda_support() = environment::mpix_query_cuda_support();
        call MPIX_Query_hip_support() = environment::mpix_query_hip_support();
        call MPIX_Query_ze_support() = environment::mpix_query_ze_support();
        call MPI_Pcontrol(level: c_int) = environment::pcontrol(level);
        call MPI_Alloc_mem(size: c_long, info: Handle, baseptr: *mut c_void) needs baseptr = environment::alloc_mem(size, info, baseptr);
        call MPI_Free_mem(base: *mut c_void) = environment::free_mem(base);
        call MPI_Get_address(location: *const c_void, address: *mut c_long) needs address = environment::get_address(location, address);
        call MPI_Address(location: *mut c_void, address: *mut c_long) needs address = environment::address(location, address);
    }
}
