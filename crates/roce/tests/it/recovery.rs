//! Two Farreach adapters, and a wire that the test controls: what is sent again, what is held, and
//! what is carried along.

use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_roce::wire::{Headers, NakCode, Opcode, Syndrome, parse};
use farreach_roce::{Adapter, AdapterConfig};
use farreach_verbs::{
    Access, AdapterAddress, CompletionStatus, CqId, Data, InlineData, Memory, PacketCheck, QpInit,
    QpNumber, QpTransition, Region, RemoteAddress, Retry, SendOp, SendRequest, Sge, Time,
    Transport,
};

use crate::net::{address, sent_by};

const MTU: usize = 1024;
const BYTES: usize = 1 << 16;
const WINDOW: u32 = 64 << 10;
const MIN_TIMEOUT: Duration = Duration::from_millis(1);
const ROUND_TRIP: Duration = Duration::from_micros(20);

struct Side {
    adapter: Adapter<VecMemory>,
    address: AdapterAddress,
    cq: CqId,
    qp: QpNumber,
    memory: VecMemory,
    region: Region,
}

struct Pair {
    a: Side,
    b: Side,
    now: Time,
}

fn side(index: usize) -> Side {
    let address = address(index);
    let mut config = AdapterConfig::new(address, index as u64);
    config.limits.window_bytes = WINDOW;
    config.limits.min_timeout = MIN_TIMEOUT;
    let mut adapter = Adapter::new(config);
    let pd = adapter.create_pd().unwrap();
    let cq = adapter.create_cq(1000).unwrap();
    let memory = VecMemory::allocate(BYTES);
    let region = adapter
        .register(pd, memory.clone(), 0, Access::ALL)
        .unwrap();
    let init = QpInit {
        transport: Transport::Rc,
        pd,
        send_cq: cq,
        recv_cq: cq,
        srq: None,
        max_send: 1000,
        max_recv: 16,
        domain: None,
        partner: None,
    };
    let qp = adapter.create_qp(&init).unwrap();
    Side {
        adapter,
        address,
        cq,
        qp,
        memory,
        region,
    }
}

fn connect(from: &mut Side, to: &Side) {
    for transition in [
        QpTransition::ToInit {
            access: Access::ALL,
            qkey: 0,
        },
        QpTransition::ToRtr {
            remote: to.address,
            remote_qp: to.qp,
            expected_psn: 0xff_fff0,
            mtu: MTU as u32,
            max_dest_rd_atomic: 4,
            min_rnr_timer: Duration::from_millis(1),
            check: PacketCheck::Keyed([3; 16]),
        },
        QpTransition::ToRts {
            psn: 0xff_fff0,
            max_rd_atomic: 4,
            timeout: Duration::from_millis(10),
            retry: Retry::For(Duration::from_secs(10)),
            rnr_retry: Retry::For(Duration::from_secs(10)),
        },
    ] {
        from.adapter.modify_qp(from.qp, &transition).unwrap();
    }
}

impl Side {
    fn post(&mut self, op: SendOp) {
        self.post_as(op, false);
    }

    fn post_as(&mut self, op: SendOp, patient: bool) {
        let request = SendRequest {
            patient,
            ..SendRequest::new(1, op)
        };
        self.adapter.post_send(self.qp, &request).unwrap();
    }

    /// Writes one packet of `byte` to slot `slot` of the memory at `to`. A slot has the size of a
    /// packet.
    fn write(&mut self, to: &Side, slot: usize, byte: u8) {
        self.memory.write(slot * MTU, &[byte; MTU]).unwrap();
        self.post(SendOp::Write {
            data: Data::Sge(Sge {
                lkey: self.region.lkey,
                addr: (slot * MTU) as u64,
                len: MTU as u32,
            }),
            remote: RemoteAddress {
                rkey: to.region.rkey,
                addr: (slot * MTU) as u64,
            },
            imm: None,
        });
    }

