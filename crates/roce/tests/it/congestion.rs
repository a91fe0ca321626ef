//! Congestion control on a link that all senders share. Time is virtual and seeds are fixed, so the
//! figures are equal everywhere.
//!
//! ```text
//!   sender ──┐
//!   sender ──┼──▶ ┌ queue ┐ ── link: rate, latency ──▶ receiver       acknowledgements: latency only
//!   sender ──┘    └ drops ┘
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_roce::{Adapter, AdapterConfig, Congestion, Link, LinkStatus, Packet};
use farreach_verbs::{
    Access, AdapterAddress, CompletionStatus, CqId, Data, Memory, PacketCheck, PdId, QpInit,
    QpNumber, QpTransition, Region, RemoteAddress, Retry, SendOp, SendRequest, Sge, Time,
    Transport,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::net::address;

const PUT: usize = 256 << 10;
/// A gigabit a second.
const GIGABIT: u64 = 125_000_000;
/// Bytes of IP, UDP and Ethernet headers, preamble and gap of a packet.
const FRAMING: usize = 28 + 38;

/// How the senders' data reaches the receiver.
#[derive(Clone, Copy, PartialEq)]
enum Transfer {
    /// The senders put.
    Puts,
    /// The receiver gets.
    Gets,
}

/// A network and the senders on it.
#[derive(Clone, Copy)]
struct Scene {
    mtu: u32,
    /// Bytes in a second.
    rate: u64,
    /// The latency of each direction.
    latency: Duration,
    /// Bytes of the queue.
    buffer: usize,
    /// The probability that a packet is lost besides those that find the queue full.
    loss: f64,
    senders: usize,
    /// Queue pairs of each sender.
    pairs: usize,
    /// The time between the starts of two senders.
    apart: Duration,
    span: Duration,
    congestion: Congestion,
    transfer: Transfer,
    /// Operations that each queue pair keeps under way.
    depth: usize,
    /// Whether a queue pair waits until all its operations are complete, then begins as many.
    waits_for_all: bool,
}

const SCENE: Scene = Scene {
    mtu: 1408,
    rate: GIGABIT,
    latency: Duration::from_micros(20),
    buffer: 512 << 10,
    loss: 0.0,
    senders: 4,
    pairs: 1,
    apart: Duration::from_millis(50),
    span: Duration::from_secs(3),
    congestion: Congestion::Delay,
    transfer: Transfer::Puts,
    depth: 4,
    waits_for_all: false,
};

struct Outcome {
    /// The bytes of each queue pair in the second half of the span.
    flows: Vec<u64>,
    /// The part of the link's rate that was payload then.
    utilization: f64,
    /// Of all packets then, how long 99 % waited at most.
    delay: Duration,
    /// The packets that found the queue full, of all.
    dropped: f64,
}

impl Outcome {
    /// Jain's index of fairness: 1 if all flows are equal.
    fn jain(&self) -> f64 {
        let flows = self.flows.iter().map(|&bytes| bytes as f64);
        let (sum, squares) = flows.fold((0.0, 0.0), |(s, q), x| (s + x, q + x * x));
        sum * sum / (self.flows.len() as f64 * squares)
    }

    fn show(&self, name: &str) {
        println!(
            "{name}: {:.3} of the link, Jain {:.3}, 99 % wait {:?}, dropped {:.4}, {:?}",
            self.utilization,
            self.jain(),
            self.delay,
            self.dropped,
            self.flows
        );
    }
}

struct Host {
    adapter: Adapter<VecMemory>,
    pd: PdId,
    cq: CqId,
    region: Region,
    pairs: Vec<Pair>,
}

/// A queue pair that puts or gets.
struct Pair {
    starts: Time,
    qp: QpNumber,
    rkey: farreach_verbs::Rkey,
    outstanding: usize,
    done: u64,
}

impl Host {
    fn new(scene: &Scene, index: usize) -> Host {
        let mut config = AdapterConfig::new(address(index), index as u64);
        config.max_mtu = scene.mtu;
        config.limits.congestion = scene.congestion;
        config.limits.window_bytes = 768 << 10;
        let mut adapter = Adapter::new(config);
        let pd = adapter.create_pd().unwrap();
        let cq = adapter.create_cq(1000).unwrap();
        let memory = VecMemory::allocate(PUT);
        let region = adapter.register(pd, memory, 0, Access::ALL).unwrap();
        Host {
            adapter,
            pd,
            cq,
            region,
            pairs: Vec::new(),
        }
    }

    fn create_qp(&mut self) -> QpNumber {
        let init = QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: 128,
            max_recv: 1,
            domain: None,
            partner: None,
        };
        self.adapter.create_qp(&init).unwrap()
    }

    fn connect(&mut self, mtu: u32, qp: QpNumber, remote: AdapterAddress, remote_qp: QpNumber) {
        for transition in [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote,
                remote_qp,
                expected_psn: 0,
                mtu,
                max_dest_rd_atomic: 16,
                min_rnr_timer: Duration::from_micros(100),
                check: PacketCheck::Keyed([1; 16]),
            },
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 16,
                timeout: Duration::from_millis(30),
                retry: Retry::For(Duration::from_mins(1)),
                rnr_retry: Retry::For(Duration::from_mins(1)),
            },
        ] {
            self.adapter.modify_qp(qp, &transition).unwrap();
        }
    }

    /// Posts operations, up to the scene's depth of each queue pair.
    fn post(&mut self, scene: &Scene, now: Time) {
        while let Some(completion) = self.adapter.poll_cq(self.cq) {
            assert_eq!(completion.status, CompletionStatus::Success);
            let pair = &mut self.pairs[completion.id as usize];
            pair.outstanding -= 1;
            pair.done += PUT as u64;
        }
        for (id, pair) in self.pairs.iter_mut().enumerate() {
            if pair.starts > now || scene.waits_for_all && pair.outstanding > 0 {
                continue;
            }
            while pair.outstanding < scene.depth {
                pair.outstanding += 1;
                let local = Sge {
                    lkey: self.region.lkey,
                    addr: 0,
                    len: PUT as u32,
                };
                let remote = RemoteAddress {
                    rkey: pair.rkey,
                    addr: 0,
                };
                let op = match scene.transfer {
                    Transfer::Puts => SendOp::Write {
                        data: Data::Sge(local),
                        remote,
                        imm: None,
                    },
                    Transfer::Gets => SendOp::Read { local, remote },
                };
                let request = SendRequest::new(id as u64, op);
                self.adapter.post_send(pair.qp, &request).unwrap();
            }
        }
    }
}

