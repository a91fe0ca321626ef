//! Writes, reads and atomics.

use farreach_verbs::{
    Accumulation, AtomicOp, AtomicWidth, Combine, CompletionOp, Data, Device, DeviceError, Entries,
    InlineData, ListedAccumulate, ListedAtomic, ListedEntry, ListedWrite, Memory, Number,
    PacketCheck, SendOp, SendRequest, Spacing,
};

use crate::{Case, End, Harness, Options, connected, connected_with};

pub(super) fn cases<H: Harness>() -> Vec<Case<H>> {
    vec![
        Case {
            name: "writes of every length arrive",
            devices: 2,
            run: writes,
        },
        Case {
            name: "reads of every length arrive",
            devices: 2,
            run: reads,
        },
        Case {
            name: "atomics of both widths",
            devices: 2,
            run: atomics,
        },
        Case {
            name: "the fence holds back what follows a read",
            devices: 2,
            run: fence,
        },
        Case {
            name: "more reads than may be outstanding",
            devices: 2,
            run: many_reads,
        },
        Case {
            name: "large messages in both directions at once",
            devices: 2,
            run: large,
        },
        Case {
            name: "the keyed check",
            devices: 2,
            run: keyed,
        },
        Case {
            name: "lists of writes happen in their order",
            devices: 2,
            run: lists,
        },
        Case {
            name: "reads and writes of blocks move the blocks alone",
            devices: 2,
            run: blocks,
        },
        Case {
            name: "scatter/gather entries that are a row at the other end",
            devices: 2,
            run: entries,
        },
        Case {
            name: "too many scatter/gather entries are refused",
            devices: 2,
            run: entries_refused,
        },
        Case {
            name: "a list is refused where it cannot be",
            devices: 2,
            run: lists_refused,
        },
    ]
}

fn lengths() -> [usize; 10] {
    let mtu = Options::default().mtu as usize;
    [
        0,
        1,
        7,
        8,
        mtu - 1,
        mtu,
        mtu + 1,
        3 * mtu,
        3 * mtu + 2,
        60_000,
    ]
}

fn writes<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    a.fill(1);
    for len in lengths() {
        b.fill(2);
        let mut expected = b.bytes(0, 65_536);
        expected[24..24 + len].copy_from_slice(&a.bytes(3, len));
        let op = SendOp::Write {
            data: a.data(3, len),
            remote: b.remote(24),
            imm: None,
        };
        a.post(harness, 5, op);
        let completion = a.success(harness);
        assert_eq!((completion.id, completion.op), (5, CompletionOp::Write));
        assert!(b.bytes(0, 65_536) == expected, "{len} bytes");
    }
}

fn reads<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    b.fill(1);
    for len in lengths() {
        a.fill(2);
        let mut expected = a.bytes(0, 65_536);
        expected[24..24 + len].copy_from_slice(&b.bytes(3, len));
        let op = SendOp::Read {
            local: a.sge(24, len),
            remote: b.remote(3),
        };
        a.post(harness, 5, op);
        let completion = a.success(harness);
        assert_eq!(
            (completion.op, completion.bytes as usize),
            (CompletionOp::Read, len)
        );
        assert!(a.bytes(0, 65_536) == expected, "{len} bytes");
    }
}

/// A word of an end's memory.
fn word<M: Memory>(end: &End<M>, offset: usize, width: AtomicWidth) -> u64 {
    let bytes = end.bytes(offset, width.bytes());
    match width {
        AtomicWidth::W32 => u64::from(u32::from_ne_bytes(bytes.try_into().expect("4 bytes"))),
        AtomicWidth::W64 => u64::from_ne_bytes(bytes.try_into().expect("8 bytes")),
    }
}

