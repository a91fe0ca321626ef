//! BTH opcodes: what a packet is and which headers follow (IBTA volume 1, 9.4).

use super::{aeth, atomic, atomic_ext, bth, deth, held, reth, xrceth};

/// The operation code of a packet. The upper three bits name the transport service, the lower
/// five the operation.
///
/// ```text
///    7     5 4         0
///   ┌───────┬───────────┐    000 RC    001 UC    011 UD    101 XRC    110 and 111 manufacturer-specific
///   │ class │ operation │
///   └───────┴───────────┘
/// ```
///
/// XRC (annex A14) has the operations of RC under the same lower bits; its requests carry an XRCETH right behind the BTH,
/// its responses don't. Of our own opcodes bit 4 says whether they are RC's or XRC's.
///
/// UC is known here so that its packets are recognised (and not mistaken for garbage); no queue
/// pair of ours speaks it. Sends with invalidate (0x16, 0x17) are not offered and do not parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Opcode {
    /// RC: the first packet of a send.
    SendFirst = 0x00,
    /// RC: a middle packet of a send.
    SendMiddle = 0x01,
    /// RC: the last packet of a send.
    SendLast = 0x02,
    /// RC: the last packet of a send with immediate.
    SendLastImm = 0x03,
    /// RC: a send of one packet.
    SendOnly = 0x04,
    /// RC: a send of one packet with immediate.
    SendOnlyImm = 0x05,
    /// RC: the first packet of an RDMA write.
    WriteFirst = 0x06,
    /// RC: a middle packet of an RDMA write.
    WriteMiddle = 0x07,
    /// RC: the last packet of an RDMA write.
    WriteLast = 0x08,
    /// RC: the last packet of an RDMA write with immediate.
    WriteLastImm = 0x09,
    /// RC: an RDMA write of one packet.
    WriteOnly = 0x0a,
    /// RC: an RDMA write of one packet with immediate.
    WriteOnlyImm = 0x0b,
    /// RC: an RDMA read request.
    ReadRequest = 0x0c,
    /// RC: the first packet of a read response.
    ReadResponseFirst = 0x0d,
    /// RC: a middle packet of a read response.
    ReadResponseMiddle = 0x0e,
    /// RC: the last packet of a read response.
    ReadResponseLast = 0x0f,
    /// RC: a read response of one packet.
    ReadResponseOnly = 0x10,
    /// RC: acknowledgement or NAK.
    Acknowledge = 0x11,
    /// RC: the answer to an atomic (also to [`Opcode::AtomicExt`]).
    AtomicAcknowledge = 0x12,
    /// RC: compare and swap of 64 bits.
    CompareSwap = 0x13,
    /// RC: fetch and add of 64 bits.
    FetchAdd = 0x14,

    /// UC: the first packet of a send.
    UcSendFirst = 0x20,
    /// UC: a middle packet of a send.
    UcSendMiddle = 0x21,
    /// UC: the last packet of a send.
    UcSendLast = 0x22,
    /// UC: the last packet of a send with immediate.
    UcSendLastImm = 0x23,
    /// UC: a send of one packet.
    UcSendOnly = 0x24,
    /// UC: a send of one packet with immediate.
    UcSendOnlyImm = 0x25,
    /// UC: the first packet of an RDMA write.
    UcWriteFirst = 0x26,
    /// UC: a middle packet of an RDMA write.
    UcWriteMiddle = 0x27,
    /// UC: the last packet of an RDMA write.
    UcWriteLast = 0x28,
    /// UC: the last packet of an RDMA write with immediate.
    UcWriteLastImm = 0x29,
    /// UC: an RDMA write of one packet.
    UcWriteOnly = 0x2a,
    /// UC: an RDMA write of one packet with immediate.
    UcWriteOnlyImm = 0x2b,

    /// UD: a datagram.
    UdSendOnly = 0x64,
    /// UD: a datagram with immediate.
    UdSendOnlyImm = 0x65,

    /// XRC: the first packet of a send.
    XrcSendFirst = 0xa0,
    /// XRC: a middle packet of a send.
    XrcSendMiddle = 0xa1,
    /// XRC: the last packet of a send.
    XrcSendLast = 0xa2,
    /// XRC: the last packet of a send with immediate.
    XrcSendLastImm = 0xa3,
    /// XRC: a send of one packet.
    XrcSendOnly = 0xa4,
    /// XRC: a send of one packet with immediate.
    XrcSendOnlyImm = 0xa5,
    /// XRC: the first packet of an RDMA write.
    XrcWriteFirst = 0xa6,
    /// XRC: a middle packet of an RDMA write.
    XrcWriteMiddle = 0xa7,
    /// XRC: the last packet of an RDMA write.
    XrcWriteLast = 0xa8,
    /// XRC: the last packet of an RDMA write with immediate.
    XrcWriteLastImm = 0xa9,
    /// XRC: an RDMA write of one packet.
    XrcWriteOnly = 0xaa,
    /// XRC: an RDMA write of one packet with immediate.
    XrcWriteOnlyImm = 0xab,
    /// XRC: an RDMA read request.
    XrcReadRequest = 0xac,
    /// XRC: the first packet of a read response.
    XrcReadResponseFirst = 0xad,
    /// XRC: a middle packet of a read response.
    XrcReadResponseMiddle = 0xae,
    /// XRC: the last packet of a read response.
    XrcReadResponseLast = 0xaf,
    /// XRC: a read response of one packet.
    XrcReadResponseOnly = 0xb0,
    /// XRC: acknowledgement or NAK.
    XrcAcknowledge = 0xb1,
    /// XRC: the answer to an atomic (also to [`Opcode::XrcAtomicExt`]).
    XrcAtomicAcknowledge = 0xb2,
    /// XRC: compare and swap of 64 bits.
    XrcCompareSwap = 0xb3,
    /// XRC: fetch and add of 64 bits.
    XrcFetchAdd = 0xb4,

    /// Our own, from the manufacturer-specific range, on RC queue pairs between our own adapters:
    /// any atomic of 32 or 64 bits.
    AtomicExt = 0xc0,
    /// Our own, likewise: a NAK that tells what is held beyond the gap.
    AcknowledgeHeld = 0xc1,
    /// Our own, likewise: a list of small writes and atomics, in the format of [`farreach_verbs::ListedOp`], as the payload behind
    /// a RETH with the address that their offsets begin at and the length of the list.
    WriteList = 0xc2,
    /// XRC: what [`Opcode::AtomicExt`] is for RC.
    XrcAtomicExt = 0xd0,
    /// XRC: what [`Opcode::AcknowledgeHeld`] is for RC.
    XrcAcknowledgeHeld = 0xd1,
    /// XRC: what [`Opcode::WriteList`] is for RC.
    XrcWriteList = 0xd2,
}

