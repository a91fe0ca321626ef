//! The grid at all sizes.

use super::Grid;

/// Orders that can and that can't be divided evenly.
const ORDERS: [usize; 3] = [1400, 75000, 5];

fn grids(order: usize, size: usize) -> Vec<Grid> {
    (0..size).map(|rank| Grid::new(order, size, rank)).collect()
}

#[test]
fn parts_tile_the_matrix() {
    for order in ORDERS {
        for size in [1, 2, 4, 8, 16, 32, 64] {
            let elements: usize = grids(order, size)
                .iter()
                .map(|grid| grid.matrix_rows().len() * grid.matrix_columns().len())
                .sum();
            assert_eq!(elements, order * order);
        }
    }
}

#[test]
fn partners_have_what_each_other_needs() {
    for order in ORDERS {
        for size in [1, 2, 4, 8, 16, 32, 64] {
            let grids = grids(order, size);
            for (rank, grid) in grids.iter().enumerate() {
                let partner = &grids[grid.partner()];
                assert_eq!(partner.partner(), rank);
                let places = partner.places(partner.block_of_row());
                let first = partner.matrix_rows().start;
                let found = first + places.start..first + places.end;
                assert_eq!(found, grid.matrix_columns());
                assert!(found.len() <= grid.block_max());
            }
        }
    }
}

#[test]
fn two_processes_share_columns_and_have_no_partners() {
    let [first, second] = [0, 1].map(|rank| Grid::new(1400, 2, rank));
    assert_eq!((first.partner(), second.partner()), (0, 1));
    assert_eq!(first.matrix_rows(), 0..1400);
    assert_eq!(second.matrix_columns(), 700..1400);
    assert_eq!((first.across(1), second.across(1)), (1, 0));
}
