//! The kernels of the papers on one-sided communication, with real processes: results are right for
//! all numbers of processes, and connections are those that the pattern needs.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use serde_json::Value;

const FARREACH: &str = env!("CARGO_BIN_EXE_farreach");

fn job(shape: [u32; 2], settings: &[&str], program: &[&str]) -> Output {
    let [processes, nodes] = shape.map(|number| number.to_string());
    let settings = settings.iter().flat_map(|setting| ["-x", setting]);
    Command::new(FARREACH)
        .args(["run", "-n", &processes, "--nodes", &nodes])
        .args(["--stats", "json", "--timeout", "600"])
        .args(settings)
        .args(program)
        .output()
        .expect("the program can be started")
}

/// The lines of a job that succeeds, and its summary.
#[track_caller]
fn succeeds(shape: [u32; 2], settings: &[&str], program: &[&str]) -> (String, Value) {
    let output = job(shape, settings, program);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{shape:?} {program:?}: {errors}");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let summary = told.lines().last().expect("a summary");
    let summary = serde_json::from_str(summary).expect("JSON");
    (told, summary)
}

#[track_caller]
fn is_refused(shape: [u32; 2], program: &[&str], words: &[&str]) {
    let output = job(shape, &[], program);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{program:?}");
    for word in words {
        assert!(errors.contains(word), "{word}: {errors}");
    }
}

#[test]
fn random_access_loses_no_update() {
    for by in ["accumulate", "atomics", "messages"] {
        for shape in [[1, 1], [3, 1], [5, 2], [8, 4]] {
            let program = ["random-access", "--by", by, "--log2", "10"];
            let (told, summary) = succeeds(shape, &[], &program);
            assert!(told.contains("GUPS, 0 words wrong"), "{told}");
            let words = 1024 * shape[0].next_power_of_two();
            let result = summary["result"].as_str().expect("a result");
            assert!(
                result.starts_with(&format!("{words} words, {} updates", 4 * words)),
                "{result}"
            );
        }
    }
    is_refused(
        [2, 1],
        &["random-access", "--log2", "40"],
        &["40 is not in 1..=34"],
    );
}

#[test]
fn random_access_connects_each_client_with_all_servers_but_its_own() {
    let program = ["random-access", "--by", "accumulate", "--log2", "12"];
    for [processes, nodes] in [[6, 3], [8, 4]] {
        let (_, summary) = succeeds([processes, nodes], &["FARREACH_REACH=server"], &program);
        let servers = &summary["servers"];
        // The first process of each node is its server.
        let clients = processes - nodes;
        assert_eq!(servers["from_clients"], clients * (nodes - 1), "{servers}");
        assert_eq!(servers["of_client_most"], nodes - 1, "{servers}");
        assert_eq!(servers["among_them"], nodes * (nodes - 1) / 2, "{servers}");
    }
}

#[test]
fn lu_solves_the_same_system_on_every_grid() {
    let mut solutions = Vec::new();
    for (shape, grid) in [
        ([1, 1], "1x1"),
        ([2, 2], "2x1"),
        ([3, 1], "1x3"),
        ([6, 2], "2x3"),
        ([6, 3], "3x2"),
    ] {
        let program = [
            "lu", "--size", "150", "--block", "16", "--grid", grid, "--json",
        ];
        let (told, _) = succeeds(shape, &[], &program);
        let figures: Value =
            serde_json::from_str(told.lines().next().expect("figures")).expect("JSON");
        assert!(figures["residual"].as_f64() < Some(1.0), "{figures}");
        solutions.push(figures["solution"].as_f64().expect("a number"));
    }
    for solution in &solutions {
        assert!(
            (solution / solutions[0] - 1.0).abs() < 1e-9,
            "{solutions:?}"
        );
    }
    // Blocks that are longer than the system, and processes without blocks.
    succeeds(
        [6, 2],
        &["FARREACH_REACH=sxrc"],
        &["lu", "--size", "5", "--block", "2"],
    );
    succeeds(
        [4, 2],
        &["FARREACH_REACH=server"],
        &["lu", "--size", "70", "--block", "100"],
    );
    is_refused(
        [4, 1],
        &["lu", "--grid", "2x3"],
        &["2x3 wants 6 processes", "there are 4", "-n"],
    );
    is_refused([1, 1], &["lu", "--size", "0"], &["from 1 to"]);
}

