//! The requester: the send queue, and how its requests become packets.
//!
//! ```text
//!          una              next                end        PSNs
//!  ─────────┼─────────────────┼──────────────────┼────▶
//!           │ in flight       │ to be sent       │
//!           └ oldest unacknowledged    high: one past the highest ever sent
//! ```
//! To go back, the requester sets `next = una`: a packet's contents follow from its PSN.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::time::Duration;

use farreach_verbs::{Access, AtomicOp, CompletionStatus, Memory, QpState, Retry, Spacing, Time};

use super::congestion::{Congestion, Round};
use super::post::is_standard;
use super::recovery::Missing;
use super::timer::{Probing, Timing};
use super::wqe::PACKET_OVERHEAD;
use super::{Detail, Kind, Qp, Source, Turn, Wqe, first_psn, wire_psn};
use crate::config::{self, Limits};
use crate::inline::InlineStore;
use crate::link::{Gaps, Link};
use crate::outbox::{Content, Envelope, Handed};
use crate::region::RegionTable;
use crate::shared::Shared;
use crate::wire::{AtomicEth, AtomicExtEth, Bth, Class, Headers, Opcode, Reth, SpacingEth};

/// The window holds at least this many full packets, however much is lost.
const MIN_WINDOW_PACKETS: u64 = 4;

/// The number of requests into which a read that fills the window is cut.
const READ_PARTS_PER_WINDOW: u64 = 4;
/// The number of such requests on a long path, where a part of a window is a burst that exceeds a
/// queue. Somewhat less than the number of reads that are under way at a time.
const READ_PARTS_PER_LONG_WINDOW: u64 = 12;
/// The least packets of such a request. A long read keeps its parts while the first windows double.
const LONG_READ_PART: u64 = 16;

/// The sending half of a queue pair.
pub(crate) struct Requester {
    pub(super) queue: VecDeque<Wqe>,
    /// The number of entries that have left the front of the queue.
    pub(super) taken: u64,
    /// The entry that contains `next`.
    pub(super) cursor: usize,
    pub(super) una: u64,
    pub(super) next: u64,
    pub(super) high: u64,
    end: u64,
    /// The charge of the packets from `una` to `next`.
    pub(super) in_flight: u64,
    pub(super) window: u64,
    pub(super) window_max: u64,
    /// What the window follows besides loss, on a path that others use too.
    congestion: Option<Box<Congestion>>,
    /// The end of each outstanding read request and atomic.
    pub(super) reads: VecDeque<u64>,
    max_rd_atomic: u8,
    /// Packets since the last one that requested an acknowledgement. A long packet counts for
    /// several (`asking.rs`).
    pub(super) unrequested: u8,
    /// The PSN at which the requester last went back. Evidence of one loss arrives several times.
    pub(super) went_back_at: u64,
    /// Packets that are sent again out of order.
    pub(super) missing: Missing,
    /// The value of `high` when the window last shrank because of a missing packet.
    pub(super) recover: u64,
    /// Entries from this one on wait until the queue pair leaves SQD.
    drain_at: u64,
    /// Whether the requester waits after an RNR NAK.
    pub(super) not_ready: bool,
    pub(super) timing: Timing,
}

impl Requester {
    pub(super) fn new() -> Self {
        Requester {
            queue: VecDeque::new(),
            taken: 0,
            cursor: 0,
            una: 0,
            next: 0,
            high: 0,
            end: 0,
            in_flight: 0,
            window: 0,
            window_max: 0,
            congestion: None,
            reads: VecDeque::new(),
            max_rd_atomic: 0,
            unrequested: 0,
            went_back_at: 0,
            missing: Missing::default(),
            recover: 0,
            drain_at: u64::MAX,
            not_ready: false,
            timing: Timing::new(
                Duration::ZERO,
                Duration::ZERO,
                Duration::ZERO,
                Retry::Count(0),
                Retry::Count(0),
                Probing::Never,
            ),
        }
    }

    pub(super) fn start(
        &mut self,
        psn: u32,
        max_rd_atomic: u8,
        limits: &Limits,
        mtu: u32,
        timing: Timing,
    ) {
        let psn = first_psn(psn);
        (self.una, self.next, self.high, self.end) = (psn, psn, psn, psn);
        self.max_rd_atomic = max_rd_atomic;
        self.window_max = u64::from(limits.window_bytes);
        self.window = self.window_max;
        if limits.congestion == config::Congestion::Delay {
            let (congestion, window) = Congestion::new(mtu, self.window_max);
            (self.congestion, self.window) = (Some(Box::new(congestion)), window);
        }
        self.timing = timing;
    }

    /// Lets only the entries that are posted now continue.
    pub(super) fn drain(&mut self) {
        self.drain_at = self.taken + self.queue.len() as u64;
    }

