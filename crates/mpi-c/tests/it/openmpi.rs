//! Programs that are compiled with Open MPI's header, and the names of Open MPI's libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::placements::drawn;
use crate::toolchain::{crate_folder, prefix, run, scratch, text};

/// Numbers of processes and of nodes.
const PLACEMENTS: [(u32, u32); 3] = [(1, 1), (3, 2), (8, 3)];

/// The programs that use nothing but what Open MPI 4 has.
const PROGRAMS: [&str; 14] = [
    "collectives",
    "communicators",
    "datatypes",
    "errors",
    "files",
    "grouped",
    "neighbours",
    "point",
    "polling",
    "prepared",
    "rounded",
    "threads",
    "unreceived",
    "windows",
];

/// Open MPI's folder. `None` if it is not installed, which is said, and an error in CI.
fn open_mpi() -> Option<PathBuf> {
    let folder = format!("/usr/lib/{}-linux-gnu/openmpi", std::env::consts::ARCH);
    let folder = PathBuf::from(folder);
    if !folder.join("include/mpi.h").exists() {
        let told = format!(
            "NOT TESTED: there is no {}/include/mpi.h (apt-get install libopenmpi-dev)",
            folder.display()
        );
        assert!(std::env::var_os("CI").is_none(), "{told}");
        println!("{told}");
        return None;
    }
    Some(folder)
}

/// Compiles a program with Open MPI's header. It knows the names of this installation's libraries, and not where they are.
pub(crate) fn compile(compiler: &str, source: &Path, arguments: &[&str]) -> Option<PathBuf> {
    let folder = open_mpi()?;
    let name = source.file_stem().expect("a name").to_string_lossy();
    let file = scratch().join(format!("open-mpi-{name}-{}", std::process::id()));
    let compiled = Command::new(compiler)
        .args(["-w", "-O1", "-I"])
        .arg(folder.join("include"))
        .arg("-I")
        .arg(crate_folder().join("tests/c"))
        .args(arguments)
        .arg(source)
        .arg("-o")
        .arg(&file)
        .args(["libmpi_mpifh.so.40", "libmpi.so.40"].map(|name| prefix().join("lib").join(name)))
        .output()
        .expect(compiler);
    assert!(compiled.status.success(), "{}", text(&compiled));
    Some(file)
}

/// Compiles a program in C that is given as text.
fn compile_text(name: &str, text: &str) -> Option<PathBuf> {
    let source = scratch().join(format!("{name}-{}.c", std::process::id()));
    fs::write(&source, text).expect("a source");
    compile("cc", &source, &["-std=c11"])
}

#[test]
fn programs_do_what_they_do_by_the_other_abi() {
    for name in PROGRAMS {
        let source = crate_folder().join("tests/c").join(format!("{name}.c"));
        let with = ["-std=c11", "-include", "openmpi.h"];
        let Some(program) = compile("cc", &source, &with) else {
            return;
        };
        let job = format!("{name} by Open MPI's ABI");
        for (ranks, nodes) in drawn(&job, &PLACEMENTS, &[(3, 2)]) {
            let output = run(&program, ranks, nodes, &[]);
            let good = "good\n".repeat(ranks as usize);
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                good,
                "{name}, {ranks} on {nodes}: {}",
                text(&output)
            );
            assert!(output.status.success(), "{name}: {}", text(&output));
        }
        fs::remove_file(program).expect("the program");
    }
}

#[test]
fn programs_in_fortran_do_what_those_in_c_do() {
    if Command::new("gfortran").arg("--version").output().is_err() {
        eprintln!("not tested: there is no gfortran here");
        return;
    }
    let source = crate_folder().join("tests/c/interface.f90");
    let Some(program) = compile("gfortran", &source, &["-fallow-argument-mismatch"]) else {
        return;
    };
    for (ranks, nodes) in PLACEMENTS {
        let output = run(&program, ranks, nodes, &[]);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(output.stdout, b"all right\n", "{}", text(&output));
    }
    fs::remove_file(program).expect("the program");
}

