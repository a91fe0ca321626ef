//! The wish for an array: its extents, and how they are divided.

use crate::axis::Axis;
use crate::distribution::Distribution;

/// The greatest number of dimensions.
pub const DIMENSIONS_MAX: usize = 7;

/// The extents of an array, and how its elements are divided among processes.
///
/// ```text
///   regular, 2 x 2      irregular, rows 1 + 3       block-cyclic, blocks of 1 x 1
///    0 0 1 1             0 0 1 1                     0 1 0 1
///    0 0 1 1             2 2 3 3                     2 3 2 3
///    2 2 3 3             2 2 3 3                     0 1 0 1
///    2 2 3 3             2 2 3 3                     2 3 2 3
/// ```
///
/// The processes form a grid with as many dimensions as the array. The last place in the grid
/// changes fastest with the rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    extents: Vec<usize>,
    kind: Kind,
    grid: Option<Vec<usize>>,
    ghosts: Option<Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Regular,
    Irregular(Vec<Vec<usize>>),
    Cyclic(Vec<usize>),
}

/// A layout that is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct LayoutError {
    /// The argument that is wrong.
    pub argument: &'static str,
    /// What is wrong with it, with the bound.
    pub what: String,
}

impl Layout {
    /// One block a process, of almost equal size. The grid is chosen so that the largest block is
    /// small, and then so that blocks have little surface.
    pub fn regular(extents: &[usize]) -> Layout {
        Layout {
            extents: extents.to_vec(),
            kind: Kind::Regular,
            grid: None,
            ghosts: None,
        }
    }

    /// One block a process. `lengths` has the lengths of the blocks along each dimension, which may
    /// be 0 and add up to the extent.
    pub fn irregular(extents: &[usize], lengths: &[&[usize]]) -> Layout {
        let lengths = lengths.iter().map(|lengths| lengths.to_vec());
        Layout {
            kind: Kind::Irregular(lengths.collect()),
            ..Layout::regular(extents)
        }
    }

    /// Blocks of `block` elements along each dimension, dealt to the processes of the grid in turn.
    pub fn block_cyclic(extents: &[usize], block: &[usize]) -> Layout {
        Layout {
            kind: Kind::Cyclic(block.to_vec()),
            ..Layout::regular(extents)
        }
    }

    /// Sets the number of processes along each dimension, instead of a chosen one. Their product may
    /// be less than the number of processes: the others have no elements. An irregular layout has
    /// the grid of its lengths.
    pub fn grid(mut self, grid: &[usize]) -> Layout {
        self.grid = Some(grid.to_vec());
        self
    }

    /// Surrounds each block by `widths` ghost cells in both directions of each dimension. Not for
    /// block-cyclic layouts.
    pub fn ghosts(mut self, widths: &[usize]) -> Layout {
        self.ghosts = Some(widths.to_vec());
        self
    }

    /// Divides the elements among `processes` processes.
    ///
    /// # Errors
    /// If the layout is impossible for the number of processes.
    pub fn distribute(&self, processes: u32) -> Result<Distribution, LayoutError> {
        self.check(processes as usize)?;
        let dimensions = self.extents.len();
        let grid = match (&self.kind, &self.grid) {
            (Kind::Irregular(lengths), _) => lengths.iter().map(Vec::len).collect(),
            (_, Some(grid)) => grid.clone(),
            (Kind::Regular, None) => near_square(&self.extents, processes as usize),
            (Kind::Cyclic(blocks), None) => {
                let blocks = self.extents.iter().zip(blocks);
                let counts: Vec<usize> = blocks.map(|(&n, &block)| n.div_ceil(block)).collect();
                near_square(&counts, processes as usize)
            }
        };
        let axes = (0..dimensions).map(|axis| {
            let extent = self.extents[axis];
            match &self.kind {
                Kind::Regular => Axis::even(extent, grid[axis]),
                Kind::Irregular(lengths) => {
                    let mut cuts = vec![0];
                    for length in &lengths[axis] {
                        cuts.push(cuts[cuts.len() - 1] + length);
                    }
                    Axis::Cuts(cuts)
                }
                Kind::Cyclic(blocks) => Axis::Cyclic {
                    extent,
                    block: blocks[axis],
                    processes: grid[axis],
                },
            }
        });
        let ghosts = self.ghosts.clone();
        let ghosts = ghosts.unwrap_or_else(|| vec![0; dimensions]);
        Ok(Distribution::new(
            self.extents.clone(),
            axes.collect(),
            ghosts,
        ))
    }

