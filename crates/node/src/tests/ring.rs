use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use farreach_verbs::Memory as _;
use proptest::prelude::*;

use crate::Memory;
use crate::ring::{CAPACITY, PADDING, Record, Ring, TAIL, UNIT, WRITTEN};

fn ring() -> Ring {
    Ring::new(Memory::allocate(Ring::BYTES))
}

fn record(words: [u64; 2], bytes: &[u8]) -> Record<'_> {
    Record {
        words,
        bytes,
        more: &[],
    }
}

#[test]
fn it_fills_up_and_has_room_again() {
    let ring = ring();
    let bytes = vec![7; Ring::MESSAGE_MAX];
    let mut count = 0;
    while ring.push(&record([count, 0], &bytes)) {
        count += 1;
    }
    assert_eq!(count, CAPACITY / (Ring::MESSAGE_MAX as u64 + UNIT));
    let mut taken = Vec::new();
    for round in 0..1000 {
        assert!(!ring.is_empty());
        assert_eq!(ring.pop(&mut taken), Some([round, 0]));
        assert_eq!(taken, bytes);
        // If a record does not fit before the end, the space there is free only when the records
        // before it are taken.
        while ring.push(&record([count, 0], &bytes)) {
            count += 1;
        }
        assert!(count > round + 5);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 4 } else { 128 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_come_out_as_they_went_in(
        steps in proptest::collection::vec((any::<bool>(), 0usize..Ring::MESSAGE_MAX, any::<u64>()), 0..200),
    ) {
        let ring = ring();
        let mut model = VecDeque::new();
        let mut taken = Vec::new();
        for (push, len, word) in steps {
            if push {
                let len = if word % 3 > 0 { len % 100 } else { len };
                let bytes = vec![word as u8; len];
                if ring.push(&record([word, !word], &bytes)) {
                    model.push_back((word, bytes));
                }
            } else {
                let expected = model.pop_front();
                prop_assert_eq!(ring.is_empty(), expected.is_none());
                let words = ring.pop(&mut taken);
                prop_assert_eq!(words, expected.as_ref().map(|&(word, _)| [word, !word]));
                if let Some((_, bytes)) = expected {
                    prop_assert_eq!(&taken, &bytes);
                }
            }
        }
    }
}

#[test]
fn producers_do_not_mix() {
    let memory = Memory::allocate(Ring::BYTES);
    let (producers, each) = if cfg!(miri) { (2, 30) } else { (4, 20_000) };
    std::thread::scope(|scope| {
        for producer in 0..producers {
            let ring = Ring::new(memory.clone());
            scope.spawn(move || {
                for number in 0..each {
                    let bytes =
                        vec![producer as u8; (number as usize * 37 + producer as usize) % 700];
                    while !ring.push(&record([producer, number], &bytes)) {
                        std::thread::yield_now();
                    }
                }
            });
        }
        let ring = Ring::new(memory.clone());
        let mut next = vec![0; producers as usize];
        let mut taken = Vec::new();
        while next.iter().sum::<u64>() < producers * each {
            let Some([producer, number]) = ring.pop(&mut taken) else {
                std::thread::yield_now();
                continue;
            };
            assert_eq!(number, next[producer as usize]);
            next[producer as usize] += 1;
            let len = (number as usize * 37 + producer as usize) % 700;
            assert!(taken.len() == len && taken.iter().all(|&byte| byte == producer as u8));
        }
        assert!(ring.is_empty());
    });
}

#[test]
fn damage_is_not_believed() {
    for (units, len) in [(0, 0), (1, 41), (1 << 20, 8), (2, u64::from(u32::MAX))] {
        for kind in [0, PADDING] {
            let ring = ring();
            if kind == PADDING && (1..=2).contains(&units) {
                continue;
            }
            let state = WRITTEN | kind | units << 32 | len;
            ring.state(0).store(state, Ordering::Relaxed);
            assert_eq!(
                ring.pop(&mut Vec::new()),
                None,
                "{units} units, {len} bytes"
            );
        }
    }
}

#[test]
fn what_was_not_written_to_the_end_is_never_taken() {
    let ring = ring();
    assert!(ring.push(&record([1, 1], b"whole")));
    // A producer that was killed after it had reserved a unit.
    ring.word(TAIL).fetch_add(UNIT, Ordering::Relaxed);
    assert!(ring.push(&record([2, 2], b"behind it")));
    let mut taken = Vec::new();
    assert_eq!(ring.pop(&mut taken), Some([1, 1]));
    assert_eq!(ring.pop(&mut taken), None);
    assert!(ring.is_empty());
}
