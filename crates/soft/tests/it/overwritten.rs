//! Memory that another process overwrites again and again. A reader sees old or new bytes, and
//! never other bytes that happen to arrive.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use farreach_node::Memory;
use farreach_soft::{LossInjection, SoftConfig};
use farreach_verbs::SendOp;
use farreach_verbs::{AdapterAddress, CompletionStatus, Data, Device, Memory as _, QpNumber, Rkey};

use crate::node::{Node, PATIENCE, remote};

/// The environment variable by which the second process finds the first.
const PEER: &str = "OVERWRITTEN_PEER";
/// The prefix of the second process's lines for the first process.
const MARK: &str = "overwritten: ";

const LEN: usize = 1 << 20;
/// The parts of each process's memory: written by the peer, two patterns to write, and the result
/// of reads from the peer.
const SOURCES: [usize; 2] = [LEN, 2 * LEN];
const READ: usize = 3 * LEN;
const ROUNDS: u64 = 150;
/// The number of requests under way.
const DEPTH: u64 = 4;

/// A word of a pattern. Each half of the word identifies the pattern.
fn word(pattern: usize, index: usize) -> u64 {
    let half = [0x1357_9bdf_u32, 0xeca8_6420][pattern] ^ index as u32;
    u64::from(half) << 32 | u64::from(!half)
}

fn pattern(which: usize) -> Vec<u8> {
    let words = (0..LEN / 8).map(|index| word(which, index));
    words.flat_map(u64::to_ne_bytes).collect()
}

fn node(seed: u64) -> Node {
    let node = Node::new(
        &SoftConfig {
            loss: Some(LossInjection {
                probability: 0.005,
                seed,
            }),
            ..SoftConfig::loopback(seed)
        },
        4 * LEN,
    );
    node.fill(0, &pattern(0));
    node.fill(SOURCES[0], &pattern(0));
    node.fill(SOURCES[1], &pattern(1));
    node.fill(READ, &pattern(0));
    node
}

/// The queue pair and memory of a process, as a word for the other process.
fn card(node: &Node, qp: QpNumber) -> String {
    let address = node.device.address().socket_addr();
    format!("{address}/{}/{}", qp.0, node.region.rkey.0)
}

/// Connects to the process that printed `card`. Returns the key of that process's memory.
fn connect(node: &mut Node, qp: QpNumber, card: &str) -> Rkey {
    let mut parts = card.trim().split('/');
    let mut next = || parts.next().expect("a card has three parts");
    let address: std::net::SocketAddr = next().parse().expect("an address");
    let remote_qp = QpNumber(next().parse().expect("a number"));
    let rkey = Rkey(next().parse().expect("a key"));
    let mtu = node.device.attributes().max_mtu;
    node.connect(qp, AdapterAddress::from(address), remote_qp, mtu, PATIENCE);
    rkey
}

/// Watches the memory until `stop`. Returns the words that are neither old nor new.
fn foreign_words(memory: &Memory, stop: &AtomicBool) -> Vec<(usize, u64)> {
    let mut bytes = vec![0; LEN];
    let mut foreign = Vec::new();
    while !stop.load(Ordering::Relaxed) && foreign.is_empty() {
        for (at, patterns) in [(0, 2), (READ, 1)] {
            memory.read(at, &mut bytes).expect("in bounds");
            let words = bytes.as_chunks::<8>().0.iter().enumerate();
            let words = words.map(|(index, bytes)| (index, u64::from_ne_bytes(*bytes)));
            foreign.extend(words.filter(|&(index, seen)| {
                (0..patterns).all(|pattern| word(pattern, index) != seen)
            }));
        }
    }
    foreign
}

/// A sender of long unwanted datagrams, as fast as they are received.
struct Stranger {
    socket: UdpSocket,
    bytes: Vec<u8>,
}

impl Stranger {
    fn new() -> Stranger {
        Stranger {
            socket: UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has free ports"),
            bytes: vec![0xee; 40_000],
        }
    }

    fn bother(&self, node: &Node) {
        // The kernel drops what it has no room for.
        let to = node.device.address().socket_addr();
        let _ = self.socket.send_to(&self.bytes, to);
    }
}

