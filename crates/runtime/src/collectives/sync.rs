//! The barrier of a group: fan-in and fan-out, inside the nodes through the arena, then over the tree of their leaders.

use std::time::{Duration, Instant};

use farreach_engine::collectives::Place;
use farreach_node::{Polled, Waited};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::Collectives;
use super::channel::{Expected, Incoming, Kind, Outgoing, Way};
use super::group::State;
use crate::network::Network;
use crate::settings::Algorithms;
use crate::sync::SLEEP_WITHOUT_HELPER;
use crate::{Error, World};

/// How many times a wait in the node's barrier looks before it relies on the helper, if cores are scarce.
const LOOKS: u32 = 2;
/// Up to so many nodes their barrier takes the fewest rounds; above, where their processes are likely to share cores, the
/// fewest messages.
const DISSEMINATION_MAX: u32 = 4;
/// How long a process yields in vain before it sleeps on the sockets.
const YIELD: Duration = Duration::from_micros(100);
/// How long a sleep on the sockets is at most.
const NAP: Duration = Duration::from_millis(5);
/// The same if another thread sleeps on them as well, which may take the packet.
const SHARED_NAP: Duration = Duration::from_micros(500);
/// How many of those a wait begins with.
const NAPS: u32 = 4;

impl Collectives<'_> {
    /// Waits until all members have called it and all operations of theirs before it are complete everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        let quiet = self.world.quiet();
        self.sync()?;
        quiet
    }

    /// Waits until all members have called it. Orders what they stored in memory of their own nodes, but completes no
    /// operation toward others.
    pub fn sync(&self) -> Result<(), Error> {
        let mut state = self.group.turn();
        let synced = self.synchronize(&mut state);
        self.or_abort(synced)
    }

    pub(super) fn synchronize(&self, state: &mut State) -> Result<(), Error> {
        if self.is_local() {
            self.synchronize_local(state);
            return Ok(());
        }
        let topology = self.group.topology();
        let barrier = &self.group.barrier;
        if topology.nodes() == 1 {
            let waited = self.world.wait_in_node(|poll| barrier.barrier(poll));
            assert_eq!(waited, Waited::Done, "nothing stops this wait");
            return Ok(());
        }
        let arrival = barrier.arrive();
        if !topology.is_leader() {
            let waited = self.world.wait_in_node(|poll| barrier.wait(arrival, poll));
            assert_eq!(waited, Waited::Done, "nothing stops this wait");
            return Ok(());
        }
        let waited = self.world.wait_in_node(|poll| barrier.wait_arrivals(poll));
        assert_eq!(waited, Waited::Done, "nothing stops this wait");
        self.synchronize_nodes(state)?;
        barrier.release();
        Ok(())
    }

    pub(super) fn synchronize_nodes(&self, state: &mut State) -> Result<(), Error> {
        let topology = self.group.topology();
        if topology.nodes() <= DISSEMINATION_MAX {
            return self.disseminate(state);
        }
        let place = Place::new(topology.node, topology.nodes(), 0);
        for child in place.children() {
            self.receive(state, Kind::Barrier, Way::back(child.slot), &mut [])?;
        }
        if let Some(parent) = place.parent() {
            self.send(state, Kind::Barrier, Way::back(parent.slot), &[])?;
            self.receive(state, Kind::Barrier, Way::ahead(parent.slot), &mut [])?;
        }
        for child in place.children().rev() {
            self.send(state, Kind::Barrier, Way::ahead(child.slot), &[])?;
        }
        self.world.depart();
        Ok(())
    }

    /// A barrier in log2 rounds: in each every leader tells one of what it has heard of, directly or through others
    /// (Hensgen, Finkel and Manber's dissemination).
    fn disseminate(&self, state: &mut State) -> Result<(), Error> {
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
            self.transfer(state, Kind::Barrier, Some(outgoing), Some(incoming))?;
        }
        self.world.depart();
        Ok(())
    }

    /// The rank of a node's leader.
    pub(super) fn leader(&self, node: u32) -> u32 {
        self.group
            .rank(self.group.topology().leaders[node as usize])
    }
}

