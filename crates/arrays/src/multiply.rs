//! Multiplication of matrices: each process computes its own part of the product, from panels of the
//! factors that it gets ahead of use (the SRUMMA algorithm of Krishnan and Nieplocha, 2004).

use std::ops::Range;

use farreach_armci::Patch;
use ndarray::{ArrayViewD, IxDyn};

use crate::distribution::strided;
use crate::local::{Ghosts, multiply_add};
use crate::{Array, Element, Error};
use farreach_armci::Owned;

/// Columns of the first factor, and rows of the second, of one panel.
const PANEL: usize = 256;

/// Panels of both factors that are on their way.
struct Panels<'a, T: Element> {
    inner: usize,
    a: Owned<'a, T::Raw>,
    b: Owned<'a, T::Raw>,
}

impl<T: Element> Array<'_, T> {
    /// Stores `alpha * a * b + beta * c`, where `c` is what the array had. All are matrices, whose
    /// layouts may differ. Collective.
    ///
    /// ```
    /// use farreach::armci;
    /// use farreach::arrays::{Array, Layout};
    ///
    /// let armci = armci::init()?;
    /// let mut a = Array::<f64>::new(&armci, &Layout::regular(&[20, 30]))?;
    /// let mut b = Array::<f64>::new(&armci, &Layout::block_cyclic(&[30, 10], &[4, 4]))?;
    /// let mut c = Array::<f64>::new(&armci, &Layout::regular(&[20, 10]))?;
    /// a.fill(2.0)?;
    /// b.fill(3.0)?;
    /// c.multiply(1.0, &a, &b, 0.0)?;
    /// assert_eq!(c.get(&[19..20, 9..10])?, [180.0]);
    /// c.sync()?;
    /// for array in [a, b, c] {
    ///     array.free()?;
    /// }
    /// armci.finalize()?;
    /// # Ok::<(), farreach::arrays::Error>(())
    /// ```
    pub fn multiply(
        &mut self,
        alpha: T,
        a: &Array<'_, T>,
        b: &Array<'_, T>,
        beta: T,
    ) -> Result<(), Error> {
        let inner = self.check_factors(a, b)?;
        let meeting = self.begin("multiply", &[a, b])?;
        let own = self.distribution.local_extents(self.own);
        let (rows, cols) = (own[0], own[1]);
        if rows * cols > 0 {
            let mut c = self.view_mut(&meeting, Ghosts::Without);
            if beta == T::ZERO {
                c.fill(T::ZERO);
            } else if beta != T::ONE {
                c.map_inplace(|element| *element = element.times(beta));
            }
        }
        let panels = inner.div_ceil(PANEL);
        // Processes begin with different panels, so that not all of them get from the same owner.
        let first = self.own as usize * panels / self.group().size() as usize;
        let panel = |number: usize| {
            let start = (first + number) % panels * PANEL;
            start..(start + PANEL).min(inner)
        };
        let mut next = match rows * cols {
            0 => None,
            _ => Some(self.begin_panels(a, b, panel(0))?),
        };
        for number in 1..=panels {
            let Some(now) = next.take() else {
                break;
            };
            let depth = now.inner;
            let (a_panel, b_panel): (Vec<T>, Vec<T>) = (
                bytemuck::allocation::cast_vec(now.a.wait()?),
                bytemuck::allocation::cast_vec(now.b.wait()?),
            );
            if number < panels {
                next = Some(self.begin_panels(a, b, panel(number))?);
            }
            let shaped = |extents: [usize; 2], values| {
                ArrayViewD::from_shape(IxDyn(&extents), values).expect("as many elements")
            };
            multiply_add(
                alpha,
                &shaped([rows, depth], &a_panel),
                &shaped([depth, cols], &b_panel),
                &mut self.view_mut(&meeting, Ghosts::Without),
            );
        }
        self.end(meeting)
    }

    /// Begins to get the rows of `a` and the columns of `b` that this process's part needs.
    fn begin_panels<'a>(
        &self,
        a: &'a Array<'_, T>,
        b: &'a Array<'_, T>,
        inner: Range<usize>,
    ) -> Result<Panels<'a, T>, Error> {
        let own = self.distribution.local_extents(self.own);
        let depth = inner.len();
        let zeros = |len: usize| vec![bytemuck::cast(T::ZERO); len];
        let mut panels = Panels {
            inner: depth,
            a: Owned::new(a.armci, zeros(own[0] * depth)),
            b: Owned::new(b.armci, zeros(depth * own[1])),
        };
        for (rows, local) in self.distribution.runs(self.own, 0) {
            let region = [rows, inner.clone()];
            for piece in a.distribution.pieces(&region) {
                let at = (local + piece.region[0].start - region[0].start) * depth
                    + piece.region[1].start
                    - inner.start;
                let patch = shape(&piece.region, &[depth, 1], &piece.strides);
                panels
                    .a
                    .get_patch(&a.block, piece.rank, piece.at, at, &patch)?;
            }
        }
        for (cols, local) in self.distribution.runs(self.own, 1) {
            let region = [inner.clone(), cols];
            for piece in b.distribution.pieces(&region) {
                let at =
                    (piece.region[0].start - inner.start) * own[1] + local + piece.region[1].start
                        - region[1].start;
                let patch = shape(&piece.region, &[own[1], 1], &piece.strides);
                panels
                    .b
                    .get_patch(&b.block, piece.rank, piece.at, at, &patch)?;
            }
        }
        Ok(panels)
    }

    /// The inner size of a product. Fails unless the sizes match.
    fn check_factors(&self, a: &Array<'_, T>, b: &Array<'_, T>) -> Result<usize, Error> {
        if let (&[rows, cols], &[a_rows, inner], &[b_rows, b_cols]) =
            (self.extents(), a.extents(), b.extents())
            && (rows, cols, inner) == (a_rows, b_cols, b_rows)
        {
            return Ok(inner);
        }
        let what = format!(
            "matrices of {:?} and {:?} have no product of {:?}",
            a.extents(),
            b.extents(),
            self.extents()
        );
        Err(Error::argument(self.rank(), "a and b", what))
    }
}

fn shape(region: &[Range<usize>], here: &[usize], there: &[usize]) -> Patch {
    let counts: Vec<usize> = region.iter().map(ExactSizeIterator::len).collect();
    strided(&counts, here, there)
}
