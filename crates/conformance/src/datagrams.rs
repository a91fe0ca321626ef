//! Unreliable datagrams. Devices under test must lose none while few are under way.

use farreach_verbs::{
    Access, CompletionOp, Data, Device, DeviceError, InlineData, Memory, SendOp, SendRequest,
    UdDestination, UdSource,
};

use crate::fixture::BASE;
use crate::{Case, End, Harness, Options};

const QKEY: u32 = 0x1111_2222;
const GRH: usize = 40;

pub(super) fn cases<H: Harness>() -> Vec<Case<H>> {
    vec![
        Case {
            name: "datagrams arrive behind their route header",
            devices: 3,
            run: arrive,
        },
        Case {
            name: "datagrams with another Q_Key are dropped",
            devices: 2,
            run: wrong_qkey,
        },
        Case {
            name: "datagrams without room are dropped",
            devices: 2,
            run: no_room,
        },
        Case {
            name: "datagram pairs refuse what they cannot do",
            devices: 2,
            run: refusals,
        },
    ]
}

/// A UD queue pair in RTS.
fn create<H: Harness>(harness: &mut H, device: usize) -> End<<H::Device as Device>::Memory> {
    let options = Options {
        depth: 16,
        ..Options::default()
    };
    End::create_ud(harness, device, &options, QKEY)
}

fn to<H: Harness>(
    harness: &mut H,
    end: &End<<H::Device as Device>::Memory>,
    qkey: u32,
) -> UdDestination {
    UdDestination {
        address: harness.devices()[end.device].address(),
        qp: end.qp,
        qkey,
    }
}

fn arrive<H: Harness>(harness: &mut H) {
    let receiver = create(harness, 0);
    let senders = [create(harness, 1), create(harness, 2)];
    let destination = to(harness, &receiver, QKEY);
    let most = harness.devices()[1].attributes().max_ud_payload as usize;
    for (i, len) in [0, 1, 63, 64, 1000.min(most), most].into_iter().enumerate() {
        let sender = &senders[i % 2];
        sender.fill(i as u8);
        receiver.fill(99);
        receiver.post_recv(harness, 7, 16, GRH + len);
        let imm = (i % 2 == 0).then_some(i as u32);
        let op = SendOp::Send {
            data: sender.data(32, len),
            imm,
            to: Some(destination),
        };
        sender.post(harness, 8, op);
        let received = receiver.success(harness);
        assert_eq!(
            (received.id, received.op, received.imm),
            (7, CompletionOp::Receive, imm)
        );
        assert_eq!(received.bytes as usize, GRH + len);
        let address = harness.devices()[sender.device].address();
        let source = UdSource {
            address,
            qp: sender.qp,
        };
        assert_eq!(received.source, Some(source));
        assert_eq!(receiver.bytes(16 + GRH, len), sender.bytes(32, len));
        assert_eq!(sender.success(harness).id, 8);
    }
}

fn send_inline<H: Harness>(
    harness: &mut H,
    sender: &End<<H::Device as Device>::Memory>,
    destination: UdDestination,
    bytes: &[u8],
) {
    let op = SendOp::Send {
        data: Data::Inline(InlineData::new(bytes).expect("short")),
        imm: None,
        to: Some(destination),
    };
    sender.post(harness, 1, op);
    sender.success(harness);
}

fn wrong_qkey<H: Harness>(harness: &mut H) {
    let (receiver, sender) = (create(harness, 0), create(harness, 1));
    receiver.post_recv(harness, 1, 0, 100);
    let wrong = to(harness, &receiver, QKEY + 1);
    send_inline(harness, &sender, wrong, b"wrong");
    let right = to(harness, &receiver, QKEY);
    send_inline(harness, &sender, right, b"right");
    receiver.success(harness);
    assert_eq!(receiver.bytes(GRH, 5), b"right");
}

fn no_room<H: Harness>(harness: &mut H) {
    let (receiver, sender) = (create(harness, 0), create(harness, 1));
    let destination = to(harness, &receiver, QKEY);
    // One datagram finds no receive. A later answer shows that it arrived.
    send_inline(harness, &sender, destination, b"lost");
    let back = to(harness, &sender, QKEY);
    sender.post_recv(harness, 2, 0, 100);
    send_inline(harness, &receiver, back, b"pong");
    sender.success(harness);
    receiver.post_recv(harness, 3, 0, GRH + 8);
    send_inline(harness, &sender, destination, b"too long for it");
    send_inline(harness, &sender, destination, b"fits");
    let received = receiver.success(harness);
    assert_eq!((received.id, received.bytes as usize), (3, GRH + 4));
    assert_eq!(receiver.bytes(GRH, 4), b"fits");
}

fn refusals<H: Harness>(harness: &mut H) {
    let (receiver, sender) = (create(harness, 0), create(harness, 1));
    let destination = to(harness, &receiver, QKEY);
    let device = &mut harness.devices()[1];
    let most = device.attributes().max_ud_payload as usize;
    let memory = <H::Device as Device>::Memory::allocate(most + 1);
    let region = device
        .register(sender.pd, memory, BASE, Access::NONE)
        .expect("a region");
    let mut post = |op| {
        let request = SendRequest::new(1, op);
        device.post_send(sender.qp, &request)
    };
    let too_long = post(SendOp::Send {
        data: Data::Sge(region.sge(0, most as u32 + 1)),
        imm: None,
        to: Some(destination),
    });
    assert!(matches!(too_long, Err(DeviceError::OutOfRange { .. })));
    for op in [
        SendOp::Send {
            data: sender.data(0, 1),
            imm: None,
            to: None,
        },
        SendOp::Read {
            local: sender.sge(0, 8),
            remote: receiver.remote(0),
        },
        SendOp::Write {
            data: sender.data(0, 8),
            remote: receiver.remote(0),
            imm: None,
        },
    ] {
        let result = post(op);
        assert!(
            matches!(result, Err(DeviceError::NotOffered { .. })),
            "{op:?}: {result:?}"
        );
    }
}
