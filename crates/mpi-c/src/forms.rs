//! The forms of a collective: blocking, non-blocking and persistent. A collective has one body,
//! and the exported function gives it the form.
//!
//! A collective is an `async` function of `farreach-mpi`, so each has its non-blocking twin. A
//! persistent request makes the function anew each time that it is started.

#![allow(unsafe_code)]

use std::sync::Arc;

use farreach_mpi::error::Result;
use farreach_mpi::{Begun, Comm, Request, Run};

use crate::abi::Abi;
use crate::fault::Done;
use crate::handles;
use crate::state::State;

/// How a collective is run.
pub(crate) trait Form {
    /// Whether the program waits for the end, so that the collective may run without a future.
    fn blocks(&self) -> bool {
        false
    }

    /// Runs the steps of the next collective of a communicator.
    fn go<F>(
        self,
        state: &State,
        comm: &Arc<Comm>,
        collective: impl FnOnce(Run) -> F + Clone + Send + Sync + 'static,
    ) -> Done
    where
        F: Future<Output = Result<()>> + Send + 'static;
}

/// To its end.
pub(crate) struct Blocks;

impl Form for Blocks {
    fn blocks(&self) -> bool {
        true
    }

    fn go<F>(
        self,
        state: &State,
        comm: &Arc<Comm>,
        collective: impl FnOnce(Run) -> F + Clone + Send + Sync + 'static,
    ) -> Done
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let run = Run::new(&state.mpi, comm);
        Ok(state.mpi.block(&run, collective(run.clone()))?)
    }
}

/// Beside the program, which gets a request.
pub(crate) struct Begins<A: Abi>(pub(crate) *mut A::Handle);

impl<A: Abi> Begins<A> {
    /// Begins the steps of `run`.
    pub(crate) fn begin(
        self,
        state: &State,
        run: &Run,
        steps: impl Future<Output = Result<()>> + Send + 'static,
    ) {
        let flight = state.mpi.begin(run, steps);
        let request = Request::begun(
            Some(Arc::clone(run.comm()).into()),
            Begun::Collective(flight),
        );
        // SAFETY: the program passes a place.
        unsafe { *self.0 = handles::add_request::<A>(request) };
    }
}

impl<A: Abi> Form for Begins<A> {
    fn go<F>(
        self,
        state: &State,
        comm: &Arc<Comm>,
        collective: impl FnOnce(Run) -> F + Clone + Send + Sync + 'static,
    ) -> Done
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let run = Run::begun(&state.mpi, comm);
        self.begin(state, &run, collective(run.clone()));
        Ok(())
    }
}

/// When the program starts it, any number of times. The program gets a persistent request.
pub(crate) struct Prepares<A: Abi>(pub(crate) *mut A::Handle);

impl<A: Abi> Form for Prepares<A> {
    fn go<F>(
        self,
        state: &State,
        comm: &Arc<Comm>,
        collective: impl FnOnce(Run) -> F + Clone + Send + Sync + 'static,
    ) -> Done
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let prepared = Run::prepared(&state.mpi, comm);
        let request = Request::persistent(Arc::clone(comm), move |mpi| {
            let run = prepared.again();
            let steps = collective.clone()(run.clone());
            Ok(Begun::Collective(mpi.begin(&run, steps)))
        });
        // SAFETY: the program passes a place.
        unsafe { *self.0 = handles::add_request::<A>(request) };
        Ok(())
    }
}
