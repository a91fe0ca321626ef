//! Detects a deadlocked job: whether any rank can still go on.
//!
//! ```text
//!   each rank:  goes on ◀──▶ stands still (waits, nothing that it began is under way); finalized: for good
//!                                   all stand still
//!                                              ▼
//!   head:  Ask ──▶ each rank that waits looks again ──▶ it still does: all of them, twice ──▶ nobody goes on
//! ```
//!
//! The verdict is certain and does not depend on time. Every rank reported that it stands still
//! before the question was sent, and none took its report back before all had answered. Each rank
//! was therefore in one and the same wait from before the question to its answer, and began nothing
//! meanwhile. What it had begun earlier was complete. Nothing in any rank's memory changed after
//! the question, so what the ranks found when they looked again is what they would always find. The
//! second round is needed because a waiting process may serve others; the first round has made it
//! do so.

use std::collections::BTreeMap;

use super::news::in_runs;
use crate::protocol::WaitNews;

/// The number of rounds that all ranks must answer.
const ROUNDS: u32 = 2;
/// The most different waits that the error text names.
const PARTS_MAX: usize = 32;

/// What all ranks have reported about their waits.
#[derive(Debug)]
pub(super) struct Standstill {
    ranks: Vec<State>,
    has_finalized: Vec<bool>,
    /// The number of ranks that go on.
    going: usize,
    /// The number of the last question.
    round: u32,
    /// The number of ranks that have not answered the last question.
    silent: usize,
    /// The number of questions that all ranks have answered since the last report that a rank goes
    /// on.
    answered: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    GoesOn,
    StandsStill,
    /// Stands still in this wait.
    Waits(String),
    /// Stands still because it has finalized.
    Ended,
}

/// What the head has to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Ask all ranks to look again.
    Ask { round: u32 },
    /// End the job.
    NobodyGoesOn { text: String },
}

impl Standstill {
    pub(super) fn new(size: u32) -> Standstill {
        Standstill {
            ranks: vec![State::GoesOn; size as usize],
            has_finalized: vec![false; size as usize],
            going: size as usize,
            round: 0,
            silent: 0,
            answered: 0,
        }
    }

    /// Notes that a rank has finalized: when it stands still, it does so for good.
    pub(super) fn note_finalized(&mut self, rank: u32) {
        if let Some(has_finalized) = self.has_finalized.get_mut(rank as usize) {
            *has_finalized = true;
        }
    }

    /// Whether a rank has finalized.
    pub(super) fn has_finalized(&self, rank: u32) -> bool {
        self.has_finalized.get(rank as usize) == Some(&true)
    }

    pub(super) fn hear(&mut self, rank: u32, news: WaitNews) -> Option<Verdict> {
        match news {
            WaitNews::StandsStill if self.has_finalized.get(rank as usize) == Some(&true) => {
                self.change(rank, State::Ended)
            }
            WaitNews::StandsStill => self.change(rank, State::StandsStill),
            WaitNews::GoesOn => self.change(rank, State::GoesOn),
            WaitNews::StillWaits { round, what } => self.note_answer(rank, round, what),
        }
    }

    fn change(&mut self, rank: u32, to: State) -> Option<Verdict> {
        let state = self.ranks.get_mut(rank as usize)?;
        let before = std::mem::replace(state, to);
        self.going += usize::from(*state == State::GoesOn);
        self.going -= usize::from(before == State::GoesOn);
        // Answers to earlier questions do not count any more.
        (self.silent, self.answered) = (0, 0);
        self.ask()
    }

    fn ask(&mut self) -> Option<Verdict> {
        if self.going > 0 {
            return None;
        }
        self.silent = 0;
        for state in &mut self.ranks {
            if *state != State::Ended {
                *state = State::StandsStill;
                self.silent += 1;
            }
        }
        self.round = self.round.wrapping_add(1);
        Some(Verdict::Ask { round: self.round })
    }

    fn note_answer(&mut self, rank: u32, round: u32, what: String) -> Option<Verdict> {
        let state = self.ranks.get_mut(rank as usize)?;
        if round != self.round || self.silent == 0 || *state != State::StandsStill {
            return None;
        }
        *state = State::Waits(what);
        self.silent -= 1;
        if self.silent > 0 {
            return None;
        }
        self.answered += 1;
        if self.answered < ROUNDS {
            return self.ask();
        }
        Some(Verdict::NobodyGoesOn { text: self.text() })
    }

    /// The error text, for example `no rank can go on: rank 0 has finalized or exited, rank 1-3
    /// waits in shmem_barrier_all`.
    fn text(&self) -> String {
        let mut by_state: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (rank, state) in (0..).zip(&self.ranks) {
            let what = match state {
                State::Waits(what) => what,
                _ => "",
            };
            by_state.entry(what).or_default().push(rank);
        }
        let parts = by_state.into_iter().map(|(what, ranks)| {
            let one = ranks.len() == 1;
            let who = in_runs(ranks.into_iter());
            match (what, one) {
                ("", true) => format!("{who} has finalized or exited"),
                ("", false) => format!("{who} have finalized or exited"),
                (what, true) => format!("{who} waits in {what}"),
                (what, false) => format!("{who} wait in {what}"),
            }
        });
        let mut parts: Vec<String> = parts.collect();
        let beyond = parts.len().saturating_sub(PARTS_MAX);
        parts.truncate(PARTS_MAX);
        if beyond > 0 {
            parts.push(format!("and {beyond} other waits"));
        }
        format!("no rank can go on: {}", parts.join("; "))
    }
}

#[cfg(test)]
mod tests;
