//! The family `datatype`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::datatype;

/// `int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_contiguous(
    count: c_int,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_contiguous", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_contiguous::<Mpich>(state, count.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_contiguous_c(
    count: c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_contiguous_c", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_contiguous::<Mpich>(state, count.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_vector(
    count: c_int,
    blocklength: c_int,
    stride: c_int,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_vector", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_vector::<Mpich>(state, count.into(), blocklength.into(), stride.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_vector_c(
    count: c_long,
    blocklength: c_long,
    stride: c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_vector_c", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_vector::<Mpich>(state, count.into(), blocklength.into(), stride.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_hvector(
    count: c_int,
    blocklength: c_int,
    stride: c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_hvector", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_hvector::<Mpich>(state, count, blocklength, stride, oldtype, newtype) }
    })
}

/// `int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_hvector(
    count: c_int,
    blocklength: c_int,
    stride: c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_hvector", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_hvector::<Mpich>(state, count.into(), blocklength.into(), stride.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_hvector_c(
    count: c_long,
    blocklength: c_long,
    stride: c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_hvector_c", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_hvector::<Mpich>(state, count.into(), blocklength.into(), stride.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_indexed(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const c_int,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_indexed", None, |state| {
        needed_for("array_of_blocklengths", array_of_blocklengths, count)?;
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_indexed::<Mpich>(state, count.into(), array_of_blocklengths.into(), array_of_displacements.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_indexed_c(
    count: c_long,
    array_of_blocklengths: *const c_long,
    array_of_displacements: *const c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_indexed_c", None, |state| {
        needed_for("array_of_blocklengths", array_of_blocklengths, count)?;
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_indexed::<Mpich>(state, count.into(), array_of_blocklengths.into(), array_of_displacements.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_hindexed(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_hindexed(
    count: c_int,
    array_of_blocklengths: *mut c_int,
    array_of_displacements: *mut c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_hindexed", None, |state| {
        needed_for("array_of_blocklengths", array_of_blocklengths, count)?;
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_hindexed::<Mpich>(state, count, array_of_blocklengths, array_of_displacements, oldtype, newtype) }
    })
}

/// `int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_hindexed(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_hindexed", None, |state| {
        needed_for("array_of_blocklengths", array_of_blocklengths, count)?;
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_hindexed::<Mpich>(state, count.into(), array_of_blocklengths.into(), array_of_displacements.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_hindexed_c(
    count: c_long,
    array_of_blocklengths: *const c_long,
    array_of_displacements: *const c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_hindexed_c", None, |state| {
        needed_for("array_of_blocklengths", array_of_blocklengths, count)?;
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_hindexed::<Mpich>(state, count.into(), array_of_blocklengths.into(), array_of_displacements.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_indexed_block(
    count: c_int,
    blocklength: c_int,
    array_of_displacements: *const c_int,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_indexed_block", None, |state| {
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_indexed_block::<Mpich>(state, count.into(), blocklength.into(), array_of_displacements.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_indexed_block_c(
    count: c_long,
    blocklength: c_long,
    array_of_displacements: *const c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_indexed_block_c", None, |state| {
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_indexed_block::<Mpich>(state, count.into(), blocklength.into(), array_of_displacements.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_hindexed_block(
    count: c_int,
    blocklength: c_int,
    array_of_displacements: *const c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_hindexed_block", None, |state| {
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_hindexed_block::<Mpich>(state, count.into(), blocklength.into(), array_of_displacements.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_hindexed_block_c(
    count: c_long,
    blocklength: c_long,
    array_of_displacements: *const c_long,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_hindexed_block_c", None, |state| {
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_hindexed_block::<Mpich>(state, count.into(), blocklength.into(), array_of_displacements.into(), oldtype, newtype) }
    })
}

/// `int MPI_Type_struct(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_struct(
    count: c_int,
    array_of_blocklengths: *mut c_int,
    array_of_displacements: *mut c_long,
    array_of_types: *mut Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_struct", None, |state| {
        needed_for("array_of_blocklengths", array_of_blocklengths, count)?;
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed_for("array_of_types", array_of_types, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_struct::<Mpich>(state, count, array_of_blocklengths, array_of_displacements, array_of_types, newtype) }
    })
}

/// `int MPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_struct(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const c_long,
    array_of_types: *const Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_struct", None, |state| {
        needed_for("array_of_blocklengths", array_of_blocklengths, count)?;
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed_for("array_of_types", array_of_types, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_struct::<Mpich>(state, count.into(), array_of_blocklengths.into(), array_of_displacements.into(), array_of_types, newtype) }
    })
}

/// `int MPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_struct_c(
    count: c_long,
    array_of_blocklengths: *const c_long,
    array_of_displacements: *const c_long,
    array_of_types: *const Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_struct_c", None, |state| {
        needed_for("array_of_blocklengths", array_of_blocklengths, count)?;
        needed_for("array_of_displacements", array_of_displacements, count)?;
        needed_for("array_of_types", array_of_types, count)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_struct::<Mpich>(state, count.into(), array_of_blocklengths.into(), array_of_displacements.into(), array_of_types, newtype) }
    })
}

