//! Operations as records of an association: requests to a peer without a connection, and the peer's
//! answers.
//!
//! ```text
//!            0      1          5              9                     17
//!            ├──────┼──────────┼──────────────┼─────────────────────┼───────
//!   PUT      │ 1    │ id       │ rkey         │ address             │ bytes …
//!   LIST     │ 2    │ id       │ a list of small puts and atomics, as ListedOp says …
//!   GET      │ 3    │ id       │ rkey         │ address             │ length 4 │ place 8
//!   ATOMIC   │ 4    │ id       │ width, op 1+1│ offset 8            │ operand 8 │ compare 8
//!   REPLY    │ 5    │ id       │ place 8                │ bytes …
//!   REFUSED  │ 6    │ id       │ offset 8   │ length 8  │ limit 8
//!   MESSAGE  │ 7    │ id       │ left 4     │ bytes …
//!   ADD      │ 8    │ id       │ type, op 1+1 │ offset 8 │ numbers …
//!   ASK      │ 9    │ 0        │ offset 8   │ length 8
//!   PART     │ 10   │ 0        │ offset 8   │ length 8  │ rkey 4
//!   ASK_QS   │ 11   │ 0
//!   QUEUES   │ 12   │ 0        │ numbers of receive queues, 4 each …
//! ```
//!
//! Numbers are in network order. The remote key zero stands for the segment, whose addresses are
//! offsets. A long operation is several records with one id. Each record of a get names its place
//! in the get, which its reply repeats. Each record of a message names the bytes that are still to
//! come.

use farreach_verbs::{AtomicOp, AtomicWidth, Combine, Number, RemoteAddress, Rkey};

/// The longest header of a record.
pub(crate) const HEAD_MAX: usize = 31;

const PUT: u8 = 1;
const LIST: u8 = 2;
const GET: u8 = 3;
const ATOMIC: u8 = 4;
const REPLY: u8 = 5;
const REFUSED: u8 = 6;
const MESSAGE: u8 = 7;
const ADD: u8 = 8;
const ASK: u8 = 9;
const PART: u8 = 10;
const ASK_QUEUES: u8 = 11;
const QUEUES: u8 = 12;

/// The types of numbers, in the order of their codes.
const NUMBERS: [Number; 8] = Number::ALL;

/// The peer's memory that a put or get accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RemotePlace {
    /// This offset of the peer's segment.
    Segment(u64),
    /// Other registered memory of the peer.
    Exposed(RemoteAddress),
}

impl RemotePlace {
    /// The place `bytes` further on.
    pub(crate) fn after(self, bytes: u64) -> Self {
        match self {
            RemotePlace::Segment(offset) => RemotePlace::Segment(offset.saturating_add(bytes)),
            RemotePlace::Exposed(remote) => RemotePlace::Exposed(RemoteAddress {
                addr: remote.addr.saturating_add(bytes),
                ..remote
            }),
        }
    }
}

/// A record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Record<'a> {
    Put {
        id: u32,
        to: RemotePlace,
        bytes: &'a [u8],
    },
    List {
        id: u32,
        list: &'a [u8],
    },
    Get {
        id: u32,
        from: RemotePlace,
        len: u32,
        at: u64,
    },
    Atomic {
        id: u32,
        width: AtomicWidth,
        op: AtomicOp,
        offset: u64,
    },
    /// Bytes of a get from `at` on, or the old word of an atomic.
    Reply {
        id: u32,
        at: u64,
        bytes: &'a [u8],
    },
    /// The peer refuses the operation, or a put of the list: the range is not accessible.
    Refused {
        id: u32,
        offset: u64,
        len: u64,
        /// Bytes of the segment, or [`Record::NOT_EXPOSED`].
        limit: u64,
    },
    /// Numbers that are combined with those at an offset of the segment, by an operation that suits them.
    Accumulate {
        id: u32,
        number: Number,
        op: Combine,
        offset: u64,
        numbers: &'a [u8],
    },
    /// Asks for the key of a range of the segment.
    Ask {
        offset: u64,
        len: u64,
    },
    /// The key of a part of the segment. Zero if the part can't be registered.
    Part {
        offset: u64,
        len: u64,
        rkey: Rkey,
    },
    /// Asks for the numbers of the receive queues.
    AskQueues,
    /// The numbers of the receive queues that always exist, in ascending order of their sizes.
    Queues {
        numbers: &'a [u8],
    },
    /// Bytes of a message, header included. `left` bytes are still to come.
    Message {
        id: u32,
        left: u32,
        bytes: &'a [u8],
    },
}

