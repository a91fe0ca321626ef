//! `cargo xtask counts`: counts the instructions of each hot path with valgrind, and compares them
//! with the recorded counts.
//!
//! ```text
//!   counted PATH 100 200  ─┐ under callgrind
//!   counted PATH 200 200  ─┴▶ the difference / 100 = instructions per operation ─▶ crates/bench/counts.toml
//!   two processes that call MPI, under callgrind: see `mpi` ───────────────────────▲
//! ```
//!
//! Counts depend on the compiler and on the C library (memcpy), but not on the machine's load.
//! Counts are compared only with counts of an equal compiler and C library. `farreach bench`
//! measures times.

mod callgrind;
mod mpi;
mod snapshot;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, ensure};

use snapshot::{Snapshot, Tools};

/// The file of the recorded counts.
const FILE: &str = "crates/bench/counts.toml";
/// Operations of the shorter run. The longer run does twice as many.
const OPERATIONS: u64 = 100;
/// Makes the C library choose equal copy loops on processors that differ in string instructions and
/// cache sizes.
const TUNABLES: &str = "glibc.cpu.x86_rep_movsb_threshold=0x40000000:\
    glibc.cpu.x86_rep_stosb_threshold=0x40000000:\
    glibc.cpu.x86_non_temporal_threshold=0x40000000";

/// What to do with the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountsMode {
    /// Compare the counts with the recorded ones.
    Compare,
    /// Record the counts.
    Update,
}

/// Counts, prints, and compares or records.
pub(crate) fn run(root: &Path, mode: CountsMode) -> anyhow::Result<ExitCode> {
    let counted = Snapshot {
        tools: tools()?,
        instructions: count_all(root, &build(root)?)?,
    };
    let file = root.join(FILE);
    if mode == CountsMode::Update {
        std::fs::write(&file, counted.to_toml())
            .with_context(|| format!("writing {}", file.display()))?;
        for (path, count) in &counted.instructions {
            println!("{count:>11.1}  {path}");
        }
        println!("recorded in {FILE}");
        return Ok(ExitCode::SUCCESS);
    }
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("reading {FILE}; `cargo xtask counts --update` writes it"))?;
    let recorded = Snapshot::from_toml(&text).with_context(|| FILE.to_owned())?;
    let comparison = snapshot::compare(&recorded, &counted);
    print!("{}", comparison.text);
    Ok(if comparison.is_same {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What is built.
struct Programs {
    /// The example whose paths are counted.
    counted: PathBuf,
    /// The command-line program, which installs the libraries for C.
    farreach: PathBuf,
}

/// Builds for the baseline processor, since valgrind does not support AVX-512.
fn build(root: &Path) -> anyhow::Result<Programs> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--release"])
        .args(["--example", "counted", "--bin", "farreach", "--lib"])
        // Selected together, so that the programs and the C libraries have libraries of the same features: one build serves all.
        .args([
            "--package",
            "farreach-bench",
            "--package",
            "farreach-cli",
            "--package",
            "farreach-shmem-c",
        ])
        .arg("--message-format=json-render-diagnostics")
        .env("RUSTFLAGS", "")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(root)
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("starting cargo")?;
    ensure!(
        output.status.success(),
        "building the counted program failed"
    );
    let text = String::from_utf8(output.stdout).context("cargo's messages")?;
    Ok(Programs {
        counted: parse_executable(&text, "counted")?,
        farreach: parse_executable(&text, "farreach")?,
    })
}

/// The path of the program `name` in cargo's messages.
fn parse_executable(messages: &str, name: &str) -> anyhow::Result<PathBuf> {
    let mut executables = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let is_named = message["target"]["name"] == name;
        Some(PathBuf::from(message["executable"].as_str()?)).filter(|_| is_named)
    });
    executables
        .next()
        .with_context(|| format!("cargo names no program {name} that it built"))
}

