//! Devices whose datagrams are protected in different ways, and those that learn the secret later.

use std::time::Instant;

use farreach_soft::{LinkFailure, Protection, SoftConfig};
use farreach_verbs::{CompletionStatus, Device};

use crate::node::{Node, Numbers, PATIENCE, connect, fresh_seed, wait};

const SECRET: [u8; 32] = [4; 32];

fn node(numbers: &mut Numbers, protection: Protection) -> Node {
    let config = SoftConfig {
        protection: Some(protection),
        ..SoftConfig::loopback(numbers.next())
    };
    Node::new(&config, 4096)
}

/// Takes nothing of a device with another protection, and names it.
#[test]
fn another_protection_is_named_and_nothing_is_taken() {
    let mut numbers = Numbers(fresh_seed());
    for (ours, theirs) in [
        (Protection::Authentic(Some(SECRET)), Protection::Checked),
        (
            Protection::Authentic(Some(SECRET)),
            Protection::Sealed(Some(SECRET)),
        ),
        (
            Protection::Sealed(Some(SECRET)),
            Protection::Authentic(Some(SECRET)),
        ),
    ] {
        let mut a = node(&mut numbers, ours);
        let mut b = node(&mut numbers, theirs);
        let (_, qp) = connect(&mut a, &mut b);
        b.fill(0, &[9; 64]);
        let op = b.write_to(a.region.rkey, 0, 64);
        b.post(qp, 1, op);
        let begun = Instant::now();
        let failure = loop {
            a.progress();
            b.progress();
            if let Some(failure) = a.device.take_link_failure() {
                break failure;
            }
            assert!(begun.elapsed() < PATIENCE, "nothing is said");
        };
        let (to, theirs) = (b.device.address(), theirs.name());
        assert_eq!(failure, LinkFailure::OtherProtection { to, theirs });
        assert_eq!(a.device.counters().rc.packets_received, 0);
        assert!(a.bytes(0, 64) == [0; 64]);
    }
}

/// What arrives before the secret is known is lost, and what is lost is sent again.
#[test]
fn a_device_without_the_secret_sends_and_takes_nothing_until_it_comes() {
    let mut numbers = Numbers(fresh_seed());
    for (early, late) in [
        (
            Protection::Authentic(Some(SECRET)),
            Protection::Authentic(None),
        ),
        (Protection::Sealed(Some(SECRET)), Protection::Sealed(None)),
    ] {
        let (mut a, mut b) = (node(&mut numbers, early), node(&mut numbers, late));
        let (from_a, from_b) = connect(&mut a, &mut b);
        a.fill(0, &[7; 64]);
        let op = a.write_to(b.region.rkey, 0, 64);
        a.post(from_a, 1, op);
        b.fill(64, &[8; 64]);
        let op = b.write_to(a.region.rkey, 64, 64);
        b.post(from_b, 2, op);
        let begun = Instant::now();
        let lacks = |b: &Node| {
            let counters = b.device.link_counters();
            counters.early == 0 || counters.unsealed == 0
        };
        while lacks(&b) {
            a.progress();
            b.progress();
            assert!(begun.elapsed() < PATIENCE, "nothing arrives");
        }
        assert_eq!(b.device.link_counters().packets_sent, 0);
        assert!(b.bytes(0, 64) == [0; 64]);
        b.device.set_secret(SECRET);
        let ended = [wait(&mut [&mut a, &mut b]), wait(&mut [&mut b, &mut a])];
        let succeeded = ended.map(|completion| completion.status == CompletionStatus::Success);
        assert_eq!(succeeded, [true; 2]);
        assert!(b.bytes(0, 64) == [7; 64] && a.bytes(64, 64) == [8; 64]);
    }
}
