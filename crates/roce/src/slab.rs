//! Tables without randomised hashing: slots with generations, and numbers that find them.

use alloc::vec;
use alloc::vec::Vec;

/// The key of a value in a [`Slab`]: slot index below, generation above.
///
/// ```text
///   31        20 19                   0
///  ┌────────────┬──────────────────────┐
///  │ generation │ slot                 │
///  └────────────┴──────────────────────┘
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(pub(crate) u32);

const SLOT_BITS: u32 = 20;
const SLOT_MASK: u32 = (1 << SLOT_BITS) - 1;

/// The most slots of a slab. This is one less than a key can express, so that no key has all bits
/// set.
const MAX_SLOTS: u32 = SLOT_MASK;

/// Values in slots. A reused slot gets a new generation.
pub(crate) struct Slab<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
    limit: u32,
}

struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

impl<T> Slab<T> {
    /// An empty slab for at most `limit` values.
    pub(crate) fn new(limit: u32) -> Self {
        Slab {
            slots: Vec::new(),
            free: Vec::new(),
            limit: limit.min(MAX_SLOTS),
        }
    }

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// The largest number of values.
    pub(crate) fn limit(&self) -> u32 {
        self.limit
    }

    /// Stores `value`. `None` at the limit.
    pub(crate) fn insert(&mut self, value: T) -> Option<Key> {
        if let Some(index) = self.free.pop() {
            let slot = &mut self.slots[index as usize];
            slot.value = Some(value);
            return Some(Key(slot.generation << SLOT_BITS | index));
        }
        let index = self.slots.len() as u32;
        if index >= self.limit {
            return None;
        }
        self.slots.push(Slot {
            generation: 0,
            value: Some(value),
        });
        Some(Key(index))
    }

    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<&T> {
        let slot = self.slots.get((key.0 & SLOT_MASK) as usize)?;
        if slot.generation != key.0 >> SLOT_BITS {
            return None;
        }
        slot.value.as_ref()
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        let slot = self.slots.get_mut((key.0 & SLOT_MASK) as usize)?;
        if slot.generation != key.0 >> SLOT_BITS {
            return None;
        }
        slot.value.as_mut()
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        self.get(key)?;
        let index = key.0 & SLOT_MASK;
        let slot = &mut self.slots[index as usize];
        slot.generation = (slot.generation + 1) & (u32::MAX >> SLOT_BITS);
        self.free.push(index);
        slot.value.take()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().filter_map(|slot| slot.value.as_ref())
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().filter_map(|slot| slot.value.as_mut())
    }

    /// Heap bytes of the table, without those of its values.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot<T>>() + self.free.capacity() * size_of::<u32>()
    }
}

/// Finds keys by evenly distributed numbers: open addressing with linear probing.
pub(crate) struct NumberTable {
    entries: Vec<Entry>,
    len: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    number: u32,
    key: u32,
}

/// A free entry. No slab returns this key: see [`MAX_SLOTS`].
const VACANT: u32 = u32::MAX;

impl NumberTable {
    pub(crate) fn new() -> Self {
        NumberTable {
            entries: Vec::new(),
            len: 0,
        }
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<Key> {
        if self.entries.is_empty() {
            return None;
        }
        let mask = self.entries.len() - 1;
        let mut at = number as usize & mask;
        loop {
            let entry = self.entries[at];
            if entry.key == VACANT {
                return None;
            }
            if entry.number == number {
                return Some(Key(entry.key));
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a number that is not in the table.
    pub(crate) fn insert(&mut self, number: u32, key: Key) {
        if (self.len + 1) * 2 > self.entries.len() {
            self.grow();
        }
        self.place(number, key.0);
        self.len += 1;
    }

    fn place(&mut self, number: u32, key: u32) {
        let mask = self.entries.len() - 1;
        let mut at = number as usize & mask;
        while self.entries[at].key != VACANT {
            at = (at + 1) & mask;
        }
        self.entries[at] = Entry { number, key };
    }

    fn grow(&mut self) {
        let vacant = Entry {
            number: 0,
            key: VACANT,
        };
        let capacity = (self.entries.len() * 2).max(8);
        let old = core::mem::replace(&mut self.entries, vec![vacant; capacity]);
        for entry in old {
            if entry.key != VACANT {
                self.place(entry.number, entry.key);
            }
        }
    }

    pub(crate) fn remove(&mut self, number: u32) {
        if self.get(number).is_none() {
            return;
        }
        let mask = self.entries.len() - 1;
        let mut hole = number as usize & mask;
        while self.entries[hole].number != number || self.entries[hole].key == VACANT {
            hole = (hole + 1) & mask;
        }
        // Entries behind the hole move up if they could no longer be found from their home.
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let entry = self.entries[at];
            if entry.key == VACANT {
                break;
            }
            let home = entry.number as usize & mask;
            if (at.wrapping_sub(home) & mask) >= (at.wrapping_sub(hole) & mask) {
                self.entries[hole] = entry;
                hole = at;
            }
        }
        self.entries[hole].key = VACANT;
        self.len -= 1;
    }

    /// Heap bytes of the table.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests;
