use std::time::Duration;

use farreach_engine::Reach;
use farreach_patterns::Places;
use farreach_sim::{EventLoop, Turn};
use farreach_verbs::Time;

use super::{Cache, Carried, End, Links};
use crate::count::Nodes;
use crate::machine::{Cost, Machine, Rate};

const ATOMIC: u64 = 70;

/// Transfers: when they are posted, from which node to which, over which queue pair, and bytes. A byte takes a nanosecond.
type Posted = (u64, u32, u32, u64, u32);

fn links() -> Links<usize> {
    let mut machine = Machine::preset("chinook").unwrap();
    machine.network.bandwidth = cost(Rate(1e9));
    machine.adapter.atomic = cost(Duration::from_nanos(ATOMIC));
    Links::new(8, &machine)
}

fn cost<T>(value: T) -> Cost<T> {
    let source = "chosen".to_owned();
    Cost { value, source }
}

/// When each transfer has passed its links.
fn ends(posted: &[Posted], update: Option<Duration>) -> Vec<u64> {
    let mut links = links();
    let mut events = EventLoop::new(1);
    for (number, &(at, from, to, queue_pair, bytes)) in posted.iter().enumerate() {
        let end = |node| End { node, queue_pair };
        let carried = Carried {
            latency: Duration::ZERO,
            update,
            process: 0,
            arrival: number,
        };
        let ends = (end(from), end(to));
        links.post((Time::ZERO, Time(at)), ends, f64::from(bytes), carried);
    }
    let mut ends = vec![0; posted.len()];
    while let Some((now, _, turn)) = links.poll(&mut events) {
        let Turn::Arrival(number) = turn else {
            panic!("{turn:?}");
        };
        ends[number] = now.0;
    }
    ends
}

/// Transfers that begin together: the k-th in the order of lengths has passed when all shorter ones have, and each longer one has had as
/// much as itself.
#[test]
fn transfers_share_a_link_evenly() {
    let bytes = [500, 100, 900, 300, 300];
    let closed = |own: u32| bytes.iter().map(|&other| u64::from(other.min(own))).sum();
    let expected: Vec<u64> = bytes.iter().map(|&own| closed(own)).collect();
    let out: Vec<Posted> = (1..)
        .zip(bytes)
        .map(|(to, bytes)| (0, 0, to, u64::from(to), bytes))
        .collect();
    assert_eq!(ends(&out, None), expected);
    let into: Vec<Posted> = out
        .iter()
        .map(|&(at, own, to, qp, bytes)| (at, to, own, qp, bytes))
        .collect();
    assert_eq!(ends(&into, None), expected);
    // Three nodes send to one, and one of them to another as well: its own link is half free.
    let crossed = [
        (0, 1, 0, 1, 300),
        (0, 2, 0, 2, 300),
        (0, 3, 0, 3, 300),
        (0, 3, 4, 4, 300),
    ];
    assert_eq!(ends(&crossed, None), [900, 900, 900, 600]);
}

#[test]
fn who_comes_later_shares_what_is_left() {
    // Alone for 100, then half for 400, then alone again.
    let two = [(0, 0, 1, 1, 400), (100, 0, 2, 2, 200)];
    assert_eq!(ends(&two, None), [600, 500]);
    // Behind each other on one queue pair, beside another that has as much as both of them.
    let three = [(0, 0, 1, 1, 100), (0, 0, 1, 1, 50), (0, 0, 2, 2, 150)];
    assert_eq!(ends(&three, None), [200, 300, 300]);
    // After a pause.
    let apart = [
        (0, 0, 1, 1, 100),
        (5_000, 0, 1, 1, 100),
        (5_000, 0, 1, 2, 1),
    ];
    assert_eq!(ends(&apart, None), [100, 5_101, 5_002]);
}

/// Updates of one node's memory follow each other, whoever asks for them. Those of another node don't wait.
#[test]
fn updates_of_a_node_take_turns_at_its_unit() {
    let back = Duration::from_micros(1);
    let mut posted: Vec<Posted> = (1..6)
        .map(|from| (0, from, 0, u64::from(from), 0))
        .collect();
    posted.push((0, 6, 7, 6, 0));
    let mut expected: Vec<u64> = (1..6).map(|turn| turn * ATOMIC + 1_000).collect();
    expected.push(ATOMIC + 1_000);
    assert_eq!(ends(&posted, Some(back)), expected);
}

#[test]
fn the_least_recently_used_context_goes() {
    let mut cache = Cache::default();
    let touched = [1, 2, 1, 3, 2, 1, 3, 3].map(|queue_pair| cache.touch(queue_pair, 2));
    assert_eq!(
        touched,
        [false, false, true, false, false, false, false, true]
    );
}

/// Both directions of a connection have one queue pair, whose context an adapter needs once. An XRC initiator is another one than the target.
#[test]
fn a_connection_has_one_context_at_each_end() {
    let nodes = Nodes(Places::new(4, 2).unwrap());
    let contexts = |reach| {
        let [there, back] = [(1, 2), (2, 1)].map(|way| super::ends(nodes, reach, way));
        assert_eq!((there.0.node, there.1.node), (0, 1));
        [(there.0, back.1), (there.1, back.0)].map(|(one, other)| {
            assert_eq!(one.node, other.node);
            one.queue_pair == other.queue_pair
        })
    };
    for reach in [Reach::Rc, Reach::RcMsrq] {
        assert_eq!(contexts(reach), [true, true], "{reach}");
    }
    for reach in [Reach::Exrc, Reach::Sxrc, Reach::Server] {
        assert_eq!(contexts(reach), [false, false], "{reach}");
    }
    let [one, other] = [2, 3].map(|to| super::ends(nodes, Reach::Rc, (1, to)).0);
    assert_ne!(one.queue_pair, other.queue_pair);
}
