//! Duplicate requests: they are answered, and never executed a second time.

use farreach_verbs::Memory;

use super::Qp;
use super::responder::{AckWait, Body};
use super::wqe::packets;
use crate::shared::Shared;
use crate::wire::{Class, Headers, Position};

impl Qp {
    /// Answers a duplicate read from the present contents of memory.
    pub(super) fn repeat_read<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        psn: u64,
    ) {
        let Some(reth) = headers.reth else { return };
        let pds = if self.class == Class::Xrc {
            self.direction(shared, headers).map(|to| to.pds)
        } else {
            Ok(self.pds())
        };
        let Ok(pds) = pds else { return };
        let count = packets(reth.length, self.path.mtu);
        let r = &self.responder;
        let within = psn + u64::from(count) <= r.expected;
        if !within || r.is_pending(psn) || !self.responder.has_room(true) {
            return;
        }
        let Ok(body) = self.read_body(shared, headers, &reth, pds) else {
            return;
        };
        self.responder.respond_again(psn, count, body);
        shared.schedule(self);
    }

    /// Answers a duplicate atomic with the stored result of its execution.
    pub(super) fn repeat_atomic<M>(&mut self, shared: &mut Shared<M>, psn: u64) {
        let r = &mut self.responder;
        let Some(result) = r.atomics.iter().find(|result| result.psn == psn) else {
            return;
        };
        let original = result.original;
        if r.is_pending(psn) || !self.responder.has_room(true) {
            return;
        }
        self.responder
            .respond_again(psn, 1, Body::Atomic { original });
        shared.schedule(self);
    }

    /// Acknowledges a duplicate write or send, but never beyond a read or atomic. Some requesters
    /// would complete the read or atomic without its data.
    pub(super) fn repeat_acknowledgement<M>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        psn: u64,
    ) {
        let ends = matches!(
            headers.bth.opcode.position(),
            Position::Last | Position::Only
        );
        if !ends && !headers.bth.ack_request {
            return;
        }
        let r = &mut self.responder;
        let known = if psn >= r.responses_end {
            r.expected - 1
        } else {
            psn
        };
        r.ack = Some(r.ack.map_or(known, |ack| ack.max(known)));
        r.ack_wait = AckWait::Nothing;
        shared.schedule(self);
    }
}
