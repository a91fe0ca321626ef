//! What Fortran's modules `mpi` and `mpi_f08` say of the functions, the constants and the types.
//!
//! ```text
//!   mpi_f08_types   types.f90             handles and the status as types, and their comparison
//!     ├─ mpi        mpi.f90               mpif.h, interfaces.f90: handles are integers
//!     └─ mpi_f08    mpi_f08.f90           f08_constants.f90 (from mpif.h), f08_interfaces.f90
//! ```
//!
//! A module has no code: it declares functions that `libmpichfort.so.12` has (`fortran`, `special.c`, `f08.c`). The type of a
//! handle has one integer, a status has the bytes of C's, and `ierror` may be absent. So `MPI_Send_f08`, by which
//! `mpi_f08` calls `MPI_Send`, is another name of the function that `mpi` calls.

use std::fmt::Write as _;

use super::Family;
use super::fortran::LOGICALS;
use super::row::{Function, Parameter};

/// The constants for Fortran 77, from which those of `mpi_f08` are made.
const MPIF: &str = include_str!("../../../../crates/mpi-c/include/mpif.h");

/// The types of handles.
const HANDLES: [&str; 11] = [
    "MPI_Comm",
    "MPI_Datatype",
    "MPI_Errhandler",
    "MPI_File",
    "MPI_Group",
    "MPI_Info",
    "MPI_Message",
    "MPI_Op",
    "MPI_Request",
    "MPI_Session",
    "MPI_Win",
];

/// Functions that Fortran declares otherwise than C, as C would write it.
const OTHERWISE: [&str; 6] = [
    "int MPI_Init(void)",
    "int MPI_Init_thread(int required, int *provided)",
    "int MPI_Pcontrol(const int level)",
    "int MPI_Info_create_env(MPI_Info *info)",
    "int MPI_Status_f2f08(const MPI_Fint f_status[], MPI_F08_status *f08_status)",
    "int MPI_Status_f082f(const MPI_F08_status *f08_status, MPI_Fint f_status[])",
];

/// Functions of MPI-1 whose addresses are integers in Fortran, as C would write it.
const NARROW: [&str; 9] = [
    "int MPI_Address(void *location, int *address)",
    "int MPI_Attr_get(MPI_Comm comm, int keyval, int *attribute_val, int *flag)",
    "int MPI_Attr_put(MPI_Comm comm, int keyval, int attribute_val)",
    "int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, int extra_state)",
    "int MPI_Type_extent(MPI_Datatype datatype, int *extent)",
    "int MPI_Type_hindexed(int count, int array_of_blocklengths[], int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)",
    "int MPI_Type_hvector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype)",
    "int MPI_Type_lb(MPI_Datatype datatype, int *displacement)",
    "int MPI_Type_struct(int count, int array_of_blocklengths[], int array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype *newtype)",
];

/// Functions of MPI-1 that `mpi_f08` does not have, beside [`NARROW`].
const OLD: [&str; 6] = [
    "MPI_Attr_delete",
    "MPI_Errhandler_create",
    "MPI_Errhandler_get",
    "MPI_Errhandler_set",
    "MPI_Keyval_free",
    "MPI_Type_ub",
];

/// A module.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Module {
    Mpi,
    F08,
}

/// The function as a module declares it. `None` if the module does not have it.
fn taken(function: &Function, module: Module) -> Option<Function> {
    let name = function.name.as_str();
    let is_named = |row: &&&str| Function::parse(row).name == name;
    if let Some(row) = OTHERWISE.iter().find(is_named) {
        return Some(Function::parse(row));
    }
    if name == "MPI_Type_ub" && module == Module::Mpi {
        let text = function.text.replace("MPI_Aint *", "int *");
        return Some(Function::parse(&text));
    }
    if let Some(row) = NARROW.iter().find(is_named) {
        return (module == Module::Mpi).then(|| Function::parse(row));
    }
    let is_old = module == Module::F08 && OLD.contains(&name);
    let is_large = module == Module::Mpi && name.ends_with("_c");
    (is_for_fortran(name) && !is_old && !is_large).then(|| function.clone())
}

/// Whether the name is of a function that not only C has.
fn is_for_fortran(name: &str) -> bool {
    let suffixes = [
        "_c2f", "_f2c", "_c2f08", "_f082c", "_f2f08", "_f082f", "_fromint", "_toint",
    ];
    name.starts_with("MPI_")
        && !name.starts_with("MPI_T_")
        && !name.starts_with("MPI_Abi_")
        && !suffixes.iter().any(|suffix| name.ends_with(suffix))
}

