//! The packets in flight toward each destination adapter, over all queue pairs.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use farreach_verbs::AdapterAddress;

use crate::slab::Key;

/// The adapters that connected queue pairs send to.
pub(crate) struct Destinations {
    entries: Vec<Destination>,
    free: Vec<u32>,
    by_address: BTreeMap<AdapterAddress, u32>,
    /// Destinations whose window may have room again for waiting queue pairs.
    opened: Vec<u32>,
    /// The most bytes in flight on a short path.
    cap: u64,
}

struct Destination {
    address: AdapterAddress,
    in_flight: u64,
    /// The number of connected queue pairs.
    users: u32,
    waiting: VecDeque<Key>,
    opened: bool,
    /// The most bytes in flight.
    cap: u64,
}

impl Destinations {
    pub(crate) fn new(cap: u32) -> Self {
        Destinations {
            entries: Vec::new(),
            free: Vec::new(),
            by_address: BTreeMap::new(),
            opened: Vec::new(),
            cap: u64::from(cap),
        }
    }

    /// The index of the destination `address`. Counts one more user.
    pub(crate) fn acquire(&mut self, address: AdapterAddress) -> u32 {
        if let Some(&index) = self.by_address.get(&address) {
            self.entries[index as usize].users += 1;
            return index;
        }
        let entry = Destination {
            address,
            in_flight: 0,
            users: 1,
            waiting: VecDeque::new(),
            opened: false,
            cap: self.cap,
        };
        let index = if let Some(index) = self.free.pop() {
            self.entries[index as usize] = entry;
            index
        } else {
            self.entries.push(entry);
            self.entries.len() as u32 - 1
        };
        self.by_address.insert(address, index);
        index
    }

    /// Counts one user less. All that the user had in flight must be settled before.
    pub(crate) fn release(&mut self, index: u32) {
        let entry = &mut self.entries[index as usize];
        entry.users -= 1;
        if entry.users == 0 {
            assert_eq!(entry.in_flight, 0, "bytes in flight without a queue pair");
            entry.waiting = VecDeque::new();
            self.by_address.remove(&entry.address);
            self.free.push(index);
        }
    }

    /// Whether `bytes` more may be sent. A packet that is larger than the window may be sent alone.
    #[inline]
    pub(crate) fn admits(&self, index: u32, bytes: u64) -> bool {
        let &Destination { in_flight, cap, .. } = &self.entries[index as usize];
        in_flight == 0 || in_flight + bytes <= cap
    }

    /// Notes that a queue pair finds the path this many times longer than a short one. The longest
    /// counts: a new queue pair does not know yet.
    pub(crate) fn note_lengths(&mut self, index: u32, lengths: u64) {
        let entry = &mut self.entries[index as usize];
        entry.cap = entry.cap.max(self.cap * lengths);
    }

    /// Counts `bytes` as sent.
    #[inline]
    pub(crate) fn sent(&mut self, index: u32, bytes: u64) {
        self.entries[index as usize].in_flight += bytes;
    }

    /// Counts `bytes` as arrived or given up.
    #[inline]
    pub(crate) fn settled(&mut self, index: u32, bytes: u64) {
        let entry = &mut self.entries[index as usize];
        entry.in_flight -= bytes;
        if !entry.waiting.is_empty() && !entry.opened {
            entry.opened = true;
            self.opened.push(index);
        }
    }

    /// Makes a queue pair wait until something is settled.
    pub(crate) fn wait(&mut self, index: u32, qp: Key) {
        self.entries[index as usize].waiting.push_back(qp);
    }

    /// Whether a waiting queue pair may continue.
    pub(crate) fn has_opened(&self) -> bool {
        !self.opened.is_empty()
    }

    /// Passes each queue pair that may continue to `each`.
    #[inline]
    pub(crate) fn drain_opened(&mut self, mut each: impl FnMut(Key)) {
        while let Some(index) = self.opened.pop() {
            let entry = &mut self.entries[index as usize];
            entry.opened = false;
            for qp in entry.waiting.drain(..) {
                each(qp);
            }
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let waiting: usize = self.entries.iter().map(|d| d.waiting.capacity()).sum();
        self.entries.capacity() * size_of::<Destination>()
            + (self.free.capacity() + self.opened.capacity()) * size_of::<u32>()
            + waiting * size_of::<Key>()
            + self.by_address.len() * size_of::<(AdapterAddress, u32)>()
    }
}
