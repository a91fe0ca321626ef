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
//! A receive that is the only one is posted by itself. Other posted receives are in queues, one for
//! each pattern, so at most four looks find the oldest one that matches. Unexpected messages have
//! such queues for each of the four kinds of patterns. Those of a kind are made when a pattern of the
//! kind is searched for first.
//!
//! *Invariants: no posted receive matches an unexpected message; each of them is handed out once.*

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use alloc::collections::{BTreeMap, VecDeque};

use farreach_connect::Rank;
use slab::Slab;

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

    /// Whether a pattern's key accepts a message.
    #[inline]
    fn accepts(self, envelope: &Envelope) -> bool {
        self.context == envelope.context
            && (self.source == envelope.source || self.source == Key::ANY)
            && (self.tag == envelope.tag || self.tag == Key::ANY)
    }

    fn pattern(self) -> Pattern {
        let part = |part: u32| Some(part).filter(|&part| part != Key::ANY);
        Pattern {
            context: self.context,
            source: part(self.source),
            tag: part(self.tag),
        }
    }

    #[inline]
    fn kind(self) -> usize {
        usize::from(self.source == Key::ANY) | usize::from(self.tag == Key::ANY) << 1
    }
}

/// Queues of numbered values by key. Numbers grow from the front of a queue to its back.
///
/// A queue that becomes empty stays, since most keys are used again. Up to [`EMPTY_MAX`] stay.
#[derive(Debug)]
struct Queues<T> {
    places: BTreeMap<Key, usize>,
    all: Slab<VecDeque<(u64, T)>>,
    /// The number of values of each kind.
    counts: [usize; KINDS],
    /// The number of empty queues.
    empty: usize,
    /// Of each kind, a key and the place of its queue: the one that was used last.
    recent: [Option<(Key, usize)>; KINDS],
}

/// The most empty queues that stay. Tests reach the bound with few keys.
const EMPTY_MAX: usize = if cfg!(test) { 3 } else { 64 };
/// The most room of an empty queue that stays, in values.
const EMPTY_ROOM: usize = 256;

impl<T> Queues<T> {
    fn new() -> Self {
        Queues {
            places: BTreeMap::new(),
            all: Slab::new(),
            counts: [0; KINDS],
            empty: 0,
            recent: [None; KINDS],
        }
    }

    #[inline]
    fn len(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The keys that have values, in their order.
    fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        let has_values = |place: usize| !self.all[place].is_empty();
        let keys = self.places.iter();
        keys.filter_map(move |(&key, &place)| has_values(place).then_some(key))
    }

