//! Mixed operations on several queue pairs, each checked against a model, with and without loss.

use std::collections::VecDeque;
use std::time::Instant;

use farreach_soft::{LossInjection, Offload, SoftConfig};
use farreach_verbs::{
    AtomicOp, AtomicWidth, Completion, CompletionOp, CompletionStatus, Data, InlineData, QpNumber,
    SendOp,
};

use crate::node::{Node, Numbers, PATIENCE, connect, fresh_seed, remote};

const PAIRS: usize = 4;
const WINDOW: usize = 32;
const RECEIVES: usize = 32;
/// The longest transfer.
const LONG: usize = 200_000;

/// The parts of a queue pair's memory, equal on both sides:
///
/// ```text
///   │ written │ constant │ fenced │ counters │ sources and results of the requester, receives of the responder │
/// ```
const WRITTEN: usize = 0;
const CONSTANT: usize = LONG;
const FENCED: usize = 2 * LONG;
const COUNTERS: usize = FENCED + 4096;
const SLOTS: usize = COUNTERS + 64;
const STRIDE: usize = (SLOTS + WINDOW * LONG).next_multiple_of(4096);

/// What a completion must have.
enum Expected {
    Nothing,
    /// These bytes in the operation's slot.
    Bytes(Vec<u8>),
}

/// One queue pair, seen from its requester.
struct Flow {
    qp: QpNumber,
    remote_qp: QpNumber,
    base: usize,
    /// The responder's part once everything posted is done.
    written: Vec<u8>,
    fenced: Vec<u8>,
    counters: [u64; 8],
    outstanding: VecDeque<(u64, Expected)>,
    /// Messages that the responder must receive, in order.
    messages: VecDeque<(CompletionOp, Vec<u8>, Option<u32>)>,
    next_id: u64,
    next_receive: u64,
    /// The queue pair's own generator, so that its operations do not depend on the order of
    /// completions of other pairs.
    numbers: Numbers,
}

impl Flow {
    /// Mostly short, sometimes several packets.
    fn length(&mut self) -> usize {
        match self.numbers.below(100) {
            0 => 1 + self.numbers.below(LONG),
            1..20 => 1 + self.numbers.below(5000),
            _ => 1 + self.numbers.below(64),
        }
    }

    fn slot(&self, id: u64) -> usize {
        self.base + SLOTS + (id as usize % WINDOW) * LONG
    }
}

/// The results of a run.
#[derive(PartialEq, Eq, Debug)]
struct Outcome {
    completed: usize,
    memory: Vec<u8>,
}

struct Run {
    requester: Node,
    responder: Node,
    flows: Vec<Flow>,
}

impl Run {
    fn new(config: &SoftConfig, seed: u64) -> Run {
        let mut requester = Node::new(config, PAIRS * STRIDE);
        let mut responder = Node::new(config, PAIRS * STRIDE);
        let mut numbers = Numbers(seed);
        let flows = (0..PAIRS)
            .map(|index| {
                let (qp, remote_qp) = connect(&mut requester, &mut responder);
                let base = index * STRIDE;
                responder.fill(base + CONSTANT, &numbers.bytes(LONG));
                for id in 0..RECEIVES as u64 {
                    let slot = base + SLOTS + id as usize * LONG;
                    responder.post_recv(remote_qp, id, slot, LONG);
                }
                Flow {
                    qp,
                    remote_qp,
                    base,
                    written: vec![0; LONG],
                    fenced: vec![0; 4096],
                    counters: [0; 8],
                    outstanding: VecDeque::new(),
                    messages: VecDeque::new(),
                    next_id: 0,
                    next_receive: 0,
                    numbers: Numbers(numbers.next()),
                }
            })
            .collect();
        Run {
            requester,
            responder,
            flows,
        }
    }

