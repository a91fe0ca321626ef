//! The peers: the packages that each needs, and how its programs are built and run in each
//! placement.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::Options;
use super::catalogue::{Action, Group, Job};
use crate::process::{self, End};
use crate::task::Placement;
use crate::workspace::Workspace;

/// Another runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Peer {
    /// Farreach's interface for C, with the programs for Open MPI's OpenSHMEM.
    FarreachC,
    /// Farreach's MPI, with the very executables that MPICH's compiler wrapper makes for MPICH.
    FarreachMpi,
    /// Open MPI: MPI two-sided, MPI one-sided, collectives.
    #[serde(rename = "openmpi")]
    OpenMpi,
    /// MPICH: MPI two-sided, MPI one-sided, collectives.
    Mpich,
    /// Open MPI's OpenSHMEM.
    Oshmem,
    /// UCX: active messages.
    Ucx,
    /// ARMCI-MPI on Open MPI.
    #[serde(rename = "armci-openmpi")]
    ArmciOpenMpi,
    /// ARMCI-MPI on MPICH.
    ArmciMpich,
}

/// The headers of all programs.
const HEADERS: [(&str, &str); 5] = [
    ("measure.h", include_str!("../../peers/measure.h")),
    ("nas.h", include_str!("../../peers/nas.h")),
    ("nas_cg.h", include_str!("../../peers/nas_cg.h")),
    ("nas_ft.h", include_str!("../../peers/nas_ft.h")),
    ("nas_is.h", include_str!("../../peers/nas_is.h")),
];
/// The time limit for building a program.
const BUILD_LIMIT: Duration = Duration::from_mins(1);
/// The time limit for building and installing Farreach's interface for C.
const INSTALL_LIMIT: Duration = Duration::from_mins(15);
/// The time limit for asking a launcher for its version.
const VERSION_LIMIT: Duration = Duration::from_secs(10);

impl Peer {
    /// All peers.
    pub const ALL: [Peer; 8] = [
        Peer::FarreachC,
        Peer::FarreachMpi,
        Peer::OpenMpi,
        Peer::Mpich,
        Peer::Oshmem,
        Peer::Ucx,
        Peer::ArmciOpenMpi,
        Peer::ArmciMpich,
    ];

