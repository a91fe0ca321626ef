//! Strided puts and gets.

use farreach_runtime::Blocks;
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::{Element, Error, Initiator, On, Stepped};

/// The elements of an array that take part in a transfer: blocks at equal distances.
///
/// ```text
///   Steps::every(3)                            █··█··█··█
///   Steps::every(3).from(1)                    ·█··█··█··█
///   Steps::every(5).blocks_of(2)               ██···██···██
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    start: usize,
    block: usize,
    stride: usize,
}

impl Steps {
    /// Every element.
    pub const ALL: Steps = Steps::every(1);

    /// One element in every `stride`.
    ///
    /// Example: [`Initiator::get_strided`].
    pub const fn every(stride: usize) -> Steps {
        Steps {
            start: 0,
            block: 1,
            stride,
        }
    }

    /// Begins with the element `start`.
    ///
    /// Example: [`Initiator::get_strided`].
    #[must_use]
    pub const fn from(self, start: usize) -> Steps {
        Steps { start, ..self }
    }

    /// Takes `block` elements in every stride.
    ///
    /// Example: [`Initiator::get_strided`].
    #[must_use]
    pub const fn blocks_of(self, block: usize) -> Steps {
        Steps { block, ..self }
    }
}

impl<W: Base> Initiator<W> {
    /// Copies `count` blocks of `source` to as many on a PE. Both sides have blocks of the same
    /// size. `source` can be reused when this returns.
    ///
    /// ```
    /// use farreach::shmem::{self, Steps};
    ///
    /// let pe = shmem::init()?;
    /// // The second column of a matrix of 3 rows and 4 columns.
    /// let matrix = pe.alloc_zeroed::<i16>(12)?;
    /// let second = matrix.steps(Steps::every(4).from(1));
    /// pe.put_strided(second.on(0), &[7, 8, 9], Steps::ALL, 3)?;
    /// let mut got = [0; 12];
    /// pe.get_slice(matrix.on(0), &mut got)?;
    /// assert_eq!(got, [0, 7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn put_strided<T: Element>(
        &self,
        to: On<Stepped<T>>,
        source: &[T],
        from: Steps,
        count: usize,
    ) -> Result<(), Error> {
        let (rank, offset, blocks) = self.blocks("put_strided", to, from, count)?;
        let source = self.after(source.len(), from).map(|at| &source[at..])?;
        self.through()
            .put_strided(rank, offset, source.as_bytes(), blocks)
    }

    /// Copies `count` blocks on a PE to as many of `into`. Both sides have blocks of the same size.
    ///
    /// ```
    /// use farreach::shmem::{self, Steps};
    ///
    /// let pe = shmem::init()?;
    /// let row = pe.alloc::<u8>(8)?;
    /// pe.write(row, b"abcdefgh")?;
    /// let mut got = *b"......";
    /// let (from, to) = (Steps::every(4).blocks_of(2), Steps::every(3).blocks_of(2).from(1));
    /// pe.get_strided(row.steps(from).on(0), &mut got, to, 2)?;
    /// assert_eq!(&got, b".ab.ef");
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn get_strided<T: Element>(
        &self,
        from: On<Stepped<T>>,
        into: &mut [T],
        to: Steps,
        count: usize,
    ) -> Result<(), Error> {
        let (rank, offset, blocks) = self.blocks("get_strided", from, to, count)?;
        let at = self.after(into.len(), to)?;
        self.through()
            .get_strided_elements(rank, offset, &mut into[at..], blocks)
    }

    /// The rank of the PE, the offset of the first block, and the blocks in the runtime's terms.
    fn blocks<T: Element>(
        &self,
        function: &'static str,
        at: On<Stepped<T>>,
        here: Steps,
        count: usize,
    ) -> Result<(u32, usize, Blocks), Error> {
        let (object, there) = (at.place.object, at.place.steps);
        let wrong = |what| {
            Err(Error::Mismatch {
                rank: self.world().rank(),
                what,
            })
        };
        if here.block != there.block {
            return wrong(format!(
                "a strided transfer between blocks of {} and of {} elements: both are to have the same size",
                here.block, there.block
            ));
        }
        if let Some(Steps { block, stride, .. }) = [here, there]
            .into_iter()
            .find(|steps| steps.stride < steps.block)
        {
            return wrong(format!(
                "a strided transfer of blocks of {block} elements every {stride}: blocks may not overlap"
            ));
        }
        let bytes = |elements: usize| elements.saturating_mul(size_of::<T>());
        let blocks = Blocks {
            bytes: bytes(here.block),
            count,
            here: bytes(here.stride),
            there: bytes(there.stride),
        };
        let elements = match count.checked_sub(1) {
            None => 0,
            Some(steps) => steps
                .saturating_mul(there.stride)
                .saturating_add(there.block),
        };
        let offset = object.range_of(self, function, at.pe, there.start, elements)?;
        Ok((self.rank(function, at.pe)?, offset, blocks))
    }

    /// The index of the first element in a slice of `len` elements.
    fn after(&self, len: usize, steps: Steps) -> Result<usize, Error> {
        if steps.start <= len {
            return Ok(steps.start);
        }
        Err(Error::Mismatch {
            rank: self.world().rank(),
            what: format!(
                "a strided transfer from element {} on of a slice of {len}",
                steps.start
            ),
        })
    }
}
