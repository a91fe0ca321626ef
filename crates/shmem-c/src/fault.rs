//! Faults of calls. A fault ends the job on every PE, with one line that names the function and the
//! reason.

use std::ffi::c_int;
use std::fmt;

use farreach_runtime::{Error, Local};

use crate::state;

/// The reason why a call fails. It has one word, so that results are returned in registers.
#[derive(Debug)]
pub(crate) struct Fault(Box<Reason>);

#[derive(Debug)]
enum Reason {
    /// The call came before `shmem_init`, or after the last `shmem_finalize`.
    NotInitialized,
    /// The process has the library twice: in its program, and at this path.
    Twice(String),
    /// The runtime reported an error.
    Runtime(Error),
    /// An argument is wrong.
    Argument {
        /// The argument's name in the specification.
        name: &'static str,
        /// The argument's value, the limit, and what to do.
        what: String,
    },
}

impl From<Error> for Fault {
    #[cold]
    fn from(error: Error) -> Fault {
        Fault(Box::new(Reason::Runtime(error)))
    }
}

impl Fault {
    /// A wrong argument.
    #[cold]
    pub(crate) fn argument(name: &'static str, what: String) -> Fault {
        Fault(Box::new(Reason::Argument { name, what }))
    }

    /// The fault of a call while the library is not initialised.
    #[cold]
    pub(crate) fn not_initialized() -> Fault {
        Fault(Box::new(Reason::NotInitialized))
    }

    /// The fault of a process that has the library twice.
    pub(crate) fn twice(path: &str) -> Fault {
        Fault(Box::new(Reason::Twice(path.to_owned())))
    }

    /// The fault of a null pointer.
    #[cold]
    pub(crate) fn null(name: &'static str) -> Fault {
        Fault::argument(name, "is a null pointer: pass an address".to_owned())
    }

    /// The fault of a PE number that does not exist.
    #[cold]
    pub(crate) fn no_such_pe(pe: c_int, size: u32) -> Fault {
        let what = format!("there is no PE {pe}: there are {size}, numbered from 0");
        Fault::argument("pe", what)
    }

    /// The fault of a transfer toward `pe`, whose runtime error is expressed in terms of the
    /// arguments.
    #[cold]
    pub(crate) fn of_transfer(error: Error, pe: c_int) -> Fault {
        match error {
            Error::NoSuchRank { size, .. } => Fault::no_such_pe(pe, size),
            Error::NotMapped {
                local,
                first,
                len,
                hole,
                ..
            } => {
                let name = match local {
                    Local::Source => "source",
                    Local::Target => "dest",
                };
                let what = format!(
                    "{first:#x} with {len} bytes is no memory of this PE from {hole:#x} on"
                );
                Fault::argument(name, what)
            }
            other => Fault::from(other),
        }
    }

    /// The fault of an operation on one word toward `pe`, whose runtime error is expressed in terms
    /// of the arguments.
    #[cold]
    pub(crate) fn of_word<T>(error: Error, pe: c_int, word: *const T, name: &'static str) -> Fault {
        match error {
            Error::Misaligned { .. } => Fault::misaligned(word, name),
            other => Fault::of_transfer(other, pe),
        }
    }

    /// The fault of a misaligned address.
    #[cold]
    pub(crate) fn misaligned<T>(word: *const T, name: &'static str) -> Fault {
        let width = align_of::<T>();
        let what = format!("{word:p} is misaligned: the address must be a multiple of {width}");
        Fault::argument(name, what)
    }

    /// This fault, with the name of another argument.
    #[cold]
    pub(crate) fn of(self, argument: &'static str) -> Fault {
        match *self.0 {
            Reason::Argument { what, .. } => Fault::argument(argument, what),
            other => Fault(Box::new(other)),
        }
    }

    /// Ends the job because of this fault of `function`.
    #[cold]
    #[inline(never)]
    pub(crate) fn end(self, function: &'static str) -> ! {
        state::end_thread_if_late();
        let text = match state::rank() {
            Some(rank) => format!("PE {rank}: {function}: {self}"),
            None => format!("{function}: {self}"),
        };
        state::end(1, &text)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Reason::NotInitialized => f.write_str(
                "called before shmem_init or after shmem_finalize: call it between these",
            ),
            Reason::Twice(path) => write!(
                f,
                "the process has the library twice, linked from libshmem.a and loaded from {path}: link the program without -static"
            ),
            Reason::Runtime(error) => write!(f, "{error}"),
            Reason::Argument { name, what } => write!(f, "argument {name}: {what}"),
        }
    }
}
