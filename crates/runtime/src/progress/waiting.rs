//! The one place where the threads of a process wait: spin while there is a core to spare, yield the core otherwise, then sleep until
//! woken. A sleeper wakes when its own wait is over, and when it can continue what the process does in the background.
//!
//! | the wait is | the thread sleeps on |
//! |---|---|
//! | in a barrier, or for a flag of the node | the *alarm* of that word (`crates/node/src/waiting.rs`) |
//! | any other wait of the node | the process's doorbell (`crates/node/src/doorbell.rs`) |
//! | of a process with begun collectives, or that has received messages | the doorbell and all alarms of its begun collectives at once (`futex_waitv`, Linux 5.16) |
//! | one that only packets can end (`packets.rs`) | the sockets themselves, without the helper in between |
//!
//! Whatever a thread waits for, an arriving message or a step of a begun collective therefore wakes it.
//! Without `futex_waitv` the sleeps of the third row last at most a millisecond.
//!
//! If the doorbell rings or packets arrive, but the wait is not over, the wait begins anew. More will
//! probably come, and each would have to wake a thread.
//!
//! Stores by other threads of the process, or by pointers into the memory of others, ring no bell. A
//! wait for a word of the process's own memory then sleeps for at most a millisecond at a time.
//!
//! A call that looks once and returns, such as a test or a probe, reports a look in vain
//! (`World::polled_in_vain`). A program that repeats such calls waits in truth. Where processes share
//! cores, every eighth such call of a thread therefore yields. A draw from a counter of the node yields each time
//! (`World::has_drawn`).
//!
//! Each process says once in the node's memory on which cores it may run. Processes that a launcher has
//! bound to cores of their own are therefore known to share none. The processes that share a host's
//! cores are counted by host.

use std::cell::Cell;
use std::time::Duration;

use farreach_node::{Alarm, Patience, sleep};

use super::background::Background;
use super::helper::Helper;
use super::lane::LaneContext;
use super::network::Network;
use super::stall::Stall;
use crate::World;

/// The number of calls within the node after which a process without a helper looks at the network
/// once.
const ATTEND_EVERY: u32 = 32;
/// The longest sleep of a process that nobody wakes when a packet has come: it has no helper, or a device that does not tell of what
/// peers write.
const SLEEP_UNTOLD: Duration = Duration::from_millis(1);
/// The longest sleep on words that other processes, or other threads of this process, may store to
/// without ringing the bell.
const SLEEP_ON_STORES: Duration = farreach_node::BOUNDED_SLEEP;
/// The longest sleep before a wait is looked at by [`Stall::look`].
pub(crate) const SLEEP_MAX: Duration = Duration::from_secs(1);

impl World {
    /// Waits until the words of this process's segment make `ready` true. `ready` is called again
    /// whenever something may have changed. If `ready` is often true at once, call it before.
    #[cold]
    #[inline(never)]
    pub fn wait_until(&self, what: &'static str, mut ready: impl FnMut() -> bool) {
        let mut ready = |world: &World| ready() || (world.progress() > 0 && ready());
        if !ready(self) {
            let waiting = Waiting {
                is_for_stores: true,
                ..Waiting::of(what)
            };
            self.direct().wait_as(&waiting, ready);
        }
    }

    /// The longest sleep on words of this process's memory. `is_first` says whether it is the first
    /// sleep of a wait: short ones don't pay for a look at the process's threads.
    fn sleep_on_stores(&self, is_first: bool) -> Duration {
        let is_lent = || self.arena().process(self.local_index()).is_lent();
        if is_first || is_lent() || !self.has_no_other_thread() {
            SLEEP_ON_STORES
        } else {
            SLEEP_MAX
        }
    }

    /// Looks at the network now and then, if no helper does. Calls that only look at the node's
    /// memory call this, because a program may look until another node has done something.
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

    /// Makes progress on the network, and on what the process does in the background. Returns how much there was.
    pub fn progress(&self) -> usize {
        self.direct().progress()
    }

    /// Makes progress for a call that looks once and returns. If there was nothing to do, the call
    /// counts as a poll in vain ([`World::polled_in_vain`]).
    pub fn poll(&self) -> usize {
        self.direct().poll()
    }

    /// Call this when a call that looks once and returns has found nothing. A program that polls
    /// again and again waits in truth. Where processes share cores, the core is given up after a few
    /// polls in vain, so that the awaited process can run.
    #[inline]
    pub fn polled_in_vain(&self) {
        self.arena().polled_in_vain();
    }

    /// Call this after a draw from a counter at `rank`. A process of the counter's node draws in a fraction of a microsecond,
    /// and the others wait for a core. Where processes share cores, the core is given up after each draw of the node, so that
    /// the others draw as often.
    #[inline]
    pub fn has_drawn(&self, rank: u32) {
        if self.is_near(rank) {
            self.arena().give_turn();
        }
    }

    /// Hands a lane to the helper.
    pub(crate) fn begin_sleep(&self, lane: Option<&Network>) {
        if let (Some(helper), Some(lane)) = (self.helper(), lane) {
            helper.begin_sleep(lane);
        }
    }

    /// Takes a lane back that [`World::begin_sleep`] handed to the helper.
    pub(crate) fn end_sleep(&self, lane: Option<&Network>) {
        if let (Some(_), Some(lane)) = (self.helper(), lane) {
            Helper::end_sleep(lane);
        }
    }

    /// The longest time that a thread may sleep, whatever it waits for.
    fn sleep_limit(&self) -> Duration {
        let is_told = |network: &Network| network.announces_writes() && self.helper().is_some();
        if self.network().is_some_and(|network| !is_told(network)) {
            SLEEP_UNTOLD
        } else {
            SLEEP_MAX
        }
    }
}

