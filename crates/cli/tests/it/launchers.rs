//! Jobs that other launchers start: MPICH's hydra, Open MPI's mpirun and Slurm, with real processes. A host is a name here, and all of
//! them are this machine: processes of two hosts share no memory.

mod programs;
mod slurm;

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use slurm::Slurm;

/// As good as for ever.
const PATIENCE: Duration = Duration::from_mins(5);

/// The program, and the arguments by which it is one rank of the heat diffusion.
const PROGRAM: &str = env!("CARGO_BIN_EXE_farreach");
const HEAT: [&str; 5] = ["__app", "heat2d", "--steps", "60", "--check"];

/// Whether all these commands are there. Where one is missing, it is said, and CI fails.
fn has(tools: &[&str]) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path)
        .chain(["/usr/sbin".into()])
        .collect();
    let is_missing = |tool: &&&str| !folders.iter().any(|folder| folder.join(tool).is_file());
    let missing: Vec<&&str> = tools.iter().filter(is_missing).collect();
    if missing.is_empty() {
        return true;
    }
    let text = format!(
        "{missing:?} are missing: jobs of that launcher were NOT TESTED (apt-get install mpich openmpi-bin slurm-wlm munge)"
    );
    assert!(std::env::var_os("CI").is_none(), "{text}");
    println!("{text}");
    false
}

/// A folder with a remote shell that runs a command here, whatever the host is called.
struct Place(PathBuf);

impl Place {
    fn make(name: &str) -> Place {
        let name = format!("farreach-launchers-{name}.{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder");
        let rsh = path.join("rsh");
        // Each host has its own folder for temporary files: two daemons of Open MPI that share one
        // remove each other's files, and their launcher then waits for ever.
        let script = format!(
            "#!/bin/sh\n\
             while :; do case \"$1\" in -*) shift;; *) break;; esac; done\n\
             TMPDIR='{}'/\"$1\"\n\
             export TMPDIR\n\
             mkdir -p \"$TMPDIR\"\n\
             shift\n\
             exec sh -c \"$*\"\n",
            path.display()
        );
        fs::write(&rsh, script).expect("a script");
        fs::set_permissions(&rsh, fs::Permissions::from_mode(0o700)).expect("an executable one");
        Place(path)
    }

    fn rsh(&self) -> String {
        self.0.join("rsh").display().to_string()
    }

    /// hydra, with these hosts.
    fn hydra(&self, hosts: &str, size: u32) -> Command {
        let mut command = Command::new("mpiexec.hydra");
        command.args(["-launcher", "ssh", "-launcher-exec", &self.rsh()]);
        command.args(["-hosts", hosts, "-n", &size.to_string()]);
        command
    }

