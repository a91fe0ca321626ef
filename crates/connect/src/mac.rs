//! The uses of the job's key: the MAC of messages, and a key for each connection.

use alloc::vec::Vec;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{JobKey, Rank};

/// Bytes of a MAC: HMAC-SHA256, truncated.
pub(crate) const MAC_LEN: usize = 16;

/// Labels that separate the uses of the key. No label is a prefix of another.
const MESSAGE_LABEL: &[u8] = b"farreach connect message 1\0";
const CHECK_LABEL: &[u8] = b"farreach packet check 1\0";

/// One side of an attempt: a rank and its incarnation.
pub(crate) type End = (Rank, u64);

/// The keyed hash, with its key schedule precomputed.
pub(crate) struct Authenticator(Hmac<Sha256>);

impl Authenticator {
    pub(crate) fn new(key: &JobKey) -> Self {
        Authenticator(Hmac::new_from_slice(&key.0).expect("HMAC takes keys of any length"))
    }

    /// Appends the MAC of `message`.
    pub(crate) fn seal(&self, message: &mut Vec<u8>) {
        let mut mac = self.0.clone();
        mac.update(MESSAGE_LABEL);
        mac.update(message);
        message.extend_from_slice(&mac.finalize().into_bytes()[..MAC_LEN]);
    }

    /// Returns `message` without its MAC. `None` if the MAC is wrong. The comparison takes constant
    /// time.
    pub(crate) fn open<'a>(&self, message: &'a [u8]) -> Option<&'a [u8]> {
        let (body, tag) = message.split_at_checked(message.len().checked_sub(MAC_LEN)?)?;
        let mut mac = self.0.clone();
        mac.update(MESSAGE_LABEL);
        mac.update(body);
        mac.verify_truncated_left(tag).ok().map(|()| body)
    }

    /// The packet check key of the connection between two ends, in any order.
    pub(crate) fn check_key(&self, one: End, other: End) -> [u8; 16] {
        let mut mac = self.0.clone();
        mac.update(CHECK_LABEL);
        for (rank, incarnation) in [one.min(other), one.max(other)] {
            mac.update(&rank.to_be_bytes());
            mac.update(&incarnation.to_be_bytes());
        }
        let mut key = [0; 16];
        key.copy_from_slice(&mac.finalize().into_bytes()[..16]);
        key
    }
}

#[cfg(test)]
mod tests;
