//! Finds the peers that most packets are sent to, in constant space.

use farreach_verbs::AdapterAddress;

/// Sends after which a peer counts as hot.
pub(super) const HOT_SENDS: u32 = 64;

/// The number of peers that are counted at a time.
const COUNTED: usize = 4;

/// Counts sends per peer by the algorithm of Misra and Gries (Finding repeated elements, 1982). If
/// all places are taken, a send to another peer decrements every count. A peer that becomes hot
/// makes up at least a fifth of the sends. If many peers take turns, no peer becomes hot.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    counts: Vec<(AdapterAddress, u32)>,
}

impl Candidates {
    /// Counts a send. Returns whether the peer is hot now; its count then restarts at zero.
    pub(super) fn note(&mut self, to: AdapterAddress) -> bool {
        if let Some(at) = self.counts.iter().position(|(peer, _)| *peer == to) {
            self.counts[at].1 += 1;
            if self.counts[at].1 < HOT_SENDS {
                return false;
            }
            self.counts.swap_remove(at);
            return true;
        }
        if self.counts.len() < COUNTED {
            self.counts.push((to, 1));
            return false;
        }
        self.counts.retain_mut(|(_, count)| {
            *count -= 1;
            *count > 0
        });
        false
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.counts.capacity() * size_of::<(AdapterAddress, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidates, HOT_SENDS};
    use farreach_verbs::AdapterAddress;

    fn peer(port: u16) -> AdapterAddress {
        AdapterAddress { gid: [0; 16], port }
    }

    #[test]
    fn the_peer_of_most_sends_is_found_among_others() {
        let mut candidates = Candidates::default();
        let mut hot = Vec::new();
        for send in 0..400 {
            let port = if send % 2 == 0 { 1 } else { 2 + send % 50 };
            if candidates.note(peer(port)) {
                hot.push((send, port));
            }
        }
        assert!(hot.iter().all(|(_, port)| *port == 1), "{hot:?}");
        assert!((1..=3).contains(&hot.len()), "{hot:?}");
    }

    #[test]
    fn among_many_equals_none_is_hot() {
        let mut candidates = Candidates::default();
        assert!((0..20_000).all(|send| !candidates.note(peer(send % 16))));
    }

    #[test]
    fn a_few_equals_all_are() {
        let mut candidates = Candidates::default();
        let hot = (0..4 * HOT_SENDS)
            .filter(|send| candidates.note(peer((send % 4) as u16)))
            .count();
        assert_eq!(hot, 4);
    }
}