/// The transport service that an opcode belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Reliable connection, our own AtomicExt included.
    Rc,
    /// Unreliable connection.
    Uc,
    /// Unreliable datagram.
    Ud,
    /// Extended reliable connection.
    Xrc,
}

/// What a packet is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A message into a receive.
    Send,
    /// An RDMA write.
    Write,
    /// A list of small writes.
    WriteList,
    /// A request for an RDMA read.
    ReadRequest,
    /// The data of an RDMA read.
    ReadResponse,
    /// An acknowledgement or NAK.
    Acknowledge,
    /// A request for an atomic: the standard's two or our own.
    Atomic,
    /// The answer to an atomic.
    AtomicAcknowledge,
}

impl Operation {
    /// Whether the packet goes from responder to requester.
    #[inline]
    pub const fn is_response(self) -> bool {
        matches!(
            self,
            Operation::ReadResponse | Operation::Acknowledge | Operation::AtomicAcknowledge
        )
    }
}

/// Where in its message a packet stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// The first of several.
    First,
    /// Neither first nor last.
    Middle,
    /// The last of several.
    Last,
    /// The message's only packet.
    Only,
}

impl Opcode {
    /// Every opcode there is.
    pub const ALL: [Opcode; 62] = [
        Opcode::SendFirst,
        Opcode::SendMiddle,
        Opcode::SendLast,
        Opcode::SendLastImm,
        Opcode::SendOnly,
        Opcode::SendOnlyImm,
        Opcode::WriteFirst,
        Opcode::WriteMiddle,
        Opcode::WriteLast,
        Opcode::WriteLastImm,
        Opcode::WriteOnly,
        Opcode::WriteOnlyImm,
        Opcode::ReadRequest,
        Opcode::ReadResponseFirst,
        Opcode::ReadResponseMiddle,
        Opcode::ReadResponseLast,
        Opcode::ReadResponseOnly,
        Opcode::Acknowledge,
        Opcode::AtomicAcknowledge,
        Opcode::CompareSwap,
        Opcode::FetchAdd,
        Opcode::UcSendFirst,
        Opcode::UcSendMiddle,
        Opcode::UcSendLast,
        Opcode::UcSendLastImm,
        Opcode::UcSendOnly,
        Opcode::UcSendOnlyImm,
        Opcode::UcWriteFirst,
        Opcode::UcWriteMiddle,
        Opcode::UcWriteLast,
        Opcode::UcWriteLastImm,
        Opcode::UcWriteOnly,
        Opcode::UcWriteOnlyImm,
        Opcode::UdSendOnly,
        Opcode::UdSendOnlyImm,
        Opcode::AtomicExt,
        Opcode::AcknowledgeHeld,
        Opcode::WriteList,
        Opcode::XrcSendFirst,
        Opcode::XrcSendMiddle,
        Opcode::XrcSendLast,
        Opcode::XrcSendLastImm,
        Opcode::XrcSendOnly,
        Opcode::XrcSendOnlyImm,
        Opcode::XrcWriteFirst,
        Opcode::XrcWriteMiddle,
        Opcode::XrcWriteLast,
        Opcode::XrcWriteLastImm,
        Opcode::XrcWriteOnly,
        Opcode::XrcWriteOnlyImm,
        Opcode::XrcReadRequest,
        Opcode::XrcReadResponseFirst,
        Opcode::XrcReadResponseMiddle,
        Opcode::XrcReadResponseLast,
        Opcode::XrcReadResponseOnly,
        Opcode::XrcAcknowledge,
        Opcode::XrcAtomicAcknowledge,
        Opcode::XrcCompareSwap,
        Opcode::XrcFetchAdd,
        Opcode::XrcAtomicExt,
        Opcode::XrcAcknowledgeHeld,
        Opcode::XrcWriteList,
    ];

