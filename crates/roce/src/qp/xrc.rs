//! XRC: an initiator and a target as the two halves of a pair, and whom a request to the target is for.
//!
//! ```text
//!   this process                                         the peer
//!  ┌ Qp ───────────────────┐                            ┌ Qp ───────────────────┐
//!  │ requester (initiator) │──requests with XRCETH─────▶│ responder (target)    │
//!  │        number         │◀────────responses──────────│        target         │
//!  │ responder (target)    │◀─requests with XRCETH──────│ requester (initiator) │
//!  │        target         │─────────responses─────────▶│        number         │
//!  └───────────────────────┘                            └───────────────────────┘
//! ```
//! Partners are one [`Qp`] under two numbers, so that an end of a connection costs what one of RC does, and requests of one
//! direction carry acknowledgements of the other. An initiator or a target alone is a pair of which one half is not used.

use farreach_verbs::{
    DeviceError, DomainId, Forwarded, ForwardedKind, ForwardedMessage, Memory, QpInit, QpNumber,
    QpState, QpTransition, SrqId, SrqNumber, Transport,
};

use super::Qp;
use super::responder::{INVALID, Message, Refusal};
use crate::domain::{self, Receiver};
use crate::region::Pds;
use crate::shared::Shared;
use crate::slab::Key;
use crate::wire::{Class, Headers, Opcode, Position};

/// Which of the halves of a pair is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// All of a pair that is not of XRC.
    Both,
    Initiator,
    Target,
}

/// Where a message goes, and what it may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Direction {
    /// The protection domains that remote requests are checked against: of XRC that of the domain's segments and, for an own
    /// shared receive queue, the queue's.
    pub(super) pds: Pds,
    /// Receives are taken from here; of XRC, `None` if they are another process's.
    pub(super) srq: Option<SrqId>,
    /// The number that the XRCETH names.
    pub(super) number: u32,
}

impl Direction {
    /// That of a pair before any message of XRC.
    pub(super) fn new(init: &QpInit) -> Self {
        Direction {
            pds: Pds::only(init.domain.map_or(init.pd, domain::pd_of)),
            srq: init.srq,
            number: 0,
        }
    }
}

impl Qp {
    /// Transport, number and state of a half.
    pub(crate) fn half(&self, half: Half) -> (Transport, QpNumber, QpState) {
        match half {
            Half::Both => (self.init.transport, self.number, self.state),
            Half::Initiator => (Transport::XrcInitiator, self.number, self.state),
            Half::Target => (Transport::XrcTarget, self.target, self.receiving),
        }
    }

    /// Which half has the number.
    pub(crate) fn half_of(&self, number: QpNumber) -> Half {
        if self.class != Class::Xrc {
            Half::Both
        } else if number == self.number {
            Half::Initiator
        } else {
            Half::Target
        }
    }

    /// Whether both halves are used.
    pub(crate) fn has_partners(&self) -> bool {
        self.number.0 != 0 && self.target.0 != 0
    }

    /// Partners have one path, and the target is ready before anything leaves: requests tell what it acknowledges.
    pub(super) fn check_partners(
        &self,
        half: Half,
        transition: &QpTransition,
    ) -> Result<(), DeviceError> {
        let path = &self.path;
        match *transition {
            QpTransition::ToRtr {
                remote, mtu, check, ..
            } if path.destination.is_some()
                && (path.remote, path.mtu, path.check) != (remote, mtu, check) =>
            {
                Err(DeviceError::NotOffered {
                    transport: self.half(half).0,
                    what: "another path than its partner's",
                })
            }
            QpTransition::ToRts { .. }
                if half == Half::Initiator
                    && self.has_partners()
                    && !matches!(self.receiving, QpState::Rtr | QpState::Rts) =>
            {
                Err(DeviceError::InvalidState {
                    qp: self.target,
                    state: self.receiving,
                    what: "the transition to RTS of its partner",
                })
            }
            _ => Ok(()),
        }
    }

    /// The opcode of XRC for an operation.
    #[inline(never)]
    pub(super) fn xrc_opcode(of_rc: Opcode) -> Opcode {
        of_rc.to_xrc()
    }

