//! `cargo xtask clients`: runs programs that others built for MPICH and Open MPI, unchanged, and checks what they compute.
//!
//! ```text
//!   apt-get download, pip ──▶ target/clients/{debian,python}   fetch    the programs, unpacked; nothing is installed
//!   farreach install ───────▶ target/clients/prefix                     our libmpi.so.12 and libmpi.so.40
//!   mpiexec PROGRAM ────────▶ output ──▶ verdict                netpipe, hdf5, lammps, scalapack, mpi4py
//! ```
//!
//! Programs that can't be had are named. Where the variable `CI` is set, a missing program is a failure.

mod fetch;
mod hdf5;
mod lammps;
mod mpi4py;
mod netpipe;
mod scalapack;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::time::Instant;

use anyhow::{Context, bail, ensure};

use crate::package::{cargo, succeed};

/// The time after which the launcher ends a job. No job needs as long.
const TIMEOUT_SECONDS: u32 = 300;

/// What a client says of its run, or why the run is wrong.
type Verdict = anyhow::Result<String>;

/// A client: its name, what it needs, and its runs.
struct Client {
    name: &'static str,
    needs: fetch::Needs,
    /// Each run: what it is called, and the check.
    runs: fn(&Workshop) -> Vec<Run>,
}

/// One run of a client.
struct Run {
    title: String,
    check: Box<dyn Fn(&Workshop) -> Verdict>,
}

impl Run {
    fn new(title: impl Into<String>, check: impl Fn(&Workshop) -> Verdict + 'static) -> Run {
        Run {
            title: title.into(),
            check: Box::new(check),
        }
    }
}

const CLIENTS: [Client; 5] = [
    netpipe::CLIENT,
    hdf5::CLIENT,
    lammps::CLIENT,
    scalapack::CLIENT,
    mpi4py::CLIENT,
];

/// Runs all clients with the library of a cargo profile.
pub(crate) fn run(root: &Path, profile: &str) -> anyhow::Result<ExitCode> {
    let place = Workshop::new(root)?;
    let mut install = cargo(root);
    install.args(["run", "--quiet", "--package", "farreach-cli"]);
    install.args(["--profile", profile, "--", "install", "--prefix"]);
    succeed(install.arg(place.prefix()).stdout(Stdio::null()))?;
    let (mut wrong, mut absent) = (0, 0);
    for client in &CLIENTS {
        if let Err(error) = fetch::fetch(&client.needs, &place) {
            println!("{}: NOT RUN, it could not be had: {error:#}", client.name);
            absent += 1;
            continue;
        }
        for run in (client.runs)(&place) {
            let begun = Instant::now();
            let verdict = (run.check)(&place);
            let seconds = begun.elapsed().as_secs_f64();
            let title = format!("{}, {}", client.name, run.title);
            match verdict {
                Ok(said) => println!("{title}: good, {said} ({seconds:.1} s)"),
                Err(error) => {
                    println!("{title}: WRONG ({seconds:.1} s)\n{error:#}");
                    wrong += 1;
                }
            }
        }
    }
    println!("clients: {wrong} runs are wrong, {absent} clients could not be had");
    let is_bad = wrong > 0 || absent > 0 && std::env::var_os("CI").is_some();
    Ok(ExitCode::from(u8::from(is_bad)))
}

/// The folder of everything that is fetched and made.
pub(crate) struct Workshop(PathBuf);

impl Workshop {
    fn new(root: &Path) -> anyhow::Result<Workshop> {
        let folder = root.join("target/clients");
        fs::create_dir_all(folder.join("work"))
            .with_context(|| format!("making {}", folder.display()))?;
        Ok(Workshop(folder))
    }

    /// Our installation.
    fn prefix(&self) -> PathBuf {
        self.0.join("prefix")
    }

    /// Files of Debian's packages, as from the root.
    fn debian(&self) -> PathBuf {
        self.0.join("debian")
    }

    /// Modules of Python.
    fn python(&self) -> PathBuf {
        self.0.join("python")
    }

    /// A folder for what the programs write.
    fn work(&self) -> PathBuf {
        self.0.join("work")
    }

    /// A file that a program reads.
    fn write(&self, name: &str, text: &str) -> anyhow::Result<PathBuf> {
        let path = self.work().join(name);
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
        Ok(path)
    }

    /// The folders of the libraries that the packages' programs need.
    fn libraries(&self) -> OsString {
        let lib = format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH);
        let folders =
            ["", "/blas", "/lapack"].map(|part| self.debian().join(format!("{lib}{part}")));
        std::env::join_paths(folders).expect("folders without colons")
    }

    /// Starts a program by our launcher, and returns what the program printed.
    fn mpiexec(
        &self,
        size: u32,
        nodes: u32,
        program: &Path,
        arguments: &[&str],
    ) -> anyhow::Result<String> {
        self.mpiexec_in(&self.work(), size, nodes, program, arguments)
    }

    /// Starts a program in a folder by our launcher, and returns what the program printed.
    fn mpiexec_in(
        &self,
        folder: &Path,
        size: u32,
        nodes: u32,
        program: &Path,
        arguments: &[&str],
    ) -> anyhow::Result<String> {
        let mut command = Command::new(self.prefix().join("bin/mpiexec"));
        command
            // On a busy machine a wait may be long without a reason to report it.
            .env("FARREACH_STALL", "0")
            .args(["-n", &size.to_string(), "--nodes", &nodes.to_string()])
            .args(["--timeout", &TIMEOUT_SECONDS.to_string()]);
        self.output(folder, command.arg(program).args(arguments))
    }

    /// What a program that succeeds prints: standard output, and then standard error.
    fn output(&self, folder: &Path, command: &mut Command) -> anyhow::Result<String> {
        let output = command
            .current_dir(folder)
            .env("LD_LIBRARY_PATH", self.libraries())
            .env("OMP_NUM_THREADS", "1")
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("starting {command:?}"))?;
        ensure!(output.status.success(), "{command:?}: {}", all(&output));
        Ok([output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .concat())
    }
}

/// Status and output of a program, for people.
fn all(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Fails with what a program printed.
fn wrong<T>(what: &str, output: &str) -> anyhow::Result<T> {
    bail!("{what}\n{output}")
}

#[cfg(test)]
mod tests;
