//! Peers that are silent: who is, and what becomes of what is under way toward those who are given up.

use core::iter;
use core::time::Duration;

use alloc::vec::Vec;

use farreach_connect::Rank;
use farreach_verbs::{Device, Time};

use super::Engine;
use crate::{Directory, Question};

impl<D: Device, L: Directory> Engine<D, L> {
    /// The next process that may not be there.
    pub fn poll_question(&mut self) -> Option<Question> {
        self.silence.poll_question()
    }

    /// Whether any question has no answer yet.
    #[inline]
    pub fn has_doubts(&self) -> bool {
        self.silence.has_doubts()
    }

    /// The answer to a question: the process is there, and took all packets that had come to it after it was asked; or there is no such
    /// process any more. As long as neither is known, nothing fails.
    pub fn hear_of(&mut self, now: Time, number: u32, is_there: bool) {
        self.silence.hear_of(now, number, is_there);
    }

    /// Looks who has been silent for long, and gives up who can't be reached. Returns whether there is anything to do.
    #[cold]
    #[inline(never)]
    pub(super) fn look_for_silence(&mut self, now: Time) -> bool {
        let silent = self.silent(now);
        let lost = self.silence.note(now, silent.into_iter());
        for &(peer, reason) in &lost {
            self.unconnected.associations().give_up(now, peer, reason);
            self.setups.manager().give_up(now, peer, reason);
        }
        if !lost.is_empty() {
            self.serve_associations();
            self.take_actions();
            self.silence.end_giving_up();
        }
        !lost.is_empty() || self.silence.has_questions()
    }

    /// The peers that owe an answer for half the time that they have, by all that shows it.
    fn silent(&self, now: Time) -> Vec<(Rank, Duration)> {
        let limit = self.silence.limit();
        // Whoever has no endpoint yet was not told anything.
        let unheard = |&(peer, _): &(Rank, Duration)| {
            !self.setups.is_kept(peer) && !self.unconnected.unaddressed().contains(&peer)
        };
        let set_ups = self.setups.look().silent(now, limit);
        let datagrams = self.unconnected.look().silent(now, limit);
        let peers = self.peers.iter().flat_map(|(&peer, state)| {
            let qps = state.queue_pairs();
            let silent = qps.filter_map(|qp| self.device.silent_for(qp, now));
            silent.map(move |of_it| (peer, of_it))
        });
        let connected = peers.filter(|&(_, of_it)| of_it >= limit);
        let without = iter::chain(set_ups, datagrams).filter(unheard);
        iter::chain(without, connected).collect()
    }
}
