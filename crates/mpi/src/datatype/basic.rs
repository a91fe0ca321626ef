//! The predefined datatypes of C, C++ and Fortran.

use std::ffi::{c_long, c_longlong};

/// A predefined datatype. The names are those of the standard without `MPI_`.
///
/// Types that are the same under two names have one variant: `MPI_LONG_LONG` is
/// [`Basic::LongLongInt`], and `MPI_C_COMPLEX` is [`Basic::CFloatComplex`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Basic {
    Char,
    SignedChar,
    UnsignedChar,
    Byte,
    Wchar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    LongLongInt,
    UnsignedLongLong,
    Float,
    Double,
    LongDouble,
    Packed,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    CBool,
    CFloatComplex,
    CDoubleComplex,
    CLongDoubleComplex,
    Aint,
    Offset,
    Count,
    CxxBool,
    CxxFloatComplex,
    CxxDoubleComplex,
    CxxLongDoubleComplex,
    Complex,
    DoubleComplex,
    Logical,
    Real,
    DoublePrecision,
    Integer,
    Character,
    Integer1,
    Integer2,
    Integer4,
    Integer8,
    Real4,
    Real8,
    Real16,
    Complex8,
    Complex16,
    Complex32,
    FloatInt,
    DoubleInt,
    LongInt,
    TwoInt,
    ShortInt,
    LongDoubleInt,
    TwoReal,
    TwoDoublePrecision,
    TwoInteger,
    CFloat16,
    BFloat16,
    Real2,
    Complex4,
    Integer16,
    Logical1,
    Logical2,
    Logical4,
    Logical8,
    Logical16,
    /// A mark of a structure's lower bound, which has no data.
    Lb,
    /// A mark of a structure's upper bound, which has no data.
    Ub,
}

/// The classes by which the standard says which operations a datatype has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Characters, which no operation combines.
    Character,
    /// Integers of C.
    CInteger,
    /// Integers of Fortran.
    FortranInteger,
    /// Real numbers of both languages.
    Floating,
    /// Truth values of all languages.
    Logical,
    /// Complex numbers of all languages.
    Complex,
    /// Bytes.
    Byte,
    /// `MPI_AINT`, `MPI_OFFSET` and `MPI_COUNT`, which all languages have.
    MultiLanguage,
    /// A value and an index, for MINLOC and MAXLOC.
    Pair,
    /// The result of packing.
    Packed,
    /// Marks of bounds, which the standard has removed, but old programs use.
    Mark,
}

/// How the bytes of an element are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// Binary16, `f32` or `f64`.
    Ieee,
    /// The upper half of an `f32`.
    Brain,
    /// `long double` of C: 80 bits in 16 bytes on x86-64, binary128 elsewhere.
    LongDouble,
    /// Binary128 on all processors, as Fortran's REAL(16).
    Quad,
    /// Bytes without a meaning.
    Opaque,
}

/// What is known about a predefined datatype.
struct Facts {
    basic: Basic,
    name: &'static str,
    class: Class,
    format: Format,
    /// Bytes of each number in the element. Complex numbers and pairs have two.
    part: usize,
}

const LONG: usize = size_of::<c_long>();
const LONG_LONG: usize = size_of::<c_longlong>();

const fn facts(
    basic: Basic,
    name: &'static str,
    class: Class,
    format: Format,
    part: usize,
) -> Facts {
    Facts {
        basic,
        name,
        class,
        format,
        part,
    }
}

