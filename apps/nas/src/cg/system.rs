//! The linear system, and how its solution is found by all processes.

use anyhow::Result;

use super::STEPS;
use super::grid::Grid;
use super::matrix::{Matrix, Shape};
use crate::job::Job;
use crate::mailbox::Mailbox;

/// Values that are summed at a time.
const SUMS_MAX: usize = 2;

/// This process's part of the matrix and of the vectors, named as in the report.
pub(super) struct System<'a> {
    grid: Grid,
    matrix: Matrix,
    exchange: Exchange<'a>,
    x: Vec<f64>,
    z: Vec<f64>,
    r: Vec<f64>,
    p: Vec<f64>,
    q: Vec<f64>,
}

impl<'a> System<'a> {
    /// The system before the first iteration. Collective.
    pub(super) fn new(job: &'a Job<'a>, grid: Grid, shape: &Shape) -> Result<System<'a>> {
        let zeros = vec![0.0; grid.matrix_columns().len()];
        let mut system = System {
            grid,
            matrix: Matrix::new(shape, &grid),
            exchange: Exchange::new(job, grid)?,
            x: zeros.clone(),
            z: zeros.clone(),
            r: zeros.clone(),
            p: zeros.clone(),
            q: zeros,
        };
        system.restart();
        Ok(system)
    }

    /// The vector that iteration starts from.
    pub(super) fn restart(&mut self) {
        self.x.fill(1.0);
    }

    /// An inverse iteration: solves A z = x and makes z, normalised, the next x. Returns the product x z and the residual's
    /// norm.
    pub(super) fn iterate(&mut self) -> Result<(f64, f64)> {
        let residual = self.solve()?;
        let [product, square] = self
            .exchange
            .sum([dot(&self.x, &self.z), dot(&self.z, &self.z)])?;
        let scale = 1.0 / square.sqrt();
        for (x, z) in self.x.iter_mut().zip(&self.z) {
            *x = scale * z;
        }
        Ok((product, residual))
    }

    /// Steps of conjugate gradients. Returns the norm of x - A z.
    fn solve(&mut self) -> Result<f64> {
        self.z.fill(0.0);
        self.r.copy_from_slice(&self.x);
        self.p.copy_from_slice(&self.x);
        let [mut rho] = self.exchange.sum([dot(&self.r, &self.r)])?;
        for _ in 0..STEPS {
            self.exchange
                .multiply(&self.matrix, &self.grid, &self.p, &mut self.q)?;
            let [curvature] = self.exchange.sum([dot(&self.p, &self.q)])?;
            let alpha = rho / curvature;
            for (z, p) in self.z.iter_mut().zip(&self.p) {
                *z += alpha * p;
            }
            for (r, q) in self.r.iter_mut().zip(&self.q) {
                *r -= alpha * q;
            }
            let before = rho;
            [rho] = self.exchange.sum([dot(&self.r, &self.r)])?;
            let beta = rho / before;
            for (p, r) in self.p.iter_mut().zip(&self.r) {
                *p = r + beta * *p;
            }
        }
        self.exchange
            .multiply(&self.matrix, &self.grid, &self.z, &mut self.r)?;
        for (r, x) in self.r.iter_mut().zip(&self.x) {
            *r = x - *r;
        }
        let [square] = self.exchange.sum([dot(&self.r, &self.r)])?;
        Ok(square.sqrt())
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (some_a, last_a) = a.as_chunks::<LANES>();
    let (some_b, last_b) = b.as_chunks::<LANES>();
    for (a, b) in some_a.iter().zip(some_b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let last = last_a.iter().zip(last_b).map(|(a, b)| a * b).sum::<f64>();
    sums.iter().sum::<f64>() + last
}

/// What processes tell each other. The slots of the mailbox are, for each bit of the number of columns, one for products and one
/// for sums; then one for partners.
struct Exchange<'a> {
    mailbox: Mailbox<'a>,
    grid: Grid,
    /// A product of the row's matrix rows.
    product: Vec<f64>,
    /// What others have of it.
    other: Vec<f64>,
}

impl<'a> Exchange<'a> {
    fn new(job: &'a Job<'a>, grid: Grid) -> Result<Exchange<'a>> {
        let mut rooms = Vec::new();
        for _ in 0..grid.columns().trailing_zeros() {
            rooms.extend([grid.block_max(), SUMS_MAX]);
        }
        rooms.push(grid.block_max());
        Ok(Exchange {
            mailbox: Mailbox::new(job, &rooms)?,
            product: vec![0.0; grid.matrix_rows().len()],
            other: vec![0.0; grid.block_max()],
            grid,
        })
    }

    /// The bits of the number of columns, with their slot for products.
    fn bits(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.grid.columns().trailing_zeros() as usize).map(|bit| (1 << bit, 2 * bit))
    }

    /// Sums over the processes of a row, which have all parts of a vector; with the same bits for all.
    fn sum<const N: usize>(&mut self, mut values: [f64; N]) -> Result<[f64; N]> {
        for (bit, slot) in self.bits() {
            self.mailbox
                .send(slot + 1, self.grid.across(bit), &values)?;
            let mut others = [0.0; N];
            self.mailbox.take(slot + 1, &mut others)?;
            for (value, other) in values.iter_mut().zip(others) {
                *value += other;
            }
        }
        Ok(values)
    }

    /// The product of the matrix with a vector.
    fn multiply(
        &mut self,
        matrix: &Matrix,
        grid: &Grid,
        vector: &[f64],
        result: &mut [f64],
    ) -> Result<()> {
        let own = grid.places(grid.block_of_row());
        let mut bits = self.bits();
        if grid.blocks_of_row() == 2 {
            // The first exchange leaves each of two with one of the row's two blocks. The other one travels while the own
            // one is computed.
            let (bit, slot) = bits.next().expect("two columns at least");
            let others = grid.places(1 - grid.block_of_row());
            matrix.multiply(others.clone(), vector, &mut self.product[others.clone()]);
            self.mailbox
                .send(slot, grid.across(bit), &self.product[others])?;
            matrix.multiply(own.clone(), vector, &mut self.product[own.clone()]);
            self.add(slot, own.clone())?;
        } else {
            matrix.multiply(own.clone(), vector, &mut self.product[own.clone()]);
        }
        for (bit, slot) in bits {
            self.mailbox
                .send(slot, grid.across(bit), &self.product[own.clone()])?;
            self.add(slot, own.clone())?;
        }
        let partner = grid.partner();
        if partner == grid.across(0) {
            result.copy_from_slice(&self.product[own]);
            return Ok(());
        }
        let slot = 2 * grid.columns().trailing_zeros() as usize;
        self.mailbox.send(slot, partner, &self.product[own])?;
        self.mailbox.take(slot, result)
    }

    /// Adds what comes to a slot to a part of the product.
    fn add(&mut self, slot: usize, part: std::ops::Range<usize>) -> Result<()> {
        let others = &mut self.other[..part.len()];
        self.mailbox.take(slot, others)?;
        for (product, other) in self.product[part].iter_mut().zip(others) {
            *product += *other;
        }
        Ok(())
    }
}
