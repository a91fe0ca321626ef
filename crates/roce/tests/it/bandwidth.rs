//! The cost of loss, and the fairness among many senders to one receiver. Hosts and socket buffers
//! of the network are as fast and as large as a workstation's. Time is virtual and seeds are fixed,
//! so the figures are equal everywhere.
//!
//! ```text
//!   sender ── 5 µs ──▶ ┌ socket buffer ┐ ──▶ receiver      each host handles one packet at a time:
//!   sender ── 5 µs ──▶ └ 8 MiB, drops  ┘                   3 µs and 0.15 ns a byte, on either side
//! ```

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_roce::{Adapter, AdapterConfig, PACKET_OVERHEAD};
use farreach_verbs::{
    Access, AdapterAddress, CompletionStatus, CqId, Data, Memory, PacketCheck, PdId, QpInit,
    QpNumber, QpTransition, Region, RemoteAddress, Retry, SendOp, SendRequest, Sge, Time,
    Transport,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::net::{address, sent_by};

const MTU: u32 = 60 << 10;
const PUT: usize = 1 << 20;
/// Puts that each sender keeps in flight.
const DEPTH: usize = 16;
const LATENCY: Duration = Duration::from_micros(5);
/// Sixteen windows, the ratio of a host's buffer to its windows.
const SOCKET_BUFFER: usize = 8 << 20;
/// Packets that a host takes from its socket before it sends.
const BURST: usize = 8;

/// The direction of the data.
#[derive(Clone, Copy)]
enum Transfer {
    Put,
    Get,
}

struct Host {
    adapter: Adapter<VecMemory>,
    address: AdapterAddress,
    pd: PdId,
    cq: CqId,
    region: Region,
    socket: VecDeque<(Time, AdapterAddress, Vec<u8>)>,
    buffered: usize,
    /// When the host has finished its current packet.
    free: Time,
    outstanding: usize,
    done: usize,
}

fn cost(bytes: usize) -> Duration {
    Duration::from_nanos(3_000 + 15 * bytes as u64 / 100)
}

fn host(index: usize) -> Host {
    let address = address(index);
    let mut config = AdapterConfig::new(address, index as u64);
    config.max_mtu = MTU;
    let mut adapter = Adapter::new(config);
    let pd = adapter.create_pd().unwrap();
    let cq = adapter.create_cq(1000).unwrap();
    let memory = VecMemory::allocate(PUT);
    memory.write(0, &vec![index as u8 + 1; PUT]).unwrap();
    let region = adapter.register(pd, memory, 0, Access::ALL).unwrap();
    Host {
        adapter,
        address,
        pd,
        cq,
        region,
        socket: VecDeque::new(),
        buffered: 0,
        free: Time(1_000),
        outstanding: 0,
        done: 0,
    }
}

impl Host {
    fn create_qp(&mut self) -> QpNumber {
        let init = QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: 64,
            max_recv: 1,
            domain: None,
            partner: None,
        };
        self.adapter.create_qp(&init).unwrap()
    }

    fn connect(&mut self, qp: QpNumber, remote: AdapterAddress, remote_qp: QpNumber) {
        for transition in [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote,
                remote_qp,
                expected_psn: 0,
                mtu: MTU,
                max_dest_rd_atomic: 16,
                min_rnr_timer: Duration::from_millis(1),
                check: PacketCheck::Keyed([1; 16]),
            },
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 16,
                timeout: Duration::from_millis(2),
                retry: Retry::For(Duration::from_secs(10)),
                rnr_retry: Retry::For(Duration::from_secs(10)),
            },
        ] {
            self.adapter.modify_qp(qp, &transition).unwrap();
        }
    }

    /// When the host acts next if nothing more arrives.
    fn wakes(&self) -> Option<Time> {
        let arrival = self.socket.front().map(|arrival| arrival.0);
        let ready = self.adapter.has_ready(self.free).then_some(self.free);
        let next = [arrival, ready, self.adapter.next_deadline()];
        next.into_iter().flatten().min().map(|at| at.max(self.free))
    }

    /// Handles the arrived packets, then sends. Returns the sent packets.
    fn progress(&mut self, at: Time) -> Vec<(AdapterAddress, Vec<u8>)> {
        let mut now = at;
        for _ in 0..BURST {
            let Some((_, from, bytes)) = self.socket.pop_front_if(|arrival| arrival.0 <= at) else {
                break;
            };
            self.buffered -= bytes.len() + PACKET_OVERHEAD as usize;
            now = now + cost(bytes.len());
            self.adapter.handle_datagram(at, from, &bytes);
        }
        self.adapter.handle_timeout(at);
        let sent = sent_by(&mut self.adapter, at);
        for (_, bytes) in &sent {
            now = now + cost(bytes.len());
        }
        self.free = now.max(at + Duration::from_nanos(100));
        while let Some(completion) = self.adapter.poll_cq(self.cq) {
            assert_eq!(completion.status, CompletionStatus::Success);
            self.outstanding -= 1;
            self.done += 1;
        }
        sent
    }
}