#[test]
fn lj_keeps_the_energy_and_finds_the_sequential_positions() {
    for shape in [[1, 1], [3, 1], [5, 3]] {
        let program = [
            "lj",
            "--particles",
            "200",
            "--steps",
            "40",
            "--blocks",
            "9",
            "--check",
        ];
        let (told, _) = succeeds(shape, &[], &program);
        assert!(told.contains("deviation from a sequential run"), "{told}");
    }
    // More processes than particles.
    let few = [
        "lj",
        "--particles",
        "3",
        "--steps",
        "2",
        "--blocks",
        "3",
        "--check",
    ];
    succeeds([5, 1], &[], &few);
    let fast = ["lj", "--particles", "100", "--dt", "0.1", "--steps", "20"];
    is_refused([2, 1], &fast, &["the energy drifted", "smaller --dt"]);
    is_refused(
        [2, 1],
        &["lj", "--blocks", "0"],
        &["--blocks 0", "1 to 1000"],
    );
    is_refused([2, 1], &["lj", "--output", "x.gif"], &["x.gif", ".png"]);
}

#[test]
fn lj_connects_each_client_with_all_other_servers() {
    for [processes, nodes] in [[6, 3], [8, 4]] {
        let clients = processes - nodes;
        // Who draws which task is chance: on a busy machine a client may draw few in a short run.
        let connects_all = [10, 40, 160, 640].into_iter().any(|steps: u32| {
            let steps = steps.to_string();
            let program = [
                "lj",
                "--particles",
                "400",
                "--blocks",
                "12",
                "--steps",
                &steps,
            ];
            let (_, summary) = succeeds([processes, nodes], &["FARREACH_REACH=server"], &program);
            let servers = &summary["servers"];
            // A client shares memory with the server of its own node, and needs no connection to it.
            let most = servers["of_client_most"].as_u64();
            assert!(most <= Some(u64::from(nodes - 1)), "{servers}");
            servers["from_clients"] == clients * (nodes - 1)
        });
        assert!(connects_all, "{processes} processes on {nodes} nodes");
    }
}

#[test]
fn graph500_finds_the_same_distances_by_every_model() {
    let mut found = BTreeSet::new();
    for (shape, model, settings) in [
        ([1, 1], "shmem", None),
        ([1, 1], "mpi", None),
        ([2, 2], "mpi", Some("FARREACH_REACH=exrc")),
        ([3, 1], "gasnet", None),
        ([5, 2], "hybrid", None),
        ([4, 4], "shmem", Some("FARREACH_REACH=sxrc")),
        ([6, 3], "hybrid", Some("FARREACH_SETUP=static")),
        ([8, 2], "gasnet", Some("FARREACH_REACH=server")),
    ] {
        let program = [
            "graph500", "--model", model, "--scale", "10", "--roots", "6", "--json",
        ];
        let settings: Vec<&str> = settings.into_iter().collect();
        let (told, _) = succeeds(shape, &settings, &program);
        let figures: Value =
            serde_json::from_str(told.lines().next().expect("figures")).expect("JSON");
        assert_eq!(figures["roots"], 6, "{figures}");
        // Where bits of vertices can be shared, searches turn backward, but for those in small components.
        let backward = figures["bfs"]["backward"].as_f64();
        let is_backward = ["shmem", "hybrid"].contains(&model);
        assert_eq!(backward > Some(0.4), is_backward, "{figures}");
        let mut hashes = Vec::new();
        for kernel in ["bfs", "sssp"] {
            let searches = &figures[kernel];
            assert!(searches["teps"]["mean"].as_f64() > Some(0.0), "{searches}");
            // Loops and repeated edges count: 16 for each of 1,024 vertices, but for those in small components.
            assert!(searches["edges"]["max"].as_f64() > Some(16_000.0));
            assert!(searches["edges"]["max"].as_f64() <= Some(16_384.0));
            hashes.push(searches["hash"].as_str().expect("a hash").to_owned());
        }
        found.insert(hashes);
    }
    assert_eq!(found.len(), 1, "{found:?}");
    // More processes than vertices.
    let small = ["graph500", "--scale", "2", "--kernel", "bfs"];
    let (told, _) = succeeds([7, 3], &[], &small);
    assert!(told.contains("searches are valid"), "{told}");
    assert!(!told.contains("sssp"), "{told}");
    is_refused(
        [2, 1],
        &["graph500", "--scale", "40"],
        &["40 is not in 1..=31"],
    );
}

