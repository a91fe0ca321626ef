//! Payloads that are received directly into their target memory, and other packets that arrive
//! instead.

use std::time::Instant;

use farreach_soft::{LossInjection, SoftConfig};
use farreach_verbs::{CompletionStatus, Data, QpNumber, SendOp};

use crate::node::{Node, Numbers, PATIENCE, connect, fresh_seed, remote, wait};

/// Bytes of each part of a node's memory: what it sends, and what it receives by each queue pair.
const PART: usize = 1 << 20;

/// One short write.
fn exchange(from: &mut Node, to: &mut Node, qp: QpNumber) {
    let op = from.write_to(to.region.rkey, PART, 8);
    from.post(qp, 0, op);
    assert_eq!(wait(&mut [from, to]).status, CompletionStatus::Success);
}

/// Both nodes write long and short runs to each other over two queue pairs at once. Everything
/// arrives as it was sent, and nothing else is changed.
fn both_ways(config: &SoftConfig, rounds: usize) -> u64 {
    let mut numbers = Numbers(config.seed);
    let mut nodes = [Node::new(config, 3 * PART), Node::new(config, 3 * PART)];
    let pairs: [(QpNumber, QpNumber); 2] = {
        let [a, b] = &mut nodes;
        [connect(a, b), connect(a, b)]
    };
    // Enough exchanges for connected sockets.
    for _ in 0..100 {
        let [a, b] = &mut nodes;
        exchange(a, b, pairs[0].0);
        exchange(b, a, pairs[0].1);
    }
    let mut model = [0, 1].map(|node: usize| nodes[node].bytes(0, 3 * PART));
    for _ in 0..rounds {
        let mut posted = 0;
        for sender in [0, 1] {
            let bytes = numbers.bytes(PART);
            nodes[sender].fill(0, &bytes);
            model[sender][..PART].copy_from_slice(&bytes);
            for (part, pair) in [(1, pairs[0]), (2, pairs[1])] {
                let qp = if sender == 0 { pair.0 } else { pair.1 };
                let mut at = 0;
                for most in [PART / 2, 100, PART / 4, 9_000] {
                    let len = 1 + numbers.below(most);
                    let rkey = nodes[1 - sender].region.rkey;
                    let op = SendOp::Write {
                        data: Data::Sge(nodes[sender].sge(at, len)),
                        remote: remote(rkey, part * PART + at),
                        imm: None,
                    };
                    nodes[sender].post(qp, 1, op);
                    model[1 - sender][part * PART + at..][..len]
                        .copy_from_slice(&bytes[at..at + len]);
                    posted += 1;
                    at += len;
                }
            }
        }
        let deadline = Instant::now() + PATIENCE;
        while posted > 0 {
            for node in &mut nodes {
                node.progress();
                while let Some(completion) = node.poll() {
                    assert_eq!(completion.status, CompletionStatus::Success);
                    posted -= 1;
                }
            }
            assert!(Instant::now() < deadline, "{posted} writes did not end");
        }
        for (node, model) in nodes.iter().zip(&model) {
            assert!(node.bytes(0, 3 * PART) == *model);
        }
    }
    let placed = nodes.map(|node| node.device.link_counters().placed_receives);
    placed[0] + placed[1]
}

#[test]
fn long_writes_are_received_where_they_belong() {
    let config = SoftConfig::loopback(fresh_seed());
    assert!(both_ways(&config, 30) > 0);
}

#[test]
fn loss_and_small_packets_leave_nothing_in_the_wrong_place() {
    let seed = fresh_seed();
    for (mtu, probability) in [(None, 0.05), (Some(8192), 0.01), (Some(8192), 0.0)] {
        let config = SoftConfig {
            mtu,
            loss: Some(LossInjection { probability, seed }),
            ..SoftConfig::loopback(seed)
        };
        both_ways(&config, 10);
    }
}

/// Six nodes write long runs to one node at once, which receives all of them by its open socket.
/// Returns the number of payloads that were received in place.
fn many_to_one(config: &SoftConfig) -> u64 {
    const SENDERS: usize = 6;
    let mut numbers = Numbers(config.seed);
    let mut target = Node::new(config, SENDERS * PART);
    let mut senders: Vec<_> = (0..SENDERS).map(|_| Node::new(config, PART)).collect();
    let connected = senders
        .iter_mut()
        .map(|sender| connect(sender, &mut target).0);
    let qps: Vec<QpNumber> = connected.collect();
    for _ in 0..4 {
        let len = (PART / 2 + numbers.below(PART / 2)) & !3;
        for (index, (sender, &qp)) in senders.iter_mut().zip(&qps).enumerate() {
            sender.fill(0, &numbers.bytes(PART));
            let op = SendOp::Write {
                data: Data::Sge(sender.sge(0, len)),
                remote: remote(target.region.rkey, index * PART),
                imm: None,
            };
            sender.post(qp, 1, op);
        }
        let deadline = Instant::now() + PATIENCE;
        let mut left = SENDERS;
        while left > 0 {
            for sender in &mut senders {
                sender.progress();
                while let Some(completion) = sender.poll() {
                    assert_eq!(completion.status, CompletionStatus::Success);
                    left -= 1;
                }
            }
            target.progress();
            assert!(Instant::now() < deadline, "{left} writes did not end");
        }
        for (index, sender) in senders.iter().enumerate() {
            assert!(target.bytes(index * PART, len) == sender.bytes(0, len));
        }
    }
    target.device.link_counters().placed_receives
}

#[test]
fn writes_of_many_are_received_where_they_belong() {
    let seed = fresh_seed();
    assert!(many_to_one(&SoftConfig::loopback(seed)) > 0);
    let loss = Some(LossInjection {
        probability: 0.05,
        seed,
    });
    many_to_one(&SoftConfig {
        loss,
        ..SoftConfig::loopback(seed)
    });
}

#[test]
fn answers_to_long_reads_are_received_where_they_belong() {
    let seed = fresh_seed();
    for probability in [0.0, 0.03] {
        let config = SoftConfig {
            loss: Some(LossInjection { probability, seed }),
            ..SoftConfig::loopback(seed)
        };
        let mut numbers = Numbers(seed);
        let (mut a, mut b) = (Node::new(&config, PART), Node::new(&config, PART));
        let (qp, _) = connect(&mut a, &mut b);
        for _ in 0..20 {
            let len = PART / 2 + numbers.below(PART / 2);
            b.fill(0, &numbers.bytes(PART));
            let op = SendOp::Read {
                local: a.sge(0, len),
                remote: remote(b.region.rkey, 0),
            };
            a.post(qp, 1, op);
            let done = wait(&mut [&mut a, &mut b]);
            assert_eq!(done.status, CompletionStatus::Success);
            assert!(a.bytes(0, len) == b.bytes(0, len));
        }
        assert!(a.device.link_counters().placed_receives > 0);
    }
}
