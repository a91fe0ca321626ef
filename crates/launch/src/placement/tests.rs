use super::{Placement, PlacementError};
use farreach_node::{JOB_SIZE_MAX, LOCAL_SIZE_MAX};

#[test]
fn blocks_cover_all_ranks_once_and_differ_by_one_at_most() {
    for size in 1..40 {
        for nodes in 1..=size {
            let placement = Placement::new(size, nodes).unwrap();
            let mut next = 0;
            for node in 0..nodes {
                assert_eq!(placement.first_rank(node), next);
                let local_size = placement.local_size(node);
                assert!(local_size == size / nodes || local_size == size / nodes + 1);
                for local in 0..local_size {
                    assert_eq!(placement.node_of(next), node);
                    assert_eq!(placement.local_index(next), local);
                    next += 1;
                }
            }
            assert_eq!(next, size);
        }
    }
}

#[test]
fn impossible_placements_are_refused() {
    assert_eq!(Placement::new(0, 1), Err(PlacementError::NoRanks));
    assert_eq!(Placement::new(1, 0), Err(PlacementError::NoNodes));
    assert_eq!(
        Placement::new(2, 3),
        Err(PlacementError::MoreNodesThanRanks { size: 2, nodes: 3 })
    );
    assert!(Placement::new(LOCAL_SIZE_MAX, 1).is_ok());
    assert!(Placement::new(LOCAL_SIZE_MAX + 1, 1).is_err());
    assert!(Placement::new(JOB_SIZE_MAX, 1024).is_ok());
    assert!(Placement::new(JOB_SIZE_MAX + 1, 1024).is_err());
}
