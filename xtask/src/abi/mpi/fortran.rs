//! Fortran's names as gfortran spells them: functions in C that call those of `libmpi.so.12`, or those that
//! `libfarreach.so.0` has for the Fortran of Open MPI's ABI.
//!
//! Fortran passes the addresses of all arguments, and adds the lengths of strings at the end. A handle
//! is the same number here and in the functions of C that are called, and a status has the same bytes. So
//! most functions only read their arguments. `special.c` has the others. `modules` writes what Fortran's modules say of all.

use std::fmt::Write as _;

use super::Family;
use super::row::{Function, Parameter};

/// Functions that `special.c` has.
const SPECIAL: [&str; 42] = [
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Pcontrol",
    "MPI_Waitany",
    "MPI_Testany",
    "MPI_Waitsome",
    "MPI_Testsome",
    "MPI_Comm_create_keyval",
    "MPI_Type_create_keyval",
    "MPI_Win_create_keyval",
    "MPI_Keyval_create",
    "MPI_Comm_get_attr",
    "MPI_Comm_set_attr",
    "MPI_Type_get_attr",
    "MPI_Type_set_attr",
    "MPI_Win_get_attr",
    "MPI_Win_set_attr",
    "MPI_Attr_get",
    "MPI_Attr_put",
    "MPI_Address",
    "MPI_Type_extent",
    "MPI_Type_lb",
    "MPI_Type_ub",
    "MPI_Type_hvector",
    "MPI_Type_hindexed",
    "MPI_Type_struct",
    "MPI_Buffer_detach",
    "MPI_Comm_detach_buffer",
    "MPI_Session_detach_buffer",
    "MPI_Comm_dup_fn",
    "MPI_Comm_null_copy_fn",
    "MPI_Comm_null_delete_fn",
    "MPI_Status_set_error",
    "MPI_Status_set_source",
    "MPI_Status_set_tag",
    "MPI_Status_get_error",
    "MPI_Get_hw_resource_info",
    "MPI_Grequest_start",
    "MPI_Info_create_env",
    "MPI_Info_get_string",
    "MPI_Register_datarep",
    "MPI_Session_get_nth_pset",
];

/// Parameters that are LOGICAL in Fortran.
pub(super) const LOGICALS: [&str; 8] = [
    "commute",
    "flag",
    "high",
    "is_supported",
    "periods",
    "remain_dims",
    "reorder",
    "weighted",
];

/// The file with the functions that need nothing special.
pub(super) fn source(families: &[Family]) -> String {
    let mut text = String::from(
        "/*\n * MPI for Fortran: the names of gfortran.\n * Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.\n */\n#include \"mpi.h\"\n#include \"support.h\"\n\n",
    );
    for function in families.iter().flat_map(Family::functions) {
        if let Some(body) = wrapper(&function) {
            text.push_str(&body);
        }
    }
    text
}

/// The file with the functions that only say that they are not there.
pub(super) fn absent_source(families: &[Family]) -> String {
    let mut text = String::from(
        "/*\n * Functions that are not there, and whose arguments nobody reads. mpi.h has other prototypes of them.\n * Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.\n */\n#include \"support.h\"\n\n",
    );
    for function in families.iter().flat_map(Family::functions) {
        text.push_str(&absent(&function).unwrap_or_default());
    }
    text
}

/// The file with the functions that have large counts.
pub(super) fn large_source(families: &[Family]) -> String {
    let mut text = String::from(
        "/*\n * Functions with large counts, which the module mpi_f08 has by the names of those without.\n * Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.\n */\n#include \"mpi.h\"\n#include \"support.h\"\n\n",
    );
    for function in families.iter().flat_map(Family::functions) {
        text.push_str(&large(&function).unwrap_or_default());
    }
    text
}

/// The line of a function whose arguments only C has types for. Such functions are not there, so nothing reads the arguments.
fn absent(function: &Function) -> Option<String> {
    let name = &function.name;
    if function.result != "int" || !is_of_fortran(name) || wrapper(function).is_some() {
        return None;
    }
    let parameters = function.parameters.iter();
    let mut list: Vec<String> = parameters
        .map(|parameter| format!("void *{}", own_name(parameter)))
        .collect();
    list.push("int *ierr".to_owned());
    let (lower, list) = (name.to_lowercase(), list.join(", "));
    Some(format!("ABSENT({lower}, ({list}), {name})\n"))
}

