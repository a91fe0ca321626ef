//! What the network between hosts carries: found out by a job with one process on each host, so that
//! addresses, ports and protection are those that jobs have.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use farreach::settings;
use farreach_runtime::World;
use serde::{Deserialize, Serialize};

use super::findings::{Finding, Grade};
use crate::hosts::HostsArgs;
use crate::output;

/// The bundled program that each process of the job is.
pub(crate) const APP: &str = "__paths";
/// What stands in front of a process's report.
const MARK: &str = "farreach paths ";
/// How long hosts have to answer.
const PATIENCE: Duration = Duration::from_secs(4);
/// Longer than a process needs to say what it has found, once its job has started.
const REPORT_WITHIN: Duration = Duration::from_secs(30);

/// The report of one host.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Survey {
    host: String,
    /// The paths to other hosts.
    paths: Vec<Path>,
}

/// A path to another host.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Path {
    rank: u32,
    from: String,
    to: Option<String>,
    mtu: Option<u32>,
}

/// The program of each process: finds out what the network carries, says it, and answers others until
/// the job is ended.
pub(crate) fn main() -> Result<()> {
    let world = World::join(settings::from_environment()?)?;
    let paths = world.paths(PATIENCE);
    let paths = paths.into_iter().map(|path| Path {
        rank: path.rank,
        from: path.from,
        to: path.to,
        mtu: path.mtu,
    });
    let survey = Survey {
        host: world.host(),
        paths: paths.collect(),
    };
    let line = serde_json::to_string(&(world.rank(), &survey))?;
    output::print(&format!("{MARK}{line}\n"))?;
    std::io::stdout().flush()?;
    loop {
        std::thread::park();
    }
}

/// Examines the network between `names`, of which there are several.
pub(super) fn examine(names: &[String], hosts: &HostsArgs) -> Finding {
    match surveys(names, hosts) {
        Ok(surveys) => finding(names, &surveys),
        Err(error) => Finding {
            grade: Grade::Change,
            what: "network",
            text: format!("not examined, since no job can be started on these hosts: {error:#}"),
        },
    }
}

/// Runs the job, and takes its reports in the order of the ranks.
fn surveys(names: &[String], hosts: &HostsArgs) -> Result<Vec<Survey>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["run", "--stats", "none", "--hosts"]);
    let list: Vec<String> = names.iter().map(|name| format!("{name}:1")).collect();
    command.arg(list.join(","));
    command.args(hosts.rsh_arguments().into_iter().map(OsString::from));
    command.arg(APP);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut job = Job(command.spawn().context("starting the job")?);
    let stdout = job.0.stdout.take().context("the job's output")?;
    let (sender, lines) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut found: Vec<Option<Survey>> = names.iter().map(|_| None).collect();
    let deadline = Instant::now() + settings::from_environment()?.start_timeout + REPORT_WITHIN;
    while found.iter().any(Option::is_none) {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                let Some((_, report)) = line.split_once(MARK) else {
                    continue;
                };
                let (rank, survey): (usize, Survey) =
                    serde_json::from_str(report).context("a host's report")?;
                if let Some(place) = found.get_mut(rank) {
                    *place = Some(survey);
                }
            }
            Err(RecvTimeoutError::Timeout) => anyhow::bail!("no answer in time"),
            Err(RecvTimeoutError::Disconnected) => {
                let mut told = String::new();
                if let Some(stderr) = &mut job.0.stderr {
                    stderr.read_to_string(&mut told)?;
                }
                anyhow::bail!("{}", told.trim());
            }
        }
    }
    drop(job);
    let _ = reader.join();
    Ok(found.into_iter().flatten().collect())
}

/// A running job. It ends with this value.
struct Job(Child);

impl Drop for Job {
    fn drop(&mut self) {
        // The launcher ends the processes on all hosts.
        if let Some(pid) = rustix::process::Pid::from_raw(self.0.id().cast_signed()) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let _ = self.0.wait();
    }
}

/// What the reports mean. The report of rank n is that of the host with that number.
fn finding(names: &[String], surveys: &[Survey]) -> Finding {
    let name = |rank: usize| names.get(rank).map_or("?", String::as_str);
    let all = || {
        let of = |(rank, survey): (usize, &'_ Survey)| -> Vec<(usize, usize, Option<u32>)> {
            let paths = survey.paths.iter();
            paths
                .map(|path| (rank, path.rank as usize, path.mtu))
                .collect()
        };
        surveys.iter().enumerate().flat_map(of)
    };
    let cut: Vec<String> = surveys
        .iter()
        .enumerate()
        .flat_map(|(rank, survey)| {
            let silent = survey.paths.iter().filter(|path| path.mtu.is_none());
            silent.map(move |path| {
                let to = path.to.as_deref().unwrap_or("an unknown address");
                let peer = name(path.rank as usize);
                format!(
                    "{} ({}) hears nothing from {peer} ({to})",
                    name(rank),
                    path.from
                )
            })
        })
        .collect();
    if !cut.is_empty() {
        return Finding {
            grade: Grade::Change,
            what: "network",
            text: format!(
                "{}; let UDP through the firewalls between these addresses, both ways (FARREACH_PORTS names the ports that jobs \
                 use, as in 40000-40999), or name another interface (FARREACH_INTERFACE)",
                cut.join("; ")
            ),
        };
    }
    let most = all().filter_map(|(.., mtu)| mtu).max().unwrap_or(0);
    let least = all().filter_map(|(.., mtu)| mtu).min().unwrap_or(0);
    let narrow: Vec<String> = all()
        .filter(|&(from, to, mtu)| from < to && mtu.is_some_and(|mtu| mtu < most))
        .map(|(from, to, mtu)| format!("{} to {}: {}", name(from), name(to), mtu.unwrap_or(0)))
        .collect();
    if narrow.is_empty() {
        return Finding {
            grade: Grade::Fine,
            what: "network",
            text: format!(
                "UDP passes between all hosts, both ways, in packets with {least} B of payload"
            ),
        };
    }
    Finding {
        grade: Grade::Note,
        what: "network",
        text: format!(
            "UDP passes between all hosts; of {most} B of payload that packets can have, some paths carry less ({}): see the MTU of \
             switches and tunnels on the way",
            narrow.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(host: &str, paths: &[(u32, Option<u32>)]) -> Survey {
        let path = |&(rank, mtu)| Path {
            rank,
            from: format!("{host}:1"),
            to: Some(format!("n{rank}:2")),
            mtu,
        };
        Survey {
            host: host.to_owned(),
            paths: paths.iter().map(path).collect(),
        }
    }

    #[test]
    fn the_network_is_judged() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let judge = |ab: Option<u32>, bc: Option<u32>| {
            let surveys = [
                survey("a", &[(1, ab), (2, Some(8904))]),
                survey("b", &[(0, ab), (2, bc)]),
                survey("c", &[(0, Some(8904)), (1, bc)]),
            ];
            finding(&names, &surveys)
        };
        let fine = judge(Some(8904), Some(8904));
        assert_eq!(fine.grade, Grade::Fine);
        assert!(fine.text.contains("8904 B"));
        let narrow = judge(Some(8904), Some(1352));
        assert_eq!(narrow.grade, Grade::Note);
        assert!(narrow.text.contains("(b to c: 1352)"), "{}", narrow.text);
        let cut = judge(None, Some(8904));
        assert_eq!(cut.grade, Grade::Change);
        for part in [
            "a (a:1) hears nothing from b (n1:2)",
            "b (b:1) hears nothing from a",
            "FARREACH_PORTS",
        ] {
            assert!(cut.text.contains(part), "{}", cut.text);
        }
    }
}
