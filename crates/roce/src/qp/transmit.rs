//! How the entries of the send queue become packets.
//!
//! A *step* is a packet of a send or a write, an atomic, or the request for a part of a read. The next
//! step follows from the [`Requester`](super::Requester) alone, so a packet that is sent again is made anew.

use farreach_verbs::{Access, AtomicOp, CompletionStatus, Memory, QpState, Spacing, Time};

use super::post::is_standard;
use super::{Blocks, Detail, Qp, Source, Turn, Wqe, WqeKind, wire_psn};
use crate::inline::InlineStore;
use crate::link::{Gaps, Link};
use crate::outbox::{Content, Envelope, Handed};
use crate::region::RegionTable;
use crate::shared::Shared;
use crate::wire::keyed::Laps;
use crate::wire::{AtomicEth, AtomicExtEth, Bth, Class, Headers, Opcode, Reth, SpacingEth};

/// One step of sending: a packet of a send or write, an atomic, or a request for a part of a read.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The queue entry.
    pub(super) index: usize,
    /// The first PSN.
    psn: u64,
    /// The number of PSNs.
    packets: u32,
    pub(super) charge: u64,
}

impl Qp {
    /// Sets whether the queue pair waits until its pace lets it send. Returns the previous value.
    pub(crate) fn set_paced(&mut self, is_paced: bool) -> bool {
        let congestion = self.requester.congestion.as_mut();
        congestion.is_some_and(|congestion| core::mem::replace(&mut congestion.is_paced, is_paced))
    }

    pub(super) fn path_mtu(&self) -> u32 {
        self.path.mtu
    }

