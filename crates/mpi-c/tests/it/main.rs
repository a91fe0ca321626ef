//! Tests of the library as its users meet it: programs in C, compiled by `mpicc` and started by
//! `mpiexec`.

mod mistakes;
mod programs;
mod symbols;
mod toolchain;
