//! BTH opcodes: the kind of a packet, and the headers that follow (IBTA volume 1, 9.4).

use super::{aeth, atomic, atomic_ext, bth, deth, held, reth, spacing, xrceth};

/// The operation code of a packet. The upper three bits are the transport service, the lower five
/// the operation.
///
/// ```text
///    7     5 4         0
///   ┌───────┬───────────┐    000 RC    001 UC    011 UD    101 XRC    110 and 111 manufacturer-specific
///   │ class │ operation │
///   └───────┴───────────┘
/// ```
///
/// XRC (annex A14) has the operations of RC with equal lower bits. XRC requests carry an XRCETH
/// right behind the BTH; XRC responses don't. In Farreach's manufacturer-specific opcodes bit 4
/// selects between RC and XRC.
///
/// UC opcodes are decoded so that UC packets are counted as such; Farreach has no UC queue pairs.
/// Sends with invalidate (0x16, 0x17) are not supported and do not parse.
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
    /// RC: the response to an atomic, also to [`Opcode::AtomicExt`].
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
    /// XRC: the response to an atomic, also to [`Opcode::XrcAtomicExt`].
    XrcAtomicAcknowledge = 0xb2,
    /// XRC: compare and swap of 64 bits.
    XrcCompareSwap = 0xb3,
    /// XRC: fetch and add of 64 bits.
    XrcFetchAdd = 0xb4,

    /// RC, manufacturer-specific, between Farreach's adapters: any atomic of 32 or 64 bits.
    AtomicExt = 0xc0,
    /// RC, manufacturer-specific, between Farreach's adapters: a NAK that tells which packets
    /// beyond the gap are held.
    AcknowledgeHeld = 0xc1,
    /// RC, manufacturer-specific, between Farreach's adapters: a list of small writes and atomics
    /// as payload, in the format of [`farreach_verbs::ListedOp`]. The RETH has the address from
    /// which the list's offsets count, and the length of the list.
    WriteList = 0xc2,
    /// RC, manufacturer-specific, between Farreach's adapters: an RDMA read request for equal blocks
    /// at equal distances.
    ReadBlocksRequest = 0xc8,
    /// RC, manufacturer-specific, between Farreach's adapters: an RDMA write of one packet to equal
    /// blocks at equal distances.
    WriteBlocks = 0xc9,
    /// XRC: the counterpart of [`Opcode::AtomicExt`].
    XrcAtomicExt = 0xd0,
    /// XRC: the counterpart of [`Opcode::AcknowledgeHeld`].
    XrcAcknowledgeHeld = 0xd1,
    /// XRC: the counterpart of [`Opcode::WriteList`].
    XrcWriteList = 0xd2,
    /// XRC: the counterpart of [`Opcode::ReadBlocksRequest`].
    XrcReadBlocksRequest = 0xd8,
    /// XRC: the counterpart of [`Opcode::WriteBlocks`].
    XrcWriteBlocks = 0xd9,
}

/// The transport service of an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Reliable connection, with the manufacturer-specific opcodes for RC.
    Rc,
    /// Unreliable connection.
    Uc,
    /// Unreliable datagram.
    Ud,
    /// Extended reliable connection, with the manufacturer-specific opcodes for XRC.
    Xrc,
}

/// The operation that a packet belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A message that is sent into a receive.
    Send,
    /// An RDMA write.
    Write,
    /// A list of small writes and atomics.
    WriteList,
    /// A write to equal blocks at equal distances.
    WriteBlocks,
    /// A request for an RDMA read.
    ReadRequest,
    /// The data of an RDMA read.
    ReadResponse,
    /// An acknowledgement or NAK.
    Acknowledge,
    /// A request for an atomic, of the standard or manufacturer-specific.
    Atomic,
    /// The response to an atomic.
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

/// The position of a packet in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// The first of several packets.
    First,
    /// Neither first nor last.
    Middle,
    /// The last of several packets.
    Last,
    /// The message's only packet.
    Only,
}

impl Opcode {
    /// All opcodes.
    pub const ALL: [Opcode; 66] = [
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
        Opcode::ReadBlocksRequest,
        Opcode::WriteBlocks,
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
        Opcode::XrcReadBlocksRequest,
        Opcode::XrcWriteBlocks,
    ];

    /// The opcode with this code. `None` if the code is unknown.
    #[inline]
    pub const fn from_u8(code: u8) -> Option<Opcode> {
        BY_CODE[code as usize]
    }

    /// The opcode's code.
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

    /// The XRC opcode of the operation of an RC opcode.
    ///
    /// # Panics
    /// If the opcode is not one of RC.
    #[inline]
    pub const fn to_xrc(self) -> Opcode {
        let code = self.to_u8();
        let bits = if code < RC_CODES { XRC_CODES } else { OWN_XRC };
        match Opcode::from_u8(code | bits) {
            Some(opcode) if matches!(self.class(), Class::Rc) => opcode,
            _ => panic!("XRC has the operations of RC"),
        }
    }

