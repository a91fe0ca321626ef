//! `libmpi.so.40`: MPI by Open MPI's ABI, and `libmpi_mpifh.so.40`, the same for Fortran.
//!
//! ```text
//!   program ──needs──▶ libmpi.so.40 ──needs──▶ libfarreach.so.0
//!           MPI_Send, weak: PMPI_Send            farreach_openmpi_MPI_Send
//!           ompi_mpi_int: a variable             finds the variables by farreach_openmpi_objects
//!
//!   program ──needs──▶ libmpi_mpifh.so.40 ──needs──▶ libfarreach.so.0
//!           mpi_send_, weak: pmpi_send_                farreach_openmpi_fortran_MPI_Send
//! ```
//!
//! A handle of an object that the standard defines is the address of a variable. The linker has copied many programs' variables
//! into the programs, so each variable has the size that it has in Open MPI's library. The first word says what it is, as
//! `crates/mpi-c/src/openmpi.rs` reads it.
//!
//! No file is installed to build programs with: `mpicc` builds for MPICH's ABI. Nor is there a `libopen-rte.so.40` or
//! `libopen-pal.so.40`, parts of Open MPI that some programs name and don't call: Open MPI's own tools need those.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use super::super::{CORE, Source, Stage, filter};
use super::{END, fortran, jump, jumps, link, others, pointer, read_map, variable};

/// The name by which programs load the library.
const SONAME: &str = "libmpi.so.40";
/// The name by which programs in Fortran load their library.
const FORTRAN: &str = "libmpi_mpifh.so.40";
/// Variables without which Open MPI's library for the bindings of C++ (`libmpi_cxx.so.40`) can't be loaded. They say that the
/// program has added no class of errors and no representation of data.
const CXX: [(&str, usize); 3] = [
    ("ompi_errcodes_intern", 120),
    ("ompi_errcode_intern_lastused", 4),
    ("ompi_registered_datareps", 64),
];

/// What stands before the private names.
const PRIVATE: &str = "farreach_openmpi_";
const PRIVATE_FORTRAN: &str = "farreach_openmpi_fortran_";

/// Functions that have one name only, and the functions that they are.
const OTHERS: [(&str, &str); 16] = [
    ("OMPI_C_MPI_DUP_FN", "MPIR_Dup_fn"),
    ("OMPI_C_MPI_COMM_DUP_FN", "MPIR_Dup_fn"),
    ("OMPI_C_MPI_TYPE_DUP_FN", "MPIR_Dup_fn"),
    ("OMPI_C_MPI_WIN_DUP_FN", "MPIR_Dup_fn"),
    ("OMPI_C_MPI_NULL_COPY_FN", "null_copy_fn"),
    ("OMPI_C_MPI_COMM_NULL_COPY_FN", "null_copy_fn"),
    ("OMPI_C_MPI_TYPE_NULL_COPY_FN", "null_copy_fn"),
    ("OMPI_C_MPI_WIN_NULL_COPY_FN", "null_copy_fn"),
    ("OMPI_C_MPI_NULL_DELETE_FN", "null_delete_fn"),
    ("OMPI_C_MPI_COMM_NULL_DELETE_FN", "null_delete_fn"),
    ("OMPI_C_MPI_TYPE_NULL_DELETE_FN", "null_delete_fn"),
    ("OMPI_C_MPI_WIN_NULL_DELETE_FN", "null_delete_fn"),
    ("ompi_attr_create_keyval", "ompi_attr_create_keyval"),
    ("ompi_errhandler_create", "ompi_errhandler_create"),
    ("ompi_errhandler_invoke", "ompi_errhandler_invoke"),
    ("ompi_op_set_cxx_callback", "ompi_op_set_cxx_callback"),
];
/// Variables of the ABI that have the address of another variable, which the library for Fortran stores.
const POINTERS: [&str; 2] = ["MPI_F_STATUS_IGNORE", "MPI_F_STATUSES_IGNORE"];

/// The upper half of a variable's first word.
const TAG: u64 = 0x4f4d_5049;

/// A kind of variables: its number, its bytes, how the names begin, and the rests of the names with the numbers that Open
/// MPI's `mpif.h` has for them. Datatypes without such a number have one above all others.
struct Objects {
    kind: u64,
    len: usize,
    start: &'static str,
    names: &'static [(&'static str, u64)],
}

