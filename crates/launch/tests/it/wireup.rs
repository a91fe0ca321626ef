//! What a rank learns about its job, and when it may exit.

use crate::support::{run, start};

#[test]
fn a_program_gets_as_many_arguments_as_the_system_allows() {
    let many: Vec<String> = (0..60_000).map(|number| number.to_string()).collect();
    let mut arguments = vec!["2", "2", "sh", "-c", "echo $#, $0"];
    arguments.extend(many.iter().map(String::as_str));
    let ended = run(&arguments);
    assert_eq!(
        (ended.code(), ended.lines()),
        (0, vec!["59999, 0".to_owned(); 2]),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_program_starts_with_no_signal_blocked() {
    let ended = run(&["1", "1", "grep", "SigBlk", "/proc/self/status"]);
    assert_eq!(ended.lines(), ["SigBlk:\t0000000000000000"]);
}

#[test]
fn every_rank_knows_its_place_and_all_share_one_key() {
    let keys = ["one", "other"].map(|_| {
        let ended = run(&["5", "2", "rank", "where", "finalize", "release"]);
        assert_eq!(ended.code(), 0, "{}", ended.stderr);
        let lines: Vec<String> = ended
            .lines()
            .into_iter()
            .filter(|line| line.starts_with("rank"))
            .collect();
        let places = [
            "node 0 of 2, local 0 of 2",
            "node 0 of 2, local 1 of 2",
            "node 1 of 2, local 0 of 3",
            "node 1 of 2, local 1 of 3",
            "node 1 of 2, local 2 of 3",
        ];
        let keys: Vec<&str> = lines
            .iter()
            .map(|line| line.rsplit_once("key ").unwrap().1)
            .collect();
        for (rank, (line, place)) in lines.iter().zip(places).enumerate() {
            assert_eq!(*line, format!("rank {rank} of 5, {place}, key {}", keys[0]));
        }
        assert_eq!(lines.len(), 5);
        keys[0].to_owned()
    });
    assert_ne!(keys[0], keys[1], "each job has its own");
}

#[test]
fn the_directory_reaches_every_node() {
    let ended = run(&[
        "7",
        "3",
        "rank",
        "publish",
        "directory",
        "finalize",
        "release",
    ]);
    assert_eq!(ended.code(), 0, "{}", ended.stderr);
    let right = ended
        .lines()
        .into_iter()
        .filter(|line| line == "directory of 7 is right")
        .count();
    assert_eq!(right, 7);
}

#[test]
fn nobody_is_released_before_all_have_finalized_and_their_statistics_arrive() {
    let ended = run(&["4", "2", "rank", "3:pause", "finalize", "release"]);
    assert_eq!(ended.code(), 0, "{}", ended.stderr);
    let waits: Vec<u64> = (ended.lines().iter())
        .map(|line| {
            line.strip_prefix("released after ")
                .unwrap()
                .strip_suffix(" ms")
                .unwrap()
                .parse()
                .unwrap()
        })
        .collect();
    assert_eq!(waits.len(), 4);
    assert!(
        waits.iter().filter(|&&wait| wait >= 200).count() == 3,
        "three waited for the fourth: {waits:?}"
    );
    let expected: Vec<String> = (0..4)
        .map(|rank| format!("outcome of rank {rank}: Some(Code(0)) Some(\"stats of {rank}\")"))
        .collect();
    assert_eq!(ended.outcome(), expected);
}

#[test]
fn the_longest_statistics_arrive_even_if_the_rank_leaves_at_once() {
    let ended = run(&["6", "2", "rank", "publish", "talk"]);
    assert_eq!((ended.code(), ended.stderr.as_str()), (0, ""));
    for line in ended.outcome() {
        let length = line.chars().filter(|&c| c == 'x').count();
        assert_eq!(length, farreach_launch::STATS_BYTES_MAX);
    }
    assert_eq!(ended.outcome().len(), 6);
}

#[test]
fn a_rank_hands_nothing_down_and_joins_once() {
    let ended = run(&[
        "1",
        "1",
        "rank",
        "descriptors",
        "second",
        "finalize",
        "release",
    ]);
    assert_eq!(ended.code(), 0, "{}", ended.stderr);
    let lines = ended.lines();
    assert!(lines.contains(&"inheritable: 0".to_owned()), "{lines:?}");
    assert!(
        lines.contains(&"second: this process has already joined its job".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn the_key_is_in_no_environment_and_on_no_command_line() {
    let job = start(&["2", "2", "rank", "where", "ready", "sleep"]);
    let ranks = job.wait_for_processes("__app rank", 2);
    job.wait_for_lines("ready", 2);
    let mut seen = Vec::new();
    for process in job.processes() {
        seen.extend(std::fs::read(format!("/proc/{}/environ", process.pid)).unwrap());
        seen.extend(process.command.as_bytes());
        for fd in std::fs::read_dir(format!("/proc/{}/fd", process.pid)).unwrap() {
            let target = std::fs::read_link(fd.unwrap().path()).unwrap_or_default();
            assert!(
                !target.starts_with("/dev/shm"),
                "{} has {}",
                process.command,
                target.display()
            );
        }
    }
    ranks[0].kill();
    let ended = job.end();
    let lines = ended.lines();
    let key = lines
        .iter()
        .find_map(|line| Some(line.rsplit_once("key ")?.1))
        .expect("a key was printed");
    assert!(key.len() == 32 && !String::from_utf8_lossy(&seen).contains(key));
}

#[test]
fn a_program_without_a_launcher_is_a_job_of_one_and_a_lost_one_is_told() {
    let probe = crate::support::probe_path();
    let deeds = [
        "__app",
        "rank",
        "where",
        "publish",
        "directory",
        "finalize",
        "release",
    ];
    let alone = std::process::Command::new(&probe)
        .args(deeds)
        .env_remove("FARREACH_JOB_FD")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&alone.stdout).into_owned();
    assert!(
        alone.status.success() && text.starts_with("rank 0 of 1, node 0 of 1, local 0 of 1"),
        "{text}"
    );
    for value in ["77", "-3", "1", "nonsense", ""] {
        let lost = std::process::Command::new(&probe)
            .args(deeds)
            .env("FARREACH_JOB_FD", value)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&lost.stderr).into_owned();
        assert!(
            !lost.status.success() && text.contains("NoLauncher"),
            "{value}: {text}"
        );
    }
}

#[test]
fn a_second_program_of_one_rank_is_refused() {
    let script = "\"$0\" __app rank where; \"$0\" __app rank where; exit 0";
    let probe = crate::support::probe_path();
    let ended = run(&["1", "1", "sh", "-c", script, probe.to_str().unwrap()]);
    assert!(ended.stderr.contains("RankTaken"), "{}", ended.stderr);
    ended.assert_failed(1, &["without finalizing"]);
}
