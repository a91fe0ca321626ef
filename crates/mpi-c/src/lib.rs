//! MPI for C, with the objects and rules of `farreach-mpi`.
//!
//! ```text
//!   program in C ──▶ MPI_Send(…)                weak in libmpi.so.12; a profiler may stand here
//!                       = PMPI_Send(…)          jumps to the private name in libfarreach.so.0
//!                           └─ farreach_mpich_MPI_Send(…)   a function of `generated/`, by the table in xtask/src/abi/mpi
//!                                └─ fault::call ──▶ point::send::<Mpich>(…)   written once, generic over the ABI
//!                                                       └─ farreach_mpi
//! ```
//!
//! An ABI says what handles, constants and statuses look like (`abi`). `mpich` is the ABI of MPICH.
//! `handles` has the objects that handles name.
//!
//! `xtask/src/abi/mpi` has the standard's declarations, by the module that has the functions. From
//! these come the exported functions (`generated`), the prototypes, the lists of symbols, and what
//! `farreach info --mpi` shows. The table also tells which pointers can't be null, and the exported
//! functions check these. Functions that are not there fail with `MPI_ERR_UNSUPPORTED_OPERATION`,
//! each with a code of its own, and say so at their first call.
//!
//! Fortran's interface is in `fortran/`, and becomes `libmpichfort.so.12`. Its functions have
//! gfortran's names, and call those of the C library. Most functions, and their interfaces in the
//! module `mpi`, come from the table. `special.c` has those that do more than read their arguments.
//! `MPI_BOTTOM` and the like are variables of COMMON blocks, which the dynamic linker makes one
//! with those of the program.
//!
//! *Invariants: no panic and no unwinding reaches C; an error goes through the error handler of the
//! communicator that the call is about.*

#![allow(
    clippy::too_many_arguments,
    clippy::unnecessary_wraps,
    reason = "the functions have the standard's parameters, and one type of result"
)]

mod abi;
mod attribute;
mod begun;
mod both;
mod collective;
mod comm;
pub mod communicators;
mod datatype;
mod environment;
mod errors;
mod export;
mod external;
mod fault;
mod generalised;
mod generated;
mod graph;
mod group;
mod handles;
mod held;
mod info;
mod kinds;
mod mpich;
mod neighbours;
mod numbers;
mod operands;
mod operation;
mod packing;
mod point;
mod prepared;
mod request;
mod requests;
mod setup;
mod state;
mod statuses;
mod strings;
mod topology;
mod way;
