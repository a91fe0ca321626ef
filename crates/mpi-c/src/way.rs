//! The two ways of a collective: to its end, or beside the program.

#![allow(unsafe_code)]

use std::sync::Arc;

use farreach_mpi::error::Result;
use farreach_mpi::{Begun, Comm, Request, Run};

use crate::abi::Abi;
use crate::fault::Done;
use crate::handles;
use crate::state::State;

/// How a collective is run.
pub(crate) trait Way {
    /// The next collective of a communicator.
    fn run(&self, state: &State, comm: &Arc<Comm>) -> Run;

    /// Runs the steps of a collective.
    fn go(
        self,
        state: &State,
        run: &Run,
        collective: impl Future<Output = Result<()>> + Send + 'static,
    ) -> Done;
}

/// To its end.
pub(crate) struct Blocks;

impl Way for Blocks {
    fn run(&self, state: &State, comm: &Arc<Comm>) -> Run {
        Run::new(&state.mpi, comm)
    }

    fn go(
        self,
        state: &State,
        run: &Run,
        collective: impl Future<Output = Result<()>> + Send + 'static,
    ) -> Done {
        Ok(state.mpi.block(run, collective)?)
    }
}

/// Beside the program, which gets a request.
pub(crate) struct Begins<A: Abi>(pub(crate) *mut A::Handle);

impl<A: Abi> Way for Begins<A> {
    fn run(&self, state: &State, comm: &Arc<Comm>) -> Run {
        Run::begun(&state.mpi, comm)
    }

    fn go(
        self,
        state: &State,
        run: &Run,
        collective: impl Future<Output = Result<()>> + Send + 'static,
    ) -> Done {
        let flight = state.mpi.begin(run, collective);
        let request = Request::begun(Some(Arc::clone(run.comm())), Begun::Collective(flight));
        // SAFETY: the program passes a place.
        unsafe { *self.0 = handles::add_request::<A>(request) };
        Ok(())
    }
}
