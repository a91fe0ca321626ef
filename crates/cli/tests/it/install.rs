//! `farreach install` and `farreach uninstall`: their messages, and what builds find in a folder with a space in its name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::prefix::{Folder, install, is_installed, prefix, run, text};

fn has_debug_information(file: &Path) -> bool {
    text(Command::new("readelf").args(["-S", "-W"]).arg(file)).contains(".debug_info")
}

/// The functions and variables that a library exports.
fn exported(library: &Path) -> BTreeSet<String> {
    let symbols = text(
        Command::new("nm")
            .args(["-D", "--defined-only"])
            .arg(library),
    );
    let names = symbols.lines().filter_map(|line| line.split(' ').nth(2));
    names.map(str::to_owned).collect()
}

#[test]
fn what_is_installed_has_no_debug_information_unless_it_is_asked_for() {
    let folder = Folder::new("install");
    let (lean, whole) = (folder.0.join("a b/lean"), folder.0.join("whole"));
    let said = install(&lean, &[]);
    for step in [
        "building libshmem",
        "Finished",
        "linking lib/libshmem.so",
        "copying lib/libshmem.a",
    ] {
        assert!(said.contains(step), "{step}: {said}");
    }
    install(&whole, &["--debug-info"]);
    for file in ["lib/libfarreach.so.0", "lib/libshmem.a", "bin/farreach"] {
        assert!(has_debug_information(&whole.join(file)), "{file}");
        assert!(!has_debug_information(&lean.join(file)), "{file}");
        let bytes = |prefix: &Path| fs::metadata(prefix.join(file)).expect(file).len();
        assert!(bytes(&lean) < bytes(&whole), "{file}");
    }
    let names = exported(&lean.join("lib/libshmem.so"));
    assert!(names.contains("shmem_init"), "{names:?}");
    for installed in [&lean, &whole] {
        let core = exported(&installed.join("lib/libfarreach.so.0"));
        assert!(names.is_subset(&core), "{}", installed.display());
        assert!(core.contains("gex_Client_Init"), "{}", installed.display());
    }
    let wrapper = |asked| text(Command::new(lean.join("bin/oshcc")).arg(asked));
    let version = text(Command::new(lean.join("bin/farreach")).arg("--version"));
    assert_eq!(wrapper("--showme:version").to_lowercase(), version);
    // Programs can be built with either library.
    let source = folder.0.join("program.c");
    let code = "#include <shmem.h>\n#include <stdio.h>\n\
                int main(void) { shmem_init(); printf(\"%d\\n\", shmem_n_pes()); shmem_finalize(); return 0; }\n";
    fs::write(&source, code).expect("a program");
    for options in [&[][..], &["-static"]] {
        let program = folder.0.join("program");
        let mut compiler = Command::new(lean.join("bin/oshcc"));
        run(compiler.args(options).arg(&source).arg("-o").arg(&program));
        let mut job = Command::new(lean.join("bin/oshrun"));
        assert_eq!(text(job.args(["-n", "2"]).arg(&program)), "2\n2\n");
    }
    fs::write(lean.join("lib/foreign"), "theirs").expect("a file");
    let uninstall = |prefix: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_farreach"));
        command.args(["uninstall", "--prefix"]).arg(prefix);
        command
    };
    let said = text(&mut uninstall(&whole));
    assert!(said.starts_with("removed ") && !whole.exists(), "{said}");
    let said = text(&mut uninstall(&lean));
    let stays = format!(
        "{} stays, since it has other files",
        lean.join("lib").display()
    );
    assert!(said.contains(&stays), "{said}");
    let left: Vec<_> = fs::read_dir(lean.join("lib")).expect("files").collect();
    assert!(left.len() == 1 && !lean.join("bin").exists(), "{left:?}");
    let again = uninstall(&lean).output().expect("farreach");
    let told = String::from_utf8_lossy(&again.stderr);
    assert!(!again.status.success(), "{told}");
    assert!(
        told.contains("has no share/farreach/files, the list"),
        "{told}"
    );
}

/// Programs that end with 0 only if the library answers.
const PROGRAMS: [(&str, &str); 3] = [
    (
        "shmem",
        "#include <shmem.h>\nint main(void) { shmem_init(); int few = shmem_n_pes() < 1; shmem_finalize(); return few; }\n",
    ),
    (
        "mpi",
        "#include <mpi.h>\nint main(void) { int size = 0; MPI_Init(0, 0); MPI_Comm_size(MPI_COMM_WORLD, &size); \
         MPI_Finalize(); return size != 1; }\n",
    ),
    (
        "armci",
        "#include <mpi.h>\n#include <armci.h>\nint main(void) { MPI_Init(0, 0); int bad = ARMCI_Init(); ARMCI_Finalize(); \
         MPI_Finalize(); return bad; }\n",
    ),
];

