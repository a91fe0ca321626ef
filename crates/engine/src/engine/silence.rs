//! Silent peers: who is silent, and what happens to operations toward peers that are given up.

use core::iter;
use core::time::Duration;

use alloc::vec::Vec;

use farreach_connect::{Rank, Refusal};
use farreach_verbs::{Device, Time};

use super::Engine;
use crate::{Directory, Question};

impl<D: Device, L: Directory> Engine<D, L> {
    /// Takes the next question whether a process still runs.
    pub fn poll_question(&mut self) -> Option<Question> {
        self.silence.poll_question()
    }

    /// Whether a question has no answer yet.
    #[inline]
    pub fn has_doubts(&self) -> bool {
        self.silence.has_doubts()
    }

    /// Handles the answer to a question. `is_there` means that the process runs, and took all
    /// packets that had arrived before it was asked. Otherwise the process is gone. While neither
    /// is known nothing fails.
    pub fn hear_of(&mut self, now: Time, number: u32, is_there: bool) {
        self.silence.hear_of(now, number, is_there);
    }

    /// Looks for peers that have been silent for long, and gives up unreachable peers. Returns
    /// whether there is work to do.
    #[cold]
    #[inline(never)]
    pub(super) fn look_for_silence(&mut self, now: Time) -> bool {
        let silent = self.silent(now);
        let lost = self.silence.note(now, silent.into_iter());
        for &(peer, reason) in &lost {
            if peer == self.config.rank {
                self.part_from_itself(Some(reason));
                continue;
            }
            self.unconnected.associations().give_up(now, peer, reason);
            self.setups.manager().give_up(now, peer, reason);
            // The search for the path goes on, but nobody waits for it.
            if self.setups.forget_path(peer) {
                let refusal = Refusal::Device { code: 0 };
                let manager = self.setups.manager();
                manager.qp_created(now, peer, Err(refusal));
            }
        }
        if !lost.is_empty() {
            self.serve_associations();
            self.take_actions();
            self.silence.end_giving_up();
        }
        !lost.is_empty() || self.silence.has_questions()
    }

    /// The peers that have owed an answer for half of the time-out, on a connection, an association
    /// or a set-up.
    fn silent(&self, now: Time) -> Vec<(Rank, Duration)> {
        let limit = self.silence.limit();
        // A peer whose endpoint is unknown was sent nothing, so it owes no answer.
        let unheard = |&(peer, _): &(Rank, Duration)| {
            !self.setups.is_kept(peer) && !self.unconnected.unaddressed().contains(&peer)
        };
        let set_ups = self.setups.look().silent(now, limit);
        // A path that stays unknown is one on which nothing comes back.
        let pathless = self.setups.pathless();
        let pathless = pathless.map(|(peer, since)| (peer, now.since(since)));
        let set_ups = set_ups.chain(pathless.filter(|&(_, silent)| silent >= limit));
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