/// The names in a library that are of some kinds (`readelf`), with their bytes.
fn shown(library: &Path, kinds: &[&str]) -> BTreeMap<String, String> {
    let output = Command::new("readelf")
        .args(["--wide", "--dyn-syms"])
        .arg(library)
        .output()
        .expect("readelf");
    let output = String::from_utf8(output.stdout).expect("names");
    let lines = output.lines().map(|line| {
        // Number: value, bytes, kind, binding, visibility, section, name.
        line.split_whitespace().collect::<Vec<_>>()
    });
    lines
        .filter(|words| words.len() == 8 && words[6] != "UND" && kinds.contains(&words[3]))
        .map(|words| (words[7].to_owned(), words[2].to_owned()))
        .collect()
}

#[test]
fn the_libraries_have_the_names_of_open_mpi_s() {
    let Some(folder) = open_mpi() else {
        return;
    };
    let functions = ["FUNC", "NOTYPE"];
    let ours = shown(&prefix().join("lib/libmpi.so.40"), &functions);
    let theirs = shown(&folder.join("lib/libmpi.so"), &functions);
    // Names in capital letters are Fortran's, which `libmpi_mpifh.so.40` has in small ones.
    let is_of_c = |name: &&String| {
        let name = name.strip_prefix('P').unwrap_or(name);
        let rest = name.strip_prefix("MPI_").or(name.strip_prefix("MPIX_"));
        rest.is_some_and(|rest| rest.contains(|c: char| c.is_ascii_lowercase()))
    };
    let absent: Vec<&String> = (theirs.keys().filter(is_of_c))
        .filter(|name| !ours.contains_key(*name))
        .collect();
    assert!(absent.is_empty(), "not in libmpi.so.40: {absent:?}");
    assert!(theirs.keys().filter(is_of_c).count() > 800);

    let ours = shown(&prefix().join("lib/libmpi_mpifh.so.40"), &functions);
    let theirs = shown(&folder.join("lib/libmpi_mpifh.so"), &functions);
    let absent: Vec<&String> = (theirs.keys())
        .filter(|name| name.starts_with("mpi") && name.ends_with('_') && !name.ends_with("__"))
        .filter(|name| !ours.contains_key(*name))
        .collect();
    assert!(absent.is_empty(), "not in libmpi_mpifh.so.40: {absent:?}");
}

/// A program that is not position independent has copies of the variables, of the size that they had when it was linked.
#[test]
fn variables_have_the_sizes_of_open_mpi_s() {
    let Some(folder) = open_mpi() else {
        return;
    };
    let header = fs::read_to_string(folder.join("include/mpi.h")).expect("the header");
    let declared: BTreeSet<&str> = header
        .lines()
        .filter(|line| line.contains("extern struct ompi_predefined_"))
        .filter_map(|line| line.trim().strip_suffix(';')?.rsplit(' ').next())
        .collect();
    assert!(declared.len() > 100, "{} variables", declared.len());
    let ours = shown(&prefix().join("lib/libmpi.so.40"), &["OBJECT"]);
    let theirs = shown(&folder.join("lib/libmpi.so"), &["OBJECT"]);
    for name in declared {
        // Not all that the header declares is in the library.
        if let Some(size) = theirs.get(name) {
            assert_eq!(ours.get(name), Some(size), "{name}");
        }
    }
}