    /// Lets all entries continue.
    pub(super) fn resume(&mut self) {
        self.drain_at = u64::MAX;
    }

    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    pub(super) fn max_rd_atomic(&self) -> u8 {
        self.max_rd_atomic
    }

    pub(super) fn push(&mut self, wqe: Wqe) {
        self.end = wqe.end();
        if self.queue.len() == self.queue.capacity() {
            // Many queue pairs are used little. A queue therefore starts with one entry instead of
            // the four of `VecDeque`.
            self.queue.reserve_exact(self.queue.len().max(1));
        }
        self.queue.push_back(wqe);
    }

    /// Removes the oldest entry and frees its inline data.
    pub(crate) fn take_front<M>(&mut self, shared: &mut Shared<M>) -> Option<Wqe> {
        let wqe = self.queue.pop_front()?;
        self.taken += 1;
        self.cursor = self.cursor.saturating_sub(1);
        if let Source::Inline(index) = wqe.source {
            shared.inline.release(index);
        }
        Some(wqe)
    }

    /// Whether the entry at `index` may be sent in the current state.
    fn may_send(&self, index: usize) -> bool {
        self.taken + (index as u64) < self.drain_at
    }

    /// The oldest entry, if it may be sent.
    pub(crate) fn sendable_front(&self) -> Option<Wqe> {
        self.queue.front().filter(|_| self.may_send(0)).copied()
    }

    /// Returns the bytes in flight and sets them to zero.
    pub(super) fn take_in_flight(&mut self) -> u64 {
        self.missing.clear();
        core::mem::take(&mut self.in_flight)
    }

    /// Whether a part of the oldest read's data has arrived.
    pub(super) fn is_amid_read(&self) -> bool {
        let amid = |wqe: &Wqe| wqe.kind == Kind::Read && self.una > wqe.psn;
        self.una < self.next && self.queue.front().is_some_and(amid)
    }

    /// Continues at the oldest unacknowledged packet.
    pub(super) fn rewind(&mut self) {
        self.next = self.una;
        self.cursor = 0;
        self.reads.clear();
        self.unrequested = 0;
        self.timing.abandon_measurement();
    }

    /// Notes that `packets` were lost.
    pub(super) fn shrink_window(&mut self, mtu: u32, packets: u64) {
        if let Some(congestion) = &mut self.congestion {
            self.window = congestion.lost(self.window, mtu, self.high, packets);
            return;
        }
        self.halve_window(mtu);
    }

    /// Notes that `packets` were lost of the window for which [`Self::shrink_window`] was called.
    pub(super) fn shrink_window_more(&mut self, mtu: u32, packets: u64) {
        if let Some(congestion) = &mut self.congestion {
            self.window = congestion.lost_more(self.window, mtu, packets);
        }
    }

    /// Notes that everything in flight has to be sent again.
    pub(super) fn collapse_window(&mut self, mtu: u32) {
        if let Some(congestion) = &mut self.congestion {
            self.window = congestion.silent(self.window, mtu, self.high);
            return;
        }
        self.halve_window(mtu);
    }

    fn halve_window(&mut self, mtu: u32) {
        let least = MIN_WINDOW_PACKETS * (u64::from(mtu) + PACKET_OVERHEAD);
        self.window = (self.window / 2).max(least.min(self.window_max));
    }

    pub(super) fn grow_window(&mut self, acknowledged: u64) {
        if self.congestion.is_some() {
            return;
        }
        self.window = (self.window + acknowledged / 4).min(self.window_max);
    }

    /// How many times longer the path is than one that the configured windows fill.
    pub(super) fn lengths(&self) -> u64 {
        let congestion = self.congestion.as_ref();
        congestion.map_or(1, |congestion| congestion.lengths())
    }

    /// Whether the pace lets a packet be sent at `now`.
    #[inline]
    pub(super) fn is_due(&mut self, now: Time) -> bool {
        let Some(congestion) = &mut self.congestion else {
            return true;
        };
        // An application that pauses leaves the window empty, and then waits for the pace alone.
        let is_nearly_full = self.in_flight >= self.window - self.window / 4;
        congestion.is_due(now, is_nearly_full)
    }

    /// Whether the queue pair waits until its pace lets it send.
    fn is_paced(&self) -> bool {
        let congestion = self.congestion.as_ref();
        congestion.is_some_and(|congestion| congestion.is_paced)
    }

    /// Notes that a packet that charges `charge` is sent at `now`.
    #[inline]
    pub(super) fn pace(&mut self, now: Time, charge: u64) {
        if let Some(congestion) = &mut self.congestion {
            congestion.sent(now, charge, self.window);
        }
    }

