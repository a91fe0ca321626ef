//! Progress: what a poll does, and when the next poll is due.

use core::time::Duration;

use farreach_verbs::{Device, Time};

use super::Engine;
use crate::Directory;

/// The longest time that work requests wait for a call that sends them with others.
const FLUSH_WITHIN: Duration = Duration::from_millis(1);
/// The most rounds of one poll. A poll begins another round when the last round found something to
/// do.
const ROUNDS: usize = 8;
/// The time between two look-ups of an endpoint that the directory does not have yet.
const DIRECTORY_RECHECK: Duration = Duration::from_millis(1);

impl<D: Device, L: Directory> Engine<D, L> {
    /// Makes all possible progress. Returns the number of events. Zero means that nothing happened.
    pub fn poll(&mut self, now: Time) -> usize {
        self.now = now;
        let before = (self.config.live_bytes)();
        let ended_before = self.operations.window().ended();
        self.has_spent = false;
        let mut work = 0;
        self.close_lists();
        if self.batches.is_any_open() {
            self.flush_batches();
        }
        if !self.unconnected.is_unused() {
            self.flush_associations();
        }
        // Requests that one round posts are sent in the next round, and their answers are taken
        // there.
        for _ in 0..ROUNDS {
            self.posted = 0;
            // An earlier round may have spent costs.
            work += self.device.progress(self.now);
            work += self.take_completions();
            if self.inbox.is_open() {
                work += self.take_arrivals();
            }
            if !self.has_older_messages() {
                work += self.take_datagrams();
            }
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

    /// Takes what waits in the node's memory for receives, which were posted now. Returns whether some is left: it came before the
    /// datagrams that have been received, so that these have to wait.
    fn has_older_messages(&mut self) -> bool {
        if !self.config.fabric.reach.is_xrc() || !self.inbox.is_open() {
            return false;
        }
        for _ in 0..ROUNDS {
            if self.device.next_deadline() != Some(Time::ZERO) {
                return false;
            }
            self.device.progress(self.now);
            if self.take_arrivals() == 0 {
                return false;
            }
        }
        true
    }

    /// Whether connections or datagrams need service. Most polls find that none does.
    #[inline]
    fn is_unsettled(&self, now: Time) -> bool {
        self.setups.look().has_work(now) || !self.is_quiet() && self.has_rare_work(now)
    }

    /// Whether there is nothing to serve but connections and the operations on them.
    #[inline]
    fn is_quiet(&self) -> bool {
        !self.has_rare_waiting() && self.unconnected.is_unused()
    }

    /// Whether a connection is draining, or a set-up waits for a queue pair or for an endpoint.
    #[inline]
    fn has_rare_waiting(&self) -> bool {
        self.setups.is_any_draining()
            || self.setups.is_any_kept()
            || self.setups.awaits_paths()
            || self.limits.look_at().is_some()
            || !self.unconnected.unaddressed().is_empty()
    }

    #[cold]
    fn has_rare_work(&self, now: Time) -> bool {
        self.has_rare_waiting() || self.unconnected.has_work(now)
    }

    /// Serves set-ups, ends of connections and datagrams.
    fn settle(&mut self, now: Time) {
        self.end_drained();
        let due = |deadline| deadline <= now;
        if self.setups.look().next_deadline().is_some_and(due) {
            self.setups.manager().handle_timeout(now);
        }
        self.serve_associations();
        self.send_kept_messages();
        self.go_on_with_paths();
        self.take_actions();
        self.make_room();
        // Operations without a connection may have become eligible for datagrams.
        self.flush_associations();
    }

    /// The time at which [`Engine::poll`] must be called even if no packet arrives.
    pub fn next_deadline(&self) -> Option<Time> {
        let flush = self.has_unsent().then(|| self.posted_at + FLUSH_WITHIN);
        let next = earliest([
            self.device.next_deadline(),
            // A set-up that only waits for its peer has no timer of its own.
            (self.setups.look().next_deadline()).map(|due| due.min(self.silence.look_at())),
            flush,
            self.has_spent.then_some(self.now),
        ]);
        if self.is_quiet() {
            next
        } else {
            earliest([next, self.next_rare_deadline()])
        }
    }

    #[cold]
    fn next_rare_deadline(&self) -> Option<Time> {
        let recheck = self.setups.is_any_kept()
            || self.setups.awaits_paths()
            || !self.unconnected.unaddressed().is_empty();
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
