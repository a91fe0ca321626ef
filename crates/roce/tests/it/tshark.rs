//! Wireshark's dissector decodes Farreach's packets: one packet of every standard opcode of RC and
//! UD, over IPv4 and IPv6.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use farreach_roce::wire::icrc::icrc;
use farreach_roce::wire::{
    Aeth, AtomicAckEth, AtomicEth, Bth, Class, Deth, HeadBuffer, Headers, NakCode, Opcode, Reth,
    Syndrome, TailBuffer, emit, pad_for,
};

use crate::arbitrary_packet::both_flows;
use crate::frame::{build, hex};

/// tshark's names of the fields, in the order of the request.
const FIELDS: [&str; 20] = [
    "infiniband.bth.opcode",
    "infiniband.bth.se",
    "infiniband.bth.m",
    "infiniband.bth.padcnt",
    "infiniband.bth.tver",
    "infiniband.bth.p_key",
    "infiniband.bth.destqp",
    "infiniband.bth.a",
    "infiniband.bth.psn",
    "infiniband.deth.q_key",
    "infiniband.deth.srcqp",
    "infiniband.reth.va",
    "infiniband.reth.r_key",
    "infiniband.reth.dmalen",
    "infiniband.atomiceth.swapdt",
    "infiniband.atomiceth.cmpdt",
    "infiniband.aeth.syndrome",
    "infiniband.aeth.msn",
    "infiniband.atomicacketh.origremdt",
    "infiniband.invariant.crc",
];

/// The fields of an emitted packet: for each field its value, if the packet has it.
type Fields = BTreeMap<&'static str, u64>;

/// Everything that tshark shows of a packet.
#[derive(Debug, PartialEq)]
struct Shown {
    fields: Fields,
    imm: String,
    /// The payload with its pad.
    payload: String,
    dissected: bool,
}

fn headers_of(opcode: Opcode, number: u32, payload_len: usize) -> Headers {
    let bth = Bth {
        solicited: number & 1 == 1,
        migrated: number & 2 == 2,
        ack_request: !opcode.is_response() && opcode.class() == Class::Rc,
        pad: pad_for(payload_len),
        pkey: 0x8001 + number as u16,
        ..Bth::new(opcode, 0x00c0_de00 + number, 0x00ff_ff00 + number)
    };
    let number = u64::from(number);
    Headers {
        deth: opcode.has_deth().then_some(Deth {
            qkey: 0x1111_0000 + number as u32,
            source_qp: 0xab_cd00 + number as u32,
        }),
        reth: opcode.has_reth().then_some(Reth {
            va: 0x7f00_1122_3344_5500 + number,
            rkey: 0xdead_0000 + number as u32,
            length: if opcode.is_only() && opcode.has_payload() {
                payload_len as u32
            } else {
                100_000
            },
        }),
        atomic: opcode.has_atomic().then_some(AtomicEth {
            va: 0x7f00_5566_7788_9900 + number * 8,
            rkey: 0xbeef_0000 + number as u32,
            swap_or_add: 0x0102_0304_0506_0708 + number,
            compare: 0x1112_1314_1516_1718 + number,
        }),
        aeth: opcode.has_aeth().then_some(Aeth {
            syndrome: match opcode {
                Opcode::Acknowledge => Syndrome::Nak(NakCode::RemoteAccess),
                _ => Syndrome::ACK,
            },
            msn: 0x0076_5400 + number as u32,
        }),
        atomic_ack: opcode.has_atomic_ack().then_some(AtomicAckEth {
            original: 0xa1a2_a3a4_a5a6_a7a8 + number,
        }),
        imm: opcode.has_imm().then_some(0xcafe_0000 + number as u32),
        ..Headers::new(bth)
    }
}

fn payload_of(opcode: Opcode) -> Vec<u8> {
    let len = match opcode {
        _ if !opcode.has_payload() => 0,
        _ if !(opcode.is_last() || opcode.is_only()) => 256,
        _ => 41,
    };
    (0..len).map(|i| 0x80 | i as u8).collect()
}

/// What tshark should show of a packet.
fn expected(headers: &Headers, payload: &[u8], check: u32) -> Shown {
    let bth = &headers.bth;
    let reth = headers.reth;
    let atomic = headers.atomic;
    let values: [Option<u64>; FIELDS.len()] = [
        Some(bth.opcode.to_u8().into()),
        Some(bth.solicited.into()),
        Some(bth.migrated.into()),
        Some(bth.pad.into()),
        Some(0),
        Some(bth.pkey.into()),
        Some(bth.dest_qp.into()),
        Some(bth.ack_request.into()),
        Some(bth.psn.into()),
        headers.deth.map(|deth| deth.qkey.into()),
        headers.deth.map(|deth| deth.source_qp.into()),
        // The dissector has one name for an atomic's address and key and for a RETH's.
        reth.map(|reth| reth.va).or(atomic.map(|atomic| atomic.va)),
        reth.map(|reth| reth.rkey.into())
            .or(atomic.map(|atomic| atomic.rkey.into())),
        reth.map(|reth| reth.length.into()),
        atomic.map(|atomic| atomic.swap_or_add),
        atomic.map(|atomic| atomic.compare),
        headers.aeth.map(|aeth| aeth.syndrome.to_u8().into()),
        headers.aeth.map(|aeth| aeth.msn.into()),
        headers.atomic_ack.map(|ack| ack.original),
        // The dissector shows the CRC as if it were sent in network order.
        Some(check.swap_bytes().into()),
    ];
    let fields = FIELDS.into_iter().zip(values);
    Shown {
        fields: fields.filter_map(|(f, v)| Some((f, v?))).collect(),
        imm: headers
            .imm
            .map_or(String::new(), |imm| format!("{imm:08x}")),
        payload: hex(payload) + &"00".repeat(bth.pad.into()),
        dissected: true,
    }
}

