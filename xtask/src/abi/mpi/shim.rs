//! The standard's ABI, `libmpi_abi.so.1`: functions in C that turn arguments into those of MPICH's ABI and call its functions.
//!
//! A handle that the standard defines is a small number, and the number of any other handle is MPICH's. So a function turns
//! numbers into numbers, and no function of the library is written or compiled twice. `convert.h` has the conversions,
//! `special.c` the functions that give the program's functions to the library, and those whose results have numbers inside.

use std::fmt::Write as _;

use super::Family;
use super::row::{Function, Need, Parameter};

/// Functions that `special.c` has.
const SPECIAL: [&str; 34] = [
    "MPI_Buffer_detach",
    "MPI_Buffer_detach_c",
    "MPI_Comm_detach_buffer",
    "MPI_Comm_detach_buffer_c",
    "MPI_Session_detach_buffer",
    "MPI_Session_detach_buffer_c",
    "MPI_Comm_create_errhandler",
    "MPI_Comm_create_keyval",
    "MPI_Comm_get_attr",
    "MPI_Comm_get_name",
    "MPI_File_create_errhandler",
    "MPI_Get_library_version",
    "MPI_Get_version",
    "MPI_Grequest_start",
    "MPI_Keyval_create",
    "MPI_Attr_get",
    "MPI_Op_create",
    "MPI_Op_create_c",
    "MPI_Pcontrol",
    "MPI_Register_datarep",
    "MPI_Register_datarep_c",
    "MPI_Session_create_errhandler",
    "MPI_Type_create_keyval",
    "MPI_Type_get_attr",
    "MPI_Type_get_contents",
    "MPI_Type_get_contents_c",
    "MPI_Type_get_name",
    "MPI_Win_create_errhandler",
    "MPI_Win_create_keyval",
    "MPI_Win_get_attr",
    "MPI_Win_get_name",
    "MPI_Wtime",
    "MPI_Wtick",
    "MPI_T_finalize",
];

/// Functions of MPI-1 that the standard's ABI does not have.
const OLD: [&str; 10] = [
    "MPI_Address",
    "MPI_Errhandler_create",
    "MPI_Errhandler_get",
    "MPI_Errhandler_set",
    "MPI_Type_extent",
    "MPI_Type_hindexed",
    "MPI_Type_hvector",
    "MPI_Type_lb",
    "MPI_Type_struct",
    "MPI_Type_ub",
];

/// Whether the standard's ABI has a function, by its name.
pub(super) fn is_of_abi(name: &str) -> bool {
    let suffixes = ["_c2f", "_f2c", "_c2f08", "_f082c", "_f2f08", "_f082f"];
    name.starts_with("MPI_")
        && !OLD.contains(&name)
        && !suffixes.iter().any(|suffix| name.ends_with(suffix))
}

/// The prototypes.
pub(super) fn prototypes(families: &[Family]) -> String {
    let mut text = head("The functions of MPI by the standard's ABI. mpi.h includes this file.");
    for function in families.iter().flat_map(Family::functions) {
        if is_of_abi(&function.name) {
            let profiled = function.text.replacen(" MPI", " PMPI", 1);
            // Writing to a string does not fail.
            let _ = writeln!(text, "{};\n{profiled};", function.text);
        }
    }
    text
}

/// The functions that need nothing special.
pub(super) fn source(families: &[Family]) -> String {
    let mut text = head("The standard's ABI over MPICH's.");
    text.push_str("#include \"convert.h\"\n\n");
    for family in families {
        for function in family.functions() {
            let name = function.name.as_str();
            if !is_of_abi(name) || SPECIAL.contains(&name) {
                continue;
            }
            text.push_str(&match family.kind {
                super::Kind::Absent => absent(&function),
                super::Kind::Tool if is_of_events(name) => absent(&function),
                _ => definition(&function),
            });
        }
    }
    text
}

fn head(what: &str) -> String {
    format!(
        "/*\n * {what}\n * Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.\n */\n"
    )
}

/// Whether a function is about events of the interface for tools, of which there are none.
fn is_of_events(name: &str) -> bool {
    let is_of = name.starts_with("MPI_T_event_") || name.starts_with("MPI_T_source_");
    is_of && !name.ends_with("_get_num")
}

/// A function that only fails, whose arguments nobody reads.
fn absent(function: &Function) -> String {
    let name = &function.name;
    let own = profiled(function);
    format!(
        "int farreach_mpich_{name}(void);\n{own}\n{{\n    return code_out(farreach_mpich_{name}());\n}}\nWEAK({name})\n"
    )
}

