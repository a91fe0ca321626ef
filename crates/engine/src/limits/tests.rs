use core::cell::Cell;

use farreach_verbs::UdDestination;
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::*;
use crate::{CLASSES, Reach};

const KEEP: Duration = Duration::from_millis(10);

/// Counts the queue pairs of a node.
#[derive(Default)]
struct Node(Cell<u32>);

impl Directory for Node {
    fn endpoint(&self, _: Rank) -> Option<UdDestination> {
        None
    }

    fn claim_queue_pairs(&self, count: u32, limit: u32) -> bool {
        let claimed = self.0.get() + count;
        if claimed <= limit {
            self.0.set(claimed);
        }
        claimed <= limit
    }

    fn return_queue_pairs(&self, count: u32) {
        self.0.set(self.0.get() - count);
    }
}

fn limits(change: impl FnOnce(&mut Fabric)) -> Limits {
    let mut fabric = Fabric {
        keep: KEEP,
        ..Fabric::default()
    };
    change(&mut fabric);
    Limits::new(&fabric)
}

fn after(millis: u64) -> Time {
    Time::ZERO + Duration::from_millis(millis)
}

/// Peers 0, 1 and so on with connections that were last used at these times. Odd peers are busy.
fn candidates(used: &[u64]) -> impl Iterator<Item = Candidate> {
    (0..).zip(used).map(|(peer, &millis)| Candidate {
        peer,
        last_used: after(millis),
        is_busy: peer % 2 == 1,
    })
}

#[test]
fn claims_stay_within_both_limits() {
    let (node, mut random) = (Node::default(), Pcg64::seed_from_u64(1));
    let mut limits = limits(|fabric| (fabric.qps, fabric.node_qps) = (Some(3), Some(4)));
    node.0.set(2);
    for _ in 0..2 {
        limits.claim(false, &node, &mut random).unwrap();
        limits.made(1);
    }
    let refused = limits.claim(false, &node, &mut random);
    assert_eq!(refused, Err(Refusal::QueuePairs { limit: 4 }));
    node.0.set(3);
    limits.claim(false, &node, &mut random).unwrap();
    limits.made(1);
    let refused = limits.claim(false, &node, &mut random);
    assert_eq!(refused, Err(Refusal::QueuePairs { limit: 3 }));
    limits.gone(1);
    limits.give_back(false, &node);
    assert_eq!((limits.queue_pairs(), node.0.get()), ((2, 3), 3));
    limits.give_back_all(&node);
    assert_eq!(node.0.get(), 1);
}

#[test]
fn a_connection_of_several_queue_pairs_claims_all_but_with_a_lane() {
    let (node, mut random) = (Node::default(), Pcg64::seed_from_u64(1));
    let mut limits = limits(|fabric| (fabric.reach, fabric.node_qps) = (Reach::RcMsrq, Some(100)));
    limits.claim(false, &node, &mut random).unwrap();
    assert_eq!(node.0.get(), CLASSES as u32);
    limits.claim(true, &node, &mut random).unwrap();
    assert_eq!(node.0.get(), CLASSES as u32 + 1);
}

#[test]
fn the_least_recently_used_that_is_idle_makes_room() {
    let (node, mut random) = (Node::default(), Pcg64::seed_from_u64(1));
    let mut limits = limits(|fabric| fabric.qps = Some(0));
    limits.claim(false, &node, &mut random).unwrap_err();
    let used = [30, 1, 20, 2, 95];
    assert!(limits.must_look(after(100), 1));
    let chosen = limits.choose(after(100), 1, candidates(&used), &mut random);
    assert_eq!((chosen, limits.look_at()), (alloc::vec![2], None));
    // Only one makes room, since the other was used just now. There is another search later.
    let chosen = limits.choose(after(100), 3, candidates(&used), &mut random);
    assert_eq!(chosen, [2, 0]);
    let look_at = limits.look_at().unwrap();
    assert!(look_at > after(100) && look_at <= after(110));
    assert!(!limits.must_look(after(100), 1));
    // After ten times `keep`, a connection in use makes room.
    assert!(limits.must_look(after(200), 3));
    let chosen = limits.choose(after(200), 3, candidates(&used), &mut random);
    assert_eq!(chosen, [1, 3, 2]);
}

#[test]
fn a_device_without_queue_pairs_is_tried_again_first() {
    let mut limits = limits(|_| ());
    assert!(!limits.must_look(after(1), 1));
    assert_eq!(limits.look_at(), Some(after(1) + DOUBT));
    assert!(limits.must_look(after(1) + DOUBT, 1));
    assert!(!limits.must_look(after(50), 0));
    assert_eq!(limits.look_at(), None);
}
