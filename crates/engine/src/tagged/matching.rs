//! The matching of messages with receives, by context, source and tag.
//!
//! ```text
//!   receive is posted ──▶ oldest unexpected message that matches? ──yes──▶ matched
//!                           └─no─▶ posted receives
//!   message arrives ────▶ oldest posted receive that matches? ──────yes──▶ matched
//!                           └─no─▶ unexpected messages
//! ```
//!
//! A receive may accept any source, any tag, or both. The rules are those of MPI 4.1, 3.5: messages
//! of one source match in their order, and receives match in the order in which they were posted.
//!
//! Posted receives are in queues, one for each pattern, so at most four looks find the oldest one
//! that matches. Unexpected messages have such queues for each of the four kinds of patterns. Those
//! of a kind are made when a pattern of the kind is searched for first.
//!
//! *Invariants: no posted receive matches an unexpected message; each of them is handed out once.*

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use farreach_connect::Rank;

/// Tags are at most this. MPI's tags are non-negative numbers of 32 bits.
pub const TAG_MAX: u32 = i32::MAX as u32;

/// What a message is matched by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Envelope {
    /// Separates uses that must not meet, such as MPI's communicators.
    pub(super) context: u32,
    /// The rank that sent the message.
    pub(super) source: Rank,
    /// The tag, at most [`TAG_MAX`].
    pub(super) tag: u32,
}

/// The messages that a receive or a probe accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The context.
    pub context: u32,
    /// The source. `None` accepts any source.
    pub source: Option<Rank>,
    /// The tag. `None` accepts any tag.
    pub tag: Option<u32>,
}

/// A pattern as a sortable value, in which [`Key::ANY`] stands for a part that is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    context: u32,
    source: u32,
    tag: u32,
}

/// The number of kinds of patterns: bit 0 means any source, bit 1 any tag.
const KINDS: usize = 4;

impl Key {
    /// Greater than each rank and tag.
    const ANY: u32 = u32::MAX;

    fn of_pattern(pattern: &Pattern) -> Key {
        assert!(pattern.tag.is_none_or(|tag| tag <= TAG_MAX));
        Key {
            context: pattern.context,
            source: pattern.source.unwrap_or(Key::ANY),
            tag: pattern.tag.unwrap_or(Key::ANY),
        }
    }

    /// The key of this kind that an envelope matches.
    fn of_envelope(envelope: &Envelope, kind: usize) -> Key {
        let part = |bit: usize, part: u32| if kind & bit == 0 { part } else { Key::ANY };
        Key {
            context: envelope.context,
            source: part(1, envelope.source),
            tag: part(2, envelope.tag),
        }
    }

    fn kind(self) -> usize {
        usize::from(self.source == Key::ANY) | usize::from(self.tag == Key::ANY) << 1
    }
}

/// Queues of numbered values by key. Numbers grow from the front of a queue to its back.
#[derive(Debug)]
struct Queues<T> {
    by_key: BTreeMap<Key, VecDeque<(u64, T)>>,
    /// The number of values of each kind.
    counts: [usize; KINDS],
    /// Empty queues to use again.
    spare: Vec<VecDeque<(u64, T)>>,
}

/// The most empty queues that are kept.
const SPARE_MAX: usize = 16;

impl<T> Queues<T> {
    fn new() -> Self {
        Queues {
            by_key: BTreeMap::new(),
            counts: [0; KINDS],
            spare: Vec::new(),
        }
    }

    fn len(&self) -> usize {
        self.counts.iter().sum()
    }

    fn add(&mut self, key: Key, number: u64, value: T) {
        self.counts[key.kind()] += 1;
        let spare = &mut self.spare;
        let queue = self.by_key.entry(key);
        let queue = queue.or_insert_with(|| spare.pop().unwrap_or_default());
        queue.push_back((number, value));
    }

    /// The lowest number with this key.
    fn first(&self, key: Key) -> Option<u64> {
        if self.counts[key.kind()] == 0 {
            return None;
        }
        let queue = self.by_key.get(&key)?;
        queue.front().map(|&(number, _)| number)
    }

    fn remove(&mut self, key: Key, number: u64) -> Option<T> {
        let queue = self.by_key.get_mut(&key)?;
        let at = match queue.front() {
            Some(&(first, _)) if first == number => 0,
            _ => queue.binary_search_by_key(&number, |&(of, _)| of).ok()?,
        };
        let (_, value) = queue.remove(at)?;
        self.counts[key.kind()] -= 1;
        if queue.is_empty()
            && let Some(queue) = self.by_key.remove(&key)
            && self.spare.len() < SPARE_MAX
        {
            self.spare.push(queue);
        }
        Some(value)
    }
}

/// Posted receives `R` and unexpected messages `M`.
#[derive(Debug)]
pub(crate) struct Matching<R, M> {
    posted: Queues<R>,
    /// The number of the next receive.
    next: u64,
    unexpected: Unexpected<M>,
    /// The numbers of unexpected messages, for each kind of patterns that was searched for.
    indices: [Option<Queues<()>>; KINDS],
}