/// Sleeps until a packet waits, the engine has something to do, or the time is over.
fn nap(network: &Network, longest: Duration) {
    let deadline = network.peek(|core, now| {
        let deadline = core.sleep_until_packet();
        deadline.map_or(longest, |deadline| deadline.since(now))
    });
    let nap = deadline.min(longest);
    let timeout = Timespec {
        tv_sec: 0,
        tv_nsec: i64::from(nap.subsec_nanos()),
    };
    let sockets = network.sockets().sockets();
    let mut readable: Vec<_> = sockets
        .fds()
        .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
        .collect();
    // An interrupted nap is a short one.
    let _ = poll(&mut readable, Some(&timeout));
}

impl World {
    /// Waits until something has come that makes `is_ready` true, which only looks.
    pub(super) fn wait_packets(
        &self,
        what: &'static str,
        is_ready: impl Fn() -> bool,
    ) -> Result<(), Error> {
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
                        core.engine.device_mut().look_everywhere();
                    }
                    core.poll(now);
                    core.engine.take_failure()
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
        failure.map_or(Ok(()), |source| {
            Err(Error::Network {
                rank: self.rank(),
                source,
            })
        })
    }

    /// [`World::wait_for`] what only packets can make ready.
    pub(crate) fn wait_for_packets(
        &self,
        what: &'static str,
        mut ready: impl FnMut(&World) -> bool,
    ) {
        if !self.await_packets(&mut ready) {
            self.wait_for(what, ready);
        }
    }

    /// Waits for what comes from other nodes, asleep on the socket itself and not on the helper, which would have to be
    /// woken first. Gives up after a while: a long wait is the helper's.
    fn await_packets(&self, ready: &mut impl FnMut(&World) -> bool) -> bool {
        let Some(network) = self.network() else {
            return false;
        };
        if ready(self) || self.look_for_packets(network, ready) {
            return true;
        }
        let longest = if network.hand_over().begin_watch() {
            NAP
        } else {
            SHARED_NAP
        };
        let mut naps = 0;
        let is_ready = loop {
            let before = network.traffic();
            nap(network, longest);
            if ready(self) {
                break true;
            }
            // Where some packets came, more will.
            if network.traffic() != before {
                naps = 0;
                if self.look_for_packets(network, ready) {
                    break true;
                }
                continue;
            }
            naps += 1;
            if naps == NAPS {
                break false;
            }
        };
        network.hand_over().end_watch();
        is_ready
    }

    /// Looks for packets as long as some come now and then: again and again if there is a core for it. Otherwise it gives
    /// the core to others between: a core without work falls asleep, and to wake it takes longer than many yields.
    fn look_for_packets(&self, network: &Network, ready: &mut impl FnMut(&World) -> bool) -> bool {
        if self.arena().has_core_each() {
            let mut patience = self.arena().patience();
            while patience.pause() {
                if ready(self) {
                    return true;
                }
            }
            return false;
        }
        let mut since = Instant::now();
        let mut traffic = network.traffic();
        while since.elapsed() < YIELD {
            std::thread::yield_now();
            if ready(self) {
                return true;
            }
            if std::mem::replace(&mut traffic, network.traffic()) != traffic {
                since = Instant::now();
            }
        }
        false
    }

    /// Waits in a barrier of the node, and makes progress on the network meanwhile.
    pub(super) fn wait_in_node(
        &self,
        wait: impl FnOnce(&mut dyn FnMut() -> Polled) -> Waited,
    ) -> Waited {
        let mut asleep = false;
        let mut looks = 0;
        let mut poll = || {
            if self.progress() > 0 {
                return Polled::Progress;
            }
            looks += 1;
            let sleep_at_most = if asleep {
                self.sleep_limit()
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
