//! The unbalanced tree search on real processes: both ways to steal count the published trees.

use std::process::Command;

#[test]
fn trees_have_their_published_sizes() {
    for (by, tree, shape) in [
        ("messages", "t3", ["-n", "5", "--nodes", "2"]),
        ("messages", "t1", ["-n", "3", "--nodes", "1"]),
        ("memory", "t3", ["-n", "3", "--nodes", "1"]),
        ("memory", "t4", ["-n", "5", "--nodes", "2"]),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_farreach"))
            .arg("run")
            .args(shape)
            .args(["--stats", "none", "--timeout", "600"])
            .args(["uts", "--tree", tree, "--by", by])
            .output()
            .expect("the program can be started");
        let errors = String::from_utf8_lossy(&output.stderr);
        let told = String::from_utf8_lossy(&output.stdout);
        let is_told = told.contains(&format!("tree {tree}: 41")) && told.contains(" thefts");
        assert!(output.status.success() && is_told, "{told}{errors}");
    }
}
