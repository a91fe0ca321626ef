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
//! Posted receives, and unexpected messages, lie in hash tables (`queues.rs`). There are four kinds of
//! patterns, so at most four looks find the oldest receive that accepts a message. Unexpected messages are
//! in a table for patterns that name source and tag, and in one for each other kind that was searched for.
//!
//! *Invariants: no posted receive matches an unexpected message; each of them is handed out once.*

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use farreach_connect::Rank;

use super::queues::{Hit, Places, Table};

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

impl Pattern {
    #[inline(always)]
    pub(super) fn accepts(&self, envelope: &Envelope) -> bool {
        self.context == envelope.context
            && self.source.is_none_or(|source| source == envelope.source)
            && self.tag.is_none_or(|tag| tag == envelope.tag)
    }
}

/// A pattern or an envelope. [`Key::ANY`] stands for a part that is not compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    context: u32,
    source: u32,
    tag: u32,
}

/// The number of kinds of patterns: bit 0 means any source, bit 1 any tag.
const KINDS: usize = 4;

impl Key {
    /// Greater than each rank and tag. All bits are set.
    const ANY: u32 = u32::MAX;

    #[inline(always)]
    fn of_pattern(pattern: &Pattern) -> Key {
        assert!(pattern.tag.is_none_or(|tag| tag <= TAG_MAX));
        Key {
            context: pattern.context,
            source: pattern.source.unwrap_or(Key::ANY),
            tag: pattern.tag.unwrap_or(Key::ANY),
        }
    }

    #[inline(always)]
    fn of_envelope(envelope: &Envelope) -> Key {
        Key {
            context: envelope.context,
            source: envelope.source,
            tag: envelope.tag,
        }
    }

    /// What the parts are combined with that patterns of a kind do not compare.
    #[inline(always)]
    const fn mask(kind: usize) -> Key {
        Key {
            context: 0,
            source: if kind & 1 == 0 { 0 } else { Key::ANY },
            tag: if kind & 2 == 0 { 0 } else { Key::ANY },
        }
    }

    /// The key whose parts have the bits of both.
    #[inline(always)]
    pub(super) fn or(self, mask: Key) -> Key {
        Key {
            context: self.context | mask.context,
            source: self.source | mask.source,
            tag: self.tag | mask.tag,
        }
    }

    /// A number whose highest bits depend on all bits.
    #[inline(always)]
    pub(super) fn hash(self) -> u32 {
        let parts = u64::from(self.source) << 32 | u64::from(self.tag);
        let parts = parts ^ u64::from(self.context) << 24;
        // Fibonacci hashing: the golden ratio as a fraction of 2⁶⁴.
        (parts.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
    }

    fn envelope(self) -> Envelope {
        Envelope {
            context: self.context,
            source: self.source,
            tag: self.tag,
        }
    }

    fn pattern(self) -> Pattern {
        let part = |part: u32| Some(part).filter(|&part| part != Key::ANY);
        Pattern {
            context: self.context,
            source: part(self.source),
            tag: part(self.tag),
        }
    }

    #[inline(always)]
    fn kind(self) -> usize {
        usize::from(self.source == Key::ANY) | usize::from(self.tag == Key::ANY) << 1
    }
}

/// The table of posted receives, and that of unexpected messages for patterns that name source and tag: they compare all
/// parts of keys.
const EXACT: (usize, Key) = (0, Key::mask(0));

/// The table of unexpected messages for another kind of patterns.
#[inline]
fn of_kind(kind: usize) -> (usize, Key) {
    (kind, Key::mask(kind))
}

/// A table of the unexpected messages for a kind of patterns.
#[cold]
fn table_of_kind<M>(kind: usize, unexpected: &mut Places<M, KINDS>) -> Table {
    let all = unexpected.iter();
    let mut places: Vec<(u64, u32)> = all.map(|(place, _, number, _)| (number, place)).collect();
    places.sort_unstable();
    let mut table = Table::new();
    for (_, place) in places {
        table.push(unexpected, of_kind(kind), place);
    }
    table
}

/// Posted receives `R` and unexpected messages `M`.
#[derive(Debug)]
pub(crate) struct Matching<R, M> {
    posted: Places<R, 1>,
    table: Table,
    /// The number of posted receives that accept any source or any tag, of each kind, and in the first place of all.
    wild: [usize; KINDS],
    unexpected: Places<M, KINDS>,
    kept: Table,
    /// The unexpected messages, for each further kind of patterns that was searched for.
    kept_by_kind: Vec<(usize, Table)>,
    /// The number of the next receive or message.
    next: u64,
}

impl<R, M> Matching<R, M> {
    pub(crate) fn new() -> Self {
        Matching {
            posted: Places::new(),
            table: Table::new(),
            wild: [0; KINDS],
            unexpected: Places::new(),
            kept: Table::new(),
            kept_by_kind: Vec::new(),
            next: 1,
        }
    }

