//! Creation, exhaustion and destruction of objects, and the states of a queue pair.

use std::collections::BTreeSet;
use std::time::Duration;

use farreach_verbs::{
    Access, CompletionStatus, CqId, Data, Device, DeviceError, InlineData, Lkey, Memory,
    PacketCheck, PdId, QpInit, QpNumber, QpState, QpTransition, Retry, SendOp, SendRequest, SrqId,
    Transport,
};

use crate::fixture::{BASE, Receives};
use crate::{Case, End, Harness, Options, connected};

pub(super) fn cases<H: Harness>() -> Vec<Case<H>> {
    vec![
        Case {
            name: "transitions follow the table",
            devices: 1,
            run: transitions,
        },
        Case {
            name: "attributes out of range are refused",
            devices: 1,
            run: attributes,
        },
        Case {
            name: "unknown objects are refused",
            devices: 1,
            run: unknown_objects,
        },
        Case {
            name: "objects in use stay",
            devices: 1,
            run: objects_in_use,
        },
        Case {
            name: "numbers and keys are not reused",
            devices: 1,
            run: numbers_are_fresh,
        },
        Case {
            name: "full queues refuse",
            devices: 2,
            run: full_queues,
        },
        Case {
            name: "many queue pairs at one time",
            devices: 2,
            run: many_queue_pairs,
        },
        Case {
            name: "the footprint follows the objects",
            devices: 1,
            run: footprint,
        },
        Case {
            name: "a pair is used again after RESET",
            devices: 2,
            run: reset_and_reuse,
        },
    ]
}

fn to_init() -> QpTransition {
    QpTransition::ToInit {
        access: Access::ALL,
        qkey: 7,
    }
}

fn to_rts() -> QpTransition {
    QpTransition::ToRts {
        psn: 1,
        max_rd_atomic: 1,
        timeout: Duration::from_millis(10),
        retry: Retry::Count(7),
        rnr_retry: Retry::Count(7),
    }
}

fn to_rtr<D: Device>(device: &D) -> QpTransition {
    QpTransition::ToRtr {
        remote: device.address(),
        remote_qp: QpNumber(77),
        expected_psn: 1,
        mtu: 256,
        max_dest_rd_atomic: 1,
        min_rnr_timer: Duration::from_millis(1),
        check: PacketCheck::Icrc,
    }
}

fn init<D: Device>(device: &mut D, transport: Transport) -> QpInit {
    let pd = device.create_pd().expect("a protection domain");
    let cq = device.create_cq(16).expect("a completion queue");
    QpInit {
        transport,
        pd,
        send_cq: cq,
        recv_cq: cq,
        srq: None,
        max_send: 4,
        max_recv: 4,
        domain: None,
        partner: None,
    }
}

fn transitions<H: Harness>(harness: &mut H) {
    let device = &mut harness.devices()[0];
    for transport in [Transport::Rc, Transport::Ud] {
        let up = if transport == Transport::Rc {
            to_rtr(device)
        } else {
            QpTransition::ToRtrUd
        };
        let path = [
            (to_init(), QpState::Init),
            (up, QpState::Rtr),
            (to_rts(), QpState::Rts),
            (QpTransition::ToSqd, QpState::Sqd),
        ];
        for steps in 0..=path.len() {
            for transition in [
                to_init(),
                to_rtr(device),
                QpTransition::ToRtrUd,
                to_rts(),
                QpTransition::ToSqd,
                QpTransition::ToError,
                QpTransition::ToReset,
            ] {
                let init = init(device, transport);
                let qp = device.create_qp(&init).expect("a queue pair");
                assert_eq!(device.qp_state(qp), Ok(QpState::Reset));
                for (step, state) in &path[..steps] {
                    device.modify_qp(qp, step).expect("a step up");
                    assert_eq!(device.qp_state(qp), Ok(*state));
                }
                let before = device.qp_state(qp).expect("a state");
                let leads_to = match &transition {
                    QpTransition::ToError => Some(QpState::Error),
                    QpTransition::ToReset => Some(QpState::Reset),
                    QpTransition::ToRts { .. } if before == QpState::Sqd => Some(QpState::Rts),
                    other => path
                        .get(steps)
                        .filter(|(next, _)| next == other)
                        .map(|(_, state)| *state),
                };
                let result = device.modify_qp(qp, &transition);
                let after = device.qp_state(qp).expect("a state");
                let what = format!("{transport:?} {before:?} {transition:?}: {result:?}");
                match leads_to {
                    Some(state) => assert!(result.is_ok() && after == state, "{what}"),
                    None => assert!(
                        matches!(result, Err(DeviceError::InvalidState { .. })) && after == before,
                        "{what}"
                    ),
                }
                device.destroy_qp(qp).expect("destroyed in any state");
            }
        }
    }
}

