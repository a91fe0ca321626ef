//! The family `external`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::external;

abis! {
    exports {
        call MPI_Pack_external(datarep: *const c_char, inbuf: *const c_void, incount: c_int, datatype: Handle, outbuf: *mut c_void, outsize: c_long, position: *mut c_long) needs datarep, position = external::pack_external(datarep, inbuf, incount.into(), datatype, outbuf, outsize.into(), position.into());
        call MPI_Pack_external_c(datarep: *const c_char, inbuf: *const c_void, incount: c_long, datatype: Handle, outbuf: *mut c_void, outsize: c_long, position: *mut c_long) needs datarep, position = external::pack_external(datarep, inbuf, incount.into(), datatype, outbuf, outsize.into(), position.into());
        call MPI_Pack_external_size(datarep: *const c_char, incount: c_int, datatype: Handle, size: *mut c_long) needs datarep, size = external::pack_external_size(datarep, incount.into(), datatype, size.into());
        call MPI_Pack_external_size_c(datarep: *const c_char, incount: c_long, datatype: Handle, size: *mut c_long) needs datarep, size = external::pack_external_size(datarep, incount.into(), datatype, size.into());
        call MPI_Unpack_external(datarep: *const c_char, inbuf: *const c_void, insize: c_long, position: *mut c_long, outbuf: *mut c_void, outcount: c_int, datatype: Handle) needs datarep, position = external::unpack_external(datarep, inbuf, insize.into(), position.into(), outbuf, outcount.into(), datatype);
        call MPI_Unpack_external_c(datarep: *const c_char, inbuf: *const c_void, insize: c_long, position: *mut c_long, outbuf: *mut c_void, outcount: c_long, datatype: Handle) needs datarep, position = external::unpack_external(datarep, inbuf, insize.into(), position.into(), outbuf, outcount.into(), datatype);
    }
}
