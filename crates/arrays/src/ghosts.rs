//! Ghost cells: copies of the elements around each process's block.
//!
//! ```text
//!   corner │  edge  │ corner        Exchange::Neighbors   all boxes at once, from up to 3ⁿ - 1 owners
//!   ───────┼────────┼───────        Exchange::Axes        one axis after the other; a later axis also
//!    edge  │  own   │  edge                               copies ghost cells of earlier ones, so that
//!   ───────┼────────┼───────                              corners come from two neighbors' copies
//!   corner │  edge  │ corner
//! ```

use std::ops::Range;

use farreach_armci::Patch;

use crate::distribution::{for_each, strided, strides};
use crate::{Array, Element, Error};

/// Whether ghost cells that differ from a process's block in several dimensions are updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// All ghost cells are updated.
    With,
    /// Only those beside a side of the block are.
    Without,
}

/// What lies beyond the ends of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// The other end.
    Periodic,
    /// Nothing: ghost cells there stay as they are.
    Open,
}

/// How ghost cells with corners are updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// An exchange an axis, with two neighbors each, and a barrier behind each.
    Axes,
    /// One exchange with all neighbors.
    Neighbors,
}

/// A box of ghost cells: what is got from where, and where it goes.
struct Fetched {
    rank: u32,
    /// Where it begins in the owner's memory.
    at: usize,
    there: Vec<usize>,
    /// Where it begins in this process's memory.
    to: usize,
    extents: Vec<usize>,
}

