//! Operations that must fail, and how they fail.

use std::time::Duration;

use farreach_verbs::{
    Access, AtomicOp, AtomicWidth, CompletionStatus, Data, Device, DeviceError, InlineData,
    ListedAccumulate, ListedAtomic, ListedEntry, ListedWrite, Memory, Number, PacketCheck, QpState,
    QpTransition, RemoteAddress, Retry, Rkey, Scale, SendOp, SendRequest, Sge, Spacing,
};

use crate::fixture::BASE;
use crate::{Case, End, Harness, Options, connected, connected_with};

pub(super) fn cases<H: Harness>() -> Vec<Case<H>> {
    vec![
        Case {
            name: "remote protection",
            devices: 2,
            run: remote_protection,
        },
        Case {
            name: "a remote region that was deregistered",
            devices: 2,
            run: remote_deregistered,
        },
        Case {
            name: "a remote region of another protection domain",
            devices: 2,
            run: remote_other_domain,
        },
        Case {
            name: "a list stops at what it may not write",
            devices: 2,
            run: list_protection,
        },
        Case {
            name: "a read of blocks stays inside of the region",
            devices: 2,
            run: blocks_protection,
        },
        Case {
            name: "local protection",
            devices: 2,
            run: local_protection,
        },
        Case {
            name: "unaligned atomics",
            devices: 2,
            run: unaligned_atomic,
        },
        Case {
            name: "posting in the wrong state",
            devices: 2,
            run: wrong_state,
        },
        Case {
            name: "ERROR flushes everything posted",
            devices: 2,
            run: flush,
        },
        Case {
            name: "a peer that is gone is given up",
            devices: 2,
            run: silent_peer,
        },
        Case {
            name: "destroying with work outstanding",
            devices: 2,
            run: destroy_outstanding,
        },
    ]
}

fn inline(bytes: &[u8]) -> Data {
    Data::Inline(InlineData::new(bytes).expect("short"))
}

/// A write, a read and an atomic of `remote`, each with the access that it requires.
fn operations<M: Memory>(a: &End<M>, remote: RemoteAddress, len: usize) -> [(SendOp, Access); 3] {
    [
        (
            SendOp::Write {
                data: a.data(0, len),
                remote,
                imm: None,
            },
            Access::REMOTE_WRITE,
        ),
        (
            SendOp::Read {
                local: a.sge(0, len),
                remote,
            },
            Access::REMOTE_READ,
        ),
        (
            SendOp::Atomic {
                local: a.sge(0, 8),
                remote,
                width: AtomicWidth::W64,
                op: AtomicOp::Add(1),
            },
            Access::REMOTE_ATOMIC,
        ),
    ]
}

/// All accesses except `without`.
fn all_but(without: Access) -> Access {
    [
        Access::LOCAL_WRITE,
        Access::REMOTE_WRITE,
        Access::REMOTE_READ,
        Access::REMOTE_ATOMIC,
    ]
    .into_iter()
    .filter(|access| *access != without)
    .fold(Access::NONE, |all, access| all | access)
}

/// Checks that the operation fails with an error of the remote side, and that `b`'s memory is
/// unchanged.
fn refused<H: Harness>(
    harness: &mut H,
    a: &End<<H::Device as Device>::Memory>,
    b: &End<<H::Device as Device>::Memory>,
    op: SendOp,
) {
    b.fill(7);
    let before = b.bytes(0, b.memory.len());
    a.post(harness, 1, op);
    let completion = a.completion(harness);
    // The standard lets a responder call what its queue pair does not permit an invalid request.
    let refusals = [
        CompletionStatus::RemoteAccess,
        CompletionStatus::RemoteInvalidRequest,
    ];
    assert!(
        completion.id == 1 && refusals.contains(&completion.status),
        "{op:?}: {completion:?}"
    );
    assert_eq!(harness.devices()[0].qp_state(a.qp), Ok(QpState::Error));
    assert_eq!(harness.devices()[1].qp_state(b.qp), Ok(QpState::Error));
    assert!(b.bytes(0, before.len()) == before, "{op:?}");
}

