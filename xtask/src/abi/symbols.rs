//! The symbols that the shared object exports.

use super::{all_functions, fortran};

/// All names that a program may link to: each function, its profiling twin, and Fortran's names.
pub(super) fn names() -> Vec<String> {
    let names = all_functions().into_iter().map(|function| function.name);
    names
        .flat_map(|name| [format!("p{name}"), name])
        .chain(fortran::names())
        .collect()
}

/// The version script for the linker.
pub(super) fn version_script() -> String {
    let mut text =
        "# Made by `cargo xtask abi` from the table in xtask/src/abi.\n{\n    global:\n".to_owned();
    for name in names() {
        text.push_str("        ");
        text.push_str(&name);
        text.push_str(";\n");
    }
    text.push_str("    local:\n        *;\n};\n");
    text
}
