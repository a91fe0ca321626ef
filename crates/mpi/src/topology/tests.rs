//! Tests of topologies.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Cartesian, DistributedGraph, Edge, Graph, TopologyError, Weighted, balance};

/// What MPICH chooses.
const DIMS: &str = include_str!("tests/dims.txt");

#[test]
fn dimensions_are_those_of_mpich() {
    let numbers = |text: &str| -> Vec<usize> {
        text.split(',')
            .map(|number| number.parse().unwrap())
            .collect()
    };
    let mut seen = 0;
    for line in DIMS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let processes = fields[0].parse().unwrap();
        let mut dimensions = numbers(fields[1]);
        let result = balance(processes, &mut dimensions);
        if fields[2] == "ERR" {
            assert!(result.is_err(), "{line}");
        } else {
            result.unwrap();
            assert_eq!(dimensions, numbers(fields[2]), "{line}");
        }
        seen += 1;
    }
    assert!(seen > 600, "{seen} grids");
}

#[test]
fn large_grids_are_balanced_soon() {
    for (processes, dimensions) in [(1 << 30, 20), (2_147_483_647, 4), (1_396_755_360, 9)] {
        let mut sizes = vec![0; dimensions];
        balance(processes, &mut sizes).unwrap();
        assert_eq!(sizes.iter().product::<usize>(), processes);
        assert!(sizes.is_sorted_by(|one, next| one >= next));
    }
}