const OBJECTS: [Objects; 10] = [
    Objects {
        kind: 1,
        len: 512,
        start: "ompi_mpi_comm_",
        names: &[("world", 0), ("self", 1), ("null", 2)],
    },
    Objects {
        kind: 2,
        len: 256,
        start: "ompi_mpi_group_",
        names: &[("null", 0), ("empty", 1)],
    },
    Objects {
        kind: 3,
        len: 512,
        start: "ompi_mpi_",
        names: &[
            ("datatype_null", 0),
            ("byte", 1),
            ("packed", 2),
            ("ub", 3),
            ("lb", 4),
            ("character", 5),
            ("logical", 6),
            ("integer", 7),
            ("integer1", 8),
            ("integer2", 9),
            ("integer4", 10),
            ("integer8", 11),
            ("integer16", 12),
            ("real", 13),
            ("real4", 14),
            ("real8", 15),
            ("real16", 16),
            ("dblprec", 17),
            ("cplex", 18),
            ("complex8", 19),
            ("complex16", 20),
            ("complex32", 21),
            ("dblcplex", 22),
            ("2real", 23),
            ("2dblprec", 24),
            ("2integer", 25),
            ("2cplex", 26),
            ("2dblcplex", 27),
            ("real2", 28),
            ("logical1", 29),
            ("logical2", 30),
            ("logical4", 31),
            ("logical8", 32),
            ("wchar", 33),
            ("char", 34),
            ("unsigned_char", 35),
            ("signed_char", 36),
            ("short", 37),
            ("unsigned_short", 38),
            ("int", 39),
            ("unsigned", 40),
            ("long", 41),
            ("unsigned_long", 42),
            ("long_long_int", 43),
            ("unsigned_long_long", 44),
            ("float", 45),
            ("double", 46),
            ("long_double", 47),
            ("float_int", 48),
            ("double_int", 49),
            ("longdbl_int", 50),
            ("long_int", 51),
            ("2int", 52),
            ("short_int", 53),
            ("cxx_bool", 54),
            ("cxx_cplex", 55),
            ("cxx_dblcplex", 56),
            ("cxx_ldblcplex", 57),
            ("int8_t", 58),
            ("uint8_t", 59),
            ("int16_t", 60),
            ("uint16_t", 61),
            ("int32_t", 62),
            ("uint32_t", 63),
            ("int64_t", 64),
            ("uint64_t", 65),
            ("aint", 66),
            ("offset", 67),
            ("c_bool", 68),
            ("c_float_complex", 69),
            ("c_complex", 69),
            ("c_double_complex", 70),
            ("c_long_double_complex", 71),
            ("count", 72),
            ("ldblcplex", 73),
            ("unavailable", 74),
        ],
    },
    Objects {
        kind: 4,
        len: 2048,
        start: "ompi_mpi_op_",
        names: &[
            ("null", 0),
            ("max", 1),
            ("min", 2),
            ("sum", 3),
            ("prod", 4),
            ("land", 5),
            ("band", 6),
            ("lor", 7),
            ("bor", 8),
            ("lxor", 9),
            ("bxor", 10),
            ("maxloc", 11),
            ("minloc", 12),
            ("replace", 13),
            ("no_op", 14),
        ],
    },
    Objects {
        kind: 5,
        len: 1024,
        start: "ompi_mpi_err",
        names: &[
            ("handler_null", 0),
            ("ors_are_fatal", 1),
            ("ors_return", 2),
            // Of the bindings for C++, whose library makes the exceptions.
            ("ors_throw_exceptions", 3),
        ],
    },
    Objects {
        kind: 6,
        len: 256,
        start: "ompi_mpi_info_",
        names: &[("null", 0), ("env", 1)],
    },
    Objects {
        kind: 7,
        len: 256,
        start: "ompi_request_",
        names: &[("null", 0)],
    },
    Objects {
        kind: 8,
        len: 256,
        start: "ompi_message_",
        names: &[("null", 0), ("no_proc", 1)],
    },
    // Windows, of which there are none.
    Objects {
        kind: 9,
        len: 512,
        start: "ompi_mpi_win_",
        names: &[("null", 0)],
    },
    Objects {
        kind: 10,
        len: 1536,
        start: "ompi_mpi_file_",
        names: &[("null", 0)],
    },
];

