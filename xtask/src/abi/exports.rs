//! The Rust side of the interface: a line for each exported function.

use std::fmt::Write as _;

use super::functions_of;
use super::row::{Context, Family, Function, Parameter};
use super::table::FAMILIES;

const ORIGIN: &str = "// Made by `cargo xtask abi` from the table in xtask/src/abi.\n";

/// The module that contains the families.
pub(super) fn root() -> String {
    let mut text = format!(
        "//! The exported functions, a file for each family.\n\n{ORIGIN}\n#![allow(unsafe_code)]\n#![allow(clippy::wildcard_imports, reason = \"what the lines may need\")]\n\n"
    );
    let families = FAMILIES.iter().filter(|family| has_exports(family));
    let mut names: Vec<_> = families.map(|family| family.name).collect();
    names.sort_unstable();
    for name in names {
        writeln!(text, "mod {name};").expect("a string");
    }
    text
}

fn has_exports(family: &Family) -> bool {
    functions_of(family).iter().any(|f| !f.is_native)
}

/// The functions of a family.
pub(super) fn family(family: &Family) -> String {
    let mut text = format!(
        "//! {}\n\n{ORIGIN}\nuse crate::export::*;\n\nexports! {{\n",
        family.about
    );
    for function in functions_of(family).iter().filter(|f| !f.is_native) {
        writeln!(text, "    {}", export(function)).expect("a string");
    }
    text.push_str("}\n");
    text
}

fn export(function: &Function) -> String {
    export_as(function, &format!("p{}", function.name))
}

/// The line of a function whose strong symbol is `strong`.
pub(super) fn export_as(function: &Function, strong: &str) -> String {
    let parameters = function.parameters.iter();
    let parameters =
        parameters.map(|parameter| format!("{}: {}", parameter.rust_name(), parameter.rust));
    let parameters: Vec<String> = parameters.collect();
    let result = match function.result.1.as_str() {
        "" => String::new(),
        result => format!(" -> {result}"),
    };
    let names = function.parameters.iter().map(Parameter::rust_name);
    let arguments: Vec<String> = match function.context {
        Context::Default => std::iter::once("DEFAULT".to_owned()).chain(names).collect(),
        Context::None | Context::Given => names.collect(),
    };
    format!(
        "{} {strong} ({}){result} = {}({});",
        function.name,
        parameters.join(", "),
        function.call,
        arguments.join(", ")
    )
}
