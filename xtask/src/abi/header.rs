//! `shmem.h` and `pshmem.h`.

use std::fmt::Write as _;

use super::row::{Family, Function};
use super::table::FAMILIES;
use super::{functions_of, selection};

/// The text before the prototypes: types and constants.
const PRELUDE: &str = include_str!("prelude.h");

/// The text between the prototypes and the C11 selection.
const CLOSING: &str = "\n#ifdef __cplusplus\n}\n#endif\n";

/// The text of `shmem.h`.
pub(super) fn shmem() -> String {
    let mut text = PRELUDE.to_owned();
    prototypes(&mut text, "", |family| !family.is_extension);
    text.push_str(CLOSING);
    text.push_str(&selection::c11());
    text.push_str(&selection::cxx());
    text.push_str("\n#endif\n");
    text
}

/// The text of `pshmem.h`: the functions under their profiling names.
pub(super) fn pshmem() -> String {
    let mut text = "/*\n * The profiling interface: each function of shmem.h under a name that no profiler replaces.\n \
                    * Made by `cargo xtask abi` from the table in xtask/src/abi.\n */\n#ifndef PSHMEM_H\n#define PSHMEM_H\n\n\
                    #include <shmem.h>\n#include <shmemx.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
        .to_owned();
    prototypes(&mut text, "p", |_| true);
    text.push_str(CLOSING);
    text.push_str("\n#endif\n");
    text
}

/// The text of `shmemx.h`.
pub(super) fn shmemx() -> String {
    let mut text = include_str!("extension.h").to_owned();
    prototypes(&mut text, "", |family| family.is_extension);
    text.push_str(CLOSING);
    text.push_str("\n#endif\n");
    text
}

fn prototypes(text: &mut String, prefix: &str, is_in: impl Fn(&Family) -> bool) {
    for family in FAMILIES.iter().filter(|family| is_in(family)) {
        write!(text, "\n/* {} */\n", family.about).expect("a string");
        for function in functions_of(family) {
            text.push_str(&prototype(&function, prefix));
        }
    }
}

fn prototype(function: &Function, prefix: &str) -> String {
    let mut parameters: Vec<String> = function
        .parameters
        .iter()
        .map(|parameter| joined(&parameter.c, &parameter.name))
        .collect();
    if function.is_variadic {
        parameters.push("...".to_owned());
    }
    if parameters.is_empty() {
        parameters.push("void".to_owned());
    }
    let attribute = if function.never_returns() {
        "SHMEM_NORETURN "
    } else {
        ""
    };
    let head = joined(&function.result.0, &format!("{prefix}{}", function.name));
    format!("{attribute}{head}({});\n", parameters.join(", "))
}

/// A type followed by a name.
pub(super) fn joined(ty: &str, name: &str) -> String {
    if ty.ends_with('*') {
        format!("{ty}{name}")
    } else {
        format!("{ty} {name}")
    }
}
