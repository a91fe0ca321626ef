use alloc::collections::BTreeSet;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::time::Duration;

use farreach_conformance::VecMemory;
use farreach_verbs::{
    Access, AdapterAddress, CqId, Data, InlineData, Memory, PacketCheck, PdId, QpInit, QpNumber,
    QpTransition, RemoteAddress, Retry, Rkey, SendOp, SendRequest, Time, Transport,
};

use super::Adapter;
use crate::link::{Link, LinkStatus, Packet};
use crate::number::Numbers;
use crate::qp::PATIENCE;
use crate::{AdapterConfig, Payload};

const NOW: Time = Time(1);

/// The usable numbers of four bits, of which two are reserved.
const FREE: usize = (1 << 4) - 2;

struct Side {
    adapter: Adapter<VecMemory>,
    pd: PdId,
    cq: CqId,
}

fn address(port: u16) -> AdapterAddress {
    AdapterAddress { gid: [1; 16], port }
}

/// An adapter with few numbers.
fn side(port: u16) -> Side {
    let mut adapter = Adapter::new(AdapterConfig::new(address(port), 5));
    adapter.numbers = Numbers::new(5, 1, 2);
    let pd = adapter.create_pd().unwrap();
    let cq = adapter.create_cq(16).unwrap();
    Side { adapter, pd, cq }
}

impl Side {
    fn create(&mut self) -> Result<QpNumber, farreach_verbs::DeviceError> {
        self.adapter.create_qp(&QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: 4,
            max_recv: 0,
            domain: None,
            partner: None,
        })
    }

    fn connect(&mut self, qp: QpNumber, port: u16, remote_qp: QpNumber, key: u8) {
        for transition in [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: address(port),
                remote_qp,
                expected_psn: 0,
                mtu: 1024,
                max_dest_rd_atomic: 1,
                min_rnr_timer: Duration::from_millis(1),
                check: PacketCheck::Keyed([key; 16]),
            },
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 1,
                timeout: Duration::from_millis(10),
                retry: Retry::Count(7),
                rnr_retry: Retry::Count(7),
            },
        ] {
            self.adapter.modify_qp(qp, &transition).unwrap();
        }
    }
}

/// Keeps the packets that are sent.
struct Wire(Vec<Vec<u8>>);

impl Link<VecMemory> for Wire {
    fn send(&mut self, packet: &Packet<'_, VecMemory>) -> LinkStatus {
        assert!(matches!(packet.payload, Payload::None), "it is short");
        self.0.push([packet.head, packet.tail].concat());
        LinkStatus::Sent
    }
}

#[test]
fn numbers_of_pairs_that_are_gone_come_again_after_all_others() {
    let mut side = side(1);
    let kept = side.create().unwrap();
    let mut round = Vec::new();
    for made in 0..10 * FREE {
        let qp = side.create().unwrap();
        assert_ne!(qp, kept);
        side.adapter.destroy_qp(qp).unwrap();
        if made < FREE - 1 {
            round.push(qp);
        } else {
            assert_eq!(qp, round[made % (FREE - 1)]);
        }
    }
    let distinct: BTreeSet<QpNumber> = round.iter().copied().collect();
    assert_eq!(distinct.len(), FREE - 1);
    for _ in 0..FREE - 1 {
        side.create().unwrap();
    }
    let error = side.create().unwrap_err();
    assert!(error.to_string().contains("queue pair number"), "{error}");
}

#[test]
fn a_late_packet_to_a_number_that_is_used_again_changes_nothing() {
    let (mut target, mut sender) = (side(1), side(2));
    let memory = VecMemory::allocate(8);
    let region = target
        .adapter
        .register(target.pd, memory.clone(), 0, Access::ALL)
        .unwrap();
    let (there, here) = (target.create().unwrap(), sender.create().unwrap());
    target.connect(there, 2, here, 1);
    sender.connect(here, 1, there, 1);
    let op = SendOp::Write {
        data: Data::Inline(InlineData::new(&[7; 8]).unwrap()),
        remote: RemoteAddress {
            rkey: region.rkey,
            addr: 0,
        },
        imm: None,
    };
    sender
        .adapter
        .post_send(here, &SendRequest::new(1, op))
        .unwrap();
    let mut late = Wire(Vec::new());
    sender.adapter.transmit(NOW, &mut late);
    target.adapter.destroy_qp(there).unwrap();
    // The next queue pair with this number has the same peer and first PSN, and a different key.
    let again = loop {
        let qp = target.create().unwrap();
        if qp == there {
            break qp;
        }
        target.adapter.destroy_qp(qp).unwrap();
    };
    target.connect(again, 2, here, 2);
    for packet in &late.0 {
        target.adapter.handle_datagram(NOW, address(2), packet);
    }
    assert_eq!(target.adapter.counters().dropped.bad_check, 1);
    assert_eq!(memory.to_vec(), [0; 8]);
}

/// A connection between two adapters, each with eight bytes that the other may write.
struct Pair {
    sides: [Side; 2],
    qps: [QpNumber; 2],
    memories: [VecMemory; 2],
    rkeys: [Rkey; 2],
}

