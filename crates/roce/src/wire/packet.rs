//! Decodes bytes to headers and payload, and checks all rules that need no state of a queue pair.

use thiserror::Error;
use zerocopy::FromBytes;
use zerocopy::network_endian::U32;

use super::{
    Aeth, AtomicAckEth, AtomicEth, AtomicExtError, AtomicExtEth, Bth, CHECK_LEN, Deth, HeldEth,
    Opcode, Operation, Position, Reth, SpacingEth, aeth, atomic, atomic_ext, bth, deth, held, reth,
    spacing, xrceth,
};

/// The headers of a packet: the BTH, and exactly those that its opcode requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Headers {
    /// The base transport header.
    pub bth: Bth,
    /// The destination SRQ of an XRC request, 24 bits.
    pub srq: Option<u32>,
    /// The sender of a datagram.
    pub deth: Option<Deth>,
    /// The remote range of a write or read.
    pub reth: Option<Reth>,
    /// The blocks of a read or write of blocks.
    pub spacing: Option<SpacingEth>,
    /// The operands of a standard atomic.
    pub atomic: Option<AtomicEth>,
    /// The operands of a manufacturer-specific atomic.
    pub atomic_ext: Option<AtomicExtEth>,
    /// The result of a request.
    pub aeth: Option<Aeth>,
    /// The response to an atomic.
    pub atomic_ack: Option<AtomicAckEth>,
    /// The held packets beyond a gap.
    pub held: Option<HeldEth>,
    /// The immediate.
    pub imm: Option<u32>,
}

impl Headers {
    /// Headers with a BTH only.
    #[inline]
    pub fn new(bth: Bth) -> Self {
        Headers {
            bth,
            srq: None,
            deth: None,
            reth: None,
            spacing: None,
            atomic: None,
            atomic_ext: None,
            aeth: None,
            atomic_ack: None,
            held: None,
            imm: None,
        }
    }
}

/// A decoded packet. Nothing in it may be trusted before its check was verified.
///
/// The place of the check depends on its kind, which the bytes do not tell. [`Parsed::payload`],
/// [`Parsed::tail`] and [`Parsed::check`] are those of a packet with an ICRC.
/// [`super::keyed::open`] finds the payload of a packet with a keyed check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed<'a> {
    /// The headers' values.
    pub headers: Headers,
    /// The headers' bytes.
    pub head: &'a [u8],
    /// The payload without pad.
    pub payload: &'a [u8],
    /// Pad and check.
    pub tail: &'a [u8],
    /// The ICRC.
    pub check: u32,
}

/// Why bytes are not a valid packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The packet is shorter than its headers, pad and check.
    #[error("packet of {len} bytes is shorter than its headers, pad and check, {min} bytes")]
    TooShort {
        /// Bytes of the packet.
        len: usize,
        /// Bytes that it must have.
        min: usize,
    },
    /// The opcode is unknown.
    #[error("opcode {0:#04x} is unknown")]
    Opcode(u8),
    /// The transport version is not 0.
    #[error("transport version {0} is unknown, only 0 exists")]
    Version(u8),
    /// Payload and pad together are not a multiple of four.
    #[error("payload and pad of {len} bytes are not a multiple of four")]
    Unaligned {
        /// Bytes of payload and pad.
        len: usize,
    },
    /// The syndrome is a reserved one.
    #[error("syndrome {0:#04x} is reserved")]
    Syndrome(u8),
    /// The AtomicExtETH is invalid.
    #[error(transparent)]
    AtomicExt(#[from] AtomicExtError),
    /// The payload's length breaks a rule of the opcode. Everything else is valid. Once the check
    /// of the whole datagram was verified (with headers of `bth.opcode.head_len()` bytes), a
    /// responder may answer with [`super::NakCode::InvalidRequest`].
    #[error("payload of {len} bytes in {:?}: {rule}", bth.opcode)]
    Payload {
        /// The packet's BTH.
        bth: Bth,
        /// Bytes of payload without pad.
        len: usize,
        /// The broken rule.
        rule: PayloadRule,
    },
}

/// An opcode's rule for the payload length (IBTA volume 1, 9.7.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PayloadRule {
    /// The operation has no payload.
    #[error("there must be none")]
    None,
    /// A first or middle packet is full, and the length of a full packet is a multiple of four.
    #[error("a packet that others follow is full and has no pad")]
    Full,
    /// A last packet carries at least one byte.
    #[error("a last packet must not be empty")]
    NotEmpty,
    /// A write or list of one packet carries exactly the bytes that its RETH announces.
    #[error("it must be the DMA length, {0}")]
    DmaLength(u32),
    /// The first of several packets carries less than its RETH announces.
    #[error("it must be less than the DMA length, {0}")]
    LessThanDmaLength(u32),
}

impl Parsed<'_> {
    /// An empty packet, to be passed to [`parse_into`].
    #[inline]
    pub(crate) fn nothing() -> Self {
        Parsed {
            headers: Headers::new(Bth::new(Opcode::SendFirst, 0, 0)),
            head: &[],
            payload: &[],
            tail: &[],
            check: 0,
        }
    }
}

/// Decodes a UDP payload.
pub fn parse(datagram: &[u8]) -> Result<Parsed<'_>, ParseError> {
    let mut parsed = Parsed::nothing();
    parse_into(datagram, &mut parsed)?;
    Ok(parsed)
}

