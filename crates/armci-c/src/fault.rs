//! Mistakes of programs, and failures: what ends the job.

use std::fmt;

use farreach_runtime::World;

use crate::state;

/// Why a function can't do what it was asked to.
#[derive(Debug)]
pub(crate) struct Fault(Box<str>);

impl Fault {
    #[cold]
    pub(crate) fn new(what: impl Into<String>) -> Fault {
        Fault(what.into().into_boxed_str())
    }

    /// An impossible argument.
    #[cold]
    pub(crate) fn argument(name: &str, what: &str) -> Fault {
        Fault::new(format!("argument {name}: {what}"))
    }

    #[cold]
    pub(crate) fn null(name: &str) -> Fault {
        Fault::argument(name, "is NULL")
    }

    #[cold]
    pub(crate) fn not_initialized() -> Fault {
        Fault::new("called before ARMCI_Init or after ARMCI_Finalize: call it between these")
    }

    /// Ends the job because of this fault of `function`.
    #[cold]
    #[inline(never)]
    pub(crate) fn end(self, function: &'static str) -> ! {
        end_job(1, &format!("{function}: {self}"))
    }
}

/// Ends the job with a status and a text.
pub(crate) fn end_job(status: i32, text: &str) -> ! {
    let world = state::kept().map(|state| state.world);
    let text = match world {
        Some(world) if !text.is_empty() => format!("rank {}: {text}", world.rank()),
        _ => text.to_owned(),
    };
    World::end_process(world, status, &text)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text of an error without this process's rank, which the line begins with.
#[cold]
fn without_rank(error: &dyn fmt::Display) -> Fault {
    let text = error.to_string();
    let own = state::kept().map(|state| format!("rank {}: ", state.world.rank()));
    let rest = own.and_then(|own| text.strip_prefix(&own));
    Fault::new(rest.unwrap_or(&text))
}

impl From<farreach_armci::Error> for Fault {
    fn from(error: farreach_armci::Error) -> Fault {
        without_rank(&error)
    }
}

impl From<farreach_runtime::Error> for Fault {
    fn from(error: farreach_runtime::Error) -> Fault {
        without_rank(&error)
    }
}
