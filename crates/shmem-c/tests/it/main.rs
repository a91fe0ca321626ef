//! The library as its users meet it: programs in C, compiled by `oshcc` and started by `oshrun`.

mod globals;
mod start;
mod toolchain;
