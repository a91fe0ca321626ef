//! What the peer refuses, and what the device itself refuses.

use farreach_verbs::{
    AtomicOp, AtomicWidth, CompletionStatus, Data, Device, DeviceError, DomainId, InlineData,
    PacketCheck, QpInit, QpNumber, QpState, QpTransition, ReceiveRequest, RemoteAddress, SendOp,
    SendRequest, SrqNumber, Transport,
};

use super::nodes::{
    M, Nodes, Pair, Process, completion, join, nodes, read as bytes, success, transitions,
};
use crate::Harness;

pub(super) fn refused_by_peer<H: Harness>(harness: &mut H, nodes: &Nodes<M<H>>) {
    let [own, other] = &nodes.there;
    let sender = &nodes.here[0];
    let write = |remote, len| SendOp::Write {
        data: Data::Sge(sender.sge(0, len)),
        remote,
        imm: None,
    };
    let atomic = |remote| SendOp::Atomic {
        local: sender.sge(0, 8),
        remote,
        width: AtomicWidth::W64,
        op: AtomicOp::Add(1),
    };
    let read = |remote| SendOp::Read {
        local: sender.sge(0, 8),
        remote,
    };
    let send = |len| SendOp::Send {
        data: Data::Sge(sender.sge(0, len)),
        imm: None,
        to: None,
    };
    let private = |process: &Process<M<H>>| process.region.remote(0);
    let nobodys = [
        SrqNumber(0),
        SrqNumber::of(0, 9),
        SrqNumber::of(1, 200),
        SrqNumber::of(2, 1),
        SrqNumber(0xff_ffff),
    ];
    let nobodys = nobodys
        .into_iter()
        .filter(|&srq| srq != own.number && srq != other.number);
    let (invalid, access) = (
        CompletionStatus::RemoteInvalidRequest,
        CompletionStatus::RemoteAccess,
    );
    let mut refused = Vec::new();
    for srq in nobodys {
        let at = own.segment(0);
        for op in [write(at, 8), write(at, 3000), read(at), atomic(at), send(8)] {
            refused.push((srq, op, invalid));
        }
    }
    for process in [own, other] {
        let at = process.segment(0);
        let [first, last] = process.bounds();
        let end = RemoteAddress {
            addr: last - 6,
            ..at
        };
        let before = RemoteAddress {
            addr: first - 1,
            ..at
        };
        let foreign = RemoteAddress {
            rkey: sender.segment(0).rkey,
            ..at
        };
        for at in [end, before, foreign] {
            for op in [write(at, 8), write(at, 2000), read(at)] {
                refused.push((process.number, op, access));
            }
        }
        refused.push((process.number, atomic(process.segment(4)), invalid));
        refused.push((process.number, send(60_000), invalid));
    }
    // Private memory can be accessed only through SRQs of the process that has the connection.
    for op in [
        write(private(own), 8),
        read(private(own)),
        atomic(private(own)),
    ] {
        refused.push((other.number, op, access));
    }
    if own.alone.is_some() {
        // Each process has keys of its own, which only its queues permit.
        for op in [write(own.segment(0), 8), read(own.segment(0))] {
            refused.push((other.number, op, access));
        }
        refused.push((own.number, write(other.segment(0), 8), access));
    } else {
        refused.push((other.number, write(private(other), 8), access));
    }
    let clean = [own, other].map(|process| process.in_segment(0, 4096));
    own.fill(0x55);
    let private_bytes = bytes(&own.memory, 0, 64);
    let pairs = expect(harness, nodes, refused);
    for (process, clean) in [own, other].into_iter().zip(clean) {
        assert_eq!(process.in_segment(0, 4096), clean);
    }
    assert_eq!(bytes(&own.memory, 0, 64), private_bytes);
    // Through its own SRQ the accesses succeed.
    let through_own = |op| SendRequest::new(1, op).to_srq(own.number);
    let allowed = through_own(write(private(own), 8));
    let posted = harness.devices()[0].post_send(pairs[0].initiator, &allowed);
    posted.expect("a post");
    success(harness, sender.device, sender.cq);
    // A destroyed SRQ belongs to no process.
    let device = &mut harness.devices()[own.device];
    device.destroy_srq(own.srq).expect("destroyed");
    let late = through_own(write(own.segment(0), 8));
    let posted = harness.devices()[0].post_send(pairs[0].initiator, &late);
    posted.expect("a post");
    let done = completion(harness, sender.device, sender.cq);
    assert_eq!(done.status, invalid);
}

/// Posts requests for receive queues, each with the status that its peer refuses it with. A refusal ends a connection, so that each
/// request has one of its own. Returns the last, on which nothing was refused.
fn expect<H: Harness>(
    harness: &mut H,
    nodes: &Nodes<M<H>>,
    refused: Vec<(SrqNumber, SendOp, CompletionStatus)>,
) -> [Pair; 2] {
    let mut pairs = nodes.pairs;
    let [own, other] = &nodes.there;
    let sender = &nodes.here[0];
    for (srq, op, status) in refused {
        if matches!(op, SendOp::Send { .. }) {
            let shares = own.alone.is_none();
            for process in [own, other] {
                let is_for_it = srq == process.number && (process.index == 0 || !shares);
                if is_for_it {
                    process.receive(&mut harness.devices()[process.device], 1, 0, 64);
                }
            }
        }
        let request = SendRequest::new(1, op).to_srq(srq);
        let posted = harness.devices()[0].post_send(pairs[0].initiator, &request);
        posted.expect("a post");
        let done = completion(harness, sender.device, sender.cq);
        assert_eq!(done.status, status, "{srq:?} {op:?}");
        for (device, pair) in [0, 2].into_iter().zip(pairs) {
            for qp in [pair.initiator, pair.target] {
                let gone = harness.devices()[device].destroy_qp(qp);
                gone.expect("destroyed");
            }
        }
        pairs = join(harness, [sender, own], nodes.check);
        while harness.devices()[own.device].poll_cq(own.cq).is_some() {}
    }
    pairs
}

