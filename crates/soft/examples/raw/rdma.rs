//! The measurements with the RDMA device.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use farreach_node::Memory;
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::{
    Access, AtomicOp, AtomicWidth, CompletionStatus, CqId, Data, Device, InlineData, Memory as _,
    PacketCheck, QpInit, QpNumber, QpTransition, Region, RemoteAddress, Retry, SendOp, SendRequest,
    Sge, Time, Transport,
};

use crate::pin;

const ROUND_TRIPS: u32 = 20_000;
const WARM_UP: u32 = 1_000;
const REGION: usize = 16 << 20;
const PATIENCE: Duration = Duration::from_secs(10);

/// An operation of 8 bytes.
#[derive(Clone, Copy)]
pub(crate) enum Operation {
    Read,
    FetchAdd,
    Write,
}

/// The direction of the data.
#[derive(Clone, Copy)]
pub(crate) enum Direction {
    Write,
    Read,
}

/// A device with one connected queue pair and one memory region.
struct Side {
    device: SoftDevice<Memory>,
    qp: QpNumber,
    cq: CqId,
    region: Region,
    epoch: Instant,
}

impl Side {
    fn new(seed: u64, epoch: Instant) -> Side {
        let mtu = std::env::var("FARREACH_RAW_MTU")
            .ok()
            .map(|text| text.parse().expect("FARREACH_RAW_MTU is a number"));
        let config = SoftConfig {
            mtu,
            ..SoftConfig::loopback(seed)
        };
        let mut device = SoftDevice::open(&config).unwrap_or_else(|error| panic!("{error}"));
        let pd = device.create_pd().expect("room");
        let cq = device.create_cq(1024).expect("room");
        let memory = Memory::allocate(REGION);
        memory.write(0, &vec![1; REGION]).expect("in bounds");
        let region = device.register(pd, memory, 0, Access::ALL).expect("room");
        let qp = device
            .create_qp(&QpInit {
                transport: Transport::Rc,
                pd,
                send_cq: cq,
                recv_cq: cq,
                srq: None,
                max_send: 256,
                max_recv: 16,
                domain: None,
                partner: None,
            })
            .expect("room");
        Side {
            device,
            qp,
            cq,
            region,
            epoch,
        }
    }

    fn connect(&mut self, other: &Side) {
        let mtu = self
            .device
            .attributes()
            .max_mtu
            .min(other.device.attributes().max_mtu);
        let transitions = [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: other.device.address(),
                remote_qp: other.qp,
                expected_psn: 0,
                mtu,
                max_dest_rd_atomic: 16,
                min_rnr_timer: Duration::from_micros(100),
                check: PacketCheck::Keyed([7; 16]),
            },
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 16,
                timeout: self.device.attributes().timeout,
                retry: Retry::For(PATIENCE),
                rnr_retry: Retry::For(PATIENCE),
            },
        ];
        for transition in &transitions {
            self.device
                .modify_qp(self.qp, transition)
                .expect("in order");
        }
    }

    fn now(&self) -> Time {
        Time(self.epoch.elapsed().as_nanos() as u64)
    }

    fn post(&mut self, op: SendOp) {
        let request = SendRequest::new(0, op);
        self.device.post_send(self.qp, &request).expect("room");
    }

    fn progress(&mut self) {
        let now = self.now();
        self.device.progress(now);
    }

    /// Takes a completion, if there is one.
    fn completed(&mut self) -> bool {
        let Some(completion) = self.device.poll_cq(self.cq) else {
            return false;
        };
        assert_eq!(completion.status, CompletionStatus::Success);
        true
    }

    fn wait(&mut self) {
        while !self.completed() {
            self.progress();
        }
    }

    fn sge(&self, addr: u64, len: usize) -> Sge {
        Sge {
            lkey: self.region.lkey,
            addr,
            len: len as u32,
        }
    }
}

