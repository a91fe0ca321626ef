//! A device with all that a test needs, and a seeded source of numbers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant, SystemTime};

use farreach_node::{Arena, ArenaDomain, ArenaLayout, DeviceTag, Endpoint, Memory};
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::{
    Access, AdapterAddress, Completion, CqId, Data, Device, Lkey, Memory as _, PacketCheck, PdId,
    QpInit, QpNumber, QpTransition, ReceiveRequest, Region, RemoteAddress, Retry, Rkey, SendOp,
    SendRequest, Sge, Time, Transport, UdDestination,
};

/// The packet check of all connections of the tests.
pub(crate) const CHECK: PacketCheck = PacketCheck::Keyed([42; 16]);

/// The longest wait of a test.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);

/// The XRC domain of a node whose processes' devices have these addresses, as seen by each process.
pub(crate) fn node_of(addresses: Vec<AdapterAddress>) -> Vec<ArenaDomain> {
    static KEYS: AtomicU32 = AtomicU32::new(0x2000_0000);
    let layout = ArenaLayout {
        internal_bytes: 64 << 10,
        ..ArenaLayout::block(addresses.len() as u32, 1, 0, 0)
    };
    let arena = Arena::anonymous(layout).expect("address space");
    let rkey = KEYS.fetch_add(1, Ordering::Relaxed);
    let process = |(index, address): (usize, AdapterAddress)| {
        let endpoint = Endpoint {
            destination: UdDestination {
                address,
                qp: QpNumber(2),
                qkey: 0,
            },
            device: DeviceTag::default(),
        };
        arena.directory().set_endpoint(index as u32, &endpoint);
        ArenaDomain::open(&arena, index as u32, rkey)
    };
    addresses.into_iter().enumerate().map(process).collect()
}

pub(crate) fn now() -> Time {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    Time(EPOCH.get_or_init(Instant::now).elapsed().as_nanos() as u64)
}

/// A seed from the clock, or from FARREACH_TEST_SEED to repeat a run; printed.
pub(crate) fn fresh_seed() -> u64 {
    let seed = std::env::var("FARREACH_TEST_SEED").map_or_else(
        |_| {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            since.expect("the clock is set").as_nanos() as u64
        },
        |text| text.parse().expect("FARREACH_TEST_SEED is a number"),
    );
    println!("FARREACH_TEST_SEED={seed}");
    seed
}

/// A SplitMix64 generator.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len.div_ceil(8))
            .flat_map(|_| self.next().to_le_bytes())
            .take(len)
            .collect()
    }
}

/// A device, its one memory region and its one completion queue.
pub(crate) struct Node {
    pub(crate) device: SoftDevice<Memory>,
    pub(crate) memory: Memory,
    pub(crate) region: Region,
    pub(crate) cq: CqId,
    pd: PdId,
}

impl Node {
    pub(crate) fn new(config: &SoftConfig, region_bytes: usize) -> Node {
        let mut device = SoftDevice::open(config).expect("loopback has free ports");
        let pd = device.create_pd().expect("room");
        let cq = device.create_cq(4096).expect("room");
        let memory = Memory::allocate(region_bytes);
        let region = device
            .register(pd, memory.clone(), 0, Access::ALL)
            .expect("room");
        Node {
            device,
            memory,
            region,
            cq,
            pd,
        }
    }

    /// A queue pair in RESET.
    pub(crate) fn qp(&mut self) -> QpNumber {
        self.device
            .create_qp(&QpInit {
                transport: Transport::Rc,
                pd: self.pd,
                send_cq: self.cq,
                recv_cq: self.cq,
                srq: None,
                max_send: 256,
                max_recv: 256,
                domain: None,
                partner: None,
            })
            .expect("room")
    }

