//! The parts of a collective over several nodes that the members of one node do among each other.

use crate::exchange::{Counts, WrongCount};
use crate::mode::WaitMode;
use crate::process::Process;
use crate::{Collectives, Operator, Source, Target};
use alloc::vec;
use alloc::vec::Vec;

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// A broadcast among the members of this node, from member `root` of the node.
    pub(super) async fn broadcast_near(
        &self,
        root: u32,
        data: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let near = self.on_node();
        let mut state = near.turn();
        near.broadcast_local(&mut state, root as usize, data).await
    }

    /// A reduction among the members of this node, to the first.
    pub(super) async fn reduce_near(
        &self,
        data: &mut Target<'_>,
        operator: &Operator<'_>,
    ) -> Result<(), P::Error> {
        let near = self.on_node();
        let mut state = near.turn();
        near.reduce_local(&mut state, 0, data, operator).await
    }

    /// Gathers the equally long sources of this node's members at the first member.
    pub(super) async fn gather_near(&self, source: &Source<'_>) -> Result<Vec<u8>, P::Error> {
        let topology = self.group.topology();
        let mut share = Vec::new();
        let target = topology.is_leader().then(|| {
            share = vec![0; source.len() * topology.local.len()];
            Target::Private(&mut share)
        });
        let near = self.on_node();
        let mut state = near.turn();
        near.gather_local(&mut state, 0, source, target).await?;
        drop(state);
        Ok(share)
    }

    /// Distributes the first member's data to this node's members, in equally long parts.
    pub(super) async fn scatter_near(
        &self,
        share: &[u8],
        target: &mut Target<'_>,
    ) -> Result<(), P::Error> {
        let source = Source::Private(share);
        let source = self.group.topology().is_leader().then_some(&source);
        let near = self.on_node();
        let mut state = near.turn();
        near.scatter_local(&mut state, 0, source, target).await
    }

    /// All sources of this node's members, concatenated.
    pub(super) async fn collect_near(&self, source: &Source<'_>) -> Result<Vec<u8>, P::Error> {
        let mut all = Vec::new();
        let into = &mut all;
        let near = self.on_node();
        let mut state = near.turn();
        near.collect_local(&mut state, source, move |total| {
            into.resize(total, 0);
            Ok(Target::Private(into))
        })
        .await?;
        drop(state);
        Ok(all)
    }

    /// An exchange among the members of this node.
    pub(super) async fn exchange_near(
        &self,
        sent: (&Source<'_>, Counts<'_>),
        received: (&mut Target<'_>, Counts<'_>),
    ) -> Result<Option<WrongCount>, P::Error> {
        let near = self.on_node();
        let mut state = near.turn();
        near.all_to_all_v_local(&mut state, sent, received).await
    }
}
