//! Sends responses as packets, in this order: read data and results of atomics, acknowledgements,
//! NAKs.
//!
//! Between Farreach's adapters, every request carries the low 23 bits of the number of packets of the
//! opposite direction that are acknowledged, counted from the connection's first. 16 bits take the place
//! of the partition key, which is not needed there, since the key of the keyed check identifies the pair.
//! 7 take the place of bits that the standard reserves. The keyed check covers the upper bits of the
//! number too. An acknowledgement is sent alone only if it is requested, or if no request is sent before
//! the next transmit pass.
//!
//! ```text
//!    0                   1                   2                   3
//!    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//!   ┌───────────────┬─┬─┬───┬───────┬───────────────────────────────┐
//!   │    opcode     │S│M│pad│ tver  │     acknowledged, low 16      │   the first and the last word of the BTH
//!   ├─┬─────────────┼─┴─┴───┴───────┴───────────────────────────────┤
//!   │A│ next 7 bits │                      PSN                      │
//!   └─┴─────────────┴───────────────────────────────────────────────┘
//! ```
//!
//! Between Farreach's adapters, M says that the requester is patient: the acknowledgement of this
//! message may wait for [`PATIENCE`] until a request carries it. The requester's timer takes this
//! into account.
//!
//! [`PATIENCE`]: super::PATIENCE

use farreach_verbs::{Access, Memory, Rkey};

use super::responder::{AckWait, Body, Response};
use super::{Qp, Turn, wire_psn};
use crate::link::{Gaps, Link};
use crate::outbox::{Content, Handed};
use crate::region::{Pds, RegionTable};
use crate::shared::Shared;
use crate::wire::keyed::Laps;
use crate::wire::{Aeth, AtomicAckEth, Bth, Headers, NakCode, Opcode, SpacingEth, Syndrome};

