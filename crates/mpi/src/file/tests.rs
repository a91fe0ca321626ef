//! Tests of views and of what processes send of them.

use proptest::prelude::*;

use super::pieces::{joined, of_bytes, ranges, rows, to_bytes};
use super::together::aggregators;
use super::{Representation, Use, View};
use crate::datatype::{Basic, Datatype};

/// The bytes of a view by their definition: each byte of each filetype, one by one.
fn bytes_of(displacement: u64, filetype: &Datatype, tiles: u64) -> Vec<u64> {
    let (_, extent) = filetype.extent();
    let mut all = Vec::new();
    for tile in 0..tiles {
        for (offset, len) in filetype.blocks(1) {
            let first = displacement + tile * extent as u64 + offset as u64;
            all.extend(first..first + len as u64);
        }
    }
    all
}

/// Filetypes with ascending blocks, and what is behind the last one.
fn filetypes() -> impl Strategy<Value = Datatype> {
    let block = (0_isize..5, 1_usize..5);
    let blocks = proptest::collection::vec(block, 1..7);
    (blocks, 0_isize..6, 1_usize..4).prop_map(|(blocks, behind, repeats)| {
        let mut end = 0;
        let (mut lengths, mut places) = (Vec::new(), Vec::new());
        for (gap, len) in blocks {
            places.push(end + gap);
            lengths.push(len);
            end += gap + len as isize;
        }
        let byte = Datatype::basic(Basic::Byte);
        let made = Datatype::hindexed(&lengths, &places, &byte).expect("a type");
        let made = Datatype::resized(0, end + behind, &made).expect("a type");
        Datatype::contiguous(repeats, &made).expect("a type")
    })
}

fn view(displacement: u64, filetype: &Datatype) -> View {
    let byte = Datatype::basic(Basic::Byte);
    let made = View::new(
        displacement,
        &byte,
        filetype,
        Representation::Native,
        Use::Writes,
    );
    made.expect("a view")
}

proptest! {
    #[test]
    fn ranges_are_the_bytes_of_the_filetypes(
        filetype in filetypes(),
        displacement in 0_u64..100,
        from in 0_usize..40,
        len in 0_usize..60,
    ) {
        let view = view(displacement, &filetype);
        let tiles = 100 / filetype.size() as u64 + 2;
        let all = bytes_of(displacement, &filetype, tiles);
        let found: Vec<(u64, u64)> = view.ranges(from as u64, len as u64).collect();
        let bytes: Vec<u64> = found.iter().flat_map(|(at, len)| *at..*at + *len).collect();
        prop_assert_eq!(&bytes, &all[from..from + len]);
        for pair in found.windows(2) {
            prop_assert!(pair[0].0 + pair[0].1 < pair[1].0, "ranges that touch are joined");
        }
        for (position, place) in all.iter().enumerate().take(100) {
            prop_assert_eq!(view.place(position as u64), Some(*place));
        }
        // As far as all bytes of the model reach.
        for place in 0..*all.last().expect("bytes") {
            let before = all.iter().filter(|at| **at < place).count();
            prop_assert_eq!(view.bytes_before(place), before as u64, "before {}", place);
        }
    }

    #[test]
    fn rows_carry_all_ranges(
        filetype in filetypes(),
        displacement in 0_u64..100,
        from in 0_u64..40,
        len in 0_u64..60,
    ) {
        let view = view(displacement, &filetype);
        let sent: Vec<(u64, u64)> = view.ranges(from, len).collect();
        let rows = rows(sent.iter().copied());
        let end = sent.last().map_or(0, |(at, len)| at + len);
        let bytes = to_bytes(&rows);
        let arrived = of_bytes(&bytes, displacement, end).expect("inside");
        prop_assert_eq!(ranges(&arrived).collect::<Vec<_>>(), sent.clone());
        if let Some((last, len)) = sent.last() {
            prop_assert!(of_bytes(&bytes, displacement, last + len - 1).is_none());
        }
    }

    #[test]
    fn joined_ranges_cover_the_same_bytes(
        given in proptest::collection::vec((0_u64..200, 1_u64..20), 0..30),
    ) {
        let (found, sum) = joined(given.clone(), 0);
        prop_assert_eq!(sum, given.iter().map(|(_, len)| len).sum::<u64>());
        for at in 0..230 {
            let has = |all: &[(u64, u64)]| all.iter().any(|(from, len)| (*from..*from + *len).contains(&at));
            prop_assert_eq!(has(&given), has(&found), "byte {}", at);
        }
        for pair in found.windows(2) {
            prop_assert!(pair[0].0 + pair[0].1 < pair[1].0);
        }
    }
}

#[test]
fn aggregators_are_of_many_nodes() {
    let chosen = |nodes: &[u32], count| aggregators(nodes.iter().copied(), count);
    let even = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    assert_eq!(chosen(&even, 3), [0, 3, 6]);
    assert_eq!(chosen(&even, 1), [0]);
    assert_eq!(chosen(&even, 5), [0, 1, 3, 4, 6]);
    assert_eq!(chosen(&even, 99), (0..9).collect::<Vec<_>>());
    // Fewer than nodes are spread over them.
    assert_eq!(chosen(&[0, 1, 2, 3, 4, 5, 6, 7], 4), [0, 2, 4, 6]);
    // Ranks are dealt to nodes of several lengths.
    assert_eq!(chosen(&[1, 0, 1, 0, 1, 1], 2), [0, 1]);
    assert_eq!(chosen(&[1, 0, 1, 0, 1, 1], 5), [0, 1, 2, 3, 4]);
}

#[test]
fn wrong_filetypes_are_refused() {
    let int = Datatype::basic(Basic::Int);
    let short = Datatype::basic(Basic::Short);
    let refused = |filetype: &Datatype, etype: &Datatype, usage| {
        let made = View::new(0, etype, filetype, Representation::Native, usage);
        made.err().map(|failure| failure.what.clone())
    };
    let indexed = |places: &[isize]| {
        Datatype::hindexed(&vec![1; places.len()], places, &int).expect("a type")
    };
    assert!(
        refused(&indexed(&[8, 0]), &int, Use::Reads).is_some_and(|what| what.contains("decrease"))
    );
    assert!(
        refused(&indexed(&[-4]), &int, Use::Reads).is_some_and(|what| what.contains("negative"))
    );
    assert!(
        refused(&indexed(&[0, 2]), &int, Use::Writes).is_some_and(|what| what.contains("overlap"))
    );
    assert_eq!(refused(&indexed(&[0, 2]), &int, Use::Reads), None);
    assert!(refused(&short, &int, Use::Reads).is_some_and(|what| what.contains("multiple")));
    let narrow = Datatype::resized(0, 2, &int).expect("a type");
    assert!(refused(&narrow, &int, Use::Writes).is_some_and(|what| what.contains("extent")));
}

#[test]
fn sizes_in_external32_are_those_of_the_file() {
    let of = |datatype: &Datatype| {
        View::new(
            0,
            datatype,
            datatype,
            Representation::External32,
            Use::Writes,
        )
    };
    let long = Datatype::basic(Basic::Long);
    let view = of(&long).expect("a view");
    assert_eq!((view.etype_size(), view.place(8)), (4, Some(8)));
    // Holes between numbers of other sizes have no place.
    let holes = Datatype::resized(0, 16, &long).expect("a type");
    assert!(of(&holes).is_err());
}
