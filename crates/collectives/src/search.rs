//! The search for a context that is free on all members of a new set, as steps between which the
//! members combine words. `choice.rs` says why it ends.

use crate::choice::choose;
use crate::layout::{SETS, context_of_set};
use crate::process::{Lock, Process};
use crate::split::{Contexts, WORDS};

/// The words of a round that looks for free contexts: a bit for each taken context, and whether a
/// context is being taken. The members combine them by OR.
pub const LOOKED: usize = WORDS + 1;

/// The search of one set's members.
#[derive(Debug)]
pub struct Search {
    /// A number that all members share, and that differs between sets.
    set: u64,
    attempt: u64,
}

/// What the members make of the words of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The members try to take a context.
    Take(Candidate),
    /// The members look again.
    Again,
    /// No context is free on all members.
    Exhausted,
}

/// A context that the members try to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate(u32);

/// Whether this process got a candidate.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    candidate: Candidate,
    is_ours: bool,
    /// Whether this process did not get it, and the last signal counted in the context. The members
    /// combine the words by their maximum.
    pub words: [u64; 2],
}

impl Search {
    /// A search by the members of a set. `set` is a number that they share, and that differs between
    /// sets.
    pub fn new(set: u64) -> Search {
        Search { set, attempt: 0 }
    }

    /// The words of this process.
    pub fn look<P: Process>(process: &P) -> [u64; LOOKED] {
        let mut words = [0; LOOKED];
        process.contexts().lock().look(&mut words);
        words
    }

    /// Chooses by the words of all members.
    pub fn choose(&mut self, words: &[u64; LOOKED]) -> Choice {
        let candidates = (0..).zip(words[..WORDS].iter().map(|taken| !taken));
        // Who is in the way of others looks among more of them.
        let enough = self.attempt.min(u64::from(u64::BITS)) as u32;
        let (first, free) = { candidates.clone() }
            .find(|(_, free)| free.count_ones() > enough)
            .or_else(|| { candidates }.find(|(_, free)| *free != 0))
            .unwrap_or((0, 0));
        if free == 0 && words[WORDS] == 0 {
            return Choice::Exhausted;
        }
        let chosen = choose(free, self.set, self.attempt);
        self.attempt += u64::from(free != 0);
        if chosen == 0 {
            return Choice::Again;
        }
        let set = first * u64::BITS + chosen.trailing_zeros();
        Choice::Take(Candidate(set))
    }
}

impl Candidate {
    /// Takes the candidate if it is free in this process.
    pub fn take<P: Process>(self, process: &P) -> Taken {
        let number = process.contexts().lock().take(self.0);
        Taken {
            candidate: self,
            is_ours: number.is_some(),
            words: [u64::from(number.is_none()), number.unwrap_or(0)],
        }
    }

    /// What a process does that will not be in the set: it takes nothing.
    pub fn leave(self) -> Taken {
        Taken {
            candidate: self,
            is_ours: false,
            words: [0; 2],
        }
    }
}

impl Taken {
    /// Decides by the words of all members, `None` after a failure. Returns the context and the
    /// first step number in it, if all members got the candidate.
    pub fn decide<P: Process>(self, process: &P, words: Option<[u64; 2]>) -> Option<(u32, u64)> {
        let agreed = words.filter(|words| words[0] == 0);
        let Candidate(set) = self.candidate;
        if self.is_ours {
            process.contexts().lock().settle(set, agreed.is_some());
        }
        agreed.map(|[_, number]| (context_of_set(set), number))
    }
}

const _: () = assert!(SETS.is_multiple_of(u64::BITS));

impl Contexts {
    /// Writes which contexts are taken, and whether one is being taken.
    fn look(&self, words: &mut [u64; LOOKED]) {
        for (word, free) in words.iter_mut().zip(self.free()) {
            *word = !free;
        }
        words[WORDS] = u64::from(self.is_trying());
    }
}
