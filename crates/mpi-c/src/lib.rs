//! MPI for C, with the objects and rules of `farreach-mpi`.
//!
//! ```text
//!   program in C ──▶ MPI_Send(…)                weak in libmpi.so.12; a profiler may stand here
//!                       = PMPI_Send(…)          jumps to the private name in libfarreach.so.0
//!                           └─ farreach_mpich_MPI_Send(…)   a line of `generated/`, by the table in xtask/src/abi/mpi (`export`)
//!                                └─ fault::call ──▶ point::send::<Mpich>(…)   written once, generic over the ABI
//!                                                       └─ farreach_mpi
//! ```
//!
//! An ABI says what handles, constants and statuses look like (`abi`). `mpich` is the ABI of MPICH, `openmpi` that of Open MPI.
//! Each exported function is there for each ABI (`export`). The standard's ABI is a library in C, `abi/`, which turns handles, constants and
//! statuses into those of MPICH's ABI. `handles` has the objects that handles name.
//!
//! `xtask/src/abi/mpi` has the standard's declarations, by the module that has the functions. From
//! these come the exported functions (`generated`), the prototypes, the lists of symbols, and what
//! `farreach info --mpi` shows. The table also tells which pointers can't be null, and the exported
//! functions check these. Functions that are not there fail with `MPI_ERR_UNSUPPORTED_OPERATION`,
//! each with a code of its own, and say so at their first call.
//!
//! Fortran's interface is in `fortran/`, and becomes `libmpichfort.so.12` and `libmpi_mpifh.so.40`. Its functions have
//! gfortran's names, and call those of the C library, or those of an ABI whose handles are integers. Most functions come from
//! the table. `special.c` has those that do more than read their arguments. What differs between the ABIs
//! is in `fortran/mpich` and `fortran/openmpi`. The modules `mpi` and `mpi_f08` only declare functions, and come from the table too.
//! `MPI_BOTTOM` and the like are variables of COMMON blocks, which the dynamic linker makes one
//! with those of the program.
//!
//! A collective has one body for all its forms. The exported function gives the body the form (`forms`), which runs the steps: to their
//! end, begun for a request, or prepared for a persistent request.
//!
//! # How to add a function
//!
//! 1. Put the function's declaration into the table, `xtask/src/abi/mpi/table/FAMILY.rs`, and remove it from `absent.rs`. A
//!    family is a module of this crate. A function with large counts (`…_c`) has a row of its own behind the other. A collective
//!    has one row in `collective.rs` or `neighbours.rs`, from which its six forms follow.
//! 2. Run `cargo xtask abi`. It writes the exported functions, headers, symbols, lists and Fortran's functions, and says which
//!    body is missing, with the signature.
//! 3. Write the body in `src/FAMILY.rs`. Where the two sizes of counts differ, the body takes `i64`, `Ints` or `Out` for both.
//!    A failure has a class and names the argument (`Failure`, `Fault`). The exported function has checked the pointers that
//!    can't be null, and passes the failure to the error handler.
//! 4. Where names and types do not tell the rest, say it in `xtask/src/abi/mpi`: which pointers may be null or have a length
//!    (`row.rs`), that a function never waits and is called often (`BRIEF` in `exports.rs`), which parameters are LOGICAL in
//!    Fortran (`LOGICALS` in `fortran.rs`). A function that Fortran can't call by passing addresses is one of `SPECIAL`, and is
//!    written in `fortran/special.c`. If Fortran declares a function otherwise than C, `modules.rs` says how.
//! 5. Test it by a program in `tests/c`. `cargo test -p farreach-mpi-c` also checks the symbols and null pointers of all functions,
//!    and `cargo test -p xtask` that each row has its body and that each pointer's need is known.
//!
//! *Invariants: no panic and no unwinding reaches C; an error goes through the error handler of the
//! communicator that the call is about.*

#![cfg_attr(
    test,
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "what only exported functions use"
    )
)]
#![allow(
    clippy::too_many_arguments,
    clippy::unnecessary_wraps,
    reason = "the functions have the standard's parameters, and one type of result"
)]

mod abi;
mod attribute;
mod buffers;
mod collective;
mod comm;
pub mod communicators;
mod conversion;
mod copiers;
mod datatype;
mod environment;
mod errors;
mod export;
mod external;
mod fault;
mod file;
mod generalised;
mod send_receive;
// The tests call bodies, and compile sooner without all that is exported.
mod forms;
#[cfg(not(test))]
mod generated;
mod graph;
mod group;
mod handlers;
mod handles;
mod held;
mod info;
mod kinds;
mod mpich;
mod neighbours;
mod numbers;
mod openmpi;
mod operands;
mod operation;
mod packing;
mod partitioned;
mod point;
mod request;
mod requests;
mod sessions;
mod setup;
mod state;
mod statuses;
mod strings;
mod tools;
mod topology;
mod window;
