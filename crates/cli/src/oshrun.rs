//! `oshrun`: `farreach run` with the options of other OpenSHMEM launchers, and with no output but
//! the program's.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{CommandFactory, FromArgMatches, Parser};

use crate::run::RunArgs;
use crate::{output, version};

/// The names under which this program is `oshrun`. The first is its own.
pub(crate) const NAMES: [&str; 4] = ["oshrun", "shmemrun", MPI_NAMES[0], MPI_NAMES[1]];

/// The names under which this program starts programs for MPI.
pub(crate) const MPI_NAMES: [&str; 2] = ["mpiexec", "mpirun"];

/// The library of MPI.
const MPI_LIBRARY: &str = "libmpi.so.12";

/// Options of other launchers, with a value, that say on which hosts processes run, and this
/// launcher's option.
const PLACES: [(&str, &str); 18] = [
    ("-H", "--hosts"),
    ("-host", "--hosts"),
    ("--host", "--hosts"),
    ("-hosts", "--hosts"),
    ("--hosts", "--hosts"),
    ("-hostfile", "--hostfile"),
    ("--hostfile", "--hostfile"),
    ("--default-hostfile", "--hostfile"),
    ("-f", "--hostfile"),
    ("-machinefile", "--hostfile"),
    ("--machinefile", "--hostfile"),
    ("-ppn", "--ppn"),
    ("--ppn", "--ppn"),
    ("-perhost", "--ppn"),
    ("-npernode", "--ppn"),
    ("--npernode", "--ppn"),
    ("--ntasks-per-node", "--ppn"),
    ("-N", "--ppn"),
];
/// Options of other launchers without a value that say where processes run, or whose effect does
/// not differ here.
const SWITCHES: [&str; 30] = [
    "--oversubscribe",
    "-oversubscribe",
    "--allow-run-as-root",
    "--bind-to-core",
    "-q",
    "-quiet",
    "--quiet",
    "--nooversubscribe",
    "--report-bindings",
    "-report-bindings",
    "-genvall",
    "-envall",
    "--no-oversubscribe",
    "--bind-to-none",
    "-bind-to-none",
    "--bind-to-socket",
    "-bind-to-socket",
    "--bynode",
    "-bynode",
    "--byslot",
    "-byslot",
    "--nolocal",
    "-nolocal",
    "--use-hwthread-cpus",
    "--display-map",
    "-display-map",
    "--noprefix",
    "-v",
    "--verbose",
    "-print-all-exitcodes",
];
/// Options about other libraries' internals, each with its number of values.
const FOREIGN: [(&str, usize); 27] = [
    ("--mca", 2),
    ("-mca", 2),
    ("-gmca", 2),
    ("--gmca", 2),
    ("--bind-to", 1),
    ("-bind-to", 1),
    ("--map-by", 1),
    ("-map-by", 1),
    ("--rank-by", 1),
    ("-rank-by", 1),
    ("-launcher", 1),
    ("-bootstrap", 1),
    ("-iface", 1),
    ("--omca", 2),
    ("--pmixmca", 2),
    ("--prtemca", 2),
    ("--tune", 1),
    ("-tune", 1),
    ("--prefix", 1),
    ("-prefix", 1),
    ("--cpus-per-proc", 1),
    ("-cpus-per-proc", 1),
    ("--cpu-set", 1),
    ("--cpu-list", 1),
    ("-rmk", 1),
    ("-launcher-exec", 1),
    ("-bootstrap-exec", 1),
];
/// Other launchers' names for `--label`.
const LABELS: [&str; 4] = ["-l", "-prepend-rank", "-tag-output", "--tag-output"];

#[derive(Debug, Parser)]
#[command(name = NAMES[0], version = version::text(), about = "Run an OpenSHMEM program as a job of several PEs.", long_about = None)]
struct Oshrun {
    #[command(flatten)]
    run: RunArgs,
}

/// The command line, as manual and completions describe it.
pub(crate) fn command() -> clap::Command {
    // No summary by default, as with other launchers.
    Oshrun::command().mut_arg("stats", |stats| stats.default_value("none"))
}

/// The arguments of `farreach run` that correspond to `given`.
pub(crate) fn arguments(given: impl Iterator<Item = OsString>) -> anyhow::Result<RunArgs> {
    let mut words: Vec<OsString> = vec![NAMES[0].into()];
    words.extend(translated(given)?);
    let matches = command().get_matches_from(words);
    Ok(Oshrun::from_arg_matches(&matches)?.run)
}

