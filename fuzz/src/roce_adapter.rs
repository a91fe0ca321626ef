//! Any packets into an adapter with live queue pairs: no panic, and memory that nobody may reach stays as it is.

use std::net::SocketAddr;
use std::time::Duration;

use farreach_conformance::{VecMemory, VecNode};
use farreach_roce::wire::icrc::{Flow, icrc};
use farreach_roce::wire::keyed::{Laps, keyed_check};
use farreach_roce::wire::{CHECK_LEN, Class, Opcode, ParseError, parse};
use farreach_roce::{Adapter, AdapterConfig, Link, LinkStatus, Packet};
use farreach_verbs::{
    Access, AdapterAddress, AtomicOp, AtomicWidth, CqId, Data, Memory, PacketCheck, PdId, QpInit,
    QpNumber, QpTransition, ReceiveRequest, RemoteAddress, Retry, Rkey, SendOp, SendRequest, Sge,
    SrqNumber, Time, Transport, XrcDomain,
};

const BYTES: usize = 4096;
const SECRET: u8 = 0xa5;
const QKEY: u32 = 17;

/// The script's packets: a control byte, a length byte, and so many bytes each.
///
/// ```text
///   control  bit 0     send it to the RC pair      bit 1  to the UD pair       neither: wherever it says
///            both      to the RC pair that is keyed, as those between our own adapters
///            any       if the opcode is of XRC: to the XRC pair, which is keyed as well, for one of some queues
///            bit 2     give it the right check     bit 3  let it come from elsewhere
///            bits 4-7  not 0: the PSN is that many after the pair's first, less 2
/// ```
pub fn roce_adapter(script: &[u8]) {
    let mut world = World::new();
    let mut rest = script;
    while let [control, len, tail @ ..] = rest {
        let (bytes, tail) = tail.split_at(usize::from(*len).min(tail.len()));
        rest = tail;
        world.deliver(*control, bytes);
    }
}

struct World {
    adapter: Adapter<VecMemory>,
    own: AdapterAddress,
    peer: AdapterAddress,
    rc: QpNumber,
    ud: QpNumber,
    keyed: QpNumber,
    /// The initiator and the target of the XRC pair.
    xrc: [QpNumber; 2],
    /// Segments that may be written, by those who know their key.
    node: VecMemory,
    cq: CqId,
    open: VecMemory,
    closed: VecMemory,
    now: Time,
}

/// Takes everything; gathers nothing.
struct Nowhere;

impl Link<VecMemory> for Nowhere {
    fn send(&mut self, packet: &Packet<'_, VecMemory>) -> LinkStatus {
        assert!(!packet.is_empty());
        LinkStatus::Sent
    }
}

fn address(port: u16) -> AdapterAddress {
    AdapterAddress::from(SocketAddr::from(([127, 0, 0, 1], port)))
}

impl World {
    fn new() -> Self {
        let (own, peer) = (address(7001), address(7002));
        let mut adapter = Adapter::new(AdapterConfig::new(own, 3));
        let pd = adapter.create_pd().unwrap();
        let cq = adapter.create_cq(4096).unwrap();
        let open = VecMemory::allocate(BYTES);
        let closed = VecMemory::from_bytes(&[SECRET; BYTES]);
        let region = adapter.register(pd, open.clone(), 0, Access::ALL).unwrap();
        adapter
            .register(pd, closed.clone(), 0, Access::LOCAL_WRITE)
            .unwrap();
        let local = |offset, len| Sge {
            lkey: region.lkey,
            addr: offset,
            len,
        };
        let mut create = |transport, check| create_qp(&mut adapter, pd, cq, transport, peer, check);
        let rc = create(Transport::Rc, PacketCheck::Icrc);
        let ud = create(Transport::Ud, PacketCheck::Icrc);
        let keyed = create(Transport::Rc, PacketCheck::Keyed(KEY));
        let (xrc, node) = create_xrc(&mut adapter, pd, cq, peer, local(0, 512));
        for id in 0..8 {
            let receive = ReceiveRequest {
                id,
                local: local(0, 512),
            };
            adapter.post_recv(rc, &receive).unwrap();
            adapter.post_recv(ud, &receive).unwrap();
            adapter.post_recv(keyed, &receive).unwrap();
        }
        let remote = RemoteAddress {
            rkey: Rkey(1),
            addr: 0,
        };
        for op in [
            SendOp::Read {
                local: local(1024, 700),
                remote,
            },
            SendOp::Atomic {
                local: local(2048, 8),
                remote,
                width: AtomicWidth::W64,
                op: AtomicOp::Add(1),
            },
            SendOp::Read {
                local: local(3072, 1024),
                remote,
            },
        ] {
            let request = SendRequest::new(99, op);
            adapter.post_send(rc, &request).unwrap();
            adapter.post_send(keyed, &request).unwrap();
        }
        for _ in 0..4 {
            let request = SendRequest::new(
                98,
                SendOp::Write {
                    data: Data::Sge(local(0, 300)),
                    remote,
                    imm: None,
                },
            );
            adapter.post_send(keyed, &request).unwrap();
        }
        adapter.transmit(Time(1), &mut Nowhere);
        World {
            adapter,
            own,
            peer,
            rc,
            ud,
            keyed,
            xrc,
            node,
            cq,
            open,
            closed,
            now: Time(1),
        }
    }

