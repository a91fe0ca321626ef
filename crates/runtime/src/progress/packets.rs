//! Waiting for what only packets of other nodes can bring.

use std::time::{Duration, Instant};

use farreach_node::BOUNDED_SLEEP;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::beside::Beside;
use super::lane::Through;
use super::network::Network;
use crate::World;

/// How long a process yields in vain before it sleeps on the device.
const YIELD: Duration = Duration::from_micros(100);
/// How long a sleep on the device is at most.
const NAP: Duration = Duration::from_millis(5);
/// The same if another thread sleeps on them as well, which may take the packet.
const SHARED_NAP: Duration = Duration::from_micros(500);
/// How many of those a wait begins with.
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
    // An interrupted nap is a short one.
    let _ = poll(&mut fds, Some(&timeout));
}

impl Through<'_> {
    /// [`Through::wait_for`] what only packets can make ready.
    pub(crate) fn wait_for_packets(self, what: &str, mut ready: impl FnMut(&World) -> bool) {
        if !self.await_packets(&mut ready) {
            self.wait_for(what, ready);
        }
    }

    /// Waits for what comes from other nodes, asleep on the device itself and not on the helper, which would have to be
    /// woken first. Gives up after a while: a long wait is the helper's.
    fn await_packets(self, ready: &mut impl FnMut(&World) -> bool) -> bool {
        let Some(network) = self.opened() else {
            return false;
        };
        self.world.arena().return_to_core();
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
            let longest = if self.world.has_beside() {
                // What can be continued in the node's memory does not end a sleep on the device.
                longest.min(BOUNDED_SLEEP)
            } else {
                longest
            };
            nap(network, longest);
            self.world.continue_beside();
            if ready(self.world) {
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
    fn look_for_packets(self, network: &Network, ready: &mut impl FnMut(&World) -> bool) -> bool {
        if self.world.arena().has_core_each() {
            let mut patience = self.world.arena().patience();
            while patience.pause_after_call() {
                self.world.continue_beside();
                if ready(self.world) {
                    return true;
                }
            }
            return false;
        }
        let mut since = Instant::now();
        let mut traffic = network.traffic();
        while since.elapsed() < YIELD {
            std::thread::yield_now();
            self.world.continue_beside();
            if ready(self.world) {
                return true;
            }
            if std::mem::replace(&mut traffic, network.traffic()) != traffic {
                since = Instant::now();
            }
        }
        false
    }
}