fn attributes<H: Harness>(harness: &mut H) {
    let device = &mut harness.devices()[0];
    let init = init(device, Transport::Rc);
    let qp = device.create_qp(&init).expect("a queue pair");
    device.modify_qp(qp, &to_init()).expect("INIT");
    let limits = device.attributes();
    let remote = device.address();
    let rtr = |remote_qp, expected_psn, mtu, max_dest_rd_atomic| QpTransition::ToRtr {
        remote,
        remote_qp: QpNumber(remote_qp),
        expected_psn,
        mtu,
        max_dest_rd_atomic,
        min_rnr_timer: Duration::from_millis(1),
        check: PacketCheck::Icrc,
    };
    let mut refused = vec![
        rtr(1 << 24, 0, 256, 1),
        rtr(2, 1 << 24, 256, 1),
        rtr(2, 0, 64, 1),
        rtr(2, 0, limits.max_mtu + 8, 1),
    ];
    if let Some(more) = limits.max_rd_atomic.checked_add(1) {
        refused.push(rtr(2, 0, 256, more));
    }
    for transition in refused {
        let result = device.modify_qp(qp, &transition);
        assert!(
            matches!(result, Err(DeviceError::OutOfRange { .. })),
            "{transition:?}: {result:?}"
        );
        assert_eq!(device.qp_state(qp), Ok(QpState::Init));
    }
    device.modify_qp(qp, &rtr(2, 0, 256, 1)).expect("RTR");
    let result = device.modify_qp(
        qp,
        &QpTransition::ToRts {
            psn: 1 << 24,
            max_rd_atomic: 1,
            timeout: Duration::from_millis(1),
            retry: Retry::Count(1),
            rnr_retry: Retry::Count(1),
        },
    );
    assert!(matches!(result, Err(DeviceError::OutOfRange { .. })));
    assert_eq!(device.qp_state(qp), Ok(QpState::Rtr));
}

fn unknown_objects<H: Harness>(harness: &mut H) {
    let device = &mut harness.devices()[0];
    let good = init(device, Transport::Rc);
    let bad = [
        QpInit {
            pd: PdId(u32::MAX),
            ..good
        },
        QpInit {
            send_cq: CqId(u32::MAX),
            ..good
        },
        QpInit {
            recv_cq: CqId(u32::MAX),
            ..good
        },
        QpInit {
            srq: Some(SrqId(u32::MAX)),
            ..good
        },
    ];
    for init in bad {
        let result = device.create_qp(&init);
        assert!(
            matches!(result, Err(DeviceError::NotFound { .. })),
            "{init:?}: {result:?}"
        );
    }
    let nowhere = QpNumber(0);
    let not_found = |result| matches!(result, Err(DeviceError::NotFound { .. }));
    assert!(not_found(device.destroy_qp(nowhere)));
    assert!(not_found(device.modify_qp(nowhere, &to_init())));
    assert!(not_found(device.qp_state(nowhere).map(|_| ())));
    assert!(not_found(device.destroy_cq(CqId(u32::MAX))));
    assert!(not_found(device.destroy_srq(SrqId(u32::MAX))));
    assert!(not_found(device.deregister(Lkey(0))));
    assert_eq!(device.poll_cq(CqId(u32::MAX)), None);
}

fn objects_in_use<H: Harness>(harness: &mut H) {
    let options = Options {
        srq: Receives::Shared,
        ..Options::default()
    };
    let end = End::create(harness, 0, &options);
    let device = &mut harness.devices()[0];
    let srq = end.srq.expect("asked for");
    let in_use = |result| matches!(result, Err(DeviceError::InUse { .. }));
    assert!(in_use(device.destroy_cq(end.cq)));
    assert!(in_use(device.destroy_srq(srq)));
    device.destroy_qp(end.qp).expect("destroyed");
    device.destroy_cq(end.cq).expect("not used any longer");
    device.destroy_srq(srq).expect("not used any longer");
}

