//! Assembles packets and hands them to the link.

use alloc::vec::Vec;

use farreach_verbs::{AdapterAddress, InlineData, Memory, MemoryError, PacketCheck};

use crate::link::{Gaps, Link, LinkStatus, Packet, Payload};
use crate::region::Range;
use crate::wire::icrc::{Flow, icrc};
use crate::wire::keyed::{Laps, keyed_check};
use crate::wire::{HeadBuffer, Headers, TailBuffer, emit, pad_for};

/// Reused buffers for assembling packets.
pub(crate) struct Outbox {
    head: HeadBuffer,
    /// Head and payload of packets with an ICRC. The ICRC must cover exactly the bytes that are
    /// sent, and others may change the memory between the two.
    gathered: Vec<u8>,
}

/// The source of a packet's payload.
pub(crate) enum Content<'a, M> {
    Bytes(&'a [u8]),
    Range(Range<'a, M>, usize),
    /// Blocks with gaps. The length is that of the payload.
    Blocks(Range<'a, M>, usize, Gaps),
}

/// A packet's destination and its check.
#[derive(Clone, Copy)]
pub(crate) struct Envelope {
    pub(crate) source: AdapterAddress,
    pub(crate) to: AdapterAddress,
    pub(crate) check: PacketCheck,
}

/// The number of bytes that the link accepted, or that it is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handed {
    Sent { bytes: usize },
    Full,
}

impl Outbox {
    pub(crate) fn new() -> Self {
        Outbox {
            head: HeadBuffer::new(),
            gathered: Vec::new(),
        }
    }

    /// Sends one packet, and sets the pad in its headers. `laps` are those of a packet with a keyed check.
    #[inline]
    pub(crate) fn send<M: Memory>(
        &mut self,
        link: &mut impl Link<M>,
        envelope: &Envelope,
        laps: Laps,
        headers: &mut Headers,
        content: Content<'_, M>,
    ) -> Result<Handed, MemoryError> {
        let len = match &content {
            Content::Bytes(bytes) => bytes.len(),
            Content::Range(_, len) | Content::Blocks(_, len, _) => *len,
        };
        headers.bth.pad = pad_for(len);
        emit(headers, &mut self.head);
        let is_keyed = match &envelope.check {
            PacketCheck::Keyed(key) => {
                let check = keyed_check(key, self.head.as_slice(), len, laps);
                self.head.extend_from_slice(&check.to_le_bytes());
                true
            }
            PacketCheck::Icrc => false,
        };

        let mut payload = Payload::None;
        let mut gathered = false;
        match content {
            Content::Bytes(bytes) if bytes.len() <= InlineData::MAX => {
                self.head.extend_from_slice(bytes);
            }
            Content::Range(range, len) if len <= InlineData::MAX => {
                let mut bytes = [0; InlineData::MAX];
                range.memory.read(range.offset, &mut bytes[..len])?;
                self.head.extend_from_slice(&bytes[..len]);
            }
            Content::Range(range, len) if is_keyed => {
                payload = Payload::Memory {
                    memory: range.memory,
                    offset: range.offset,
                    len,
                };
            }
            Content::Blocks(range, len, gaps) if is_keyed || len <= InlineData::MAX => {
                let blocks = Payload::Blocks {
                    memory: range.memory,
                    offset: range.offset,
                    len,
                    gaps,
                };
                if len <= InlineData::MAX {
                    let mut bytes = [0; InlineData::MAX];
                    blocks.read(&mut bytes[..len]);
                    self.head.extend_from_slice(&bytes[..len]);
                } else {
                    payload = blocks;
                }
            }
            content => {
                self.gather(&content)?;
                gathered = true;
            }
        }
        let head = if gathered {
            &self.gathered
        } else {
            self.head.as_slice()
        };
        let pad = headers.bth.pad;
        let zeroes = &[0; 3][..usize::from(pad)];
        let buffer;
        let tail = if is_keyed {
            zeroes
        } else {
            let flow = Flow::new(envelope.source, envelope.to);
            buffer = TailBuffer::new(pad, icrc(&flow, &[head, zeroes]));
            buffer.as_slice()
        };
        let packet = Packet {
            to: envelope.to,
            head,
            payload,
            tail,
        };
        let bytes = packet.len();
        Ok(match link.send(&packet) {
            LinkStatus::Sent => Handed::Sent { bytes },
            LinkStatus::Full => Handed::Full,
        })
    }

    fn gather<M: Memory>(&mut self, content: &Content<'_, M>) -> Result<(), MemoryError> {
        self.gathered.clear();
        self.gathered.extend_from_slice(self.head.as_slice());
        match content {
            Content::Bytes(bytes) => self.gathered.extend_from_slice(bytes),
            Content::Blocks(range, len, gaps) => {
                let mut start = self.gathered.len();
                self.gathered.resize(start + len, 0);
                for (offset, part) in gaps.parts(range.offset, *len) {
                    let into = &mut self.gathered[start..start + part];
                    range.memory.read(offset, into)?;
                    start += part;
                }
            }
            Content::Range(range, len) => {
                let start = self.gathered.len();
                self.gathered.resize(start + len, 0);
                range
                    .memory
                    .read(range.offset, &mut self.gathered[start..])?;
            }
        }
        Ok(())
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.gathered.capacity()
    }
}