/// `int MPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_subarray(
    ndims: c_int,
    array_of_sizes: *const c_int,
    array_of_subsizes: *const c_int,
    array_of_starts: *const c_int,
    order: c_int,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_subarray", None, |state| {
        needed_for("array_of_sizes", array_of_sizes, ndims)?;
        needed_for("array_of_subsizes", array_of_subsizes, ndims)?;
        needed_for("array_of_starts", array_of_starts, ndims)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_subarray::<Mpich>(state, ndims, array_of_sizes.into(), array_of_subsizes.into(), array_of_starts.into(), order, oldtype, newtype) }
    })
}

/// `int MPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_subarray_c(
    ndims: c_int,
    array_of_sizes: *const c_long,
    array_of_subsizes: *const c_long,
    array_of_starts: *const c_long,
    order: c_int,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_subarray_c", None, |state| {
        needed_for("array_of_sizes", array_of_sizes, ndims)?;
        needed_for("array_of_subsizes", array_of_subsizes, ndims)?;
        needed_for("array_of_starts", array_of_starts, ndims)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_subarray::<Mpich>(state, ndims, array_of_sizes.into(), array_of_subsizes.into(), array_of_starts.into(), order, oldtype, newtype) }
    })
}

/// `int MPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_darray(
    size: c_int,
    rank: c_int,
    ndims: c_int,
    array_of_gsizes: *const c_int,
    array_of_distribs: *const c_int,
    array_of_dargs: *const c_int,
    array_of_psizes: *const c_int,
    order: c_int,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_darray", None, |state| {
        needed_for("array_of_gsizes", array_of_gsizes, ndims)?;
        needed_for("array_of_distribs", array_of_distribs, ndims)?;
        needed_for("array_of_dargs", array_of_dargs, ndims)?;
        needed_for("array_of_psizes", array_of_psizes, ndims)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_darray::<Mpich>(state, size, rank, ndims, array_of_gsizes.into(), array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype) }
    })
}

/// `int MPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_darray_c(
    size: c_int,
    rank: c_int,
    ndims: c_int,
    array_of_gsizes: *const c_long,
    array_of_distribs: *const c_int,
    array_of_dargs: *const c_int,
    array_of_psizes: *const c_int,
    order: c_int,
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_darray_c", None, |state| {
        needed_for("array_of_gsizes", array_of_gsizes, ndims)?;
        needed_for("array_of_distribs", array_of_distribs, ndims)?;
        needed_for("array_of_dargs", array_of_dargs, ndims)?;
        needed_for("array_of_psizes", array_of_psizes, ndims)?;
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_darray::<Mpich>(state, size, rank, ndims, array_of_gsizes.into(), array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype) }
    })
}

/// `int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_resized(
    oldtype: Handle,
    lb: c_long,
    extent: c_long,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_resized", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_resized::<Mpich>(state, oldtype, lb.into(), extent.into(), newtype) }
    })
}

/// `int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_create_resized_c(
    oldtype: Handle,
    lb: c_long,
    extent: c_long,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_create_resized_c", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_create_resized::<Mpich>(state, oldtype, lb.into(), extent.into(), newtype) }
    })
}

/// `int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_dup(
    oldtype: Handle,
    newtype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_dup", None, |state| {
        needed("newtype", newtype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_dup::<Mpich>(state, oldtype, newtype) }
    })
}

/// `int MPI_Type_commit(MPI_Datatype *datatype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_commit(
    datatype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_commit", None, |state| {
        needed("datatype", datatype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_commit::<Mpich>(state, datatype) }
    })
}

/// `int MPI_Type_free(MPI_Datatype *datatype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_free(
    datatype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_free", None, |state| {
        needed("datatype", datatype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_free::<Mpich>(state, datatype) }
    })
}

/// `int MPI_Type_size(MPI_Datatype datatype, int *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_size(
    datatype: Handle,
    size: *mut c_int,
) -> c_int {
    brief::<Mpich>("MPI_Type_size", None, |state| {
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_size::<Mpich>(state, datatype, size.into()) }
    })
}

/// `int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_size_c(
    datatype: Handle,
    size: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_size_c", None, |state| {
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_size::<Mpich>(state, datatype, size.into()) }
    })
}

/// `int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_size_x(
    datatype: Handle,
    size: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_size_x", None, |state| {
        needed("size", size)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_size_x::<Mpich>(state, datatype, size) }
    })
}

/// `int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_extent(
    datatype: Handle,
    lb: *mut c_long,
    extent: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_get_extent", None, |state| {
        needed("lb", lb)?;
        needed("extent", extent)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_extent::<Mpich>(state, datatype, lb.into(), extent.into()) }
    })
}

/// `int MPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_extent_c(
    datatype: Handle,
    lb: *mut c_long,
    extent: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_get_extent_c", None, |state| {
        needed("lb", lb)?;
        needed("extent", extent)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_extent::<Mpich>(state, datatype, lb.into(), extent.into()) }
    })
}

