use farreach_verbs::{AdapterAddress, Memory as _, QpNumber, UdDestination};

use super::*;
use crate::{ArenaLayout, DeviceTag, Endpoint};

fn arena() -> Arena {
    let layout = ArenaLayout {
        internal_bytes: 4096,
        ..ArenaLayout::block(6, 2, 1, 4096)
    };
    Arena::anonymous(layout).unwrap()
}

fn endpoint(address: AdapterAddress) -> Endpoint {
    Endpoint {
        destination: UdDestination {
            address,
            qp: QpNumber(3),
            qkey: 4,
        },
        device: DeviceTag::default(),
    }
}

fn send(srq: SrqNumber) -> ForwardedMessage {
    ForwardedMessage {
        srq,
        kind: ForwardedKind::Send,
        imm: None,
    }
}

#[test]
fn all_agree_about_the_segments() {
    let arena = arena();
    let first = ArenaDomain::open(&arena, 0, 77);
    let second = ArenaDomain::open(&arena, 1, 99);
    assert_eq!(first.segments(), second.segments());
    assert_eq!(first.segments().rkey, Rkey(77));
    let stride = first.segments().stride as usize;
    for process in 0..3 {
        let at = process as usize * stride;
        arena
            .segment(process)
            .write(5, &[process as u8 + 1])
            .unwrap();
        let mut byte = [0];
        second.memory().read(at + 5, &mut byte).unwrap();
        assert_eq!(byte, [process as u8 + 1]);
    }
    let last = 2 * stride + arena.segment(2).len();
    assert_eq!(
        second.memory().len(),
        last,
        "nothing beyond the last segment"
    );
}

#[test]
fn numbers_of_queues_are_known_to_all() {
    let arena = arena();
    let mut owner = ArenaDomain::open(&arena, 2, 1);
    let other = ArenaDomain::open(&arena, 0, 1);
    let srq = owner.new_srq().unwrap();
    assert_eq!(srq, SrqNumber::of(2, 1));
    assert_eq!(owner.new_srq(), Some(SrqNumber::of(2, 2)));
    assert_eq!(other.owner(srq), Some(Owner::NotYet));
    assert_eq!(other.owner(SrqNumber::of(2, 3)), Some(Owner::NotYet));
    assert_eq!(owner.take(&mut Vec::new()), None);
    assert_eq!(owner.owner(srq), Some(Owner::Own));
    assert_eq!(other.owner(srq), Some(Owner::Other));
    assert_eq!(other.owner(SrqNumber::of(2, 3)), None);
    assert_eq!(other.owner(SrqNumber::of(3, 1)), None, "no such process");
    assert_eq!(other.owner(SrqNumber(0)), None, "no such queue");
    assert_eq!(other.owner(SrqNumber::of(1, 1)), Some(Owner::NotYet));
    owner.release_srq(srq);
    assert_eq!(other.owner(srq), None);
    assert_eq!(owner.new_srq(), Some(srq), "numbers come again");
    let all = std::iter::from_fn(|| owner.new_srq()).count();
    assert_eq!(all, SrqNumber::QUEUES_MAX as usize - 2);
    drop(owner);
    assert_eq!(other.owner(srq), None, "a process that left has none");
}

#[test]
fn messages_reach_their_owner_and_wake_it_once() {
    let arena = arena();
    let address = AdapterAddress {
        gid: [9; 16],
        port: 5,
    };
    let mut owner = ArenaDomain::open(&arena, 2, 1);
    let mut other = ArenaDomain::open(&arena, 0, 1);
    let srq = owner.new_srq().unwrap();
    // A process that could not be woken is handed nothing.
    assert_eq!(other.forward(&send(srq), b""), Forwarded::Full);
    arena
        .directory()
        .set_endpoint(arena.layout().first_rank + 2, &endpoint(address));
    let mut bytes = Vec::new();
    assert_eq!(owner.take(&mut bytes), None);
    assert!(!owner.sleep_until_packet());
    let done = other.forward(&send(srq), b"first");
    assert_eq!(done, Forwarded::Done(Some(address)));
    let written = ForwardedMessage {
        srq,
        kind: ForwardedKind::WriteImm(1000),
        imm: Some(0xffff_fff0),
    };
    assert_eq!(other.forward(&written, b""), Forwarded::Done(None));
    assert!(owner.sleep_until_packet(), "something waits");
    assert_eq!(owner.take(&mut bytes), Some(send(srq)));
    assert_eq!(bytes, b"first");
    assert_eq!(owner.take(&mut bytes), Some(written));
    assert_eq!(owner.take(&mut bytes), None);
    let most = vec![1; other.forward_max() as usize];
    while other.forward(&send(srq), &most) != Forwarded::Full {}
    assert_eq!(owner.take(&mut bytes), Some(send(srq)));
    assert_eq!(bytes, most);
}

#[test]
fn whoever_sleeps_is_woken_or_sees_the_message() {
    let rounds = if cfg!(miri) { 20 } else { 20_000 };
    let arena = arena();
    let mut owner = ArenaDomain::open(&arena, 2, 1);
    let mut other = ArenaDomain::open(&arena, 0, 1);
    let address = AdapterAddress {
        gid: [9; 16],
        port: 5,
    };
    let rank = arena.layout().first_rank + 2;
    arena.directory().set_endpoint(rank, &endpoint(address));
    let srq = owner.new_srq().unwrap();
    let woken = AtomicU64::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..rounds {
                let done = loop {
                    match other.forward(&send(srq), &[]) {
                        Forwarded::Done(address) => break address,
                        Forwarded::Full => std::thread::yield_now(),
                    }
                };
                if done.is_some() {
                    woken.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        let (mut taken, mut bytes) = (0, Vec::new());
        while taken < rounds {
            if owner.take(&mut bytes).is_some() {
                taken += 1;
                continue;
            }
            let before = woken.load(Ordering::SeqCst);
            if !owner.sleep_until_packet() {
                // Nothing but a wake-up ends this sleep.
                while woken.load(Ordering::SeqCst) == before {
                    std::thread::yield_now();
                }
            }
        }
    });
}

#[test]
fn queue_pairs_of_a_node_are_limited_together() {
    let arena = arena();
    assert!(arena.claim_queue_pairs(2, 3));
    assert!(!arena.claim_queue_pairs(2, 3));
    assert!(arena.claim_queue_pairs(1, 3));
    arena.return_queue_pairs(3);
    assert!(arena.claim_queue_pairs(3, 3));
}
