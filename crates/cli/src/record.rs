//! What `farreach run` writes of a job that ended well: its connections, or its pattern.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use farreach::stats::{ContactStats, ProcessStats};
use farreach_launch::head::JobOutcome;
use farreach_predict::patterns::{Amount, Contact, Places, Recorded};
use farreach_runtime::connect_file::{ConnectFile, Shape};
use farreach_runtime::jobs::Placement;

use crate::output;

/// The files that a job's record goes to.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// Write which connections the run used, for FARREACH_PRECONNECT=file in later runs.
    #[arg(long = "record-connections", value_name = "FILE")]
    connections: Option<PathBuf>,
    /// Write what each rank did toward ranks of other nodes, for `farreach sim run --pattern FILE`.
    #[arg(long = "record", value_name = "FILE")]
    pattern: Option<PathBuf>,
}

impl RecordArgs {
    /// Refuses files that can't be written.
    pub(crate) fn check(&self) -> Result<()> {
        let mut files = [&self.connections, &self.pattern].into_iter().flatten();
        files.try_for_each(|file| output::check_writable(file))
    }

    /// The variables that make ranks report. Placements that `farreach sim` does not have are refused.
    pub(crate) fn variables(&self, placement: &Placement) -> Result<Vec<(String, String)>> {
        let mut names = Vec::new();
        if self.connections.is_some() {
            names.push("FARREACH_RECORD_CONNECTIONS");
        }
        if self.pattern.is_some() {
            ensure!(
                placement.is_even(),
                "--record needs ranks in even blocks, and these are on {placement}: choose --nodes with a number"
            );
            names.push("FARREACH_RECORD_PATTERN");
        }
        let on = names
            .into_iter()
            .map(|name| (name.to_owned(), "on".to_owned()));
        Ok(on.collect())
    }

    /// Writes the files of a job that ended well.
    pub(crate) fn write(
        &self,
        shape: Shape,
        program: (&OsStr, &[OsString]),
        outcome: &JobOutcome,
    ) -> Result<()> {
        if let Some(path) = &self.pattern {
            pattern(path, &shape.placement, program, outcome)?;
        }
        if let Some(path) = &self.connections {
            let what = "list of connections";
            if let Some(reached) = reported(path, what, outcome, |stats| stats.reached)? {
                let file = ConnectFile::new(shape, &reached);
                file.write(path, &program.0.to_string_lossy())?;
            }
        }
        Ok(())
    }
}

/// Writes the pattern of a job that ended well.
fn pattern(
    path: &Path,
    placement: &Placement,
    (program, arguments): (&OsStr, &[OsString]),
    outcome: &JobOutcome,
) -> Result<()> {
    let Some(contacts) = reported(path, "pattern", outcome, |stats| stats.contacts)? else {
        return Ok(());
    };
    let contacts = (0..).zip(contacts).flat_map(|(rank, own)| {
        let contacts = own.into_iter().map(move |contact| of_stats(rank, &contact));
        contacts.collect::<Vec<Contact>>()
    });
    let places = Places::new(placement.size(), placement.nodes())?;
    let words = std::iter::once(program).chain(arguments.iter().map(OsString::as_os_str));
    let words: Vec<_> = words.map(OsStr::to_string_lossy).collect();
    let recorded = Recorded::new(places, &words.join(" "), contacts.collect());
    let written = std::fs::write(path, recorded.to_text());
    written.with_context(|| format!("writing {}", path.display()))
}

fn of_stats(rank: u32, contact: &ContactStats) -> Contact {
    let amount = |(ops, bytes)| Amount { ops, bytes };
    Contact {
        rank,
        peer: contact.peer,
        puts: amount(contact.puts),
        gets: amount(contact.gets),
        atomics: amount(contact.atomics),
        messages: amount(contact.messages),
    }
}

/// What each rank reported. `None` if the job failed, which is told.
fn reported<T>(
    path: &Path,
    what: &str,
    outcome: &JobOutcome,
    of: impl Fn(ProcessStats) -> Option<T>,
) -> Result<Option<Vec<T>>> {
    if outcome.failure.is_some() {
        output::tell(&format!(
            "farreach: the job failed, so it is not recorded in {}\n",
            path.display()
        ))?;
        return Ok(None);
    }
    let reported = outcome.ranks.iter().zip(0..).map(|(rank, number)| {
        let stats = rank.stats.as_deref();
        let stats: Option<ProcessStats> = stats.map(serde_json::from_slice).transpose()?;
        stats.and_then(&of).with_context(|| {
            format!("rank {number} was no Farreach program, so there is no {what} to record")
        })
    });
    reported.collect::<Result<Vec<T>>>().map(Some)
}
