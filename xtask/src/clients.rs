//! `cargo xtask clients`: runs programs that others built for MPICH and Open MPI, unchanged, and checks what they compute.
//!
//! ```text
//!   apt-get download, pip ──▶ target/clients/{debian,python}   fetch    the programs, unpacked; nothing is installed
//!   farreach install ───────▶ target/clients/prefix                     our libmpi.so.12 and libmpi.so.40
//!   mpiexec PROGRAM ────────▶ output ──▶ verdict                netpipe, hdf5, netcdf, lammps, scalapack, mpi4py,
//!                                                               coarrays, hpcc, espresso, nwchem
//! ```
//!
//! Programs that can't be had are named. Where the variable `CI` is set, a missing program is a failure.

mod coarrays;
mod espresso;
mod fetch;
mod hdf5;
mod hpcc;
mod lammps;
mod mpi4py;
mod netcdf;
mod netpipe;
mod nwchem;
mod scalapack;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, bail, ensure};

use crate::package::{all, cargo, succeed};

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
    /// Whether it takes long, so that only `--all` has it.
    is_long: bool,
}

impl Run {
    fn new(title: impl Into<String>, check: impl Fn(&Workshop) -> Verdict + 'static) -> Run {
        Run {
            title: title.into(),
            check: Box::new(check),
            is_long: false,
        }
    }

    /// The run, if all runs are wanted.
    fn long(self) -> Run {
        Run {
            is_long: true,
            ..self
        }
    }
}

/// Which runs are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those that are short.
    Short,
    /// All.
    All,
}

const CLIENTS: [Client; 10] = [
    netpipe::CLIENT,
    hdf5::CLIENT,
    netcdf::CLIENT,
    lammps::CLIENT,
    scalapack::CLIENT,
    mpi4py::CLIENT,
    coarrays::CLIENT,
    hpcc::CLIENT,
    espresso::CLIENT,
    nwchem::CLIENT,
];

/// Runs the clients with the library of a cargo profile.
pub(crate) fn run(root: &Path, profile: &str, wanted: Wanted) -> anyhow::Result<ExitCode> {
    let place = Workshop::new(root)?;
    let mut install = cargo(root);
    install.args(["run", "--quiet", "--package", "farreach-cli"]);
    install.args(["--profile", profile, "--", "install", "--prefix"]);
    succeed(install.arg(place.prefix()).stdout(Stdio::null()))?;
    let (mut wrong, mut absent) = (0, 0);
    for client in &CLIENTS {
        let runs = (client.runs)(&place);
        let is_wanted = |run: &Run| wanted == Wanted::All || !run.is_long;
        if !runs.iter().any(is_wanted) {
            continue;
        }
        if let Err(error) = fetch::fetch(&client.needs, &place) {
            println!("{}: NOT RUN, it could not be had: {error:#}", client.name);
            absent += 1;
            continue;
        }
        for run in runs.into_iter().filter(is_wanted) {
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

    /// The folder of libraries of Debian's packages.
    fn lib(&self) -> PathBuf {
        let lib = format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH);
        self.debian().join(lib)
    }

    /// The folders of the libraries that the packages' programs need.
    fn libraries(&self) -> OsString {
        let folders = ["", "blas", "lapack"].map(|part| self.lib().join(part));
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

    /// Starts a program with more in its environment by our launcher, and returns what the program printed.
    fn mpiexec_with(
        &self,
        environment: &[(&str, &OsStr)],
        size: u32,
        nodes: u32,
        program: &Path,
        arguments: &[&str],
    ) -> anyhow::Result<String> {
        let mut command = self.launcher(size, nodes);
        command.envs(environment.iter().copied());
        self.output(&self.work(), command.arg(program).args(arguments))
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
        let mut command = self.launcher(size, nodes);
        self.output(folder, command.arg(program).args(arguments))
    }

    /// Our launcher, without a program.
    fn launcher(&self, size: u32, nodes: u32) -> Command {
        let mut command = Command::new(self.prefix().join("bin/mpiexec"));
        command
            // On a busy machine a wait may be long without a reason to report it.
            .env("FARREACH_STALL", "0")
            .args(["-n", &size.to_string(), "--nodes", &nodes.to_string()])
            .args(["--timeout", &TIMEOUT_SECONDS.to_string()]);
        command
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

/// Fails with what a program printed.
fn wrong<T>(what: &str, output: &str) -> anyhow::Result<T> {
    bail!("{what}\n{output}")
}

#[cfg(test)]
mod tests;
