//! The blocks of a type, one by one.

use super::shape::{Even, Part, Repeat, Run, Shape};

/// The blocks of elements of a type: offset from the buffer's address, and bytes. Blocks that touch
/// are joined. The order is that of the type map, in which a message carries the bytes.
#[derive(Debug)]
pub struct Blocks<'a> {
    /// The loops that the walk is in, from the outermost one.
    levels: Vec<Level<'a>>,
    /// The last block that was met, which the next one may extend.
    pending: Option<(isize, usize)>,
}

#[derive(Debug)]
struct Level<'a> {
    inside: Inside<'a>,
    origin: isize,
    next: usize,
}

#[derive(Debug)]
enum Inside<'a> {
    Passes {
        count: usize,
        stride: isize,
        body: &'a Shape,
    },
    Even(&'a Even),
    List(&'a [Run]),
    Sequence(&'a [Part]),
}

/// What a level has next.
enum Next<'a> {
    Block(isize, usize),
    Shape(isize, &'a Shape),
    Nothing,
}

impl<'a> Blocks<'a> {
    /// The blocks of `shape` at `offset`, `count` times, `stride` bytes apart.
    pub(super) fn new(offset: isize, shape: &'a Shape, count: usize, stride: isize) -> Self {
        let mut blocks = Blocks {
            levels: Vec::new(),
            pending: None,
        };
        if shape.size() > 0 {
            blocks.levels.push(Level {
                inside: Inside::Passes {
                    count,
                    stride,
                    body: shape,
                },
                origin: offset,
                next: 0,
            });
        }
        blocks
    }

    fn enter(&mut self, origin: isize, shape: &'a Shape) {
        let inside = match shape {
            // Only called for shapes that are no block; a block is one pass of itself.
            Shape::Block(_) => Inside::Passes {
                count: 1,
                stride: 0,
                body: shape,
            },
            Shape::Repeat(repeat) => {
                let Repeat {
                    count,
                    stride,
                    body,
                    ..
                } = &**repeat;
                Inside::Passes {
                    count: *count,
                    stride: *stride,
                    body,
                }
            }
            Shape::Even(even) => Inside::Even(even),
            Shape::List(runs) => Inside::List(runs),
            Shape::Sequence(parts) => Inside::Sequence(parts),
        };
        self.levels.push(Level {
            inside,
            origin,
            next: 0,
        });
    }
}

impl<'a> Level<'a> {
    fn advance(&mut self) -> Next<'a> {
        let index = self.next;
        self.next += 1;
        match self.inside {
            Inside::Passes {
                count,
                stride,
                body,
            } if index < count => {
                let at = self
                    .origin
                    .wrapping_add(stride.wrapping_mul(index as isize));
                match body {
                    Shape::Block(length) => Next::Block(at, *length),
                    shape => Next::Shape(at, shape),
                }
            }
            Inside::Even(even) => match even.offsets.get(index) {
                Some(offset) => Next::Block(self.origin.wrapping_add(*offset), even.length),
                None => Next::Nothing,
            },
            Inside::List(runs) => match runs.get(index) {
                Some(run) => Next::Block(self.origin.wrapping_add(run.offset), run.length),
                None => Next::Nothing,
            },
            Inside::Sequence(parts) => match parts.get(index) {
                Some(part) => Next::Shape(self.origin.wrapping_add(part.offset), &part.shape),
                None => Next::Nothing,
            },
            Inside::Passes { .. } => Next::Nothing,
        }
    }
}

impl Iterator for Blocks<'_> {
    type Item = (isize, usize);

    fn next(&mut self) -> Option<(isize, usize)> {
        loop {
            let Some(level) = self.levels.last_mut() else {
                return self.pending.take();
            };
            let (offset, length) = match level.advance() {
                Next::Block(offset, length) => (offset, length),
                Next::Shape(offset, Shape::Block(length)) => (offset, *length),
                Next::Shape(offset, shape) => {
                    self.enter(offset, shape);
                    continue;
                }
                Next::Nothing => {
                    self.levels.pop();
                    continue;
                }
            };
            match &mut self.pending {
                Some((start, bytes)) if start.wrapping_add_unsigned(*bytes) == offset => {
                    *bytes += length;
                }
                pending => {
                    if let Some(block) = pending.replace((offset, length)) {
                        return Some(block);
                    }
                }
            }
        }
    }
}
