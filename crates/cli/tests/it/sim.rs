//! `farreach sim` beside real processes.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn farreach(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(arguments)
        .output()
        .expect("the program can be started")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = farreach(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The same pattern in 16 real processes, and predicted at both depths: peers, queue pairs of
/// processes and of nodes.
#[test]
fn real_processes_make_the_predicted_connections() {
    for (reach, pattern) in [
        ("rc", &["--pattern", "heat2d", "--sums", "node-tree"][..]),
        (
            "rc",
            &["--pattern", "many-to-many", "--degree", "5", "--seed", "3"],
        ),
        ("rc-msrq", &["--pattern", "dense-lu", "--grid", "2x8"]),
        ("server", &["--pattern", "ghost3d"]),
        ("exrc", &["--pattern", "patches"]),
        ("sxrc", &["--pattern", "sp"]),
    ] {
        let variable = format!("FARREACH_REACH={reach}");
        let run = [
            "run",
            "-n",
            "16",
            "--nodes",
            "4",
            "--stats",
            "none",
            "--timeout",
            "300",
        ];
        let real = json(&[&run[..], &["-x", &variable, "exchange", "--json"], pattern].concat());
        for depth in ["count", "outline"] {
            let sim = ["sim", "run", "-n", "16", "--nodes", "4", "--reach", reach];
            let predicted = json(&[&sim[..], &["--depth", depth, "--json", "-"], pattern].concat());
            for what in ["peers", "queue_pairs", "node_queue_pairs"] {
                assert_eq!(
                    real[what], predicted[what],
                    "{pattern:?} {reach} {depth}: {what}"
                );
            }
        }
    }
}

/// Every pattern in 16 and in 64 real processes has the predicted peers and queue pairs.
#[test]
fn every_pattern_has_the_peers_of_real_processes() {
    let help = farreach(&["sim", "run", "--help"]);
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let (_, names) = help.split_once("Patterns: ").expect("the names");
    let names: Vec<&str> = names.split([',', ' ', '\n']).collect();
    let names: Vec<&&str> = names.iter().filter(|name| !name.is_empty()).collect();
    assert!(names.len() > 20, "{names:?}");
    for (size, nodes) in [("16", "4"), ("64", "8")] {
        for pattern in &names {
            let job = ["-n", size, "--nodes", nodes];
            let what = ["--pattern", pattern, "--degree", "5"];
            let run = [
                "--stats",
                "none",
                "--timeout",
                "300",
                "exchange",
                "--iterations",
                "1",
            ];
            let real = [&["run"][..], &job, &run, &["--json"], &what].concat();
            let sim = [&["sim", "run"][..], &job, &["--json", "-"], &what].concat();
            let (real, predicted) = (json(&real), json(&sim));
            for what in ["peers", "queue_pairs", "node_queue_pairs"] {
                assert_eq!(real[what], predicted[what], "{pattern} {size}: {what}");
            }
        }
    }
}

/// What a connect file says: connections of each rank.
fn connections(path: &Path) -> Vec<u64> {
    let text = std::fs::read_to_string(path).expect("it was written");
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    let ends = lines.map(|(_, ends)| {
        let runs = ends.split(',').filter(|run| !run.is_empty());
        let lens = runs.map(|run| {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let [first, last] = [first, last].map(|rank| rank.parse::<u64>().expect("a rank"));
            last - first + 1
        });
        lens.sum()
    });
    ends.collect()
}

/// Recorded runs replay to the connections that they made, and runs of several sizes are projected.
#[test]
fn recorded_runs_replay_to_their_connections() {
    let folder = tempfile::tempdir().expect("a folder");
    let [pattern, connected] = ["pattern", "connections"].map(|name| folder.path().join(name));
    let [pattern_text, connected_text] = [&pattern, &connected].map(|path| path.to_str().unwrap());
    let run = |size: &str, nodes: &str, program: &[&str]| {
        let options = [
            "run",
            "-n",
            size,
            "--nodes",
            nodes,
            "--stats",
            "none",
            "--timeout",
            "300",
        ];
        let files = [
            "--record",
            pattern_text,
            "--record-connections",
            connected_text,
        ];
        let output = farreach(&[&options[..], &files, program].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program:?}: {errors}");
    };
    let kernels = ["ep", "is", "cg", "mg", "ft", "bt", "sp"].map(|kernel| ["nas", kernel]);
    let heat = ["heat2d", "--steps", "20"];
    let mut programs: Vec<&[&str]> = kernels.iter().map(|words| &words[..]).collect();
    programs.push(&heat);
    for program in programs {
        let is_square = matches!(program, ["nas", "bt" | "sp"]);
        let (size, nodes) = if is_square { ("9", "3") } else { ("8", "4") };
        run(size, nodes, program);
        let real = connections(&connected);
        for depth in ["count", "outline", "exact"] {
            let sim = ["sim", "run", "--pattern", pattern_text, "--depth", depth];
            let replayed = json(&[&sim[..], &["--json", "-"]].concat());
            assert_eq!(replayed["pattern"], program.join(" "));
            let queue_pairs = &replayed["queue_pairs"];
            let mean = real.iter().sum::<u64>() as f64 / real.len() as f64;
            assert_eq!(queue_pairs["mean"], mean, "{program:?} {depth}: {real:?}");
            assert_eq!(
                queue_pairs["max"],
                *real.iter().max().unwrap(),
                "{program:?}"
            );
        }
    }
    let mut project = vec!["sim", "run", "-n", "1024", "--json", "-"];
    let files = ["2", "4", "8"].map(|size| {
        run(
            size,
            size,
            &["exchange", "--pattern", "ep", "--iterations", "1"],
        );
        let file = folder.path().join(size);
        std::fs::copy(&pattern, &file).expect("a folder of our own");
        file.to_str().expect("UTF-8").to_owned()
    });
    for file in &files {
        project.extend(["--pattern", file]);
    }
    let projected = json(&project);
    let figure = &projected["figures"][2];
    assert_eq!(figure["what"], "queue pairs of a process, mean");
    assert_eq!(figure["law"], "logarithm", "{projected}");
    let value = figure["value"].as_f64().expect("a number");
    assert!((value - 10.0).abs() < 1e-6, "{projected}");
    for (arguments, says) in [
        (&["--pattern", connected_text][..], "is no recorded pattern"),
        (&["--pattern", pattern_text, "-n", "9"], "of 8 processes"),
        (
            &["--pattern", pattern_text, "--pattern", "ep"],
            "stands beside",
        ),
        (
            &[
                "--pattern",
                pattern_text,
                "--pattern",
                pattern_text,
                "-n",
                "9",
            ],
            "tell no law",
        ),
    ] {
        let output = farreach(&[&["sim", "run"], arguments].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(says),
            "{errors}"
        );
    }
}

/// Equal requests give equal bytes at every depth: text, JSON and picture.
#[test]
fn a_second_prediction_is_the_same_to_the_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("picture.svg");
    let picture = picture.to_str().expect("UTF-8");
    let predict = |depth: &str, output: &[&str]| {
        let sim = [
            "sim",
            "run",
            "-n",
            "24",
            "--ppn",
            "6",
            "--pattern",
            "many-to-many",
        ];
        let options = [
            "--degree", "3", "--reach", "sxrc", "--depth", depth, "--svg", picture,
        ];
        let told = farreach(&[&sim[..], &options, output].concat());
        assert!(told.status.success(), "{told:?}");
        (
            told.stdout,
            std::fs::read_to_string(picture).expect("it was written"),
        )
    };
    for depth in ["count", "outline", "exact"] {
        for output in [&[][..], &["--json", "-"]] {
            let (first, second) = (predict(depth, output), predict(depth, output));
            assert!(first == second, "{depth} {output:?}");
            let svg = first.1;
            assert!(
                svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
                "{svg}"
            );
            let has_pass = svg.contains(">one pass of the pattern<");
            assert_eq!(has_pass, depth != "count", "{svg}");
            assert!(svg.contains(">endpoint<") && svg.contains("24 processes on 4 nodes"));
        }
    }
}

