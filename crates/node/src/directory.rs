//! The directory: where each rank of the job is and how it is reached, once per node.
//!
//! Written by the node's agent (each entry's state word last, with release), read by the processes (with acquire).

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};

use crate::futex;
use crate::shared::{DirectoryControl, DirectoryEntry};

/// How a rank is reached: its UD endpoint.
pub type Endpoint = UdDestination;

/// Where a rank runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The node.
    pub node: u32,
    /// The process's index on it.
    pub local_index: u32,
}

const PLACED: u32 = 1;
const PUBLISHED: u32 = 2;

/// The directory of an arena.
#[derive(Clone, Copy, Debug)]
pub struct Directory<'a> {
    control: &'a DirectoryControl,
    entries: &'a [DirectoryEntry],
}

impl<'a> Directory<'a> {
    pub(crate) fn new(
        control: &'a DirectoryControl,
        entries: &'a [DirectoryEntry],
    ) -> Directory<'a> {
        Directory { control, entries }
    }

    /// The number of ranks of the job.
    pub fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Whether the job has no ranks (it has at least one).
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where `rank` runs, if that was entered; `None` also for a rank that does not exist.
    #[inline]
    pub fn place(&self, rank: u32) -> Option<Place> {
        let entry = self.entry_with(rank, PLACED)?;
        Some(Place {
            node: entry.node.load(Ordering::Relaxed),
            local_index: entry.local_index.load(Ordering::Relaxed),
        })
    }

    /// How `rank` is reached, if its endpoint has arrived; `None` also for a rank that does not exist.
    pub fn endpoint(&self, rank: u32) -> Option<Endpoint> {
        let entry = self.entry_with(rank, PUBLISHED)?;
        let mut gid = [0; 16];
        for (bytes, word) in gid.chunks_exact_mut(8).zip(&entry.gid) {
            bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_ne_bytes());
        }
        Some(UdDestination {
            address: AdapterAddress {
                gid,
                port: entry.port.load(Ordering::Relaxed) as u16,
            },
            qp: QpNumber(entry.qp.load(Ordering::Relaxed)),
            qkey: entry.qkey.load(Ordering::Relaxed),
        })
    }

    fn entry_with(&self, rank: u32, state: u32) -> Option<&'a DirectoryEntry> {
        let entry = self.entries.get(rank as usize)?;
        (entry.state.load(Ordering::Acquire) & state != 0).then_some(entry)
    }

    /// Enters where `rank` runs.
    ///
    /// # Panics
    /// If the job has no such rank.
    pub fn set_place(&self, rank: u32, place: Place) {
        let entry = &self.entries[rank as usize];
        entry.node.store(place.node, Ordering::Relaxed);
        entry
            .local_index
            .store(place.local_index, Ordering::Relaxed);
        entry.state.fetch_or(PLACED, Ordering::Release);
    }

    /// Enters how `rank` is reached. [`Directory::announce`] wakes those who wait for it.
    ///
    /// # Panics
    /// If the job has no such rank.
    pub fn set_endpoint(&self, rank: u32, endpoint: &Endpoint) {
        let entry = &self.entries[rank as usize];
        let store = |word: &AtomicU64, bytes: &[u8]| {
            let bytes = bytes.try_into().expect("half a GID is 8 bytes");
            word.store(u64::from_ne_bytes(bytes), Ordering::Relaxed);
        };
        let (low, high) = endpoint.address.gid.split_at(8);
        store(&entry.gid[0], low);
        store(&entry.gid[1], high);
        let port = u32::from(endpoint.address.port);
        entry.port.store(port, Ordering::Relaxed);
        entry.qp.store(endpoint.qp.0, Ordering::Relaxed);
        entry.qkey.store(endpoint.qkey, Ordering::Relaxed);
        entry.state.fetch_or(PUBLISHED, Ordering::Release);
    }

    /// Wakes all who wait for entries, after some were made.
    pub fn announce(&self) {
        self.control.version.fetch_add(1, Ordering::SeqCst);
        if self.control.waiters.load(Ordering::SeqCst) != 0 {
            futex::wake_all(&self.control.version);
        }
    }

    /// Says that the entries of all ranks are complete, and wakes all who wait.
    pub fn set_ready(&self) {
        self.control.ready.store(1, Ordering::Release);
        self.announce();
    }

    /// Whether the entries of all ranks are complete.
    pub fn is_ready(&self) -> bool {
        self.control.ready.load(Ordering::Acquire) == 1
    }

    /// Sleeps until all entries are complete; `false` if that took longer than `timeout`.
    pub fn wait_ready(&self, timeout: Duration) -> bool {
        self.wait_until(timeout, || self.is_ready().then_some(()))
            .is_some()
    }

    /// Sleeps until `rank`'s endpoint has arrived; `None` if that took longer than `timeout`.
    pub fn wait_endpoint(&self, rank: u32, timeout: Duration) -> Option<Endpoint> {
        self.wait_until(timeout, || self.endpoint(rank))
    }

    fn wait_until<T>(&self, timeout: Duration, look: impl Fn() -> Option<T>) -> Option<T> {
        if let Some(found) = look() {
            return Some(found);
        }
        let start = Instant::now();
        self.control.waiters.fetch_add(1, Ordering::SeqCst);
        let found = loop {
            let version = self.control.version.load(Ordering::SeqCst);
            let found = look();
            let left = timeout.saturating_sub(start.elapsed());
            if found.is_some() || left.is_zero() {
                break found;
            }
            futex::wait(&self.control.version, version, Some(left));
        };
        self.control.waiters.fetch_sub(1, Ordering::SeqCst);
        found
    }
}