    /// Notes a measured round trip.
    #[inline]
    pub(super) fn round(&mut self, mtu: u32, round: &Round) {
        if let Some(congestion) = &mut self.congestion {
            let most = self.window_max;
            self.window = congestion.round(self.window, most, mtu, self.high, round);
            congestion.choose_measured(self.window, mtu, self.high);
        }
    }

    /// The number of packets that one request of a read asks for, if the read is posted now.
    pub(super) fn full_part(&self, mtu: u32) -> u32 {
        // Where many share a path, a long part fills the queue whatever the window is.
        let window = match self.congestion {
            Some(_) => self.window,
            None => self.window_max,
        };
        let (parts, least) = if self.lengths() > 1 {
            (READ_PARTS_PER_LONG_WINDOW, LONG_READ_PART)
        } else {
            (READ_PARTS_PER_WINDOW, 1)
        };
        let full = u64::from(mtu) + PACKET_OVERHEAD;
        (window / parts / full).max(least) as u32
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.congestion
            .as_ref()
            .map_or(0, |_| size_of::<Congestion>())
            + self.queue.capacity() * size_of::<Wqe>()
            + self.reads.capacity() * size_of::<u64>()
            + self.missing.heap_bytes()
    }
}

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
        shared
            .outbox
            .send(link, envelope, &mut headers, content)
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
        let is_first = wqe.kind == Kind::Read && r.next == wqe.psn && r.next == r.high;
        (is_first && r.congestion.is_some()).then(|| r.full_part(self.path.mtu))
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
            Kind::Send => send_opcode(first, last, wqe.imm.is_some()),
            Kind::Write => write_opcode(first, last, wqe.imm.is_some()),
            Kind::WriteList => Opcode::WriteList,
            Kind::WriteBlocks => Opcode::WriteBlocks,
            Kind::Read => read_opcode(&wqe.detail),
            Kind::Atomic => atomic_opcode(&wqe.detail),
        };
        let mut bth = Bth::new(opcode, self.path.remote_qp.0, wire_psn(psn));
        bth.ack_request = asks;
        if self.path.holds() {
            bth.pkey = self.responder.acknowledgeable() as u16;
            bth.migrated = wqe.patient;
        }
        let mut headers = Headers::new(bth);
        headers.imm = wqe.imm.filter(|_| last);
        if self.class == Class::Xrc {
            headers.bth.opcode = Self::xrc_opcode(opcode);
            headers.srq = wqe.srq.map(|srq| srq.0);
        }
        match wqe.kind {
            Kind::Write | Kind::WriteList if first => {
                headers.reth = Some(Reth {
                    va: wqe.remote_addr,
                    rkey: wqe.rkey,
                    length: wqe.len,
                });
            }
            Kind::Send | Kind::Write | Kind::WriteList => {}
            Kind::WriteBlocks => {
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
            Kind::Read => {
                let offset = wqe.offset(psn, self.path.mtu);
                let most = u64::from(step.packets) * u64::from(self.path.mtu);
                let mut reth = Reth {
                    va: wqe.remote_addr,
                    rkey: wqe.rkey,
                    length: u64::from(wqe.len - offset).min(most) as u32,
                };
                if let Detail::Read {
                    spacing: Some(spacing),
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
            Kind::Atomic => atomic_headers(wqe, &mut headers),
        }
        headers
    }

    /// Notes that the step's packet was sent.
    #[inline]
    fn sent<M>(&mut self, shared: &mut Shared<M>, now: Time, step: &Step, asks: bool) {
        let first_part = self.first_part(&self.requester.queue[step.index]);
        let r = &mut self.requester;
        if let Some(part) = first_part {
            r.queue[step.index].set_part(part);
        }
        let wqe = &r.queue[step.index];
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
        let is_read = wqe.kind == Kind::Read;
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
    if let Detail::Blocks { here, .. } = wqe.detail {
        return blocks_content(regions, qp, wqe, here);
    }
    let offset = wqe.offset(psn, qp.path.mtu);
    let len = wqe.carried(offset, qp.path.mtu);
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

/// The payload of a write of blocks. `None` if the local key no longer permits the access.
fn blocks_content<'a, M: Memory>(
    regions: &'a RegionTable<M>,
    qp: &Qp,
    wqe: &Wqe,
    here: Spacing,
) -> Option<Content<'a, M>> {
    let Source::Region { lkey, addr } = wqe.source else {
        unreachable!("blocks are in a region");
    };
    let (_, span) = here.span(0, u64::from(wqe.len))?;
    let range = regions.local(lkey, qp.made.pd, addr, span as u32, Access::NONE)?;
    let gaps = Gaps::new(here, 0);
    Some(Content::Blocks(range, wqe.len as usize, gaps))
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
            spacing: Some(_), ..
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
