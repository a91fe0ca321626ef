//! Why a call fails.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// Why a call fails. A fault has one word, so that results are returned in registers.
#[derive(Debug)]
pub struct Fault(Box<Reason>);

#[derive(Debug)]
struct Reason {
    /// The name in the specification of the argument that is wrong.
    argument: Option<&'static str>,
    /// What is wrong, the limit, and what to do.
    what: Cow<'static, str>,
}

impl<E: Error> From<E> for Fault {
    #[cold]
    fn from(error: E) -> Fault {
        Fault::new(error.to_string())
    }
}

impl Fault {
    /// A fault of no argument.
    #[cold]
    pub fn new(what: impl Into<Cow<'static, str>>) -> Fault {
        let what = what.into();
        let argument = None;
        Fault(Box::new(Reason { argument, what }))
    }

    /// A wrong argument.
    #[cold]
    pub fn argument(name: &'static str, what: impl Into<Cow<'static, str>>) -> Fault {
        let what = what.into();
        let argument = Some(name);
        Fault(Box::new(Reason { argument, what }))
    }

    /// The fault of a null pointer.
    #[cold]
    pub fn null(name: &'static str) -> Fault {
        Fault::argument(name, "is a null pointer: pass an address")
    }

    /// The fault of a number that must not be negative.
    #[cold]
    pub fn negative(name: &'static str, number: i64) -> Fault {
        Fault::argument(name, format!("{number} is negative"))
    }

    /// The fault of a number that names nothing. `what` is what there are `count` of, a PE for example.
    #[cold]
    pub fn none_such(name: &'static str, what: &str, number: i64, count: u32) -> Fault {
        Fault::argument(name, there_is_no(what, number, count))
    }

    /// The fault of a misaligned address.
    #[cold]
    pub fn misaligned<T>(name: &'static str, word: *const T) -> Fault {
        let width = align_of::<T>();
        let what = format!("{word:p} is misaligned: the address must be a multiple of {width}");
        Fault::argument(name, what)
    }

    /// This fault as that of another argument, if it is that of an argument.
    #[cold]
    pub fn of(mut self, argument: &'static str) -> Fault {
        self.0.argument = self.0.argument.and(Some(argument));
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.argument {
            Some(name) => f.write_str(&of_argument(name, &self.0.what)),
            None => f.write_str(&self.0.what),
        }
    }
}

/// The text of a wrong argument.
#[cold]
pub fn of_argument(name: &str, what: impl fmt::Display) -> String {
    format!("argument {name}: {what}")
}

/// The text of a number that names nothing.
#[cold]
pub fn there_is_no(what: &str, number: i64, count: u32) -> String {
    format!("there is no {what} {number}: there are {count}, numbered from 0")
}

#[cfg(test)]
mod tests {
    use super::Fault;

    #[test]
    fn a_wrong_argument_is_named() {
        let fault = Fault::none_such("pe", "PE", -3, 2);
        let text = "there is no PE -3: there are 2, numbered from 0";
        assert_eq!(fault.to_string(), format!("argument pe: {text}"));
        assert_eq!(
            fault.of("root").to_string(),
            format!("argument root: {text}")
        );
    }

    #[test]
    fn a_fault_of_no_argument_stays_one() {
        assert_eq!(Fault::new("late").of("root").to_string(), "late");
    }
}
