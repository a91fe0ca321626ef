//! What collectives read and write: private slices, or ranges of the members' own segments.

use core::ops::Range;

use crate::Process;

/// Where a collective finds a member's contribution.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// Memory of the caller's.
    Private(&'a [u8]),
    /// A range of the caller's own segment, which the other members may read where it lies.
    Segment {
        /// The first byte.
        offset: usize,
        /// Bytes.
        len: usize,
    },
}

/// Where a collective puts a member's result.
#[derive(Debug)]
pub enum Target<'a> {
    /// Memory of the caller's.
    Private(&'a mut [u8]),
    /// A range of the caller's own segment.
    Segment {
        /// The first byte.
        offset: usize,
        /// Bytes.
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

    /// Bytes.
    pub fn len(&self) -> usize {
        match self {
            Source::Private(bytes) => bytes.len(),
            Source::Segment { len, .. } => *len,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where it begins in the caller's segment, if it is there.
    pub(super) fn shared_at(&self) -> Option<usize> {
        match *self {
            Source::Private(_) => None,
            Source::Segment { offset, .. } => Some(offset),
        }
    }

    /// Copies `len` bytes from `at` on to a rank's segment, at an offset.
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

    /// Copies all of it to `bytes`, which is as long.
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
    /// Bytes.
    pub fn len(&self) -> usize {
        self.as_source().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes, to be read.
    pub fn as_source(&self) -> Source<'_> {
        match self {
            Target::Private(bytes) => Source::Private(bytes),
            &Target::Segment { offset, len } => Source::Segment { offset, len },
        }
    }

    /// This target for a shorter time.
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

    /// As [`Target::copy_from`], but past the caches: for much that nobody reads soon.
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
