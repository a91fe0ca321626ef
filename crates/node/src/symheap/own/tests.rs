use proptest::prelude::*;

use super::*;

const SIZE: u64 = 64 << 10;

#[test]
fn the_part_grows_down_and_shrinks_again() {
    let mut own = OwnHeap::new(SIZE);
    assert_eq!((own.low(), own.in_use()), (SIZE, 0));
    let a = own.alloc(100, 8, 0).unwrap();
    assert_eq!((a, own.low(), own.block_len(a)), (SIZE - 128, a, Some(128)));
    let b = own.alloc(1, 4096, 0).unwrap();
    assert_eq!((b, own.low()), (SIZE - 4096, SIZE - 4096));
    // The bytes between both are free.
    let c = own.alloc(3000, 64, 0).unwrap();
    assert_eq!((c, own.low()), (b + 64, b));
    own.free(b).unwrap();
    assert_eq!(own.low(), c);
    own.free(c).unwrap();
    assert_eq!(own.low(), a);
    own.free(a).unwrap();
    assert_eq!((own.low(), own.in_use()), (SIZE, 0));
    assert_eq!(own.free(a), Err(HeapError::NotAllocated { offset: a }));
}

#[test]
fn nothing_is_allocated_below_the_floor() {
    let mut own = OwnHeap::new(SIZE);
    let floor = SIZE - 1024;
    let error = own.alloc(1025, 64, floor).unwrap_err();
    assert_eq!(
        error,
        HeapError::Exhausted {
            wanted: 1025,
            align: 64,
            largest_free: 1024,
            in_use: floor,
            size: SIZE
        }
    );
    assert_eq!(own.low(), SIZE, "what was refused takes nothing");
    assert!(own.alloc(1, 2048, floor).is_err());
    assert!(own.alloc(u64::MAX, 64, 0).is_err());
    assert_eq!(own.alloc(1, 3, 0), Err(HeapError::Alignment { align: 3 }));
    assert_eq!(own.alloc(1024, 64, floor), Ok(floor));
    assert!(own.alloc(0, 64, floor).is_err());
    assert!(OwnHeap::new(0).alloc(1, 1, 0).is_err());
}

proptest! {
    #[test]
    fn own_and_symmetric_blocks_never_overlap(
        calls in prop::collection::vec((0_u64..6000, 0_u32..13, 0..5, any::<usize>()), 0..200),
    ) {
        let (mut symmetric, mut own) = (SymmetricHeap::new(SIZE), OwnHeap::new(SIZE));
        // The blocks: offset, bytes, and whether they are symmetric.
        let mut live: Vec<(u64, u64, bool)> = Vec::new();
        for (len, log, kind, nth) in calls {
            let align = 1 << log;
            let found = match kind {
                0 | 1 => symmetric.alloc_below(len, align, own.low()).map(|at| (at, true)),
                2 | 3 => own.alloc(len, align, symmetric.end()).map(|at| (at, false)),
                _ if live.is_empty() => continue,
                _ => {
                    let (offset, _, is_symmetric) = live.swap_remove(nth % live.len());
                    if is_symmetric {
                        symmetric.free(offset).unwrap();
                    } else {
                        own.free(offset).unwrap();
                    }
                    continue;
                }
            };
            if let Ok((offset, is_symmetric)) = found {
                prop_assert!(offset.is_multiple_of(align) && offset + len <= SIZE);
                for &(other, other_len, _) in &live {
                    prop_assert!(offset + len.max(1) <= other || other + other_len.max(1) <= offset);
                }
                live.push((offset, len, is_symmetric));
            }
            let lowest = live.iter().filter(|block| !block.2).map(|block| block.0).min();
            prop_assert_eq!(own.low(), lowest.unwrap_or(SIZE));
            prop_assert!(symmetric.end() <= own.low());
        }
    }
}
