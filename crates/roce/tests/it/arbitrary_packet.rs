//! Random packets for property tests: any opcode, any field values, and valid payloads.

use std::net::{Ipv4Addr, Ipv6Addr};

use farreach_roce::wire::icrc::Flow;
use farreach_roce::wire::{
    Aeth, AtomicAckEth, AtomicEth, AtomicExtEth, Bth, Deth, HeadBuffer, Headers, HeldEth, Opcode,
    Reth, SpacingEth, Syndrome, TailBuffer, emit, pad_for,
};
use farreach_verbs::{AdapterAddress, AtomicOp, AtomicWidth, Spacing};
use proptest::prelude::*;
use proptest::sample::select;

const LONGEST_PAYLOAD: usize = 600;

/// A valid packet: headers and the payload that goes with them.
#[derive(Clone, Debug)]
pub(crate) struct ArbitraryPacket {
    pub(crate) headers: Headers,
    pub(crate) payload: Vec<u8>,
}

impl ArbitraryPacket {
    /// The datagram that ends with `check`.
    pub(crate) fn emit(&self, check: u32) -> Vec<u8> {
        let mut head = HeadBuffer::new();
        emit(&self.headers, &mut head);
        let tail = TailBuffer::new(self.headers.bth.pad, check);
        [head.as_slice(), &self.payload, tail.as_slice()].concat()
    }
}

pub(crate) fn packet() -> impl Strategy<Value = ArbitraryPacket> {
    let payload = prop::collection::vec(any::<u8>(), 0..LONGEST_PAYLOAD);
    (
        select(Opcode::ALL.to_vec()),
        bth_fields(),
        extensions(),
        payload,
    )
        .prop_map(|(opcode, bth, extensions, payload)| {
            let payload = suit(opcode, payload);
            let bth = Bth {
                opcode,
                pad: pad_for(payload.len()),
                ..bth
            };
            let headers = pick(bth, extensions, payload.len());
            ArbitraryPacket { headers, payload }
        })
}

/// A flow over IPv4 or IPv6 with arbitrary addresses, ports and identification.
pub(crate) fn flow() -> impl Strategy<Value = Flow> {
    let v4 = any::<[[u8; 4]; 2]>().prop_map(|ips| ips.map(|ip| Ipv4Addr::from(ip).into()));
    let v6 = any::<[[u8; 16]; 2]>().prop_map(|ips| ips.map(|ip| Ipv6Addr::from(ip).into()));
    let ips = prop_oneof![v4, v6];
    (ips, any::<[u16; 2]>(), any::<u16>(), any::<u16>()).prop_map(
        |([source, destination], [source_port, port], identification, flags_fragment)| Flow {
            source: crate::frame::address(source, source_port),
            destination: crate::frame::address(destination, port),
            identification,
            flags_fragment,
        },
    )
}

/// A fixed flow over each IP version, for packets whose addresses don't matter.
pub(crate) fn both_flows() -> [Flow; 2] {
    let between = |ips: [std::net::IpAddr; 2]| {
        let [source, destination]: [AdapterAddress; 2] =
            ips.map(|ip| crate::frame::address(ip, farreach_roce::wire::ROCE_PORT));
        Flow::new(source, destination)
    };
    [
        between([[10, 9, 0, 1].into(), [10, 9, 0, 2].into()]),
        between([
            [0xfd00, 0, 0, 0, 0, 0, 0, 1].into(),
            [0xfd00, 0, 0, 0, 0, 0, 0, 2].into(),
        ]),
    ]
}

fn u24() -> impl Strategy<Value = u32> {
    0..1u32 << 24
}

fn bth_fields() -> impl Strategy<Value = Bth> {
    (any::<[bool; 5]>(), any::<u16>(), 0..128_u8, u24(), u24()).prop_map(
        |([solicited, migrated, fecn, becn, ack_request], pkey, carried, dest_qp, psn)| Bth {
            solicited,
            migrated,
            fecn,
            becn,
            ack_request,
            carried,
            pkey,
            ..Bth::new(Opcode::SendOnly, dest_qp, psn)
        },
    )
}

