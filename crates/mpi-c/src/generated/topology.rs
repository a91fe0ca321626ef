//! The family `topology`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::topology;

abis! {
    exports {
        call MPI_Cart_create(comm_old: Handle, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int, comm_cart: *mut Handle) on Comm comm_old needs dims[ndims], periods[ndims], comm_cart = topology::cart_create(comm_old, ndims, dims, periods, reorder, comm_cart);
        call MPI_Cart_get(comm: Handle, maxdims: c_int, dims: *mut c_int, periods: *mut c_int, coords: *mut c_int) on Comm comm needs dims[maxdims], periods[maxdims], coords[maxdims] = topology::cart_get(comm, maxdims, dims, periods, coords);
        call MPI_Cart_rank(comm: Handle, coords: *const c_int, rank: *mut c_int) on Comm comm needs rank = topology::cart_rank(comm, coords, rank);
        call MPI_Cart_coords(comm: Handle, rank: c_int, maxdims: c_int, coords: *mut c_int) on Comm comm needs coords[maxdims] = topology::cart_coords(comm, rank, maxdims, coords);
        call MPI_Cart_shift(comm: Handle, direction: c_int, disp: c_int, rank_source: *mut c_int, rank_dest: *mut c_int) on Comm comm needs rank_source, rank_dest = topology::cart_shift(comm, direction, disp, rank_source, rank_dest);
        call MPI_Cart_sub(comm: Handle, remain_dims: *const c_int, newcomm: *mut Handle) on Comm comm needs newcomm = topology::cart_sub(comm, remain_dims, newcomm);
        call MPI_Cartdim_get(comm: Handle, ndims: *mut c_int) on Comm comm needs ndims = topology::cartdim_get(comm, ndims);
        call MPI_Dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) needs dims[ndims] = topology::dims_create(nnodes, ndims, dims);
        call MPI_Topo_test(comm: Handle, status: *mut c_int) on Comm comm needs status = topology::topo_test(comm, status);
        call MPI_Cart_map(comm: Handle, ndims: c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int) on Comm comm needs dims[ndims], periods[ndims], newrank = topology::cart_map(comm, ndims, dims, periods, newrank);
    }
}
