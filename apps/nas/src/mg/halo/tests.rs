//! Divisions and faces.

use super::{Division, Grid, get_face, set_face, wrap};

#[test]
fn neighbours_are_each_others() {
    for size in [1, 2, 4, 8, 16, 32, 64] {
        for rank in 0..size {
            let division = Division::new(size, rank);
            assert_eq!(division.blocks.iter().product::<usize>(), size);
            for axis in 0..3 {
                let next = Division::new(size, division.neighbour(axis, 1));
                let back = next.neighbour(axis, division.blocks[axis] - 1);
                assert_eq!(back, rank);
            }
        }
    }
    assert_eq!(Division::new(64, 0).blocks, [4, 4, 4]);
    assert_eq!(Division::new(2, 1).own, [0, 0, 1]);
}

/// A grid whose values say where they are: as the point of the whole box whose value they should have.
fn located(points: [usize; 3]) -> Grid {
    let mut grid = Grid::new(points);
    let [xs, ys, zs] = points;
    for z in 1..=zs {
        for y in 1..=ys {
            for x in 1..=xs {
                grid.row_mut(y, z)[x] = (x + 10 * y + 100 * z) as f64;
            }
        }
    }
    grid
}

#[test]
fn ghosts_are_the_other_side() {
    let mut grid = located([2, 4, 3]);
    wrap(&mut grid);
    let inside = |at: usize, points: usize| (at + points - 1) % points + 1;
    for z in 0..5 {
        for y in 0..6 {
            for (x, value) in grid.row(y, z).iter().enumerate() {
                let wanted = inside(x, 2) + 10 * inside(y, 4) + 100 * inside(z, 3);
                assert!((value - wanted as f64).abs() < 0.5, "{x} {y} {z}");
            }
        }
    }
}

#[test]
fn faces_come_as_they_went() {
    for (axis, wanted) in [(0, 30), (1, 20)] {
        let mut grid = located([2, 4, 3]);
        let mut face = vec![0.0; 99];
        let len = get_face(&grid, axis, 2, &mut face);
        assert_eq!(len, wanted);
        set_face(&mut grid, axis, 1, &face[..len]);
        let mut other = vec![0.0; 99];
        get_face(&grid, axis, 1, &mut other);
        assert_eq!(face[..len], other[..len]);
    }
}