/// Writes the frames as a capture file.
fn write_pcap(path: &Path, frames: &[Vec<u8>]) {
    const MAGIC: u32 = 0xa1b2_c3d4;
    const SNAPLEN: u32 = 65_535;
    const LINKTYPE_ETHERNET: u32 = 1;
    let mut file = Vec::new();
    let mut words = |words: &[u32], bytes: &[u8]| {
        file.extend(words.iter().flat_map(|word| word.to_be_bytes()));
        file.extend(bytes);
    };
    words(&[MAGIC, 2 << 16 | 4, 0, 0, SNAPLEN, LINKTYPE_ETHERNET], &[]);
    for (second, frame) in frames.iter().enumerate() {
        let len = frame.len() as u32;
        words(&[second as u32, 0, len, len], frame);
    }
    std::fs::write(path, file).expect("write the capture");
}

/// What tshark shows of each frame, or `None` if it is not installed.
fn run_tshark(capture: &Path) -> Option<Vec<Shown>> {
    let mut command = Command::new("tshark");
    // An empty configuration, without the user's preferences.
    command.env("WIRESHARK_CONFIG_DIR", capture.with_extension("config"));
    command.arg("-r").arg(capture);
    for protocol in ["rpcordma", "infiniband.eoib"] {
        command.args(["--disable-protocol", protocol]);
    }
    command.args(["-o", "udp.ignore_ipv6_zero_checksum:TRUE"]);
    command.args(["-T", "fields", "-E", "separator=|", "-E", "occurrence=f"]);
    let others = ["infiniband.immdt", "data.data", "frame.protocols"];
    for field in FIELDS.into_iter().chain(others) {
        command.args(["-e", field]);
    }
    let output = match command.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        output => output.expect("run tshark"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tshark failed: {errors}");
    let lines = String::from_utf8(output.stdout).expect("text");
    Some(lines.lines().map(read_line).collect())
}

fn read_line(line: &str) -> Shown {
    let cells: Vec<&str> = line.split('|').collect();
    let (numbers, others) = cells.split_at(FIELDS.len());
    let shown = FIELDS.into_iter().zip(numbers);
    let fields = shown
        .filter(|(_, text)| !text.is_empty())
        .map(|(field, text)| (field, number(text)))
        .collect();
    let &[imm, payload, protocols] = others else {
        panic!("{} columns: {line}", cells.len());
    };
    Shown {
        fields,
        imm: imm.to_owned(),
        payload: payload.to_owned(),
        dissected: protocols
            .split(':')
            .any(|protocol| protocol == "infiniband"),
    }
}

fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    }
    .unwrap_or_else(|_| panic!("not a number: {text}"))
}

#[test]
fn reads_every_opcode_as_it_was_meant() {
    let standard = Opcode::ALL
        .into_iter()
        .filter(|&opcode| matches!(opcode.class(), Class::Rc | Class::Ud) && opcode.to_u8() < 0xc0);
    let (mut frames, mut meant) = (Vec::new(), Vec::new());
    let mut head = HeadBuffer::new();
    for (number, opcode) in (0..).zip(standard) {
        let payload = payload_of(opcode);
        let headers = headers_of(opcode, number, payload.len());
        emit(&headers, &mut head);
        let zeros = &[0; 3][..usize::from(headers.bth.pad)];
        for flow in both_flows() {
            let check = icrc(&flow, &[head.as_slice(), &payload, zeros]);
            let tail = TailBuffer::new(headers.bth.pad, check);
            let datagram = [head.as_slice(), &payload, tail.as_slice()].concat();
            frames.push(build(&flow, 64, &datagram));
            meant.push(expected(&headers, &payload, check));
        }
    }
    // 21 opcodes of RC and 2 of UD.
    assert_eq!(frames.len(), 2 * (21 + 2));

    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let capture = folder.join(format!("opcodes-{}.pcap", std::process::id()));
    write_pcap(&capture, &frames);
    let shown = run_tshark(&capture);
    std::fs::remove_file(&capture).expect("remove the capture");
    let Some(shown) = shown else {
        refuse_in_ci();
        return;
    };
    assert_eq!(shown.len(), meant.len());
    for (shown, meant) in shown.iter().zip(&meant) {
        assert_eq!(shown, meant);
    }
}

/// Prints, past the test harness's capture, that nothing was tested. In CI this is a failure.
fn refuse_in_ci() {
    let text =
        "tshark is missing: its reading of our packets was NOT TESTED (apt-get install tshark)";
    assert!(std::env::var_os("CI").is_none(), "{text}");
    writeln!(std::io::stderr(), "{text}").expect("write to standard error");
}
