//! The messages as bytes.
//!
//! ```text
//!  byte 0        1        2        3        4        5        6        7
//!      ┌────────┬────────┬────────┬────────┬────────┬────────┬────────┬────────┐
//!    0 │  'F'      'R'      'c'      'm'   │version │  kind  │ flags  │verdict │
//!    8 │  source rank                      │  destination rank                 │
//!   16 │  incarnation: the sender's attempt                                    │
//!   24 │  echo: the receiver's attempt that is meant, 0 = none known           │
//!   32 │  serial: 1, 2, … in an attempt    │  detail of the verdict            │
//!   40 │  the sender's adapter: GID                                            │
//!   48 │                                                                       │
//!   56 │  its UDP port   │ payload length  │  queue pair                       │
//!   64 │  its first PSN                    │  largest packet payload           │
//!      ├────────┴────────┴────────┴────────┴────────┴────────┴────────┴────────┤
//!   72 │  if there are any: further queue pairs of the connection, five words, │
//!      │  of which those that are 0 name none                                  │
//!      ├───────────────────────────────────────────────────────────────────────┤
//!      │  if the sender is a lane: its UD queue pair, its Q_Key                │
//!      ├───────────────────────────────────────────────────────────────────────┤
//!      │  payload: segment information                                         │
//!      ├───────────────────────────────────────────────────────────────────────┤
//!      │  MAC: HMAC-SHA256 under the job's key over all that precedes, 16 B    │
//!      └───────────────────────────────────────────────────────────────────────┘
//!  flags: 1 INFO (queue pair and payload are there)   2 RECEIVING (the sender's queue pair takes packets)
//!         4 HAVE_INFO (the sender has the receiver's INFO)   8 RETRY (please answer)
//!         16 DRAINED (all that the sender posted is complete)   32 OTHERS (further queue pairs are there)
//!         64 LANE (the sender is a lane)
//! ```
//!
//! All numbers are in network order. Fields that a kind does not use are zero, and must be.

use alloc::vec::Vec;

use farreach_verbs::{AdapterAddress, QpNumber};
use zerocopy::network_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::mac::MAC_LEN;
use crate::{LaneEnd, LocalQp, OtherQps, Rank, Refusal};

/// Bytes before the further queue pairs and the payload.
pub(crate) const HEADER_LEN: usize = 72;
/// Bytes of the further queue pairs, if the message has them.
pub(crate) const OTHERS_LEN: usize = 4 * OtherQps::MAX;
/// Bytes of a lane's endpoint, if the message has it.
pub(crate) const LANE_LEN: usize = 8;

const MAGIC: [u8; 4] = *b"FRcm";
/// Also that of lists, which connections carry: a process of another version is not answered.
const VERSION: u8 = 3;

const INFO: u8 = 1;
const RECEIVING: u8 = 2;
const HAVE_INFO: u8 = 4;
const RETRY: u8 = 8;
const DRAINED: u8 = 16;
const OTHERS: u8 = 32;
const LANE: u8 = 64;

const REQUEST: u8 = 1;
const REPLY: u8 = 2;
const CONFIRM: u8 = 3;
const HOLD: u8 = 4;
const REFUSED: u8 = 5;
const CLOSE: u8 = 6;
const KEEP: u8 = 7;
const DRAIN: u8 = 8;

const ABANDONED: u8 = 1;
const NO_QUEUE_PAIR: u8 = 2;
const DEVICE_FAILED: u8 = 3;
const ENDING: u8 = 4;
const OTHER_REACH: u8 = 5;
const OTHER_PROGRAM: u8 = 6;

/// Queue pair numbers and PSNs have 24 bits.
const BITS_24: u32 = 0x00ff_ffff;

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Header {
    magic: [u8; 4],
    version: u8,
    kind: u8,
    flags: u8,
    verdict: u8,
    source: U32,
    destination: U32,
    incarnation: U64,
    echo: U64,
    serial: U32,
    detail: U32,
    gid: [u8; 16],
    port: U16,
    payload_len: U16,
    qp: U32,
    psn: U32,
    mtu: U32,
}

const _: () = assert!(size_of::<Header>() == HEADER_LEN);

/// A message without its MAC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame<'a> {
    pub(crate) source: Rank,
    pub(crate) destination: Rank,
    /// The sender's attempt.
    pub(crate) incarnation: u64,
    /// The receiver's attempt that the message is about. 0 only in a REQUEST whose sender knows of
    /// no attempt.
    pub(crate) echo: u64,
    pub(crate) serial: u32,
    /// The sender's adapter.
    pub(crate) address: AdapterAddress,
    /// The sender's UD endpoint, if the sender is a lane.
    pub(crate) lane: Option<LaneEnd>,
    /// Whether the sender asks for an answer in any case.
    pub(crate) retry: bool,
    pub(crate) body: Body<'a>,
}

