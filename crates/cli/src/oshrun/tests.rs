//! What is whose among the arguments.

use std::ffi::OsString;

use super::translated;

#[test]
fn options_behind_the_program_are_its_own() {
    let given = [
        "-np", "2", "--nodes", "2", "histo", "-n", "5", "--nodes", "1",
    ];
    let words = translated(given.map(OsString::from).into_iter()).expect("known options");
    assert_eq!(
        words,
        [
            "-n", "2", "--nodes", "2", "--", "histo", "-n", "5", "--nodes", "1"
        ]
    );
}

#[test]
fn a_separator_before_the_program_changes_nothing() {
    let given = ["-np", "2", "--", "histo", "--", "-n"];
    let words = translated(given.map(OsString::from).into_iter()).expect("known options");
    assert_eq!(words, ["-n", "2", "--", "histo", "--", "-n"]);
}
