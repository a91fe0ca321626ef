//! The C types of function variants, and the specification's sets of these types.

/// A type in the names of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    /// The spelling in function names.
    pub(crate) name: &'static str,
    /// The type in C.
    pub(crate) c: &'static str,
    /// The type without typedefs, by which C11's generic selection distinguishes types.
    pub(crate) base: &'static str,
    /// The type in Rust.
    pub(crate) rust: &'static str,
}

const fn of(name: &'static str, c: &'static str, rust: &'static str) -> Type {
    Type {
        name,
        c,
        base: c,
        rust,
    }
}

const fn alias(name: &'static str, c: &'static str, base: Type) -> Type {
    Type {
        name,
        c,
        base: base.base,
        rust: base.rust,
    }
}

const FLOAT: Type = of("float", "float", "f32");
const DOUBLE: Type = of("double", "double", "f64");
const LONGDOUBLE: Type = of("longdouble", "long double", "LongDouble");
const CHAR: Type = of("char", "char", "c_char");
const SCHAR: Type = of("schar", "signed char", "i8");
const SHORT: Type = of("short", "short", "i16");
const INT: Type = of("int", "int", "i32");
const LONG: Type = of("long", "long", "i64");
const LONGLONG: Type = of("longlong", "long long", "i64");
const UCHAR: Type = of("uchar", "unsigned char", "u8");
const USHORT: Type = of("ushort", "unsigned short", "u16");
const UINT: Type = of("uint", "unsigned int", "u32");
const ULONG: Type = of("ulong", "unsigned long", "u64");
const ULONGLONG: Type = of("ulonglong", "unsigned long long", "u64");
const INT8: Type = alias("int8", "int8_t", SCHAR);
const INT16: Type = alias("int16", "int16_t", SHORT);
const INT32: Type = alias("int32", "int32_t", INT);
const INT64: Type = alias("int64", "int64_t", LONG);
const UINT8: Type = alias("uint8", "uint8_t", UCHAR);
const UINT16: Type = alias("uint16", "uint16_t", USHORT);
const UINT32: Type = alias("uint32", "uint32_t", UINT);
const UINT64: Type = alias("uint64", "uint64_t", ULONG);
const SIZE: Type = alias("size", "size_t", ULONG);
const PTRDIFF: Type = alias("ptrdiff", "ptrdiff_t", LONG);
const COMPLEXF: Type = of("complexf", "farreach_complexf", "Complex<f32>");
const COMPLEXD: Type = of("complexd", "farreach_complexd", "Complex<f64>");

/// "Standard RMA types".
pub(crate) const RMA: &[Type] = &[
    FLOAT, DOUBLE, LONGDOUBLE, CHAR, SCHAR, SHORT, INT, LONG, LONGLONG, UCHAR, USHORT, UINT, ULONG,
    ULONGLONG, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, SIZE, PTRDIFF,
];

/// "Standard AMO types".
pub(crate) const AMO: &[Type] = &[
    INT, LONG, LONGLONG, UINT, ULONG, ULONGLONG, INT32, INT64, UINT32, UINT64, SIZE, PTRDIFF,
];

/// "Extended AMO types".
pub(crate) const EXTENDED_AMO: &[Type] = &[
    FLOAT, DOUBLE, INT, LONG, LONGLONG, UINT, ULONG, ULONGLONG, INT32, INT64, UINT32, UINT64, SIZE,
    PTRDIFF,
];

/// "Bitwise AMO types".
pub(crate) const BITWISE_AMO: &[Type] = &[UINT, ULONG, ULONGLONG, INT32, INT64, UINT32, UINT64];

/// Point-to-point synchronization: the standard AMO types, and the deprecated 16-bit types.
pub(crate) const WAIT: &[Type] = &[
    SHORT, INT, LONG, LONGLONG, USHORT, UINT, ULONG, ULONGLONG, INT32, INT64, UINT32, UINT64, SIZE,
    PTRDIFF,
];

/// The types of the deprecated `shmem_wait`.
pub(crate) const OLD_WAIT: &[Type] = &[SHORT, INT, LONG, LONGLONG];

/// The types of the deprecated atomics without `atomic` in the name.
pub(crate) const OLD_AMO: &[Type] = &[INT, LONG, LONGLONG];

/// The types of the deprecated `set`, `fetch` and `swap` without `atomic` in the name.
pub(crate) const OLD_EXTENDED_AMO: &[Type] = &[FLOAT, DOUBLE, INT, LONG, LONGLONG];

/// Team-based AND, OR, XOR.
pub(crate) const BITWISE_REDUCTIONS: &[Type] = &[
    UCHAR, USHORT, UINT, ULONG, ULONGLONG, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32,
    UINT64, SIZE,
];

/// Team-based MAX, MIN.
pub(crate) const ORDERED_REDUCTIONS: &[Type] = &[
    CHAR, SCHAR, SHORT, INT, LONG, LONGLONG, PTRDIFF, UCHAR, USHORT, UINT, ULONG, ULONGLONG, INT8,
    INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, SIZE, FLOAT, DOUBLE, LONGDOUBLE,
];

/// Team-based SUM, PROD, and the scans.
pub(crate) const ARITHMETIC_REDUCTIONS: &[Type] = &[
    CHAR, SCHAR, SHORT, INT, LONG, LONGLONG, PTRDIFF, UCHAR, USHORT, UINT, ULONG, ULONGLONG, INT8,
    INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, SIZE, FLOAT, DOUBLE, LONGDOUBLE, COMPLEXD,
    COMPLEXF,
];

/// Active-set-based AND, OR, XOR.
pub(crate) const OLD_BITWISE_REDUCTIONS: &[Type] = &[SHORT, INT, LONG, LONGLONG];

/// Active-set-based MAX, MIN.
pub(crate) const OLD_ORDERED_REDUCTIONS: &[Type] =
    &[SHORT, INT, LONG, LONGLONG, FLOAT, DOUBLE, LONGDOUBLE];

/// Active-set-based SUM, PROD.
pub(crate) const OLD_ARITHMETIC_REDUCTIONS: &[Type] = &[
    SHORT, INT, LONG, LONGLONG, FLOAT, DOUBLE, LONGDOUBLE, COMPLEXD, COMPLEXF,
];

/// The element sizes in bits, of functions that are named by the size.
pub(crate) const SIZES: &[u32] = &[8, 16, 32, 64, 128];

/// The element sizes in bits, of active-set-based collectives.
pub(crate) const OLD_SIZES: &[u32] = &[32, 64];
