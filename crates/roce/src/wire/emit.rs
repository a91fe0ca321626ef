//! Encodes headers as bytes.

use farreach_verbs::InlineData;
use zerocopy::network_endian::U32;
use zerocopy::{Immutable, IntoBytes};

use super::opcode::{
    AETH, ATOMIC, ATOMIC_ACK, ATOMIC_EXT, DETH, HELD, IMM, PAYLOAD, RETH, SPACING, XRC,
};
use super::{CHECK_LEN, Headers, MAX_HEAD_LEN, xrceth};

const MAX_TAIL_LEN: usize = 3 + CHECK_LEN;

/// A buffer for the headers of any packet, followed by a keyed check and an inline payload.
#[derive(Clone, Debug)]
pub struct HeadBuffer {
    len: usize,
    bytes: [u8; HeadBuffer::CAPACITY],
}

impl HeadBuffer {
    /// Bytes of the buffer: the longest headers, a check and [`InlineData::MAX`].
    pub const CAPACITY: usize = MAX_HEAD_LEN + CHECK_LEN + InlineData::MAX;

    /// An empty buffer.
    pub fn new() -> Self {
        HeadBuffer {
            len: 0,
            bytes: [0; HeadBuffer::CAPACITY],
        }
    }

    /// The written bytes.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Appends a check or bytes of payload to the headers.
    ///
    /// # Panics
    /// If they don't fit.
    #[inline]
    pub fn extend_from_slice(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        assert!(
            end <= HeadBuffer::CAPACITY,
            "{} more bytes exceed a head buffer of {} with {} used",
            bytes.len(),
            HeadBuffer::CAPACITY,
            self.len
        );
        self.bytes[self.len..end].copy_from_slice(bytes);
        self.len = end;
    }

    #[inline]
    fn push<T: IntoBytes + Immutable>(&mut self, layout: &T) {
        let end = self.len + size_of::<T>();
        self.bytes[self.len..end].copy_from_slice(layout.as_bytes());
        self.len = end;
    }
}

impl Default for HeadBuffer {
    fn default() -> Self {
        HeadBuffer::new()
    }
}

/// Writes the headers' bytes to `out` and replaces its contents.
///
/// # Panics
/// If a header is missing, if there is a header that the opcode does not have, or if a number is
/// wider than its field. Only this crate makes packets, so each case is a defect in it.
#[inline]
pub fn emit(headers: &Headers, out: &mut HeadBuffer) {
    let mut parts = 0;
    out.len = 0;
    out.push(&headers.bth.to_layout());
    if let Some(srq) = headers.srq {
        parts |= XRC;
        out.push(&xrceth::Layout::new(srq));
    }
    if let Some(deth) = headers.deth {
        parts |= DETH;
        out.push(&deth.to_layout());
    }
    if let Some(reth) = headers.reth {
        parts |= RETH;
        out.push(&reth.to_layout());
    }
    if let Some(spacing) = headers.spacing {
        parts |= SPACING;
        out.push(&spacing.to_layout());
    }
    if let Some(atomic) = headers.atomic {
        parts |= ATOMIC;
        out.push(&atomic.to_layout());
    }
    if let Some(atomic_ext) = headers.atomic_ext {
        parts |= ATOMIC_EXT;
        out.push(&atomic_ext.to_layout());
    }
    if let Some(aeth) = headers.aeth {
        parts |= AETH;
        out.push(&aeth.to_layout());
    }
    if let Some(atomic_ack) = headers.atomic_ack {
        parts |= ATOMIC_ACK;
        out.push(&atomic_ack.to_layout());
    }
    if let Some(held) = headers.held {
        parts |= HELD;
        out.push(&held.to_layout());
    }
    if let Some(imm) = headers.imm {
        parts |= IMM;
        out.push(&U32::new(imm));
    }
    assert!(
        parts == headers.bth.opcode.parts() & !PAYLOAD,
        "headers do not suit the opcode: {headers:?}"
    );
}

/// The end of a packet with an ICRC: pad and check.
#[derive(Clone, Copy, Debug)]
pub struct TailBuffer {
    start: usize,
    bytes: [u8; MAX_TAIL_LEN],
}

impl TailBuffer {
    /// `pad` zero bytes and the ICRC.
    ///
    /// # Panics
    /// If `pad` exceeds 3.
    #[inline]
    pub fn new(pad: u8, check: u32) -> Self {
        assert!(pad <= 3, "pad of {pad} exceeds 3");
        let mut bytes = [0; MAX_TAIL_LEN];
        bytes[MAX_TAIL_LEN - CHECK_LEN..].copy_from_slice(&check.to_le_bytes());
        TailBuffer {
            start: MAX_TAIL_LEN - CHECK_LEN - usize::from(pad),
            bytes,
        }
    }

    /// The bytes, 4 to 7.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}
