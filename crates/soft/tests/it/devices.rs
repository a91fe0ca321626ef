//! Several devices in one process, their settings, and sleeping on them.

use std::io::ErrorKind;
use std::net::{Ipv6Addr, SocketAddr, UdpSocket};
use std::thread;
use std::time::Duration;

use farreach_node::Memory;
use farreach_soft::{LossInjection, OpenError, SoftConfig, SoftDevice};
use farreach_verbs::{CompletionStatus, Data, Device, SendOp};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::node::{Node, Numbers, connect, fresh_seed, remote, unhurried, wait};

#[test]
fn many_devices_in_a_ring() {
    const COUNT: usize = 40;
    const LEN: usize = 5000;
    let seed = fresh_seed();
    let mut nodes: Vec<Node> = (0..COUNT)
        .map(|index| Node::new(&SoftConfig::loopback(seed + index as u64), 2 * LEN))
        .collect();
    let mut numbers = Numbers(seed);
    let patterns: Vec<Vec<u8>> = (0..COUNT).map(|_| numbers.bytes(LEN)).collect();
    // Each device writes its own bytes to the second half of the next device's memory.
    for (index, pattern) in patterns.iter().enumerate() {
        let next = (index + 1) % COUNT;
        let [a, b] = nodes
            .get_disjoint_mut([index, next])
            .expect("two different nodes");
        let (qp, _) = connect(a, b);
        a.fill(0, pattern);
        let op = SendOp::Write {
            data: Data::Sge(a.sge(0, LEN)),
            remote: remote(b.region.rkey, LEN),
            imm: None,
        };
        a.post(qp, index as u64, op);
    }
    for index in 0..COUNT {
        nodes.rotate_left(index);
        let mut all: Vec<&mut Node> = nodes.iter_mut().collect();
        let completion = wait(&mut all);
        nodes.rotate_right(index);
        assert_eq!(completion.id, index as u64);
        assert_eq!(completion.status, CompletionStatus::Success);
    }
    for (index, node) in nodes.iter().enumerate() {
        let previous = (index + COUNT - 1) % COUNT;
        assert!(node.bytes(LEN, LEN) == patterns[previous], "node {index}");
    }
}

#[test]
fn another_thread_sleeps_until_a_packet_comes() {
    let config = SoftConfig::loopback(fresh_seed());
    let (mut a, mut b) = (Node::new(&config, 64), Node::new(&config, 64));
    let (qp, _) = connect(&mut a, &mut b);
    let handle = b.device.poll_handle();
    let readable = |timeout_ms: i64| {
        let sockets = handle.sockets();
        let mut fds: Vec<PollFd<'_>> = sockets
            .fds()
            .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
            .collect();
        let timeout = Timespec {
            tv_sec: timeout_ms / 1000,
            tv_nsec: timeout_ms % 1000 * 1_000_000,
        };
        poll(&mut fds, Some(&timeout)).expect("a valid descriptor") == 1
    };
    assert!(!readable(0), "nothing was sent yet");
    thread::scope(|scope| {
        let sleeper = scope.spawn(|| readable(300_000));
        thread::sleep(Duration::from_millis(20));
        a.fill(0, &[9; 8]);
        let op = a.write_to(b.region.rkey, 0, 8);
        a.post(qp, 1, op);
        a.progress();
        assert!(sleeper.join().expect("no panic"), "the packet woke it");
    });
    assert!(readable(0));
    assert!(
        b.device.socket_bytes() > 0,
        "the packet waits in the kernel"
    );
    assert_eq!(
        wait(&mut [&mut a, &mut b]).status,
        CompletionStatus::Success
    );
    assert_eq!(b.bytes(0, 8), [9; 8]);
    assert!(!readable(0), "it was received");
    drop(b);
    assert!(!readable(0), "the handle outlives the device");
}