fn atomics<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    b.fill(9);
    let extended = harness.devices()[0].attributes().extended_atomics;
    for width in [AtomicWidth::W64, AtomicWidth::W32] {
        let offset = 8 + width.bytes();
        let now = |b: &End<_>| word(b, offset, width);
        for op in [
            AtomicOp::Add(u64::MAX - 5),
            AtomicOp::CompareSwap {
                compare: 1,
                swap: 2,
            },
            AtomicOp::Swap(0x0123_4567_89ab_cdef),
            AtomicOp::CompareSwap {
                compare: 0x0123_4567_89ab_cdef,
                swap: 77,
            },
            AtomicOp::And(0x4d),
            AtomicOp::Or(0xf000_0000),
            AtomicOp::Xor(0xffff_ffff_ffff_ffff),
            AtomicOp::Add(0),
        ] {
            let standard = width == AtomicWidth::W64
                && matches!(op, AtomicOp::Add(_) | AtomicOp::CompareSwap { .. });
            if !standard && !extended {
                continue;
            }
            let before = now(&b);
            let neighbours = (b.bytes(0, offset), b.bytes(offset + width.bytes(), 64));
            let request = SendOp::Atomic {
                local: a.sge(40, width.bytes()),
                remote: b.remote(offset),
                width,
                op,
            };
            a.post(harness, 1, request);
            let completion = a.success(harness);
            assert_eq!(completion.op, CompletionOp::Atomic);
            assert_eq!(word(&a, 40, width), before, "{op:?}");
            assert_eq!(now(&b), op.applied(before, width), "{op:?}");
            let after = (b.bytes(0, offset), b.bytes(offset + width.bytes(), 64));
            assert_eq!(neighbours, after);
        }
    }
}

fn fence<H: Harness>(harness: &mut H) {
    let (a, b) = connected(harness);
    for round in 0..10u8 {
        b.fill(round);
        let before = b.bytes(0, 30_000);
        a.post(
            harness,
            1,
            SendOp::Read {
                local: a.sge(0, 30_000),
                remote: b.remote(0),
            },
        );
        for i in 0..3 {
            let request = SendRequest {
                fence: i == 0,
                ..SendRequest::new(
                    2 + i,
                    SendOp::Write {
                        data: Data::Inline(InlineData::new(&[!round; 100]).expect("short")),
                        remote: b.remote(29_000 - 10_000 * i as usize),
                        imm: None,
                    },
                )
            };
            harness.devices()[0]
                .post_send(a.qp, &request)
                .expect("a post");
        }
        for i in 0..4 {
            assert_eq!(a.success(harness).id, 1 + i);
        }
        assert!(a.bytes(0, 30_000) == before, "the read saw a later write");
    }
}

fn many_reads<H: Harness>(harness: &mut H) {
    let options = Options {
        rd_atomic: 1,
        ..Options::default()
    };
    for options in [options, Options::default()] {
        let (a, b) = connected_with(harness, &options);
        b.fill(4);
        for i in 0..50 {
            let op = SendOp::Read {
                local: a.sge(1000 * i, 900),
                remote: b.remote(1000 * i),
            };
            a.post(harness, i as u64, op);
        }
        for i in 0..50 {
            assert_eq!(a.success(harness).id, i as u64);
            assert_eq!(a.bytes(1000 * i, 900), b.bytes(1000 * i, 900));
        }
    }
}

fn large<H: Harness>(harness: &mut H) {
    let half = 3 << 20;
    let options = Options {
        memory: 2 * half,
        mtu: 4096.min(harness.devices()[0].attributes().max_mtu),
        ..Options::default()
    };
    let (a, b) = connected_with(harness, &options);
    a.fill(1);
    b.fill(2);
    // Each end's first half goes to the other's second half: in one direction by writes, in the
    // other by reads.
    a.post(
        harness,
        1,
        SendOp::Write {
            data: a.data(0, half),
            remote: b.remote(half),
            imm: None,
        },
    );
    a.post(
        harness,
        2,
        SendOp::Read {
            local: a.sge(half, half),
            remote: b.remote(0),
        },
    );
    assert_eq!(a.success(harness).id, 1);
    assert_eq!(a.success(harness).id, 2);
    assert!(b.bytes(half, half) == a.bytes(0, half));
    assert!(a.bytes(half, half) == b.bytes(0, half));
}

