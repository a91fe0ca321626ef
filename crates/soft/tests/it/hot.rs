//! Hot peers, which get connected sockets.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::thread;
use std::time::Duration;

use farreach_soft::{PollSet, SoftConfig};
use farreach_verbs::{CompletionStatus, Device, QpNumber, SendOp};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::node::{Node, Numbers, PATIENCE, connect, fresh_seed, remote, unhurried, wait};

/// More exchanges than any peer needs to become hot.
const MANY: u64 = 100;
const LEN: usize = 4096;

/// One blocking write of fresh bytes, checked.
fn exchange(a: &mut Node, b: &mut Node, qp: QpNumber, numbers: &mut Numbers) {
    let bytes = numbers.bytes(8);
    a.fill(0, &bytes);
    let op = a.write_to(b.region.rkey, 0, 8);
    a.post(qp, 1, op);
    let completion = wait(&mut [a, b]);
    assert_eq!(completion.status, CompletionStatus::Success);
    assert_eq!(b.bytes(0, 8), bytes);
}

fn exchanges(a: &mut Node, b: &mut Node, qp: QpNumber, numbers: &mut Numbers) {
    for _ in 0..MANY {
        exchange(a, b, qp, numbers);
    }
}

/// Whether a socket of the set becomes readable within a time.
fn is_readable(set: &PollSet, within: Duration) -> bool {
    let mut fds: Vec<PollFd<'_>> = set
        .fds()
        .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
        .collect();
    let timeout = Timespec {
        tv_sec: within.as_secs() as i64,
        tv_nsec: i64::from(within.subsec_nanos()),
    };
    poll(&mut fds, Some(&timeout)).expect("valid descriptors") > 0
}

#[test]
fn sockets_come_with_the_heat_and_go_with_it() {
    let mut numbers = Numbers(fresh_seed());
    let config = unhurried(numbers.next());
    let mut a = Node::new(&config, LEN);
    let mut peers: Vec<(Node, QpNumber)> = (0..6)
        .map(|_| {
            let mut peer = Node::new(&config, LEN);
            let (qp, _) = connect(&mut a, &mut peer);
            (peer, qp)
        })
        .collect();
    assert_eq!(a.device.connected_sockets(), 0);
    let mut most = 0;
    for (index, (peer, qp)) in peers.iter_mut().enumerate() {
        exchanges(&mut a, peer, *qp, &mut numbers);
        assert!(a.device.connected_sockets() > 0);
        assert_eq!(peer.device.connected_sockets(), 1, "it answered as often");
        most = most.max(a.device.connected_sockets());
        if index >= 3 {
            // Long enough for a socket to be given up for another peer.
            thread::sleep(Duration::from_millis(15));
        }
    }
    assert_eq!(most, 4);
    // All peers are heard, with a connected socket or without, also in turns.
    for _ in 0..3 {
        for (peer, qp) in &mut peers {
            exchange(&mut a, peer, *qp, &mut numbers);
        }
    }
    assert!(a.device.counters().dropped.total() == 0);
}

#[test]
fn there_are_no_more_than_the_device_was_opened_with() {
    let mut numbers = Numbers(fresh_seed());
    for most in [0, 1] {
        let config = SoftConfig {
            connected_sockets: most,
            ..unhurried(numbers.next())
        };
        let mut a = Node::new(&config, LEN);
        for _ in 0..2 {
            let mut peer = Node::new(&config, LEN);
            let (qp, _) = connect(&mut a, &mut peer);
            exchanges(&mut a, &mut peer, qp, &mut numbers);
            assert_eq!(peer.device.connected_sockets(), most);
            assert_eq!(a.device.connected_sockets(), most);
        }
    }
}

#[test]
fn nothing_is_lost_or_overtaken_when_a_socket_comes() {
    const WRITES: u64 = 400;
    const SLOT: usize = 64;
    let mut numbers = Numbers(fresh_seed());
    let config = unhurried(numbers.next());
    let len = WRITES as usize * SLOT;
    let (mut a, mut b) = (Node::new(&config, len), Node::new(&config, len));
    let (qp, _) = connect(&mut a, &mut b);
    let (back, _) = connect(&mut b, &mut a);
    let bytes = numbers.bytes(len);
    a.fill(0, &bytes);
    let (mut posted, mut done) = (0, 0);
    while done < WRITES {
        // Some writes are always in flight. A few are unread in the sockets when the sockets
        // change.
        if posted < WRITES {
            let op = a.write_to(b.region.rkey, posted as usize * SLOT, SLOT);
            a.post(qp, posted, op);
            posted += 1;
        }
        a.progress();
        if posted % 3 == 0 || posted == WRITES {
            b.progress();
        }
        while a.poll().is_some() {
            done += 1;
        }
        // Traffic of its own gives the receiver a connected socket while the peer's packets wait.
        if posted % 2 == 0 && posted < WRITES {
            let op = SendOp::Write {
                data: farreach_verbs::Data::Inline(
                    farreach_verbs::InlineData::new(&[]).expect("short"),
                ),
                remote: remote(a.region.rkey, 0),
                imm: None,
            };
            b.post(back, posted, op);
        }
        while b.poll().is_some() {}
    }
    assert_eq!(a.device.connected_sockets(), 1);
    assert_eq!(b.device.connected_sockets(), 1);
    assert!(b.bytes(0, len) == bytes);
    for node in [&a, &b] {
        assert_eq!(node.device.counters().out_of_order, 0);
        assert_eq!(node.device.counters().dropped.total(), 0);
    }
}