/// Messages by their number. The oldest is the first.
#[derive(Debug)]
struct Unexpected<M> {
    messages: VecDeque<Option<(Envelope, M)>>,
    /// The number of the first.
    first: u64,
    count: usize,
}

impl<M> Unexpected<M> {
    /// Adds a message, and returns its number.
    fn add(&mut self, envelope: Envelope, message: M) -> u64 {
        self.messages.push_back(Some((envelope, message)));
        self.count += 1;
        self.first + self.messages.len() as u64 - 1
    }

    fn get(&self, number: u64) -> Option<&(Envelope, M)> {
        self.messages.get((number - self.first) as usize)?.as_ref()
    }

    fn take(&mut self, number: u64) -> Option<(Envelope, M)> {
        let taken = self
            .messages
            .get_mut((number - self.first) as usize)?
            .take()?;
        self.count -= 1;
        while let Some(None) = self.messages.front() {
            self.messages.pop_front();
            self.first += 1;
        }
        Some(taken)
    }

    /// The messages and their numbers, the oldest first.
    fn iter(&self) -> impl Iterator<Item = (u64, &(Envelope, M))> {
        let numbered = (self.first..).zip(&self.messages);
        numbered.filter_map(|(number, message)| Some((number, message.as_ref()?)))
    }
}

impl<R, M> Matching<R, M> {
    pub(crate) fn new() -> Self {
        Matching {
            posted: Queues::new(),
            next: 1,
            unexpected: Unexpected {
                messages: VecDeque::new(),
                first: 0,
                count: 0,
            },
            indices: [const { None }; KINDS],
        }
    }

    /// Posts a receive. The caller has found no unexpected message by [`Matching::take`]. Returns
    /// the receive's number, which is not zero.
    pub(crate) fn post(&mut self, pattern: &Pattern, receive: R) -> u64 {
        let number = self.next;
        self.next += 1;
        self.posted.add(Key::of_pattern(pattern), number, receive);
        number
    }

    /// Removes the receive that was posted with this pattern and has this number, unless it has
    /// matched.
    pub(crate) fn cancel(&mut self, pattern: &Pattern, number: u64) -> Option<R> {
        self.posted.remove(Key::of_pattern(pattern), number)
    }

    /// Takes the receive that a message matches: the oldest of those that accept it.
    pub(crate) fn arrive(&mut self, envelope: &Envelope) -> Option<R> {
        let keys = (0..KINDS).map(|kind| Key::of_envelope(envelope, kind));
        let firsts = keys.filter_map(|key| Some((self.posted.first(key)?, key)));
        let (number, key) = firsts.min_by_key(|&(number, _)| number)?;
        self.posted.remove(key, number)
    }

    /// Keeps a message for which [`Matching::arrive`] found no receive.
    pub(crate) fn keep(&mut self, envelope: Envelope, message: M) {
        let number = self.unexpected.add(envelope, message);
        for (kind, index) in self.indices.iter_mut().enumerate() {
            if let Some(index) = index {
                index.add(Key::of_envelope(&envelope, kind), number, ());
            }
        }
    }

    /// The number of the oldest unexpected message that the pattern accepts.
    fn find(&mut self, pattern: &Pattern) -> Option<u64> {
        if self.unexpected.count == 0 {
            return None;
        }
        let key = Key::of_pattern(pattern);
        let index = self.indices[key.kind()].get_or_insert_with(|| {
            let mut index = Queues::new();
            for (number, (envelope, _)) in self.unexpected.iter() {
                index.add(Key::of_envelope(envelope, key.kind()), number, ());
            }
            index
        });
        index.first(key)
    }

    /// The oldest unexpected message that the pattern accepts.
    pub(crate) fn probe(&mut self, pattern: &Pattern) -> Option<(Envelope, &M)> {
        let number = self.find(pattern)?;
        let (envelope, message) = self.unexpected.get(number)?;
        Some((*envelope, message))
    }

    /// Takes the oldest unexpected message that the pattern accepts.
    pub(crate) fn take(&mut self, pattern: &Pattern) -> Option<(Envelope, M)> {
        let number = self.find(pattern)?;
        let (envelope, message) = self.unexpected.take(number)?;
        for (kind, index) in self.indices.iter_mut().enumerate() {
            if let Some(index) = index {
                let removed = index.remove(Key::of_envelope(&envelope, kind), number);
                assert!(removed.is_some(), "an index has all unexpected messages");
            }
        }
        Some((envelope, message))
    }

    /// The unexpected messages, the oldest first.
    #[cfg(test)]
    fn unexpected(&self) -> impl Iterator<Item = &(Envelope, M)> {
        self.unexpected.iter().map(|(_, message)| message)
    }

    /// The number of unexpected messages.
    pub(crate) fn unexpected_count(&self) -> usize {
        self.unexpected.count
    }

    /// The number of posted receives.
    pub(crate) fn posted(&self) -> usize {
        self.posted.len()
    }
}

#[cfg(test)]
mod tests;
