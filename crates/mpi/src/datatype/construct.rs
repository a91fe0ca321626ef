//! The constructors.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bounds::{self, Bounds};
use super::contents::Scalars;
use super::shape::Placed;
use super::signature::{Joining, Signature};
use super::{Basic, Combiner, Contents, DEPTH_MAX, Datatype, Inner, Kept, TypeError};

/// What is computed of a type.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) bounds: Bounds,
    pub(super) placed: Placed,
    pub(super) signature: Signature,
}

impl Layout {
    pub(super) fn of(old: &Datatype) -> Self {
        Layout {
            bounds: old.0.bounds,
            placed: old.0.placed.clone(),
            signature: old.0.signature.clone(),
        }
    }

    /// The elements `count` times, `stride` bytes apart.
    pub(super) fn repeated(&self, count: usize, stride: isize) -> Result<Layout, TypeError> {
        // The bounds and the signature check that all offsets and sizes fit.
        Ok(Layout {
            bounds: self.bounds.repeated(count, stride)?,
            signature: self.signature.repeated(count)?,
            placed: self.placed.clone().repeated(count, stride),
        })
    }

    /// The elements, `by` bytes further.
    pub(super) fn shifted(mut self, by: isize) -> Result<Layout, TypeError> {
        self.bounds = self.bounds.shifted(by)?;
        if self.signature.bytes() > 0 {
            let offset = self.placed.offset.checked_add(by);
            self.placed.offset = offset.ok_or(TypeError::TooLarge)?;
        }
        Ok(self)
    }

    /// All of the parts, one after the other.
    pub(super) fn joined(
        parts: impl Iterator<Item = Result<Layout, TypeError>>,
    ) -> Result<Layout, TypeError> {
        let mut bounds = Bounds::EMPTY;
        let mut signature = Joining::default();
        let mut failed = None;
        let placed = Placed::joined(parts.map_while(|part| {
            let added = part.and_then(|part| {
                bounds = bounds.united(&part.bounds)?;
                signature.add(part.signature)?;
                Ok(part.placed)
            });
            added.map_err(|error| failed = Some(error)).ok()
        }))?;
        match failed {
            Some(error) => Err(error),
            None => Ok(Layout {
                bounds,
                placed,
                signature: signature.finish(),
            }),
        }
    }

    /// `lengths` elements of `old` at each of `displacements`, which are bytes.
    fn scattered(
        old: &Datatype,
        lengths: impl Iterator<Item = usize>,
        displacements: impl Iterator<Item = Result<isize, TypeError>>,
    ) -> Result<Layout, TypeError> {
        let old = Layout::of(old);
        let extent = old.bounds.extent();
        // Most indexed types have blocks of one length.
        let mut last = (1, old.clone());
        let parts = lengths.zip(displacements).filter(|(length, _)| *length > 0);
        Layout::joined(parts.map(|(length, displacement)| {
            if last.0 != length {
                last = (length, old.repeated(length, extent)?);
            }
            last.1.clone().shifted(displacement?)
        }))
    }
}

impl Inner {
    fn new(contents: Contents, layout: Layout) -> Result<Inner, TypeError> {
        let inside = contents.datatypes.iter().map(|old| old.0.depth).max();
        let depth = inside.map_or(0, |depth| depth + 1);
        if depth > DEPTH_MAX {
            return Err(TypeError::TooDeep);
        }
        Ok(Inner {
            contents,
            bounds: layout.bounds,
            placed: layout.placed,
            signature: layout.signature,
            depth,
            committed: AtomicBool::new(false),
        })
    }

    /// A predefined type, which is committed.
    pub(super) fn predefined(basic: Basic) -> Inner {
        let blocks = match basic.numbers() {
            2 => vec![
                Placed::block(0, basic.part()),
                Placed::block(basic.index_offset() as isize, basic.index_part()),
            ],
            _ => vec![Placed::block(0, basic.size())],
        };
        let placed = Placed::joined(blocks.into_iter()).expect("a few bytes");
        let contents = Contents {
            combiner: Combiner::Named(basic),
            scalars: Scalars::Counts(Box::default()),
            addresses: Box::default(),
            datatypes: Box::default(),
        };
        let layout = Layout {
            bounds: Bounds::basic(basic),
            placed,
            signature: Signature::basic(basic),
        };
        let predefined = Inner::new(contents, layout).expect("nothing is nested");
        predefined.committed.store(true, Ordering::Release);
        predefined
    }
}

