//! Exit codes, and the ranks that messages name.

use std::os::unix::fs::PermissionsExt;

use crate::support::{host, run};

#[test]
fn a_job_that_ends_well_says_nothing() {
    let ended = run(&["5", "3", "true"]);
    assert_eq!((ended.code(), ended.stderr.as_str()), (0, ""));
    assert_eq!(ended.outcome().len(), 5);
    assert!(
        ended
            .outcome()
            .iter()
            .all(|line| line.contains("Some(Code(0))"))
    );
}

#[test]
fn the_first_failing_rank_is_named_and_gives_the_code() {
    let script = "if [ $FARREACH_RANK = 2 ]; then exit 42; fi; sleep 3600";
    let ended = run(&["4", "2", "sh", "-c", script]);
    ended.assert_failed(
        42,
        &[
            &format!("rank 2 on {} (node 1, pid ", host()),
            "exited with code 42; ending the job",
        ],
    );
    assert_eq!(
        ended.stderr.lines().count(),
        1,
        "one failure, one line: {}",
        ended.stderr
    );
}

#[test]
fn a_signal_is_named() {
    let script = "if [ $FARREACH_RANK = 5 ]; then kill -SEGV $$; fi; sleep 3600";
    let ended = run(&["8", "4", "sh", "-c", script]);
    let name = format!("rank 5 on {} (node 2, pid ", host());
    ended.assert_failed(
        139,
        &[&name, "was killed by signal 11 (SIGSEGV); ending the job"],
    );
}

#[test]
fn what_a_rank_wrote_last_comes_before_the_news_of_its_end() {
    let ended = run(&["1", "1", "sh", "-c", "echo last words >&2; exit 3"]);
    let lines: Vec<&str> = ended.stderr.lines().collect();
    assert_eq!(lines[0], "last words");
    assert!(lines[1].contains("exited with code 3"));
}

#[test]
fn a_timeout_names_who_still_runs() {
    let script = "if [ $FARREACH_RANK = 1 ]; then exit 0; fi; sleep 3600";
    let ended = run(&["4", "2", "--timeout", "1.5", "sh", "-c", script]);
    ended.assert_failed(
        124,
        &["within 1.5 s (--timeout); still running: rank 0, 2-3; ending the job"],
    );
}

#[test]
fn an_unknown_program_is_refused_before_anything_starts() {
    run(&["2", "1", "no-such-program"]).assert_failed(2, &["no-such-program", "rank"]);
    run(&["2", "1", "./no-such-file"]).assert_failed(2, &["./no-such-file"]);
    run(&["2", "1", "/proc/version"]).assert_failed(2, &["/proc/version", "not an executable"]);
}

#[test]
fn a_script_without_its_interpreter_is_an_error_with_its_rank() {
    let file = std::env::temp_dir().join(format!("launch-no-program-{}", std::process::id()));
    std::fs::write(&file, "#!/no/such/interpreter\n").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    let ended = run(&["4", "2", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    ended.assert_failed(
        126,
        &["rank ", "can't be started: ", "No such file", "interpreter"],
    );
}

#[test]
fn an_abort_gives_its_code_and_its_text() {
    let ended = run(&["4", "2", "rank", "publish", "3:abort", "sleep"]);
    ended.assert_failed(
        7,
        &[
            &format!("rank 3 on {} (node 1, pid ", host()),
            "aborted the job with code 7: told to",
        ],
    );
}

#[test]
fn a_message_longer_than_a_rank_may_send_ends_the_job_and_not_its_agent() {
    for (deed, told) in [
        (
            "1:forge-report",
            "a report of 262140 bytes, longer than the limit of 65536",
        ),
        (
            "1:forge-abort",
            "an abort's text of 262139 bytes, longer than the limit of 4096",
        ),
    ] {
        let ended = run(&["2", "2", "rank", "publish", deed, "sleep"]);
        let name = format!("rank 1 on {} (node 1, pid ", host());
        ended.assert_failed(1, &[&name, "its agent got", told]);
        assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    }
}

#[test]
fn leaving_without_finalizing_ends_the_job() {
    let ended = run(&[
        "4", "2", "rank", "publish", "1:pause", "0:sleep", "2:sleep", "3:sleep",
    ]);
    ended.assert_failed(
        1,
        &["rank 1 on ", "exited with code 0, but without finalizing"],
    );
}

#[test]
fn a_rank_that_never_joins_is_named_instead_of_waited_for() {
    let script = "if [ $FARREACH_RANK = 2 ]; then exit 0; fi; exec \"$0\" __app rank publish directory finalize release";
    let probe = crate::support::probe_path();
    let ended = run(&["4", "2", "sh", "-c", script, probe.to_str().unwrap()]);
    ended.assert_failed(1, &["rank 2 on ", "without having joined"]);
}

#[test]
fn a_rank_may_leave_early_once_it_has_finalized() {
    let ended = run(&[
        "3",
        "1",
        "rank",
        "publish",
        "1:finalize",
        "0:pause",
        "2:pause",
        "0:finalize",
        "2:finalize",
    ]);
    assert_eq!((ended.code(), ended.stderr.as_str()), (0, ""));
}

#[test]
fn a_node_without_enough_descriptors_says_what_it_needs() {
    let probe = crate::support::probe_path();
    let limited = std::process::Command::new("sh")
        .args(["-c", "ulimit -n 80; exec \"$0\" run 64 1 true"])
        .arg(&probe)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&limited.stderr).into_owned();
    assert_eq!(limited.status.code(), Some(1), "{text}");
    assert!(
        text.contains("need 320 open files and the limit is 80; raise it"),
        "{text}"
    );
}

#[test]
fn an_arena_beyond_the_file_size_limit_is_an_error_and_not_a_death() {
    let probe = crate::support::probe_path();
    let limited = std::process::Command::new("sh")
        .args(["-c", "ulimit -f 100; exec \"$0\" run 2 1 true"])
        .arg(&probe)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&limited.stderr).into_owned();
    assert_eq!(limited.status.code(), Some(1), "{text}");
    assert!(text.contains("ulimit -f"), "{text}");
}

#[test]
fn a_program_for_another_processor_is_named_as_one() {
    let probe = crate::support::probe_path();
    let mut program = std::fs::read(&probe).unwrap();
    program.truncate(4096);
    let foreign = if cfg!(target_arch = "x86_64") {
        (183_u16, "aarch64")
    } else {
        (62, "x86_64")
    };
    program[18..20].copy_from_slice(&foreign.0.to_ne_bytes());
    let name = format!("farreach-foreign-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, program).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ended = run(&["2", "1", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    let told = format!(
        "was compiled for the processor {}, and this host has",
        foreign.1
    );
    let qemu = std::fs::read_dir("/proc/sys/fs/binfmt_misc")
        .into_iter()
        .flatten();
    if qemu
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with("qemu-"))
    {
        println!("foreign programs run here: NOT TESTED");
        return;
    }
    assert_eq!(ended.code(), 126, "{}", ended.stderr);
    assert!(ended.stderr.contains(&told), "{}", ended.stderr);
    assert!(!ended.stderr.contains("yntax error"), "{}", ended.stderr);
}