/// The declaration of the function's name for profilers.
fn profiled(function: &Function) -> String {
    function.text.replacen(" MPI", " PMPI", 1)
}

/// What a parameter becomes.
struct Passed {
    /// The type in MPICH's ABI.
    kind: String,
    argument: String,
    before: String,
    after: String,
}

fn definition(function: &Function) -> String {
    let name = &function.name;
    let passed: Vec<Passed> = (0..function.parameters.len())
        .map(|at| passed(function, at))
        .collect();
    let list = |of: fn(&Passed) -> &String| -> Vec<&str> {
        passed.iter().map(|one| of(one).as_str()).collect()
    };
    let kinds = if passed.is_empty() {
        "void".to_owned()
    } else {
        list(|one| &one.kind).join(", ")
    };
    let call = format!(
        "farreach_mpich_{name}({})",
        list(|one| &one.argument).join(", ")
    );
    let (before, after) = (
        list(|one| &one.before).concat(),
        list(|one| &one.after).concat(),
    );
    let result = &function.result;
    let body = match (result.as_str(), before.is_empty() && after.is_empty()) {
        ("int", true) => format!("    return code_out({call});\n"),
        ("int", false) => {
            format!("{before}    const int code = {call};\n{after}    return code_out(code);\n")
        }
        _ => format!("    return {call};\n"),
    };
    format!(
        "{result} farreach_mpich_{name}({kinds});\n{}\n{{\n{body}}}\nWEAK({name})\n",
        profiled(function)
    )
}

/// Handles, and what stands before the names of their conversions.
const HANDLES: [(&str, &str); 11] = [
    ("MPI_Comm", "comm"),
    ("MPI_Datatype", "type"),
    ("MPI_Errhandler", "errhandler"),
    ("MPI_File", "file"),
    ("MPI_Group", "group"),
    ("MPI_Info", "info"),
    ("MPI_Message", "message"),
    ("MPI_Op", "op"),
    ("MPI_Request", "request"),
    ("MPI_Session", "session"),
    ("MPI_Win", "win"),
];

/// Integers whose values have other numbers in MPICH's ABI, by the parameters' names.
const NUMBERS: [(&str, &[&str]); 21] = [
    (
        "rank",
        &[
            "source",
            "dest",
            "rank",
            "target_rank",
            "root",
            "rank_source",
            "rank_dest",
        ],
    ),
    ("tag", &["tag", "sendtag", "recvtag"]),
    ("code", &["errorcode", "errorclass"]),
    ("level", &["required", "provided"]),
    ("comparison", &["result"]),
    ("topology", &["status"]),
    ("combiner", &["combiner"]),
    ("order", &["order"]),
    ("class", &["typeclass"]),
    ("split", &["split_type"]),
    ("lock", &["lock_type"]),
    ("assert", &["assert"]),
    ("amode", &["amode"]),
    ("whence", &["whence"]),
    (
        "key",
        &["keyval", "comm_keyval", "type_keyval", "win_keyval"],
    ),
    ("distribution", &["array_of_distribs"]),
    ("darg", &["array_of_dargs"]),
    ("verbosity", &["verbosity"]),
    ("bind", &["bind"]),
    ("scope", &["scope"]),
    ("figure", &["var_class"]),
];

fn passed(function: &Function, at: usize) -> Passed {
    let parameter = &function.parameters[at];
    let own = parameter.name.as_str();
    let (is_const, kind) = match parameter.kind.strip_prefix("const ") {
        Some(kind) => (true, kind),
        None => (false, parameter.kind.as_str()),
    };
    let element = kind.trim_end_matches(['*', ' ']);
    let depth = kind.len() - kind.trim_end_matches('*').len();
    let as_is = |kind: &str| Passed {
        kind: kind.to_owned(),
        argument: own.to_owned(),
        before: String::new(),
        after: String::new(),
    };
    let converted = |kind: &str, argument: String| Passed {
        argument,
        ..as_is(kind)
    };
    if let Some((_, name)) = HANDLES.iter().find(|(handle, _)| *handle == element) {
        let own_kind = if *name == "file" { "long" } else { "int" };
        return match depth {
            0 => converted(own_kind, format!("{name}_in({own})")),
            _ if parameter.is_array => array(function, at, name, own_kind, is_const),
            _ => place(own, name, own_kind),
        };
    }
    match element {
        "MPI_Status" => statuses(function, parameter, is_const),
        "void"
            if depth == 1
                && !is_const
                && matches!(
                    own,
                    "baseptr" | "buffer_addr" | "attribute_val" | "extra_state"
                ) =>
        {
            as_is("void *")
        }
        // Any address, also one with a meaning.
        "void" if depth == 1 && own == "location" => as_is("const void *"),
        "void" if depth == 1 => converted("const void *", format!("buffer_in({own})")),
        "int" if own.ends_with("weights") && depth == 1 && function.name.contains("Dist_graph") => {
            converted("const int *", format!("weights_in({own})"))
        }
        "int" if own.starts_with("ranks") && function.name == "MPI_Group_translate_ranks" => {
            array(function, at, "rank", "int", is_const)
        }
        "MPI_Offset" if function.name == "MPI_File_set_view" => {
            converted("long", format!("displacement_in({own})"))
        }
        "int" => {
            let found = NUMBERS.iter().find(|(_, names)| names.contains(&own));
            match (found, depth) {
                (Some((name, _)), 0) => converted("int", format!("{name}_in({own})")),
                (Some((name, _)), _) if parameter.is_array => {
                    array(function, at, name, "int", is_const)
                }
                (Some((name, _)), _) => place(own, name, "int"),
                _ => as_is(&plain(&parameter.kind)),
            }
        }
        _ => as_is(&plain(&parameter.kind)),
    }
}

