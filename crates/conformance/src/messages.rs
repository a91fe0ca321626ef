//! Sends and receives on a connection.

use std::time::Duration;

use farreach_verbs::{
    CompletionOp, CompletionStatus, Data, Device, InlineData, QpTransition, Retry, SendOp,
    SendRequest,
};

use crate::fixture::Receives;
use crate::{Case, Harness, Options, connected, connected_with};

pub(super) fn cases<H: Harness>() -> Vec<Case<H>> {
    vec![
        Case {
            name: "sends of every length arrive",
            devices: 2,
            run: lengths,
        },
        Case {
            name: "inline and immediate",
            devices: 2,
            run: inline_and_immediate,
        },
        Case {
            name: "completions come in order",
            devices: 2,
            run: order,
        },
        Case {
            name: "unsignaled success is silent",
            devices: 2,
            run: unsignaled,
        },
        Case {
            name: "a shared receive queue serves many pairs",
            devices: 2,
            run: shared_receives,
        },
        Case {
            name: "a send waits for a receive",
            devices: 2,
            run: receiver_not_ready,
        },
        Case {
            name: "a send gives up on a receive",
            devices: 2,
            run: receiver_never_ready,
        },
        Case {
            name: "a message longer than its receive breaks both",
            devices: 2,
            run: too_long,
        },
        Case {
            name: "SQD lets what was posted go on, and no more",
            devices: 2,
            run: drain,
        },
    ]
}

fn send(data: Data) -> SendOp {
    SendOp::Send {
        data,
        imm: None,
        to: None,
    }
}

fn inline(bytes: &[u8]) -> Data {
    Data::Inline(InlineData::new(bytes).expect("short"))
}

fn lengths<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    a.fill(1);
    let mtu = Options::default().mtu as usize;
    for len in [
        0,
        1,
        3,
        4,
        mtu - 1,
        mtu,
        mtu + 1,
        2 * mtu,
        10 * mtu + 17,
        60_000,
    ] {
        b.fill(2);
        b.post_recv(harness, 10, 8, len + 4);
        a.post(harness, 20, send(a.data(5, len)));
        let received = b.success(harness);
        assert_eq!(
            (received.id, received.op, received.bytes as usize),
            (10, CompletionOp::Receive, len)
        );
        assert_eq!(b.bytes(8, len), a.bytes(5, len), "{len} bytes");
        let sent = a.success(harness);
        assert_eq!((sent.id, sent.op), (20, CompletionOp::Send));
    }
}

fn inline_and_immediate<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    for len in [0, 1, InlineData::MAX] {
        let bytes: Vec<u8> = (0..len).map(|i| i as u8 ^ 0x5a).collect();
        b.post_recv(harness, 1, 0, 256);
        let op = SendOp::Send {
            data: inline(&bytes),
            imm: Some(0xdead_beef),
            to: None,
        };
        a.post(harness, 2, op);
        let received = b.success(harness);
        assert_eq!(received.imm, Some(0xdead_beef));
        assert_eq!(b.bytes(0, len), bytes);
        a.success(harness);
    }
    // A write with immediate consumes a receive and does not change its buffer.
    b.fill(3);
    let untouched = b.bytes(512, 8);
    b.post_recv(harness, 3, 512, 8);
    let op = SendOp::Write {
        data: inline(b"written"),
        remote: b.remote(64),
        imm: Some(9),
    };
    a.post(harness, 4, op);
    let received = b.success(harness);
    assert_eq!(
        (received.op, received.imm, received.bytes),
        (CompletionOp::ReceiveWriteImm, Some(9), 7)
    );
    assert_eq!(b.bytes(64, 7), b"written");
    assert_eq!(b.bytes(512, 8), untouched);
    a.success(harness);
}

fn order<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    for i in 0..20 {
        b.post_recv(harness, 100 + i, 1000 * i as usize, 1000);
    }
    for i in 0..20 {
        let op = match i % 3 {
            0 => send(inline(&[i as u8])),
            1 => SendOp::Read {
                local: a.sge(0, 3000),
                remote: b.remote(0),
            },
            _ => SendOp::Write {
                data: a.data(0, 2000),
                remote: b.remote(30_000),
                imm: Some(i as u32),
            },
        };
        a.post(harness, i, op);
    }
    for i in 0..20 {
        assert_eq!(a.success(harness).id, i);
    }
    let consuming = (0..20u32).filter(|i| i % 3 != 1);
    for (id, i) in (100..).zip(consuming) {
        let received = b.success(harness);
        assert_eq!(received.id, id);
        assert_eq!(received.imm, (i % 3 == 2).then_some(i));
    }
}

fn unsignaled<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    for i in 0..4 {
        b.post_recv(harness, i, 0, 8);
        let request = SendRequest {
            signaled: i == 3,
            ..SendRequest::new(i, send(inline(b"quiet")))
        };
        harness.devices()[0]
            .post_send(a.qp, &request)
            .expect("a post");
    }
    assert_eq!(a.success(harness).id, 3);
    assert_eq!(harness.devices()[0].poll_cq(a.cq), None);
}