/// The contents of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body<'a> {
    /// The sender wants a connection, and knows of no attempt of the receiver.
    Request { info: Option<Info<'a>> },
    /// The sender takes part in the receiver's attempt. `info` is its end.
    Reply {
        info: Info<'a>,
        /// Whether the sender's queue pair receives.
        receiving: bool,
        /// Whether the sender has the receiver's INFO.
        have_info: bool,
    },
    /// The sender's queue pair receives, and the receiver has its INFO.
    Confirm,
    /// The sender takes part in the receiver's attempt, and has nothing new to say yet.
    Hold,
    /// The sender does not take part in the receiver's attempt.
    Refused(Verdict),
    /// The sender asks to end the connection.
    Close,
    /// The sender declines to end the connection.
    Keep,
    /// The sender posts no more on the connection.
    Drain {
        /// Whether everything that the sender posted is complete.
        drained: bool,
    },
}

/// One end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Info<'a> {
    pub(crate) local: LocalQp,
    pub(crate) mtu: u32,
    pub(crate) payload: &'a [u8],
}

/// Why a process does not take part in an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The process does not know the attempt (any more). The peer may begin a new one.
    Abandoned,
    /// The process cannot take part.
    Refused(Refusal),
}

impl Frame<'_> {
    /// Encodes the message without its MAC. The buffer has room for the MAC.
    pub(crate) fn emit(&self) -> Vec<u8> {
        let (kind, body_flags, info, verdict) = match self.body {
            Body::Request { info } => (REQUEST, 0, info, None),
            Body::Reply {
                info,
                receiving,
                have_info,
            } => {
                let flags = RECEIVING * u8::from(receiving) + HAVE_INFO * u8::from(have_info);
                (REPLY, flags, Some(info), None)
            }
            Body::Confirm => (CONFIRM, RECEIVING | HAVE_INFO, None, None),
            Body::Hold => (HOLD, 0, None, None),
            Body::Refused(verdict) => (REFUSED, 0, None, Some(verdict)),
            Body::Close => (CLOSE, 0, None, None),
            Body::Keep => (KEEP, 0, None, None),
            Body::Drain { drained } => (DRAIN, DRAINED * u8::from(drained), None, None),
        };
        let (verdict, detail) = verdict.map_or((0, 0), Verdict::to_wire);
        let payload = info.map_or(&[][..], |info| info.payload);
        let others = info.map(|info| info.local.others.0);
        let others = others.filter(|&numbers| numbers != [0; OtherQps::MAX]);
        let flags = body_flags
            + INFO * u8::from(info.is_some())
            + RETRY * u8::from(self.retry)
            + OTHERS * u8::from(others.is_some())
            + LANE * u8::from(self.lane.is_some());
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            kind,
            flags,
            verdict,
            source: self.source.into(),
            destination: self.destination.into(),
            incarnation: self.incarnation.into(),
            echo: self.echo.into(),
            serial: self.serial.into(),
            detail: detail.into(),
            gid: self.address.gid,
            port: self.address.port.into(),
            payload_len: u16::try_from(payload.len())
                .expect("the manager's limit is below 64 KiB")
                .into(),
            qp: info.map_or(0, |info| info.local.qp.0).into(),
            psn: info.map_or(0, |info| info.local.psn).into(),
            mtu: info.map_or(0, |info| info.mtu).into(),
        };
        let mut bytes = Vec::with_capacity(payload.len() + crate::CONNECT_OVERHEAD);
        bytes.extend_from_slice(header.as_bytes());
        if let Some(numbers) = others {
            bytes.extend_from_slice(numbers.map(U32::new).as_bytes());
        }
        if let Some(lane) = self.lane {
            let words = [lane.qp.0, lane.qkey].map(U32::new);
            bytes.extend_from_slice(words.as_bytes());
        }
        bytes.extend_from_slice(payload);
        bytes
    }

    /// The segment information. Empty if the message has none.
    pub(crate) fn payload(&self) -> &[u8] {
        match &self.body {
            Body::Request { info: Some(info) } | Body::Reply { info, .. } => info.payload,
            _ => &[],
        }
    }
}

/// Whether `bytes` begin like a message of Farreach. A wrong MAC then means a wrong key.
pub(crate) fn is_ours(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER_LEN + MAC_LEN && bytes.starts_with(&MAGIC) && bytes[4] == VERSION
}

