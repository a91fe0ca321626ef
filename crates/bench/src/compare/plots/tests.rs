use std::collections::BTreeSet;
use std::fs;

use super::super::catalogue::Action;
use super::super::peer::Peer;
use super::super::report::Comparison;
use super::super::report::tests::comparison;
use super::super::rounds::Runtime;
use super::{LEGEND_LEFT, PLOTS};
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
        // One size gives no curve.
        (same, Action::GetStream, 4096, ours, &[40e9]),
    ]);
    let files = comparison.draw(&directory).unwrap();
    assert_eq!(files, [directory.join("put-latency.svg")]);
    let picture = fs::read_to_string(&files[0]).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for label in [
        "Farreach, Rust",
        "MPICH",
        "on the same node",
        "across nodes",
        " KiB",
        "length of the transfer",
        "time of a put and its completion, µs",
    ] {
        assert!(picture.contains(label), "{label}");
    }
    // A line for each curve, and lines in the legend.
    assert!(picture.matches("<polyline").count() >= 6, "{picture}");
}

#[test]
fn messages_and_collectives_have_plots_and_one_size_has_none() {
    let place = Workspace::make().unwrap();
    let ours = Runtime::Farreach;
    let same = Placement::SameNode;
    let mut figures = Vec::new();
    for action in [
        Action::PingPong,
        Action::MessageStream,
        Action::Allreduce,
        Action::Alltoall,
    ] {
        for (bytes, seconds) in [(8, 1e-6), (4096, 3e-6)] {
            figures.push((same, action, bytes, ours, [seconds]));
        }
    }
    let samples: Vec<_> = figures
        .iter()
        .map(|(placement, action, bytes, runtime, figures)| {
            (*placement, *action, *bytes, *runtime, &figures[..])
        })
        .collect();
    let files = comparison(&samples).draw(place.files()).unwrap();
    let names: Vec<_> = files
        .iter()
        .map(|file| file.file_name().unwrap().to_str().unwrap())
        .collect();
    let wanted = [
        "message-latency.svg",
        "message-bandwidth.svg",
        "allreduce.svg",
        "alltoall.svg",
    ];
    assert_eq!(names, wanted);
    let one = comparison(&samples[..1]).draw(place.files()).unwrap();
    assert!(one.is_empty(), "{one:?}");
}

#[test]
fn the_axes_name_the_units_that_are_drawn() {
    for plot in &PLOTS {
        let is_time = plot.action.of(8).unit().is_less_better();
        let unit = if is_time { ", µs" } else { ", GB/s" };
        assert!(plot.axes[1].ends_with(unit), "{}", plot.file);
    }
}

/// A comparison with all peers, with curves that cross the whole plot.
fn with_all() -> Comparison {
    let runtimes: Vec<Runtime> = std::iter::once(Runtime::Farreach)
        .chain(Peer::ALL.map(Runtime::Peer))
        .collect();
    let mut samples = Vec::new();
    for (&runtime, factor) in runtimes
        .iter()
        .zip([1.0, 1.3, 2.0, 4.0, 3.0, 6.0, 5.0, 7.0, 8.0])
    {
        for (placement, base) in [(Placement::SameNode, 2e-9), (Placement::CrossNode, 8e-6)] {
            for (bytes, scale) in [(8, 1.0), (4096, 4.0), (1 << 20, 30.0)] {
                samples.push((placement, bytes, runtime, [base * factor * scale]));
            }
        }
    }
    let samples: Vec<_> = samples
        .iter()
        .map(|(placement, bytes, runtime, figures)| {
            (*placement, Action::Put, *bytes, *runtime, &figures[..])
        })
        .collect();
    let mut comparison = comparison(&samples);
    for peer in &mut comparison.peers {
        peer.version = Some("4.1".to_owned());
    }
    for peer in [
        Peer::FarreachC,
        Peer::FarreachMpi,
        Peer::Ucx,
        Peer::ArmciOpenMpi,
        Peer::ArmciMpich,
    ] {
        let mut another = comparison.peers[0].clone();
        another.peer = peer;
        comparison.peers.push(another);
    }
    comparison
}

fn drawn(comparison: &Comparison) -> String {
    let place = Workspace::make().unwrap();
    let files = comparison.draw(place.files()).unwrap();
    fs::read_to_string(&files[0]).unwrap()
}

/// The values of an attribute in the elements that begin with `element`.
fn attributes<'a>(picture: &'a str, element: &str, name: &str) -> Vec<&'a str> {
    let begin = format!("{name}=\"");
    let element = format!("<{element} ");
    let elements = picture.split(&element).skip(1);
    elements
        .filter_map(|element| {
            let (_, value) = element.split_once('>')?.0.split_once(&begin)?;
            Some(value.split_once('"')?.0)
        })
        .collect()
}

/// The colours of the circles, which only curves have.
fn colours(picture: &str) -> BTreeSet<&str> {
    let filled = attributes(picture, "circle", "fill").into_iter();
    filled.filter(|&colour| colour != "none").collect()
}

#[test]
fn each_runtime_has_a_colour_whoever_else_is_there() {
    let all = drawn(&with_all());
    assert_eq!(colours(&all).len(), 1 + Peer::ALL.len());
    let mut few = with_all();
    few.peers.retain(|peer| peer.peer == Peer::Oshmem);
    let few = drawn(&few);
    assert_eq!(colours(&few).len(), 2);
    assert!(colours(&few).contains("#CC79A7"), "{:?}", colours(&few));
    assert!(colours(&few).is_subset(&colours(&all)));
}

#[test]
fn the_legend_lies_beside_the_curves() {
    let all = drawn(&with_all());
    let number = |text: &str| text.parse::<f64>().unwrap();
    let legend = f64::from(LEGEND_LEFT);
    for place in attributes(&all, "circle", "cx") {
        assert!(number(place) < legend, "{place}");
    }
    let lines = all.lines().collect::<Vec<_>>();
    for label in [
        "Farreach, Rust",
        "Farreach, OpenSHMEM in C",
        "Open MPI",
        "MPICH",
        "Open MPI's OpenSHMEM",
        "on the same node",
        "across nodes",
    ] {
        let label = label.replace('\'', "&apos;");
        let at = lines.iter().position(|line| line.trim() == label);
        let element = lines[at.unwrap_or_else(|| panic!("{label}: {all}")) - 1];
        let left = attributes(element, "text", "x")[0];
        assert!(number(left) > legend, "{element}");
    }
}

#[test]
fn machine_and_versions_are_below_a_plot() {
    let mut comparison = with_all();
    comparison.conditions.machine.processor = "Abacus 3000".to_owned();
    comparison.remarks.clear();
    let quiet = drawn(&comparison);
    let date = &comparison.conditions.machine.date;
    for part in [
        date,
        "Abacus 3000",
        concat!("Farreach ", env!("CARGO_PKG_VERSION"), ", "),
        "Open MPI 4.1",
    ] {
        assert!(quiet.contains(part), "{part}: {quiet}");
    }
    let busy = "busy with something else";
    assert!(!quiet.contains(busy));
    comparison.remarks.push("the load average was 9".to_owned());
    assert!(drawn(&comparison).contains(busy));
}