    /// Open MPI's launcher, with these hosts and mapping.
    fn mpirun(&self, hosts: &str, size: u32, by: &str) -> Command {
        let mut command = Command::new("mpirun.openmpi");
        command.args(["--allow-run-as-root", "--oversubscribe"]);
        command.args(["--mca", "plm_rsh_agent", &self.rsh()]);
        command.args(["--mca", "plm_rsh_no_tree_spawn", "1"]);
        command.args(["--host", hosts, "--map-by", by, "-n", &size.to_string()]);
        command
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a launcher to its end, without the settings of whoever runs the tests.
fn run(launcher: &mut Command, program: &[&str]) -> Output {
    for name in std::env::vars_os().map(|(name, _)| name) {
        if name.to_string_lossy().starts_with("FARREACH_") {
            launcher.env_remove(name);
        }
    }
    launcher.args(program).stdin(Stdio::null());
    let mut child = launcher
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .expect("a launcher");
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("{launcher:?} hangs");
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("its output")
}

/// What a launcher and its processes have printed.
fn text(output: &Output) -> String {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    let _ = write!(text, "{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Runs the heat diffusion, which compares its result with that of a sequential run.
fn heat(launcher: &mut Command) {
    let output = run(launcher, &[&[PROGRAM][..], &HEAT].concat());
    let text = text(&output);
    assert!(output.status.success(), "{launcher:?}: {text}");
    assert!(
        text.contains("same bits as a sequential run"),
        "{launcher:?}: {text}"
    );
    assert_eq!(text.matches("blocks").count(), 1, "one job: {text}");
}

#[test]
fn hydra_starts_jobs_of_all_placements() {
    if !has(&["mpiexec.hydra"]) {
        return;
    }
    let place = Place::make("hydra");
    for (hosts, size) in [
        ("a", 1),
        ("a", 4),
        ("a,b", 5),
        ("a:2,b:3,c:1", 6),
        ("a:8,b:8", 16),
    ] {
        heat(&mut place.hydra(hosts, size));
    }
    // The launcher listens on a port instead.
    heat(place.hydra("a,b", 4).arg("-pmi-port"));
}

#[test]
fn mpirun_starts_jobs_of_all_placements() {
    if !has(&["mpirun.openmpi"]) {
        return;
    }
    let place = Place::make("mpirun");
    for (hosts, size, by) in [
        ("a:4", 4, "slot"),
        ("a:2,b:2", 4, "slot"),
        ("a:8,b:8", 16, "node"),
    ] {
        heat(&mut place.mpirun(hosts, size, by));
    }
}

#[test]
fn slurm_starts_jobs_of_all_placements() {
    if !has(&["srun", "slurmctld", "slurmd", "munged"]) {
        return;
    }
    let Some(slurm) = Slurm::start("placements") else {
        return;
    };
    for (nodes, size, order) in [(1, 3, "block"), (3, 4, "block"), (4, 16, "cyclic")] {
        heat(&mut slurm.srun(nodes, size, &["--mpi=pmi2", "-m", order]));
    }
    heat(&mut slurm.srun(1, 3, &["--mpi=pmix"]));
    // Nobody speaks PMI.
    let none = run(
        &mut slurm.srun(1, 2, &["--mpi=none"]),
        &[&[PROGRAM][..], &HEAT].concat(),
    );
    let text = text(&none);
    assert!(!none.status.success(), "{text}");
    assert!(
        text.contains("2 processes") && text.contains("--mpi=pmi2"),
        "{text}"
    );
}

#[test]
fn a_bench_shows_what_start_up_adds_to_a_bare_client() {
    if !has(&["mpiexec.hydra", "cc"]) {
        return;
    }
    let bench = ["bench", "launchers", "--rounds", "1", "--json", "-"];
    // `env` offers no PMI.
    let output = run(
        Command::new(PROGRAM).args(bench),
        &["mpiexec.hydra -n 2", "env"],
    );
    assert!(output.status.success(), "{}", text(&output));
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let seconds = |launcher: usize, what: &str| all[launcher][what].as_f64();
    for (launcher, has_pmi) in [(0, true), (1, false)] {
        for what in ["nothing", "farreach"] {
            assert!(
                seconds(launcher, what).is_some_and(|time| time > 0.0),
                "{all}"
            );
        }
        assert_eq!(seconds(launcher, "bare").is_some(), has_pmi, "{all}");
    }
}

#[test]
fn settings_that_differ_are_refused_with_both_values() {
    if !has(&["mpiexec.hydra"]) {
        return;
    }
    let place = Place::make("differ");
    for hosts in ["a", "a,b"] {
        // hydra may end its proxies before they have passed on what the processes say.
        let said = place.0.join(format!("said-{}", hosts.len()));
        let script = format!(
            "[ $PMI_RANK = 1 ] && export FARREACH_HEAP=64M; exec \"$0\" \"$@\" 2>>{}",
            said.display()
        );
        let program = [&["sh", "-c", &script, PROGRAM][..], &HEAT].concat();
        let output = run(&mut place.hydra(hosts, 2), &program);
        let text = fs::read_to_string(&said).expect("what the processes say");
        assert!(!output.status.success(), "{text}");
        assert!(
            text.contains("64M") && text.contains("FARREACH_HEAP"),
            "{hosts}: {text}"
        );
    }
}

#[test]
fn a_rank_that_does_not_come_is_named() {
    if !has(&["mpiexec.hydra"]) {
        return;
    }
    let place = Place::make("missing");
    let script =
        "[ $PMI_RANK = 2 ] && exec sleep 1000; FARREACH_START_TIMEOUT=0.5 exec \"$0\" \"$@\"";
    let program = [&["sh", "-c", script, PROGRAM][..], &HEAT].concat();
    let output = run(&mut place.hydra("a", 4), &program);
    let text = text(&output);
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("ranks 2 have not joined"), "{text}");
}

#[test]
fn a_killed_process_ends_the_job_and_is_named() {
    // The first process of a node, and another one.
    for victim in [0, 1, 3] {
        let script = format!(
            "{KILL} [ $RANK = {victim} ] && (sleep 1; kill -9 $$) & exec \"$0\" \"$@\" 2>>${{SAID:-/dev/null}}"
        );
        let program = [
            "sh",
            "-c",
            &script,
            PROGRAM,
            "__app",
            "heat2d",
            "--steps",
            "1000000000",
        ];
        let place = Place::make(&format!("killed-{victim}"));
        if has(&["mpiexec.hydra"]) {
            ends(&mut place.hydra("a,b", 4), &program);
        }
        if has(&["mpirun.openmpi"]) {
            ends(&mut place.mpirun("a:2,b:2", 4, "node"), &program);
        }
    }
    if has(&["srun", "slurmctld", "slurmd", "munged"])
        && let Some(slurm) = Slurm::start("killed")
    {
        for victim in [0, 1, 3] {
            let script = format!(
                "{KILL} [ $RANK = {victim} ] && (sleep 1; kill -9 $$) & exec \"$0\" \"$@\" 2>>${{SAID:-/dev/null}}"
            );
            let program = [
                "sh",
                "-c",
                &script,
                PROGRAM,
                "__app",
                "heat2d",
                "--steps",
                "1000000000",
            ];
            ends(&mut slurm.srun(2, 4, &["-K", "--mpi=pmi2"]), &program);
        }
    }
}

#[test]
fn without_k_slurm_ends_the_job_of_a_node_whose_only_process_dies() {
    if !has(&["srun", "slurmctld", "slurmd", "munged"]) {
        return;
    }
    let Some(slurm) = Slurm::start("alone") else {
        return;
    };
    for (nodes, victim) in [(2, 1), (2, 0), (4, 2)] {
        // After a second of its processor, so that it has reached the others however busy the machine is.
        let spent = "awk '{print $14 + $15}' /proc/$$/stat";
        let dies = format!("while [ $({spent}) -lt 100 ]; do sleep 0.1; done; kill -9 $$");
        let script = format!("{KILL} [ $RANK = {victim} ] && ({dies}) & exec \"$0\" \"$@\"");
        let long = ["__app", "heat2d", "--steps", "1000000000"];
        let program = [&["sh", "-c", &script, PROGRAM][..], &long].concat();
        let output = run(&mut slurm.srun(nodes, nodes, &["--mpi=pmi2"]), &program);
        let text = text(&output);
        assert!(!output.status.success(), "{text}");
        assert!(
            text.contains(&format!("rank {victim} on ")) && text.contains("is gone"),
            "{text}"
        );
    }
}

#[test]
fn servers_answer_during_a_fence_that_lasts_longer_than_they_may_be_silent() {
    let script = format!(
        "{KILL} export FARREACH_START_TIMEOUT=3; [ $RANK = 1 ] && sleep 8; exec \"$0\" \"$@\""
    );
    let program = [&["sh", "-c", &script, PROGRAM][..], &HEAT].concat();
    let ends_well = |launcher: &mut Command| {
        let output = run(launcher, &program);
        let text = text(&output);
        assert!(output.status.success(), "{launcher:?}: {text}");
        assert!(text.contains("same bits"), "{launcher:?}: {text}");
    };
    if has(&["mpiexec.hydra"]) {
        ends_well(&mut Place::make("fence").hydra("a,b", 2));
    }
    if has(&["srun", "slurmctld", "slurmd", "munged"])
        && let Some(slurm) = Slurm::start("fence")
    {
        ends_well(&mut slurm.srun(2, 2, &["--mpi=pmi2"]));
    }
}

/// The rank, whoever the launcher is.
const KILL: &str = "RANK=${PMI_RANK:-$PMIX_RANK};";

/// Runs a job that only the death of one of its processes ends.
fn ends(launcher: &mut Command, program: &[&str]) {
    // hydra may end its proxies before they have passed on what the processes say.
    let said = std::env::temp_dir().join(format!("farreach-said.{}", std::process::id()));
    let _ = fs::remove_file(&said);
    let output = run(launcher.env("SAID", &said), program);
    let heard = fs::read_to_string(&said).unwrap_or_default();
    let _ = fs::remove_file(&said);
    let text = text(&output) + &heard;
    assert!(!output.status.success(), "{launcher:?}: {text}");
    assert!(
        text.contains("signal 9")
            || text.contains("Killed")
            || text.contains("EXIT CODE: 9")
            || text.contains("is gone"),
        "{launcher:?}: {text}"
    );
}
