//! Frames captured between the kernel's Soft-RoCE driver and a user-space peer.

use std::fmt::Write;

use farreach_roce::wire::icrc::{icrc, verify, verify_any_identification};
use farreach_roce::wire::{HeadBuffer, Headers, Opcode, Parsed, TailBuffer, emit, parse};

use crate::bitwise_icrc::bitwise_icrc;
use crate::frame::{Frame, hex, unhex};

const FRAMES: &str = include_str!("../testdata/roce-frames.txt");

/// Bytes of the payload in a description.
const DESCRIBED_PAYLOAD: usize = 24;

struct Golden {
    /// `IPv4` or `IPv6`.
    ip: &'static str,
    /// The packet's fields, as [`describe`] renders them.
    description: &'static str,
    ethernet: Vec<u8>,
}

/// All the frames, and their number checked.
fn frames() -> Vec<Golden> {
    let mut lines = FRAMES.lines();
    let mut frames = Vec::new();
    while let Some(line) = lines.next() {
        let Some((from, description)) = line.trim_start_matches("# ").split_once(": ") else {
            panic!("no description: {line}");
        };
        let Some((ip, _)) = from.split_once(" from ") else {
            continue; // the file's own heading
        };
        let hex = lines.next().expect("a frame follows each description");
        frames.push(Golden {
            ip,
            description,
            ethernet: unhex(hex),
        });
    }
    assert_eq!(frames.len(), 54);
    frames
}

fn name(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::SendOnly => "SEND_ONLY",
        Opcode::WriteOnly => "WRITE_ONLY",
        Opcode::WriteOnlyImm => "WRITE_ONLY_IMM",
        Opcode::ReadRequest => "READ_REQ",
        Opcode::ReadResponseOnly => "READ_RESP_ONLY",
        Opcode::Acknowledge => "ACK",
        Opcode::AtomicAcknowledge => "ATOMIC_ACK",
        Opcode::CompareSwap => "CMP_SWAP",
        Opcode::FetchAdd => "FETCH_ADD",
        Opcode::UcSendOnly => "UC_SEND_ONLY",
        Opcode::UcWriteOnly => "UC_WRITE_ONLY",
        Opcode::UdSendOnly => "UD_SEND",
        other => panic!("{other:?} was not captured"),
    }
}

/// A packet's fields in the file's format.
fn describe(packet: &Parsed<'_>) -> String {
    let headers = &packet.headers;
    let bth = &headers.bth;
    let mut text = format!(
        "{} qpn={:#x} psn={:#x} ackreq={} pad={} mig={} pkey={:#x}",
        name(bth.opcode),
        bth.dest_qp,
        bth.psn,
        u8::from(bth.ack_request),
        bth.pad,
        u8::from(bth.migrated),
        bth.pkey
    );
    describe_extensions(headers, &mut text);
    let shown = &packet.payload[..packet.payload.len().min(DESCRIBED_PAYLOAD)];
    write!(text, " data[{}]={}", packet.payload.len(), hex(shown)).unwrap();
    write!(text, " icrc={}", hex(&packet.check.to_le_bytes())).unwrap();
    text
}

fn describe_extensions(headers: &Headers, text: &mut String) {
    if let Some(deth) = headers.deth {
        write!(text, " qkey={:#x} sqpn={:#x}", deth.qkey, deth.source_qp).unwrap();
    }
    if let Some(reth) = headers.reth {
        let (va, rkey, length) = (reth.va, reth.rkey, reth.length);
        write!(text, " va={va:#x} rkey={rkey:#x} dlen={length:#x}").unwrap();
    }
    if let Some(atomic) = headers.atomic {
        write!(text, " va={:#x} rkey={:#x}", atomic.va, atomic.rkey).unwrap();
        let (swap, compare) = (atomic.swap_or_add, atomic.compare);
        write!(text, " swap={swap:#x} cmp={compare:#x}").unwrap();
    }
    if let Some(aeth) = headers.aeth {
        write!(
            text,
            " syn={:#x} msn={:#x}",
            aeth.syndrome.to_u8(),
            aeth.msn
        )
        .unwrap();
    }
    if let Some(ack) = headers.atomic_ack {
        write!(text, " orig={:#x}", ack.original).unwrap();
    }
    if let Some(imm) = headers.imm {
        write!(text, " imm={imm:#x}").unwrap();
    }
}

#[test]
fn parse_to_the_described_fields() {
    for golden in frames() {
        let frame = Frame::dissect(&golden.ethernet);
        assert_eq!(frame.flow.is_ipv4(), golden.ip == "IPv4");
        let packet =
            parse(frame.datagram).unwrap_or_else(|e| panic!("{}: {e}", golden.description));
        assert_eq!(describe(&packet), golden.description);
    }
}

#[test]
fn are_emitted_again_byte_for_byte() {
    for golden in frames() {
        let frame = Frame::dissect(&golden.ethernet);
        let packet = parse(frame.datagram).expect("a packet");

        let mut head = HeadBuffer::new();
        emit(&packet.headers, &mut head);
        let pad = packet.headers.bth.pad;
        let zeros = &[0; 3][..usize::from(pad)];
        let check = icrc(&frame.flow, &[head.as_slice(), packet.payload, zeros]);
        let tail = TailBuffer::new(pad, check);
        let again = [head.as_slice(), packet.payload, tail.as_slice()].concat();
        assert_eq!(hex(&again), hex(frame.datagram), "{}", golden.description);
    }
}

#[test]
fn carry_the_crc_that_the_second_implementation_computes() {
    for golden in frames() {
        let frame = Frame::dissect(&golden.ethernet);
        let packet = parse(frame.datagram).expect("a packet");
        assert_eq!(
            bitwise_icrc(frame.ip),
            packet.check,
            "{}",
            golden.description
        );
    }
}

#[test]
fn verify_and_any_flipped_bit_does_not() {
    for golden in frames() {
        let frame = Frame::dissect(&golden.ethernet);
        assert!(
            verify(&frame.flow, frame.datagram),
            "{}",
            golden.description
        );
        let mut damaged = frame.datagram.to_vec();
        for bit in 0..damaged.len() * 8 {
            damaged[bit / 8] ^= 1 << (bit % 8);
            // Routers may change byte 4 of the BTH.
            assert_eq!(verify(&frame.flow, &damaged), bit / 8 == 4, "bit {bit}");
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn of_unknown_identification_give_it_away() {
    for golden in frames() {
        let frame = Frame::dissect(&golden.ethernet);
        let mut flow = frame.flow;
        flow.identification = 0;
        let found = verify_any_identification(&flow, frame.datagram);
        assert_eq!(
            found,
            Some(frame.flow.identification),
            "{}",
            golden.description
        );

        let mut damaged = frame.datagram.to_vec();
        damaged[12] ^= 1;
        assert_eq!(verify_any_identification(&flow, &damaged), None);
    }
}
