//! The family `packing`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::packing;

abis! {
    exports {
        call MPI_Pack(inbuf: *const c_void, incount: c_int, datatype: Handle, outbuf: *mut c_void, outsize: c_int, position: *mut c_int, comm: Handle) on Comm comm needs position = packing::pack(inbuf, incount.into(), datatype, outbuf, outsize.into(), position.into(), comm);
        call MPI_Pack_c(inbuf: *const c_void, incount: c_long, datatype: Handle, outbuf: *mut c_void, outsize: c_long, position: *mut c_long, comm: Handle) on Comm comm needs position = packing::pack(inbuf, incount.into(), datatype, outbuf, outsize.into(), position.into(), comm);
        call MPI_Unpack(inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void, outcount: c_int, datatype: Handle, comm: Handle) on Comm comm needs position = packing::unpack(inbuf, insize.into(), position.into(), outbuf, outcount.into(), datatype, comm);
        call MPI_Unpack_c(inbuf: *const c_void, insize: c_long, position: *mut c_long, outbuf: *mut c_void, outcount: c_long, datatype: Handle, comm: Handle) on Comm comm needs position = packing::unpack(inbuf, insize.into(), position.into(), outbuf, outcount.into(), datatype, comm);
        call MPI_Pack_size(incount: c_int, datatype: Handle, comm: Handle, size: *mut c_int) on Comm comm needs size = packing::pack_size(incount.into(), datatype, comm, size.into());
        call MPI_Pack_size_c(incount: c_long, datatype: Handle, comm: Handle, size: *mut c_long) on Comm comm needs size = packing::pack_size(incount.into(), datatype, comm, size.into());
    }
}
