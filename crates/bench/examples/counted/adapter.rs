//! Requests on a pair of RoCEv2 adapters that pass each other their datagrams. From post to
//! completion, both sides are counted.

use std::net::SocketAddr;
use std::time::Duration;

use farreach_node::Memory;
use farreach_roce::{Adapter, AdapterConfig, Link, LinkStatus, Packet};
use farreach_verbs::{
    Access, AdapterAddress, AtomicOp, AtomicWidth, CompletionStatus, CqId, Data, InlineData,
    Memory as _, PacketCheck, QpInit, QpNumber, QpTransition, Region, RemoteAddress, Retry, SendOp,
    SendRequest, Sge, Time, Transport,
};

use crate::{Path, Repeat};

const BYTES: usize = 1 << 20;
const MTU: u32 = 4096;
const BURST: u64 = 64;

pub(crate) const PATHS: &[Path] = &[
    ("adapters: write 8 B", |times| {
        requests(times, 1, |_, b| write(b));
    }),
    ("adapters: 64 writes of 8 B", |times| {
        requests(times, BURST, |_, b| write(b));
    }),
    ("adapters: read 8 B", |times| {
        requests(times, 1, |a, b| SendOp::Read {
            local: a.local(8),
            remote: b.remote(),
        });
    }),
    ("adapters: fetch-add", |times| {
        requests(times, 1, |a, b| SendOp::Atomic {
            local: a.local(8),
            remote: b.remote(),
            width: AtomicWidth::W64,
            op: AtomicOp::Add(1),
        });
    }),
    ("adapters: write 1 MiB in packets of 4 KiB", |times| {
        requests(times, 1, |a, b| SendOp::Write {
            data: Data::Sge(a.local(BYTES)),
            remote: b.remote(),
            imm: None,
        });
    }),
    ("adapters: read 1 MiB in packets of 4 KiB", |times| {
        requests(times, 1, |a, b| SendOp::Read {
            local: a.local(BYTES),
            remote: b.remote(),
        });
    }),
];

fn write(to: &Side) -> SendOp {
    SendOp::Write {
        data: Data::Inline(InlineData::new(&[1; 8]).expect("8 bytes")),
        remote: to.remote(),
        imm: None,
    }
}

/// Packets under way, in reused buffers.
struct Wire {
    buffers: Vec<Vec<u8>>,
    used: usize,
}

impl Link<Memory> for Wire {
    fn send(&mut self, packet: &Packet<'_, Memory>) -> LinkStatus {
        let Some(buffer) = self.buffers.get_mut(self.used) else {
            return LinkStatus::Full;
        };
        buffer.clear();
        buffer.extend_from_slice(packet.head);
        packet.payload.append_to(buffer);
        buffer.extend_from_slice(packet.tail);
        self.used += 1;
        LinkStatus::Sent
    }
}

struct Side {
    adapter: Adapter<Memory>,
    address: AdapterAddress,
    wire: Wire,
    cq: CqId,
    qp: QpNumber,
    region: Region,
}

impl Side {
    fn new(port: u16) -> Side {
        let address = AdapterAddress::from(SocketAddr::from(([127, 0, 0, 1], port)));
        let mut adapter = Adapter::new(AdapterConfig::new(address, u64::from(port)));
        let pd = adapter.create_pd().expect("a protection domain");
        let cq = adapter.create_cq(256).expect("a completion queue");
        let region = adapter.register(pd, Memory::allocate(BYTES), 0, Access::ALL);
        let qp = adapter.create_qp(&QpInit {
            transport: Transport::Rc,
            pd,
            send_cq: cq,
            recv_cq: cq,
            srq: None,
            max_send: 64,
            max_recv: 0,
            domain: None,
            partner: None,
        });
        let buffers = (0..256).map(|_| Vec::with_capacity(8192)).collect();
        Side {
            adapter,
            address,
            wire: Wire { buffers, used: 0 },
            cq,
            qp: qp.expect("a queue pair"),
            region: region.expect("a region"),
        }
    }

    fn connect(&mut self, to: &Side) {
        let patience = Retry::For(Duration::from_secs(1));
        for transition in [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: to.address,
                remote_qp: to.qp,
                expected_psn: 0,
                mtu: MTU,
                max_dest_rd_atomic: 16,
                min_rnr_timer: Duration::from_millis(1),
                check: PacketCheck::Keyed([1; 16]),
            },
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 16,
                timeout: Duration::from_millis(20),
                retry: patience,
                rnr_retry: patience,
            },
        ] {
            let done = self.adapter.modify_qp(self.qp, &transition);
            done.expect("a transition");
        }
    }

    fn local(&self, len: usize) -> Sge {
        Sge {
            lkey: self.region.lkey,
            addr: 0,
            len: len as u32,
        }
    }

    fn remote(&self) -> RemoteAddress {
        RemoteAddress {
            rkey: self.region.rkey,
            addr: 0,
        }
    }

    /// Sends what may be sent. The other side receives it.
    fn deliver(&mut self, to: &mut Side, now: Time) {
        self.adapter.transmit(now, &mut self.wire);
        for datagram in &self.wire.buffers[..self.wire.used] {
            to.adapter.handle_datagram(now, self.address, datagram);
        }
        self.wire.used = 0;
    }
}

/// Posts batches of `batch` requests, and waits for each batch.
fn requests(times: Repeat, batch: u64, op: impl Fn(&Side, &Side) -> SendOp) {
    let (mut a, mut b) = (Side::new(7001), Side::new(7002));
    a.connect(&b);
    b.connect(&a);
    let request = SendRequest::new(0, op(&a, &b));
    let mut now = Time(1);
    // The first batch creates what is kept.
    for _ in 0..=times.count {
        for _ in 0..batch {
            a.adapter.post_send(a.qp, &request).expect("room");
        }
        let mut left = batch;
        while left > 0 {
            now = now + Duration::from_micros(1);
            a.deliver(&mut b, now);
            b.deliver(&mut a, now);
            while let Some(completion) = a.adapter.poll_cq(a.cq) {
                assert_eq!(completion.status, CompletionStatus::Success);
                left -= 1;
            }
        }
    }
}
