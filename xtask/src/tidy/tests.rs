//! Each check finds what is planted for it, and this workspace is tidy.

use std::fs;
use std::path::Path;

use super::{Finding, check};
use crate::tree::Tree;

/// A workspace of one crate in a temporary folder.
struct House {
    folder: tempfile::TempDir,
    name: &'static str,
}

impl House {
    /// `name` without `farreach-` is the crate's folder.
    fn new(name: &'static str) -> Self {
        let house = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
            name,
        };
        house.manifest("");
        house.file("src/lib.rs", "//! What it is.\n");
        house
    }

    fn crate_folder(&self) -> String {
        format!("crates/{}", self.name.trim_start_matches("farreach-"))
    }

    fn manifest(&self, rest: &str) -> &Self {
        let text = format!(
            "[package]\nname = \"{}\"\n[lints]\nworkspace = true\n{rest}",
            self.name
        );
        self.file("Cargo.toml", &text)
    }

    fn file(&self, path: &str, text: &str) -> &Self {
        let full = self.folder.path().join(self.crate_folder()).join(path);
        fs::create_dir_all(full.parent().expect("a file has a folder")).expect("create a folder");
        fs::write(full, text).expect("write a file");
        self
    }

    fn findings(&self) -> Vec<Finding> {
        check(&Tree::load(self.folder.path()).expect("load the tree")).findings
    }

    /// The lines of `path` that are reported with `problem` in the text, and nothing else is.
    #[track_caller]
    fn assert_lines(&self, path: &str, problem: &str, lines: &[usize]) {
        let findings = self.findings();
        let full = Path::new(&self.crate_folder()).join(path);
        for finding in &findings {
            assert!(
                finding.path == full && finding.problem.contains(problem),
                "{finding}"
            );
        }
        let found: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
        assert_eq!(found, lines, "{findings:?}");
    }
}

#[test]
fn this_workspace_is_tidy() {
    let root = crate::workspace_root().expect("the root");
    let report = check(&Tree::load(root).expect("load the workspace"));
    let lines: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
    assert!(report.files > 20, "only {} files were seen", report.files);
}

#[test]
fn a_removed_workspace_is_refused() {
    let root = tempfile::tempdir()
        .expect("a temporary folder")
        .path()
        .join("gone");
    let error = Tree::load(&root).err().expect("nothing to check");
    assert!(error.to_string().contains("no crate in"), "{error}");
}

#[test]
fn an_empty_crate_is_tidy() {
    assert_eq!(House::new("farreach-roce").findings(), []);
}

#[test]
fn dependencies_only_go_down() {
    let house = House::new("farreach-verbs");
    house.manifest("[dependencies]\nfarreach-roce.workspace = true\nthiserror = \"2\"\n");
    house.assert_lines(
        "Cargo.toml",
        "farreach-verbs may not depend on farreach-roce",
        &[6],
    );
}

#[test]
fn a_renamed_dependency_is_seen() {
    let house = House::new("farreach-connect");
    house.manifest(
        "[dependencies]\nx = { package = \"farreach-runtime\", path = \"../runtime\" }\n",
    );
    house.assert_lines("Cargo.toml", "may not depend on farreach-runtime", &[1]);
}

#[test]
fn a_test_dependency_stays_one() {
    let house = House::new("farreach-engine");
    house.manifest("[dev-dependencies]\nfarreach-sim.workspace = true\n");
    assert_eq!(house.findings(), []);
    house.manifest("[dependencies]\nfarreach-sim.workspace = true\n");
    house.assert_lines("Cargo.toml", "may not depend on farreach-sim", &[6]);
}

#[test]
fn a_deterministic_crate_has_no_operating_system() {
    let house = House::new("farreach-connect");
    house.manifest("[target.'cfg(unix)'.dependencies]\nlibc.workspace = true\n");
    house.assert_lines("Cargo.toml", "depends on libc", &[6]);
}

#[test]
fn an_unknown_crate_has_no_place() {
    House::new("farreach-cellar").assert_lines("Cargo.toml", "no place in the house", &[2]);
}