    /// Sends requests until a limit stops it.
    pub(super) fn transmit_requests<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        now: Time,
        link: &mut impl Link<M>,
        budget: &mut u32,
    ) -> Turn {
        if !matches!(self.state, QpState::Rts | QpState::Sqd) {
            return Turn::Done;
        }
        match self.transmit_missing(shared, now, link, budget) {
            Turn::Done => {}
            other => return other,
        }
        let destination = self.path.destination.expect("a connected pair has one");
        let envelope = self.envelope(shared);
        while let Some(step) = self.next_step() {
            if !self.requester.is_due(now) {
                return Turn::Paced;
            }
            if !shared.destinations.admits(destination, step.charge) {
                return Turn::Wait(destination);
            }
            if *budget == 0 {
                return Turn::More;
            }
            *budget -= 1;
            let asks = self.asks_acknowledgement(shared, destination, &step);
            match self.send_step(shared, link, &envelope, &step, asks) {
                Some(Handed::Sent { bytes }) => {
                    self.request_left(shared, bytes, step.psn);
                }
                Some(Handed::Full) => return Turn::Full,
                None => {
                    self.fail_local(shared, step.index, CompletionStatus::LocalProtection);
                    return Turn::Done;
                }
            }
            shared.destinations.sent(destination, step.charge);
            self.sent(shared, now, &step, asks);
        }
        Turn::Done
    }

    /// Whether a new request could be sent now.
    pub(super) fn has_new_request<M>(&self, shared: &Shared<M>) -> bool {
        let Some(destination) = self.path.destination else {
            return false;
        };
        let leaves = |step: Step| {
            step.psn >= self.requester.high && shared.destinations.admits(destination, step.charge)
        };
        matches!(self.state, QpState::Rts | QpState::Sqd)
            && !self.requester.is_paced()
            && self.next_step().is_some_and(leaves)
    }

    /// Notes that the request `psn` was sent. A new request has carried an acknowledgement, which
    /// the responder ignores in a repeated request.
    #[inline]
    pub(super) fn request_left<M>(&mut self, shared: &mut Shared<M>, bytes: usize, psn: u64) {
        shared.count_rc_sent(bytes);
        let is_new = psn >= self.requester.high;
        let r = &mut self.responder;
        if is_new && self.path.holds() && r.ack.is_some_and(|psn| psn <= r.acknowledgeable()) {
            r.acknowledged();
        }
    }

    /// Assembles a step's packet and hands it to the link. `None` if its memory may no longer be
    /// read.
    #[inline]
    pub(super) fn send_step<M: Memory>(
        &self,
        shared: &mut Shared<M>,
        link: &mut impl Link<M>,
        envelope: &Envelope,
        step: &Step,
        asks: bool,
    ) -> Option<Handed> {
        let wqe = &self.requester.queue[step.index];
        let mut headers = self.request_headers(wqe, step, asks);
        let (regions, inline) = (&shared.regions, &shared.inline);
        let content = request_content(regions, inline, self, wqe, step.psn)?;
        let laps = Laps::new(step.psn, self.responder.acknowledged_count());
        shared
            .outbox
            .send(link, envelope, laps, &mut headers, content)
            .ok()
    }

    /// The next step, if the queue pair itself has no reason to wait.
    #[inline]
    fn next_step(&self) -> Option<Step> {
        let r = &self.requester;
        if r.next == r.end || r.not_ready || !r.may_send(r.cursor) {
            return None;
        }
        let wqe = &r.queue[r.cursor];
        if wqe.fence && r.next == wqe.psn && !r.reads.is_empty() {
            return None;
        }
        let mut packets = 1;
        if wqe.kind.has_response() {
            if r.reads.len() >= usize::from(r.max_rd_atomic) {
                return None;
            }
            packets = match self.first_part(wqe) {
                Some(part) => part.min(wqe.packets),
                None => wqe.part_from(r.next),
            };
        }
        let to = r.next + u64::from(packets);
        let charge = wqe.charge(r.next, to, self.path.mtu);
        if r.in_flight > 0 && r.in_flight + charge > r.window {
            return None;
        }
        Some(Step {
            index: r.cursor,
            psn: r.next,
            packets,
            charge,
        })
    }

    /// The number of packets that one request of the read `wqe` asks for, if the read is sent for
    /// the first time now and the window may have changed since the read was posted.
    fn first_part(&self, wqe: &Wqe) -> Option<u32> {
        let r = &self.requester;
        let may_differ = wqe.kind == WqeKind::Read && r.congestion.is_some();
        (may_differ && is_first_part(wqe, r.next, r.high)).then(|| r.full_part(self.path.mtu))
    }

    /// The queue entry of `psn`, which was sent.
    fn index_of(&self, psn: u64) -> usize {
        self.requester.queue.partition_point(|wqe| wqe.end() <= psn)
    }

    /// Whether a request packet begins with `psn`, which was sent.
    pub(super) fn begins_request(&self, psn: u64) -> bool {
        let wqe = &self.requester.queue[self.index_of(psn)];
        !wqe.kind.has_response() || (psn - wqe.psn).is_multiple_of(wqe.part())
    }

    /// The PSN of the last request packet that was sent.
    pub(super) fn last_request(&self) -> u64 {
        let mut psn = self.requester.next - 1;
        while psn > self.requester.una && !self.begins_request(psn) {
            psn -= 1;
        }
        psn
    }

    /// The step of the packet that begins with `psn`, which was sent.
    pub(super) fn step_at(&self, psn: u64) -> Step {
        let index = self.index_of(psn);
        let wqe = &self.requester.queue[index];
        let packets = if wqe.kind.has_response() {
            wqe.part_from(psn)
        } else {
            1
        };
        Step {
            index,
            psn,
            packets,
            charge: wqe.charge(psn, psn + u64::from(packets), self.path.mtu),
        }
    }

    #[inline]
    fn request_headers(&self, wqe: &Wqe, step: &Step, asks: bool) -> Headers {
        let psn = step.psn;
        let first = psn == wqe.psn;
        let last = psn + 1 == wqe.end();
        let opcode = match wqe.kind {
            WqeKind::Send => send_opcode(first, last, wqe.imm.is_some()),
            WqeKind::Write => write_opcode(first, last, wqe.imm.is_some()),
            WqeKind::WriteList => Opcode::WriteList,
            WqeKind::WriteBlocks => Opcode::WriteBlocks,
            WqeKind::Read => read_opcode(&wqe.detail),
            WqeKind::Atomic => atomic_opcode(&wqe.detail),
        };
        let mut bth = Bth::new(opcode, self.path.remote_qp.0, wire_psn(psn));
        bth.ack_request = asks;
        if self.path.holds() {
            bth.carry(self.responder.acknowledged_count());
            bth.migrated = wqe.patient;
        }
        let mut headers = Headers::new(bth);
        headers.imm = wqe.imm.filter(|_| last);
        if self.class == Class::Xrc {
            headers.bth.opcode = Self::xrc_opcode(opcode);
            headers.srq = wqe.srq.map(|srq| srq.0);
        }
        match wqe.kind {
            WqeKind::Write | WqeKind::WriteList if first => {
                headers.reth = Some(Reth {
                    va: wqe.remote_addr,
                    rkey: wqe.rkey,
                    length: wqe.len,
                });
            }
            WqeKind::Send | WqeKind::Write | WqeKind::WriteList => {}
            WqeKind::WriteBlocks => {
                headers.reth = Some(Reth {
                    va: wqe.remote_addr,
                    rkey: wqe.rkey,
                    length: wqe.len,
                });
                if let Detail::Blocks { here, stride } = wqe.detail {
                    let spacing = Spacing { stride, ..here };
                    headers.spacing = Some(SpacingEth {
                        spacing,
                        skipped: 0,
                    });
                }
            }
            WqeKind::Read => {
                let offset = wqe.offset(psn, self.path.mtu);
                let most = u64::from(step.packets) * u64::from(self.path.mtu);
                let mut reth = Reth {
                    va: wqe.remote_addr,
                    rkey: wqe.rkey,
                    length: u64::from(wqe.len - offset).min(most) as u32,
                };
                if let Detail::Read {
                    blocks: Blocks::There(spacing),
                    ..
                } = wqe.detail
                {
                    let skipped = offset;
                    headers.spacing = Some(SpacingEth { spacing, skipped });
                } else {
                    reth.va = reth.va.wrapping_add(u64::from(offset));
                }
                headers.reth = Some(reth);
            }
            WqeKind::Atomic => atomic_headers(wqe, &mut headers),
        }
        headers
    }

    /// Notes that the step's packet was sent.
    #[inline]
    fn sent<M>(&mut self, shared: &mut Shared<M>, now: Time, step: &Step, asks: bool) {
        let r = &mut self.requester;
        let wqe = &mut r.queue[step.index];
        if wqe.kind == WqeKind::Read && r.congestion.is_some() && is_first_part(wqe, r.next, r.high)
        {
            wqe.set_part(step.packets);
        }
        let (has_response, end) = (wqe.kind.has_response(), wqe.end());
        let is_patient = wqe.patient && !asks && !has_response && self.path.holds();
        let first = r.next;
        r.next += u64::from(step.packets);
        r.in_flight += step.charge;
        if let Some(congestion) = &mut r.congestion {
            if r.in_flight + step.charge > r.window {
                congestion.limited();
            }
            congestion.sent(now, step.charge, r.window);
        }
        if has_response {
            r.reads.push_back(r.next);
        }
        let is_read = wqe.kind == WqeKind::Read;
        r.unrequested = if asks {
            0
        } else {
            r.unrequested.saturating_add(r.weight(step.charge))
        };
        if first < r.high {
            shared.counters.retransmitted += 1;
        } else if asks || r.next == end && !is_patient {
            // The last response to a read of a long path's part of a window comes later than the first
            // by the time that the path takes for the rest.
            let is_long_read = is_read && r.lengths() > 1;
            let measured = if is_long_read { first } else { r.next - 1 };
            let congestion = r.congestion.as_ref();
            if congestion.is_none_or(|congestion| congestion.measures(measured)) {
                r.timing.measure(measured, now);
            }
        }
        r.high = r.high.max(r.next);
        if r.next == end {
            r.cursor += 1;
        }
        let was_patient = r.timing.set_patient(is_patient);
        if was_patient && !is_patient && self.alarm.deadline().is_some() {
            let deadline = r.timing.deadline(now);
            shared.timers.set(self.key, &mut self.alarm, deadline);
        }
        if is_read {
            self.note_reading(shared);
        }
        self.arm(shared, now);
    }

    /// Sets the deadline of a packet that is sent at `now`, unless a deadline is set already.
    #[inline]
    pub(super) fn arm<M>(&mut self, shared: &mut Shared<M>, now: Time) {
        if self.alarm.deadline().is_none() {
            let timing = &mut self.requester.timing;
            timing.begin(now);
            let deadline = timing.deadline(now);
            shared.timers.set(self.key, &mut self.alarm, deadline);
        }
    }

    /// Fails the entry at `failing`, which cannot be sent, and flushes the entries before it.
    pub(super) fn fail_local<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        failing: usize,
        status: CompletionStatus,
    ) {
        for _ in 0..failing {
            if let Some(wqe) = self.requester.take_front(shared) {
                self.complete_send(shared, &wqe, CompletionStatus::Flushed, 0);
            }
        }
        self.fail_front(shared, status);
    }

    /// Completes the oldest entry with an error. The queue pair goes to ERROR.
    pub(crate) fn fail_front<M: Memory>(
        &mut self,
        shared: &mut Shared<M>,
        status: CompletionStatus,
    ) {
        if let Some(wqe) = self.requester.take_front(shared) {
            self.complete_send(shared, &wqe, status, 0);
        }
        self.fail(shared);
    }
}

