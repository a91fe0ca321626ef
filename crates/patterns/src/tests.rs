use std::collections::BTreeSet;
use std::sync::Arc;

use strum::IntoEnumIterator;

use crate::{
    Amount, Class, Contact, Exchange, Kind, Options, Pattern, Places, PlacesError, Recorded, Step,
    Sums,
};

fn exchange(pattern: Pattern, size: u32, nodes: u32, sums: Sums) -> Option<Exchange> {
    let places = Places::new(size, nodes).unwrap();
    let options = Options {
        sums,
        degree: 5,
        ..Options::default()
    };
    Exchange::new(pattern, places, options).ok()
}

/// Each process is awaited by whom it sends to, all have as many steps, and the tree over a
/// pattern's pairs leads to process 0.
#[test]
fn whoever_sends_in_a_step_is_awaited_in_it() {
    let mut tried = 0;
    for (pattern, sums) in Pattern::all().flat_map(|p| Sums::iter().map(move |sums| (p, sums))) {
        for (size, nodes) in [
            (2, 1),
            (4, 2),
            (9, 2),
            (12, 5),
            (16, 4),
            (25, 3),
            (32, 8),
            (64, 64),
        ] {
            let Some(exchange) = exchange(pattern, size, nodes, sums) else {
                continue;
            };
            tried += 1;
            let steps: Vec<_> = (0..size).map(|rank| exchange.steps(rank)).collect();
            for (rank, own) in (0..).zip(&steps) {
                assert_eq!(own.len(), steps[0].len(), "{pattern} of {size}");
                for (number, step) in own.iter().enumerate() {
                    if let Some(to) = step.to {
                        assert_ne!(to, rank, "{pattern} of {size}");
                        if step.kind == Kind::Update {
                            assert_eq!(step.from, None, "{pattern} of {size}");
                            continue;
                        }
                        let other = steps[to as usize][number];
                        assert_eq!(other.from, Some(rank), "{pattern} of {size}, step {number}");
                        assert_eq!(other.bytes, step.bytes, "{pattern}");
                    }
                    if let Some(from) = step.from {
                        assert_eq!(steps[from as usize][number].to, Some(rank), "{pattern}");
                    }
                }
            }
            let tree = exchange.tree();
            assert_eq!(tree[0], None);
            for rank in 1..size {
                let parent = tree[rank as usize].unwrap();
                let is_pair = exchange.peers(rank).contains(&parent);
                assert!(is_pair || parent == 0, "{pattern} of {size}: {rank}");
                let mut at = rank;
                for _ in 0..size {
                    at = tree[at as usize].unwrap_or(0);
                }
                assert_eq!(at, 0, "{pattern} of {size}: {rank} is in a circle");
            }
        }
    }
    assert!(tried > 300, "{tried} combinations");
}

#[test]
fn counts_of_peers_follow_from_the_algorithms() {
    let counts = |pattern, size| -> (f64, usize) {
        let exchange = exchange(pattern, size, size, Sums::RecursiveDoubling).unwrap();
        let all = (0..size).map(|rank| exchange.peers(rank).len());
        let (sum, most) = all.fold((0, 0), |(sum, most), peers| (sum + peers, most.max(peers)));
        (sum as f64 / f64::from(size), most)
    };
    assert_eq!(counts(Pattern::Ep, 1024), (10.0, 10));
    assert_eq!(counts(Pattern::Ft, 64), (63.0, 63));
    // Faces, and partners of the norm that are no neighbours: rank ^ 2, ^ 8 and ^ 32.
    assert_eq!(counts(Pattern::Mg, 64), (9.0, 9));
    // 16 processes along an axis: on the grid of 8 points every second has points, on that of 4 every fourth.
    assert!(counts(Pattern::Mg, 4096).1 > 12);
    assert_eq!(counts(Pattern::DenseLu, 64), (14.0, 14));
    assert_eq!(counts(Pattern::Ghost3d, 27).1, 26);
    assert_eq!(counts(Pattern::Stencil3d, 27).1, 6);
    assert_eq!(counts(Pattern::Bt, 25).1, 10);
    // Random partners are others for each seed, and the same for the same.
    let partners = |seed| -> Vec<BTreeSet<u32>> {
        let options = Options {
            seed,
            ..Options::default()
        };
        let places = Places::by_node(100, 8).unwrap();
        let exchange = Exchange::new(Pattern::ManyToMany, places, options).unwrap();
        (0..100).map(|rank| exchange.peers(rank)).collect()
    };
    assert_eq!(partners(1), partners(1));
    assert_ne!(partners(1), partners(2));
    let mean = partners(1).iter().map(BTreeSet::len).sum::<usize>() as f64 / 100.0;
    assert!((40.0..60.0).contains(&mean), "{mean} of 99");
}

#[test]
fn a_sum_over_nodes_joins_their_first_processes() {
    let exchange = exchange(Pattern::Ep, 64, 16, Sums::NodeTree).unwrap();
    for rank in 0..64 {
        let peers = exchange.peers(rank);
        assert_eq!(peers.is_empty(), rank % 4 != 0);
        assert!(peers.iter().all(|peer| peer % 4 == 0), "{rank}: {peers:?}");
    }
    assert_eq!(exchange.peers(0).len(), 4);
}

