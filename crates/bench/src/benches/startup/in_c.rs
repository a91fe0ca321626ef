//! Start-up of a program in C, compiled by this program's `oshcc`.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::compared;
use crate::sample::Sample;
use crate::workspace::Workspace;

/// A program that initialises, finalizes, and does nothing else.
const PROGRAM: &str = "\
#include <shmem.h>

int main(void)
{
    shmem_init();
    shmem_finalize();
    return 0;
}
";
/// The program's name in the report.
const NAME: &str = "C: shmem_init + shmem_finalize";

/// Start-up of a program in C with each of these numbers of processes.
pub(crate) fn samples(program: &Path, sizes: &[u32]) -> Result<Vec<Sample>> {
    let workspace = Workspace::make()?;
    let folder = workspace.files();
    let prefix = folder.join("prefix");
    let steps = [
        OsStr::new("install"),
        OsStr::new("--prefix"),
        prefix.as_os_str(),
    ];
    succeed(Command::new(program).args(steps))?;
    let (source, compiled) = (folder.join("empty.c"), folder.join("empty"));
    fs::write(&source, PROGRAM).with_context(|| format!("writing {}", source.display()))?;
    let mut compiler = Command::new(prefix.join("bin/oshcc"));
    succeed(compiler.arg("-O2").arg(&source).arg("-o").arg(&compiled))?;
    let mut samples = Vec::new();
    for &size in sizes {
        samples.extend(compared(program, compiled.as_os_str(), NAME, size)?);
    }
    Ok(samples)
}

fn succeed(command: &mut Command) -> Result<()> {
    let output = command
        .output()
        .with_context(|| format!("starting {command:?}"))?;
    ensure!(
        output.status.success(),
        "{command:?} failed: {}: {}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}
