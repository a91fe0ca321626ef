//! Authentic and sealed datagrams on the virtual network, and a watch that sees what no device sees alone.

use std::collections::BTreeMap;

use std::hash::{DefaultHasher, Hasher};

use farreach_roce::frame::{Opener, Protection, Refused, Sealer};
use farreach_verbs::AdapterAddress;

/// Bytes in front of a datagram with a counter: the sender's instance and its counter.
pub(crate) const FRONT: usize = 16;

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
    /// The hash of each frame, and whether it was taken.
    sealed: BTreeMap<Sealed, (u64, bool)>,
    replays: u64,
    forgeries: u64,
    /// Whether somebody forges frames.
    pub(crate) is_attacked: bool,
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
        let frame = (hash(datagram), false);
        let old = watch.sealed.insert((self.own, to, front(datagram)), frame);
        assert!(old.is_none(), "{} used a nonce twice toward {to}", self.own);
    }

    /// Takes a frame apart. `None` if it came before, or was forged.
    ///
    /// # Panics
    /// If the opener takes a datagram twice, takes one that was not sent, or refuses one that was sent
    /// and is new.
    pub(crate) fn open<'a>(
        &mut self,
        from: AdapterAddress,
        frame: &'a mut [u8],
        watch: &mut Watch,
    ) -> Option<&'a [u8]> {
        let sealed = watch.sealed.get_mut(&(from, self.own, front(frame)));
        let was_sent = sealed.as_ref().is_some_and(|sent| sent.0 == hash(frame));
        let was_taken = sealed.as_ref().is_some_and(|sent| sent.1);
        match self.opener.open(from, frame) {
            Ok(datagram) => {
                assert!(
                    was_sent,
                    "{} took a forgery in the name of {from}",
                    self.own
                );
                assert!(!was_taken, "{} took a replay from {from}", self.own);
                if let Some((_, taken)) = sealed {
                    *taken = true;
                }
                Some(datagram)
            }
            Err(Refused::Replayed) => {
                assert!(was_taken, "{} refused what is new", self.own);
                watch.replays += 1;
                None
            }
            Err(Refused::Forged) if watch.is_attacked && !was_sent => {
                watch.forgeries += 1;
                None
            }
            Err(refused) => panic!("{} found a datagram of {from} {refused:?}", self.own),
        }
    }

    #[cfg(debug_assertions)]
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

    /// The number of forgeries that were refused.
    pub(crate) fn forgeries(&self) -> u64 {
        self.forgeries
    }
}

fn hash(frame: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(frame);
    hasher.finish()
}

fn front(frame: &[u8]) -> [u8; FRONT] {
    *frame
        .first_chunk()
        .expect("a frame with a counter is longer")
}