    /// The opcode with this code, if it is one of ours.
    #[inline]
    pub const fn from_u8(code: u8) -> Option<Opcode> {
        BY_CODE[code as usize]
    }

    /// Its code.
    #[inline]
    pub const fn to_u8(self) -> u8 {
        self as u8
    }

    /// The transport service.
    #[inline]
    pub const fn class(self) -> Class {
        match self.to_u8() >> 5 {
            0b001 => Class::Uc,
            0b011 => Class::Ud,
            0b101 => Class::Xrc,
            0b110 if self.to_u8() & OWN_XRC != 0 => Class::Xrc,
            _ => Class::Rc,
        }
    }

    /// The opcode of the same operation in XRC, for one of RC.
    ///
    /// # Panics
    /// If it is not one of RC.
    #[inline]
    pub const fn to_xrc(self) -> Opcode {
        let code = self.to_u8();
        let bits = if code < RC_CODES { XRC_CODES } else { OWN_XRC };
        match Opcode::from_u8(code | bits) {
            Some(opcode) if matches!(self.class(), Class::Rc) => opcode,
            _ => panic!("XRC has the operations of RC"),
        }
    }

    /// The opcode of the same operation in RC, for one of RC or XRC.
    #[inline]
    pub const fn to_rc(self) -> Opcode {
        let code = self.to_u8();
        match self.class() {
            Class::Xrc if code < OWN_CODES => Opcode::from_u8(code & !XRC_CODES).unwrap(),
            Class::Xrc => Opcode::from_u8(code & !OWN_XRC).unwrap(),
            _ => self,
        }
    }

    /// What the packet is part of.
    #[inline]
    pub const fn operation(self) -> Operation {
        TRAITS[self as usize].operation
    }

    /// Where in its message the packet stands.
    #[inline]
    pub const fn position(self) -> Position {
        TRAITS[self as usize].position
    }