fn remote_protection<H: Harness>(harness: &mut H) {
    let options = Options {
        memory: 8192,
        ..Options::default()
    };
    for i in 0..3 {
        // A key that no region has.
        let (a, b) = connected_with(harness, &options);
        let unknown = RemoteAddress {
            rkey: Rkey(!b.region.rkey.0),
            addr: b.region.base,
        };
        refused(harness, &a, &b, operations(&a, unknown, 3000)[i].0);
        // A local key is not a remote key.
        let (a, b) = connected_with(harness, &options);
        let local = RemoteAddress {
            rkey: Rkey(b.region.lkey.0),
            addr: b.region.base,
        };
        if b.region.lkey.0 != b.region.rkey.0 {
            refused(harness, &a, &b, operations(&a, local, 3000)[i].0);
        }
        // A byte too far, a byte too early, and across the end of the address space.
        for place in [8192, -8, i64::MAX] {
            let (a, b) = connected_with(harness, &options);
            let addr = b.region.base.checked_add_signed(place);
            let addr = addr.filter(|_| place < i64::MAX).unwrap_or(u64::MAX - 7);
            let remote = RemoteAddress {
                rkey: b.region.rkey,
                addr,
            };
            refused(harness, &a, &b, operations(&a, remote, 3000)[i].0);
        }
        // An access that the region or the queue pair does not permit.
        let access = operations(&a, b.remote(0), 8)[i].1;
        for (region_access, qp_access) in [
            (all_but(access), Access::ALL),
            (Access::ALL, all_but(access)),
        ] {
            let options = Options {
                region_access,
                qp_access,
                ..options
            };
            let (_, b) = connected_with(harness, &options);
            let a = End::create(
                harness,
                0,
                &Options {
                    memory: 8192,
                    ..Options::default()
                },
            );
            reconnect(harness, &a, &b, &options);
            refused(harness, &a, &b, operations(&a, b.remote(0), 3000)[i].0);
        }
    }
    // The end of the last byte is in bounds.
    let (a, b) = connected_with(harness, &options);
    let op = SendOp::Write {
        data: a.data(0, 3000),
        remote: b.remote(8192 - 3000),
        imm: None,
    };
    a.post(harness, 1, op);
    a.success(harness);
}

/// Connects `b`, which was connected to another queue pair, to `a`.
fn reconnect<H: Harness>(
    harness: &mut H,
    a: &End<<H::Device as Device>::Memory>,
    b: &End<<H::Device as Device>::Memory>,
    options: &Options,
) {
    harness.devices()[b.device]
        .modify_qp(b.qp, &QpTransition::ToReset)
        .expect("RESET");
    a.connect(harness, b, options);
    b.connect(harness, a, options);
}

fn remote_deregistered<H: Harness>(harness: &mut H) {
    for i in 0..3 {
        let (a, b) = connected(harness);
        harness.devices()[1]
            .deregister(b.region.lkey)
            .expect("deregistered");
        refused(harness, &a, &b, operations(&a, b.remote(0), 100)[i].0);
    }
}

fn remote_other_domain<H: Harness>(harness: &mut H) {
    for i in 0..3 {
        let (a, b) = connected(harness);
        let other = End::create(harness, 1, &Options::default());
        refused(harness, &a, &b, operations(&a, other.remote(0), 100)[i].0);
    }
}