    fn sent(&mut self, now: Time) -> Vec<Vec<u8>> {
        let sent = sent_by(&mut self.adapter, now);
        sent.into_iter().map(|(_, bytes)| bytes).collect()
    }

    /// The first byte of each of the first `slots` slots of memory.
    fn slots(&self, slots: usize) -> Vec<u8> {
        let bytes = self.memory.to_vec();
        bytes.chunks(MTU).map(|slot| slot[0]).take(slots).collect()
    }

    fn completed(&mut self) -> usize {
        let completions = std::iter::from_fn(|| self.adapter.poll_cq(self.cq));
        let succeeded = |c: farreach_verbs::Completion| {
            assert_eq!(c.status, CompletionStatus::Success);
        };
        completions.map(succeeded).count()
    }
}

fn headers(packet: &[u8]) -> Headers {
    parse(packet).unwrap().headers
}

/// PSNs relative to the first.
fn psns(packets: &[Vec<u8>]) -> Vec<u32> {
    let psn = |packet: &Vec<u8>| headers(packet).bth.psn.wrapping_sub(0xff_fff0) & 0xff_ffff;
    packets.iter().map(psn).collect()
}

fn deliver(from: &Side, to: &mut Side, now: Time, packets: &[Vec<u8>]) {
    for packet in packets {
        to.adapter.handle_datagram(now, from.address, packet);
    }
}

impl Pair {
    fn new() -> Self {
        let (mut a, mut b) = (side(0), side(1));
        connect(&mut a, &b);
        connect(&mut b, &a);
        let now = Time(1_000_000);
        Pair { a, b, now }
    }

    /// A pair that has measured its round trips, after a write to the last slot: PSN 0.
    fn measured() -> Self {
        let mut pair = Pair::new();
        pair.a.write(&pair.b, BYTES / MTU - 1, 0);
        let sent = pair.a.sent(pair.now);
        pair.reach_b(&sent);
        pair.settle();
        assert_eq!(pair.a.completed(), 1);
        pair
    }

    fn reach_b(&mut self, packets: &[Vec<u8>]) {
        deliver(&self.a, &mut self.b, self.now, packets);
    }

    fn reach_a(&mut self, packets: &[Vec<u8>]) {
        deliver(&self.b, &mut self.a, self.now, packets);
    }

    /// Delivers to `a` what `b` sends a round trip later.
    fn settle(&mut self) -> Vec<Vec<u8>> {
        self.now = self.now + ROUND_TRIP;
        let answers = self.b.sent(self.now);
        self.reach_a(&answers);
        answers
    }

    /// Lets time pass until `a` sends something.
    fn wait_for_a(&mut self) -> Vec<Vec<u8>> {
        loop {
            self.now = self.a.adapter.next_deadline().expect("a deadline");
            self.a.adapter.handle_timeout(self.now);
            let sent = self.a.sent(self.now);
            if !sent.is_empty() {
                return sent;
            }
        }
    }
}

fn all_but(packets: &[Vec<u8>], lost: &[usize]) -> Vec<Vec<u8>> {
    let kept = packets
        .iter()
        .enumerate()
        .filter(|(i, _)| !lost.contains(i));
    kept.map(|(_, packet)| packet.clone()).collect()
}

