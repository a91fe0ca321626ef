//! Payload that the link puts where it belongs: the next packet of a write is foreseeable, and so is its place.

use farreach_verbs::{Access, AdapterAddress, Memory, PacketCheck, QpState, Rkey, Time};

use super::responder::Message;
use super::{Qp, extend_psn};
use crate::region::Range;
use crate::shared::Shared;
use crate::wire::keyed::keyed_check;
use crate::wire::{Bth, CHECK_LEN, Headers, Opcode, ParseError, Parsed, parse_into};

/// The packet of a write that comes next, and where its payload belongs.
#[derive(Clone, Copy)]
pub(crate) struct Expected<'a, M> {
    pub(crate) range: Range<'a, M>,
    pub(crate) len: u32,
    pub(crate) opcode: Opcode,
}

impl Qp {
    /// What comes next from `from`, if it is a packet of a write that has begun, and nothing is missing before it.
    pub(crate) fn expected_write<'a, M: Memory>(
        &self,
        shared: &'a Shared<M>,
        from: AdapterAddress,
    ) -> Option<Expected<'a, M>> {
        let takes = matches!(self.receiving, QpState::Rtr | QpState::Rts | QpState::Sqd);
        let Message::Write {
            rkey,
            addr,
            len,
            written,
        } = self.responder.message
        else {
            return None;
        };
        let left = len - written;
        let (opcode, len) = if left > self.path.mtu {
            (self.opcode(Opcode::WriteMiddle), self.path.mtu)
        } else {
            (self.opcode(Opcode::WriteLast), left)
        };
        let is_plain = self.path.holds() && len.is_multiple_of(4);
        if !takes || !is_plain || self.path.remote != from || !self.responder.held.is_empty() {
            return None;
        }
        let access = Access::REMOTE_WRITE;
        let addr = addr + u64::from(written);
        let regions = &shared.regions;
        let range = regions.remote(Rkey(rkey), self.pds(), addr, len, access)?;
        let range = self.access.contains(access).then_some(range)?;
        Some(Expected { range, len, opcode })
    }

    /// The BTH of `packet`, if that is the expected packet without its payload.
    pub(crate) fn expected_bth(&self, opcode: Opcode, len: u32, packet: &[u8]) -> Option<Bth> {
        // All else is in order if its payload is what it lacks.
        let mut parsed = Parsed::nothing();
        let Err(ParseError::Payload { bth, len: 0, .. }) = parse_into(packet, &mut parsed) else {
            return None;
        };
        let PacketCheck::Keyed(key) = &self.path.check else {
            return None;
        };
        let (head, check) = packet.split_last_chunk::<CHECK_LEN>()?;
        let is_expected = bth.opcode == opcode
            && bth.pad == 0
            && bth.dest_qp == self.target().0
            && parsed.headers.srq == self.xrc.as_ref().map(|xrc| xrc.to.number)
            && extend_psn(self.responder.expected, bth.psn) == self.responder.expected
            && keyed_check(key, head, len as usize) == u32::from_le_bytes(*check);
        is_expected.then_some(bth)
    }

    /// Takes the expected packet, whose payload of `len` bytes is where it belongs.
    pub(crate) fn handle_placed<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        bth: Bth,
        len: u32,
    ) {
        self.begin_request(shared, now, bth.pkey);
        let psn = self.responder.expected;
        self.responder.refused = false;
        self.written(shared, len);
        self.responder.expected = psn + 1;
        self.note_executed(shared, &Headers::new(bth), psn);
        self.end_request(shared, now);
    }

    /// So many bytes more of the write under way are in memory.
    pub(super) fn written<M: Memory>(&mut self, shared: &mut Shared<M>, bytes: u32) {
        let Message::Write { len, written, .. } = &mut self.responder.message else {
            unreachable!("only a write that has begun goes on");
        };
        *written += bytes;
        if written == len {
            shared.arriving.ends(self.path.remote);
            self.responder.complete_message();
            self.note_touched(shared);
        } else {
            shared.arriving.goes_on(self.path.remote, self.key);
        }
    }
}
