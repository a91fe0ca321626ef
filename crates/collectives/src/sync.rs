//! The barrier of a group. Within a node the members meet in shared memory. Between nodes the
//! leaders run a dissemination or a fan-in and fan-out over a tree.

use crate::Collectives;
use crate::channel::{ChannelId, CollectiveKind, Expected, Incoming, Outgoing};
use crate::group::GroupState;
use crate::mode::{Wait, WaitMode};
use crate::process::{Barrier, Process};

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Waits until all members have called. Orders the members' stores to memory of their own
    /// nodes. Completes no operation toward other nodes.
    pub async fn sync(&self) -> Result<(), P::Error> {
        if self.compares {
            self.compare("sync", &[]).await?;
        }
        self.sync_compared().await
    }

    /// [`Collectives::sync`] without a comparison of the members' calls.
    pub async fn sync_compared(&self) -> Result<(), P::Error> {
        let mut state = self.turn();
        if self.is_local() {
            self.synchronize_local(&mut state).await;
            return Ok(());
        }
        let synced = M::part(self.synchronize_far(&mut state)).await;
        self.or_abort(synced)
    }

    pub(super) async fn synchronize_far(&self, state: &mut GroupState<P>) -> Result<(), P::Error> {
        let topology = self.group.topology();
        let barrier = &self.group.barrier;
        let (arrival, _) = barrier.arrive();
        if !topology.is_leader() {
            let wait = Wait::Release {
                barrier,
                arrival,
                in_node: false,
            };
            self.wait_near(wait).await;
            return Ok(());
        }
        if !barrier.have_arrived() {
            self.wait_near(Wait::Arrivals(barrier)).await;
        }
        self.synchronize_nodes(state).await?;
        barrier.release();
        Ok(())
    }

    pub(super) async fn synchronize_nodes(
        &self,
        state: &mut GroupState<P>,
    ) -> Result<(), P::Error> {
        let topology = self.group.topology();
        if topology.nodes() <= self.switches.dissemination_max {
            return self.disseminate(state).await;
        }
        let links = self.links(0);
        for child in &links.children {
            self.receive(state, CollectiveKind::Barrier, child.up(), &mut [])
                .await?;
        }
        if let Some(parent) = links.parent {
            self.send(state, CollectiveKind::Barrier, parent.up(), &[])
                .await?;
            self.receive(state, CollectiveKind::Barrier, parent.down, &mut [])
                .await?;
        }
        for child in links.outward() {
            self.send(state, CollectiveKind::Barrier, child.down, &[])
                .await?;
        }
        self.flush_posted();
        Ok(())
    }

    /// The dissemination barrier of D. Hensgen, R. Finkel and U. Manber (1988), in log2 rounds: in
    /// round `k` each leader sends a message to the node `2^k` ahead.
    async fn disseminate(&self, state: &mut GroupState<P>) -> Result<(), P::Error> {
        let nodes = self.group.topology().nodes();
        for round in 0..nodes.next_power_of_two().trailing_zeros() {
            let way = ChannelId::ahead(round);
            let (outgoing, incoming) = (
                Outgoing { way, bytes: &[] },
                Incoming {
                    way,
                    bytes: Expected::Exactly(&mut []),
                },
            );
            self.transfer(
                state,
                CollectiveKind::Barrier,
                Some(outgoing),
                Some(incoming),
            )
            .await?;
        }
        self.flush_posted();
        Ok(())
    }

    /// The rank of a node's leader.
    pub(super) fn leader(&self, node: u32) -> u32 {
        self.group
            .rank(self.group.topology().leaders[node as usize])
    }
}
