//! Extended reliable connections (XRC): a connection between two processes reaches every process of
//! their nodes.

mod nodes;
mod refused;

use std::iter;

use farreach_verbs::{
    AtomicOp, AtomicWidth, CompletionOp, Data, Device, InlineData, ListedWrite, Memory,
    PacketCheck, QpNumber, SendOp, SendRequest, Transport,
};

use self::nodes::{M, Nodes, both_checks, nodes, read, success, transitions};
use self::refused::{refused_by_peer, refused_here};
use crate::{Case, Harness};

pub(super) fn cases<H: Harness>() -> Vec<Case<H>> {
    vec![
        Case {
            name: "an XRC connection reaches the memory of every process of a node",
            devices: 4,
            run: |harness| both_checks(harness, memory),
        },
        Case {
            name: "an XRC connection reaches the receive queues of every process of a node",
            devices: 4,
            run: |harness| both_checks(harness, messages),
        },
        Case {
            name: "an XRC message waits for room and for a receive",
            devices: 4,
            run: |harness| both_checks(harness, waiting),
        },
        Case {
            name: "requests of XRC that name what is not there are refused",
            devices: 4,
            run: |harness| both_checks(harness, refused_by_peer),
        },
        Case {
            name: "XRC pairs are refused where they can't be",
            devices: 4,
            run: refused_here,
        },
        Case {
            name: "an XRC initiator and a target go without partners",
            devices: 4,
            run: alone,
        },
        Case {
            name: "lists and atomics of every kind over XRC",
            devices: 4,
            run: our_own,
        },
        Case {
            name: "long XRC messages in all directions at once",
            devices: 4,
            run: |harness| both_checks(harness, long),
        },
    ]
}

fn memory<H: Harness>(harness: &mut H, nodes: &Nodes<M<H>>) {
    // Both directions, so that initiators and targets of both ends are used.
    for (from, processes, sender) in [
        (0, &nodes.there, &nodes.here[0]),
        (1, &nodes.here, &nodes.there[0]),
    ] {
        for (salt, process) in processes.iter().enumerate() {
            sender.fill(salt as u8 + 3);
            for len in [0, 1, 8, 1023, 1024, 1025, 5000] {
                let remote = process.segment(4096);
                let data = Data::Sge(sender.sge(0, len));
                let write = SendOp::Write {
                    data,
                    remote,
                    imm: None,
                };
                nodes.post(harness.devices(), from, process.number, 1, write);
                let local = sender.sge(32 << 10, len);
                let read_back = SendOp::Read { local, remote };
                nodes.post(harness.devices(), from, process.number, 2, read_back);
                for op in [CompletionOp::Write, CompletionOp::Read] {
                    assert_eq!(success(harness, sender.device, sender.cq).op, op);
                }
                let sent = read(&sender.memory, 0, len);
                assert_eq!(process.in_segment(4096, len), sent);
                assert_eq!(read(&sender.memory, 32 << 10, len), sent);
            }
            let add = SendOp::Atomic {
                local: sender.sge(0, 8),
                remote: process.segment(64),
                width: AtomicWidth::W64,
                op: AtomicOp::Add(5),
            };
            for before in [0_u64, 5] {
                nodes.post(harness.devices(), from, process.number, 3, add);
                success(harness, sender.device, sender.cq);
                assert_eq!(read(&sender.memory, 0, 8), before.to_ne_bytes());
            }
            assert_eq!(process.in_segment(64, 8), 10_u64.to_ne_bytes());
        }
    }
}