    /// Whether it is the first packet of several.
    #[inline]
    pub const fn is_first(self) -> bool {
        matches!(self.position(), Position::First)
    }

    /// Whether it is the last packet of several.
    #[inline]
    pub const fn is_last(self) -> bool {
        matches!(self.position(), Position::Last)
    }

    /// Whether it is the message's only packet.
    #[inline]
    pub const fn is_only(self) -> bool {
        matches!(self.position(), Position::Only)
    }

    /// Whether the packet goes from responder to requester.
    #[inline]
    pub const fn is_response(self) -> bool {
        self.operation().is_response()
    }

    /// Whether a RETH follows: the packets that name a range of remote memory.
    #[inline]
    pub const fn has_reth(self) -> bool {
        self.has(RETH)
    }

    /// Whether an AETH follows: all responses but the middle of a read's data.
    #[inline]
    pub const fn has_aeth(self) -> bool {
        self.has(AETH)
    }

    /// Whether an XRCETH follows: all requests of XRC.
    #[inline]
    pub const fn has_srq(self) -> bool {
        self.has(XRC)
    }

    /// Whether a DETH follows: all datagrams.
    #[inline]
    pub const fn has_deth(self) -> bool {
        self.has(DETH)
    }

    /// Whether the standard's AtomicETH follows.
    #[inline]
    pub const fn has_atomic(self) -> bool {
        self.has(ATOMIC)
    }

    /// Whether our own AtomicExtETH follows.
    #[inline]
    pub const fn has_atomic_ext(self) -> bool {
        self.has(ATOMIC_EXT)
    }

    /// Whether an AtomicAckETH follows (after the AETH).
    #[inline]
    pub const fn has_atomic_ack(self) -> bool {
        self.has(ATOMIC_ACK)
    }

    /// Whether our own HeldETH follows (after the AETH).
    #[inline]
    pub const fn has_held(self) -> bool {
        self.has(HELD)
    }

    /// Whether an ImmDt follows (after RETH or DETH).
    #[inline]
    pub const fn has_imm(self) -> bool {
        self.has(IMM)
    }

    /// Whether payload may follow the headers.
    #[inline]
    pub const fn has_payload(self) -> bool {
        self.has(PAYLOAD)
    }

    /// Bytes of BTH and extension headers.
    #[inline]
    pub const fn head_len(self) -> usize {
        TRAITS[self as usize].head_len as usize
    }

    /// What follows the BTH: [`RETH`] and the constants behind it.
    #[inline]
    pub(super) const fn parts(self) -> u16 {
        TRAITS[self as usize].parts
    }

    #[inline]
    const fn has(self, part: u16) -> bool {
        self.parts() & part != 0
    }
}

/// The opcodes by their codes. (A static, and so is the next: a constant may be copied whole to look at one element.)
static BY_CODE: [Option<Opcode>; 256] = {
    let mut table = [None; 256];
    let mut i = 0;
    while i < Opcode::ALL.len() {
        table[Opcode::ALL[i] as usize] = Some(Opcode::ALL[i]);
        i += 1;
    }
    table
};

/// What follows from their codes.
static TRAITS: [Traits; 256] = {
    let mut table = [Traits::of(Opcode::SendFirst); 256];
    let mut i = 0;
    while i < Opcode::ALL.len() {
        let opcode = Opcode::ALL[i];
        table[opcode as usize] = Traits::of(opcode);
        i += 1;
    }
    table
};

// What may follow a BTH.
pub(super) const RETH: u16 = 0x01;
pub(super) const AETH: u16 = 0x02;
pub(super) const DETH: u16 = 0x04;
pub(super) const ATOMIC: u16 = 0x08;
pub(super) const ATOMIC_EXT: u16 = 0x10;
pub(super) const ATOMIC_ACK: u16 = 0x20;
pub(super) const IMM: u16 = 0x40;
pub(super) const PAYLOAD: u16 = 0x80;
pub(super) const HELD: u16 = 0x100;
pub(super) const XRC: u16 = 0x200;

