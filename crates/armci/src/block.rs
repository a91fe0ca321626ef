//! Memory that all processes allocate together, and transfers from and to it that block.

#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;

use farreach_runtime::{AtomicOp, Piece, Scale, Shape, World};
use zerocopy::IntoBytes;

use crate::{Accumulable, Error, Patch, Value, Word};

/// Elements in the memory of every process, as many as each asked for. Elements are named by the
/// process and by their number there, from 0.
///
/// Bounds are checked against the greatest length of all processes. A process that reaches beyond
/// the length of another one, within the greatest, reaches memory that nobody uses.
pub struct Block<'w, T> {
    pub(crate) world: &'w World,
    /// The offset in the segment of every process.
    offset: usize,
    /// The number of elements of this process.
    own: usize,
    /// The greatest number of all processes.
    greatest: usize,
    element: PhantomData<T>,
}

impl<T> fmt::Debug for Block<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Block")
            .field("len", &self.own)
            .field("greatest", &self.greatest)
            .finish_non_exhaustive()
    }
}

impl<'w, T: Value> Block<'w, T> {
    pub(crate) fn allocate(world: &'w World, len: usize) -> Result<Block<'w, T>, Error> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or_else(|| {
            let what = format!(
                "{len} elements of {} bytes exceed the address space",
                size_of::<T>()
            );
            Error::argument(world.rank(), "len", what)
        })?;
        let allocated = world.allocate_of_own_size(bytes, align_of::<T>().max(64))?;
        Ok(Block {
            world,
            offset: allocated.offset,
            own: len,
            greatest: allocated.greatest / size_of::<T>().max(1),
            element: PhantomData,
        })
    }

    /// Frees the memory. Collective. No process may use it any more.
    pub fn free(self) -> Result<(), Error> {
        Ok(self.world.free(self.offset)?)
    }

    /// The number of elements of this process.
    pub fn len(&self) -> usize {
        self.own
    }

    /// Whether this process has none.
    pub fn is_empty(&self) -> bool {
        self.own == 0
    }

    /// The greatest number of elements that a process has.
    pub fn greatest_len(&self) -> usize {
        self.greatest
    }

    /// Stores `value` to all elements of this process.
    pub fn fill(&self, value: T) -> Result<(), Error> {
        const SOME: usize = 512;
        let values = [value; SOME];
        for at in (0..self.own).step_by(SOME) {
            let len = SOME.min(self.own - at);
            self.put(self.world.rank(), at, &values[..len])?;
        }
        Ok(())
    }

    /// Copies `from` to the elements of `pe` from `at` on. `from` may be changed when this returns.
    #[inline]
    pub fn put(&self, pe: u32, at: usize, from: &[T]) -> Result<(), Error> {
        let offset = self.place(at, from.len())?;
        Ok(self.world.direct().put(pe, offset, from.as_bytes())?)
    }

    /// Copies the elements of `pe` from `at` on to `into`.
    #[inline]
    pub fn get(&self, pe: u32, at: usize, into: &mut [T]) -> Result<(), Error> {
        let offset = self.place(at, into.len())?;
        Ok(self.world.direct().get_elements(pe, offset, into)?)
    }

    /// Adds `scale` times each element of `from` to the elements of `pe` from `at` on. Each
    /// addition is atomic with respect to other accumulates. `from` may be changed when this
    /// returns.
    pub fn accumulate(&self, pe: u32, at: usize, scale: T, from: &[T]) -> Result<(), Error>
    where
        T: Accumulable,
    {
        let offset = self.place(at, from.len())?;
        let shape = Shape::contiguous(size_of_val(from));
        // SAFETY: the elements are borrowed until this returns.
        Ok(unsafe {
            self.world.direct().accumulate_shape(
                pe,
                offset,
                from.as_ptr().cast(),
                &shape,
                scale.scale(),
            )
        }?)
    }

    /// Copies the elements of `from` that `patch` names to those of `pe` that it names from `at`
    /// on.
    ///
    /// ```
    /// use farreach::armci::{self, Patch};
    ///
    /// let armci = armci::init()?;
    /// // 8 rows of 10 elements
    /// let array = armci.allocate::<i32>(80)?;
    /// array.fill(0)?;
    /// armci.barrier()?;
    /// if armci.rank() == 0 {
    ///     // 2 rows of 3, to row 4 and column 5 of the last process
    ///     let patch = Patch::new(&[3, 2], &[3], &[10]).expect("one level");
    ///     array.put_patch(armci.size() - 1, 45, &[1, 2, 3, 4, 5, 6], &patch)?;
    /// }
    /// armci.barrier()?;
    /// let mut row = [0; 5];
    /// array.get(armci.size() - 1, 54, &mut row)?;
    /// assert_eq!(row, [0, 4, 5, 6, 0]);
    /// array.free()?;
    /// armci.finalize()?;
    /// # Ok::<(), armci::Error>(())
    /// ```
    pub fn put_patch(&self, pe: u32, at: usize, from: &[T], patch: &Patch) -> Result<(), Error> {
        let (offset, shape) = self.patch(at, from.len(), patch)?;
        // SAFETY: the patch's elements are inside of the slice, which is borrowed until this
        // returns.
        Ok(unsafe {
            self.world
                .direct()
                .put_shape(pe, offset, from.as_ptr().cast(), &shape)
        }?)
    }

