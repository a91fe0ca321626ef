//! One adapter, and a peer that the test plays packet by packet: what a foreign adapter may send,
//! and what it must receive.

use std::net::SocketAddr;
use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_roce::wire::icrc::{Flow, icrc};
use farreach_roce::wire::{
    Aeth, AtomicEth, Bth, HeadBuffer, Headers, NakCode, Opcode, Reth, Syndrome, emit, pad_for,
    parse,
};
use farreach_roce::{Adapter, AdapterConfig};
use farreach_verbs::{
    Access, AdapterAddress, CompletionStatus, CqId, Data, InlineData, Memory, PacketCheck, PdId,
    QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, Region, RemoteAddress, Retry, Rkey,
    SendOp, SendRequest, Sge, Time, Transport,
};

use crate::net::sent_by;

const MTU: u32 = 256;
const FIRST: u32 = 0xff_fff0;
const BYTES: usize = 1 << 16;
const PEER_QP: QpNumber = QpNumber(0x77);

struct Bench {
    adapter: Adapter<VecMemory>,
    own: AdapterAddress,
    peer: AdapterAddress,
    pd: PdId,
    cq: CqId,
    qp: QpNumber,
    memory: VecMemory,
    region: Region,
    now: Time,
}

fn address(text: &str) -> AdapterAddress {
    AdapterAddress::from(text.parse::<SocketAddr>().unwrap())
}

impl Bench {
    fn new() -> Self {
        let (own, peer) = (address("[fd00::1]:4791"), address("[fd00::2]:4791"));
        let mut adapter = Adapter::new(AdapterConfig::new(own, 9));
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
            max_recv: 1000,
            domain: None,
            partner: None,
        };
        let qp = adapter.create_qp(&init).unwrap();
        for transition in [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: peer,
                remote_qp: PEER_QP,
                expected_psn: FIRST,
                mtu: MTU,
                max_dest_rd_atomic: 4,
                min_rnr_timer: Duration::from_millis(1),
                check: PacketCheck::Icrc,
            },
            QpTransition::ToRts {
                psn: FIRST,
                max_rd_atomic: 4,
                timeout: Duration::from_millis(10),
                retry: Retry::Count(7),
                rnr_retry: Retry::Count(7),
            },
        ] {
            adapter.modify_qp(qp, &transition).unwrap();
        }
        Bench {
            adapter,
            own,
            peer,
            pd,
            cq,
            qp,
            memory,
            region,
            now: Time(1_000),
        }
    }

    fn headers(&self, opcode: Opcode, psn: u32) -> Headers {
        Headers::new(Bth::new(opcode, self.qp.0, (FIRST + psn) & 0xff_ffff))
    }

    fn reth(&self, va: u64, length: u32) -> Reth {
        Reth {
            va,
            rkey: self.region.rkey.0,
            length,
        }
    }

    fn packet(&self, headers: Headers, payload: &[u8], from: AdapterAddress) -> Vec<u8> {
        let mut headers = headers;
        headers.bth.pad = pad_for(payload.len());
        let mut head = HeadBuffer::new();
        emit(&headers, &mut head);
        let mut bytes = head.as_slice().to_vec();
        bytes.extend_from_slice(payload);
        bytes.resize(bytes.len() + usize::from(headers.bth.pad), 0);
        let check = icrc(&Flow::new(from, self.own), &[&bytes]);
        bytes.extend_from_slice(&check.to_le_bytes());
        bytes
    }

    fn deliver(&mut self, headers: Headers, payload: &[u8]) {
        // Foreign adapters send from any port.
        let from = AdapterAddress {
            port: 0xc123,
            ..self.peer
        };
        let bytes = self.packet(headers, payload, from);
        self.adapter.handle_datagram(self.now, from, &bytes);
    }

    fn sent(&mut self) -> Vec<(Headers, Vec<u8>)> {
        let sent = sent_by(&mut self.adapter, self.now);
        let parsed = |(_, bytes): &(_, Vec<u8>)| {
            let parsed = parse(bytes).unwrap();
            let flow = Flow::new(self.own, self.peer);
            assert!(farreach_roce::wire::icrc::verify(&flow, bytes));
            assert_eq!(parsed.headers.bth.dest_qp, PEER_QP.0);
            (parsed.headers, parsed.payload.to_vec())
        };
        sent.iter().map(parsed).collect()
    }

    /// The opcodes, PSNs (relative to the first) and syndromes of the sent packets. Packets without
    /// a syndrome count as ACK.
    fn answers(&mut self) -> Vec<(Opcode, u32, Syndrome)> {
        let brief = |(h, _): (Headers, Vec<u8>)| {
            let psn = h.bth.psn.wrapping_sub(FIRST) & 0xff_ffff;
            let syndrome = h.aeth.map_or(Syndrome::ACK, |a| a.syndrome);
            (h.bth.opcode, psn, syndrome)
        };
        self.sent().into_iter().map(brief).collect()
    }

    fn write(&mut self, psn: u32, va: u64, bytes: &[u8]) {
        let mut headers = self.headers(Opcode::WriteOnly, psn);
        headers.reth = Some(self.reth(va, bytes.len() as u32));
        headers.bth.ack_request = true;
        self.deliver(headers, bytes);
    }

    fn read(&mut self, psn: u32, va: u64, len: u32) {
        let mut headers = self.headers(Opcode::ReadRequest, psn);
        headers.reth = Some(self.reth(va, len));
        self.deliver(headers, &[]);
    }

    fn add(&mut self, psn: u32, va: u64, operand: u64) {
        let mut headers = self.headers(Opcode::FetchAdd, psn);
        headers.atomic = Some(AtomicEth {
            va,
            rkey: self.region.rkey.0,
            swap_or_add: operand,
            compare: 0,
        });
        self.deliver(headers, &[]);
    }

    fn ack(&mut self, psn: u32, syndrome: Syndrome) {
        let mut headers = self.headers(Opcode::Acknowledge, psn);
        headers.aeth = Some(Aeth { syndrome, msn: 0 });
        self.deliver(headers, &[]);
    }

    fn post(&mut self, op: SendOp) {
        let request = SendRequest::new(1, op);
        self.adapter.post_send(self.qp, &request).unwrap();
    }

    fn post_write(&mut self) {
        self.post(SendOp::Write {
            data: Data::Inline(InlineData::new(b"x").unwrap()),
            remote: NOWHERE,
            imm: None,
        });
    }

    fn post_read(&mut self, len: u32) {
        self.post(SendOp::Read {
            local: Sge {
                lkey: self.region.lkey,
                addr: 0,
                len,
            },
            remote: NOWHERE,
        });
    }

    fn statuses(&mut self) -> Vec<CompletionStatus> {
        let completions = std::iter::from_fn(|| self.adapter.poll_cq(self.cq));
        completions.map(|c| c.status).collect()
    }
}