/// Runs `measure` on one side, while the other side only makes progress on another core.
fn with_pair(measure: impl FnOnce(&mut Side, Region) -> f64) -> f64 {
    let epoch = Instant::now();
    let (mut ours, mut theirs) = (Side::new(1, epoch), Side::new(2, epoch));
    ours.connect(&theirs);
    theirs.connect(&ours);
    let region = theirs.region;
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            pin(1);
            while !stop.load(Ordering::Relaxed) {
                theirs.progress();
            }
        });
        pin(0);
        let result = measure(&mut ours, region);
        stop.store(true, Ordering::Relaxed);
        if std::env::var_os("FARREACH_RAW_COUNTERS").is_some() {
            eprintln!(
                "{:?}\n{:?}",
                ours.device.link_counters(),
                ours.device.counters()
            );
        }
        result
    })
}

/// Microseconds of one blocking operation.
pub(crate) fn round_trip(operation: Operation) -> f64 {
    with_pair(|side, region| {
        let remote = RemoteAddress {
            rkey: region.rkey,
            addr: 64,
        };
        let local = side.sge(0, 8);
        let op = match operation {
            Operation::Read => SendOp::Read { local, remote },
            Operation::FetchAdd => SendOp::Atomic {
                local,
                remote,
                width: AtomicWidth::W64,
                op: AtomicOp::Add(1),
            },
            Operation::Write => SendOp::Write {
                data: Data::Inline(InlineData::new(&[7; 8]).expect("short")),
                remote,
                imm: None,
            },
        };
        let mut exchange = || {
            side.post(op);
            side.wait();
        };
        (0..WARM_UP).for_each(|_| exchange());
        let start = Instant::now();
        (0..ROUND_TRIPS).for_each(|_| exchange());
        start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUND_TRIPS)
    })
}

/// Runs `count` operations with `window` of them in flight. Returns the seconds.
fn stream(
    side: &mut Side,
    count: usize,
    window: usize,
    op: impl Fn(&Side, usize) -> SendOp,
) -> f64 {
    let start = Instant::now();
    let (mut posted, mut done) = (0, 0);
    while done < count {
        while posted < count && posted - done < window {
            let next = op(side, posted);
            side.post(next);
            posted += 1;
        }
        side.progress();
        while side.completed() {
            done += 1;
        }
    }
    start.elapsed().as_secs_f64()
}

/// Millions of writes of `len` bytes per second.
pub(crate) fn rate(len: usize) -> f64 {
    const COUNT: usize = 100_000;
    with_pair(|side, region| {
        let op = |side: &Side, index: usize| {
            let addr = (index * len % REGION) as u64;
            let data = match InlineData::new(&[7; 128][..len.min(128)]) {
                Some(inline) if len <= InlineData::MAX => Data::Inline(inline),
                _ => Data::Sge(side.sge(addr, len)),
            };
            SendOp::Write {
                data,
                remote: RemoteAddress {
                    rkey: region.rkey,
                    addr,
                },
                imm: None,
            }
        };
        stream(side, COUNT / 10, 64, op);
        COUNT as f64 / stream(side, COUNT, 64, op) / 1e6
    })
}

/// GB/s of 1 MiB operations.
pub(crate) fn bandwidth(direction: Direction) -> f64 {
    const LEN: usize = 1 << 20;
    const COUNT: usize = 1024;
    with_pair(|side, region| {
        let op = |side: &Side, index: usize| {
            let addr = (index * LEN % REGION) as u64;
            let remote = RemoteAddress {
                rkey: region.rkey,
                addr,
            };
            let local = side.sge(addr, LEN);
            match direction {
                Direction::Write => SendOp::Write {
                    data: Data::Sge(local),
                    remote,
                    imm: None,
                },
                Direction::Read => SendOp::Read { local, remote },
            }
        };
        stream(side, 32, 16, op);
        (COUNT * LEN) as f64 / stream(side, COUNT, 16, op) / 1e9
    })
}