#[test]
fn lints_are_inherited() {
    let house = House::new("farreach-node");
    house.file("Cargo.toml", "[package]\nname = \"farreach-node\"\n");
    house.assert_lines("Cargo.toml", "inherit the workspace's lints", &[1]);
}

#[test]
fn long_files_are_found() {
    let house = House::new("farreach-node");
    house.file("src/long.rs", &"//\n".repeat(800));
    assert_eq!(house.findings(), []);
    house.file("src/long.rs", &"//\n".repeat(801));
    house.assert_lines("src/long.rs", "801 lines", &[801]);
}

#[test]
fn long_functions_are_found() {
    let house = House::new("farreach-node");
    let body = |lines: usize| {
        format!(
            "\nimpl X {{\n    fn long() {{\n{}}}\n}}",
            "();\n".repeat(lines)
        )
    };
    house.file("src/x.rs", &body(118));
    assert_eq!(house.findings(), []);
    house.file("src/x.rs", &body(119));
    house.assert_lines("src/x.rs", "function long has 121 lines", &[3]);
}

#[test]
fn unsafe_has_its_places() {
    let house = House::new("farreach-engine");
    house.file(
        "src/x.rs",
        "#![allow(unsafe_code)]\n\nfn f() {\n    // SAFETY: fine.\n    unsafe { g() }\n}\n",
    );
    house.assert_lines("src/x.rs", "outside the modules", &[1, 5]);
    let house = House::new("farreach-soft");
    house.file(
        "src/socket.rs",
        "// SAFETY: none.\nunsafe impl Send for X {}\n",
    );
    house.file(
        "src/socket/send.rs",
        "// SAFETY: none.\nunsafe impl Send for X {}\n",
    );
    assert_eq!(house.findings(), []);
    house.file("src/other.rs", "fn f() { assert_eq!(unsafe { 1 }, 1) }\n");
    house.assert_lines("src/other.rs", "outside the modules", &[1]);
}

#[test]
fn unsafe_has_a_reason() {
    let house = House::new("farreach-node");
    house.file(
        "src/x.rs",
        "fn f() {\n    // SAFETY: the range was checked.\n    let a =\n        unsafe { g() };\n\n    \
         unsafe { g() }\n}\n\n// SAFETY: no state.\n#[inline]\nunsafe impl Send for X {}\n\
         unsafe impl Sync for X {}\n",
    );
    house.assert_lines("src/x.rs", "without its reason", &[6, 12]);
}

/// Plants a function body in a deterministic crate and expects exactly `lines` (from 1) to be found.
#[track_caller]
fn assert_impure(text: &str, lines: &[usize]) {
    let house = House::new("farreach-roce");
    house.file("src/x.rs", text);
    house.assert_lines("src/x.rs", "in a deterministic crate", lines);
}

#[test]
fn clocks_threads_and_sockets_are_banned() {
    assert_impure("fn f() { std::time::Instant::now(); }\n", &[1]);
    assert_impure(
        "use std::time::{Duration, Instant as Clock};\nfn f() { Clock::now(); }\n",
        &[1, 2],
    );
    assert_impure("use std::time;\nfn f() -> time::SystemTime { g() }\n", &[2]);
    assert_impure("use std::thread;\n", &[1]);
    assert_impure("use std::net::{IpAddr, SocketAddr, UdpSocket};\n", &[1]);
    assert_impure(
        "fn f() { std::env::var(\"X\"); std::fs::read(\"x\"); }\n",
        &[1, 1],
    );
    assert_impure("fn f() { std::process::exit(1) }\n", &[1]);
    assert_impure("fn f() { rand::rng(); }\n", &[1]);
    assert_impure("use rand::*;\nuse std::thread::*;\n", &[2]);
    assert_impure(
        "use std::net::{IpAddr, SocketAddr};\nuse core::time::Duration;\n",
        &[],
    );
}

#[test]
fn banned_calls_inside_macros_are_found() {
    assert_impure(
        "fn f() {\n    assert!(\n        g(std::time::Instant::now()));\n}\n",
        &[3],
    );
    assert_impure("fn f() { h!({ println!(\"x\") }) }\n", &[1]);
}