/// Fortran's handles are the numbers of `mpif-handles.h`. Handles of C come back from them.
#[test]
fn handles_have_open_mpi_s_numbers_in_fortran() {
    let Some(folder) = open_mpi() else {
        return;
    };
    let header = fs::read_to_string(folder.join("include/mpif-handles.h")).expect("the header");
    let numbers = header.lines().filter_map(|line| {
        let (_, rest) = line.split_once("parameter (")?;
        rest.trim().strip_suffix(')')?.split_once('=')
    });
    let mut lines = String::new();
    // Windows are not there. The header has the two bounds only to say that they are gone.
    let left_out = ["MPI_WIN_NULL", "MPI_LB", "MPI_UB"];
    for (name, number) in numbers.filter(|(name, _)| !left_out.contains(name)) {
        // Writing to a string does not fail.
        let _ = writeln!(
            lines,
            "#ifdef {name}\n    CHECK(NUMBER({name}) == {number});\n    CHECK(BACK({name}, {number}) == (void *){name});\n#endif"
        );
    }
    assert!(lines.matches("BACK").count() > 90, "{lines}");
    let program = format!(
        "#include \"check.h\"\n\
         #define OF(x, way) _Generic((x), MPI_Comm: MPI_Comm_##way, MPI_Group: MPI_Group_##way, MPI_Datatype: MPI_Type_##way, \\\n\
             MPI_Op: MPI_Op_##way, MPI_Request: MPI_Request_##way, MPI_Message: MPI_Message_##way, \\\n\
             MPI_Errhandler: MPI_Errhandler_##way, MPI_Info: MPI_Info_##way)\n\
         #define NUMBER(x) OF(x, c2f)(x)\n\
         #define BACK(x, number) (void *)OF(x, f2c)(number)\n\
         int main(int argc, char **argv)\n{{\n    begin(&argc, &argv);\n{lines}    return end();\n}}\n"
    );
    let program = compile_text("handles", &program).expect("Open MPI");
    let output = run(&program, 1, 1, &[]);
    assert_eq!(output.stdout, b"good\n", "{}", text(&output));
    fs::remove_file(program).expect("the program");
}

/// The classes of errors that this library gives, by the header's numbers, and constants that no other program compares.
#[test]
fn classes_and_keys_have_open_mpi_s_numbers() {
    let classes = [
        ("BUFFER", "invalid buffer"),
        ("COUNT", "invalid count"),
        ("TYPE", "invalid datatype"),
        ("TAG", "invalid tag"),
        ("COMM", "invalid communicator"),
        ("RANK", "invalid rank"),
        ("REQUEST", "invalid request"),
        ("ROOT", "invalid root"),
        ("GROUP", "invalid group"),
        ("OP", "invalid operation"),
        ("TOPOLOGY", "invalid topology"),
        ("DIMS", "invalid dimensions"),
        ("ARG", "invalid argument"),
        ("TRUNCATE", "message longer than its receive's buffer"),
        ("OTHER", "error of another kind"),
        ("INTERN", "error inside of the library"),
        ("IN_STATUS", "the error is in the status"),
        ("PENDING", "the operation has not ended"),
        ("INFO", "invalid info"),
        ("INFO_KEY", "invalid key of an info"),
        ("INFO_VALUE", "invalid value of an info"),
        ("INFO_NOKEY", "no such key in an info"),
        ("KEYVAL", "invalid key of attributes"),
        ("NO_MEM", "no memory"),
        ("NOT_SAME", "the processes' arguments differ"),
        ("UNSUPPORTED_OPERATION", "the library does not have this"),
        ("ACCESS", "no permission for the file"),
        ("AMODE", "invalid modes of a file"),
        ("BAD_FILE", "invalid name of a file"),
        ("CONVERSION", "data can't be converted"),
        ("DUP_DATAREP", "the representation of data is there already"),
        ("FILE_EXISTS", "the file exists"),
        ("FILE_IN_USE", "the file is in use"),
        ("FILE", "invalid file"),
        ("IO", "error of input or output"),
        ("NO_SPACE", "no space for the file"),
        ("NO_SUCH_FILE", "no such file"),
        ("QUOTA", "the quota is used up"),
        ("READ_ONLY", "the file can only be read"),
        ("UNSUPPORTED_DATAREP", "no such representation of data"),
    ];
    let mut lines = String::new();
    for (name, said) in classes {
        // Writing to a string does not fail.
        let _ = writeln!(
            lines,
            "    MPI_Error_string(MPI_ERR_{name}, said, &len);\n    CHECK(strcmp(said, \"{said}\") == 0);"
        );
    }
    for (key, value) in [
        ("TAG_UB", "*value >= 32767"),
        ("HOST", "*value == MPI_PROC_NULL"),
        ("IO", "*value == MPI_ANY_SOURCE"),
        ("WTIME_IS_GLOBAL", "*value == 0 || *value == 1"),
        ("LASTUSEDCODE", "*value == MPI_ERR_LASTCODE"),
        ("UNIVERSE_SIZE", "*value >= size"),
    ] {
        let _ = writeln!(
            lines,
            "    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_{key}, &value, &flag);\n    CHECK(flag && ({value}));"
        );
    }
    let program = format!(
        "#include \"check.h\"\nint main(int argc, char **argv)\n{{\n    \
         char said[MPI_MAX_ERROR_STRING];\n    int len, flag, *value;\n    begin(&argc, &argv);\n{lines}    return end();\n}}\n"
    );
    let Some(program) = compile_text("classes", &program) else {
        return;
    };
    let output = run(&program, 2, 1, &[]);
    assert_eq!(output.stdout, b"good\ngood\n", "{}", text(&output));
    fs::remove_file(program).expect("the program");
}