    /// Copies the elements of `pe` that `patch` names from `at` on to those of `into` that it
    /// names.
    pub fn get_patch(
        &self,
        pe: u32,
        at: usize,
        into: &mut [T],
        patch: &Patch,
    ) -> Result<(), Error> {
        let (offset, shape) = self.patch(at, into.len(), patch)?;
        // SAFETY: the patch's elements are inside of the slice, which is borrowed exclusively until
        // this returns.
        Ok(unsafe {
            self.world
                .direct()
                .get_shape(pe, offset, into.as_mut_ptr().cast(), &shape)
        }?)
    }

    /// Adds `scale` times the elements of `from` that `patch` names to those of `pe` that it names
    /// from `at` on.
    pub fn accumulate_patch(
        &self,
        pe: u32,
        at: usize,
        scale: T,
        from: &[T],
        patch: &Patch,
    ) -> Result<(), Error>
    where
        T: Accumulable,
    {
        let (offset, shape) = self.patch(at, from.len(), patch)?;
        // SAFETY: as for `put_patch`.
        Ok(unsafe {
            self.world.direct().accumulate_shape(
                pe,
                offset,
                from.as_ptr().cast(),
                &shape,
                scale.scale(),
            )
        }?)
    }

    /// Copies each slice to the elements of `pe` from the number beside it on.
    pub fn put_pieces(&self, pe: u32, pieces: &[(usize, &[T])]) -> Result<(), Error> {
        let pieces = self.pieces(pieces)?;
        // SAFETY: the slices are borrowed until this returns.
        Ok(unsafe { self.world.direct().put_pieces(pe, &pieces) }?)
    }

    /// Copies to each slice the elements of `pe` from the number beside it on.
    pub fn get_pieces(&self, pe: u32, pieces: &mut [(usize, &mut [T])]) -> Result<(), Error> {
        let pieces = pieces.iter_mut().map(|(at, into)| {
            Ok(Piece {
                there: self.place(*at, into.len())?,
                bytes: size_of_val(&**into),
                here: into.as_mut_ptr().cast(),
            })
        });
        let pieces: Vec<Piece> = pieces.collect::<Result<_, Error>>()?;
        // SAFETY: the slices are borrowed exclusively until this returns.
        Ok(unsafe { self.world.direct().get_pieces(pe, &pieces) }?)
    }

    /// Adds `scale` times each slice to the elements of `pe` from the number beside it on.
    pub fn accumulate_pieces(
        &self,
        pe: u32,
        scale: T,
        pieces: &[(usize, &[T])],
    ) -> Result<(), Error>
    where
        T: Accumulable,
    {
        let scale: Scale = scale.scale();
        let pieces = self.pieces(pieces)?;
        // SAFETY: the slices are borrowed until this returns.
        Ok(unsafe { self.world.direct().accumulate_pieces(pe, &pieces, scale) }?)
    }

    /// Adds `value` to an element of `pe`. Returns what it was. Atomic with respect to
    /// [`Block::swap`] and other calls of this.
    pub fn fetch_add(&self, pe: u32, at: usize, value: T) -> Result<T, Error>
    where
        T: Word,
    {
        let offset = self.place(at, 1)?;
        let through = self.world.direct();
        let add = || AtomicOp::Add(value.to_bits());
        Ok(T::from_bits(through.atomic(pe, offset, T::WIDTH, add)?))
    }

    /// Stores `value` to an element of `pe`. Returns what it was.
    pub fn swap(&self, pe: u32, at: usize, value: T) -> Result<T, Error>
    where
        T: Word,
    {
        let offset = self.place(at, 1)?;
        let through = self.world.direct();
        let swap = || AtomicOp::Swap(value.to_bits());
        Ok(T::from_bits(through.atomic(pe, offset, T::WIDTH, swap)?))
    }

    /// The offset of `len` elements from `at` on.
    #[inline]
    pub(crate) fn place(&self, at: usize, len: usize) -> Result<usize, Error> {
        if at > self.greatest || len > self.greatest - at {
            return Err(self.outside(at, len));
        }
        Ok(self.offset + at * size_of::<T>())
    }

    /// The offset of a patch from `at` on, and its shape. `len` is the length of the slice here.
    pub(crate) fn patch(
        &self,
        at: usize,
        len: usize,
        patch: &Patch,
    ) -> Result<(usize, Shape), Error> {
        let size = size_of::<T>();
        let shape = patch.shape(self.world.rank(), size)?;
        if shape.span_here() > len * size {
            let span = shape.span_here() / size;
            let what = format!("it spans {span} elements, and the slice has {len}");
            return Err(Error::argument(self.world.rank(), "patch", what));
        }
        let offset = self.place(at, shape.span_there() / size.max(1))?;
        Ok((offset, shape))
    }

    fn pieces(&self, pieces: &[(usize, &[T])]) -> Result<Vec<Piece>, Error> {
        let each = pieces.iter().map(|&(at, from)| {
            Ok(Piece {
                here: from.as_ptr().cast_mut().cast(),
                there: self.place(at, from.len())?,
                bytes: size_of_val(from),
            })
        });
        each.collect()
    }

    #[cold]
    fn outside(&self, at: usize, len: usize) -> Error {
        let greatest = self.greatest;
        let what = format!("{len} elements from {at} on, but no process has more than {greatest}");
        Error::argument(self.world.rank(), "at", what)
    }
}