/// The tools that the counts depend on.
fn tools() -> anyhow::Result<Tools> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiler = output(Command::new(rustc).arg("--version"))?;
    // Other systems report another name, so counts are not compared there.
    let library = output(Command::new("getconf").arg("GNU_LIBC_VERSION"));
    Ok(Tools {
        compiler: compiler.trim().to_owned(),
        library: library.map_or_else(|_| "unknown".to_owned(), |name| name.trim().to_owned()),
        architecture: std::env::consts::ARCH.to_owned(),
    })
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command
        .output()
        .with_context(|| format!("starting {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("{command:?}"))
}

/// The instructions of one operation for each path, in the programs' order. All processors are
/// used.
fn count_all(root: &Path, programs: &Programs) -> anyhow::Result<Vec<(String, f64)>> {
    thread::scope(|scope| {
        // Most of its time is the installation's.
        let of_mpi = scope.spawn(|| mpi::count_all(root, &programs.farreach));
        let mut counts = count_paths(&programs.counted)?;
        counts.extend(of_mpi.join().expect("no panic")?);
        Ok(counts)
    })
}

/// The instructions of one operation for each path of the program `counted`.
fn count_paths(program: &Path) -> anyhow::Result<Vec<(String, f64)>> {
    let names = output(&mut Command::new(program))?;
    let names: Vec<&str> = names.lines().collect();
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let count_some = || {
        while let Some(&name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = count(program, name);
            counts.lock().expect("no panic").push((name, count));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(count_some);
        }
    });
    let mut counts = counts.into_inner().expect("no panic");
    counts.sort_by_key(|(name, _)| names.iter().position(|listed| listed == name));
    counts
        .into_iter()
        .map(|(name, count)| Ok((name.to_owned(), count.with_context(|| name.to_owned())?)))
        .collect()
}

/// The instructions of one operation of a path.
fn count(program: &Path, path: &str) -> anyhow::Result<f64> {
    let fewer = instructions(program, path, OPERATIONS)?;
    let more = instructions(program, path, 2 * OPERATIONS)?;
    ensure!(
        more > fewer,
        "{more} instructions for {} operations, {fewer} for {OPERATIONS}",
        2 * OPERATIONS
    );
    // Rounded to a tenth, as recorded.
    Ok(((more - fewer) * 10 / OPERATIONS) as f64 / 10.0)
}

/// The instructions of a whole run of `operations` operations.
fn instructions(program: &Path, path: &str, operations: u64) -> anyhow::Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg(path)
        .args([operations, 2 * OPERATIONS].map(|number| number.to_string()))
        .env("GLIBC_TUNABLES", TUNABLES)
        .output()
        .context("starting valgrind, which must be installed")?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}\n{text}", output.status);
    parse_instructions(&text).with_context(|| format!("callgrind tells no count:\n{text}"))
}

/// The number in callgrind's line `==PID== Collected : 463217`.
fn parse_instructions(text: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.contains("Collected :"))?;
    line.split_whitespace().last()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{parse_executable, parse_instructions};

    #[test]
    fn callgrinds_count_is_found_in_what_it_writes() {
        let text = "==7== Events    : Ir\n==7== Collected : 463217\n==7== \n==7== I   refs:      463,217\n";
        assert_eq!(parse_instructions(text), Some(463_217));
        assert_eq!(parse_instructions("==7== Events    : Ir\n"), None);
    }
    #[test]
    fn a_program_is_found_in_cargos_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"other"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"counted"},"executable":"/t/examples/counted"}
{"reason":"compiler-artifact","target":{"name":"farreach"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"farreach"},"executable":"/t/farreach"}
{"reason":"build-finished","success":true}
"#;
        let find = |name| parse_executable(messages, name);
        assert_eq!(find("farreach").unwrap(), PathBuf::from("/t/farreach"));
        let counted = PathBuf::from("/t/examples/counted");
        assert_eq!(find("counted").unwrap(), counted);
        assert!(find("other").is_err());
    }
}