#[test]
fn placements_and_misfits_are_named() {
    let places = Places::new(128, 22).unwrap();
    for node in 0..22 {
        let ranks = places.ranks(node);
        assert!((5..=6).contains(&ranks.len()));
        assert!(ranks.into_iter().all(|rank| places.node_of(rank) == node));
    }
    assert_eq!(Places::new(0, 1), Err(PlacesError::NoProcesses));
    assert_eq!(Places::by_node(4, 0), Err(PlacesError::NoneOnANode));
    assert!(Places::new(4, 5).is_err());
    for (pattern, size, grid, says) in [
        (
            Pattern::Cg,
            12,
            None,
            "cg needs as many processes as a power of two, and there are 12",
        ),
        (Pattern::Sp, 8, None, "a square"),
        (Pattern::Ft, 1024, None, "up to 512 (the planes of class C)"),
        (
            Pattern::DenseLu,
            12,
            Some(vec![3, 5]),
            "the product has to be 12",
        ),
        (
            Pattern::DenseLu,
            12,
            Some(vec![3, 2, 2]),
            "2 dimensions, and 3x2x2 has 3",
        ),
        (Pattern::Ep, 16, Some(vec![16]), "0 dimensions"),
    ] {
        let options = Options {
            class: Class::C,
            grid,
            ..Options::default()
        };
        let places = Places::new(size, 1).unwrap();
        let error = Exchange::new(pattern, places, options).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
}

/// A recorded pattern survives its file, its steps fit together, and damage is named.
#[test]
fn recorded_patterns_survive_their_files() {
    let places = Places::new(6, 3).unwrap();
    let contact = |rank, peer, bytes| Contact {
        rank,
        peer,
        puts: Amount { ops: 2, bytes },
        messages: Amount { ops: 1, bytes: 16 },
        ..Contact::default()
    };
    let contacts = vec![
        contact(5, 0, 8),
        contact(0, 4, 100),
        contact(0, 2, 200),
        contact(1, 2, 300),
        contact(3, 0, 400),
    ];
    let recorded = Recorded::new(places, "nas cg", contacts.clone());
    let text = recorded.to_text();
    assert_eq!(
        Recorded::parse("p", text.as_bytes()).as_ref(),
        Ok(&recorded)
    );
    let recorded = Arc::new(recorded);
    let exchange = Exchange::recorded(Arc::clone(&recorded), places).unwrap();
    assert_eq!(exchange.name(), "nas cg");
    let all: Vec<Vec<Step>> = (0..6).map(|rank| exchange.steps(rank)).collect();
    let mut seen = Vec::new();
    for (rank, steps) in (0..).zip(&all) {
        assert_eq!(steps.len(), all[0].len());
        for (step, other) in steps.iter().enumerate() {
            if let Some(to) = other.to {
                assert_eq!(all[to as usize][step].from, Some(rank));
                seen.push((rank, to, other.bytes));
            }
            let awaited = other.from.map(|from| all[from as usize][step].to);
            assert!(awaited.is_none_or(|to| to == Some(rank)));
        }
    }
    // The contacts of a process are in their order.
    let expected = [
        (0, 4, 116),
        (0, 2, 216),
        (1, 2, 316),
        (3, 0, 416),
        (5, 0, 24),
    ];
    assert_eq!(seen, expected);
    for (size, nodes, says) in [(6, 2, "of a run on 3 nodes"), (8, 4, "of 6 processes")] {
        let places = Places::new(size, nodes).unwrap();
        let error = Exchange::recorded(Arc::clone(&recorded), places).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
    // With a node for each process all contacts are known, and any placement fits.
    let alone = Recorded::new(Places::new(6, 6).unwrap(), "nas cg", contacts);
    assert!(Exchange::recorded(Arc::new(alone), places).is_ok());

    let sealed = |body: String| format!("{body}crc32 {:08x}\n", crc32fast::hash(body.as_bytes()));
    let body = text[..text.rfind("crc32").unwrap()].to_owned();
    for (bytes, says) in [
        ("nodes 4".to_owned(), "no recorded pattern"),
        (
            text.replace("pattern 1", "connections 1"),
            "no recorded pattern",
        ),
        (text[..text.len() / 2].to_owned(), "end is missing"),
        (text.replace("0 4 puts", "0 5 puts"), "checksum"),
        (
            sealed(body.replace("0 4 puts", "0 9 puts")),
            "rank 0 meets rank 9 of 6",
        ),
        (
            sealed(body.replace("0 4 puts", "0 1 puts")),
            "of its own node",
        ),
        (sealed(body.replace("0 4 puts", "0 2 puts")), "in two lines"),
        (
            sealed(body.replace("0 4 puts 2/100", "0 4 puts 2")),
            "is no contact",
        ),
        (
            sealed(body.replace("on 3 nodes", "on 9 nodes")),
            "no processes",
        ),
    ] {
        let error = Recorded::parse("mine", bytes.as_bytes()).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(says) && error.contains("mine"), "{error}");
    }
}
