//! Authentic and sealed datagrams on the virtual network, and a watch that sees what no device sees alone.

use std::collections::BTreeSet;

use farreach_roce::frame::{Opener, Protection, Refused, Sealer};
use farreach_verbs::AdapterAddress;

/// Bytes in front of a datagram with a counter: the sender's instance and its counter.
const FRONT: usize = 16;

/// A datagram by its way and the bytes in front of it, which give its nonce.
type Sealed = (AdapterAddress, AdapterAddress, [u8; FRONT]);

/// A device's seals.
pub(crate) struct Seals {
    own: AdapterAddress,
    sealer: Sealer,
    opener: Opener,
}

/// What was sealed and taken so far, on the whole network.
#[derive(Default)]
pub(crate) struct Watch {
    sealed: BTreeSet<Sealed>,
    taken: BTreeSet<Sealed>,
    replays: u64,
}

impl Seals {
    pub(crate) fn new(protection: Protection, own: AdapterAddress, seed: u64) -> Seals {
        Seals {
            own,
            sealer: Sealer::new(protection, own, seed),
            opener: Opener::new(protection, own),
        }
    }

    /// Makes a frame of a datagram.
    ///
    /// # Panics
    /// If the frame has the nonce of an earlier one.
    pub(crate) fn seal(&mut self, to: AdapterAddress, datagram: &mut Vec<u8>, watch: &mut Watch) {
        let (before, behind) = self.sealer.room(to);
        datagram.splice(0..0, std::iter::repeat_n(0, before));
        datagram.resize(datagram.len() + behind, 0);
        self.sealer.seal(to, datagram);
        let is_new = watch.sealed.insert((self.own, to, front(datagram)));
        assert!(is_new, "{} used a nonce twice toward {to}", self.own);
    }

    /// Takes a frame apart. `None` if it came before.
    ///
    /// # Panics
    /// If the opener takes a datagram twice, or refuses one that is new.
    pub(crate) fn open<'a>(
        &mut self,
        from: AdapterAddress,
        frame: &'a mut [u8],
        watch: &mut Watch,
    ) -> Option<&'a [u8]> {
        let sealed = (from, self.own, front(frame));
        match self.opener.open(from, frame) {
            Ok(datagram) => {
                let is_new = watch.taken.insert(sealed);
                assert!(is_new, "{} took a replay from {from}", self.own);
                Some(datagram)
            }
            Err(Refused::Replayed) => {
                assert!(
                    watch.taken.contains(&sealed),
                    "{} refused what is new",
                    self.own
                );
                watch.replays += 1;
                None
            }
            Err(refused) => panic!("{} found a datagram of {from} {refused:?}", self.own),
        }
    }

    #[cfg(feature = "planted-bugs")]
    pub(crate) fn plant(&mut self, bug: farreach_roce::frame::Bug) {
        self.sealer.plant(bug);
        self.opener.plant(bug);
    }
}

impl Watch {
    /// The number of replays that were refused.
    pub(crate) fn replays(&self) -> u64 {
        self.replays
    }
}

fn front(frame: &[u8]) -> [u8; FRONT] {
    *frame
        .first_chunk()
        .expect("a frame with a counter is longer")
}
