//! The family `topology`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(clippy::wildcard_imports, reason = "what the functions may need")]

use crate::export::*;
use crate::topology;

/// `int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *comm_cart)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cart_create(
    comm_old: Handle,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    reorder: c_int,
    comm_cart: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Cart_create", Some(comm_old), |state| {
        needed_for("dims", dims, ndims)?;
        needed_for("periods", periods, ndims)?;
        needed("comm_cart", comm_cart)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::cart_create::<Mpich>(state, comm_old, ndims, dims, periods, reorder, comm_cart) }
    })
}

/// `int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cart_get(
    comm: Handle,
    maxdims: c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    coords: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Cart_get", Some(comm), |state| {
        needed_for("dims", dims, maxdims)?;
        needed_for("periods", periods, maxdims)?;
        needed_for("coords", coords, maxdims)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::cart_get::<Mpich>(state, comm, maxdims, dims, periods, coords) }
    })
}

/// `int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cart_rank(
    comm: Handle,
    coords: *const c_int,
    rank: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Cart_rank", Some(comm), |state| {
        needed("rank", rank)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::cart_rank::<Mpich>(state, comm, coords, rank) }
    })
}

/// `int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cart_coords(
    comm: Handle,
    rank: c_int,
    maxdims: c_int,
    coords: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Cart_coords", Some(comm), |state| {
        needed_for("coords", coords, maxdims)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::cart_coords::<Mpich>(state, comm, rank, maxdims, coords) }
    })
}

/// `int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cart_shift(
    comm: Handle,
    direction: c_int,
    disp: c_int,
    rank_source: *mut c_int,
    rank_dest: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Cart_shift", Some(comm), |state| {
        needed("rank_source", rank_source)?;
        needed("rank_dest", rank_dest)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::cart_shift::<Mpich>(state, comm, direction, disp, rank_source, rank_dest) }
    })
}

/// `int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cart_sub(
    comm: Handle,
    remain_dims: *const c_int,
    newcomm: *mut Handle,
) -> c_int {
    call::<Mpich>("MPI_Cart_sub", Some(comm), |state| {
        needed("newcomm", newcomm)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::cart_sub::<Mpich>(state, comm, remain_dims, newcomm) }
    })
}

/// `int MPI_Cartdim_get(MPI_Comm comm, int *ndims)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cartdim_get(
    comm: Handle,
    ndims: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Cartdim_get", Some(comm), |state| {
        needed("ndims", ndims)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::cartdim_get::<Mpich>(state, comm, ndims) }
    })
}

/// `int MPI_Dims_create(int nnodes, int ndims, int dims[])`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Dims_create(
    nnodes: c_int,
    ndims: c_int,
    dims: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Dims_create", None, |state| {
        needed_for("dims", dims, ndims)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::dims_create::<Mpich>(state, nnodes, ndims, dims) }
    })
}

/// `int MPI_Topo_test(MPI_Comm comm, int *status)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Topo_test(
    comm: Handle,
    status: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Topo_test", Some(comm), |state| {
        needed("status", status)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::topo_test::<Mpich>(state, comm, status) }
    })
}

/// `int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank)`
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_mpich_MPI_Cart_map(
    comm: Handle,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    newrank: *mut c_int,
) -> c_int {
    call::<Mpich>("MPI_Cart_map", Some(comm), |state| {
        needed_for("dims", dims, ndims)?;
        needed_for("periods", periods, ndims)?;
        needed("newrank", newrank)?;
        // SAFETY: the program passes what the standard asks for.
        unsafe { topology::cart_map::<Mpich>(state, comm, ndims, dims, periods, newrank) }
    })
}