/// The interfaces of the module `mpi`.
pub(super) fn interfaces(families: &[Family]) -> String {
    let mut text = head("The interfaces of the module mpi.");
    text.push_str("  interface\n");
    for function in families.iter().flat_map(Family::functions) {
        // Functions with results are declared by mpif.h.
        if function.result == "int"
            && let Some(function) = taken(&function, Module::Mpi)
        {
            let name = function.name.clone();
            text.push_str(&procedure(&function, Module::Mpi, &name));
        }
    }
    text + "  end interface\n"
}

/// The interfaces of the module `mpi_f08`.
pub(super) fn f08_interfaces(families: &[Family]) -> String {
    let all: Vec<Function> = families.iter().flat_map(Family::functions).collect();
    let mut text = head("The interfaces of the module mpi_f08.");
    for function in &all {
        let Some(function) = taken(function, Module::F08) else {
            continue;
        };
        let short = function.name.strip_suffix("_c");
        let short = short.and_then(|short| all.iter().find(|other| other.name == short));
        // Overloads stand beside the function that they overload.
        if short.is_some_and(|short| is_overload(short, &function)) || is_same(short, &function) {
            continue;
        }
        let overload = all
            .iter()
            .find(|other| other.name.strip_suffix("_c") == Some(&function.name))
            .filter(|large| is_overload(&function, large));
        for prefix in ["", "P"] {
            let name = format!("{prefix}{}", function.name);
            // Writing to a string does not fail.
            let _ = writeln!(text, "  interface {name}");
            text.push_str(&procedure(&function, Module::F08, &format!("{name}_f08")));
            if let Some(large) = overload {
                let name = format!("{prefix}{}_f08", large.name);
                text.push_str(&procedure(large, Module::F08, &name));
            }
            text.push_str("  end interface\n");
        }
    }
    text
}

/// Whether a call can tell the function with large counts from the one without, by the kinds of the arguments.
fn is_overload(short: &Function, large: &Function) -> bool {
    let kinds = |function: &Function| -> Vec<String> {
        let parameters = function.parameters.iter();
        // The interfaces of procedures tell nothing apart.
        let kinds = parameters
            .map(|parameter| declaration(function, parameter, Module::F08).distinguished());
        kinds.collect()
    };
    let has_procedure =
        |function: &Function| function.parameters.iter().any(Parameter::is_function);
    !has_procedure(large) && kinds(short) != kinds(large)
}

/// Whether Fortran's types of a function with large counts are those of the function without.
fn is_same(short: Option<&Function>, large: &Function) -> bool {
    let is_function = large.parameters.iter().any(Parameter::is_function);
    short.is_some_and(|short| !is_function && !is_overload(short, large))
}

/// The interface of a procedure by its own name.
fn procedure(function: &Function, module: Module, name: &str) -> String {
    let mut names = Vec::new();
    // The types, in the order in which they come first, with what is of them.
    let mut declared: Vec<(String, Vec<String>)> = Vec::new();
    let mut unchecked = Vec::new();
    for parameter in &function.parameters {
        let own = own_name(parameter);
        let Declaration { kind, more, shape } = declaration(function, parameter, module);
        if kind.starts_with("type(*)") {
            unchecked.push(own.clone());
        }
        let (kind, text) = (format!("{kind}{more}"), format!("{own}{shape}"));
        match declared.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, texts)) => texts.push(text),
            None => declared.push((kind, vec![text])),
        }
        names.push(own);
    }
    let result = match function.result.as_str() {
        "double" => Some("double precision"),
        "MPI_Aint" => Some("integer(kind=MPI_ADDRESS_KIND)"),
        _ => None,
    };
    let what = if let Some(kind) = result {
        declared.push((kind.to_owned(), vec![name.to_owned()]));
        "function"
    } else {
        let kind = match module {
            Module::Mpi => "integer",
            Module::F08 => "integer, optional, intent(out)",
        };
        names.push("ierror".to_owned());
        declared.push((kind.to_owned(), vec!["ierror".to_owned()]));
        "subroutine"
    };
    let mut text = lines(&format!("    {what} {name}("), &names, ")");
    text.push_str("      import\n");
    for (kind, texts) in declared {
        text.push_str(&lines(&format!("      {kind} :: "), &texts, ""));
    }
    if !unchecked.is_empty() {
        text.push_str(&lines("!GCC$ attributes no_arg_check :: ", &unchecked, ""));
    }
    text + &format!("    end {what}\n")
}

/// The name of an argument in Fortran.
fn own_name(parameter: &Parameter) -> String {
    match parameter.name.as_str() {
        // The standard's name is that of a function of C.
        "indx" => "index".to_owned(),
        name => name.to_lowercase(),
    }
}

