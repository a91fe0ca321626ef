use alloc::collections::BTreeSet;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::time::Duration;

use farreach_conformance::VecMemory;
use farreach_verbs::{
    Access, AdapterAddress, CqId, Data, InlineData, Memory, PacketCheck, PdId, QpInit, QpNumber,
    QpTransition, RemoteAddress, Retry, SendOp, SendRequest, Time, Transport,
};

use super::Adapter;
use crate::link::{Link, LinkStatus, Packet};
use crate::number::Numbers;
use crate::{AdapterConfig, Payload};

const NOW: Time = Time(1);

/// The usable numbers of four bits, of which two are reserved.
const FREE: usize = (1 << 4) - 2;

struct Side {
    adapter: Adapter<VecMemory>,
    pd: PdId,
    cq: CqId,
}

fn address(port: u16) -> AdapterAddress {
    AdapterAddress { gid: [1; 16], port }
}

/// An adapter with few numbers.
fn side(port: u16) -> Side {
    let mut adapter = Adapter::new(AdapterConfig::new(address(port), 5));
    adapter.numbers = Numbers::new(5, 1, 2);
    let pd = adapter.create_pd().unwrap();
    let cq = adapter.create_cq(16).unwrap();
    Side { adapter, pd, cq }
}

impl Side {
    fn create(&mut self) -> Result<QpNumber, farreach_verbs::DeviceError> {
        self.adapter.create_qp(&QpInit {
            transport: Transport::Rc,
            pd: self.pd,
            send_cq: self.cq,
            recv_cq: self.cq,
            srq: None,
            max_send: 4,
            max_recv: 0,
            domain: None,
            partner: None,
        })
    }

    fn connect(&mut self, qp: QpNumber, port: u16, remote_qp: QpNumber, key: u8) {
        for transition in [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: address(port),
                remote_qp,
                expected_psn: 0,
                mtu: 1024,
                max_dest_rd_atomic: 1,
                min_rnr_timer: Duration::from_millis(1),
                check: PacketCheck::Keyed([key; 16]),
            },
            QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 1,
                timeout: Duration::from_millis(10),
                retry: Retry::Count(7),
                rnr_retry: Retry::Count(7),
            },
        ] {
            self.adapter.modify_qp(qp, &transition).unwrap();
        }
    }
}

/// Keeps the packets that are sent.
struct Wire(Vec<Vec<u8>>);

impl Link<VecMemory> for Wire {
    fn send(&mut self, packet: &Packet<'_, VecMemory>) -> LinkStatus {
        assert!(matches!(packet.payload, Payload::None), "it is short");
        self.0.push([packet.head, packet.tail].concat());
        LinkStatus::Sent
    }
}

#[test]
fn numbers_of_pairs_that_are_gone_come_again_after_all_others() {
    let mut side = side(1);
    let kept = side.create().unwrap();
    let mut round = Vec::new();
    for made in 0..10 * FREE {
        let qp = side.create().unwrap();
        assert_ne!(qp, kept);
        side.adapter.destroy_qp(qp).unwrap();
        if made < FREE - 1 {
            round.push(qp);
        } else {
            assert_eq!(qp, round[made % (FREE - 1)]);
        }
    }
    let distinct: BTreeSet<QpNumber> = round.iter().copied().collect();
    assert_eq!(distinct.len(), FREE - 1);
    for _ in 0..FREE - 1 {
        side.create().unwrap();
    }
    let error = side.create().unwrap_err();
    assert!(error.to_string().contains("queue pair number"), "{error}");
}

#[test]
fn a_late_packet_to_a_number_that_is_used_again_changes_nothing() {
    let (mut target, mut sender) = (side(1), side(2));
    let memory = VecMemory::allocate(8);
    let region = target
        .adapter
        .register(target.pd, memory.clone(), 0, Access::ALL)
        .unwrap();
    let (there, here) = (target.create().unwrap(), sender.create().unwrap());
    target.connect(there, 2, here, 1);
    sender.connect(here, 1, there, 1);
    let op = SendOp::Write {
        data: Data::Inline(InlineData::new(&[7; 8]).unwrap()),
        remote: RemoteAddress {
            rkey: region.rkey,
            addr: 0,
        },
        imm: None,
    };
    sender
        .adapter
        .post_send(here, &SendRequest::new(1, op))
        .unwrap();
    let mut late = Wire(Vec::new());
    sender.adapter.transmit(NOW, &mut late);
    target.adapter.destroy_qp(there).unwrap();
    // The next queue pair with this number has the same peer and first PSN, and a different key.
    let again = loop {
        let qp = target.create().unwrap();
        if qp == there {
            break qp;
        }
        target.adapter.destroy_qp(qp).unwrap();
    };
    target.connect(again, 2, here, 2);
    for packet in &late.0 {
        target.adapter.handle_datagram(NOW, address(2), packet);
    }
    assert_eq!(target.adapter.counters().dropped.bad_check, 1);
    assert_eq!(memory.to_vec(), [0; 8]);
}
