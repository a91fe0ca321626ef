//! The Fortran interface of OpenSHMEM 1.4, the last version with one: `shmem.fh`, and functions in
//! C with gfortran's names, which call the functions of `shmem.h`.
//!
//! Fortran passes the addresses of all arguments, and adds the lengths of strings at the end. A
//! function that does not need the lengths ignores them.

use std::fmt::Write as _;

/// The text before the functions: what they use.
const SUPPORT: &str = "/*\n * OpenSHMEM 1.4 for Fortran: its names as gfortran spells them.\n * Made by `cargo xtask abi` from the \
                       table in xtask/src/abi/fortran.rs.\n */\n#include \"fortran.h\"\n";

/// The file that Fortran programs include.
const HEADER: &str = include_str!("shmem.fh");

/// A function with its variants.
struct Row {
    /// The declaration in C. `@` stands for a variant's name and `#` for its C type or size.
    declaration: &'static str,
    /// The body, with the placeholders of the declaration.
    body: &'static str,
    variants: &'static [(&'static str, &'static str)],
}

const fn row(
    declaration: &'static str,
    body: &'static str,
    variants: &'static [(&'static str, &'static str)],
) -> Row {
    Row {
        declaration,
        body,
        variants,
    }
}

const ONE: &[(&str, &str)] = &[("", "")];
/// Types, with their sizes in bytes.
const TYPES: &[(&str, &str)] = &[
    ("character", "1"),
    ("complex", "8"),
    ("double", "8"),
    ("integer", "4"),
    ("logical", "4"),
    ("real", "4"),
];
/// The suffixes of other names: bytes up to 8, else bits.
const SIZES: &[(&str, &str)] = &[
    ("4", "4"),
    ("8", "8"),
    ("32", "4"),
    ("64", "8"),
    ("128", "16"),
    ("mem", "1"),
];
/// The types of strided transfers, with their bits.
const STRIDED_TYPES: &[(&str, &str)] = &[
    ("complex", "64"),
    ("double", "64"),
    ("integer", "32"),
    ("logical", "32"),
    ("real", "32"),
];
const STRIDED_SIZES: &[(&str, &str)] = &[
    ("4", "32"),
    ("8", "64"),
    ("32", "32"),
    ("64", "64"),
    ("128", "128"),
];
const INTEGERS: &[(&str, &str)] = &[("int4", "int"), ("int8", "long")];
const NUMBERS: &[(&str, &str)] = &[
    ("int4", "int"),
    ("int8", "long"),
    ("real4", "float"),
    ("real8", "double"),
];
/// The types of sums and products, with their names in C.
const ADDABLE: &[(&str, &str)] = &[
    ("int4", "int"),
    ("int8", "long"),
    ("real4", "float"),
    ("real8", "double"),
    ("comp4", "complexf"),
    ("comp8", "complexd"),
];
const COLLECTIVE_SIZES: &[(&str, &str)] = &[("4", "32"), ("8", "64"), ("32", "32"), ("64", "64")];
const EXCHANGE_SIZES: &[(&str, &str)] = &[("32", "32"), ("64", "64")];
/// The type for which C has no functions. The generated C file contains them.
const REAL16: &str = "real16";
/// The names of variables to wait for. The plain name is for Fortran's default integers.
const WAITED: &[(&str, &str)] = &[("", "int"), ("int4_", "int"), ("int8_", "long")];
const BITWISE: [&str; 3] = ["and", "or", "xor"];
const ORDERED: [&str; 2] = ["max", "min"];
const ARITHMETIC: [&str; 2] = ["sum", "prod"];

