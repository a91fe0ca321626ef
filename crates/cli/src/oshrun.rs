//! `oshrun`: `farreach run` with the options of other OpenSHMEM launchers, and with no output but
//! the program's.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::Context;
use clap::{CommandFactory, FromArgMatches, Parser};
use farreach_launch::Program;
use rustix::fs::Access;

use crate::run::RunArgs;
use crate::{output, version};

/// The names under which this program is `oshrun`. The first is its own.
pub(crate) const NAMES: [&str; 4] = ["oshrun", "shmemrun", MPI_NAMES[0], MPI_NAMES[1]];

/// The names under which this program starts programs for MPI.
pub(crate) const MPI_NAMES: [&str; 2] = ["mpiexec", "mpirun"];

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
const SWITCHES: [&str; 29] = [
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
    "-verbose",
    "-print-all-exitcodes",
    "-disable-auto-cleanup",
    "-localonly",
];
/// Options about other libraries' internals, each with its number of values.
const FOREIGN: [(&str, usize); 31] = [
    ("--mca", 2),
    ("-mca", 2),
    ("-gmca", 2),
    ("--gmca", 2),
    ("--bind-to", 1),
    ("-bind-to", 1),
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
    ("-usize", 1),
    ("-localhost", 1),
    ("-membind", 1),
    ("-topolib", 1),
    ("-launcher-exec", 1),
    ("-bootstrap-exec", 1),
    ("--report-uri", 1),
    ("-report-uri", 1),
];
/// Options of other launchers whose effect is missing here, each with what to do instead.
const REFUSED: [(&str, &str); 16] = [
    (
        "-configfile",
        "write the programs on the command line, with colons between them",
    ),
    (
        "-outfile-pattern",
        "--output-dir DIR writes each rank's output to files of its own",
    ),
    (
        "-errfile-pattern",
        "--output-dir DIR writes each rank's output to files of its own",
    ),
    (
        "--output-filename",
        "--output-dir DIR writes each rank's output to files of its own",
    ),
    ("-gdb", "--wrap 'gdb --args' runs each rank in the debugger"),
    (
        "--debug",
        "--wrap 'gdb --args' runs each rank in the debugger",
    ),
    (
        "-profile",
        "--stats text shows what the job's processes have done",
    ),
    (
        "--app",
        "write the programs on the command line, with colons between them",
    ),
    ("-gpath", "name the program by its path"),
    ("-path", "name the program by its path"),
    ("--rankfile", "--hosts and --map-by say where the ranks run"),
    ("-rankfile", "--hosts and --map-by say where the ranks run"),
    (
        "--merge-stderr-to-stdout",
        "start the program by a shell: sh -c 'exec ./a 2>&1'",
    ),
    (
        "-npersocket",
        "--ppn gives the number of ranks of each host",
    ),
    (
        "--npersocket",
        "--ppn gives the number of ranks of each host",
    ),
    (
        "-genvnone",
        "start the program by env -i, with the variables that it needs",
    ),
];
/// Things in the order of which Open MPI places the ranks of a node. Ranks fill a node before the next.
const WITHIN_NODES: [&str; 10] = [
    "slot", "core", "hwthread", "socket", "package", "numa", "board", "l1cache", "l2cache",
    "l3cache",
];
/// The help for the program and its arguments. Bundled programs are no files, so they are not run.
const PROGRAM: &str = "A file in the working directory, a path, or a name on PATH; then its arguments. All arguments behind the \
    program's name are the program's, even if they look like options of this command. A colon separates several programs, each \
    with its own -n, -x and --wdir: `-n 2 ./a : -n 3 -x A=1 ./b`";
/// Other launchers' names for `--label`.
const LABELS: [&str; 4] = ["-l", "-prepend-rank", "-tag-output", "--tag-output"];

#[derive(Debug, Parser)]
#[command(name = NAMES[0], version = version::text(), about = "Run an OpenSHMEM program as a job of several PEs.", long_about = None)]
struct Oshrun {
    #[command(flatten)]
    run: RunArgs,
}

/// The command line of the program of this name, as manual and completions describe it.
pub(crate) fn command(name: &'static str) -> clap::Command {
    // No summary by default, as with other launchers.
    let command = Oshrun::command()
        .mut_arg("stats", |stats| stats.default_value("none"))
        .mut_arg("command", |command| command.help(PROGRAM));
    if MPI_NAMES.contains(&name) {
        let about = "Run a program for MPI as a job of several ranks.";
        return command.name(name).about(about);
    }
    command.name(name)
}

/// The arguments of `farreach run` that correspond to `given`, for the program of this name.
pub(crate) fn arguments(
    name: &'static str,
    given: impl Iterator<Item = OsString>,
) -> anyhow::Result<RunArgs> {
    let mut words: Vec<OsString> = vec![name.into()];
    words.extend(translated(name, given, None)?);
    let matches = command(name).get_matches_from(words);
    Ok(Oshrun::from_arg_matches(&matches)?.run)
}

