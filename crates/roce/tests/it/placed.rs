//! Payloads that are received directly into their targets. In a long write the first packet is the
//! short one, and the targets of the others are known, however many peers write at once. In a
//! read's answer the targets of all packets are known.

use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_roce::{Adapter, AdapterConfig};
use farreach_verbs::{
    Access, AdapterAddress, Data, Memory, PacketCheck, PdId, QpInit, QpNumber, QpTransition,
    Region, RemoteAddress, Retry, SendOp, SendRequest, Sge, Time, Transport,
};

use crate::net::{address, receive_in_place, sent_by};

const MTU: usize = 1024;
/// The longest write.
const PART: usize = 8 * MTU;
const NOW: Time = Time(1_000_000);
/// Bytes of headers and check: of the first packet, and of the other packets.
const FIRST: usize = 12 + 16 + 4;
const OTHER: usize = 12 + 4;

struct Side {
    adapter: Adapter<VecMemory>,
    address: AdapterAddress,
    pd: PdId,
    memory: VecMemory,
    region: Region,
}

fn side(index: usize, bytes: usize) -> Side {
    let address = address(index);
    let mut adapter = Adapter::new(AdapterConfig::new(address, index as u64));
    let pd = adapter.create_pd().unwrap();
    let memory = VecMemory::allocate(bytes);
    let registered = adapter.register(pd, memory.clone(), 0, Access::ALL);
    Side {
        adapter,
        address,
        pd,
        memory,
        region: registered.unwrap(),
    }
}

fn create(side: &mut Side) -> QpNumber {
    let cq = side.adapter.create_cq(100).unwrap();
    let init = QpInit {
        transport: Transport::Rc,
        pd: side.pd,
        send_cq: cq,
        recv_cq: cq,
        srq: None,
        max_send: 16,
        max_recv: 1,
        domain: None,
        partner: None,
    };
    side.adapter.create_qp(&init).unwrap()
}

fn connect(from: &mut Side, qp: QpNumber, to: AdapterAddress, to_qp: QpNumber, keyed: bool) {
    let check = if keyed {
        PacketCheck::Keyed([5; 16])
    } else {
        PacketCheck::Icrc
    };
    for transition in [
        QpTransition::ToInit {
            access: Access::ALL,
            qkey: 0,
        },
        QpTransition::ToRtr {
            remote: to,
            remote_qp: to_qp,
            expected_psn: 0,
            mtu: MTU as u32,
            max_dest_rd_atomic: 1,
            min_rnr_timer: Duration::from_millis(1),
            check,
        },
        QpTransition::ToRts {
            psn: 0,
            max_rd_atomic: 1,
            timeout: Duration::from_millis(10),
            retry: Retry::Count(7),
            rnr_retry: Retry::Count(7),
        },
    ] {
        from.adapter.modify_qp(qp, &transition).unwrap();
    }
}

/// A target and `senders` senders.
fn connected(senders: usize, keyed: bool) -> (Side, Vec<(Side, QpNumber)>) {
    let mut target = side(0, senders * PART);
    let sender = |index: usize| {
        let mut sender = side(1 + index, PART);
        let bytes: Vec<u8> = (0..PART).map(|at| (at * 7 + index) as u8).collect();
        sender.memory.write(0, &bytes).unwrap();
        let (here, there) = (create(&mut sender), create(&mut target));
        connect(&mut sender, here, target.address, there, keyed);
        connect(&mut target, there, sender.address, here, keyed);
        (sender, here)
    };
    let senders = (0..senders).map(sender).collect();
    (target, senders)
}

/// The packets of a write of `len` bytes to `addr`.
fn packets(
    sender: &mut Side,
    qp: QpNumber,
    target: Region,
    addr: usize,
    len: usize,
) -> Vec<Vec<u8>> {
    let op = SendOp::Write {
        data: Data::Sge(Sge {
            lkey: sender.region.lkey,
            addr: 0,
            len: len as u32,
        }),
        remote: RemoteAddress {
            rkey: target.rkey,
            addr: addr as u64,
        },
        imm: None,
    };
    sender
        .adapter
        .post_send(qp, &SendRequest::new(1, op))
        .unwrap();
    let sent = sent_by(&mut sender.adapter, NOW);
    sent.into_iter().map(|(_, bytes)| bytes).collect()
}

#[test]
fn the_first_packet_is_the_one_that_is_not_full() {
    for (keyed, len, expected) in [
        (true, 100, vec![100]),
        (true, MTU, vec![MTU]),
        (true, 2 * MTU, vec![MTU, MTU]),
        (true, 2 * MTU + 64, vec![64, MTU, MTU]),
        // Also here the later packets begin at cache lines.
        (true, 2 * MTU + 100, vec![128, MTU, MTU - 28]),
        (true, MTU + 4, vec![64, MTU - 60]),
        // A packet with a pad must be the last.
        (true, 2 * MTU + 101, vec![MTU, MTU, 101]),
        // The standard does not allow a short first packet.
        (false, 2 * MTU + 64, vec![MTU, MTU, 64]),
    ] {
        let (target, mut senders) = connected(1, keyed);
        let (sender, qp) = &mut senders[0];
        let packets = packets(sender, *qp, target.region, 0, len);
        let overhead = |index| if index == 0 { FIRST } else { OTHER };
        let padded = expected
            .iter()
            .map(|bytes: &usize| bytes.next_multiple_of(4));
        let expected: Vec<usize> = padded.enumerate().map(|(i, n)| n + overhead(i)).collect();
        let lengths: Vec<usize> = packets.iter().map(Vec::len).collect();
        assert_eq!(lengths, expected, "of {len} bytes");
    }
}