fn numbers_are_fresh<H: Harness>(harness: &mut H) {
    let device = &mut harness.devices()[0];
    let init = init(device, Transport::Rc);
    let (mut numbers, mut keys) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..200 {
        let qp = device.create_qp(&init).expect("a queue pair");
        assert!(numbers.insert(qp) && qp.0 < 1 << 24);
        device.destroy_qp(qp).expect("destroyed");
        let memory = <H::Device as Device>::Memory::allocate(8);
        let region = device.register(init.pd, memory, BASE, Access::ALL);
        let region = region.expect("a region");
        assert!(keys.insert(region.rkey.0));
        device.deregister(region.lkey).expect("deregistered");
        assert!(
            device.deregister(region.lkey).is_err(),
            "deregistered twice"
        );
    }
}

fn full_queues<H: Harness>(harness: &mut H) {
    let options = Options {
        depth: 3,
        ..Options::default()
    };
    let (a, b) = super::connected_with(harness, &options);
    let request = SendRequest::new(
        1,
        SendOp::Write {
            data: Data::Inline(InlineData::new(b"x").expect("short")),
            remote: b.remote(0),
            imm: None,
        },
    );
    let receive = farreach_verbs::ReceiveRequest {
        id: 1,
        local: a.sge(0, 8),
    };
    let device = &mut harness.devices()[0];
    for _ in 0..3 {
        device.post_send(a.qp, &request).expect("room");
        device.post_recv(a.qp, &receive).expect("room");
    }
    let exhausted = |result| matches!(result, Err(DeviceError::Exhausted { .. }));
    assert!(exhausted(device.post_send(a.qp, &request)));
    assert!(exhausted(device.post_recv(a.qp, &receive)));
    for _ in 0..3 {
        a.success(harness);
    }
    harness.devices()[0]
        .post_send(a.qp, &request)
        .expect("room again");
    a.success(harness);
}

fn many_queue_pairs<H: Harness>(harness: &mut H) {
    let options = Options {
        memory: 64,
        depth: 2,
        ..Options::default()
    };
    let ends: Vec<_> = (0..40)
        .map(|_| super::connected_with(harness, &options))
        .collect();
    for (i, (a, b)) in ends.iter().enumerate() {
        a.fill(i as u8);
        let op = SendOp::Write {
            data: a.data(0, 64),
            remote: b.remote(0),
            imm: None,
        };
        a.post(harness, i as u64, op);
    }
    for (i, (a, b)) in ends.iter().enumerate() {
        let completion = a.success(harness);
        assert_eq!((completion.id, completion.qp), (i as u64, a.qp));
        assert_eq!(a.bytes(0, 64), b.bytes(0, 64));
    }
}

fn footprint<H: Harness>(harness: &mut H) {
    let device = &mut harness.devices()[0];
    let init = init(device, Transport::Rc);
    let before = device.footprint();
    let qps: Vec<_> = (0..10)
        .map(|_| device.create_qp(&init).expect("a queue pair"))
        .collect();
    let with = device.footprint();
    assert_eq!(with.rc_qps, before.rc_qps + 10);
    assert!(with.qp_bytes > before.qp_bytes);
    for qp in qps {
        device.destroy_qp(qp).expect("destroyed");
    }
    let after = device.footprint();
    assert_eq!(after.rc_qps, before.rc_qps);
    assert!(after.qp_bytes < with.qp_bytes);
}

fn reset_and_reuse<H: Harness>(harness: &mut H) {
    let options = Options::default();
    let (a, b) = connected(harness);
    // Posted and not completed: the request is forgotten.
    a.post_recv(harness, 1, 0, 64);
    b.post_recv(harness, 2, 0, 64);
    for end in [&a, &b] {
        harness.devices()[end.device]
            .modify_qp(end.qp, &QpTransition::ToReset)
            .expect("RESET");
    }
    a.connect(harness, &b, &options);
    b.connect(harness, &a, &options);
    b.post_recv(harness, 3, 0, 64);
    let data = Data::Inline(InlineData::new(b"again").expect("short"));
    let op = SendOp::Send {
        data,
        imm: None,
        to: None,
    };
    a.post(harness, 4, op);
    assert_eq!(b.success(harness).id, 3);
    assert_eq!(b.bytes(0, 5), b"again");
    assert_eq!(a.completion(harness).status, CompletionStatus::Success);
}
