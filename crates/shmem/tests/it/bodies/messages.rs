//! Two-sided messages of the runtime.

use std::collections::BTreeMap;

use farreach_runtime::MESSAGE_MAX;
use farreach_shmem::{Error, Pe};

use crate::pattern::bytes;

/// Messages from each PE to each other.
const MESSAGES: u32 = 40;

/// A length that both sides know.
fn length(from: u32, to: u32, number: u32) -> usize {
    let mixed = from.wrapping_mul(31) ^ to.wrapping_mul(17) ^ number.wrapping_mul(2_654_435_761);
    let most = [32, 200, 1000, MESSAGE_MAX as u32][(number % 4) as usize];
    (mixed % (most + 1)) as usize
}

/// Everybody sends to everybody, of all sizes; all come, each once and in its sender's order, whether the receiver takes them
/// early or late.
pub(crate) fn messages(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    let mut next: BTreeMap<u32, u32> = BTreeMap::new();
    let mut check = |source: u32, message: &[u8]| {
        let number = next.entry(source).or_default();
        let len = length(source, me, *number);
        let expected = bytes(u64::from(source * 1000 + *number), len);
        assert!(
            message == expected,
            "message {number} from {source} to {me}"
        );
        *number += 1;
    };
    for number in 0..MESSAGES {
        for to in (0..all).filter(|&to| to != me) {
            let len = length(me, to, number);
            world.send(to, &bytes(u64::from(me * 1000 + number), len))?;
        }
        if me % 2 == 0
            && let Some(message) = world.try_take()?
        {
            check(message.source, &message.bytes);
        }
    }
    let total = |next: &BTreeMap<u32, u32>| next.values().sum::<u32>();
    let mut taken = 0;
    let _ = &mut taken;
    while total(&next) < MESSAGES * (all - 1) {
        let message = world.take()?;
        let number = next.entry(message.source).or_default();
        let len = length(message.source, me, *number);
        let expected = bytes(u64::from(message.source * 1000 + *number), len);
        assert!(
            message.bytes == expected,
            "message {number} from {} to {me}",
            message.source
        );
        *number += 1;
    }
    pe.quiet()?;
    assert_eq!(world.try_take()?, None, "more than was sent");
    let long = vec![0; MESSAGE_MAX + 1];
    let refused = world.send((me + 1) % all, &long).expect_err("too long");
    assert!(refused.to_string().contains(&MESSAGE_MAX.to_string()));
    pe.barrier_all()
}
