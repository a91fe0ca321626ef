//! The keyed check, which replaces the ICRC between Farreach's adapters.
//!
//! ```text
//!  ┌─────┬───────────────────┬───────┬─────────┬──────────┐
//!  │ BTH │ extension headers │ check │ payload │ pad 0..3 │
//!  └─────┴───────────────────┴───────┴─────────┴──────────┘
//!   check (little-endian) = low 32 bits of
//!     SipHash-1-3(key, BTH ‖ extension headers ‖ payload length, u32 big-endian ‖ laps, 7 B little-endian)
//! ```
//!
//! The sequence numbers of a packet wrap. The check covers how often they have wrapped ([`Laps`]), which
//! both sides know and no packet says. So an old packet of an earlier lap is none of this lap.
//!
//! The check stands before the payload; the ICRC stands behind it. The first bytes of a packet
//! therefore show whether the packet is what it claims to be, before its payload is copied
//! anywhere.
//!
//! The check rejects forged and damaged headers: a packet that was made without the key is accepted
//! with a probability of 2⁻³². The check costs nothing per byte of payload, and does not cover it. Whoever
//! sees packets, and can send in the name of a peer, can therefore put another payload behind the
//! headers of a packet that was lost. Between hosts, frames ([`crate::frame`]) cover the payload too.
//!
//! SipHash is implemented here, after Aumasson and Bernstein, "SipHash: a fast short-input PRF"
//! (2012), because every small packet is hashed twice. A hash of a complete message takes a third
//! of the time of a hash that is fed in pieces.

use super::{CARRIED_BITS, CHECK_LEN, Psn};

/// How often the sequence numbers of a packet have wrapped.
///
/// Both sides count PSNs and acknowledgements in 64 bits. A packet carries the lower bits of its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Laps(u64);

impl Laps {
    /// Bits of each count that are hashed. They wrap after 2⁵¹ packets.
    const BITS: u32 = 28;

    /// The laps of a packet with this PSN that carries this number of acknowledged packets. Packets
    /// that carry none have the number 0.
    #[inline]
    pub fn new(psn: u64, acknowledged: u64) -> Self {
        let low = |laps: u64| laps & ((1 << Self::BITS) - 1);
        Laps(low(psn >> Psn::BITS) | low(acknowledged >> CARRIED_BITS) << Self::BITS)
    }
}

/// The check of a packet with the headers `head` and `payload_len` bytes of payload. The pad does
/// not count.
///
/// # Panics
/// If `head` is not a multiple of four bytes, or the payload exceeds 4 GiB.
#[inline]
pub fn keyed_check(key: &[u8; 16], head: &[u8], payload_len: usize, laps: Laps) -> u32 {
    let len = u32::try_from(payload_len).expect("a payload fits in a datagram");
    let len = u64::from(len.swap_bytes());
    let (blocks, rest) = head.as_chunks::<8>();
    let mut state = State::new(key);
    for block in blocks {
        state.compress(u64::from_le_bytes(*block));
    }
    // The length of the hashed message is the last block's top byte.
    let end = (head.len() as u64 + 4 + 7) << 56;
    match *rest {
        [] => {
            state.compress(laps.0 << 32 | len);
            state.compress(end | laps.0 >> 32);
        }
        [a, b, c, d] => {
            state.compress(len << 32 | u64::from(u32::from_le_bytes([a, b, c, d])));
            state.compress(end | laps.0);
        }
        _ => panic!("a head of {} bytes", head.len()),
    }
    state.finish() as u32
}

/// The payload of a packet whose headers have `head_len` bytes, without its pad. `None` if the
/// check is wrong.
#[inline]
pub fn open<'a>(
    key: &[u8; 16],
    packet: &'a [u8],
    head_len: usize,
    pad: u8,
    laps: Laps,
) -> Option<&'a [u8]> {
    let (head, rest) = packet.split_at_checked(head_len)?;
    let (check, rest) = rest.split_first_chunk::<CHECK_LEN>()?;
    let payload = rest.get(..rest.len().checked_sub(usize::from(pad))?)?;
    (keyed_check(key, head, payload.len(), laps) == u32::from_le_bytes(*check)).then_some(payload)
}

/// The four words of SipHash.
struct State(u64, u64, u64, u64);

impl State {
    #[inline]
    fn new(key: &[u8; 16]) -> Self {
        let key = u128::from_le_bytes(*key);
        let (low, high) = (key as u64, (key >> 64) as u64);
        State(
            low ^ 0x736f_6d65_7073_6575,
            high ^ 0x646f_7261_6e64_6f6d,
            low ^ 0x6c79_6765_6e65_7261,
            high ^ 0x7465_6462_7974_6573,
        )
    }

    /// Adds one block: one round, the 1 of 1-3.
    #[inline]
    fn compress(&mut self, block: u64) {
        self.3 ^= block;
        self.round();
        self.0 ^= block;
    }

    #[inline]
    fn round(&mut self) {
        self.0 = self.0.wrapping_add(self.1);
        self.2 = self.2.wrapping_add(self.3);
        self.1 = self.1.rotate_left(13) ^ self.0;
        self.3 = self.3.rotate_left(16) ^ self.2;
        self.0 = self.0.rotate_left(32);
        self.2 = self.2.wrapping_add(self.1);
        self.0 = self.0.wrapping_add(self.3);
        self.1 = self.1.rotate_left(17) ^ self.2;
        self.3 = self.3.rotate_left(21) ^ self.0;
        self.2 = self.2.rotate_left(32);
    }

    /// Three final rounds, and the XOR of the words.
    #[inline]
    fn finish(mut self) -> u64 {
        self.2 ^= 0xff;
        for _ in 0..3 {
            self.round();
        }
        self.0 ^ self.1 ^ self.2 ^ self.3
    }
}
