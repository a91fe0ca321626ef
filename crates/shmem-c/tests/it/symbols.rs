//! The exported symbols of the libraries are those of the table, and each function has its
//! profiling twin.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::toolchain::{compile_text, crate_folder, prefix, text};

/// The symbols that a library defines, with their kinds: `T` for strong, `W` for weak.
fn defined(library: &str, options: &[&str]) -> BTreeSet<(String, char)> {
    let output = Command::new("nm")
        .args(options)
        .arg("--defined-only")
        .arg(prefix().join("lib").join(library))
        .output()
        .expect("nm");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let symbols = lines.lines().filter_map(|line| {
        let [_, kind, name] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            return None;
        };
        Some((name.to_owned(), kind.chars().next()?))
    });
    symbols.collect()
}

/// The functions of the table, from the version script.
fn table() -> BTreeSet<String> {
    let map = fs::read_to_string(crate_folder().join("libshmem.map")).expect("the map");
    let names = map.lines().filter_map(|line| line.trim().strip_suffix(';'));
    names
        .filter(|name| !name.contains(['*', '}']))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_shared_object_shows_the_table_and_nothing_else() {
    let shown: BTreeSet<String> = defined("libshmem.so.1", &["-D"])
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(shown, table());
    let gasnet = fs::read_to_string(crate_folder().join("../gasnet-c/libgasnet.map"));
    let gasnet = gasnet.expect("the map");
    let headers = fs::read_dir(crate_folder().join("../gasnet-c/include")).expect("the headers");
    let headers = headers.map(|header| fs::read_to_string(header.expect("a header").path()));
    let header: String = headers.map(|text| text.expect("a header")).collect();
    let armci = fs::read_to_string(crate_folder().join("../armci-c/libarmci.map"));
    let armci = armci.expect("the map");
    let of_armci: BTreeSet<String> = defined("libarmci.so.0", &["-D"])
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    for name in &of_armci {
        assert!(armci.contains(&format!(" {name};")), "{name} in libarmci");
    }
    assert_eq!(of_armci.len(), armci.matches(';').count() - 2);
    for (library, others) in [
        ("libgasnet.so.0", BTreeSet::new()),
        (
            "libfarreach.so.0",
            shown.union(&of_armci).cloned().collect(),
        ),
    ] {
        let names = defined(library, &["-D"]).into_iter().map(|(name, _)| name);
        // The functions behind those of an MPI library have names of their own.
        let own = ["farreach_mpi", "farreach_openmpi_"];
        let is_private = |name: &String| own.iter().any(|own| name.starts_with(own));
        let names = names.filter(|name| !others.contains(name) && !is_private(name));
        let names: BTreeSet<String> = names.collect();
        for name in &names {
            assert!(gasnet.contains(&format!(" {name};")), "{name} in {library}");
            assert!(header.contains(&format!("{name}(")), "{name} in a header");
        }
        assert_eq!(names.len(), gasnet.matches(';').count() - 2, "{library}");
    }
}

#[test]
fn each_function_is_weak_and_has_a_strong_twin() {
    let table = table();
    for (library, options) in [("libshmem.so.1", &["-D"][..]), ("libshmem.a", &[])] {
        let symbols = defined(library, options);
        for name in &table {
            let twin = format!("p{name}");
            if table.contains(&twin) {
                assert!(
                    symbols.contains(&(name.clone(), 'W')),
                    "{name} in {library}"
                );
                assert!(
                    symbols.contains(&(twin.clone(), 'T')),
                    "{twin} in {library}"
                );
            }
        }
    }
    let twins = table
        .iter()
        .filter(|name| table.contains(&format!("p{name}")));
    let of_fortran = table
        .iter()
        .filter(|name| name.ends_with('_') || ["my_pe", "num_pes"].contains(&name.as_str()));
    assert_eq!(
        2 * twins.count() + of_fortran.count(),
        table.len(),
        "each is a function, a twin or Fortran's"
    );
}

/// A profiler that counts puts, in the program itself.
const PROFILER: &str = r#"
#include <pshmem.h>
#include <stdio.h>

static int puts_seen;

void shmem_long_p(long *dest, long value, int pe)
{
    puts_seen++;
    pshmem_long_p(dest, value, pe);
}

int main(void)
{
    shmem_init();
    long *word = shmem_malloc(sizeof *word);
    shmem_long_p(word, 7, shmem_my_pe());
    int good = puts_seen == 1 && shmem_long_g(word, shmem_my_pe()) == 7;
    shmem_pcontrol(1, "more");
    shmem_finalize();
    printf("%s\n", good ? "good" : "wrong");
    return !good;
}
"#;

#[test]
fn a_profiler_takes_a_function_s_place() {
    let archive = format!("{}/lib/libshmem.a", prefix().display());
    let statically = [
        archive.as_str(),
        "-lpthread",
        "-ldl",
        "-lm",
        "-lrt",
        "-lutil",
        "-lgcc_s",
    ];
    for (name, libraries) in [("profiler.c", &[][..]), ("static.c", &statically)] {
        let program = compile_text(name, PROFILER, &["-std=c99"], libraries);
        let output = program.run(2, 1, &[]);
        assert!(output.status.success(), "{}", text(&output));
    }
}