const NOWHERE: RemoteAddress = RemoteAddress {
    rkey: Rkey(1),
    addr: 0,
};
const ACK: Syndrome = Syndrome::ACK;

const fn nak(code: NakCode) -> Syndrome {
    Syndrome::Nak(code)
}

#[test]
fn a_long_message_is_acknowledged_within_though_nobody_asks() {
    let mut bench = Bench::new();
    let mut headers = bench.headers(Opcode::WriteFirst, 0);
    headers.reth = Some(bench.reth(0, MTU * 200));
    bench.deliver(headers, &[1; MTU as usize]);
    let mut acknowledged = Vec::new();
    for psn in 1..199 {
        let headers = bench.headers(Opcode::WriteMiddle, psn);
        bench.deliver(headers, &[1; MTU as usize]);
        acknowledged.extend(bench.answers());
    }
    let ack = |psn| (Opcode::Acknowledge, psn, ACK);
    assert_eq!(acknowledged, [ack(63), ack(127), ack(191)]);
}

#[test]
fn acknowledgements_of_one_pass_are_one() {
    let mut bench = Bench::new();
    for psn in 0..10 {
        bench.write(psn, 8 * u64::from(psn), b"12345678");
    }
    assert_eq!(bench.answers(), [(Opcode::Acknowledge, 9, ACK)]);
    assert_eq!(bench.answers(), []);
    assert_eq!(bench.adapter.next_deadline(), None);
}

