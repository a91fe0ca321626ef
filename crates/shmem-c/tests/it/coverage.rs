//! Every function of the library is called by some program of the conformance tests.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::conformance::{GLOBAL_EXIT, PROGRAMS};
use crate::toolchain::prefix;

/// The symbols of a file that `nm` lists with these flags.
fn symbols(flags: &[&str], file: &Path) -> BTreeSet<String> {
    let output = Command::new("nm")
        .args(["--format=posix", "--dynamic"])
        .args(flags)
        .arg(file)
        .output()
        .expect("nm");
    assert!(output.status.success(), "nm of {}", file.display());
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.split(' ').next());
    // A symbol of a library may carry its version.
    names
        .map(|name| name.split('@').next().unwrap_or(name).to_owned())
        .collect()
}

/// Functions of C: neither their profiling twins nor symbols for Fortran.
fn functions_of_c(symbols: &BTreeSet<String>) -> BTreeSet<String> {
    let is_twin = |name: &str| {
        name.strip_prefix('p')
            .is_some_and(|function| symbols.contains(function))
    };
    let is_fortran =
        |name: &str| name.ends_with('_') || name.bytes().any(|byte| byte.is_ascii_uppercase());
    let functions = symbols
        .iter()
        .filter(|name| !is_twin(name) && !is_fortran(name));
    functions.cloned().collect()
}

#[test]
fn every_function_is_called_by_some_program() {
    let library = prefix().join("lib/libshmem.so.1");
    let exported = functions_of_c(&symbols(&["--defined-only"], &library));
    assert!(exported.contains("shmem_putmem"), "{exported:?}");
    let called: BTreeSet<String> = PROGRAMS
        .iter()
        .copied()
        .chain([&GLOBAL_EXIT])
        .filter(|program| program.can_be_built())
        .flat_map(|program| symbols(&[], program.file()))
        .collect();
    let missing: Vec<&String> = exported.difference(&called).collect();
    assert!(
        missing.is_empty(),
        "{} of {} functions are called by no program: {missing:?}",
        missing.len(),
        exported.len()
    );
}
