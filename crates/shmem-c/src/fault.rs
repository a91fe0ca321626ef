//! What goes wrong in a call: it ends the job, on every PE, with one line that says what and where.

use std::fmt;
use std::io::Write as _;

use farreach_runtime::Error;

use crate::state;

/// Why a call can't be done.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Called before `shmem_init`, or after the last `shmem_finalize`.
    NotInitialized,
    /// The runtime says why.
    Runtime(Error),
    /// An argument is wrong.
    Argument {
        /// Its name in the specification.
        name: &'static str,
        /// Its value, the limit, and what to do.
        what: String,
    },
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Runtime(error)
    }
}

impl Fault {
    /// A wrong argument.
    #[cold]
    pub(crate) fn argument(name: &'static str, what: String) -> Fault {
        Fault::Argument { name, what }
    }

    /// A handle that is no context.
    #[cold]
    pub(crate) fn context(handle: usize, invalid: usize) -> Fault {
        let what = if handle == invalid {
            "SHMEM_CTX_INVALID: create it with shmem_ctx_create, and look at what that returns"
                .to_owned()
        } else {
            format!(
                "{handle:#x} is no context: use what shmem_ctx_create made, before it is destroyed"
            )
        };
        Fault::argument("ctx", what)
    }

    /// Ends the job because of this, which happened in `function`.
    #[cold]
    #[inline(never)]
    pub(crate) fn end(&self, function: &'static str) -> ! {
        let text = match state::rank() {
            Some(rank) => format!("PE {rank}: {function}: {self}"),
            None => format!("{function}: {self}"),
        };
        if !state::abort(1, &text) {
            // Nobody else tells.
            let _ = writeln!(std::io::stderr(), "farreach: {text}");
        }
        state::leave_at_once(1)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotInitialized => f.write_str(
                "called before shmem_init or after shmem_finalize: call it between these",
            ),
            Fault::Runtime(error) => write!(f, "{error}"),
            Fault::Argument { name, what } => write!(f, "argument {name}: {what}"),
        }
    }
}
