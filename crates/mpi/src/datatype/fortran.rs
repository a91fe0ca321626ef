//! Types that are found by what they can hold: by size, or by decimal digits and exponents as
//! Fortran's `selected_real_kind` and `selected_int_kind` do.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::construct::Layout;
use super::contents::Scalars;
use super::{Basic, Combiner, Contents, Datatype, Scalar, TypeError};

/// The kinds of numbers that types are looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// `MPI_TYPECLASS_INTEGER`
    Integer,
    /// `MPI_TYPECLASS_REAL`
    Real,
    /// `MPI_TYPECLASS_COMPLEX`
    Complex,
}

/// Real numbers: decimal digits, the decimal exponent's range, and the types, real and complex.
const REALS: [(usize, usize, Basic, Basic); 4] = [
    (6, 37, Basic::Real4, Basic::Complex8),
    (15, 307, Basic::Real8, Basic::Complex16),
    LONG_DOUBLE,
    (33, 4931, Basic::Real16, Basic::Complex32),
];

/// GNU Fortran's REAL(10), which is `long double` of C.
#[cfg(target_arch = "x86_64")]
const LONG_DOUBLE: (usize, usize, Basic, Basic) =
    (18, 4931, Basic::LongDouble, Basic::CLongDoubleComplex);
/// There is no REAL(10).
#[cfg(not(target_arch = "x86_64"))]
const LONG_DOUBLE: (usize, usize, Basic, Basic) = (33, 4931, Basic::Real16, Basic::Complex32);

/// Integers: decimal digits, and the types.
const INTEGERS: [(usize, Basic); 4] = [
    (2, Basic::Integer1),
    (4, Basic::Integer2),
    (9, Basic::Integer4),
    (18, Basic::Integer8),
];

impl Basic {
    /// Fortran's type of so many bytes, for `MPI_Type_match_size`.
    pub fn of_size(numbers: Numbers, bytes: usize) -> Option<Basic> {
        let mut candidates = match numbers {
            Numbers::Integer => INTEGERS.map(|entry| entry.1),
            Numbers::Real => [Basic::Real4, Basic::Real8, Basic::Real16, Basic::Real16],
            Numbers::Complex => [
                Basic::Complex8,
                Basic::Complex16,
                Basic::Complex32,
                Basic::Complex32,
            ],
        }
        .into_iter();
        candidates.find(|basic| basic.size() == bytes)
    }
}

impl Datatype {
    /// The smallest integer type of Fortran with so many decimal digits.
    pub fn f90_integer(range: Option<usize>) -> Result<Datatype, TypeError> {
        let digits = range.unwrap_or(0);
        let found = INTEGERS.iter().find(|entry| entry.0 >= digits);
        let basic = found.map(|entry| entry.1);
        of_kind(Combiner::F90Integer, None, range, basic)
    }

    /// The smallest real type of Fortran with this precision and this range of the exponent.
    pub fn f90_real(precision: Option<usize>, range: Option<usize>) -> Result<Datatype, TypeError> {
        let basic = real(precision, range).map(|entry| entry.2);
        of_kind(Combiner::F90Real, precision, range, basic)
    }

    /// The smallest complex type of Fortran with this precision and this range of the exponent.
    pub fn f90_complex(
        precision: Option<usize>,
        range: Option<usize>,
    ) -> Result<Datatype, TypeError> {
        let basic = real(precision, range).map(|entry| entry.3);
        of_kind(Combiner::F90Complex, precision, range, basic)
    }

    /// The predefined type by which operations of the standard treat the elements. Predefined types,
    /// those of Fortran's kinds, and duplicates of these have one.
    pub fn operand(&self) -> Option<Basic> {
        match self.0.contents.combiner {
            Combiner::Named(basic) => Some(basic),
            Combiner::F90Real | Combiner::F90Complex | Combiner::F90Integer => self.only_basic(),
            Combiner::Dup => self.0.contents.datatypes[0].operand(),
            _ => None,
        }
    }
}

fn real(
    precision: Option<usize>,
    range: Option<usize>,
) -> Option<&'static (usize, usize, Basic, Basic)> {
    let (precision, range) = (precision.unwrap_or(0), range.unwrap_or(0));
    REALS
        .iter()
        .find(|entry| entry.0 >= precision && entry.1 >= range)
}

type Kind = (Combiner, Option<usize>, Option<usize>);

/// The type of a kind, which is the same each time, and is committed.
fn of_kind(
    combiner: Combiner,
    precision: Option<usize>,
    range: Option<usize>,
    basic: Option<Basic>,
) -> Result<Datatype, TypeError> {
    static MADE: OnceLock<Mutex<HashMap<Kind, Datatype>>> = OnceLock::new();
    let basic = basic.ok_or(TypeError::NoKind { precision, range })?;
    let mut made = MADE
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(datatype) = made.get(&(combiner, precision, range)) {
        return Ok(datatype.clone());
    }
    let scalar = |number: Option<usize>| match number {
        Some(number) => Scalar::Integer(number as isize),
        None => Scalar::Undefined,
    };
    let scalars = match combiner {
        Combiner::F90Integer => vec![scalar(range)],
        _ => vec![scalar(precision), scalar(range)],
    };
    let contents = Contents {
        combiner,
        scalars: Scalars::Mixed(scalars.into()),
        addresses: Box::default(),
        datatypes: Box::default(),
    };
    let datatype = Datatype::made(contents, Layout::of(&Datatype::basic(basic)))?;
    datatype.commit();
    made.insert((combiner, precision, range), datatype.clone());
    Ok(datatype)
}
