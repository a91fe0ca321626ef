//! `farreach install`: its messages, and what the libraries do not export.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::prefix::{Folder, install, run, text};

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
    let (lean, whole) = (folder.0.join("lean"), folder.0.join("whole"));
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
    for library in ["lean/lib/libfarreach.so.0", "whole/lib/libfarreach.so.0"] {
        let core = exported(&folder.0.join(library));
        assert!(names.is_subset(&core), "{library}");
        assert!(core.contains("gex_Client_Init"), "{library}");
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
}