impl Pair {
    fn new() -> Self {
        let mut sides = [side(1), side(2)];
        let memories = [VecMemory::allocate(8), VecMemory::allocate(8)];
        let mut rkeys = [Rkey(0); 2];
        for ((side, memory), rkey) in sides.iter_mut().zip(&memories).zip(&mut rkeys) {
            let region = side
                .adapter
                .register(side.pd, memory.clone(), 0, Access::ALL);
            *rkey = region.unwrap().rkey;
        }
        let qps = [sides[0].create().unwrap(), sides[1].create().unwrap()];
        let [a, b] = &mut sides;
        a.connect(qps[0], 2, qps[1], 1);
        b.connect(qps[1], 1, qps[0], 1);
        Pair {
            sides,
            qps,
            memories,
            rkeys,
        }
    }

    /// Posts a write of `byte` by side `from`, and takes what it sends.
    fn write(&mut self, from: usize, byte: u8) -> Vec<Vec<u8>> {
        let op = SendOp::Write {
            data: Data::Inline(InlineData::new(&[byte; 8]).unwrap()),
            remote: RemoteAddress {
                rkey: self.rkeys[1 - from],
                addr: 0,
            },
            imm: None,
        };
        let adapter = &mut self.sides[from].adapter;
        adapter
            .post_send(self.qps[from], &SendRequest::new(1, op))
            .unwrap();
        self.sent(from)
    }

    fn sent(&mut self, from: usize) -> Vec<Vec<u8>> {
        let mut wire = Wire(Vec::new());
        // An acknowledgement waits for a request until the second pass, or for a moment.
        for pass in 0..3 {
            let now = NOW + pass * PATIENCE;
            self.sides[from].adapter.transmit(now, &mut wire);
        }
        wire.0
    }

    fn deliver(&mut self, to: usize, packets: &[Vec<u8>]) {
        let from = address(2 - to as u16);
        for packet in packets {
            self.sides[to].adapter.handle_datagram(NOW, from, packet);
        }
    }

    /// Delivers packets to side `to`, and the answers to the other side. Returns the answers.
    fn exchange(&mut self, to: usize, packets: &[Vec<u8>]) -> Vec<Vec<u8>> {
        self.deliver(to, packets);
        let answers = self.sent(to);
        self.deliver(1 - to, &answers);
        answers
    }

    /// Lets `packets` pass from side `from` to the other one.
    fn skip(&mut self, from: usize, packets: u64) {
        for (index, (side, qp)) in self.sides.iter_mut().zip(self.qps).enumerate() {
            let (sent, arrived) = if index == from {
                (packets, 0)
            } else {
                (0, packets)
            };
            side.adapter
                .qp_and_shared(qp)
                .unwrap()
                .0
                .skip(sent, arrived);
        }
    }

    fn completed(&mut self, side: usize) -> usize {
        let (adapter, cq) = (&mut self.sides[side].adapter, self.sides[side].cq);
        core::iter::from_fn(|| adapter.poll_cq(cq)).count()
    }

    fn refused(&self, side: usize) -> u64 {
        self.sides[side].adapter.counters().dropped.bad_check
    }
}

/// A packet of exactly one lap ago has the PSN that is expected, and the same key. Requests and
/// acknowledgements of that time are refused, and the connection goes on.
#[test]
fn packets_of_a_lap_ago_change_nothing() {
    let mut pair = Pair::new();
    let old = pair.write(0, 7);
    let old_answers = pair.exchange(1, &old);
    assert_eq!(
        (pair.completed(0), pair.memories[1].to_vec()),
        (1, [7; 8].to_vec())
    );
    for lap in 1..4 {
        pair.skip(0, (1 << 24) - 1);
        pair.memories[1].write(0, &[0; 8]).unwrap();
        pair.deliver(1, &old);
        assert_eq!(pair.memories[1].to_vec(), [0; 8], "lap {lap}");
        let new = pair.write(0, 9);
        assert_eq!(new[0][9..12], old[0][9..12], "one PSN");
        pair.deliver(0, &old_answers);
        assert_eq!(pair.completed(0), 0, "lap {lap}");
        pair.exchange(1, &new);
        assert_eq!(
            (pair.completed(0), pair.memories[1].to_vec()),
            (1, [9; 8].to_vec())
        );
        assert_eq!((pair.refused(0), pair.refused(1)), (lap, lap));
    }
}

/// A request that was held back carries an old acknowledgement. It acknowledges nothing that was sent
/// since, however many packets that are.
#[test]
fn a_late_request_acknowledges_nothing_that_was_sent_since() {
    for packets in [0xffff, 0x1_ffff, (1 << 23) - 1, (1 << 24) - 1] {
        let mut pair = Pair::new();
        let first = pair.write(1, 1);
        pair.exchange(0, &first);
        assert_eq!(pair.completed(1), 1);
        let late = pair.write(0, 7);
        pair.skip(1, packets);
        let lost = pair.write(1, 2);
        pair.deliver(1, &late);
        assert_eq!(pair.completed(1), 0, "{packets} packets later");
        pair.exchange(0, &lost);
        assert_eq!(pair.completed(1), 1);
        assert_eq!(pair.memories[0].to_vec(), [2; 8]);
        // It is as any request that is late, unless it is too old to be told from one of now.
        let taken = packets < 1 << 22;
        assert_eq!(pair.refused(1), u64::from(!taken));
        assert_eq!(pair.memories[1].to_vec(), [if taken { 7 } else { 0 }; 8]);
    }
}