/// How Fortran declares an argument.
struct Declaration {
    /// The type, by which calls tell procedures of one name apart.
    kind: String,
    /// The attributes.
    more: String,
    /// What stands behind the name.
    shape: &'static str,
}

impl Declaration {
    /// The type as a call tells it from others: three kinds of integers have the same 8 bytes.
    fn distinguished(self) -> String {
        let wide = ["MPI_COUNT_KIND", "MPI_OFFSET_KIND"];
        wide.iter().fold(self.kind, |kind, name| {
            kind.replace(name, "MPI_ADDRESS_KIND")
        })
    }
}

/// The declaration of an argument.
fn declaration(function: &Function, parameter: &Parameter, module: Module) -> Declaration {
    let is_f08 = module == Module::F08;
    let (is_const, kind) = match parameter.kind.strip_prefix("const ") {
        Some(kind) => (true, kind),
        None => (false, parameter.kind.as_str()),
    };
    let has_rows = kind.ends_with("(*)[3]");
    let kind = kind.trim_end_matches("(*)[3]");
    let element = kind.trim_end_matches(['*', ' ']);
    let depth = kind.len() - kind.trim_end_matches('*').len();
    let is_input = is_const || depth == 0 && !has_rows || is_read(function, parameter);
    let intent = match (is_f08, is_input) {
        (false, _) => "",
        (true, true) => ", intent(in)",
        (true, false) => ", intent(inout)",
    };
    let of = |kind: &str, shape| Declaration {
        kind: kind.to_owned(),
        more: intent.to_owned(),
        shape,
    };
    let with = |kind: &str, more: &str, shape| Declaration {
        kind: kind.to_owned(),
        more: more.to_owned(),
        shape,
    };
    let own = own_name(parameter);
    let array = match (has_rows, parameter.is_array, depth) {
        (true, ..) => "(3, *)",
        (_, true, _) => "(*)",
        _ => "",
    };
    if parameter.is_function() {
        let kind = if is_f08 {
            &format!("procedure({element})")
        } else {
            "external"
        };
        return with(kind, "", "");
    }
    let address = "integer(kind=MPI_ADDRESS_KIND)";
    match element {
        "void" if matches!(own.as_str(), "extra_state" | "attribute_val") => of(address, ""),
        "void" if is_f08 && matches!(own.as_str(), "baseptr" | "buffer_addr") => {
            with("type(c_ptr)", ", intent(out)", "")
        }
        "void" => {
            let input = if is_f08 && is_const {
                ", intent(in)"
            } else {
                ""
            };
            let pending = if is_f08 && is_pending(function) {
                ", asynchronous"
            } else {
                ""
            };
            with("type(*), dimension(*)", &format!("{input}{pending}"), "")
        }
        "char" if depth == 3 => of("character(len=*)", "(count, *)"),
        "char" if depth == 2 => of("character(len=*)", "(*)"),
        "char" if is_f08 && !is_const => {
            of(&format!("character(len={})", length(function, &own)), "")
        }
        "char" => of("character(len=*)", ""),
        "MPI_F08_status" => of("type(MPI_Status)", ""),
        "MPI_Status" => {
            let more = if is_f08 && is_const {
                ", intent(in)"
            } else {
                ""
            };
            match (is_f08, own.contains("statuses")) {
                (true, true) => with("type(MPI_Status)", more, "(*)"),
                (true, false) => with("type(MPI_Status)", more, ""),
                (false, true) => with("integer", "", "(MPI_STATUS_SIZE, *)"),
                (false, false) => with("integer", "", "(MPI_STATUS_SIZE)"),
            }
        }
        "MPI_Aint" => of(address, array),
        "MPI_Count" => of("integer(kind=MPI_COUNT_KIND)", array),
        "MPI_Offset" => of("integer(kind=MPI_OFFSET_KIND)", array),
        // Programs pass MPI_UNWEIGHTED, which is no array in mpif.h.
        "int" if !is_f08 && own.ends_with("weights") => with("type(*), dimension(*)", "", ""),
        "int" if LOGICALS.contains(&own.as_str()) => of("logical", array),
        "int" | "MPI_Fint" => of("integer", array),
        handle if HANDLES.contains(&handle) && is_f08 => of(&format!("type({handle})"), array),
        handle if HANDLES.contains(&handle) => of("integer", array),
        other => panic!("{}: Fortran has no {other}", function.text),
    }
}

/// Whether a function only reads what it could change in C.
fn is_read(function: &Function, parameter: &Parameter) -> bool {
    match parameter.name.as_str() {
        "extra_state" | "argv" | "array_of_argv" | "array_of_commands" | "array_of_partitions" => {
            true
        }
        "attribute_val" => function.name.ends_with("_set_attr"),
        _ => false,
    }
}