/// `senders` senders with a long write each: one packet of each, then the next of each. Returns the
/// number of packets with a known target.
fn interleaved(senders: usize) -> usize {
    let (mut target, mut senders) = connected(senders, true);
    let mut flights = Vec::new();
    for (index, (sender, qp)) in senders.iter_mut().enumerate() {
        let packets = packets(sender, *qp, target.region, index * PART, PART - 100);
        flights.push((sender.address, packets));
    }
    let mut placed = 0;
    for turn in 0..PART / MTU {
        for (from, packets) in &flights {
            placed += usize::from(target.adapter.placement(*from).is_some());
            let datagram = &packets[turn];
            receive_in_place(&mut target.adapter, NOW, *from, datagram);
        }
    }
    let arrived = target.memory.to_vec();
    for ((sender, _), arrived) in senders.iter().zip(arrived.chunks(PART)) {
        let sent = sender.memory.to_vec();
        assert!(arrived[..PART - 100] == sent[..PART - 100]);
        assert!(arrived[PART - 100..] == [0; 100]);
        assert!(target.adapter.placement(sender.address).is_none());
    }
    placed
}

#[test]
fn all_but_the_first_packets_have_a_place_with_many_senders() {
    assert_eq!(interleaved(64), 64 * (PART / MTU - 1));
    // Each sender is forgotten before its next packet arrives, until so few have packets left that
    // none is forgotten.
    assert_eq!(interleaved(100), 64);
}

#[test]
fn what_comes_instead_leaves_nothing_in_the_place() {
    let (mut target, mut senders) = connected(1, true);
    let (sender, qp) = &mut senders[0];
    let long = packets(sender, *qp, target.region, 0, PART);
    let from = sender.address;
    receive_in_place(&mut target.adapter, NOW, from, &long[0]);
    let placement = target.adapter.placement(from).unwrap();
    let front_len = placement.front_len();
    let suits = |datagram: &[u8]| {
        let front = &datagram[..front_len.min(datagram.len())];
        placement.suits(front, datagram.len())
    };
    assert!(suits(&long[1]));
    // One bit of the front is different, or the length is.
    for bit in 0..8 * front_len {
        let mut forged = long[1].clone();
        forged[bit / 8] ^= 1 << (bit % 8);
        assert!(!suits(&forged), "with another bit {bit}");
    }
    for len in 0..long[1].len() {
        assert!(!suits(&long[1][..len]), "cut to {len} bytes");
    }
    assert!(!suits(&[&long[1][..], &[0; 4]].concat()));
    for other in [&long[0], &long[2], &long[PART / MTU - 1]] {
        assert!(!suits(other));
    }
    let before = target.memory.to_vec();
    let forged: Vec<u8> = long[1].iter().map(|byte| !byte).collect();
    for datagram in [&forged, &long[0], &vec![9; 5], &vec![], &long[2]] {
        receive_in_place(&mut target.adapter, NOW, from, datagram);
        assert!(target.memory.to_vec() == before);
    }
    for datagram in &long[1..] {
        receive_in_place(&mut target.adapter, NOW, from, datagram);
    }
    assert!(target.memory.to_vec() == sender.memory.to_vec());
}

/// Delivers what `from` sends, except the packets with numbers in `lost`. Returns the number of
/// packets with a known target, and the number of all packets.
fn exchange(from: &mut Side, to: &mut Side, now: Time, lost: &[usize]) -> (usize, usize) {
    let sent = sent_by(&mut from.adapter, now);
    let mut placed = 0;
    for (index, (_, datagram)) in sent.iter().enumerate() {
        if !lost.contains(&index) {
            placed += usize::from(to.adapter.placement(from.address).is_some());
            receive_in_place(&mut to.adapter, now, from.address, datagram);
        }
    }
    (placed, sent.len())
}

/// A read of all but the last bytes of a part. The packets in `lost` of the answer are lost at
/// first. Returns the number of packets with a known target, and the number of all packets.
fn read(lost: &[usize]) -> (usize, usize) {
    let (mut target, mut senders) = connected(1, true);
    let (reader, qp) = &mut senders[0];
    let bytes: Vec<u8> = (0..PART).map(|at| (at * 11 + 1) as u8).collect();
    target.memory.write(0, &bytes).unwrap();
    let before = reader.memory.to_vec();
    let op = SendOp::Read {
        local: Sge {
            lkey: reader.region.lkey,
            addr: 0,
            len: (PART - 100) as u32,
        },
        remote: RemoteAddress {
            rkey: target.region.rkey,
            addr: 0,
        },
    };
    reader
        .adapter
        .post_send(*qp, &SendRequest::new(1, op))
        .unwrap();
    exchange(reader, &mut target, NOW, &[]);
    let (mut placed, mut sent) = exchange(&mut target, reader, NOW, lost);
    while let Some(now) = reader.adapter.next_deadline() {
        reader.adapter.handle_timeout(now);
        exchange(reader, &mut target, now, &[]);
        let (more, of) = exchange(&mut target, reader, now, &[]);
        (placed, sent) = (placed + more, sent + of);
    }
    let arrived = reader.memory.to_vec();
    assert!(arrived[..PART - 100] == bytes[..PART - 100]);
    assert!(arrived[PART - 100..] == before[PART - 100..]);
    assert!(reader.adapter.placement(target.address).is_none());
    (placed, sent)
}

#[test]
fn the_answer_to_a_read_has_a_place() {
    assert_eq!(read(&[]), (PART / MTU, PART / MTU));
    for lost in [&[0][..], &[3], &[PART / MTU - 1], &[1, 4]] {
        let (placed, sent) = read(lost);
        assert!(sent > PART / MTU, "{lost:?} were lost");
        assert!(placed >= PART / MTU, "{placed} of {sent}");
    }
}
