//! The barrier of a group: fan-in and fan-out, inside the nodes through the arena, then over the tree of their leaders.

use farreach_engine::EngineError;
use farreach_node::{Polled, Waited};

use super::Run;
use super::channel::{Expected, Incoming, Kind, Outgoing, Way};
use super::group::State;
use super::mode::{Mode, Wait};
use crate::network::Core;
use crate::settings::Algorithms;
use crate::stall::Stall;
use crate::sync::SLEEP_WITHOUT_HELPER;
use crate::{Error, World};

/// How many times a wait in the node's barrier looks before it relies on the helper, if cores are scarce.
const LOOKS: u32 = 2;
/// From how many looks on it looks at the clock as well, if there are cores enough: until then every instruction counts.
const LOOKS_WITHOUT_CLOCK: u32 = 1024;

impl<M: Mode> Run<'_, M> {
    /// Waits until all members have called it. Orders what they stored in memory of their own nodes, but completes no
    /// operation toward others.
    pub(super) async fn sync(&self) -> Result<(), Error> {
        if self.compares {
            self.compare("sync", &[]).await?;
        }
        self.sync_compared().await
    }

    pub(super) async fn sync_compared(&self) -> Result<(), Error> {
        let mut state = self.turn();
        if self.is_local() {
            self.synchronize_local(&mut state).await;
            return Ok(());
        }
        let synced = self.synchronize_far(&mut state).await;
        self.or_abort(synced)
    }

    pub(super) async fn synchronize_far(&self, state: &mut State) -> Result<(), Error> {
        let topology = self.group.topology();
        let barrier = &self.group.barrier;
        let arrival = barrier.arrive();
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

    pub(super) async fn synchronize_nodes(&self, state: &mut State) -> Result<(), Error> {
        let topology = self.group.topology();
        if topology.nodes() <= self.switches.dissemination_max {
            return self.disseminate(state).await;
        }
        let links = self.links(0);
        for child in &links.children {
            self.receive(state, Kind::Barrier, child.up(), &mut [])
                .await?;
        }
        if let Some(parent) = links.parent {
            self.send(state, Kind::Barrier, parent.up(), &[]).await?;
            self.receive(state, Kind::Barrier, parent.down, &mut [])
                .await?;
        }
        for child in links.outward() {
            self.send(state, Kind::Barrier, child.down, &[]).await?;
        }
        self.depart();
        Ok(())
    }

    /// A barrier in log2 rounds: in each every leader tells one of what it has heard of, directly or through others
    /// (Hensgen, Finkel and Manber's dissemination).
    async fn disseminate(&self, state: &mut State) -> Result<(), Error> {
        let nodes = self.group.topology().nodes();
        for round in 0..nodes.next_power_of_two().trailing_zeros() {
            let way = Way::ahead(round);
            let (outgoing, incoming) = (
                Outgoing { way, bytes: &[] },
                Incoming {
                    way,
                    bytes: Expected::Exactly(&mut []),
                },
            );
            self.transfer(state, Kind::Barrier, Some(outgoing), Some(incoming))
                .await?;
        }
        self.depart();
        Ok(())
    }

    /// The rank of a node's leader.
    pub(super) fn leader(&self, node: u32) -> u32 {
        self.group
            .rank(self.group.topology().leaders[node as usize])
    }
}

impl World {
    /// Waits until something has come that makes `is_ready` true, which only looks.
    pub(super) fn wait_packets(
        &self,
        what: &str,
        is_ready: impl Fn() -> bool,
    ) -> Result<(), Error> {
        let failure = self.wait_packets_with(what, is_ready, Core::take_failure);
        failure.map_or(Ok(()), |source| {
            Err(Error::Network {
                rank: self.rank(),
                source,
            })
        })
    }

    /// The same, or until `look` finds that what this process sent failed.
    pub(super) fn wait_packets_with(
        &self,
        what: &str,
        is_ready: impl Fn() -> bool,
        look: impl Fn(&mut Core) -> Option<EngineError>,
    ) -> Option<EngineError> {
        let mut failure = None;
        // Whoever looks seldom, between others that share its core, looks everywhere.
        let everywhere = !self.arena().has_core_each();
        let ready = |world: &World| {
            if is_ready() {
                return true;
            }
            // What this process sent may have been lost for good: then no answer comes.
            failure = world.network().and_then(|network| {
                network.enter(|core, now| {
                    if everywhere {
                        core.look_everywhere();
                    }
                    core.poll(now);
                    look(core)
                })
            });
            failure.is_some() || is_ready()
        };
        let is_flat = self.settings().collectives == Algorithms::Flat;
        if is_flat || self.settings().fabric.reach.is_shared() {
            // It may come from this node, or from elsewhere through another process of it, which rings.
            self.wait_for(what, ready);
        } else {
            self.wait_for_packets(what, ready);
        }
        failure
    }

    /// Waits in a barrier of the node, which the program knows as `what`, and makes progress on the network meanwhile.
    pub(super) fn wait_in_node(
        &self,
        what: &str,
        wait: impl FnOnce(&mut dyn FnMut() -> Polled) -> Waited,
    ) -> Waited {
        let mut asleep = false;
        let mut looks = 0u32;
        let mut stall = Stall::default();
        let mut poll = || {
            if self.progress() > 0 {
                return Polled::Progress;
            }
            looks = looks.saturating_add(1);
            if asleep || looks > LOOKS_WITHOUT_CLOCK {
                stall.look(self, what);
            }
            let sleep_at_most = if asleep {
                self.sleep_limit().min(stall.sleep_max())
            } else if looks > LOOKS && !self.arena().has_core_each() {
                asleep = true;
                self.begin_sleep()
            } else {
                SLEEP_WITHOUT_HELPER
            };
            Polled::Idle { sleep_at_most }
        };
        let waited = wait(&mut poll);
        if asleep {
            self.end_sleep();
        }
        waited
    }
}
