//! The functions of the library in Rust: a line for each row.

use std::fmt::Write as _;

use super::forms::{self, Forms};
use super::row::{Function, Need, Parameter};
use super::{Family, Kind};

const ORIGIN: &str = "// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.\n";

/// The functions that programs call most often and that never wait. No wait needs their names.
const BRIEF: [&str; 12] = [
    "MPI_Comm_rank",
    "MPI_Comm_size",
    "MPI_Get_count",
    "MPI_Irecv",
    "MPI_Irecv_c",
    "MPI_Isend",
    "MPI_Isend_c",
    "MPI_Recv",
    "MPI_Send",
    "MPI_Test",
    "MPI_Type_size",
    "MPI_Wait",
];

/// The module with the families.
pub(super) fn root(families: &[Family]) -> String {
    let mut text = format!(
        "//! The functions of all ABIs, a file for each family.\n\n{ORIGIN}\n#![allow(unsafe_code)]\n#![allow(\n    non_snake_case,\n    clippy::too_many_arguments,\n    clippy::useless_conversion,\n    reason = \"as the standard has them\"\n)]\n#![allow(clippy::wildcard_imports, reason = \"what the lines may need\")]\n\n"
    );
    let mut names: Vec<&str> = families.iter().map(|family| family.name).collect();
    names.sort_unstable();
    for name in names {
        // Writing to a string does not fail.
        let _ = writeln!(text, "mod {name};");
    }
    text
}

/// The file of a family.
pub(super) fn family(family: &Family) -> String {
    let mut uses = vec!["use crate::export::*;\n".to_owned()];
    if family.kind != Kind::Absent {
        uses.push(format!("use crate::{};\n", family.name));
    }
    uses.sort();
    let mut text = format!(
        "//! The family `{}`.\n\n{ORIGIN}\n{}",
        family.name,
        uses.concat()
    );
    let functions = family.functions();
    let is_value = |function: &&Function| function.result != "int";
    text.push_str("\nabis! {\n");
    match family.kind {
        Kind::Absent => {
            let lines = functions.iter().map(|function| function.name.clone());
            push_macro(&mut text, "absent", lines);
        }
        Kind::Collectives => {
            let lines = family.rows.iter().flat_map(|row| collectives(family, row));
            push_macro(&mut text, "collectives", lines);
        }
        Kind::Conversions => {
            let lines = functions.iter().map(|function| value(family, function));
            push_macro(&mut text, "conversions", lines);
        }
        Kind::Functions | Kind::Anytime | Kind::Tool => {
            let (values, others): (Vec<_>, Vec<_>) = functions.iter().partition(is_value);
            let lines = others
                .iter()
                .map(|function| export(family, function, &functions));
            push_macro(&mut text, "exports", lines);
            let lines = values.iter().map(|function| value(family, function));
            push_macro(&mut text, "values", lines);
        }
    }
    text.push_str("}\n");
    text
}

/// Adds the lines of a macro, if there are any.
fn push_macro(text: &mut String, name: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.map(|line| format!("        {line};\n")).collect();
    if !lines.is_empty() {
        // Writing to a string does not fail.
        let _ = write!(text, "    {name} {{\n{}    }}\n", lines.concat());
    }
}

/// The lines of a row with all forms of a collective: one for each size of counts.
fn collectives(family: &Family, row: &str) -> Vec<String> {
    let all = forms::of(row);
    let line = |at: usize| {
        let Forms {
            blocking,
            begun,
            prepared,
        } = &all[at];
        let twin = all.get(1 - at).map(|twin| &twin.blocking);
        format!(
            "{} {} {}({}){} = {}",
            blocking.name,
            begun.name,
            prepared.name,
            parameters(blocking),
            object(blocking) + &needs(blocking),
            called(family, blocking, twin)
        )
    };
    (0..all.len()).map(line).collect()
}

