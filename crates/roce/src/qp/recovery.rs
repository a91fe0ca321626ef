//! Selective repeat between Farreach's adapters: which packets the requester sends again.
//!
//! ```text
//!          una                                    next
//!  ─────────┼──────────▒▒▒▒▒▒▒▒▒────▒▒▒▒────────────┼──▶ PSNs      ▒ held by the responder, as its NAK tells
//!           │ missing  │       │miss│  under way     │
//! ```
//!
//! A packet counts as lost once a packet that was sent later has arrived. For a packet that was
//! sent once, a later packet that the responder holds is the evidence. For a packet that was sent
//! again, the arrival of a later repetition is the evidence. A loss therefore costs one round trip,
//! and so does the loss of a repetition. If nothing arrives that could be evidence, the requester
//! sends a probe: the last packet again, or the oldest packet if it is known to be missing. The
//! responder answers the last packet with all that it holds. See [`super::timer`].

use alloc::collections::BTreeMap;
use core::ops::Range;

use farreach_verbs::{CompletionStatus, Memory, Time};

use super::{Qp, Turn};
use crate::link::Link;
use crate::outbox::Handed;
use crate::shared::Shared;
use crate::wire::HeldEth;

/// Packets that are sent again out of order.
#[derive(Default)]
pub(super) struct Missing {
    packets: BTreeMap<u64, Option<Repetition>>,
    /// The number of them that are not sent yet.
    unsent: usize,
    /// The number of repetitions so far.
    repetitions: u64,
    /// The latest repetition that arrived.
    arrived: u64,
}

/// The last repetition of a packet.
#[derive(Clone, Copy)]
struct Repetition {
    /// The number of the repetition.
    number: u64,
    /// The value of `high` at that time: packets from this PSN on were sent later.
    high: u64,
}

impl Missing {
    pub(super) fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Forgets all packets: everything will be sent again in order.
    pub(super) fn clear(&mut self) {
        self.packets.clear();
        self.unsent = 0;
    }

    /// Marks `psn` to be sent again.
    fn insert(&mut self, psn: u64) {
        if !matches!(self.packets.insert(psn, None), Some(None)) {
            self.unsent += 1;
        }
    }

    /// Whether `psn` is to be sent again, given that the responder holds `held`, a later PSN.
    fn is_lost(&self, psn: u64, held: u64) -> bool {
        match self.packets.get(&psn) {
            None => true,
            Some(None) => false,
            Some(Some(last)) => held >= last.high || self.arrived > last.number,
        }
    }

    /// The oldest packet that is not sent yet.
    fn next(&self) -> Option<u64> {
        if self.unsent == 0 {
            return None;
        }
        let unsent = self.packets.iter().find(|(_, sent)| sent.is_none());
        unsent.map(|(&psn, _)| psn)
    }

    fn sent(&mut self, psn: u64, high: u64) {
        self.unsent -= 1;
        self.repetitions += 1;
        let number = self.repetitions;
        self.packets.insert(psn, Some(Repetition { number, high }));
    }

    /// Notes that `psn` has arrived.
    fn remove(&mut self, psn: u64) {
        match self.packets.remove(&psn) {
            Some(Some(repetition)) => self.arrived = self.arrived.max(repetition.number),
            Some(None) => self.unsent -= 1,
            None => {}
        }
    }

    /// Notes that the packets in `range` have arrived.
    fn arrived(&mut self, range: Range<u64>) {
        while let Some((&psn, _)) = self.packets.range(range.clone()).next() {
            self.remove(psn);
        }
    }

    /// Notes that everything before `una` has arrived.
    fn settle(&mut self, una: u64) {
        while let Some((&psn, _)) = self.packets.first_key_value()
            && psn < una
        {
            self.remove(psn);
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.packets.len() * size_of::<(u64, Option<Repetition>)>()
    }
}

impl Qp {
    /// Handles a NAK: the responder misses `psn` and holds what `held` says. It may have left the
    /// last request unhandled for `waited` microseconds.
    pub(super) fn resend_missing<M>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        psn: u64,
        (held, waited): (HeldEth, u32),
    ) {
        let last = psn + held.last();
        let r = &mut self.requester;
        if last >= r.next {
            // The NAK is about packets that were sent before the requester went back. All of them
            // are on their way again.
            return;
        }
        for (start, end) in held.ranges() {
            r.missing.arrived(psn + start..psn + end);
        }
        let is_held = |sample| {
            held.ranges()
                .any(|(start, end)| (psn + start..psn + end).contains(&sample))
        };
        if self.requester.lengths() > 1
            && let Some((sample, sent)) = self.requester.timing.held(is_held, now)
        {
            self.note_round(shared, now, sample, sent, waited);
        }
        let mut lost = 0;
        let (mut from, mut is_known) = (psn, held.is_whole());
        for (start, end) in held.ranges() {
            let gap_end = if is_known { psn + start } else { psn + 1 };
            for missing in from..gap_end {
                if self.begins_request(missing) && self.requester.missing.is_lost(missing, last) {
                    self.requester.missing.insert(missing);
                    lost += 1;
                }
            }
            (from, is_known) = (psn + end, true);
        }
        if lost > 0 {
            let mtu = self.path_mtu();
            let r = &mut self.requester;
            if r.una >= r.recover {
                r.recover = r.high;
                r.shrink_window(mtu, lost);
            } else {
                r.shrink_window_more(mtu, lost);
            }
            shared.schedule(self);
        }
    }

    /// Sends a packet again that elicits an answer.
    pub(super) fn probe<M>(&mut self, shared: &mut Shared<M>) {
        shared.counters.probes += 1;
        let r = &self.requester;
        let awaits_data = r.queue.front().is_some_and(|wqe| wqe.kind.has_response());
        let psn = if awaits_data || !r.missing.is_empty() {
            r.una
        } else {
            self.last_request()
        };
        self.requester.missing.insert(psn);
        shared.schedule(self);
    }

    /// Removes the packets before `una` from the missing ones.
    pub(super) fn settle_missing(&mut self) {
        let r = &mut self.requester;
        r.missing.settle(r.una);
    }

    /// Sends the missing packets.
    pub(super) fn transmit_missing<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        link: &mut impl Link<M>,
        budget: &mut u32,
    ) -> Turn {
        let envelope = self.envelope(shared);
        while let Some(psn) = self.requester.missing.next() {
            if !self.requester.is_due(now) {
                return Turn::Paced;
            }
            if *budget == 0 {
                return Turn::More;
            }
            *budget -= 1;
            let step = self.step_at(psn);
            match self.send_step(shared, link, &envelope, &step, true) {
                Some(Handed::Sent { bytes }) => self.request_left(shared, bytes, psn),
                Some(Handed::Full) => return Turn::Full,
                None => {
                    self.fail_local(shared, step.index, CompletionStatus::LocalProtection);
                    return Turn::Done;
                }
            }
            shared.counters.retransmitted += 1;
            let r = &mut self.requester;
            r.missing.sent(psn, r.high);
            r.pace(now, step.charge);
            if r.lengths() > 1 {
                r.timing.repeated(psn);
            } else {
                r.timing.abandon_measurement();
            }
            if r.timing.is_stuck(now) {
                shared.stuck = Some(envelope.to);
            }
            self.arm(shared, now);
        }
        Turn::Done
    }
}
