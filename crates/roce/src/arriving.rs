//! The queue pairs in the middle of a write of several packets or of a long read, by their peers'
//! addresses. The target of their next payload is known.

use alloc::vec::Vec;

use farreach_verbs::AdapterAddress;

use crate::slab::Key;

/// The most peers that are kept. A further peer replaces the peer that was heard least recently.
const MOST: usize = 64;

/// The operation that the next packet of a queue pair probably belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// A write of the peer.
    Write,
    /// The answer to a read of this side.
    Response,
}

/// The queue pairs that the peers' next packets are probably for. An entry may be stale: its user
/// checks whether the queue pair still expects a packet.
#[derive(Default)]
pub(crate) struct Arriving {
    /// One entry per peer, the most recently heard last.
    pairs: Vec<(AdapterAddress, Key, Arrival)>,
}

impl Arriving {
    /// The queue pair whose write or read continues with the next packet from `from`.
    #[inline]
    pub(crate) fn pair_of(&self, from: AdapterAddress) -> Option<(Key, Arrival)> {
        let mut latest_first = self.pairs.iter().rev();
        let found = latest_first.find(|(peer, ..)| *peer == from);
        found.map(|&(_, key, arrival)| (key, arrival))
    }

    /// Notes that more packets of a write or read follow.
    pub(crate) fn goes_on(&mut self, from: AdapterAddress, pair: Key, arrival: Arrival) {
        if self.pairs.last() == Some(&(from, pair, arrival)) {
            return;
        }
        self.ends(from);
        if self.pairs.len() == MOST {
            self.pairs.remove(0);
        }
        self.pairs.push((from, pair, arrival));
    }

    /// Notes that the last packet has arrived.
    pub(crate) fn ends(&mut self, from: AdapterAddress) {
        self.pairs.retain(|&(peer, ..)| peer != from);
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<(AdapterAddress, Key, Arrival)>()
    }
}
