use farreach_verbs::Memory as _;
use proptest::prelude::*;

use super::*;

#[test]
fn words_of_every_size_come_back() {
    let memory = Memory::allocate(64);
    memory.store(0, 0x1122_3344_5566_7788_u64).unwrap();
    memory.store(8, -5_i32).unwrap();
    memory.store(12, 7_u16).unwrap();
    memory.store(14, -1_i8).unwrap();
    memory.store(16, 1.5_f64).unwrap();
    assert_eq!(memory.load_u64(0).unwrap(), 0x1122_3344_5566_7788);
    assert_eq!(memory.load::<i32>(8).unwrap(), -5);
    assert_eq!(memory.load::<u16>(12).unwrap(), 7);
    assert_eq!(memory.load::<i8>(14).unwrap(), -1);
    assert!((memory.load::<f64>(16).unwrap() - 1.5).abs() < f64::EPSILON);
    memory.store(33, 0xdead_beef_0bad_cafe_u64).unwrap();
    assert_eq!(memory.load_u64(33).unwrap(), 0xdead_beef_0bad_cafe);
}

#[test]
fn a_copy_has_the_bytes_and_ends_with_them() {
    let bytes: Vec<u8> = (0..200).collect();
    for len in [0, 1, 63, 200] {
        let memory = Memory::copy_of(&bytes[..len]);
        let mut back = vec![0xff; len];
        memory.copy_out(0, &mut back).unwrap();
        assert_eq!(back, bytes[..len]);
        assert!(memory.load::<u8>(len).is_err());
    }
}

#[test]
fn bounds_are_checked_without_overflow() {
    let memory = Memory::allocate(16);
    assert!(memory.load_u64(8).is_ok());
    for offset in [9, 16, 17, usize::MAX - 3, usize::MAX] {
        let error = memory.load_u64(offset).unwrap_err();
        assert_eq!(
            error,
            MemoryError::OutOfBounds {
                offset,
                len: 8,
                limit: 16
            }
        );
        assert!(memory.store_u64(offset, 1).is_err());
    }
    assert!(memory.copy_in(16, &[]).is_ok());
    assert!(memory.copy_in(17, &[]).is_err());
    assert!(memory.slice(8, 9).is_err());
    assert_eq!(memory.slice(8, 8).unwrap().len(), 8);
}

#[test]
fn a_slice_is_the_same_bytes_and_outlives_its_parent() {
    let memory = Memory::allocate(64);
    let slice = memory.slice(16, 8).unwrap();
    memory.store_u64(16, 42).unwrap();
    drop(memory);
    assert_eq!(slice.load_u64(0).unwrap(), 42);
    assert!(slice.load_u64(1).is_err());
}

#[test]
fn atomics_of_both_widths_do_what_they_say() {
    let memory = Memory::allocate(16);
    memory.store(0, 10_u32).unwrap();
    memory.store(4, u32::MAX).unwrap();
    let apply = |op| memory.atomic(0, AtomicWidth::W32, op).unwrap();
    assert_eq!(apply(AtomicOp::Add(u64::from(u32::MAX))), 10);
    assert_eq!(apply(AtomicOp::Or(0xffff_ffff_0000_0006)), 9);
    assert_eq!(apply(AtomicOp::And(6)), 15);
    assert_eq!(apply(AtomicOp::Xor(1)), 6);
    assert_eq!(apply(AtomicOp::Swap(3)), 7);
    assert_eq!(
        apply(AtomicOp::CompareSwap {
            compare: 4,
            swap: 9
        }),
        3
    );
    assert_eq!(
        apply(AtomicOp::CompareSwap {
            compare: 3,
            swap: 9
        }),
        3
    );
    assert_eq!(memory.load::<u32>(0).unwrap(), 9);
    assert_eq!(
        memory.load::<u32>(4).unwrap(),
        u32::MAX,
        "the neighbour was touched"
    );

    memory.store_u64(8, u64::MAX).unwrap();
    assert_eq!(
        memory.atomic(8, AtomicWidth::W64, AtomicOp::Add(2)),
        Ok(u64::MAX)
    );
    assert_eq!(memory.load_u64(8), Ok(1));
}

#[test]
fn misaligned_and_outlying_atomics_are_refused() {
    let memory = Memory::allocate(16);
    assert_eq!(
        memory.atomic(4, AtomicWidth::W64, AtomicOp::Add(1)),
        Err(MemoryError::Misaligned {
            offset: 4,
            width: 8
        })
    );
    assert_eq!(
        memory.atomic(2, AtomicWidth::W32, AtomicOp::Add(1)),
        Err(MemoryError::Misaligned {
            offset: 2,
            width: 4
        })
    );
    assert!(
        memory
            .atomic(16, AtomicWidth::W32, AtomicOp::Add(1))
            .is_err()
    );
    assert!(
        memory
            .atomic(usize::MAX, AtomicWidth::W64, AtomicOp::Add(1))
            .is_err()
    );
}

