//! Two-sided messages of the runtime.

use std::collections::BTreeMap;

use farreach_runtime::{MESSAGE_MAX, Message};
use farreach_shmem::{Error, Pe};

use crate::pattern::{assert_same, bytes};

/// The number of messages from each PE to each other.
const MESSAGES: u32 = 40;

/// A length that both sides know.
fn length(from: u32, to: u32, number: u32) -> usize {
    let mixed = from.wrapping_mul(31) ^ to.wrapping_mul(17) ^ number.wrapping_mul(2_654_435_761);
    let most = [32, 200, 1000, MESSAGE_MAX as u32][(number % 4) as usize];
    (mixed % (most + 1)) as usize
}

/// The messages that a PE still has to receive.
struct Expected {
    me: u32,
    /// The number of each sender's next message.
    next: BTreeMap<u32, u32>,
}

impl Expected {
    fn take(&mut self, message: &Message) {
        let source = message.source;
        let number = self.next.entry(source).or_default();
        let wanted = bytes(seed(source, *number), length(source, self.me, *number));
        let what = || format!("message {number} from {source} to {}", self.me);
        assert_same(&message.bytes, &wanted, what);
        *number += 1;
    }
}

fn seed(source: u32, number: u32) -> u64 {
    u64::from(source) << 32 | u64::from(number)
}

/// All PEs send messages of all sizes to all others. Every message arrives once, and in its
/// sender's order, whether the receiver takes messages early or late.
pub(crate) fn messages(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    let mut expected = Expected {
        me,
        next: BTreeMap::new(),
    };
    for number in 0..MESSAGES {
        for to in (0..all).filter(|&to| to != me) {
            world.send(to, &bytes(seed(me, number), length(me, to, number)))?;
        }
        if me % 2 == 0
            && let Some(message) = world.try_take()?
        {
            expected.take(&message);
        }
    }
    while expected.next.values().sum::<u32>() < MESSAGES * (all - 1) {
        expected.take(&world.take()?);
    }
    pe.quiet()?;
    assert_eq!(world.try_take()?, None, "more than was sent");
    let long = vec![0; MESSAGE_MAX + 1];
    let refused = world.send((me + 1) % all, &long).expect_err("too long");
    assert!(refused.to_string().contains(&MESSAGE_MAX.to_string()));
    pe.barrier_all()
}

/// Messages that nobody takes yet do not hold up later operations.
pub(crate) fn taken_late(pe: &Pe) -> Result<(), Error> {
    const COUNT: u32 = 400;
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    let word = pe.alloc::<u64>(1)?;
    let others = || (0..all).filter(move |&to| to != me);
    for number in 0..COUNT {
        for to in others() {
            world.send(to, &bytes(seed(me, number), 600))?;
        }
    }
    for to in others() {
        pe.fetch_inc(word.at(0).on(to))?;
    }
    pe.barrier_all()?;
    let mut counted = 0;
    while let Some(message) = world.try_take()? {
        assert_eq!(message.bytes.len(), 600);
        counted += 1;
    }
    while counted < COUNT * (all - 1) {
        assert_eq!(world.take()?.bytes.len(), 600);
        counted += 1;
    }
    pe.barrier_all()
}
