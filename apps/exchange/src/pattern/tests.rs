use std::collections::BTreeSet;

use clap::ValueEnum;

use super::Pattern;

fn peers(pattern: Pattern, rank: u32, size: u32) -> BTreeSet<u32> {
    let steps = pattern.steps(rank, size);
    let ends = steps.iter().flat_map(|step| [step.to, step.from]);
    ends.flatten().collect()
}

#[test]
fn whoever_sends_in_a_step_is_waited_for_in_it() {
    for &pattern in Pattern::value_variants() {
        for size in [2, 4, 8, 16, 64] {
            if !pattern.fits(size) {
                continue;
            }
            let steps: Vec<_> = (0..size).map(|rank| pattern.steps(rank, size)).collect();
            for (rank, own) in (0..).zip(&steps) {
                assert_eq!(own.len(), steps[0].len(), "{pattern:?} of {size}");
                for (number, step) in own.iter().enumerate() {
                    if let Some(to) = step.to {
                        assert_ne!(to, rank);
                        assert_eq!(steps[to as usize][number].from, Some(rank), "{pattern:?}");
                    }
                    if let Some(from) = step.from {
                        assert_eq!(steps[from as usize][number].to, Some(rank), "{pattern:?}");
                    }
                }
            }
        }
    }
}

/// Mean peers of 64 processes and mean peers on other nodes of 8: the published ones of class C.
#[test]
fn sixty_four_processes_have_the_published_peers() {
    for (pattern, all, remote) in [
        (Pattern::Cg, 6.875, 3.875),
        (Pattern::Mg, 9.0, 5.0),
        (Pattern::Ep, 6.0, 3.0),
        (Pattern::Lu, 7.5, 3.75),
        (Pattern::Sp, 10.0, 6.0),
        (Pattern::Bt, 10.0, 6.0),
        (Pattern::Ft, 63.0, 56.0),
        (Pattern::Is, 63.0, 56.0),
    ] {
        let (mut peers_of_all, mut remote_of_all) = (0, 0);
        for rank in 0..64 {
            let peers = peers(pattern, rank, 64);
            peers_of_all += peers.len();
            remote_of_all += peers.iter().filter(|&peer| peer / 8 != rank / 8).count();
        }
        let means = [peers_of_all, remote_of_all].map(|sum| sum as f64 / 64.0);
        assert!(
            (means[0] - all).abs() < 1e-9 && (means[1] - remote).abs() < 1e-9,
            "{pattern:?}: {means:?}"
        );
    }
}

#[test]
fn other_numbers_of_processes_are_refused() {
    assert!(!Pattern::Ep.fits(1) && !Pattern::Ep.fits(48));
    assert!(!Pattern::Cg.fits(32) && Pattern::Cg.fits(16));
    assert!(!Pattern::Mg.fits(16) && Pattern::Mg.fits(8));
}

#[test]
fn recursive_doubling_is_part_of_every_pattern() {
    for &pattern in Pattern::value_variants() {
        for rank in [0, 21, 63] {
            let peers = peers(pattern, rank, 64);
            assert!(
                (0..6).all(|bit| peers.contains(&(rank ^ (1 << bit)))),
                "{pattern:?}"
            );
        }
    }
}