#[test]
fn borrowed_memory_writes_through() {
    let mut buffer = [0_u64; 4];
    let ptr = NonNull::new(buffer.as_mut_ptr().cast()).unwrap();
    // SAFETY: the buffer outlives the handle and isn't used while the handle lives.
    let memory = unsafe { Memory::from_raw_parts(ptr, size_of_val(&buffer)) };
    memory.store_u64(8, 77).unwrap();
    drop(memory);
    assert_eq!(buffer, [0, 77, 0, 0]);
}

/// Two threads write an aligned word by copies of awkward lengths; a reader never sees a mixture.
#[test]
fn copies_keep_aligned_words_whole() {
    let rounds = if cfg!(miri) { 20 } else { 50_000 };
    for (offset, len) in [(4, 13), (6, 42), (0, 8), (1, 600), (4, 300)] {
        let memory = Memory::allocate(1024);
        std::thread::scope(|scope| {
            for byte in [0x00_u8, 0xff] {
                let memory = memory.clone();
                scope.spawn(move || {
                    let data = vec![byte; len];
                    for _ in 0..rounds {
                        memory.write(offset, &data).unwrap();
                    }
                });
            }
            let first = offset.next_multiple_of(8);
            let last = (offset + len) / 8 * 8 - 8;
            for _ in 0..rounds {
                for at in [first, last] {
                    let word = memory.load_u64(at).unwrap();
                    assert!(
                        word == 0 || word == u64::MAX,
                        "torn word {word:#018x} at {at} of a copy of {len} to {offset}"
                    );
                }
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 8 } else { 512 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn copies_match_a_vector(
        operations in prop::collection::vec((0_usize..900, 0_usize..700, 0_usize..900, any::<u8>(), 0_u8..3), 1..20)
    ) {
        let memory = Memory::allocate(1024);
        let mut model = vec![0_u8; 1024];
        for (to, len, from, seed, kind) in operations {
            let fits = to + len <= 1024;
            match kind {
                0 => {
                    let data: Vec<u8> = (0..len).map(|i| (i as u8).wrapping_mul(31).wrapping_add(seed)).collect();
                    prop_assert_eq!(memory.copy_in(to, &data).is_ok(), fits);
                    if fits {
                        model[to..to + len].copy_from_slice(&data);
                    }
                }
                1 => {
                    let mut data = vec![0; len];
                    prop_assert_eq!(memory.copy_out(to, &mut data).is_ok(), fits);
                    if fits {
                        prop_assert_eq!(&data[..], &model[to..to + len]);
                    }
                }
                _ => {
                    let fits = fits && from + len <= 1024;
                    prop_assert_eq!(memory.copy_between(to, &memory, from, len).is_ok(), fits);
                    if fits {
                        model.copy_within(from..from + len, to);
                    }
                }
            }
        }
        let mut all = vec![0; 1024];
        memory.read(0, &mut all).unwrap();
        prop_assert_eq!(all, model);
    }
}

#[test]
fn streams_carry_every_byte_and_no_more() {
    let bytes: Vec<u8> = (0..1000_u32).map(|at| (at * 7 % 251) as u8).collect();
    let source = Memory::copy_of(&bytes);
    for (from, to, len) in [
        (0, 0, 1000),
        (3, 1, 900),
        (8, 64, 128),
        (1, 63, 65),
        (5, 9, 3),
        (7, 7, 0),
    ] {
        let mut wanted = vec![0xee; 1000];
        wanted[to..to + len].copy_from_slice(&bytes[from..from + len]);
        let mut private = vec![0xee; 1000];
        let view = source.view();
        view.stream_out(from, &mut private[to..to + len]).unwrap();
        assert!(private == wanted, "{len} bytes from {from} to {to}");
        let shared = Memory::copy_of(&[0xee; 1000]);
        shared.view().stream_between(to, view, from, len).unwrap();
        let mut got = vec![0; 1000];
        shared.copy_out(0, &mut got).unwrap();
        assert!(got == wanted, "{len} bytes from {from} to {to}");
    }
    let mut two = [0; 2];
    assert!(source.view().stream_out(999, &mut two).is_err());
    let same = source.view();
    assert!(same.stream_between(999, same, 0, 2).is_err());
}

#[test]
fn a_copy_a_few_bytes_further_into_a_page_carries_every_byte_and_no_more() {
    const FROM: usize = 16;
    for further in [8, 16, 24] {
        for len in [1024, 1032, 5000, 8184] {
            let before: Vec<u8> = (0..20_000_u32).map(|at| (at % 251) as u8).collect();
            let memory = Memory::copy_of(&before);
            let to = FROM + 8192 + further;
            memory.copy_between(to, &memory, FROM, len).unwrap();
            let mut wanted = before;
            wanted.copy_within(FROM..FROM + len, to);
            let mut found = vec![0; wanted.len()];
            memory.copy_out(0, &mut found).unwrap();
            assert!(found == wanted, "{len} bytes, {further} further");
        }
    }
}
