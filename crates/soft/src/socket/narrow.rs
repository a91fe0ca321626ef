//! Paths that became narrower than the packets of their connections. Packets that are too long leave in
//! parts, until the path carries them again.

use std::collections::BTreeMap;

use farreach_roce::Packet;
use farreach_roce::path::cut;
use farreach_verbs::{AdapterAddress, MappedMemory};

use super::Socket;

/// The limits of paths that changed, by host.
pub(super) struct NarrowPaths {
    /// The least limit.
    least: usize,
    limits: BTreeMap<[u8; 16], u32>,
    /// The number of datagrams that left in parts.
    cut: u32,
}

impl Default for NarrowPaths {
    fn default() -> Self {
        NarrowPaths {
            least: usize::MAX,
            limits: BTreeMap::new(),
            cut: 0,
        }
    }
}

impl NarrowPaths {
    /// The length up to which every packet leaves as it is.
    #[inline]
    pub(super) fn least(&self) -> usize {
        self.least
    }
}

impl Socket {
    /// Notes that the path to an adapter's host carries datagrams of at most `bytes` now, without
    /// their frames.
    pub(crate) fn limit(&mut self, to: AdapterAddress, bytes: u32) {
        let narrow = &mut self.narrow;
        narrow.limits.insert(to.gid, bytes);
        let least = narrow.limits.values().min();
        narrow.least = least.map_or(usize::MAX, |&bytes| bytes as usize);
    }

    /// Sends a packet at once, in parts, if the path to its destination carries it in no other way.
    /// Returns whether it was sent. What gets lost is sent again, as after any loss.
    #[cold]
    pub(super) fn send_on_narrow<M: MappedMemory>(&mut self, packet: &Packet<'_, M>) -> bool {
        let limit = self.narrow.limits.get(&packet.to.gid).copied();
        let Some(limit) = limit.filter(|&limit| packet.len() > limit as usize) else {
            return false;
        };
        let mut datagram = packet.head.to_vec();
        packet.payload.append_to(&mut datagram);
        datagram.extend_from_slice(packet.tail);
        self.narrow.cut = self.narrow.cut.wrapping_add(1);
        let number = self.narrow.cut;
        cut(&datagram, limit, number, |part| {
            let _ = self.send_alone(packet.to, part);
        });
        self.counters.cut_sends += 1;
        true
    }
}
