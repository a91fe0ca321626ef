//! The prototypes of `mpi.h`.

use std::fmt::Write as _;

use super::Family;

/// Whether `mpi.h` declares a function. It declares none that it has as a macro.
fn is_declared(name: &str) -> bool {
    let is_conversion = name.ends_with("_c2f") || name.ends_with("_f2c");
    !is_conversion || name.starts_with("MPI_Status") || name.starts_with("MPI_File")
}

/// The file with the prototypes of all functions, by family.
pub(super) fn functions(families: &[Family]) -> String {
    let mut text = String::from(
        "/*\n * The functions of MPI. mpi.h includes this file. Written by cargo xtask abi.\n */\n\n",
    );
    for family in families {
        // Writing to a string does not fail.
        let _ = writeln!(text, "/* {} */", family.name);
        for function in family.functions() {
            if !is_declared(&function.name) {
                continue;
            }
            let _ = writeln!(text, "{};", function.text);
            let profiled = function.text.replacen(" MPI", " PMPI", 1);
            let _ = writeln!(text, "{profiled};");
        }
        text.push('\n');
    }
    text
}
