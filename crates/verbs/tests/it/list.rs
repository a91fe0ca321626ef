//! The layout of a list of writes and atomics in memory, and its decoding.

use farreach_conformance::VecMemory;
use farreach_verbs::{
    Accumulation, AtomicOp, AtomicWidth, BadList, Combine, ListedAccumulate, ListedAtomic,
    ListedEntry, ListedNumbers, ListedOp, ListedOps, ListedWrite, Memory, Number, Scale,
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
            assert_eq!(
                list[..8],
                [1, 2, 3, 4, 5, 6, 0xff, 0xee + (kind << 1 | bit)]
            );
            let read: Vec<_> = ListedOps::new(&list).collect();
            assert_eq!(read, [Ok(ListedOp::Atomic(atomic))]);
            assert_eq!(ListedOps::new(&list[..15]).next(), Some(Err(BadList)));
        }
    }
    let (compare, swap) = (1, 2);
    let op = AtomicOp::CompareSwap { compare, swap };
    assert_eq!(ListedAtomic::new(0, AtomicWidth::W64, op), None);
}

/// An accumulate's header and numbers, in the order of the host.
#[test]
fn accumulates_are_read_back_and_have_these_bytes() {
    let types = (0xf8..=0xff).zip(Number::ALL);
    let each = types.flat_map(|of_type| (0..13).zip(Combine::ALL).map(move |op| (of_type, op)));
    for ((code, number), (op_code, op)) in each.filter(|((_, number), (_, op))| op.suits(*number)) {
        for count in [0, 1, 3, 100, ListedAccumulate::MAX_LEN / 16] {
            let len = count * number.bytes();
            let numbers: Vec<u8> = (0..len).map(|at| at as u8).collect();
            let needed = ListedAccumulate::listed_len(len);
            let memory = VecMemory::allocate(needed + 8);
            let accumulate = ListedAccumulate {
                offset: 0x0102_0304_0506,
                numbers: &numbers,
                how: Accumulation::of(number, op),
            };
            assert_eq!(accumulate.store_in(&memory, 0), Ok(needed));
            let list = &memory.to_vec()[..needed];
            assert_eq!(list[..8], [1, 2, 3, 4, 5, 6, 0xff, code]);
            assert_eq!(list[8..16], (op_code << 48 | len as u64).to_be_bytes());
            let read = ListedNumbers {
                offset: 0x0102_0304_0506,
                number,
                op,
                numbers: &numbers,
            };
            let ops: Vec<_> = ListedOps::new(list).collect();
            assert_eq!(ops, [Ok(ListedOp::Accumulate(read))]);
            let mut cut = ListedOps::new(&list[..needed - 1]);
            assert_eq!(cut.next(), Some(Err(BadList)));
            assert!(
                accumulate.store_in(&memory, 16).is_err(),
                "beyond the memory"
            );
        }
    }
}

/// The list holds the terms after the multiplication.
#[test]
fn accumulates_hold_multiplied_terms() {
    let numbers = [[1.0_f64, 2.0], [0.5, -1.0]].concat();
    let bytes: Vec<u8> = numbers.iter().flat_map(|part| part.to_ne_bytes()).collect();
    let memory = VecMemory::allocate(ListedAccumulate::listed_len(bytes.len()));
    let accumulate = ListedAccumulate {
        offset: 8,
        numbers: &bytes,
        how: Scale::C64(0.0, 1.0).into(),
    };
    accumulate.store_in(&memory, 0).unwrap();
    let list = memory.to_vec();
    let Some(Ok(ListedOp::Accumulate(read))) = ListedOps::new(&list).next() else {
        panic!("no accumulate");
    };
    let wanted = [-2.0_f64, 1.0, 1.0, 0.5].map(f64::to_ne_bytes).concat();
    assert_eq!((read.number, read.numbers), (Number::C64, &wanted[..]));
}

/// Lengths that are no whole numbers, or longer than the list.
#[test]
fn bad_lengths_of_accumulates_are_refused() {
    let length = |len: u64| {
        let mut list = vec![0, 0, 0, 0, 0, 0, 0xff, 0xfb];
        list.extend(len.to_be_bytes());
        list.resize(64, 1);
        list
    };
    for len in [4, 12, 49, 56, 1 << 32, u64::MAX - 7, u64::MAX] {
        let list = length(len);
        let mut ops = ListedOps::new(&list);
        assert_eq!(ops.next(), Some(Err(BadList)), "{len} bytes");
        assert_eq!(ops.next(), None);
    }
    let list = length(48);
    assert!(matches!(
        ListedOps::new(&list).next(),
        Some(Ok(ListedOp::Accumulate(_)))
    ));
}

/// Operations that there are not, and those that don't suit the type.
#[test]
fn bad_operations_of_accumulates_are_refused() {
    for (code, number) in (0xf8..=0xff).zip(Number::ALL) {
        for op in (0..40).chain([0x100, u64::from(u16::MAX)]) {
            let mut list = vec![0, 0, 0, 0, 0, 0, 0xff, code];
            list.extend((op << 48 | 16).to_be_bytes());
            list.resize(32, 1);
            let known = Combine::ALL.get(op as usize);
            let is_read = matches!(
                ListedOps::new(&list).next(),
                Some(Ok(ListedOp::Accumulate(_)))
            );
            let suits = known.is_some_and(|op| op.suits(number));
            assert_eq!(is_read, suits, "operation {op} of {number:?}");
        }
    }
}

/// Any bytes are whole entries and at most one error, and no entry is longer than the list.
#[test]
fn any_bytes_are_read() {
    let mut state = 1_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize
    };
    for _ in 0..20_000 {
        let mut list: Vec<u8> = (0..next() % 100).map(|_| next() as u8).collect();
        // Codes and lengths that come close to entries.
        for at in (0..list.len().saturating_sub(16)).step_by(8) {
            match next() % 7 {
                2 => {
                    let operation = (next() as u64 % 16) << 48 | (next() as u64 % 5 * 8);
                    list[at..at + 8].copy_from_slice(&operation.to_be_bytes());
                }
                0 => list[at..at + 8].copy_from_slice(&(next() as u64 % 40).to_be_bytes()),
                1 => list[at + 6..at + 8].copy_from_slice(&[0xff, 0xee + (next() as u8 % 18)]),
                _ => {}
            }
        }
        let mut rest = list.len();
        let mut ops = ListedOps::new(&list);
        for op in ops.by_ref().map_while(Result::ok) {
            assert!(op.listed_len() <= rest, "{op:?} of {list:?}");
            if let ListedOp::Accumulate(numbers) = op {
                assert!(numbers.op.suits(numbers.number), "{op:?} of {list:?}");
            }
            rest -= op.listed_len();
        }
        assert_eq!(ops.next(), None);
    }
}
