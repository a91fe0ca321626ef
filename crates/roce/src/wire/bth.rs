//! The base transport header (BTH), the first header of every packet (IBTA volume 1, 9.2).
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────┬─┬─┬───┬───────┬───────────────────────────────┐
//!   │    opcode     │S│M│pad│ tver  │             P_Key             │  S solicited event, M migrated
//!   ├─┬─┬───────────┼─┴─┴───┴───────┴───────────────────────────────┤
//!   │F│B│ reserved  │          destination queue pair               │  F FECN, B BECN: congestion ahead, behind
//!   ├─┼─┴───────────┼───────────────────────────────────────────────┤
//!   │A│  carried    │           packet sequence number              │  A acknowledge request
//!   └─┴─────────────┴───────────────────────────────────────────────┘
//! ```
//!
//! The standard reserves the field "carried". Farreach's adapters use it among themselves.

use zerocopy::network_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::Opcode;

/// The partition key of the default partition with full membership, the only one that Farreach
/// uses.
pub const DEFAULT_PKEY: u16 = 0xffff;

/// Bytes of the header.
pub(super) const LEN: usize = size_of::<Layout>();

const SOLICITED: u8 = 0x80;
const MIGRATED: u8 = 0x40;
const PAD_SHIFT: u8 = 4;
const PAD_MASK: u8 = 0x03;
const VERSION_MASK: u8 = 0x0f;
const FECN: u32 = 0x8000_0000;
const BECN: u32 = 0x4000_0000;
const ACK_REQUEST: u32 = 0x8000_0000;
const LOW_24: u32 = 0x00ff_ffff;
const CARRIED_SHIFT: u32 = 24;
const CARRIED_MASK: u8 = 0x7f;

/// Bits of the number of acknowledged packets that a request between Farreach's adapters carries: 16 in
/// the place of the partition key, 7 in bits that the standard reserves.
pub const CARRIED_BITS: u32 = 16 + 7;

/// The header on the wire.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Layout {
    opcode: u8,
    flags: u8,
    pkey: U16,
    dest_qp: U32,
    psn: U32,
}

/// The base transport header.
#[expect(clippy::struct_excessive_bools, reason = "each is a bit of the header")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bth {
    /// The packet's opcode.
    pub opcode: Opcode,
    /// The sender asks that the receiver's completion raise an event.
    pub solicited: bool,
    /// The migration state is "migrated". Farreach does not use it, and the kernel's driver ignores
    /// it.
    pub migrated: bool,
    /// Zero bytes between payload and check, 0 to 3.
    pub pad: u8,
    /// The partition key.
    pub pkey: u16,
    /// Routers saw congestion on the packet's way. The ICRC does not cover this bit, since routers
    /// set it.
    pub fecn: bool,
    /// Routers saw congestion on the way of packets in the other direction. The ICRC does not cover
    /// this bit.
    pub becn: bool,
    /// The destination queue pair, 24 bits.
    pub dest_qp: u32,
    /// The requester asks for an acknowledgement.
    pub ack_request: bool,
    /// Seven bits that the standard reserves, for which its senders send 0 and which its receivers ignore.
    pub carried: u8,
    /// The packet sequence number, 24 bits. See [`super::Psn`] for its arithmetic.
    pub psn: u32,
}

impl Bth {
    /// A header with this opcode, queue pair and PSN, in the default partition and without other
    /// bits.
    #[inline]
    pub fn new(opcode: Opcode, dest_qp: u32, psn: u32) -> Self {
        Bth {
            opcode,
            solicited: false,
            migrated: false,
            pad: 0,
            pkey: DEFAULT_PKEY,
            fecn: false,
            becn: false,
            dest_qp,
            ack_request: false,
            carried: 0,
            psn,
        }
    }

    /// Sets the number of acknowledged packets that the request carries, in the place of the partition
    /// key and in reserved bits.
    #[inline]
    pub fn carry(&mut self, acknowledged: u64) {
        self.pkey = acknowledged as u16;
        self.carried = (acknowledged >> 16) as u8 & CARRIED_MASK;
    }

    /// The number of acknowledged packets that the request carries: the one that is nearest to
    /// `reference`.
    #[inline]
    pub fn carried_near(&self, reference: u64) -> u64 {
        let low = u32::from(self.carried) << 16 | u32::from(self.pkey);
        // Shifting the bits to the top and back extends their sign.
        const SHIFT: u32 = u32::BITS - CARRIED_BITS;
        let distance = (low.wrapping_sub(reference as u32) << SHIFT) as i32 >> SHIFT;
        reference.wrapping_add_signed(distance.into())
    }

    /// # Panics
    /// If a number is wider than its field.
    #[inline]
    pub(super) fn to_layout(self) -> Layout {
        assert!(self.pad <= PAD_MASK, "pad of {} exceeds 3", self.pad);
        assert!(
            self.dest_qp <= LOW_24,
            "QPN {:#x} exceeds 24 bits",
            self.dest_qp
        );
        assert!(self.psn <= LOW_24, "PSN {:#x} exceeds 24 bits", self.psn);
        let mut flags = self.pad << PAD_SHIFT;
        if self.solicited {
            flags |= SOLICITED;
        }
        if self.migrated {
            flags |= MIGRATED;
        }
        let fecn = if self.fecn { FECN } else { 0 };
        let becn = if self.becn { BECN } else { 0 };
        let ack = if self.ack_request { ACK_REQUEST } else { 0 };
        let carried = u32::from(self.carried & CARRIED_MASK) << CARRIED_SHIFT;
        Layout {
            opcode: self.opcode.to_u8(),
            flags,
            pkey: self.pkey.into(),
            dest_qp: (fecn | becn | self.dest_qp).into(),
            psn: (ack | carried | self.psn).into(),
        }
    }
}

impl Layout {
    #[inline]
    pub(super) fn opcode_code(&self) -> u8 {
        self.opcode
    }

    #[inline]
    pub(super) fn transport_version(&self) -> u8 {
        self.flags & VERSION_MASK
    }

    /// The header's values. `opcode` is its decoded opcode.
    #[inline]
    pub(super) fn to_bth(&self, opcode: Opcode) -> Bth {
        let dest_qp = self.dest_qp.get();
        let psn = self.psn.get();
        Bth {
            opcode,
            solicited: self.flags & SOLICITED != 0,
            migrated: self.flags & MIGRATED != 0,
            pad: (self.flags >> PAD_SHIFT) & PAD_MASK,
            pkey: self.pkey.get(),
            fecn: dest_qp & FECN != 0,
            becn: dest_qp & BECN != 0,
            dest_qp: dest_qp & LOW_24,
            ack_request: psn & ACK_REQUEST != 0,
            carried: (psn >> CARRIED_SHIFT) as u8 & CARRIED_MASK,
            psn: psn & LOW_24,
        }
    }
}