impl<T: Element> Array<'_, T> {
    /// Copies to this process's ghost cells what their owners have. Collective.
    ///
    /// The ghost cells are read by [`Array::with_local`] with [`Ghosts::With`](crate::Ghosts::With).
    pub fn update_ghosts(&mut self, corners: Corners, edges: Edges) -> Result<(), Error> {
        // Measured faster: fewer and longer transfers are worth a barrier for each axis.
        self.update_ghosts_by(corners, edges, Exchange::Axes)
    }

    /// Updates ghost cells as [`Array::update_ghosts`] does, by a chosen exchange. Without corners
    /// both are the same. Collective.
    pub fn update_ghosts_by(
        &mut self,
        corners: Corners,
        edges: Edges,
        exchange: Exchange,
    ) -> Result<(), Error> {
        let kind = (corners as u64) << 2 | (edges as u64) << 1 | exchange as u64;
        self.meet("update_ghosts", kind)?;
        let dimensions = self.extents().len();
        let has_elements = !self.distribution.local_extents(self.own).contains(&0);
        if corners == Corners::With && exchange == Exchange::Axes {
            for axis in 0..dimensions {
                if has_elements {
                    self.fetch(&self.slabs(axis, edges))?;
                }
                self.sync()?;
            }
            return Ok(());
        }
        if has_elements {
            let mut boxes = Vec::new();
            for_each(&vec![3; dimensions], |side| {
                let beside = side.iter().filter(|&&side| side != 1).count();
                if beside == 1 || beside > 1 && corners == Corners::With {
                    self.neighbors(side, edges, &mut boxes);
                }
            });
            self.fetch(&boxes)?;
        }
        self.sync()
    }

    /// The indices beyond a block along an axis, and where they are beside its first one. `side` is 0
    /// below the block, 1 for the block itself and 2 above.
    fn beyond(&self, axis: usize, side: usize, edges: Edges) -> Vec<(Range<usize>, usize)> {
        let width = self.distribution.ghosts()[axis];
        let extent = self.extents()[axis];
        let own = self.distribution.runs(self.own, axis);
        let own = own[0].0.clone();
        let (start, len, at) = match side {
            0 => (own.start as isize - width as isize, width, 0),
            1 => (own.start as isize, own.len(), width),
            _ => (own.end as isize, width, width + own.len()),
        };
        let mut parts = Vec::new();
        let mut done = 0;
        while done < len {
            let here = start + done as isize;
            let is_outside = here < 0 || here >= extent as isize;
            let index = here.rem_euclid(extent as isize) as usize;
            // Up to the end of the dimension, where the other end or the array begins.
            let part = (extent - index).min(len - done);
            if !is_outside || edges == Edges::Periodic {
                parts.push((index..index + part, at + done));
            }
            done += part;
        }
        parts
    }

    /// The boxes on one side of the block, or at one of its corners.
    fn neighbors(&self, side: &[usize], edges: Edges, boxes: &mut Vec<Fetched>) {
        let axes = side.iter().enumerate();
        let parts: Vec<_> = axes
            .map(|(axis, &side)| self.beyond(axis, side, edges))
            .collect();
        let (_, own_strides) = self.memory();
        for_each(&parts.iter().map(Vec::len).collect::<Vec<_>>(), |chosen| {
            let chosen: Vec<_> = parts
                .iter()
                .zip(chosen)
                .map(|(parts, &at)| &parts[at])
                .collect();
            let region: Vec<_> = chosen.iter().map(|(range, _)| range.clone()).collect();
            for piece in self.distribution.pieces(&region) {
                let axes = piece.region.iter().zip(&chosen).zip(&own_strides);
                let to = axes
                    .map(|((own, (range, at)), stride)| (at + own.start - range.start) * stride);
                boxes.push(Fetched {
                    rank: piece.rank,
                    at: piece.at,
                    to: to.sum(),
                    extents: piece.region.iter().map(ExactSizeIterator::len).collect(),
                    there: piece.strides,
                });
            }
        });
    }

    /// The boxes on both sides along an axis, with the ghost cells along earlier axes.
    fn slabs(&self, axis: usize, edges: Edges) -> Vec<Fetched> {
        let own = self.distribution.local_extents(self.own);
        let ghosts = self.distribution.ghosts();
        let (_, own_strides) = self.memory();
        let places = self
            .distribution
            .coordinates(self.own)
            .expect("it has elements");
        let mut boxes = Vec::new();
        for side in [0, 2] {
            for (range, to) in self.beyond(axis, side, edges) {
                for (place, run) in self.distribution.places(axis, &range) {
                    let mut neighbor = places.clone();
                    neighbor[axis] = place;
                    let rank = self.distribution.rank_at(&neighbor);
                    let there = strides(&self.distribution.memory_extents(rank));
                    let mut slab = Fetched {
                        rank,
                        at: (run.local + ghosts[axis]) * there[axis],
                        to: (to + run.global - range.start) * own_strides[axis],
                        extents: own.clone(),
                        there,
                    };
                    slab.extents[axis] = run.len;
                    for other in (0..own.len()).filter(|&other| other != axis) {
                        if other < axis {
                            slab.extents[other] += 2 * ghosts[other];
                        } else {
                            slab.at += ghosts[other] * slab.there[other];
                            slab.to += ghosts[other] * own_strides[other];
                        }
                    }
                    boxes.push(slab);
                }
            }
        }
        boxes
    }

    /// Gets boxes to a buffer, all at once, and then copies them to this process's memory, which
    /// other processes read meanwhile: not where the boxes are.
    fn fetch(&self, boxes: &[Fetched]) -> Result<(), Error> {
        let (_, own_strides) = self.memory();
        let lens = boxes
            .iter()
            .map(|fetched| fetched.extents.iter().product::<usize>());
        let lens: Vec<usize> = lens.collect();
        let zero: T::Raw = bytemuck::cast(T::ZERO);
        let mut buffer = vec![zero; lens.iter().sum()];
        let mut parts = Vec::with_capacity(boxes.len());
        let mut start = 0;
        for (fetched, len) in boxes.iter().zip(&lens) {
            let here = strides(&fetched.extents);
            let patch = strided(&fetched.extents, &here, &fetched.there);
            parts.push((fetched.rank, fetched.at, start, patch));
            start += len;
        }
        self.armci
            .scope(|scope| scope.get_patches(&self.block, &mut buffer, &parts))?;
        for (fetched, &(_, _, start, _)) in boxes.iter().zip(&parts) {
            let here = strides(&fetched.extents);
            let patch: Patch = strided(&fetched.extents, &here, &own_strides);
            self.block
                .put_patch(self.own, fetched.to, &buffer[start..], &patch)?;
        }
        Ok(())
    }
}
