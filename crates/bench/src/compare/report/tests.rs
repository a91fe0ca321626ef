use std::path::PathBuf;

use super::super::catalogue::{Action, Group, Operation};
use super::super::rounds::{Figures, Key, Problem, Runtime};
use super::super::{Options, Peer};
use super::Comparison;
use crate::conditions::Conditions;
use crate::task::Placement;

const OURS: Runtime = Runtime::Farreach;
const OPENMPI: Runtime = Runtime::Peer(Peer::OpenMpi);
const IN_C: Runtime = Runtime::Peer(Peer::FarreachC);
const MPICH: Runtime = Runtime::Peer(Peer::Mpich);

fn key(placement: Placement, action: Action, bytes: usize) -> Key {
    Key {
        placement,
        group: Group::Rma,
        processes: 2,
        operation: Operation { action, bytes },
    }
}

/// A comparison with figures of operations at sizes, by runtime and round.
pub(in crate::compare) fn comparison(
    samples: &[(Placement, Action, usize, Runtime, &[f64])],
) -> Comparison {
    let mut figures = Figures::default();
    for &(placement, action, bytes, runtime, samples) in samples {
        let row = figures.samples.entry(key(placement, action, bytes));
        row.or_default().insert(runtime, samples.to_vec());
    }
    let mut comparison = Comparison::new(
        &Options::thorough(PathBuf::from("farreach")),
        &[],
        vec![(Peer::Oshmem, "oshcc is not on PATH".to_owned())],
        &figures,
        Conditions::begin(),
    );
    for peer in [Peer::OpenMpi, Peer::Mpich] {
        comparison.peers.push(super::PeerReport {
            peer,
            version: Some("4.1".to_owned()),
            settings: vec![(Placement::SameNode, "--mca pml ob1".to_owned())],
            missing: None,
        });
    }
    comparison
}

const SAME: Placement = Placement::SameNode;
const CROSS: Placement = Placement::CrossNode;

#[test]
fn ratios_and_winners_follow_the_direction_of_the_unit() {
    let comparison = comparison(&[
        (SAME, Action::Put, 8, OURS, &[3e-9, 1e-9, 2e-9]),
        (SAME, Action::Put, 8, OPENMPI, &[8e-9]),
        (SAME, Action::Put, 8, MPICH, &[1e-9]),
        (SAME, Action::PutStream, 4096, OURS, &[40e9]),
        (SAME, Action::PutStream, 4096, OPENMPI, &[20e9]),
    ]);
    let [put, stream] = &comparison.rows[..] else {
        panic!("{:?}", comparison.rows)
    };
    assert_eq!(
        (put.unit.as_str(), put.winner.as_deref()),
        ("ns", Some("mpich"))
    );
    let ratios: Vec<_> = put.figures.iter().map(|figure| figure.ratio).collect();
    assert_eq!(ratios, [None, Some(0.25), Some(2.0)]);
    assert!((put.figures[0].median - 2.0).abs() < 1e-9);
    assert_eq!(put.figures[0].samples.len(), 3);
    assert_eq!(
        (stream.unit.as_str(), stream.winner.as_deref()),
        ("GB/s", Some("farreach"))
    );
    let text = comparison.to_markdown();
    let summary = "same-node: farreach is faster in 1 of 2 rows; than openmpi in 2 of 2; than mpich in 0 of 1; rma 1 of 2.";
    assert!(text.contains(summary), "{text}");
    assert!(text.contains("8.00 (0.250)"), "{text}");
    assert!(!text.contains("Cross node"), "{text}");
}

#[test]
fn our_interface_for_c_is_compared_with_others_and_is_none_of_them() {
    let comparison = comparison(&[
        (SAME, Action::Put, 8, OURS, &[2e-9]),
        (SAME, Action::Put, 8, IN_C, &[4e-9]),
        (SAME, Action::Put, 8, MPICH, &[16e-9]),
        (SAME, Action::Get, 8, OURS, &[2e-9]),
        (SAME, Action::Get, 8, IN_C, &[1e-9]),
    ]);
    let [put, get] = &comparison.rows[..] else {
        panic!("{:?}", comparison.rows)
    };
    let ratios = |row: &super::Row| -> Vec<_> {
        let figures = row.figures.iter();
        figures
            .map(|figure| (figure.ratio, figure.ratio_c))
            .collect()
    };
    let of_mpich = (Some(0.125), Some(0.25));
    let in_c = |ratio| (Some(ratio), None);
    assert_eq!(ratios(put), [(None, None), in_c(0.5), of_mpich]);
    assert_eq!(ratios(get), [(None, None), in_c(2.0)]);
    let text = comparison.to_markdown();
    let summary = "same-node: farreach is faster in 1 of 1 rows; than openmpi in 0 of 0; than mpich in 1 of 1; rma 1 of 1. \
                   farreach-c is faster in 1 of 1 rows; than openmpi in 0 of 0; than mpich in 1 of 1; rma 1 of 1.";
    assert!(text.contains(summary), "{text}");
    assert!(text.contains("16.0 (0.125, 0.250 in C)"), "{text}");
    let mut unsound = comparison;
    unsound.problems.push(super::ProblemReport {
        runtime: "farreach-c".to_owned(),
        job: "rma, 2 processes same-node".to_owned(),
        what: "hung: ended after 60 s".to_owned(),
    });
    assert!(!unsound.is_sound());
}

