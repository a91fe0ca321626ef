//! Tests of the headers alone, with the strictest warnings of compilers.

use std::path::Path;
use std::process::Command;

use crate::toolchain::{compile, has_cxx, prefix, scratch, text};

const HEADERS: &[&str] = &[
    "shmem.h",
    "shmemx.h",
    "pshmem.h",
    "mpp/shmem.h",
    "mpp/shmemx.h",
    "gasnetex.h",
    "gasnet_coll.h",
    "gasnet_fwd.h",
    "gasnet_portable_platform.h",
    "gasnet_mk.h",
    "gasnet_ratomic.h",
    "gasnet_vis.h",
];

const C: &[&str] = &["c99", "c11", "c17"];
const CXX: &[&str] = &["c++11", "c++17"];

/// Whether a compiler is installed.
fn is_there(compiler: &str) -> bool {
    Command::new(compiler)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

fn compiles(compiler: &str, standard: &str, source: &Path) {
    let output = Command::new(compiler)
        .arg(format!("-std={standard}"))
        .args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"])
        .arg("-DGASNET_PAR")
        .arg("-I")
        .arg(prefix().join("include"))
        .arg(source)
        .output()
        .expect("the compiler");
    assert!(
        output.status.success(),
        "{compiler} -std={standard} {}:\n{}",
        source.display(),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn all_compile(compiler: &str, standards: &[&str], ending: &str) {
    if !is_there(compiler) {
        return;
    }
    let folder = scratch().join("headers");
    std::fs::create_dir_all(&folder).expect("a folder for sources");
    for header in HEADERS {
        let name = format!("{}-{compiler}.{ending}", header.replace(['/', '.'], "-"));
        let source = folder.join(name);
        // Included twice: the include guard must make the second inclusion empty.
        let text =
            format!("#include <{header}>\n#include <{header}>\nint main(void) {{ return 0; }}\n");
        std::fs::write(&source, text).expect("a source");
        for standard in standards {
            compiles(compiler, standard, &source);
        }
    }
}

#[test]
fn gcc_takes_them_without_a_warning() {
    all_compile("gcc", C, "c");
    all_compile("g++", CXX, "cpp");
}

#[test]
fn clang_takes_them_without_a_warning() {
    all_compile("clang", C, "c");
    all_compile("clang++", CXX, "cpp");
}

#[test]
fn types_select_functions() {
    for (source, flags) in [
        ("selection.c", ["-std=c11", "-pedantic"]),
        ("selection.cpp", ["-std=c++11", "-pedantic"]),
    ] {
        if source.ends_with("pp") && !has_cxx() {
            continue;
        }
        let output = compile(source, &flags).run(2, 1, &[]);
        assert!(output.status.success(), "{source}: {}", text(&output));
    }
}
