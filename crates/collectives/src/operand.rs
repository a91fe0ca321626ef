//! The operands of collectives: private slices, or ranges of the members' own segments.

use core::ops::Range;

use crate::Process;

/// A member's contribution to a collective.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// Memory of the caller.
    Private(&'a [u8]),
    /// A range of the caller's own segment. Other members may read it in place.
    Segment {
        /// The offset of the first byte.
        offset: usize,
        /// The length in bytes.
        len: usize,
    },
}

/// The place for a member's result of a collective.
#[derive(Debug)]
pub enum Target<'a> {
    /// Memory of the caller.
    Private(&'a mut [u8]),
    /// A range of the caller's own segment.
    Segment {
        /// The offset of the first byte.
        offset: usize,
        /// The length in bytes.
        len: usize,
    },
}

impl<'a> Source<'a> {
    /// The `len` bytes from `at` on.
    pub(super) fn part(&self, at: usize, len: usize) -> Source<'a> {
        match *self {
            Source::Private(bytes) => Source::Private(&bytes[at..at + len]),
            Source::Segment { offset, .. } => Source::Segment {
                offset: offset + at,
                len,
            },
        }
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        match self {
            Source::Private(bytes) => bytes.len(),
            Source::Segment { len, .. } => *len,
        }
    }

    /// Whether the length is 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The offset in the caller's segment, if the source is there.
    pub(super) fn shared_at(&self) -> Option<usize> {
        match *self {
            Source::Private(_) => None,
            Source::Segment { offset, .. } => Some(offset),
        }
    }

    /// Copies `len` bytes, from `at` on, to an offset of a rank's segment.
    #[inline]
    pub(super) fn copy_to<P: Process>(
        &self,
        process: &P,
        at: usize,
        to: (u32, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        match self {
            Source::Private(bytes) => process.store(to.0, to.1, &bytes[at..at + len]),
            Source::Segment { offset, .. } => process.copy(to, (process.rank(), offset + at), len),
        }
    }

    /// Copies all bytes to `bytes`, which has the same length.
    #[inline]
    pub(super) fn copy_into<P: Process>(
        &self,
        process: &P,
        bytes: &mut [u8],
    ) -> Result<(), P::Error> {
        match self {
            Source::Private(own) => {
                bytes.copy_from_slice(own);
                Ok(())
            }
            Source::Segment { offset, .. } => process.load(process.rank(), *offset, bytes),
        }
    }

    /// Checks that the range exists.
    #[inline]
    pub(super) fn check<P: Process>(&self, process: &P) -> Result<(), P::Error> {
        match self {
            Source::Private(_) => Ok(()),
            Source::Segment { offset, len } => process.check_range(*offset, *len),
        }
    }
}

impl Target<'_> {
    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.as_source().len()
    }

    /// Whether the length is 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The target as a source.
    pub fn as_source(&self) -> Source<'_> {
        match self {
            Target::Private(bytes) => Source::Private(bytes),
            &Target::Segment { offset, len } => Source::Segment { offset, len },
        }
    }

    /// This target with a shorter lifetime.
    pub fn reborrow(&mut self) -> Target<'_> {
        match self {
            Target::Private(bytes) => Target::Private(bytes),
            &mut Target::Segment { offset, len } => Target::Segment { offset, len },
        }
    }

    /// The `len` bytes from `at` on.
    pub(super) fn part(&mut self, at: usize, len: usize) -> Target<'_> {
        match self {
            Target::Private(bytes) => Target::Private(&mut bytes[at..at + len]),
            Target::Segment { offset, .. } => Target::Segment {
                offset: *offset + at,
                len,
            },
        }
    }

    /// Copies `bytes` to `at`.
    #[inline]
    pub(super) fn write<P: Process>(
        &mut self,
        process: &P,
        at: usize,
        bytes: &[u8],
    ) -> Result<(), P::Error> {
        match self {
            Target::Private(own) => {
                own[at..at + bytes.len()].copy_from_slice(bytes);
                Ok(())
            }
            Target::Segment { offset, .. } => process.store(process.rank(), *offset + at, bytes),
        }
    }

    /// Copies the bytes from `at` on into `bytes`.
    #[inline]
    pub(super) fn read<P: Process>(
        &self,
        process: &P,
        at: usize,
        bytes: &mut [u8],
    ) -> Result<(), P::Error> {
        match self {
            Target::Private(own) => {
                bytes.copy_from_slice(&own[at..at + bytes.len()]);
                Ok(())
            }
            Target::Segment { offset, .. } => process.load(process.rank(), *offset + at, bytes),
        }
    }

    /// Copies a range of the source to `at`.
    #[inline]
    pub(super) fn copy<P: Process>(
        &mut self,
        process: &P,
        at: usize,
        source: &Source<'_>,
        range: Range<usize>,
    ) -> Result<(), P::Error> {
        match source {
            Source::Private(bytes) => self.write(process, at, &bytes[range]),
            Source::Segment { offset, .. } => {
                let from = (process.rank(), offset + range.start);
                self.copy_from(process, at, from, range.len())
            }
        }
    }

    /// Copies `len` bytes of a rank's segment, from an offset on, to `at`.
    #[inline]
    pub(super) fn copy_from<P: Process>(
        &mut self,
        process: &P,
        at: usize,
        from: (u32, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        match self {
            Target::Private(own) => process.load(from.0, from.1, &mut own[at..at + len]),
            Target::Segment { offset, .. } => {
                process.copy((process.rank(), *offset + at), from, len)
            }
        }
    }

    /// Copies as [`Target::copy_from`] does, but past the caches. For large data that is not read
    /// soon.
    pub(super) fn stream_from<P: Process>(
        &mut self,
        process: &P,
        at: usize,
        from: (u32, usize),
        len: usize,
    ) -> Result<(), P::Error> {
        match self {
            Target::Private(own) => process.stream(from.0, from.1, &mut own[at..at + len]),
            Target::Segment { offset, .. } => {
                process.copy_streaming((process.rank(), *offset + at), from, len)
            }
        }
    }
}
