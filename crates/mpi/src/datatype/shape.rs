//! Where the bytes of a type are: a tree of blocks and loops, with neighbours joined.
//!
//! ```text
//!   vector(3, 2, 4, INT) of a vector    Repeat ×n ── Repeat ×3, 16 bytes apart ── Block of 8 bytes
//!   indexed, blocks of one length       Even: one length, many offsets
//!   indexed, blocks of all lengths      List: (offset, length), and where each starts when packed
//!   structure of other types            Sequence: (offset, shape), and where each starts when packed
//! ```
//!
//! The offset of a tree's first byte is kept apart ([`Placed`]), so that each shape begins at offset
//! 0. Types that differ in their place alone therefore share their shape.
//!
//! *Invariants: a shape of no bytes is `Block(0)`, and is part of no other shape; loops have at least
//! two passes; sequences have at least two parts.*

use std::sync::Arc;

use super::TypeError;

/// Where the bytes are, from the first byte on.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// So many bytes without a gap.
    Block(usize),
    /// A shape several times, at equal distances.
    Repeat(Arc<Repeat>),
    /// Blocks of one length.
    Even(Arc<Even>),
    /// Blocks of any length.
    List(Arc<[Run]>),
    /// Other shapes, one after the other.
    Sequence(Arc<[Part]>),
}

/// A shape several times.
#[derive(Debug)]
pub(super) struct Repeat {
    pub(super) count: usize,
    /// Bytes from one pass's origin to the next one.
    pub(super) stride: isize,
    pub(super) body: Shape,
    /// Bytes of data of one pass.
    pub(super) body_size: usize,
}

/// Blocks of one length.
#[derive(Debug)]
pub(super) struct Even {
    pub(super) length: usize,
    pub(super) offsets: Box<[isize]>,
}

/// A block among others.
#[derive(Debug)]
pub(super) struct Run {
    /// Bytes of the blocks before this one.
    pub(super) start: usize,
    pub(super) offset: isize,
    pub(super) length: usize,
}

/// A shape among others.
#[derive(Debug)]
pub(super) struct Part {
    /// Bytes of the shapes before this one.
    pub(super) start: usize,
    pub(super) offset: isize,
    pub(super) shape: Shape,
}

/// A shape, and the offset of its first byte.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) offset: isize,
    pub(super) shape: Shape,
}

impl Shape {
    /// Bytes of data.
    pub(super) fn size(&self) -> usize {
        match self {
            Shape::Block(length) => *length,
            Shape::Repeat(repeat) => repeat.count * repeat.body_size,
            Shape::Even(even) => even.length * even.offsets.len(),
            Shape::List(runs) => runs.last().map_or(0, |run| run.start + run.length),
            Shape::Sequence(parts) => parts
                .last()
                .map_or(0, |part| part.start + part.shape.size()),
        }
    }
}

impl Placed {
    /// No bytes.
    pub(super) const EMPTY: Placed = Placed {
        offset: 0,
        shape: Shape::Block(0),
    };

    /// Bytes without a gap.
    pub(super) fn block(offset: isize, length: usize) -> Placed {
        Placed {
            offset,
            shape: Shape::Block(length),
        }
    }

    /// The bytes `count` times, `stride` bytes apart. The caller has checked that all offsets fit.
    pub(super) fn repeated(self, count: usize, stride: isize) -> Placed {
        let body_size = self.shape.size();
        if count == 0 || body_size == 0 {
            return Placed::EMPTY;
        }
        if count == 1 {
            return self;
        }
        let shape = match &self.shape {
            Shape::Block(length) if stride == *length as isize => Shape::Block(count * length),
            // A loop whose passes go on at the same distance.
            Shape::Repeat(inner) if continues(inner, stride) => Shape::Repeat(Arc::new(Repeat {
                count: count * inner.count,
                stride: inner.stride,
                body: inner.body.clone(),
                body_size: inner.body_size,
            })),
            _ => Shape::Repeat(Arc::new(Repeat {
                count,
                stride,
                body: self.shape,
                body_size,
            })),
        };
        Placed {
            offset: self.offset,
            shape,
        }
    }

    /// The parts, one after the other.
    pub(super) fn joined(parts: impl Iterator<Item = Placed>) -> Result<Placed, TypeError> {
        let mut joined: Vec<Placed> = Vec::new();
        for part in parts {
            if part.shape.size() == 0 {
                continue;
            }
            if let (Some(last), Shape::Block(more)) = (joined.last_mut(), &part.shape)
                && let Shape::Block(length) = &mut last.shape
                && last.offset.checked_add_unsigned(*length) == Some(part.offset)
            {
                *length = length.checked_add(*more).ok_or(TypeError::TooLarge)?;
                continue;
            }
            joined.push(part);
        }
        let Some(first) = joined.first() else {
            return Ok(Placed::EMPTY);
        };
        if joined.len() == 1 {
            return Ok(joined.remove(0));
        }
        let origin = first.offset;
        for part in &mut joined {
            part.offset = part.offset.checked_sub(origin).ok_or(TypeError::TooLarge)?;
        }
        Ok(Placed {
            offset: origin,
            shape: sequence(joined)?,
        })
    }
}

/// Whether a loop around `inner` is one longer loop.
fn continues(inner: &Repeat, stride: isize) -> bool {
    isize::try_from(inner.count)
        .ok()
        .and_then(|count| inner.stride.checked_mul(count))
        == Some(stride)
}

/// The best shape of at least two parts that can't be joined, of which the first has offset 0.
fn sequence(parts: Vec<Placed>) -> Result<Shape, TypeError> {
    let blocks = parts
        .iter()
        .map(|part| match part.shape {
            Shape::Block(length) => Some((part.offset, length)),
            _ => None,
        })
        .collect::<Option<Vec<_>>>();
    let mut start = 0_usize;
    let mut add = |bytes: usize| {
        let here = start;
        start = start.checked_add(bytes).ok_or(TypeError::TooLarge)?;
        Ok(here)
    };
    let Some(blocks) = blocks else {
        let parts = parts.into_iter().map(|part| {
            Ok(Part {
                start: add(part.shape.size())?,
                offset: part.offset,
                shape: part.shape,
            })
        });
        return Ok(Shape::Sequence(parts.collect::<Result<_, TypeError>>()?));
    };
    let length = blocks[0].1;
    if blocks.iter().all(|block| block.1 == length) {
        length
            .checked_mul(blocks.len())
            .ok_or(TypeError::TooLarge)?;
        return Ok(even(length, &blocks));
    }
    let runs = blocks.into_iter().map(|(offset, length)| {
        Ok(Run {
            start: add(length)?,
            offset,
            length,
        })
    });
    Ok(Shape::List(runs.collect::<Result<_, TypeError>>()?))
}

/// Blocks of one length, which are a loop if their distances are equal.
fn even(length: usize, blocks: &[(isize, usize)]) -> Shape {
    let stride = blocks[1].0;
    if blocks
        .windows(2)
        .all(|pair| pair[1].0.checked_sub(pair[0].0) == Some(stride))
    {
        return Shape::Repeat(Arc::new(Repeat {
            count: blocks.len(),
            stride,
            body: Shape::Block(length),
            body_size: length,
        }));
    }
    Shape::Even(Arc::new(Even {
        length,
        offsets: blocks.iter().map(|block| block.0).collect(),
    }))
}
