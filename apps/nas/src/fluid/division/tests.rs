//! Divisions of all sizes.

use super::Division;

fn divisions(inner: usize, size: usize) -> Vec<Division> {
    let division = |rank| Division::new(inner, size, rank).expect("a possible size");
    (0..size).map(division).collect()
}

const SIZES: [usize; 9] = [1, 2, 3, 4, 5, 6, 8, 15, 25];

#[test]
fn each_point_is_one_process_s() {
    for size in SIZES {
        let mut owners = [0; 10 * 10];
        for division in divisions(10, size) {
            assert_eq!(division.points(0), 0..10);
            for z in division.points(2) {
                for y in division.points(1) {
                    owners[10 * z + y] += 1;
                }
            }
            for axis in [1, 2] {
                assert!(division.points(axis).len() >= 2);
                assert!(division.points(axis).len() <= division.points_max(axis));
            }
        }
        assert_eq!(owners, [1; 10 * 10], "{size}");
    }
}

#[test]
fn neighbours_are_each_others_and_have_the_same_lines() {
    for size in SIZES {
        let all = divisions(10, size);
        for (rank, division) in all.iter().enumerate() {
            assert_eq!((division.before(0), division.after(0)), (None, None));
            for axis in [1, 2] {
                let after = division.after(axis);
                assert_eq!(after.is_some(), division.parts_after(axis) > 0);
                let Some(after) = after.map(|after| &all[after]) else {
                    assert_eq!(division.points(axis).end, 10);
                    continue;
                };
                assert_eq!(after.before(axis), Some(rank));
                assert_eq!(after.points(axis).start, division.points(axis).end);
                assert_eq!(after.points(3 - axis), division.points(3 - axis));
            }
        }
    }
}

#[test]
fn too_many_processes_have_no_division() {
    assert_eq!(Division::new(10, 7, 0), None);
    assert_eq!(Division::new(10, 26, 0), None);
    assert!(Division::new(62, 31, 30).is_some());
}
