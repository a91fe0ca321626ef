//! The installation that programs in C are built and run with. It is in the target folder, and the
//! first test that needs it makes it.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::placements::is_drawn;

/// The time after which the launcher ends a job with code 124. No job needs as long.
const TIMEOUT_SECONDS: u32 = 600;

/// The folder of this crate.
pub(crate) fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Cargo's target folder, and the folder of the profile in it that this test was built in.
fn built_in() -> (PathBuf, String) {
    let test = std::env::current_exe().expect("this test");
    // TARGET/PROFILE/deps/TEST
    let profile = test.ancestors().nth(2).expect("a target folder");
    let target = profile.parent().expect("a target folder");
    let name = profile.file_name().expect("a profile").to_string_lossy();
    (target.to_owned(), name.into_owned())
}

/// A folder for files that tests make.
pub(crate) fn scratch() -> PathBuf {
    let (target, profile) = built_in();
    let folder = target.join("tmp").join(format!("mpi-c-{profile}"));
    fs::create_dir_all(&folder).expect("a folder for what tests make");
    folder
}

/// The installation: `bin/mpicc`, `bin/mpiexec` and so on.
pub(crate) fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = scratch().join("prefix");
        // Tests of several processes may come here at the same time.
        let lock = File::create(scratch().join("lock")).expect("a lock file");
        lock.lock().expect("a lock");
        install(&prefix);
        prefix
    })
}

/// Builds the launcher in this test's profile, and runs its installation.
fn install(prefix: &Path) {
    let (target, profile) = built_in();
    let cargo_profile = if profile == "debug" { "dev" } else { &profile };
    let built = Command::new(env!("CARGO"))
        .current_dir(crate_folder())
        .args([
            "build",
            "--quiet",
            "--package",
            "farreach-cli",
            "--profile",
            cargo_profile,
        ])
        .arg("--target-dir")
        .arg(&target)
        .status()
        .expect("cargo");
    assert!(built.success(), "building farreach");
    let installed = Command::new(target.join(profile).join("farreach"))
        .args(["install", "--prefix"])
        .arg(prefix)
        .output()
        .expect("farreach");
    assert!(installed.status.success(), "{installed:?}");
}

pub(crate) fn tool(name: &str) -> PathBuf {
    prefix().join("bin").join(name)
}

/// Compiles a file of `tests/c` by `mpicc`. Warnings are errors.
pub(crate) fn compile(source: &str) -> PathBuf {
    let path = crate_folder().join("tests/c").join(source);
    compile_text(
        source,
        &fs::read_to_string(path).expect("the program's source"),
    )
}

/// Compiles a program that is given as text.
pub(crate) fn compile_text(name: &str, text: &str) -> PathBuf {
    compile_with(name, text, &[])
}

/// Compiles a program that is given as text, and links it with more libraries.
pub(crate) fn compile_with(name: &str, text: &str, libraries: &[&str]) -> PathBuf {
    let folder = scratch().join("programs");
    fs::create_dir_all(&folder).expect("a folder for programs");
    // Several tests may compile the same source in different processes.
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let file = folder.join(format!(
        "{}-{}-{number}",
        name.replace('.', "-"),
        std::process::id()
    ));
    let source = file.with_extension("c");
    fs::write(&source, text).expect("the program's source");
    let compiled = Command::new(tool("mpicc"))
        .args(["-Wall", "-Wextra", "-Werror", "-std=c11", "-g", "-O1", "-I"])
        .arg(crate_folder().join("tests/c"))
        .arg(&source)
        .arg("-o")
        .arg(&file)
        .args(libraries)
        .output()
        .expect("the compiler");
    let told = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{name} doesn't compile:\n{told}");
    file
}

/// Runs a program as `ranks` processes on `nodes` nodes.
pub(crate) fn run(program: &Path, ranks: u32, nodes: u32, arguments: &[&str]) -> Output {
    run_with(&[], program, (ranks, nodes), arguments)
}

/// Runs a program as [`run`] does, with these variables.
pub(crate) fn run_with(
    variables: &[(&str, &str)],
    program: &Path,
    (ranks, nodes): (u32, u32),
    arguments: &[&str],
) -> Output {
    Command::new(tool("mpiexec"))
        .envs(variables.iter().copied())
        // On a busy machine a wait may be long without a reason to report it.
        .env("FARREACH_STALL", "0")
        .args(["-n", &ranks.to_string(), "--nodes", &nodes.to_string()])
        .args(["--timeout", &TIMEOUT_SECONDS.to_string()])
        .arg(program)
        .args(arguments)
        .output()
        .expect("mpiexec")
}

/// Runs a program on MPICH's library, if this run has that, and as [`run_on_mpich`] does.
pub(crate) fn run_on_mpich_if_drawn(program: &Path, source: &str, ranks: u32) -> Option<Output> {
    if is_drawn(&format!("{source} on MPICH")) {
        run_on_mpich(program, ranks)
    } else {
        None
    }
}

/// Runs a program on MPICH's library, by MPICH's launcher. `None` if there is no MPICH here, which is said, and an error
/// in CI.
pub(crate) fn run_on_mpich(program: &Path, ranks: u32) -> Option<Output> {
    let library = format!(
        "/usr/lib/{}-linux-gnu/libmpich.so.12",
        std::env::consts::ARCH
    );
    if !Path::new(&library).exists() {
        let told = format!("NOT TESTED on MPICH: there is no {library} (apt-get install mpich)");
        assert!(std::env::var_os("CI").is_none(), "{told}");
        println!("{told}");
        return None;
    }
    let folder = scratch().join("mpich");
    fs::create_dir_all(&folder).expect("a folder");
    // By the name that our wrapper links programs with. Another test may make the link as well.
    let _ = symlink(&library, folder.join("libmpi.so.12"));
    let output = Command::new("mpiexec.hydra")
        .args(["-n", &ranks.to_string(), "-env", "LD_LIBRARY_PATH"])
        .arg(&folder)
        .arg(program)
        .output();
    Some(output.expect("mpiexec.hydra"))
}

/// The output as text, for assertions about it.
pub(crate) fn text(output: &Output) -> String {
    format!(
        "{}\n--- standard output\n{}--- standard error\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
