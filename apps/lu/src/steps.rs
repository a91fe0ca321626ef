//! The steps of the factorization, with look-ahead.

use std::ops::Range;

use anyhow::Result;
use farreach::armci::Group;
use farreach::arrays::ndarray::linalg::general_mat_mul;
use farreach::arrays::ndarray::{Array2, s};
use farreach::shmem::{Compare, Pe, Signal, Symmetric};

use crate::grid::{Along, Grid, element};
use crate::panel::{self, Panel, in_room, solve_lower};
use crate::rows::Rooms;

/// A process's part of the system, and the memory that it communicates by.
pub(crate) struct System<'a> {
    pe: &'a Pe,
    grid: &'a Grid,
    col: &'a Group<'a>,
    pub(crate) matrix: Array2<f64>,
    rooms: Rooms,
    /// Memory of panels that were used.
    spare: Vec<Vec<f64>>,
    /// Panels of two steps: pivots, diagonal block, rows below.
    panels: [Symmetric<f64>; 2],
    /// The number of the step whose panel has come, plus 1.
    signals: [Signal; 2],
    /// The number of steps that each process of this row has done.
    done: Symmetric<u64>,
}

impl<'a> System<'a> {
    pub(crate) fn new(pe: &'a Pe, grid: &'a Grid, col: &'a Group<'a>) -> Result<System<'a>> {
        let matrix = Array2::from_shape_fn((grid.rows(), grid.cols()), |(row, col)| {
            element(grid.global(Along::Rows, row), grid.global(Along::Cols, col))
        });
        let len = if grid.counts[1] > 1 {
            grid.block * (1 + grid.block + grid.rows_max())
        } else {
            0
        };
        Ok(System {
            pe,
            grid,
            col,
            matrix,
            rooms: Rooms::new(pe, grid)?,
            spare: Vec::new(),
            panels: [pe.alloc(len)?, pe.alloc(len)?],
            signals: [pe.alloc_signal()?, pe.alloc_signal()?],
            done: pe.alloc_zeroed(grid.counts[1])?,
        })
    }

    pub(crate) fn free(self) -> Result<()> {
        self.pe.free(self.done)?;
        for signal in self.signals {
            self.pe.free(signal.object())?;
        }
        for panel in self.panels {
            self.pe.free(panel)?;
        }
        self.rooms.free(self.pe)
    }

    /// Factors the matrix, and does the same exchanges and eliminations to the right-hand side.
    pub(crate) fn factor(&mut self) -> Result<()> {
        let mut own = None;
        if self.has_panel(0) {
            own = Some(self.factor_panel(0)?);
        }
        for k in 0..self.grid.panels() {
            let panel = match own.take() {
                Some(panel) => panel,
                None => self.receive(k)?,
            };
            let (grid, end) = (self.grid, self.grid.start(k) + self.grid.width(k));
            let left = grid.before(Along::Cols, end);
            let moves = (k, panel.pivots.as_slice());
            let mut upper = self
                .rooms
                .exchange(self.pe, grid, &mut self.matrix, moves, left)?;
            solve_lower(&panel.top, &mut upper.view_mut());
            if grid.owner(Along::Rows, grid.start(k)) == grid.place[0] {
                let first = grid.before(Along::Rows, grid.start(k));
                let rows = first..first + upper.nrows();
                self.matrix.slice_mut(s![rows, left..]).assign(&upper);
            }
            let mut updated = left;
            if self.has_panel(k + 1) {
                updated += grid.width(k + 1);
                self.update(&panel, &upper, left..updated, left);
                own = Some(self.factor_panel(k + 1)?);
            }
            self.update(&panel, &upper, updated..self.matrix.ncols(), left);
            self.spare.push(panel.below.into_raw_vec_and_offset().0);
            self.acknowledge(k)?;
        }
        Ok(())
    }

    /// Whether this process's column has a panel.
    fn has_panel(&self, k: usize) -> bool {
        k < self.grid.panels()
            && self.grid.owner(Along::Cols, self.grid.start(k)) == self.grid.place[1]
    }

    /// Subtracts the product of the panel and the pivot rows from columns, which are counted here. The pivot rows begin at
    /// column `left`.
    fn update(&mut self, panel: &Panel, upper: &Array2<f64>, cols: Range<usize>, left: usize) {
        let rows = self.matrix.nrows() - panel.below.nrows();
        let upper = upper.slice(s![.., cols.start - left..cols.end - left]);
        let mut rest = self.matrix.slice_mut(s![rows.., cols]);
        if !rest.is_empty() {
            general_mat_mul(-1.0, &panel.below, &upper, 1.0, &mut rest);
        }
    }

    /// Factors a panel of this process's column, and puts it to the other processes of this row.
    fn factor_panel(&mut self, k: usize) -> Result<Panel> {
        let grid = self.grid;
        let room = self.spare.pop().unwrap_or_default();
        let panel = panel::factor(grid, &self.matrix, self.col, k, room)?;
        if grid.owner(Along::Rows, grid.start(k)) == grid.place[0] {
            let first = grid.before(Along::Rows, grid.start(k));
            let left = grid.before(Along::Cols, grid.start(k));
            let width = panel.top.nrows();
            let mut place = self
                .matrix
                .slice_mut(s![first..first + width, left..left + width]);
            place.assign(&panel.top);
        }
        if grid.counts[1] == 1 {
            return Ok(panel);
        }
        let pivots: Vec<f64> = panel.pivots.iter().map(|&pivot| pivot as f64).collect();
        let top = panel.top.as_slice().expect("row by row");
        let below = panel.below.as_slice().expect("row by row");
        let update = self.signals[k % 2].set(k as u64 + 1);
        for other in self.others() {
            // The panel that was there before has been used.
            if k >= 2 {
                let done = self.done.at(other);
                self.pe.wait_until(done, Compare::Ge, k as u64 - 1)?;
            }
            let rank = grid.rank(grid.place[0], other);
            let mut at = 0;
            for part in [&pivots[..], top] {
                let to = self.panels[k % 2].range(at..at + part.len());
                self.pe.put_slice(to.on(rank), part)?;
                at += part.len();
            }
            self.pe.fence();
            let to = self.panels[k % 2].range(at..at + below.len());
            self.pe.put_signal(to.on(rank), below, update)?;
        }
        Ok(panel)
    }

    /// Waits for a panel of another process of this row.
    fn receive(&mut self, k: usize) -> Result<Panel> {
        let (width, start) = (self.grid.width(k), self.grid.start(k));
        let below = self.grid.rows() - self.grid.before(Along::Rows, start + width);
        self.pe
            .signal_wait_until(&self.signals[k % 2], Compare::Ge, k as u64 + 1)?;
        let mut pivots = vec![0.0; width];
        let mut panel = Panel {
            pivots: Vec::new(),
            top: Array2::zeros((width, width)),
            below: in_room(self.spare.pop().unwrap_or_default(), below, width),
        };
        let mut at = 0;
        let parts = [
            pivots.as_mut_slice(),
            panel.top.as_slice_mut().expect("row by row"),
            panel.below.as_slice_mut().expect("row by row"),
        ];
        for part in parts {
            let range = at..at + part.len();
            at = range.end;
            self.pe.read(self.panels[k % 2].range(range), part)?;
        }
        panel.pivots = pivots.into_iter().map(|pivot| pivot as usize).collect();
        Ok(panel)
    }

    /// Tells the processes of this row that step `k` is done here.
    fn acknowledge(&self, k: usize) -> Result<()> {
        for other in self.others() {
            let rank = self.grid.rank(self.grid.place[0], other);
            let done = self.done.at(self.grid.place[1]);
            self.pe.put(done.on(rank), k as u64 + 1)?;
        }
        Ok(())
    }

    /// The other columns of the grid.
    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.grid.place[1];
        (0..self.grid.counts[1]).filter(move |&other| other != own)
    }
}
