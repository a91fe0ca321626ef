//! Packages as users get them: written twice, unpacked, and used.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Effort, VERSION, deb, output, run, succeed};
use crate::workspace_root;

const PROGRAM: &str = "#include <shmem.h>\n#include <stdio.h>\n\
    int main(void) { shmem_init(); printf(\"%d\\n\", shmem_n_pes()); shmem_finalize(); return 0; }\n";

const MPI_PROGRAM: &str = "#include <mpi.h>\n#include <stdio.h>\n\
    int main(void) { int size; MPI_Init(0, 0); MPI_Comm_size(MPI_COMM_WORLD, &size); printf(\"%d\\n\", size); \
    MPI_Finalize(); return 0; }\n";

/// Compiles a program with the installation in `prefix`, runs it, and asks for the version.
fn use_installed(prefix: &Path, folder: &Path) {
    let (source, program) = (folder.join("program.c"), folder.join("program"));
    fs::write(&source, PROGRAM).unwrap();
    let mut compiler = Command::new(prefix.join("bin/oshcc"));
    succeed(compiler.arg(&source).arg("-o").arg(&program)).unwrap();
    let mut job = Command::new(prefix.join("bin/oshrun"));
    job.args(["-n", "2", "--nodes", "2"]).arg(&program);
    assert_eq!(output(&mut job).unwrap(), "2\n2");
    let version = output(Command::new(prefix.join("bin/farreach")).arg("--version")).unwrap();
    assert!(
        version.starts_with(&format!("farreach {VERSION} ")),
        "{version}"
    );
}

#[test]
fn a_program_is_built_and_run_from_each_package() {
    let folder = tempfile::tempdir().unwrap();
    let root = workspace_root().unwrap();
    let [first, second] = ["first", "second"].map(|name| {
        let out = folder.path().join(name);
        let files = run(root, &out, "dev", Effort::Quick).unwrap();
        // No other files remain there.
        assert_eq!(fs::read_dir(&out).unwrap().count(), files.len());
        files
    });
    assert_eq!(first.len(), 1 + usize::from(deb::can_be_built()));
    for (one, other) in first.iter().zip(&second) {
        assert_eq!(one.file_name(), other.file_name());
        let same = fs::read(one).unwrap() == fs::read(other).unwrap();
        assert!(same, "{} differs when it is written again", one.display());
    }

    let mut unpack = Command::new("tar");
    succeed(unpack.current_dir(folder.path()).arg("-xzf").arg(&first[0])).unwrap();
    let name = first[0].file_name().unwrap().to_str().unwrap();
    let prefix = folder.path().join(name.strip_suffix(".tar.gz").unwrap());
    use_installed(&prefix, folder.path());
    let licences = prefix.join("share/doc/farreach");
    let list = fs::read_to_string(licences.join("third-party/LIST")).unwrap();
    assert!(list.contains("clap-4"), "{list}");
    // Crates that only tests use are not shipped.
    assert!(!list.contains("proptest"), "{list}");
    assert!(licences.join("LICENSE-MIT").is_file());

    let Some(package) = first.get(1) else {
        return;
    };
    let unpacked = folder.path().join("unpacked");
    succeed(
        Command::new("dpkg-deb")
            .arg("-x")
            .arg(package)
            .arg(&unpacked),
    )
    .unwrap();
    use_installed(&unpacked.join("usr/lib/farreach"), folder.path());
    for link in [
        "usr/bin/farreach",
        "usr/share/man/man1/mpirun.farreach.1.gz",
    ] {
        let link = unpacked.join(link);
        assert!(link.is_symlink() && link.is_file(), "{}", link.display());
    }
    let settings = unpacked.join("usr/share/man/man7/farreach-settings.7.gz");
    assert!(settings.is_file(), "{}", settings.display());
    use_on_the_path(&unpacked.join("usr/bin"), folder.path());
    choose_alternatives(package, &unpacked);
    let field = |name| output(Command::new("dpkg-deb").arg("-f").arg(package).arg(name)).unwrap();
    assert_eq!(field("Version"), format!("{VERSION}-1"));
    assert!(
        field("Depends").contains("libc6 (>= "),
        "{}",
        field("Depends")
    );
    let kilobytes: u64 = field("Installed-Size").parse().unwrap();
    assert!((5_000..500_000).contains(&kilobytes), "{kilobytes}");
    if Command::new("lintian").arg("--version").output().is_ok() {
        let mut lintian = Command::new("lintian");
        lintian.args(["--allow-root", "--fail-on", "error,warning"]);
        succeed(lintian.arg(package)).unwrap();
    } else {
        println!("lintian is missing: the Debian package was NOT CHECKED by it");
    }
}

/// Runs the package's scripts in the system in `root`: another MPI stays what `mpirun` is, until ours is chosen.
fn choose_alternatives(package: &Path, root: &Path) {
    let scripts = root.join("DEBIAN");
    let mut control = Command::new("dpkg-deb");
    succeed(control.arg("-e").arg(package).arg(&scripts)).unwrap();
    for folder in ["etc/alternatives", "var/lib/dpkg/alternatives", "var/log"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    fs::write(root.join("usr/bin/mpirun.other"), "").unwrap();
    let alternatives = |arguments: &[&str]| {
        let mut command = Command::new("update-alternatives");
        let command = command.arg("--quiet").arg("--root").arg(root);
        succeed(command.args(arguments)).unwrap();
    };
    let script = |name, argument| {
        let mut script = Command::new(scripts.join(name));
        succeed(script.arg(argument).env("DPKG_ROOT", root)).unwrap();
    };
    let is = |name: &str, expected: &str| {
        let link = root.join("etc/alternatives").join(name);
        let target = fs::read_link(&link).unwrap_or_default();
        assert_eq!(target, Path::new(expected), "{}", link.display());
    };
    let other = [
        "--install",
        "/usr/bin/mpirun",
        "mpirun",
        "/usr/bin/mpirun.other",
        "40",
    ];
    alternatives(&other);
    script("postinst", "configure");
    is("mpi", "/usr/bin/mpicc.farreach");
    is("mpif90", "/usr/bin/mpifort.farreach");
    is("mpirun", "/usr/bin/mpirun.other");
    alternatives(&["--set", "mpirun", "/usr/bin/mpirun.farreach"]);
    is("mpiexec", "/usr/bin/mpiexec.farreach");
    is("mpirun.1.gz", "/usr/share/man/man1/mpirun.farreach.1.gz");
    script("prerm", "remove");
    is("mpirun", "/usr/bin/mpirun.other");
    is("mpi", "");
}

/// Compiles a program for MPI with the wrapper in the folder of programs, and runs it.
fn use_on_the_path(bin: &Path, folder: &Path) {
    let (source, program) = (folder.join("mpi.c"), folder.join("mpi"));
    fs::write(&source, MPI_PROGRAM).unwrap();
    let mut compiler = Command::new(bin.join("mpicc.farreach"));
    succeed(compiler.arg(&source).arg("-o").arg(&program)).unwrap();
    let mut job = Command::new(bin.join("mpiexec.farreach"));
    job.args(["-n", "2"]).arg(&program);
    assert_eq!(output(&mut job).unwrap(), "2\n2");
}
