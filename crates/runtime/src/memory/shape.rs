//! Shapes of transfers: blocks of equal length at equal distances on several levels, and pieces that
//! each have their own length and place.
//!
//! ```text
//!   bytes = 2, counts = [3, 2], here = [4, 20], there = [2, 9]
//!
//!   here    ██··██··██··········██··██··██        level 0: 3 blocks, level 1: 2 groups of them
//!   there   ██████···██████
//! ```
//!
//! A shape is kept in its shortest form: levels of one step are dropped, and levels whose steps
//! follow each other without a gap on both sides are joined.

use thiserror::Error;

/// The most levels of a shape.
pub const LEVELS_MAX: usize = 8;

/// Blocks of equal length, at equal distances on each of up to [`LEVELS_MAX`] levels, on both sides.
/// Level 0 is the innermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    block: usize,
    blocks: usize,
    levels: [Level; LEVELS_MAX],
    depth: usize,
    span_here: usize,
    span_there: usize,
}

/// One level of a [`Shape`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// The number of steps of the level.
    pub count: usize,
    /// Bytes from the start of a step to the start of the next one in this process's memory.
    pub here: usize,
    /// Bytes from the start of a step to the start of the next one in the other process's segment.
    pub there: usize,
}

/// One piece of a vector transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The piece's first byte in this process's memory.
    pub here: *mut u8,
    /// The offset of the piece's first byte in the other process's segment.
    pub there: usize,
    /// The piece's length.
    pub bytes: usize,
}

/// Why a [`Shape`] is none.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// The lists have different lengths.
    #[error(
        "a shape has {counts} counts, {here} strides here and {there} strides there: all three need one entry a level"
    )]
    Lengths {
        /// The number of counts.
        counts: usize,
        /// The number of strides in this process's memory.
        here: usize,
        /// The number of strides in the other process's segment.
        there: usize,
    },
    /// There are too many levels.
    #[error("a shape of {levels} levels: the limit is {LEVELS_MAX}")]
    Levels {
        /// The number of levels.
        levels: usize,
    },
    /// A count and a stride lead beyond the end of any memory.
    #[error(
        "a shape has {count} steps at a stride of {stride} bytes {side} on level {level}: it spans more than {} bytes",
        isize::MAX
    )]
    Span {
        /// The level.
        level: usize,
        /// The level's count.
        count: usize,
        /// The level's stride.
        stride: usize,
        /// The side: `here` or `there`.
        side: &'static str,
    },
    /// The blocks have too many bytes together.
    #[error(
        "a shape has blocks of {bytes} bytes, and {count} steps on level {level}: all blocks together have more than {} bytes",
        isize::MAX
    )]
    Bytes {
        /// The length of a block.
        bytes: usize,
        /// The count with which the bytes become too many.
        count: usize,
        /// The level of the count.
        level: usize,
    },
}

impl Shape {
    /// Blocks of `bytes` bytes. On level `i` there are `counts[i]` steps, `here[i]` bytes apart in
    /// this process's memory, and `there[i]` bytes apart in the other process's segment. Without
    /// levels the shape is one block.
    ///
    /// ```
    /// use farreach_runtime::Shape;
    ///
    /// // Two rows of three elements of 8 bytes, from rows of 80 bytes to rows of 24 bytes.
    /// let shape = Shape::new(8, &[3, 2], &[8, 80], &[8, 24])?;
    /// assert_eq!((shape.block(), shape.blocks()), (24, 2));
    /// assert_eq!(shape.each().collect::<Vec<_>>(), [(0, 0), (80, 24)]);
    /// # Ok::<(), farreach_runtime::ShapeError>(())
    /// ```
    pub fn new(
        bytes: usize,
        counts: &[usize],
        here: &[usize],
        there: &[usize],
    ) -> Result<Shape, ShapeError> {
        let levels = counts.len();
        if here.len() != levels || there.len() != levels {
            return Err(ShapeError::Lengths {
                counts: levels,
                here: here.len(),
                there: there.len(),
            });
        }
        if levels > LEVELS_MAX {
            return Err(ShapeError::Levels { levels });
        }
        let mut shape = Shape::contiguous(bytes);
        if bytes == 0 || counts.contains(&0) {
            return Ok(Shape::contiguous(0));
        }
        if bytes > LIMIT {
            return Err(ShapeError::Bytes {
                bytes,
                count: 1,
                level: 0,
            });
        }
        let mut all = bytes;
        for (level, &count) in counts.iter().enumerate() {
            let span = |span: usize, stride: usize, side| {
                let more = (count - 1).checked_mul(stride);
                let span = more.and_then(|more| span.checked_add(more));
                span.filter(|&span| span <= LIMIT).ok_or(ShapeError::Span {
                    level,
                    count,
                    stride,
                    side,
                })
            };
            let (here, there) = (here[level], there[level]);
            shape.span_here = span(shape.span_here, here, "here")?;
            shape.span_there = span(shape.span_there, there, "there")?;
            let more = all.checked_mul(count).filter(|&all| all <= LIMIT);
            all = more.ok_or(ShapeError::Bytes {
                bytes,
                count,
                level,
            })?;
            shape.push(Level { count, here, there });
        }
        shape.blocks = all / shape.block;
        Ok(shape)
    }

