//! Operations that the CPU of the memory's owner executes, because the device has no such operation.

use farreach_engine::{Op, PORTS, Tracking};
use farreach_sim::Faults;
use farreach_verbs::{Abilities, AtomicOp, AtomicWidth, InlineData};

use crate::cluster::{Cluster, SimEngine};
use crate::operations::inline;

/// Puts to a word, each followed by a fetch of the word, on a lossy network. Each fetch sees the put before it, and what was put later
/// is seen by later fetches alone.
fn put_and_fetch(
    seed: u64,
    make: impl Fn(u64, Faults) -> Cluster,
    prepare: impl Fn(&mut SimEngine),
) {
    let faults = Faults {
        loss: 0.05,
        reordering: 0.2,
        ..Faults::default()
    };
    let mut cluster = make(seed, faults);
    cluster.engines.iter_mut().for_each(prepare);
    for value in 1..=20u64 {
        let now = cluster.now();
        let op = Op::Put {
            source: inline(&value.to_le_bytes()),
            offset: 64,
        };
        cluster.engines[0].submit(now, 1, op, Tracking::Implicit);
        let (width, op) = if value.is_multiple_of(2) {
            (AtomicWidth::W64, AtomicOp::Add(0))
        } else {
            (AtomicWidth::W32, AtomicOp::Or(0))
        };
        let offset = 64;
        let op = Op::Atomic { width, op, offset };
        cluster.engines[0].submit(now, 1, op, Tracking::Token(value));
        for _ in 0..seed % 7 {
            cluster.step();
        }
    }
    for value in 1..=20 {
        assert_eq!(cluster.result(0, value).result, Ok(value), "seed {seed}");
    }
    assert_eq!(cluster.engines[0].take_failure(), None);
    assert!(cluster.engines[0].is_connected(1));
}

#[test]
fn atomics_of_the_owner_keep_their_place_among_puts() {
    for seed in 0..200 {
        for without in [
            Abilities::COHERENT_ATOMICS,
            Abilities::EXTENDED_ATOMICS,
            Abilities::SPARSE_REGIONS,
            Abilities::ALL,
        ] {
            let alike = |seed, faults| Cluster::without(2, seed, faults, without);
            put_and_fetch(seed, alike, |_| ());
            // An adapter of the software and one in hardware, and the other way round.
            let software = Abilities::KEYED_CHECK;
            if !seed.is_multiple_of(4) {
                continue;
            }
            for pair in [
                [software, software | without],
                [software | without, software],
            ] {
                let mixed = |seed, faults| Cluster::mixed(seed, faults, &pair);
                put_and_fetch(seed, mixed, |_| ());
            }
        }
    }
}

#[cfg(debug_assertions)]
#[test]
fn an_atomic_that_overtakes_puts_is_found() {
    use farreach_engine::Bug;

    let found = (0..1_000u64).find(|&seed| {
        let planted = |engine: &mut SimEngine| engine.plant(Bug::OwnerOvertakes);
        let without = Abilities::COHERENT_ATOMICS;
        let alike = |seed, faults| Cluster::without(2, seed, faults, without);
        let ended = std::panic::catch_unwind(|| put_and_fetch(seed, alike, planted));
        ended.is_err()
    });
    println!("seed {found:?}");
    assert!(found.is_some(), "1,000 schedules did not find it");
}

#[test]
fn signals_store_words_and_keep_no_receive_buffer() {
    let mut cluster = Cluster::without(2, 1, Faults::default(), Abilities::ANNOUNCED_WRITES);
    assert!(cluster.engines[0].has_signals());
    // More signals than there are buffers, some of them without a word.
    for value in 1..=1000u64 {
        let data = match value % 3 {
            0 => InlineData::new(&[]),
            _ => InlineData::new(&value.to_le_bytes()),
        };
        let op = Op::Signal {
            data: data.expect("a word"),
            offset: 64,
        };
        let now = cluster.now();
        cluster.engines[0].submit(now, 1, op, Tracking::Token(value));
    }
    for value in 1..=1000 {
        assert_eq!(cluster.result(0, value).result, Ok(0));
    }
    assert_eq!(cluster.segments[1].to_vec()[64..72], 1000u64.to_le_bytes());
    assert!((0..PORTS).all(|port| !cluster.engines[1].has_message(port)));
}

#[test]
fn parts_are_registered_when_they_are_needed() {
    let mut cluster = Cluster::without(2, 1, Faults::default(), Abilities::SPARSE_REGIONS);
    for (token, offset) in [(1, 0), (2, 8), (3, 60), (4, 200)] {
        let now = cluster.now();
        let source = inline(&[7; 8]);
        let op = Op::Put { source, offset };
        cluster.engines[0].submit(now, 1, op, Tracking::Token(token));
        assert_eq!(cluster.result(0, token).result, Ok(0));
    }
    // Parts begin and end at multiples of 64: one for the first two puts, one over the border, and one at 192.
    let mut key = |offset| {
        let part = cluster.engines[1].segment_part(offset, 8);
        part.expect("it was registered").0.rkey
    };
    let keys = [0, 8, 60, 64, 200].map(&mut key);
    assert_eq!(keys[0], keys[1]);
    assert_eq!(keys[2], keys[3], "the part over the border has both");
    assert!(keys[1] != keys[2] && keys[3] != keys[4]);
    assert_eq!(cluster.segments[1].to_vec()[200..208], [7; 8]);
}

