//! The installation that programs in C are built and run with. It is in the target folder, and the
//! first test that needs it makes it.
//!
//! ```ignore
//! let program = toolchain::compile("ring.c", &["-std=c11"]);   // tests/c/ring.c
//! let output = program.run(4, 2, &["argument"]);                // 4 PEs on 2 nodes
//! assert!(output.status.success(), "{output:?}");
//! ```

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

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
    let folder = target.join("tmp").join(format!("shmem-c-{profile}"));
    fs::create_dir_all(&folder).expect("a folder for what tests make");
    folder
}

/// The installation: `bin/oshcc`, `bin/oshrun` and so on.
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

/// A program of the installation.
pub(crate) fn tool(name: &str) -> PathBuf {
    prefix().join("bin").join(name)
}

/// Whether a C++ compiler is installed. The library needs only a C compiler.
pub(crate) fn has_cxx() -> bool {
    Command::new("c++").arg("--version").output().is_ok()
}

/// Whether a Fortran compiler is installed.
pub(crate) fn has_fortran() -> bool {
    Command::new("gfortran").arg("--version").output().is_ok()
}

/// A compiled program.
pub(crate) struct Program {
    file: PathBuf,
}

/// Compiles a file of `tests/c` with `flags`, by `oshcc`, `oshc++` or `oshfort` according to its
/// suffix. Warnings are errors.
pub(crate) fn compile(source: &str, flags: &[&str]) -> Program {
    let path = crate_folder().join("tests/c").join(source);
    let text = fs::read_to_string(&path).expect("the program's source");
    compile_text(source, &text, flags, &[])
}

/// Compiles a program that is given as text, with `flags` and further `libraries`. `name` must be
/// unique. Its suffix determines the language.
pub(crate) fn compile_text(name: &str, text: &str, flags: &[&str], libraries: &[&str]) -> Program {
    let folder = scratch().join("programs");
    fs::create_dir_all(&folder).expect("a folder for programs");
    // Several tests may compile the same source with different flags, in different processes.
    let flagged: String = flags.concat();
    let flagged: String = flagged.chars().filter(|c| c.is_alphanumeric()).collect();
    let stem = format!(
        "{}-{flagged}-{}",
        name.replace('.', "-"),
        std::process::id()
    );
    let (compiler, ending) = match Path::new(name).extension().and_then(OsStr::to_str) {
        Some("c") if is_of_armci(name, text) => ("armcicc", "c"),
        Some("cpp") => ("oshc++", "cpp"),
        Some("f90") => ("oshfort", "f90"),
        _ => ("oshcc", "c"),
    };
    let source = folder.join(format!("{stem}.{ending}"));
    fs::write(&source, text).expect("the program's source");
    let file = folder.join(stem);
    let compiled = Command::new(tool(compiler))
        .args(["-Wall", "-Wextra", "-Werror", "-g", "-O1"])
        .args(flags)
        .arg("-I")
        .arg(crate_folder().join("tests/c"))
        .arg(&source)
        .args(libraries)
        .arg("-o")
        .arg(&file)
        .output()
        .expect("the compiler");
    assert!(
        compiled.status.success(),
        "{name} doesn't compile with {flags:?}:\n{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    Program { file }
}

/// Whether a program in C uses ARMCI alone.
fn is_of_armci(name: &str, text: &str) -> bool {
    let includes = |header: &str| text.contains(&format!("#include <{header}>"));
    name.starts_with("armci") || includes("armci.h") && !includes("shmem.h")
}

impl Program {
    /// A program that was compiled elsewhere. Dropping the value removes the file.
    pub(crate) fn at(file: PathBuf) -> Program {
        Program { file }
    }

    /// Its file.
    pub(crate) fn path(&self) -> &Path {
        &self.file
    }

    /// Runs the program as `pes` PEs on `nodes` nodes.
    pub(crate) fn run(&self, pes: u32, nodes: u32, arguments: &[&str]) -> Output {
        self.run_with(pes, nodes, &[], arguments)
    }

    /// Runs the program as `pes` PEs on `nodes` nodes, with further options for `oshrun`, such as
    /// `-x NAME=VALUE`.
    pub(crate) fn run_with(
        &self,
        pes: u32,
        nodes: u32,
        options: &[&str],
        arguments: &[&str],
    ) -> Output {
        run(&self.file, pes, nodes, options, arguments)
    }
}

/// Runs the program in this file as `pes` PEs on `nodes` nodes, with further options for `oshrun`.
pub(crate) fn run(
    program: &Path,
    pes: u32,
    nodes: u32,
    options: &[&str],
    arguments: &[&str],
) -> Output {
    Command::new(tool("oshrun"))
        // On a busy machine a wait may be long without a reason to report it.
        .env("FARREACH_STALL", "0")
        .args(["-n", &pes.to_string(), "--nodes", &nodes.to_string()])
        .args(["--timeout", &TIMEOUT_SECONDS.to_string()])
        .args(options)
        .arg(program)
        .args(arguments)
        .output()
        .expect("oshrun")
}

impl Drop for Program {
    fn drop(&mut self) {
        // A file that can't be removed stays in the scratch folder.
        for ending in ["", "c", "cpp", "f90"] {
            let _ = fs::remove_file(self.file.with_extension(ending));
        }
    }
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
