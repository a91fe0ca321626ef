//! Values in queues by what they are matched by: hash tables whose links lie in the values' places.
//!
//! A value has a place that does not move, and is in one or several tables. In each of them it lies in a
//! bucket behind those that were added before, so the first one of a bucket that has a key is the
//! oldest one that has it. Adding, finding the oldest and removing take a few steps each, however many
//! values there are.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use alloc::vec;
use alloc::vec::Vec;

use super::matching::Key;

/// No place.
const NONE: u32 = u32::MAX;
/// The buckets of a new table, as a power of two. Tests make tables grow with few values.
const FIRST_BITS: u32 = if cfg!(test) { 1 } else { 6 };
/// The values of a bucket, on average, beyond which a table grows.
const LOAD: usize = 2;

/// The neighbours of a place in a bucket, or the first and the last place of a bucket.
#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    next: u32,
}

const APART: Link = Link {
    before: NONE,
    next: NONE,
};

/// A value's place, with its links in up to `TABLES` tables.
#[derive(Debug)]
struct Place<T, const TABLES: usize> {
    key: Key,
    number: u64,
    links: [Link; TABLES],
    /// `None` if the place is free. Then the next link of the first table is the next free place.
    value: Option<T>,
}

/// Values with their keys and numbers.
#[derive(Debug)]
pub(super) struct Places<T, const TABLES: usize> {
    all: Vec<Place<T, TABLES>>,
    free: u32,
    len: usize,
}

impl<T, const TABLES: usize> Places<T, TABLES> {
    pub(super) const fn new() -> Self {
        Places {
            all: Vec::new(),
            free: NONE,
            len: 0,
        }
    }

    /// The number of values.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a value, which is in no table yet. Returns its place. The value is made in its place.
    #[inline(always)]
    pub(super) fn add(&mut self, key: Key, number: u64, value: impl FnOnce() -> T) -> u32 {
        if self.free == NONE {
            self.make_room();
        }
        let at = self.free;
        let place = &mut self.all[at as usize];
        self.free = place.links[0].next;
        place.key = key;
        place.number = number;
        let before = place.value.replace(value());
        debug_assert!(before.is_none(), "a free place");
        // There is nothing to drop.
        core::mem::forget(before);
        self.len += 1;
        at
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        self.free = u32::try_from(self.all.len()).expect("memory has fewer places");
        self.all.push(Place {
            key: Key::default(),
            number: 0,
            links: [APART; TABLES],
            value: None,
        });
    }

    /// Takes the value of a place, which is in no table any more.
    #[inline(always)]
    pub(super) fn take(&mut self, at: u32) -> T {
        let place = &mut self.all[at as usize];
        let value = place.value.take().expect("a place with a value");
        place.links[0].next = self.free;
        self.free = at;
        self.len -= 1;
        value
    }

    /// Drops the value of a place, which is in no table any more.
    #[inline(always)]
    pub(super) fn free(&mut self, at: u32) {
        let place = &mut self.all[at as usize];
        place.value = None;
        place.links[0].next = self.free;
        self.free = at;
        self.len -= 1;
    }

    /// The key and the value of a place.
    #[inline]
    pub(super) fn get(&self, at: u32) -> Option<(Key, &T)> {
        let place = self.all.get(at as usize)?;
        Some((place.key, place.value.as_ref()?))
    }

    /// The number of the value in a place.
    #[inline]
    pub(super) fn number(&self, at: u32) -> u64 {
        self.all[at as usize].number
    }

    /// The places that have values, with keys and numbers, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Key, u64, &T)> {
        let places = (0..).zip(&self.all);
        places.filter_map(|(at, place)| Some((at, place.key, place.number, place.value.as_ref()?)))
    }
}

/// A table of all places of a [`Places`] that have values. It has a number among the tables of the places, and a mask:
/// keys are compared after [`Key::or`] with it. The caller gives both each time, which are constants for most.
#[derive(Debug)]
pub(super) struct Table {
    /// The first and the last place of each bucket.
    buckets: Vec<Link>,
    bits: u32,
}

