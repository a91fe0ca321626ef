//! The sizes of problems.

use std::fmt;

use clap::ValueEnum;

/// A size of a problem, from a sample (S) over a workstation's (W) to those of larger machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Class {
    /// Sample: less than a second.
    #[value(name = "S")]
    S,
    /// Workstation.
    #[value(name = "W")]
    W,
    /// The smallest of the benchmark proper.
    #[value(name = "A")]
    A,
    /// Four times as much as A, or more.
    #[value(name = "B")]
    B,
}

impl Class {
    /// What a table of the four classes, from S to B, has for this one.
    pub(crate) fn of<T: Copy>(self, table: [T; 4]) -> T {
        table[self as usize]
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.of(["S", "W", "A", "B"]))
    }
}