    #[inline(always)]
    fn next_number(&mut self) -> u64 {
        let number = self.next;
        self.next += 1;
        number
    }

    /// Posts a receive. The caller has found no unexpected message by [`Matching::take`]. Returns what
    /// cancels the receive.
    #[inline(always)]
    pub(crate) fn post(&mut self, pattern: &Pattern, receive: impl FnOnce() -> R) -> Posted {
        let key = Key::of_pattern(pattern);
        let number = self.next_number();
        let place = self.posted.add(key, number, receive);
        self.table.push(&mut self.posted, EXACT, place);
        if key.kind() != 0 {
            self.wild[0] += 1;
            self.wild[key.kind()] += 1;
        }
        Posted { place, number }
    }

    /// Whether there are unexpected messages.
    #[inline]
    pub(crate) fn has_unexpected(&self) -> bool {
        self.unexpected.len() > 0
    }

    /// Removes a receive, unless it has matched.
    pub(crate) fn cancel(&mut self, posted: Posted) -> Option<R> {
        let (key, _) = self.posted.get(posted.place)?;
        if self.posted.number(posted.place) != posted.number {
            return None;
        }
        let hit = self.table.hit(&self.posted, EXACT, posted.place);
        self.table.remove(&mut self.posted, EXACT.0, hit);
        self.forget_wild(key.kind());
        Some(self.posted.take(posted.place))
    }

    /// A receive of a kind is posted no more.
    #[inline]
    fn forget_wild(&mut self, kind: usize) {
        if kind != 0 {
            self.wild[0] -= 1;
            self.wild[kind] -= 1;
        }
    }

    /// Takes the receive that a message matches: the oldest of those that accept it. `f` is called with it while it is in its
    /// place.
    #[inline(always)]
    pub(crate) fn arrive(&mut self, envelope: &Envelope, f: impl FnOnce(&R)) -> Option<R> {
        let hit = self.accepting(envelope)?;
        Some(self.table.take_with(&mut self.posted, EXACT.0, hit, f))
    }

    /// The receive that a message matches, which the caller removes.
    #[inline(always)]
    fn accepting(&mut self, envelope: &Envelope) -> Option<Hit> {
        let exact = Key::of_envelope(envelope);
        if self.wild[0] == 0 {
            return self.table.first(&self.posted, EXACT, exact);
        }
        self.accepting_any(exact)
    }

    #[inline(never)]
    fn accepting_any(&mut self, exact: Key) -> Option<Hit> {
        let mut oldest = None;
        let mut least = u64::MAX;
        if self.posted.len() > self.wild[0]
            && let Some(hit) = self.table.first(&self.posted, EXACT, exact)
        {
            least = self.posted.number(hit.at);
            oldest = Some((hit, 0));
        }
        for kind in 1..KINDS {
            if self.wild[kind] > 0
                && let key = exact.or(Key::mask(kind))
                && let Some(hit) = self.table.first(&self.posted, EXACT, key)
                && let number = self.posted.number(hit.at)
                && number < least
            {
                least = number;
                oldest = Some((hit, kind));
            }
        }
        let (hit, kind) = oldest?;
        self.forget_wild(kind);
        Some(hit)
    }

    /// Keeps the message that `message` makes, for which [`Matching::arrive`] found no receive.
    #[inline(always)]
    pub(crate) fn keep(&mut self, envelope: &Envelope, message: impl FnOnce() -> M) {
        let number = self.next_number();
        let key = Key::of_envelope(envelope);
        let place = self.unexpected.add(key, number, message);
        self.kept.push(&mut self.unexpected, EXACT, place);
        for (kind, table) in &mut self.kept_by_kind {
            table.push(&mut self.unexpected, of_kind(*kind), place);
        }
    }

    /// Where the oldest unexpected message is that the pattern accepts.
    #[inline(always)]
    pub(crate) fn find(&mut self, pattern: &Pattern) -> Option<Hit> {
        let key = Key::of_pattern(pattern);
        if key.kind() == 0 {
            return self.kept.first(&self.unexpected, EXACT, key);
        }
        self.find_by_kind(key)
    }

