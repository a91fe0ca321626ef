//! The parts of a team that can be teams.

use std::collections::BTreeSet;

use farreach_openshmem::Part;

#[test]
fn a_part_has_pes_of_the_team_alone_and_none_twice() {
    for start in -2..7 {
        for stride in -3..4 {
            for size in 0..6 {
                let part = Part {
                    start,
                    stride,
                    size,
                };
                let numbers: Vec<i64> = (0..size).map(|at| start + at * stride).collect();
                let once = numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len();
                let exist = numbers.iter().all(|number| (0..5).contains(number));
                assert_eq!(part.is_set(5), size > 0 && once && exist, "{part:?}");
            }
        }
    }
}
