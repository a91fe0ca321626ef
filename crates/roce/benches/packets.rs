//! What the state machine costs per packet, without any socket: `cargo bench -p farreach-roce`.

use std::net::SocketAddr;
use std::time::Duration;

use farreach_roce::{Adapter, AdapterConfig, Link, LinkStatus, Packet, Payload};
use farreach_verbs::conformance::VecMemory;
use farreach_verbs::{
    Access, AdapterAddress, CqId, Data, Memory, PacketCheck, QpInit, QpNumber, QpTransition,
    Region, RemoteAddress, Retry, SendOp, SendRequest, Sge, Time, Transport,
};

const BYTES: usize = 1 << 20;
const MTU: u32 = 4096;

/// Packets as the other side receives them, in buffers that are used again.
#[derive(Default)]
struct Wire {
    buffers: Vec<Vec<u8>>,
    used: usize,
}

impl Link<VecMemory> for Wire {
    fn send(&mut self, packet: &Packet<'_, VecMemory>) -> LinkStatus {
        if self.used == self.buffers.len() {
            self.buffers.push(Vec::with_capacity(8192));
        }
        let buffer = &mut self.buffers[self.used];
        buffer.clear();
        buffer.extend_from_slice(packet.head);
        if let Payload::Memory {
            memory,
            offset,
            len,
        } = packet.payload
        {
            let start = buffer.len();
            buffer.resize(start + len, 0);
            memory
                .read(offset, &mut buffer[start..])
                .expect("a range inside");
        }
        buffer.extend_from_slice(packet.tail);
        self.used += 1;
        LinkStatus::Sent
    }
}

struct Side {
    adapter: Adapter<VecMemory>,
    address: AdapterAddress,
    wire: Wire,
    cq: CqId,
    qp: QpNumber,
    region: Region,
}

fn side(port: u16) -> Side {
    let address = AdapterAddress::from(SocketAddr::from(([127, 0, 0, 1], port)));
    let mut adapter = Adapter::new(AdapterConfig::new(address, u64::from(port)));
    let pd = adapter.create_pd().expect("a protection domain");
    let cq = adapter.create_cq(256).expect("a completion queue");
    let region = adapter
        .register(pd, VecMemory::allocate(BYTES), 0, Access::ALL)
        .expect("a region");
    let qp = adapter
        .create_qp(&QpInit {
            transport: Transport::Rc,
            pd,
            send_cq: cq,
            recv_cq: cq,
            srq: None,
            max_send: 64,
            max_recv: 64,
        })
        .expect("a queue pair");
    Side {
        adapter,
        address,
        wire: Wire::default(),
        cq,
        qp,
        region,
    }
}

fn connect(from: &mut Side, to: &Side, check: PacketCheck) {
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
            check,
        },
        QpTransition::ToRts {
            psn: 0,
            max_rd_atomic: 16,
            timeout: Duration::from_millis(20),
            retry: Retry::For(Duration::from_secs(1)),
            rnr_retry: Retry::For(Duration::from_secs(1)),
        },
    ] {
        from.adapter
            .modify_qp(from.qp, &transition)
            .expect("a transition");
    }
}

fn deliver(from: &mut Side, to: &mut Side, now: Time) -> usize {
    from.adapter.transmit(now, &mut from.wire);
    let packets = from.wire.used;
    for datagram in &from.wire.buffers[..packets] {
        to.adapter.handle_datagram(now, from.address, datagram);
    }
    from.wire.used = 0;
    packets
}

/// Nanoseconds that this process has run, however busy the machine is (Linux).
fn processor_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux's schedstat");
    let first = text.split_whitespace().next();
    first
        .and_then(|field| field.parse().ok())
        .expect("nanoseconds on the processor")
}

/// Does `rounds` times `batch` operations and prints what each packet cost, both sides together.
fn measure(
    name: &str,
    check: PacketCheck,
    rounds: u64,
    batch: u64,
    op: impl Fn(&Side, &Side) -> SendOp,
) {
    let (mut a, mut b) = (side(7001), side(7002));
    connect(&mut a, &b, check);
    connect(&mut b, &a, check);
    let request = SendRequest {
        id: 0,
        op: op(&a, &b),
        signaled: true,
        fence: false,
        patient: false,
    };
    let (mut packets, mut now) = (0, Time(1));
    let mut start = processor_ns();
    for round in 0..rounds + rounds / 10 {
        if round == rounds / 10 {
            (packets, start) = (0, processor_ns());
        }
        for _ in 0..batch {
            a.adapter.post_send(a.qp, &request).expect("room");
        }
        let mut left = batch;
        while left > 0 {
            now = now + Duration::from_micros(1);
            packets += deliver(&mut a, &mut b, now) + deliver(&mut b, &mut a, now);
            while let Some(completion) = a.adapter.poll_cq(a.cq) {
                assert_eq!(completion.status, farreach_verbs::CompletionStatus::Success);
                left -= 1;
            }
        }
    }
    let spent = (processor_ns() - start) as f64;
    let operations = (rounds * batch) as f64;
    println!(
        "{name:32} {:9.0} ns/operation {:7.1} packets {:8.0} ns/packet (sent and received)",
        spent / operations,
        packets as f64 / operations,
        spent / packets as f64,
    );
}

fn main() {
    let keyed = PacketCheck::Keyed([1; 16]);
    let local = |side: &Side, len: usize| Sge {
        lkey: side.region.lkey,
        addr: 0,
        len: len as u32,
    };
    let remote = |side: &Side| RemoteAddress {
        rkey: side.region.rkey,
        addr: 0,
    };
    for (name, check) in [("keyed", keyed), ("ICRC", PacketCheck::Icrc)] {
        measure(
            &format!("{name} read 8 B, one"),
            check,
            300_000,
            1,
            |a, b| SendOp::Read {
                local: local(a, 8),
                remote: remote(b),
            },
        );
        measure(
            &format!("{name} write 8 B, one"),
            check,
            300_000,
            1,
            |a, b| SendOp::Write {
                data: Data::Sge(local(a, 8)),
                remote: remote(b),
                imm: None,
            },
        );
        measure(
            &format!("{name} write 8 B, 64"),
            check,
            20_000,
            64,
            |a, b| SendOp::Write {
                data: Data::Sge(local(a, 8)),
                remote: remote(b),
                imm: None,
            },
        );
        measure(&format!("{name} write 1 MiB"), check, 1_000, 1, |a, b| {
            SendOp::Write {
                data: Data::Sge(local(a, BYTES)),
                remote: remote(b),
                imm: None,
            }
        });
        measure(&format!("{name} read 1 MiB"), check, 1_000, 1, |a, b| {
            SendOp::Read {
                local: local(a, BYTES),
                remote: remote(b),
            }
        });
    }
}