    /// Finds out whom a request of XRC is for. All packets of a message are for the same queue.
    pub(super) fn direct<M: Memory>(
        &mut self,
        shared: &Shared<M>,
        headers: &Headers,
    ) -> Result<(), Refusal> {
        if matches!(self.responder.message, Message::None) {
            self.to = self.direction(shared, headers)?;
            return Ok(());
        }
        let srq = self.to.srq;
        let is_there = srq.is_none_or(|srq| shared.srqs.get(Key(srq.0)).is_some());
        if headers.srq == Some(self.to.number) && is_there {
            Ok(())
        } else {
            Err(INVALID)
        }
    }

    /// Where a request goes, by its XRCETH.
    pub(super) fn direction<M: Memory>(
        &self,
        shared: &Shared<M>,
        headers: &Headers,
    ) -> Result<Direction, Refusal> {
        let number = headers.srq.ok_or(INVALID)?;
        let domain = self.domain();
        let segments = domain::pd_of(domain);
        let (srq, own) = match shared.domains.receiver(domain, SrqNumber(number)) {
            None => return Err(INVALID),
            Some(Receiver::NotYet) => return Err(Refusal::NotReady),
            Some(Receiver::Other) => (None, segments),
            Some(Receiver::Own(key)) => {
                let queue = shared.srqs.get(key).ok_or(INVALID)?;
                (Some(SrqId(key.0)), queue.pd)
            }
        };
        Ok(Direction {
            pds: Pds {
                first: segments,
                second: own,
            },
            srq,
            number,
        })
    }

    /// Whether the message under way is for another process of the domain.
    #[inline]
    pub(super) fn is_for_other(&self) -> bool {
        self.class == Class::Xrc && self.to.srq.is_none()
    }

    fn domain(&self) -> DomainId {
        self.init.domain.expect("an XRC pair has a domain")
    }

    /// Another process's memory was written.
    #[inline]
    pub(super) fn note_touched<M: Memory>(&self, shared: &Shared<M>) {
        if self.is_for_other() {
            let number = SrqNumber(self.to.number);
            shared.domains.touched(self.domain(), number);
        }
    }

    /// Takes a send for another process: gathers its packets and hands it on whole.
    pub(super) fn execute_forward<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<u64, Refusal> {
        let position = headers.bth.opcode.position();
        self.check_length(position, payload.len())?;
        let begins = matches!(position, Position::First | Position::Only);
        match self.responder.message {
            Message::None if begins => {}
            Message::Forward if !begins => {}
            _ => return Err(INVALID),
        }
        let gathered = self.responder.gathered.len();
        let most = shared.domains.forward_max(self.domain()) as usize;
        if gathered + payload.len() > most {
            self.responder.gathered = Vec::new();
            return Err(INVALID);
        }
        if matches!(position, Position::First | Position::Middle) {
            self.responder.gathered.extend_from_slice(payload);
            self.responder.message = Message::Forward;
            return Ok(self.responder.expected + 1);
        }
        let kind = ForwardedKind::Send;
        if position == Position::Only {
            self.forward(shared, kind, headers.imm, payload)?;
        } else {
            let mut bytes = std::mem::take(&mut self.responder.gathered);
            bytes.extend_from_slice(payload);
            let outcome = self.forward(shared, kind, headers.imm, &bytes);
            if outcome.is_err() {
                // The last packet comes again.
                bytes.truncate(gathered);
                self.responder.gathered = bytes;
            }
            outcome?;
        }
        self.responder.complete_message();
        Ok(self.responder.expected + 1)
    }

    /// Hands a message to the process that it is for.
    pub(super) fn forward<M: Memory>(
        &self,
        shared: &mut Shared<M>,
        kind: ForwardedKind,
        imm: Option<u32>,
        bytes: &[u8],
    ) -> Result<(), Refusal> {
        let message = ForwardedMessage {
            srq: SrqNumber(self.to.number),
            kind,
            imm,
        };
        match shared.domains.forward(self.domain(), &message, bytes) {
            Forwarded::Done(wake) => {
                shared.counters.forwarded += 1;
                shared.wakes.extend(wake);
                Ok(())
            }
            Forwarded::Full => Err(Refusal::NotReady),
        }
    }
}