/// Ports are not there. A call says so, and gives the class that the standard has for it.
#[test]
fn absent_functions_say_that_they_are() {
    let program = "#include \"check.h\"\nint main(int argc, char **argv)\n{\n    char port[MPI_MAX_PORT_NAME];\n    \
        begin(&argc, &argv);\n    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n    \
        CHECK(class_of(MPI_Open_port(MPI_INFO_NULL, port)) == MPI_ERR_UNSUPPORTED_OPERATION);\n    \
        return end();\n}\n";
    let Some(program) = compile_text("absent", program) else {
        return;
    };
    let output = run(&program, 1, 1, &[]);
    let told = text(&output);
    assert_eq!(output.stdout, b"good\n", "{told}");
    assert!(
        told.contains("MPI_Open_port: this library does not have this function"),
        "{told}"
    );
    fs::remove_file(program).expect("the program");
}

/// What is no handle is an error, as long as it can be told: null, small numbers, MPICH's
/// `MPI_COMM_WORLD`, and addresses of other variables.
#[test]
fn wrong_handles_are_errors() {
    let program = "#include \"check.h\"\nint main(int argc, char **argv)\n{\n    static double other[64];\n    int n;\n    \
        MPI_Comm freed;\n    begin(&argc, &argv);\n    \
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);\n    \
        CHECK(class_of(MPI_Comm_size(NULL, &n)) == MPI_ERR_COMM);\n    \
        CHECK(class_of(MPI_Comm_size((MPI_Comm)77, &n)) == MPI_ERR_COMM);\n    \
        CHECK(class_of(MPI_Comm_size((MPI_Comm)0x44000000, &n)) == MPI_ERR_COMM);\n    \
        CHECK(class_of(MPI_Comm_size((MPI_Comm)other, &n)) == MPI_ERR_COMM);\n    \
        CHECK(class_of(MPI_Comm_size((MPI_Comm)MPI_INT, &n)) == MPI_ERR_COMM);\n    \
        CHECK(class_of(MPI_Comm_size(MPI_COMM_NULL, &n)) == MPI_ERR_COMM);\n    \
        CHECK(class_of(MPI_Type_size(MPI_DATATYPE_NULL, &n)) == MPI_ERR_TYPE);\n    \
        MPI_Comm_dup(MPI_COMM_WORLD, &freed);\n    MPI_Comm copy = freed;\n    MPI_Comm_free(&freed);\n    \
        CHECK(freed == MPI_COMM_NULL && class_of(MPI_Comm_size(copy, &n)) == MPI_ERR_COMM);\n    return end();\n}\n";
    let Some(program) = compile_text("wrong", program) else {
        return;
    };
    let output = run(&program, 1, 1, &[]);
    assert_eq!(output.stdout, b"good\n", "{}", text(&output));
    fs::remove_file(program).expect("the program");
}