#[test]
fn a_read_that_comes_again_is_read_again_and_never_just_acknowledged() {
    let mut bench = Bench::new();
    bench.memory.write(0, b"before").unwrap();
    bench.write(0, 100, b"a");
    bench.read(1, 0, 6);
    bench.write(2, 200, b"b");
    let expected = [
        (Opcode::ReadResponseOnly, 1, ACK),
        (Opcode::Acknowledge, 2, ACK),
    ];
    assert_eq!(bench.answers(), expected);
    bench.memory.write(0, b"after ").unwrap();
    bench.read(1, 0, 6);
    let sent = bench.sent();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].0.bth.opcode, Opcode::ReadResponseOnly);
    assert_eq!(sent[0].1, b"after ");
    // The write before the read is acknowledged up to its own PSN only. The write behind the read
    // may be acknowledged.
    bench.write(0, 100, b"a");
    assert_eq!(bench.answers(), [(Opcode::Acknowledge, 0, ACK)]);
    bench.write(2, 200, b"b");
    assert_eq!(bench.answers(), [(Opcode::Acknowledge, 2, ACK)]);
    // The rest of a longer read.
    bench.read(3, 0, 3 * MTU);
    assert_eq!(bench.answers().len(), 3);
    bench.read(4, u64::from(MTU), 2 * MTU);
    let rest = [
        (Opcode::ReadResponseFirst, 4, ACK),
        (Opcode::ReadResponseLast, 5, ACK),
    ];
    assert_eq!(bench.answers(), rest);
}

#[test]
fn a_write_that_comes_again_is_not_written_again() {
    let mut bench = Bench::new();
    bench.write(0, 0, b"once");
    bench.memory.write(0, b"mine").unwrap();
    bench.write(0, 0, b"once");
    assert_eq!(bench.answers(), [(Opcode::Acknowledge, 0, ACK)]);
    assert_eq!(bench.memory.to_vec()[..4], *b"mine");
    assert_eq!(bench.adapter.counters().duplicates, 1);
}

#[test]
fn an_atomic_that_comes_again_is_answered_from_memory() {
    let mut bench = Bench::new();
    for psn in 0..6 {
        bench.add(psn, 8, 10);
        bench.sent();
    }
    let word = |bench: &Bench| {
        let mut bytes = [0; 8];
        bench.memory.read(8, &mut bytes).unwrap();
        u64::from_ne_bytes(bytes)
    };
    assert_eq!(word(&bench), 60);
    for psn in 2..6 {
        bench.add(psn, 8, 10);
        let sent = bench.sent();
        assert_eq!(sent[0].0.atomic_ack.unwrap().original, 10 * u64::from(psn));
    }
    // Older than what may be outstanding: no requester waits for it.
    bench.add(1, 8, 10);
    assert!(bench.sent().is_empty());
    assert_eq!(word(&bench), 60);
}

#[test]
fn a_gap_is_told_once() {
    let mut bench = Bench::new();
    bench.write(0, 0, b"a");
    bench.write(2, 8, b"c");
    bench.write(3, 16, b"d");
    let expected = [
        (Opcode::Acknowledge, 0, ACK),
        (Opcode::Acknowledge, 1, nak(NakCode::PsnSequence)),
    ];
    assert_eq!(bench.answers(), expected);
    bench.write(4, 24, b"e");
    assert_eq!(bench.answers(), []);
    assert_eq!(bench.memory.to_vec()[8..32], [0; 24]);
    bench.write(1, 4, b"b");
    assert_eq!(bench.answers(), [(Opcode::Acknowledge, 1, ACK)]);
}

#[test]
fn loss_at_the_link_is_answered_at_once() {
    let mut bench = Bench::new();
    bench.adapter.handle_link_loss(bench.now);
    assert_eq!(bench.answers(), [], "an idle pair misses nothing");
    let mut headers = bench.headers(Opcode::WriteFirst, 0);
    headers.reth = Some(bench.reth(0, 3 * MTU));
    bench.deliver(headers, &[1; MTU as usize]);
    bench.adapter.handle_link_loss(bench.now);
    let told = (Opcode::Acknowledge, 1, nak(NakCode::PsnSequence));
    assert_eq!(bench.answers(), [told]);
    bench.adapter.handle_link_loss(bench.now);
    assert_eq!(bench.answers(), [], "once is enough");

    let mut bench = Bench::new();
    bench.post_read(3 * MTU);
    assert_eq!(bench.answers().len(), 1);
    bench.adapter.handle_link_loss(bench.now);
    assert_eq!(bench.answers(), [], "the answer may not have left yet");
    let mut first = bench.headers(Opcode::ReadResponseFirst, 0);
    first.aeth = Some(Aeth {
        syndrome: ACK,
        msn: 1,
    });
    bench.deliver(first, &[1; MTU as usize]);
    bench.adapter.handle_link_loss(bench.now);
    assert_eq!(bench.answers(), [(Opcode::ReadRequest, 1, ACK)]);
}

