//! The ACK extended transport header (AETH): the responder's answer (IBTA volume 1, 9.3.5 and
//! 9.7.5.2).
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌─┬───┬─────────┬───────────────────────────────────────────────┐
//!   │0│typ│  value  │           message sequence number             │
//!   └─┴───┴─────────┴───────────────────────────────────────────────┘
//!     00 ACK, credits      01 RNR NAK, timer code
//!     11 NAK, code         10 reserved
//! ```

use zerocopy::network_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bytes of the header.
pub(super) const LEN: usize = size_of::<Layout>();

const LOW_24: u32 = 0x00ff_ffff;
const VALUE_MASK: u8 = 0x1f;
const TYPE_MASK: u8 = 0x60;
const TYPE_ACK: u8 = 0x00;
const TYPE_RNR_NAK: u8 = 0x20;
const TYPE_NAK: u8 = 0x60;

/// The header on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    syndrome_msn: U32,
}

/// The result of a request, and the number of messages that the responder has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aeth {
    /// The result.
    pub syndrome: Syndrome,
    /// The message sequence number, 24 bits: the number of completed requests.
    pub msn: u32,
}

/// The result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Syndrome {
    /// Positive acknowledgement of everything up to the packet's PSN.
    Ack {
        /// A code for the number of posted receives. [`Syndrome::NO_CREDITS`] means that receives
        /// are not counted.
        credits: u8,
    },
    /// No receive was posted: send again later.
    RnrNak {
        /// A code for the time to wait. See [`super::rnr`].
        timer: u8,
    },
    /// The request was refused.
    Nak(NakCode),
}

/// The reason of a refusal (IBTA volume 1, 9.7.5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum NakCode {
    /// A packet before this one is missing: send again from this PSN on.
    PsnSequence = 0,
    /// The request is invalid: wrong length, opcode or alignment.
    InvalidRequest = 1,
    /// The remote key does not cover the range or forbids the access.
    RemoteAccess = 2,
    /// The responder failed.
    RemoteOperation = 3,
    /// Reliable datagrams only.
    InvalidRd = 4,
}

impl NakCode {
    fn from_u8(code: u8) -> Option<NakCode> {
        Some(match code {
            0 => NakCode::PsnSequence,
            1 => NakCode::InvalidRequest,
            2 => NakCode::RemoteAccess,
            3 => NakCode::RemoteOperation,
            4 => NakCode::InvalidRd,
            _ => return None,
        })
    }
}

impl Syndrome {
    /// The credit code that means that receives are not counted.
    pub const NO_CREDITS: u8 = 31;

    /// The acknowledgement that Farreach and most adapters send: receives are not counted.
    pub const ACK: Syndrome = Syndrome::Ack {
        credits: Syndrome::NO_CREDITS,
    };

    /// The syndrome with this code. `None` if it is a reserved one. The top bit is reserved and
    /// ignored.
    #[inline]
    pub fn from_u8(code: u8) -> Option<Syndrome> {
        let value = code & VALUE_MASK;
        match code & TYPE_MASK {
            TYPE_ACK => Some(Syndrome::Ack { credits: value }),
            TYPE_RNR_NAK => Some(Syndrome::RnrNak { timer: value }),
            TYPE_NAK => NakCode::from_u8(value).map(Syndrome::Nak),
            _ => None,
        }
    }

    /// The code of the syndrome.
    ///
    /// # Panics
    /// If credits or timer exceed five bits.
    #[inline]
    pub fn to_u8(self) -> u8 {
        let (kind, value) = match self {
            Syndrome::Ack { credits } => (TYPE_ACK, credits),
            Syndrome::RnrNak { timer } => (TYPE_RNR_NAK, timer),
            Syndrome::Nak(code) => (TYPE_NAK, code as u8),
        };
        assert!(value <= VALUE_MASK, "value {value} of {self:?} exceeds 31");
        kind | value
    }
}

impl Aeth {
    /// # Panics
    /// If the MSN is wider than 24 bits.
    #[inline]
    pub(super) fn to_layout(self) -> Layout {
        assert!(self.msn <= LOW_24, "MSN {:#x} exceeds 24 bits", self.msn);
        Layout {
            syndrome_msn: (u32::from(self.syndrome.to_u8()) << 24 | self.msn).into(),
        }
    }
}

impl Layout {
    /// The header's values. The syndrome's code as an error, if it is a reserved one.
    #[inline]
    pub(super) fn to_aeth(&self) -> Result<Aeth, u8> {
        let word = self.syndrome_msn.get();
        let code = (word >> 24) as u8;
        Ok(Aeth {
            syndrome: Syndrome::from_u8(code).ok_or(code)?,
            msn: word & LOW_24,
        })
    }
}
