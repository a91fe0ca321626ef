//! Which arguments belong to the launcher, and which to the program.

use std::ffi::OsString;

use super::{command, translated as translated_for};

fn translated(given: impl Iterator<Item = OsString>) -> anyhow::Result<Vec<OsString>> {
    translated_for("oshrun", given, None)
}

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
        (
            "-genvall -oversubscribe -n 1 a",
            "--oversubscribe -n 1 -- a",
        ),
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
            "-wdir /proc --timeout 9 -timeout 8 -n 1 a",
            "--wdir /proc --timeout 9 --timeout 8 -n 1 -- a",
        ),
        (
            "--map-by :OVERSUBSCRIBE --map-by ppr:2:node:oversubscribe -n 1 dev",
            "--oversubscribe --ppn 2 --oversubscribe -n 1 -- dev",
        ),
        (
            "--wd / --map-by=node --bind-to none --bynode -v -n 1 dev",
            "--wdir / --map-by node --map-by node -n 1 -- dev",
        ),
        (
            "-wd /etc -n 1 hosts x : y",
            "--wdir /etc -n 1 -- ./hosts x : -- y",
        ),
        // A file that can't be run, and a program of this name on PATH.
        ("-wd /etc -n 1 passwd x", "--wdir /etc -n 1 -- passwd x"),
        (
            "-np 1 -genv A 1 a -x b : -np 2 -env B 2 -wdir /bin sh : -n 1 c",
            "-n 1 -x A=1 -- a -x b : -n 2 -x B=2 --wdir /bin -- ./sh : -n 1 -- c",
        ),
        ("--map-by core -n 1 a", "--map-by slot -n 1 -- a"),
        ("-map-by ppr:2:node -n 4 a", "--ppn 2 -n 4 -- a"),
        ("--map-by=node:PE=2 -n 1 a", "--map-by node -n 1 -- a"),
        (
            "--map-by slot:OVERSUBSCRIBE -n 1 a",
            "--map-by slot --oversubscribe -n 1 -- a",
        ),
        ("-verbose -usize 9 -s 0 -n 1 a", "-n 1 -- a"),
        ("-info", "--version"),
        ("-n4 -xA=1 a", "-n4 -xA=1 -- a"),
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

#[test]
fn what_is_missing_here_is_refused_by_its_whole_name() {
    for (given, told) in [
        (
            "-configfile jobs",
            "-configfile is not known here: write the programs",
        ),
        (
            "-outfile-pattern out-%r -n 2 a",
            "-outfile-pattern is not known here: --output-dir",
        ),
        ("-gdb -n 2 a", "-gdb is not known here: --wrap"),
        (
            "-s all -n 2 a",
            "-s all: standard input goes to rank 0 alone",
        ),
        ("-no-such -n 2 a", "-no-such is not known here"),
        (
            "--map-by ppr:2:socket -n 2 a",
            "--map-by ppr:2:socket: the orders are",
        ),
        (
            "--map-by sideways -n 2 a",
            "--map-by sideways: the orders are",
        ),
    ] {
        let refused = translated(given.split(' ').map(OsString::from)).expect_err(given);
        assert!(refused.to_string().contains(told), "{refused}");
    }
}

#[test]
fn each_name_has_its_own_help() {
    let help = command("mpiexec").render_long_help().to_string();
    assert!(help.contains("a program for MPI"), "{help}");
    assert!(!help.contains("oshrun"), "{help}");
    let version = command("mpirun").render_version();
    assert!(version.starts_with("mpirun "), "{version}");
    let help = command("oshrun").render_long_help().to_string();
    assert!(help.contains("an OpenSHMEM program"), "{help}");
}
