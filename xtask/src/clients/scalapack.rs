//! The checkers of ScaLAPACK and of its communication library BLACS. Each prints how many of its checks passed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::fetch::Needs;
use super::{Client, Run, Verdict, Workshop, wrong};

/// Checkers that need few seconds, each with its numbers of processes and nodes.
///
/// None of them refines a solution of equations (xdlu, xdllt and their kin): ScaLAPACK 2.2.1 begins the estimate
/// of its error with a variable that it never set, and what the stack holds there decides whether it ends.
const CHECKERS: [(&str, u32, u32); 6] = [
    ("BLACS/xCbtest", 4, 2),
    ("PBLAS/dpb1tst", 4, 4),
    ("xcqr", 4, 2),
    ("xdinv", 9, 3),
    ("xsgblu", 4, 1),
    ("xznep", 4, 1),
];

pub(super) const CLIENT: Client = Client {
    name: "ScaLAPACK",
    needs: Needs {
        debian: &[
            "libblas3",
            "liblapack3",
            "scalapack-test-common",
            "libscalapack-mpich2.2",
            "scalapack-mpi-test",
        ],
        python: &[],
        mark: "debian/usr/share/doc/scalapack-mpi-test",
    },
    runs: |_| {
        let runs = CHECKERS.iter().map(|&(checker, size, nodes)| {
            Run::new(
                format!("{checker}, {size} on {nodes}"),
                move |place: &Workshop| check(place, checker, size, nodes),
            )
        });
        runs.collect()
    },
};

fn check(place: &Workshop, checker: &str, size: u32, nodes: u32) -> Verdict {
    let folder = format!(
        "usr/lib/{}-linux-gnu/scalapack/mpich-tests",
        std::env::consts::ARCH
    );
    let program = place.debian().join(folder).join(checker);
    // A checker reads its input in the folder that it runs in.
    let folder = match program.parent() {
        Some(folder) if folder.ends_with("BLACS") => input_of_blacs(place, folder)?,
        folder => folder.expect("a folder").to_owned(),
    };
    verdict(&place.mpiexec_in(&folder, size, nodes, &program, &[])?)
}

/// A folder with the input of the checkers of BLACS. Their auxiliary tests are left out, since the last of them
/// aborts the job.
fn input_of_blacs(place: &Workshop, folder: &Path) -> anyhow::Result<PathBuf> {
    let copies = place.work().join("blacs");
    fs::create_dir_all(&copies)?;
    for name in ["bt.dat", "sdrv.dat", "bsbr.dat", "comb.dat"] {
        let input = fs::read_to_string(folder.join(name)).with_context(|| name.to_owned())?;
        let line = |line: &str| {
            if line.contains("Run AUX?") {
                "'F'  Run AUX?\n".to_owned()
            } else {
                format!("{line}\n")
            }
        };
        let input: Vec<String> = input.lines().map(line).collect();
        fs::write(copies.join(name), input.concat())?;
    }
    Ok(copies)
}

/// The lines by which a checker says that it has come to its end.
const ENDS: [&str; 3] = ["END OF TESTS.", "End of Tests.", "THERE WERE NO FAILURES"];

/// Whether a line says that a check failed.
fn is_failure(line: &str) -> bool {
    let line = line.trim();
    // The heading of a table, and a count of failures that is zero.
    let is_harmless = line.starts_with("SUBROUTINE") || line.ends_with(" 0 FAILED.");
    let failed = line.split_once("tests completed and failed");
    line.contains("FAILED") && !is_harmless || failed.is_some_and(|(count, _)| count.trim() != "0")
}

/// A checker names the checks that failed. Each further line about checks is of some that passed.
pub(super) fn verdict(output: &str) -> Verdict {
    if let Some(line) = output.lines().find(|line| is_failure(line)) {
        return wrong(&format!("a check failed: {line}"), output);
    }
    if !ENDS.iter().any(|end| output.contains(end)) {
        return wrong("the checker did not come to its end", output);
    }
    let is_good = |line: &&str| line.contains("PASSED") && !line.contains("flagged");
    match output.lines().filter(is_good).count() {
        0 => wrong("no check passed", output),
        passed => Ok(format!("{passed} rows of checks passed")),
    }
}