/// A wait, and how its thread waits.
pub(crate) struct Waiting<'a> {
    /// What the program knows the wait as.
    pub(crate) what: &'a str,
    /// The rank that ends the wait, if only one can.
    pub(crate) whom: Option<u32>,
    /// Goes off when the wait is over. Without it the doorbell rings, or nothing does.
    pub(crate) alarm: Option<Alarm<'a>>,
    /// Whether only processes of this node end the wait, without waiting for other nodes.
    pub(crate) is_in_node: bool,
    /// Whether stores may end the wait that ring no bell.
    pub(crate) is_for_stores: bool,
    /// The longest sleep.
    pub(crate) sleep_max: Duration,
}

impl<'a> Waiting<'a> {
    /// A wait for what rings the doorbell.
    pub(crate) fn of(what: &'a str) -> Waiting<'a> {
        Waiting {
            what,
            whom: None,
            alarm: None,
            is_in_node: false,
            is_for_stores: false,
            sleep_max: SLEEP_MAX,
        }
    }

    fn patience(&self, world: &World) -> Patience {
        if self.is_in_node {
            world.arena().patience_in_node()
        } else {
            world.arena().patience()
        }
    }
}

/// How an attempt to sleep ended.
enum Slept {
    /// What is waited for is there.
    Ready,
    /// The doorbell rang, or something else could be continued.
    Disturbed,
    /// The time is over, or an alarm went off.
    Through,
}

impl LaneContext<'_> {
    /// Makes progress on the lane's network, and on what the process does in the background. Returns how much there was.
    pub fn progress(self) -> usize {
        let progress = self.opened().map_or(0, Network::progress);
        self.world.continue_background();
        progress
    }

    /// Makes progress as [`World::poll`] does, on the lane's network.
    pub fn poll(self) -> usize {
        let packets = self.opened().map_or(0, Network::progress);
        let done = packets + usize::from(self.world.continue_background());
        if done == 0 {
            self.world.polled_in_vain();
        }
        done
    }

    /// Waits until `ready`, which makes progress on the network itself if it waits for it.
    #[inline]
    pub(crate) fn wait_for(self, what: &str, mut ready: impl FnMut(&World) -> bool) {
        if !ready(self.world) {
            self.wait_as(&Waiting::of(what), ready);
        }
    }

    /// Waits until `ready`, which makes progress on the network itself if it waits for it. All waits of a process sleep here.
    #[cold]
    #[inline(never)]
    pub(crate) fn wait_as(self, waiting: &Waiting<'_>, mut ready: impl FnMut(&World) -> bool) {
        let network = self.opened();
        let traffic = || network.map_or(0, Network::traffic);
        let mut patience = waiting.patience(self.world);
        let mut stall = Stall::default();
        let mut seen = traffic();
        let mut is_first = true;
        loop {
            // Another process may wait for what this continues, and this process for that one.
            self.world.continue_background();
            while patience.pause() {
                if ready(self.world) {
                    return;
                }
            }
            // More packets probably follow those that came, and each would have to wake a thread.
            let before = std::mem::replace(&mut seen, traffic());
            if seen != before {
                patience = waiting.patience(self.world);
                continue;
            }
            stall.begin();
            self.world.arena().return_to_core();
            let limit = self.world.sleep_limit();
            let mut longest = waiting.sleep_max.min(stall.sleep_max()).min(limit);
            // To look at the process's threads takes system calls.
            if waiting.is_for_stores && longest > SLEEP_ON_STORES {
                longest = longest.min(self.world.sleep_on_stores(is_first));
                is_first = false;
            }
            match self.sleep(waiting, longest, &mut ready) {
                Slept::Ready => return,
                // More will come, as with packets.
                Slept::Disturbed => patience = waiting.patience(self.world),
                Slept::Through => {}
            }
            // Before this process says that it stands still.
            self.world.continue_background();
            if ready(self.world) {
                return;
            }
            stall.look(self.world, waiting);
        }
    }

    /// Sleeps until the wait's alarm goes off or the doorbell rings, or what the process does in the background can be continued, for
    /// `longest` at most.
    fn sleep(
        self,
        waiting: &Waiting<'_>,
        longest: Duration,
        ready: &mut impl FnMut(&World) -> bool,
    ) -> Slept {
        let (world, network) = (self.world, self.opened());
        let has_background = world.has_background();
        let mut sleep_on = |background: &[Alarm<'_>]| {
            let alarms = waiting.alarm.iter().chain(background);
            let announced: Vec<_> = alarms.map(|alarm| alarm.announce()).collect();
            // To prepare a sleep on the doorbell costs a microsecond.
            let prepared =
                (waiting.alarm.is_none() || has_background).then(|| world.doorbell().prepare());
            let bell = prepared.map(|prepared| (&**world.doorbell(), prepared));
            let is_ready = ready(world);
            // The look may have taken the first message that ever came, and left others.
            if is_ready || world.has_background() && world.can_continue_background() {
                if let Some((doorbell, prepared)) = bell {
                    doorbell.cancel(prepared);
                }
                return if is_ready {
                    Slept::Ready
                } else {
                    Slept::Disturbed
                };
            }
            world.begin_sleep(network);
            let limit = longest.min(world.background_sleep_max());
            let was_rung = sleep(bell, &announced, Some(limit));
            world.end_sleep(network);
            if was_rung {
                Slept::Disturbed
            } else {
                Slept::Through
            }
        };
        if has_background {
            world.with_background_alarms(sleep_on)
        } else {
            sleep_on(&[])
        }
    }
}
