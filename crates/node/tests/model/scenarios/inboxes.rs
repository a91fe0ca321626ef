//! Messages of a pair that gets a box.

use loom::thread;

use super::Scenario;
use crate::inboxes::incoming::Incoming;
use crate::inboxes::outgoing::Outgoing;
use crate::inboxes::slots;
use crate::ring::Ring;
use crate::{Memory, Suite};

/// Bytes of a message that takes one line, and of a message that takes two.
const SHORT: usize = 8;
const TWO_LINES: usize = 64;
/// Bytes of a message that is too long for lines.
const LONG: usize = slots::MESSAGE_MAX;

/// Each message is taken once, whole, and in the order of sending.
pub(crate) const INBOXES: Suite = Suite {
    files: &["incoming.rs", "outgoing.rs", "slots.rs"],
    scenarios: &[
        Scenario {
            name: "from the ring to the box",
            preemptions: 2,
            run: || pass(&[SHORT, SHORT, SHORT, SHORT]),
        },
        Scenario {
            name: "more than the box has room for",
            preemptions: 2,
            run: || pass(&[SHORT, SHORT, SHORT, SHORT, TWO_LINES, SHORT, TWO_LINES]),
        },
        Scenario {
            name: "long ones behind the lines",
            preemptions: 2,
            run: || pass(&[SHORT, SHORT, SHORT, LONG, LONG, LONG]),
        },
    ],
};

fn pass(lens: &'static [usize]) {
    let (ring, pair) = (
        Memory::zeroed(Ring::BYTES, &[]),
        Memory::zeroed(slots::BYTES, &[]),
    );
    let (its_ring, its_pair) = (Ring::new(ring.clone()), pair.clone());
    thread::spawn(move || {
        let mut outgoing = Outgoing::new(0);
        for (number, &len) in lens.iter().enumerate() {
            let bytes = content(number, len);
            let kind = number as u8;
            loop {
                let is_sent = len == SHORT && outgoing.push_short(kind, head(&bytes), &[]);
                if is_sent || outgoing.push(&its_ring, || its_pair.clone(), kind, &bytes, &[]) {
                    break;
                }
                thread::yield_now();
            }
        }
    });
    let (ring, mut incoming) = (Ring::new(ring), Incoming::new());
    for (number, &len) in lens.iter().enumerate() {
        let mut bytes = Vec::new();
        loop {
            if let Some(short) = incoming.take_short(number as u8) {
                bytes = short.head().to_vec();
                assert_eq!(short.len, SHORT);
                break;
            }
            if let Some((envelope, len)) = incoming.take(&ring, |_| Some(pair.clone()), &mut bytes)
            {
                bytes.truncate(len);
                assert_eq!(usize::from(envelope.kind), number, "out of order");
                break;
            }
            thread::yield_now();
        }
        assert_eq!(bytes, content(number, len), "not what was sent");
    }
    assert!(incoming.is_empty(&ring), "one too many");
}

fn head(bytes: &[u8]) -> [u8; 8] {
    bytes.try_into().expect("a short message")
}

fn content(number: usize, len: usize) -> Vec<u8> {
    vec![1 + number as u8; len]
}
