//! The operands of collectives: slices, or symmetric objects.

use farreach_runtime::collectives as runtime;
use zerocopy::IntoBytes;

use crate::{Element, Error, Part, Pe, Symmetric};

/// A PE's contribution to a collective: a slice, or its elements of a symmetric object, which other
/// PEs may read in place. A source must not overlap a target of the same collective, since other
/// PEs may write the target before everything is read.
///
/// ```
/// use farreach::shmem;
///
/// let pe = shmem::init()?;
/// let n = pe.n_pes() as usize;
/// let all = pe.alloc::<u32>(2 * n)?;
/// let team = pe.team_world();
/// team.all_gather(&[pe.my_pe()], all.range(..n))?; // from a slice into a range
/// team.all_to_all(all.range(..n), all.range(n..))?;
/// assert_eq!(pe.get(all.at(n).on(pe.my_pe()))?, pe.my_pe());
/// # pe.finalize()?;
/// # Ok::<(), shmem::Error>(())
/// ```
#[derive(Debug)]
pub struct Source<'a, T>(Operand<&'a [T], T>);

/// The place for a PE's result of a collective: a slice, or its elements of a symmetric object.
/// [`Source`] has an example.
#[derive(Debug)]
pub struct Target<'a, T>(Operand<&'a mut [T], T>);

/// The place of an operand.
#[derive(Debug)]
enum Operand<S, T> {
    Slice(S),
    Part(Part<T>),
}

impl<'a, T: Element> Source<'a, T> {
    /// The operand's bytes, for `function`.
    pub(crate) fn bytes(
        self,
        pe: &Pe,
        function: &'static str,
    ) -> Result<runtime::Source<'a>, Error> {
        Ok(match self.0 {
            Operand::Slice(values) => runtime::Source::Private(values.as_bytes()),
            Operand::Part(part) => {
                let (offset, len) = part.whole(pe, function, pe.my_pe())?;
                let len = len * size_of::<T>();
                runtime::Source::Segment { offset, len }
            }
        })
    }
}

impl<'a, T: Element> Target<'a, T> {
    /// The operand's bytes, for `function`.
    pub(crate) fn bytes(
        self,
        pe: &Pe,
        function: &'static str,
    ) -> Result<runtime::Target<'a>, Error> {
        Ok(match self.0 {
            Operand::Slice(values) => runtime::Target::Private(values.as_mut_bytes()),
            Operand::Part(part) => {
                let (offset, len) = part.whole(pe, function, pe.my_pe())?;
                let len = len * size_of::<T>();
                runtime::Target::Segment { offset, len }
            }
        })
    }
}

impl<'a, T: Element> From<&'a [T]> for Source<'a, T> {
    fn from(values: &'a [T]) -> Self {
        Source(Operand::Slice(values))
    }
}

impl<'a, T: Element> From<&'a mut [T]> for Target<'a, T> {
    fn from(values: &'a mut [T]) -> Self {
        Target(Operand::Slice(values))
    }
}

impl<'a, T: Element, const N: usize> From<&'a [T; N]> for Source<'a, T> {
    fn from(values: &'a [T; N]) -> Self {
        values.as_slice().into()
    }
}

impl<'a, T: Element, const N: usize> From<&'a mut [T; N]> for Target<'a, T> {
    fn from(values: &'a mut [T; N]) -> Self {
        values.as_mut_slice().into()
    }
}

impl<'a, T: Element> From<&'a Vec<T>> for Source<'a, T> {
    fn from(values: &'a Vec<T>) -> Self {
        values.as_slice().into()
    }
}

impl<'a, T: Element> From<&'a mut Vec<T>> for Target<'a, T> {
    fn from(values: &'a mut Vec<T>) -> Self {
        values.as_mut_slice().into()
    }
}

impl<T: Element> From<Part<T>> for Source<'_, T> {
    fn from(part: Part<T>) -> Self {
        Source(Operand::Part(part))
    }
}

impl<T: Element> From<Part<T>> for Target<'_, T> {
    fn from(part: Part<T>) -> Self {
        Target(Operand::Part(part))
    }
}

impl<T: Element> From<Symmetric<T>> for Source<'_, T> {
    fn from(object: Symmetric<T>) -> Self {
        object.range(..).into()
    }
}

impl<T: Element> From<Symmetric<T>> for Target<'_, T> {
    fn from(object: Symmetric<T>) -> Self {
        object.range(..).into()
    }
}

impl<T: Element> From<&Symmetric<T>> for Source<'_, T> {
    fn from(object: &Symmetric<T>) -> Self {
        object.range(..).into()
    }
}

impl<T: Element> From<&Symmetric<T>> for Target<'_, T> {
    fn from(object: &Symmetric<T>) -> Self {
        object.range(..).into()
    }
}
