//! Properties of packets: emitted packets are parsed, truncated or damaged packets are refused.

use farreach_conformance::VecMemory;
use farreach_roce::wire::icrc::{Flow, Icrc, icrc, verify, verify_any_identification};
use farreach_roce::wire::keyed::{Laps, keyed_check};
use farreach_roce::wire::{
    AtomicExtError, Bth, HeadBuffer, Headers, Opcode, ParseError, PayloadRule, Reth, emit, parse,
};
use farreach_verbs::{
    AtomicOp, AtomicWidth, ListedAtomic, ListedOp, ListedOps, ListedWrite, Memory,
};
use proptest::prelude::*;

use crate::arbitrary_packet::{ArbitraryPacket, both_flows, flow, packet};
use crate::bitwise_icrc::bitwise_icrc;
use crate::frame::{Frame, build, hex, unhex};

/// XRC packets as annex A14 defines them: BTH, XRCETH, then the headers of RC. Responses have no
/// XRCETH.
const XRC: [(&str, Opcode); 4] = [
    (
        "aa00ffff0000004280000007_00012301_000000123456789a0badcafe00000004_deadbeef_11223344",
        Opcode::XrcWriteOnly,
    ),
    (
        "a520ffff0000004200000008_00000100_c0ffee61_61620000_55667788",
        Opcode::XrcSendOnlyImm,
    ),
    (
        "b400ffff0000004280000009_00012301_00000000000010000badcafe00000000000000050000000000000000_0badf00d",
        Opcode::XrcFetchAdd,
    ),
    (
        "b100ffff0000009900000009_00000003_cafebabe",
        Opcode::XrcAcknowledge,
    ),
];

#[test]
fn packets_of_xrc_are_those_of_the_annex() {
    for (text, opcode) in XRC {
        let bytes = unhex(&text.replace('_', ""));
        let packet = parse(&bytes).expect("a packet");
        let headers = packet.headers;
        assert_eq!(headers.bth.opcode, opcode);
        assert_eq!(headers.srq.is_some(), !opcode.is_response());
        let mut head = HeadBuffer::new();
        emit(&headers, &mut head);
        let again = [head.as_slice(), packet.payload, packet.tail].concat();
        assert_eq!(hex(&again), hex(&bytes));
        // Only the XRCETH distinguishes them from RC packets.
        let mut of_rc = headers;
        of_rc.bth.opcode = opcode.to_rc();
        of_rc.srq = None;
        let mut rc_head = HeadBuffer::new();
        emit(&of_rc, &mut rc_head);
        let behind = 12 + if opcode.is_response() { 0 } else { 4 };
        assert_eq!(&head.as_slice()[behind..], &rc_head.as_slice()[12..]);
        assert_eq!(head.as_slice()[0], rc_head.as_slice()[0] | 0xa0);
    }
    let write = unhex(&XRC[0].0.replace('_', ""));
    let headers = parse(&write).expect("a packet").headers;
    assert_eq!(headers.srq, Some(0x01_2301));
    assert_eq!((headers.bth.dest_qp, headers.bth.psn), (0x42, 7));
    let reth = headers.reth.expect("a write has one");
    assert_eq!((reth.va, reth.rkey), (0x12_3456_789a, 0x0bad_cafe));
    // The upper byte of the XRCETH is reserved and ignored.
    let mut reserved = write;
    reserved[12] = 0xff;
    assert_eq!(parse(&reserved).expect("a packet").headers, headers);
}

