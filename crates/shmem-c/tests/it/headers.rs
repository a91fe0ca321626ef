//! The headers compile without warnings in every language and by every compiler there is.

use std::process::Command;

use crate::toolchain::{compile, prefix, text};

#[test]
fn no_compiler_warns_in_any_language() {
    let languages = [
        ("c", &["c99", "c11", "c17", "gnu11"][..]),
        ("c++", &["c++11", "c++14", "c++17", "gnu++17"][..]),
    ];
    let mut compilers = 0;
    for compiler in ["cc", "gcc", "clang"] {
        if Command::new(compiler).arg("--version").output().is_err() {
            continue;
        }
        compilers += 1;
        for (language, standards) in languages {
            for standard in standards {
                let output = Command::new(compiler)
                    .args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"])
                    .arg(format!("-std={standard}"))
                    .arg("-I")
                    .arg(prefix().join("include"))
                    .args([
                        "-include", "shmem.h", "-include", "pshmem.h", "-include", "shmemx.h",
                    ])
                    .args(["-include", "mpp/shmem.h", "-include", "mpp/shmemx.h"])
                    .args(["-x", language, "/dev/null"])
                    .output()
                    .expect("the compiler");
                assert!(
                    output.status.success(),
                    "{compiler} {standard}: {}",
                    text(&output)
                );
            }
        }
    }
    assert!(compilers > 0, "there is a compiler");
}

#[test]
fn types_select_functions() {
    for (source, flags) in [
        ("selection.c", ["-std=c11", "-pedantic"]),
        ("selection.cpp", ["-std=c++11", "-pedantic"]),
    ] {
        let output = compile(source, &flags).run(2, 1, &[]);
        assert!(output.status.success(), "{source}: {}", text(&output));
    }
}