/// Whether a read is sent for the first time now, where `next` is the next PSN and `high` one past the highest ever sent.
fn is_first_part(wqe: &Wqe, next: u64, high: u64) -> bool {
    next == wqe.psn && next == high
}

/// The payload of packet `psn` of `wqe`. `None` if the local key no longer permits the access.
#[inline]
fn request_content<'a, M: Memory>(
    regions: &'a RegionTable<M>,
    inline: &'a InlineStore,
    qp: &Qp,
    wqe: &Wqe,
    psn: u64,
) -> Option<Content<'a, M>> {
    if wqe.kind.has_response() || wqe.len == 0 {
        return Some(Content::Bytes(&[]));
    }
    let offset = wqe.offset(psn, qp.path.mtu);
    let len = wqe.carried(offset, qp.path.mtu);
    if let Detail::Blocks { here, .. } | Detail::Gathered(here) = wqe.detail {
        return blocks_content(regions, qp, wqe, here, (offset, len));
    }
    match wqe.source {
        Source::Inline(index) => {
            let bytes = inline.get(index);
            Some(Content::Bytes(
                &bytes[offset as usize..(offset + len) as usize],
            ))
        }
        Source::Region { lkey, addr } => {
            let addr = addr + u64::from(offset);
            let range = regions.local(lkey, qp.made.pd, addr, len, Access::NONE)?;
            Some(Content::Range(range, len as usize))
        }
    }
}

