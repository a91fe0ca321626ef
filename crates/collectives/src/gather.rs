//! Broadcast, gather, all-gather, collect and scatter.

use crate::exchange::Counts;
use crate::group::GroupState;
use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Source, Target};
use alloc::vec;
use alloc::vec::Vec;

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Copies the `data` of the member `root` to all members. All give the same length.
    pub async fn broadcast(&self, root: u32, data: Target<'_>) -> Result<(), P::Error> {
        self.broadcast_copying(root, data, &mut None).await
    }

    /// Copies the `data` of the member `root` to all members. If the root takes its `copy`, the
    /// data is there too.
    pub(super) async fn broadcast_copying(
        &self,
        root: u32,
        mut data: Target<'_>,
        copy: &mut Option<Target<'_>>,
    ) -> Result<(), P::Error> {
        let values = [("the root", root.into()), ("the length", data.len() as u64)];
        if self.compares {
            self.compare("broadcast", &values).await?;
        }
        self.group.check_index(self.process, root)?;
        data.as_source().check(self.process)?;
        let mut state = self.turn();
        let result = if self.is_local() {
            self.broadcast_local(&mut state, root as usize, &mut data)
                .await
        } else {
            M::part(self.broadcast_far(&mut state, root, &mut data, copy)).await
        };
        self.or_abort(result)
    }

    async fn broadcast_far(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        data: &mut Target<'_>,
        copy: &mut Option<Target<'_>>,
    ) -> Result<(), P::Error> {
        let topology = self.group.topology();
        let root_node = self.group.node_of_member(self.process, root);
        // The node's leader gets the data first, before it goes to other nodes.
        let from_other = root_node == topology.node && topology.local[0] != root;
        if from_other {
            let root = self.group.place_on_node(root);
            self.broadcast_near(root, data).await?;
        }
        if topology.is_leader() {
            self.broadcast_nodes(state, root_node, data, copy).await?;
        }
        if topology.local.len() > 1 && !from_other {
            self.broadcast_near(0, data).await?;
        }
        Ok(())
    }

    /// Collects equally long `source`s in the `target` of the member `root`, in the order of the
    /// members. The `target` of other members is ignored.
    pub async fn gather(
        &self,
        root: u32,
        source: Source<'_>,
        target: Option<Target<'_>>,
    ) -> Result<(), P::Error> {
        let values = [
            ("the root", root.into()),
            ("the length", source.len() as u64),
        ];
        if self.compares {
            self.compare("gather", &values).await?;
        }
        self.group.check_index(self.process, root)?;
        let is_root = root as usize == self.index();
        let mut target = target.filter(|_| is_root);
        if is_root && target.is_none() {
            return Err(self.wrong_length("no target of a gather's root", 0, source.len()));
        }
        self.check_gather(&source, target.as_ref())?;
        let mut state = self.turn();
        let result = if self.is_local() {
            self.gather_local(&mut state, root as usize, &source, target)
                .await
        } else {
            M::part(self.gather_far(&mut state, root, &source, target.as_mut())).await
        };
        self.or_abort(result)
    }

    async fn gather_far(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        source: &Source<'_>,
        target: Option<&mut Target<'_>>,
    ) -> Result<(), P::Error> {
        let len = source.len();
        let root_node = self.group.node_of_member(self.process, root);
        let topology = self.group.topology();
        if topology.each_alone() {
            if self.is_bulk(len) {
                return self.gather_bulk(state, root_node, source, target).await;
            }
            let mut own = vec![0; len];
            source.copy_into(self.process, &mut own)?;
            let all = self.gather_nodes(state, root_node, &own, &|_| len).await?;
            return match (all, target) {
                (Some(all), Some(target)) => target.write(self.process, 0, &all),
                _ => Ok(()),
            };
        }
        let share = self.gather_near(source).await?;
        let by_node = self.group.members_by_node(self.process);
        let mut all = Vec::new();
        if topology.is_leader() {
            let bytes_of = |node: u32| by_node[node as usize].len() * len;
            let shares = self
                .gather_nodes(state, root_node, &share, &bytes_of)
                .await?;
            all = shares.map_or(all, |shares| self.by_member(&shares, len));
        }
        if topology.node == root_node && topology.local[0] != root {
            let bytes = len * self.size();
            all = self
                .pass_on_node(0, self.group.place_on_node(root), &all, bytes)
                .await?;
        }
        target.map_or(Ok(()), |target| target.write(self.process, 0, &all))
    }

    /// Collects all members' equally long `source`s in all `target`s, in the order of the members.
    pub async fn all_gather(&self, source: Source<'_>, target: Target<'_>) -> Result<(), P::Error> {
        if self.compares {
            self.compare("all_gather", &[("the length", source.len() as u64)])
                .await?;
        }
        self.all_gather_compared(source, target).await
    }

    /// [`Collectives::all_gather`] without a comparison of the members' calls.
    pub(super) async fn all_gather_compared(
        &self,
        source: Source<'_>,
        mut target: Target<'_>,
    ) -> Result<(), P::Error> {
        self.check_gather(&source, Some(&target))?;
        let mut state = self.turn();
        let result = if self.is_local() {
            self.all_gather_local(&mut state, &source, &mut target)
                .await
        } else {
            M::part(self.all_gather_far(&mut state, &source, &mut target)).await
        };
        self.or_abort(result)
    }

    async fn all_gather_far(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let len = source.len();
        let topology = self.group.topology();
        if topology.each_alone() {
            if self.is_bulk(len) {
                return self.all_gather_bulk(state, source, target).await;
            }
            let mut own = vec![0; len];
            source.copy_into(self.process, &mut own)?;
            let all = self.all_gather_nodes(state, own, &|_| len).await?;
            return target.write(self.process, 0, &all);
        }
        let share = self.gather_near(source).await?;
        if topology.is_leader() {
            let by_node = self.group.members_by_node(self.process);
            let bytes_of = |node: u32| by_node[node as usize].len() * len;
            let shares = self.all_gather_nodes(state, share, &bytes_of).await?;
            let all = self.by_member(&shares, len);
            target.write(self.process, 0, &all)?;
        }
        self.broadcast_near(0, target).await
    }

    fn check_gather(
        &self,
        source: &Source<'_>,
        target: Option<&Target<'_>>,
    ) -> Result<(), P::Error> {
        source.check(self.process)?;
        let Some(target) = target else {
            return Ok(());
        };
        target.as_source().check(self.process)?;
        let wanted = source.len() * self.size();
        if target.len() != wanted {
            return Err(self.wrong_length("the target", target.len(), wanted));
        }
        Ok(())
    }

    /// Copies bytes from one member of this node to another.
    async fn pass_on_node(
        &self,
        from: u32,
        to: u32,
        bytes: &[u8],
        len: usize,
    ) -> Result<Vec<u8>, P::Error> {
        let node = self.on_node();
        let own = node.group.index();
        let one = |of: u32, is_here: bool| {
            let mut counts = vec![0; node.size()];
            counts[of as usize] = if is_here { len } else { 0 };
            counts
        };
        let (sent, received) = (one(to, own == from), one(from, own == to));
        let source = if own == from { bytes } else { &[] };
        let mut target = vec![0; if own == to { len } else { 0 }];
        let counts = |elements| Counts { elements, unit: 1 };
        let (mut into, source) = (Target::Private(&mut target), Source::Private(source));
        let wrong = self
            .exchange_near((&source, counts(&sent)), (&mut into, counts(&received)))
            .await?;
        if let Some(wrong) = wrong {
            return Err(self.wrong_count(wrong, counts(&received)));
        }
        Ok(target)
    }

    /// Reorders blocks of `len` bytes from the order of the nodes to the order of the members.
    pub(super) fn by_member(&self, by_node: &[u8], len: usize) -> Vec<u8> {
        let mut all = vec![0; by_node.len()];
        let members = self.group.members_by_node(self.process).iter().flatten();
        for (&member, block) in members.zip(by_node.chunks_exact(len.max(1))) {
            all[member as usize * len..][..len].copy_from_slice(block);
        }
        all
    }

    /// Reorders blocks of `len` bytes from the order of the members to the order of the nodes.
    pub(super) fn by_node(&self, by_member: &[u8], len: usize) -> Vec<u8> {
        let members = self.group.members_by_node(self.process).iter().flatten();
        let mut all = Vec::with_capacity(by_member.len());
        members.for_each(|&member| {
            all.extend_from_slice(&by_member[member as usize * len..][..len]);
        });
        all
    }

    /// Collects all members' `source`s, which may have different lengths, in the order of the
    /// members. Returns the bytes and the length of each source.
    pub async fn collect(&self, source: Source<'_>) -> Result<(Vec<u8>, Vec<usize>), P::Error> {
        let mut all = Vec::new();
        let into = &mut all;
        let lengths = self
            .collect_into(source, move |total| {
                into.resize(total, 0);
                Target::Private(into)
            })
            .await?;
        Ok((all, lengths))
    }

    /// Collects all members' `source`s, which may have different lengths, in the order of the
    /// members. `target` gets the sum of the lengths and returns the place for the bytes. Returns
    /// the length of each source.
    pub async fn collect_into<'t>(
        &self,
        source: Source<'_>,
        target: impl FnOnce(usize) -> Target<'t>,
    ) -> Result<Vec<usize>, P::Error> {
        if self.compares {
            self.compare("collect", &[]).await?;
        }
        source.check(self.process)?;
        let checked = |total| {
            let target = target(total);
            target.as_source().check(self.process)?;
            if target.len() != total {
                return Err(self.wrong_length("the target", target.len(), total));
            }
            Ok(target)
        };
        if self.is_local() {
            let mut state = self.turn();
            let lengths = self.collect_local(&mut state, &source, checked).await;
            return self.or_abort(lengths);
        }
        let lengths = self.all_lengths(source.len()).await?;
        let mut target = self.or_abort(checked(lengths.iter().sum()))?;
        if lengths.iter().all(|&length| length == source.len()) {
            self.all_gather_compared(source, target).await?;
            return Ok(lengths);
        }
        let mut state = self.turn();
        let collected = M::part(self.collect_far(&mut state, &source, &lengths, &mut target)).await;
        self.or_abort(collected)?;
        Ok(lengths)
    }

    async fn collect_far(
        &self,
        state: &mut GroupState<P>,
        source: &Source<'_>,
        lengths: &[usize],
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let topology = self.group.topology();
        let by_node = self.group.members_by_node(self.process);
        let share = self.collect_near(source).await?;
        if topology.is_leader() {
            let length = |&member: &u32| lengths[member as usize];
            let bytes_of = |node: u32| by_node[node as usize].iter().map(length).sum();
            let shares = self.all_gather_nodes(state, share, &bytes_of).await?;
            let mut starts = Vec::with_capacity(lengths.len());
            let mut next = 0;
            for &len in lengths {
                starts.push(next);
                next += len;
            }
            let mut from = 0;
            for &member in by_node.iter().flatten() {
                let (start, len) = (starts[member as usize], lengths[member as usize]);
                target.write(self.process, start, &shares[from..from + len])?;
                from += len;
            }
        }
        if topology.local.len() > 1 {
            self.broadcast_near(0, target).await?;
        }
        Ok(())
    }

    /// Gathers the lengths of all members.
    async fn all_lengths(&self, own: usize) -> Result<Vec<usize>, P::Error> {
        let mut lengths = vec![0; 8 * self.size()];
        let own = (own as u64).to_ne_bytes();
        self.inside()
            .all_gather_compared(Source::Private(&own), Target::Private(&mut lengths))
            .await?;
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes")) as usize;
        Ok(lengths.chunks_exact(8).map(word).collect())
    }

    /// Distributes the `source` of the member `root`: each member gets as many bytes as its
    /// `target` has. All give the same length. The `source` of other members is ignored.
    pub async fn scatter(
        &self,
        root: u32,
        source: Option<Source<'_>>,
        mut target: Target<'_>,
    ) -> Result<(), P::Error> {
        let values = [
            ("the root", root.into()),
            ("the length", target.len() as u64),
        ];
        if self.compares {
            self.compare("scatter", &values).await?;
        }
        self.group.check_index(self.process, root)?;
        target.as_source().check(self.process)?;
        let is_root = self.group.index() == root;
        let source = source.filter(|_| is_root);
        if is_root {
            let (given, all) = (
                source.as_ref().map_or(0, Source::len),
                target.len() * self.size(),
            );
            if given != all {
                return Err(self.wrong_length("the root's source", given, all));
            }
        }
        if let Some(source) = &source {
            source.check(self.process)?;
        }
        let mut state = self.turn();
        let result = if self.is_local() {
            self.scatter_local(&mut state, root as usize, source.as_ref(), &mut target)
                .await
        } else {
            M::part(self.scatter_far(&mut state, root, source.as_ref(), &mut target)).await
        };
        self.or_abort(result)
    }

    async fn scatter_far(
        &self,
        state: &mut GroupState<P>,
        root: u32,
        source: Option<&Source<'_>>,
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let len = target.len();
        let root_node = self.group.node_of_member(self.process, root);
        let topology = self.group.topology();
        let is_alone = topology.each_alone();
        if is_alone && self.is_bulk(len) {
            return self.scatter_bulk(state, root_node, source, target).await;
        }
        let mut all = None;
        if let Some(source) = source {
            let mut bytes = vec![0; source.len()];
            source.copy_into(self.process, &mut bytes)?;
            all = Some(bytes);
        }
        if is_alone {
            let own = self.scatter_nodes(state, root_node, all, &|_| len).await?;
            return target.write(self.process, 0, &own);
        }
        if topology.node == root_node && topology.local[0] != root {
            let from = self.group.place_on_node(root);
            let bytes = len * self.size();
            let passed = self
                .pass_on_node(from, 0, &all.unwrap_or_default(), bytes)
                .await?;
            all = topology.is_leader().then_some(passed);
        }
        let mut share = Vec::new();
        if topology.is_leader() {
            let by_node = self.group.members_by_node(self.process);
            let bytes_of = |node: u32| by_node[node as usize].len() * len;
            let all = all.map(|all| self.by_node(&all, len));
            share = self.scatter_nodes(state, root_node, all, &bytes_of).await?;
        }
        self.scatter_near(&share, target).await
    }

    /// All members, beginning with the next one, so that members begin at different ones.
    pub(super) fn others_first(&self) -> impl Iterator<Item = usize> + use<P, M> {
        let (index, size) = (self.index(), self.size());
        (1..=size).map(move |distance| (index + distance) % size)
    }
}
