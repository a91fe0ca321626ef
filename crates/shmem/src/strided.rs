//! Strided puts and gets.

use farreach_runtime::Blocks;
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::{Element, Error, Initiator, Symmetric};

/// Which elements of an array take part in a transfer: blocks at equal distances.
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

    /// One element in each `stride`.
    pub const fn every(stride: usize) -> Steps {
        Steps {
            start: 0,
            block: 1,
            stride,
        }
    }

    /// Beginning with the element `start`.
    #[must_use]
    pub const fn from(self, start: usize) -> Steps {
        Steps { start, ..self }
    }

    /// `block` elements in each stride.
    #[must_use]
    pub const fn blocks_of(self, block: usize) -> Steps {
        Steps { block, ..self }
    }
}

impl<W: Base> Initiator<W> {
    /// Copies `count` blocks of `source` to as many of `dest` on PE `pe`; both have blocks of the same size. `source` can be
    /// reused when this returns.
    ///
    /// ```
    /// # use farreach_shmem::{self as shmem, Steps};
    /// let pe = shmem::init()?;
    /// // The second column of a matrix of 3 rows and 4 columns.
    /// let matrix = pe.alloc_zeroed::<i16>(12)?;
    /// pe.put_strided(&matrix, Steps::every(4).from(1), &[7, 8, 9], Steps::ALL, 3, 0)?;
    /// let mut got = [0; 12];
    /// pe.get(&matrix, 0, &mut got, 0)?;
    /// assert_eq!(got, [0, 7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn put_strided<T: Element>(
        &self,
        dest: &Symmetric<T>,
        to: Steps,
        source: &[T],
        from: Steps,
        count: usize,
        pe: u32,
    ) -> Result<(), Error> {
        let (offset, blocks) = self.blocks("put_strided", dest, to, from, count, pe)?;
        let source = self.after(source.len(), from).map(|at| &source[at..])?;
        self.through()
            .put_strided(self.rank(pe)?, offset, source.as_bytes(), blocks)
    }

    /// Copies `count` blocks of `source` on PE `pe` to as many of `into`; both have blocks of the same size.
    ///
    /// ```
    /// # use farreach_shmem::{self as shmem, Steps};
    /// let pe = shmem::init()?;
    /// let row = pe.alloc::<u8>(8)?;
    /// pe.write(&row, 0, b"abcdefgh")?;
    /// let mut got = *b"......";
    /// let (from, to) = (Steps::every(4).blocks_of(2), Steps::every(3).blocks_of(2).from(1));
    /// pe.get_strided(&row, from, &mut got, to, 2, 0)?;
    /// assert_eq!(&got, b".ab.ef");
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn get_strided<T: Element>(
        &self,
        source: &Symmetric<T>,
        from: Steps,
        into: &mut [T],
        to: Steps,
        count: usize,
        pe: u32,
    ) -> Result<(), Error> {
        let (offset, blocks) = self.blocks("get_strided", source, from, to, count, pe)?;
        let at = self.after(into.len(), to)?;
        self.through()
            .get_strided_elements(self.rank(pe)?, offset, &mut into[at..], blocks)
    }

    /// Where the first block of the object lies, and all of them for the runtime.
    fn blocks<T: Element>(
        &self,
        function: &'static str,
        object: &Symmetric<T>,
        there: Steps,
        here: Steps,
        count: usize,
        pe: u32,
    ) -> Result<(usize, Blocks), Error> {
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
        let offset = object.range(self, function, pe, there.start, elements)?;
        Ok((offset, blocks))
    }

    /// The first element of a slice of `len`.
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
