//! Serial and overlapped set-ups on slow devices.

use farreach_connect::{Config, Protocol, Rank};

use crate::node::{Outcome, config};
use crate::world::{Event, Hostility, World};

/// The latency of a message, in microseconds.
const LATENCY: u64 = 10;
/// The time to create a queue pair, in microseconds.
const CREATE: u64 = 367;
/// The time to move a queue pair to RTS, in microseconds.
const TRANSITIONS: u64 = 105;

/// Two processes on devices that do one thing at a time and block their process.
fn slow(protocol: Protocol) -> World {
    let hostility = Hostility {
        latency: LATENCY,
        create: CREATE,
        bring_up: TRANSITIONS,
        blocking: true,
        ..Hostility::default()
    };
    let config = |rank: Rank| Config {
        protocol,
        announce: true,
        ..config(rank, 2, 1, 4)
    };
    let mut world = World::with(2, 1, hostility, config);
    for node in 0..2 {
        world.at(0, Event::Ready { node });
    }
    world.run();
    world
}

/// The microseconds from the first need until the connection is up at process 0, and the number of
/// messages by kind.
fn connect(protocol: Protocol, both: bool) -> (u64, [usize; 5]) {
    let mut world = slow(protocol);
    world.at(1, Event::Connect { node: 0, peer: 1 });
    if both {
        world.at(1, Event::Connect { node: 1, peer: 0 });
    }
    world.run();
    world.check_at_rest();
    for (node, peer) in [(0, 1), (1, 0)] {
        assert_eq!(world.node(node).outcomes, [Outcome::Up(peer)]);
    }
    let took = world.node(0).manager.counters().setup_max;
    (took.as_micros() as u64, world.kinds())
}

#[test]
fn overlapped_both_create_at_the_same_time() {
    let (took, kinds) = connect(Protocol::Overlap, false);
    let device = CREATE + TRANSITIONS;
    assert!(
        (device + LATENCY..=device + 3 * LATENCY).contains(&took),
        "{took} us"
    );
    assert_eq!(kinds[0], 2, "one to announce, one with the end");
    assert_eq!(kinds[3..], [0, 0], "nobody has to be patient");
}

#[test]
fn serially_the_server_creates_when_it_has_the_clients_end() {
    let (took, kinds) = connect(Protocol::Serial, false);
    // Both sides do their transitions at the same time, since the server replies before its own.
    let device = 2 * CREATE + TRANSITIONS;
    assert!(
        (device + LATENCY..=device + 3 * LATENCY).contains(&took),
        "{took} us"
    );
    assert_eq!(kinds[0], 1);
    assert_eq!(kinds[3..], [0, 0]);
}

#[test]
fn both_at_once_take_no_longer_than_an_overlap() {
    for protocol in [Protocol::Overlap, Protocol::Serial] {
        let (took, _) = connect(protocol, true);
        let device = CREATE + TRANSITIONS;
        assert!(took <= device + 3 * LATENCY, "{protocol}: {took} us");
    }
}

#[test]
fn a_serial_client_that_is_not_ready_waits_without_a_word() {
    let config = |rank: Rank| Config {
        protocol: Protocol::Serial,
        ..config(rank, 2, 1, 4)
    };
    let mut world = World::with(2, 1, Hostility::default(), config);
    world.at(0, Event::Ready { node: 1 });
    world.at(1, Event::Connect { node: 0, peer: 1 });
    // Much later than a silent peer is given up.
    world.at(900_000, Event::Ready { node: 0 });
    world.run();
    world.check_at_rest();
    assert_eq!(world.node(0).outcomes, [Outcome::Up(1)]);
    assert_eq!(world.kinds(), [1, 1, 1, 0, 0]);
}

#[test]
fn protocols_have_names() {
    for (name, protocol) in [("overlap", Protocol::Overlap), ("serial", Protocol::Serial)] {
        assert_eq!(name.parse(), Ok(protocol));
        assert_eq!(protocol.to_string(), name);
    }
    assert!("both".parse::<Protocol>().is_err());
}