/// Parses a message without its MAC. `None` for anything that [`Frame::emit`] doesn't emit.
pub(crate) fn parse(bytes: &[u8]) -> Option<Frame<'_>> {
    let (header, rest) = Header::ref_from_prefix(bytes).ok()?;
    let (others, rest) = words_if::<{ OtherQps::MAX }>(header.flags & OTHERS != 0, rest)?;
    let (lane, payload) = words_if::<2>(header.flags & LANE != 0, rest)?;
    let lane = lane.map(|[qp, qkey]| LaneEnd {
        qp: QpNumber(qp),
        qkey,
    });
    let well_formed = header.magic == MAGIC
        && header.version == VERSION
        && header.incarnation != 0
        && header.serial != 0
        && lane.is_none_or(|lane| lane.qp.0 <= BITS_24)
        && usize::from(header.payload_len.get()) == payload.len()
        && (header.echo == 0) == (header.kind == REQUEST)
        && (header.verdict != 0) == (header.kind == REFUSED);
    if !well_formed {
        return None;
    }
    let info = header.info(others, payload).ok()?;
    let flags = header.flags & !(INFO | RETRY | OTHERS | LANE);
    let body = match (header.kind, flags, info) {
        (REQUEST, 0, info) => Body::Request { info },
        (REPLY, flags, Some(info)) if flags & !(RECEIVING | HAVE_INFO) == 0 => Body::Reply {
            info,
            receiving: flags & RECEIVING != 0,
            have_info: flags & HAVE_INFO != 0,
        },
        (CONFIRM, flags, None) if flags == RECEIVING | HAVE_INFO => Body::Confirm,
        (HOLD, 0, None) => Body::Hold,
        (REFUSED, 0, None) => {
            Body::Refused(Verdict::from_wire(header.verdict, header.detail.get())?)
        }
        (CLOSE, 0, None) => Body::Close,
        (KEEP, 0, None) => Body::Keep,
        (DRAIN, flags, None) if flags & !DRAINED == 0 => Body::Drain {
            drained: flags != 0,
        },
        _ => return None,
    };
    if header.kind != REFUSED && header.detail != 0 {
        return None;
    }
    Some(Frame {
        source: header.source.get(),
        destination: header.destination.get(),
        incarnation: header.incarnation.get(),
        echo: header.echo.get(),
        serial: header.serial.get(),
        address: AdapterAddress {
            gid: header.gid,
            port: header.port.get(),
        },
        lane,
        retry: header.flags & RETRY != 0,
        body,
    })
}

/// The words at the beginning of `bytes`, if they `are_there`, and the rest.
fn words_if<const N: usize>(are_there: bool, bytes: &[u8]) -> Option<(Option<[u32; N]>, &[u8])> {
    if !are_there {
        return Some((None, bytes));
    }
    let (words, rest) = <[U32; N]>::ref_from_prefix(bytes).ok()?;
    Some((Some(words.map(U32::get)), rest))
}

/// Contents that [`Frame::emit`] doesn't emit.
struct Malformed;

impl Header {
    /// The sender's end, if the message has one.
    fn info<'a>(
        &self,
        others: Option<[u32; OtherQps::MAX]>,
        payload: &'a [u8],
    ) -> Result<Option<Info<'a>>, Malformed> {
        let (qp, psn, mtu) = (self.qp.get(), self.psn.get(), self.mtu.get());
        if self.flags & INFO == 0 {
            let empty = qp == 0 && psn == 0 && mtu == 0 && payload.is_empty();
            let empty = empty && others.is_none();
            return empty.then_some(None).ok_or(Malformed);
        }
        // A message without further queue pairs has no field for them.
        let is_canonical = others.is_none_or(|numbers| numbers[0] != 0);
        let others = others.unwrap_or_default();
        let local = LocalQp {
            others: OtherQps(others),
            ..LocalQp::new(QpNumber(qp), psn)
        };
        // No number follows a missing one.
        let is_gapless = others.windows(2).all(|pair| pair[0] != 0 || pair[1] == 0);
        let are_numbers = others.iter().all(|&number| number <= BITS_24);
        let valid = qp <= BITS_24
            && psn <= BITS_24
            && mtu != 0
            && is_canonical
            && is_gapless
            && are_numbers;
        let info = Info {
            local,
            mtu,
            payload,
        };
        valid.then_some(Some(info)).ok_or(Malformed)
    }
}

impl Verdict {
    fn to_wire(self) -> (u8, u32) {
        match self {
            Verdict::Abandoned => (ABANDONED, 0),
            Verdict::Refused(Refusal::QueuePairs { limit }) => (NO_QUEUE_PAIR, limit),
            Verdict::Refused(Refusal::Device { code }) => (DEVICE_FAILED, code),
            Verdict::Refused(Refusal::Ending) => (ENDING, 0),
            Verdict::Refused(Refusal::OtherReach) => (OTHER_REACH, 0),
            Verdict::Refused(Refusal::OtherProgram) => (OTHER_PROGRAM, 0),
        }
    }

    fn from_wire(verdict: u8, detail: u32) -> Option<Self> {
        match (verdict, detail) {
            (ABANDONED, 0) => Some(Verdict::Abandoned),
            (NO_QUEUE_PAIR, limit) => Some(Verdict::Refused(Refusal::QueuePairs { limit })),
            (DEVICE_FAILED, code) => Some(Verdict::Refused(Refusal::Device { code })),
            (ENDING, 0) => Some(Verdict::Refused(Refusal::Ending)),
            (OTHER_REACH, 0) => Some(Verdict::Refused(Refusal::OtherReach)),
            (OTHER_PROGRAM, 0) => Some(Verdict::Refused(Refusal::OtherProgram)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
