//! Datatypes: where in memory the elements of a message are.
//!
//! A [`Datatype`] is made from predefined ones ([`Basic`]) by constructors, which nest. When it is
//! made, all of these are computed:
//!
//! - its *bounds*: size, extent, true extent, alignment;
//! - its *shape*: the blocks of bytes as a tree of loops, with neighbours joined;
//! - its *signature*: the predefined types of its elements.
//!
//! The bounds agree with those of MPICH in all places where the standard leaves a choice: a structure
//! is padded to the alignment of its elements, and no other type is.

mod arrays;
mod basic;
mod bounds;
mod construct;
mod contents;
mod copy;
mod external;
mod fortran;
mod shape;
mod signature;
#[cfg(test)]
mod tests;
mod walk;

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use thiserror::Error;

pub use arrays::{Dimension, Distribution, Order};
pub use basic::{Basic, Class, Format};
use bounds::Bounds;
pub use contents::{Combiner, Contents, Scalar};
pub use external::ExternalError;
pub use fortran::Numbers;
use shape::Placed;
use signature::Signature;
pub use walk::Blocks;

/// How deep types may nest. Walks and drops of types recurse.
pub const DEPTH_MAX: usize = 4096;

/// Why a type can't be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TypeError {
    /// A size or an offset has no 64 bits.
    #[error(
        "the type's size or an offset is more than 63 bits: use smaller counts or displacements"
    )]
    TooLarge,
    /// The types nest too deep.
    #[error("the type nests more than {DEPTH_MAX} types: build it from larger ones")]
    TooDeep,
    /// Arrays that belong together have different lengths.
    #[error("{what}: {given} entries, but {needed} are needed")]
    Lengths {
        /// The array.
        what: &'static str,
        /// Its entries.
        given: usize,
        /// How many there must be.
        needed: usize,
    },
    /// An array has no dimensions.
    #[error("an array of 0 dimensions: give at least 1")]
    NoDimensions,
    /// A part of an array is not inside it.
    #[error(
        "dimension {dimension}: {length} elements from {start} on, of an array of {size}: a part begins and ends in its array, and is not empty"
    )]
    Outside {
        /// The dimension, from 0.
        dimension: usize,
        /// The array's length.
        size: usize,
        /// The part's length.
        length: usize,
        /// Where the part begins.
        start: usize,
    },
    /// The grid of processes has another number of processes.
    #[error("a grid of {grid} processes, but there are {size}")]
    Grid {
        /// Processes of the grid.
        grid: usize,
        /// Processes.
        size: usize,
    },
    /// A rank is not in the grid.
    #[error("rank {rank} of {size}: ranks begin with 0")]
    Rank {
        /// The rank.
        rank: usize,
        /// Processes.
        size: usize,
    },
    /// Fortran has no numbers of this kind.
    #[error("no type of Fortran has {} decimal digits and {} decimal exponents", show(*precision), show(*range))]
    NoKind {
        /// Decimal digits, if they were asked for.
        precision: Option<usize>,
        /// The range of decimal exponents, or of an integer's digits, if it was asked for.
        range: Option<usize>,
    },
    /// A dimension can't be distributed so.
    #[error(
        "dimension {dimension}: {size} elements in blocks of {block} do not fit on {processes} processes"
    )]
    Distribution {
        /// The dimension, from 0.
        dimension: usize,
        /// The array's length.
        size: usize,
        /// The length of a block.
        block: usize,
        /// Processes in this dimension.
        processes: usize,
    },
}

fn show(number: Option<usize>) -> String {
    number.map_or_else(|| "any".to_owned(), |number| number.to_string())
}

/// A type. Clones are the same type; types that were made by separate calls are never equal.
#[derive(Clone, Debug)]
pub struct Datatype(Kept);

/// A type's data. Clones of predefined types count no references.
#[derive(Clone, Debug)]
enum Kept {
    Predefined(&'static Inner),
    Made(Arc<Inner>),
}

impl Deref for Kept {
    type Target = Inner;