#[test]
fn a_hot_peer_that_vanishes_fails_alone() {
    let mut numbers = Numbers(fresh_seed());
    let config = SoftConfig::loopback(numbers.next());
    let (mut a, mut gone) = (Node::new(&config, LEN), Node::new(&config, LEN));
    let mut other = Node::new(&config, LEN);
    let (to_other, _) = connect(&mut a, &mut other);
    let (to_gone, from_gone) = (a.qp(), gone.qp());
    a.connect(
        to_gone,
        gone.device.address(),
        from_gone,
        4096,
        Duration::from_millis(100),
    );
    gone.connect(from_gone, a.device.address(), to_gone, 4096, PATIENCE);
    exchanges(&mut a, &mut gone, to_gone, &mut numbers);
    exchanges(&mut a, &mut other, to_other, &mut numbers);
    assert_eq!(a.device.connected_sockets(), 2);
    let rkey = gone.region.rkey;
    drop(gone);
    let op = a.write_to(rkey, 0, 8);
    a.post(to_gone, 99, op);
    let failed = loop {
        let op = a.write_to(other.region.rkey, 0, 8);
        a.post(to_other, 1, op);
        let completion = wait(&mut [&mut a, &mut other]);
        if completion.qp == to_gone {
            break completion;
        }
        assert_eq!(completion.status, CompletionStatus::Success);
    };
    assert_eq!(failed.id, 99);
    assert_eq!(failed.status, CompletionStatus::RetryExceeded);
    assert_eq!(a.device.connected_sockets(), 1, "the kernel told");
}

#[test]
fn whoever_sleeps_learns_of_new_sockets() {
    let mut numbers = Numbers(fresh_seed());
    let config = SoftConfig::loopback(numbers.next());
    let (mut a, mut b) = (Node::new(&config, LEN), Node::new(&config, LEN));
    let (qp, _) = connect(&mut a, &mut b);
    let handle = b.device.poll_handle();
    let before = handle.sockets();
    assert!(!is_readable(&before, Duration::ZERO));
    exchanges(&mut a, &mut b, qp, &mut numbers);
    assert_eq!(b.device.connected_sockets(), 1);
    assert!(
        !is_readable(&handle.sockets(), Duration::ZERO),
        "all was received"
    );
    assert!(is_readable(&before, Duration::ZERO), "it is outdated");
    let after = handle.sockets();
    assert_eq!(after.fds().count(), before.fds().count() + 1);
    assert!(!is_readable(&after, Duration::ZERO));
    assert!(
        is_readable(&before, Duration::ZERO),
        "also for the next one who sleeps on it"
    );
    thread::scope(|scope| {
        let sleeper = scope.spawn(|| is_readable(&after, PATIENCE));
        thread::sleep(Duration::from_millis(20));
        let op = a.write_to(b.region.rkey, 0, 8);
        a.post(qp, 1, op);
        a.progress();
        assert!(sleeper.join().expect("no panic"), "the packet woke it");
    });
    assert!(is_readable(&handle.sockets(), Duration::ZERO));
}

#[test]
fn strangers_are_heard_beside_a_hot_peer_and_change_nothing() {
    const STRAYS: usize = 300;
    let mut numbers = Numbers(fresh_seed());
    let config = unhurried(numbers.next());
    let (mut a, mut b) = (Node::new(&config, LEN), Node::new(&config, LEN));
    let (qp, _) = connect(&mut a, &mut b);
    let stranger = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has free ports");
    // Strays arrive before, while and after the peer gets its socket.
    for _ in 0..STRAYS {
        let len = numbers.below(100);
        let junk = numbers.bytes(len);
        let to = b.device.address().socket_addr();
        stranger.send_to(&junk, to).expect("loopback takes it");
        exchange(&mut a, &mut b, qp, &mut numbers);
    }
    assert_eq!(b.device.connected_sockets(), 1);
    let deadline = std::time::Instant::now() + PATIENCE;
    while b.device.counters().dropped.total() < STRAYS as u64 {
        b.progress();
        assert!(
            std::time::Instant::now() < deadline,
            "strangers are not heard"
        );
    }
    assert_eq!(b.device.counters().dropped.total(), STRAYS as u64);
}

#[test]
fn hot_peers_work_over_ipv6() {
    let local = SocketAddr::from((Ipv6Addr::LOCALHOST, 0));
    if UdpSocket::bind(local).is_err() {
        println!("no IPv6 on this machine");
        return;
    }
    let mut numbers = Numbers(fresh_seed());
    let config = SoftConfig::bound_to(local, numbers.next());
    let (mut a, mut b) = (Node::new(&config, LEN), Node::new(&config, LEN));
    let (qp, _) = connect(&mut a, &mut b);
    exchanges(&mut a, &mut b, qp, &mut numbers);
    assert_eq!(a.device.connected_sockets(), 1);
}
