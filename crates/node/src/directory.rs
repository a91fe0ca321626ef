//! The directory: the UD endpoint of each rank of the job, stored once per node.
//!
//! The node's agent writes an entry and sets `published` last, with release. Processes read
//! `published` with acquire.

use std::sync::atomic::{AtomicU64, Ordering};

use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};

use crate::endpoint::{DeviceTag, Endpoint};
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
        let port_and_device = entry.port_and_device.load(Ordering::Relaxed);
        Some(Endpoint {
            destination: UdDestination {
                address: AdapterAddress {
                    gid,
                    port: port_and_device as u16,
                },
                qp: QpNumber(entry.qp.load(Ordering::Relaxed)),
                qkey: entry.qkey.load(Ordering::Relaxed),
            },
            device: DeviceTag((port_and_device >> 16) as u16),
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
        let to = &endpoint.destination;
        let (low, high) = to.address.gid.split_at(8);
        store(&entry.gid[0], low);
        store(&entry.gid[1], high);
        let port = u32::from(to.address.port) | u32::from(endpoint.device.0) << 16;
        entry.port_and_device.store(port, Ordering::Relaxed);
        entry.qp.store(to.qp.0, Ordering::Relaxed);
        entry.qkey.store(to.qkey, Ordering::Relaxed);
        entry.published.store(1, Ordering::Release);
    }
}