#[test]
fn packets_that_break_a_length_are_invalid_requests() {
    let full = [0; MTU as usize];
    type Make = fn(&mut Bench, &[u8]);
    let short_first: Make = |bench, full| {
        let mut headers = bench.headers(Opcode::WriteFirst, 0);
        headers.reth = Some(bench.reth(0, 2 * MTU));
        bench.deliver(headers, &full[4..]);
    };
    let long_only: Make = |bench, full| bench.write(0, 0, &[full, &full[..4]].concat());
    let other_length: Make = |bench, full| {
        let mut headers = bench.headers(Opcode::WriteOnly, 0);
        headers.reth = Some(bench.reth(0, 8));
        bench.deliver(headers, &full[..12]);
    };
    let middle_of_nothing: Make = |bench, full| {
        let headers = bench.headers(Opcode::SendMiddle, 0);
        bench.deliver(headers, full);
    };
    let unaligned: Make = |bench, _| bench.add(0, 4, 1);
    for make in [
        short_first,
        long_only,
        other_length,
        middle_of_nothing,
        unaligned,
    ] {
        let mut bench = Bench::new();
        bench.memory.write(0, &[7; 1024]).unwrap();
        make(&mut bench, &full);
        let expected = (Opcode::Acknowledge, 0, nak(NakCode::InvalidRequest));
        assert_eq!(bench.answers(), [expected]);
        assert_eq!(bench.adapter.qp_state(bench.qp), Ok(QpState::Error));
        assert_eq!(bench.memory.to_vec()[..1024], [7; 1024]);
        // A peer that missed the NAK gets the NAK again.
        make(&mut bench, &full);
        let again = bench.answers();
        assert!(again.is_empty() || again == [expected]);
    }
}

#[test]
fn strangers_are_not_answered() {
    let mut bench = Bench::new();
    let mut headers = bench.headers(Opcode::WriteOnly, 0);
    headers.reth = Some(bench.reth(0, 4));
    let elsewhere = address("[fd00::3]:4791");
    let bytes = bench.packet(headers, b"evil", elsewhere);
    bench.adapter.handle_datagram(bench.now, elsewhere, &bytes);
    assert_eq!(bench.adapter.counters().dropped.wrong_source, 1);
    // From the right address, with a wrong check.
    let mut bytes = bench.packet(headers, b"evil", bench.peer);
    bytes[30] ^= 1;
    bench.adapter.handle_datagram(bench.now, bench.peer, &bytes);
    assert_eq!(bench.adapter.counters().dropped.bad_check, 1);
    let mut partition = headers;
    partition.bth.pkey = 0x1234;
    bench.deliver(partition, b"evil");
    assert_eq!(bench.adapter.counters().dropped.wrong_partition, 1);
    let mut unknown = headers;
    unknown.bth.dest_qp ^= 1;
    bench.deliver(unknown, b"evil");
    assert_eq!(bench.adapter.counters().dropped.unknown_qp, 1);
    assert!(bench.sent().is_empty());
    assert_eq!(bench.memory.to_vec()[..4], [0; 4]);
    assert_eq!(bench.adapter.counters().dropped.total(), 4);
}

#[test]
fn requests_beyond_what_was_agreed_are_refused() {
    let mut bench = Bench::new();
    for psn in 0..5 {
        bench.read(psn, 0, 8);
    }
    let answers = bench.answers();
    assert_eq!(answers.len(), 5);
    let refused = (Opcode::Acknowledge, 4, nak(NakCode::InvalidRequest));
    assert_eq!(answers[4], refused);
}

#[test]
fn a_requester_does_not_take_an_acknowledgement_for_data() {
    let mut bench = Bench::new();
    bench.post_write();
    bench.post_read(8);
    bench.post_write();
    assert_eq!(bench.sent().len(), 3);
    // All three at once: the write before the read completes, the read is requested again.
    bench.ack(2, Syndrome::ACK);
    assert_eq!(bench.statuses(), [CompletionStatus::Success]);
    let again = bench.answers();
    assert_eq!(again[0].0, Opcode::ReadRequest);
    assert_eq!(again.len(), 2);
    assert_eq!(bench.adapter.counters().retransmitted, 2);
}

