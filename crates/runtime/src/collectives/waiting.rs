//! The waits of collectives: for flags and barriers of the node, and for what comes from other
//! nodes.

use farreach_collectives::Wait;
use farreach_engine::EngineError;
use farreach_node::Alarm;

use super::process::SetBarrier;
use crate::World;
use crate::job::settings::Algorithms;
use crate::progress::{Core, SLEEP_MAX, Waiting};

impl World {
    /// Waits for words of this process's segment, or for operations. A thread that waits for a
    /// begun collective stops when another thread `has_gone_on` with it, and leaves failures to the
    /// collectives that they belong to.
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

    /// Waits until something arrived that makes `is_ready` true, or until `look` finds a failure of
    /// what this process sent. `is_ready` makes no progress.
    fn wait_packets(
        &self,
        what: &str,
        is_ready: impl Fn() -> bool,
        look: impl Fn(&mut Core) -> Option<EngineError>,
    ) -> Option<EngineError> {
        let mut failure = None;
        // A process that shares its core looks rarely, and then at all sockets.
        let everywhere = !self.arena().has_core_each();
        let ready = |world: &World| {
            if is_ready() {
                return true;
            }
            // What this process sent may be lost for good. Then no answer comes.
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
            // It may come from a process of this node, or through such a process. That process
            // rings the bell.
            self.direct().wait_for(what, ready);
        } else {
            self.direct().wait_for_packets(what, ready);
        }
        failure
    }

    /// Waits for what this node's processes do. A thread that waits for a collective that was begun stops when another thread
    /// `has_gone_on` with it.
    #[inline]
    pub(super) fn wait_near(
        &self,
        what: &str,
        wait: &Wait<&SetBarrier>,
        has_gone_on: Option<&dyn Fn() -> bool>,
    ) {
        let is_over = || wait.is_over(self) || has_gone_on.is_some_and(|has_gone_on| has_gone_on());
        let waiting = Waiting {
            what,
            whom: match wait {
                &Wait::Flag { rank, .. } => Some(rank),
                _ => None,
            },
            alarm: self.alarm_of(wait),
            is_in_node: matches!(
                wait,
                Wait::Flag { .. } | Wait::Release { in_node: true, .. }
            ),
            is_for_stores: false,
            sleep_max: SLEEP_MAX,
        };
        if is_over() {
            return;
        }
        self.direct().wait_as(&waiting, |world| {
            is_over() || world.progress() > 0 && is_over()
        });
    }

    /// What goes off when a wait for the node's processes is over. Packets end the other waits, and ring the doorbell.
    pub(crate) fn alarm_of<'a, 'b: 'a>(&'a self, wait: &Wait<&'b SetBarrier>) -> Option<Alarm<'a>> {
        match wait {
            &Wait::Flag { rank, offset, .. } => Some(self.flag_of(rank, offset).alarm()),
            Wait::Release { barrier, .. } => Some(barrier.in_node().release_alarm()),
            Wait::Arrivals(barrier) => Some(barrier.in_node().arrivals_alarm()),
            Wait::Words(_) | Wait::Operations => None,
        }
    }

    /// Sends what collectives have left to be sent: at once or, if this process has sent much
    /// recently, together with what follows.
    pub(super) fn flush_posted(&self) {
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
        // No other thread would send it while this process makes no call.
        self.direct().wait_for_packets("a connection", |_| {
            network.enter(|core, now| {
                core.poll(now);
                !core.engine.has_unsent() && !core.engine.has_any_pending()
            })
        });
    }
}