#[test]
fn bad_requests_are_refused_by_name() {
    for (arguments, says) in [
        (&["-n", "0", "--pattern", "ep"][..], "0 processes"),
        (&["-n", "8", "--pattern", "ep", "--ppn", "0"], "--ppn"),
        (
            &["-n", "8", "--pattern", "ep", "--nodes", "9"],
            "9 nodes for 8 processes",
        ),
        (
            &["-n", "12", "--pattern", "cg"],
            "a power of two, and there are 12",
        ),
        (&["-n", "8", "--pattern", "waltz"], "waltz"),
        (
            &["-n", "8", "--pattern", "ep", "--machine", "/none"],
            "chinook, hopper, koop2008, soft, stampede",
        ),
        (
            &["-n", "8", "--pattern", "ep", "--setup", "predefined"],
            "sxrc",
        ),
        (
            &[
                "-n",
                "100000",
                "--pattern",
                "all-to-all",
                "--depth",
                "outline",
            ],
            "--depth count",
        ),
        (
            &["-n", "131072", "--pattern", "ep", "--depth", "exact"],
            "--depth outline",
        ),
        (
            &["-n", "8", "--pattern", "ep", "--svg", "/none/picture.svg"],
            "/none/picture.svg",
        ),
    ] {
        let output = farreach(&[&["sim", "run"], arguments].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{arguments:?}"
        );
        assert!(errors.contains(says), "{arguments:?}: {errors}");
    }
}

/// Seeds give the same line again, and the last line says what was tried.
#[test]
fn random_jobs_end_well_and_papers_have_their_figures() {
    let prove = || farreach(&["sim", "prove", "--seeds", "40", "--seed", "9"]);
    let (first, second) = (prove(), prove());
    assert!(first.status.success(), "{first:?}");
    assert_eq!(first.stdout, second.stdout);
    let text = String::from_utf8_lossy(&first.stdout);
    assert!(text.starts_with("40 of 40 jobs ended well, "), "{text}");
    let rows = json(&["papers", "--predictions", "--json"]);
    let rows = rows.as_array().expect("an array");
    assert!(rows.len() > 300, "{}", rows.len());
    let exact = rows
        .iter()
        .find(|row| row["table"] == "Table III" && row["row"] == "SP");
    let exact = exact.expect("a row of Table III");
    assert_eq!(
        (&exact["published"], &exact["how"]),
        (&exact["ours"], &Value::from("computed"))
    );
    assert!(
        exact["source"]
            .as_str()
            .is_some_and(|source| source.starts_with("001 "))
    );
}
