//! `mpi.h` beside that of MPICH 4.0, whose ABI it has: the same names, with the same values, sizes and parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::toolchain::{prefix, scratch, text};

/// What stands before the names of MPI.
const STARTS: [&str; 6] = ["MPI_", "PMPI_", "MPIX_", "PMPIX_", "MPIO_", "PMPIO_"];

/// Names that only say which files were included, and functions that MPICH declares where it does not have them.
const LEFT_OUT: [&str; 4] = [
    "MPI_INCLUDED",
    "MPI_PROTO_H_INCLUDED",
    "MPIO_INCLUDE",
    "MPIO_USES_MPI_REQUEST",
];

/// The folder of MPICH's header. `None` if it is not installed, which is said, and an error in CI.
fn mpich() -> Option<PathBuf> {
    let folder = format!("/usr/include/{}-linux-gnu/mpich", std::env::consts::ARCH);
    let folder = PathBuf::from(folder);
    if !folder.join("mpi.h").exists() {
        let told = format!(
            "NOT TESTED: there is no {}/mpi.h (apt-get install libmpich-dev)",
            folder.display()
        );
        assert!(std::env::var_os("CI").is_none(), "{told}");
        println!("{told}");
        return None;
    }
    Some(folder)
}

/// What the preprocessor makes of a program that includes a folder's `mpi.h`.
fn preprocessed(folder: &Path, arguments: &[&str]) -> String {
    let source = scratch().join(format!("header-{}.c", std::process::id()));
    fs::write(&source, "#include <mpi.h>\n").expect("a source");
    let output = Command::new("cc")
        .arg("-E")
        .args(arguments)
        .arg("-I")
        .arg(folder)
        .arg(&source)
        .output();
    let output = output.expect("cc");
    assert!(output.status.success(), "{}", text(&output));
    String::from_utf8(output.stdout).expect("text")
}

