//! The collectives as calls that return when this member is done.

use farreach_collectives::run;

use super::{Collectives, Counts, Group, Members, Operator, Scan, Source, Strided, Target};
use crate::Error;

impl Collectives<'_> {
    /// Waits until all members have called, and all their earlier operations are complete
    /// everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        if self.run.compares() {
            run(|| self.run.compare("barrier", &[]))?;
        }
        let quiet = self.run.process().direct().quiet();
        run(|| self.run.sync_compared())?;
        quiet
    }

    /// Waits until all members have called. The members' earlier stores to memory of their own
    /// nodes are visible afterwards. Operations toward other processes are not completed.
    pub fn sync(&self) -> Result<(), Error> {
        run(|| self.run.sync())
    }

    /// Copies the `data` of the member `root` to the `data` of all other members. All members give
    /// the same length.
    pub fn broadcast(&self, root: u32, data: Target<'_>) -> Result<(), Error> {
        run(|| self.run.broadcast(root, data))
    }

    /// Collects the members' `source`s, which have one length, in the `target` of the member
    /// `root`, in the order of the members. Only the root's `target` is used.
    pub fn gather(
        &self,
        root: u32,
        source: Source<'_>,
        target: Option<Target<'_>>,
    ) -> Result<(), Error> {
        run(|| self.run.gather(root, source, target))
    }

    /// Collects the members' `source`s, which have one length, in the `target`s of all members, in
    /// the order of the members.
    pub fn all_gather(&self, source: Source<'_>, target: Target<'_>) -> Result<(), Error> {
        run(|| self.run.all_gather(source, target))
    }

    /// Collects the members' `source`s, which may have different lengths, in the order of the
    /// members. Returns the bytes, and the length of each source.
    pub fn collect(&self, source: Source<'_>) -> Result<(Vec<u8>, Vec<usize>), Error> {
        run(|| self.run.collect(source))
    }

    /// Collects as [`Collectives::collect`] does, to the memory that `target` returns for the sum
    /// of the lengths. Returns the length of each source.
    pub fn collect_into<'t>(
        &self,
        source: Source<'_>,
        target: impl FnOnce(usize) -> Target<'t>,
    ) -> Result<Vec<usize>, Error> {
        run(|| self.run.collect_into(source, target))
    }

    /// Gives each member its part of the `source` of the member `root`. A part is as long as the
    /// member's `target`. All members give the same length. Only the root's `source` is used.
    pub fn scatter(
        &self,
        root: u32,
        source: Option<Source<'_>>,
        target: Target<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.scatter(root, source, target))
    }

    /// Sends the i-th block of `source` to the member i, for all i. `target` gets the blocks that
    /// the members have for this one, in the order of the members. All blocks have one length.
    pub fn all_to_all(&self, source: Source<'_>, target: Target<'_>) -> Result<(), Error> {
        run(|| self.run.all_to_all(source, target))
    }

    /// Sends the next `sent.elements[i]` elements of `source` to the member i, for all i in order.
    /// `target` gets `received.elements[i]` elements from each member i, in the order of the
    /// members. The members don't tell each other these counts. A member that does not know what it
    /// receives first exchanges the counts with [`Collectives::all_to_all`].
    ///
    /// # Errors
    /// Before anything is sent: if there is not one count for each member, or the counts do not
    /// make up all of `source` and `target`. At the receiver, when all members have what they could
    /// get: if a member sent another count than the receiver gave. Then the smaller number of
    /// elements was received.
    pub fn all_to_all_v(
        &self,
        source: Source<'_>,
        sent: Counts<'_>,
        target: Target<'_>,
        received: Counts<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.all_to_all_v(source, sent, target, received))
    }

    /// Combines the members' `data` element by element. All members get the same result, bit for
    /// bit. All members give the same length.
    pub fn all_reduce(&self, data: Target<'_>, operator: &Operator<'_>) -> Result<(), Error> {
        run(|| self.run.all_reduce_into(None, data, operator))
    }

    /// Combines the members' `data` element by element into the `data` of the member `root`. The
    /// other members' `data` does not change. All members give the same length.
    pub fn reduce(
        &self,
        root: u32,
        data: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.reduce(root, data, operator))
    }

    /// Combines the members' `source`s element by element, and gives each member its block of the
    /// result. A block is as long as the member's `target`. All sources have one length.
    pub fn reduce_scatter(
        &self,
        source: Source<'_>,
        target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.reduce_scatter(source, target, operator))
    }

    /// Combines, for each member, the `data` of the members up to it, element by element.
    pub fn scan(&self, scan: Scan, data: Target<'_>, operator: &Operator<'_>) -> Result<(), Error> {
        run(|| self.run.scan(scan, data, operator))
    }

    /// Copies the `source` of the member `root` to the `target`s of all members. The root may give
    /// no target. Only the root's `source` is used. All members give the same length.
    pub fn broadcast_from(
        &self,
        root: u32,
        source: Source<'_>,
        target: Option<Target<'_>>,
    ) -> Result<(), Error> {
        run(|| self.run.broadcast_from(root, source, target))
    }

    /// Combines as [`Collectives::all_reduce`] does, from the members' `source`s into their
    /// `target`s. Source and target are the same bytes, or do not overlap.
    pub fn all_reduce_from(
        &self,
        source: Source<'_>,
        target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.all_reduce_from(source, target, operator))
    }

    /// Combines as [`Collectives::scan`] does, from the members' `source`s into their `target`s.
    /// Source and target are the same bytes, or do not overlap.
    pub fn scan_from(
        &self,
        scan: Scan,
        source: Source<'_>,
        target: Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), Error> {
        run(|| self.run.scan_from(scan, source, target, operator))
    }

    /// Sends the i-th `count` elements of `source` to the member i, for all i. `target` gets the
    /// elements that the members have for this one, in the order of the members. Bytes between
    /// elements do not change. All members give the same counts and units.
    pub fn all_to_all_strided(
        &self,
        source: Source<'_>,
        target: Target<'_>,
        strided: Strided,
    ) -> Result<(), Error> {
        run(|| self.run.all_to_all_strided(source, target, strided))
    }

    /// Makes new groups of this group's members. Each member names the ranks of its new group, as
    /// all members of that group do, or none. Collective over this group.
    pub fn split(&self, members: Option<Members>) -> Result<Option<Group>, Error> {
        run(|| self.run.split(members))
    }

    /// Ends the group. Collective over its members, which must not use it any more.
    pub fn disband(&self) -> Result<(), Error> {
        run(|| self.run.disband())
    }
}
