//! The collectives as calls that return when this member is done.

use farreach_collectives::run;

use super::{Collectives, Counts, Group, Members, Operator, Scan, Source, Strided, Target};
use crate::Error;

impl Collectives<'_> {
    /// Waits until all members have called it and all operations of theirs before it are complete everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        if self.run.compares() {
            run(|| self.run.compare("barrier", &[]))?;
        }
        let quiet = self.run.process().direct().quiet();
        run(|| self.run.sync_compared())?;
        quiet
    }

    /// Waits until all members have called it. Orders what they stored in memory of their own nodes, but completes no
    /// operation toward others.
    pub fn sync(&self) -> Result<(), Error> {
        run(|| self.run.sync())
    }

    /// Copies the `data` of the member `root` to all others'. All give the same length.
    pub fn broadcast(&self, root: u32, data: Target<'_>) -> Result<(), Error> {
        run(|| self.run.broadcast(root, data))
    }

    /// Collects equally long `source`s in the `target` of the member `root`, in the order of the members. Others' `target`
    /// is not looked at.
    pub fn gather(
        &self,
        root: u32,
        source: Source<'_>,
        target: Option<Target<'_>>,
    ) -> Result<(), Error> {
        run(|| self.run.gather(root, source, target))
    }

    /// Collects all members' equally long `source`s in all `target`s, in the order of the members.
    pub fn all_gather(&self, source: Source<'_>, target: Target<'_>) -> Result<(), Error> {
        run(|| self.run.all_gather(source, target))
    }

    /// Collects all members' `source`s, which may be of different lengths, in the order of the members. Returns them and
    /// the length of each.
    pub fn collect(&self, source: Source<'_>) -> Result<(Vec<u8>, Vec<usize>), Error> {
        run(|| self.run.collect(source))
    }

    /// [`Collectives::collect`] to where `target` says for their length. Returns the lengths.
    pub fn collect_into<'t>(
        &self,
        source: Source<'_>,
        target: impl FnOnce(usize) -> Target<'t>,
    ) -> Result<Vec<usize>, Error> {
        run(|| self.run.collect_into(source, target))
    }

    /// Gives each member its part of the `source` of the member `root`: as many bytes as its `target` has. All give the
    /// same length. Others' `source` is not looked at.
    pub fn scatter(
        &self,
        root: u32,
        source: Option<Source<'_>>,
        target: Target<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.scatter(root, source, target))
    }

    /// Sends the i-th of the equally long blocks of `source` to the member i, for all i; `target` gets, in their order,
    /// the blocks that the members have for this one.
    pub fn all_to_all(&self, source: Source<'_>, target: Target<'_>) -> Result<(), Error> {
        run(|| self.run.all_to_all(source, target))
    }

    /// Sends the next `sent.elements[i]` elements of `source` to the member i, for i in order; `target` gets, in their
    /// order, `received.elements[i]` elements from each member i. Nothing tells the members of these counts: who does
    /// not know what it receives asks with [`Collectives::all_to_all`] of the counts before.
    ///
    /// # Errors
    /// Before anything is sent, if the counts are not one for each member or not all of `source` and `target`. At the
    /// receiver, when all have what they could get, if a member sent it another count than it gave; the smaller one of both was
    /// received.
    pub fn all_to_all_v(
        &self,
        source: Source<'_>,
        sent: Counts<'_>,
        target: Target<'_>,
        received: Counts<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.all_to_all_v(source, sent, target, received))
    }

    /// Combines the members' `data` element by element; all get the same result, bit for bit. All give the same length.
    pub fn all_reduce(&self, data: Target<'_>, operator: &Operator<'_>) -> Result<(), Error> {
        run(|| self.run.all_reduce_into(None, data, operator))
    }

    /// Combines the members' `data` element by element into that of the member `root`; the others' stays as it is. All
    /// give the same length.
    pub fn reduce(
        &self,
        root: u32,
        data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.reduce(root, data, operator))
    }

    /// Combines the members' equally long `source`s element by element and gives each member its block of the result:
    /// as many bytes as its `target` has.
    pub fn reduce_scatter(
        &self,
        source: Source<'_>,
        target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.reduce_scatter(source, target, operator))
    }

    /// Combines the `data` of the members up to each, element by element.
    pub fn scan(&self, scan: Scan, data: Target<'_>, operator: &Operator<'_>) -> Result<(), Error> {
        run(|| self.run.scan(scan, data, operator))
    }

    /// Copies the `source` of the member `root` to all members' `target`s; the root's is left as it was if it gives none.
    /// Others' `source` is not looked at. All give the same length.
    pub fn broadcast_from(
        &self,
        root: u32,
        source: Source<'_>,
        target: Option<Target<'_>>,
    ) -> Result<(), Error> {
        run(|| self.run.broadcast_from(root, source, target))
    }

    /// [`Collectives::all_reduce`] of the members' `source`s into their `target`s, which are the same bytes or others.
    pub fn all_reduce_from(
        &self,
        source: Source<'_>,
        target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.all_reduce_from(source, target, operator))
    }

    /// [`Collectives::scan`] of the members' `source`s into their `target`s, which are the same bytes or others.
    pub fn scan_from(
        &self,
        scan: Scan,
        source: Source<'_>,
        target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.scan_from(scan, source, target, operator))
    }

    /// Sends the i-th `count` elements of `source` to the member i, for all i; `target` gets, in their order, the elements that
    /// the members have for this one. What is between elements stays as it was. All give the same counts and units.
    pub fn all_to_all_strided(
        &self,
        source: Source<'_>,
        target: Target<'_>,
        strided: Strided,
    ) -> Result<(), Error> {
        run(|| self.run.all_to_all_strided(source, target, strided))
    }

    /// Makes new groups of members of this one: each member names the ranks of the group that it will be part of, alike
    /// with the others of that group, or none. Collective over this group.
    pub fn split(&self, members: Option<Members>) -> Result<Option<Group>, Error> {
        run(|| self.run.split(members))
    }

    /// Ends the group: collective over its members, which may not use it any more.
    pub fn disband(&self) -> Result<(), Error> {
        run(|| self.run.disband())
    }
}