/// All predefined datatypes, in the order of the enumeration.
const TABLE: [Facts; 74] = {
    use Basic as B;
    use Class::{
        Byte, CInteger, Character, Complex, Floating, FortranInteger, Logical, Mark, MultiLanguage,
        Packed, Pair,
    };
    use Format::{Brain, Ieee, LongDouble, Opaque, Quad, Signed, Unsigned};
    [
        facts(B::Char, "MPI_CHAR", Character, Signed, 1),
        facts(B::SignedChar, "MPI_SIGNED_CHAR", CInteger, Signed, 1),
        facts(B::UnsignedChar, "MPI_UNSIGNED_CHAR", CInteger, Unsigned, 1),
        facts(B::Byte, "MPI_BYTE", Byte, Unsigned, 1),
        facts(B::Wchar, "MPI_WCHAR", Character, Signed, 4),
        facts(B::Short, "MPI_SHORT", CInteger, Signed, 2),
        facts(
            B::UnsignedShort,
            "MPI_UNSIGNED_SHORT",
            CInteger,
            Unsigned,
            2,
        ),
        facts(B::Int, "MPI_INT", CInteger, Signed, 4),
        facts(B::Unsigned, "MPI_UNSIGNED", CInteger, Unsigned, 4),
        facts(B::Long, "MPI_LONG", CInteger, Signed, LONG),
        facts(
            B::UnsignedLong,
            "MPI_UNSIGNED_LONG",
            CInteger,
            Unsigned,
            LONG,
        ),
        facts(
            B::LongLongInt,
            "MPI_LONG_LONG_INT",
            CInteger,
            Signed,
            LONG_LONG,
        ),
        facts(
            B::UnsignedLongLong,
            "MPI_UNSIGNED_LONG_LONG",
            CInteger,
            Unsigned,
            LONG_LONG,
        ),
        facts(B::Float, "MPI_FLOAT", Floating, Ieee, 4),
        facts(B::Double, "MPI_DOUBLE", Floating, Ieee, 8),
        facts(B::LongDouble, "MPI_LONG_DOUBLE", Floating, LongDouble, 16),
        facts(B::Packed, "MPI_PACKED", Packed, Opaque, 1),
        facts(B::Int8, "MPI_INT8_T", CInteger, Signed, 1),
        facts(B::Int16, "MPI_INT16_T", CInteger, Signed, 2),
        facts(B::Int32, "MPI_INT32_T", CInteger, Signed, 4),
        facts(B::Int64, "MPI_INT64_T", CInteger, Signed, 8),
        facts(B::Uint8, "MPI_UINT8_T", CInteger, Unsigned, 1),
        facts(B::Uint16, "MPI_UINT16_T", CInteger, Unsigned, 2),
        facts(B::Uint32, "MPI_UINT32_T", CInteger, Unsigned, 4),
        facts(B::Uint64, "MPI_UINT64_T", CInteger, Unsigned, 8),
        facts(B::CBool, "MPI_C_BOOL", Logical, Unsigned, 1),
        facts(B::CFloatComplex, "MPI_C_COMPLEX", Complex, Ieee, 4),
        facts(B::CDoubleComplex, "MPI_C_DOUBLE_COMPLEX", Complex, Ieee, 8),
        facts(
            B::CLongDoubleComplex,
            "MPI_C_LONG_DOUBLE_COMPLEX",
            Complex,
            LongDouble,
            16,
        ),
        facts(
            B::Aint,
            "MPI_AINT",
            MultiLanguage,
            Signed,
            size_of::<isize>(),
        ),
        facts(B::Offset, "MPI_OFFSET", MultiLanguage, Signed, 8),
        facts(B::Count, "MPI_COUNT", MultiLanguage, Signed, 8),
        facts(B::CxxBool, "MPI_CXX_BOOL", Logical, Unsigned, 1),
        facts(
            B::CxxFloatComplex,
            "MPI_CXX_FLOAT_COMPLEX",
            Complex,
            Ieee,
            4,
        ),
        facts(
            B::CxxDoubleComplex,
            "MPI_CXX_DOUBLE_COMPLEX",
            Complex,
            Ieee,
            8,
        ),
        facts(
            B::CxxLongDoubleComplex,
            "MPI_CXX_LONG_DOUBLE_COMPLEX",
            Complex,
            LongDouble,
            16,
        ),
        facts(B::Complex, "MPI_COMPLEX", Complex, Ieee, 4),
        facts(B::DoubleComplex, "MPI_DOUBLE_COMPLEX", Complex, Ieee, 8),
        facts(B::Logical, "MPI_LOGICAL", Logical, Signed, 4),
        facts(B::Real, "MPI_REAL", Floating, Ieee, 4),
        facts(
            B::DoublePrecision,
            "MPI_DOUBLE_PRECISION",
            Floating,
            Ieee,
            8,
        ),
        facts(B::Integer, "MPI_INTEGER", FortranInteger, Signed, 4),
        facts(B::Character, "MPI_CHARACTER", Character, Signed, 1),
        facts(B::Integer1, "MPI_INTEGER1", FortranInteger, Signed, 1),
        facts(B::Integer2, "MPI_INTEGER2", FortranInteger, Signed, 2),
        facts(B::Integer4, "MPI_INTEGER4", FortranInteger, Signed, 4),
        facts(B::Integer8, "MPI_INTEGER8", FortranInteger, Signed, 8),
        facts(B::Real4, "MPI_REAL4", Floating, Ieee, 4),
        facts(B::Real8, "MPI_REAL8", Floating, Ieee, 8),
        facts(B::Real16, "MPI_REAL16", Floating, Quad, 16),
        facts(B::Complex8, "MPI_COMPLEX8", Complex, Ieee, 4),
        facts(B::Complex16, "MPI_COMPLEX16", Complex, Ieee, 8),
        facts(B::Complex32, "MPI_COMPLEX32", Complex, Quad, 16),
        facts(B::FloatInt, "MPI_FLOAT_INT", Pair, Ieee, 4),
        facts(B::DoubleInt, "MPI_DOUBLE_INT", Pair, Ieee, 8),
        facts(B::LongInt, "MPI_LONG_INT", Pair, Signed, LONG),
        facts(B::TwoInt, "MPI_2INT", Pair, Signed, 4),
        facts(B::ShortInt, "MPI_SHORT_INT", Pair, Signed, 2),
        facts(
            B::LongDoubleInt,
            "MPI_LONG_DOUBLE_INT",
            Pair,
            LongDouble,
            16,
        ),
        facts(B::TwoReal, "MPI_2REAL", Pair, Ieee, 4),
        facts(
            B::TwoDoublePrecision,
            "MPI_2DOUBLE_PRECISION",
            Pair,
            Ieee,
            8,
        ),
        facts(B::TwoInteger, "MPI_2INTEGER", Pair, Signed, 4),
        facts(B::CFloat16, "MPIX_C_FLOAT16", Floating, Ieee, 2),
        facts(B::BFloat16, "MPIX_BFLOAT16", Floating, Brain, 2),
        facts(B::Real2, "MPI_REAL2", Floating, Ieee, 2),
        facts(B::Complex4, "MPI_COMPLEX4", Complex, Ieee, 2),
        facts(B::Integer16, "MPI_INTEGER16", FortranInteger, Signed, 16),
        facts(B::Logical1, "MPI_LOGICAL1", Logical, Signed, 1),
        facts(B::Logical2, "MPI_LOGICAL2", Logical, Signed, 2),
        facts(B::Logical4, "MPI_LOGICAL4", Logical, Signed, 4),
        facts(B::Logical8, "MPI_LOGICAL8", Logical, Signed, 8),
        facts(B::Logical16, "MPI_LOGICAL16", Logical, Signed, 16),
        facts(B::Lb, "MPI_LB", Mark, Opaque, 0),
        facts(B::Ub, "MPI_UB", Mark, Opaque, 0),
    ]
};