fn keyed<H: Harness>(harness: &mut H) {
    if !harness.devices()[0].attributes().keyed_check {
        return;
    }
    let (a, b) = connected_with(harness, &keyed_options());
    a.fill(1);
    for len in lengths() {
        let write = SendOp::Write {
            data: a.data(1, len),
            remote: b.remote(1),
            imm: None,
        };
        let read = SendOp::Read {
            local: a.sge(2, len),
            remote: b.remote(1),
        };
        a.post(harness, 1, write);
        a.success(harness);
        assert!(b.bytes(1, len) == a.bytes(1, len));
        a.post(harness, 2, read);
        a.success(harness);
        assert!(a.bytes(2, len) == b.bytes(1, len));
    }
}

fn blocks<H: Harness>(harness: &mut H) {
    let attributes = harness.devices()[0].attributes();
    if !(attributes.keyed_check && attributes.blocks) {
        return;
    }
    let (a, b) = connected_with(harness, &keyed_options());
    b.fill(5);
    let mtu = attributes.max_mtu;
    for (block, stride, len) in [
        (1, 1, 5000),
        (8, 24, 7999),
        (100, 101, 100),
        (100, 300, 99),
        (700, 5000, 8 * 700),
        (4096, 9000, 3 * 4096 + 1),
        (10_000, 20_000, 30_000),
        (mtu.min(30_000), 40_000, 3),
        (16, 32, 0),
    ] {
        let spacing = Spacing { block, stride };
        let read = SendOp::ReadBlocks {
            local: a.sge(3, len),
            remote: b.remote(1),
            spacing,
        };
        a.post(harness, 1, read);
        let completion = a.success(harness);
        assert_eq!((completion.id, completion.op), (1, CompletionOp::Read));
        let place = |at| 1 + spacing.place(at as u64).expect("small numbers") as usize;
        let expected: Vec<u8> = (0..len).map(|at| b.bytes(place(at), 1)[0]).collect();
        assert!(a.bytes(3, len) == expected, "{spacing:?}, {len} bytes");
        // The same bytes go back to other places.
        let len = len.min(Options::default().mtu as usize);
        let here = Spacing {
            block,
            stride: u64::from(block) + 5,
        };
        let (_, span) = here.span(0, len as u64).expect("small numbers");
        let mut after = b.bytes(0, 65_536);
        for at in 0..len {
            let from = 7 + here.place(at as u64).expect("small numbers") as usize;
            after[place(at)] = a.bytes(from, 1)[0];
        }
        let write = SendOp::WriteBlocks {
            from: Entries {
                span: a.sge(7, span as usize),
                spacing: here,
                len: len as u32,
            },
            remote: b.remote(1),
            stride,
        };
        a.post(harness, 2, write);
        let completion = a.success(harness);
        assert_eq!((completion.id, completion.op), (2, CompletionOp::Write));
        assert!(b.bytes(0, 65_536) == after, "{spacing:?}, {len} bytes");
    }
}

