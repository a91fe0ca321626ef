//! Peers that are silent: they are asked after before anything toward them fails.
//!
//! ```text
//!   silent for half the time-out ──▶ Question ──▶ is it there?  no answer yet: wait on, however long
//!      ▲                                              │ yes               │ no
//!      └── half the time-out later, still silent ◀────┤                   ▼
//!          still silent after the second answer ──────┴────────────▶ what is under way toward it fails
//! ```
//!
//! A process that is stopped, or that gets no processor, is silent as well. But it does not say that it is there either: a process
//! does so only after it has taken all packets that had come. So one that says it twice, and whose packets don't come although we
//! sent again between the two answers, can't be reached over the network.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::iter;
use core::time::Duration;

use farreach_connect::{Rank, Reason};
use farreach_verbs::{Device, Time};

use super::Engine;
use crate::Directory;

/// How long connections and associations wait by themselves: for ever.
pub(super) const FOREVER: Duration = Duration::from_secs(1 << 32);
/// Within this time all that has no answer is sent again: devices do after half a second, set-ups and associations after a quarter.
const SENT_AGAIN: Duration = Duration::from_secs(1);
/// How often a silent process has to say that it is there.
const ANSWERS: u32 = 2;

/// Whether a process is there, which only somebody else can find out: see [`Engine::hear_of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The process.
    pub rank: Rank,
    /// Names the question in its answer.
    pub number: u32,
}

/// What is known of silent peers.
pub(super) struct Silence {
    /// How long a peer may be silent before it is asked after, and how long it may be after its answer.
    half: Duration,
    doubts: BTreeMap<Rank, Doubt>,
    questions: VecDeque<Question>,
    /// The number of the last question.
    number: u32,
    /// Why connections end that are given up at the moment, by their gateways.
    given_up: BTreeMap<Rank, Reason>,
}

/// A process that may not be there.
struct Doubt {
    /// When the first question was asked: it has been silent since.
    since: Time,
    /// The question without an answer.
    asked: Option<u32>,
    answers: u32,
    answered_at: Time,
    is_gone: bool,
}

impl Silence {
    pub(super) fn new(limit: Duration) -> Silence {
        Silence {
            half: (limit / 2).max(SENT_AGAIN),
            doubts: BTreeMap::new(),
            questions: VecDeque::new(),
            number: 0,
            given_up: BTreeMap::new(),
        }
    }

    fn ask(&mut self, rank: Rank) -> u32 {
        self.number = self.number.wrapping_add(1);
        let number = self.number;
        self.questions.push_back(Question { rank, number });
        number
    }

    /// Takes note that `rank` has been silent for so long. Returns why it is to be given up, if it is.
    fn note(&mut self, now: Time, rank: Rank, silent: Duration) -> Option<Reason> {
        let half = self.half;
        let known = self.doubts.get(&rank);
        // Who spoke meanwhile starts anew.
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

impl<D: Device, L: Directory> Engine<D, L> {
    /// The next process that may not be there.
    pub fn poll_question(&mut self) -> Option<Question> {
        self.silence.questions.pop_front()
    }

    /// Whether any question has no answer yet.
    #[inline]
    pub fn has_doubts(&self) -> bool {
        !self.silence.doubts.is_empty()
    }

    /// The answer to a question: the process is there, and took all packets that had come to it after it was asked; or there is no such
    /// process any more. As long as neither is known, nothing fails.
    pub fn hear_of(&mut self, now: Time, number: u32, is_there: bool) {
        let mut doubts = self.silence.doubts.values_mut();
        if let Some(doubt) = doubts.find(|doubt| doubt.asked == Some(number)) {
            doubt.asked = None;
            doubt.answers += 1;
            doubt.answered_at = now;
            doubt.is_gone = !is_there;
        }
    }

    /// Looks who has been silent for long, and gives up who can't be reached. Returns whether there is anything to do.
    #[cold]
    #[inline(never)]
    pub(super) fn look_for_silence(&mut self, now: Time) -> bool {
        self.silence_at = now + self.silence.half / 4;
        let silent = self.silent(now);
        let size = self.config.size;
        let ranks: BTreeSet<Rank> = silent.iter().map(|(peer, _)| peer % size).collect();
        self.silence.doubts.retain(|rank, _| ranks.contains(rank));
        let mut lost = Vec::new();
        for (peer, silent) in silent {
            let reason = self.silence.note(now, peer % size, silent);
            lost.extend(reason.map(|reason| (peer, reason)));
        }
        for &(peer, reason) in &lost {
            self.silence.doubts.remove(&(peer % size));
            self.silence.given_up.insert(peer, reason);
            self.associations.give_up(now, peer, reason);
            self.manager.give_up(now, peer, reason);
        }
        if !lost.is_empty() {
            self.serve_associations();
            self.take_actions();
            self.silence.given_up.clear();
        }
        !lost.is_empty() || !self.silence.questions.is_empty()
    }

    /// The peers that owe an answer for half the time that they have.
    fn silent(&self, now: Time) -> Vec<(Rank, Duration)> {
        let limit = self.silence.half;
        let mut silent: BTreeMap<Rank, Duration> = BTreeMap::new();
        let mut add = |peer, of_it: Duration| {
            let longest = silent.entry(peer).or_default();
            *longest = of_it.max(*longest);
        };
        // Whoever has no endpoint yet was not told anything.
        let unheard = |&(peer, _): &(Rank, Duration)| {
            !self.unsent.contains_key(&peer) && !self.unaddressed.contains(&peer)
        };
        let set_ups = self.manager.silent(now, limit);
        for (peer, of_it) in
            iter::chain(set_ups, self.associations.silent(now, limit)).filter(unheard)
        {
            add(peer, of_it);
        }
        for (&peer, state) in &self.peers {
            let qps = iter::chain(state.qp(), state.others.iter());
            for of_it in qps.filter_map(|qp| self.device.silent_for(qp, now)) {
                if of_it >= limit {
                    add(peer, of_it);
                }
            }
        }
        silent.into_iter().collect()
    }

    /// Why the connection to `gateway` is given up, if it is.
    pub(super) fn reason_to_give_up(&self, gateway: Rank) -> Option<Reason> {
        self.silence.given_up.get(&gateway).copied()
    }
}
