use proptest::prelude::*;

use super::*;

/// Checks every query against the list of nodes that the ranks are on.
fn check_against(placement: &Placement, node_of: &[u32]) {
    assert_eq!(placement.size() as usize, node_of.len());
    assert!(placement.nodes_of_ranks().eq(node_of.iter().copied()));
    let ranks_on = |node| (0..placement.size()).filter(move |&rank| node_of[rank as usize] == node);
    for node in 0..placement.nodes() {
        assert!(placement.ranks(node).eq(ranks_on(node)), "{placement}");
        assert_eq!(Some(placement.first_rank(node)), ranks_on(node).next());
        assert_eq!(placement.local_size(node) as usize, ranks_on(node).count());
        let is_block = placement
            .block(node)
            .is_some_and(|block| block.eq(ranks_on(node)));
        let gaps = ranks_on(node)
            .zip(ranks_on(node).skip(1))
            .any(|(one, next)| next != one + 1);
        assert_eq!(is_block, !gaps, "{placement}");
        for (index, rank) in (0..).zip(ranks_on(node)) {
            assert_eq!(placement.local_index(rank), index);
            assert_eq!(placement.rank_on(node, index), rank);
        }
    }
}

/// The numbers of the nodes in the order in which they first appear.
fn renumbered(names: &[u32]) -> Vec<u32> {
    let mut seen = Vec::new();
    let number = |name: &u32| {
        let known = seen.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            seen.push(*name);
            seen.len() - 1
        }) as u32
    };
    names.iter().map(number).collect()
}

#[test]
fn even_blocks_cover_all_ranks_once_and_differ_by_one_at_most() {
    for size in 1..40 {
        for nodes in 1..=size {
            let placement = Placement::new(size, nodes).unwrap();
            let node_of: Vec<u32> = placement.nodes_of_ranks().collect();
            assert!(node_of.is_sorted());
            check_against(&placement, &node_of);
            for node in 0..nodes {
                let local_size = placement.local_size(node);
                assert!(local_size == size / nodes || local_size == size / nodes + 1);
            }
            let listed = Placement::listed(&node_of).unwrap();
            assert!(listed.is_even() && listed == placement);
        }
    }
}

#[test]
fn impossible_placements_are_refused() {
    assert_eq!(Placement::new(0, 1), Err(PlacementError::NoRanks));
    assert_eq!(Placement::new(1, 0), Err(PlacementError::NoNodes));
    let more_nodes = PlacementError::MoreNodesThanRanks { size: 2, nodes: 3 };
    assert_eq!(Placement::new(2, 3), Err(more_nodes));
    assert_eq!(Placement::blocks(&[1, 0, 1]), Err(more_nodes));
    assert_eq!(Placement::blocks(&[]), Err(PlacementError::NoRanks));
    assert_eq!(Placement::listed(&[]), Err(PlacementError::NoRanks));
    let few = PlacementError::TooFewSlots { size: 4, slots: 3 };
    assert_eq!(Placement::cyclic(4, &[2, 1]), Err(few));
    assert!(Placement::new(LOCAL_SIZE_MAX, 1).is_ok());
    assert!(Placement::new(LOCAL_SIZE_MAX + 1, 1).is_err());
    assert!(Placement::new(JOB_SIZE_MAX, 1024).is_ok());
    assert!(Placement::new(JOB_SIZE_MAX + 1, 1024).is_err());
    assert!(Placement::blocks(&[LOCAL_SIZE_MAX + 1, 1]).is_err());
    assert!(Placement::blocks(&[u32::MAX; 5]).is_err());
}

#[test]
fn ranks_are_dealt_out_in_turn_to_free_slots() {
    let dealt = |size, slots: &[u32]| {
        Placement::cyclic(size, slots)
            .unwrap()
            .nodes_of_ranks()
            .collect::<Vec<u32>>()
    };
    assert_eq!(dealt(5, &[3, 3]), [0, 1, 0, 1, 0]);
    assert_eq!(dealt(6, &[1, 3, 2]), [0, 1, 2, 1, 2, 1]);
    // A node without a rank has no number.
    assert_eq!(dealt(2, &[0, 9, 9]), [0, 1]);
    assert_eq!(dealt(2, &[1, 1]), [0, 1]);
}

#[test]
fn the_text_is_what_a_user_wrote() {
    assert_eq!(Placement::new(4, 2).unwrap().to_string(), "2 nodes");
    assert_eq!(
        Placement::blocks(&[3, 1]).unwrap().to_string(),
        "2 nodes of 3,1"
    );
    let cyclic = Placement::cyclic(3, &[2, 2]).unwrap();
    assert_eq!(cyclic.to_string(), "2 nodes, by rank 0,1,0");
}

proptest! {
    #[test]
    fn any_list_is_a_placement(names in prop::collection::vec(0..7_u32, 1..60)) {
        let placement = Placement::listed(&names).unwrap();
        check_against(&placement, &renumbered(&names));
    }

    #[test]
    fn an_arena_keeps_any_placement(names in prop::collection::vec(0..5_u32, 1..20), node in any::<prop::sample::Index>()) {
        let placement = Placement::listed(&names).unwrap();
        let node = node.index(placement.nodes() as usize) as u32;
        let arena = crate::Arena::placed(crate::ArenaLayout::of(&placement, node, 1 << 16), &placement).unwrap();
        let fd = arena.fd().unwrap().try_clone_to_owned().unwrap();
        let attached = crate::Arena::attach(fd).unwrap();
        prop_assert_eq!(attached.placement(), &placement);
        let local = 0..placement.local_size(node);
        prop_assert!(local.map(|index| attached.rank_of(index)).eq(placement.ranks(node)));
        check_against(attached.placement(), &renumbered(&names));
    }
}
