//! Waiting: spin while there is a core to spare, give the core away otherwise, then sleep until woken.

use std::cell::Cell;
use std::time::Duration;

use super::helper::Helper;
use super::lane::Through;
use super::network::Network;
use super::stall::Stall;
use crate::World;

/// Without a helper, how many calls inside the node come to one look at the network.
const ATTEND_EVERY: u32 = 32;
/// The longest sleep when nobody else looks after the network.
pub(crate) const SLEEP_WITHOUT_HELPER: Duration = Duration::from_millis(1);
/// The longest sleep on words that may be stored to without a ring of the bell.
const SLEEP_ON_STORES: Duration = farreach_node::BOUNDED_SLEEP;
/// The longest sleep before a wait looks whether to report that it does not end.
pub(crate) const SLEEP_MAX: Duration = Duration::from_secs(1);

impl World {
    /// Waits until the words of the own segment make `ready` true: it is asked again whenever something may have changed.
    /// Waits are rare: where `ready` may well be true already, look first.
    #[cold]
    #[inline(never)]
    pub fn wait_until(&self, what: &'static str, mut ready: impl FnMut() -> bool) {
        let mut ready = |world: &World| ready() || (world.progress() > 0 && ready());
        if !ready(self) {
            self.direct()
                .go_on_waiting_for(what, World::sleep_on_stores, ready);
        }
    }

    /// How long a sleep on the own segment's words may last.
    fn sleep_on_stores(&self) -> Duration {
        if self.arena().process(self.local_index()).is_lent() {
            SLEEP_ON_STORES
        } else {
            SLEEP_MAX
        }
    }

    /// What a call that looks at the node's memory owes to other nodes if no helper answers them: the program may look
    /// again and again until they have done something.
    #[inline]
    pub(crate) fn attend(&self) {
        if self.is_alone() {
            self.attend_alone();
        }
    }

    #[cold]
    fn attend_alone(&self) {
        thread_local! {
            static CALLS: Cell<u32> = const { Cell::new(0) };
        }
        let calls = CALLS.get().wrapping_add(1);
        CALLS.set(calls);
        if calls.is_multiple_of(ATTEND_EVERY) {
            self.progress();
        }
    }

    /// Makes progress on the network, and room for messages of this node; returns how much there was.
    pub fn progress(&self) -> usize {
        self.direct().progress()
    }

    /// Hands a lane's network to the helper; returns how long this thread may sleep.
    pub(crate) fn begin_sleep(&self, lane: Option<&Network>) -> Duration {
        if let (Some(helper), Some(lane)) = (self.helper(), lane) {
            helper.begin_sleep(lane);
        }
        self.sleep_limit()
    }

    /// Takes back from the helper what [`World::begin_sleep`] gave it.
    pub(crate) fn end_sleep(&self, lane: Option<&Network>) {
        if let (Some(_), Some(lane)) = (self.helper(), lane) {
            Helper::end_sleep(lane);
        }
    }

    pub(crate) fn sleep_limit(&self) -> Duration {
        if self.network().is_some() && self.helper().is_none() {
            SLEEP_WITHOUT_HELPER
        } else {
            self.collective().requests().sleep_max()
        }
    }
}

impl Through<'_> {
    /// Makes progress on the lane's network, and room for messages of this node; returns how much there was.
    pub fn progress(self) -> usize {
        self.world.mailbox().make_room();
        let progress = self.opened().map_or(0, Network::progress);
        self.world.collective().requests().go_on();
        progress
    }

    /// Waits until `ready`, which makes progress on the network itself if it waits for it.
    #[inline]
    pub(crate) fn wait_for(self, what: &str, mut ready: impl FnMut(&World) -> bool) {
        if !ready(self.world) {
            self.go_on_waiting_for(what, |_| SLEEP_MAX, ready);
        }
    }

    #[cold]
    #[inline(never)]
    fn go_on_waiting_for(
        self,
        what: &str,
        sleep_max: impl Fn(&World) -> Duration,
        mut ready: impl FnMut(&World) -> bool,
    ) {
        let network = self.opened();
        let traffic = || network.map_or(0, Network::traffic);
        let mut patience = self.world.arena().patience();
        let mut stall = Stall::default();
        let mut seen = traffic();
        loop {
            // Whoever waits for that may be waited for here, and rings.
            self.world.mailbox().make_room();
            self.world.collective().requests().go_on();
            while patience.pause() {
                if ready(self.world) {
                    return;
                }
            }
            // Where some packets came, more will, and each would have to wake a thread.
            let before = std::mem::replace(&mut seen, traffic());
            if seen != before {
                patience = self.world.arena().patience();
                continue;
            }
            stall.begin();
            let ticket = self.world.doorbell().prepare();
            if ready(self.world) {
                self.world.doorbell().cancel(ticket);
                return;
            }
            let limit = self
                .world
                .begin_sleep(network)
                .min(sleep_max(self.world))
                .min(stall.sleep_max());
            let was_rung = self.world.doorbell().sleep(ticket, Some(limit));
            self.world.end_sleep(network);
            if ready(self.world) {
                return;
            }
            if was_rung {
                // The same with stores.
                patience = self.world.arena().patience();
            }
            stall.look(self.world, what);
        }
    }
}