impl Qp {
    /// Sends responses until none is left or a limit stops it.
    pub(super) fn transmit_responses<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        link: &mut impl Link<M>,
        budget: &mut u32,
    ) -> Turn {
        while let Some(&response) = self.responder.responses.front() {
            if *budget == 0 {
                return Turn::More;
            }
            *budget -= 1;
            let psn = response.psn + u64::from(response.sent);
            let Some((mut headers, content)) =
                self.response_packet(&shared.regions, &response, psn)
            else {
                // The region was deregistered after the request was accepted.
                self.responder.responses.clear();
                self.fault(shared, psn, NakCode::RemoteAccess);
                break;
            };
            let envelope = self.envelope(shared);
            let laps = Laps::new(psn, 0);
            match (shared.outbox).send(link, &envelope, laps, &mut headers, content) {
                Ok(Handed::Sent { bytes }) => shared.count_rc_sent(bytes),
                Ok(Handed::Full) => return Turn::Full,
                Err(_) => {
                    self.responder.responses.clear();
                    self.fault(shared, psn, NakCode::RemoteOperation);
                    break;
                }
            }
            let responses = &mut self.responder.responses;
            if response.sent + 1 == response.packets {
                responses.pop_front();
            } else if let Some(front) = responses.front_mut() {
                front.sent += 1;
            }
        }
        Turn::Done
    }

    /// Sends the pending acknowledgement and NAK.
    pub(super) fn transmit_acknowledgements<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        link: &mut impl Link<M>,
    ) -> Turn {
        let nak = self.responder.nak;
        if self.path.holds() && nak.is_some_and(|(psn, _)| self.responder.ack < Some(psn)) {
            // A NAK acknowledges everything before it.
            self.responder.acknowledged();
        }
        if let Some(psn) = self.responder.ack
            && self.responder.ack_wait == AckWait::Nothing
            && !self.carries_acknowledgement(shared, psn)
        {
            match self.send_acknowledge(shared, link, psn, Syndrome::ACK) {
                Handed::Sent { .. } => shared.counters.acks_sent += 1,
                Handed::Full => return Turn::Full,
            }
            self.responder.acknowledged();
        }
        if let Some((psn, syndrome)) = nak {
            match self.send_acknowledge(shared, link, psn, syndrome) {
                Handed::Sent { .. } if matches!(syndrome, Syndrome::RnrNak { .. }) => {
                    shared.counters.rnr_naks_sent += 1;
                }
                Handed::Sent { .. } => shared.counters.naks_sent += 1,
                Handed::Full => return Turn::Full,
            }
            self.responder.nak = None;
        }
        Turn::Done
    }

    /// Whether a request that is sent now carries the acknowledgement of `psn`.
    fn carries_acknowledgement<M>(&self, shared: &Shared<M>, psn: u64) -> bool {
        self.path.holds() && self.responder.acknowledgeable() >= psn && self.has_new_request(shared)
    }

    /// One packet of a response: its headers and its payload. `None` if the remote key no longer permits the access.
    #[inline]
    fn response_packet<'a, M: Memory>(
        &self,
        regions: &'a RegionTable<M>,
        response: &Response,
        psn: u64,
    ) -> Option<(Headers, Content<'a, M>)> {
        let mtu = self.path.mtu;
        let remote_qp = self.remote_requester().0;
        let aeth = Some(Aeth {
            syndrome: Syndrome::ACK,
            msn: response.msn,
        });
        let (rkey, addr, len, pd, blocks) = match response.body {
            Body::Read {
                rkey,
                addr,
                len,
                pd,
            } => (rkey, addr, len, pd, None),
            Body::ReadBlocks {
                rkey,
                addr,
                len,
                pd,
                blocks,
            } => (rkey, addr, len, pd, Some(blocks)),
            Body::Atomic { original } => {
                let opcode = self.opcode(Opcode::AtomicAcknowledge);
                let bth = Bth::new(opcode, remote_qp, wire_psn(psn));
                let mut headers = Headers::new(bth);
                headers.aeth = aeth;
                headers.atomic_ack = Some(AtomicAckEth { original });
                return Some((headers, Content::Bytes(&[])));
            }
        };
        let opcode = match (response.sent == 0, response.sent + 1 == response.packets) {
            (true, true) => Opcode::ReadResponseOnly,
            (true, false) => Opcode::ReadResponseFirst,
            (false, true) => Opcode::ReadResponseLast,
            (false, false) => Opcode::ReadResponseMiddle,
        };
        let opcode = self.opcode(opcode);
        let mut headers = Headers::new(Bth::new(opcode, remote_qp, wire_psn(psn)));
        headers.aeth = aeth.filter(|_| opcode.has_aeth());
        let offset = (u64::from(response.sent) * u64::from(mtu)) as u32;
        let bytes = (len - offset).min(mtu);
        if bytes == 0 {
            return Some((headers, Content::Bytes(&[])));
        }
        let (rkey, pds, access) = (Rkey(rkey), Pds::only(pd), Access::REMOTE_READ);
        if let Some(SpacingEth { spacing, skipped }) = blocks {
            let at = u64::from(skipped) + u64::from(offset);
            let (first, span) = spacing.span(at, u64::from(bytes))?;
            let range = regions.remote(rkey, pds, addr + first, span as u32, access)?;
            let gaps = Gaps::new(spacing, at);
            return Some((headers, Content::Blocks(range, bytes as usize, gaps)));
        }
        let range = regions.remote(rkey, pds, addr + u64::from(offset), bytes, access)?;
        Some((headers, Content::Range(range, bytes as usize)))
    }

    fn send_acknowledge<M: Memory>(
        &self,
        shared: &mut Shared<M>,
        link: &mut impl Link<M>,
        psn: u64,
        syndrome: Syndrome,
    ) -> Handed {
        let tells_held = self.path.holds() && syndrome == Syndrome::Nak(NakCode::PsnSequence);
        let opcode = if tells_held {
            Opcode::AcknowledgeHeld
        } else {
            Opcode::Acknowledge
        };
        let remote_qp = self.remote_requester().0;
        let bth = Bth::new(self.opcode(opcode), remote_qp, wire_psn(psn));
        let mut headers = Headers::new(bth);
        headers.held = tells_held.then(|| self.responder.held.beyond(psn));
        headers.aeth = Some(Aeth {
            syndrome,
            msn: self.responder.msn,
        });
        let envelope = self.envelope(shared);
        let handed = shared
            .outbox
            .send(
                link,
                &envelope,
                Laps::new(psn, 0),
                &mut headers,
                Content::Bytes(&[]),
            )
            .expect("no memory is read");
        if let Handed::Sent { bytes } = handed {
            shared.count_rc_sent(bytes);
        }
        handed
    }
}