#[test]
fn responses_that_answer_nothing_change_nothing() {
    let mut bench = Bench::new();
    bench.memory.write(0, b"mine").unwrap();
    bench.ack(0, Syndrome::ACK);
    bench.ack(0, Syndrome::Nak(NakCode::RemoteAccess));
    bench.post_read(8);
    bench.sent();
    let mut wrong_length = bench.headers(Opcode::ReadResponseOnly, 0);
    wrong_length.aeth = Some(Aeth {
        syndrome: Syndrome::ACK,
        msn: 1,
    });
    bench.deliver(wrong_length, b"1234");
    bench.ack(40, Syndrome::ACK);
    assert_eq!(bench.statuses(), []);
    assert_eq!(bench.adapter.counters().dropped.stale_response, 4);
    assert_eq!(bench.memory.to_vec()[..4], *b"mine");
    bench.deliver(wrong_length, b"12345678");
    assert_eq!(bench.statuses(), [CompletionStatus::Success]);
    assert_eq!(bench.memory.to_vec()[..8], *b"12345678");
}

#[test]
fn a_late_acknowledgement_of_what_was_rewound_counts() {
    let mut bench = Bench::new();
    for _ in 0..4 {
        bench.post_write();
    }
    bench.sent();
    // The timer expires, then the acknowledgement of the first try arrives.
    bench.now = bench.adapter.next_deadline().unwrap();
    bench.adapter.handle_timeout(bench.now);
    assert_eq!(bench.adapter.counters().timeouts, 1);
    bench.ack(3, Syndrome::ACK);
    assert_eq!(bench.statuses(), [CompletionStatus::Success; 4]);
    assert!(bench.sent().is_empty(), "nothing is left to send again");
    assert_eq!(bench.adapter.next_deadline(), None);
}

#[test]
fn a_lost_nak_of_a_fault_is_repeated() {
    let mut bench = Bench::new();
    let forbidden = |bench: &mut Bench| bench.read(0, BYTES as u64, 8);
    forbidden(&mut bench);
    let expected = [(Opcode::Acknowledge, 0, nak(NakCode::RemoteAccess))];
    assert_eq!(bench.answers(), expected);
    assert_eq!(bench.adapter.qp_state(bench.qp), Ok(QpState::Error));
    forbidden(&mut bench);
    assert_eq!(bench.answers(), expected);
}

#[test]
fn what_came_before_a_fault_is_answered_again() {
    let mut bench = Bench::new();
    bench.memory.write(0, &5u64.to_le_bytes()).unwrap();
    bench.add(0, 0, 1);
    bench.read(1, 8, 8);
    bench.write(2, BYTES as u64, &[1; 8]);
    assert_eq!(bench.answers().len(), 3);
    assert_eq!(bench.adapter.qp_state(bench.qp), Ok(QpState::Error));
    // All three answers were lost.
    bench.add(0, 0, 1);
    bench.read(1, 8, 8);
    let again: Vec<_> = bench
        .answers()
        .iter()
        .map(|answer| (answer.0, answer.1))
        .collect();
    assert_eq!(
        again,
        [
            (Opcode::AtomicAcknowledge, 0),
            (Opcode::ReadResponseOnly, 1)
        ]
    );
    assert_eq!(bench.memory.to_vec()[..8], 6u64.to_le_bytes(), "added once");
    bench.write(2, BYTES as u64, &[1; 8]);
    assert_eq!(
        bench.answers(),
        [(Opcode::Acknowledge, 2, nak(NakCode::RemoteAccess))]
    );
}

#[test]
fn a_full_completion_queue_breaks_the_pair_that_needs_it() {
    let mut bench = Bench::new();
    let small = bench.adapter.create_cq(2).unwrap();
    let init = QpInit {
        transport: Transport::Rc,
        pd: bench.pd,
        send_cq: small,
        recv_cq: small,
        srq: None,
        max_send: 8,
        max_recv: 8,
        domain: None,
        partner: None,
    };
    let qp = bench.adapter.create_qp(&init).unwrap();
    let to_init = QpTransition::ToInit {
        access: Access::ALL,
        qkey: 0,
    };
    bench.adapter.modify_qp(qp, &to_init).unwrap();
    for id in 0..3 {
        let local = Sge {
            lkey: bench.region.lkey,
            addr: 0,
            len: 8,
        };
        let receive = ReceiveRequest { id, local };
        bench.adapter.post_recv(qp, &receive).unwrap();
    }
    bench.adapter.modify_qp(qp, &QpTransition::ToError).unwrap();
    assert_eq!(bench.adapter.counters().cq_overruns, 1);
    let left = std::iter::from_fn(|| bench.adapter.poll_cq(small)).count();
    assert_eq!(left, 2);
}