    /// The peer's name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Peer::FarreachC => "farreach-c",
            Peer::FarreachMpi => "farreach-mpi",
            Peer::OpenMpi => "openmpi",
            Peer::Mpich => "mpich",
            Peer::Oshmem => "oshmem",
            Peer::Ucx => "ucx",
            Peer::ArmciOpenMpi => "armci-openmpi",
            Peer::ArmciMpich => "armci-mpich",
        }
    }

    /// The peer's name in plots.
    pub(super) fn title(self) -> &'static str {
        match self {
            Peer::FarreachC => "Farreach, OpenSHMEM in C",
            Peer::FarreachMpi => "Farreach, MPI",
            Peer::OpenMpi => "Open MPI",
            Peer::Mpich => "MPICH",
            Peer::Oshmem => "Open MPI's OpenSHMEM",
            Peer::Ucx => "UCX",
            Peer::ArmciOpenMpi => "ARMCI-MPI, Open MPI",
            Peer::ArmciMpich => "ARMCI-MPI, MPICH",
        }
    }

    /// Whether the peer has anything of a group.
    pub(super) fn takes_part_in(self, group: Group) -> bool {
        match self {
            Peer::Ucx => group == Group::Active,
            Peer::ArmciOpenMpi | Peer::ArmciMpich => group == Group::Armci,
            Peer::FarreachC => !matches!(group, Group::Active | Group::Kernels | Group::Files),
            Peer::Oshmem => !matches!(
                group,
                Group::Active | Group::Armci | Group::Kernels | Group::Files
            ),
            Peer::FarreachMpi | Peer::OpenMpi | Peer::Mpich => {
                !matches!(group, Group::Active | Group::Armci)
            }
        }
    }

    /// The compiler, and the launcher. UCX has no launcher, and a tool that knows its version.
    fn tools(self) -> [&'static str; 2] {
        match self {
            Peer::OpenMpi | Peer::ArmciOpenMpi => ["mpicc.openmpi", "mpirun.openmpi"],
            Peer::Mpich | Peer::ArmciMpich => ["mpicc.mpich", "mpiexec.mpich"],
            Peer::FarreachMpi => ["mpicc.mpich", "mpiexec"],
            Peer::FarreachC | Peer::Oshmem => ["oshcc", "oshrun"],
            Peer::Ucx => ["cc", "ucx_info"],
        }
    }

    /// The packages that contain the tools.
    fn packages(self) -> &'static str {
        match self {
            Peer::FarreachC | Peer::OpenMpi | Peer::Oshmem => "openmpi-bin libopenmpi-dev",
            Peer::Mpich | Peer::FarreachMpi => "mpich libmpich-dev",
            Peer::Ucx => "gcc libucx-dev ucx-utils",
            Peer::ArmciOpenMpi => "openmpi-bin libopenmpi-dev libarmci-mpi-dev",
            Peer::ArmciMpich => "mpich libmpich-dev libarmci-mpi-dev",
        }
    }

    /// What the program is linked with, beside what the compiler wrapper knows.
    fn libraries(self) -> &'static [&'static str] {
        match self {
            Peer::Ucx => &["-lucp", "-lucs"],
            Peer::ArmciOpenMpi => &["-larmci-openmpi", "-lpthread"],
            Peer::ArmciMpich => &["-larmci-mpich", "-lpthread"],
            // The kernels have roots and powers.
            Peer::FarreachMpi | Peer::OpenMpi | Peer::Mpich => &["-lm"],
            Peer::FarreachC | Peer::Oshmem => &[],
        }
    }

    /// The program that measures a group.
    fn source(self, group: Group) -> (&'static str, &'static str) {
        match (self, group) {
            (Peer::Ucx, _) | (_, Group::Active) => ("active", include_str!("../../peers/active.c")),
            (_, Group::Armci) => ("armci", include_str!("../../peers/armci.c")),
            (Peer::FarreachC | Peer::Oshmem, Group::Startup) => {
                ("empty_shmem", include_str!("../../peers/empty_shmem.c"))
            }
            (Peer::FarreachC | Peer::Oshmem, Group::TwoSided | Group::Rma) => {
                ("shmem", include_str!("../../peers/shmem.c"))
            }
            (Peer::FarreachC | Peer::Oshmem, Group::Collectives | Group::Oversubscribed) => (
                "shmem_collectives",
                include_str!("../../peers/shmem_collectives.c"),
            ),
            (_, Group::Collectives | Group::Oversubscribed) => {
                ("collectives", include_str!("../../peers/collectives.c"))
            }
            (_, Group::Files) => ("files", include_str!("../../peers/files.c")),
            (_, Group::Kernels) => ("nas", include_str!("../../peers/nas.c")),
            (_, Group::TwoSided) => ("two_sided", include_str!("../../peers/two_sided.c")),
            (_, Group::Rma) => ("rma", include_str!("../../peers/rma.c")),
            (_, Group::Startup) => ("empty_mpi", include_str!("../../peers/empty_mpi.c")),
        }
    }

    /// Whether its programs are those of MPI.
    fn is_mpi(self) -> bool {
        matches!(self, Peer::FarreachMpi | Peer::OpenMpi | Peer::Mpich)
    }

    /// Whether the peer has the operation in a group.
    pub(super) fn offers(self, group: Group, action: Action) -> bool {
        use Action::{Alltoallv, Exchange, Exscan, Gather, Reduce, ReduceScatter, Scan, Scatter};
        match action {
            _ if action.is_of_mpi() => self.is_mpi(),
            // OpenSHMEM has no accumulates.
            Action::Accumulate if group == Group::Rma => self.is_mpi(),
            Alltoallv | Exchange | Gather | Reduce | ReduceScatter | Scatter => {
                !matches!(self, Peer::FarreachC | Peer::Oshmem)
            }
            // Scans are in the specification since version 1.6.
            Exscan | Scan => self != Peer::Oshmem,
            _ => true,
        }
    }

    /// The environment, and the launcher's arguments, for a placement.
    fn settings(self, placement: Placement, shared: &str) -> Settings {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        let pairs = |pairs: &[(&'static str, &str)]| {
            let owned = |&(name, value): &(&'static str, &str)| (name, value.to_owned());
            pairs.iter().map(owned).collect()
        };
        let ucx_network = [("UCX_TLS", "tcp,self"), ("UCX_NET_DEVICES", "lo")];
        match (self, placement) {
            (Peer::OpenMpi | Peer::ArmciOpenMpi, Placement::SameNode) => Settings {
                arguments: words("--mca pml ob1 --mca btl vader,self"),
                environment: Vec::new(),
            },
            (Peer::OpenMpi | Peer::ArmciOpenMpi, Placement::CrossNode) => Settings {
                arguments: words(
                    "--mca pml ob1 --mca btl tcp,self --mca btl_tcp_if_include lo \
                     --mca osc ^ucx,sm --mca coll ^sm",
                ),
                environment: Vec::new(),
            },
            (Peer::Oshmem | Peer::Ucx, Placement::SameNode) => Settings {
                arguments: Vec::new(),
                environment: pairs(&[("UCX_POSIX_DIR", shared)]),
            },
            (Peer::Oshmem, Placement::CrossNode) => Settings {
                arguments: words("--mca coll ^sm --mca btl tcp,self --mca btl_tcp_if_include lo"),
                environment: pairs(&ucx_network),
            },
            (Peer::Ucx, Placement::CrossNode) => Settings {
                arguments: Vec::new(),
                environment: pairs(&ucx_network),
            },
            (Peer::FarreachC | Peer::FarreachMpi, _)
            | (Peer::Mpich | Peer::ArmciMpich, Placement::SameNode) => Settings {
                arguments: Vec::new(),
                environment: Vec::new(),
            },
            (Peer::Mpich | Peer::ArmciMpich, Placement::CrossNode) => Settings {
                arguments: Vec::new(),
                environment: [pairs(&[("MPIR_CVAR_NOLOCAL", "1")]), pairs(&ucx_network)].concat(),
            },
        }
    }

    /// The settings of a placement, as text.
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

/// The text that replaces the private directory in shown settings.
const SHARED_SHOWN: &str = "DIR";

struct Settings {
    arguments: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

/// A peer that is installed.
#[derive(Debug)]
pub(super) struct Installed {
    pub(super) peer: Peer,
    /// The version that its launcher reports.
    pub(super) version: String,
    wrapper: PathBuf,
    launcher: PathBuf,
}

impl Installed {
    /// Looks for the peer's tools. The error says what to install.
    pub(super) fn find(
        peer: Peer,
        program: &Path,
        workspace: &Workspace,
    ) -> Result<Installed, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        if !matches!(peer, Peer::FarreachC | Peer::FarreachMpi) {
            return Installed::find_on(peer, &path);
        }
        let prefix = workspace.files().join("prefix");
        let bin = prefix.join("bin");
        // Whichever of the two is looked for first has installed both.
        if !bin.exists() {
            install(program, &prefix).map_err(|error| format!("{error:#}"))?;
        }
        let before = [bin].into_iter().chain(std::env::split_paths(&path));
        let path = std::env::join_paths(before).map_err(|error| error.to_string())?;
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
        let version = version(peer, &launcher);
        Ok(Installed {
            peer,
            version,
            wrapper,
            launcher,
        })
    }

    /// Builds the program of a group.
    pub(super) fn build(&self, group: Group, workspace: &Workspace) -> Result<()> {
        let (name, source) = self.peer.source(group);
        if self.program(name, workspace).exists() {
            // Another peer's, which runs the same executable, or that of another group.
            return Ok(());
        }
        let directory = workspace.files();
        let file = directory.join(format!("{name}.c"));
        fs::write(&file, source).with_context(|| format!("writing {}", file.display()))?;
        for (name, text) in HEADERS {
            let header = directory.join(name);
            fs::write(&header, text).with_context(|| format!("writing {}", header.display()))?;
        }
        let wrapper = match (self.peer, group) {
            (Peer::FarreachC, Group::Armci) => self.wrapper.with_file_name("armcicc"),
            _ => self.wrapper.clone(),
        };
        let mut command = Command::new(&wrapper);
        command
            .arg("-O2")
            .arg("-o")
            .arg(self.program(name, workspace))
            .arg(&file)
            .args(self.peer.libraries())
            .env("TMPDIR", directory);
        let run = process::run(&mut command, BUILD_LIMIT)?;
        match run.end {
            End::Exited(status) if status.success() => Ok(()),
            End::Exited(_) | End::TimedOut(_) => bail!(
                "{} can't build {name}.c:\n{}",
                wrapper.display(),
                String::from_utf8_lossy(&run.errors).trim_end()
            ),
        }
    }

    fn program(&self, name: &str, workspace: &Workspace) -> PathBuf {
        let built_for = match self.peer {
            Peer::FarreachMpi => Peer::Mpich,
            peer => peer,
        };
        workspace
            .files()
            .join(format!("{name}.{}", built_for.name()))
    }

    /// The command that runs a job, without the program's own arguments.
    pub(super) fn command(&self, options: &Options, job: &Job, workspace: &Workspace) -> Command {
        let (name, _) = self.peer.source(job.group);
        let shared = workspace.shared().to_string_lossy();
        let settings = self.peer.settings(job.placement, &shared);
        let program = self.program(name, workspace);
        let mut command = match self.peer {
            Peer::Ucx => Command::new(&program),
            _ => Command::new(&self.launcher),
        };
        match self.peer {
            Peer::Ucx => {}
            Peer::FarreachC | Peer::FarreachMpi => {
                let limit = options.job_limit.as_secs().to_string();
                let nodes = options.nodes(job).to_string();
                command.args(["--timeout", &limit, "--nodes", &nodes]);
            }
            Peer::OpenMpi | Peer::ArmciOpenMpi | Peer::Oshmem => {
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
            Peer::Mpich | Peer::ArmciMpich => {
                command.args(["-bind-to", "none"]);
            }
        }
        command.args(settings.arguments);
        if self.peer != Peer::Ucx {
            let processes = job.processes.to_string();
            command.args(["-n", &processes]).arg(program);
        }
        command
            .envs(settings.environment)
            .env("TMPDIR", workspace.files());
        command
    }
}

/// Installs Farreach's interface for C.
fn install(program: &Path, prefix: &Path) -> Result<()> {
    let mut command = Command::new(program);
    command.arg("install").arg("--prefix").arg(prefix);
    let run = process::run(&mut command, INSTALL_LIMIT)?;
    match run.end {
        End::Exited(status) if status.success() => Ok(()),
        End::Exited(_) | End::TimedOut(_) => bail!(
            "it can't be installed: {}",
            String::from_utf8_lossy(&run.errors).trim_end()
        ),
    }
}

/// What the launcher says of its version.
fn version(peer: Peer, launcher: &Path) -> String {
    let question = if peer == Peer::Ucx { "-v" } else { "--version" };
    let run = process::run(Command::new(launcher).arg(question), VERSION_LIMIT);
    let said = run.map(|run| run.output).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let version = version_in(&said).unwrap_or("of unknown version");
    version.chars().take(40).collect()
}

/// The first word that begins with a digit.
fn version_in(text: &str) -> Option<&str> {
    let is_version = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
    text.split_whitespace().find(is_version)
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn versions_are_found_in_what_launchers_say() {
        for (text, version) in [
            (
                "mpirun.openmpi (OpenRTE) 4.1.4\n\nReport bugs",
                Some("4.1.4"),
            ),
            (
                "HYDRA build details:\n    Version:      4.0.2\n",
                Some("4.0.2"),
            ),
            (
                "# Version 1.13.1\n# Git branch '<unknown>', revision 0000000",
                Some("1.13.1"),
            ),
            (
                "farreach mpiexec (the Farreach 0.1.0 release)",
                Some("0.1.0"),
            ),
            ("no version", None),
        ] {
            assert_eq!(version_in(text), version, "{text}");
        }
    }
}