    /// One block of `bytes` bytes.
    pub fn contiguous(bytes: usize) -> Shape {
        Shape {
            block: bytes,
            blocks: usize::from(bytes > 0),
            levels: [Level::default(); LEVELS_MAX],
            depth: 0,
            span_here: bytes,
            span_there: bytes,
        }
    }

    /// The first `at` bytes of each block, and the others, whose first block begins `at` bytes later.
    pub(crate) fn cut(&self, at: usize) -> (Shape, Shape) {
        let of = |block: usize| Shape {
            block,
            span_here: self.span_here - self.block + block,
            span_there: self.span_there - self.block + block,
            ..*self
        };
        (of(at), of(self.block - at))
    }

    /// Adds an outermost level, or joins it to the one inside.
    fn push(&mut self, level: Level) {
        if level.count == 1 {
            return;
        }
        let Some(inner) = self.levels[..self.depth].last_mut() else {
            if level.here == self.block && level.there == self.block {
                self.block *= level.count;
                return;
            }
            self.levels[0] = level;
            self.depth = 1;
            return;
        };
        let follows = |stride: usize, inner_stride: usize| {
            inner.count.checked_mul(inner_stride) == Some(stride)
        };
        if follows(level.here, inner.here) && follows(level.there, inner.there) {
            inner.count *= level.count;
            return;
        }
        self.levels[self.depth] = level;
        self.depth += 1;
    }

    /// Bytes of a block, after levels that are contiguous on both sides were joined.
    #[inline]
    pub fn block(&self) -> usize {
        self.block
    }

    /// The number of blocks, after levels that are contiguous on both sides were joined.
    #[inline]
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Bytes of all blocks.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.block * self.blocks
    }

    /// Bytes from the start of the first block to the end of the last one in this process's memory.
    #[inline]
    pub fn span_here(&self) -> usize {
        self.span_here
    }

    /// Bytes from the start of the first block to the end of the last one in the other process's
    /// segment.
    #[inline]
    pub fn span_there(&self) -> usize {
        self.span_there
    }

    /// The levels that are left after joining, the innermost first. Each has at least two steps.
    #[inline]
    pub fn levels(&self) -> &[Level] {
        &self.levels[..self.depth]
    }

    /// The starts of the blocks here and there, relative to the first block. The innermost level
    /// runs fastest.
    #[inline]
    pub fn each(&self) -> impl Iterator<Item = (usize, usize)> + Clone + use<> {
        Starts {
            levels: self.levels,
            depth: self.depth,
            at: [0; LEVELS_MAX],
            next: (0, 0),
            left: self.blocks,
        }
    }

    /// The starts of the innermost level's runs, and that level. Blocks of a run are at one distance
    /// from each other.
    pub(crate) fn runs(&self) -> (Level, impl Iterator<Item = (usize, usize)> + use<>) {
        let (inner, outer) = match self.levels().split_first() {
            None => (
                Level {
                    count: self.blocks,
                    ..Level::default()
                },
                &[][..],
            ),
            Some((inner, outer)) => (*inner, outer),
        };
        let mut levels = [Level::default(); LEVELS_MAX];
        levels[..outer.len()].copy_from_slice(outer);
        let starts = Starts {
            levels,
            depth: outer.len(),
            at: [0; LEVELS_MAX],
            next: (0, 0),
            left: self.blocks.checked_div(inner.count).unwrap_or(0),
        };
        (inner, starts)
    }

    /// The blocks of this shape in their order, without gaps in this process's memory.
    pub(crate) fn packed_here(&self) -> Shape {
        let mut span = self.block;
        let mut levels = self.levels;
        for level in &mut levels[..self.depth] {
            level.here = span;
            span *= level.count;
        }
        Shape {
            levels,
            span_here: span,
            ..*self
        }
    }

    /// Whether any two blocks overlap in this process's memory.
    pub(crate) fn overlaps_here(&self) -> bool {
        let mut levels = self.levels;
        let levels = &mut levels[..self.depth];
        levels.sort_unstable_by_key(|level| level.here);
        let mut span = self.block;
        let is_nested = levels.iter().all(|level| {
            let fits = level.here >= span;
            span += (level.count - 1) * level.here;
            fits
        });
        if is_nested {
            return false;
        }
        // Blocks may interleave without an overlap.
        let mut starts: Vec<usize> = self.each().map(|(here, _)| here).collect();
        starts.sort_unstable();
        let mut pairs = starts.windows(2);
        pairs.any(|pair| pair[1] - pair[0] < self.block)
    }
}

/// The most bytes of anything in memory.
const LIMIT: usize = isize::MAX as usize;

/// The starts of blocks.
#[derive(Clone, Debug)]
struct Starts {
    levels: [Level; LEVELS_MAX],
    depth: usize,
    /// The step of each level.
    at: [usize; LEVELS_MAX],
    next: (usize, usize),
    left: usize,
}

impl Iterator for Starts {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<(usize, usize)> {
        self.left = self.left.checked_sub(1)?;
        let start = self.next;
        for (level, at) in self.levels[..self.depth].iter().zip(&mut self.at) {
            *at += 1;
            if *at < level.count {
                self.next.0 += level.here;
                self.next.1 += level.there;
                break;
            }
            *at = 0;
            self.next.0 -= (level.count - 1) * level.here;
            self.next.1 -= (level.count - 1) * level.there;
        }
        Some(start)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Starts {}

#[cfg(test)]
mod tests;