/// The payload of a packet whose bytes lie in blocks: `len` bytes from `offset` on. `None` if the local key no longer permits the access.
#[inline(never)]
fn blocks_content<'a, M: Memory>(
    regions: &'a RegionTable<M>,
    qp: &Qp,
    wqe: &Wqe,
    here: Spacing,
    (offset, len): (u32, u32),
) -> Option<Content<'a, M>> {
    let Source::Region { lkey, addr } = wqe.source else {
        unreachable!("blocks are in a region");
    };
    let offset = u64::from(offset);
    let (first, span) = here.span(offset, u64::from(len))?;
    let range = regions.local(lkey, qp.made.pd, addr + first, span as u32, Access::NONE)?;
    let gaps = Gaps::new(here, offset);
    Some(Content::Blocks(range, len as usize, gaps))
}

fn send_opcode(first: bool, last: bool, imm: bool) -> Opcode {
    match (first, last, imm) {
        (true, false, _) => Opcode::SendFirst,
        (false, false, _) => Opcode::SendMiddle,
        (false, true, false) => Opcode::SendLast,
        (false, true, true) => Opcode::SendLastImm,
        (true, true, false) => Opcode::SendOnly,
        (true, true, true) => Opcode::SendOnlyImm,
    }
}

fn write_opcode(first: bool, last: bool, imm: bool) -> Opcode {
    match (first, last, imm) {
        (true, false, _) => Opcode::WriteFirst,
        (false, false, _) => Opcode::WriteMiddle,
        (false, true, false) => Opcode::WriteLast,
        (false, true, true) => Opcode::WriteLastImm,
        (true, true, false) => Opcode::WriteOnly,
        (true, true, true) => Opcode::WriteOnlyImm,
    }
}

fn read_opcode(detail: &Detail) -> Opcode {
    match detail {
        Detail::Read {
            blocks: Blocks::There(_),
            ..
        } => Opcode::ReadBlocksRequest,
        _ => Opcode::ReadRequest,
    }
}

fn atomic_opcode(detail: &Detail) -> Opcode {
    match detail {
        Detail::Atomic { width, op } if is_standard(*width, *op) => match op {
            AtomicOp::CompareSwap { .. } => Opcode::CompareSwap,
            _ => Opcode::FetchAdd,
        },
        _ => Opcode::AtomicExt,
    }
}

fn atomic_headers(wqe: &Wqe, headers: &mut Headers) {
    let Detail::Atomic { width, op } = wqe.detail else {
        unreachable!("an atomic says what to do");
    };
    if !is_standard(width, op) {
        headers.atomic_ext = Some(AtomicExtEth {
            op,
            width,
            va: wqe.remote_addr,
            rkey: wqe.rkey,
        });
        return;
    }
    let (swap_or_add, compare) = match op {
        AtomicOp::CompareSwap { compare, swap } => (swap, compare),
        AtomicOp::Add(operand) => (operand, 0),
        AtomicOp::Swap(_) | AtomicOp::And(_) | AtomicOp::Or(_) | AtomicOp::Xor(_) => {
            unreachable!("not one of the standard's")
        }
    };
    headers.atomic = Some(AtomicEth {
        va: wqe.remote_addr,
        rkey: wqe.rkey,
        swap_or_add,
        compare,
    });
}
