//! Waits that only packets from other nodes can end.
//!
//! Where cores are shared, the waiter first yields for a tenth of a millisecond, because a core
//! that fell asleep is slow to wake. It sleeps earlier beside programs that compute (`Patience`).

use std::time::{Duration, Instant};

use farreach_node::BOUNDED_SLEEP;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::background::Background;
use super::lane::LaneContext;
use super::network::Network;
use crate::World;

/// The time for which a process yields before it sleeps on the device.
const YIELD: Duration = Duration::from_micros(100);
/// The longest sleep on the device.
const NAP: Duration = Duration::from_millis(5);
/// The longest sleep on the device if another thread sleeps on it as well, since that thread may
/// take the packet.
const SHARED_NAP: Duration = Duration::from_micros(500);
/// The number of sleeps on the device with which a wait begins.
const NAPS: u32 = 4;

/// Sleeps until a packet waits, the engine has something to do, or the time is over.
fn nap(network: &Network, longest: Duration) {
    let deadline = network.peek(|core, now| {
        let deadline = core.arm();
        deadline.map_or(longest, |deadline| deadline.since(now))
    });
    let nap = deadline.min(longest);
    let timeout = Timespec {
        tv_sec: 0,
        tv_nsec: i64::from(nap.subsec_nanos()),
    };
    let descriptors = network.arrivals().descriptors();
    let readable = |fd| PollFd::from_borrowed_fd(fd, PollFlags::IN);
    let mut fds: Vec<_> = descriptors.list().into_iter().map(readable).collect();
    // An interrupted sleep is a short one.
    let _ = poll(&mut fds, Some(&timeout));
}

impl LaneContext<'_> {
    /// Waits as [`LaneContext::wait_for`] does, for what only packets can make ready.
    pub(crate) fn wait_for_packets(self, what: &str, mut ready: impl FnMut(&World) -> bool) {
        if !self.await_packets(&mut ready) {
            self.wait_for(what, ready);
        }
    }

    /// Waits for packets, asleep on the device and not on the helper, which would have to be woken
    /// first. Gives up after a while and returns `false`. The helper takes part in longer waits.
    fn await_packets(self, ready: &mut impl FnMut(&World) -> bool) -> bool {
        let Some(network) = self.opened() else {
            return false;
        };
        if ready(self.world) || self.look_for_packets(network, ready) {
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
            let longest = if self.world.has_background() || !network.announces_writes() {
                // What can be continued in the node's memory does not end a sleep on the device. Nor do writes of
                // peers on some devices.
                longest.min(BOUNDED_SLEEP)
            } else {
                longest
            };
            nap(network, longest);
            self.world.continue_background();
            if ready(self.world) {
                break true;
            }
            // More packets probably follow those that came.
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

    /// Looks for packets as long as some come now and then. With a core of its own the thread looks
    /// all the time. Otherwise it yields the core between two looks: to wake a core that has fallen
    /// asleep takes longer than many yields.
    ///
    /// A packet of another process on this host may have woken the thread on the core where that process waits for the answer.
    fn look_for_packets(self, network: &Network, ready: &mut impl FnMut(&World) -> bool) -> bool {
        let arena = self.world.arena();
        arena.return_to_core();
        let has_core = arena.has_core_each();
        let mut patience = arena.patience_in_node();
        let (mut since, mut traffic) = (Instant::now(), network.traffic());
        while (has_core || since.elapsed() < YIELD) && patience.pause_after_call() {
            self.world.continue_background();
            if ready(self.world) {
                return true;
            }
            if std::mem::replace(&mut traffic, network.traffic()) != traffic {
                patience = arena.patience_in_node();
                since = Instant::now();
            }
        }
        false
    }
}