/// All functions except the reductions.
const ROWS: &[Row] = &[
    row("void start_pes_(const int *npes)", "start_pes(*npes)", ONE),
    row("void shmem_init_(void)", "shmem_init()", ONE),
    row("void shmem_finalize_(void)", "shmem_finalize()", ONE),
    row(
        "void shmem_global_exit_(const int *status)",
        "shmem_global_exit(*status)",
        ONE,
    ),
    row(
        "int @_(void)",
        "return shmem_my_pe()",
        &[("shmem_my_pe", ""), ("my_pe", "")],
    ),
    row(
        "int @_(void)",
        "return shmem_n_pes()",
        &[("shmem_n_pes", ""), ("num_pes", "")],
    ),
    // Names without an underscore, as compilers other than gfortran spell them, and as old C
    // programs call them undeclared. These are common names, so programs may use them for something
    // else.
    row(
        "__attribute__((weak)) int @(void)",
        "return shmem_my_pe()",
        &[("my_pe", "")],
    ),
    row(
        "__attribute__((weak)) int @(void)",
        "return shmem_n_pes()",
        &[("num_pes", "")],
    ),
    row(
        "int shmem_pe_accessible_(const int *pe)",
        "return shmem_pe_accessible(*pe)",
        ONE,
    ),
    row(
        "int shmem_addr_accessible_(const void *addr, const int *pe)",
        "return shmem_addr_accessible(addr, *pe)",
        ONE,
    ),
    row(
        "void *shmem_ptr_(const void *dest, const int *pe)",
        "return shmem_ptr(dest, *pe)",
        ONE,
    ),
    row(
        "void shmem_info_get_version_(int *major, int *minor)",
        "shmem_info_get_version(major, minor)",
        ONE,
    ),
    row(
        "void shmem_info_get_name_(char *name, size_t len)",
        "name_of_library(name, len)",
        ONE,
    ),
    row(
        "void shpalloc_(void **addr, const int *length, int *errcode, const int *abort)",
        "allocate(addr, *length, errcode, *abort)",
        ONE,
    ),
    row(
        "void shpclmove_(void **addr, const int *length, int *status, const int *abort)",
        "resize(addr, *length, status, *abort)",
        ONE,
    ),
    row(
        "void shpdeallc_(void **addr, int *errcode, const int *abort)",
        "release(addr, errcode, *abort)",
        ONE,
    ),
    row(
        "void shmem_@_put_(void *dest, const void *source, const int *nelems, const int *pe)",
        "shmem_putmem(dest, source, bytes(*nelems, #), *pe)",
        TYPES,
    ),
    row(
        "void shmem_put@_(void *dest, const void *source, const int *nelems, const int *pe)",
        "shmem_putmem(dest, source, bytes(*nelems, #), *pe)",
        SIZES,
    ),
    row(
        "void shmem_@_get_(void *dest, const void *source, const int *nelems, const int *pe)",
        "shmem_getmem(dest, source, bytes(*nelems, #), *pe)",
        TYPES,
    ),
    row(
        "void shmem_get@_(void *dest, const void *source, const int *nelems, const int *pe)",
        "shmem_getmem(dest, source, bytes(*nelems, #), *pe)",
        SIZES,
    ),
    row(
        "void shmem_@_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe)",
        "shmem_putmem_nbi(dest, source, bytes(*nelems, #), *pe)",
        TYPES,
    ),
    row(
        "void shmem_put@_nbi_(void *dest, const void *source, const int *nelems, const int *pe)",
        "shmem_putmem_nbi(dest, source, bytes(*nelems, #), *pe)",
        SIZES,
    ),
    row(
        "void shmem_@_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe)",
        "shmem_getmem_nbi(dest, source, bytes(*nelems, #), *pe)",
        TYPES,
    ),
    row(
        "void shmem_get@_nbi_(void *dest, const void *source, const int *nelems, const int *pe)",
        "shmem_getmem_nbi(dest, source, bytes(*nelems, #), *pe)",
        SIZES,
    ),
    row(
        "void shmem_@_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)",
        "shmem_iput#(dest, source, *dst, *sst, elements(*nelems), *pe)",
        STRIDED_TYPES,
    ),
    row(
        "void shmem_iput@_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)",
        "shmem_iput#(dest, source, *dst, *sst, elements(*nelems), *pe)",
        STRIDED_SIZES,
    ),
    row(
        "void shmem_@_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)",
        "shmem_iget#(dest, source, *dst, *sst, elements(*nelems), *pe)",
        STRIDED_TYPES,
    ),
    row(
        "void shmem_iget@_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)",
        "shmem_iget#(dest, source, *dst, *sst, elements(*nelems), *pe)",
        STRIDED_SIZES,
    ),
    row(
        "void shmem_@_add_(# *dest, const # *value, const int *pe)",
        "shmem_#_atomic_add(dest, *value, *pe)",
        INTEGERS,
    ),
    row(
        "void shmem_@_inc_(# *dest, const int *pe)",
        "shmem_#_atomic_inc(dest, *pe)",
        INTEGERS,
    ),
    row(
        "# shmem_@_fadd_(# *dest, const # *value, const int *pe)",
        "return shmem_#_atomic_fetch_add(dest, *value, *pe)",
        INTEGERS,
    ),
    row(
        "# shmem_@_finc_(# *dest, const int *pe)",
        "return shmem_#_atomic_fetch_inc(dest, *pe)",
        INTEGERS,
    ),
    row(
        "# shmem_@_cswap_(# *dest, const # *cond, const # *value, const int *pe)",
        "return shmem_#_atomic_compare_swap(dest, *cond, *value, *pe)",
        INTEGERS,
    ),
    row(
        "# shmem_@_swap_(# *dest, const # *value, const int *pe)",
        "return shmem_#_atomic_swap(dest, *value, *pe)",
        NUMBERS,
    ),
    row(
        "int shmem_swap_(int *dest, const int *value, const int *pe)",
        "return shmem_int_atomic_swap(dest, *value, *pe)",
        ONE,
    ),
    row(
        "# shmem_@_fetch_(const # *source, const int *pe)",
        "return shmem_#_atomic_fetch(source, *pe)",
        NUMBERS,
    ),
    row(
        "void shmem_@_set_(# *dest, const # *value, const int *pe)",
        "shmem_#_atomic_set(dest, *value, *pe)",
        NUMBERS,
    ),
    row(
        "void shmem_@wait_(# *ivar, const # *cmp_value)",
        "shmem_#_wait_until(ivar, SHMEM_CMP_NE, *cmp_value)",
        WAITED,
    ),
    row(
        "void shmem_@wait_until_(# *ivar, const int *cmp, const # *cmp_value)",
        "shmem_#_wait_until(ivar, *cmp, *cmp_value)",
        WAITED,
    ),
    row("void shmem_fence_(void)", "shmem_fence()", ONE),
    row("void shmem_quiet_(void)", "shmem_quiet()", ONE),
    row("void shmem_barrier_all_(void)", "shmem_barrier_all()", ONE),
    row(
        "void shmem_barrier_(const int *start, const int *log_stride, const int *size, void *sync)",
        "shmem_barrier(*start, *log_stride, *size, words(sync))",
        ONE,
    ),
    row(
        "void shmem_broadcast@_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync)",
        "shmem_broadcast#(dest, source, elements(*nelems), *root, *start, *log_stride, *size, words(sync))",
        COLLECTIVE_SIZES,
    ),
    row(
        "void shmem_collect@_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)",
        "shmem_collect#(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync))",
        COLLECTIVE_SIZES,
    ),
    row(
        "void shmem_fcollect@_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)",
        "shmem_fcollect#(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync))",
        COLLECTIVE_SIZES,
    ),
    row(
        "void shmem_alltoall@_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)",
        "shmem_alltoall#(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync))",
        EXCHANGE_SIZES,
    ),
    row(
        "void shmem_alltoalls@_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)",
        "shmem_alltoalls#(dest, source, *dst, *sst, elements(*nelems), *start, *log_stride, *size, words(sync))",
        EXCHANGE_SIZES,
    ),
    row("void shmem_set_lock_(int *lock)", "take_lock(lock)", ONE),
    row(
        "int shmem_test_lock_(int *lock)",
        "return try_lock(lock)",
        ONE,
    ),
    row("void shmem_clear_lock_(int *lock)", "unlock(lock)", ONE),
    row(
        "void @_(void)",
        "shmem_clear_cache_inv()",
        &[
            ("shmem_clear_cache_inv", ""),
            ("shmem_set_cache_inv", ""),
            ("shmem_udcflush", ""),
        ],
    ),
    row(
        "void @_(void *dest)",
        "shmem_clear_cache_line_inv(dest)",
        &[
            ("shmem_clear_cache_line_inv", ""),
            ("shmem_set_cache_line_inv", ""),
            ("shmem_udcflush_line", ""),
        ],
    ),
];

