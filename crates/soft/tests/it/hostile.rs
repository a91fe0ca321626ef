//! Packets from outside the job.

use std::net::{Ipv4Addr, UdpSocket};
use std::time::Duration;

use farreach_soft::SoftConfig;
use farreach_verbs::{AdapterAddress, CompletionStatus, Device};

use crate::node::{Node, Numbers, PATIENCE, connect, fresh_seed, wait};

const LEN: usize = 10_000;

fn outside() -> UdpSocket {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has free ports");
    socket.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    socket
}

/// Real packets toward the queue pair number `victim_qp`, recorded by a socket that pretends to be
/// a peer.
fn recorded(victim: &mut Node) -> Vec<Vec<u8>> {
    let spy = outside();
    let spy_address = AdapterAddress::from(spy.local_addr().expect("bound"));
    let mut sender = Node::new(&SoftConfig::loopback(77), LEN);
    let (qp, victim_qp) = (sender.qp(), victim.qp());
    victim.connect(victim_qp, sender.device.address(), qp, 4096, PATIENCE);
    sender.connect(qp, spy_address, victim_qp, 4096, PATIENCE);
    for id in 0..5 {
        let op = sender.write_to(victim.region.rkey, 0, LEN >> id);
        sender.post(qp, id, op);
    }
    sender.progress();
    let mut packets = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    while packets.len() < 7 {
        let len = spy.recv(&mut buffer).expect("packets come");
        packets.push(buffer[..len].to_vec());
    }
    packets
}

#[test]
fn strangers_change_nothing() {
    let mut numbers = Numbers(fresh_seed());
    let config = SoftConfig::loopback(numbers.next());
    let (mut a, mut b) = (Node::new(&config, LEN), Node::new(&config, LEN));
    let (qp, _) = connect(&mut a, &mut b);
    let packets = recorded(&mut b);
    let pattern = numbers.bytes(LEN);
    b.fill(0, &pattern);
    let stranger = outside();
    let to = b.device.address().socket_addr();
    let (received, dropped) = (
        b.device.link_counters().packets_received,
        b.device.counters().dropped.total(),
    );
    let mut sent = 0;
    for round in 0..2_000 {
        let mut bytes = match round % 4 {
            0 => {
                let len = numbers.below(200);
                numbers.bytes(len)
            }
            1 => packets[numbers.below(packets.len())].clone(),
            2 => {
                let packet = &packets[numbers.below(packets.len())];
                packet[..numbers.below(packet.len())].to_vec()
            }
            _ => {
                let mut packet = packets[numbers.below(packets.len())].clone();
                let at = numbers.below(packet.len());
                packet[at] ^= 1 << numbers.below(8);
                packet
            }
        };
        if round == 1_000 {
            bytes = numbers.bytes(65_507);
        }
        stranger.send_to(&bytes, to).expect("loopback takes it");
        sent += 1;
        b.progress();
    }
    while b.progress() > 0 {}
    assert_eq!(b.device.link_counters().packets_received, received + sent);
    assert_eq!(b.device.counters().dropped.total(), dropped + sent);
    assert_eq!(b.device.link_counters().packets_sent, 0, "no answers");
    assert!(b.bytes(0, LEN) == pattern, "nothing was written");
    // The connection is unaffected.
    let news = numbers.bytes(LEN);
    a.fill(0, &news);
    let op = a.write_to(b.region.rkey, 0, LEN);
    a.post(qp, 1, op);
    assert_eq!(
        wait(&mut [&mut a, &mut b]).status,
        CompletionStatus::Success
    );
    assert!(b.bytes(0, LEN) == news);
}

#[test]
fn a_dead_peer_fails_alone() {
    let mut numbers = Numbers(fresh_seed());
    let config = SoftConfig::loopback(numbers.next());
    let (mut a, mut b) = (Node::new(&config, LEN), Node::new(&config, LEN));
    let (live, _) = connect(&mut a, &mut b);
    let dead = a.qp();
    let gone = {
        let mut gone = Node::new(&config, LEN);
        let qp = gone.qp();
        (gone.device.address(), qp)
    };
    a.connect(dead, gone.0, gone.1, 4096, Duration::from_millis(100));
    let rkey = b.region.rkey;
    let op = a.write_to(rkey, 0, 8);
    a.post(dead, 99, op);
    let mut failed = None;
    for id in 0..u64::MAX {
        a.post(live, id, op);
        let mut completion = wait(&mut [&mut a, &mut b]);
        if completion.qp == dead {
            failed = Some(completion);
            completion = wait(&mut [&mut a, &mut b]);
        }
        assert_eq!((completion.qp, completion.id), (live, id));
        assert_eq!(completion.status, CompletionStatus::Success);
        if failed.is_some() {
            break;
        }
    }
    let failed = failed.expect("the loop ends with it");
    assert_eq!(failed.id, 99);
    assert_eq!(failed.status, CompletionStatus::RetryExceeded);
}
