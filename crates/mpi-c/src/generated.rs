//! The functions of all ABIs, a file for each family.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

#![allow(unsafe_code)]
#![allow(
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    reason = "as the standard has them"
)]
#![allow(clippy::wildcard_imports, reason = "what the lines may need")]

mod absent;
mod attribute;
mod buffers;
mod collective;
mod comm;
mod conversion;
mod datatype;
mod environment;
mod errors;
mod external;
mod file;
mod graph;
mod group;
mod handlers;
mod info;
mod kinds;
mod neighbours;
mod operation;
mod packing;
mod partitioned;
mod point;
mod request;
mod send_receive;
mod sessions;
mod setup;
mod statuses;
mod tools;
mod topology;
mod window;
