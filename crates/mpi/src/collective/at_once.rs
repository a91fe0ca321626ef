//! Blocking collectives that this process carries out on a group without a future.
//!
//! This is the path of short data. Each function returns whether it has done the collective. If it
//! has not, the collective of the same name without `_at_once` must do it. Other members may take
//! either path, since both carry out the same operation on the group.

use farreach_runtime::collectives::{Group, Order, Source, Target};

use super::Root;
use super::combining::order_at_one;
use super::grouped::Combined;
use crate::comm::Comm;
use crate::data::Data;
use crate::error::Result;
use crate::mpi::Mpi;
use crate::operator::Operator;

impl Mpi {
    /// The group of a communicator, if a blocking collective may stay in the runtime until its end.
    #[inline]
    fn group_at_once<'a>(&self, comm: &'a Comm) -> Option<&'a Group> {
        comm.grouped.get()?.as_ref().filter(|_| !self.has_begun())
    }

    /// A barrier in the function with this name.
    #[inline]
    pub fn barrier_at_once(&self, comm: &Comm, function: &'static str) -> Result<bool> {
        let Some(group) = self.group_at_once(comm) else {
            return Ok(false);
        };
        comm.next_collective();
        let members = self.world().collectives_of(group).named(function);
        members.sync()?;
        Ok(true)
    }

    /// A broadcast of data that lies in a row.
    #[inline]
    pub fn broadcast_at_once(&self, comm: &Comm, root: Root, data: &mut Data) -> Result<bool> {
        if let Root::Rank(root) = root
            && !data.is_empty()
            && let Some(group) = self.group_at_once(comm)
            && let Some(row) = data.as_mut_row()
        {
            comm.next_collective();
            let members = self.world().collectives_of(group).named("MPI_Bcast");
            members.broadcast(root, Target::Private(row))?;
            return Ok(true);
        }
        Ok(false)
    }

    /// A reduction of dense data by an operation of the standard. Only the root has `into`, of the same
    /// length and datatype.
    #[inline]
    pub fn reduce_at_once(
        &self,
        comm: &Comm,
        root: Root,
        from: &mut Data,
        into: Option<&mut Data>,
        operator: &Operator,
    ) -> Result<bool> {
        let Root::Rank(root) = root else {
            return Ok(false);
        };
        let order = order_at_one(comm.size(), from, operator);
        let Some((group, combined)) = self.combined_at_once(comm, from, operator, order, root)
        else {
            return Ok(false);
        };
        let data = match into {
            Some(into) => {
                into.copy_from(from);
                into
            }
            None => from,
        };
        comm.next_collective();
        let data = Target::Private(data.as_mut_elements());
        let members = self.world().collectives_of(group).named("MPI_Reduce");
        members.reduce(root, data, &combined.operator())?;
        Ok(true)
    }

    /// A reduction of dense data to all by an operation of the standard. `from` and `into` have one
    /// length and datatype. In place they have one address.
    #[inline]
    pub fn all_reduce_at_once(
        &self,
        comm: &Comm,
        from: &mut Data,
        into: &mut Data,
        operator: &Operator,
    ) -> Result<bool> {
        let Some((group, combined)) = self.combined_at_once(comm, into, operator, Order::Folded, 0)
        else {
            return Ok(false);
        };
        comm.next_collective();
        let operator = combined.operator();
        let members = self.world().collectives_of(group).named("MPI_Allreduce");
        let is_in_place = from.as_mut_ptr() == into.as_mut_ptr();
        let target = Target::Private(into.as_mut_elements());
        if is_in_place {
            members.all_reduce(target, &operator)?;
        } else {
            let source = Source::Private(from.as_mut_elements());
            members.all_reduce_from(source, target, &operator)?;
        }
        Ok(true)
    }

    /// The group that combines such data at once, and how. `root` is the member that gets the result.
    #[inline]
    fn combined_at_once<'a>(
        &self,
        comm: &'a Comm,
        data: &Data,
        operator: &Operator,
        order: Order,
        root: u32,
    ) -> Option<(&'a Group, Combined)> {
        let group = self.group_at_once(comm)?;
        let combined = Combined::of(operator, data, order)?;
        let can_combine = group.can_combine(self.world(), combined.order, root);
        (can_combine && data.is_dense() && !data.is_empty()).then_some((group, combined))
    }
}
