//! Two nodes with one XRC connection between them, on a bad network. Messages for the processes of
//! both nodes arrive once and in order.

use std::time::Duration;

use farreach_conformance::{Harness, VecMemory, VecNode};
use farreach_verbs::{
    Access, AdapterAddress, Completion, CompletionOp, CompletionStatus, CqId, Data, Device,
    DomainId, InlineData, Memory, PacketCheck, PdId, QpInit, QpNumber, QpTransition,
    ReceiveRequest, RemoteAddress, Retry, Rkey, SendOp, SendRequest, Sge, SrqId, SrqNumber,
    Transport,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::net::{Faults, Net};
use crate::seed::Seed;

const MTU: u32 = 512;
const PROCESSES: usize = 3;
const SEGMENT: usize = 16 << 10;
/// Bytes of the longest message, which takes several packets.
const LONGEST: usize = 2000;
const KEYED: PacketCheck = PacketCheck::Keyed([11; 16]);

/// A process's objects on its device.
struct Process {
    pd: PdId,
    domain: DomainId,
    cq: CqId,
    srq: SrqId,
    lkey: farreach_verbs::Lkey,
    memory: VecMemory,
}

/// Device 0 is alone on its node. The others share a node, and device 1 has the connection's other
/// end.
struct Nodes {
    net: Net,
    node: VecNode,
    sender: Process,
    initiator: QpNumber,
    processes: Vec<Process>,
}

fn process(net: &mut Net, device: usize, node: &VecNode, index: usize) -> Process {
    let address = net.devices[device].address();
    let d = &mut net.devices[device];
    let domain = d.open_xrc_domain(Box::new(node.domain(index, address)));
    let domain = domain.unwrap();
    let pd = d.create_pd().unwrap();
    let cq = d.create_cq(1000).unwrap();
    let (srq, number) = d.create_xrc_srq(pd, domain, cq, 64).unwrap();
    assert_eq!(number, SrqNumber::of(index as u32, 1));
    let memory = VecMemory::allocate(64 << 10);
    let region = d.register(pd, memory.clone(), 0, Access::LOCAL_WRITE);
    Process {
        pd,
        domain,
        cq,
        srq,
        lkey: region.unwrap().lkey,
        memory,
    }
}

/// An XRC initiator and its target.
fn pair(net: &mut Net, device: usize, process: &Process) -> [QpNumber; 2] {
    let init = |transport, partner| QpInit {
        transport,
        pd: process.pd,
        send_cq: process.cq,
        recv_cq: process.cq,
        srq: None,
        max_send: 64,
        max_recv: 0,
        domain: Some(process.domain),
        partner,
    };
    let d = &mut net.devices[device];
    let target = d.create_qp(&init(Transport::XrcTarget, None)).unwrap();
    let initiator = init(Transport::XrcInitiator, Some(target));
    [d.create_qp(&initiator).unwrap(), target]
}

fn bring_up(
    net: &mut Net,
    device: usize,
    qp: QpNumber,
    to: (AdapterAddress, QpNumber),
    check: PacketCheck,
) {
    let (remote, remote_qp) = to;
    for transition in [
        QpTransition::ToInit {
            access: Access::ALL,
            qkey: 0,
        },
        QpTransition::ToRtr {
            remote,
            remote_qp,
            expected_psn: 0xff_fff0,
            mtu: MTU,
            max_dest_rd_atomic: 4,
            min_rnr_timer: Duration::from_micros(100),
            check,
        },
        QpTransition::ToRts {
            psn: 0xff_fff0,
            max_rd_atomic: 4,
            timeout: Duration::from_millis(5),
            retry: Retry::For(Duration::from_mins(1)),
            rnr_retry: Retry::For(Duration::from_mins(1)),
        },
    ] {
        net.devices[device].modify_qp(qp, &transition).unwrap();
    }
}

impl Nodes {
    fn new(seed: u64, check: PacketCheck) -> Self {
        let mut net: Net = Net::with(PROCESSES + 1, seed, Faults::default());
        let alone = VecNode::new(1, SEGMENT, Rkey(5));
        let node = VecNode::new(PROCESSES, SEGMENT, Rkey(77));
        let sender = process(&mut net, 0, &alone, 0);
        let processes: Vec<_> = (0..PROCESSES)
            .map(|i| process(&mut net, i + 1, &node, i))
            .collect();
        let [initiator, target] = pair(&mut net, 0, &sender);
        let [their_initiator, their_target] = pair(&mut net, 1, &processes[0]);
        let addresses = [0, 1].map(|device| net.devices[device].address());
        for (device, qp, to) in [
            (0, target, (addresses[1], their_initiator)),
            (0, initiator, (addresses[1], their_target)),
            (1, their_target, (addresses[0], initiator)),
            (1, their_initiator, (addresses[0], target)),
        ] {
            bring_up(&mut net, device, qp, to, check);
        }
        Nodes {
            net,
            node,
            sender,
            initiator,
            processes,
        }
    }

    fn poll(&mut self, device: usize) -> Option<Completion> {
        let cq = match device {
            0 => self.sender.cq,
            _ => self.processes[device - 1].cq,
        };
        let completion = self.net.devices[device].poll_cq(cq)?;
        assert_eq!(
            completion.status,
            CompletionStatus::Success,
            "{completion:?}"
        );
        Some(completion)
    }
}

/// The bytes of the `i`th message to a process.
fn message(process: usize, i: u32) -> Vec<u8> {
    let mut rng = Pcg64Mcg::seed_from_u64(u64::from(i) << 8 | process as u64);
    let len = match i % 3 {
        0 => rng.random_range(0..40),
        _ => rng.random_range(0..=LONGEST),
    };
    (0..len).map(|_| rng.random()).collect()
}

fn run(loss: f64, check: PacketCheck) {
    const MESSAGES: u32 = 600;
    let seed = Seed::new(0xc0_ffee);
    let mut rng = Pcg64Mcg::seed_from_u64(seed.value());
    let mut nodes = Nodes::new(seed.value(), check);
    nodes.net.faults = Faults {
        loss,
        duplication: loss,
        reordering: loss,
    };
    let (mut sent, mut received) = ([0; PROCESSES], [0; PROCESSES]);
    let mut waits = [false; PROCESSES];
    let (mut posted, mut done, mut added) = (0_u64, 0_u64, [0_u64; PROCESSES]);
    while received != [MESSAGES; PROCESSES] {
        for to in 0..PROCESSES {
            if sent[to] < MESSAGES && posted - done < 30 && rng.random_bool(0.6) {
                let srq = SrqNumber::of(to as u32, 1);
                let bytes = message(to, sent[to]);
                let at = 64 * (posted % 32) as usize * 32;
                nodes.sender.memory.write(at, &bytes).unwrap();
                let data = match InlineData::new(&bytes) {
                    Some(inline) => Data::Inline(inline),
                    None => Data::Sge(Sge {
                        lkey: nodes.sender.lkey,
                        addr: at as u64,
                        len: bytes.len() as u32,
                    }),
                };
                let segments = nodes.node.segments();
                let at = |offset| RemoteAddress {
                    rkey: segments.rkey,
                    addr: segments.base + to as u64 * segments.stride + offset,
                };
                let imm = Some(sent[to]);
                let op = match sent[to] % 2 {
                    0 => SendOp::Send {
                        data,
                        imm,
                        to: None,
                    },
                    _ => SendOp::Write {
                        data,
                        remote: at(4096),
                        imm,
                    },
                };
                let add = SendOp::Atomic {
                    local: Sge {
                        lkey: nodes.sender.lkey,
                        addr: 65528,
                        len: 8,
                    },
                    remote: at(8),
                    width: farreach_verbs::AtomicWidth::W64,
                    op: farreach_verbs::AtomicOp::Add(3),
                };
                for op in [op, add] {
                    let request = SendRequest::new(posted, op).to_srq(srq);
                    let device = &mut nodes.net.devices[0];
                    device.post_send(nodes.initiator, &request).unwrap();
                    posted += 1;
                }
                sent[to] += 1;
                added[to] += 3;
            }
            // One operation at a time, so that bytes are checked before the next message arrives.
            if !waits[to] && rng.random_bool(0.3) {
                waits[to] = true;
                let local = Sge {
                    lkey: nodes.processes[to].lkey,
                    addr: 0,
                    len: LONGEST as u32,
                };
                let request = ReceiveRequest { id: 1, local };
                let device = &mut nodes.net.devices[to + 1];
                let posted = device.post_srq_recv(nodes.processes[to].srq, &request);
                posted.unwrap();
            }
            if let Some(got) = nodes.poll(to + 1) {
                waits[to] = false;
                let expected = message(to, received[to]);
                assert_eq!(got.imm, Some(received[to]));
                assert_eq!(got.bytes as usize, expected.len());
                if received[to].is_multiple_of(2) {
                    assert_eq!(got.op, CompletionOp::Receive);
                    let mut bytes = vec![0; expected.len()];
                    nodes.processes[to].memory.read(0, &mut bytes).unwrap();
                    assert!(bytes == expected, "message {}", received[to]);
                } else {
                    assert_eq!(got.op, CompletionOp::ReceiveWriteImm);
                }
                received[to] += 1;
            }
        }
        nodes.net.step();
        while nodes.poll(0).is_some() {
            done += 1;
        }
    }
    nodes.net.drive(&mut |devices| {
        while let Some(completion) = devices[0].poll_cq(nodes.sender.cq) {
            assert_eq!(completion.status, CompletionStatus::Success);
            done += 1;
        }
        done == posted
    });
    for (to, added) in added.into_iter().enumerate() {
        let mut word = [0; 8];
        nodes.node.segment(to).read(8, &mut word).unwrap();
        assert_eq!(u64::from_ne_bytes(word), added, "process {to}");
        // The adapter that wrote the bytes notified the processes that own the memory, except its
        // own process.
        assert_eq!(nodes.node.touches(to) > 0, to > 0);
    }
    let counters = nodes.net.counters(1);
    assert_eq!(counters.qp_errors, 0);
    assert_eq!(counters.forwarded, 2 * u64::from(MESSAGES));
    assert_eq!(counters.duplicates > 0, loss > 0.0);
}

#[test]
fn what_is_for_others_arrives_once_and_in_order() {
    run(0.0, KEYED);
}

#[test]
fn and_with_5_percent_loss() {
    run(0.05, KEYED);
}

#[test]
fn and_with_the_standards_recovery() {
    run(0.05, PacketCheck::Icrc);
}