#[test]
fn what_nobody_else_has_is_won_by_nobody() {
    let comparison = comparison(&[(CROSS, Action::Put, 8, OURS, &[2e-6])]);
    assert_eq!(comparison.rows[0].winner, None);
    assert_eq!(comparison.rows[0].unit, "us");
    let text = comparison.to_markdown();
    assert!(text.contains("faster in 0 of 0 rows"), "{text}");
}

#[test]
fn peers_their_settings_and_problems_are_told() {
    let mut comparison = comparison(&[(SAME, Action::Put, 8, OURS, &[2e-9])]);
    assert!(comparison.is_sound());
    let mut figures = Figures::default();
    figures.problems.push(Problem {
        runtime: MPICH,
        job: "rma, 2 processes same-node".to_owned(),
        what: "hung: ended after 60 s".to_owned(),
    });
    let options = Options::thorough(PathBuf::from("farreach"));
    comparison.problems =
        Comparison::new(&options, &[], Vec::new(), &figures, Conditions::begin()).problems;
    assert!(comparison.is_sound());
    let text = comparison.to_markdown();
    for line in [
        "- openmpi: 4.1\n  - same-node: `--mca pml ob1`\n",
        "- oshmem: not installed: oshcc is not on PATH\n",
        "- mpich: rma, 2 processes same-node: hung: ended after 60 s\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    comparison.problems[0].runtime = "farreach".to_owned();
    assert!(!comparison.is_sound());
}

#[test]
fn json_has_medians_and_samples() {
    let comparison = comparison(&[
        (SAME, Action::Put, 8, OURS, &[2e-9]),
        (SAME, Action::Put, 8, MPICH, &[4e-9]),
    ]);
    let json: serde_json::Value = serde_json::from_str(&comparison.to_json()).unwrap();
    assert_eq!(json["machine"]["farreach"], env!("CARGO_PKG_VERSION"));
    assert!(
        json["machine"]["date"]
            .as_str()
            .is_some_and(|date| date.ends_with('Z'))
    );
    assert!(json["probes"].is_array() && json["remarks"].is_array());
    let row = &json["rows"][0];
    assert_eq!(row["operation"], "put");
    assert_eq!(row["placement"], "same-node");
    assert_eq!(row["group"], "rma");
    assert_eq!(row["figures"][1]["runtime"], "mpich");
    assert_eq!(row["figures"][1]["ratio"], 0.5);
    assert_eq!(row["figures"][1]["samples"].as_array().unwrap().len(), 1);
}

#[test]
fn the_machine_and_what_disturbed_it_are_told() {
    let mut comparison = comparison(&[(SAME, Action::Put, 8, OURS, &[2e-9])]);
    comparison.conditions.machine.processor = "Abacus 3000".to_owned();
    comparison.conditions.machine.cores = 1;
    comparison.conditions.machine.load_average = Some(7.5);
    for text in [comparison.to_markdown(), comparison.to_text(Some(500))] {
        for part in ["Abacus 3000, 1 core, ", "load average was 7.5 at the start"] {
            assert!(text.contains(part), "{text}");
        }
    }
}

#[test]
fn text_fits_a_narrow_terminal_with_all_medians() {
    let comparison = comparison(&[
        (SAME, Action::Put, 8, OURS, &[2e-9]),
        (SAME, Action::Put, 8, OPENMPI, &[16e-9]),
        (SAME, Action::Put, 8, MPICH, &[1.5e-9]),
        (SAME, Action::PutCpu, 1 << 20, MPICH, &[300e-6]),
    ]);
    let text = comparison.to_text(Some(80));
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(
        text.contains("1.50*") && text.contains("2.00 ") && text.contains("16.0 "),
        "{text}"
    );
    assert_eq!(comparison.to_text(None), comparison.to_markdown());
}
