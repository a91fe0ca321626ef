//! Handles of C and of Fortran.

use std::ffi::c_int;

use crate::abi::{Abi, Kind};

/// The two functions of a kind of handle.
macro_rules! conversions {
    ($($to_fortran:ident $to_c:ident $kind:ident;)+) => { $(
        pub(crate) fn $to_fortran<A: Abi>(handle: A::Handle) -> c_int {
            A::to_fortran(Kind::$kind, handle)
        }

        pub(crate) fn $to_c<A: Abi>(handle: c_int) -> A::Handle {
            A::of_fortran(Kind::$kind, handle)
        }
    )+ };
}

conversions! {
    comm_c2f comm_f2c Comm;
    group_c2f group_f2c Group;
    type_c2f type_f2c Datatype;
    op_c2f op_f2c Op;
    request_c2f request_f2c Request;
    message_c2f message_f2c Message;
    errhandler_c2f errhandler_f2c Errhandler;
    info_c2f info_f2c Info;
    win_c2f win_f2c Win;
}

pub(crate) fn file_c2f<A: Abi>(handle: A::File) -> c_int {
    A::file_to_fortran(handle)
}

pub(crate) fn file_f2c<A: Abi>(handle: c_int) -> A::File {
    A::file_of_fortran(handle)
}
