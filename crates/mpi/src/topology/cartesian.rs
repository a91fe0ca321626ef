//! Cartesian grids. Ranks are in the order of C: the last coordinate changes fastest.

use super::TopologyError;

/// A grid of processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cartesian {
    sizes: Vec<usize>,
    periodic: Vec<bool>,
}

/// What a process is in a part of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The part as a grid of its own.
    pub grid: Cartesian,
    /// Which part it is. The processes of a part have one number.
    pub color: usize,
    /// The process's rank in the part.
    pub rank: usize,
}

impl Cartesian {
    /// A grid of these sizes, of which each dimension may wrap around. A grid of no dimensions has one
    /// process.
    pub fn new(sizes: Vec<usize>, periodic: Vec<bool>) -> Result<Self, TopologyError> {
        if periodic.len() != sizes.len() {
            return Err(TopologyError::Dimensions {
                given: periodic.len(),
                dimensions: sizes.len(),
            });
        }
        if let Some(dimension) = sizes.iter().position(|size| *size == 0) {
            return Err(TopologyError::EmptyDimension { dimension });
        }
        sizes
            .iter()
            .try_fold(1_usize, |product, size| product.checked_mul(*size))
            .filter(|size| isize::try_from(*size).is_ok())
            .ok_or(TopologyError::TooLarge)?;
        Ok(Cartesian { sizes, periodic })
    }

    /// Processes of each dimension.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Which dimensions wrap around.
    pub fn periodic(&self) -> &[bool] {
        &self.periodic
    }

    /// All processes.
    pub fn size(&self) -> usize {
        self.sizes.iter().product()
    }

    /// The rank at these coordinates. Coordinates of periodic dimensions wrap around.
    pub fn rank(&self, coordinates: &[isize]) -> Result<usize, TopologyError> {
        if coordinates.len() != self.sizes.len() {
            return Err(TopologyError::Dimensions {
                given: coordinates.len(),
                dimensions: self.sizes.len(),
            });
        }
        let mut rank = 0;
        for (dimension, coordinate) in coordinates.iter().enumerate() {
            let size = self.sizes[dimension];
            let inside = self
                .wrapped(dimension, *coordinate)
                .ok_or(TopologyError::Outside {
                    dimension,
                    coordinate: *coordinate,
                    size,
                })?;
            rank = rank * size + inside;
        }
        Ok(rank)
    }

    /// The coordinates of a rank.
    pub fn coordinates(&self, rank: usize) -> Result<Vec<usize>, TopologyError> {
        let size = self.size();
        if rank >= size {
            return Err(TopologyError::Rank { rank, size });
        }
        let mut coordinates = vec![0; self.sizes.len()];
        let mut rest = rank;
        for (coordinate, size) in coordinates.iter_mut().zip(&self.sizes).rev() {
            *coordinate = rest % size;
            rest /= size;
        }
        Ok(coordinates)
    }

    /// From whom and to whom a shift of data along a dimension goes: source and destination. At the
    /// ends of a dimension that does not wrap around there is nobody.
    pub fn shift(
        &self,
        rank: usize,
        dimension: usize,
        displacement: isize,
    ) -> Result<(Option<usize>, Option<usize>), TopologyError> {
        if dimension >= self.sizes.len() {
            return Err(TopologyError::NoDimension {
                dimension,
                dimensions: self.sizes.len(),
            });
        }
        let own = self.coordinates(rank)?[dimension];
        let stride: usize = self.sizes[dimension + 1..].iter().product();
        let at = |coordinate: Option<isize>| {
            let inside = self.wrapped(dimension, coordinate?)?;
            Some(rank - own * stride + inside * stride)
        };
        // A period makes any displacement one within the dimension.
        let displacement = if self.periodic[dimension] {
            displacement % self.sizes[dimension] as isize
        } else {
            displacement
        };
        let own = own as isize;
        Ok((
            at(own.checked_sub(displacement)),
            at(own.checked_add(displacement)),
        ))
    }

    /// The neighbours of a process, in the order of neighbourhood collectives: for each dimension the
    /// one below and the one above.
    pub fn neighbours(&self, rank: usize) -> Result<Vec<Option<usize>>, TopologyError> {
        let mut neighbours = Vec::with_capacity(2 * self.sizes.len());
        for dimension in 0..self.sizes.len() {
            let (below, above) = self.shift(rank, dimension, 1)?;
            neighbours.extend([below, above]);
        }
        Ok(neighbours)
    }

    /// The part of the grid that a process is in if only the dimensions that `remain` are kept.
    pub fn sub(&self, remain: &[bool], rank: usize) -> Result<Part, TopologyError> {
        if remain.len() != self.sizes.len() {
            return Err(TopologyError::Dimensions {
                given: remain.len(),
                dimensions: self.sizes.len(),
            });
        }
        let coordinates = self.coordinates(rank)?;
        let mut grid = Cartesian {
            sizes: Vec::new(),
            periodic: Vec::new(),
        };
        let (mut color, mut inside) = (0, 0);
        for (dimension, coordinate) in coordinates.into_iter().enumerate() {
            let size = self.sizes[dimension];
            if remain[dimension] {
                grid.sizes.push(size);
                grid.periodic.push(self.periodic[dimension]);
                inside = inside * size + coordinate;
            } else {
                color = color * size + coordinate;
            }
        }
        Ok(Part {
            grid,
            color,
            rank: inside,
        })
    }

    /// A coordinate within its dimension, if it is in the grid.
    fn wrapped(&self, dimension: usize, coordinate: isize) -> Option<usize> {
        let size = self.sizes[dimension];
        if self.periodic[dimension] {
            return Some(coordinate.rem_euclid(size as isize) as usize);
        }
        usize::try_from(coordinate)
            .ok()
            .filter(|coordinate| *coordinate < size)
    }
}