fn list_protection<H: Harness>(harness: &mut H) {
    if harness.devices()[0].attributes().write_list == 0 {
        return;
    }
    let options = Options {
        check: PacketCheck::Keyed(*b"sixteen byte key"),
        memory: 8192,
        ..Options::default()
    };
    let no_write = Options {
        region_access: Access::REMOTE_READ | Access::LOCAL_WRITE,
        ..options
    };
    let (access, invalid) = (
        CompletionStatus::RemoteAccess,
        CompletionStatus::RemoteInvalidRequest,
    );
    // The second write's offset, the list's length, the error in the key, and the number of writes,
    // of three, that are executed.
    for (options, offset, len, off, status, happen) in [
        (&options, 8185, 48, 0, access, 1),
        (&options, ListedWrite::MAX_OFFSET, 48, 0, access, 1),
        (&options, 64, 41, 0, invalid, 2),
        (&options, 64, 39, 0, invalid, 2),
        (&options, 64, 48, 1, access, 0),
        (&no_write, 64, 48, 0, access, 0),
    ] {
        let (a, b) = connected_with(harness, options);
        let mut expected = b.bytes(0, 8192);
        let mut end = 0;
        for (i, offset) in [8, offset, 128].into_iter().enumerate() {
            let bytes = &[7; 8];
            let write = ListedWrite { offset, bytes };
            end = write.store(&a.memory, end).expect("own memory");
            if i < happen {
                expected[offset as usize..][..8].fill(7);
            }
        }
        assert_eq!(end, 48);
        let list = SendOp::WriteList {
            list: a.sge(0, len),
            remote: RemoteAddress {
                rkey: Rkey(b.region.rkey.0 ^ off),
                addr: b.region.base,
            },
        };
        a.post(harness, 1, list);
        let completion = a.completion(harness);
        assert_eq!((completion.id, completion.status), (1, status));
        assert!(b.bytes(0, 8192) == expected, "{offset} {len} {off}");
    }
    // The region's access, the place of the atomic behind a write, and whether the atomic is
    // executed.
    let no_atomics = Options {
        region_access: Access::REMOTE_WRITE | Access::LOCAL_WRITE,
        ..options
    };
    for (options, offset, happens) in [
        (&options, 64, true),
        (&options, 68, false),
        (&options, 8192, false),
        (&no_atomics, 64, false),
    ] {
        let (a, b) = connected_with(harness, options);
        let bytes = &[7; 8];
        let end = ListedWrite { offset: 8, bytes }.store(&a.memory, 0);
        let atomic = ListedAtomic::new(offset, AtomicWidth::W64, AtomicOp::Swap(1));
        let atomic = atomic.expect("there is such a one");
        let end = atomic.store(&a.memory, end.expect("own memory"));
        let list = SendOp::WriteList {
            list: a.sge(0, end.expect("own memory")),
            remote: b.remote(0),
        };
        let mut expected = b.bytes(0, 8192);
        expected[8..16].fill(7);
        if happens {
            expected[64..72].copy_from_slice(&1_u64.to_ne_bytes());
        }
        a.post(harness, 1, list);
        let completion = a.completion(harness);
        assert_eq!(completion.status == CompletionStatus::Success, happens);
        assert!(b.bytes(0, 8192) == expected, "an atomic at {offset}");
    }
    accumulate_protection(harness, options, no_atomics);
}

/// An accumulate needs the access of atomics, and changes nothing unless all of its numbers are
/// inside.
fn accumulate_protection<H: Harness>(harness: &mut H, options: Options, no_atomics: Options) {
    for (options, offset, happens) in [
        (&options, 68, true),
        (&options, 8176, true),
        (&options, 8180, false),
        (&options, ListedWrite::MAX_OFFSET, false),
        (&no_atomics, 64, false),
    ] {
        let (a, b) = connected_with(harness, options);
        let numbers = [5_i64, -6].map(i64::to_ne_bytes).concat();
        let accumulate = ListedAccumulate {
            offset,
            numbers: &numbers,
            how: Scale::I64(-1).into(),
        };
        let end = accumulate.store_in(&a.memory, 0).expect("own memory");
        let list = SendOp::WriteList {
            list: a.sge(0, end),
            remote: b.remote(0),
        };
        let mut expected = b.bytes(0, 8192);
        if happens {
            let terms = [-5_i64, 6].map(i64::to_ne_bytes).concat();
            Number::I64.add(&mut expected[offset as usize..][..16], &terms);
        }
        a.post(harness, 1, list);
        let completion = a.completion(harness);
        assert_eq!(completion.status == CompletionStatus::Success, happens);
        assert!(b.bytes(0, 8192) == expected, "an accumulate at {offset}");
    }
}