/// Blocks of one end that are a row of bytes at the other.
fn entries<H: Harness>(harness: &mut H) {
    let attributes = harness.devices()[0].attributes();
    let keyed = attributes.keyed_check.then(keyed_options);
    for options in [Some(Options::default()), keyed].into_iter().flatten() {
        let (a, b) = connected_with(harness, &options);
        b.fill(5);
        for (block, stride, len) in [
            (1, 1, 2),
            (8, 24, 16),
            (8, 24, 13),
            (100, 300, 99),
            (700, 5000, 2 * 700),
            (4096, 9000, 4096 + 1),
            (10_000, 20_000, 20_000),
            (20_000, 20_001, 39_998),
            (16, 32, 0),
        ] {
            let spacing = Spacing { block, stride };
            let (_, span) = spacing.span(0, len).expect("small numbers");
            let place = |at| 3 + spacing.place(at as u64).expect("small numbers") as usize;
            let apart = Entries {
                span: a.sge(3, span as usize),
                spacing,
                len: len as u32,
            };
            let len = len as usize;
            let gathered: Vec<u8> = (0..len).map(|at| a.bytes(place(at), 1)[0]).collect();
            if attributes.max_sge > 1 {
                let data = Data::Gathered(apart);
                let remote = b.remote(1);
                let imm = None;
                a.post(harness, 1, SendOp::Write { data, remote, imm });
                let completion = a.success(harness);
                assert_eq!((completion.id, completion.op), (1, CompletionOp::Write));
                assert!(b.bytes(1, len) == gathered, "{spacing:?}, {len} bytes");
            }
            if attributes.max_sge_rd > 1 {
                b.fill(block as u8);
                let mut after = a.bytes(0, 65_536);
                for at in 0..len {
                    after[place(at)] = b.bytes(1 + at, 1)[0];
                }
                let remote = b.remote(1);
                let into = apart;
                a.post(harness, 2, SendOp::ReadScattered { into, remote });
                let completion = a.success(harness);
                let told = (completion.id, completion.op, completion.bytes as usize);
                assert_eq!(told, (2, CompletionOp::Read, len));
                assert!(a.bytes(0, 65_536) == after, "{spacing:?}, {len} bytes");
            }
        }
    }
}

/// Requests with more entries than the device takes, and with entries outside of their memory.
fn entries_refused<H: Harness>(harness: &mut H) {
    let attributes = harness.devices()[0].attributes();
    let (a, b) = connected(harness);
    let entries = |most: u32, span| Entries {
        span: a.sge(0, span),
        spacing: Spacing {
            block: 4,
            stride: 8,
        },
        len: 4 * most + 1,
    };
    let (remote, imm) = (b.remote(0), None);
    let span = 8 * attributes.max_sge.max(attributes.max_sge_rd) as usize + 1;
    for (most, span) in [(attributes.max_sge, span), (1, 8)] {
        let data = Data::Gathered(entries(most, span));
        let op = SendOp::Write { data, remote, imm };
        let request = a.addressed(SendRequest::new(1, op));
        let refused = harness.devices()[0].post_send(a.qp, &request);
        assert!(matches!(refused, Err(DeviceError::OutOfRange { .. })));
    }
    for (most, span) in [(attributes.max_sge_rd, span), (1, 8)] {
        let into = entries(most, span);
        let op = SendOp::ReadScattered { into, remote };
        let request = a.addressed(SendRequest::new(1, op));
        let refused = harness.devices()[0].post_send(a.qp, &request);
        assert!(matches!(refused, Err(DeviceError::OutOfRange { .. })));
    }
}

fn keyed_options() -> Options {
    Options {
        check: PacketCheck::Keyed(*b"sixteen byte key"),
        ..Options::default()
    }
}

