//! XRC: an initiator and a target as the two halves of a queue pair, and the process that a request
//! is for.
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
//!
//! Partners are one [`Qp`] with two numbers. An end of an XRC connection therefore costs as much as
//! an end of an RC connection, and requests of one direction carry acknowledgements of the other.
//! If an initiator or a target has no partner, the other half of its [`Qp`] is unused.

use alloc::vec::Vec;

use farreach_verbs::{
    DeviceError, DomainId, Forwarded, ForwardedKind, ForwardedMessage, Memory, QpInit, QpNumber,
    QpState, QpTransition, SrqId, SrqNumber, Transport,
};

use super::Qp;
use super::responder::{INVALID, Refusal, Unfinished};
use crate::domain::{self, Receiver};
use crate::region::Pds;
use crate::shared::Shared;
use crate::slab::Key;
use crate::wire::{Class, Headers, Opcode, Position};

/// A half of a queue pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// The whole queue pair, which is not XRC.
    Both,
    Initiator,
    Target,
}

/// Attributes of XRC queue pairs.
pub(crate) struct Xrc {
    /// The number of the target. Zero for an initiator alone.
    pub(crate) target: QpNumber,
    /// The destination queue pair number of responses.
    pub(super) remote_requester: QpNumber,
    pub(crate) domain: DomainId,
    /// Where the request under way goes.
    pub(super) to: Direction,
    /// The packets, so far, of a message for another process.
    pub(super) gathered: Vec<u8>,
}

impl Xrc {
    pub(super) fn new(number: QpNumber, init: &QpInit) -> Option<Self> {
        let domain = init.domain?;
        Some(Xrc {
            target: number,
            remote_requester: QpNumber(0),
            domain,
            to: Direction::of(domain),
            gathered: Vec::new(),
        })
    }

    /// Forgets the connection.
    pub(super) fn reset(&mut self) {
        self.remote_requester = QpNumber(0);
        self.to = Direction::of(self.domain);
        self.gathered = Vec::new();
    }

    /// Whether the request under way is for another process of the domain.
    pub(super) fn is_for_other(&self) -> bool {
        self.to.srq.is_none()
    }

    pub(super) fn heap_bytes(&self) -> usize {
        size_of::<Self>() + self.gathered.capacity()
    }
}

/// The destination of a message, and the memory that it can access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Direction {
    /// The protection domains that remote requests are checked against: that of the domain's
    /// segments and, for this process's SRQ, the SRQ's. If segments are not shared, that of the SRQ's process.
    pub(super) pds: Pds,
    /// The SRQ that provides the receive. `None` if another process owns the SRQ.
    pub(super) srq: Option<SrqId>,
    /// The SRQ number in the domain.
    pub(super) number: u32,
}

impl Direction {
    /// That before any request.
    fn of(domain: DomainId) -> Self {
        Direction {
            pds: Pds::only(domain::pd_of(domain)),
            srq: None,
            number: 0,
        }
    }
}

impl Qp {
    /// The transport, number and state of a half.
    pub(crate) fn half(&self, half: Half) -> (Transport, QpNumber, QpState) {
        match half {
            Half::Both => (self.made.transport, self.number, self.state),
            Half::Initiator => (Transport::XrcInitiator, self.number, self.state),
            Half::Target => (Transport::XrcTarget, self.target(), self.receiving),
        }
    }

    /// The half that has the number.
    pub(crate) fn half_of(&self, number: QpNumber) -> Half {
        if self.class != Class::Xrc {
            Half::Both
        } else if number == self.number {
            Half::Initiator
        } else {
            Half::Target
        }
    }

    /// Whether the half that takes responses (or requests) has the number.
    #[cold]
    #[inline(never)]
    pub(crate) fn has(&self, takes_responses: bool, number: u32) -> bool {
        let own = if takes_responses {
            self.number
        } else {
            self.target()
        };
        own.0 == number
    }

    /// Whether both halves are used.
    pub(crate) fn has_partners(&self) -> bool {
        self.number.0 != 0 && self.target().0 != 0
    }

    /// Destroys the target and keeps the initiator.
    pub(crate) fn drop_target(&mut self) {
        self.xrc_mut().target = QpNumber(0);
    }

