//! What collectives read and write: slices, or symmetric objects.

use std::marker::PhantomData;

use farreach_runtime::collectives as runtime;
use zerocopy::IntoBytes;

use crate::{Element, Symmetric};

/// A PE's contribution to a collective: a slice, or its part of a symmetric object, which others may read where it lies. It has
/// no bytes in common with a target of the same collective, which others may write before all is read.
#[derive(Debug)]
pub struct Source<'a, T> {
    pub(crate) bytes: runtime::Source<'a>,
    element: PhantomData<&'a [T]>,
}

/// Where a collective puts a PE's result: a slice, or its part of a symmetric object.
#[derive(Debug)]
pub struct Target<'a, T> {
    pub(crate) bytes: runtime::Target<'a>,
    element: PhantomData<&'a mut [T]>,
}

impl<'a, T: Element> From<&'a [T]> for Source<'a, T> {
    fn from(values: &'a [T]) -> Self {
        Source {
            bytes: runtime::Source::Private(values.as_bytes()),
            element: PhantomData,
        }
    }
}

impl<'a, T: Element> From<&'a mut [T]> for Target<'a, T> {
    fn from(values: &'a mut [T]) -> Self {
        Target {
            bytes: runtime::Target::Private(values.as_mut_bytes()),
            element: PhantomData,
        }
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

impl<T: Element> From<&Symmetric<T>> for Source<'_, T> {
    fn from(object: &Symmetric<T>) -> Self {
        Source {
            bytes: runtime::Source::Segment {
                offset: object.offset(),
                len: object.len() * size_of::<T>(),
            },
            element: PhantomData,
        }
    }
}

impl<T: Element> From<&Symmetric<T>> for Target<'_, T> {
    fn from(object: &Symmetric<T>) -> Self {
        Target {
            bytes: runtime::Target::Segment {
                offset: object.offset(),
                len: object.len() * size_of::<T>(),
            },
            element: PhantomData,
        }
    }
}
