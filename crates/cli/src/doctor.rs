//! `farreach doctor`: what of this machine, or of other hosts, slows jobs down or stops them, and what to
//! change.
//!
//! ```text
//!   farreach doctor --hosts a,b ── rsh ──▶ farreach __doctor on a, on b ──▶ a line of JSON
//!                                                                              ▼
//!                                                     findings: what is, and what to change
//! ```

mod findings;
mod host;
pub(crate) mod network;

use std::io::Read;
use std::process::{Child, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use farreach::settings;
use farreach_launch::hosts::is_here;
use serde::Serialize;

use crate::hosts::HostsArgs;
use crate::output::{self, JsonArgs};
use findings::{Finding, Grade, findings};
use host::Report;

/// The hidden argument that makes this program print a report for a doctor on another host.
pub(crate) const ARGUMENT: &str = "__doctor";
/// What stands in front of the report. Start-up files of shells may print something, too.
const MARK: &str = "farreach doctor ";
/// The time between two looks whether a remote shell has ended.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The arguments of `farreach doctor`.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    hosts: HostsArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// A host, as far as it was found out, or what is between the hosts.
#[derive(Debug, Serialize)]
struct Patient {
    name: String,
    /// Why nothing is known of the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Report>,
    findings: Vec<Finding>,
}

/// Looks at this machine, or at hosts. The exit code is 1 if something is to be changed.
pub(crate) fn run(args: &DoctorArgs) -> Result<ExitCode> {
    let settings = settings::from_environment()?;
    let patience = settings.start_timeout;
    let (names, way) = (args.hosts.names()?, args.hosts.way(&settings)?);
    let mut begun = Vec::new();
    for name in names.clone() {
        let is_local = is_here(&name);
        let child = if is_local {
            Ok(None)
        } else {
            let mut command = way.rsh.command(&name, &way.agent, &[ARGUMENT]);
            command
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            command.spawn().map(Some)
        };
        begun.push((name, child));
    }
    let deadline = Instant::now() + patience;
    let patients: Vec<Patient> = begun
        .into_iter()
        .map(|(name, child)| {
            let report = match child {
                Ok(None) => Ok(Report::gather()),
                Ok(Some(child)) => wait(child, deadline),
                Err(error) => Err(error).context("starting the remote shell"),
            };
            patient(name, report)
        })
        .collect();
    let mut patients = patients;
    if names.len() > 1 {
        patients.push(Patient {
            name: "between the hosts".to_owned(),
            failure: None,
            report: None,
            findings: vec![network::examine(&names, &args.hosts)],
        });
    }
    let is_well = patients.iter().all(|patient| {
        let to_change = |finding: &Finding| finding.grade == Grade::Change;
        patient.failure.is_none() && !patient.findings.iter().any(to_change)
    });
    let text = || patients.iter().map(Patient::text).collect::<Vec<_>>();
    args.json
        .write(|| serde_json::to_string_pretty(&patients).expect("plain names and texts") + "\n")?;
    if args.json.leaves_text() {
        output::print(&text().join("\n"))?;
    }
    Ok(ExitCode::from(u8::from(!is_well)))
}

/// Prints this host's report for a doctor on another host.
pub(crate) fn answer() -> Result<ExitCode> {
    let line = serde_json::to_string(&Report::gather())?;
    output::print(&format!("{MARK}{line}\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn patient(name: String, report: Result<Report>) -> Patient {
    match report {
        Ok(report) => Patient {
            name,
            failure: None,
            findings: findings(&report),
            report: Some(report),
        },
        Err(error) => Patient {
            name,
            failure: Some(format!("{error:#}")),
            report: None,
            findings: Vec::new(),
        },
    }
}

/// Waits for a remote shell, and reads its report.
fn wait(mut child: Child, deadline: Instant) -> Result<Report> {
    // A report is shorter than what a pipe holds, so the child never waits for a reader.
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            anyhow::bail!(
                "no answer within FARREACH_START_TIMEOUT: see whether a command can be run there by the remote shell (--rsh)"
            );
        }
        std::thread::sleep(LOOK_EVERY);
    };
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    if let Some(pipe) = &mut child.stdout {
        pipe.read_to_end(&mut stdout)?;
    }
    if let Some(pipe) = &mut child.stderr {
        pipe.read_to_end(&mut stderr)?;
    }
    let stdout = String::from_utf8_lossy(&stdout);
    match stdout.lines().find_map(|line| line.split_once(MARK)) {
        Some((_, report)) => serde_json::from_str(report)
            .context("the report is not understood; install the same farreach on all hosts"),
        None => anyhow::bail!(
            "the remote shell ended by {status}: {}; see whether a command can be run there without a password (--rsh), and \
             whether farreach is at the same path there (FARREACH_AGENT)",
            String::from_utf8_lossy(&stderr).trim()
        ),
    }
}

impl Patient {
    fn text(&self) -> String {
        let width = output::width(std::io::stdout());
        if let Some(failure) = &self.failure {
            let line = format!("{}: {failure}", self.name);
            return output::wrapped(&line, width, 4) + "\n";
        }
        let title = self
            .report
            .as_ref()
            .map(|report| format!(" {}", report.title()));
        let mut text = format!("{}:{}\n", self.name, title.unwrap_or_default());
        for finding in &self.findings {
            let mark = match finding.grade {
                Grade::Fine => "ok    ",
                Grade::Note => "note  ",
                Grade::Change => "CHANGE",
            };
            let line = format!("  {mark} {:<15} {}", finding.what, finding.text);
            text += &output::wrapped(&line, width, 25);
            text += "\n";
        }
        text
    }
}