/// A packet under way: arrival, sequence number, destination, source, bytes.
type UnderWay = Reverse<(Time, u64, usize, usize, Vec<u8>)>;

struct Wire<'a> {
    scene: &'a Scene,
    now: Time,
    from: usize,
    random: Pcg64Mcg,
    under_way: BinaryHeap<UnderWay>,
    sequence: u64,
    /// When the link has sent all that is queued.
    free: Time,
    waits: Vec<Duration>,
    sent: u64,
    dropped: u64,
}

impl Wire<'_> {
    fn arrive(&mut self, at: Time, to: usize, bytes: Vec<u8>) {
        self.sequence += 1;
        let packet = (at, self.sequence, to, self.from, bytes);
        self.under_way.push(Reverse(packet));
    }
}

impl Link<VecMemory> for Wire<'_> {
    fn send(&mut self, packet: &Packet<'_, VecMemory>) -> LinkStatus {
        let mut bytes = packet.head.to_vec();
        packet.payload.append_to(&mut bytes);
        bytes.extend_from_slice(packet.tail);
        let latency = self.scene.latency;
        if self.from == 0 {
            let to = (1..=self.scene.senders).find(|&at| address(at) == packet.to);
            self.arrive(self.now + latency, to.unwrap(), bytes);
            return LinkStatus::Sent;
        }
        self.sent += 1;
        let wait = self.free.since(self.now);
        let queued = wait.as_nanos() as u64 * self.scene.rate / 1_000_000_000;
        if queued as usize + bytes.len() > self.scene.buffer {
            self.dropped += 1;
            return LinkStatus::Sent;
        }
        let wire_time = (bytes.len() + FRAMING) as u64 * 1_000_000_000 / self.scene.rate;
        self.free = self.free.max(self.now) + Duration::from_nanos(wire_time);
        self.waits.push(wait);
        if !self.random.random_bool(self.scene.loss) {
            self.arrive(self.free + latency, 0, bytes);
        }
        LinkStatus::Sent
    }
}

