//! Which process has which elements of an array, and where in its memory.

use std::ops::Range;

use farreach_armci::Patch;

use crate::axis::{Axis, Run};

/// Which process has which elements of an array. Processes are named by their ranks in the array's
/// group.
///
/// ```
/// use farreach::arrays::Layout;
///
/// let distribution = Layout::regular(&[100, 100]).distribute(4).expect("a possible layout");
/// assert_eq!(distribution.grid(), [2, 2]);
/// assert_eq!(distribution.owner(&[70, 20]), Some(2));
/// assert_eq!(distribution.regions(3), [[50..100, 50..100]]);
/// let owners = distribution.owners(&[40..60, 0..10]);
/// assert_eq!(owners, [(0, vec![40..50, 0..10]), (2, vec![50..60, 0..10])]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Distribution {
    extents: Vec<usize>,
    axes: Vec<Axis>,
    grid: Vec<usize>,
    ghosts: Vec<usize>,
}

/// A part of a patch that lies at one process in one piece.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) rank: u32,
    pub(crate) region: Vec<Range<usize>>,
    /// Where the piece begins in the process's memory.
    pub(crate) at: usize,
    /// The distances of neighbouring elements in that memory.
    pub(crate) strides: Vec<usize>,
}

impl Distribution {
    pub(crate) fn new(extents: Vec<usize>, axes: Vec<Axis>, ghosts: Vec<usize>) -> Distribution {
        Distribution {
            extents,
            grid: axes.iter().map(Axis::processes).collect(),
            axes,
            ghosts,
        }
    }

    /// The extent of each dimension.
    pub fn extents(&self) -> &[usize] {
        &self.extents
    }

    /// The number of processes along each dimension.
    pub fn grid(&self) -> &[usize] {
        &self.grid
    }

    /// The width of the ghost cells along each dimension.
    pub fn ghosts(&self) -> &[usize] {
        &self.ghosts
    }

    /// The number of elements.
    pub fn elements(&self) -> usize {
        self.extents.iter().product()
    }

    /// The process that has an element. `None` if there is no such element.
    pub fn owner(&self, index: &[usize]) -> Option<u32> {
        self.place(index).map(|(rank, _)| rank)
    }

    /// The regions of the elements that a process has. Empty if it has none. A process has at most
    /// one region, unless the layout is block-cyclic.
    pub fn regions(&self, rank: u32) -> Vec<Vec<Range<usize>>> {
        let whole: Vec<_> = self.extents.iter().map(|&extent| 0..extent).collect();
        let pieces = self.pieces_of(rank, &whole).into_iter();
        pieces.map(|piece| piece.region).collect()
    }

    /// The processes that have elements of a patch, and which ones of it, in the order of ranks. A
    /// process of a block-cyclic layout may be there several times.
    pub fn owners(&self, patch: &[Range<usize>]) -> Vec<(u32, Vec<Range<usize>>)> {
        let pieces = self.pieces(patch).into_iter();
        pieces.map(|piece| (piece.rank, piece.region)).collect()
    }

    /// The place of a process in the grid. `None` if it is outside of the grid.
    pub fn coordinates(&self, rank: u32) -> Option<Vec<usize>> {
        let mut left = rank as usize;
        let mut places = vec![0; self.grid.len()];
        for (place, &count) in places.iter_mut().zip(&self.grid).rev() {
            *place = left % count;
            left /= count;
        }
        (left == 0).then_some(places)
    }

    /// The process at a place in the grid.
    pub fn rank_at(&self, coordinates: &[usize]) -> u32 {
        let places = coordinates.iter().zip(&self.grid);
        places.fold(0, |rank, (&place, &count)| rank * count + place) as u32
    }

    /// The number of elements along each dimension that a process has, without ghost cells.
    pub fn local_extents(&self, rank: u32) -> Vec<usize> {
        let Some(places) = self.coordinates(rank) else {
            return vec![0; self.extents.len()];
        };
        let axes = self.axes.iter().zip(places);
        axes.map(|(axis, place)| axis.len(place)).collect()
    }

    /// The index along a dimension, in the array, of the index `local` in a process's part. `None`
    /// if the process does not have so many.
    pub fn global_index(&self, rank: u32, dimension: usize, local: usize) -> Option<usize> {
        let place = *self.coordinates(rank)?.get(dimension)?;
        let axis = &self.axes[dimension];
        (local < axis.len(place)).then(|| axis.global(place, local))
    }

    /// The runs of indices along a dimension that a process has, and where each begins in its part.
    pub(crate) fn runs(&self, rank: u32, dimension: usize) -> Vec<(Range<usize>, usize)> {
        let Some(coordinates) = self.coordinates(rank) else {
            return Vec::new();
        };
        let all = 0..self.extents[dimension];
        let runs = self.axes[dimension].runs(coordinates[dimension], &all);
        let runs = runs.into_iter();
        runs.map(|run| (run.global..run.global + run.len, run.local))
            .collect()
    }

    /// The places of the processes that have indices of `range` along a dimension, and which ones.
    pub(crate) fn places(&self, dimension: usize, range: &Range<usize>) -> Vec<(usize, Run)> {
        let axis = &self.axes[dimension];
        let places = axis.places(range).into_iter();
        places
            .flat_map(|place| {
                axis.runs(place, range)
                    .into_iter()
                    .map(move |run| (place, run))
            })
            .collect()
    }

    /// Where one of a process's regions begins in its part.
    pub(crate) fn local_starts(&self, rank: u32, region: &[Range<usize>]) -> Vec<usize> {
        debug_assert_eq!(
            self.owner(&starts(region)),
            Some(rank),
            "the process has the region"
        );
        let axes = self.axes.iter().zip(region);
        axes.map(|(axis, range)| axis.owner(range.start).1)
            .collect()
    }

