//! Tests of the library as its users meet it: programs in C, compiled by `oshcc` and started by
//! `oshrun`.

mod armci;
mod conformance;
mod coverage;
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
mod standstill;
mod start;
mod stops;
mod symbols;
mod toolchain;
mod unsent;
