//! The functions of MPICH's ABI, a file for each family.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(unsafe_code)]
#![allow(
    clippy::too_many_arguments,
    clippy::useless_conversion,
    reason = "as the standard has them"
)]

#[rustfmt::skip]
mod setup;
#[rustfmt::skip]
mod environment;
#[rustfmt::skip]
mod errors;
#[rustfmt::skip]
mod point;
#[rustfmt::skip]
mod both;
#[rustfmt::skip]
mod request;
#[rustfmt::skip]
mod statuses;
#[rustfmt::skip]
mod comm;
#[rustfmt::skip]
mod group;
#[rustfmt::skip]
mod collective;
#[rustfmt::skip]
mod begun;
#[rustfmt::skip]
mod prepared;
#[rustfmt::skip]
mod operation;
#[rustfmt::skip]
mod datatype;
#[rustfmt::skip]
mod packing;
#[rustfmt::skip]
mod external;
#[rustfmt::skip]
mod kinds;
#[rustfmt::skip]
mod attribute;
#[rustfmt::skip]
mod info;
#[rustfmt::skip]
mod topology;
#[rustfmt::skip]
mod graph;
#[rustfmt::skip]
mod neighbours;
#[rustfmt::skip]
mod absent;