proptest! {
    #[test]
    fn what_is_emitted_is_parsed(packet in packet(), check: u32) {
        let datagram = packet.emit(check);
        let parsed = parse(&datagram).expect("a valid packet");
        prop_assert_eq!(parsed.headers, packet.headers);
        prop_assert_eq!(parsed.payload, &packet.payload);
        prop_assert_eq!(parsed.check, check);
        prop_assert_eq!([parsed.head, parsed.payload, parsed.tail].concat(), datagram);
    }

    #[test]
    fn what_is_parsed_is_emitted(mut datagram in prop::collection::vec(any::<u8>(), 16..200), opcode in 0..Opcode::ALL.len()) {
        // A known opcode and version. Otherwise few random packets would get past them.
        datagram[0] = Opcode::ALL[opcode].to_u8();
        datagram[1] &= 0xf0;
        if let Ok(parsed) = parse(&datagram) {
            let mut head = HeadBuffer::new();
            emit(&parsed.headers, &mut head);
            prop_assert_eq!(parse(&[head.as_slice(), parsed.payload, parsed.tail].concat()).map(|p| p.headers), Ok(parsed.headers));
        }
    }

    #[test]
    fn any_bytes_are_the_entries_of_a_list_and_then_an_error(list in prop::collection::vec(prop_oneof![0..4u8, 0xf0..=0xff_u8], 0..300)) {
        let mut end = 0;
        for op in ListedOps::new(&list) {
            let Ok(op) = op else { break };
            end += op.listed_len();
        }
        prop_assert!(end <= list.len());
        let whole = ListedOps::new(&list).all(|op| op.is_ok());
        prop_assert_eq!(whole, end == list.len());
    }

    #[test]
    fn any_bytes_are_parsed_or_refused(datagram in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(parsed) = parse(&datagram) {
            prop_assert_eq!([parsed.head, parsed.payload, parsed.tail].concat(), datagram);
        }
    }

    #[test]
    fn a_packet_cut_within_its_headers_and_tail_is_refused(packet in packet(), cut: prop::sample::Index) {
        let datagram = packet.emit(0);
        let min = datagram.len() - packet.payload.len();
        let len = cut.index(min);
        prop_assert!(parse(&datagram[..len]).is_err());
    }

    #[test]
    fn a_packet_cut_anywhere_is_refused_or_fails_its_check(packet in packet(), flow in flow(), cut: prop::sample::Index) {
        let datagram = sealed(&packet, &flow);
        prop_assert!(verify(&flow, &datagram));
        let short = &datagram[..cut.index(datagram.len())];
        prop_assert!(parse(short).is_err() || !verify(&flow, short));
    }

    #[test]
    fn both_crcs_agree(packet in packet(), flow in flow(), mutable: u8, fecn: u8) {
        let mut datagram = sealed(&packet, &flow);
        datagram[4] = fecn;
        let frame = build(&flow, mutable, &datagram);
        let frame = Frame::dissect(&frame);
        prop_assert_eq!(frame.datagram, &datagram);
        prop_assert!(verify(&flow, &datagram));
        let carried = *datagram.last_chunk().expect("four bytes");
        prop_assert_eq!(bitwise_icrc(frame.ip), u32::from_le_bytes(carried));
    }

    #[test]
    fn a_crc_is_the_same_however_the_packet_is_cut(packet in packet(), flow in flow(), cuts: [prop::sample::Index; 3]) {
        let datagram = sealed(&packet, &flow);
        let body = &datagram[..datagram.len() - 4];
        let mut at = cuts.map(|cut| cut.index(body.len() + 1));
        at.sort_unstable();
        let parts = [&body[..at[0]], &body[at[0]..at[1]], &body[at[1]..at[2]], &body[at[2]..]];
        let mut piecewise = Icrc::new(&flow, datagram.len());
        for part in parts {
            piecewise.update(part);
        }
        let whole = icrc(&flow, &[body]);
        prop_assert_eq!(piecewise.finish(), whole);
        prop_assert_eq!(icrc(&flow, &parts), whole);
    }

    #[test]
    fn an_unknown_identification_is_found(packet in packet(), flow in flow(), guess: u16) {
        let datagram = sealed(&packet, &flow);
        let mut guessed = flow;
        guessed.identification = guess;
        let expected = if flow.is_ipv4() { flow.identification } else { 0 };
        prop_assert_eq!(verify_any_identification(&guessed, &datagram), Some(expected));
    }

    #[test]
    fn the_keyed_check_depends_on_key_head_length_and_laps(
        packet in packet(), key: [u8; 16], bit: prop::sample::Index, psn in 0..1_u64 << 51, acknowledged in 0..1_u64 << 50,
    ) {
        let mut head = HeadBuffer::new();
        emit(&packet.headers, &mut head);
        let mut bytes = head.as_slice().to_vec();
        let len = packet.payload.len();
        let laps = Laps::new(psn, acknowledged);
        let check = keyed_check(&key, &bytes, len, laps);
        prop_assert_ne!(keyed_check(&key, &bytes, len + 1, laps), check);
        prop_assert_ne!(keyed_check(&key, &bytes, len, Laps::new(psn + (1 << 24), acknowledged)), check);
        prop_assert_ne!(keyed_check(&key, &bytes, len, Laps::new(psn, acknowledged + (1 << 23))), check);
        let bit = bit.index(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        prop_assert_ne!(keyed_check(&key, &bytes, len, laps), check);
        bytes[bit / 8] ^= 1 << (bit % 8);
        let mut other = key;
        other[bit % 16] ^= 1;
        prop_assert_ne!(keyed_check(&other, &bytes, len, laps), check);
    }
}

fn sealed(packet: &ArbitraryPacket, flow: &Flow) -> Vec<u8> {
    let mut datagram = packet.emit(0);
    let body = datagram.len() - 4;
    let check = icrc(flow, &[&datagram[..body]]);
    datagram[body..].copy_from_slice(&check.to_le_bytes());
    datagram
}

/// The value was computed by a second implementation, which was checked with the published
/// SipHash-2-4 vector. A change of the check would make peers of different versions drop each
/// other's packets.
#[test]
fn the_keyed_check_is_siphash_1_3_and_stays_it() {
    let key = std::array::from_fn(|i| i as u8);
    let laps = Laps::new(0x123_4567 << 24, 0x89_abcd << 23);
    for (head, check) in [(12, 0x5227_50c8), (28, 0x497c_d98f), (16, 0x09ba_9ee1)] {
        let head: Vec<u8> = (0..head).collect();
        assert_eq!(keyed_check(&key, &head, 5, laps), check);
    }
}

/// What a request carries is the number nearest to the receiver's own, also where the bits wrap.
#[test]
fn carried_numbers_are_found_near_the_receiver_s() {
    let mut bth = Bth::new(Opcode::WriteOnly, 1, 1);
    for base in [
        0,
        1 << 16,
        1 << 23,
        (1 << 23) - 1,
        5 << 23,
        u64::from(u32::MAX),
    ] {
        for further in [0, 1, 65_535, 65_536, 1 << 20, (1 << 22) - 1] {
            bth.carry(base + further);
            assert_eq!(bth.carried_near(base), base + further);
            bth.carry(base);
            assert_eq!(bth.carried_near(base + further), base);
        }
        bth.carry(base);
        assert_ne!(bth.carried_near(base + (1 << 23)), base, "a lap later");
    }
}

fn packet_of(opcode: Opcode, reth: Option<Reth>, pad: u8, payload_len: usize) -> Vec<u8> {
    let mut headers = Headers::new(Bth::new(opcode, 0x11, 5));
    headers.bth.pad = pad;
    headers.reth = reth;
    ArbitraryPacket {
        headers,
        payload: vec![1; payload_len],
    }
    .emit(0)
}

fn reth(length: u32) -> Reth {
    Reth {
        va: 0,
        rkey: 0,
        length,
    }
}

#[test]
fn payloads_that_break_a_rule_are_named() {
    let cases = [
        (Opcode::SendFirst, None, 0, 0, PayloadRule::Full),
        (Opcode::SendMiddle, None, 0, 0, PayloadRule::Full),
        (Opcode::SendFirst, None, 1, 63, PayloadRule::Full),
        (Opcode::ReadResponseMiddle, None, 2, 62, PayloadRule::Full),
        (Opcode::SendLast, None, 0, 0, PayloadRule::NotEmpty),
        (Opcode::WriteLast, None, 0, 0, PayloadRule::NotEmpty),
        (
            Opcode::WriteOnly,
            Some(reth(5)),
            0,
            4,
            PayloadRule::DmaLength(5),
        ),
        (
            Opcode::WriteOnly,
            Some(reth(3)),
            0,
            4,
            PayloadRule::DmaLength(3),
        ),
        (
            Opcode::WriteFirst,
            Some(reth(4)),
            0,
            4,
            PayloadRule::LessThanDmaLength(4),
        ),
        (Opcode::ReadRequest, Some(reth(4)), 0, 4, PayloadRule::None),
        (Opcode::ReadRequest, Some(reth(0)), 1, 3, PayloadRule::None),
    ];
    for (opcode, reth, pad, len, expected) in cases {
        let datagram = packet_of(opcode, reth, pad, len);
        match parse(&datagram) {
            Err(ParseError::Payload {
                bth,
                len: got,
                rule,
            }) => {
                assert_eq!((bth.opcode, got, rule), (opcode, len, expected));
            }
            other => panic!("{opcode:?} with {len} bytes gave {other:?}"),
        }
    }
}

/// A change of the format would make peers of different versions refuse each other's lists.
#[test]
fn a_list_has_these_bytes_and_keeps_them() {
    let list = VecMemory::allocate(48);
    let writes = [(0x20, &[1, 2, 3][..]), (0x0102_0304_0506, &[9; 8])];
    let mut end = 0;
    for (offset, bytes) in writes {
        end = ListedWrite { offset, bytes }.store(&list, end).unwrap();
    }
    let atomic = ListedAtomic::new(0x40, AtomicWidth::W64, AtomicOp::Or(7)).unwrap();
    end = atomic.store(&list, end).unwrap();
    let mut headers = Headers::new(Bth::new(Opcode::WriteList, 0x11, 5));
    headers.reth = Some(Reth {
        va: 0x0001_0000_0000_0000,
        rkey: 0xdead_beef,
        length: end as u32,
    });
    let payload = list.to_vec();
    let datagram = ArbitraryPacket { headers, payload }.emit(0x0403_0201);
    let expected = [
        "c200ffff0000001100000005",
        "0001000000000000deadbeef00000030",
        "000000000020000301020300000000000102030405060008",
        "0909090909090909",
        "000000000040fff5000000000000000701020304",
    ];
    assert_eq!(hex(&datagram), expected.concat());
    let packet = parse(&datagram).expect("a packet");
    assert_eq!(packet.headers, headers);
    let parsed: Vec<_> = ListedOps::new(packet.payload).collect();
    let [first, second] =
        writes.map(|(offset, bytes)| Ok(ListedOp::Write(ListedWrite { offset, bytes })));
    assert_eq!(parsed, [first, second, Ok(ListedOp::Atomic(atomic))]);
}

#[test]
fn empty_messages_are_packets() {
    for (opcode, reth) in [(Opcode::SendOnly, None), (Opcode::WriteOnly, Some(reth(0)))] {
        let datagram = packet_of(opcode, reth, 0, 0);
        assert_eq!(parse(&datagram).map(|p| p.payload), Ok(&[][..]));
    }
}

#[test]
fn each_malformed_packet_has_its_error() {
    let good = packet_of(Opcode::SendOnly, None, 3, 1);
    let with = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        parse(&bytes).expect_err("malformed")
    };
    assert_eq!(parse(&[]), Err(ParseError::TooShort { len: 0, min: 16 }));
    assert_eq!(
        parse(&good[..15]),
        Err(ParseError::TooShort { len: 15, min: 19 })
    );
    assert_eq!(with(0, 0x16), ParseError::Opcode(0x16));
    assert_eq!(with(1, 0x31), ParseError::Version(1));
    assert_eq!(with(1, 0x30 | 0x0f), ParseError::Version(15));
    assert_eq!(parse(&good[..19]), Err(ParseError::Unaligned { len: 3 }));
    let min = Opcode::ReadRequest.head_len() + 3 + 4;
    assert_eq!(with(0, 0x0c), ParseError::TooShort { len: 20, min });

    let mut ack = good.clone();
    (ack[0], ack[1]) = (Opcode::Acknowledge.to_u8(), 0);
    ack[12] = 0x40;
    assert_eq!(parse(&ack), Err(ParseError::Syndrome(0x40)));
    ack[12] = 0x65;
    assert_eq!(parse(&ack), Err(ParseError::Syndrome(0x65)));

    let mut atomic = good.clone();
    atomic.resize(Opcode::AtomicExt.head_len() + 4, 0);
    (atomic[0], atomic[1]) = (Opcode::AtomicExt.to_u8(), 0);
    (atomic[12], atomic[13]) = (6, 8);
    assert_eq!(parse(&atomic), Err(AtomicExtError::Operation(6).into()));
    (atomic[12], atomic[13]) = (5, 2);
    assert_eq!(parse(&atomic), Err(AtomicExtError::Width(2).into()));
    (atomic[12], atomic[13]) = (5, 4);
    assert!(parse(&atomic).is_ok());
}

#[test]
fn the_largest_datagram_has_a_crc_and_a_larger_one_does_not_verify() {
    for flow in both_flows() {
        let max = flow.max_datagram();
        let mut datagram = vec![0; max];
        let check = icrc(&flow, &[&datagram[..max - 4]]);
        datagram[max - 4..].copy_from_slice(&check.to_le_bytes());
        assert!(verify(&flow, &datagram));
        assert_eq!(verify_any_identification(&flow, &datagram), Some(0));
        datagram.push(0);
        assert!(!verify(&flow, &datagram));
        assert_eq!(verify_any_identification(&flow, &datagram), None);
    }
}

#[test]
#[should_panic(expected = "do not suit the opcode")]
fn headers_that_the_opcode_does_not_have_are_a_defect() {
    let mut headers = Headers::new(Bth::new(Opcode::SendOnly, 1, 1));
    headers.imm = Some(1);
    emit(&headers, &mut HeadBuffer::new());
}

#[test]
#[should_panic(expected = "exceeds 24 bits")]
fn a_psn_of_25_bits_is_a_defect() {
    let headers = Headers::new(Bth::new(Opcode::SendOnly, 1, 1 << 24));
    emit(&headers, &mut HeadBuffer::new());
}