/// Installs the libraries.
pub(super) fn install(stage: &Stage, source: &Source) -> anyhow::Result<()> {
    let map = read_map(source, "libmpi40.map")?;
    let functions = filter::functions(&map);
    let assembly = assembly(&functions);
    stage.make(format!("lib/{SONAME}"), |path| {
        link(path, SONAME, &assembly)
    })?;
    let folder = source.root.join("crates/mpi-c/fortran");
    let private = read_map(source, "openmpi_fortran.map")?;
    stage.make(format!("lib/{FORTRAN}"), |path| {
        let calls = path.with_extension("s");
        fs::write(&calls, self::calls(&private))?;
        let mut command = fortran::compile(source, "openmpi");
        command
            .arg(folder.join("openmpi/more.c"))
            .arg(&calls)
            .arg(path.with_file_name(CORE))
            .arg(path.with_file_name(SONAME))
            .args(early_names(&functions));
        let linked = fortran::link(command, path, FORTRAN);
        fs::remove_file(&calls)?;
        linked
    })
}

/// The standard's name of a persistent collective that also has the name from before it was in the standard.
fn standard_name(functions: &BTreeSet<&str>, name: &str) -> Option<String> {
    let standard = format!("MPI_{}", name.strip_prefix("MPIX_")?);
    functions.contains(standard.as_str()).then_some(standard)
}

/// Options by which the functions of Fortran have these names as well.
fn early_names(functions: &BTreeSet<&str>) -> impl Iterator<Item = String> {
    let names = functions.iter().filter_map(|name| {
        let standard = standard_name(functions, name)?;
        Some((name.to_lowercase(), standard.to_lowercase()))
    });
    names.flat_map(|(name, standard)| {
        let names = [
            format!("{name}_"),
            format!("p{name}_"),
            format!("o{name}_f"),
        ];
        names.map(|name| format!("-Wl,--defsym={name}=p{standard}_"))
    })
}

/// An assembly file with the functions and the variables.
fn assembly(functions: &BTreeSet<&str>) -> String {
    let mut text = jumps(functions, |name| {
        let standard = standard_name(functions, name);
        format!("{PRIVATE}{}", standard.as_deref().unwrap_or(name))
    });
    text.push_str(&others(&OTHERS, PRIVATE));
    text.push_str(".data\n.balign 8\n");
    for name in POINTERS {
        text.push_str(&pointer(name, ""));
    }
    for (name, len) in CXX {
        text.push_str(&variable(name, len, None));
    }
    let mut list = String::new();
    for Objects {
        kind,
        len,
        start,
        names,
    } in OBJECTS
    {
        for (rest, number) in names {
            let name = format!("{start}{rest}");
            let word = TAG << 32 | kind << 16 | number;
            text.push_str(&variable(&name, len, Some(word)));
            // Writing to a string does not fail.
            let _ = writeln!(list, ".8byte {name}");
        }
    }
    // The dynamic linker fills in the list: a program may have the variables in itself.
    text.push_str(".section .data.rel.ro,\"aw\"\n.balign 8\nlist:\n");
    text.push_str(&list);
    text.push_str(".8byte 0\n.text\n.balign 16\nbegin:\n");
    text.push_str(if cfg!(target_arch = "aarch64") {
        "adrp x0, list\nadd x0, x0, :lo12:list\n"
    } else {
        "leaq list(%rip), %rdi\n"
    });
    text.push_str(&jump(&format!("{PRIVATE}objects")));
    text.push_str(".section .init_array,\"aw\",%init_array\n.balign 8\n.8byte begin\n");
    text.push_str(END);
    text
}

/// An assembly file with the functions of C that the functions of Fortran call. Nobody else sees them.
fn calls(map: &str) -> String {
    let mut text = String::from(".text\n");
    let names = filter::functions(map);
    for private in names {
        let Some(name) = private.strip_prefix(PRIVATE_FORTRAN) else {
            continue;
        };
        let jump = jump(private);
        // Writing to a string does not fail.
        let _ = write!(
            text,
            ".balign 16\n.globl {name}\n.hidden {name}\n.type {name}, %function\n{name}:\n{jump}"
        );
    }
    text.push_str(END);
    text
}