/// The encoded header of a record.
pub(crate) struct Head {
    bytes: [u8; HEAD_MAX],
    len: usize,
}

impl Head {
    fn new(kind: u8, id: u32) -> Self {
        let head = Head {
            bytes: [0; HEAD_MAX],
            len: 0,
        };
        head.and(&[kind]).and(&id.to_be_bytes())
    }

    fn and(mut self, field: &[u8]) -> Self {
        self.bytes[self.len..self.len + field.len()].copy_from_slice(field);
        self.len += field.len();
        self
    }

    fn and_place(self, place: RemotePlace) -> Self {
        let (rkey, addr) = match place {
            RemotePlace::Segment(offset) => (0, offset),
            RemotePlace::Exposed(remote) => (remote.rkey.0, remote.addr),
        };
        self.and(&rkey.to_be_bytes()).and(&addr.to_be_bytes())
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl<'a> Record<'a> {
    /// The limit in a refusal of memory outside the segment.
    pub(crate) const NOT_EXPOSED: u64 = u64::MAX;

    /// Encodes the record: its header, and the bytes that it carries.
    pub(crate) fn emit(&self) -> (Head, &'a [u8]) {
        match *self {
            Record::Put { id, to, bytes } => (Head::new(PUT, id).and_place(to), bytes),
            Record::List { id, list } => (Head::new(LIST, id), list),
            Record::Get { id, from, len, at } => {
                let head = Head::new(GET, id).and_place(from);
                (head.and(&len.to_be_bytes()).and(&at.to_be_bytes()), &[])
            }
            Record::Atomic {
                id,
                width,
                op,
                offset,
            } => {
                let (code, operand, compare) = match op {
                    AtomicOp::Add(operand) => (0, operand, 0),
                    AtomicOp::Swap(operand) => (1, operand, 0),
                    AtomicOp::CompareSwap { compare, swap } => (2, swap, compare),
                    AtomicOp::And(operand) => (3, operand, 0),
                    AtomicOp::Or(operand) => (4, operand, 0),
                    AtomicOp::Xor(operand) => (5, operand, 0),
                };
                let head = Head::new(ATOMIC, id).and(&[width.bytes() as u8, code]);
                let head = head.and(&offset.to_be_bytes()).and(&operand.to_be_bytes());
                (head.and(&compare.to_be_bytes()), &[])
            }
            Record::Reply { id, at, bytes } => (Head::new(REPLY, id).and(&at.to_be_bytes()), bytes),
            Record::Refused {
                id,
                offset,
                len,
                limit,
            } => {
                let head = Head::new(REFUSED, id).and(&offset.to_be_bytes());
                (head.and(&len.to_be_bytes()).and(&limit.to_be_bytes()), &[])
            }
            Record::Accumulate {
                id,
                number,
                op,
                offset,
                numbers,
            } => {
                let code = NUMBERS.iter().position(|&known| known == number);
                let code = code.expect("all numbers have a code") as u8;
                let head = Head::new(ADD, id).and(&[code, op.code()]);
                (head.and(&offset.to_be_bytes()), numbers)
            }
            Record::Ask { offset, len } => {
                let head = Head::new(ASK, 0).and(&offset.to_be_bytes());
                (head.and(&len.to_be_bytes()), &[])
            }
            Record::Part { offset, len, rkey } => {
                let head = Head::new(PART, 0).and(&offset.to_be_bytes());
                (head.and(&len.to_be_bytes()).and(&rkey.0.to_be_bytes()), &[])
            }
            Record::AskQueues => (Head::new(ASK_QUEUES, 0), &[]),
            Record::Queues { numbers } => (Head::new(QUEUES, 0), numbers),
            Record::Message { id, left, bytes } => {
                (Head::new(MESSAGE, id).and(&left.to_be_bytes()), bytes)
            }
        }
    }

    /// Parses a record. `None` for bytes that [`Record::emit`] does not emit.
    pub(crate) fn parse(bytes: &'a [u8]) -> Option<Self> {
        let mut rest = Rest(bytes);
        let kind = rest.take::<1>()?[0];
        let id = rest.word()?;
        let record = match kind {
            PUT => Record::Put {
                id,
                to: rest.place()?,
                bytes: rest.all(),
            },
            LIST => Record::List {
                id,
                list: rest.all(),
            },
            GET => Record::Get {
                id,
                from: rest.place()?,
                len: rest.word()?,
                at: rest.long()?,
            },
            ATOMIC => {
                let [width, code] = rest.take::<2>()?;
                let (offset, operand, compare) = (rest.long()?, rest.long()?, rest.long()?);
                let width = match width {
                    4 => AtomicWidth::W32,
                    8 => AtomicWidth::W64,
                    _ => return None,
                };
                let op = match (code, compare) {
                    (0, 0) => AtomicOp::Add(operand),
                    (1, 0) => AtomicOp::Swap(operand),
                    (2, compare) => AtomicOp::CompareSwap {
                        compare,
                        swap: operand,
                    },
                    (3, 0) => AtomicOp::And(operand),
                    (4, 0) => AtomicOp::Or(operand),
                    (5, 0) => AtomicOp::Xor(operand),
                    _ => return None,
                };
                Record::Atomic {
                    id,
                    width,
                    op,
                    offset,
                }
            }
            REPLY => Record::Reply {
                id,
                at: rest.long()?,
                bytes: rest.all(),
            },
            REFUSED => Record::Refused {
                id,
                offset: rest.long()?,
                len: rest.long()?,
                limit: rest.long()?,
            },
            ADD => {
                let [code, op] = rest.take::<2>()?;
                let number = *NUMBERS.get(usize::from(code))?;
                let op = Combine::of_code(op).filter(|op| op.suits(number))?;
                let offset = rest.long()?;
                let numbers = rest.all();
                if !numbers.len().is_multiple_of(number.bytes()) {
                    return None;
                }
                Record::Accumulate {
                    id,
                    number,
                    op,
                    offset,
                    numbers,
                }
            }
            ASK if id == 0 => Record::Ask {
                offset: rest.long()?,
                len: rest.long()?,
            },
            PART if id == 0 => Record::Part {
                offset: rest.long()?,
                len: rest.long()?,
                rkey: Rkey(rest.word()?),
            },
            ASK_QUEUES if id == 0 => Record::AskQueues,
            QUEUES if id == 0 => {
                let numbers = rest.all();
                if !numbers.len().is_multiple_of(4) {
                    return None;
                }
                Record::Queues { numbers }
            }
            MESSAGE => Record::Message {
                id,
                left: rest.word()?,
                bytes: rest.all(),
            },
            _ => return None,
        };
        rest.0.is_empty().then_some(record)
    }
}

/// The bytes that were not parsed yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    fn word(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }

    fn long(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }

    fn place(&mut self) -> Option<RemotePlace> {
        let (rkey, addr) = (self.word()?, self.long()?);
        Some(if rkey == 0 {
            RemotePlace::Segment(addr)
        } else {
            let rkey = Rkey(rkey);
            RemotePlace::Exposed(RemoteAddress { rkey, addr })
        })
    }

    fn all(&mut self) -> &'a [u8] {
        core::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests;