/// The line of a function that returns an error code.
fn export(family: &Family, function: &Function, all: &[Function]) -> String {
    let by = match family.kind {
        Kind::Anytime => "anytime",
        Kind::Tool => "tool",
        _ if BRIEF.contains(&function.name.as_str()) => "brief",
        _ => "call",
    };
    format!(
        "{by} {}({}){} = {}",
        function.name,
        parameters(function),
        match family.kind {
            Kind::Anytime | Kind::Tool => needs(function),
            _ => object(function) + &needs(function),
        },
        called(family, function, function.twin(all))
    )
}

/// The line of a function that returns a value.
fn value(family: &Family, function: &Function) -> String {
    format!(
        "{}({}) -> {} = {}",
        function.name,
        parameters(function),
        rust_result(&function.result),
        called(family, function, None)
    )
}

fn parameters(function: &Function) -> String {
    let parameters = function.parameters.iter();
    let parameters: Vec<String> = parameters
        .map(|parameter| format!("{}: {}", parameter.rust_name(), rust_type(parameter)))
        .collect();
    parameters.join(", ")
}

/// Which object the call is about.
fn object(function: &Function) -> String {
    let mut text = String::new();
    // A window or file that a communicator's processes make has no error handler yet.
    let found = ["Comm", "Win", "File", "Session"].iter().find_map(|kind| {
        let is_it = |parameter: &&Parameter| parameter.kind.strip_prefix("MPI_") == Some(kind);
        Some((kind, function.parameters.iter().find(is_it)?))
    });
    if let Some((kind, object)) = found {
        // Writing to a string does not fail.
        let _ = write!(text, " on {kind} {}", object.rust_name());
    }
    text
}

/// The places that the program must pass.
fn needs(function: &Function) -> String {
    let mut text = String::new();
    let mut before = " needs ";
    for (at, parameter) in function.parameters.iter().enumerate() {
        let own = parameter.rust_name();
        let needed = match function.need(at) {
            Need::None => continue,
            Need::Always => own,
            Need::If(length) => format!("{own}[{}]", length.to_lowercase()),
        };
        let _ = write!(text, "{before}{needed}");
        before = ", ";
    }
    text
}

/// The call of the function's body. Parameters that differ from those of `twin` are converted.
fn called(family: &Family, function: &Function, twin: Option<&Function>) -> String {
    let arguments = function.parameters.iter().enumerate();
    let arguments: Vec<String> = arguments
        .map(|(at, parameter)| {
            let differs = twin.is_some_and(|twin| twin.parameters[at].kind != parameter.kind);
            parameter.rust_name() + if differs { ".into()" } else { "" }
        })
        .collect();
    format!(
        "{}::{}({})",
        family.name,
        function.rust_name(),
        arguments.join(", ")
    )
}

/// The type in Rust of a result that is no error code.
pub(super) fn rust_result(result: &str) -> &'static str {
    match result {
        "double" => "c_double",
        "MPI_Aint" => "c_long",
        _ => scalar(result),
    }
}

/// The type in Rust of a parameter.
pub(super) fn rust_type(parameter: &Parameter) -> String {
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
        "int" | "MPI_Fint" | "MPI_T_cb_safety" | "MPI_T_source_order" => "c_int",
        "char" => "c_char",
        "void" => "c_void",
        "MPI_Aint" | "MPI_Count" | "MPI_Offset" => "c_long",
        "MPI_T_enum"
        | "MPI_T_cvar_handle"
        | "MPI_T_pvar_handle"
        | "MPI_T_pvar_session"
        | "MPI_T_event_registration"
        | "MPI_T_event_instance" => "*mut c_void",
        "MPI_Status" | "MPI_F08_status" => "Status",
        "MPI_File" => "File",
        "MPI_Comm" | "MPI_Datatype" | "MPI_Group" | "MPI_Op" | "MPI_Request" | "MPI_Info"
        | "MPI_Message" | "MPI_Errhandler" | "MPI_Win" | "MPI_Session" => "Handle",
        _ => panic!("{name}: no type that the table has"),
    }
}