impl Datatype {
    pub(super) fn made(contents: Contents, layout: Layout) -> Result<Datatype, TypeError> {
        let inner = Inner::new(contents, layout)?;
        Ok(Datatype(Kept::Made(Arc::new(inner))))
    }

    /// `count` elements, one extent apart.
    pub fn contiguous(count: usize, old: &Datatype) -> Result<Datatype, TypeError> {
        let layout = Layout::of(old).repeated(count, old.0.bounds.extent())?;
        let contents = counts(Combiner::Contiguous, &[signed(count)?], old);
        Datatype::made(contents, layout)
    }

    /// `count` blocks of `length` elements, `stride` extents apart.
    pub fn vector(
        count: usize,
        length: usize,
        stride: isize,
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        let extent = old.0.bounds.extent();
        let bytes = extent.checked_mul(stride).ok_or(TypeError::TooLarge)?;
        let layout = Layout::of(old)
            .repeated(length, extent)?
            .repeated(count, bytes)?;
        let numbers = [signed(count)?, signed(length)?, stride];
        Datatype::made(counts(Combiner::Vector, &numbers, old), layout)
    }

    /// `count` blocks of `length` elements, `stride` bytes apart.
    pub fn hvector(
        count: usize,
        length: usize,
        stride: isize,
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        let layout = Layout::of(old)
            .repeated(length, old.0.bounds.extent())?
            .repeated(count, stride)?;
        let numbers = [signed(count)?, signed(length)?];
        let mut contents = counts(Combiner::Hvector, &numbers, old);
        contents.addresses = Box::new([stride]);
        Datatype::made(contents, layout)
    }

    /// Blocks of `lengths` elements at `displacements`, which count extents.
    pub fn indexed(
        lengths: &[usize],
        displacements: &[isize],
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        check("displacements", displacements.len(), lengths.len())?;
        let bytes = in_extents(displacements, old);
        let layout = Layout::scattered(old, lengths.iter().copied(), bytes)?;
        let mut numbers = listed(lengths)?;
        numbers.extend_from_slice(displacements);
        Datatype::made(counts(Combiner::Indexed, &numbers, old), layout)
    }

    /// Blocks of `lengths` elements at `displacements`, which count bytes.
    pub fn hindexed(
        lengths: &[usize],
        displacements: &[isize],
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        check("displacements", displacements.len(), lengths.len())?;
        let bytes = displacements.iter().copied().map(Ok);
        let layout = Layout::scattered(old, lengths.iter().copied(), bytes)?;
        let mut contents = counts(Combiner::Hindexed, &listed(lengths)?, old);
        contents.addresses = displacements.into();
        Datatype::made(contents, layout)
    }

    /// Blocks of `length` elements at `displacements`, which count extents.
    pub fn indexed_block(
        length: usize,
        displacements: &[isize],
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        let bytes = in_extents(displacements, old);
        let layout = Layout::scattered(old, std::iter::repeat(length), bytes)?;
        let mut numbers = vec![signed(displacements.len())?, signed(length)?];
        numbers.extend_from_slice(displacements);
        Datatype::made(counts(Combiner::IndexedBlock, &numbers, old), layout)
    }

    /// Blocks of `length` elements at `displacements`, which count bytes.
    pub fn hindexed_block(
        length: usize,
        displacements: &[isize],
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        let bytes = displacements.iter().copied().map(Ok);
        let layout = Layout::scattered(old, std::iter::repeat(length), bytes)?;
        let numbers = [signed(displacements.len())?, signed(length)?];
        let mut contents = counts(Combiner::HindexedBlock, &numbers, old);
        contents.addresses = displacements.into();
        Datatype::made(contents, layout)
    }