impl Basic {
    /// All predefined datatypes.
    pub fn all() -> impl Iterator<Item = Basic> {
        TABLE.iter().map(|facts| facts.basic)
    }

    fn facts(self) -> &'static Facts {
        &TABLE[self as usize]
    }

    /// The type's name in the standard, with `MPI_`.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The class that says which operations the type has.
    pub fn class(self) -> Class {
        self.facts().class
    }

    /// How the bytes of an element are to be read. A pair has the format of its value.
    pub fn format(self) -> Format {
        self.facts().format
    }

    /// Bytes of data in an element. Gaps do not count.
    pub fn size(self) -> usize {
        match self.class() {
            Class::Complex => 2 * self.part(),
            Class::Pair => self.part() + self.index_part(),
            _ => self.part(),
        }
    }

    /// Bytes from one element of an array to the next one.
    pub fn extent(self) -> usize {
        self.size().next_multiple_of(self.alignment())
    }

    /// The alignment that a compiler gives a variable of the type.
    pub fn alignment(self) -> usize {
        match self.class() {
            Class::Pair => self.part().max(self.index_part()),
            _ => self.part().max(1),
        }
    }

    /// Bytes of each number of an element. A complex number has two. Of a pair this is the value.
    pub fn part(self) -> usize {
        self.facts().part
    }

    /// Offset of the second number of a pair, which is the index.
    pub fn index_offset(self) -> usize {
        self.part().next_multiple_of(self.index_part())
    }

    /// Bytes of a pair's index: an `int` in C, and another value in Fortran.
    pub fn index_part(self) -> usize {
        match self {
            Basic::TwoReal | Basic::TwoDoublePrecision | Basic::TwoInteger => self.part(),
            _ => 4,
        }
    }

    /// Numbers of an element. `MPI_Get_elements` counts the two numbers of a pair separately.
    pub fn numbers(self) -> usize {
        match self.class() {
            Class::Pair => 2,
            Class::Mark => 0,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Basic, TABLE};

    #[test]
    fn the_table_has_the_order_of_the_enumeration() {
        for (index, facts) in TABLE.iter().enumerate() {
            assert_eq!(facts.basic as usize, index, "{}", facts.name);
        }
    }

    #[test]
    fn pairs_have_the_layout_of_a_structure_in_c() {
        #[repr(C)]
        struct LongInt(i64, i32);
        #[repr(C)]
        struct ShortInt(i16, i32);
        assert_eq!(Basic::LongInt.extent(), size_of::<LongInt>());
        assert_eq!(Basic::LongInt.index_offset(), 8);
        assert_eq!(Basic::LongInt.size(), 12);
        assert_eq!(Basic::ShortInt.extent(), size_of::<ShortInt>());
        assert_eq!(Basic::ShortInt.index_offset(), 4);
        assert_eq!(Basic::ShortInt.size(), 6);
        assert_eq!(Basic::LongDoubleInt.extent(), 32);
        assert_eq!(Basic::LongDoubleInt.size(), 20);
    }
}
