//! XRC queue pairs, and messages that other processes of a domain forwarded to this process.

use alloc::vec::Vec;

use farreach_verbs::{
    Access, AdapterAddress, Completion, CompletionOp, CompletionStatus, DeviceError, ForwardedKind,
    Memory, QpInit, QpNumber, QpState, Time, Transport,
};

use super::{Adapter, not_found};
use crate::domain::{TakenMessage, WAKE};
use crate::link::{Link, LinkStatus, Packet, Payload};
use crate::qp::{Made, Xrc};
use crate::region::RegionTable;
use crate::shared::Shared;
use crate::slab::Key;

impl<M: Memory> Adapter<M> {
    /// Checks whether an XRC queue pair can be created. Returns its partner, if it has one.
    pub(super) fn check_xrc(&self, init: &QpInit) -> Result<Option<Key>, DeviceError> {
        let transport = init.transport;
        let not_offered = |what| Err(DeviceError::NotOffered { transport, what });
        if !transport.is_xrc() {
            return match (init.domain, init.partner) {
                (None, None) => Ok(None),
                (Some(_), _) => not_offered("XRC domains"),
                (_, Some(_)) => not_offered("partners"),
            };
        }
        let Some(domain) = init.domain else {
            return not_offered("pairs without a domain");
        };
        if init.srq.is_some() {
            return not_offered("a shared receive queue of its own");
        }
        if !self.shared.domains.contains(domain) {
            return Err(not_found("XRC domain", domain.0));
        }
        let Some(partner) = init.partner else {
            return Ok(None);
        };
        if transport == Transport::XrcTarget {
            return not_offered("partners: the initiator, which is made after it, names it");
        }
        let target = self.qp(partner)?;
        let is_of_domain = |xrc: &Xrc| xrc.target == partner && xrc.domain == domain;
        if !target.xrc.as_deref().is_some_and(is_of_domain) {
            return not_offered("a partner that is no target of its domain");
        }
        if target.has_partners() {
            return Err(DeviceError::InUse {
                kind: "XRC target",
                number: partner.0,
            });
        }
        Ok(Some(target.key))
    }

    /// Creates an initiator, which shares one object with its partner.
    pub(super) fn join(&mut self, partner: Key, number: QpNumber, init: &QpInit) {
        let pair = self.qps.get_mut(partner).expect("it was looked up");
        pair.number = number;
        pair.made = Made::with(init);
        pair.state = if pair.receiving == QpState::Error {
            QpState::Error
        } else {
            QpState::Reset
        };
    }

    /// Delivers messages that other processes of the domain forwarded to this process, as far as
    /// receives are posted. Returns the number of messages.
    #[inline]
    pub fn take_forwarded(&mut self) -> usize {
        if self.shared.domains.is_empty() {
            return 0;
        }
        self.take_from_domains()
    }

    fn take_from_domains(&mut self) -> usize {
        let mut count = 0;
        let Shared {
            domains,
            srqs,
            cqs,
            regions,
            counters,
            ..
        } = &mut self.shared;
        while let Some((message, taken, bytes)) = domains.take(srqs) {
            count += 1;
            let Some(taken) = taken else {
                counters.dropped.no_receive += 1;
                continue;
            };
            counters.taken += 1;
            let (op, len) = match message.kind {
                ForwardedKind::Send => (CompletionOp::Receive, bytes.len() as u32),
                ForwardedKind::WriteImm(len) => (CompletionOp::ReceiveWriteImm, len),
            };
            let completion = Completion {
                id: taken.receive.id,
                qp: QpNumber(0),
                status: store(regions, &taken, bytes),
                op,
                bytes: len,
                imm: message.imm,
                source: None,
            };
            let cq = cqs.get_mut(Key(taken.cq.0));
            let cq = cq.expect("a used completion queue is not destroyed");
            if cq.push(completion).is_err() {
                counters.cq_overruns += 1;
            }
        }
        count
    }

    /// The deadline of forwarded messages: at once if a waiting message now has a receive, or a
    /// wake-up is to be sent.
    pub(super) fn domains_deadline(&self) -> Option<Time> {
        let Shared {
            wakes,
            domains,
            srqs,
            ..
        } = &self.shared;
        let is_due = !wakes.is_empty() || domains.has_receive(srqs);
        is_due.then_some(Time::ZERO)
    }

    /// Sends wake-ups by `link`.
    #[cold]
    pub(super) fn send_wakes(wakes: &mut Vec<AdapterAddress>, link: &mut impl Link<M>) {
        while let Some(&to) = wakes.last() {
            let wake = Packet {
                to,
                head: &WAKE,
                payload: Payload::None,
                tail: &[],
            };
            if link.send(&wake) == LinkStatus::Full {
                break;
            }
            wakes.pop();
        }
    }

    /// Announces a sleep that only a packet ends. A process that forwards a message to this process
    /// sends a packet from now on. Returns whether a message is waiting already.
    pub fn sleep_until_packet(&mut self) -> bool {
        self.shared.domains.sleep_until_packet()
    }
}

/// Copies a message into its receive.
fn store<M: Memory>(
    regions: &RegionTable<M>,
    taken: &TakenMessage,
    bytes: &[u8],
) -> CompletionStatus {
    let to = &taken.receive.local;
    if bytes.len() > to.len as usize {
        return CompletionStatus::LocalLength;
    }
    if bytes.is_empty() {
        return CompletionStatus::Success;
    }
    let len = bytes.len() as u32;
    let range = regions.local(to.lkey, taken.pd, to.addr, len, Access::LOCAL_WRITE);
    match range.map(|range| range.memory.write(range.offset, bytes)) {
        Some(Ok(())) => CompletionStatus::Success,
        _ => CompletionStatus::LocalProtection,
    }
}