/// Decodes a UDP payload into `parsed`, which [`Parsed::nothing`] made. A return value would have
/// to be copied.
#[inline]
pub(crate) fn parse_into<'a>(
    datagram: &'a [u8],
    parsed: &mut Parsed<'a>,
) -> Result<(), ParseError> {
    let too_short = |min| ParseError::TooShort {
        len: datagram.len(),
        min,
    };
    let Ok((layout, rest)) = bth::Layout::ref_from_prefix(datagram) else {
        return Err(too_short(bth::LEN + CHECK_LEN));
    };
    let code = layout.opcode_code();
    let opcode = Opcode::from_u8(code).ok_or(ParseError::Opcode(code))?;
    if layout.transport_version() != 0 {
        return Err(ParseError::Version(layout.transport_version()));
    }
    let bth = layout.to_bth(opcode);
    parsed.headers.bth = bth;

    let pad = usize::from(bth.pad);
    let min = opcode.head_len() + pad + CHECK_LEN;
    let payload_len = datagram
        .len()
        .checked_sub(min)
        .ok_or_else(|| too_short(min))?;
    if (payload_len + pad) % 4 != 0 {
        return Err(ParseError::Unaligned {
            len: payload_len + pad,
        });
    }

    parse_extensions(&mut parsed.headers, rest)?;
    if let Err(rule) = check_payload(&parsed.headers, payload_len) {
        return Err(ParseError::Payload {
            bth,
            len: payload_len,
            rule,
        });
    }

    let (head, rest) = datagram.split_at(opcode.head_len());
    let (payload, tail) = rest.split_at(payload_len);
    let check = tail
        .last_chunk::<CHECK_LEN>()
        .expect("the length was checked");
    (parsed.head, parsed.payload, parsed.tail) = (head, payload, tail);
    parsed.check = u32::from_le_bytes(*check);
    Ok(())
}

/// Decodes the extension headers of the BTH's opcode. `bytes` is long enough.
#[inline]
fn parse_extensions(headers: &mut Headers, mut bytes: &[u8]) -> Result<(), ParseError> {
    let opcode = headers.bth.opcode;
    if opcode.has_srq() {
        headers.srq = Some(take::<xrceth::Layout>(&mut bytes).srq());
    }
    if opcode.has_deth() {
        headers.deth = Some(take::<deth::Layout>(&mut bytes).to_deth());
    }
    if opcode.has_reth() {
        headers.reth = Some(take::<reth::Layout>(&mut bytes).to_reth());
    }
    if opcode.has_spacing() {
        headers.spacing = Some(take::<spacing::Layout>(&mut bytes).to_spacing());
    }
    if opcode.has_atomic() {
        headers.atomic = Some(take::<atomic::Layout>(&mut bytes).to_atomic());
    }
    if opcode.has_atomic_ext() {
        headers.atomic_ext = Some(take::<atomic_ext::Layout>(&mut bytes).to_atomic_ext()?);
    }
    if opcode.has_aeth() {
        let aeth = take::<aeth::Layout>(&mut bytes).to_aeth();
        headers.aeth = Some(aeth.map_err(ParseError::Syndrome)?);
    }
    if opcode.has_atomic_ack() {
        headers.atomic_ack = Some(take::<atomic::AckLayout>(&mut bytes).to_atomic_ack());
    }
    if opcode.has_held() {
        headers.held = Some(take::<held::Layout>(&mut bytes).to_held());
    }
    if opcode.has_imm() {
        headers.imm = Some(take::<U32>(&mut bytes).get());
    }
    Ok(())
}

/// Splits a header off `bytes`. The length was checked against [`Opcode::head_len`].
#[inline]
fn take<'a, T>(bytes: &mut &'a [u8]) -> &'a T
where
    T: FromBytes + zerocopy::KnownLayout + zerocopy::Immutable + zerocopy::Unaligned,
{
    let (layout, rest) = T::ref_from_prefix(bytes).expect("the length was checked");
    *bytes = rest;
    layout
}

/// Checks the rules for the payload length that need neither path MTU nor the message's earlier
/// packets.
#[inline]
fn check_payload(headers: &Headers, len: usize) -> Result<(), PayloadRule> {
    let opcode = headers.bth.opcode;
    if !opcode.has_payload() {
        return if len == 0 && headers.bth.pad == 0 {
            Ok(())
        } else {
            Err(PayloadRule::None)
        };
    }
    match opcode.position() {
        Position::First | Position::Middle if len == 0 || headers.bth.pad != 0 => {
            return Err(PayloadRule::Full);
        }
        Position::Last if len == 0 => return Err(PayloadRule::NotEmpty),
        _ => {}
    }
    match (opcode.operation(), headers.reth) {
        (Operation::Write | Operation::WriteList | Operation::WriteBlocks, Some(reth))
            if opcode.is_only() && len != reth.length as usize =>
        {
            Err(PayloadRule::DmaLength(reth.length))
        }
        (Operation::Write, Some(reth)) if opcode.is_first() && len >= reth.length as usize => {
            Err(PayloadRule::LessThanDmaLength(reth.length))
        }
        _ => Ok(()),
    }
}
