//! Transfers of patches and of single elements.

use std::collections::BTreeMap;
use std::ops::Range;

use farreach_armci::{Error as ArmciError, Owned};

use crate::array::elements;
use crate::{Array, Element, Error, Integer};

/// A transfer that was begun, with the elements that it owns.
#[must_use = "the elements of a get are known after a wait"]
#[derive(Debug)]
pub struct Begun<'a, T: Element> {
    owned: Owned<'a, T::Raw>,
}

impl<T: Element> Begun<'_, T> {
    /// Whether [`Begun::wait`] would return at once. Each call makes progress.
    pub fn test(&mut self) -> Result<bool, Error> {
        Ok(self.owned.test()?)
    }

    /// Waits until the elements of a get are here, or those of a put or an accumulate may be used
    /// for something else. Returns them.
    pub fn wait(self) -> Result<Vec<T>, Error> {
        Ok(bytemuck::allocation::cast_vec(self.owned.wait()?))
    }
}

impl<T: Element> Array<'_, T> {
    /// Copies `values` to the elements of a patch.
    pub fn put(&self, patch: &[Range<usize>], values: &[T]) -> Result<(), Error> {
        let pieces = self.pieces(patch)?;
        self.check_count("values", patch, values.len())?;
        let values: &[T::Raw] = bytemuck::cast_slice(values);
        self.armci.scope(|scope| {
            for piece in pieces {
                let (from, shape) = piece.transfer(patch);
                scope.put_patch(&self.block, piece.rank, piece.at, &values[from..], &shape)?;
            }
            Ok(())
        })
    }

    /// Copies the elements of a patch.
    pub fn get(&self, patch: &[Range<usize>]) -> Result<Vec<T>, Error> {
        self.check(patch)?;
        let mut values = vec![T::ZERO; elements(patch)];
        self.get_into(patch, &mut values)?;
        Ok(values)
    }

    /// Copies the elements of a patch to `into`.
    pub fn get_into(&self, patch: &[Range<usize>], into: &mut [T]) -> Result<(), Error> {
        let pieces = self.pieces(patch)?;
        self.check_count("into", patch, into.len())?;
        let parts: Vec<_> = pieces
            .into_iter()
            .map(|piece| {
                let (at, shape) = piece.transfer(patch);
                (piece.rank, piece.at, at, shape)
            })
            .collect();
        let into: &mut [T::Raw] = bytemuck::cast_slice_mut(into);
        self.armci.scope(|scope| {
            scope.get_patches(&self.block, into, &parts)?;
            Ok(())
        })
    }

    /// Adds `scale` times each of `values` to the elements of a patch. Each addition is atomic with
    /// respect to other accumulates.
    pub fn accumulate(&self, patch: &[Range<usize>], scale: T, values: &[T]) -> Result<(), Error> {
        let pieces = self.pieces(patch)?;
        self.check_count("values", patch, values.len())?;
        let values: &[T::Raw] = bytemuck::cast_slice(values);
        let scale: T::Raw = bytemuck::cast(scale);
        self.armci.scope(|scope| {
            for piece in pieces {
                let (from, shape) = piece.transfer(patch);
                let values = &values[from..];
                scope.accumulate_patch(&self.block, piece.rank, piece.at, scale, values, &shape)?;
            }
            Ok(())
        })
    }

    /// Begins an [`Array::put`] of values that the transfer owns until it has ended.
    pub fn begin_put(&self, patch: &[Range<usize>], values: Vec<T>) -> Result<Begun<'_, T>, Error> {
        let pieces = self.pieces(patch)?;
        self.check_count("values", patch, values.len())?;
        let mut owned = Owned::new(self.armci, bytemuck::allocation::cast_vec(values));
        for piece in pieces {
            let (from, shape) = piece.transfer(patch);
            owned.put_patch(&self.block, piece.rank, piece.at, from, &shape)?;
        }
        Ok(Begun { owned })
    }

    /// Begins an [`Array::get`]. Other processes may put the elements before the wait.
    ///
    /// ```
    /// use farreach::armci;
    /// use farreach::arrays::{Array, Layout};
    ///
    /// let armci = armci::init()?;
    /// let array = Array::<i32>::new(&armci, &Layout::block_cyclic(&[90], &[7]))?;
    /// let begun = array.begin_get(&[20..50])?;
    /// // the process computes meanwhile
    /// assert_eq!(begun.wait()?, [0; 30]);
    /// array.free()?;
    /// armci.finalize()?;
    /// # Ok::<(), farreach::arrays::Error>(())
    /// ```
    pub fn begin_get(&self, patch: &[Range<usize>]) -> Result<Begun<'_, T>, Error> {
        self.check(patch)?;
        self.begin_get_into(patch, vec![T::ZERO; elements(patch)])
    }

    /// Begins an [`Array::get`] to elements that the transfer owns until it has ended.
    pub fn begin_get_into(
        &self,
        patch: &[Range<usize>],
        into: Vec<T>,
    ) -> Result<Begun<'_, T>, Error> {
        let pieces = self.pieces(patch)?;
        self.check_count("into", patch, into.len())?;
        let mut owned = Owned::new(self.armci, bytemuck::allocation::cast_vec(into));
        for piece in pieces {
            let (into, shape) = piece.transfer(patch);
            owned.get_patch(&self.block, piece.rank, piece.at, into, &shape)?;
        }
        Ok(Begun { owned })
    }

    /// Begins an [`Array::accumulate`] of values that the transfer owns until it has ended.
    pub fn begin_accumulate(
        &self,
        patch: &[Range<usize>],
        scale: T,
        values: Vec<T>,
    ) -> Result<Begun<'_, T>, Error> {
        let pieces = self.pieces(patch)?;
        self.check_count("values", patch, values.len())?;
        let mut owned = Owned::new(self.armci, bytemuck::allocation::cast_vec(values));
        let scale: T::Raw = bytemuck::cast(scale);
        for piece in pieces {
            let (from, shape) = piece.transfer(patch);
            owned.accumulate_patch(&self.block, piece.rank, piece.at, scale, from, &shape)?;
        }
        Ok(Begun { owned })
    }

    /// Copies each of `values` to the element beside it. Of several values for one element, it is
    /// open which is kept.
    pub fn scatter<I: AsRef<[usize]>>(&self, indices: &[I], values: &[T]) -> Result<(), Error> {
        self.check_pairs(indices.len(), values.len())?;
        let values: &[T::Raw] = bytemuck::cast_slice(values);
        let by_owner = self.by_owner(indices, values.chunks(1))?;
        self.armci.scope(|scope| {
            for (&owner, pieces) in &by_owner {
                scope.put_pieces(&self.block, owner, pieces)?;
            }
            Ok::<_, ArmciError>(())
        })?;
        Ok(())
    }

    /// Adds `scale` times each of `values` to the element beside it. Each addition is atomic with
    /// respect to other accumulates.
    pub fn scatter_accumulate<I: AsRef<[usize]>>(
        &self,
        indices: &[I],
        scale: T,
        values: &[T],
    ) -> Result<(), Error> {
        self.check_pairs(indices.len(), values.len())?;
        let values: &[T::Raw] = bytemuck::cast_slice(values);
        let by_owner = self.by_owner(indices, values.chunks(1))?;
        let scale: T::Raw = bytemuck::cast(scale);
        self.armci.scope(|scope| {
            for (&owner, pieces) in &by_owner {
                scope.accumulate_pieces(&self.block, owner, scale, pieces)?;
            }
            Ok::<_, ArmciError>(())
        })?;
        Ok(())
    }

    /// Copies the elements with these indices.
    pub fn gather<I: AsRef<[usize]>>(&self, indices: &[I]) -> Result<Vec<T>, Error> {
        let mut values = vec![T::ZERO; indices.len()];
        let raw: &mut [T::Raw] = bytemuck::cast_slice_mut(&mut values);
        let by_owner = self.by_owner(indices, raw.chunks_mut(1))?;
        self.armci.scope(|scope| {
            for (owner, pieces) in by_owner {
                scope.get_pieces(&self.block, owner, pieces)?;
            }
            Ok::<_, ArmciError>(())
        })?;
        Ok(values)
    }

    /// Sorts what belongs to each index by the process that has the element.
    fn by_owner<I: AsRef<[usize]>, S>(
        &self,
        indices: &[I],
        slices: impl Iterator<Item = S>,
    ) -> Result<BTreeMap<u32, Vec<(usize, S)>>, Error> {
        let mut by_owner: BTreeMap<u32, Vec<(usize, S)>> = BTreeMap::new();
        for (index, slice) in indices.iter().zip(slices) {
            let (owner, at) = self.place(index.as_ref())?;
            by_owner.entry(owner).or_default().push((at, slice));
        }
        Ok(by_owner)
    }

    fn check_count(
        &self,
        argument: &'static str,
        patch: &[Range<usize>],
        given: usize,
    ) -> Result<(), Error> {
        let wanted = elements(patch);
        if given == wanted {
            return Ok(());
        }
        let what = format!("{given} elements, and the patch {patch:?} has {wanted}");
        Err(Error::argument(self.rank(), argument, what))
    }

    fn check_pairs(&self, indices: usize, values: usize) -> Result<(), Error> {
        if indices == values {
            return Ok(());
        }
        let what = format!("{values} values for {indices} indices");
        Err(Error::argument(self.rank(), "values", what))
    }
}

impl<T: Integer> Array<'_, T> {
    /// Adds `value` to an element, and returns what it was, in one step with respect to other calls
    /// of this.
    pub fn fetch_add(&self, index: &[usize], value: T) -> Result<T, Error> {
        let (owner, at) = self.place(index)?;
        Ok(self.block.fetch_add(owner, at, value)?)
    }
}
