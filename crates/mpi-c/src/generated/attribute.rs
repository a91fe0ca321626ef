//! The family `attribute`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::attribute;

/// `int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn, MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_create_keyval(
    comm_copy_attr_fn: *const c_void,
    comm_delete_attr_fn: *const c_void,
    comm_keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    call::<Mpich>("MPI_Comm_create_keyval", None, |state| {
        needed("comm_keyval", comm_keyval)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::comm_create_keyval::<Mpich>(state, comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state) }
    })
}

/// `int MPI_Comm_free_keyval(int *comm_keyval)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_free_keyval(
    comm_keyval: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Comm_free_keyval", None, |state| {
        needed("comm_keyval", comm_keyval)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::comm_free_keyval::<Mpich>(state, comm_keyval) }
    })
}

/// `int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_get_attr(
    comm: Handle,
    comm_keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Comm_get_attr", Some(comm), |state| {
        needed("attribute_val", attribute_val)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::comm_get_attr::<Mpich>(state, comm, comm_keyval, attribute_val, flag) }
    })
}

/// `int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_set_attr(
    comm: Handle,
    comm_keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    call::<Mpich>("MPI_Comm_set_attr", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::comm_set_attr::<Mpich>(state, comm, comm_keyval, attribute_val) }
    })
}

/// `int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Comm_delete_attr(
    comm: Handle,
    comm_keyval: c_int,
) -> c_int {
    call::<Mpich>("MPI_Comm_delete_attr", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::comm_delete_attr::<Mpich>(state, comm, comm_keyval) }
    })
}

/// `int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Keyval_create(
    copy_fn: *const c_void,
    delete_fn: *const c_void,
    keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    call::<Mpich>("MPI_Keyval_create", None, |state| {
        needed("keyval", keyval)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::keyval_create::<Mpich>(state, copy_fn, delete_fn, keyval, extra_state) }
    })
}

/// `int MPI_Keyval_free(int *keyval)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Keyval_free(
    keyval: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Keyval_free", None, |state| {
        needed("keyval", keyval)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::keyval_free::<Mpich>(state, keyval) }
    })
}

/// `int MPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Attr_get(
    comm: Handle,
    keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Attr_get", Some(comm), |state| {
        needed("attribute_val", attribute_val)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::attr_get::<Mpich>(state, comm, keyval, attribute_val, flag) }
    })
}

/// `int MPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Attr_put(
    comm: Handle,
    keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    call::<Mpich>("MPI_Attr_put", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::attr_put::<Mpich>(state, comm, keyval, attribute_val) }
    })
}

/// `int MPI_Attr_delete(MPI_Comm comm, int keyval)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Attr_delete(
    comm: Handle,
    keyval: c_int,
) -> c_int {
    call::<Mpich>("MPI_Attr_delete", Some(comm), |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::attr_delete::<Mpich>(state, comm, keyval) }
    })
}

/// `int MPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn, MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_keyval(
    type_copy_attr_fn: *const c_void,
    type_delete_attr_fn: *const c_void,
    type_keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    call::<Mpich>("MPI_Type_create_keyval", None, |state| {
        needed("type_keyval", type_keyval)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::type_create_keyval::<Mpich>(state, type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state) }
    })
}

/// `int MPI_Type_free_keyval(int *type_keyval)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_free_keyval(
    type_keyval: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Type_free_keyval", None, |state| {
        needed("type_keyval", type_keyval)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::type_free_keyval::<Mpich>(state, type_keyval) }
    })
}

/// `int MPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_attr(
    datatype: Handle,
    type_keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Type_get_attr", None, |state| {
        needed("attribute_val", attribute_val)?;
        needed("flag", flag)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::type_get_attr::<Mpich>(state, datatype, type_keyval, attribute_val, flag) }
    })
}

/// `int MPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_set_attr(
    datatype: Handle,
    type_keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    call::<Mpich>("MPI_Type_set_attr", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::type_set_attr::<Mpich>(state, datatype, type_keyval, attribute_val) }
    })
}

/// `int MPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_delete_attr(
    datatype: Handle,
    type_keyval: c_int,
) -> c_int {
    call::<Mpich>("MPI_Type_delete_attr", None, |state| {
        // SAFETY: the program passes what the standard asks for.
        unsafe { attribute::type_delete_attr::<Mpich>(state, datatype, type_keyval) }
    })
}
