//! Who is let into a job.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::{Job, pmi_rank};

const ALL: [&str; 4] = ["publish", "exchange", "finalize", "release"];
/// Longer than any step takes on a loaded machine. Only a hang takes longer.
const PATIENCE: Duration = Duration::from_mins(2);
/// The user that owns nothing.
const NOBODY: u32 = 65534;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn make(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("{name}.{}", std::process::id()));
        fs::create_dir(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8], mode: u32) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn with_keys(key_files: &[&Path]) -> Vec<Output> {
    let job = Job {
        key_files: key_files.iter().map(|&path| path.to_owned()).collect(),
        ..Job::default()
    };
    job.run(&ALL)
}

#[test]
fn hosts_with_one_key_file_work_together_and_others_do_not() {
    let folder = Folder::make("farreach-pmi-keys");
    let one = folder.write("one", &[1; 32], 0o600);
    let same = folder.write("same", &[1; 32], 0o400);
    let other = folder.write("other", &[2; 32], 0o600);
    let open = folder.write("open", &[1; 32], 0o644);
    for output in with_keys(&[&one, &same]) {
        assert!(output.status.success(), "{output:?}");
    }
    for (files, part) in [
        (&[&*one, &*other][..], "have different key files"),
        (&[&*one], "has a key file, and"),
        (&[&*open, &*open], "mode 644"),
    ] {
        let outputs = with_keys(files);
        let texts = outputs.iter().map(|output| {
            assert!(!output.status.success(), "{output:?}");
            String::from_utf8_lossy(&output.stderr)
        });
        let text = texts.collect::<Vec<_>>().concat();
        assert!(
            text.contains(part) && text.contains("FARREACH_KEY_FILE"),
            "{text}"
        );
    }
}

/// The names of all nodes that await their processes.
fn names() -> Vec<String> {
    let all = fs::read_to_string("/proc/net/unix").expect("/proc");
    let names = all
        .lines()
        .filter_map(|line| line.split_whitespace().last());
    let ours = names.filter_map(|name| name.strip_prefix('@'));
    let ours = ours.filter(|name| name.starts_with("farreach-"));
    ours.map(str::to_owned).collect()
}

#[test]
fn a_process_of_another_user_is_not_let_into_a_node() {
    if !rustix::process::geteuid().is_root() {
        println!("only root can start processes of other users: NOT TESTED");
        return;
    }
    let folder = Folder::make("farreach-pmi-foreign");
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).expect("a mode");
    // The folder of the build may be closed to other users.
    let program = folder.0.join("pmi_rank");
    fs::copy(pmi_rank(), &program).expect("a copy");
    let job = Job {
        mapping: "(vector,(0,1,2))",
        ..Job::default()
    };
    let intrude = || {
        let begun = Instant::now();
        let names = loop {
            let names = names();
            if !names.is_empty() {
                break names;
            }
            assert!(begun.elapsed() < PATIENCE, "nobody awaits the others");
            thread::sleep(Duration::from_millis(5));
        };
        let mut intruder = Command::new(&program);
        let output = intruder.arg("intrude").args(&names).uid(NOBODY).output();
        let output = output.expect("a process of another user");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(text.matches("refused").count(), names.len(), "{text}");
    };
    for output in job.run_after(&ALL[2..], intrude) {
        assert!(output.status.success(), "{output:?}");
    }
}

#[test]
fn a_container_with_a_network_of_its_own_is_told_what_to_do() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("only root can make a network namespace: containers were NOT TESTED");
        return;
    }
    let job = Job {
        mapping: "(vector,(0,1,2))",
        patience_ms: 500,
        is_last_apart: true,
        ..Job::default()
    };
    let outputs = job.run(&ALL);
    let text = |rank: usize| String::from_utf8_lossy(&outputs[rank].stderr);
    let told = [
        (0, "ranks 1 have not joined on"),
        (1, "rank 0, which has this node's memory, was not found on"),
        (1, "docker run --network host --pid host"),
    ];
    for (rank, part) in told {
        // Whoever gives up first ends the job for the other one.
        let is_ended = text(rank).contains("closed its PMI connection");
        assert!(
            text(rank).contains(part) || is_ended,
            "rank {rank}: {}",
            text(rank)
        );
        assert!(!outputs[rank].status.success());
    }
    assert!(text(1).contains("network") || text(0).contains("ranks 1"));
}

#[test]
fn containers_are_nodes_for_all_ranks_or_for_none() {
    let job = |by_container| Job {
        mapping: "(vector,(0,2,2))",
        size: 4,
        patience_ms: 500,
        by_container,
        ..Job::default()
    };
    let mut patient = job(0..4);
    patient.patience_ms = Job::default().patience_ms;
    let deeds = ["place", "finalize", "release"];
    for output in patient.run(&deeds) {
        let is_right = output.status.success() && output.stdout == b"node 0 of 1\n";
        assert!(is_right, "{output:?}");
    }
    let outputs = job(1..4).run(&deeds);
    let text = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let all: Vec<String> = outputs.iter().map(text).collect();
    assert!(
        all.iter().any(|text| text.contains("FARREACH_NODES_BY")),
        "{all:?}"
    );
    assert!(outputs.iter().all(|output| !output.status.success()));
}

#[test]
fn a_rank_that_comes_twice_is_named() {
    let job = Job {
        mapping: "(vector,(0,1,3))",
        size: 3,
        told: &[0, 1, 1],
        ..Job::default()
    };
    let outputs = job.run(&ALL);
    let text = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let all: Vec<String> = outputs.iter().map(text).collect();
    assert!(
        outputs.iter().all(|output| !output.status.success()),
        "{all:?}"
    );
    let is_named = |text: &String| {
        text.contains("rank 1 on ")
            && text.contains("has come twice")
            && text.contains("another job has this one's name")
    };
    assert!(all.iter().any(is_named), "{all:?}");
}
