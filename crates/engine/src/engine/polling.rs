//! Progress: what a poll does, and when the next is due.

use core::time::Duration;

use farreach_verbs::{Device, Time};

use super::Engine;
use crate::Directory;

/// How long work requests may wait for a call that sends them together with others.
const FLUSH_WITHIN: Duration = Duration::from_millis(1);
/// How often a poll goes round while it finds something to post.
const ROUNDS: usize = 8;
/// How soon to look at the directory again for an endpoint that it does not have yet.
const DIRECTORY_RECHECK: Duration = Duration::from_millis(1);

impl<D: Device, L: Directory> Engine<D, L> {
    /// Lets everything proceed that can. Returns how much there was: zero means that nothing happened.
    pub fn poll(&mut self, now: Time) -> usize {
        self.now = now;
        let before = (self.config.live_bytes)();
        let ended_before = self.operations.window().ended();
        let mut work = 0;
        self.close_lists();
        if !self.unconnected.is_unused() {
            self.flush_associations();
        }
        // What a round posts leaves in the next, and what the next receives is taken there.
        for _ in 0..ROUNDS {
            self.posted = 0;
            work += self.device.progress(now);
            work += self.take_completions();
            if self.inbox.is_open() {
                work += self.take_arrivals();
            }
            work += self.take_datagrams();
            if self.is_unsettled(now) {
                self.settle(now);
            }
            self.drain_blocked();
            if self.posted == 0 {
                break;
            }
        }
        if now >= self.silence.look_at() {
            work += usize::from(self.look_for_silence(now));
        }
        self.account(before);
        work + (self.operations.window().ended() - ended_before) as usize
    }

    /// Whether connections or datagrams want something: most polls find that they don't.
    #[inline]
    fn is_unsettled(&self, now: Time) -> bool {
        self.setups.look().has_work(now) || !self.is_quiet() && self.has_rare_work(now)
    }

    /// Whether there are connections and operations on them, and nothing of what else there may be.
    #[inline]
    fn is_quiet(&self) -> bool {
        !self.has_rare_waiting() && self.unconnected.is_unused()
    }

    /// Whether connections end, set-ups wait for room, or anything for an endpoint.
    #[inline]
    fn has_rare_waiting(&self) -> bool {
        self.setups.is_any_draining()
            || self.setups.is_any_kept()
            || self.limits.look_at().is_some()
            || !self.unconnected.unaddressed().is_empty()
    }

    #[cold]
    fn has_rare_work(&self, now: Time) -> bool {
        self.has_rare_waiting() || self.unconnected.has_work(now)
    }

    /// Lets set-ups, ends of connections and datagrams proceed.
    fn settle(&mut self, now: Time) {
        self.end_drained();
        let due = |deadline| deadline <= now;
        if self.setups.look().next_deadline().is_some_and(due) {
            self.setups.manager().handle_timeout(now);
        }
        self.serve_associations();
        self.send_kept();
        self.take_actions();
        self.make_room();
        // What has no connection may go another way now.
        self.flush_associations();
    }

    /// When [`Engine::poll`] must be called even if no packet comes.
    pub fn next_deadline(&self) -> Option<Time> {
        let flush = self.has_unsent().then(|| self.posted_at + FLUSH_WITHIN);
        let next = earliest([
            self.device.next_deadline(),
            // A set-up that waits for the peer alone has no timer of its own.
            (self.setups.look().next_deadline()).map(|due| due.min(self.silence.look_at())),
            flush,
        ]);
        if self.is_quiet() {
            next
        } else {
            earliest([next, self.next_rare_deadline()])
        }
    }

    #[cold]
    fn next_rare_deadline(&self) -> Option<Time> {
        let recheck = self.setups.is_any_kept() || !self.unconnected.unaddressed().is_empty();
        let recheck = recheck.then(|| self.now + DIRECTORY_RECHECK);
        earliest([
            self.unconnected.look().next_deadline(),
            recheck,
            self.limits.look_at(),
        ])
    }
}

#[inline]
fn earliest<const N: usize>(times: [Option<Time>; N]) -> Option<Time> {
    let sooner = |one: Option<Time>, other| match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        _ => one.or(other),
    };
    times.into_iter().fold(None, sooner)
}
