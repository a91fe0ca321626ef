//! Which arguments belong to the launcher, and which to the program.

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

#[test]
fn other_launchers_words_are_known() {
    for (given, expected) in [
        ("--np 3 a", "-n 3 -- a"),
        ("--n 3 a -np 4", "-n 3 -- a -np 4"),
        ("-genv A 1 -env B=2 x -n 2 a", "-x A=1 -x B=2=x -n 2 -- a"),
        ("-genvall --oversubscribe -n 1 a", "-n 1 -- a"),
        (
            "-genvlist FARREACH_NOT_SET,CARGO_PKG_NAME -n 1 a",
            "-x CARGO_PKG_NAME=farreach-cli -n 1 -- a",
        ),
        ("-x FARREACH_NOT_SET -n 1 a", "-n 1 -- a"),
        (
            "-l --mca btl self --rank-by node -n 1 a",
            "--label -n 1 -- a",
        ),
        (
            "-wdir /tmp --timeout 9 -timeout 8 -n 1 a",
            "--wdir /tmp --timeout 9 --timeout 8 -n 1 -- a",
        ),
        (
            "--wd / --map-by=node --bind-to none --bynode -v -n 1 dev",
            "--wdir / -n 1 -- dev",
        ),
        (
            "-wd /etc -n 1 passwd x : y",
            "--wdir /etc -n 1 -- ./passwd x : y",
        ),
        (
            "-hostfile hosts -npernode 2 -n 1 a",
            "--hostfile hosts --ppn 2 -n 1 -- a",
        ),
        (
            "-H a:2,b --pernode -np 2 a",
            "--hosts a:2,b --ppn 1 -n 2 -- a",
        ),
        (
            "--host=a,b -f=x -N 2 a",
            "--hosts a,b --hostfile x --ppn 2 -- a",
        ),
    ] {
        let words = translated(given.split(' ').map(OsString::from)).expect("known options");
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        assert_eq!(words.join(" "), expected, "{given}");
    }
}

#[test]
fn an_option_without_its_value_is_named() {
    for given in ["-np", "-x", "-genv A", "--mca btl", "-H", "-wdir"] {
        let refused = translated(given.split(' ').map(OsString::from)).expect_err("no value");
        assert!(
            refused.to_string().ends_with("lacks its value"),
            "{refused}"
        );
    }
}
