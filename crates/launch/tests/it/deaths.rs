//! Violent ends of jobs: all processes are gone at once, and the message says why.

use rustix::process::Signal;

use crate::support::{Job, Process, host, start, start_with_signals};

/// Each rank leaves one grandchild in its own session and one in an orphaned process group, then
/// sleeps.
const FAMILY: &str =
    "setsid sleep 1001 & (sleep 1002 &) ; trap '' TERM INT HUP; sleep 1003; sleep 1003";

/// A running job of four ranks with all their grandchildren.
fn start_family() -> Job {
    let job = start(&["4", "2", "sh", "-c", FAMILY]);
    for word in ["1001", "1002", "1003"] {
        // The shells' and the launcher's command lines contain the word too.
        let expected = format!("sleep {word} ");
        crate::support::wait_for(&expected, || {
            let found = job
                .processes()
                .into_iter()
                .filter(|process| process.command == expected)
                .count();
            (found == 4).then_some(())
        });
    }
    // The shells' own forks are gone.
    crate::support::wait_for("four shells", || (shells(&job).len() == 4).then_some(()));
    job
}

fn shells(job: &Job) -> Vec<Process> {
    let mut shells: Vec<Process> = job
        .processes()
        .into_iter()
        .filter(|process| process.command.starts_with("sh -c"))
        .collect();
    shells.sort_by_key(|process| process.pid);
    shells
}

fn agents(job: &Job) -> Vec<Process> {
    let is_agent = |process: &Process| process.command.contains("__agent");
    let mut agents: Vec<Process> = job.processes().into_iter().filter(is_agent).collect();
    agents.sort_by_key(|process| process.pid);
    agents
}

fn rank_of(process: &Process) -> u32 {
    let environ = std::fs::read(format!("/proc/{}/environ", process.pid)).unwrap();
    let environ = String::from_utf8_lossy(&environ).into_owned();
    let rank = environ
        .split('\0')
        .find_map(|variable| variable.strip_prefix("FARREACH_RANK="))
        .unwrap();
    rank.parse().unwrap()
}

#[test]
fn killing_a_rank_ends_all_and_names_it() {
    let job = start_family();
    let shells = shells(&job);
    let victim = &shells[1];
    let rank = rank_of(victim);
    victim.kill();
    job.wait_until_gone();
    let ended = job.end();
    let name = format!(
        "rank {rank} on {} (node {}, pid {})",
        host(),
        rank / 2,
        victim.pid
    );
    ended.assert_failed(
        137,
        &[&name, "was killed by signal 9 (SIGKILL); ending the job"],
    );
}

#[test]
fn killing_an_agent_ends_all_and_names_its_node() {
    let job = start_family();
    let agents = agents(&job);
    assert_eq!(agents.len(), 2);
    agents[1].kill();
    job.wait_until_gone();
    let ended = job.end();
    let name = format!(
        "the agent of node 1 on {} (pid {}) was killed by signal 9 (SIGKILL)",
        host(),
        agents[1].pid
    );
    ended.assert_failed(137, &[&name]);
}

#[test]
fn killing_the_launcher_ends_all() {
    let job = start_family();
    job.signal_head(Signal::KILL);
    job.wait_until_gone();
}

#[test]
fn signals_to_the_launcher_end_all() {
    for (signal, code, name) in [
        (Signal::INT, 130, "2 (SIGINT)"),
        (Signal::TERM, 143, "15 (SIGTERM)"),
        (Signal::HUP, 129, "1 (SIGHUP)"),
    ] {
        let job = start_family();
        job.signal_head(signal);
        job.wait_until_gone();
        let ended = job.end();
        ended.assert_failed(code, &[&format!("got signal {name}; ending the job")]);
        assert_eq!(
            ended
                .stderr
                .lines()
                .filter(|line| line.starts_with("farreach:"))
                .count(),
            1
        );
    }
}

#[test]
fn what_nohup_ignores_does_not_end_a_job() {
    let mut job = start_with_signals("--ignore-signal=HUP", &["2", "2", "sleep", "1005"]);
    drop(job.stdin());
    job.collect();
    job.wait_for_processes("sleep 1005", 2 + 1);
    job.signal_head(Signal::HUP);
    job.signal_head(Signal::TERM);
    // If two ranks waited, the launcher would read the lower one first.
    job.end()
        .assert_failed(143, &["got signal 15 (SIGTERM); ending the job"]);
}

#[test]
fn ranks_get_the_signal_and_may_say_goodbye() {
    let script = "trap 'echo goodbye; exit 0' INT; echo ready; while :; do sleep 0.01; done";
    let job = start(&["2", "2", "sh", "-c", script]);
    job.wait_for_processes("sleep 0.01", 2 + 3);
    job.signal_head(Signal::INT);
    let ended = job.end();
    assert_eq!(ended.code(), 130);
    assert_eq!(
        ended
            .lines()
            .iter()
            .filter(|line| *line == "goodbye")
            .count(),
        2,
        "{:?}",
        ended.lines()
    );
}

#[test]
fn other_signals_are_passed_on() {
    let script = "trap 'echo got it; exit 0' USR1; while :; do sleep 0.01; done";
    let job = start(&["3", "2", "sh", "-c", script]);
    job.wait_for_processes("sleep 0.01", 3 + 4);
    job.signal_head(Signal::USR1);
    let ended = job.end();
    assert_eq!(
        (ended.code(), ended.lines()),
        (0, vec!["got it".to_owned(); 3]),
        "{}",
        ended.stderr
    );
}

#[test]
fn what_ranks_leave_behind_is_ended_when_the_job_is_over() {
    let ended = crate::support::run(&["2", "2", "sh", "-c", "setsid sleep 1004 & echo done"]);
    assert_eq!(
        (ended.code(), ended.lines()),
        (0, vec!["done".to_owned(); 2])
    );
}

#[test]
fn a_stopped_job_can_be_ended() {
    let job = start_family();
    job.signal_head(Signal::TSTP);
    crate::support::wait_for("the ranks to stop", || {
        let stopped = shells(&job)
            .iter()
            .filter(|process| state_of(process.pid) == 'T')
            .count();
        (stopped == 4).then_some(())
    });
    crate::support::wait_for("the launcher to stop", || {
        (state_of(job.head.id() as i32) == 'T').then_some(())
    });
    job.signal_head(Signal::CONT);
    crate::support::wait_for("the ranks to go on", || {
        shells(&job)
            .iter()
            .all(|process| state_of(process.pid) != 'T')
            .then_some(())
    });
    job.signal_head(Signal::INT);
    assert_eq!(job.end().code(), 130);
}

fn state_of(pid: i32) -> char {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ")
        .and_then(|(_, rest)| rest.chars().next())
        .unwrap_or('?')
}
