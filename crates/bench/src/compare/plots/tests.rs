use std::fs;

use super::super::catalogue::Action;
use super::super::peer::Peer;
use super::super::report::tests::comparison;
use super::super::rounds::Runtime;
use crate::task::Placement;
use crate::workspace::Workspace;

#[test]
fn curves_over_sizes_become_files_with_a_line_and_a_label_each() {
    let place = Workspace::make().unwrap();
    let directory = place.files().join("plots");
    let (ours, theirs) = (Runtime::Farreach, Runtime::Peer(Peer::Mpich));
    let (same, cross) = (Placement::SameNode, Placement::CrossNode);
    let comparison = comparison(&[
        (same, Action::Put, 8, ours, &[2e-9]),
        (same, Action::Put, 1 << 20, ours, &[2e-5]),
        (cross, Action::Put, 8, ours, &[8e-6]),
        (cross, Action::Put, 1 << 20, ours, &[2e-4]),
        (cross, Action::Put, 8, theirs, &[17e-6]),
        (cross, Action::Put, 1 << 20, theirs, &[9e-4]),
        // One size is no curve.
        (same, Action::GetStream, 4096, ours, &[40e9]),
    ]);
    let files = comparison.draw(&directory).unwrap();
    assert_eq!(files, [directory.join("put-latency.svg")]);
    let picture = fs::read_to_string(&files[0]).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for label in [
        "farreach, same-node",
        "farreach, cross-node",
        "mpich, cross-node",
        "1 MiB",
        "µs",
    ] {
        assert!(picture.contains(label), "{label}");
    }
    assert!(!picture.contains("mpich, same-node"));
    // A curve each, and one in the legend for each.
    assert!(picture.matches("<polyline").count() >= 6, "{picture}");
}
