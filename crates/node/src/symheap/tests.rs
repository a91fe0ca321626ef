use proptest::prelude::*;

use super::*;

#[test]
fn errors_carry_the_numbers() {
    let mut heap = SymmetricHeap::new(1 << 20);
    let a = heap.alloc(1000, 8).unwrap();
    assert_eq!((a, heap.block_len(a), heap.in_use()), (0, Some(1024), 1024));
    let error = heap.alloc(2 << 20, 64).unwrap_err();
    assert_eq!(
        error,
        HeapError::Exhausted {
            wanted: 2 << 20,
            align: 64,
            largest_free: (1 << 20) - 1024,
            in_use: 1024,
            size: 1 << 20
        }
    );
    let text = error.to_string();
    assert!(
        text.ends_with("; set FARREACH_HEAP to 3M or more"),
        "{text}"
    );
    assert!(heap.alloc(u64::MAX, 64).is_err());
    assert!(
        heap.alloc(64, 1 << 63).is_err(),
        "only offset 0 is so aligned, and it is taken"
    );
}

#[test]
fn wrong_arguments_are_refused() {
    let mut heap = SymmetricHeap::new(4096);
    assert_eq!(heap.alloc(1, 0), Err(HeapError::Alignment { align: 0 }));
    assert_eq!(heap.alloc(1, 48), Err(HeapError::Alignment { align: 48 }));
    assert_eq!(heap.free(64), Err(HeapError::NotAllocated { offset: 64 }));
    let a = heap.alloc(128, 64).unwrap();
    assert!(heap.free(a + 64).is_err());
    assert!(heap.realloc(a + 64, 1).is_err());
    heap.free(a).unwrap();
    assert_eq!(heap.free(a), Err(HeapError::NotAllocated { offset: a }));
}

#[test]
fn realloc_grows_in_place_where_it_can() {
    let mut heap = SymmetricHeap::new(4096);
    let a = heap.alloc(64, 64).unwrap();
    assert_eq!(heap.realloc(a, 200), Ok(Reallocated::InPlace));
    assert_eq!(heap.block_len(a), Some(256));
    let b = heap.alloc(64, 64).unwrap();
    let moved = heap.realloc(a, 512).unwrap();
    let Reallocated::Moved { offset, len: 256 } = moved else {
        panic!("{moved:?}")
    };
    heap.free(a).unwrap();
    heap.free(b).unwrap();
    assert_eq!(heap.realloc(offset, 1), Ok(Reallocated::InPlace));
    assert_eq!(heap.in_use(), 64);
    assert!(heap.realloc(offset, u64::MAX).is_err());
}

#[test]
fn a_heap_of_a_tebibyte_works() {
    let mut heap = SymmetricHeap::new(1 << 40);
    assert_eq!(heap.alloc((1 << 40) - 64, 64), Ok(0));
    assert_eq!(heap.alloc(64, 64), Ok((1 << 40) - 64));
    assert!(heap.alloc(1, 1).is_err());
}

#[derive(Clone, Debug)]
enum Call {
    Alloc { len: u64, align: u64 },
    Free { nth: usize },
    Realloc { nth: usize, len: u64 },
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = prop_oneof![
        3 => (0_u64..5000, 0_u32..13).prop_map(|(len, log)| Call::Alloc { len, align: 1 << log }),
        2 => any::<usize>().prop_map(|nth| Call::Free { nth }),
        1 => (any::<usize>(), 0_u64..9000).prop_map(|(nth, len)| Call::Realloc { nth, len }),
    ];
    prop::collection::vec(call, 0..200)
}

const SIZE: u64 = 64 << 10;

/// Runs `calls`. Returns the remaining blocks as (offset, requested bytes, alignment), and all
/// offsets.
fn run(heap: &mut SymmetricHeap, calls: &[Call]) -> (Vec<(u64, u64, u64)>, Vec<u64>) {
    let (mut live, mut offsets) = (Vec::<(u64, u64, u64)>::new(), Vec::new());
    for call in calls {
        match *call {
            Call::Alloc { len, align } => match heap.alloc(len, align) {
                Ok(offset) => {
                    live.push((offset, len, align));
                    offsets.push(offset);
                }
                Err(error) => {
                    // An allocation that fits must not be refused.
                    assert!(
                        heap.largest_free() < len + align.max(64) + 64,
                        "{error} though {} are free",
                        heap.largest_free()
                    );
                }
            },
            Call::Free { nth } if !live.is_empty() => {
                let (offset, ..) = live.swap_remove(nth % live.len());
                heap.free(offset).unwrap();
            }
            Call::Realloc { nth, len } if !live.is_empty() => {
                let nth = nth % live.len();
                let (offset, _, align) = live[nth];
                match heap.realloc(offset, len) {
                    Ok(Reallocated::InPlace) => live[nth].1 = len,
                    Ok(Reallocated::Moved { offset: new, .. }) => {
                        heap.free(offset).unwrap();
                        live[nth] = (new, len, align);
                        offsets.push(new);
                    }
                    Err(_) => {}
                }
            }
            Call::Free { .. } | Call::Realloc { .. } => {}
        }
        let mut blocks = live.clone();
        blocks.sort_unstable();
        for &(offset, len, align) in &blocks {
            assert_eq!(offset % align.max(64), 0, "misaligned");
            assert!(offset + len.max(1) <= SIZE, "out of the heap");
        }
        for pair in blocks.windows(2) {
            assert!(
                pair[0].0 + pair[0].1.max(1) <= pair[1].0,
                "overlap: {pair:?}"
            );
        }
    }
    (live, offsets)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 4 } else { 256 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_are_disjoint_aligned_and_merge_again(calls in calls()) {
        let mut heap = SymmetricHeap::new(SIZE);
        let (live, _) = run(&mut heap, &calls);
        for (offset, ..) in live {
            heap.free(offset).unwrap();
        }
        prop_assert_eq!((heap.in_use(), heap.largest_free()), (0, SIZE));
        prop_assert_eq!(heap.alloc(SIZE, 64), Ok(0));
    }

    #[test]
    fn the_same_calls_give_the_same_offsets(calls in calls()) {
        let first = run(&mut SymmetricHeap::new(SIZE), &calls);
        let second = run(&mut SymmetricHeap::new(SIZE), &calls);
        prop_assert_eq!(first, second);
    }
}