/// Atomics of a process toward itself and another, on a lossy network: those that the adapter has are executed by it alone, and the
/// others by the CPU.
fn add_by_adapters(seed: u64, others: Abilities, prepare: impl Fn(&mut SimEngine)) {
    let faults = Faults {
        loss: 0.05,
        reordering: 0.2,
        ..Faults::default()
    };
    let mut cluster = Cluster::of_adapters(2, seed, faults, others, 64);
    cluster.engines.iter_mut().for_each(prepare);
    let mut sums = [0; 2];
    for value in 1..=20u64 {
        let peer = (value % 2) as usize;
        let (width, op) = (AtomicWidth::W64, AtomicOp::Add(value));
        for (token, offset) in [(value, 64), (100 + value, 0)] {
            if offset == 0 && peer == 0 {
                // On its own words before the offset a process uses its CPU.
                continue;
            }
            let op = Op::Atomic { width, op, offset };
            let now = cluster.now();
            cluster.engines[0].submit(now, peer as u32, op, Tracking::Token(token));
        }
        sums[peer] += value;
        for _ in 0..seed % 7 {
            cluster.step();
        }
    }
    let mut before = [0; 2];
    for value in 1..=20 {
        let peer = (value % 2) as usize;
        assert_eq!(cluster.result(0, value).result, Ok(before[peer]), "{seed}");
        before[peer] += value;
    }
    for (segment, sum) in cluster.segments.iter().zip(sums) {
        let word = &segment.to_vec()[64..72];
        assert_eq!(word, sum.to_ne_bytes(), "seed {seed}");
    }
    cluster.run(|cluster| cluster.engines[0].outstanding() == 0);
    assert_eq!(cluster.segments[1].to_vec()[..8], sums[1].to_ne_bytes());
    assert_eq!(cluster.engines[0].take_failure(), None);
    assert_eq!(cluster.engines[0].stats().datagram_ops, 10);
    assert!((0..2).all(|peer| cluster.engines[0].is_connected(peer)));
}

#[test]
fn adapters_execute_what_is_theirs() {
    for seed in 0..200 {
        let one = Abilities::EXTENDED_ATOMICS;
        for others in [
            Abilities::NONE,
            one,
            one | Abilities::SPARSE_REGIONS,
            Abilities::ALL,
        ] {
            add_by_adapters(seed, others, |_| ());
        }
    }
    let cluster = Cluster::of_adapters(1, 1, Faults::default(), Abilities::EXTENDED_ATOMICS, 0);
    assert!(cluster.engines[0].adapter_executes(AtomicWidth::W64));
    assert!(!cluster.engines[0].adapter_executes(AtomicWidth::W32));
    let cluster = Cluster::of_adapters(1, 1, Faults::default(), Abilities::NONE, 0);
    assert!(cluster.engines[0].adapter_executes(AtomicWidth::W32));
    let cluster = Cluster::without(1, 1, Faults::default(), Abilities::COHERENT_ATOMICS);
    assert!(!cluster.engines[0].adapter_executes(AtomicWidth::W64));
}

#[cfg(debug_assertions)]
#[test]
fn atomics_that_processors_execute_as_well_are_found() {
    use farreach_engine::Bug;

    let planted = |engine: &mut SimEngine| engine.plant(Bug::ExecutedByBoth);
    let run = || add_by_adapters(1, Abilities::EXTENDED_ATOMICS, planted);
    let ended = std::panic::catch_unwind(run);
    assert!(ended.is_err());
}

#[test]
fn a_connection_of_a_process_with_itself_breaks_and_is_made_again() {
    let mut cluster = Cluster::of_adapters(1, 1, Faults::default(), Abilities::ALL, 0);
    let add = |offset| Op::Atomic {
        width: AtomicWidth::W64,
        op: AtomicOp::Add(1),
        offset,
    };
    let add_once = |cluster: &mut Cluster, token, offset| {
        let now = cluster.now();
        cluster.engines[0].submit(now, 0, add(offset), Tracking::Token(token));
        cluster.result(0, token).result
    };
    assert_eq!(add_once(&mut cluster, 1, 64), Ok(0));
    // A word across two of its own size is refused by the adapter.
    let broken = add_once(&mut cluster, 2, 68).expect_err("it is not aligned");
    assert!(broken.to_string().contains("rank 0 broke"), "{broken}");
    assert!(!cluster.engines[0].is_connected(0));
    assert_eq!(add_once(&mut cluster, 3, 64), Ok(1));
    assert_eq!(cluster.engines[0].stats().queue_pairs, 2);
    let beyond = add_once(&mut cluster, 4, 1 << 40).expect_err("there is no such word");
    assert!(
        beyond.to_string().contains("exceed the segment of rank 0"),
        "{beyond}"
    );
    assert_eq!(add_once(&mut cluster, 5, 64), Ok(2));
}