/// A type that both ABIs have.
fn plain(kind: &str) -> String {
    kind.replace("(*)[3]", " (*)[3]")
}

/// The place of a number or of a handle.
fn place(own: &str, name: &str, kind: &str) -> Passed {
    Passed {
        kind: format!("{kind} *"),
        argument: format!("{own} ? &{own}_own : NULL"),
        before: format!(
            "    {kind} {own}_own = {own} ? {name}_in(*{own}) : 0;\n    const {kind} {own}_was = {own}_own;\n"
        ),
        after: format!(
            "    if ({own} && (code == 0 || {own}_own != {own}_was))\n        *{own} = {name}_out({own}_own);\n"
        ),
    }
}

/// An array of numbers or of handles.
fn array(function: &Function, at: usize, name: &str, kind: &str, is_const: bool) -> Passed {
    let own = function.parameters[at].name.as_str();
    let length = match function.need(at) {
        Need::If(length) => length,
        _ if function.name.contains("eighbor_alltoallw") => {
            format!("neighbors(comm, {})", u8::from(own == "sendtypes"))
        }
        _ if own == "sendtypes" => "sendbuf == MPI_IN_PLACE ? 0 : members(comm)".to_owned(),
        _ if own == "recvtypes" => "members(comm)".to_owned(),
        need => panic!("{}: {own} has no length: {need:?}", function.text),
    };
    let before = format!(
        "    ARRAY({kind}, {own}, {length})\n    for (long i = 0; i < {own}_count; i++)\n        {own}_own[i] = {name}_in({own}[i]);\n"
    );
    let back = if is_const {
        String::new()
    } else {
        format!(
            "    for (long i = 0; i < {own}_count; i++)\n        {own}[i] = {name}_out({own}_own[i]);\n"
        )
    };
    Passed {
        kind: format!("{kind} *"),
        argument: format!("{own} ? {own}_own : NULL"),
        before,
        after: format!("{back}    RELEASE({own})\n"),
    }
}

fn statuses(function: &Function, parameter: &Parameter, is_const: bool) -> Passed {
    let own = parameter.name.as_str();
    let kind = "struct status *".to_owned();
    if !own.contains("statuses") {
        let is_needed = is_const || function.name.starts_with("MPI_Status_");
        let otherwise = if is_needed { "NULL" } else { "IGNORED" };
        let after = if is_const {
            String::new()
        } else {
            format!("    if ({own})\n        status_out({own}, &{own}_own);\n")
        };
        return Passed {
            kind,
            argument: format!("{own} ? &{own}_own : {otherwise}"),
            before: format!(
                "    struct status {own}_own = {{0}};\n    if ({own})\n        status_in(&{own}_own, {own});\n"
            ),
            after,
        };
    }
    let has_some = function.parameters.iter().any(|one| one.name == "incount");
    let (length, done) = if has_some {
        ("incount", "outcount && *outcount > 0 ? *outcount : 0")
    } else {
        ("count", "count")
    };
    Passed {
        kind,
        argument: format!("{own} ? {own}_own : IGNORED"),
        before: format!(
            "    ARRAY(struct status, {own}, {length})\n    for (long i = 0; i < {own}_count; i++)\n        status_in(&{own}_own[i], &{own}[i]);\n"
        ),
        after: format!(
            "    for (long i = 0; i < {own}_count && i < ({done}); i++)\n        status_out(&{own}[i], &{own}_own[i]);\n    RELEASE({own})\n"
        ),
    }
}