    /// Where the queue of a key is.
    #[inline]
    fn place(&mut self, key: Key) -> Option<usize> {
        let recent = &mut self.recent[key.kind()];
        match *recent {
            Some((of, place)) if of == key => Some(place),
            _ => {
                let place = *self.places.get(&key)?;
                *recent = Some((key, place));
                Some(place)
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, key: Key, number: u64, value: T) {
        let place = match self.place(key) {
            Some(place) => place,
            None => self.make(key),
        };
        let queue = &mut self.all[place];
        self.empty -= usize::from(queue.is_empty());
        queue.push_back((number, value));
        self.counts[key.kind()] += 1;
    }

    #[cold]
    fn make(&mut self, key: Key) -> usize {
        let place = self.all.insert(VecDeque::new());
        self.places.insert(key, place);
        self.empty += 1;
        place
    }

    /// The lowest number with this key.
    #[inline]
    fn first(&mut self, key: Key) -> Option<u64> {
        self.first_at(key).map(|(number, _)| number)
    }

    /// The lowest number with this key, and where its queue is.
    #[inline]
    fn first_at(&mut self, key: Key) -> Option<(u64, usize)> {
        if self.counts[key.kind()] == 0 {
            return None;
        }
        let place = self.place(key)?;
        let &(number, _) = self.all[place].front()?;
        Some((number, place))
    }

    /// Removes the first value of a queue, which [`Queues::first_at`] has found.
    #[inline(always)]
    fn remove_first(&mut self, key: Key, place: usize) -> Option<T> {
        let (_, value) = self.all[place].pop_front()?;
        self.note_removal(key, place);
        Some(value)
    }

    /// Counts the removal of a value from a queue.
    #[inline]
    fn note_removal(&mut self, key: Key, place: usize) {
        self.counts[key.kind()] -= 1;
        if self.all[place].is_empty() {
            self.note_empty(key, place);
        }
    }

    #[inline]
    fn note_empty(&mut self, key: Key, place: usize) {
        self.empty += 1;
        if self.all[place].capacity() > EMPTY_ROOM {
            self.all[place] = VecDeque::new();
        }
        if self.empty > EMPTY_MAX {
            self.drop_empty(key, place);
        }
    }

    #[inline]
    fn remove(&mut self, key: Key, number: u64) -> Option<T> {
        let place = self.place(key)?;
        let queue = &mut self.all[place];
        let (_, value) = match queue.front() {
            Some(&(first, _)) if first == number => queue.pop_front()?,
            _ => {
                let at = queue.binary_search_by_key(&number, |&(of, _)| of).ok()?;
                queue.remove(at)?
            }
        };
        self.note_removal(key, place);
        Some(value)
    }

    #[cold]
    fn drop_empty(&mut self, key: Key, place: usize) {
        self.places.remove(&key);
        self.all.remove(place);
        self.recent[key.kind()] = None;
        self.empty -= 1;
    }
}

/// Posted receives `R` and unexpected messages `M`.
#[derive(Debug)]
pub(crate) struct Matching<R, M> {
    /// The posted receive, with its number, if there is only one. `posted` is empty then.
    only: Option<(Key, u64, R)>,
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
            only: None,
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
    #[inline(always)]
    pub(crate) fn post(&mut self, pattern: &Pattern, receive: R) -> u64 {
        let number = self.next;
        self.next += 1;
        let key = Key::of_pattern(pattern);
        if self.only.is_none() && self.posted.len() == 0 {
            self.only = Some((key, number, receive));
            return number;
        }
        if self.only.is_some() {
            self.queue_only();
        }
        self.posted.add(key, number, receive);
        number
    }

    /// Moves the only receive to its queue, since another one follows.
    #[cold]
    fn queue_only(&mut self) {
        if let Some((key, number, receive)) = self.only.take() {
            self.posted.add(key, number, receive);
        }
    }

    /// Whether there are unexpected messages.
    #[inline]
    pub(crate) fn has_unexpected(&self) -> bool {
        self.unexpected.count > 0
    }

    /// Removes the receive that was posted with this pattern and has this number, unless it has
    /// matched.
    pub(crate) fn cancel(&mut self, pattern: &Pattern, number: u64) -> Option<R> {
        if let Some((_, _, receive)) = self.only.take_if(|(_, only, _)| *only == number) {
            return Some(receive);
        }
        self.posted.remove(Key::of_pattern(pattern), number)
    }

    /// Takes the receive that a message matches: the oldest of those that accept it.
    #[inline(always)]
    pub(crate) fn arrive(&mut self, envelope: &Envelope) -> Option<R> {
        if self.only.is_some() {
            let accepting = self.only.take_if(|(key, _, _)| key.accepts(envelope));
            return accepting.map(|(_, _, receive)| receive);
        }
        if self.posted.counts[1..] == [0; KINDS - 1] {
            // No receive accepts any source or any tag.
            let key = Key::of_envelope(envelope, 0);
            let (_, place) = self.posted.first_at(key)?;
            return self.posted.remove_first(key, place);
        }
        let mut oldest: Option<(u64, usize, Key)> = None;
        for kind in 0..KINDS {
            if self.posted.counts[kind] == 0 {
                continue;
            }
            let key = Key::of_envelope(envelope, kind);
            if let Some((number, place)) = self.posted.first_at(key)
                && oldest.is_none_or(|(oldest, ..)| number < oldest)
            {
                oldest = Some((number, place, key));
            }
        }
        let (_, place, key) = oldest?;
        self.posted.remove_first(key, place)
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
        self.take_number(number)
    }

    /// Takes the oldest unexpected message that `is_it` accepts. Looks at each.
    pub(crate) fn take_if(
        &mut self,
        is_it: impl Fn(&Envelope, &M) -> bool,
    ) -> Option<(Envelope, M)> {
        let is_it = |&(_, (envelope, message)): &(u64, &(Envelope, M))| is_it(envelope, message);
        let (number, _) = self.unexpected.iter().find(is_it)?;
        self.take_number(number)
    }

    fn take_number(&mut self, number: u64) -> Option<(Envelope, M)> {
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
        self.posted.len() + usize::from(self.only.is_some())
    }

    /// Whether a posted receive may accept a message of this source.
    pub(crate) fn awaits(&self, source: Rank) -> bool {
        let accepts = |key: Key| key.source == source || key.source == Key::ANY;
        let only = self.only.iter().map(|&(key, ..)| key);
        only.chain(self.posted.keys()).any(accepts)
    }

    /// The patterns of the posted receives, in their order.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = Pattern> {
        let only = self.only.iter().map(|&(key, ..)| key);
        only.chain(self.posted.keys()).map(Key::pattern)
    }
}

#[cfg(test)]
mod tests;