    /// Posts one random operation on a queue pair.
    fn post(&mut self, index: usize) {
        let rkey = self.responder.region.rkey;
        let flow = &mut self.flows[index];
        let (choice, len) = (flow.numbers.below(100), flow.length());
        let (id, base) = (flow.next_id, flow.base);
        flow.next_id += 1;
        let slot = flow.slot(id);
        let local = self.requester.sge(slot, len);
        let mut fence = false;
        let (op, expected) = match choice {
            0..35 => {
                let bytes = flow.numbers.bytes(len);
                self.requester.fill(slot, &bytes);
                let at = flow.numbers.below(LONG - len + 1);
                flow.written[at..at + len].copy_from_slice(&bytes);
                let inline = InlineData::new(&bytes).filter(|_| choice < 15);
                let imm = (choice % 5 == 0).then_some(id as u32);
                if imm.is_some() {
                    let message = (CompletionOp::ReceiveWriteImm, Vec::new(), imm);
                    flow.messages.push_back(message);
                }
                let op = SendOp::Write {
                    data: inline.map_or(Data::Sge(local), Data::Inline),
                    remote: remote(rkey, base + WRITTEN + at),
                    imm,
                };
                (op, Expected::Nothing)
            }
            35..55 => {
                let at = flow.numbers.below(LONG - len + 1);
                let expected = self.responder.bytes(base + CONSTANT + at, len);
                let op = SendOp::Read {
                    local,
                    remote: remote(rkey, base + CONSTANT + at),
                };
                (op, Expected::Bytes(expected))
            }
            55..70 => {
                let which = flow.numbers.below(8);
                let (op, new) = atomic(&mut flow.numbers, flow.counters[which]);
                let old = std::mem::replace(&mut flow.counters[which], new);
                let op = SendOp::Atomic {
                    local: self.requester.sge(slot, 8),
                    remote: remote(rkey, base + COUNTERS + 8 * which),
                    width: AtomicWidth::W64,
                    op,
                };
                (op, Expected::Bytes(old.to_ne_bytes().to_vec()))
            }
            70..85 => {
                let bytes = flow.numbers.bytes(len);
                self.requester.fill(slot, &bytes);
                let imm = (choice % 2 == 0).then_some(!id as u32);
                flow.messages.push_back((CompletionOp::Receive, bytes, imm));
                let data = Data::Sge(local);
                (
                    SendOp::Send {
                        data,
                        imm,
                        to: None,
                    },
                    Expected::Nothing,
                )
            }
            85..93 => {
                // The operation follows reads of this place, so it must wait for them.
                fence = true;
                let at = flow.numbers.below(4096 - 64);
                let bytes = flow.numbers.bytes(64);
                flow.fenced[at..at + 64].copy_from_slice(&bytes);
                let inline = InlineData::new(&bytes).expect("short");
                let op = SendOp::Write {
                    data: Data::Inline(inline),
                    remote: remote(rkey, base + FENCED + at),
                    imm: None,
                };
                (op, Expected::Nothing)
            }
            _ => {
                let op = SendOp::Read {
                    local: self.requester.sge(slot, 4096),
                    remote: remote(rkey, base + FENCED),
                };
                (op, Expected::Bytes(flow.fenced.clone()))
            }
        };
        flow.outstanding.push_back((id, expected));
        let qp = flow.qp;
        self.requester.post_fenced(qp, id, op, fence);
    }

    fn check_completion(&mut self, completion: &Completion) {
        assert_eq!(completion.status, CompletionStatus::Success);
        let flow = self.flows.iter_mut().find(|flow| flow.qp == completion.qp);
        let flow = flow.expect("a pair of ours");
        let (id, expected) = flow.outstanding.pop_front().expect("something was posted");
        assert_eq!(completion.id, id, "completions come in order");
        if let Expected::Bytes(bytes) = expected {
            let slot = flow.slot(id);
            assert!(
                self.requester.bytes(slot, bytes.len()) == bytes,
                "{:?} {id} of {:?} brought other bytes",
                completion.op,
                completion.qp
            );
        }
    }