fn grids() -> impl Strategy<Value = Cartesian> {
    vec((1_usize..5, any::<bool>()), 0..5).prop_map(|dimensions| {
        let (sizes, periodic) = dimensions.into_iter().unzip();
        Cartesian::new(sizes, periodic).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Ranks in the order in which nested loops meet the coordinates.
    #[test]
    fn ranks_and_coordinates_agree(grid in grids()) {
        let mut coordinates = vec![0_usize; grid.sizes().len()];
        for rank in 0..grid.size() {
            prop_assert_eq!(grid.coordinates(rank).unwrap(), coordinates.clone());
            let signed: Vec<_> = coordinates.iter().map(|number| *number as isize).collect();
            prop_assert_eq!(grid.rank(&signed).unwrap(), rank);
            for (coordinate, size) in coordinates.iter_mut().zip(grid.sizes()).rev() {
                *coordinate += 1;
                if *coordinate < *size {
                    break;
                }
                *coordinate = 0;
            }
        }
        prop_assert!(grid.coordinates(grid.size()).is_err());
    }

    #[test]
    fn shifts_go_step_by_step(grid in grids(), displacement in -9_isize..10) {
        for dimension in 0..grid.sizes().len() {
            for rank in 0..grid.size() {
                let step = |from: Option<usize>, by: isize| {
                    let mut coordinates: Vec<_> = grid
                        .coordinates(from?)
                        .unwrap()
                        .into_iter()
                        .map(|number| number as isize)
                        .collect();
                    coordinates[dimension] += by;
                    grid.rank(&coordinates).ok()
                };
                let mut ends = (Some(rank), Some(rank));
                for _ in 0..displacement.abs() {
                    let sign = displacement.signum();
                    ends = (step(ends.0, -sign), step(ends.1, sign));
                }
                prop_assert_eq!(grid.shift(rank, dimension, displacement).unwrap(), ends);
            }
        }
    }

    #[test]
    fn parts_have_the_processes_that_differ_in_what_remains(
        grid in grids(),
        remain in vec(any::<bool>(), 5),
    ) {
        let remain = &remain[..grid.sizes().len()];
        let parts: Vec<_> = (0..grid.size()).map(|rank| grid.sub(remain, rank).unwrap()).collect();
        for (rank, part) in parts.iter().enumerate() {
            let own = grid.coordinates(rank).unwrap();
            let mates: Vec<_> = (0..grid.size())
                .filter(|other| {
                    let other = grid.coordinates(*other).unwrap();
                    (0..own.len()).all(|dimension| remain[dimension] || own[dimension] == other[dimension])
                })
                .collect();
            let colored: Vec<_> = (0..grid.size()).filter(|other| parts[*other].color == part.color).collect();
            prop_assert_eq!(&mates, &colored);
            prop_assert_eq!(part.grid.size(), mates.len());
            prop_assert_eq!(mates[part.rank], rank);
            let kept: Vec<_> = (0..own.len()).filter(|dimension| remain[*dimension]).map(|dimension| own[dimension]).collect();
            prop_assert_eq!(part.grid.coordinates(part.rank).unwrap(), kept);
        }
    }

    #[test]
    fn distributed_graphs_have_each_edge_at_both_ends(
        declared in vec((0_usize..6, 0_usize..6, -5..5), 0..30),
    ) {
        let edges: Vec<_> = declared.iter().map(|(from, to, weight)| Edge { from: *from, to: *to, weight: *weight }).collect();
        let mut from_sources = Vec::new();
        let mut from_destinations = Vec::new();
        for rank in 0..6 {
            let graph = DistributedGraph::of(rank, &edges, Weighted::Yes);
            let (into, out) = graph.weights.unwrap();
            from_sources.extend(graph.sources.iter().zip(into).map(|(from, weight)| Edge { from: *from, to: rank, weight }));
            from_destinations.extend(graph.destinations.iter().zip(out).map(|(to, weight)| Edge { from: rank, to: *to, weight }));
        }
        let mut all = edges.clone();
        all.sort_unstable();
        from_sources.sort_unstable();
        from_destinations.sort_unstable();
        prop_assert_eq!(&from_sources, &all);
        prop_assert_eq!(&from_destinations, &all);
    }
}

#[test]
fn neighbours_of_a_grid_are_below_and_above() {
    let grid = Cartesian::new(vec![3, 2], vec![false, true]).unwrap();
    let neighbours = grid.neighbours(0).unwrap();
    assert_eq!(neighbours, [None, Some(2), Some(1), Some(1)]);
    assert_eq!(
        grid.shift(0, 0, isize::MIN).unwrap(),
        (None, None),
        "far outside"
    );
    assert_eq!(grid.shift(1, 1, isize::MIN).unwrap(), (Some(1), Some(1)));
}

#[test]
fn graphs_are_checked() {
    let graph = Graph::new(vec![2, 3, 4, 6], vec![1, 3, 0, 3, 0, 2]).unwrap();
    assert_eq!(graph.neighbours(0).unwrap(), [1, 3]);
    assert_eq!(graph.neighbours(3).unwrap(), [0, 2]);
    assert!(graph.neighbours(4).is_err());
    assert!(Graph::new(vec![2, 1], vec![0, 1]).is_err());
    assert!(Graph::new(vec![1, 1], vec![0, 1]).is_err());
    let outside = Graph::new(vec![1, 2], vec![0, 2]).unwrap_err();
    assert_eq!(outside, TopologyError::Rank { rank: 2, size: 2 });
    let edges = Edge::declared(3, &[0, 2], &[1, 2], &[1, 0, 1], None).unwrap();
    let ends: Vec<_> = edges.iter().map(|edge| (edge.from, edge.to)).collect();
    assert_eq!(ends, [(0, 1), (2, 0), (2, 1)]);
    assert!(Edge::declared(3, &[0], &[2], &[1], None).is_err());
    assert!(Edge::declared(3, &[0], &[1], &[1], Some(&[])).is_err());
}

#[test]
fn grids_are_checked() {
    let empty = Cartesian::new(vec![2, 0], vec![true, true]).unwrap_err();
    assert_eq!(empty, TopologyError::EmptyDimension { dimension: 1 });
    let large = Cartesian::new(vec![1 << 40, 1 << 40], vec![true; 2]).unwrap_err();
    assert_eq!(large, TopologyError::TooLarge);
    let point = Cartesian::new(vec![], vec![]).unwrap();
    assert_eq!((point.size(), point.rank(&[]).unwrap()), (1, 0));
    let line = Cartesian::new(vec![4], vec![false]).unwrap();
    let outside = line.rank(&[4]).unwrap_err();
    assert_eq!(
        outside.to_string(),
        "coordinate 4 of dimension 0, which has 4 and no period"
    );
}