/// One of each extension header. [`pick`] takes those that belong to the opcode.
type Extensions = (Deth, Reth, AtomicEth, AtomicExtEth, Aeth, u64, u32);

fn extensions() -> impl Strategy<Value = Extensions> {
    let deth = (any::<u32>(), u24()).prop_map(|(qkey, source_qp)| Deth { qkey, source_qp });
    let reth = any::<(u64, u32, u32)>().prop_map(|(va, rkey, length)| Reth { va, rkey, length });
    let atomic =
        any::<(u64, u32, u64, u64)>().prop_map(|(va, rkey, swap_or_add, compare)| AtomicEth {
            va,
            rkey,
            swap_or_add,
            compare,
        });
    let width = select(vec![AtomicWidth::W32, AtomicWidth::W64]);
    let atomic_ext =
        (atomic_op(), width, any::<(u64, u32)>()).prop_map(|(op, width, (va, rkey))| {
            AtomicExtEth {
                op,
                width,
                va,
                rkey,
            }
        });
    let syndromes: Vec<_> = (0..0x80).filter_map(Syndrome::from_u8).collect();
    let aeth = (select(syndromes), u24()).prop_map(|(syndrome, msn)| Aeth { syndrome, msn });
    (
        deth,
        reth,
        atomic,
        atomic_ext,
        aeth,
        any::<u64>(),
        any::<u32>(),
    )
}

fn atomic_op() -> impl Strategy<Value = AtomicOp> {
    prop_oneof![
        any::<u64>().prop_map(AtomicOp::Add),
        any::<u64>().prop_map(AtomicOp::Swap),
        any::<(u64, u64)>().prop_map(|(compare, swap)| AtomicOp::CompareSwap { compare, swap }),
        any::<u64>().prop_map(AtomicOp::And),
        any::<u64>().prop_map(AtomicOp::Or),
        any::<u64>().prop_map(AtomicOp::Xor),
    ]
}

/// Changes a payload to one that the opcode may carry.
fn suit(opcode: Opcode, mut payload: Vec<u8>) -> Vec<u8> {
    if !opcode.has_payload() {
        return Vec::new();
    }
    if payload.is_empty() && !opcode.is_only() {
        payload.push(7);
    }
    if !(opcode.is_last() || opcode.is_only()) {
        payload.resize(payload.len().next_multiple_of(4), 9);
    }
    payload
}

fn pick(bth: Bth, extensions: Extensions, payload_len: usize) -> Headers {
    let (deth, mut reth, atomic, atomic_ext, aeth, original, imm) = extensions;
    let opcode = bth.opcode;
    let len = payload_len as u32;
    match (opcode.has_payload(), opcode.is_first()) {
        (true, false) => reth.length = len,
        (true, true) => reth.length = reth.length.max(len + 1),
        (false, _) => {}
    }
    Headers {
        bth,
        srq: opcode.has_srq().then_some(imm & 0xff_ffff),
        deth: opcode.has_deth().then_some(deth),
        reth: opcode.has_reth().then_some(reth),
        spacing: opcode.has_spacing().then_some(SpacingEth {
            spacing: Spacing {
                block: imm,
                stride: original,
            },
            skipped: !imm,
        }),
        atomic: opcode.has_atomic().then_some(atomic),
        atomic_ext: opcode.has_atomic_ext().then_some(atomic_ext),
        aeth: opcode.has_aeth().then_some(aeth),
        atomic_ack: opcode.has_atomic_ack().then_some(AtomicAckEth { original }),
        held: opcode.has_held().then_some(held(original)),
        imm: opcode.has_imm().then_some(imm),
    }
}

/// Up to four ranges whose lengths and distances are the bytes of `random`.
fn held(random: u64) -> HeldEth {
    let mut end = 0;
    HeldEth::new(random.to_le_bytes().chunks_exact(2).map(|two| {
        let start = end + u64::from(two[0]);
        end = start + u64::from(two[1]);
        (start, end)
    }))
}