fn blocks_protection<H: Harness>(harness: &mut H) {
    let attributes = harness.devices()[0].attributes();
    if !(attributes.keyed_check && attributes.blocks) {
        return;
    }
    let options = Options {
        check: PacketCheck::Keyed(*b"sixteen byte key"),
        memory: 8192,
        ..Options::default()
    };
    let no_read = Options {
        region_access: Access::REMOTE_WRITE | Access::LOCAL_WRITE,
        ..options
    };
    let (access, invalid) = (
        CompletionStatus::RemoteAccess,
        CompletionStatus::RemoteInvalidRequest,
    );
    let read = |a: &End<_>, b: &End<_>, spacing, len, off| SendOp::ReadBlocks {
        local: a.sge(0, len),
        remote: RemoteAddress {
            rkey: Rkey(b.region.rkey.0 ^ off),
            addr: b.region.base,
        },
        spacing,
    };
    // The distance of the blocks of 8 bytes, the read's length, and the error in the key.
    for (options, stride, len, off, status) in [
        (&options, 4092, 24, 0, CompletionStatus::Success),
        (&options, 4092, 25, 0, access),
        (&options, 4093, 24, 0, access),
        (&options, u64::MAX / 2, 24, 0, invalid),
        (&options, u64::MAX / 4, 24, 0, access),
        (&options, u64::MAX - 1, 17, 0, invalid),
        (&options, 1 << 40, 16, 0, access),
        (&options, 64, 16, 1, access),
        (&no_read, 64, 16, 0, access),
    ] {
        let (a, b) = connected_with(harness, options);
        let spacing = Spacing { block: 8, stride };
        a.post(harness, 1, read(&a, &b, spacing, len, off));
        let completion = a.completion(harness);
        assert_eq!(
            (completion.id, completion.status),
            (1, status),
            "{stride} {len}"
        );
    }
    for (block, stride) in [(0, 8), (8, 7)] {
        let (a, b) = connected_with(harness, &options);
        let op = read(&a, &b, Spacing { block, stride }, 16, 0);
        let request = SendRequest::new(1, op);
        let refused = harness.devices()[0].post_send(a.qp, &request);
        assert!(matches!(refused, Err(DeviceError::OutOfRange { .. })));
    }
    let (a, b) = connected(harness);
    let spacing = Spacing {
        block: 8,
        stride: 8,
    };
    let request = SendRequest::new(1, read(&a, &b, spacing, 16, 0));
    let refused = harness.devices()[0].post_send(a.qp, &request);
    assert!(matches!(refused, Err(DeviceError::NotOffered { .. })));
}

fn local_protection<H: Harness>(harness: &mut H) {
    let options = Options {
        memory: 4096,
        ..Options::default()
    };
    let (a, b) = connected_with(harness, &options);
    let other = End::create(harness, 0, &options);
    let read_only = {
        let device = &mut harness.devices()[0];
        let memory = <H::Device as Device>::Memory::allocate(64);
        device
            .register(a.pd, memory, BASE, Access::REMOTE_READ)
            .expect("a region")
    };
    let sge = |lkey, addr, len| Sge { lkey, addr, len };
    let read = |local| SendOp::Read {
        local,
        remote: b.remote(0),
    };
    let write = |sge| SendOp::Write {
        data: Data::Sge(sge),
        remote: b.remote(0),
        imm: None,
    };
    for op in [
        write(a.sge(4000, 97)),
        write(sge(a.region.lkey, a.region.base - 1, 1)),
        write(other.sge(0, 1)),
        read(a.sge(4000, 97)),
        read(read_only.sge(0, 8)),
    ] {
        let request = SendRequest::new(1, op);
        let device = &mut harness.devices()[0];
        let refused = device.post_send(a.qp, &request);
        assert!(
            matches!(refused, Err(DeviceError::Protection { .. })),
            "{op:?}: {refused:?}"
        );
        assert_eq!(device.qp_state(a.qp), Ok(QpState::Rts));
    }
    // A region that is deregistered between the post and the packet.
    let (a, b) = connected_with(harness, &options);
    b.fill(1);
    let before = b.bytes(0, 4096);
    let write = SendOp::Write {
        data: a.data(0, 2000),
        remote: b.remote(0),
        imm: None,
    };
    a.post(harness, 1, write);
    a.post(harness, 2, write);
    harness.devices()[0]
        .deregister(a.region.lkey)
        .expect("deregistered");
    let (first, second) = (a.completion(harness), a.completion(harness));
    assert_eq!((first.id, second.id), (1, 2));
    if harness.devices()[0].attributes().announces_writes {
        assert_eq!(first.status, CompletionStatus::LocalProtection);
        assert_eq!(second.status, CompletionStatus::Flushed);
        assert!(b.bytes(0, 4096) == before);
    } else {
        // A device with a processor of its own may have sent the bytes before.
        assert!(
            first.status == CompletionStatus::Success || second.status == CompletionStatus::Flushed
        );
    }
}

fn unaligned_atomic<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    b.fill(1);
    let before = b.bytes(0, 64);
    let op = SendOp::Atomic {
        local: a.sge(0, 8),
        remote: b.remote(4),
        width: AtomicWidth::W64,
        op: AtomicOp::Add(1),
    };
    let request = a.addressed(SendRequest::new(1, op));
    match harness.devices()[0].post_send(a.qp, &request) {
        // A driver may see it itself, when the request is posted, or when it is handed the request.
        Ok(()) => {
            let status = a.completion(harness).status;
            let is_refused = match status {
                CompletionStatus::RemoteInvalidRequest => true,
                CompletionStatus::LocalQpOperation => {
                    !harness.devices()[0].attributes().announces_writes
                }
                _ => false,
            };
            assert!(is_refused, "{status:?}");
        }
        Err(error) => assert!(matches!(error, DeviceError::Driver { .. }), "{error}"),
    }
    assert_eq!(b.bytes(0, 64), before);
}

