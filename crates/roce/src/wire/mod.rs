//! RoCEv2 packets as bytes: InfiniBand transport headers inside of UDP.
//!
//! ```text
//!                                 a UDP datagram (destination port 4791 toward foreign adapters)
//!   ┌─────────┬───────────────────────────────────────────────┬─────────┬──────────┬─────────┐
//!   │ BTH 12  │ extension headers, as the opcode says (0..36) │ payload │ pad 0..3 │ check 4 │
//!   └─────────┴───────────────────────────────────────────────┴─────────┴──────────┴─────────┘
//!   ╰────────────────────────── head ─────────────────────────╯         ╰─────── tail ───────╯
//! ```
//!
//! The check is the invariant CRC ([`icrc`]) or, between Farreach's adapters, a keyed hash over the
//! headers ([`keyed`]), which stands before the payload. Both need more than the packet: addresses,
//! or a key. [`parse`] therefore leaves the check to its caller. Nothing in a parsed packet may be
//! trusted before its check was verified.
//!
//! Sources: InfiniBand Architecture Specification volume 1, release 1.4 (IBTA): chapter 9
//! "Transport Layer" (9.2 BTH, 9.3 extension headers, 9.4 opcodes), annex A14 "XRC" and annex A17
//! "RoCEv2".
//!
//! Invariants:
//! - [`parse`] accepts any bytes without panicking and allocates nothing.
//! - [`parse`] decodes what [`emit()`] encoded to equal [`Headers`].
//! - Reserved bits are written as zero and ignored when read. [`Bth::carried`] is an exception.

mod aeth;
mod atomic;
mod atomic_ext;
mod bth;
mod deth;
mod emit;
mod held;
pub mod icrc;
pub mod keyed;
mod opcode;
mod packet;
mod psn;
mod reth;
pub mod rnr;
mod spacing;
mod xrceth;

pub use aeth::{Aeth, NakCode, Syndrome};
pub use atomic::{AtomicAckEth, AtomicEth};
pub use atomic_ext::{AtomicExtError, AtomicExtEth};
pub use bth::{Bth, CARRIED_BITS, DEFAULT_PKEY};
pub use deth::Deth;
pub use emit::{HeadBuffer, TailBuffer, emit};
pub use held::HeldEth;
pub use opcode::{Class, Opcode, Operation, Position};
pub(crate) use packet::parse_into;
pub use packet::{Headers, ParseError, Parsed, PayloadRule, parse};
pub use psn::Psn;
pub use reth::Reth;
pub use spacing::SpacingEth;

pub use farreach_verbs::ROCE_PORT;

/// Bytes of the check of each packet, the ICRC or the keyed hash.
pub const CHECK_LEN: usize = 4;

/// The longest headers of any opcode: BTH, XRCETH and AtomicExtETH.
pub const MAX_HEAD_LEN: usize = bth::LEN + xrceth::LEN + atomic_ext::LEN;

/// The number of zero bytes that pad a payload of `payload_len` bytes to a multiple of four.
pub const fn pad_for(payload_len: usize) -> u8 {
    (payload_len.wrapping_neg() & 3) as u8
}

#[cfg(test)]
mod tests;
