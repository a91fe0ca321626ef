//! The prototypes of `mpi.h`.

use std::fmt::Write as _;

use super::Family;
use super::row::Function;

/// The file with the prototypes of all functions, by family.
pub(super) fn functions(families: &[Family]) -> String {
    let mut text = String::from(
        "/*\n * The functions of MPI. mpi.h includes this file. Written by cargo xtask abi.\n */\n\n",
    );
    for family in families {
        // Writing to a string does not fail.
        let _ = writeln!(text, "/* {} */", family.name);
        for row in family.rows {
            let function = Function::parse(row);
            let _ = writeln!(text, "{};", function.text);
            let profiled = function.text.replacen(" MPI", " PMPI", 1);
            let _ = writeln!(text, "{profiled};");
        }
        text.push('\n');
    }
    text
}