    /// Whether each process has the elements with the same indices in both.
    pub(crate) fn has_places_of(&self, other: &Distribution) -> bool {
        self.axes == other.axes
    }

    /// The extents of a process's memory, with ghost cells. All are 0 if it has no elements.
    pub(crate) fn memory_extents(&self, rank: u32) -> Vec<usize> {
        let own = self.local_extents(rank);
        if own.contains(&0) {
            return vec![0; own.len()];
        }
        let widths = own.iter().zip(&self.ghosts);
        widths.map(|(own, ghosts)| own + 2 * ghosts).collect()
    }

    /// The process that has an element, and where.
    pub(crate) fn place(&self, index: &[usize]) -> Option<(u32, usize)> {
        let is_inside = index.len() == self.extents.len()
            && index
                .iter()
                .zip(&self.extents)
                .all(|(at, extent)| at < extent);
        if !is_inside {
            return None;
        }
        let axes = self.axes.iter().zip(index);
        let (places, locals): (Vec<_>, Vec<_>) = axes.map(|(axis, &at)| axis.owner(at)).unzip();
        let rank = self.rank_at(&places);
        let strides = strides(&self.memory_extents(rank));
        let locals = locals.iter().zip(&self.ghosts).zip(&strides);
        let at = locals.map(|((local, ghosts), stride)| (local + ghosts) * stride);
        Some((rank, at.sum()))
    }

    /// The pieces of a patch inside the array, by process.
    pub(crate) fn pieces(&self, patch: &[Range<usize>]) -> Vec<Piece> {
        let places = self.axes.iter().zip(patch);
        let places: Vec<_> = places.map(|(axis, range)| axis.places(range)).collect();
        let mut pieces = Vec::new();
        for_each(&places.iter().map(Vec::len).collect::<Vec<_>>(), |chosen| {
            let chosen = places.iter().zip(chosen);
            let coordinates: Vec<_> = chosen.map(|(places, &at)| places[at]).collect();
            pieces.extend(self.pieces_of(self.rank_at(&coordinates), patch));
        });
        pieces
    }

    /// The pieces of a patch that a process has.
    pub(crate) fn pieces_of(&self, rank: u32, patch: &[Range<usize>]) -> Vec<Piece> {
        let Some(coordinates) = self.coordinates(rank) else {
            return Vec::new();
        };
        let runs = self.axes.iter().zip(coordinates).zip(patch);
        let runs: Vec<_> = runs
            .map(|((axis, place), range)| axis.runs(place, range))
            .collect();
        let strides = strides(&self.memory_extents(rank));
        let mut pieces = Vec::new();
        for_each(&runs.iter().map(Vec::len).collect::<Vec<_>>(), |chosen| {
            let chosen: Vec<&Run> = runs
                .iter()
                .zip(chosen)
                .map(|(runs, &at)| &runs[at])
                .collect();
            let places = chosen.iter().zip(&self.ghosts).zip(&strides);
            pieces.push(Piece {
                rank,
                region: chosen
                    .iter()
                    .map(|run| run.global..run.global + run.len)
                    .collect(),
                at: places
                    .map(|((run, ghosts), stride)| (run.local + ghosts) * stride)
                    .sum(),
                strides: strides.clone(),
            });
        });
        pieces
    }
}

impl Piece {
    /// Where the piece begins in a buffer of the elements of `patch`, row by row, and how it is
    /// transferred between the two.
    pub(crate) fn transfer(&self, patch: &[Range<usize>]) -> (usize, Patch) {
        let extents: Vec<usize> = patch.iter().map(ExactSizeIterator::len).collect();
        let here = strides(&extents);
        let starts = self.region.iter().zip(patch).zip(&here);
        let at = starts.map(|((own, all), stride)| (own.start - all.start) * stride);
        let counts: Vec<usize> = self.region.iter().map(ExactSizeIterator::len).collect();
        (at.sum(), strided(&counts, &here, &self.strides))
    }
}

/// A patch of `counts` elements along each dimension, with these distances on both sides. The last
/// dimension has distance 1.
pub(crate) fn strided(counts: &[usize], here: &[usize], there: &[usize]) -> Patch {
    // From the last dimension to the first. The runtime joins what is contiguous on both sides.
    let counts: Vec<usize> = [1]
        .into_iter()
        .chain(counts.iter().rev().copied())
        .collect();
    let reversed = |strides: &[usize]| strides.iter().rev().copied().collect::<Vec<_>>();
    Patch::new(&counts, &reversed(here), &reversed(there)).expect("at most 7 dimensions")
}

/// The distances of neighbouring elements along each dimension, row by row.
pub(crate) fn strides(extents: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; extents.len()];
    for axis in (1..extents.len()).rev() {
        strides[axis - 1] = strides[axis] * extents[axis];
    }
    strides
}

/// The first index of a region.
fn starts(region: &[Range<usize>]) -> Vec<usize> {
    region.iter().map(|range| range.start).collect()
}

/// Calls `f` with each index below `counts`, the last number changing fastest.
pub(crate) fn for_each(counts: &[usize], mut f: impl FnMut(&[usize])) {
    if counts.contains(&0) {
        return;
    }
    let mut index = vec![0; counts.len()];
    loop {
        f(&index);
        let mut axis = counts.len();
        loop {
            if axis == 0 {
                return;
            }
            axis -= 1;
            index[axis] += 1;
            if index[axis] < counts[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
}