/// `int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_extent_x(
    datatype: Handle,
    lb: *mut c_long,
    extent: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_get_extent_x", None, |state| {
        needed("lb", lb)?;
        needed("extent", extent)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_extent_x::<Mpich>(state, datatype, lb, extent) }
    })
}

/// `int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_true_extent(
    datatype: Handle,
    true_lb: *mut c_long,
    true_extent: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_get_true_extent", None, |state| {
        needed("true_lb", true_lb)?;
        needed("true_extent", true_extent)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_true_extent::<Mpich>(state, datatype, true_lb.into(), true_extent.into()) }
    })
}

/// `int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_true_extent_c(
    datatype: Handle,
    true_lb: *mut c_long,
    true_extent: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_get_true_extent_c", None, |state| {
        needed("true_lb", true_lb)?;
        needed("true_extent", true_extent)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_true_extent::<Mpich>(state, datatype, true_lb.into(), true_extent.into()) }
    })
}

/// `int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_true_extent_x(
    datatype: Handle,
    true_lb: *mut c_long,
    true_extent: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_get_true_extent_x", None, |state| {
        needed("true_lb", true_lb)?;
        needed("true_extent", true_extent)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_true_extent_x::<Mpich>(state, datatype, true_lb, true_extent) }
    })
}

/// `int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_extent(
    datatype: Handle,
    extent: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_extent", None, |state| {
        needed("extent", extent)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_extent::<Mpich>(state, datatype, extent) }
    })
}

/// `int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_lb(
    datatype: Handle,
    displacement: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_lb", None, |state| {
        needed("displacement", displacement)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_lb::<Mpich>(state, datatype, displacement) }
    })
}

/// `int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_ub(
    datatype: Handle,
    displacement: *mut c_long,
) -> c_int {
    call::<Mpich>("MPI_Type_ub", None, |state| {
        needed("displacement", displacement)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_ub::<Mpich>(state, datatype, displacement) }
    })
}

/// `int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_match_size(
    typeclass: c_int,
    size: c_int,
    datatype: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_match_size", None, |state| {
        needed("datatype", datatype)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_match_size::<Mpich>(state, typeclass, size, datatype) }
    })
}

/// `int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_envelope(
    datatype: Handle,
    num_integers: *mut c_int,
    num_addresses: *mut c_int,
    num_datatypes: *mut c_int,
    combiner: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Type_get_envelope", None, |state| {
        needed("num_integers", num_integers)?;
        needed("num_addresses", num_addresses)?;
        needed("num_datatypes", num_datatypes)?;
        needed("combiner", combiner)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_envelope::<Mpich>(state, datatype, num_integers, num_addresses, num_datatypes, combiner) }
    })
}

/// `int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_envelope_c(
    datatype: Handle,
    num_integers: *mut c_long,
    num_addresses: *mut c_long,
    num_large_counts: *mut c_long,
    num_datatypes: *mut c_long,
    combiner: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Type_get_envelope_c", None, |state| {
        needed("num_integers", num_integers)?;
        needed("num_addresses", num_addresses)?;
        needed("num_large_counts", num_large_counts)?;
        needed("num_datatypes", num_datatypes)?;
        needed("combiner", combiner)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_envelope_counts::<Mpich>(state, datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner) }
    })
}

/// `int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_contents(
    datatype: Handle,
    max_integers: c_int,
    max_addresses: c_int,
    max_datatypes: c_int,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut c_long,
    array_of_datatypes: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_get_contents", None, |state| {
        needed_for("array_of_integers", array_of_integers, max_integers)?;
        needed_for("array_of_addresses", array_of_addresses, max_addresses)?;
        needed_for("array_of_datatypes", array_of_datatypes, max_datatypes)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_contents::<Mpich>(state, datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes) }
    })
}

/// `int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_contents_c(
    datatype: Handle,
    max_integers: c_long,
    max_addresses: c_long,
    max_large_counts: c_long,
    max_datatypes: c_long,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut c_long,
    array_of_large_counts: *mut c_long,
    array_of_datatypes: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Type_get_contents_c", None, |state| {
        needed_for("array_of_integers", array_of_integers, max_integers)?;
        needed_for("array_of_addresses", array_of_addresses, max_addresses)?;
        needed_for("array_of_large_counts", array_of_large_counts, max_large_counts)?;
        needed_for("array_of_datatypes", array_of_datatypes, max_datatypes)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_contents_counts::<Mpich>(state, datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes) }
    })
}

/// `int MPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_get_name(
    datatype: Handle,
    type_name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Type_get_name", None, |state| {
        needed("type_name", type_name)?;
        needed("resultlen", resultlen)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_get_name::<Mpich>(state, datatype, type_name, resultlen) }
    })
}

/// `int MPI_Type_set_name(MPI_Datatype datatype, const char *type_name)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Type_set_name(
    datatype: Handle,
    type_name: *const c_char,
) -> c_int {
    call::<Mpich>("MPI_Type_set_name", None, |state| {
        needed("type_name", type_name)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { datatype::type_set_name::<Mpich>(state, datatype, type_name) }
    })
}