/// Whether the function's buffers are in use after it has returned, or before it was called.
fn is_pending(function: &Function) -> bool {
    let name = function.name.trim_end_matches("_c");
    let starts = [
        "MPI_Win_",
        "MPI_Put",
        "MPI_Get",
        "MPI_Accumulate",
        "MPI_Fetch",
        "MPI_Compare",
    ];
    let ends = ["_begin", "_end", "_attach"];
    function.parameters.iter().any(|one| one.name == "request")
        || starts.iter().any(|start| name.starts_with(start)) && !name.ends_with("_address")
        || ends.iter().any(|end| name.ends_with(end))
}

/// The length of a string that a function stores.
fn length(function: &Function, name: &str) -> &'static str {
    match name {
        "version" => "MPI_MAX_LIBRARY_VERSION_STRING",
        "string" => "MPI_MAX_ERROR_STRING",
        "comm_name" | "type_name" | "win_name" => "MPI_MAX_OBJECT_NAME",
        "port_name" => "MPI_MAX_PORT_NAME",
        "name" if function.name == "MPI_Get_processor_name" => "MPI_MAX_PROCESSOR_NAME",
        _ => "*",
    }
}

/// The types of handles and of the status, and their comparison.
pub(super) fn types() -> String {
    let mut text = head("The types of handles and of a status, for the modules mpi and mpi_f08.");
    text.push_str("module mpi_f08_types\n  implicit none\n  public\n");
    text.push_str(
        "\n  type, bind(C) :: MPI_Status\n    integer, private :: count_low, count_high\n    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR\n  end type\n",
    );
    for handle in HANDLES {
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "\n  type, bind(C) :: {handle}\n    integer :: MPI_VAL\n  end type\n"
        );
    }
    for (operator, suffix) in [("==", "eq"), ("/=", "ne")] {
        let _ = write!(text, "\n  interface operator({operator})\n");
        for handle in HANDLES {
            let function = format!("farreach_{}_{suffix}", handle.to_lowercase());
            let _ = write!(
                text,
                "    elemental function {function}(a, b)\n      import\n      type({handle}), intent(in) :: a, b\n      logical :: {function}\n    end function\n"
            );
        }
        text.push_str("  end interface\n");
    }
    text + "end module mpi_f08_types\n"
}

/// The constants of the module `mpi_f08`.
pub(super) fn constants() -> String {
    let mut text = head("The constants of the module mpi_f08, whose numbers are those of mpif.h.");
    let mut section = "";
    let mut kind = "";
    for line in MPIF.lines() {
        if let Some(title) = line.strip_prefix("! ") {
            section = title;
        }
        let line = line.trim();
        let Some(rest) = line.strip_prefix("parameter (") else {
            kind = line.split(' ').next().unwrap_or_default();
            continue;
        };
        let rest = rest.strip_suffix(')').expect("the end of a parameter");
        let (name, value) = rest.split_once('=').expect("a value");
        // Writing to a string does not fail.
        let _ = if let Some(handle) = handle_of(section, name) {
            writeln!(
                text,
                "  type({handle}), parameter :: {name} = {handle}({value})"
            )
        } else {
            let kind = kind.replace("integer*8", "integer(kind=8)");
            writeln!(text, "  {kind}, parameter :: {name} = {value}")
        };
    }
    text
}

/// The type of a constant that is a handle.
fn handle_of(section: &str, name: &str) -> Option<&'static str> {
    match section {
        "Datatypes." => return Some("MPI_Datatype"),
        "Operations." => return Some("MPI_Op"),
        _ => {}
    }
    let rest = name.strip_prefix("MPI_")?;
    let is_handle = rest.ends_with("_NULL")
        || matches!(
            rest,
            "COMM_WORLD" | "COMM_SELF" | "GROUP_EMPTY" | "INFO_ENV" | "MESSAGE_NO_PROC"
        );
    if rest.starts_with("ERRORS_") {
        return Some("MPI_Errhandler");
    }
    let found = HANDLES
        .iter()
        .find(|handle| rest.starts_with(&format!("{}_", handle[4..].to_uppercase())));
    found.copied().filter(|_| is_handle)
}

fn head(what: &str) -> String {
    format!("! {what}\n! Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.\n")
}

/// A statement that lists `parts`. A line of Fortran has at most 132 characters.
fn lines(before: &str, parts: &[String], after: &str) -> String {
    const LINE_MAX: usize = 132;
    let mut text = before.to_owned();
    let mut start = 0;
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        if text.len() - start + part.len() + after.len() + ", &".len() > LINE_MAX {
            text.push_str("&\n");
            start = text.len();
            text.push_str("        ");
        }
        text.push_str(part);
    }
    text + after + "\n"
}
