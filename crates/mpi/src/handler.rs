//! What happens to errors of calls.

/// What happens to the errors of the calls on a communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handler {
    /// They end the job.
    EndsJob,
    /// They end the processes of the communicator, by ending the job.
    EndsGroup,
    /// They are returned.
    Returns,
    /// A function of the program gets them. The language's library knows the function by its number.
    Program(usize),
}
