//! The exchange of rows behind a panel's factorization, by the processes of each column.
//!
//! ```text
//!   each process puts those of the pivot rows that it has to all processes of its column     slots 0 .. width
//!   the one with the diagonal block puts the rows that they displace to their new owners     slots width .. 2 width
//! ```
//!
//! A row is a put with a signal, which counts rows. Each process knows from the pivots how many rows come.

use std::collections::BTreeMap;

use anyhow::Result;
use farreach::arrays::ndarray::{Array2, s};
use farreach::shmem::{Compare, Pe, Signal, Symmetric};

use crate::grid::{Along, Grid};

/// Room for the rows of two steps, and how many have come to each.
pub(crate) struct Rooms {
    rows: [Symmetric<f64>; 2],
    signals: [Signal; 2],
    /// The rows that have been waited for.
    seen: [u64; 2],
    /// The length of a slot.
    stride: usize,
}

impl Rooms {
    pub(crate) fn new(pe: &Pe, grid: &Grid) -> Result<Rooms> {
        let stride = grid.cols_max();
        let len = if grid.counts[0] > 1 {
            2 * grid.block * stride
        } else {
            0
        };
        Ok(Rooms {
            rows: [pe.alloc(len)?, pe.alloc(len)?],
            signals: [pe.alloc_signal()?, pe.alloc_signal()?],
            seen: [0; 2],
            stride,
        })
    }

    pub(crate) fn free(self, pe: &Pe) -> Result<()> {
        for signal in self.signals {
            pe.free(signal.object())?;
        }
        for rows in self.rows {
            pe.free(rows)?;
        }
        Ok(())
    }

    /// Exchanges the rows of step `k` in this process's columns from `left` on. Returns the pivot rows.
    pub(crate) fn exchange(
        &mut self,
        pe: &Pe,
        grid: &Grid,
        matrix: &mut Array2<f64>,
        (k, pivots): (usize, &[usize]),
        left: usize,
    ) -> Result<Array2<f64>> {
        let (start, width) = (grid.start(k), grid.width(k));
        let (room, me) = (k % 2, grid.place[0]);
        let moves = Moves::new(start, width, pivots);
        let has_top = grid.owner(Along::Rows, start) == me;
        let len = matrix.ncols() - left;
        let mut upper = Array2::zeros((width, len));
        let row = |matrix: &Array2<f64>, global: usize| {
            let local = grid.before(Along::Rows, global);
            matrix.slice(s![local, left..]).to_vec()
        };
        let place = |slot: usize| {
            let from = slot * self.stride;
            self.rows[room].range(from..from + len)
        };
        let mut coming = 0;
        for (slot, &source) in moves.into_top.iter().enumerate() {
            if grid.owner(Along::Rows, source) != me {
                coming += 1;
                continue;
            }
            let values = row(matrix, source);
            for other in (0..grid.counts[0]).filter(|&other| other != me) {
                let to = place(slot).on(grid.rank(other, grid.place[1]));
                pe.put_signal(to, &values, self.signals[room].add(1))?;
            }
            upper.row_mut(slot).assign(&ndarray_view(&values));
        }
        let mut displaced = Vec::new();
        for (slot, &(to, source)) in (width..).zip(&moves.out_of_top) {
            let owner = grid.owner(Along::Rows, to);
            if has_top && owner == me {
                displaced.push((to, row(matrix, source)));
            } else if has_top {
                let values = row(matrix, source);
                let there = place(slot).on(grid.rank(owner, grid.place[1]));
                pe.put_signal(there, &values, self.signals[room].add(1))?;
            } else if owner == me {
                coming += 1;
            }
        }
        self.seen[room] += coming;
        if grid.counts[0] > 1 {
            pe.signal_wait_until(&self.signals[room], Compare::Ge, self.seen[room])?;
        }
        for (slot, &source) in moves.into_top.iter().enumerate() {
            if grid.owner(Along::Rows, source) != me {
                let mut into = upper.row_mut(slot);
                pe.read(place(slot), into.as_slice_mut().expect("row by row"))?;
            }
        }
        if !has_top {
            for (slot, &(to, _)) in (width..).zip(&moves.out_of_top) {
                if grid.owner(Along::Rows, to) == me {
                    let mut values = vec![0.0; len];
                    pe.read(place(slot), &mut values)?;
                    displaced.push((to, values));
                }
            }
        }
        for (to, values) in displaced {
            let local = grid.before(Along::Rows, to);
            matrix
                .slice_mut(s![local, left..])
                .assign(&ndarray_view(&values));
        }
        Ok(upper)
    }
}

fn ndarray_view(values: &[f64]) -> farreach::arrays::ndarray::ArrayView1<'_, f64> {
    values.into()
}

/// Where the rows of a step go.
#[derive(Debug, PartialEq, Eq)]
struct Moves {
    /// The row that becomes each row of the diagonal block.
    into_top: Vec<usize>,
    /// The other rows that change, and which rows of the diagonal block become them.
    out_of_top: Vec<(usize, usize)>,
}

impl Moves {
    fn new(start: usize, width: usize, pivots: &[usize]) -> Moves {
        // A row outside of the block only gets rows that were in it: its own row has left when it was a pivot.
        let mut source: BTreeMap<usize, usize> = BTreeMap::new();
        for (row, &pivot) in (start..).zip(pivots) {
            let own = *source.get(&row).unwrap_or(&row);
            let other = *source.get(&pivot).unwrap_or(&pivot);
            source.insert(row, other);
            source.insert(pivot, own);
        }
        let inside = start..start + width;
        Moves {
            into_top: inside
                .clone()
                .map(|row| *source.get(&row).unwrap_or(&row))
                .collect(),
            out_of_top: source
                .into_iter()
                .filter(|(row, _)| !inside.contains(row))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_those_of_the_exchanges_one_by_one() {
        for pivots in [[5, 9, 9, 8], [4, 5, 6, 7], [7, 7, 7, 11], [11, 10, 11, 10]] {
            let mut rows: Vec<usize> = (0..12).collect();
            for (row, &pivot) in (4..).zip(&pivots) {
                rows.swap(row, pivot);
            }
            let moves = Moves::new(4, 4, &pivots);
            assert_eq!(moves.into_top, rows[4..8], "{pivots:?}");
            for &(to, source) in &moves.out_of_top {
                assert_eq!(rows[to], source, "{pivots:?}");
                assert!((4..8).contains(&source), "{pivots:?}");
            }
            let out = moves.out_of_top.len();
            assert_eq!(
                rows.iter()
                    .zip(0..)
                    .skip(8)
                    .filter(|&(row, at)| *row != at)
                    .count(),
                out
            );
        }
    }
}