    /// The RC opcode of the operation of an RC or XRC opcode.
    #[inline]
    pub const fn to_rc(self) -> Opcode {
        let code = self.to_u8();
        match self.class() {
            Class::Xrc if code < OWN_CODES => Opcode::from_u8(code & !XRC_CODES).unwrap(),
            Class::Xrc => Opcode::from_u8(code & !OWN_XRC).unwrap(),
            _ => self,
        }
    }

    /// The operation that the packet belongs to.
    #[inline]
    pub const fn operation(self) -> Operation {
        TRAITS[self as usize].operation
    }

    /// The position of the packet in its message.
    #[inline]
    pub const fn position(self) -> Position {
        TRAITS[self as usize].position
    }

    /// Whether the packet is the first of several.
    #[inline]
    pub const fn is_first(self) -> bool {
        matches!(self.position(), Position::First)
    }

    /// Whether the packet is the last of several.
    #[inline]
    pub const fn is_last(self) -> bool {
        matches!(self.position(), Position::Last)
    }

    /// Whether the packet is its message's only packet.
    #[inline]
    pub const fn is_only(self) -> bool {
        matches!(self.position(), Position::Only)
    }

    /// Whether the packet goes from responder to requester.
    #[inline]
    pub const fn is_response(self) -> bool {
        self.operation().is_response()
    }

    /// Whether a RETH follows: in packets that name a range of remote memory.
    #[inline]
    pub const fn has_reth(self) -> bool {
        self.has(RETH)
    }

    /// Whether an AETH follows: in all responses except the middle packets of a read's data.
    #[inline]
    pub const fn has_aeth(self) -> bool {
        self.has(AETH)
    }

    /// Whether an XRCETH follows: in all XRC requests.
    #[inline]
    pub const fn has_srq(self) -> bool {
        self.has(XRC)
    }

    /// Whether a DETH follows: in all datagrams.
    #[inline]
    pub const fn has_deth(self) -> bool {
        self.has(DETH)
    }

    /// Whether the standard's AtomicETH follows.
    #[inline]
    pub const fn has_atomic(self) -> bool {
        self.has(ATOMIC)
    }

    /// Whether Farreach's AtomicExtETH follows.
    #[inline]
    pub const fn has_atomic_ext(self) -> bool {
        self.has(ATOMIC_EXT)
    }

    /// Whether an AtomicAckETH follows, after the AETH.
    #[inline]
    pub const fn has_atomic_ack(self) -> bool {
        self.has(ATOMIC_ACK)
    }

    /// Whether Farreach's HeldETH follows, after the AETH.
    #[inline]
    pub const fn has_held(self) -> bool {
        self.has(HELD)
    }

    /// Whether Farreach's SpacingETH follows, after the RETH.
    #[inline]
    pub const fn has_spacing(self) -> bool {
        self.has(SPACING)
    }

    /// Whether an ImmDt follows, after RETH or DETH.
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

    /// The extension headers after the BTH, as bits: [`RETH`] and the constants after it.
    #[inline]
    pub(super) const fn parts(self) -> u16 {
        TRAITS[self as usize].parts
    }

    #[inline]
    const fn has(self, part: u16) -> bool {
        self.parts() & part != 0
    }
}

/// The opcodes by their codes. A static, since a constant may be copied whole for an access to one
/// element.
static BY_CODE: [Option<Opcode>; 256] = {
    let mut table = [None; 256];
    let mut i = 0;
    while i < Opcode::ALL.len() {
        table[Opcode::ALL[i] as usize] = Some(Opcode::ALL[i]);
        i += 1;
    }
    table
};

/// The properties of the opcodes, by their codes. A static for the reason above.
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

// The bits of what may follow a BTH.
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
pub(super) const SPACING: u16 = 0x400;

/// One more than the last code of RC.
const RC_CODES: u8 = 0x20;
/// The first code of the class XRC.
const XRC_CODES: u8 = 0xa0;
/// The first manufacturer-specific code.
const OWN_CODES: u8 = 0xc0;
/// The bit that makes a manufacturer-specific code one of XRC.
const OWN_XRC: u8 = 0x10;

/// The extension headers and their lengths, in their order after the BTH.
const EXTENSIONS: [(u16, usize); 10] = [
    (XRC, xrceth::LEN),
    (DETH, deth::LEN),
    (RETH, reth::LEN),
    (SPACING, spacing::LEN),
    (AETH, aeth::LEN),
    (ATOMIC, atomic::LEN),
    (ATOMIC_EXT, atomic_ext::LEN),
    (ATOMIC_ACK, atomic::ACK_LEN),
    (HELD, held::LEN),
    (IMM, 4),
];

/// The properties of an opcode. They are precomputed, since every packet needs them several times.
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
        Opcode::WriteBlocks | Opcode::XrcWriteBlocks => return Operation::WriteBlocks,
        Opcode::ReadBlocksRequest | Opcode::XrcReadBlocksRequest => return Operation::ReadRequest,
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
        Operation::WriteBlocks => PAYLOAD | RETH | SPACING,
        Operation::ReadResponse if !matches!(position, Position::Middle) => PAYLOAD | AETH,
        Operation::Send | Operation::Write | Operation::ReadResponse => PAYLOAD,
        Operation::ReadRequest if matches!(opcode.to_rc(), Opcode::ReadBlocksRequest) => {
            RETH | SPACING
        }
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