    #[inline]
    fn deref(&self) -> &Inner {
        match self {
            Kept::Predefined(inner) => inner,
            Kept::Made(inner) => inner,
        }
    }
}

#[derive(Debug)]
struct Inner {
    contents: Contents,
    bounds: Bounds,
    placed: Placed,
    signature: Signature,
    /// How many types are inside each other.
    depth: usize,
    committed: AtomicBool,
}

impl PartialEq for Datatype {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(&raw const *self.0, &raw const *other.0)
    }
}

impl Eq for Datatype {}

impl Hash for Datatype {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref::<Inner>(&self.0).hash(state);
    }
}

impl Datatype {
    /// A predefined type. It is committed, and equal each time.
    #[inline]
    pub fn basic(basic: Basic) -> Datatype {
        static ALL: OnceLock<Vec<Inner>> = OnceLock::new();
        let all = ALL.get_or_init(|| Basic::all().map(Inner::predefined).collect());
        Datatype(Kept::Predefined(&all[basic as usize]))
    }

    /// The predefined type that this type is.
    #[inline]
    pub fn as_basic(&self) -> Option<Basic> {
        match self.0.contents.combiner {
            Combiner::Named(basic) => Some(basic),
            _ => None,
        }
    }

    /// The predefined type of all elements, if they have the same one.
    pub fn only_basic(&self) -> Option<Basic> {
        self.0.signature.only()
    }

    /// Bytes of data in an element. Gaps do not count.
    #[inline]
    pub fn size(&self) -> usize {
        self.0.signature.bytes()
    }

    /// Bytes of data in `count` elements, unless the number has more than 63 bits.
    pub fn size_of(&self, count: usize) -> Option<usize> {
        let size = self.size().checked_mul(count)?;
        isize::try_from(size).ok().map(|_| size)
    }

    /// The lower bound, and the distance from one element of an array to the next one.
    pub fn extent(&self) -> (isize, isize) {
        (self.0.bounds.lower(), self.0.bounds.extent())
    }

    /// The offset of the first byte of data, and the distance from there to the end of the last one.
    pub fn true_extent(&self) -> (isize, isize) {
        self.0
            .bounds
            .data
            .map_or((0, 0), |(first, end)| (first, end - first))
    }

    /// The offsets of the first byte of data of `count` elements, and of the end of the last one.
    /// `None` if they do not fit into 64 bits.
    pub fn span(&self, count: usize) -> Option<(isize, isize)> {
        let bounds = self.0.bounds.repeated(count, self.0.bounds.extent());
        Some(bounds.ok()?.data.unwrap_or((0, 0)))
    }

    /// The offset of the first byte, if `count` elements are one block.
    #[inline]
    pub fn is_contiguous(&self, count: usize) -> Option<isize> {
        match self.0.placed.shape {
            shape::Shape::Block(length)
                if count <= 1 || length == 0 || self.0.bounds.extent() == length as isize =>
            {
                Some(self.0.placed.offset)
            }
            _ => None,
        }
    }

    /// The blocks of `count` elements. Blocks that touch are joined.
    pub fn blocks(&self, count: usize) -> Blocks<'_> {
        let placed = &self.0.placed;
        Blocks::new(placed.offset, &placed.shape, count, self.0.bounds.extent())
    }

    /// Says that the type will be used in communication.
    pub fn commit(&self) {
        self.0.committed.store(true, Ordering::Release);
    }

    /// Whether the type may be used in communication.
    #[inline]
    pub fn is_committed(&self) -> bool {
        self.0.committed.load(Ordering::Acquire)
    }

    /// The number of predefined elements in `bytes` bytes of data, as `MPI_Get_elements` counts them:
    /// a pair for MINLOC is two. `None` if the last element is not whole.
    pub fn basic_elements(&self, bytes: usize) -> Option<usize> {
        self.0.signature.numbers_in(bytes)
    }

    /// Bytes of data that the first `elements` predefined elements take, for
    /// `MPI_Status_set_elements`. `None` if the number does not fit.
    pub fn bytes_of_elements(&self, elements: usize) -> Option<usize> {
        self.0.signature.bytes_of(elements)
    }

    /// The predefined types of one element's data, in order: runs of equal ones.
    pub fn signature(&self) -> impl Iterator<Item = (Basic, usize)> {
        self.0.signature.runs()
    }

    /// How the type was made.
    pub fn contents(&self) -> &Contents {
        &self.0.contents
    }
}