    fn deliver(&mut self, control: u8, bytes: &[u8]) {
        let mut packet = bytes.to_vec();
        let from = if control & 8 == 0 {
            self.peer
        } else {
            address(7003)
        };
        if packet.len() >= 12 {
            let pair = match control & 3 {
                1 => Some(self.rc),
                2 => Some(self.ud),
                3 => Some(self.keyed),
                _ => None,
            };
            let opcode = Opcode::from_u8(packet[0]);
            let of_xrc = opcode.filter(|opcode| opcode.class() == Class::Xrc);
            let pair = match (pair, of_xrc) {
                (Some(_), Some(opcode)) => Some(self.xrc[usize::from(!opcode.is_response())]),
                (pair, _) => pair,
            };
            if of_xrc.is_some_and(|opcode| !opcode.is_response()) && packet.len() >= 20 {
                // Mostly a queue that is there: the own one or the other process's.
                let number =
                    SrqNumber::of(u32::from(packet[15] & 1), u32::from(packet[15] >> 6).max(1));
                packet[12..16].copy_from_slice(&number.0.to_be_bytes());
            }
            if let Some(pair) = pair {
                packet[5..8].copy_from_slice(&pair.0.to_be_bytes()[1..]);
            }
            if control >> 4 != 0 {
                let psn = (u32::from(control >> 4) + FIRST_PSN - 2) & 0xff_ffff;
                packet[9..12].copy_from_slice(&psn.to_be_bytes()[1..]);
            }
        }
        if control & 4 != 0 && packet.len() >= 12 {
            let body = packet.len().saturating_sub(CHECK_LEN).max(12);
            packet.truncate(body);
            let is_xrc = Opcode::from_u8(packet[0]).is_some_and(|o| o.class() == Class::Xrc);
            let keyed = if control & 3 == 3 || is_xrc && control & 3 != 0 {
                check_of(&packet)
            } else {
                None
            };
            let (at, check) = keyed.unwrap_or_else(|| {
                let check = icrc(&Flow::new(from, self.own), &[&packet]);
                (packet.len(), check)
            });
            packet.splice(at..at, check.to_le_bytes());
        }
        let sealed = control & 4 != 0;
        let bytes = |world: &World| [world.open.to_vec(), world.node.to_vec()].concat();
        let before = (!sealed).then(|| bytes(self));
        self.now = self.now + Duration::from_micros(100);
        self.adapter.handle_datagram(self.now, from, &packet);
        self.adapter.take_forwarded();
        self.adapter.handle_timeout(self.now);
        self.adapter.transmit(self.now, &mut Nowhere);
        while self.adapter.poll_cq(self.cq).is_some() {}
        let held = self.adapter.footprint().qp_bytes;
        assert!(held <= QP_BYTES_MAX, "{held} bytes for four pairs");
        assert!(self.closed.to_vec().iter().all(|&byte| byte == SECRET));
        // Without a check, which only chance could get right, nothing at all is written.
        if let Some(before) = before {
            let after = bytes(self);
            assert!(
                before == after || packet.len() >= 16 + CHECK_LEN && is_sealed(self, from, &packet)
            );
        }
    }
}

