//! The functions of the library in Rust: one for each row.

use std::fmt::Write as _;

use super::row::{Function, Need, Parameter};
use super::{ABSENT, Family, PRIVATE};

const ORIGIN: &str = "// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.\n";

/// The functions that programs call most often and that never wait. No wait needs their names.
const BRIEF: [&str; 4] = [
    "MPI_Comm_rank",
    "MPI_Comm_size",
    "MPI_Get_count",
    "MPI_Type_size",
];

/// The module with the families.
pub(super) fn root(families: &[Family]) -> String {
    let mut text = format!(
        "//! The functions of MPICH's ABI, a file for each family.\n\n{ORIGIN}\n#![allow(unsafe_code)]\n#![allow(\n    clippy::too_many_arguments,\n    clippy::useless_conversion,\n    reason = \"as the standard has them\"\n)]\n\n"
    );
    for family in families {
        // Writing to a string does not fail.
        let _ = writeln!(text, "#[rustfmt::skip]\nmod {};", family.name);
    }
    text
}

/// The file of a family.
pub(super) fn family(family: &Family) -> String {
    let functions: Vec<Function> = family.rows.iter().map(|row| Function::parse(row)).collect();
    let bodies: Vec<String> = functions
        .iter()
        .map(|function| {
            if family.name == ABSENT {
                absent(function)
            } else {
                present(family, function, &functions)
            }
        })
        .collect();
    let bodies = bodies.concat();
    let module = if family.name == ABSENT {
        String::new()
    } else {
        format!("use crate::{};\n", family.name)
    };
    let mut text = format!(
        "//! The family `{}`.\n\n{ORIGIN}\n#![allow(clippy::wildcard_imports, reason = \"what the functions may need\")]\n\nuse crate::export::*;\n{module}",
        family.name
    );
    text.push_str(&bodies);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn absent(function: &Function) -> String {
    let Function { name, .. } = function;
    format!("\nabsent! {{ {PRIVATE}{name} = \"{name}\" }}")
}

fn present(family: &Family, function: &Function, all: &[Function]) -> String {
    let Function {
        result,
        name,
        parameters,
        text,
    } = function;
    let twin = match name.strip_suffix("_c") {
        Some(short) => short.to_owned(),
        None => format!("{name}_c"),
    };
    let count = parameters.len();
    let twin = all
        .iter()
        .find(|other| other.name == twin && other.parameters.len() == count);
    let mut list = String::new();
    let mut arguments = String::new();
    let mut checks = String::new();
    for (at, parameter) in parameters.iter().enumerate() {
        let own = rust_name(&parameter.name);
        let _ = write!(list, "\n    {own}: {},", rust_type(parameter));
        let differs = twin.is_some_and(|twin| twin.parameters[at].kind != parameter.kind);
        let into = if differs { ".into()" } else { "" };
        let comma = if at == 0 { "" } else { ", " };
        let _ = write!(arguments, "{comma}{own}{into}");
        match function.need(at) {
            Need::None => {}
            Need::Always => {
                let _ = writeln!(checks, "        needed(\"{}\", {own})?;", parameter.name);
            }
            Need::If(length) => {
                let _ = writeln!(
                    checks,
                    "        needed_for(\"{}\", {own}, {})?;",
                    parameter.name,
                    rust_name(&length)
                );
            }
        }
    }
    if !list.is_empty() {
        list.push('\n');
    }
    let module = family.name;
    let called = function.rust_name();
    let mut out = format!("\n/// `{text}`\n#[unsafe(no_mangle)]\n");
    if result != "int" {
        let result = rust_result(result);
        let _ = write!(
            out,
            "unsafe extern \"C\" fn {PRIVATE}{name}({list}) -> {result} {{\n    {module}::{called}({arguments})\n}}\n"
        );
        return out;
    }
    let by = match family.anytime {
        true => "anytime",
        false if BRIEF.contains(&name.as_str()) => "brief",
        false => "call",
    };
    let comm = parameters
        .iter()
        .find(|parameter| parameter.kind == "MPI_Comm");
    let comm = match comm {
        Some(comm) if !family.anytime => format!(", Some({})", rust_name(&comm.name)),
        _ if !family.anytime => ", None".to_owned(),
        _ => String::new(),
    };
    let (state, first) = if family.anytime {
        ("", "")
    } else {
        ("state", "state, ")
    };
    let first = if arguments.is_empty() { state } else { first };
    let _ = write!(
        out,
        "unsafe extern \"C\" fn {PRIVATE}{name}({list}) -> c_int {{\n    {by}::<Mpich>(\"{name}\"{comm}, |{state}| {{\n{checks}        // SAFETY: the program passes what the standard asks for.\n        unsafe {{ {module}::{called}::<Mpich>({first}{arguments}) }}\n    }})\n}}\n"
    );
    out
}

fn rust_name(name: &str) -> String {
    match name {
        "type" => "datatype".to_owned(),
        "in" => "from".to_owned(),
        _ => name.to_lowercase(),
    }
}

fn rust_result(result: &str) -> &'static str {
    match result {
        "double" => "c_double",
        "MPI_Aint" => "c_long",
        _ => panic!("{result}: no result that the table has"),
    }
}

/// The type in Rust of a parameter.
fn rust_type(parameter: &Parameter) -> String {
    let kind = parameter.kind.as_str();
    let (is_const, kind) = match kind.strip_prefix("const ") {
        Some(kind) => (true, kind),
        None => (false, kind),
    };
    let depth = kind.chars().filter(|c| *c == '*').count();
    if let Some(element) = kind.strip_suffix("(*)[3]") {
        return format!("*const [{}; 3]", scalar(element.trim()));
    }
    let element = kind.trim_end_matches('*').trim();
    if parameter.is_function() {
        return "*const c_void".to_owned();
    }
    let mut text = String::new();
    for at in 0..depth {
        text.push_str(if is_const && at + 1 == depth {
            "*const "
        } else {
            "*mut "
        });
    }
    text.push_str(scalar(element));
    text
}

fn scalar(name: &str) -> &'static str {
    match name {
        "int" | "MPI_Fint" => "c_int",
        "char" => "c_char",
        "void" => "c_void",
        "MPI_Aint" | "MPI_Count" | "MPI_Offset" => "c_long",
        "MPI_Status" | "MPI_F08_status" => "Status",
        "MPI_Comm" | "MPI_Datatype" | "MPI_Group" | "MPI_Op" | "MPI_Request" | "MPI_Info"
        | "MPI_Message" | "MPI_Errhandler" | "MPI_Win" | "MPI_Session" => "Handle",
        _ => panic!("{name}: no type that the table has"),
    }
}
