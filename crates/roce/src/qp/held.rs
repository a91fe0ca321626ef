//! Between Farreach's adapters, requests that arrive beyond a gap are held.
//!
//! ```text
//!             expected      held   held        held
//!   ────────────┼────────────▒▒▒▒───▒▒▒▒────────▒▒▒▒──▶ PSNs      NAK(expected, ranges of what is held)
//!     executed  │ missing          (nothing is carried out, no memory written)
//! ```
//!
//! Once the gap is filled, the held requests are executed in the order of their PSNs. Memory
//! changes in the order in which it would change without loss.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use farreach_verbs::Memory;

use super::congestion::LENGTHS_MAX;
use super::wqe::PACKET_OVERHEAD;
use super::{Qp, extend_psn};
use crate::config::Congestion;
use crate::shared::Shared;
use crate::wire::{Headers, HeldEth, NakCode, Syndrome};

/// Packets beyond the expected PSN that passed the checks of source and integrity, by PSN.
#[derive(Default)]
pub(super) struct HeldPackets {
    packets: BTreeMap<u64, Held>,
    /// The ranges of these packets: the first PSN, and the first PSN behind it.
    ranges: BTreeMap<u64, u64>,
    /// The payload of these packets, with the overhead of each.
    bytes: u64,
}

struct Held {
    headers: Headers,
    payload: Vec<u8>,
}

impl HeldPackets {
    pub(super) fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Holds a packet if all held packets stay within `limit` bytes. Returns whether the packet is
    /// the last and has a new gap before it.
    fn hold(&mut self, psn: u64, headers: &Headers, payload: &[u8], limit: u64) -> bool {
        let last = self.packets.last_key_value().map(|(&psn, _)| psn);
        let opens_gap = last.is_none_or(|last| psn > last + 1);
        let bytes = payload.len() as u64 + PACKET_OVERHEAD;
        if self.bytes + bytes <= limit && !self.packets.contains_key(&psn) {
            self.bytes += bytes;
            let (headers, payload) = (*headers, payload.to_vec());
            self.packets.insert(psn, Held { headers, payload });
            self.extend_ranges(psn);
        }
        opens_gap
    }

    /// Adds `psn`, which no range has, to the ranges.
    fn extend_ranges(&mut self, psn: u64) {
        let end = self.ranges.remove(&(psn + 1)).unwrap_or(psn + 1);
        match self.ranges.range_mut(..psn).next_back() {
            Some((_, before)) if *before == psn => *before = end,
            _ => {
                self.ranges.insert(psn, end);
            }
        }
    }

    /// Removes the packet `expected` and returns it. Drops the packets before it.
    fn take(&mut self, expected: u64) -> Option<Held> {
        while let Some(entry) = self.packets.first_entry()
            && *entry.key() <= expected
        {
            let (psn, held) = entry.remove_entry();
            if let Some(end) = self.ranges.remove(&psn)
                && end > psn + 1
            {
                self.ranges.insert(psn + 1, end);
            }
            self.bytes -= held.payload.len() as u64 + PACKET_OVERHEAD;
            if psn == expected {
                return Some(held);
            }
        }
        None
    }

    pub(super) fn clear(&mut self) {
        *self = HeldPackets::default();
    }

    /// The header of a NAK of `expected`.
    pub(super) fn beyond(&self, expected: u64) -> HeldEth {
        let ranges = self.ranges.iter();
        HeldEth::new(ranges.map(|(start, end)| (start - expected, end - expected)))
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.bytes as usize
    }
}

impl Qp {
    /// Holds a request beyond the expected one. Reports what is missing if the request is the first
    /// to show a gap, or requests an acknowledgement.
    pub(super) fn hold_request<M>(
        &mut self,
        shared: &mut Shared<M>,
        headers: &Headers,
        payload: &[u8],
    ) {
        if self.responder.is_refused() {
            // The expected request found no receive. It is sent again, and this request with it.
            return;
        }
        let psn = extend_psn(self.responder.expected, headers.bth.psn);
        let limits = &shared.config.limits;
        let lengths = match limits.congestion {
            Congestion::Loss => 1,
            // The requester knows how long the path is.
            Congestion::Delay => LENGTHS_MAX,
        };
        let limit = u64::from(limits.window_bytes) * lengths;
        let opens_gap = self.responder.held.hold(psn, headers, payload, limit);
        if opens_gap || headers.bth.ack_request {
            self.report_held(shared);
        }
    }

    /// Sends a NAK that tells what is missing and what is held.
    pub(super) fn report_held<M>(&mut self, shared: &mut Shared<M>) {
        let syndrome = Syndrome::Nak(NakCode::PsnSequence);
        self.responder.nak = Some((self.responder.expected, syndrome));
        shared.schedule(self);
    }

    /// Executes the held requests that follow the expected request, which was executed.
    pub(super) fn execute_held<M: Memory>(&mut self, shared: &mut Shared<M>, asked: bool) {
        while !self.responder.is_refused()
            && let Some(held) = self.responder.held.take(self.responder.expected)
        {
            let psn = self.responder.expected;
            self.execute_request(shared, &held.headers, &held.payload, psn);
        }
        if self.responder.is_refused() {
            self.responder.held.clear();
        }
        let told = matches!(
            self.responder.nak,
            Some((_, Syndrome::Nak(NakCode::PsnSequence)))
        );
        if self.responder.held.is_empty() {
            if told {
                self.responder.nak = None;
                self.acknowledge_all(shared);
            }
        } else if asked || told {
            self.report_held(shared);
        }
    }
}
