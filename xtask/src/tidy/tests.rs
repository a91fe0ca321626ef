//! Each check finds what is planted for it, and this workspace has no findings.

use std::fs;
use std::path::Path;

use super::{Finding, check};
use crate::tree::Tree;

/// A workspace with one crate in a temporary folder.
struct House {
    folder: tempfile::TempDir,
    name: &'static str,
}

impl House {
    /// A workspace whose crate has the name `name` and, as folder, `name` without `farreach-`.
    fn new(name: &'static str) -> Self {
        let house = Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
            name,
        };
        house.manifest("");
        house.file("src/lib.rs", "//! What it is.\n\n#![no_std]\n");
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

    /// Checks that exactly `lines` of `path` are reported with `problem` in the text, and nothing
    /// else is.
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
fn a_deterministic_crate_uses_known_libraries() {
    let house = House::new("farreach-connect");
    house.manifest(
        "[dependencies]\nslab.workspace = true\n[dev-dependencies]\nlibc.workspace = true\n",
    );
    assert_eq!(house.findings(), []);
    house.manifest("[dependencies]\nhashbrown.workspace = true\n");
    house.assert_lines("Cargo.toml", "depends on hashbrown", &[6]);
}

#[test]
fn a_deterministic_crate_is_the_same_on_all_targets() {
    let house = House::new("farreach-connect");
    house.manifest("[target.'cfg(unix)'.dependencies]\nslab.workspace = true\n");
    house.assert_lines("Cargo.toml", "for some targets only", &[5]);
}

#[test]
fn the_software_device_is_named_at_its_seam_alone() {
    let naming = "use farreach_soft::A;\n// farreach_soft\nfn f() { g!(farreach_soft::B) }\n";
    let house = House::new("farreach-runtime");
    house.file("src/progress/devices/soft.rs", naming);
    assert_eq!(house.findings(), []);
    house.file("src/progress/devices/other.rs", naming);
    house.assert_lines(
        "src/progress/devices/other.rs",
        "outside of its seam",
        &[1, 3],
    );
    let house = House::new("farreach-soft");
    house.file("tests/it/main.rs", &format!("//! Tests.\n{naming}"));
    assert_eq!(house.findings(), []);
}

#[test]
fn the_launcher_is_named_at_its_seam_alone() {
    let naming = "use farreach_launch::client::Job;\n// farreach_launch\n";
    let house = House::new("farreach-runtime");
    house.file("src/job/jobs/farreach.rs", naming);
    assert_eq!(house.findings(), []);
    house.file("src/job/jobs/other.rs", naming);
    house.assert_lines("src/job/jobs/other.rs", "outside of its seam", &[1]);
    let house = House::new("farreach-cli");
    house.file("src/run.rs", naming);
    assert_eq!(house.findings(), []);
}

#[test]
fn rooms_only_use_rooms_below() {
    let house = House::new("farreach-runtime");
    house.file(
        "src/memory/a.rs",
        "use crate::progress::{B, C};\nuse crate::{Error, World, memory::D};\nuse super::e::F;\npub(crate) fn f() {}\n",
    );
    house.file("src/world/leaving.rs", "use crate::collectives::G;\n");
    assert_eq!(house.findings(), []);
    house.file(
        "src/memory/b.rs",
        "use crate::collectives::B;\nuse crate::{\n    World,\n    collectives::{C, D},\n};\nfn f() { crate::Signal::g(super::super::world::h()) }\n",
    );
    house.assert_lines(
        "src/memory/b.rs",
        "memory may not use crate::",
        &[1, 4, 6, 6],
    );
}

#[test]
fn each_module_is_in_a_room() {
    let house = House::new("farreach-runtime");
    house.file("src/error.rs", "use crate::collectives::A;\n");
    assert_eq!(house.findings(), []);
    house.file("src/cellar.rs", "");
    house.assert_lines("src/cellar.rs", "cellar is in no room", &[1]);
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

#[test]
fn a_deterministic_crate_goes_without_std() {
    let house = House::new("farreach-roce");
    house.file("src/lib.rs", "//! What it is.\n\nextern crate alloc;\n");
    house.assert_lines("src/lib.rs", "without `#![no_std]`", &[1]);
    house.file(
        "src/lib.rs",
        "//! What it is.\n#![cfg_attr(target_os = \"none\", no_std)]\n",
    );
    house.assert_lines("src/lib.rs", "without `#![no_std]`", &[1]);
    let bare = "//! What it is.\n#![no_std]\n";
    house.file(
        "src/lib.rs",
        &format!("{bare}#[cfg(unix)]\nextern crate std;\n"),
    );
    house.assert_lines("src/lib.rs", "std in a deterministic crate", &[4]);
    house.file("src/lib.rs", bare);
    house.file(
        "src/x.rs",
        "#[cfg(unix)]\nmod y {\n    extern crate std as time;\n}\n",
    );
    house.assert_lines("src/x.rs", "std in a deterministic crate", &[3]);
}

#[test]
fn tests_may_use_std() {
    let house = House::new("farreach-connect");
    house.file(
        "src/lib.rs",
        "//! What it is.\n#![no_std]\n#[cfg(test)]\nextern crate std;\n",
    );
    house.file(
        "src/x.rs",
        "#[cfg(test)]\nmod tests {\n    extern crate std;\n}\n#[cfg(all(test, feature = \"a\"))]\nmod more;\n",
    );
    house.file("src/x/more.rs", "extern crate std;\n");
    house.file("tests/it/main.rs", "//! Tests.\nextern crate std;\n");
    assert_eq!(house.findings(), []);
}

#[test]
fn other_crates_may_use_std() {
    let house = House::new("farreach-runtime");
    house.file("src/job/x.rs", "extern crate std;\n");
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
fn unit_tests_that_never_run_are_found() {
    let house = House::new("farreach-node");
    house.file("src/a.rs", "fn f() {}\n#[cfg(test)]\nmod tests {}\n");
    house.file("tests/it/main.rs", "//! Tests.\n#[cfg(test)]\nmod a {}\n");
    assert_eq!(house.findings(), []);
    house.manifest("[lib]\ntest = false\n");
    house.assert_lines("src/a.rs", "never run", &[2]);
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

#[test]
fn broken_links_are_found() {
    let house = House::new("farreach-node");
    let page = |path: &str, text: &str| {
        let full = house.folder.path().join(path);
        fs::create_dir_all(full.parent().expect("a file has a folder")).expect("create a folder");
        fs::write(full, text).expect("write a page");
    };
    page(
        "README.md",
        "# A\n\n## Two words, `or` 3\n[a](docs/src/a.md#b) [b](crates) [c](https://x/y)\n[d](#two-words-or-3)\n",
    );
    page("docs/src/SUMMARY.md", "[A](a.md)\n");
    page(
        "docs/src/a.md",
        "# B\n[up](../../README.md#a)\n```text\n# no heading [n](none)\n```\n`[n](none)`\n",
    );
    assert_eq!(house.findings(), []);

    page(
        "docs/src/a.md",
        "# B\n[1](none.md)\n[2](#c) [3](../../README.md#b)\n[4](../../../up)\n",
    );
    page("docs/src/unlisted.md", "# C\n");
    let found: Vec<(String, usize)> = house
        .findings()
        .iter()
        .map(|finding| (finding.path.display().to_string(), finding.line))
        .collect();
    let wanted = [("a", 2), ("a", 3), ("a", 3), ("a", 4), ("unlisted", 1)];
    let wanted = wanted.map(|(name, line)| (format!("docs/src/{name}.md"), line));
    assert_eq!(found, wanted, "{:?}", house.findings());
}
