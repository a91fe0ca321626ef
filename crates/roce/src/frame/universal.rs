//! The hash of authentic frames: a universal hash under a secret key, and a keyed hash of its digests.
//!
//! ```text
//!   frame   ┌──────────── 1 KiB ───────────┬───────────────────────────────┬────── rest ───┐
//!           └──────────────┬───────────────┴───────────────┬───────────────┴───────┬───────┘
//!             NH, key of the job              NH                              NH
//!                          ▼                               ▼                       ▼
//!   tag = SipHash-2-4( digest, 16 B         ‖       digest, 16 B      ‖    digest, 16 B    ‖ length ), key of the pair
//! ```
//!
//! NH (Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC: Fast and Secure Message Authentication",
//! 1999; in this width Krovetz, "Message Authentication on 64-bit Architectures", 2006) adds the words
//! of a block to those of the key, multiplies pairs of the sums, and adds up the products:
//!
//! ```text
//!   NH(block) = Σ (m[2i] + k[2i] mod 2⁶⁴) · (m[2i+1] + k[2i+1] mod 2⁶⁴)   mod 2¹²⁸
//! ```
//!
//! Two different blocks of one length have one digest with a probability of at most 2⁻⁶⁴, whoever
//! chooses the blocks without knowing the key. SipHash hides the digests. So the key of NH can be the
//! same for all frames of a job. A multiplication takes 16 bytes, without instructions that some
//! processors lack: this is as fast as memory, and several times as fast as GHASH.

use alloc::boxed::Box;
use core::hash::Hasher;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use siphasher::sip::SipHasher24;

/// Separates the key of the hash from other uses of the secret.
const LABEL: &[u8] = b"farreach universal hash 1\0";

/// Bytes of a pair of words.
const PAIR: usize = 16;

/// Bytes of a block.
const BLOCK: usize = 1 << 10;

/// The words of the key, by which a block is hashed: two for each of its pairs.
pub(super) struct Universal(Box<[[u64; 2]; BLOCK / PAIR]>);

/// The key of the tags of one sender's frames to one receiver.
#[derive(Clone, Copy)]
pub(super) struct TagKey(pub(super) [u8; 16]);

impl Universal {
    /// The hash whose key follows from `secret`, by HMAC in counter mode (NIST SP 800-108).
    pub(super) fn new(secret: &[u8; 32]) -> Self {
        let mut words = Box::new([[0; 2]; BLOCK / PAIR]);
        for (number, pairs) in words.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let mut mac =
                Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
            mac.update(&[number as u8]);
            mac.update(LABEL);
            let bytes: [u8; 32] = mac.finalize().into_bytes().into();
            for (pair, bytes) in pairs.iter_mut().zip(bytes.as_chunks::<PAIR>().0) {
                *pair = words_of(bytes);
            }
        }
        Universal(words)
    }

    /// The tag of a frame.
    #[inline]
    pub(super) fn tag(&self, key: TagKey, frame: &[u8]) -> [u8; 8] {
        let mut tag = SipHasher24::new_with_key(&key.0);
        let (blocks, rest) = frame.as_chunks::<BLOCK>();
        for block in blocks {
            tag.write(&self.digest(block.as_chunks().0, [0; PAIR]).to_le_bytes());
        }
        if !rest.is_empty() {
            let (pairs, rest) = rest.as_chunks();
            // The length tells a frame from the same one with zeros behind it.
            let mut last = [0; PAIR];
            last[..rest.len()].copy_from_slice(rest);
            tag.write(&self.digest(pairs, last).to_le_bytes());
        }
        tag.write(&(frame.len() as u64).to_le_bytes());
        tag.finish().to_le_bytes()
    }

    /// NH of the pairs, and of `last` behind them if there is room in the block.
    #[inline]
    fn digest(&self, pairs: &[[u8; PAIR]], last: [u8; PAIR]) -> u128 {
        let digest = pairs.iter().zip(self.0.iter());
        let digest = digest.fold(0_u128, |sum, (pair, key)| {
            sum.wrapping_add(product(pair, key))
        });
        match self.0.get(pairs.len()) {
            Some(key) => digest.wrapping_add(product(&last, key)),
            None => digest,
        }
    }
}

#[inline]
fn product(pair: &[u8; PAIR], key: &[u64; 2]) -> u128 {
    let words = words_of(pair);
    u128::from(words[0].wrapping_add(key[0])) * u128::from(words[1].wrapping_add(key[1]))
}

#[inline]
fn words_of(pair: &[u8; PAIR]) -> [u64; 2] {
    let both = u128::from_le_bytes(*pair);
    [both as u64, (both >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BLOCK, TagKey, Universal};

    const KEY: TagKey = TagKey([5; 16]);

    /// NH by the definition, with the key as it is, over a message of whole words.
    #[test]
    fn digests_follow_the_definition() {
        let universal = Universal::new(&[1; 32]);
        let words: [u64; 6] = [1, u64::MAX, 7 << 60, 3, 0, 1 << 63];
        let mut sum = num(0);
        for (pair, key) in words.chunks(2).zip(universal.0.iter()) {
            let left = (num(pair[0]) + num(key[0])) % (1 << 64);
            let right = (num(pair[1]) + num(key[1])) % (1 << 64);
            sum = sum.wrapping_add(left * right);
        }
        let bytes: alloc::vec::Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let pairs = bytes.as_chunks::<16>().0;
        assert_eq!(universal.digest(&pairs[..2], pairs[2]), sum);
    }

    fn num(word: u64) -> u128 {
        word.into()
    }

    #[test]
    fn each_secret_has_its_own_key_and_no_word_of_a_key_comes_twice() {
        let mut words = alloc::collections::BTreeSet::new();
        for secret in [[1; 32], [2; 32]] {
            words.extend(Universal::new(&secret).0.iter().flatten().copied());
        }
        assert_eq!(words.len(), 2 * BLOCK / 8);
    }

    proptest! {
        /// A change anywhere changes the tag, and so do bytes that are added or taken away.
        #[test]
        fn every_byte_counts(
            len in 1..3 * BLOCK, at: prop::sample::Index, change in 1..=255_u8, more in 1..40_usize,
        ) {
            let universal = Universal::new(&[1; 32]);
            let frame: alloc::vec::Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            let tag = universal.tag(KEY, &frame);
            let mut changed = frame.clone();
            changed[at.index(len)] ^= change;
            prop_assert_ne!(universal.tag(KEY, &changed), tag);
            let mut longer = frame.clone();
            longer.resize(len + more, 0);
            prop_assert_ne!(universal.tag(KEY, &longer), tag);
            prop_assert_ne!(universal.tag(KEY, &frame[..len - 1]), tag);
            prop_assert_ne!(universal.tag(TagKey([6; 16]), &frame), tag);
            prop_assert_ne!(Universal::new(&[2; 32]).tag(KEY, &frame), tag);
        }

        /// Blocks that change places are found: one block's digest does not stand for another's.
        #[test]
        fn the_order_of_blocks_counts(byte: u8, blocks in 2..6_usize) {
            let universal = Universal::new(&[1; 32]);
            let mut frame = alloc::vec![byte; blocks * BLOCK];
            frame[0] ^= 1;
            let tag = universal.tag(KEY, &frame);
            frame.rotate_right(BLOCK);
            prop_assert_ne!(universal.tag(KEY, &frame), tag);
        }
    }
}