/// The folder of this installation's library of MPI, beside the folder of this program.
pub(crate) fn mpi_library() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let lib = program.parent()?.parent()?.join("lib");
    lib.join(MPI_LIBRARY).is_file().then_some(lib)
}

/// The arguments with other launchers' options translated, dropped with a message, or refused.
fn translated(mut given: impl Iterator<Item = OsString>) -> anyhow::Result<Vec<OsString>> {
    let mut words = Vec::new();
    let mut folder = None;
    while let Some(word) = given.next() {
        let text = word.to_string_lossy().into_owned();
        let mut value = |of: &str| {
            given
                .next()
                .with_context(|| format!("{of} lacks its value"))
        };
        match text.as_str() {
            "-np" | "--np" | "--n" | "-c" => {
                words.push("-n".into());
                words.push(value(&text)?);
            }
            "-V" => words.push("--version".into()),
            // A `--` is inserted before the program in any case.
            "--" => {}
            "-x" => words.extend(variable(&value(&text)?)?),
            "-env" | "-genv" => {
                let mut variable = value(&text)?;
                variable.push("=");
                variable.push(value(&text)?);
                words.extend(["-x".into(), variable]);
            }
            "-envlist" | "-genvlist" => {
                for name in value(&text)?.to_string_lossy().split(',') {
                    words.extend(variable(OsStr::new(name))?);
                }
            }
            label if LABELS.contains(&label) => words.push("--label".into()),
            "-wdir" | "--wdir" | "-wd" | "--wd" => {
                let value = value(&text)?;
                words.extend(["--wdir".into(), value.clone()]);
                folder = Some(value);
            }
            "-timeout" => words.extend(["--timeout".into(), value(&text)?]),
            "-n"
            | "--nodes"
            | "--map-by"
            | "--timeout"
            | "--heap"
            | "--stats"
            | "--collectives"
            | "--env"
            | "--rsh"
            | "--output-dir"
            | "--wrap"
            | "--bind"
            | "--json"
            | "--record-connections" => {
                words.push(word);
                words.push(value(&text)?);
            }
            "--pernode" | "-pernode" => words.extend(["--ppn".into(), "1".into()]),
            place if place_of(place).is_some() => {
                words.extend(place_of(place).map(OsString::from));
                words.push(value(&text)?);
            }
            switch if SWITCHES.contains(&switch) => {}
            other => {
                if let Some(&(_, values)) = FOREIGN.iter().find(|(name, _)| *name == other) {
                    for _ in 0..values {
                        value(&text)?;
                    }
                    continue;
                }
                if let Some((name, value)) = other.split_once('=')
                    && let Some(place) = place_of(name)
                {
                    words.extend([place.into(), value.into()]);
                    continue;
                }
                if is_foreign_assignment(other) {
                    continue;
                }
                if text.starts_with('-') {
                    words.push(word);
                    continue;
                }
                // The program. All later arguments are the program's, even if they look like
                // options of this command.
                words.push("--".into());
                words.push(in_folder(folder.as_deref(), word));
                words.extend(given);
                break;
            }
        }
    }
    Ok(words)
}

/// Whether the word is an option of another launcher with its value in the same word.
fn is_foreign_assignment(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| FOREIGN.contains(&(name, 1)))
}

/// This launcher's option that says the same as another launcher's option `name`.
fn place_of(name: &str) -> Option<&'static str> {
    let found = PLACES.iter().find(|(other, _)| *other == name);
    found.map(|(_, own)| *own)
}

/// A program in the processes' working directory is found there even without `./`.
fn in_folder(folder: Option<&OsStr>, program: OsString) -> OsString {
    let there = Path::new(folder.unwrap_or_default()).join(&program);
    if Path::new(&program).components().count() == 1 && there.is_file() {
        return Path::new(".").join(program).into();
    }
    program
}

/// The option for `NAME=VALUE`, or for `NAME`, a variable of this environment. If the variable is
/// not set, a message says so.
fn variable(given: &OsStr) -> anyhow::Result<Vec<OsString>> {
    let mut variable = given.to_owned();
    if !given.to_string_lossy().contains('=') {
        let Some(value) = std::env::var_os(given) else {
            output::tell(&format!(
                "oshrun: -x {0}: there is no such variable here; give it a value by -x {0}=VALUE\n",
                given.display()
            ))?;
            return Ok(Vec::new());
        };
        variable.push("=");
        variable.push(value);
    }
    Ok(vec!["-x".into(), variable])
}

#[cfg(test)]
mod tests;
