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
//! Many posted receives are sorted by what they accept and then by age, so at most four looks find
//! the oldest one that matches. Unexpected messages have such an index for each of the four kinds of
//! searches. An index is made when a search of its kind comes first.
//!
//! *Invariants: no posted receive matches an unexpected message; each of them is handed out once.*

use alloc::collections::{BTreeMap, BTreeSet};
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

    fn accepts(self, envelope: &Envelope) -> bool {
        let is = |wanted: u32, part: u32| wanted == part || wanted == Key::ANY;
        self.context == envelope.context
            && is(self.tag, envelope.tag)
            && is(self.source, envelope.source)
    }

    fn kind(self) -> usize {
        usize::from(self.source == Key::ANY) | usize::from(self.tag == Key::ANY) << 1
    }

    /// All places of the key.
    fn places(self) -> core::ops::RangeInclusive<Place> {
        (self, 0)..=(self, u64::MAX)
    }
}

/// A key, and a number that grows with time.
type Place = (Key, u64);

/// Up to so many receives are searched from the oldest to the newest, which takes less time than to
/// keep them sorted.
const FEW: usize = 8;

/// Posted receives `R`.
#[derive(Debug)]
struct Receives<R> {
    /// All receives in the order of posting, while there are few.
    few: Vec<(Place, R)>,
    /// All receives, while there are many.
    many: BTreeMap<Place, R>,
    /// The number of receives of each kind in `many`.
    counts: [usize; KINDS],
}

impl<R> Receives<R> {
    fn new() -> Self {
        Receives {
            few: Vec::with_capacity(FEW),
            many: BTreeMap::new(),
            counts: [0; KINDS],
        }
    }

    fn len(&self) -> usize {
        self.few.len() + self.many.len()
    }

    fn add(&mut self, place: Place, receive: R) {
        if self.many.is_empty() && self.few.len() < FEW {
            return self.few.push((place, receive));
        }
        for (place, receive) in self.few.drain(..).chain([(place, receive)]) {
            self.counts[place.0.kind()] += 1;
            self.many.insert(place, receive);
        }
    }

    fn remove(&mut self, place: Place) -> Option<R> {
        if self.many.is_empty() {
            let at = self.few.iter().position(|(of, _)| *of == place)?;
            return Some(self.few.remove(at).1);
        }
        let receive = self.many.remove(&place)?;
        self.counts[place.0.kind()] -= 1;
        Some(receive)
    }

    /// Takes the oldest receive that accepts the envelope.
    fn take(&mut self, envelope: &Envelope) -> Option<R> {
        if self.many.is_empty() {
            let accepts = |((key, _), _): &(Place, R)| key.accepts(envelope);
            let at = self.few.iter().position(accepts)?;
            return Some(self.few.remove(at).1);
        }
        let kinds = (0..KINDS).filter(|&kind| self.counts[kind] > 0);
        let firsts = kinds.filter_map(|kind| {
            let key = Key::of_envelope(envelope, kind);
            self.many.range(key.places()).next().map(|(&at, _)| at)
        });
        let place = firsts.min_by_key(|&(_, number)| number)?;
        self.remove(place)
    }
}

/// Posted receives `R` and unexpected messages `M`.
#[derive(Debug)]
pub(crate) struct Matching<R, M> {
    posted: Receives<R>,
    /// Unexpected messages by their number, which grows with time.
    unexpected: BTreeMap<u64, (Envelope, M)>,
    indices: [Option<BTreeSet<Place>>; KINDS],
    /// The number of receives and unexpected messages so far.
    next: u64,
}

impl<R, M> Matching<R, M> {
    pub(crate) fn new() -> Self {
        Matching {
            posted: Receives::new(),
            unexpected: BTreeMap::new(),
            indices: [const { None }; KINDS],
            next: 0,
        }
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Posts a receive. The caller has found no unexpected message by [`Matching::take`]. Returns
    /// the receive's number.
    pub(crate) fn post(&mut self, pattern: &Pattern, receive: R) -> u64 {
        let number = self.number();
        self.posted.add((Key::of_pattern(pattern), number), receive);
        number
    }

    /// Removes the receive that was posted with this pattern and has this number, unless it has
    /// matched.
    pub(crate) fn cancel(&mut self, pattern: &Pattern, number: u64) -> Option<R> {
        self.posted.remove((Key::of_pattern(pattern), number))
    }

    /// Takes the receive that a message matches: the oldest of those that accept it.
    pub(crate) fn arrive(&mut self, envelope: &Envelope) -> Option<R> {
        self.posted.take(envelope)
    }

    /// Keeps a message for which [`Matching::arrive`] found no receive.
    pub(crate) fn keep(&mut self, envelope: Envelope, message: M) {
        let number = self.number();
        self.unexpected.insert(number, (envelope, message));
        for (kind, index) in self.indices.iter_mut().enumerate() {
            if let Some(index) = index {
                index.insert((Key::of_envelope(&envelope, kind), number));
            }
        }
    }

    /// The number of the oldest unexpected message that the pattern accepts.
    fn find(&mut self, pattern: &Pattern) -> Option<u64> {
        if self.unexpected.is_empty() {
            return None;
        }
        let key = Key::of_pattern(pattern);
        let kind = key.kind();
        let index = self.indices[kind].get_or_insert_with(|| {
            let all = self.unexpected.iter();
            all.map(|(&number, (envelope, _))| (Key::of_envelope(envelope, kind), number))
                .collect()
        });
        index.range(key.places()).next().map(|&(_, number)| number)
    }

    /// The oldest unexpected message that the pattern accepts.
    pub(crate) fn probe(&mut self, pattern: &Pattern) -> Option<(Envelope, &M)> {
        let number = self.find(pattern)?;
        let (envelope, message) = &self.unexpected[&number];
        Some((*envelope, message))
    }

    /// Takes the oldest unexpected message that the pattern accepts.
    pub(crate) fn take(&mut self, pattern: &Pattern) -> Option<(Envelope, M)> {
        let number = self.find(pattern)?;
        let (envelope, message) = self.unexpected.remove(&number)?;
        for (kind, index) in self.indices.iter_mut().enumerate() {
            if let Some(index) = index {
                let was_there = index.remove(&(Key::of_envelope(&envelope, kind), number));
                assert!(was_there, "an index has all unexpected messages");
            }
        }
        Some((envelope, message))
    }

    /// The unexpected messages, the oldest first.
    pub(crate) fn unexpected(&self) -> impl ExactSizeIterator<Item = &(Envelope, M)> {
        self.unexpected.values()
    }

    /// The number of posted receives.
    pub(crate) fn posted(&self) -> usize {
        self.posted.len()
    }
}

#[cfg(test)]
mod tests;
