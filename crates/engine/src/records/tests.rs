use alloc::vec;
use alloc::vec::Vec;

use super::*;

fn all() -> Vec<Record<'static>> {
    let exposed = RemotePlace::Exposed(RemoteAddress {
        rkey: Rkey(0x8765_4321),
        addr: 1 << 50,
    });
    let ops = [
        AtomicOp::Add(1),
        AtomicOp::Swap(2),
        AtomicOp::CompareSwap {
            compare: 3,
            swap: 4,
        },
        AtomicOp::And(5),
        AtomicOp::Or(6),
        AtomicOp::Xor(u64::MAX),
    ];
    let mut records = vec![
        Record::Put {
            id: 1,
            to: RemotePlace::Segment(77),
            bytes: b"bytes",
        },
        Record::Put {
            id: 2,
            to: exposed,
            bytes: b"",
        },
        Record::List {
            id: 3,
            list: b"whatever",
        },
        Record::Get {
            id: u32::MAX,
            from: exposed,
            len: 9,
            at: 1 << 40,
        },
        Record::Reply {
            id: 5,
            at: 8,
            bytes: b"answer",
        },
        Record::Refused {
            id: 6,
            offset: 1,
            len: 2,
            limit: Record::NOT_EXPOSED,
        },
    ];
    records.push(Record::AskQueues);
    records.push(Record::Queues {
        numbers: &[0, 1, 2, 3, 0, 9, 9, 9],
    });
    records.push(Record::Message {
        id: 8,
        left: 9,
        bytes: b"hello",
    });
    for number in Number::ALL {
        let suiting = Combine::ALL.into_iter().filter(|op| op.suits(number));
        records.extend(suiting.map(|op| Record::Accumulate {
            id: 9,
            number,
            op,
            offset: 72,
            numbers: &[7; 48],
        }));
    }
    for width in [AtomicWidth::W32, AtomicWidth::W64] {
        records.extend(ops.map(|op| Record::Atomic {
            id: 7,
            width,
            op,
            offset: 64,
        }));
    }
    records
}

#[test]
fn what_is_emitted_is_parsed() {
    for record in all() {
        let (head, body) = record.emit();
        let mut bytes = [head.as_slice(), body].concat();
        assert_eq!(Record::parse(&bytes), Some(record));
        if body.is_empty() && !matches!(record, Record::Put { .. }) {
            bytes.push(0);
            assert_eq!(Record::parse(&bytes), None, "{record:?} and a byte");
        }
        for len in 0..head.as_slice().len() {
            assert_eq!(
                Record::parse(&bytes[..len]),
                None,
                "{record:?} cut to {len}"
            );
        }
    }
}

#[test]
fn any_bytes_are_a_record_that_is_emitted_like_that_or_none() {
    for record in all() {
        let (head, body) = record.emit();
        let bytes = [head.as_slice(), body].concat();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                if let Some(record) = Record::parse(&changed) {
                    let (head, body) = record.emit();
                    assert_eq!([head.as_slice(), body].concat(), changed);
                }
            }
        }
    }
}
