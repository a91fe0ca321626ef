//! Communicators for the groups of other models, as programs in C name them.
//!
//! A program that was built for MPICH may find a communicator in another model's object. In a group of
//! ARMCI this is the first word.

use std::ffi::c_int;

use farreach_mpi::Group;
use farreach_mpi::error::Failure;

use crate::abi::{Abi as _, Kind, Place};
use crate::handles::{self, COMMS};
use crate::mpich::Mpich;
use crate::state;

/// `MPI_COMM_WORLD` of MPICH's ABI.
pub const WORLD: c_int = 0x4400_0000;
/// `MPI_COMM_NULL` of MPICH's ABI.
pub const NULL: c_int = 0x0400_0000;

/// The tag by which the members of a group agree on its communicator. Programs have no tag as great.
const TAG: u32 = 0x7fff_ffff;

/// Makes a communicator of these processes of the job, in this order. Each of them calls with the same
/// list. Returns [`NULL`] if MPI is not initialised.
pub fn make(ranks: Vec<u32>) -> Result<c_int, Failure> {
    let Some(state) = state::get() else {
        return Ok(NULL);
    };
    let mpi = &state.mpi;
    let made = mpi.create_of_group(mpi.all(), &Group::of(ranks), TAG)?;
    Ok(handles::add_comm::<Mpich>(made))
}

/// Frees a communicator that [`make`] has returned.
pub fn free(comm: c_int) {
    if let Place::Made(number) = Mpich::place(Kind::Comm, comm) {
        COMMS.remove(number);
    }
}
