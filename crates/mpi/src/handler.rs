//! What happens to errors of calls.

use std::any::Any;
use std::sync::Arc;

/// What happens to the errors of the calls on a communicator.
#[derive(Clone, Debug)]
pub enum Handler {
    /// They end the job.
    EndsJob,
    /// They end the processes of the communicator, by ending the job.
    EndsGroup,
    /// They are returned.
    Returns,
    /// A function of the program gets them, as the language's library keeps it.
    Program(Arc<dyn Any + Send + Sync>),
}