fn messages<H: Harness>(harness: &mut H, nodes: &Nodes<M<H>>) {
    for (from, processes, sender) in [
        (0, &nodes.there, &nodes.here[0]),
        (1, &nodes.here, &nodes.there[0]),
    ] {
        sender.fill(from as u8 + 1);
        for (index, process) in processes.iter().enumerate() {
            for (i, len) in [0, 1, 100, 1024, 1025, 4000, 8000].into_iter().enumerate() {
                let imm = i.is_multiple_of(2).then_some(0x1234_5670 + i as u32);
                process.receive(
                    &mut harness.devices()[process.device],
                    70 + i as u64,
                    16 << 10,
                    8 << 10,
                );
                let data = Data::Sge(sender.sge(8, len));
                let to = None;
                let send = SendOp::Send { data, imm, to };
                nodes.post(harness.devices(), from, process.number, 1, send);
                let got = success(harness, process.device, process.cq);
                assert_eq!((got.op, got.id), (CompletionOp::Receive, 70 + i as u64));
                assert_eq!((got.bytes, got.imm), (len as u32, imm));
                let pair = nodes.pairs[1 - from];
                let qp = if index == 0 { pair.target } else { QpNumber(0) };
                assert_eq!(got.qp, qp);
                let received = read(&process.memory, 16 << 10, len);
                assert_eq!(received, read(&sender.memory, 8, len));
                success(harness, sender.device, sender.cq);
            }
            process.receive(&mut harness.devices()[process.device], 90, 0, 0);
            let write = SendOp::Write {
                data: Data::Sge(sender.sge(0, 3000)),
                remote: process.segment(128),
                imm: Some(9),
            };
            nodes.post(harness.devices(), from, process.number, 2, write);
            let got = success(harness, process.device, process.cq);
            assert_eq!((got.op, got.id), (CompletionOp::ReceiveWriteImm, 90));
            assert_eq!((got.bytes, got.imm), (3000, Some(9)));
            let written = process.in_segment(128, 3000);
            assert_eq!(written, read(&sender.memory, 0, 3000));
            success(harness, sender.device, sender.cq);
        }
    }
}

fn waiting<H: Harness>(harness: &mut H, nodes: &Nodes<M<H>>) {
    let sender = &nodes.here[0];
    for process in &nodes.there {
        // More messages than a ring holds, so that some wait at the sender.
        for i in 0..40_u8 {
            let data = Data::Inline(InlineData::new(&[i; 24]).expect("short"));
            let send = SendOp::Send {
                data,
                imm: None,
                to: None,
            };
            nodes.post(harness.devices(), 0, process.number, u64::from(i), send);
        }
        let mut rounds = 0;
        harness.drive(&mut |_| {
            rounds += 1;
            rounds > 50
        });
        for i in 0..40_u8 {
            process.receive(&mut harness.devices()[process.device], 0, 0, 64);
            let got = success(harness, process.device, process.cq);
            assert_eq!(got.bytes, 24);
            assert_eq!(read(&process.memory, 0, 24), [i; 24], "out of order");
        }
        for i in 0..40 {
            assert_eq!(success(harness, sender.device, sender.cq).id, i);
        }
    }
}

fn alone<H: Harness>(harness: &mut H) {
    if !harness.devices()[0].attributes().xrc {
        return;
    }
    let is_keyed = harness.devices()[0].attributes().keyed_check;
    let keyed = is_keyed.then_some(PacketCheck::Keyed([5; 16]));
    for check in iter::once(PacketCheck::Icrc).chain(keyed) {
        let mut fresh = H::new(4);
        let harness = &mut fresh;
        let nodes = nodes(harness, PacketCheck::Icrc);
        let (sender, process) = (&nodes.here[0], &nodes.there[1]);
        let devices = harness.devices();
        let addresses = [0, 2].map(|device| devices[device].address());
        let init = sender.init(Transport::XrcInitiator, None);
        let initiator = devices[0].create_qp(&init).expect("an initiator");
        let init = nodes.there[0].init(Transport::XrcTarget, None);
        let target = devices[2].create_qp(&init).expect("a target");
        for transition in transitions(addresses[1], target, check) {
            let moved = devices[0].modify_qp(initiator, &transition);
            moved.expect("a transition");
        }
        // A target needs no further state than RTR.
        for transition in &transitions(addresses[0], initiator, check)[..2] {
            let moved = devices[2].modify_qp(target, transition);
            moved.expect("a transition");
        }
        sender.fill(9);
        for i in 0..30 {
            let write = SendOp::Write {
                data: Data::Sge(sender.sge(i, 1500)),
                remote: process.segment(i),
                imm: None,
            };
            let request = SendRequest::new(i as u64, write).to_srq(process.number);
            let posted = harness.devices()[0].post_send(initiator, &request);
            posted.expect("a post");
        }
        for i in 0..30 {
            assert_eq!(success(harness, 0, sender.cq).id, i);
        }
        let sent = read(&sender.memory, 0, 1529);
        assert_eq!(process.in_segment(0, 1529), sent);
    }
}