/// `senders` transfer as much as possible to or from one host for `duration`. Returns the number of
/// messages of each sender.
fn run(senders: usize, transfer: Transfer, loss: f64, duration: Duration) -> Vec<usize> {
    let mut hosts: Vec<Host> = (0..=senders).map(host).collect();
    let mut random = Pcg64Mcg::seed_from_u64(17);
    let mut requests = Vec::new();
    for index in 1..=senders {
        let (target, sender) = (hosts[0].create_qp(), hosts[index].create_qp());
        let (at, from) = (hosts[0].address, hosts[index].address);
        hosts[index].connect(sender, at, target);
        hosts[0].connect(target, from, sender);
        let local = Sge {
            lkey: hosts[index].region.lkey,
            addr: 0,
            len: PUT as u32,
        };
        let remote = RemoteAddress {
            rkey: hosts[0].region.rkey,
            addr: 0,
        };
        let op = match transfer {
            Transfer::Put => SendOp::Write {
                data: Data::Sge(local),
                remote,
                imm: None,
            },
            Transfer::Get => SendOp::Read { local, remote },
        };
        requests.push((sender, op));
    }
    let by_address: BTreeMap<_, _> = (0..).zip(&hosts).map(|(i, h)| (h.address, i)).collect();
    let end = Time(1_000) + duration;
    loop {
        for (host, (qp, op)) in hosts[1..].iter_mut().zip(&requests) {
            while host.outstanding < DEPTH {
                let request = SendRequest::new(0, *op);
                host.adapter.post_send(*qp, &request).unwrap();
                host.outstanding += 1;
            }
        }
        let next = hosts.iter().enumerate();
        let next = next.filter_map(|(i, host)| Some((host.wakes()?, i))).min();
        let (now, index) = next.expect("transfers never end");
        if now > end {
            return hosts[1..].iter().map(|host| host.done).collect();
        }
        let from = hosts[index].address;
        for (to, bytes) in hosts[index].progress(now) {
            let arrives = hosts[index].free + LATENCY;
            let to: &mut Host = &mut hosts[by_address[&to]];
            let charge = bytes.len() + PACKET_OVERHEAD as usize;
            if random.random_bool(loss) || to.buffered + charge > SOCKET_BUFFER {
                continue;
            }
            to.buffered += charge;
            let at = to.socket.partition_point(|arrival| arrival.0 <= arrives);
            to.socket.insert(at, (arrives, from, bytes));
        }
    }
}

#[test]
fn loss_costs_little_bandwidth() {
    for transfer in [Transfer::Put, Transfer::Get] {
        let messages = |loss| run(1, transfer, loss, Duration::from_millis(100))[0] as f64;
        let whole = messages(0.0);
        for (loss, least) in [(0.001, 0.9), (0.01, 0.7), (0.05, 0.35)] {
            let part = messages(loss) / whole;
            println!("loss {loss}: {part:.2} of {whole} messages");
            assert!(part >= least, "{part} of the bandwidth at a loss of {loss}");
        }
    }
}

#[test]
fn fifteen_senders_share_one_receiver() {
    let duration = Duration::from_millis(100);
    let alone = run(1, Transfer::Put, 0.0, duration)[0];
    let each = run(15, Transfer::Put, 0.0, duration);
    let all: usize = each.iter().sum();
    println!("alone {alone}, together {all}: {each:?}");
    assert!(all * 10 >= alone * 8, "{all} messages, one alone {alone}");
    let (least, most) = (each.iter().min().unwrap(), each.iter().max().unwrap());
    assert!(*most <= 2 * least, "{each:?}");
}
