//! The C interface of ARMCI, from a table of its functions.
//!
//! ```text
//!   table ├─ headers   crates/armci-c/include/armci.h, message.h, armcix.h
//!         ├─ exports   crates/armci-c/src/generated/*.rs: a line for each function
//!         └─ symbols   crates/armci-c/libarmci.map
//! ```

mod table;

use std::fmt::Write as _;

use self::table::{FAMILIES, Family, Header};
use super::Output;
use super::exports::export_as;
use super::row::{self, Function};

/// The crate that has the generated files.
const CRATE: &str = "crates/armci-c";

/// The first line of generated files, behind the mark of a comment.
const ORIGIN: &str = "Made by `cargo xtask abi` from the table in xtask/src/abi/armci.";

/// The end of the headers.
const CLOSING: &str = "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";

/// A function, and the name by which profilers reach it.
struct Twinned {
    function: Function,
    twin: Option<String>,
}

fn functions_of(family: &Family) -> impl Iterator<Item = Twinned> + '_ {
    family.rows.iter().map(|line| {
        let function = row::functions(&row::row(line.declaration, line.call)).remove(0);
        let twin = line.is_twinned.then(|| twin(&function.name));
        Twinned { function, twin }
    })
}

/// `PARMCI_Put` for `ARMCI_Put`, `parmci_msg_barrier` for `armci_msg_barrier`.
fn twin(name: &str) -> String {
    let first = if name.starts_with("ARMCI") { 'P' } else { 'p' };
    format!("{first}{name}")
}

/// All generated files.
pub(super) fn outputs() -> Vec<Output> {
    let mut outputs = vec![
        Output::of(CRATE, "include/armci.h", header(Header::Armci)),
        Output::of(CRATE, "include/message.h", header(Header::Message)),
        Output::of(CRATE, "include/armcix.h", header(Header::Extension)),
        Output::of(CRATE, "libarmci.map", version_script()),
        Output::of(CRATE, "src/generated.rs", root()),
    ];
    for family in FAMILIES {
        let path = format!("src/generated/{}.rs", family.name);
        outputs.push(Output::of(CRATE, &path, exports(family)));
    }
    outputs
}

/// The names of all functions.
pub(super) fn names() -> Vec<String> {
    let all = FAMILIES.iter().flat_map(functions_of);
    all.flat_map(|Twinned { function, twin }| twin.into_iter().chain([function.name]))
        .collect()
}

fn header(header: Header) -> String {
    let mut text = match header {
        Header::Armci => include_str!("armci/armci.h"),
        Header::Message => include_str!("armci/message.h"),
        Header::Extension => include_str!("armci/armcix.h"),
    }
    .to_owned();
    let families = || FAMILIES.iter().filter(|family| family.header == header);
    for family in families() {
        writeln!(text, "\n/* {} */", family.about).expect("a string");
        for Twinned { function, .. } in functions_of(family) {
            prototype(&mut text, &function, &function.name);
        }
    }
    let twinned = families().flat_map(functions_of);
    let twinned: Vec<_> = twinned
        .filter_map(|Twinned { function, twin }| Some((function, twin?)))
        .collect();
    if !twinned.is_empty() {
        text.push_str("\n/* The same under names that no profiler replaces. */\n");
    }
    for (function, twin) in twinned {
        prototype(&mut text, &function, &twin);
    }
    if header == Header::Armci {
        // Programs expect the functions of both in one header.
        text.push_str("\n#include <message.h>\n");
    }
    text.push_str(CLOSING);
    text
}

fn prototype(text: &mut String, function: &Function, name: &str) {
    let typed = |ty: &str, name: &str| {
        let gap = if ty.ends_with('*') { "" } else { " " };
        format!("{ty}{gap}{name}")
    };
    let parameters = function.parameters.iter();
    let parameters: Vec<_> = parameters
        .map(|parameter| typed(&parameter.c, &parameter.name))
        .collect();
    let parameters = if parameters.is_empty() {
        "void".to_owned()
    } else {
        parameters.join(", ")
    };
    let result = typed(&function.result.0, name);
    writeln!(text, "{result}({parameters});").expect("a string");
}

fn root() -> String {
    let mut text = format!(
        "//! The exported functions, a file for each family.\n\n// {ORIGIN}\n\n#![allow(unsafe_code)]\n#![allow(clippy::wildcard_imports, reason = \"what the lines may need\")]\n\n"
    );
    let mut names: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
    names.sort_unstable();
    for name in names {
        writeln!(text, "mod {name};").expect("a string");
    }
    text
}

fn exports(family: &Family) -> String {
    let mut text = format!(
        "//! {}\n\n// {ORIGIN}\n\nuse crate::export::*;\n\nexports! {{\n",
        family.about
    );
    for Twinned { function, twin } in functions_of(family) {
        let strong = twin.unwrap_or_default();
        writeln!(text, "    {}", export_as(&function, &strong)).expect("a string");
    }
    text.push_str("}\n");
    text
}

fn version_script() -> String {
    let mut text = format!("# {ORIGIN}\n{{\n    global:\n");
    for name in names() {
        writeln!(text, "        {name};").expect("a string");
    }
    text.push_str("    local:\n        *;\n};\n");
    text
}