/// An XRC pair and its node's memory: this process, and another one that never takes what is handed to it.
fn create_xrc(
    adapter: &mut Adapter<VecMemory>,
    pd: PdId,
    cq: CqId,
    peer: AdapterAddress,
    local: Sge,
) -> ([QpNumber; 2], VecMemory) {
    let node = VecNode::new(2, BYTES, Rkey(1));
    let mut other = node.domain(1, peer);
    other.new_srq().unwrap();
    let own = node.domain(0, adapter.address());
    let memory = own.memory();
    let domain = adapter.open_xrc_domain(Box::new(own)).unwrap();
    let (srq, _) = adapter.create_xrc_srq(pd, domain, cq, 8).unwrap();
    for id in 0..8 {
        let receive = ReceiveRequest { id, local };
        adapter.post_srq_recv(srq, &receive).unwrap();
    }
    let init = |transport, partner| QpInit {
        domain: Some(domain),
        partner,
        ..init(pd, cq, transport)
    };
    let target = adapter
        .create_qp(&init(Transport::XrcTarget, None))
        .unwrap();
    let initiator = init(Transport::XrcInitiator, Some(target));
    let initiator = adapter.create_qp(&initiator).unwrap();
    for qp in [target, initiator] {
        bring_up(adapter, qp, Transport::Rc, peer, PacketCheck::Keyed(KEY));
    }
    let remote = RemoteAddress {
        rkey: Rkey(1),
        addr: 0,
    };
    for op in [
        SendOp::Read { local, remote },
        SendOp::Write {
            data: Data::Sge(local),
            remote,
            imm: None,
        },
    ] {
        let request = SendRequest::new(97, op).to_srq(SrqNumber::of(0, 1));
        adapter.post_send(initiator, &request).unwrap();
    }
    ([initiator, target], memory)
}

/// The keyed check of a packet without its check, if it is long enough for one, and where it belongs.
fn check_of(body: &[u8]) -> Option<(usize, u32)> {
    let head_len = Opcode::from_u8(body[0])?.head_len();
    let pad = usize::from(body[1] >> 4 & 3);
    let payload = body.len().checked_sub(head_len + pad)?;
    // The adapter's PSNs begin just before the second lap, and nothing was acknowledged.
    let bth = match parse(&[body, &[0; CHECK_LEN]].concat()) {
        Ok(packet) => packet.headers.bth,
        Err(ParseError::Payload { bth, .. }) => bth,
        Err(_) => return None,
    };
    let lap = if bth.psn < 1 << 23 { 2 } else { 1 };
    let laps = if bth.opcode.is_response() {
        Laps::new(lap << 24, 0)
    } else {
        Laps::new(lap << 24, bth.carried_near(0))
    };
    let check = keyed_check(&KEY, &body[..head_len], payload, laps);
    Some((head_len, check))
}

fn is_sealed(world: &World, from: AdapterAddress, packet: &[u8]) -> bool {
    farreach_roce::wire::icrc::verify(&Flow::new(from, world.own), packet)
}

const KEY: [u8; 16] = [9; 16];

/// The pairs, what is posted, and the window's worth of packets that one may hold.
const QP_BYTES_MAX: usize = (512 << 10) + (64 << 10);

/// Close to where numbers wrap.
const FIRST_PSN: u32 = 0xff_fffe;

fn create_qp(
    adapter: &mut Adapter<VecMemory>,
    pd: PdId,
    cq: CqId,
    transport: Transport,
    peer: AdapterAddress,
    check: PacketCheck,
) -> QpNumber {
    let qp = adapter.create_qp(&init(pd, cq, transport)).unwrap();
    bring_up(adapter, qp, transport, peer, check);
    qp
}

fn init(pd: PdId, cq: CqId, transport: Transport) -> QpInit {
    QpInit {
        transport,
        pd,
        send_cq: cq,
        recv_cq: cq,
        srq: None,
        max_send: 8,
        max_recv: 8,
        domain: None,
        partner: None,
    }
}

fn bring_up(
    adapter: &mut Adapter<VecMemory>,
    qp: QpNumber,
    transport: Transport,
    peer: AdapterAddress,
    check: PacketCheck,
) {
    let to_rtr = match transport {
        Transport::Ud => QpTransition::ToRtrUd,
        _ => QpTransition::ToRtr {
            remote: peer,
            remote_qp: QpNumber(77),
            expected_psn: FIRST_PSN,
            mtu: 256,
            max_dest_rd_atomic: 4,
            min_rnr_timer: Duration::from_millis(1),
            check,
        },
    };
    for transition in [
        QpTransition::ToInit {
            access: Access::ALL,
            qkey: QKEY,
        },
        to_rtr,
        QpTransition::ToRts {
            psn: FIRST_PSN,
            max_rd_atomic: 4,
            timeout: Duration::from_millis(1),
            retry: Retry::Count(200),
            rnr_retry: Retry::Count(200),
        },
    ] {
        adapter.modify_qp(qp, &transition).unwrap();
    }
}