/// Stores a list of these writes at the start of the end's memory, and returns the request.
fn list<M: Memory>(a: &End<M>, b: &End<M>, writes: &[ListedWrite<'_>]) -> SendOp {
    let mut end = 0;
    for write in writes {
        end = write.store(&a.memory, end).expect("own memory");
    }
    SendOp::WriteList {
        list: a.sge(0, end),
        remote: b.remote(0),
    }
}

fn lists<H: Harness>(harness: &mut H) {
    if harness.devices()[0].attributes().write_list == 0 {
        return;
    }
    let (a, b) = connected_with(harness, &keyed_options());
    b.fill(2);
    let mut expected = b.bytes(0, 65_536);
    let bytes: Vec<u8> = (0..200).collect();
    // Each list overwrites parts of earlier ones, by words and parts of words.
    for round in 0..20 {
        let writes: Vec<_> = (0..12)
            .map(|i| ListedWrite {
                offset: (round * 1000 + (i * 37) % 50) as u64,
                bytes: &bytes[i..i + (i * i + round) % 60],
            })
            .collect();
        for write in &writes {
            let at = write.offset as usize;
            expected[at..at + write.bytes.len()].copy_from_slice(write.bytes);
        }
        let op = list(&a, &b, &writes);
        a.post(harness, round as u64, op);
        let completion = a.success(harness);
        assert_eq!(
            (completion.id, completion.op),
            (round as u64, CompletionOp::Write)
        );
        assert!(b.bytes(0, 65_536) == expected, "list {round}");
    }
    // Atomics between writes, on words that earlier writes have written.
    let word = ListedWrite {
        offset: 64,
        bytes: &[1; 8],
    };
    let mut end = word.store(&a.memory, 0).expect("own memory");
    let mut value = u64::from_ne_bytes([1; 8]);
    for op in [
        AtomicOp::Add(5),
        AtomicOp::Or(6),
        AtomicOp::And(!3),
        AtomicOp::Xor(0xff00),
        AtomicOp::Swap(9),
        AtomicOp::Add(1),
    ] {
        let atomic = ListedAtomic::new(64, AtomicWidth::W64, op).expect("there is such a one");
        end = atomic.store(&a.memory, end).expect("own memory");
        value = op.applied(value, AtomicWidth::W64);
    }
    let atomics = SendOp::WriteList {
        list: a.sge(0, end),
        remote: b.remote(0),
    };
    a.post(harness, 77, atomics);
    a.success(harness);
    assert_eq!(b.bytes(64, 8), value.to_ne_bytes());
    for op in Combine::ALL {
        let mut results = b.bytes(128, 64);
        let mut end = 0;
        for number in Number::ALL.into_iter().filter(|&number| op.suits(number)) {
            let len = 2 * number.bytes();
            // Small integers, which are numbers of all types but tiny ones of some.
            let numbers = &[op.code() + 1, 0, 0, 0].repeat(8)[..len];
            let accumulate = ListedAccumulate {
                offset: 128 + 16,
                numbers,
                how: Accumulation::of(number, op),
            };
            number.combine(op, &mut results[16..16 + len], numbers);
            end = accumulate.store_in(&a.memory, end).expect("own memory");
        }
        let accumulates = SendOp::WriteList {
            list: a.sge(0, end),
            remote: b.remote(0),
        };
        a.post(harness, 78, accumulates);
        a.success(harness);
        assert_eq!(b.bytes(128, 64), results, "{op:?}");
    }
    // A list between other operations.
    a.memory.write(4096, &[1; 8]).expect("own memory");
    for (i, byte) in [(0, 2), (1, 3)] {
        let write = SendOp::Write {
            data: a.data(4096, 8),
            remote: b.remote(8),
            imm: None,
        };
        a.post(harness, 2 * i, write);
        let bytes = [byte; 8];
        let op = list(
            &a,
            &b,
            &[ListedWrite {
                offset: 8,
                bytes: &bytes,
            }],
        );
        a.post(harness, 2 * i + 1, op);
        a.success(harness);
        a.success(harness);
        assert_eq!(b.bytes(8, 8), bytes);
    }
}

fn lists_refused<H: Harness>(harness: &mut H) {
    let post = |harness: &mut H, a: &End<_>, op| {
        let request = SendRequest::new(1, op);
        harness.devices()[a.device].post_send(a.qp, &request)
    };
    let (a, b) = connected(harness);
    let op = list(
        &a,
        &b,
        &[ListedWrite {
            offset: 0,
            bytes: &[],
        }],
    );
    let refused = post(harness, &a, op);
    assert!(
        matches!(refused, Err(DeviceError::NotOffered { .. })),
        "{refused:?}"
    );
    if harness.devices()[0].attributes().write_list == 0 {
        return;
    }
    let (a, b) = connected_with(harness, &keyed_options());
    let beyond_a_packet = SendOp::WriteList {
        list: a.sge(0, Options::default().mtu as usize + 1),
        remote: b.remote(0),
    };
    let refused = post(harness, &a, beyond_a_packet);
    assert!(
        matches!(refused, Err(DeviceError::OutOfRange { .. })),
        "{refused:?}"
    );
}
