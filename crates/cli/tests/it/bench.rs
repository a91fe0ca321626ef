//! `farreach bench` with real processes.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

const FIELDS: [&str; 10] = [
    "bench",
    "case",
    "placement",
    "target",
    "value",
    "unit",
    "limit",
    "limit_name",
    "ratio",
    "samples",
];

fn bench(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_farreach"))
        .arg("bench")
        .args(arguments)
        .output()
        .expect("the program can be started")
}

#[test]
fn latency_reports_both_placements_and_targets_beside_limits() {
    let output = bench(&["latency", "--quick", "--json", "-"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let rows: Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON");
    let rows = rows.as_array().expect("an array");
    let mut seen = BTreeSet::new();
    for row in rows {
        let row = row.as_object().expect("of objects");
        let fields: BTreeSet<&str> = row.keys().map(String::as_str).collect();
        assert_eq!(fields, BTreeSet::from(FIELDS));
        let text = |field: &str| row[field].as_str().expect(field).to_owned();
        assert_eq!(row["bench"], "latency");
        assert!(["ns", "us"].contains(&text("unit").as_str()), "{row:?}");
        let value = row["value"].as_f64().expect("value");
        assert!(value > 0.0, "{row:?}");
        assert!(
            row["samples"].as_u64().is_some_and(|samples| samples > 0),
            "{row:?}"
        );
        if row["limit"].is_null() {
            assert!(
                row["ratio"].is_null() && row["limit_name"].is_null(),
                "{row:?}"
            );
        } else {
            let (limit, ratio) = (
                row["limit"].as_f64().unwrap(),
                row["ratio"].as_f64().unwrap(),
            );
            assert!((value / limit / ratio - 1.0).abs() < 1e-6, "{row:?}");
            assert!(!text("limit_name").is_empty());
        }
        seen.insert((text("placement"), text("target"), text("case")));
    }
    for placement in ["same-node", "cross-node"] {
        for target in ["polling", "computing"] {
            let has = |start: &str| {
                seen.iter().any(|(at, doing, case)| {
                    at == placement && doing == target && case.starts_with(start)
                })
            };
            assert!(
                has("put 8 B") && has("get 8 B"),
                "{placement} {target}: {seen:?}"
            );
        }
        let visible = "put to visible, half round trip".to_owned();
        assert!(
            seen.contains(&(placement.to_owned(), "polling".to_owned(), visible)),
            "{seen:?}"
        );
    }
}

/// The rows of a bench, each as its case and value.
fn cases(arguments: &[&str]) -> Vec<(String, Value)> {
    let output = bench(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).expect("an array in JSON");
    rows.into_iter()
        .map(|row| (row["case"].as_str().expect("a case").to_owned(), row))
        .collect()
}

#[test]
fn memory_is_shown_for_each_moment_and_grows_with_contact() {
    let rows = cases(&["memory", "--quick", "--json", "-"]);
    let figure = |case: &str, unit: &str| {
        let found = rows.iter().find(|(name, _)| name == case);
        let (_, row) = found.unwrap_or_else(|| panic!("{case}: {rows:?}"));
        assert_eq!(row["unit"], unit, "{row}");
        row["value"].as_f64().expect("a value")
    };
    let at = |what: &str, moment: &str| {
        figure(&format!("{what} {moment}, 8 processes on 4 nodes"), "KiB")
    };
    let pss = |moment| at("unique memory (PSS)", moment);
    assert!(pss("before init") > 10.0 && pss("after init") > pss("before init"));
    let connections = |moment| at("connections", moment);
    assert!(connections("after init") < 1e-9);
    assert!(connections("after reaching 4 neighbours") > 0.5);
    assert!(connections("after reaching all") > connections("after reaching 4 neighbours"));
    assert!(at("heap", "after reaching all") > at("heap", "after init"));
    let each = figure("one idle connection, 8 processes on 4 nodes", "B");
    let all = connections("after reaching all") * 1024.0;
    assert!((each * 6.0 / all - 1.0).abs() < 1e-6, "{each} x 6, {all}");
}

#[test]
fn startup_shows_what_joining_costs_each_process() {
    let rows = cases(&["startup", "--quick", "--json", "-"]);
    for size in [2, 16] {
        for start in ["hello", "CPU time of a process until it has joined"] {
            let found = rows.iter().find(|(case, _)| {
                case.starts_with(start) && case.contains(&format!("{size} proc"))
            });
            let (_, row) = found.unwrap_or_else(|| panic!("{start} {size}: {rows:?}"));
            assert!(row["value"].as_f64().is_some_and(|ms| ms > 0.0), "{row}");
        }
    }
}

#[test]
fn bandwidth_between_nodes_shows_cost_loss_and_incast() {
    let rows = cases(&[
        "bandwidth",
        "--placement",
        "cross-node",
        "--quick",
        "--json",
        "-",
    ]);
    for (case, unit, limit_name) in [
        (
            "put 1 MiB (beside gathered UDP)",
            "GB/s",
            "gathered UDP with offload",
        ),
        (
            "get 1 MiB (beside gathered UDP)",
            "GB/s",
            "gathered UDP with offload",
        ),
        (
            "CPU time of putting 1 MiB, both sides",
            "us",
            "TCP stream, both sides, waiting in the kernel",
        ),
        (
            "put 1 MiB, 0.1 % of the datagrams lost",
            "GB/s",
            "without loss",
        ),
        (
            "put 1 MiB, 5 % of the datagrams lost",
            "GB/s",
            "without loss",
        ),
        (
            "put 1 MiB, 3 senders to one receiver, total",
            "GB/s",
            "one of them alone",
        ),
        (
            "put 1 MiB, 3 senders to one receiver, fastest sender",
            "GB/s",
            "the slowest",
        ),
    ] {
        let (_, row) = rows
            .iter()
            .find(|(name, row)| name == case && row["target"] == "polling")
            .unwrap_or_else(|| panic!("{case}: {rows:?}"));
        assert_eq!(
            (&row["unit"], &row["limit_name"]),
            (&unit.into(), &limit_name.into())
        );
        let figures = [&row["value"], &row["limit"], &row["ratio"]];
        assert!(
            figures.iter().all(|figure| figure.as_f64() > Some(0.0)),
            "{row}"
        );
    }
}

/// The value, and the figure beside it, of the row whose case begins with `start`.
#[track_caller]
fn beside(rows: &[(String, Value)], start: &str) -> (f64, Option<f64>) {
    let found = rows.iter().find(|(case, _)| case.starts_with(start));
    let (_, row) = found.unwrap_or_else(|| panic!("{start}: {rows:?}"));
    (
        row["value"].as_f64().expect("a value"),
        row["limit"].as_f64(),
    )
}

#[test]
fn receive_buffers_of_several_sizes_are_used_well() {
    let rows = cases(&["buffers", "--quick", "--json", "-"]);
    let used = |with: &str| {
        let case = format!(
            "part of receive buffers used by messages of SP, 4 processes on 2 nodes, reach {with}"
        );
        beside(&rows, &case).0
    };
    // The sizes of the messages are fixed, and so is their use of buffers of fixed sizes.
    assert!(used("rc, buffers one") < 6.0, "{rows:?}");
    assert!(used("sxrc, buffers one") < 6.0, "{rows:?}");
    assert!(used("rc-msrq, buffers six") >= 70.0, "{rows:?}");
    assert!(used("sxrc, buffers six") >= 70.0, "{rows:?}");
    assert!(used("sxrc, buffers learned") >= 85.0, "{rows:?}");
}

#[test]
fn reaches_are_compared_in_what_connections_with_all_cost() {
    let rows = cases(&[
        "memory",
        "--quick",
        "--placement",
        "cross-node",
        "--json",
        "-",
    ]);
    let of = |what: &str, reach: &str| {
        let case = format!("{what} that has reached all, 8 processes on 4 nodes, reach {reach}");
        let found = rows.iter().find(|(name, _)| *name == case);
        let (_, row) = found.unwrap_or_else(|| panic!("{case}: {rows:?}"));
        row["value"].as_f64().expect("a value")
    };
    let pairs = |reach| of("queue pairs of a process", reach);
    let counts = ["rc", "rc-msrq", "exrc", "sxrc"].map(pairs);
    // Six processes on three other nodes.
    assert!((counts[0] - 6.0).abs() < 1e-9 && (counts[1] - 36.0).abs() < 1e-9);
    assert!(
        (counts[2] - 6.0).abs() < 1e-9 && counts[3] < 6.0,
        "{counts:?}"
    );
    let heap = |reach| of("connections' heap of a process", reach);
    assert!(heap("rc-msrq") > heap("rc") && heap("rc") > 0.0);
    let (slope, published) = beside(&rows, "unique memory of a process for each further one");
    assert!(
        slope.is_finite() && published == Some(131_072.0),
        "{rows:?}"
    );
}

#[test]
fn connections_on_demand_are_compared_with_those_made_at_the_start() {
    let rows = cases(&["reach", "--quick", "--json", "-"]);
    for reach in ["rc", "sxrc"] {
        for operation in [
            "put 8 B + quiet",
            "get 8 B",
            "put_nbi 8 B",
            "put 1 MiB",
            "get 1 MiB",
            "fetch-add 64 bits",
            "accumulate 8 B + fence",
            "accumulate 64 KiB + fence",
        ] {
            let case = format!("{operation}, reach {reach}, on demand");
            let (on_demand, at_the_start) = beside(&rows, &case);
            assert!(on_demand > 0.0 && at_the_start > Some(0.0), "{rows:?}");
        }
    }
}

#[test]
fn few_queue_pairs_do_for_many_peers() {
    let rows = cases(&["budget", "--quick", "--json", "-"]);
    let what = "everybody with everybody, 16 processes on 8 nodes, at most 8 queue pairs: ";
    let of = |case: &str| beside(&rows, &format!("{what}{case}"));
    let (most, without) = of("most queue pairs of a process at any time");
    assert!(most <= 8.0 && without == Some(14.0), "{rows:?}");
    let (ended, without) = of("connections that ended for others");
    assert!(ended > 0.0 && without == Some(0.0), "{rows:?}");
}

#[test]
fn many_partners_are_exchanged_with_over_each_reach() {
    let rows = cases(&["many-to-many", "--quick", "--json", "-"]);
    for by in ["puts", "messages"] {
        let what = format!("8 random peers x 8 {by} of 1 KiB, 16 processes on 8 nodes, ");
        for reach in ["rc", "rc-msrq", "exrc", "sxrc", "server"] {
            let of = |case: &str| beside(&rows, &format!("{what}{case}, reach {reach}"));
            assert!(of("connections made meanwhile").0 > 0.0, "{rows:?}");
            assert!(of("rate of all").0 > 0.0, "{rows:?}");
        }
    }
}

#[test]
fn kernels_are_timed_beside_sequential_ones_and_other_set_ups() {
    let rows = cases(&["nas", "--quick", "--json", "-"]);
    for kernel in ["is", "cg", "mg", "ft", "bt"] {
        let what = format!("{kernel}, class W: timed section, 2 processes");
        let (both, alone) = beside(&rows, &what);
        assert!(both > 0.0 && alone > Some(0.0), "{rows:?}");
    }
    for kernel in ["ep", "mg"] {
        let job = format!("{kernel}, class S, 16 processes on 4 nodes: job");
        let (on_demand, at_start) = beside(&rows, &format!("{job} from command to exit"));
        assert!(on_demand > 0.0 && at_start > Some(0.0), "{rows:?}");
        let (_, published) = beside(&rows, &format!("{job} shorter than by set-up static"));
        let middle = |percent: f64| (percent - 26.5).abs() < 1e-9;
        assert!(published.is_some_and(middle), "{rows:?}");
    }
}

#[test]
fn models_and_set_ups_are_compared_by_programs() {
    let rows = cases(&[
        "hybrid",
        "kernels",
        "--placement",
        "cross-node",
        "--quick",
        "--json",
        "-",
    ]);
    let shape = "4 processes on 2 nodes";
    let mut wanted = Vec::new();
    for model in ["shmem", "gasnet", "hybrid"] {
        for kernel in ["bfs", "sssp"] {
            wanted.push(format!("graph500, {kernel}, scale 12, {shape}: {model}"));
        }
    }
    for kernel in ["cg", "mg", "ft", "is"] {
        wanted.push(format!("nas {kernel}, class s, {shape}: one-sided"));
    }
    wanted.push(format!(
        "a job with two models, {shape}: from command to exit"
    ));
    for kernel in [
        "random-access by messages, 2^16 words",
        "graph500, breadth-first search, scale 14",
    ] {
        wanted.push(format!("{kernel}, {shape}, reach rc"));
        wanted.push(format!("{kernel}, {shape}, reach rc: from command to exit"));
    }
    for case in wanted {
        let (value, other) = beside(&rows, &case);
        assert!(value > 0.0 && other > Some(0.0), "{case}: {rows:?}");
    }
}

#[test]
fn what_can_not_be_measured_is_refused() {
    for arguments in [&["speed"][..], &["--samples", "0"], &["--quick", "--full"]] {
        let output = bench(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
}