fn shared_receives<H: Harness>(harness: &mut H) {
    let options = Options {
        srq: Receives::Shared,
        ..Options::default()
    };
    let (a, b) = connected_with(harness, &options);
    // A second queue pair on the queues of device 1.
    let c = super::End::create(harness, 0, &options);
    let qp = harness.devices()[1]
        .create_qp(&farreach_verbs::QpInit {
            transport: farreach_verbs::Transport::Rc,
            pd: b.pd,
            send_cq: b.cq,
            recv_cq: b.cq,
            srq: b.srq,
            max_send: 4,
            max_recv: 0,
            domain: None,
            partner: None,
        })
        .expect("a queue pair");
    let d = super::End {
        qp,
        memory: b.memory.clone(),
        ..b
    };
    c.connect(harness, &d, &options);
    d.connect(harness, &c, &options);
    let refused = harness.devices()[1].post_recv(
        qp,
        &farreach_verbs::ReceiveRequest {
            id: 0,
            local: b.sge(0, 8),
        },
    );
    assert!(refused.is_err(), "receives come from the shared queue");
    for i in 0..4 {
        b.post_recv(harness, i, 16 * i as usize, 16);
    }
    for (i, end) in [&a, &c, &a, &c].into_iter().enumerate() {
        end.post(harness, 0, send(inline(&[i as u8; 5])));
        let received = b.success(harness);
        assert_eq!(received.id, i as u64);
        assert_eq!(received.qp, if i % 2 == 0 { b.qp } else { qp });
        assert_eq!(b.bytes(16 * i, 5), [i as u8; 5]);
        end.success(harness);
    }
}

fn receiver_not_ready<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    a.post(harness, 1, send(inline(b"early")));
    let write = SendOp::Write {
        data: a.data(0, 5000),
        remote: b.remote(10_000),
        imm: Some(1),
    };
    a.post(harness, 2, write);
    // An operation that needs no receive shows that the peer had time to refuse.
    let (c, d) = connected(harness);
    for _ in 0..3 {
        let op = SendOp::Read {
            local: c.sge(0, 8),
            remote: d.remote(0),
        };
        c.post(harness, 9, op);
        c.success(harness);
    }
    assert_eq!(harness.devices()[1].poll_cq(b.cq), None);
    b.post_recv(harness, 3, 100, 100);
    assert_eq!(b.success(harness).id, 3);
    assert_eq!(b.bytes(100, 5), b"early");
    assert_eq!(a.success(harness).id, 1);
    b.post_recv(harness, 4, 100, 100);
    assert_eq!(b.success(harness).op, CompletionOp::ReceiveWriteImm);
    assert_eq!(a.success(harness).id, 2);
}

fn receiver_never_ready<H: Harness>(harness: &mut H) {
    for rnr_retry in [Retry::Count(3), Retry::For(Duration::from_millis(30))] {
        let options = Options {
            rnr_retry,
            ..Options::default()
        };
        let (a, _b) = connected_with(harness, &options);
        a.post(harness, 1, send(inline(b"lost")));
        a.post(harness, 2, send(inline(b"lost too")));
        assert_eq!(
            a.completion(harness).status,
            CompletionStatus::RnrRetryExceeded
        );
        assert_eq!(a.completion(harness).status, CompletionStatus::Flushed);
    }
}

fn too_long<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    b.post_recv(harness, 1, 0, 3000);
    b.post_recv(harness, 2, 0, 3000);
    b.fill(1);
    let beyond = b.bytes(3000, 1000);
    a.post(harness, 3, send(a.data(0, 3001)));
    let received = b.completion(harness);
    // The second is Soft-RoCE's word for it.
    let too_long = [
        CompletionStatus::LocalLength,
        CompletionStatus::LocalQpOperation,
    ];
    assert!(
        received.id == 1 && too_long.contains(&received.status),
        "{received:?}"
    );
    let flushed = b.completion(harness);
    assert_eq!((flushed.id, flushed.status), (2, CompletionStatus::Flushed));
    let status = a.completion(harness).status;
    let refusals = [
        CompletionStatus::RemoteInvalidRequest,
        CompletionStatus::RemoteOperation,
    ];
    assert!(refusals.contains(&status), "{status:?}");
    assert_eq!(b.bytes(3000, 1000), beyond);
}

fn drain<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    let write = |id: u8| SendOp::Write {
        data: inline(&[id; 4]),
        remote: b.remote(8 * usize::from(id)),
        imm: None,
    };
    a.post(harness, 1, write(1));
    harness.devices()[0]
        .modify_qp(a.qp, &QpTransition::ToSqd)
        .expect("SQD");
    a.post(harness, 2, write(2));
    assert_eq!(a.success(harness).id, 1);
    // While the message waits, traffic of another pair shows that time passes.
    let (c, d) = connected(harness);
    c.post(
        harness,
        9,
        SendOp::Read {
            local: c.sge(0, 8),
            remote: d.remote(0),
        },
    );
    c.success(harness);
    assert_eq!(harness.devices()[0].poll_cq(a.cq), None);
    assert_eq!(b.bytes(16, 4), [0; 4]);
    harness.devices()[0]
        .modify_qp(
            a.qp,
            &QpTransition::ToRts {
                psn: 0,
                max_rd_atomic: 1,
                timeout: Duration::from_millis(5),
                retry: Retry::Count(7),
                rnr_retry: Retry::Count(7),
            },
        )
        .expect("RTS");
    assert_eq!(a.success(harness).id, 2);
    assert_eq!(b.bytes(16, 4), [2; 4]);
}
