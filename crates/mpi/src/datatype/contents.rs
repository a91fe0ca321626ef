//! How a type was made, as `MPI_Type_get_envelope` and `MPI_Type_get_contents` tell it.

use super::{Basic, Datatype, Distribution, Order};

/// The constructor of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combiner {
    /// A predefined type.
    Named(Basic),
    /// `MPI_Type_dup`
    Dup,
    /// `MPI_Type_contiguous`
    Contiguous,
    /// `MPI_Type_vector`
    Vector,
    /// `MPI_Type_create_hvector`
    Hvector,
    /// `MPI_Type_indexed`
    Indexed,
    /// `MPI_Type_create_hindexed`
    Hindexed,
    /// `MPI_Type_create_indexed_block`
    IndexedBlock,
    /// `MPI_Type_create_hindexed_block`
    HindexedBlock,
    /// `MPI_Type_create_struct`
    Struct,
    /// `MPI_Type_create_subarray`
    Subarray,
    /// `MPI_Type_create_darray`
    Darray,
    /// `MPI_Type_create_resized`
    Resized,
    /// `MPI_Type_create_f90_real`
    F90Real,
    /// `MPI_Type_create_f90_complex`
    F90Complex,
    /// `MPI_Type_create_f90_integer`
    F90Integer,
}

/// A number that a constructor was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A number that is an `int` in all versions of the function.
    Integer(isize),
    /// A number that is an `MPI_Count` in the function for large counts.
    Count(isize),
    /// The order of an array's elements.
    Order(Order),
    /// The distribution of a dimension.
    Distribution(Distribution),
    /// `MPI_DISTRIBUTE_DFLT_DARG`
    DefaultBlock,
    /// `MPI_UNDEFINED`
    Undefined,
}

/// The arguments that a type was made from.
///
/// The function for large counts tells the addresses after the counts, as counts.
#[derive(Clone, Debug)]
pub struct Contents {
    pub(super) combiner: Combiner,
    pub(super) scalars: Scalars,
    pub(super) addresses: Box<[isize]>,
    pub(super) datatypes: Box<[Datatype]>,
}

/// Numbers in the order of the standard.
#[derive(Clone, Debug)]
pub(super) enum Scalars {
    Counts(Box<[isize]>),
    Mixed(Box<[Scalar]>),
}

impl Contents {
    /// The constructor.
    pub fn combiner(&self) -> Combiner {
        self.combiner
    }

    /// How many numbers there are.
    pub fn scalars_len(&self) -> usize {
        match &self.scalars {
            Scalars::Counts(counts) => counts.len(),
            Scalars::Mixed(scalars) => scalars.len(),
        }
    }

    /// The numbers, in the order of the standard.
    pub fn scalars(&self) -> impl Iterator<Item = Scalar> {
        (0..self.scalars_len()).map(|index| match &self.scalars {
            Scalars::Counts(counts) => Scalar::Count(counts[index]),
            Scalars::Mixed(scalars) => scalars[index],
        })
    }

    /// The addresses and displacements in bytes.
    pub fn addresses(&self) -> &[isize] {
        &self.addresses
    }

    /// The types.
    pub fn datatypes(&self) -> &[Datatype] {
        &self.datatypes
    }
}
