//! How this process waits in collectives: for its node's flags and barriers, and for what comes from other nodes.

use farreach_collectives::Wait;
use farreach_engine::EngineError;
use farreach_node::{BOUNDED_SLEEP, Polled, Waited};

use super::process::SetBarrier;
use crate::World;
use crate::job::settings::Algorithms;
use crate::progress::{Core, SLEEP_WITHOUT_HELPER, Stall};

/// How many times a wait in the node's barrier looks before it relies on the helper, if cores are scarce.
const LOOKS: u32 = 2;
/// From how many looks on it looks at the clock as well, if there are cores enough: until then every instruction counts.
const LOOKS_WITHOUT_CLOCK: u32 = 1024;

impl World {
    /// Waits for words of the own segment, or for operations. Who waits for a collective that was begun stops when somebody
    /// `has_gone_on` with it, and leaves failures to those whose they are.
    pub(super) fn wait_far(
        &self,
        what: &str,
        wait: &Wait<&SetBarrier>,
        has_gone_on: Option<&dyn Fn() -> bool>,
    ) -> Option<EngineError> {
        let is_over = || matches!(wait, Wait::Words(_)) && wait.is_over(self);
        match has_gone_on {
            None => self.wait_packets(what, is_over, Core::take_failure),
            Some(has_gone_on) => {
                let is_ready = || is_over() || has_gone_on();
                self.wait_packets(what, is_ready, |core| core.failure())
            }
        }
    }

    /// Waits until something has come that makes `is_ready` true, which only looks, or until `look` finds that what this process
    /// sent failed.
    fn wait_packets(
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
            self.direct().wait_for(what, ready);
        } else {
            self.direct().wait_for_packets(what, ready);
        }
        failure
    }

    /// Waits for what this node's processes do. Who waits for a collective that was begun stops when somebody `has_gone_on` with it.
    #[inline]
    pub(super) fn wait_near(
        &self,
        what: &str,
        wait: &Wait<&SetBarrier>,
        has_gone_on: Option<&dyn Fn() -> bool>,
    ) {
        let waited = self.wait_in_node(what, |poll| {
            let poll = || {
                let polled = poll();
                match (has_gone_on, polled) {
                    // It may have gone on in there.
                    (Some(has_gone_on), _) if has_gone_on() => Polled::Stop,
                    // Or it does in another thread, which wakes nobody.
                    (Some(_), Polled::Idle { sleep_at_most }) => Polled::Idle {
                        sleep_at_most: sleep_at_most.min(BOUNDED_SLEEP),
                    },
                    (_, polled) => polled,
                }
            };
            match wait {
                &Wait::Flag {
                    rank,
                    offset,
                    value,
                } => {
                    let patience = self.arena().patience_in_node();
                    self.flag_of(rank, offset).wait(value, patience, poll)
                }
                Wait::Release {
                    barrier,
                    arrival,
                    in_node: true,
                } => barrier.in_node().wait_in_node(*arrival, poll),
                Wait::Release {
                    barrier, arrival, ..
                } => barrier.in_node().wait(*arrival, poll),
                Wait::Arrivals(barrier) => barrier.in_node().wait_arrivals(poll),
                Wait::Words(_) | Wait::Operations => unreachable!("other nodes do that"),
            }
        });
        assert!(
            waited == Waited::Done || has_gone_on.is_some(),
            "nothing stops this wait"
        );
    }

    /// Waits in a barrier of the node, which the program knows as `what`, and makes progress on the network meanwhile.
    fn wait_in_node(
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
                self.begin_sleep(self.network())
            } else {
                SLEEP_WITHOUT_HELPER
            };
            Polled::Idle { sleep_at_most }
        };
        let waited = wait(&mut poll);
        if asleep {
            self.end_sleep(self.network());
        }
        waited
    }

    /// Sends what collectives have left to be sent, at once or, if this process has sent much of late, together with more.
    pub(super) fn depart(&self) {
        let Some(network) = self.network() else {
            return;
        };
        if !self.is_alone() {
            network.peek(|core, now| {
                if core.engine.has_unsent() && core.prompt.admits(now) {
                    network.poll_inside(core, now);
                }
            });
            return;
        }
        // Nobody else would send it, if this process does not come back for long.
        self.direct().wait_for_packets("a connection", |_| {
            network.enter(|core, now| {
                core.poll(now);
                !core.engine.has_unsent() && !core.engine.has_any_pending()
            })
        });
    }
}
