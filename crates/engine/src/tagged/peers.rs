//! What a process keeps for each process that it has exchanged messages with.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use farreach_connect::Rank;

/// Values by rank. Most look-ups are for the rank of the look-up before.
#[derive(Debug)]
pub(super) struct Peers<T> {
    places: BTreeMap<Rank, usize>,
    all: Vec<T>,
    /// The rank that was looked up last, and its place.
    recent: (Rank, usize),
}

impl<T: Default> Peers<T> {
    pub(super) fn new() -> Peers<T> {
        Peers {
            places: BTreeMap::new(),
            all: Vec::new(),
            // No place: it is behind all values.
            recent: (0, usize::MAX),
        }
    }

    /// The value of a rank, which is made if there is none.
    #[inline(always)]
    pub(super) fn get_or_default(&mut self, rank: Rank) -> &mut T {
        if self.recent.0 != rank || self.recent.1 >= self.all.len() {
            self.recent = (rank, self.find_or_make(rank));
        }
        &mut self.all[self.recent.1]
    }

    #[inline(never)]
    fn find_or_make(&mut self, rank: Rank) -> usize {
        *self.places.entry(rank).or_insert_with(|| {
            self.all.push(T::default());
            self.all.len() - 1
        })
    }

    /// The value of a rank, if there is one.
    pub(super) fn get_mut(&mut self, rank: Rank) -> Option<&mut T> {
        let place = *self.places.get(&rank)?;
        self.all.get_mut(place)
    }

    /// All values.
    pub(super) fn values(&self) -> impl Iterator<Item = &T> {
        self.all.iter()
    }
}
