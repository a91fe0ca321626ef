//! The library as its users meet it: programs in C, compiled by `oshcc` and started by `oshrun`.

mod faults;
mod globals;
mod headers;
mod start;
mod symbols;
mod toolchain;