/// How Fortran passes a parameter.
enum Passing {
    /// A number of so many bytes, by its address.
    Number(&'static str),
    /// An array, or a number to store.
    Array(&'static str),
    /// A file, whose handle has the size of a pointer in C.
    File,
    /// The place of the handle of a file.
    FilePlace,
    /// The program's data.
    Data,
    Status,
    Statuses,
    Weights,
    StringIn,
    StringOut,
    /// A function whose parameters are the same in both languages.
    Function,
}

/// How a parameter is passed, if both languages can say it.
fn passing(function: &Function, parameter: &Parameter) -> Option<Passing> {
    let kind = parameter.kind.as_str();
    let (is_const, kind) = match kind.strip_prefix("const ") {
        Some(kind) => (true, kind),
        None => (false, kind),
    };
    let element = kind.trim_end_matches(['*', ' ']);
    let depth = kind.len() - kind.trim_end_matches('*').len();
    let number = |name: &str| match name {
        "int" | "MPI_Fint" | "MPI_Comm" | "MPI_Datatype" | "MPI_Group" | "MPI_Op"
        | "MPI_Request" | "MPI_Info" | "MPI_Message" | "MPI_Errhandler" | "MPI_Win"
        | "MPI_Session" => Some("int"),
        "MPI_Aint" | "MPI_Count" | "MPI_Offset" => Some("long"),
        _ => None,
    };
    if kind.ends_with("(*)[3]") {
        return Some(Passing::Array("int"));
    }
    // The functions of reductions and of error handlers have the same parameters in both languages.
    let same = |name: &str| {
        name.starts_with("MPI_User_function")
            || name == "MPI_Handler_function"
            || name.ends_with("_errhandler_function")
            || name.ends_with("_errhandler_fn")
    };
    match (element, depth) {
        ("void", 1) => Some(Passing::Data),
        ("char", 1) if is_const => Some(Passing::StringIn),
        ("char", 1) => Some(Passing::StringOut),
        ("MPI_Status", 1) if parameter.name.contains("statuses") => Some(Passing::Statuses),
        ("MPI_Status", 1) => Some(Passing::Status),
        (name, _) if same(name) => Some(Passing::Function),
        ("int", 1)
            if parameter.name.ends_with("weights") && function.name.contains("Dist_graph") =>
        {
            Some(Passing::Weights)
        }
        ("MPI_File", 0) => Some(Passing::File),
        ("MPI_File", 1) => Some(Passing::FilePlace),
        (name, 0) => number(name).map(Passing::Number),
        (name, 1) => number(name).map(Passing::Array),
        _ => None,
    }
}

/// Whether the name ends as those of functions that only C has.
fn has_suffix_of_c(name: &str) -> bool {
    let suffixes = [
        "_c", "_c2f", "_f2c", "_c2f08", "_f082c", "_f2f08", "_f082f", "_fromint", "_toint",
    ];
    suffixes.iter().any(|suffix| name.ends_with(suffix))
}

/// Whether Fortran has the function, by its name.
fn is_of_fortran(name: &str) -> bool {
    !SPECIAL.contains(&name)
        && !has_suffix_of_c(name)
        && name.starts_with("MPI_")
        && !name.starts_with("MPI_T_")
        && !name.starts_with("MPI_Abi_")
}

/// Whether a function of Fortran may call this function of C.
pub(super) fn is_called(function: &Function) -> bool {
    let is_value = matches!(function.result.as_str(), "double" | "MPI_Aint");
    is_value
        || SPECIAL.contains(&function.name.as_str())
        || wrapper(function).is_some()
        || absent(function).is_some()
}

/// The name in C of a parameter.
fn own_name(parameter: &Parameter) -> String {
    match parameter.name.as_str() {
        "in" | "type" => format!("the_{}", parameter.name),
        name => name.to_lowercase(),
    }
}

/// The line of a function. `None` if Fortran has none.
fn wrapper(function: &Function) -> Option<String> {
    if function.result != "int" || !is_of_fortran(&function.name) {
        return None;
    }
    line(function)
}

/// The line of a function with large counts, which only the module `mpi_f08` has.
fn large(function: &Function) -> Option<String> {
    let short = function.name.strip_suffix("_c")?;
    if function.result != "int" || !is_of_fortran(short) {
        return None;
    }
    line(function)
}

/// The line of a function: its name, its parameters, and what it does. `None` if Fortran can't say an argument.
fn line(function: &Function) -> Option<String> {
    let name = &function.name;
    let (mut list, mut arguments) = (Vec::new(), Vec::new());
    let (mut lengths, mut before, mut after) = (Vec::new(), String::new(), String::new());
    let told = |flag: &Parameter| flag.name == "flag";
    let only_if = if function.parameters.iter().any(told) {
        " && *flag"
    } else {
        ""
    };
    for parameter in &function.parameters {
        let own = own_name(parameter);
        let (here, argument) = match passing(function, parameter)? {
            Passing::Number(kind) => (format!("const {kind} *{own}"), format!("*{own}")),
            // A pointer to rows.
            Passing::Array(kind) if parameter.kind.ends_with("(*)[3]") => {
                (format!("{kind} *{own}"), format!("(void *){own}"))
            }
            Passing::Array(kind) => (format!("{kind} *{own}"), own),
            Passing::File => (format!("const int *{own}"), format!("file_of(*{own})")),
            Passing::FilePlace => {
                // Writing to a string does not fail.
                let _ = write!(before, "MPI_File {own}_file = file_of(*{own}); ");
                let _ = write!(after, " *{own} = number_of({own}_file);");
                (format!("int *{own}"), format!("&{own}_file"))
            }
            Passing::Data => (format!("void *{own}"), format!("data_of({own})")),
            Passing::Status => (format!("int *{own}"), format!("status_of({own})")),
            Passing::Statuses => (format!("int *{own}"), format!("statuses_of({own})")),
            Passing::Weights => (format!("int *{own}"), format!("weights_of({own})")),
            Passing::Function => (format!("void *{own}"), own),
            Passing::StringIn => {
                lengths.push(format!("size_t {own}_len"));
                let trim = if name.starts_with("MPI_Info") {
                    "BOTH"
                } else {
                    "TRAILING"
                };
                // Writing to a string does not fail.
                let _ = write!(before, "TAKE({own}, {trim}) ");
                (format!("const char *{own}"), format!("{own}_text"))
            }
            Passing::StringOut => {
                lengths.push(format!("size_t {own}_len"));
                let _ = write!(before, "ROOM({own}) ");
                let _ = write!(after, " if (*ierr == 0{only_if}) GIVE({own})");
                (format!("char *{own}"), format!("{own}_text"))
            }
        };
        list.push(here);
        arguments.push(argument);
    }
    list.push("int *ierr".to_owned());
    list.extend(lengths);
    Some(format!(
        "FUNCTION({}, ({}), {before}*ierr = {name}({});{after})\n",
        name.to_lowercase(),
        list.join(", "),
        arguments.join(", ")
    ))
}