/// Writes and reads, and makes progress until `over` says that the other process has finished as
/// well. Calls `done` between.
fn exchange(node: &mut Node, qp: QpNumber, rkey: Rkey, done: impl FnOnce(), over: &AtomicBool) {
    let deadline = Instant::now() + 3 * PATIENCE;
    let stranger = Stranger::new();
    let (mut posted, mut completed, mut done) = (0, 0, Some(done));
    while completed < ROUNDS || !over.load(Ordering::Relaxed) {
        while posted < ROUNDS && posted < completed + DEPTH {
            let op = if posted % 5 == 4 {
                SendOp::Read {
                    local: node.sge(READ, LEN),
                    remote: remote(rkey, SOURCES[0]),
                }
            } else {
                SendOp::Write {
                    data: Data::Sge(node.sge(SOURCES[posted as usize % 2], LEN)),
                    remote: remote(rkey, 0),
                    imm: None,
                }
            };
            node.post(qp, posted, op);
            posted += 1;
        }
        if node.progress() > 0 {
            stranger.bother(node);
        }
        while let Some(completion) = node.poll() {
            assert_eq!(
                completion.status,
                CompletionStatus::Success,
                "of {completed}"
            );
            completed += 1;
        }
        if completed == ROUNDS
            && let Some(done) = done.take()
        {
            done();
        }
        assert!(
            Instant::now() < deadline,
            "{completed} of {ROUNDS} are done"
        );
    }
}

/// The part of one process. Returns the foreign words that it saw.
fn play(
    node: &mut Node,
    qp: QpNumber,
    card: &str,
    done: impl FnOnce(),
    over: &AtomicBool,
) -> Vec<(usize, u64)> {
    let rkey = connect(node, qp, card);
    let (memory, stop) = (node.memory.clone(), AtomicBool::new(false));
    let foreign = thread::scope(|scope| {
        let looks = scope.spawn(|| foreign_words(&memory, &stop));
        let stopper = Stopper(&stop);
        exchange(node, qp, rkey, done, over);
        drop(stopper);
        looks.join().expect("it only reads")
    });
    assert!(
        node.device.link_counters().placed_receives > 0,
        "no payload was received where it belongs"
    );
    foreign
}

/// Stops the watching threads when dropped, also by unwinding.
struct Stopper<'a>(&'a AtomicBool);

impl Drop for Stopper<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The second process. It must not outlive the first.
struct Second(Child);

impl Drop for Second {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The main function of the second process. It prints its card and the end of its part, and ends
/// when the first process closes its input.
fn second(card_of_first: &str) {
    let mut node = node(2);
    let qp = node.qp();
    println!("\n{MARK}{}", card(&node, qp));
    let over = AtomicBool::new(false);
    let foreign = thread::scope(|scope| {
        scope.spawn(|| {
            let _ = std::io::stdin().lines().count();
            over.store(true, Ordering::Relaxed);
        });
        play(
            &mut node,
            qp,
            card_of_first,
            || println!("\n{MARK}done"),
            &over,
        )
    });
    println!(
        "\n{MARK}{} foreign words {:x?}",
        foreign.len(),
        foreign.first()
    );
}

#[test]
fn nothing_but_what_is_written_is_ever_seen() {
    if let Ok(card) = env::var(PEER) {
        return second(&card);
    }
    let mut node = node(1);
    let qp = node.qp();
    let child = Command::new(env::current_exe().expect("this program's path"))
        .args([
            "--exact",
            "overwritten::nothing_but_what_is_written_is_ever_seen",
        ])
        .arg("--nocapture")
        .env(PEER, card(&node, qp))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = Second(child.expect("this program runs"));
    let input = child.0.stdin.take().expect("a pipe");
    let output = BufReader::new(child.0.stdout.take().expect("a pipe"));
    let mut said = output.lines().map_while(Result::ok);
    let mut said = said.by_ref().filter_map(|line| {
        let text = line.strip_prefix(MARK)?;
        Some(text.to_owned())
    });
    let card = said.next().expect("the second process says where it is");
    let over = AtomicBool::new(false);
    let foreign = thread::scope(|scope| {
        let heard = scope.spawn(|| {
            let done = said.next();
            over.store(true, Ordering::Relaxed);
            assert_eq!(done.as_deref(), Some("done"));
            said.next().expect("the second process says what it saw")
        });
        let foreign = play(&mut node, qp, &card, || drop(input), &over);
        let theirs = heard.join().expect("it was heard");
        assert!(theirs.starts_with("0 "), "the second process saw {theirs}");
        foreign
    });
    assert!(
        foreign.is_empty(),
        "{} foreign words, first {:x?}",
        foreign.len(),
        foreign.first()
    );
}
