//! Placement: the next packet of a write, or of a read's answer, is predictable, and so is the
//! target of its payload.

use farreach_verbs::{Access, AdapterAddress, Memory, PacketCheck, QpState, Rkey, Time};

use super::responder::Unfinished;
use super::{Blocks, Detail, Qp, Source, Wqe, WqeKind, extend_psn};
use crate::arriving::Arrival;
use crate::region::Range;
use crate::shared::Shared;
use crate::wire::keyed::keyed_check;
use crate::wire::{Bth, CHECK_LEN, Headers, Opcode, ParseError, Parsed, parse_into};

/// The least length of a read whose answer is predicted. There may be many shorter reads, and links
/// don't place them.
const READ_MIN: u32 = 512;

/// The predicted next packet.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) len: u32,
    pub(crate) opcode: Opcode,
    psn: u64,
    /// The destination queue pair number and shared receive queue of the packet.
    to: (u32, Option<u32>),
}

impl Qp {
    /// The predicted next packet from `from` and the target of its payload, if they are known.
    #[inline]
    pub(crate) fn expected<'a, M: Memory>(
        &self,
        shared: &'a Shared<M>,
        from: AdapterAddress,
        arrival: Arrival,
    ) -> Option<(Expected, Range<'a, M>)> {
        if !self.path.holds() || self.path.remote != from {
            return None;
        }
        let found = match arrival {
            Arrival::Write => self.expected_write(shared),
            Arrival::Response => self.expected_response(shared),
        };
        found.filter(|(expected, _)| expected.len.is_multiple_of(4))
    }

    /// The predicted packet, if it belongs to a write that has begun and no earlier packet is
    /// missing.
    fn expected_write<'a, M: Memory>(
        &self,
        shared: &'a Shared<M>,
    ) -> Option<(Expected, Range<'a, M>)> {
        let takes = matches!(self.receiving, QpState::Rtr | QpState::Rts | QpState::Sqd);
        let Unfinished::Write {
            rkey,
            addr,
            len,
            written,
        } = self.responder.unfinished
        else {
            return None;
        };
        let left = len - written;
        let (opcode, len) = if left > self.path.mtu {
            (self.opcode(Opcode::WriteMiddle), self.path.mtu)
        } else {
            (self.opcode(Opcode::WriteLast), left)
        };
        if !takes || !self.responder.held.is_empty() {
            return None;
        }
        let access = Access::REMOTE_WRITE;
        let addr = addr + u64::from(written);
        let regions = &shared.regions;
        let range = regions.remote(Rkey(rkey), self.pds(), addr, len, access)?;
        let range = self.access.contains(access).then_some(range)?;
        let expected = Expected {
            len,
            opcode,
            psn: self.responder.expected,
            to: (self.target().0, self.xrc.as_ref().map(|xrc| xrc.to.number)),
        };
        Some((expected, range))
    }

    /// The predicted packet, if it is part of the answer to the oldest request.
    fn expected_response<'a, M: Memory>(
        &self,
        shared: &'a Shared<M>,
    ) -> Option<(Expected, Range<'a, M>)> {
        let takes = matches!(self.state, QpState::Rts | QpState::Sqd);
        let r = &self.requester;
        let wqe = r.queue.front()?;
        let Source::Region { lkey, addr } = wqe.source else {
            return None;
        };
        let is_scattered = matches!(
            wqe.detail,
            Detail::Read {
                blocks: Blocks::Here(_),
                ..
            }
        );
        if !takes || wqe.kind != WqeKind::Read || is_scattered || r.una >= r.high {
            return None;
        }
        let within = (r.una - wqe.psn) % wqe.part();
        let is_last = within + 1 == wqe.part() || r.una + 1 == wqe.end();
        let opcode = match (within == 0, is_last) {
            (true, true) => Opcode::ReadResponseOnly,
            (true, false) => Opcode::ReadResponseFirst,
            (false, true) => Opcode::ReadResponseLast,
            (false, false) => Opcode::ReadResponseMiddle,
        };
        let offset = wqe.offset(r.una, self.path.mtu);
        let len = wqe.carried(offset, self.path.mtu);
        let addr = addr + u64::from(offset);
        let (pd, access) = (self.made.pd, Access::LOCAL_WRITE);
        let range = shared.regions.local(lkey, pd, addr, len, access)?;
        let expected = Expected {
            len,
            opcode: self.opcode(opcode),
            psn: r.una,
            to: (self.number.0, None),
        };
        Some((expected, range))
    }

    /// The BTH of the packet with the front `front`, if the packet is the predicted one.
    pub(crate) fn expected_bth(&self, expected: &Expected, front: &[u8]) -> Option<Bth> {
        // A front has no payload. If only the payload is wrong, the headers are in order.
        let mut parsed = Parsed::nothing();
        let bth = match parse_into(front, &mut parsed) {
            Ok(()) if parsed.payload.is_empty() => parsed.headers.bth,
            Err(ParseError::Payload { bth, len: 0, .. }) => bth,
            _ => return None,
        };
        let PacketCheck::Keyed(key) = &self.path.check else {
            return None;
        };
        let (head, check) = front.split_last_chunk::<CHECK_LEN>()?;
        let is_expected = bth.opcode == expected.opcode
            && bth.pad == 0
            && (bth.dest_qp, parsed.headers.srq) == expected.to
            && extend_psn(expected.psn, bth.psn) == expected.psn
            && keyed_check(key, head, expected.len as usize, self.laps(&bth))
                == u32::from_le_bytes(*check);
        is_expected.then_some(bth)
    }

    /// Handles the predicted packet, whose payload is already at its target.
    pub(crate) fn handle_placed<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        bth: Bth,
        expected: &Expected,
    ) {
        if bth.opcode.operation().is_response() {
            self.take_placed_response(shared, now);
            return;
        }
        self.begin_request(shared, now, bth);
        let psn = self.responder.expected;
        self.responder.refused = false;
        self.written(shared, expected.len);
        self.responder.expected = psn + 1;
        self.note_executed(shared, &Headers::new(bth), psn);
        self.end_request(shared, now);
    }

    /// Notes whether more packets of a long read's answer follow. Called when a read was sent, or
    /// answered in part.
    #[inline]
    pub(super) fn note_reading<M>(&self, shared: &mut Shared<M>) {
        let (r, arriving) = (&self.requester, &mut shared.arriving);
        let (remote, key) = (self.path.remote, self.key);
        let reads = |wqe: &Wqe| wqe.kind == WqeKind::Read && wqe.len >= READ_MIN;
        if r.una < r.high && r.queue.front().is_some_and(reads) {
            arriving.goes_on(remote, key, Arrival::Response);
        } else if arriving.pair_of(remote) == Some((key, Arrival::Response)) {
            arriving.ends(remote);
        }
    }

    /// Notes that `bytes` more of the current write are in memory.
    pub(super) fn written<M: Memory>(&mut self, shared: &mut Shared<M>, bytes: u32) {
        let Unfinished::Write { len, written, .. } = &mut self.responder.unfinished else {
            unreachable!("only a write that has begun goes on");
        };
        *written += bytes;
        if written == len {
            shared.arriving.ends(self.path.remote);
            self.responder.complete_request();
            self.note_touched(shared);
        } else {
            let (remote, key) = (self.path.remote, self.key);
            shared.arriving.goes_on(remote, key, Arrival::Write);
        }
    }
}