    /// Blocks of elements of several types at `displacements`, which count bytes. The extent is
    /// padded as compilers pad structures, unless all types are one. [`Basic::Lb`] and [`Basic::Ub`] mark bounds.
    pub fn structure(
        lengths: &[usize],
        displacements: &[isize],
        types: &[Datatype],
    ) -> Result<Datatype, TypeError> {
        check("displacements", displacements.len(), lengths.len())?;
        check("types", types.len(), lengths.len())?;
        let entries = || lengths.iter().zip(displacements).zip(types);
        let parts = entries()
            .filter(|((length, _), old)| **length > 0 && mark(old).is_none())
            .map(|((length, displacement), old)| {
                let block = Layout::of(old).repeated(*length, old.0.bounds.extent())?;
                block.shifted(*displacement)
            });
        let mut layout = Layout::joined(parts)?;
        // MPICH makes a structure of one type an indexed type, which is not padded.
        if types.windows(2).any(|pair| pair[0] != pair[1]) {
            layout.bounds = layout.bounds.padded()?;
        }
        let marks = |wanted: Basic| {
            entries()
                .filter(move |((length, _), old)| **length > 0 && mark(old) == Some(wanted))
                .map(|((_, displacement), _)| *displacement)
        };
        let (lower, upper) = (marks(Basic::Lb).min(), marks(Basic::Ub).max());
        if lower.is_some() || upper.is_some() {
            let inside = layout.bounds.range;
            let lower = lower.or(inside.map(|range| range.0)).or(upper);
            let upper = upper.or(inside.map(|range| range.1)).or(lower);
            let (lower, upper) = lower.zip(upper).expect("one of them marks");
            layout.bounds.range = Some(bounds::checked(lower, upper)?);
        }
        let contents = Contents {
            combiner: Combiner::Struct,
            scalars: Scalars::Counts(listed(lengths)?.into()),
            addresses: displacements.into(),
            datatypes: types.into(),
        };
        Datatype::made(contents, layout)
    }

    /// The elements of `old` with other bounds.
    pub fn resized(lower: isize, extent: isize, old: &Datatype) -> Result<Datatype, TypeError> {
        let upper = lower.checked_add(extent).ok_or(TypeError::TooLarge)?;
        let mut layout = Layout::of(old);
        layout.bounds.range = Some(bounds::checked(lower, upper)?);
        let mut contents = counts(Combiner::Resized, &[], old);
        contents.addresses = Box::new([lower, extent]);
        Datatype::made(contents, layout)
    }

    /// Another type that is the same. It is committed if this one is.
    pub fn dup(&self) -> Result<Datatype, TypeError> {
        let contents = counts(Combiner::Dup, &[], self);
        let dup = Datatype::made(contents, Layout::of(self))?;
        if self.is_committed() {
            dup.commit();
        }
        Ok(dup)
    }
}

/// The contents of a type that has counts alone.
fn counts(combiner: Combiner, numbers: &[isize], old: &Datatype) -> Contents {
    Contents {
        combiner,
        scalars: Scalars::Counts(numbers.into()),
        addresses: Box::default(),
        datatypes: Box::new([old.clone()]),
    }
}

/// The number of `lengths`, and these.
fn listed(lengths: &[usize]) -> Result<Vec<isize>, TypeError> {
    let count = std::iter::once(signed(lengths.len()));
    count
        .chain(lengths.iter().map(|length| signed(*length)))
        .collect()
}

/// Displacements in bytes that count extents of `old`.
fn in_extents(
    displacements: &[isize],
    old: &Datatype,
) -> impl Iterator<Item = Result<isize, TypeError>> {
    let extent = old.0.bounds.extent();
    displacements
        .iter()
        .map(move |displacement| displacement.checked_mul(extent).ok_or(TypeError::TooLarge))
}

/// The mark of a bound that a type is.
fn mark(old: &Datatype) -> Option<Basic> {
    old.as_basic()
        .filter(|basic| matches!(basic, Basic::Lb | Basic::Ub))
}

pub(super) fn signed(number: usize) -> Result<isize, TypeError> {
    isize::try_from(number).map_err(|_| TypeError::TooLarge)
}

fn check(what: &'static str, given: usize, needed: usize) -> Result<(), TypeError> {
    if given == needed {
        return Ok(());
    }
    Err(TypeError::Lengths {
        what,
        given,
        needed,
    })
}
