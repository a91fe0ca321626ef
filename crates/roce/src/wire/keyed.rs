//! The keyed check: between our own adapters, instead of the ICRC.
//!
//! ```text
//!   check (little-endian) = low 32 bits of SipHash-1-3(key, BTH ‖ extension headers ‖ payload length, u32 big-endian)
//! ```
//!
//! It keeps forged and damaged headers out (who does not know the key cannot make a packet that is
//! accepted) and costs nothing per byte of payload, which UDP's own checksum covers.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

/// The check of a packet with the headers `head` (nothing of the payload) and `payload_len` bytes
/// of payload, pad not counted.
pub fn keyed_check(key: &[u8; 16], head: &[u8], payload_len: usize) -> u32 {
    let len = u32::try_from(payload_len).expect("a payload fits in a datagram");
    let mut hasher = SipHasher13::new_with_key(key);
    hasher.write(head);
    hasher.write(&len.to_be_bytes());
    hasher.finish() as u32
}
