//! Hooks around the adapter.

use std::time::Duration;

use farreach_conformance::hooks::{Event, Fault, Nth, Trace};
use farreach_conformance::{BASE, End, Harness, Options, VecMemory, connected_with};
use farreach_verbs::{
    Access, CompletionStatus, Data, Device, DeviceError, InlineData, Memory, QpInit, QpNumber,
    QpState, QpTransition, Retry, SendOp, SendRequest, Time, Transport, UdDestination,
};

use crate::net::{Net, address};

type Faulty = Net<(Trace, Fault)>;

fn faulty(fault: Fault) -> Faulty {
    let mut net = Faulty::new(2);
    net.devices[0].hook_mut().1 = fault;
    net
}

fn write(b: &End<VecMemory>) -> SendOp {
    SendOp::Write {
        data: Data::Inline(InlineData::new(b"abc").unwrap()),
        remote: b.remote(0),
        imm: None,
    }
}

#[test]
fn a_trace_tells_a_connection_s_story() {
    let mut net = Faulty::new(2);
    let (a, b) = connected_with(&mut net, &Options::default());
    a.post(&mut net, 0x17, write(&b));
    a.success(&mut net);
    let trace = &net.devices[0].hook().0;
    let states: Vec<QpState> = trace
        .records()
        .filter_map(|r| match r.event {
            Event::Modified(_, state) => Some(state),
            _ => None,
        })
        .collect();
    assert_eq!(states, [QpState::Init, QpState::Rtr, QpState::Rts]);
    let text = trace.to_string();
    for part in [
        "created",
        "is in Rts",
        "post write 0x17, 3 bytes",
        "completed Write 0x17",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn a_trace_keeps_only_the_latest() {
    let mut net = Faulty::new(2);
    net.devices[0].hook_mut().0 = Trace::new(2);
    let (a, b) = connected_with(&mut net, &Options::default());
    a.post(&mut net, 1, write(&b));
    a.success(&mut net);
    let trace = &net.devices[0].hook().0;
    assert_eq!(trace.records().count(), 2);
    assert_eq!(trace.forgotten(), 4);
    assert!(trace.to_string().starts_with("... 4 earlier events"));
}

#[test]
fn the_nth_call_fails() {
    let fault = Fault::new(1)
        .create_qp(Nth::Once(2))
        .register(Nth::From(2))
        .post(Nth::Once(2));
    let mut net = faulty(fault);
    let (a, b) = connected_with(&mut net, &Options::default());
    let device = &mut net.devices[0];
    let init = QpInit {
        transport: Transport::Rc,
        pd: a.pd,
        send_cq: a.cq,
        recv_cq: a.cq,
        srq: None,
        max_send: 1,
        max_recv: 1,
        domain: None,
        partner: None,
    };
    let refused = |kind| Some(DeviceError::Exhausted { kind, limit: 1 });
    assert_eq!(device.create_qp(&init).err(), refused("queue pair"));
    assert!(device.create_qp(&init).is_ok());
    for limit in [1, 2] {
        let register = device.register(a.pd, VecMemory::allocate(8), BASE, Access::ALL);
        let kind = "memory region";
        assert_eq!(register, Err(DeviceError::Exhausted { kind, limit }));
    }
    let request = SendRequest::new(1, write(&b));
    assert_eq!(device.post_send(a.qp, &request), Ok(()));
    assert_eq!(
        device.post_send(a.qp, &request).err(),
        refused("send request")
    );
    assert_eq!(device.post_send(a.qp, &request), Ok(()));
    a.success(&mut net);
    a.success(&mut net);
    let text = net.devices[0].hook().0.to_string();
    assert!(text.contains("refused: no room for another send request"));
}

/// A UD queue pair with 64 receives on device `index`.
fn datagram_pair(net: &mut Faulty, index: usize) -> (End<VecMemory>, QpNumber) {
    let end = End::create(net, index, &Options::default());
    let device = &mut net.devices[index];
    let init = QpInit {
        transport: Transport::Ud,
        pd: end.pd,
        send_cq: end.cq,
        recv_cq: end.cq,
        srq: None,
        max_send: 100,
        max_recv: 100,
        domain: None,
        partner: None,
    };
    let qp = device.create_qp(&init).unwrap();
    for transition in [
        QpTransition::ToInit {
            access: Access::NONE,
            qkey: 5,
        },
        QpTransition::ToRtrUd,
        QpTransition::ToRts {
            psn: 0,
            max_rd_atomic: 0,
            timeout: Duration::from_millis(1),
            retry: Retry::Count(0),
            rnr_retry: Retry::Count(0),
        },
    ] {
        device.modify_qp(qp, &transition).unwrap();
    }
    (end, qp)
}

#[test]
fn datagrams_are_lost_as_the_seed_says() {
    let survivors = |seed| {
        let mut net = faulty(Fault::new(seed).lose_datagrams(Nth::PerMille(500)));
        let (a, from) = datagram_pair(&mut net, 0);
        let (b, to) = datagram_pair(&mut net, 1);
        for id in 0..64 {
            let local = b.sge(64 * id as usize, 64);
            let receive = farreach_verbs::ReceiveRequest { id, local };
            net.devices[1].post_recv(to, &receive).unwrap();
            let op = SendOp::Send {
                data: Data::Inline(InlineData::new(&[id as u8]).unwrap()),
                imm: Some(id as u32),
                to: Some(UdDestination {
                    address: address(1),
                    qp: to,
                    qkey: 5,
                }),
            };
            let request = SendRequest::new(id, op);
            net.devices[0].post_send(from, &request).unwrap();
        }
        // The sender does not notice a difference.
        for id in 0..64 {
            assert_eq!(a.success(&mut net).id, id);
        }
        while net.step() {}
        let polled = std::iter::from_fn(|| net.devices[1].poll_cq(b.cq));
        polled.filter_map(|c| c.imm).collect::<Vec<_>>()
    };
    let first = survivors(1);
    assert!((10..54).contains(&first.len()), "{} of 64", first.len());
    assert_eq!(first, survivors(1));
    assert_ne!(first, survivors(2));
}

#[test]
fn a_device_that_is_held_up_goes_on_later() {
    let until = Time(30_000_000);
    let mut net = faulty(Fault::new(1).hold(Time(0), until));
    let (a, b) = connected_with(&mut net, &Options::default());
    a.post(&mut net, 1, write(&b));
    let completion = a.completion(&mut net);
    assert_eq!(completion.status, CompletionStatus::Success);
    assert!(net.now >= until);
}