    fn check(&self, processes: usize) -> Result<(), LayoutError> {
        let dimensions = self.extents.len();
        if dimensions == 0 || dimensions > DIMENSIONS_MAX {
            return Err(wrong(
                "extents",
                format!("an array of {dimensions} dimensions: it wants 1 to {DIMENSIONS_MAX}"),
            ));
        }
        positive("extents", "an extent", &self.extents)?;
        let elements = self.extents.iter().try_fold(16_usize, |all, &extent| {
            all.checked_mul(extent)
                .filter(|&all| isize::try_from(all).is_ok())
        });
        if elements.is_none() {
            let what = format!("{:?} elements exceed the address space", self.extents);
            return Err(wrong("extents", what));
        }
        if let Kind::Cyclic(blocks) = &self.kind {
            counted("block", "lengths", blocks.len(), dimensions)?;
            positive("block", "a length", blocks)?;
        }
        if let Kind::Irregular(lengths) = &self.kind {
            self.check_lengths(lengths, processes)?;
        }
        if let Some(grid) = &self.grid {
            if matches!(self.kind, Kind::Irregular(_)) {
                let what = "an irregular layout has the grid of its lengths".to_owned();
                return Err(wrong("grid", what));
            }
            counted("grid", "numbers", grid.len(), dimensions)?;
            positive("grid", "a number of processes", grid)?;
            fits("grid", grid, processes)?;
        }
        let Some(ghosts) = &self.ghosts else {
            return Ok(());
        };
        counted("ghosts", "widths", ghosts.len(), dimensions)?;
        if matches!(self.kind, Kind::Cyclic(_)) && ghosts.iter().any(|&width| width > 0) {
            let what = "a block-cyclic array has no ghost cells".to_owned();
            return Err(wrong("ghosts", what));
        }
        let wide = self.extents.iter().zip(ghosts);
        let wide = wide.enumerate().find(|(_, (extent, width))| width > extent);
        match wide {
            Some((axis, (extent, width))) => Err(wrong(
                "ghosts",
                format!("{width} ghost cells along dimension {axis}: its extent is {extent}"),
            )),
            None => Ok(()),
        }
    }

    fn check_lengths(&self, lengths: &[Vec<usize>], processes: usize) -> Result<(), LayoutError> {
        counted("lengths", "lists", lengths.len(), self.extents.len())?;
        for (axis, (lengths, &extent)) in lengths.iter().zip(&self.extents).enumerate() {
            let sum = lengths
                .iter()
                .fold(0, |all: usize, &n| all.saturating_add(n));
            if sum != extent {
                return Err(wrong(
                    "lengths",
                    format!(
                        "the blocks along dimension {axis} have {sum} elements, and its extent is {extent}"
                    ),
                ));
            }
        }
        let grid: Vec<usize> = lengths.iter().map(Vec::len).collect();
        fits("lengths", &grid, processes)
    }
}

fn wrong(argument: &'static str, what: String) -> LayoutError {
    LayoutError { argument, what }
}

fn counted(
    argument: &'static str,
    what: &str,
    given: usize,
    dimensions: usize,
) -> Result<(), LayoutError> {
    if given == dimensions {
        return Ok(());
    }
    let what = format!("{given} {what} for an array of {dimensions} dimensions");
    Err(wrong(argument, what))
}

fn positive(argument: &'static str, what: &str, numbers: &[usize]) -> Result<(), LayoutError> {
    match numbers.iter().position(|&number| number == 0) {
        None => Ok(()),
        Some(axis) => Err(wrong(
            argument,
            format!("{what} of 0 along dimension {axis}: it wants at least 1"),
        )),
    }
}

fn fits(argument: &'static str, grid: &[usize], processes: usize) -> Result<(), LayoutError> {
    let wanted = grid.iter().fold(1, |all: usize, &n| all.saturating_mul(n));
    if wanted <= processes {
        return Ok(());
    }
    let what = format!("a grid of {grid:?} wants {wanted} processes, and there are {processes}");
    Err(wrong(argument, what))
}

/// The numbers of processes along each dimension whose product is `processes`, with the smallest
/// largest block, and then the smallest surface of it.
pub(crate) fn near_square(extents: &[usize], processes: usize) -> Vec<usize> {
    let mut best: Option<((u128, u128), Vec<usize>)> = None;
    let mut grid = Vec::with_capacity(extents.len());
    divide(extents, processes.max(1), &mut grid, &mut best);
    best.map_or_else(|| vec![1; extents.len()], |(_, grid)| grid)
}

fn divide(
    extents: &[usize],
    left: usize,
    grid: &mut Vec<usize>,
    best: &mut Option<((u128, u128), Vec<usize>)>,
) {
    if grid.len() + 1 < extents.len() {
        for factor in (1..=left).filter(|factor| left.is_multiple_of(*factor)) {
            grid.push(factor);
            divide(extents, left / factor, grid, best);
            grid.pop();
        }
        return;
    }
    grid.push(left);
    let sides = extents.iter().zip(&*grid);
    let sides: Vec<u128> = sides.map(|(&n, &p)| n.div_ceil(p) as u128).collect();
    let volume: u128 = sides.iter().product();
    let surface = sides.iter().map(|side| volume / side).sum();
    if best
        .as_ref()
        .is_none_or(|(known, _)| (volume, surface) < *known)
    {
        *best = Some(((volume, surface), grid.clone()));
    }
    grid.pop();
}
