//! Which library of MPI programs use, and how they find this installation's.
//!
//! A program for MPI that finds another library than this one's runs as processes that are each alone. This is hard to see,
//! so the launcher looks at the program's file before it starts the program, and whether any process has joined.

use std::path::{Path, PathBuf};

use anyhow::bail;
use farreach_launch::Program;
use memchr::memmem;

use crate::output;

/// The library of MPI of this installation.
const LIBRARY: &str = "libmpi.so.12";
/// The names that this installation's libraries have. Programs that were built for MPICH and its derivatives, for Open MPI, or
/// for the standard's ABI look for one of them.
const OURS: [&str; 5] = [
    LIBRARY,
    "libmpich.so.12",
    "libmpi.so.40",
    "libmpi_mpifh.so.40",
    "libmpi_abi.so.1",
];
/// How names of libraries of MPI begin, before the number of an ABI.
const NAMES: [&str; 4] = [
    "libmpi.so.",
    "libmpich.so.",
    "libmpi_mpifh.so.",
    "libmpi_abi.so.",
];
/// A function that all programs for MPI call. A program that is linked with a library's archive has its name as well.
const FUNCTION: &[u8] = b"MPI_Init";
/// Interpreters whose modules may use MPI.
const INTERPRETERS: [&str; 4] = ["python", "julia", "perl", "R"];

/// What a program is seen to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Uses {
    /// No MPI.
    Nothing,
    /// Unknown: the file can't be read here, or is an interpreter or a script.
    Unknown,
    /// A library that is part of the program.
    Archive,
    /// A library by one of the names that this installation's has.
    Ours,
}

/// What the programs of a job use, at most. Fails if one is linked with a library of an ABI that this installation does not have.
pub(crate) fn of_all(programs: &[Program], is_for_mpi: bool) -> anyhow::Result<Uses> {
    let mut most = Uses::Nothing;
    for file in programs.iter().filter_map(Program::file) {
        let bytes = std::fs::read(file).ok();
        let bytes = bytes.filter(|bytes| bytes.starts_with(b"\x7fELF"));
        most = most.max(match &bytes {
            Some(bytes) if named(bytes, &OURS).is_some() => Uses::Ours,
            Some(bytes) if let Some(other) = other_abi(bytes) => bail!(
                "{} is linked with {other}, an ABI of MPI that this installation does not have; it has {}: build the program again with mpicc, or use a build for one of these libraries",
                file.display(),
                OURS.join(", ")
            ),
            Some(bytes) if memmem::find(bytes, FUNCTION).is_some() => Uses::Archive,
            Some(_) if !is_interpreter(file) => Uses::Nothing,
            _ if is_for_mpi => Uses::Unknown,
            _ => Uses::Nothing,
        });
    }
    Ok(most)
}

/// The name of a library of MPI with any number, as it stands in a program.
fn other_abi(bytes: &[u8]) -> Option<String> {
    NAMES.iter().find_map(|name| {
        let begin = format!("\0{name}");
        let mut found = memmem::find_iter(bytes, begin.as_bytes());
        found.find_map(|at| {
            let rest = &bytes[at + begin.len()..];
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_name = digits > 0 && rest.get(digits) == Some(&0);
            is_name.then(|| format!("{name}{}", String::from_utf8_lossy(&rest[..digits])))
        })
    })
}

/// The first of the names that stands in the bytes, as names of libraries do in a program.
fn named(bytes: &[u8], names: &[&'static str]) -> Option<&'static str> {
    let is_there = |name: &&&str| memmem::find(bytes, format!("\0{name}\0").as_bytes()).is_some();
    names.iter().find(is_there).copied()
}

fn is_interpreter(file: &Path) -> bool {
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    INTERPRETERS
        .iter()
        .any(|interpreter| name.starts_with(interpreter))
}

/// The folder of this installation's library of MPI, beside the folder of this program.
fn folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let lib = program.parent()?.parent()?.join("lib");
    lib.join(LIBRARY).is_file().then_some(lib)
}

/// The variable by which processes find this installation's library. `env` has the variables that the user gives them.
pub(crate) fn path(env: &[(String, String)]) -> Option<(String, String)> {
    const PATH: &str = "LD_LIBRARY_PATH";
    let mut path = folder()?.to_string_lossy().into_owned();
    let given = env.iter().rev().find(|(name, _)| name == PATH);
    let others = given.map(|(_, value)| value.clone());
    let others = others.or_else(|| std::env::var(PATH).ok());
    if let Some(others) = others.filter(|others| !others.is_empty()) {
        path.push(':');
        path.push_str(&others);
    }
    Some((PATH.to_owned(), path))
}

/// Tells that no process of a job that ended well has joined it, if its programs use MPI. Returns the least exit code.
pub(crate) fn tell_strangers(uses: Uses, is_for_mpi: bool) -> anyhow::Result<u8> {
    if uses == Uses::Nothing {
        return Ok(0);
    }
    let ours = match folder() {
        Some(lib) => format!(
            "the processes were told by LD_LIBRARY_PATH to look for {} in {}",
            OURS.join(" and "),
            lib.display()
        ),
        None => format!("this installation has no lib/{LIBRARY}"),
    };
    let why = match uses {
        Uses::Archive => "the program has another library of MPI in itself (linked with -static, or with an archive)".to_owned(),
        _ => format!("the program does not use MPI, or found another library of it; {ours}; `ldd PROGRAM` shows what it uses"),
    };
    let name = if is_for_mpi { "mpiexec" } else { "farreach" };
    output::tell(&format!(
        "{name}: no process of the job has joined it, so that each process was alone: {why}\n"
    ))?;
    Ok(u8::from(uses != Uses::Unknown))
}

#[cfg(test)]
mod tests {
    use super::{OURS, named, other_abi};

    #[test]
    fn a_library_with_another_number_is_another_abi() {
        let program = b"\x7fELF..\0libc.so.6\0libmpi.so.20\0";
        assert_eq!(other_abi(program).as_deref(), Some("libmpi.so.20"));
        assert_eq!(
            other_abi(b"\0libmpi.so.x\0libmpi_abi.so.2\0").as_deref(),
            Some("libmpi_abi.so.2")
        );
        assert_eq!(other_abi(b"\0libmpi.so.\0libmpi.so.2a\0"), None);
    }

    #[test]
    fn names_of_libraries_stand_between_zeros() {
        let program = b"\x7fELF..\0libc.so.6\0libmpi.so.40\0";
        assert_eq!(named(program, &OURS), Some("libmpi.so.40"));
        assert_eq!(named(b"\0a text about libmpi.so.12 \0", &OURS), None);
    }
}
