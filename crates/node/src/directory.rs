//! The directory: the UD endpoint of each rank of the job, stored once per node.
//!
//! The node's agent writes an entry and sets `published` last, with release. Processes read
//! `published` with acquire.

use std::sync::atomic::{AtomicU64, Ordering};

use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};

use crate::endpoint::Endpoint;
use crate::shared::DirectoryEntry;

/// The directory in an arena.
#[derive(Clone, Copy, Debug)]
pub struct Directory<'a> {
    entries: &'a [DirectoryEntry],
}

impl<'a> Directory<'a> {
    pub(crate) fn new(entries: &'a [DirectoryEntry]) -> Directory<'a> {
        Directory { entries }
    }

    /// The endpoint of `rank`. `None` if the endpoint has not arrived yet, or if the job has no
    /// such rank.
    pub fn endpoint(&self, rank: u32) -> Option<Endpoint> {
        let entry = self.entries.get(rank as usize)?;
        if entry.published.load(Ordering::Acquire) == 0 {
            return None;
        }
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

    /// Stores the endpoint of `rank`.
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
        entry.published.store(1, Ordering::Release);
    }
}