fn run(scene: &Scene) -> Outcome {
    let mut hosts: Vec<Host> = (0..=scene.senders).map(|at| Host::new(scene, at)).collect();
    for sender in 1..=scene.senders {
        for _ in 0..scene.pairs {
            let (ours, theirs) = (hosts[sender].create_qp(), hosts[0].create_qp());
            hosts[sender].connect(scene.mtu, ours, address(0), theirs);
            hosts[0].connect(scene.mtu, theirs, address(sender), ours);
            let (at, qp, peer) = match scene.transfer {
                Transfer::Puts => (sender, ours, 0),
                Transfer::Gets => (0, theirs, sender),
            };
            let rkey = hosts[peer].region.rkey;
            hosts[at].pairs.push(Pair {
                starts: Time(1_000) + scene.apart * (sender - 1) as u32,
                qp,
                rkey,
                outstanding: 0,
                done: 0,
            });
        }
    }
    let mut wire = Wire {
        scene,
        now: Time(1_000),
        from: 0,
        random: Pcg64Mcg::seed_from_u64(1),
        under_way: BinaryHeap::new(),
        sequence: 0,
        free: Time(0),
        waits: Vec::new(),
        sent: 0,
        dropped: 0,
    };
    let end = Time(1_000) + scene.span;
    let half = Time(1_000) + scene.span / 2;
    let mut before: Option<Vec<u64>> = None;
    let done = |hosts: &[Host]| -> Vec<u64> {
        let pairs = hosts.iter().flat_map(|host| &host.pairs);
        pairs.map(|pair| pair.done).collect()
    };
    while wire.now < end {
        if before.is_none() && wire.now >= half {
            before = Some(done(&hosts));
            wire.waits.clear();
        }
        for (at, host) in hosts.iter_mut().enumerate() {
            let now = wire.now;
            host.post(scene, now);
            host.adapter.caught_up(now);
            host.adapter.handle_timeout(now);
            wire.from = at;
            while host.adapter.has_ready(now) {
                host.adapter.transmit(now, &mut wire);
            }
        }
        let arrival = wire.under_way.peek().map(|Reverse(packet)| packet.0);
        let deadlines = hosts.iter().filter_map(|host| host.adapter.next_deadline());
        let pairs = hosts.iter().flat_map(|host| &host.pairs);
        let starts = pairs.map(|pair| pair.starts);
        let starts = starts.filter(|&start| start > wire.now);
        let next = arrival.into_iter().chain(deadlines).chain(starts).min();
        wire.now = next.expect("something goes on").max(wire.now);
        while let Some(Reverse((at, ..))) = wire.under_way.peek()
            && *at <= wire.now
        {
            let Some(Reverse((_, _, to, from, bytes))) = wire.under_way.pop() else {
                break;
            };
            let adapter = &mut hosts[to].adapter;
            adapter.handle_datagram(wire.now, address(from), &bytes);
        }
    }
    let before = before.expect("half of the time is over");
    let flows: Vec<u64> = done(&hosts)
        .iter()
        .zip(&before)
        .map(|(a, b)| a - b)
        .collect();
    let total: u64 = flows.iter().sum();
    wire.waits.sort();
    Outcome {
        utilization: total as f64 / (scene.rate as f64 * (scene.span / 2).as_secs_f64()),
        delay: wire.waits[wire.waits.len() * 99 / 100],
        dropped: wire.dropped as f64 / wire.sent as f64,
        flows,
    }
}

#[test]
fn four_processes_share_a_gigabit() {
    let outcome = run(&SCENE);
    outcome.show("four");
    assert!(outcome.utilization > 0.88, "{}", outcome.utilization);
    assert!(outcome.jain() > 0.9, "{}", outcome.jain());
    assert!(
        outcome.delay < Duration::from_millis(1),
        "{:?}",
        outcome.delay
    );
}

#[test]
fn queue_pairs_of_one_process_share_as_processes_do() {
    let outcome = run(&Scene {
        senders: 1,
        pairs: 4,
        ..SCENE
    });
    outcome.show("pairs");
    assert!(outcome.utilization > 0.88, "{}", outcome.utilization);
    assert!(outcome.jain() > 0.9, "{}", outcome.jain());
}

#[test]
fn ten_milliseconds_of_latency_change_nothing() {
    let latency = Duration::from_millis(5);
    let outcome = run(&Scene {
        latency,
        span: Duration::from_secs(10),
        buffer: 2 << 20,
        ..SCENE
    });
    outcome.show("far");
    assert!(outcome.utilization > 0.85, "{}", outcome.utilization);
    assert!(outcome.jain() > 0.9, "{}", outcome.jain());
}

