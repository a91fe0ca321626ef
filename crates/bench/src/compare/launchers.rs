//! Start-up and end under other launchers: an empty program of Farreach beside a bare client of the same PMI.
//!
//! ```text
//!   for each round, for each launcher, in turn:
//!     LAUNCHER true              what the launcher takes by itself
//!     LAUNCHER pmi_client        init, put, fence, finalize (peers/pmi_client.c)
//!     LAUNCHER farreach          initialise, finalize
//!   medians over the rounds
//! ```

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::{COMPARE_APP, Group};
use crate::process::{self, End};
use crate::workspace::Workspace;

/// The bare client, and the exit code by which it says that no PMI is there.
const CLIENT: &str = include_str!("../../peers/pmi_client.c");
const NO_PMI: i32 = 3;
/// The arguments of the empty program behind the group: it measures nothing, and has a minute.
const EMPTY: [&str; 2] = ["1", "60"];

/// The subject of a measurement.
#[derive(Clone, Debug)]
pub struct Launchers {
    /// The command-line program, whose bundled app is the empty program.
    pub program: PathBuf,
    /// Commands, each with its arguments, behind which a program is started.
    pub commands: Vec<Vec<String>>,
    /// The number of rounds of the medians.
    pub rounds: usize,
    /// A job that takes longer is taken to hang.
    pub job_limit: Duration,
}

/// The times of a launcher: seconds from the command to its exit, medians.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Launched {
    /// The launcher's command.
    pub command: String,
    /// A job of `true`.
    pub nothing: f64,
    /// A job of the bare client. `None` if the launcher offers no PMI.
    pub bare: Option<f64>,
    /// A job that initialises Farreach and finalizes.
    pub farreach: f64,
}

impl Launched {
    /// What Farreach adds to the bare client, or to `true` if there is no PMI.
    pub fn added(&self) -> f64 {
        self.farreach - self.bare.unwrap_or(self.nothing)
    }
}

impl Launchers {
    /// Measures all launchers in turns. `progress` gets the name of the next step, and ends the run by an error.
    pub fn measure(&self, mut progress: impl FnMut(&str) -> Result<()>) -> Result<Vec<Launched>> {
        let workspace = Workspace::make()?;
        let client = build(&workspace)?;
        let own = self.program.to_string_lossy().into_owned();
        let app = [&own, "__app", COMPARE_APP, Group::Startup.name()];
        let empty: Vec<&str> = app.into_iter().chain(EMPTY).collect();
        let client = client.to_string_lossy().into_owned();
        let mut seconds = vec![[const { Vec::new() }; 3]; self.commands.len()];
        for round in 1..=self.rounds {
            for (launcher, of) in self.commands.iter().zip(&mut seconds) {
                let name = launcher.join(" ");
                progress(&format!("round {round} of {}: {name}", self.rounds))?;
                let programs = [&["true"][..], &[&client], &empty];
                for (program, of) in programs.into_iter().zip(of) {
                    of.extend(self.job(launcher, program)?);
                }
            }
        }
        let launched = self.commands.iter().zip(seconds);
        launched
            .map(|(command, [nothing, bare, farreach])| {
                let command = command.join(" ");
                let needed = |of: Vec<f64>| median(of).context("a launcher without a job");
                Ok(Launched {
                    nothing: needed(nothing)?,
                    bare: median(bare),
                    farreach: needed(farreach)?,
                    command,
                })
            })
            .collect()
    }

    /// Seconds of a job. `None` if the launcher offers no PMI, which only the bare client says.
    fn job(&self, launcher: &[String], program: &[&str]) -> Result<Option<f64>> {
        let (name, arguments) = launcher.split_first().context("a launcher has no name")?;
        let mut command = Command::new(name);
        command.args(arguments).args(program);
        let run = process::run(&mut command, self.job_limit)?;
        let told = || String::from_utf8_lossy(&run.errors).trim().to_owned();
        match run.end {
            End::Exited(status) if status.success() => Ok(Some(run.seconds)),
            End::Exited(status) if status.code() == Some(NO_PMI) => Ok(None),
            End::Exited(status) => bail!("{command:?}: {status}: {}", told()),
            End::TimedOut(limit) => bail!("{command:?} has not ended within {limit:?}: {}", told()),
        }
    }
}

/// Compiles the bare client.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    let folder: &Path = workspace.files();
    let (source, client) = (folder.join("pmi_client.c"), folder.join("pmi_client"));
    std::fs::write(&source, CLIENT).with_context(|| format!("writing {}", source.display()))?;
    let mut compiler = Command::new("cc");
    compiler.arg("-O2").arg(&source).arg("-o").arg(&client);
    let output = compiler.arg("-ldl").output().context("starting cc")?;
    if !output.status.success() {
        bail!("{compiler:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(client)
}

fn median(mut of: Vec<f64>) -> Option<f64> {
    of.sort_by(f64::total_cmp);
    of.get(of.len() / 2).copied()
}

/// The times as a table, in milliseconds.
pub fn table(all: &[Launched]) -> String {
    let mut text = "      true  bare PMI  Farreach     added  launcher (ms, medians)\n".to_owned();
    let ms = |seconds: f64| format!("{:>10.1}", seconds * 1e3);
    for launched in all {
        let bare = launched.bare.map_or(format!("{:>10}", "-"), ms);
        let _ = writeln!(
            text,
            "{}{bare}{}{}  {}",
            ms(launched.nothing),
            ms(launched.farreach),
            ms(launched.added()),
            launched.command
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Launched, median, table};

    #[test]
    fn a_table_has_what_farreach_adds() {
        let launched = |bare| Launched {
            command: "mpiexec -n 2".to_owned(),
            nothing: 0.01,
            bare,
            farreach: 0.0625,
        };
        let text = table(&[launched(Some(0.05)), launched(None)]);
        let lines: Vec<Vec<&str>> = text
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(lines[0][..4], ["10.0", "50.0", "62.5", "12.5"]);
        assert_eq!(lines[1][..4], ["10.0", "-", "62.5", "52.5"]);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(Vec::new()), None);
    }
}
