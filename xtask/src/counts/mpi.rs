//! Counts of calls of MPI between two processes of a node, by a program in C.
//!
//! ```text
//!   farreach install ─▶ target/counts/prefix
//!   mpicc mpi.c ──────▶ target/counts/mpi
//!   mpi ──────────────▶ lines: name, function count_.., operations of a call, thread level
//!   mpiexec -n 2 valgrind mpi, once for each thread level ─▶ two profiles ─▶ instructions per operation
//! ```
//!
//! Callgrind collects while a function count_.. runs. A line's count is what the calls of the line's function cost in both
//! processes. `mpi.c` says why nothing waits in these calls.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::callgrind::{Calls, add_calls};
use super::{TUNABLES, output};
use crate::package::succeed_silently;

/// The program.
const SOURCE: &str = "crates/bench/examples/counted/mpi.c";
/// How often the program does all that is counted.
const ROUNDS: u32 = 8;
/// The function at which callgrind drops what it has collected.
const BEGIN: &str = "begin_counting";
/// The time after which the launcher ends a job. No job needs as long.
const TIMEOUT_SECONDS: u32 = 300;

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    name: String,
    /// The function whose calls are counted.
    function: String,
    /// The operations of each call.
    operations: u64,
    /// The argument of the job that has the line.
    level: String,
}

/// The instructions of one operation for each line of the program, by the library that `farreach` installs.
pub(super) fn count_all(root: &Path, farreach: &Path) -> anyhow::Result<Vec<(String, f64)>> {
    let prefix = root.join("target/counts/prefix");
    let mut install = Command::new(farreach);
    install.args(["install", "--prefix"]).arg(&prefix);
    // Cargo then finds all built.
    install.env("RUSTFLAGS", "");
    install.env_remove("CARGO_ENCODED_RUSTFLAGS");
    succeed_silently(&mut install)?;
    let program = compile(root, &prefix)?;
    let text = output(&mut Command::new(&program))?;
    let lines = parse_lines(&text).with_context(|| format!("{SOURCE} lists:\n{text}"))?;
    let mut profiles: HashMap<&str, HashMap<String, Calls>> = HashMap::new();
    for line in &lines {
        if !profiles.contains_key(line.level.as_str()) {
            let calls = profile(&prefix, &program, &lines, &line.level)?;
            profiles.insert(&line.level, calls);
        }
    }
    let counts = lines.iter().map(|line| {
        let calls = profiles[line.level.as_str()].get(&line.function).copied();
        let count = calls.and_then(|calls| per_operation(calls, line.operations));
        let count = count.with_context(|| format!("{} has made no call", line.function))?;
        Ok((line.name.clone(), count))
    });
    counts.collect()
}

/// Compiles the program by the installed `mpicc`, and returns its path.
fn compile(root: &Path, prefix: &Path) -> anyhow::Result<PathBuf> {
    let program = root.join("target/counts/mpi");
    let mut mpicc = Command::new(prefix.join("bin/mpicc"));
    mpicc.args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"]);
    mpicc.arg(root.join(SOURCE)).arg("-o").arg(&program);
    succeed_silently(&mut mpicc)?;
    Ok(program)
}

/// Runs the job of a thread level. Returns the calls of each function.
fn profile(
    prefix: &Path,
    program: &Path,
    lines: &[Line],
    level: &str,
) -> anyhow::Result<HashMap<String, Calls>> {
    // For the pipes of the job and the profiles.
    let folder = tempfile::tempdir().context("making a folder")?;
    let mut command = Command::new(prefix.join("bin/mpiexec"));
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"FARREACH_") {
            command.env_remove(name);
        }
    }
    command.env("GLIBC_TUNABLES", TUNABLES);
    // On a busy machine a wait may be long without a reason to report it.
    command.env("FARREACH_STALL", "0");
    command.args(["-n", "2", "--nodes", "1", "--timeout"]);
    command.arg(TIMEOUT_SECONDS.to_string());
    command.args(["valgrind", "--tool=callgrind", "--collect-atstart=no"]);
    command.arg(format!("--zero-before={BEGIN}"));
    for line in lines.iter().filter(|line| line.level == level) {
        command.arg(format!("--toggle-collect={}", line.function));
    }
    let files = folder.path().join("profile.%p");
    command.arg(format!("--callgrind-out-file={}", files.display()));
    command.arg(program).arg(folder.path()).arg(level);
    succeed_silently(command.arg(ROUNDS.to_string()))?;
    let mut calls = HashMap::new();
    for entry in fs::read_dir(folder.path())? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            let bytes = fs::read(entry.path())?;
            let text = String::from_utf8_lossy(&bytes);
            add_calls(&text, &mut calls)
                .with_context(|| format!("callgrind has written no profile:\n{text}"))?;
        }
    }
    Ok(calls)
}

/// The lines `NAME<TAB>FUNCTION<TAB>OPERATIONS<TAB>LEVEL`.
fn parse_lines(text: &str) -> Option<Vec<Line>> {
    let lines = text.lines().map(|line| {
        let [name, function, operations, level] =
            line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        Some(Line {
            name: name.to_owned(),
            function: function.to_owned(),
            operations: operations.parse().ok().filter(|number| *number > 0)?,
            level: level.to_owned(),
        })
    });
    lines.collect()
}

/// The instructions of one operation, if each call has `operations`. They are rounded to a tenth, as recorded.
fn per_operation(calls: Calls, operations: u64) -> Option<f64> {
    let tenths = (calls.instructions * 10).checked_div(calls.number * operations)?;
    Some(tenths as f64 / 10.0)
}

#[cfg(test)]
mod tests {
    use super::{Calls, Line, parse_lines, per_operation};

    #[test]
    fn lines_have_four_parts() {
        let lines = parse_lines("MPI_Send 8 B\tcount_send\t1\tsingle\n").unwrap();
        let expected = Line {
            name: "MPI_Send 8 B".into(),
            function: "count_send".into(),
            operations: 1,
            level: "single".into(),
        };
        assert_eq!(lines, [expected]);
        for bad in [
            "a\tb\t1\n",
            "a\tb\t0\tc\n",
            "a\tb\tx\tc\n",
            "a\tb\t1\tc\td\n",
        ] {
            assert_eq!(parse_lines(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_count_is_that_of_an_operation() {
        let calls = Calls {
            number: 4,
            instructions: 2_450,
        };
        assert_eq!(per_operation(calls, 1), Some(612.5));
        assert_eq!(per_operation(calls, 24), Some(25.5));
        assert_eq!(per_operation(Calls::default(), 24), None);
    }
}