#[test]
fn seven_senders_to_one_receiver_do_not_collapse() {
    let outcome = run(&Scene {
        senders: 7,
        buffer: 128 << 10,
        ..SCENE
    });
    outcome.show("seven");
    assert!(outcome.utilization > 0.85, "{}", outcome.utilization);
    assert!(outcome.jain() > 0.9, "{}", outcome.jain());
}

#[test]
fn forty_senders_with_a_short_queue_do_not_collapse() {
    let apart = Duration::from_millis(5);
    let outcome = run(&Scene {
        senders: 40,
        buffer: 64 << 10,
        apart,
        ..SCENE
    });
    outcome.show("forty");
    assert!(outcome.utilization > 0.8, "{}", outcome.utilization);
    assert!(
        outcome.flows.iter().all(|&bytes| bytes > 0),
        "{:?}",
        outcome.flows
    );
}

#[test]
fn a_queue_shorter_than_the_target_is_shared_by_loss() {
    let outcome = run(&Scene {
        senders: 2,
        rate: 10 * GIGABIT,
        buffer: 96 << 10,
        ..SCENE
    });
    outcome.show("short");
    assert!(outcome.utilization > 0.6, "{}", outcome.utilization);
    assert!(outcome.jain() > 0.8, "{}", outcome.jain());
}

#[test]
fn an_unreliable_path_is_no_queue() {
    let outcome = run(&Scene {
        senders: 1,
        loss: 0.01,
        ..SCENE
    });
    outcome.show("loss");
    assert!(outcome.utilization > 0.7, "{}", outcome.utilization);
}

#[test]
fn a_fast_path_is_filled() {
    let outcome = run(&Scene {
        senders: 1,
        rate: 40 * GIGABIT,
        mtu: 8960,
        ..SCENE
    });
    outcome.show("fast");
    assert!(outcome.utilization > 0.85, "{}", outcome.utilization);
}

/// A gigabit path of 20 ms. It holds 2.5 MB, five times the queue.
const LONG: Scene = Scene {
    latency: Duration::from_millis(10),
    span: Duration::from_secs(8),
    senders: 1,
    depth: 32,
    ..SCENE
};

#[test]
fn a_long_path_is_filled_by_one_sender() {
    let outcome = run(&LONG);
    outcome.show("long");
    assert!(outcome.utilization > 0.8, "{}", outcome.utilization);
}

#[test]
fn a_long_path_is_filled_by_bursts() {
    let outcome = run(&Scene {
        waits_for_all: true,
        ..LONG
    });
    outcome.show("long, bursts");
    // Each burst of 8 MiB takes 67 ms, and its last acknowledgement one round trip.
    assert!(outcome.utilization > 0.6, "{}", outcome.utilization);
}

#[test]
fn a_long_path_is_filled_by_one_receiver() {
    let outcome = run(&Scene {
        transfer: Transfer::Gets,
        ..LONG
    });
    outcome.show("long, gets");
    // Reads are requested in parts, of which 16 are under way.
    assert!(outcome.utilization > 0.7, "{}", outcome.utilization);
}

#[test]
fn four_processes_share_a_long_path() {
    let outcome = run(&Scene {
        senders: 4,
        span: Duration::from_secs(20),
        ..LONG
    });
    outcome.show("long, four");
    assert!(outcome.utilization > 0.88, "{}", outcome.utilization);
    assert!(outcome.jain() > 0.9, "{}", outcome.jain());
}

#[test]
fn an_unreliable_long_path_is_filled() {
    let outcome = run(&Scene {
        loss: 0.001,
        ..LONG
    });
    outcome.show("long, loss");
    assert!(outcome.utilization > 0.5, "{}", outcome.utilization);
}

#[test]
fn a_long_path_is_filled_soon() {
    for senders in [1, 4] {
        let outcome = run(&Scene {
            senders,
            apart: Duration::ZERO,
            span: Duration::from_secs(1),
            ..LONG
        });
        outcome.show("long, soon");
        assert!(outcome.utilization > 0.9, "{}", outcome.utilization);
        assert!(outcome.jain() > 0.9, "{}", outcome.jain());
    }
}
