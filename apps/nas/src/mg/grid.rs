//! A block of a grid, with a layer of ghosts around it.

/// Values at the points of a block, x fastest. Places count the ghosts: a block's own points are from 1 on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    /// With both layers of ghosts.
    sizes: [usize; 3],
    values: Vec<f64>,
}

impl Grid {
    /// Zeros at `points` points along each axis.
    pub(super) fn new(points: [usize; 3]) -> Grid {
        let sizes = points.map(|points| points + 2);
        Grid {
            sizes,
            values: vec![0.0; sizes.iter().product()],
        }
    }

    /// Own points along each axis.
    pub(super) fn points(&self) -> [usize; 3] {
        self.sizes.map(|size| size - 2)
    }

    /// Points along each axis with the ghosts.
    pub(super) fn sizes(&self) -> [usize; 3] {
        self.sizes
    }

    fn row_start(&self, y: usize, z: usize) -> usize {
        (z * self.sizes[1] + y) * self.sizes[0]
    }

    /// The points along x at a place.
    pub(super) fn row(&self, y: usize, z: usize) -> &[f64] {
        &self.values[self.row_start(y, z)..][..self.sizes[0]]
    }

    /// The points along x at a place.
    pub(super) fn row_mut(&mut self, y: usize, z: usize) -> &mut [f64] {
        let start = self.row_start(y, z);
        &mut self.values[start..][..self.sizes[0]]
    }

    /// All points at a z.
    pub(super) fn plane(&self, z: usize) -> &[f64] {
        let len = self.sizes[0] * self.sizes[1];
        &self.values[z * len..][..len]
    }

    /// All points at a z.
    pub(super) fn plane_mut(&mut self, z: usize) -> &mut [f64] {
        let len = self.sizes[0] * self.sizes[1];
        &mut self.values[z * len..][..len]
    }

    /// Copies all points at a z to another one.
    pub(super) fn copy_plane(&mut self, from: usize, to: usize) {
        let len = self.sizes[0] * self.sizes[1];
        self.values
            .copy_within(from * len..(from + 1) * len, to * len);
    }

    /// All points and ghosts become 0.
    pub(super) fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Copies the points and ghosts of a block that is part of `whole`, from the place `first` of that on.
    pub(super) fn cut_from(&mut self, whole: &Grid, first: [usize; 3]) {
        for z in 0..self.sizes[2] {
            for y in 0..self.sizes[1] {
                let row = &whole.row(first[1] + y, first[2] + z)[first[0]..];
                let width = self.sizes[0];
                self.row_mut(y, z).copy_from_slice(&row[..width]);
            }
        }
    }

    /// The sum of the squares of all own points.
    pub(super) fn square(&self) -> f64 {
        const LANES: usize = 4;
        let [x, y, z] = self.points();
        let mut sums = [0.0; LANES];
        for z in 1..=z {
            for y in 1..=y {
                for some in self.row(y, z)[1..=x].chunks(LANES) {
                    for (sum, value) in sums.iter_mut().zip(some) {
                        *sum += value * value;
                    }
                }
            }
        }
        sums.iter().sum()
    }
}
