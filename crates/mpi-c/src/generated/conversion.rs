//! The family `conversion`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::conversion;
use crate::export::*;

abis! {
    conversions {
        MPI_Comm_c2f(comm: Handle) -> c_int = conversion::comm_c2f(comm);
        MPI_Comm_f2c(comm: c_int) -> Handle = conversion::comm_f2c(comm);
        MPI_Group_c2f(group: Handle) -> c_int = conversion::group_c2f(group);
        MPI_Group_f2c(group: c_int) -> Handle = conversion::group_f2c(group);
        MPI_Type_c2f(datatype: Handle) -> c_int = conversion::type_c2f(datatype);
        MPI_Type_f2c(datatype: c_int) -> Handle = conversion::type_f2c(datatype);
        MPI_Op_c2f(op: Handle) -> c_int = conversion::op_c2f(op);
        MPI_Op_f2c(op: c_int) -> Handle = conversion::op_f2c(op);
        MPI_Request_c2f(request: Handle) -> c_int = conversion::request_c2f(request);
        MPI_Request_f2c(request: c_int) -> Handle = conversion::request_f2c(request);
        MPI_Message_c2f(message: Handle) -> c_int = conversion::message_c2f(message);
        MPI_Message_f2c(message: c_int) -> Handle = conversion::message_f2c(message);
        MPI_Errhandler_c2f(errhandler: Handle) -> c_int = conversion::errhandler_c2f(errhandler);
        MPI_Errhandler_f2c(errhandler: c_int) -> Handle = conversion::errhandler_f2c(errhandler);
        MPI_Info_c2f(info: Handle) -> c_int = conversion::info_c2f(info);
        MPI_Info_f2c(info: c_int) -> Handle = conversion::info_f2c(info);
        MPI_File_c2f(file: File) -> c_int = conversion::file_c2f(file);
        MPI_File_f2c(file: c_int) -> File = conversion::file_f2c(file);
        MPI_Win_c2f(win: Handle) -> c_int = conversion::win_c2f(win);
        MPI_Win_f2c(win: c_int) -> Handle = conversion::win_f2c(win);
    }
}
