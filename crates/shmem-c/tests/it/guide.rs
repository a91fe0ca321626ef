//! The programs on the pages of the user's guide. Each is compiled with warnings as errors, and
//! runs.

use std::fs;
use std::process::Command;

use crate::toolchain::{
    compile_text, crate_folder, has_cxx, has_fortran, prefix, run, scratch, text,
};

/// A language's name in code fences, its file suffix, and flags for the compiler.
const LANGUAGES: [(&str, &str, &[&str]); 3] = [
    ("c", "c", &["-std=c11", "-pedantic"]),
    ("cpp", "cpp", &["-std=c++11"]),
    ("fortran", "f90", &["-Wno-unused-parameter"]),
];

/// Numbers of PEs and nodes.
const PLACEMENTS: [(u32, u32); 3] = [(1, 1), (4, 1), (4, 2)];

/// The first block in a language on the page about C.
fn first(language: &str) -> String {
    let page = crate_folder().join("../../docs/src/c.md");
    let page = fs::read_to_string(page).expect("the page");
    farreach_guide::blocks(&page, language).swap_remove(0).text
}

fn has(ending: &str) -> bool {
    match ending {
        "cpp" => has_cxx(),
        "f90" => has_fortran(),
        _ => true,
    }
}

#[test]
fn programs_of_the_guide_run() {
    let pages = crate_folder().join("../../docs/src");
    let mut programs = 0;
    for page in fs::read_dir(pages).expect("the pages") {
        let page = page.expect("a page").path();
        if page.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let stem = page.file_stem().expect("a name").to_string_lossy();
        let shown = fs::read_to_string(&page).expect("a page");
        for (language, ending, flags) in LANGUAGES {
            for block in farreach_guide::blocks(&shown, language) {
                programs += 1;
                if !has(ending) {
                    continue;
                }
                let name = format!("guide-{stem}-{}.{ending}", block.line);
                let libraries: &[&str] = match &block.text {
                    text if text.contains("#include <mpi.h>") => &["-lmpi"],
                    text if text.contains("use mpi") => &["-lmpifort", "-lmpi"],
                    _ => &[],
                };
                let program = compile_text(&name, &block.text, flags, libraries);
                for (pes, nodes) in PLACEMENTS {
                    let output = program.run(pes, nodes, &[]);
                    let is_good = output.status.success()
                        && output.stderr.is_empty()
                        && !output.stdout.is_empty();
                    assert!(is_good, "{name} as {pes} on {nodes}: {}", text(&output));
                }
            }
        }
    }
    assert!(
        programs >= LANGUAGES.len(),
        "the guide has {programs} programs"
    );
}

/// The project on the page about C.
#[test]
fn the_cmake_project_of_the_guide_is_built() {
    if Command::new("cmake").arg("--version").output().is_err() {
        eprintln!("not tested: there is no cmake here");
        return;
    }
    let folder = scratch().join(format!("guide-cmake-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("CMakeLists.txt"), first("cmake")).expect("a project");
    fs::write(folder.join("program.c"), first("c")).expect("a program");
    let build = folder.join("build");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(&folder).arg("-B").arg(&build);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix().display()));
    let mut make = Command::new("cmake");
    make.arg("--build").arg(&build);
    for command in [&mut configure, &mut make] {
        let output = command.output().expect("cmake");
        assert!(output.status.success(), "{}", text(&output));
    }
    let output = run(&build.join("program"), 4, 2, &[], &[]);
    assert_eq!(output.stdout, first("text").as_bytes(), "{}", text(&output));
    fs::remove_dir_all(&folder).expect("the folder goes");
}

/// The output that the page about C shows for its first program.
#[test]
fn the_first_program_prints_what_the_guide_shows() {
    let program = compile_text("guide-first.c", &first("c"), &["-std=c11"], &[]);
    let output = program.run(4, 2, &[]);
    assert_eq!(output.stdout, first("text").as_bytes(), "{}", text(&output));
}
