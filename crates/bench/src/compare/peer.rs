//! The peers: what each needs installed, how its programs are built, and how they are run in either placement.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::catalogue::{Group, Job};
use super::process::{self, End};
use super::workspace::Workspace;
use crate::task::Placement;

/// Another runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Peer {
    /// Open MPI: MPI two-sided, MPI one-sided, collectives.
    #[serde(rename = "openmpi")]
    OpenMpi,
    /// MPICH: the same.
    Mpich,
    /// Open MPI's OpenSHMEM.
    Oshmem,
}

/// The header that all programs include.
const MEASURE_H: &str = include_str!("../../peers/measure.h");
/// Building one program takes at most so long.
const BUILD_LIMIT: Duration = Duration::from_mins(1);
/// Asking for the version takes at most so long.
const VERSION_LIMIT: Duration = Duration::from_secs(10);

impl Peer {
    /// All of them.
    pub const ALL: [Peer; 3] = [Peer::OpenMpi, Peer::Mpich, Peer::Oshmem];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Peer::OpenMpi => "openmpi",
            Peer::Mpich => "mpich",
            Peer::Oshmem => "oshmem",
        }
    }

    /// The compiler's wrapper and the launcher.
    fn tools(self) -> [&'static str; 2] {
        match self {
            Peer::OpenMpi => ["mpicc.openmpi", "mpirun.openmpi"],
            Peer::Mpich => ["mpicc.mpich", "mpiexec.mpich"],
            Peer::Oshmem => ["oshcc", "oshrun"],
        }
    }

    /// The packages that hold them.
    fn packages(self) -> &'static str {
        match self {
            Peer::OpenMpi | Peer::Oshmem => "openmpi-bin libopenmpi-dev",
            Peer::Mpich => "mpich libmpich-dev",
        }
    }

    /// The program that measures a group; none if it has no such thing.
    fn source(self, group: Group) -> Option<(&'static str, &'static str)> {
        match (self, group) {
            (Peer::Oshmem, Group::Startup) => {
                Some(("empty_shmem", include_str!("../../peers/empty_shmem.c")))
            }
            (Peer::Oshmem, Group::TwoSided | Group::Rma) => {
                Some(("shmem", include_str!("../../peers/shmem.c")))
            }
            (Peer::Oshmem, Group::Collectives | Group::Oversubscribed) => None,
            (_, Group::Collectives | Group::Oversubscribed) => {
                Some(("collectives", include_str!("../../peers/collectives.c")))
            }
            (_, Group::TwoSided) => Some(("two_sided", include_str!("../../peers/two_sided.c"))),
            (_, Group::Rma) => Some(("rma", include_str!("../../peers/rma.c"))),
            (_, Group::Startup) => Some(("empty_mpi", include_str!("../../peers/empty_mpi.c"))),
        }
    }

    /// Whether it has what the group measures.
    pub(super) fn offers(self, group: Group) -> bool {
        self.source(group).is_some()
    }

    /// The arguments of the launcher that depend on the placement, and the environment.
    fn settings(self, placement: Placement, shared: &str) -> Settings {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        let pairs = |pairs: &[(&'static str, &str)]| {
            let owned = |&(name, value): &(&'static str, &str)| (name, value.to_owned());
            pairs.iter().map(owned).collect()
        };
        let ucx_network = [("UCX_TLS", "tcp,self"), ("UCX_NET_DEVICES", "lo")];
        match (self, placement) {
            (Peer::OpenMpi, Placement::SameNode) => Settings {
                arguments: words("--mca pml ob1 --mca btl vader,self"),
                environment: Vec::new(),
            },
            (Peer::OpenMpi, Placement::CrossNode) => Settings {
                arguments: words(
                    "--mca pml ob1 --mca btl tcp,self --mca btl_tcp_if_include lo \
                     --mca osc ^ucx,sm --mca coll ^sm",
                ),
                environment: Vec::new(),
            },
            (Peer::Oshmem, Placement::SameNode) => Settings {
                arguments: Vec::new(),
                environment: pairs(&[("UCX_POSIX_DIR", shared)]),
            },
            (Peer::Oshmem, Placement::CrossNode) => Settings {
                arguments: words("--mca coll ^sm --mca btl tcp,self --mca btl_tcp_if_include lo"),
                environment: pairs(&ucx_network),
            },
            (Peer::Mpich, Placement::SameNode) => Settings {
                arguments: Vec::new(),
                environment: Vec::new(),
            },
            (Peer::Mpich, Placement::CrossNode) => Settings {
                arguments: Vec::new(),
                environment: [pairs(&[("MPIR_CVAR_NOLOCAL", "1")]), pairs(&ucx_network)].concat(),
            },
        }
    }

    /// The settings of a placement, for people.
    pub(super) fn shown_settings(self, placement: Placement) -> String {
        let settings = self.settings(placement, SHARED_SHOWN);
        let mut words: Vec<String> = settings
            .environment
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        words.extend(settings.arguments);
        if words.is_empty() {
            return "its defaults".to_owned();
        }
        words.join(" ")
    }
}

/// Stands for the private directory in what people read.
const SHARED_SHOWN: &str = "DIR";

struct Settings {
    arguments: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

/// A peer that is installed.
#[derive(Debug)]
pub(super) struct Installed {
    pub(super) peer: Peer,
    /// What its launcher says that it is.
    pub(super) version: String,
    wrapper: PathBuf,
    launcher: PathBuf,
}

impl Installed {
    /// Looks for the peer's tools; the error says what to install.
    pub(super) fn find(peer: Peer) -> Result<Installed, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Installed::find_on(peer, &path)
    }

    fn find_on(peer: Peer, path: &OsString) -> Result<Installed, String> {
        let [wrapper, launcher] = peer.tools().map(|tool| {
            std::env::split_paths(path)
                .map(|directory| directory.join(tool))
                .find(|file| file.is_file())
                .ok_or(tool)
        });
        let missing = |tool: &str| {
            let packages = peer.packages();
            format!("{tool} is not on PATH; Debian and Ubuntu have it: apt-get install {packages}")
        };
        let (wrapper, launcher) = match (wrapper, launcher) {
            (Ok(wrapper), Ok(launcher)) => (wrapper, launcher),
            (Err(tool), _) | (_, Err(tool)) => return Err(missing(tool)),
        };
        let version = version(&launcher);
        Ok(Installed {
            peer,
            version,
            wrapper,
            launcher,
        })
    }

    /// Builds the program of a group.
    pub(super) fn build(&self, group: Group, workspace: &Workspace) -> Result<()> {
        let Some((name, source)) = self.peer.source(group) else {
            return Ok(());
        };
        let directory = workspace.files();
        let file = directory.join(format!("{name}.c"));
        fs::write(&file, source).with_context(|| format!("writing {}", file.display()))?;
        let header = directory.join("measure.h");
        fs::write(&header, MEASURE_H).with_context(|| format!("writing {}", header.display()))?;
        let mut command = Command::new(&self.wrapper);
        command
            .arg("-O2")
            .arg("-o")
            .arg(self.program(name, workspace))
            .arg(&file)
            .env("TMPDIR", directory);
        let run = process::run(&mut command, BUILD_LIMIT)?;
        match run.end {
            End::Exited(status) if status.success() => Ok(()),
            End::Exited(_) | End::TimedOut(_) => bail!(
                "{} can't build {name}.c:\n{}",
                self.wrapper.display(),
                String::from_utf8_lossy(&run.errors).trim_end()
            ),
        }
    }

    fn program(&self, name: &str, workspace: &Workspace) -> PathBuf {
        workspace
            .files()
            .join(format!("{name}.{}", self.peer.name()))
    }

    /// The command that runs a job, up to the program's own arguments.
    pub(super) fn command(&self, job: &Job, workspace: &Workspace) -> Result<Command> {
        let (name, _) = self
            .peer
            .source(job.group)
            .with_context(|| format!("{} has no {}", self.peer.name(), job.group.name()))?;
        let shared = workspace.shared().to_string_lossy();
        let settings = self.peer.settings(job.placement, &shared);
        let mut command = Command::new(&self.launcher);
        match self.peer {
            Peer::OpenMpi | Peer::Oshmem => {
                if rustix::process::geteuid().is_root() {
                    command.arg("--allow-run-as-root");
                }
                command.args(["--oversubscribe", "--bind-to", "none"]);
                for files in [
                    "btl_vader_backing_directory",
                    "osc_sm_backing_directory",
                    "osc_rdma_backing_directory",
                ] {
                    command.args(["--mca", files, &shared]);
                }
            }
            Peer::Mpich => {
                command.args(["-bind-to", "none"]);
            }
        }
        command
            .args(settings.arguments)
            .args(["-n", &job.processes.to_string()])
            .arg(self.program(name, workspace))
            .envs(settings.environment)
            .env("TMPDIR", workspace.files());
        Ok(command)
    }
}

/// The last word of the first line with a number in what the launcher says of its version.
fn version(launcher: &Path) -> String {
    let run = process::run(Command::new(launcher).arg("--version"), VERSION_LIMIT);
    let said = run.map(|run| run.output).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let line = said
        .lines()
        .find(|line| line.bytes().any(|byte| byte.is_ascii_digit()));
    // "mpirun.openmpi (OpenRTE) 4.1.4", or "Version:   4.0.2" in a list.
    let word = line.and_then(|line| line.split_whitespace().last());
    word.unwrap_or("of unknown version")
        .chars()
        .take(40)
        .collect()
}
