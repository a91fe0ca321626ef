//! Datagrams of associations as bytes.
//!
//! ```text
//!  byte 0        1        2        3        4        5        6        7
//!      ┌────────┬────────┬────────┬────────┬────────┬────────┬────────┬────────┐
//!    0 │  'F'      'R'      'u'      'd'   │version │ flags  │ length, tag incl│
//!    8 │  source rank                      │  destination rank                 │
//!   16 │  session: the sender's process                                        │
//!   24 │  sequence number, 0 = no records                                      │
//!   32 │  floor: no number of the sender below it will come any more           │
//!   40 │  executed: the sender has executed all of the receiver up to this     │
//!   48 │  received: bit i = the sender has the receiver's executed + 1 + i     │
//!   56 │ granted beyond  │  zero           │  records …                        │
//!      ├─────────────────┴─────────────────┴───────────────────────────────────┤
//!      │  each: length, 2 B │ bytes                                            │
//!      ├───────────────────────────────────────────────────────────────────────┤
//!      │  tag: SipHash-2-4 of all that precedes, 8 B                           │
//!      └───────────────────────────────────────────────────────────────────────┘
//!  flags: 1 PROBE (please answer)         a connect message may follow the tag
//! ```
//!
//! All numbers are in network order.

use alloc::vec::Vec;

use zerocopy::network_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::key::Key;
use crate::Rank;

/// Bytes before the records.
pub(super) const HEADER_LEN: usize = 60;
/// The length of the tag.
pub(super) const TAG_LEN: usize = 8;
/// The length of a datagram without its records.
pub(super) const OVERHEAD: usize = HEADER_LEN + TAG_LEN;
/// The length of the header of each record.
pub(super) const RECORD_OVERHEAD: usize = 2;

const MAGIC: [u8; 4] = *b"FRud";
const VERSION: u8 = 1;
const PROBE: u8 = 1;
/// A bound on sequence numbers. No process sends as many datagrams, and sums of numbers below it
/// don't overflow.
const NUMBER_MAX: u64 = 1 << 62;

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Header {
    magic: [u8; 4],
    version: u8,
    flags: u8,
    length: U16,
    source: U32,
    destination: U32,
    session: U64,
    sequence: U64,
    floor: U64,
    executed: U64,
    received: U64,
    granted: U16,
    zero: U16,
}

const _: () = assert!(size_of::<Header>() == HEADER_LEN);

/// The header of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) source: Rank,
    pub(super) destination: Rank,
    pub(super) session: u64,
    /// Zero if the datagram has no records.
    pub(super) sequence: u64,
    pub(super) floor: u64,
    pub(super) executed: u64,
    pub(super) received: u64,
    /// The credits: the highest number that the receiver may send is `executed` plus this.
    pub(super) granted: u16,
    pub(super) is_probe: bool,
}

/// The length in the header of the datagram that a payload seems to begin with.
pub(super) fn claimed_len(payload: &[u8]) -> Option<usize> {
    let (header, _) = Header::ref_from_prefix(payload).ok()?;
    let len = usize::from(header.length.get());
    let fits = (OVERHEAD..=payload.len()).contains(&len);
    (header.magic == MAGIC && header.version == VERSION && fits).then_some(len)
}

impl Head {
    /// Appends the datagram with these records to `into`.
    pub(super) fn emit(&self, records: &[u8], key: Key, into: &mut Vec<u8>) {
        let start = into.len();
        let length = OVERHEAD + records.len();
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            flags: PROBE * u8::from(self.is_probe),
            length: u16::try_from(length)
                .expect("datagrams are shorter than 64 KiB")
                .into(),
            source: self.source.into(),
            destination: self.destination.into(),
            session: self.session.into(),
            sequence: self.sequence.into(),
            floor: self.floor.into(),
            executed: self.executed.into(),
            received: self.received.into(),
            granted: self.granted.into(),
            zero: 0.into(),
        };
        into.reserve(length);
        into.extend_from_slice(header.as_bytes());
        into.extend_from_slice(records);
        let tag = key.tag(&into[start..]);
        into.extend_from_slice(&tag.to_be_bytes());
    }

    /// Parses a complete datagram, tag included. `None` for anything that [`Head::emit`] does not
    /// emit. The tag is not checked.
    pub(super) fn parse(bytes: &[u8]) -> Option<(Head, &[u8])> {
        if claimed_len(bytes)? != bytes.len() {
            return None;
        }
        let (header, rest) = Header::ref_from_prefix(bytes).ok()?;
        let records = &rest[..rest.len() - TAG_LEN];
        let head = Head {
            source: header.source.get(),
            destination: header.destination.get(),
            session: header.session.get(),
            sequence: header.sequence.get(),
            floor: header.floor.get(),
            executed: header.executed.get(),
            received: header.received.get(),
            granted: header.granted.get(),
            is_probe: header.flags & PROBE != 0,
        };
        let well_formed = header.flags & !PROBE == 0
            && header.zero.get() == 0
            && head.session != 0
            && head.floor != 0
            && head.sequence.max(head.floor).max(head.executed) <= NUMBER_MAX
            && (head.sequence == 0 || head.sequence >= head.floor)
            && (head.sequence == 0) == records.is_empty();
        well_formed.then_some((head, records))
    }
}

/// Whether the tag of a datagram that [`Head::parse`] accepted is right.
pub(super) fn is_authentic(bytes: &[u8], key: Key) -> bool {
    let Some((hashed, tag)) = bytes.split_last_chunk::<TAG_LEN>() else {
        return false;
    };
    key.tag(hashed) == u64::from_be_bytes(*tag)
}

/// Appends a record.
pub(super) fn push_record(parts: &[&[u8]], len: usize, into: &mut Vec<u8>) {
    into.extend_from_slice(&(len as u16).to_be_bytes());
    for part in parts {
        into.extend_from_slice(part);
    }
}

/// The record at offset `at` of a datagram's records, and the offset of the next record.
pub(super) fn record_at(records: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let (len, rest) = records.get(at..)?.split_first_chunk::<RECORD_OVERHEAD>()?;
    let len = usize::from(u16::from_be_bytes(*len));
    Some((rest.get(..len)?, at + RECORD_OVERHEAD + len))
}

/// Whether the records of a datagram are complete.
pub(super) fn are_records(records: &[u8]) -> bool {
    let mut at = 0;
    while at < records.len() {
        let Some((_, next)) = record_at(records, at) else {
            return false;
        };
        at = next;
    }
    true
}
