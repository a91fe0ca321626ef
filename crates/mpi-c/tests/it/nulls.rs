//! Null pointers: each function refuses them where the standard wants a place.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use crate::toolchain::{compile_text, crate_folder, prefix, run, text};

/// The functions that the library has.
fn present() -> BTreeSet<String> {
    let list =
        fs::read_to_string(crate_folder().join("../cli/src/info/mpi.txt")).expect("the list");
    let lines = list.lines().filter_map(|line| line.split_once(' '));
    let present = lines.filter(|(_, family)| *family != "absent");
    present.map(|(name, _)| name.to_owned()).collect()
}

/// Whether a parameter may be null: buffers, ignored statuses, what the length of another argument decides, and functions of
/// keys. `edges.c` has the arrays that have a place for each process.
fn may_be_null(function: &str, parameter: &str, name: &str) -> bool {
    let of_all = ["counts", "displs", "types", "weights"];
    let is_buffer = parameter.contains("void *") && !matches!(name, "baseptr" | "buffer_addr");
    let is_read_attribute = name == "attribute_val" && function.contains("get");
    let is_status = parameter.contains("MPI_Status")
        && !parameter.contains("const")
        && !function.contains("MPI_Status_");
    (is_buffer && !is_read_attribute)
        || is_status
        || of_all.iter().any(|end| name.ends_with(end)) && !name.starts_with("array_of")
        || matches!(
            name,
            "argc" | "argv" | "extra_state" | "remain_dims" | "edges"
        )
        || (function == "MPI_Cart_rank" && name == "coords")
        || (function == "MPI_Dist_graph_create" && name == "destinations")
        || (function == "MPI_Info_get_string" && name == "value")
        || (function == "MPI_Session_get_nth_pset" && name == "pset_name")
        || [
            "attr_function",
            "Copy_function",
            "Delete_function",
            "Datarep_conversion",
        ]
        .iter()
        .any(|end| parameter.contains(end))
}

/// The value of an argument that is not the one in question.
fn value(parameter: &str) -> &'static str {
    if parameter.contains(['*', '[']) {
        return "(void *)room";
    }
    let kind = parameter.split(' ').find(|word| *word != "const");
    match kind.expect("a type") {
        "MPI_Comm" => "MPI_COMM_SELF",
        "MPI_Group" => "MPI_GROUP_EMPTY",
        "MPI_Datatype" => "MPI_INT",
        "MPI_Op" => "MPI_SUM",
        "MPI_Info" => "MPI_INFO_ENV",
        "MPI_Request" => "MPI_REQUEST_NULL",
        "MPI_Errhandler" => "MPI_ERRORS_RETURN",
        "MPI_Message" => "MPI_MESSAGE_NULL",
        "MPI_File" => "MPI_FILE_NULL",
        "MPI_Session" => "MPI_SESSION_NULL",
        _ => "1",
    }
}

#[test]
fn functions_refuse_null_where_they_need_a_place() {
    let header = prefix().join("include/mpi_functions.h");
    let header = fs::read_to_string(header).expect("the header");
    let present = present();
    let (mut calls, mut count) = (String::new(), 0);
    for line in header
        .lines()
        .filter_map(|line| line.strip_prefix("int MPI_"))
    {
        let (name, list) = line.split_once('(').expect("a prototype");
        let name = format!("MPI_{name}");
        let list = list.strip_suffix(");").expect("a prototype");
        // Those for tools give what there is a place for, and have classes of their own (`fourth.c`).
        if !present.contains(&name) || list == "void" || name.starts_with("MPI_T_") {
            continue;
        }
        let parameters: Vec<&str> = list.split(", ").collect();
        for (at, parameter) in parameters.iter().enumerate() {
            let own = parameter.split('[').next().expect("a name");
            let own = own.rsplit([' ', '*']).next().expect("a name");
            let is_pointer = parameter.contains(['*', '[']);
            if !is_pointer || may_be_null(&name, parameter, own) {
                continue;
            }
            let arguments = parameters
                .iter()
                .enumerate()
                .filter(|(_, other)| **other != "...");
            let arguments: Vec<&str> = arguments
                .map(|(other, parameter)| if other == at { "0" } else { value(parameter) })
                .collect();
            // Writing to a string does not fail.
            let _ = writeln!(
                calls,
                "    TRY({name}({}), \"{name}: {own}\");",
                arguments.join(", ")
            );
            count += 1;
        }
    }
    assert!(count > 400, "{count} calls");
    let source = format!(
        "#include \"check.h\"\nstatic long room[4096];\nstatic int wrong;\n\
         #define TRY(call, what) do {{ puts(what); fflush(stdout); memset(room, 0, sizeof room); \\\n\
         if (!is_refused(call)) {{ wrong++; puts(\"  is taken\"); }} }} while (0)\n\
         static int is_refused(int code) {{\n    int class = class_of(code);\n    \
         return class == MPI_ERR_ARG || class == MPI_ERR_INFO_KEY || class == MPI_ERR_INFO_VALUE;\n}}\n\
         int main(void) {{\n    begin(NULL, NULL);\n    (void)is_mpich;\n    \
         MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n    \
         MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);\n{calls}    \
         printf(\"%d wrong\\n\", wrong);\n    return end();\n}}\n"
    );
    let program = compile_text("nulls.c", &source);
    let output = run(&program, 1, 1, &[]);
    let told = text(&output);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("\n0 wrong\ngood\n"), "{told}");
}
