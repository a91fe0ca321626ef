//! Functions of Open MPI that its bindings for C++ call. Where a program gives the library a function in C++, the call says that
//! this is not there.

use crate::export::of_openmpi::Own;
use crate::export::{absent, c_int, fault};

absent! { "farreach_openmpi_"
    ompi_attr_create_keyval;
    ompi_errhandler_create;
    ompi_errhandler_invoke;
    ompi_op_set_cxx_callback;
}