fn our_own<H: Harness>(harness: &mut H) {
    let attributes = harness.devices()[0].attributes();
    let most = attributes.write_list;
    if !(attributes.xrc && attributes.keyed_check && attributes.extended_atomics && most > 0) {
        return;
    }
    let nodes = nodes(harness, PacketCheck::Keyed([3; 16]));
    let sender = &nodes.here[0];
    for process in &nodes.there {
        let mut at = 0;
        for i in 0..20_u8 {
            let write = ListedWrite {
                offset: 1000 + 11 * u64::from(i),
                bytes: &[i; 11],
            };
            at = write.store(&sender.memory, at).expect("room");
        }
        let list = SendOp::WriteList {
            list: sender.sge(0, at),
            remote: process.segment(0),
        };
        nodes.post(harness.devices(), 0, process.number, 1, list);
        success(harness, sender.device, sender.cq);
        let expected: Vec<u8> = (0..20).flat_map(|i| [i; 11]).collect();
        assert_eq!(process.in_segment(1000, 220), expected);

        let mut word = 0x0123_4567_u64;
        let start = (process.index as u64 * process.segments.stride) as usize;
        let bytes = word.to_ne_bytes();
        process.node.write(start + 512, &bytes).expect("inside");
        for op in [
            AtomicOp::Swap(0xff),
            AtomicOp::Or(0xf00),
            AtomicOp::And(0x0f0),
            AtomicOp::Xor(0x111),
            AtomicOp::Add(7),
            AtomicOp::CompareSwap {
                compare: 0x1e8,
                swap: 4,
            },
        ] {
            let width = AtomicWidth::W64;
            let atomic = SendOp::Atomic {
                local: sender.sge(0, 8),
                remote: process.segment(512),
                width,
                op,
            };
            nodes.post(harness.devices(), 0, process.number, 1, atomic);
            success(harness, sender.device, sender.cq);
            assert_eq!(read(&sender.memory, 0, 8), word.to_ne_bytes(), "{op:?}");
            word = op.applied(word, width);
            assert_eq!(process.in_segment(512, 8), word.to_ne_bytes(), "{op:?}");
        }
        assert_eq!(word, 4);
    }
}

/// Writes of many packets, to all processes and in both directions.
fn long<H: Harness>(harness: &mut H, nodes: &Nodes<M<H>>) {
    const LEN: usize = 30_000;
    let both = [
        (0, &nodes.here[0], &nodes.there),
        (1, &nodes.there[0], &nodes.here),
    ];
    for (from, sender, processes) in both {
        sender.fill(from as u8 + 60);
        for process in processes {
            let data = Data::Sge(sender.sge(0, LEN));
            let remote = process.segment(8);
            let write = SendOp::Write {
                data,
                remote,
                imm: None,
            };
            let local = sender.sge(LEN, LEN);
            nodes.post(harness.devices(), from, process.number, 1, write);
            let read_back = SendOp::Read { local, remote };
            nodes.post(harness.devices(), from, process.number, 2, read_back);
        }
    }
    for (_, sender, processes) in both {
        for id in [1, 2, 1, 2] {
            assert_eq!(success(harness, sender.device, sender.cq).id, id);
        }
        let sent = read(&sender.memory, 0, LEN);
        assert_eq!(read(&sender.memory, LEN, LEN), sent);
        for process in processes {
            assert_eq!(process.in_segment(8, LEN), sent);
        }
    }
}
