//! Parts of arrays: blocks of an array, and what a process has of a distributed one.

use super::construct::{Layout, signed};
use super::contents::Scalars;
use super::{Combiner, Contents, Datatype, Scalar, TypeError};

/// The order of an array's elements in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The last dimension's elements are neighbours.
    C,
    /// The first dimension's elements are neighbours.
    Fortran,
}

/// How the elements of a dimension are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Distribution {
    /// One process has all of them.
    None,
    /// Each process has one block.
    Block,
    /// Blocks are dealt out in turn.
    Cyclic,
}

/// A dimension of a distributed array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// Elements of the whole array.
    pub size: usize,
    /// How they are distributed.
    pub distribution: Distribution,
    /// The length of a block. Without one a block distribution has the shortest that does, and a
    /// cyclic one has blocks of one element.
    pub block: Option<usize>,
    /// Processes in this dimension of the grid.
    pub processes: usize,
}

impl Datatype {
    /// The block of `lengths` elements from `starts` on in an array of `sizes` elements. The type has
    /// the extent of the array.
    pub fn subarray(
        sizes: &[usize],
        lengths: &[usize],
        starts: &[usize],
        order: Order,
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        if sizes.is_empty() {
            return Err(TypeError::NoDimensions);
        }
        for (what, array) in [("subsizes", lengths), ("starts", starts)] {
            if array.len() != sizes.len() {
                return Err(TypeError::Lengths {
                    what,
                    given: array.len(),
                    needed: sizes.len(),
                });
            }
        }
        let mut part = Growing::new(old);
        for dimension in upwards(order, sizes.len()) {
            let (size, length, start) = (sizes[dimension], lengths[dimension], starts[dimension]);
            if length == 0 || start.checked_add(length).is_none_or(|end| end > size) {
                return Err(TypeError::Outside {
                    dimension,
                    size,
                    length,
                    start,
                });
            }
            let block = part.layout.repeated(length, part.stride)?;
            part.grow(block, start, size)?;
        }
        let mut scalars = vec![Scalar::Integer(signed(sizes.len())?)];
        for array in [sizes, lengths, starts] {
            for number in array {
                scalars.push(Scalar::Count(signed(*number)?));
            }
        }
        scalars.push(Scalar::Order(order));
        part.finish(Combiner::Subarray, scalars, old)
    }

    /// What process `rank` of `size` has of a distributed array. The type has the extent of the
    /// array. Ranks are in the order of C in the grid of processes.
    pub fn darray(
        size: usize,
        rank: usize,
        dimensions: &[Dimension],
        order: Order,
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        if dimensions.is_empty() {
            return Err(TypeError::NoDimensions);
        }
        let mut grid: usize = 1;
        for dimension in dimensions {
            grid = grid
                .checked_mul(dimension.processes)
                .ok_or(TypeError::TooLarge)?;
        }
        if grid != size {
            return Err(TypeError::Grid { grid, size });
        }
        if rank >= size {
            return Err(TypeError::Rank { rank, size });
        }
        let mut coordinates = vec![0; dimensions.len()];
        let mut rest = rank;
        for (coordinate, dimension) in coordinates.iter_mut().zip(dimensions).rev() {
            *coordinate = rest % dimension.processes;
            rest /= dimension.processes;
        }
        let mut part = Growing::new(old);
        for index in upwards(order, dimensions.len()) {
            let dimension = &dimensions[index];
            let block = block_of(index, dimension)?;
            let (layout, start) = dealt(&part, dimension, block, coordinates[index])?;
            part.grow(layout, start, dimension.size)?;
        }
        let mut scalars = vec![
            Scalar::Integer(signed(size)?),
            Scalar::Integer(signed(rank)?),
            Scalar::Integer(signed(dimensions.len())?),
        ];
        for dimension in dimensions {
            scalars.push(Scalar::Count(signed(dimension.size)?));
        }
        for dimension in dimensions {
            scalars.push(Scalar::Distribution(dimension.distribution));
        }
        for dimension in dimensions {
            scalars.push(match dimension.block {
                Some(block) => Scalar::Integer(signed(block)?),
                None => Scalar::DefaultBlock,
            });
        }
        for dimension in dimensions {
            scalars.push(Scalar::Integer(signed(dimension.processes)?));
        }
        scalars.push(Scalar::Order(order));
        part.finish(Combiner::Darray, scalars, old)
    }
}

