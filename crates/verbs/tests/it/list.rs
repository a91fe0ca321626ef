//! The layout of a list of writes and atomics in memory, and its decoding.

use farreach_conformance::VecMemory;
use farreach_verbs::{
    AtomicOp, AtomicWidth, BadList, ListedAtomic, ListedOp, ListedOps, ListedWrite, Memory,
};

#[test]
fn a_list_has_these_bytes() {
    let memory = VecMemory::from_bytes(&[0xee; 40]);
    let first = ListedWrite {
        offset: 0x0102_0304_0506,
        bytes: b"abc",
    };
    let second = ListedWrite {
        offset: 8,
        bytes: &[9; 8],
    };
    let at = first.store(&memory, 0).unwrap();
    let end = second.store(&memory, at).unwrap();
    assert_eq!((at, end), (16, 32));
    assert_eq!(
        memory.to_vec()[..32],
        [
            [1, 2, 3, 4, 5, 6, 0, 3],
            *b"abc\0\0\0\0\0",
            [0, 0, 0, 0, 0, 8, 0, 8],
            [9; 8]
        ]
        .concat()
    );
    let list = &memory.to_vec()[..32];
    let writes: Vec<_> = ListedOps::new(list).collect();
    assert_eq!(
        writes,
        [Ok(ListedOp::Write(first)), Ok(ListedOp::Write(second))]
    );
}

#[test]
fn writes_of_every_length_are_read_back() {
    for len in (0..100).chain([ListedWrite::MAX_LEN]) {
        let bytes = vec![7; len];
        let memory = VecMemory::allocate(ListedWrite::listed_len(len));
        let write = ListedWrite {
            offset: ListedWrite::MAX_OFFSET,
            bytes: &bytes,
        };
        assert_eq!(write.store(&memory, 0), Ok(memory.len()));
        let list = memory.to_vec();
        let mut writes = ListedOps::new(&list);
        assert_eq!(writes.next(), Some(Ok(ListedOp::Write(write))));
        assert_eq!(writes.next(), None);
        assert!(write.store(&memory, 8).is_err(), "beyond the memory");
    }
}

#[test]
fn a_cut_list_gives_its_whole_entries_and_one_error() {
    let memory = VecMemory::allocate(48);
    let mut at = 0;
    for offset in 0..3 {
        let bytes = &[1; 5];
        at = ListedWrite { offset, bytes }.store(&memory, at).unwrap();
    }
    let list = memory.to_vec();
    for cut in 0..list.len() {
        let (whole, rest) = (cut / 16, cut % 16);
        let writes: Vec<_> = ListedOps::new(&list[..cut]).collect();
        assert_eq!(writes.len(), whole + usize::from(rest > 0));
        assert!(writes[..whole].iter().all(Result::is_ok));
        assert!(rest == 0 || writes[whole] == Err(BadList));
    }
}

#[test]
fn atomics_are_read_back_and_have_these_bytes() {
    let ops = [
        AtomicOp::Add(1),
        AtomicOp::Swap(2),
        AtomicOp::And(3),
        AtomicOp::Or(4),
        AtomicOp::Xor(u64::MAX),
    ];
    let memory = VecMemory::allocate(16);
    for (kind, op) in (0..).zip(ops) {
        for (bit, width) in [(0, AtomicWidth::W32), (1, AtomicWidth::W64)] {
            let atomic =
                ListedAtomic::new(0x0102_0304_0506, width, op).expect("there is such a one");
            assert_eq!((atomic.op(), atomic.width()), (op, width));
            assert_eq!(atomic.store(&memory, 0), Ok(ListedAtomic::LEN));
            let list = memory.to_vec();
            assert_eq!(list[..8], [1, 2, 3, 4, 5, 6, 0xff, 0xf0 | kind << 1 | bit]);
            let read: Vec<_> = ListedOps::new(&list).collect();
            assert_eq!(read, [Ok(ListedOp::Atomic(atomic))]);
            assert_eq!(ListedOps::new(&list[..15]).next(), Some(Err(BadList)));
        }
    }
    let (compare, swap) = (1, 2);
    let op = AtomicOp::CompareSwap { compare, swap };
    assert_eq!(ListedAtomic::new(0, AtomicWidth::W64, op), None);
    for unknown in 0xfa..=0xff {
        let list = [0, 0, 0, 0, 0, 0, 0xff, unknown, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(ListedOps::new(&list).next(), Some(Err(BadList)));
    }
}