/// The arguments with other launchers' options translated, dropped with a message, or refused. `called`
/// is this program's name. `folder` is the working directory if the arguments name none.
fn translated(
    called: &str,
    given: impl Iterator<Item = OsString>,
    folder: Option<&OsStr>,
) -> anyhow::Result<Vec<OsString>> {
    let mut given = given;
    let mut words = Vec::new();
    let mut folder = folder.map(OsStr::to_owned);
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
            "-V" | "-info" => words.push("--version".into()),
            "--map-by" | "-map-by" => words.extend(mapped(&value(&text)?)?),
            "-oversubscribe" => words.push("--oversubscribe".into()),
            "--bynode" | "-bynode" => words.extend(["--map-by".into(), "node".into()]),
            "-s" | "-stdin" | "--stdin" => {
                let wanted = value(&text)?;
                anyhow::ensure!(
                    wanted == "0",
                    "{text} {}: standard input goes to rank 0 alone",
                    wanted.display()
                );
            }
            // A `--` is inserted before the program in any case.
            "--" => {}
            "-x" => words.extend(variable(called, &value(&text)?)?),
            "-env" | "-genv" => {
                let mut variable = value(&text)?;
                variable.push("=");
                variable.push(value(&text)?);
                words.extend(["-x".into(), variable]);
            }
            "-envlist" | "-genvlist" => {
                for name in value(&text)?.to_string_lossy().split(',') {
                    words.extend(variable(called, OsStr::new(name))?);
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
                if let Some(("--map-by", value)) = other.split_once('=') {
                    words.extend(mapped(OsStr::new(value))?);
                    continue;
                }
                if is_foreign_assignment(other) {
                    continue;
                }
                if text.starts_with('-') {
                    check_known(other)?;
                    words.push(word);
                    continue;
                }
                // The program. All later arguments are the program's, even if they look like
                // options of this command, up to a colon.
                words.push("--".into());
                words.push(in_folder(folder.as_deref(), word));
                let rest: Vec<OsString> = given.collect();
                let mut parts = rest.split(|word| word == ":");
                words.extend_from_slice(parts.next().unwrap_or_default());
                for part in parts {
                    words.push(":".into());
                    let part = part.iter().cloned();
                    words.extend(translated(called, part, folder.as_deref())?);
                }
                break;
            }
        }
    }
    Ok(words)
}

/// This launcher's options for the order `wanted` of ranks, as Open MPI names it.
fn mapped(wanted: &OsStr) -> anyhow::Result<Vec<OsString>> {
    let text = wanted.to_string_lossy().to_ascii_lowercase();
    let words: Vec<&str> = text.split(':').collect();
    let order = match words[..] {
        ["node", ..] => vec!["--map-by", "node"],
        [thing, ..] if WITHIN_NODES.contains(&thing) => vec!["--map-by", "slot"],
        ["ppr", count, "node", ..] if count.parse::<u32>().is_ok() => vec!["--ppn", count],
        ["", _, ..] => vec![],
        _ => anyhow::bail!(
            "--map-by {}: the orders are slot (or core, socket, numa and the like), node, and ppr:N:node",
            wanted.display()
        ),
    };
    // Behind the first colon stand modifiers, of which the others change nothing here.
    let excess = words[1..]
        .contains(&"oversubscribe")
        .then_some("--oversubscribe");
    Ok(order
        .into_iter()
        .chain(excess)
        .map(OsString::from)
        .collect())
}

/// Fails for an option that another launcher has and this one lacks, and for an unknown option of a
/// single dash, which would be taken for several options of a letter.
fn check_known(word: &str) -> anyhow::Result<()> {
    let name = word.split_once('=').map_or(word, |(name, _)| name);
    let refused = REFUSED.iter().find(|(refused, _)| *refused == name);
    if let Some((_, instead)) = refused {
        anyhow::bail!("{name} is not known here: {instead}");
    }
    let is_long = word.starts_with('-') && !word.starts_with("--") && word.chars().count() > 2;
    let has_value = word.starts_with("-x")
        || (word.strip_prefix("-n"))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '='));
    anyhow::ensure!(
        !is_long || has_value,
        "{name} is not known here: --help lists the options"
    );
    Ok(())
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

/// A program in the processes' working directory is found there even without `./`. A file there that can't
/// be run stands aside for a program on `PATH`.
fn in_folder(folder: Option<&OsStr>, program: OsString) -> OsString {
    let there = Path::new(folder.unwrap_or_default()).join(&program);
    let is_here = Path::new(&program).components().count() == 1 && there.is_file();
    let can_run = || rustix::fs::access(&there, Access::EXEC_OK).is_ok();
    if is_here && (can_run() || Program::find(&program, Vec::new(), &[]).is_err()) {
        return Path::new(".").join(program).into();
    }
    program
}

/// The option for `NAME=VALUE`, or for `NAME`, a variable of this environment. If the variable is
/// not set, a message says so.
fn variable(called: &str, given: &OsStr) -> anyhow::Result<Vec<OsString>> {
    let mut variable = given.to_owned();
    if !given.to_string_lossy().contains('=') {
        let Some(value) = std::env::var_os(given) else {
            output::tell(&format!(
                "{called}: -x {0}: there is no such variable here; give it a value by -x {0}=VALUE\n",
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
