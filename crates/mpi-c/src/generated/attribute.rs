//! The family `attribute`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::attribute;
use crate::export::*;

abis! {
    exports {
        call MPI_Comm_create_keyval(comm_copy_attr_fn: *const c_void, comm_delete_attr_fn: *const c_void, comm_keyval: *mut c_int, extra_state: *mut c_void) needs comm_keyval = attribute::comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
        call MPI_Comm_free_keyval(comm_keyval: *mut c_int) needs comm_keyval = attribute::comm_free_keyval(comm_keyval);
        call MPI_Comm_get_attr(comm: Handle, comm_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) on Comm comm needs attribute_val, flag = attribute::comm_get_attr(comm, comm_keyval, attribute_val, flag);
        call MPI_Comm_set_attr(comm: Handle, comm_keyval: c_int, attribute_val: *mut c_void) on Comm comm = attribute::comm_set_attr(comm, comm_keyval, attribute_val);
        call MPI_Comm_delete_attr(comm: Handle, comm_keyval: c_int) on Comm comm = attribute::comm_delete_attr(comm, comm_keyval);
        call MPI_Keyval_create(copy_fn: *const c_void, delete_fn: *const c_void, keyval: *mut c_int, extra_state: *mut c_void) needs keyval = attribute::keyval_create(copy_fn, delete_fn, keyval, extra_state);
        call MPI_Keyval_free(keyval: *mut c_int) needs keyval = attribute::keyval_free(keyval);
        call MPI_Attr_get(comm: Handle, keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) on Comm comm needs attribute_val, flag = attribute::attr_get(comm, keyval, attribute_val, flag);
        call MPI_Attr_put(comm: Handle, keyval: c_int, attribute_val: *mut c_void) on Comm comm = attribute::attr_put(comm, keyval, attribute_val);
        call MPI_Attr_delete(comm: Handle, keyval: c_int) on Comm comm = attribute::attr_delete(comm, keyval);
        call MPI_Type_create_keyval(type_copy_attr_fn: *const c_void, type_delete_attr_fn: *const c_void, type_keyval: *mut c_int, extra_state: *mut c_void) needs type_keyval = attribute::type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
        call MPI_Type_free_keyval(type_keyval: *mut c_int) needs type_keyval = attribute::type_free_keyval(type_keyval);
        call MPI_Type_get_attr(datatype: Handle, type_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) needs attribute_val, flag = attribute::type_get_attr(datatype, type_keyval, attribute_val, flag);
        call MPI_Type_set_attr(datatype: Handle, type_keyval: c_int, attribute_val: *mut c_void) = attribute::type_set_attr(datatype, type_keyval, attribute_val);
        call MPI_Type_delete_attr(datatype: Handle, type_keyval: c_int) = attribute::type_delete_attr(datatype, type_keyval);
    }
}
