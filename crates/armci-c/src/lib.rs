//! ARMCI for C (`include/armci.h`), with the parts of `farreach-armci`.
//!
//! ```text
//!   program in C ──▶ ARMCI_PutS(…)               weak; a profiler may stand here
//!                       = PARMCI_PutS(…)         a line of `generated/`, by the table in xtask/src/abi/armci
//!                           └─ strided::put(…)   addresses become offsets (address), numbers become shapes
//!                                └─ farreach_runtime
//! ```
//!
//! A mistake of the program ends the job with a line that names the function, the argument and the
//! bound.
//!
//! *Invariants: no panic and no unwinding reaches C; before `ARMCI_Init` and after `ARMCI_Finalize`
//! only the functions that may be called then access the library's state.*

mod address;
mod collective;
mod contiguous;
mod domain;
mod export;
mod generated;
mod group;
mod handle;
mod heap;
mod message;
mod mutex;
mod ordering;
mod rmw;
mod state;
mod strided;
mod value;
mod vector;
