//! Silent peers. A peer's process is asked after before operations toward the peer fail.
//!
//! ```text
//!   silent for half the time-out ──▶ Question ──▶ is it there?  no answer yet: wait on, however long
//!      ▲                                              │ yes               │ no
//!      └── half the time-out later, still silent ◀────┤                   ▼
//!          still silent after the second answer ──────┴────────────▶ what is under way toward it fails
//! ```
//!
//! A process that is stopped, or that gets no processor, is silent as well, but does not answer the
//! question either. A process answers only after it has taken all packets that had arrived. Between
//! two answers everything unacknowledged is sent again. A process that answers twice and is still
//! silent is therefore unreachable over the network.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::time::Duration;

use farreach_connect::{Rank, Reason};
use farreach_verbs::Time;

/// The time-out of connections and associations themselves: none. Only this module gives peers up.
pub(crate) const FOREVER: Duration = Duration::from_secs(1 << 32);
/// Within this time everything without an answer is sent again. Devices do so after half a second,
/// set-ups and associations after a quarter.
const SENT_AGAIN: Duration = Duration::from_secs(1);
/// The number of answers of a silent process after which it is given up.
const ANSWERS: u32 = 2;

/// The question whether a process still runs. The caller answers with [`crate::Engine::hear_of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The process.
    pub rank: Rank,
    /// The number that the answer names.
    pub number: u32,
}

/// The state of silent peers. `look_at` is separate because each poll reads it.
pub(crate) struct Silence {
    look_at: Time,
    known: Box<Known>,
}

/// What is known of silent peers.
struct Known {
    /// Half of the time-out: the time until the first question, and the time between an answer and
    /// the next question.
    half: Duration,
    /// The number of ranks. Numbers from here on are lanes beyond the first.
    size: u32,
    doubts: BTreeMap<Rank, Doubt>,
    questions: VecDeque<Question>,
    /// The number of the last question.
    number: u32,
    /// Why connections are being given up now, by gateway.
    given_up: BTreeMap<Rank, Reason>,
}

/// A process that may not run any more.
struct Doubt {
    /// When the first question was asked. The process has been silent since.
    since: Time,
    /// The number of the open question.
    asked: Option<u32>,
    answers: u32,
    answered_at: Time,
    is_gone: bool,
}

impl Silence {
    pub(crate) fn new(limit: Duration, size: u32) -> Silence {
        Silence {
            look_at: Time::ZERO,
            known: Box::new(Known {
                half: (limit / 2).max(SENT_AGAIN),
                size,
                doubts: BTreeMap::new(),
                questions: VecDeque::new(),
                number: 0,
                given_up: BTreeMap::new(),
            }),
        }
    }

    /// When to look for silent peers again.
    #[inline]
    pub(crate) fn look_at(&self) -> Time {
        self.look_at
    }

    /// The silence after which a peer is asked after.
    pub(crate) fn limit(&self) -> Duration {
        self.known.half
    }

    pub(crate) fn poll_question(&mut self) -> Option<Question> {
        self.known.questions.pop_front()
    }

    /// Whether there are questions to poll.
    pub(crate) fn has_questions(&self) -> bool {
        !self.known.questions.is_empty()
    }

    /// Whether any question has no answer yet.
    #[inline]
    pub(crate) fn has_doubts(&self) -> bool {
        !self.known.doubts.is_empty()
    }

    /// Handles the answer to a question.
    pub(crate) fn hear_of(&mut self, now: Time, number: u32, is_there: bool) {
        let mut doubts = self.known.doubts.values_mut();
        if let Some(doubt) = doubts.find(|doubt| doubt.asked == Some(number)) {
            doubt.asked = None;
            doubt.answers += 1;
            doubt.answered_at = now;
            doubt.is_gone = !is_there;
        }
    }

    /// Records the `silent` peers, each with an upper bound of its silence. Returns the peers to
    /// give up, with reasons. They count as given up until [`Silence::end_giving_up`].
    pub(crate) fn note(
        &mut self,
        now: Time,
        silent: impl Iterator<Item = (Rank, Duration)>,
    ) -> Vec<(Rank, Reason)> {
        let known = &mut *self.known;
        self.look_at = now + known.half / 4;
        let mut longest: BTreeMap<Rank, Duration> = BTreeMap::new();
        for (peer, silent) in silent {
            let entry = longest.entry(peer).or_default();
            *entry = silent.max(*entry);
        }
        let ranks: BTreeSet<Rank> = longest.keys().map(|peer| peer % known.size).collect();
        known.doubts.retain(|rank, _| ranks.contains(rank));
        let mut lost = Vec::new();
        for (peer, silent) in longest {
            let reason = known.note(now, peer % known.size, silent);
            lost.extend(reason.map(|reason| (peer, reason)));
        }
        for &(peer, reason) in &lost {
            known.doubts.remove(&(peer % known.size));
            known.given_up.insert(peer, reason);
        }
        lost
    }

    /// Why the connection to `gateway` is being given up, if it is.
    pub(crate) fn reason_to_give_up(&self, gateway: Rank) -> Option<Reason> {
        self.known.given_up.get(&gateway).copied()
    }

    pub(crate) fn end_giving_up(&mut self) {
        self.known.given_up.clear();
    }
}

impl Known {
    fn ask(&mut self, rank: Rank) -> u32 {
        self.number = self.number.wrapping_add(1);
        let number = self.number;
        self.questions.push_back(Question { rank, number });
        number
    }

    /// Records that `rank` has been silent for `silent`. Returns the reason to give it up, if there
    /// is one.
    fn note(&mut self, now: Time, rank: Rank, silent: Duration) -> Option<Reason> {
        let half = self.half;
        let known = self.doubts.get(&rank);
        // A peer that was heard of meanwhile starts anew.
        let known = known.filter(|doubt| now.since(doubt.since) <= silent);
        match known {
            Some(doubt) if doubt.is_gone => return Some(Reason::Dead),
            Some(doubt) if doubt.answers >= ANSWERS => return Some(Reason::Silent { silent }),
            Some(doubt) if doubt.asked.is_some() || now.since(doubt.answered_at) < half => {}
            Some(_) => {
                let asked = Some(self.ask(rank));
                if let Some(doubt) = self.doubts.get_mut(&rank) {
                    doubt.asked = asked;
                }
            }
            None => {
                let doubt = Doubt {
                    since: now,
                    asked: Some(self.ask(rank)),
                    answers: 0,
                    answered_at: now,
                    is_gone: false,
                };
                self.doubts.insert(rank, doubt);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
