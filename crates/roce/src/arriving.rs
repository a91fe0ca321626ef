//! The pairs whose writes of several packets go on, or whose long reads are answered, by their peers' addresses: whose next payload
//! has a place that is known.

use alloc::vec::Vec;

use farreach_verbs::AdapterAddress;

use crate::slab::Key;

/// The most peers that are kept. One more takes the place of the one that was heard least recently.
const MOST: usize = 64;

/// What a pair's next packet is probably part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// The peer's write.
    Write,
    /// The answer to a read of ours.
    Response,
}

/// Which pair a peer's next packet is probably for. It may be gone: whoever asks looks whether it still waits for one.
#[derive(Default)]
pub(crate) struct Arriving {
    /// Heard most recently last, each peer once.
    pairs: Vec<(AdapterAddress, Key, Arrival)>,
}

impl Arriving {
    /// The pair whose write or read goes on with the next packet from there.
    #[inline]
    pub(crate) fn pair_of(&self, from: AdapterAddress) -> Option<(Key, Arrival)> {
        let mut latest_first = self.pairs.iter().rev();
        let found = latest_first.find(|(peer, ..)| *peer == from);
        found.map(|&(_, key, arrival)| (key, arrival))
    }

    /// More packets of the same are to come.
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

    /// The last packet came.
    pub(crate) fn ends(&mut self, from: AdapterAddress) {
        self.pairs.retain(|&(peer, ..)| peer != from);
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<(AdapterAddress, Key, Arrival)>()
    }
}
