//! The datagrams of path discovery.

/// The first byte. No packet's opcode has this value.
pub(super) const OPCODE: u8 = 0xff;
/// Bytes of a message without padding.
const LEN: usize = 16;

/// A datagram of path discovery. Integers are little-endian.
///
/// ```text
///   0      1      2       4       6      8         16
///   ┌──────┬──────┬───────┬───────┬──────┬─────────┬──────────────────┐
///   │ 0xff │ kind │ bytes │ round │ zero │ token 8 │ zeros of a probe │
///   └──────┴──────┴───────┴───────┴──────┴─────────┴──────────────────┘
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// What the message is.
    pub kind: PathMessageKind,
    /// The length of the probe as a datagram without its frame.
    pub bytes: u16,
    /// The number of the round that the probe belongs to.
    pub round: u16,
    /// A number that only the receiver of a probe knows.
    pub token: u64,
}

/// What a message of path discovery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathMessageKind {
    /// A datagram of a certain length, which is to be answered.
    Probe,
    /// A probe of a host that doubts what it knew of the path. The receiver looks at its way back.
    Doubt,
    /// A short datagram that says that a probe arrived whole.
    Answer,
}

impl Message {
    /// Whether a datagram is one of path discovery, or looks like one.
    #[inline]
    pub fn is_in(datagram: &[u8]) -> bool {
        datagram.first() == Some(&OPCODE)
    }

    /// Reads a message. `None` if the datagram is none, or a probe of another length than it says.
    pub fn parse(datagram: &[u8]) -> Option<Message> {
        let front: &[u8; LEN] = datagram.first_chunk()?;
        let [OPCODE, kind, b0, b1, r0, r1, 0, 0, token @ ..] = *front else {
            return None;
        };
        let bytes = u16::from_le_bytes([b0, b1]);
        let kind = match kind {
            1 if usize::from(bytes) == datagram.len() => PathMessageKind::Probe,
            2 if datagram.len() == LEN => PathMessageKind::Answer,
            3 if usize::from(bytes) == datagram.len() => PathMessageKind::Doubt,
            _ => return None,
        };
        Some(Message {
            kind,
            bytes,
            round: u16::from_le_bytes([r0, r1]),
            token: u64::from_le_bytes(token),
        })
    }

    /// The length of the message as a datagram.
    pub fn len(&self) -> usize {
        match self.kind {
            PathMessageKind::Probe | PathMessageKind::Doubt => LEN.max(self.bytes.into()),
            PathMessageKind::Answer => LEN,
        }
    }

    /// Whether the datagram is empty, which never happens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the message.
    ///
    /// # Panics
    /// If `datagram` is not [`Message::len`] bytes long.
    pub fn emit(&self, datagram: &mut [u8]) {
        assert_eq!(datagram.len(), self.len(), "room for the message");
        let (front, padding) = datagram.split_at_mut(LEN);
        front[0] = OPCODE;
        front[1] = match self.kind {
            PathMessageKind::Probe => 1,
            PathMessageKind::Answer => 2,
            PathMessageKind::Doubt => 3,
        };
        front[2..4].copy_from_slice(&self.bytes.to_le_bytes());
        front[4..6].copy_from_slice(&self.round.to_le_bytes());
        front[6..8].fill(0);
        front[8..].copy_from_slice(&self.token.to_le_bytes());
        padding.fill(0);
    }
}