    fn check_receive(&mut self, completion: &Completion) {
        assert_eq!(completion.status, CompletionStatus::Success);
        let flow = self.flows.iter_mut();
        let flow = flow
            .into_iter()
            .find(|flow| flow.remote_qp == completion.qp)
            .expect("a pair of ours");
        let (op, bytes, imm) = flow.messages.pop_front().expect("a message was sent");
        assert_eq!((completion.op, completion.imm), (op, imm));
        let receive = completion.id;
        assert_eq!(receive, flow.next_receive % RECEIVES as u64);
        flow.next_receive += 1;
        let slot = flow.base + SLOTS + receive as usize * LONG;
        assert!(self.responder.bytes(slot, bytes.len()) == bytes);
        self.responder.post_recv(completion.qp, receive, slot, LONG);
    }

    fn run(mut self, operations: usize) -> Outcome {
        let deadline = Instant::now() + PATIENCE;
        let each = (operations / PAIRS) as u64;
        let mut completed = 0;
        while completed < operations || self.flows.iter().any(|flow| !flow.messages.is_empty()) {
            for index in 0..PAIRS {
                while self.flows[index].next_id < each
                    && self.flows[index].outstanding.len() < WINDOW
                {
                    self.post(index);
                }
            }
            self.requester.progress();
            self.responder.progress();
            while let Some(completion) = self.requester.poll() {
                self.check_completion(&completion);
                completed += 1;
            }
            while let Some(completion) = self.responder.poll() {
                self.check_receive(&completion);
            }
            assert!(
                Instant::now() < deadline,
                "{completed} of {operations} done; {:?}",
                self.requester.device.counters()
            );
        }
        let mut memory = Vec::new();
        for flow in &self.flows {
            let written = self.responder.bytes(flow.base + WRITTEN, LONG);
            assert!(written == flow.written, "all writes landed, none twice");
            let counters = self.responder.bytes(flow.base + COUNTERS, 64);
            let expected: Vec<u8> = flow.counters.iter().flat_map(|c| c.to_ne_bytes()).collect();
            assert_eq!(counters, expected);
            memory.extend(written);
            memory.extend(counters);
        }
        println!("{:?}", self.requester.device.link_counters());
        println!("{:?}", self.requester.device.counters());
        Outcome { completed, memory }
    }
}

/// A random atomic, and the word that it makes of `old`.
fn atomic(numbers: &mut Numbers, old: u64) -> (AtomicOp, u64) {
    let operand = numbers.next();
    match numbers.below(6) {
        0 => (AtomicOp::Add(operand), old.wrapping_add(operand)),
        1 => (AtomicOp::Swap(operand), operand),
        2 => {
            let compare = if operand.is_multiple_of(2) { old } else { !old };
            let op = AtomicOp::CompareSwap {
                compare,
                swap: operand,
            };
            (op, if compare == old { operand } else { old })
        }
        3 => (AtomicOp::And(operand), old & operand),
        4 => (AtomicOp::Or(operand), old | operand),
        _ => (AtomicOp::Xor(operand), old ^ operand),
    }
}

#[test]
fn lossy_traffic_completes_exactly_once() {
    let seed = fresh_seed();
    let lossy = |mtu, offload, probability| SoftConfig {
        mtu,
        offload,
        loss: Some(LossInjection { probability, seed }),
        ..SoftConfig::loopback(seed)
    };
    for (config, operations) in [
        (lossy(None, Offload::Auto, 0.05), 70_000),
        (lossy(Some(1024), Offload::Auto, 0.05), 25_000),
        (lossy(Some(4096), Offload::Off, 0.05), 5_000),
    ] {
        assert_eq!(
            Run::new(&config, seed).run(operations).completed,
            operations
        );
    }
}

#[test]
fn offload_changes_nothing_but_the_number_of_calls() {
    let seed = fresh_seed();
    let outcome = |offload, mtu| {
        let config = SoftConfig {
            offload,
            mtu,
            ..SoftConfig::loopback(seed)
        };
        Run::new(&config, seed).run(5_000)
    };
    let reference = outcome(Offload::Off, None);
    for (offload, mtu) in [
        (Offload::Auto, None),
        (Offload::Auto, Some(1024)),
        (Offload::Off, Some(256)),
    ] {
        assert!(outcome(offload, mtu) == reference, "{offload:?} {mtu:?}");
    }
}
