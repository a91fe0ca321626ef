//! Datagrams from outside the job have no effect but on a counter.

use std::collections::BTreeSet;
use std::io::Write;
use std::net::{Ipv4Addr, UdpSocket};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, Protocol, RecvFlags, SocketFlags, SocketType};

use crate::faults::socket_inodes;
use crate::job::{Job, Start};
use crate::pattern::{bytes, mix};

pub(crate) const TESTS: &[(&str, fn())] = &[("datagrams from strangers", strangers)];

/// Bytes of an IPv4 header without options, and of a UDP header.
const IP: usize = 20;
const UDP: usize = 8;

/// Random, truncated, damaged and replayed datagrams go to every port of a running job. The job's
/// results stay right.
fn strangers() {
    const RANKS: u32 = 3;
    let mut job = Job::start(Start {
        body: "traffic",
        ranks: RANKS,
        nodes: RANKS,
        env: &[],
    });
    let mut stdin = job.stdin();
    let pids = job.wait_ready(RANKS);
    let ports: BTreeSet<u16> = pids.iter().flat_map(|&pid| udp_ports(pid)).collect();
    assert!(ports.len() >= RANKS as usize, "{ports:?}");
    let recorded = record(&ports);
    let stranger = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let begun = Instant::now();
    for round in 0.. {
        if begun.elapsed() > Duration::from_secs(2) {
            break;
        }
        for &port in &ports {
            let datagram = datagram(round, port, &recorded);
            stranger
                .send_to(&datagram, (Ipv4Addr::LOCALHOST, port))
                .expect("loopback takes it");
        }
        // The rate leaves room for the job's own packets.
        std::thread::sleep(Duration::from_micros(500));
    }
    stdin.write_all(b"stop\n").expect("the launcher reads");
    let ended = job.end();
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stats.iter().all(|stats| stats.dropped > 0));
}

/// A datagram that the job must not accept.
fn datagram(round: u64, port: u16, recorded: &[Vec<u8>]) -> Vec<u8> {
    let draw = mix(u64::from(port), round);
    let len = (draw >> 8) as usize % 1500;
    let replay = || {
        recorded
            .get((draw >> 16) as usize % recorded.len().max(1))
            .cloned()
    };
    match (draw % 4, replay()) {
        (1, Some(whole)) => whole,
        (2, Some(whole)) => whole[..len % whole.len()].to_vec(),
        (3, Some(mut whole)) => {
            let at = (draw >> 32) as usize % whole.len();
            whole[at] ^= 1 << (draw % 8);
            whole
        }
        (3, None) => shaped(draw, len),
        _ => bytes(draw, len),
    }
}

/// Random bytes behind a base transport header that could be the job's.
fn shaped(draw: u64, len: usize) -> Vec<u8> {
    let mut datagram = bytes(draw, len.max(16));
    datagram[0] = draw as u8 % 0x15;
    datagram[1] = 0x40;
    datagram[2..4].copy_from_slice(&[0xff, 0xff]);
    datagram
}

/// Records the job's own packets, if this process has the permission.
fn record(ports: &BTreeSet<u16>) -> Vec<Vec<u8>> {
    const ETHERTYPE_IPV4: u16 = 0x0800;
    let protocol = Protocol::from_raw(
        std::num::NonZeroU32::new(u32::from(ETHERTYPE_IPV4.to_be())).expect("not 0"),
    );
    let tap: Result<OwnedFd, _> = rustix::net::socket_with(
        AddressFamily::PACKET,
        SocketType::DGRAM,
        SocketFlags::CLOEXEC,
        Some(protocol),
    );
    let Ok(tap) = tap else {
        return Vec::new();
    };
    let mut packets = Vec::new();
    let mut buffer = vec![0; 1 << 17];
    while packets.len() < 300 {
        let (len, _) =
            rustix::net::recv(&tap, &mut buffer[..], RecvFlags::empty()).expect("packets come");
        let packet = &buffer[..len];
        if len < IP + UDP + 12 || packet[0] != 0x45 {
            continue;
        }
        let port = u16::from_be_bytes([packet[IP + 2], packet[IP + 3]]);
        if ports.contains(&port) {
            packets.push(packet[IP + UDP..].to_vec());
        }
    }
    packets
}

/// The ports of a process's UDP sockets.
fn udp_ports(pid: i32) -> Vec<u16> {
    let inodes = socket_inodes(pid);
    let table = std::fs::read_to_string(format!("/proc/{pid}/net/udp")).expect("/proc");
    let port = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (_, port) = words.get(1)?.split_once(':')?;
        let inode = *words.get(9)?;
        let ours = inodes.iter().any(|known| known == inode);
        ours.then(|| u16::from_str_radix(port, 16).expect("hexadecimal"))
    };
    table.lines().skip(1).filter_map(port).collect()
}
