//! What collectives read and write: private slices, or ranges of the members' own segments.

use std::ops::Range;

use farreach_node::View;

use crate::{Error, World};

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

    /// Copies `len` bytes from `at` on to `offset` of `memory`.
    pub(super) fn copy_to(
        &self,
        world: &World,
        at: usize,
        memory: View<'_>,
        offset: usize,
        len: usize,
    ) -> Result<(), Error> {
        let copied = match self {
            Source::Private(bytes) => memory.copy_in(offset, &bytes[at..at + len]),
            Source::Segment { offset: from, .. } => {
                memory.copy_between(offset, world.own_segment().view(), from + at, len)
            }
        };
        copied.map_err(|error| Error::memory(world.rank(), world.rank(), error))
    }

    /// Copies all of it to `bytes`, which is as long.
    pub(super) fn copy_into(&self, world: &World, bytes: &mut [u8]) -> Result<(), Error> {
        match self {
            Source::Private(own) => {
                bytes.copy_from_slice(own);
                Ok(())
            }
            Source::Segment { offset, .. } => {
                let copied = world.own_segment().copy_out(*offset, bytes);
                copied.map_err(|error| Error::memory(world.rank(), world.rank(), error))
            }
        }
    }

    /// Checks that the range exists.
    pub(super) fn check(&self, world: &World) -> Result<(), Error> {
        match self {
            Source::Private(_) => Ok(()),
            Source::Segment { offset, len } => world.check(world.rank(), *offset, *len),
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

    /// The same bytes, to be read.
    pub fn as_source(&self) -> Source<'_> {
        match self {
            Target::Private(bytes) => Source::Private(bytes),
            &Target::Segment { offset, len } => Source::Segment { offset, len },
        }
    }

    /// The same target for a shorter time.
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
    pub(super) fn write(&mut self, world: &World, at: usize, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Target::Private(own) => {
                own[at..at + bytes.len()].copy_from_slice(bytes);
                Ok(())
            }
            Target::Segment { offset, .. } => {
                let copied = world.own_segment().copy_in(*offset + at, bytes);
                copied.map_err(|error| Error::memory(world.rank(), world.rank(), error))
            }
        }
    }

    /// Copies the bytes from `at` on into `bytes`.
    pub(super) fn read(&self, world: &World, at: usize, bytes: &mut [u8]) -> Result<(), Error> {
        match self {
            Target::Private(own) => {
                bytes.copy_from_slice(&own[at..at + bytes.len()]);
                Ok(())
            }
            Target::Segment { offset, .. } => {
                let copied = world.own_segment().copy_out(*offset + at, bytes);
                copied.map_err(|error| Error::memory(world.rank(), world.rank(), error))
            }
        }
    }

    /// Copies a range of the source to `at`.
    pub(super) fn copy(
        &mut self,
        world: &World,
        at: usize,
        source: &Source<'_>,
        range: Range<usize>,
    ) -> Result<(), Error> {
        match source {
            Source::Private(bytes) => self.write(world, at, &bytes[range]),
            Source::Segment { offset, .. } => {
                let own = world.own_segment().view();
                self.copy_from(world, at, own, offset + range.start, range.len())
            }
        }
    }

    /// Copies `len` bytes at `from` of `memory` to `at`.
    pub(super) fn copy_from(
        &mut self,
        world: &World,
        at: usize,
        memory: View<'_>,
        from: usize,
        len: usize,
    ) -> Result<(), Error> {
        let copied = match self {
            Target::Private(own) => memory.copy_out(from, &mut own[at..at + len]),
            Target::Segment { offset, .. } => {
                world
                    .own_segment()
                    .view()
                    .copy_between(*offset + at, memory, from, len)
            }
        };
        copied.map_err(|error| Error::memory(world.rank(), world.rank(), error))
    }

    /// The same past the caches, for much that nobody reads soon.
    pub(super) fn stream_from(
        &mut self,
        world: &World,
        at: usize,
        memory: View<'_>,
        from: usize,
        len: usize,
    ) -> Result<(), Error> {
        let copied = match self {
            Target::Private(own) => memory.stream_out(from, &mut own[at..at + len]),
            Target::Segment { offset, .. } => {
                let own = world.own_segment().view();
                own.stream_between(*offset + at, memory, from, len)
            }
        };
        copied.map_err(|error| Error::memory(world.rank(), world.rank(), error))
    }
}