    /// Brings a queue pair from RESET to RTS.
    pub(crate) fn connect(
        &mut self,
        qp: QpNumber,
        remote: AdapterAddress,
        remote_qp: QpNumber,
        mtu: u32,
        retry: Duration,
    ) {
        let timeout = self.device.attributes().timeout;
        for transition in [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote,
                remote_qp,
                expected_psn: 0xFF_FFF0,
                mtu,
                max_dest_rd_atomic: 16,
                min_rnr_timer: Duration::from_micros(100),
                check: CHECK,
            },
            QpTransition::ToRts {
                psn: 0xFF_FFF0,
                max_rd_atomic: 16,
                timeout,
                retry: Retry::For(retry),
                rnr_retry: Retry::For(PATIENCE),
            },
        ] {
            self.device.modify_qp(qp, &transition).expect("in order");
        }
    }

    pub(crate) fn post(&mut self, qp: QpNumber, id: u64, op: SendOp) {
        self.post_fenced(qp, id, op, false);
    }

    pub(crate) fn post_fenced(&mut self, qp: QpNumber, id: u64, op: SendOp, fence: bool) {
        let request = SendRequest {
            fence,
            ..SendRequest::new(id, op)
        };
        self.device.post_send(qp, &request).expect("room");
    }

    pub(crate) fn post_recv(&mut self, qp: QpNumber, id: u64, addr: usize, len: usize) {
        let local = self.sge(addr, len);
        self.device
            .post_recv(qp, &ReceiveRequest { id, local })
            .expect("room");
    }

    pub(crate) fn sge(&self, addr: usize, len: usize) -> Sge {
        sge(self.region.lkey, addr, len)
    }

    /// A write of `len` bytes at `addr` to the equal address of another node.
    pub(crate) fn write_to(&self, rkey: Rkey, addr: usize, len: usize) -> SendOp {
        SendOp::Write {
            data: Data::Sge(self.sge(addr, len)),
            remote: remote(rkey, addr),
            imm: None,
        }
    }

    pub(crate) fn progress(&mut self) -> usize {
        self.device.progress(now())
    }

    pub(crate) fn poll(&mut self) -> Option<Completion> {
        self.device.poll_cq(self.cq)
    }

    pub(crate) fn bytes(&self, addr: usize, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.memory.read(addr, &mut bytes).expect("in bounds");
        bytes
    }

    pub(crate) fn fill(&self, addr: usize, bytes: &[u8]) {
        self.memory.write(addr, bytes).expect("in bounds");
    }
}

pub(crate) fn sge(lkey: Lkey, addr: usize, len: usize) -> Sge {
    Sge {
        lkey,
        addr: addr as u64,
        len: len as u32,
    }
}

pub(crate) fn remote(rkey: Rkey, addr: usize) -> RemoteAddress {
    RemoteAddress {
        rkey,
        addr: addr as u64,
    }
}

/// Connects two nodes by a new queue pair.
pub(crate) fn connect(a: &mut Node, b: &mut Node) -> (QpNumber, QpNumber) {
    let mtu = |node: &Node| node.device.attributes().max_mtu;
    let mtu = mtu(a).min(mtu(b));
    let (qp_a, qp_b) = (a.qp(), b.qp());
    a.connect(qp_a, b.device.address(), qp_b, mtu, PATIENCE);
    b.connect(qp_b, a.device.address(), qp_a, mtu, PATIENCE);
    (qp_a, qp_b)
}

/// Loopback settings with which a test that did not run for a while causes no retransmission.
pub(crate) fn unhurried(seed: u64) -> SoftConfig {
    SoftConfig {
        min_timeout: PATIENCE / 2,
        ..SoftConfig::loopback(seed)
    }
}

/// Makes progress on all nodes until the first node has a completion, and returns it.
pub(crate) fn wait(nodes: &mut [&mut Node]) -> Completion {
    let deadline = Instant::now() + PATIENCE;
    loop {
        for node in &mut *nodes {
            node.progress();
        }
        if let Some(completion) = nodes[0].poll() {
            return completion;
        }
        assert!(Instant::now() < deadline, "no completion in {PATIENCE:?}");
    }
}