#[test]
fn printing_is_banned() {
    assert_impure(
        "fn f() {\n    println!();\n    std::eprintln!();\n}\n",
        &[2, 3],
    );
    assert_impure(
        "fn f() { format!(\"println\"); write!(s, \"eprintln!\"); }\n",
        &[],
    );
}

#[test]
fn random_order_is_banned() {
    let import = "use std::collections::HashMap;\n";
    assert_impure(
        &format!("{import}struct A {{ m: HashMap<u8, u8> }}\n"),
        &[2],
    );
    assert_impure(
        &format!("{import}fn f() {{ let m = HashMap::new(); }}\n"),
        &[2],
    );
    assert_impure(
        "use std::collections::hash_set::HashSet;\ntype A = HashSet<u8>;\n",
        &[2],
    );
    assert_impure("use std::hash::RandomState;\n", &[1]);
    assert_impure(
        &format!(
            "{import}type M = HashMap<u8, u8, Fixed>;\nfn f() {{ M::default(); HashMap::<u8, u8, Fixed>::default(); }}\n"
        ),
        &[],
    );
}

#[test]
fn tests_may_use_clocks() {
    let clock = "fn f() { std::time::Instant::now(); }\n";
    let house = House::new("farreach-connect");
    house.file(
        "src/x.rs",
        &format!("#[cfg(test)]\nmod tests {{ {clock} }}\n"),
    );
    house.file(
        "src/y.rs",
        "#[cfg(test)]\nmod tests;\n#[cfg(all(test, feature = \"a\"))]\nmod more;\n",
    );
    house
        .file("src/y/tests.rs", clock)
        .file("src/y/more/deep.rs", clock);
    house.file("tests/it/main.rs", &format!("//! Tests.\n{clock}"));
    assert_eq!(house.findings(), []);
    house
        .file("src/z.rs", "#[cfg(not(test))]\nmod w;\n")
        .file("src/z/w.rs", clock);
    house.assert_lines("src/z/w.rs", "in a deterministic crate", &[1]);
}

#[test]
fn other_crates_may_use_clocks() {
    let house = House::new("farreach-runtime");
    house.file("src/x.rs", "fn f() { std::time::Instant::now(); }\n");
    assert_eq!(house.findings(), []);
}

#[test]
fn unfinished_work_is_found() {
    let house = House::new("farreach-node");
    house.file(
        "src/x.rs",
        concat!("// TO", "DO later\nfn f() { to", "do!() }\n"),
    );
    let findings = house.findings();
    assert_eq!(findings.len(), 2, "{findings:?}");
    house.file(
        "src/x.rs",
        "proptest! {\n    #[test]\n    #[ignore]\n    fn f() { g!(dbg!(1)); }\n}\n",
    );
    let lines: Vec<usize> = house
        .findings()
        .iter()
        .map(|finding| finding.line)
        .collect();
    assert_eq!(lines, [3, 4]);
}

#[test]
fn ignored_tests_are_found() {
    let house = House::new("farreach-node");
    house.file(
        "tests/it/main.rs",
        "//! Tests.\n#[test]\n#[ignore = \"slow\"]\nfn f() {}\n",
    );
    house.assert_lines("tests/it/main.rs", "ignored test", &[3]);
}

#[test]
fn a_crate_says_what_it_is() {
    let house = House::new("farreach-node");
    house.file("src/lib.rs", "fn f() {}\n");
    house.assert_lines("src/lib.rs", "does not say what it is", &[1]);
}

#[test]
fn empty_names_are_found() {
    let house = House::new("farreach-node");
    house
        .file("src/utils.rs", "\n")
        .file("src/common/x.rs", "\n");
    assert_eq!(house.findings().len(), 2);
}

#[test]
fn broken_files_are_found() {
    let house = House::new("farreach-node");
    house.file("src/x.rs", "fn f() {\n    let = ;\n}\n");
    house.assert_lines("src/x.rs", "not Rust", &[2]);
}
