//! The keys of associations. Each ordered pair of ranks, with the endpoints of both, has a key.

use core::hash::Hasher;

use farreach_verbs::AdapterAddress;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use siphasher::sip::SipHasher24;
use siphasher::sip128::{Hasher128, SipHasher24 as SipHasher24Wide};

use crate::{JobKey, Rank};

/// A label that separates this use of the job's key from others.
const LABEL: &[u8] = b"farreach association 1\0";

/// Derives the keys of associations.
pub(super) struct Keys([u8; 16]);

/// The key of the datagrams from one rank to another.
#[derive(Clone, Copy)]
pub(super) struct Key([u8; 16]);

/// The ends of an association. A datagram need not name them, because its key depends on them.
pub(super) struct Ends {
    pub(super) source: Rank,
    pub(super) destination: Rank,
    /// The sender's adapter.
    pub(super) from: AdapterAddress,
    /// The receiver's queue pair and Q_Key. Every process draws a new Q_Key.
    pub(super) to: u64,
}

impl Keys {
    pub(super) fn new(job: &JobKey) -> Self {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&job.0).expect("HMAC takes keys of any length");
        mac.update(LABEL);
        let mut key = [0; 16];
        key.copy_from_slice(&mac.finalize().into_bytes()[..16]);
        Keys(key)
    }

    /// Derives a key with SipHash-2-4 of 128 bits as the pseudo-random function.
    pub(super) fn key(&self, ends: &Ends) -> Key {
        let mut input = [0; 34];
        input[..4].copy_from_slice(&ends.source.to_be_bytes());
        input[4..8].copy_from_slice(&ends.destination.to_be_bytes());
        input[8..24].copy_from_slice(&ends.from.gid);
        input[24..26].copy_from_slice(&ends.from.port.to_be_bytes());
        input[26..].copy_from_slice(&ends.to.to_be_bytes());
        let mut hasher = SipHasher24Wide::new_with_key(&self.0);
        hasher.write(&input);
        let wide = hasher.finish128();
        Key((u128::from(wide.h1) << 64 | u128::from(wide.h2)).to_be_bytes())
    }
}

impl Key {
    /// The tag of a datagram, by SipHash-2-4.
    pub(super) fn tag(&self, datagram: &[u8]) -> u64 {
        SipHasher24::new_with_key(&self.0).hash(datagram)
    }
}
