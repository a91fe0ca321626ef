//! Callgrind's profiles.
//!
//! ```text
//!   fn=(12) count_send          the function that the lines below belong to
//!   0 1152                      a position, and the instructions of the function itself
//!   cfn=(14) MPI_Send           a function that it calls: (14) stands for the name from here on
//!   calls=96 0                  the number of calls, and where the function begins
//!   0 32784                     the position of the call, and the instructions of all these calls
//! ```
//!
//! [The format](https://valgrind.org/docs/manual/cl-format.html) has more, which needs options that we don't use.

use std::collections::HashMap;

/// The calls that a function makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Calls {
    /// The number of calls.
    pub(super) number: u64,
    /// The instructions of the called functions and of all that these call.
    pub(super) instructions: u64,
}

/// Adds to `calls`, for each function of the profile by its name, the calls that it makes. `None`: the text is no profile.
pub(super) fn add_calls(profile: &str, calls: &mut HashMap<String, Calls>) -> Option<()> {
    let mut names = HashMap::new();
    let mut caller = "";
    let mut lines = profile.lines();
    while let Some(line) = lines.next() {
        if let Some(value) = line.strip_prefix("fn=") {
            caller = name(&mut names, value)?;
        } else if let Some(value) = line.strip_prefix("cfn=") {
            name(&mut names, value)?;
        } else if let Some(value) = line.strip_prefix("calls=") {
            let sum = calls.entry(caller.to_owned()).or_default();
            sum.number += value.split(' ').next()?.parse::<u64>().ok()?;
            // The position, and the instructions unless there are none.
            sum.instructions += match lines.next()?.split(' ').nth(1) {
                Some(instructions) => instructions.parse::<u64>().ok()?,
                None => 0,
            };
        }
    }
    Some(())
}

/// The name that `(ID) NAME` gives to the ID, or that an earlier line gave to the ID of `(ID)`.
fn name<'a>(names: &mut HashMap<&'a str, &'a str>, value: &'a str) -> Option<&'a str> {
    match value.split_once(' ') {
        Some((id, name)) => {
            names.insert(id, name);
            Some(name)
        }
        None => names.get(value).copied(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Calls, add_calls};

    const PROFILE: &str = "# callgrind format\n\
        version: 1\n\
        positions: line\n\
        events: Ir\n\
        summary: 500\n\
        \n\
        ob=(1) /tmp/mpi\n\
        fl=(1) ???\n\
        fn=(1) count_send\n\
        0 60\n\
        cob=(2) /lib/libmpi.so.12\n\
        cfn=(2) MPI_Send\n\
        calls=4 0\n\
        0 400\n\
        cfn=(3) other\n\
        calls=1 0\n\
        +2 30\n\
        \n\
        fn=(2)\n\
        0 390\n\
        cfn=(3)\n\
        calls=2 0\n\
        0 10\n\
        cfn=(4) empty\n\
        calls=1 0\n\
        0\n\
        \n\
        totals: 500\n";

    #[test]
    fn the_calls_of_each_function_are_summed() {
        let mut calls = HashMap::new();
        add_calls(PROFILE, &mut calls).unwrap();
        let of = |name| calls.get(name).copied().unwrap_or_default();
        let is = |number, instructions| Calls {
            number,
            instructions,
        };
        assert_eq!(of("count_send"), is(5, 430));
        assert_eq!(of("MPI_Send"), is(3, 10));
        assert_eq!(of("other"), is(0, 0));
        add_calls(PROFILE, &mut calls).unwrap();
        assert_eq!(calls["count_send"], is(10, 860));
    }

    #[test]
    fn what_is_no_profile_is_refused() {
        for bad in [
            "fn=(1)\n",
            "fn=(1) f\ncalls=x 0\n0 1\n",
            "fn=(1) f\ncalls=1 0\n",
            "fn=(1) f\ncalls=1 0\n0 x\n",
        ] {
            assert!(add_calls(bad, &mut HashMap::new()).is_none(), "{bad}");
        }
    }
}
