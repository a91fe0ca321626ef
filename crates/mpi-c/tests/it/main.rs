//! Tests of the library as its users meet it: programs in C and Fortran, compiled by `mpicc` and `mpifort`, and started by
//! `mpiexec`.

mod abi;
#[path = "../../../shmem/tests/it/draw.rs"]
mod draw;
mod fortran;
mod global_arrays;
mod header;
mod mistakes;
mod modules;
mod nulls;
mod openmpi;
mod placements;
mod programs;
mod symbols;
mod toolchain;