fn is_of_mpi(name: &str) -> bool {
    STARTS.iter().any(|start| name.starts_with(start)) && !LEFT_OUT.contains(&name)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// What a header has.
struct Header {
    /// Macros without parameters, by name.
    macros: BTreeMap<String, String>,
    /// All names.
    names: BTreeSet<String>,
    /// Declarations of functions, enumerations and types, each in a line, without attributes.
    text: String,
}

impl Header {
    fn read(folder: &Path) -> Header {
        let mut macros = BTreeMap::new();
        let mut names = BTreeSet::new();
        for line in preprocessed(folder, &["-dM"]).lines() {
            let Some(rest) = line.strip_prefix("#define ") else {
                continue;
            };
            let name = words(rest).next().expect("a name");
            if !is_of_mpi(name) {
                continue;
            }
            names.insert(name.to_owned());
            let value = rest[name.len()..].trim();
            if !rest[name.len()..].starts_with('(') && !value.is_empty() {
                macros.insert(name.to_owned(), value.to_owned());
            }
        }
        let text = preprocessed(folder, &["-P"]).replace('\n', " ");
        // MPICH's numbers of functions for tools of its own.
        let text = match text.split_once("enum QMPI_Functions_enum {") {
            Some((before, rest)) => {
                let (_, behind) = rest.split_once('}').expect("the end of an enumeration");
                format!("{before}enum QMPI_Functions_enum {{}}{behind}")
            }
            None => text,
        };
        names.extend(
            words(&text)
                .filter(|word| is_of_mpi(word))
                .map(str::to_owned),
        );
        Header {
            macros,
            names,
            text,
        }
    }

    /// The enumerators.
    fn enumerators(&self) -> BTreeSet<&str> {
        let bodies = self.text.split("enum ").skip(1).filter_map(|rest| {
            let (head, body) = rest.split_once('{')?;
            let (body, _) = body.split_once('}')?;
            (!head.contains([';', '('])).then_some(body)
        });
        let all = bodies.flat_map(|body| body.split(','));
        all.filter_map(|one| words(one).next())
            .filter(|name| is_of_mpi(name))
            .collect()
    }

    /// The types that are no functions.
    fn types(&self) -> BTreeSet<&str> {
        let ends = self.text.split(';').filter(|part| {
            let part = part.trim();
            (part.starts_with("typedef") || part.starts_with('}')) && !part.ends_with(')')
        });
        let names = ends.filter_map(|part| words(part).last());
        names.filter(|name| is_of_mpi(name)).collect()
    }

    /// The types of the parameters of each function.
    fn functions(&self) -> BTreeMap<&str, String> {
        let mut all = BTreeMap::new();
        for part in self.text.split(';') {
            let Some((head, list)) = part.split_once('(') else {
                continue;
            };
            let name = words(head).last().unwrap_or_default();
            if !is_of_mpi(name) || part.contains("typedef") || part.contains('{') {
                continue;
            }
            let Some(list) = list.trim().strip_suffix(')') else {
                continue;
            };
            all.insert(name, parameters(list));
        }
        all
    }
}

/// The types of a list of parameters, without their names.
fn parameters(list: &str) -> String {
    let types = list.split(',').map(|parameter| {
        let (parameter, suffix) = match parameter.split_once('[') {
            Some((before, rest)) if rest.contains("[3]") => (before, "(*)[3]"),
            Some((before, _)) => (before, "*"),
            None => (parameter, ""),
        };
        let spaced = parameter.replace('*', " * ");
        let mut words: Vec<&str> = spaced
            .split_whitespace()
            .filter(|word| *word != "const")
            .collect();
        let is_named = words.len() > 1 && words.last().is_some_and(|last| *last != "*");
        if is_named {
            words.pop();
        }
        format!("{}{suffix}", words.concat())
    });
    types.collect::<Vec<_>>().join(", ")
}

/// What a program prints that was compiled with a folder's header and linked with this library.
fn printed(folder: &Path, lines: &str) -> String {
    let file = scratch().join(format!("constants-{}", std::process::id()));
    let source = file.with_extension("c");
    let program = format!(
        "#include <mpi.h>\n#include <stdio.h>\n\
         #define NUMBER(name) printf(\"%s %lld\\n\", #name, (long long)(name))\n\
         #define SIZE(name) printf(\"%s %zu\\n\", #name, sizeof(name))\n\
         #define TEXT(name) printf(\"%s %s\\n\", #name, name)\n\
         int main(void)\n{{\n{lines}    return 0;\n}}\n"
    );
    fs::write(&source, program).expect("a source");
    let lib = prefix().join("lib");
    let compiled = Command::new("cc")
        .args(["-w", "-I"])
        .arg(folder)
        .arg(&source)
        .arg("-o")
        .arg(&file)
        .arg("-L")
        .arg(&lib)
        .arg(format!("-Wl,-rpath,{}", lib.display()))
        .arg("-lmpi")
        .output()
        .expect("cc");
    assert!(compiled.status.success(), "{}", text(&compiled));
    let output = Command::new(&file).output().expect("the program");
    assert!(output.status.success(), "{}", text(&output));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_header_has_what_mpich_s_has() {
    let Some(folder) = mpich() else {
        return;
    };
    let (own, theirs) = (
        Header::read(&prefix().join("include")),
        Header::read(&folder),
    );
    let absent: Vec<_> = theirs.names.difference(&own.names).collect();
    assert!(theirs.names.len() > 1500, "{} names", theirs.names.len());
    assert!(absent.is_empty(), "not in mpi.h: {absent:?}");

    let functions = own.functions();
    let mut compared = 0;
    for (name, list) in theirs.functions() {
        // Of some functions mpi.h has macros.
        if let Some(own) = functions.get(name) {
            assert_eq!(*own, list, "{name}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared} functions");

    let mut lines = String::new();
    let (mut numbers, mut sizes) = (0, 0);
    for name in theirs.enumerators() {
        // Writing to a string does not fail.
        let _ = writeln!(lines, "    NUMBER({name});");
        numbers += 1;
    }
    for (name, value) in &theirs.macros {
        let is_function = name.ends_with("DUP_FN")
            || words(value).count() == 1 && theirs.functions().contains_key(value.as_str());
        // The versions of the standard differ.
        if is_function || name.ends_with("VERSION") {
            continue;
        }
        let kind = match value {
            value if value.starts_with('"') => "TEXT",
            value if theirs.types().contains(value.as_str()) => "SIZE",
            _ => "NUMBER",
        };
        let _ = writeln!(lines, "    {kind}({name});");
        numbers += 1;
    }
    for name in theirs.types() {
        let _ = writeln!(lines, "    SIZE({name});");
        sizes += 1;
    }
    assert!(
        numbers > 350 && sizes >= 30,
        "{numbers} numbers, {sizes} types"
    );
    let (own, theirs) = (
        printed(&prefix().join("include"), &lines),
        printed(&folder, &lines),
    );
    for (own, theirs) in own.lines().zip(theirs.lines()) {
        assert_eq!(own, theirs, "here and in MPICH");
    }
    assert_eq!(own.lines().count(), theirs.lines().count());
}