fn wrong_state<H: Harness>(harness: &mut H) {
    let end = End::create(harness, 0, &Options::default());
    let device = &mut harness.devices()[0];
    let request = SendRequest::new(
        1,
        SendOp::Send {
            data: inline(b"x"),
            imm: None,
            to: None,
        },
    );
    let receive = farreach_verbs::ReceiveRequest {
        id: 1,
        local: end.sge(0, 8),
    };
    let invalid = |result| matches!(result, Err(DeviceError::InvalidState { .. }));
    assert!(invalid(device.post_send(end.qp, &request)));
    assert!(invalid(device.post_recv(end.qp, &receive)));
    let to_init = QpTransition::ToInit {
        access: Access::ALL,
        qkey: 0,
    };
    device.modify_qp(end.qp, &to_init).expect("INIT");
    assert!(invalid(device.post_send(end.qp, &request)));
    device.post_recv(end.qp, &receive).expect("INIT takes it");
}

fn flush<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    for i in 0..3 {
        a.post_recv(harness, i, 0, 8);
        a.post(
            harness,
            10 + i,
            SendOp::Write {
                data: a.data(0, 10_000),
                remote: b.remote(0),
                imm: None,
            },
        );
    }
    harness.devices()[0]
        .modify_qp(a.qp, &QpTransition::ToError)
        .expect("ERROR");
    // Work that is posted later is flushed as well.
    a.post_recv(harness, 3, 0, 8);
    let op = SendOp::Send {
        data: inline(b"late"),
        imm: None,
        to: None,
    };
    let unsignaled = SendRequest {
        signaled: false,
        ..SendRequest::new(13, op)
    };
    harness.devices()[0]
        .post_send(a.qp, &unsignaled)
        .expect("ERROR takes it");
    let is_apart = !harness.devices()[0].attributes().announces_writes;
    let (mut sends, mut receives) = (10, 0);
    for _ in 0..8 {
        let completion = a.completion(harness);
        // A device with a processor of its own may have sent the first ones before.
        let may_be_done = is_apart && (10..13).contains(&completion.id);
        assert!(
            completion.status == CompletionStatus::Flushed
                || may_be_done && completion.status == CompletionStatus::Success,
            "{completion:?}"
        );
        let next = if completion.id < 10 {
            &mut receives
        } else {
            &mut sends
        };
        assert_eq!(completion.id, *next, "in order");
        *next += 1;
    }
    assert_eq!(harness.devices()[0].poll_cq(a.cq), None);
}

fn silent_peer<H: Harness>(harness: &mut H) {
    for retry in [Retry::Count(3), Retry::For(Duration::from_millis(50))] {
        let options = Options {
            retry,
            ..Options::default()
        };
        let (a, b) = connected_with(harness, &options);
        harness.devices()[1].destroy_qp(b.qp).expect("destroyed");
        for id in [1, 2] {
            a.post(
                harness,
                id,
                SendOp::Read {
                    local: a.sge(0, 8),
                    remote: b.remote(0),
                },
            );
        }
        let first = a.completion(harness);
        assert_eq!(
            (first.id, first.status),
            (1, CompletionStatus::RetryExceeded)
        );
        assert_eq!(a.completion(harness).status, CompletionStatus::Flushed);
        assert_eq!(harness.devices()[0].qp_state(a.qp), Ok(QpState::Error));
    }
}

fn destroy_outstanding<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    for id in 0..8 {
        a.post(
            harness,
            id,
            SendOp::Read {
                local: a.sge(0, 30_000),
                remote: b.remote(0),
            },
        );
    }
    // A part of it is under way.
    assert_eq!(a.success(harness).id, 0);
    let device = &mut harness.devices()[0];
    device.destroy_qp(a.qp).expect("destroyed");
    let left = std::iter::from_fn(|| device.poll_cq(a.cq)).count();
    assert!(left < 8);
    device.destroy_cq(a.cq).expect("not used any longer");
    // The devices continue to work.
    let (c, d) = connected(harness);
    d.fill(1);
    c.post(
        harness,
        1,
        SendOp::Read {
            local: c.sge(0, 5000),
            remote: d.remote(0),
        },
    );
    c.success(harness);
    assert!(c.bytes(0, 5000) == d.bytes(0, 5000));
}