/// A place that was found, and its bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(super) at: u32,
    bucket: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        Table {
            buckets: vec![APART; 1 << FIRST_BITS],
            bits: FIRST_BITS,
        }
    }

    /// The bucket of a key that has the mask's bits.
    #[inline(always)]
    fn bucket(&self, key: Key) -> usize {
        (key.hash() >> (u32::BITS - self.bits)) as usize
    }

    /// Adds a place behind all others.
    #[inline(always)]
    pub(super) fn push<T, const TABLES: usize>(
        &mut self,
        places: &mut Places<T, TABLES>,
        (table, mask): (usize, Key),
        at: u32,
    ) {
        if places.len > LOAD * self.buckets.len() {
            self.grow(places, (table, mask), at);
        }
        let bucket = self.bucket(places.all[at as usize].key.or(mask));
        self.push_to(places, table, bucket, at);
    }

    #[inline(always)]
    fn push_to<T, const TABLES: usize>(
        &mut self,
        places: &mut Places<T, TABLES>,
        table: usize,
        bucket: usize,
        at: u32,
    ) {
        let bucket = &mut self.buckets[bucket];
        let last = core::mem::replace(&mut bucket.next, at);
        places.all[at as usize].links[table] = Link {
            before: last,
            next: NONE,
        };
        if last == NONE {
            bucket.before = at;
        } else {
            places.all[last as usize].links[table].next = at;
        }
    }

    /// Where a place lies.
    #[inline]
    pub(super) fn hit<T, const TABLES: usize>(
        &self,
        places: &Places<T, TABLES>,
        (_, mask): (usize, Key),
        at: u32,
    ) -> Hit {
        let bucket = self.bucket(places.all[at as usize].key.or(mask));
        Hit { at, bucket }
    }

    /// Removes a place.
    #[inline(always)]
    pub(super) fn remove<T, const TABLES: usize>(
        &mut self,
        places: &mut Places<T, TABLES>,
        table: usize,
        Hit { at, bucket }: Hit,
    ) {
        let link = places.all[at as usize].links[table];
        self.unlink(places, table, bucket, link);
    }

    /// Closes the gap that a place leaves.
    #[inline(always)]
    fn unlink<T, const TABLES: usize>(
        &mut self,
        places: &mut Places<T, TABLES>,
        table: usize,
        bucket: usize,
        Link { before, next }: Link,
    ) {
        let bucket = &mut self.buckets[bucket];
        if before == NONE {
            bucket.before = next;
        } else {
            places.all[before as usize].links[table].next = next;
        }
        if next == NONE {
            bucket.next = before;
        } else {
            places.all[next as usize].links[table].before = before;
        }
    }

    /// Takes the value of a place that [`Table::first`] has found, and that is in no other table. `f` is called with it while
    /// it is in its place.
    #[inline(always)]
    pub(super) fn take_with<T, const TABLES: usize>(
        &mut self,
        places: &mut Places<T, TABLES>,
        table: usize,
        Hit { at, bucket }: Hit,
        f: impl FnOnce(&T),
    ) -> T {
        let free = places.free;
        let place = &mut places.all[at as usize];
        f(place.value.as_ref().expect("a place with a value"));
        let value = place.value.take().expect("a place with a value");
        let link = place.links[table];
        place.links[0].next = free;
        places.free = at;
        places.len -= 1;
        self.unlink(places, table, bucket, link);
        value
    }

    /// The oldest place with this key, which has the mask's bits.
    #[inline(always)]
    pub(super) fn first<T, const TABLES: usize>(
        &self,
        places: &Places<T, TABLES>,
        (table, mask): (usize, Key),
        key: Key,
    ) -> Option<Hit> {
        let bucket = self.bucket(key);
        let mut at = self.buckets[bucket].before;
        while at != NONE {
            let place = &places.all[at as usize];
            if place.key.or(mask) == key {
                return Some(Hit { at, bucket });
            }
            at = place.links[table].next;
        }
        None
    }

    /// Makes room for as many values as there are, of which `new` is not in the table yet. The places of a key stay in
    /// their order.
    #[cold]
    #[inline(never)]
    fn grow<T, const TABLES: usize>(
        &mut self,
        places: &mut Places<T, TABLES>,
        (table, mask): (usize, Key),
        new: u32,
    ) {
        let mut bits = self.bits;
        while places.len > LOAD << bits {
            bits += 1;
        }
        let mut grown = Table {
            buckets: vec![APART; 1 << bits],
            bits,
        };
        for bucket in &self.buckets {
            let mut at = bucket.before;
            while at != NONE {
                debug_assert_ne!(at, new);
                let next = places.all[at as usize].links[table].next;
                let bucket = grown.bucket(places.all[at as usize].key.or(mask));
                grown.push_to(places, table, bucket, at);
                at = next;
            }
        }
        *self = grown;
    }
}