#[test]
fn only_what_is_missing_is_sent_again() {
    let mut pair = Pair::new();
    for slot in 0..10 {
        pair.a.write(&pair.b, slot, slot as u8 + 1);
    }
    let sent = pair.a.sent(pair.now);
    assert_eq!(sent.len(), 10);
    pair.reach_b(&all_but(&sent, &[3, 6]));
    // Nothing beyond the gap is visible before the gap is filled.
    assert_eq!(pair.b.slots(10), [1, 2, 3, 0, 0, 0, 0, 0, 0, 0]);
    let answers = pair.settle();
    assert_eq!(answers.len(), 1, "it acknowledges and refuses at once");
    let nak = headers(&answers[0]);
    assert_eq!(nak.bth.opcode, Opcode::AcknowledgeHeld);
    let syndrome = Syndrome::Nak(NakCode::PsnSequence);
    assert_eq!(nak.aeth.map(|aeth| aeth.syndrome), Some(syndrome));
    assert_eq!(pair.a.completed(), 3);
    let again = pair.a.sent(pair.now);
    assert_eq!(psns(&again), [3, 6]);
    pair.reach_b(&again[..1]);
    assert_eq!(pair.b.slots(10), [1, 2, 3, 4, 5, 6, 0, 0, 0, 0]);
    pair.reach_b(&again[1..]);
    assert_eq!(pair.b.slots(10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    pair.settle();
    assert_eq!(pair.a.completed(), 7);
    assert_eq!(pair.a.adapter.counters().retransmitted, 2);
    assert_eq!(pair.a.adapter.counters().timeouts, 0);
    assert_eq!(pair.a.adapter.next_deadline(), None);
}

#[test]
fn a_repetition_is_not_repeated_before_it_can_have_arrived() {
    let mut pair = Pair::new();
    for slot in 0..8 {
        pair.a.write(&pair.b, slot, 1);
    }
    let sent = pair.a.sent(pair.now);
    pair.reach_b(&all_but(&sent, &[1]));
    let answers = pair.settle();
    assert_eq!(psns(&pair.a.sent(pair.now)), [1]);
    // A repetition of the NAK has no news.
    pair.reach_a(&answers);
    assert!(pair.a.sent(pair.now).is_empty());
}

#[test]
fn a_lost_repetition_is_noticed_by_what_was_sent_after_it() {
    let mut pair = Pair::new();
    for slot in 0..8 {
        pair.a.write(&pair.b, slot, 1);
    }
    let sent = pair.a.sent(pair.now);
    pair.reach_b(&all_but(&sent, &[1, 4]));
    pair.settle();
    let again = pair.a.sent(pair.now);
    assert_eq!(psns(&again), [1, 4]);
    // Both are lost. Packets that are sent for the first time afterwards arrive.
    for slot in 8..10 {
        pair.a.write(&pair.b, slot, 1);
    }
    let more = pair.a.sent(pair.now);
    assert_eq!(psns(&more), [8, 9]);
    pair.b.adapter.handle_timeout(pair.now);
    pair.reach_b(&more[1..]);
    pair.settle();
    let again = pair.a.sent(pair.now);
    assert_eq!(psns(&again), [1, 4, 8]);
    // Of these packets, the first is lost again.
    pair.reach_b(&again[1..]);
    pair.settle();
    let again = pair.a.sent(pair.now);
    assert_eq!(
        psns(&again),
        [1],
        "what is held now was sent again after it"
    );
}

#[test]
fn a_silent_peer_is_asked_with_one_packet() {
    let mut pair = Pair::measured();
    for slot in 0..6 {
        pair.a.write(&pair.b, slot, 1);
    }
    let sent = pair.a.sent(pair.now);
    // Nothing reveals the loss of the last packets until the first probe.
    pair.reach_b(&sent[..4]);
    let start = pair.now;
    pair.settle();
    let probe = pair.wait_for_a();
    assert!(pair.now < start + MIN_TIMEOUT, "earlier than a timeout");
    assert_eq!(psns(&probe), [6]);
    pair.reach_b(&probe);
    pair.settle();
    let again = pair.a.sent(pair.now);
    assert_eq!(psns(&again), [5]);
    pair.reach_b(&again);
    pair.settle();
    assert_eq!(pair.a.completed(), 6);
    let counters = pair.a.adapter.counters();
    assert_eq!((counters.probes, counters.timeouts), (1, 0));
    assert_eq!(counters.retransmitted, 2);
}

#[test]
fn a_lost_nak_is_asked_for() {
    let mut pair = Pair::measured();
    for slot in 0..4 {
        pair.a.write(&pair.b, slot, 1);
    }
    let sent = pair.a.sent(pair.now);
    pair.reach_b(&sent[1..]);
    pair.b.sent(pair.now);
    let probe = pair.wait_for_a();
    assert_eq!(psns(&probe), [4]);
    pair.reach_b(&probe);
    pair.settle();
    assert_eq!(psns(&pair.a.sent(pair.now)), [1]);
}

#[test]
fn a_peer_that_stays_silent_is_asked_less_and_less() {
    let mut pair = Pair::measured();
    for slot in 0..8 {
        pair.a.write(&pair.b, slot, 1);
    }
    pair.a.sent(pair.now);
    let (mut packets, mut last) = (0, pair.now);
    let mut waits = Vec::new();
    while pair.a.adapter.counters().timeouts < 3 {
        packets += pair.wait_for_a().len();
        waits.push(pair.now - last);
        last = pair.now;
    }
    assert_eq!(pair.a.adapter.counters().probes, 3);
    assert_eq!(
        packets,
        3 + 8 + 8 + 4,
        "one packet each, then what a window that halves each time admits"
    );
    assert!(waits.is_sorted(), "{waits:?}");
}

#[test]
fn what_is_held_is_bounded_and_counted() {
    let mut pair = Pair::new();
    let idle = pair.b.adapter.footprint().qp_bytes;
    // A sender that ignores its window: packets as from many small windows, the first one lost.
    let mut sent = Vec::new();
    for slot in 0..40 {
        pair.a.write(&pair.b, slot, 1);
        sent.extend(pair.a.sent(pair.now));
    }
    let within = sent.len();
    assert!(within < 40, "{within} packets fit in the window");
    pair.reach_b(&sent[1..]);
    let held = pair.b.adapter.footprint().qp_bytes - idle;
    assert!(
        held > (within - 1) * MTU,
        "{held} bytes for {within} packets"
    );
    assert!(held <= WINDOW as usize, "{held} bytes are held");
    // Sent again, the packets take no more room.
    pair.reach_b(&sent[1..]);
    assert_eq!(pair.b.adapter.footprint().qp_bytes - idle, held);
    pair.reach_b(&sent[..1]);
    assert_eq!(pair.b.adapter.footprint().qp_bytes, idle);
    assert_eq!(pair.b.slots(within), vec![1; within]);
}

#[test]
fn an_error_drops_what_is_held() {
    let mut pair = Pair::new();
    let idle = pair.b.adapter.footprint().qp_bytes;
    for slot in 0..3 {
        pair.a.write(&pair.b, slot, 1);
    }
    let sent = pair.a.sent(pair.now);
    pair.reach_b(&sent[1..]);
    assert!(pair.b.adapter.footprint().qp_bytes > idle + MTU);
    let qp = pair.b.qp;
    pair.b
        .adapter
        .modify_qp(qp, &QpTransition::ToError)
        .unwrap();
    assert_eq!(pair.b.adapter.footprint().qp_bytes, idle);
    pair.reach_b(&sent[..1]);
    assert_eq!(pair.b.slots(3), [0; 3]);
}

fn inline(to: &Side, byte: u8) -> SendOp {
    SendOp::Write {
        data: Data::Inline(InlineData::new(&[byte; 8]).unwrap()),
        remote: RemoteAddress {
            rkey: to.region.rkey,
            addr: 0,
        },
        imm: None,
    }
}

#[test]
fn an_answer_carries_the_acknowledgement() {
    let mut pair = Pair::new();
    for round in 0..3 {
        let op = inline(&pair.b, round + 1);
        pair.a.post(op);
        let sent = pair.a.sent(pair.now);
        assert_eq!(sent.len(), 1);
        pair.reach_b(&sent);
        // In the first pass, no acknowledgement is sent alone.
        assert!(pair.b.sent(pair.now).is_empty());
        pair.now = pair.now + ROUND_TRIP;
        let op = inline(&pair.a, round + 1);
        pair.b.post(op);
        let answer = pair.settle();
        assert_eq!(answer.len(), 1);
        assert_eq!(headers(&answer[0]).bth.opcode, Opcode::WriteOnly);
        assert_eq!(pair.a.completed(), 1);
        assert_eq!(pair.b.completed(), usize::from(round > 0));
    }
    assert_eq!(pair.a.adapter.counters().acks_sent, 0);
    assert_eq!(pair.b.adapter.counters().acks_sent, 0);
    // No request follows that could carry the last acknowledgement.
    pair.now = pair.now + ROUND_TRIP;
    let ack = pair.a.sent(pair.now);
    pair.reach_b(&ack);
    assert_eq!(pair.b.completed(), 1);
    assert_eq!(pair.a.adapter.next_deadline(), None);
    assert_eq!(pair.b.adapter.next_deadline(), None);
}

#[test]
fn a_late_request_acknowledges_nothing_that_never_came() {
    let mut pair = Pair::new();
    let op = inline(&pair.a, 1);
    pair.b.post(op);
    let sent = pair.b.sent(pair.now);
    pair.reach_a(&sent);
    let op = inline(&pair.b, 1);
    pair.a.post(op);
    let carrier = pair.a.sent(pair.now);
    pair.reach_b(&carrier);
    assert_eq!(pair.b.completed(), 1, "it carries the acknowledgement");
    pair.now = pair.now + ROUND_TRIP;
    let ack = pair.b.sent(pair.now);
    pair.reach_a(&ack);
    // As many packets as 16 bits can count.
    let mut left = (1 << 16) - 1;
    while left > 0 {
        let some = left.min(200);
        for _ in 0..some {
            let op = inline(&pair.a, 2);
            pair.b.post(op);
        }
        let mut completed = 0;
        while completed < some {
            let sent = pair.b.sent(pair.now);
            pair.reach_a(&sent);
            pair.now = pair.now + ROUND_TRIP;
            let acks = pair.a.sent(pair.now);
            pair.reach_b(&acks);
            completed += pair.b.completed();
        }
        left -= some;
    }
    let op = inline(&pair.a, 3);
    pair.b.post(op);
    let lost = pair.b.sent(pair.now);
    assert_eq!(psns(&lost), [1 << 16]);
    pair.reach_b(&carrier);
    assert_eq!(pair.b.completed(), 0, "nobody has it");
    assert_eq!(pair.a.slots(1), [2]);
    pair.reach_a(&lost);
    pair.now = pair.now + ROUND_TRIP;
    let acks = pair.a.sent(pair.now);
    pair.reach_b(&acks);
    assert_eq!(pair.b.completed(), 1);
    assert_eq!(pair.a.slots(1), [3]);
}

#[test]
fn an_acknowledgement_does_not_rely_on_a_request_that_is_sent_again() {
    let mut pair = Pair::new();
    let op = inline(&pair.a, 1);
    pair.b.post(op);
    let slow = pair.b.sent(pair.now);
    let op = inline(&pair.b, 1);
    pair.a.post(op);
    let sent = pair.a.sent(pair.now);
    pair.reach_b(&sent);
    pair.now = pair.now + ROUND_TRIP;
    assert_eq!(pair.b.sent(pair.now).len(), 1, "this one is lost");
    pair.now = pair.a.adapter.next_deadline().expect("a deadline");
    pair.a.adapter.handle_timeout(pair.now);
    pair.reach_a(&slow);
    let again = pair.a.sent(pair.now);
    assert_eq!(headers(&again[0]).bth.opcode, Opcode::WriteOnly);
    pair.reach_b(&again);
    pair.now = pair.now + ROUND_TRIP;
    let ack = pair.a.sent(pair.now);
    pair.reach_b(&ack);
    assert_eq!(pair.b.completed(), 1);
}

#[test]
fn an_acknowledgement_that_finds_no_company_has_a_deadline() {
    let mut pair = Pair::new();
    assert!(pair.b.sent(pair.now).is_empty());
    let op = inline(&pair.b, 1);
    pair.a.post(op);
    let sent = pair.a.sent(pair.now);
    pair.reach_b(&sent);
    assert!(!pair.b.adapter.has_ready(pair.now));
    let deadline = pair.b.adapter.next_deadline().expect("a deadline");
    assert!(deadline > pair.now && deadline < pair.now + Duration::from_micros(1));
    assert!(pair.b.adapter.has_ready(deadline));
    let acks = pair.b.sent(deadline);
    assert_eq!(acks.len(), 1);
    pair.reach_a(&acks);
    assert_eq!(pair.a.completed(), 1);
    assert_eq!(pair.b.adapter.next_deadline(), None);
}

#[test]
fn an_acknowledgement_that_nobody_waits_for_stays_for_milliseconds() {
    let mut pair = Pair::measured();
    let op = inline(&pair.b, 1);
    pair.a.post_as(op, true);
    let sent = pair.a.sent(pair.now);
    pair.reach_b(&sent);
    assert_eq!(pair.b.slots(1), [1]);
    let start = pair.now;
    let deadline = pair.b.adapter.next_deadline().expect("a deadline");
    assert!(deadline >= start + MIN_TIMEOUT);
    assert!(pair.b.sent(start + MIN_TIMEOUT / 2).is_empty());
    // The requester does not probe before.
    assert!(pair.a.adapter.next_deadline() > Some(deadline));
    pair.now = deadline;
    let acks = pair.b.sent(deadline);
    assert_eq!(acks.len(), 1);
    pair.reach_a(&acks);
    assert_eq!(pair.a.completed(), 1);
    assert_eq!(pair.a.adapter.next_deadline(), None);
    assert_eq!(pair.b.adapter.next_deadline(), None);
}

#[test]
fn a_hasty_message_takes_the_acknowledgement_of_a_patient_one_along() {
    let mut pair = Pair::measured();
    for patient in [true, false] {
        let op = inline(&pair.b, 1);
        pair.a.post_as(op, patient);
        let sent = pair.a.sent(pair.now);
        pair.reach_b(&sent);
    }
    assert_eq!(pair.settle().len(), 1);
    assert_eq!(pair.a.completed(), 2);
    assert_eq!(pair.a.adapter.next_deadline(), None);
}

#[test]
fn a_lost_patient_message_is_sent_again() {
    let mut pair = Pair::measured();
    let op = inline(&pair.b, 1);
    pair.a.post_as(op, true);
    assert_eq!(pair.a.sent(pair.now).len(), 1);
    let again = pair.wait_for_a();
    pair.reach_b(&again);
    assert_eq!(pair.b.slots(1), [1]);
}

#[test]
fn an_acknowledgement_is_never_carried_beyond_data_that_is_still_to_leave() {
    let mut pair = Pair::new();
    pair.a.post(SendOp::Read {
        local: Sge {
            lkey: pair.a.region.lkey,
            addr: 0,
            len: 8,
        },
        remote: RemoteAddress {
            rkey: pair.b.region.rkey,
            addr: 0,
        },
    });
    let sent = pair.a.sent(pair.now);
    pair.reach_b(&sent);
    let op = inline(&pair.a, 1);
    pair.b.post(op);
    let answers = pair.b.sent(pair.now);
    assert_eq!(headers(&answers[0]).bth.opcode, Opcode::ReadResponseOnly);
    // The data is lost. The acknowledgement of the write behind it shows that the read was
    // executed, but does not replace the data.
    pair.reach_a(&answers[1..]);
    assert_eq!(pair.a.completed(), 0);
    let mut again = pair.wait_for_a();
    while headers(&again[0]).bth.opcode == Opcode::Acknowledge {
        again = pair.wait_for_a();
    }
    assert_eq!(headers(&again[0]).bth.opcode, Opcode::ReadRequest);
    pair.reach_b(&again);
    pair.settle();
    assert_eq!(pair.a.completed(), 1);
}
