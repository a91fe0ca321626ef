//! Collectives. All processes of the communicator call the same function, with slices of the same length.
//!
//! A collective works on memory of its own, which stays until the last message has ended, however the
//! collective ends.

use farreach_runtime::collectives::Scan;

use super::element::{Element, copy_of, elements, room};
use super::{Communicator, Result};
use crate::collective::{
    Root, Run, all_gather, all_reduce, all_to_all, barrier, broadcast, gather, reduce,
    reduce_scatter_block, scan, scatter,
};
use crate::datatype::Datatype;
use crate::error::{Class, Failure};
use crate::op::Op;
use crate::operator::Operator;

impl Communicator<'_> {
    /// Waits until all processes have called.
    pub fn barrier(&self) -> Result<()> {
        self.run(barrier)
    }

    /// Copies the slice of process `root` to all.
    pub fn broadcast<T: Element>(&self, data: &mut [T], root: u32) -> Result<()> {
        let root = self.root(root)?;
        let room = copy_of(data);
        self.run(|run| broadcast(run, root, room.clone()))?;
        data.copy_from_slice(&elements(&room));
        Ok(())
    }

    /// Collects the slices of all processes at `root`, in the order of the ranks. Others get `None`.
    pub fn gather<T: Element>(&self, from: &[T], root: u32) -> Result<Option<Vec<T>>> {
        let at = self.root(root)?;
        let is_root = self.rank() == root;
        let all = is_root.then(|| room::<T>(from.len() * self.size() as usize));
        self.run(|run| gather(run, at, Some(copy_of(from)), all.clone()))?;
        Ok(all.as_ref().map(elements))
    }

    /// Collects the slices of all processes in all, in the order of the ranks.
    ///
    /// ```
    /// use farreach::mpi;
    ///
    /// let mpi = mpi::init()?;
    /// let all = mpi.world();
    /// let ranks: Vec<u32> = (0..all.size()).collect();
    /// assert_eq!(all.all_gather(&[all.rank()])?, ranks);
    /// mpi.finalize()?;
    /// # Ok::<(), mpi::Error>(())
    /// ```
    pub fn all_gather<T: Element>(&self, from: &[T]) -> Result<Vec<T>> {
        let all = room::<T>(from.len() * self.size() as usize);
        self.run(|run| all_gather(run, Some(copy_of(from)), all.clone()))?;
        Ok(elements(&all))
    }

    /// Gives each process its part of the slice of `root`: `count` elements. Others' slices are not looked at.
    pub fn scatter<T: Element>(&self, from: &[T], count: usize, root: u32) -> Result<Vec<T>> {
        let at = self.root(root)?;
        let is_root = self.rank() == root;
        if is_root {
            self.check_parts(from.len(), Some(count))?;
        }
        let from = is_root.then(|| copy_of(from));
        let into = room::<T>(count);
        self.run(|run| scatter(run, at, from, Some(into.clone())))?;
        Ok(elements(&into))
    }

    /// Sends a part of the slice to each process, and receives one from each. The parts are equally long, and in the
    /// order of the ranks.
    pub fn all_to_all<T: Element>(&self, from: &[T]) -> Result<Vec<T>> {
        self.check_parts(from.len(), None)?;
        let all = room::<T>(from.len());
        self.run(|run| all_to_all(run, Some(copy_of(from)), all.clone()))?;
        Ok(elements(&all))
    }

    /// Combines the slices of all processes, element by element. Process `root` gets the result, others get `None`.
    pub fn reduce<T: Element>(&self, from: &[T], op: Op, root: u32) -> Result<Option<Vec<T>>> {
        let at = self.root(root)?;
        let operator = operator::<T>(op)?;
        let into = (self.rank() == root).then(|| room::<T>(from.len()));
        self.run(|run| reduce(run, at, copy_of(from), into.clone(), operator))?;
        Ok(into.as_ref().map(elements))
    }

    /// Combines the slices of all processes, element by element. All get the result, with the same bits.
    pub fn all_reduce<T: Element>(&self, from: &[T], op: Op) -> Result<Vec<T>> {
        let operator = operator::<T>(op)?;
        let into = room::<T>(from.len());
        self.run(|run| all_reduce(run, copy_of(from), into.clone(), operator))?;
        Ok(elements(&into))
    }

    /// Combines the slices of all processes, element by element. Each process gets its part of the result. The parts
    /// are equally long.
    pub fn reduce_scatter<T: Element>(&self, from: &[T], op: Op) -> Result<Vec<T>> {
        let operator = operator::<T>(op)?;
        let each = self.check_parts(from.len(), None)?;
        let into = room::<T>(each);
        self.run(|run| reduce_scatter_block(run, copy_of(from), into.clone(), operator))?;
        Ok(elements(&into))
    }

    /// Combines the slices of the processes up to this one, element by element.
    pub fn scan<T: Element>(&self, from: &[T], op: Op) -> Result<Vec<T>> {
        let operator = operator::<T>(op)?;
        let into = room::<T>(from.len());
        self.run(|run| scan(run, Scan::Inclusive, copy_of(from), into.clone(), operator))?;
        Ok(elements(&into))
    }

    /// Combines the slices of the processes before this one, element by element. Process 0 gets `None`.
    pub fn exclusive_scan<T: Element>(&self, from: &[T], op: Op) -> Result<Option<Vec<T>>> {
        let operator = operator::<T>(op)?;
        let into = room::<T>(from.len());
        self.run(|run| scan(run, Scan::Exclusive, copy_of(from), into.clone(), operator))?;
        Ok((self.rank() > 0).then(|| elements(&into)))
    }

    /// Drives the next collective to its end.
    fn run<F: Future<Output = Result<()>>>(&self, begin: impl FnOnce(Run) -> F) -> Result<()> {
        let run = Run::new(self.mpi(), &self.comm);
        self.mpi().block(&run.clone(), begin(run))
    }

    fn root(&self, root: u32) -> Result<Root> {
        self.check_rank(root, "root")
            .map_err(|failure| Failure::new(Class::Root, failure.what.clone()))?;
        Ok(Root::Rank(root))
    }

    /// The length of each process's part of `len` elements, which has to be `wanted` if that is given.
    fn check_parts(&self, len: usize, wanted: Option<usize>) -> Result<usize> {
        let size = self.size() as usize;
        let each = len / size;
        if len == each * size && wanted.is_none_or(|wanted| wanted == each) {
            return Ok(each);
        }
        let of = wanted.map_or_else(
            || "equal parts".to_owned(),
            |wanted| format!("parts of {wanted}"),
        );
        let what = format!("argument from: {len} elements are not {of} for {size} processes");
        Err(Failure::new(Class::Count, what))
    }
}

/// The operation on elements of a type.
fn operator<T: Element>(op: Op) -> Result<Operator> {
    let operator = Operator::Predefined(op);
    operator.check(&Datatype::basic(T::BASIC))?;
    Ok(operator)
}