/// One more than the last code of RC.
const RC_CODES: u8 = 0x20;
/// The bits of the class XRC.
const XRC_CODES: u8 = 0xa0;
/// The first of our own codes.
const OWN_CODES: u8 = 0xc0;
/// The bit of our own codes that makes them XRC's.
const OWN_XRC: u8 = 0x10;

/// The extension headers and their lengths, in the order in which they follow the BTH.
const EXTENSIONS: [(u16, usize); 9] = [
    (XRC, xrceth::LEN),
    (DETH, deth::LEN),
    (RETH, reth::LEN),
    (AETH, aeth::LEN),
    (ATOMIC, atomic::LEN),
    (ATOMIC_EXT, atomic_ext::LEN),
    (ATOMIC_ACK, atomic::ACK_LEN),
    (HELD, held::LEN),
    (IMM, 4),
];

/// What follows from an opcode's code, worked out once: every packet asks several times.
#[derive(Clone, Copy)]
struct Traits {
    operation: Operation,
    position: Position,
    parts: u16,
    head_len: u8,
}

impl Traits {
    const fn of(opcode: Opcode) -> Self {
        let (operation, position) = (operation_of(opcode), position_of(opcode));
        let parts = parts_of(opcode, operation, position);
        let mut head_len = bth::LEN;
        let mut i = 0;
        while i < EXTENSIONS.len() {
            if parts & EXTENSIONS[i].0 != 0 {
                head_len += EXTENSIONS[i].1;
            }
            i += 1;
        }
        Traits {
            operation,
            position,
            parts,
            head_len: head_len as u8,
        }
    }
}

const fn operation_of(opcode: Opcode) -> Operation {
    match opcode {
        Opcode::AtomicExt | Opcode::XrcAtomicExt => return Operation::Atomic,
        Opcode::AcknowledgeHeld | Opcode::XrcAcknowledgeHeld => return Operation::Acknowledge,
        Opcode::WriteList | Opcode::XrcWriteList => return Operation::WriteList,
        _ => {}
    }
    match opcode.to_u8() & 0x1f {
        0x00..=0x05 => Operation::Send,
        0x06..=0x0b => Operation::Write,
        0x0c => Operation::ReadRequest,
        0x0d..=0x10 => Operation::ReadResponse,
        0x11 => Operation::Acknowledge,
        0x12 => Operation::AtomicAcknowledge,
        _ => Operation::Atomic,
    }
}

const fn position_of(opcode: Opcode) -> Position {
    if opcode.to_u8() >= OWN_CODES {
        return Position::Only;
    }
    match opcode.to_u8() & 0x1f {
        0x00 | 0x06 | 0x0d => Position::First,
        0x01 | 0x07 | 0x0e => Position::Middle,
        0x02 | 0x03 | 0x08 | 0x09 | 0x0f => Position::Last,
        _ => Position::Only,
    }
}

const fn parts_of(opcode: Opcode, operation: Operation, position: Position) -> u16 {
    let mut parts = match operation {
        Operation::Write if matches!(position, Position::First | Position::Only) => PAYLOAD | RETH,
        Operation::WriteList => PAYLOAD | RETH,
        Operation::ReadResponse if !matches!(position, Position::Middle) => PAYLOAD | AETH,
        Operation::Send | Operation::Write | Operation::ReadResponse => PAYLOAD,
        Operation::ReadRequest => RETH,
        Operation::Acknowledge if matches!(opcode.to_rc(), Opcode::AcknowledgeHeld) => AETH | HELD,
        Operation::Acknowledge => AETH,
        Operation::AtomicAcknowledge => AETH | ATOMIC_ACK,
        Operation::Atomic if matches!(opcode.to_rc(), Opcode::AtomicExt) => ATOMIC_EXT,
        Operation::Atomic => ATOMIC,
    };
    if matches!(opcode.class(), Class::Ud) {
        parts |= DETH;
    }
    if matches!(opcode.class(), Class::Xrc) && !operation.is_response() {
        parts |= XRC;
    }
    let has_imm = matches!(operation, Operation::Send | Operation::Write)
        && matches!(opcode.to_u8() & 0x1f, 0x03 | 0x05 | 0x09 | 0x0b);
    if has_imm {
        parts |= IMM;
    }
    parts
}