/// A function: its declaration in C and its body.
struct Function {
    declaration: String,
    body: String,
}

impl Function {
    /// The linker's name of the function.
    fn name(&self) -> &str {
        let (head, _) = self.declaration.rsplit_once('(').expect("parameters");
        head.rsplit([' ', '*']).next().expect("a name")
    }
}

fn functions() -> Vec<Function> {
    let mut functions = Vec::new();
    for row in ROWS {
        for (name, c) in row.variants {
            let filled = |text: &str| text.replace('@', name).replace('#', c);
            functions.push(Function {
                declaration: filled(row.declaration),
                body: filled(row.body),
            });
        }
    }
    let of = |operators: &[&str], types: &[(&str, &str)]| {
        let mut functions = Vec::new();
        for operator in operators {
            let of_type = |&(name, c)| reduction(operator, name, &format!("shmem_{c}"));
            functions.extend(types.iter().map(of_type));
        }
        functions
    };
    functions.extend(of(&BITWISE, INTEGERS));
    functions.extend(of(&ORDERED, NUMBERS));
    functions.extend(of(&ARITHMETIC, ADDABLE));
    let of_real16 = |operator| reduction(operator, REAL16, &format!("farreach_{REAL16}"));
    functions.extend(ORDERED.into_iter().chain(ARITHMETIC).map(of_real16));
    functions
}

fn reduction(operator: &str, name: &str, c: &str) -> Function {
    Function {
        declaration: format!(
            "void shmem_{name}_{operator}_to_all_(void *dest, const void *source, const int *nreduce, const int *start, \
             const int *log_stride, const int *size, void *work, void *sync)"
        ),
        body: format!(
            "{c}_{operator}_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync))"
        ),
    }
}

/// The names that Fortran programs link to.
pub(super) fn names() -> Vec<String> {
    functions()
        .iter()
        .map(|function| function.name().to_owned())
        .collect()
}

/// The C source of the functions.
pub(super) fn source() -> String {
    let mut text = SUPPORT.to_owned();
    for Function { declaration, body } in functions() {
        write!(
            text,
            "\n{declaration};\n{declaration}\n{{\n    {body};\n}}\n"
        )
        .expect("a string");
    }
    text
}

/// `shmem.fh`. It has no tabulators and no line beyond column 72, so that it is valid in fixed and
/// free source form.
pub(super) fn header() -> String {
    HEADER.to_owned()
}