#[test]
fn kernels_connect_what_their_patterns_say() {
    // Who draws which task of `lj` is chance, so that it is not here.
    for (shape, grid) in [([16, 4], "4x4"), ([64, 8], "8x8")] {
        let search = ["graph500", "--scale", "8", "--roots", "1", "--model", "mpi"];
        let accumulates = ["random-access", "--log2", "9", "--by", "accumulate"];
        let lu = ["lu", "--size", "512", "--block", "16", "--grid", grid];
        for (program, pattern) in [
            (&search[..], &["graph500"][..]),
            (&accumulates, &["random-access"]),
            (&accumulates[..3], &["random-access"]),
            (&lu, &["dense-lu", "--grid", grid]),
        ] {
            let (_, summary) = succeeds(shape, &[], program);
            let exchange = [&["exchange", "--json", "--pattern"], pattern].concat();
            let (told, _) = succeeds(shape, &[], &exchange);
            let told: Value =
                serde_json::from_str(told.lines().next().expect("figures")).expect("JSON");
            let made = &summary["connected_queue_pairs"];
            assert_eq!(*made, told["queue_pairs"]["mean"], "{summary} {told}");
            assert_eq!(
                summary["queue_pairs_most"], told["queue_pairs"]["max"],
                "{summary} {told}"
            );
        }
    }
}

#[test]
fn more_memory_than_a_host_has_is_refused() {
    for (program, option) in [
        (&["lu", "--size", "16000000"][..], "--size 16000000"),
        (
            &["graph500", "--scale", "31", "--edgefactor", "4096"],
            "--scale 31 --edgefactor 4096",
        ),
    ] {
        is_refused(
            [2, 2],
            program,
            &[option, "a process wants", "bytes of memory"],
        );
    }
}

/// The ranks of the job that has this token in its environment.
fn ranks(token: &str, program: &str) -> Vec<i32> {
    let wanted = format!("KERNELS_TOKEN={token}");
    let entries = fs::read_dir("/proc").expect("/proc");
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let mut ranks: Vec<i32> = pids
        .filter(|pid| {
            let read = |file| fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
            let (environment, line) = (read("environ"), read("cmdline"));
            let mut variables = environment.split(|&byte| byte == 0);
            let words: Vec<&[u8]> = line.split(|&byte| byte == 0).collect();
            variables.any(|variable| variable == wanted.as_bytes())
                && !words.contains(&&b"run"[..])
                && words.contains(&program.as_bytes())
        })
        .collect();
    ranks.sort_unstable();
    ranks
}

#[test]
fn a_killed_rank_ends_each_kernel() {
    for program in [
        &["graph500", "--scale", "12", "--roots", "65536"][..],
        &["lu", "--size", "6000"],
        &["lj", "--particles", "2000", "--steps", "100000"],
        &["random-access", "--log2", "20", "--updates", "1024"],
        &["nas", "ft", "--class", "b", "--model", "mpi"],
    ] {
        let token = format!("{}-{}", std::process::id(), program[0]);
        let job = Command::new(FARREACH)
            .args(["run", "-n", "4", "--nodes", "2", "--stats", "none"])
            .args(["--timeout", "600"])
            .args(program)
            .env("KERNELS_TOKEN", &token)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let victim = loop {
            let ranks = ranks(&token, program[0]);
            if ranks.len() == 4 {
                break ranks[2];
            }
            thread::sleep(Duration::from_millis(10));
        };
        kill_process(Pid::from_raw(victim).expect("a process"), Signal::KILL).expect("killing");
        let output = job.wait_with_output().expect("the job ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{program:?}: {errors}");
        assert_eq!(output.status.signal(), None, "{program:?}: {errors}");
        assert!(
            errors.contains("was killed by signal 9 (SIGKILL)"),
            "{program:?}: {errors}"
        );
        assert_eq!(ranks(&token, program[0]), [0; 0], "{program:?}");
    }
}
