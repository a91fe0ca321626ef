//! `oshrun`: `farreach run` as users of other OpenSHMEM libraries start their programs, with no output but the program's.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::Context;
use clap::Parser;

use crate::run::RunArgs;

/// The names under which this program is `oshrun`: the first is its own.
pub(crate) const NAMES: [&str; 2] = ["oshrun", "shmemrun"];

/// Options of other launchers that say where processes run, with a value. Here they all run on this machine.
const PLACES: [&str; 17] = [
    "-H",
    "-host",
    "--host",
    "-hosts",
    "--hosts",
    "-hostfile",
    "--hostfile",
    "-f",
    "-machinefile",
    "--machinefile",
    "-ppn",
    "--ppn",
    "-perhost",
    "-npernode",
    "--npernode",
    "--ntasks-per-node",
    "-N",
];
/// The same without a value, or about what does not differ here.
const SWITCHES: [&str; 12] = [
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
];
/// Options about other libraries' insides, with so many values.
const FOREIGN: [(&str, usize); 13] = [
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
];
/// Their names for `--label`.
const LABELS: [&str; 4] = ["-l", "-prepend-rank", "-tag-output", "--tag-output"];

#[derive(Debug, Parser)]
#[command(name = NAMES[0], version, about = "Run an OpenSHMEM program as a job of several PEs.", long_about = None)]
struct Oshrun {
    #[command(flatten)]
    run: RunArgs,
}

/// What `farreach run` is to do.
pub(crate) fn arguments(given: impl Iterator<Item = OsString>) -> anyhow::Result<RunArgs> {
    let mut words: Vec<OsString> = vec![NAMES[0].into(), "--stats".into(), "none".into()];
    words.extend(translated(given)?);
    Ok(Oshrun::parse_from(words).run)
}

/// The arguments with those of other launchers turned into ours, left out with a message, or refused.
fn translated(given: impl Iterator<Item = OsString>) -> anyhow::Result<Vec<OsString>> {
    let mut words = Vec::new();
    let mut given = given.peekable();
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
            // One is put before the program in any case.
            "--" => {}
            "-x" => words.extend(variable(&value(&text)?)),
            "-env" | "-genv" => {
                let mut variable = value(&text)?;
                variable.push("=");
                variable.push(value(&text)?);
                words.extend(["-x".into(), variable]);
            }
            "-envlist" | "-genvlist" => {
                for name in value(&text)?.to_string_lossy().split(',') {
                    words.extend(variable(OsStr::new(name)));
                }
            }
            label if LABELS.contains(&label) => words.push("--label".into()),
            "-n"
            | "--nodes"
            | "--timeout"
            | "--heap"
            | "--stats"
            | "--collectives"
            | "--env"
            | "--record-connections" => {
                words.push(word);
                words.push(value(&text)?);
            }
            place if PLACES.contains(&place) => {
                let value = value(&text)?;
                eprintln!(
                    "oshrun: {place} {} is ignored: all PEs run on this machine",
                    value.display()
                );
            }
            switch if SWITCHES.contains(&switch) => {}
            other => {
                if let Some(&(_, values)) = FOREIGN.iter().find(|(name, _)| *name == other) {
                    for _ in 0..values {
                        value(&text)?;
                    }
                    continue;
                }
                if text.starts_with('-') {
                    words.push(word);
                    continue;
                }
                // The program; what follows is its own, also what looks like an option of ours.
                words.push("--".into());
                words.push(in_this_folder(word));
                words.extend(given);
                break;
            }
        }
    }
    Ok(words)
}

/// A program that lies in this folder is found there also without `./`.
fn in_this_folder(program: OsString) -> OsString {
    if Path::new(&program).components().count() == 1 && Path::new(&program).is_file() {
        return Path::new(".").join(program).into();
    }
    program
}

/// The option for `NAME=VALUE`, or for `NAME`, a variable that is set here. Others say so where it is not, and go on.
fn variable(given: &OsStr) -> Vec<OsString> {
    let mut variable = given.to_owned();
    if !given.to_string_lossy().contains('=') {
        let Some(value) = std::env::var_os(given) else {
            eprintln!(
                "oshrun: -x {0}: there is no such variable here; give it a value by -x {0}=VALUE",
                given.display()
            );
            return Vec::new();
        };
        variable.push("=");
        variable.push(value);
    }
    vec!["-x".into(), variable]
}

#[cfg(test)]
mod tests;
