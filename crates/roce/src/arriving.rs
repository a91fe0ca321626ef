//! The pairs whose writes of several packets go on, by their peers' addresses: whose next payload has a place that is known.

use farreach_verbs::AdapterAddress;

use crate::slab::Key;

/// The most peers that are kept. One more takes the place of the one that was heard least recently.
const MOST: usize = 64;

/// Which pair a peer's next packet is probably for. It may be gone: whoever asks looks whether it still waits for one.
#[derive(Default)]
pub(crate) struct Arriving {
    /// Heard most recently last, each peer once.
    pairs: Vec<(AdapterAddress, Key)>,
}

impl Arriving {
    /// The pair whose write goes on with the next packet from there.
    #[inline]
    pub(crate) fn pair_of(&self, from: AdapterAddress) -> Option<Key> {
        let is_from = |&&(peer, _): &&(AdapterAddress, Key)| peer == from;
        self.pairs.iter().rev().find(is_from).map(|&(_, key)| key)
    }

    /// A packet of a write came, and more of the same are to come.
    pub(crate) fn goes_on(&mut self, from: AdapterAddress, pair: Key) {
        if self.pairs.last() == Some(&(from, pair)) {
            return;
        }
        self.ends(from);
        if self.pairs.len() == MOST {
            self.pairs.remove(0);
        }
        self.pairs.push((from, pair));
    }

    /// The last packet of a write came.
    pub(crate) fn ends(&mut self, from: AdapterAddress) {
        self.pairs.retain(|&(peer, _)| peer != from);
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<(AdapterAddress, Key)>()
    }
}