/// A part of an array, of which each step adds a dimension.
struct Growing {
    layout: Layout,
    /// Bytes from one element of the next dimension to the next one.
    stride: isize,
}

impl Growing {
    fn new(old: &Datatype) -> Self {
        Growing {
            layout: Layout::of(old),
            stride: old.extent().1,
        }
    }

    /// Takes `layout` as the part, which begins at element `start` of a dimension of `size`.
    fn grow(&mut self, layout: Layout, start: usize, size: usize) -> Result<(), TypeError> {
        let times = |number: usize| {
            self.stride
                .checked_mul(signed(number)?)
                .ok_or(TypeError::TooLarge)
        };
        let (offset, stride) = (times(start)?, times(size)?);
        self.layout = layout.shifted(offset)?;
        self.stride = stride;
        Ok(())
    }

    fn finish(
        mut self,
        combiner: Combiner,
        scalars: Vec<Scalar>,
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        self.layout.bounds.range = Some((0, self.stride));
        // A process may have no elements.
        self.layout.bounds.alignment = old.0.bounds.alignment;
        let contents = Contents {
            combiner,
            scalars: Scalars::Mixed(scalars.into()),
            addresses: Box::default(),
            datatypes: Box::new([old.clone()]),
        };
        Datatype::made(contents, self.layout)
    }
}

/// The dimensions from the one whose elements are neighbours on.
fn upwards(order: Order, dimensions: usize) -> impl Iterator<Item = usize> {
    (0..dimensions).map(move |index| match order {
        Order::C => dimensions - 1 - index,
        Order::Fortran => index,
    })
}

/// The length of a dimension's blocks.
fn block_of(index: usize, dimension: &Dimension) -> Result<usize, TypeError> {
    let Dimension {
        size,
        distribution,
        block,
        processes,
    } = *dimension;
    let block = match distribution {
        Distribution::None => size,
        Distribution::Block => block.unwrap_or_else(|| size.div_ceil(processes)),
        Distribution::Cyclic => block.unwrap_or(1),
    };
    let fits = match distribution {
        Distribution::None => processes == 1,
        Distribution::Block => block.checked_mul(processes).is_some_and(|all| all >= size),
        Distribution::Cyclic => block.checked_mul(processes).is_some(),
    };
    if size == 0 || block == 0 || !fits {
        return Err(TypeError::Distribution {
            dimension: index,
            size,
            block,
            processes,
        });
    }
    Ok(block)
}

/// What a process has of a dimension, and its first element.
fn dealt(
    part: &Growing,
    dimension: &Dimension,
    block: usize,
    coordinate: usize,
) -> Result<(Layout, usize), TypeError> {
    let (layout, stride) = (&part.layout, part.stride);
    let start = block * coordinate;
    let left = dimension.size.saturating_sub(start);
    let round = block * dimension.processes;
    let whole = left / round + usize::from(left % round >= block);
    let rest = if left % round < block {
        left % round
    } else {
        0
    };
    let distance = stride
        .checked_mul(signed(round)?)
        .ok_or(TypeError::TooLarge)?;
    let blocks = layout.repeated(block, stride)?.repeated(whole, distance)?;
    if rest == 0 {
        return Ok((blocks, start));
    }
    let behind = distance
        .checked_mul(signed(whole)?)
        .ok_or(TypeError::TooLarge)?;
    let last = layout.repeated(rest, stride)?.shifted(behind)?;
    let joined = Layout::joined([Ok(blocks), Ok(last)].into_iter())?;
    Ok((joined, start))
}
