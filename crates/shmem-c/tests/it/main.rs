//! Tests of the library as its users meet it: programs in C, compiled by `oshcc` and started by
//! `oshrun`.

mod armci;
mod conformance;
mod coverage;
#[path = "../../../shmem/tests/it/draw.rs"]
mod draw;
mod ends;
mod forks;
mod fortran;
mod gasnet;
mod globals;
mod guide;
mod headers;
mod hybrid;
mod loading;
mod mistakes;
#[path = "../../../mpi-c/tests/it/placements.rs"]
mod placements;
mod standstill;
mod start;
mod stops;
mod symbols;
mod toolchain;
mod unsent;