pub(super) fn refused_here<H: Harness>(harness: &mut H) {
    if !harness.devices()[0].attributes().xrc {
        return;
    }
    let nodes = nodes(harness, PacketCheck::Icrc);
    let [process, _] = &nodes.here;
    let pair = nodes.pairs[0];
    let d = &mut harness.devices()[process.device];
    let send = SendOp::Send {
        data: Data::Inline(InlineData::new(&[1; 8]).expect("short")),
        imm: None,
        to: None,
    };
    let nameless = SendRequest::new(1, send);
    let named = nameless.to_srq(nodes.there[0].number);
    let is_not_offered =
        |result: Result<(), DeviceError>| matches!(result, Err(DeviceError::NotOffered { .. }));
    assert!(is_not_offered(d.post_send(pair.initiator, &nameless)));
    assert!(is_not_offered(d.post_send(pair.target, &named)));
    let too_wide = nameless.to_srq(SrqNumber(1 << 24));
    let refused = d.post_send(pair.initiator, &too_wide);
    assert!(matches!(refused, Err(DeviceError::OutOfRange { .. })));
    for qp in [pair.initiator, pair.target] {
        let receive = ReceiveRequest {
            id: 1,
            local: process.sge(0, 8),
        };
        assert!(is_not_offered(d.post_recv(qp, &receive)));
    }
    let refused = d.modify_qp(pair.target, &QpTransition::ToSqd);
    assert!(matches!(refused, Err(DeviceError::InvalidState { .. })));
    let (initiator, target) = (Transport::XrcInitiator, Transport::XrcTarget);
    let good = process.init(initiator, None);
    let (domain, srq) = (Some(process.domain), Some(process.srq));
    let of_rc = QpInit {
        transport: Transport::Rc,
        domain: None,
        ..good
    };
    for bad in [
        QpInit {
            domain: None,
            ..good
        },
        QpInit { srq, ..good },
        process.init(target, Some(pair.target)),
        process.init(initiator, Some(pair.initiator)),
        QpInit { domain, ..of_rc },
        QpInit {
            partner: Some(pair.target),
            ..of_rc
        },
    ] {
        let refused = d.create_qp(&bad).map(|_| ());
        assert!(is_not_offered(refused), "{bad:?}");
    }
    let taken = d.create_qp(&process.init(initiator, Some(pair.target)));
    assert!(matches!(taken, Err(DeviceError::InUse { .. })), "{taken:?}");
    for bad in [
        QpInit {
            domain: Some(DomainId(77)),
            ..good
        },
        process.init(initiator, Some(QpNumber(0xff_fff0))),
    ] {
        let refused = d.create_qp(&bad);
        let is_not_found = matches!(refused, Err(DeviceError::NotFound { .. }));
        assert!(is_not_found, "{bad:?}: {refused:?}");
    }
    let refused = d.create_xrc_srq(process.pd, DomainId(77), process.cq, 4);
    assert!(matches!(refused, Err(DeviceError::NotFound { .. })));
    partners(harness, &nodes);
}

/// Partners count as one, break together, and are destroyed one by one.
fn partners<H: Harness>(harness: &mut H, nodes: &Nodes<M<H>>) {
    let [process, _] = &nodes.here;
    let pair = nodes.pairs[0];
    let d = &mut harness.devices()[process.device];
    let ends = d.footprint().xrc_qps;
    let fresh = process.pair(d);
    assert_eq!(d.footprint().xrc_qps, ends + 1);
    let remote = d.address();
    let check = PacketCheck::Icrc;
    let [to_init, to_rtr, to_rts] = transitions(remote, pair.target, check);
    let [_, elsewhere, _] = transitions(remote, pair.target, PacketCheck::Keyed([1; 16]));
    for qp in [fresh.target, fresh.initiator] {
        d.modify_qp(qp, &to_init).expect("a transition");
    }
    d.modify_qp(fresh.initiator, &to_rtr).expect("a transition");
    // A partner target must be ready first, and have the initiator's path.
    assert!(d.modify_qp(fresh.initiator, &to_rts).is_err());
    assert!(d.modify_qp(fresh.target, &elsewhere).is_err());
    d.modify_qp(fresh.target, &to_rtr).expect("a transition");
    d.modify_qp(fresh.initiator, &to_rts).expect("a transition");
    assert_eq!(d.qp_state(fresh.target), Ok(QpState::Rtr));
    d.modify_qp(fresh.initiator, &QpTransition::ToReset)
        .expect("a transition");
    assert_eq!(d.qp_state(fresh.initiator), Ok(QpState::Reset));
    d.destroy_qp(fresh.target).expect("destroyed");
    assert!(d.qp_state(fresh.target).is_err());
    assert_eq!(d.qp_state(fresh.initiator), Ok(QpState::Reset));
    d.destroy_qp(fresh.initiator).expect("destroyed");
    assert_eq!(d.footprint().xrc_qps, ends);
    assert!(d.destroy_qp(fresh.target).is_err());
}