#[test]
fn compilers_pkg_config_and_make_work_in_a_folder_with_a_space_in_its_name() {
    let folder = Folder::new("spaces");
    let spaced = folder.0.join("a b");
    run(Command::new("cp").arg("-a").arg(prefix()).arg(&spaced));
    for (name, code) in PROGRAMS {
        fs::write(folder.0.join(format!("{name}.c")), code).expect("a program");
    }
    let shell = |command: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-ec", command]).current_dir(&folder.0);
        shell.env("PREFIX", &spaced);
        shell.env("PKG_CONFIG_PATH", spaced.join("lib/pkgconfig"));
        text(&mut shell)
    };
    for (wrapper, name) in [
        ("oshcc", "shmem"),
        ("mpicc", "mpi"),
        ("mpicc_abi", "mpi"),
        ("armcicc", "armci"),
    ] {
        for command in [
            format!("\"$PREFIX/bin/{wrapper}\" {name}.c -o direct"),
            format!("eval \"$(\"$PREFIX/bin/{wrapper}\" -show {name}.c -o shown)\""),
            format!(
                "eval \"cc $(\"$PREFIX/bin/{wrapper}\" --showme:compile) {name}.c -o parts $(\"$PREFIX/bin/{wrapper}\" --showme:link)\""
            ),
        ] {
            shell(&command);
        }
        for program in ["direct", "shown", "parts"] {
            shell(&format!("./{program} && rm {program}"));
        }
    }
    let libraries = shell("ldd \"$(\"$PREFIX/bin/mpicc\" mpi.c -o mpi; echo mpi)\"");
    let library = spaced.join("lib/libmpi.so.12");
    assert!(
        libraries.contains(library.to_str().expect("text")),
        "{libraries}"
    );
    if is_installed("pkg-config") {
        for (package, name) in [
            ("shmem", "shmem"),
            ("mpi", "mpi"),
            ("mpich", "mpi"),
            ("mpi-c", "mpi"),
            ("mpi-cxx", "mpi"),
            ("mpi_abi", "mpi"),
            ("armci mpi", "armci"),
        ] {
            shell(&format!(
                "eval \"cc {name}.c -o found $(pkg-config --cflags --libs {package})\"; ./found"
            ));
        }
        let fortran = shell("pkg-config --cflags --libs mpi-fort");
        assert!(fortran.contains("-lmpifort"), "{fortran}");
        shell("pkg-config --atleast-version=4.0 mpich");
    }
    if is_installed("make") {
        let gasnet =
            "#include <gasnetex.h>\nint main(void) { return gex_System_QueryJobRank == 0; }\n";
        let tools =
            "#include <gasnet_tools.h>\nint main(void) { return gasnett_cpu_count() < 1; }\n";
        fs::write(folder.0.join("gasnet.c"), gasnet).expect("a program");
        fs::write(folder.0.join("tools.c"), tools).expect("a program");
        let makefile = "include a\\ b/include/farreach-conduit/farreach-par.mak\n\
            include a\\ b/include/gasnet_tools-seq.mak\n\
            all: gasnet tools\n\
            gasnet: gasnet.c\n\t$(GASNET_CC) $(GASNET_CPPFLAGS) $(GASNET_CFLAGS) $(GASNET_LDFLAGS) -o $@ $< $(GASNET_LIBS)\n\
            tools: tools.c\n\t$(GASNETTOOLS_CC) $(GASNETTOOLS_CPPFLAGS) $(GASNETTOOLS_CFLAGS) -o $@ $< $(GASNETTOOLS_LIBS)\n";
        fs::write(folder.0.join("Makefile"), makefile).expect("a makefile");
        shell("make; ./gasnet; ./tools");
    }
    // As Debian's package names them.
    for (name, other) in [
        ("mpifort", "mpifort.farreach"),
        ("mpiexec", "mpiexec.farreach"),
    ] {
        let link = format!("ln -s \"a b/bin/{name}\" {other}");
        shell(&link);
    }
    let shown = shell("./mpifort.farreach -show a.f90");
    assert!(shown.contains("-lmpifort"), "{shown}");
    let ran = shell("./mpiexec.farreach -n 2 /bin/echo here");
    assert_eq!(ran, "here\nhere\n");
}
