//! Memory that all processes allocate together, and transfers from and to it that block.

#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;
use std::ptr::NonNull;

use farreach_runtime::{AtomicOp, Piece, Scale, Shape, World};
use zerocopy::IntoBytes;

use crate::{Accumulable, Error, Group, Operation, Patch, Value, Word};

/// Elements in the memory of every process, or of every member of a group, as many as each asked
/// for. Elements are named by the process and by their number there, from 0. A process of a group's
/// block is named by its rank in the group.
///
/// Bounds are checked against the greatest length of all processes. A process that reaches beyond
/// the length of another one, within the greatest, reaches memory that nobody uses.
pub struct Block<'w, T> {
    pub(crate) world: &'w World,
    /// The offset in the segment of this process, and of every process if there are no `members`.
    offset: usize,
    /// The rank in the job of each member of a group, and the offset in its segment. `None` for a
    /// block of all processes.
    members: Option<Box<[(u32, usize)]>>,
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
        let bytes = Self::bytes(world, len)?;
        let allocated = world.allocate_of_own_size(bytes, align_of::<T>().max(64))?;
        Ok(Block {
            world,
            offset: allocated.offset,
            members: None,
            own: len,
            greatest: allocated.greatest / size_of::<T>().max(1),
            element: PhantomData,
        })
    }

    pub(crate) fn allocate_in(
        world: &'w World,
        group: &Group<'_>,
        len: usize,
    ) -> Result<Block<'w, T>, Error> {
        // A length that no memory has fails in the allocation, together with the other members.
        let bytes = Self::bytes(world, len).unwrap_or(isize::MAX as usize);
        let members = group.allocate(bytes)?;
        let mut greatest = [len as i64];
        group.reduce(Operation::Max, &mut greatest)?;
        Ok(Block {
            world,
            offset: members[group.rank() as usize].1,
            members: Some(members.into()),
            own: len,
            greatest: greatest[0] as usize,
            element: PhantomData,
        })
    }

    /// The size of `len` elements.
    fn bytes(world: &World, len: usize) -> Result<usize, Error> {
        len.checked_mul(size_of::<T>()).ok_or_else(|| {
            let size = size_of::<T>();
            let what = format!("{len} elements of {size} bytes exceed the address space");
            Error::argument(world.rank(), "len", what)
        })
    }

    /// Frees the memory. Collective over the processes that allocated it. No process may use it any
    /// more. The members of a group call [`Group::barrier`] before.
    pub fn free(self) -> Result<(), Error> {
        if self.members.is_some() {
            return Ok(self.world.free_alone(self.offset)?);
        }
        Ok(self.world.free(self.offset)?)
    }

    /// The address of this process's elements, which is valid until the memory is freed.
    ///
    /// Loads and stores at the address must not race with those of other processes. A store at the
    /// address wakes no process that waits for it.
    pub fn own_pointer(&self) -> NonNull<T> {
        let place = self.world.silent_pointer(self.world.rank(), self.offset);
        place.map_or(NonNull::dangling(), NonNull::cast)
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
        let me = self.own_rank();
        for at in (0..self.own).step_by(SOME) {
            let len = SOME.min(self.own - at);
            self.put(me, at, &values[..len])?;
        }
        Ok(())
    }

    /// Copies `from` to the elements of `pe` from `at` on. `from` may be changed when this returns.
    #[inline]
    pub fn put(&self, pe: u32, at: usize, from: &[T]) -> Result<(), Error> {
        let (pe, offset) = self.place(pe, at, from.len())?;
        Ok(self.world.direct().put(pe, offset, from.as_bytes())?)
    }

    /// Copies the elements of `pe` from `at` on to `into`.
    #[inline]
    pub fn get(&self, pe: u32, at: usize, into: &mut [T]) -> Result<(), Error> {
        let (pe, offset) = self.place(pe, at, into.len())?;
        Ok(self.world.direct().get_elements(pe, offset, into)?)
    }

    /// Adds `scale` times each element of `from` to the elements of `pe` from `at` on. Each
    /// addition is atomic with respect to other accumulates. `from` may be changed when this
    /// returns.
    pub fn accumulate(&self, pe: u32, at: usize, scale: T, from: &[T]) -> Result<(), Error>
    where
        T: Accumulable,
    {
        let (pe, offset) = self.place(pe, at, from.len())?;
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
        let (pe, offset, shape) = self.patch(pe, at, from.len(), patch)?;
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
        let (pe, offset, shape) = self.patch(pe, at, into.len(), patch)?;
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
        let (pe, offset, shape) = self.patch(pe, at, from.len(), patch)?;
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
        let (pe, pieces) = self.pieces(pe, pieces)?;
        // SAFETY: the slices are borrowed until this returns.
        Ok(unsafe { self.world.direct().put_pieces(pe, &pieces) }?)
    }

    /// Copies to each slice the elements of `pe` from the number beside it on.
    pub fn get_pieces(&self, pe: u32, pieces: &mut [(usize, &mut [T])]) -> Result<(), Error> {
        let (pe, pieces) = self.pieces_mut(pe, pieces)?;
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
        let (pe, pieces) = self.pieces(pe, pieces)?;
        // SAFETY: the slices are borrowed until this returns.
        Ok(unsafe { self.world.direct().accumulate_pieces(pe, &pieces, scale) }?)
    }

    /// Adds `value` to an element of `pe`. Returns what it was. Atomic with respect to
    /// [`Block::swap`] and other calls of this.
    ///
    /// Where processes share cores, a process of the node of `pe` gives its core up after the call: so all processes that draw
    /// their work from one counter draw about as often.
    pub fn fetch_add(&self, pe: u32, at: usize, value: T) -> Result<T, Error>
    where
        T: Word,
    {
        let (pe, offset) = self.place(pe, at, 1)?;
        let through = self.world.direct();
        let add = || AtomicOp::Add(value.to_bits());
        let drawn = through.atomic(pe, offset, T::WIDTH, add)?;
        self.world.has_drawn(pe);
        Ok(T::from_bits(drawn))
    }

    /// Stores `value` to an element of `pe`. Returns what it was.
    pub fn swap(&self, pe: u32, at: usize, value: T) -> Result<T, Error>
    where
        T: Word,
    {
        let (pe, offset) = self.place(pe, at, 1)?;
        let through = self.world.direct();
        let swap = || AtomicOp::Swap(value.to_bits());
        Ok(T::from_bits(through.atomic(pe, offset, T::WIDTH, swap)?))
    }

    /// This process, as the block names it.
    fn own_rank(&self) -> u32 {
        let own = self.world.rank();
        let Some(members) = &self.members else {
            return own;
        };
        let member = members.iter().position(|&(rank, _)| rank == own);
        member.map_or(own, |member| member as u32)
    }

    /// The rank in the job of `pe`, and the offset there of `len` elements from `at` on.
    #[inline]
    pub(crate) fn place(&self, pe: u32, at: usize, len: usize) -> Result<(u32, usize), Error> {
        if at > self.greatest || len > self.greatest - at {
            return Err(self.outside(at, len));
        }
        let (rank, base) = match &self.members {
            None => (pe, self.offset),
            Some(members) => match members.get(pe as usize) {
                Some(&member) => member,
                None => return Err(self.no_member(pe, members.len())),
            },
        };
        Ok((rank, base + at * size_of::<T>()))
    }

    /// The rank in the job of `pe`, the offset there of a patch from `at` on, and the patch's shape.
    /// `len` is the length of the slice here.
    pub(crate) fn patch(
        &self,
        pe: u32,
        at: usize,
        len: usize,
        patch: &Patch,
    ) -> Result<(u32, usize, Shape), Error> {
        let size = size_of::<T>();
        let shape = patch.shape(self.world.rank(), size)?;
        if shape.span_here() > len * size {
            let span = shape.span_here() / size;
            let what = format!("it spans {span} elements, and the slice has {len}");
            return Err(Error::argument(self.world.rank(), "patch", what));
        }
        let (pe, offset) = self.place(pe, at, shape.span_there() / size.max(1))?;
        Ok((pe, offset, shape))
    }

    pub(crate) fn pieces(
        &self,
        pe: u32,
        pieces: &[(usize, &[T])],
    ) -> Result<(u32, Vec<Piece>), Error> {
        let (rank, _) = self.place(pe, 0, 0)?;
        let each = pieces.iter().map(|&(at, from)| {
            Ok(Piece {
                here: from.as_ptr().cast_mut().cast(),
                there: self.place(pe, at, from.len())?.1,
                bytes: size_of_val(from),
            })
        });
        Ok((rank, each.collect::<Result<_, Error>>()?))
    }

    pub(crate) fn pieces_mut(
        &self,
        pe: u32,
        pieces: &mut [(usize, &mut [T])],
    ) -> Result<(u32, Vec<Piece>), Error> {
        let (rank, _) = self.place(pe, 0, 0)?;
        let each = pieces.iter_mut().map(|(at, into)| {
            Ok(Piece {
                there: self.place(pe, *at, into.len())?.1,
                bytes: size_of_val(&**into),
                here: into.as_mut_ptr().cast(),
            })
        });
        Ok((rank, each.collect::<Result<_, Error>>()?))
    }

    #[cold]
    fn no_member(&self, pe: u32, size: usize) -> Error {
        let what = format!("there is no process {pe}: the group has {size}, numbered from 0");
        Error::argument(self.world.rank(), "pe", what)
    }

    #[cold]
    fn outside(&self, at: usize, len: usize) -> Error {
        let greatest = self.greatest;
        let what = format!("{len} elements from {at} on, but no process has more than {greatest}");
        Error::argument(self.world.rank(), "at", what)
    }
}