    /// Checks a transition of partners: they must have one path, and the target must be ready
    /// before the initiator sends, since requests carry the target's acknowledgements.
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
                    qp: self.target(),
                    state: self.receiving,
                    what: "the transition to RTS of its partner",
                })
            }
            _ => Ok(()),
        }
    }

    /// The XRC opcode of an operation, given the opcode of RC.
    #[cold]
    #[inline(never)]
    pub(super) fn xrc_opcode(of_rc: Opcode) -> Opcode {
        of_rc.to_xrc()
    }

    /// Finds out whom a request is for. All packets of a request are for the same queue.
    pub(super) fn direct<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
    ) -> Result<(), Refusal> {
        if matches!(self.responder.unfinished, Unfinished::None) {
            let to = self.direction(shared, headers)?;
            if to.srq.is_none() && !shared.domains.shares_segments() {
                shared.domains.learn(&mut shared.regions);
            }
            self.xrc_mut().to = to;
            return Ok(());
        }
        let to = &self.xrc().to;
        let is_there = to
            .srq
            .is_none_or(|srq| shared.srqs.get(Key(srq.0)).is_some());
        let named = headers.srq.map(|srq| shared.domains.told(SrqNumber(srq)));
        if named == Some(SrqNumber(to.number)) && is_there {
            Ok(())
        } else {
            Err(INVALID)
        }
    }

    /// The destination of a request, from its XRCETH.
    pub(super) fn direction<M: Memory>(
        &self,
        shared: &Shared<M>,
        headers: &Headers,
    ) -> Result<Direction, Refusal> {
        let named = SrqNumber(headers.srq.ok_or(INVALID)?);
        let number = shared.domains.told(named).0;
        let domain = self.xrc().domain;
        let (srq, own) = match shared.domains.receiver(domain, SrqNumber(number)) {
            None => return Err(INVALID),
            Some(Receiver::NotYet) => return Err(Refusal::NotReady),
            Some(Receiver::Other) => (None, None),
            Some(Receiver::Own(key)) => {
                let queue = shared.srqs.get(key).ok_or(INVALID)?;
                (Some(SrqId(key.0)), Some(queue.pd))
            }
        };
        Ok(Direction {
            pds: shared.domains.pds(domain, SrqNumber(number), own),
            srq,
            number,
        })
    }

    /// Whether the request under way is for another process of the domain.
    #[inline]
    pub(super) fn is_for_other(&self) -> bool {
        self.xrc.as_ref().is_some_and(|xrc| xrc.is_for_other())
    }

    fn xrc(&self) -> &Xrc {
        self.xrc.as_ref().expect("an XRC pair")
    }

    fn xrc_mut(&mut self) -> &mut Xrc {
        self.xrc.as_mut().expect("an XRC pair")
    }

    /// Notes that another process's memory was written.
    #[inline]
    pub(super) fn note_touched<M: Memory>(&self, shared: &Shared<M>) {
        if let Some(xrc) = &self.xrc
            && xrc.is_for_other()
        {
            let number = SrqNumber(xrc.to.number);
            shared.domains.touched(xrc.domain, number);
        }
    }

    /// Handles a send for another process: gathers its packets, and forwards the whole message.
    pub(super) fn execute_forward<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<u64, Refusal> {
        let position = headers.bth.opcode.position();
        self.check_length(position, payload.len())?;
        let begins = matches!(position, Position::First | Position::Only);
        match self.responder.unfinished {
            Unfinished::None if begins => {}
            Unfinished::Forward if !begins => {}
            _ => return Err(INVALID),
        }
        let xrc = self.xrc_mut();
        let gathered = xrc.gathered.len();
        let most = shared.domains.forward_max(xrc.domain) as usize;
        if gathered + payload.len() > most {
            xrc.gathered = Vec::new();
            return Err(INVALID);
        }
        if matches!(position, Position::First | Position::Middle) {
            xrc.gathered.extend_from_slice(payload);
            self.responder.unfinished = Unfinished::Forward;
            return Ok(self.responder.expected + 1);
        }
        let kind = ForwardedKind::Send;
        if position == Position::Only {
            self.forward(shared, kind, headers.imm, payload)?;
        } else {
            let mut bytes = core::mem::take(&mut xrc.gathered);
            bytes.extend_from_slice(payload);
            let outcome = self.forward(shared, kind, headers.imm, &bytes);
            if outcome.is_err() {
                // The domain has no room, so the requester sends the last packet again.
                bytes.truncate(gathered);
                self.xrc_mut().gathered = bytes;
            }
            outcome?;
        }
        self.responder.complete_request();
        Ok(self.responder.expected + 1)
    }

    /// Forwards a message to its process.
    pub(super) fn forward<M: Memory>(
        &self,
        shared: &mut Shared<M>,
        kind: ForwardedKind,
        imm: Option<u32>,
        bytes: &[u8],
    ) -> Result<(), Refusal> {
        let message = ForwardedMessage {
            srq: SrqNumber(self.xrc().to.number),
            kind,
            imm,
        };
        match shared.domains.forward(self.xrc().domain, &message, bytes) {
            Forwarded::Done(wake) => {
                shared.counters.forwarded += 1;
                shared.wakes.extend(wake);
                Ok(())
            }
            Forwarded::Full => Err(Refusal::NotReady),
        }
    }
}