    /// The unexpected message that [`Matching::find`] has found.
    #[inline(always)]
    pub(crate) fn kept(&self, hit: Hit) -> Option<(Envelope, &M)> {
        let (key, message) = self.unexpected.get(hit.at)?;
        Some((key.envelope(), message))
    }

    #[inline(never)]
    fn find_by_kind(&mut self, key: Key) -> Option<Hit> {
        if self.unexpected.len() == 0 {
            return None;
        }
        let kind = key.kind();
        let tables = &mut self.kept_by_kind;
        let known = tables.iter().position(|(of, _)| *of == kind);
        let at = known.unwrap_or_else(|| {
            tables.push((kind, table_of_kind(kind, &mut self.unexpected)));
            tables.len() - 1
        });
        let found = tables[at].1.first(&self.unexpected, of_kind(kind), key)?;
        // Where it lies in the table by which it is taken.
        Some(self.kept.hit(&self.unexpected, EXACT, found.at))
    }

    /// The oldest unexpected message that the pattern accepts.
    pub(crate) fn probe(&mut self, pattern: &Pattern) -> Option<(Envelope, &M)> {
        let hit = self.find(pattern)?;
        self.kept(hit)
    }

    /// Takes the oldest unexpected message that the pattern accepts.
    pub(crate) fn take(&mut self, pattern: &Pattern) -> Option<(Envelope, M)> {
        let hit = self.find(pattern)?;
        self.take_kept(hit)
    }

    /// Drops an unexpected message that [`Matching::find`] has found.
    #[inline(always)]
    pub(crate) fn drop_kept(&mut self, hit: Hit) {
        self.unlink(hit);
        self.unexpected.free(hit.at);
    }

    /// Takes the oldest unexpected message that `is_it` accepts. Looks at each.
    pub(crate) fn take_if(
        &mut self,
        is_it: impl Fn(&Envelope, &M) -> bool,
    ) -> Option<(Envelope, M)> {
        let all = self.unexpected.iter();
        let accepted = all.filter(|(_, key, _, message)| is_it(&key.envelope(), message));
        let (place, ..) = accepted.min_by_key(|&(_, _, number, _)| number)?;
        let hit = self.kept.hit(&self.unexpected, EXACT, place);
        self.take_kept(hit)
    }

    fn take_kept(&mut self, hit: Hit) -> Option<(Envelope, M)> {
        let (key, _) = self.unexpected.get(hit.at)?;
        self.unlink(hit);
        Some((key.envelope(), self.unexpected.take(hit.at)))
    }

    /// Takes an unexpected message out of all tables.
    #[inline(always)]
    fn unlink(&mut self, hit: Hit) {
        self.kept.remove(&mut self.unexpected, EXACT.0, hit);
        for (kind, table) in &mut self.kept_by_kind {
            let hit = table.hit(&self.unexpected, of_kind(*kind), hit.at);
            table.remove(&mut self.unexpected, *kind, hit);
        }
    }

    /// The unexpected messages, the oldest first.
    #[cfg(test)]
    fn unexpected(&self) -> impl Iterator<Item = (Envelope, &M)> {
        let mut all: Vec<_> = self.unexpected.iter().collect();
        all.sort_unstable_by_key(|&(_, _, number, _)| number);
        all.into_iter()
            .map(|(_, key, _, message)| (key.envelope(), message))
    }

    /// The number of unexpected messages.
    pub(crate) fn unexpected_count(&self) -> usize {
        self.unexpected.len()
    }

    /// The number of posted receives.
    pub(crate) fn posted(&self) -> usize {
        self.posted.len()
    }

    /// Whether a posted receive may accept a message of this source.
    pub(crate) fn awaits(&self, source: Rank) -> bool {
        let mut all = self.posted.iter();
        all.any(|(_, key, ..)| key.source == source || key.source == Key::ANY)
    }

    /// The patterns of the posted receives, each once.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = Pattern> {
        let keys: BTreeSet<Key> = self.posted.iter().map(|(_, key, ..)| key).collect();
        keys.into_iter().map(Key::pattern)
    }
}

/// A receive that was posted: what cancels it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Where it is kept.
    pub place: u32,
    /// Tells it from others that are kept there before or after.
    pub number: u64,
}

#[cfg(test)]
mod tests;
