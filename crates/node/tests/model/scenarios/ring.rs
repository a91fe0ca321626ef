//! Records in a ring.

use loom::thread;

use super::Scenario;
use crate::Memory;
use crate::Suite;
use crate::ring::{Record, Ring};

/// Bytes of a record that fits into a unit, and of a record that takes two.
const SHORT: usize = 8;
const LONG: usize = 48;

/// Each record comes out once and whole. The records of one producer come out in their order.
pub(crate) const RING: Suite = Suite {
    files: &["ring.rs"],
    scenarios: &[
        Scenario {
            name: "one after the other",
            preemptions: 3,
            run: || pass(1, &[SHORT, SHORT]),
        },
        Scenario {
            name: "two producers",
            preemptions: 3,
            run: || pass(2, &[SHORT]),
        },
        Scenario {
            name: "more than there is room for",
            preemptions: 3,
            run: || pass(1, &[LONG, LONG, LONG]),
        },
        Scenario {
            name: "round the end",
            preemptions: 3,
            run: || pass(1, &[SHORT, LONG, LONG, SHORT]),
        },
    ],
};

fn pass(producers: usize, lens: &'static [usize]) {
    let memory = Memory::zeroed(Ring::BYTES, &[]);
    for producer in 0..producers {
        let ring = Ring::new(memory.clone());
        thread::spawn(move || {
            for (number, &len) in lens.iter().enumerate() {
                let bytes = content(producer, number, len);
                let words = [producer as u64, number as u64];
                while !ring.push(&Record {
                    words,
                    bytes: &bytes,
                    more: &[],
                }) {
                    thread::yield_now();
                }
            }
        });
    }
    let ring = Ring::new(memory);
    let (mut next, mut bytes) = (vec![0; producers], Vec::new());
    while next.iter().sum::<usize>() < producers * lens.len() {
        let Some([producer, number]) = ring.pop(&mut bytes) else {
            thread::yield_now();
            continue;
        };
        let (producer, number) = (producer as usize, number as usize);
        assert_eq!(number, next[producer], "out of order");
        next[producer] += 1;
        assert_eq!(
            bytes,
            content(producer, number, lens[number]),
            "not what went in"
        );
    }
    assert!(ring.is_empty(), "one too many");
}

fn content(producer: usize, number: usize, len: usize) -> Vec<u8> {
    vec![(1 + 16 * producer + number) as u8; len]
}