#[test]
fn a_blocking_operation_costs_one_send_on_each_side() {
    let config = unhurried(fresh_seed());
    let (mut a, mut b) = (Node::new(&config, 64), Node::new(&config, 64));
    let (qp, _) = connect(&mut a, &mut b);
    for id in 0..100 {
        let op = a.write_to(b.region.rkey, 0, 8);
        a.post(qp, id, op);
        wait(&mut [&mut a, &mut b]);
    }
    assert_eq!(a.device.link_counters().send_calls, 100);
    assert_eq!(b.device.link_counters().send_calls, 100);
}

#[test]
fn settings_are_honoured_or_refused() {
    let open = |change: fn(&mut SoftConfig)| {
        let mut config = SoftConfig::loopback(1);
        change(&mut config);
        SoftDevice::<Memory>::open(&config)
    };
    let device = open(|_| {}).expect("the defaults work");
    let attributes = device.attributes();
    assert_eq!(attributes.name, "soft");
    assert_eq!(attributes.max_mtu, SoftConfig::LOOPBACK_MTU);
    assert!(attributes.coherent_atomics && attributes.extended_atomics && attributes.keyed_check);
    assert!(
        device.receive_buffer() >= 2 * 61440,
        "{}",
        device.receive_buffer()
    );
    let small = open(|config| config.mtu = Some(1024)).expect("a small MTU works");
    assert_eq!(small.attributes().max_mtu, 1024);
    for refused in [0, 255, 1028, 65_536] {
        let mut config = SoftConfig::loopback(1);
        config.mtu = Some(refused);
        let result = SoftDevice::<Memory>::open(&config).map(|_| ());
        let error = result.expect_err("no such MTU").to_string();
        assert!(error.contains(&refused.to_string()), "{error}");
    }
    for probability in [-0.1, 1.1, f64::NAN] {
        let mut config = SoftConfig::loopback(1);
        config.loss = Some(LossInjection {
            probability,
            seed: 1,
        });
        let result = SoftDevice::<Memory>::open(&config).map(|_| ());
        assert!(matches!(result, Err(OpenError::Probability(_))));
    }
    let occupied = SoftConfig::bound_to(device.address().socket_addr(), 1);
    let Err(OpenError::Bind { address, source }) =
        SoftDevice::<Memory>::open(&occupied).map(|_| ())
    else {
        panic!("two devices at one address");
    };
    assert_eq!(address, device.address().socket_addr());
    assert_eq!(source.kind(), ErrorKind::AddrInUse);
}

#[test]
fn a_pair_works_over_ipv6() {
    let local = SocketAddr::from((Ipv6Addr::LOCALHOST, 0));
    if UdpSocket::bind(local).is_err() {
        println!("no IPv6 on this machine");
        return;
    }
    let mut numbers = Numbers(fresh_seed());
    let config = SoftConfig::bound_to(local, numbers.next());
    let (mut a, mut b) = (Node::new(&config, 200_000), Node::new(&config, 200_000));
    let (qp, _) = connect(&mut a, &mut b);
    let bytes = numbers.bytes(200_000);
    a.fill(0, &bytes);
    let op = a.write_to(b.region.rkey, 0, bytes.len());
    a.post(qp, 1, op);
    assert_eq!(
        wait(&mut [&mut a, &mut b]).status,
        CompletionStatus::Success
    );
    assert!(b.bytes(0, bytes.len()) == bytes);
}

#[test]
fn ports_come_from_the_range_until_all_are_taken() {
    // A free range on an address of this test alone.
    let ip = std::net::IpAddr::from([127, 77, 3, 1]);
    let config = |seed| SoftConfig {
        ports: Some((4790, 4792)),
        dscp: 10,
        ..SoftConfig::bound_to((ip, 0).into(), seed)
    };
    let open = |seed| SoftDevice::<Memory>::open(&config(seed));
    let (first, second) = (open(1).expect("free"), open(2).expect("free"));
    assert_eq!(first.address().port, 4790);
    assert_eq!(second.address().port, 4792, "4791 is for foreign adapters");
    let error = open(3).err().expect("none is left").to_string();
    assert!(error.contains("4790 to 4792 at 127.77.3.1"), "{error}");
}
