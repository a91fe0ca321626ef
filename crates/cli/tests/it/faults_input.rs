//! Wrong input to `farreach run`: no job starts, and the error says what is wrong and what would be
//! right.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(arguments)
        .output()
        .expect("the program can be started")
}

#[track_caller]
fn assert_refused(output: &Output, code: i32, told: &[&str]) {
    let errors = String::from_utf8_lossy(&output.stderr);
    for part in told {
        assert!(errors.contains(part), "no {part:?} in {errors}");
    }
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert!(output.stdout.is_empty(), "{:?}", output.stdout);
}

#[test]
fn unknown_programs_and_options_are_refused_by_name() {
    let bundled = "the bundled programs are exchange, graph500, heat2d, hello, lj, lu, nas";
    let unknown = run(&["run", "-n", "2", "no-such-program"]);
    assert_refused(&unknown, 2, &["no-such-program", bundled]);
    let misspelt = run(&["run", "-n", "2", "helo"]);
    assert_refused(
        &misspelt,
        2,
        &[
            "there is no program \"helo\"",
            "needs ./ before its name; did you mean hello?",
        ],
    );
    let missing = run(&["run", "-n", "2", "./no-such-file"]);
    assert_refused(&missing, 2, &["./no-such-file", bundled]);
    let option = run(&["run", "-n", "2", "--bogus", "hello"]);
    assert_refused(&option, 2, &["--bogus"]);
    let stats = run(&["run", "-n", "2", "--stats", "xml", "hello"]);
    assert_refused(&stats, 2, &["xml", "json"]);
    assert_refused(&run(&["frobnicate"]), 2, &["frobnicate"]);
    let of_the_app = run(&["run", "-n", "2", "hello", "--bogus"]);
    assert_refused(&of_the_app, 1, &["hello", "--bogus"]);
}

#[test]
fn impossible_placements_are_refused_with_the_limit() {
    let nobody = run(&["run", "-n", "0", "hello"]);
    assert_refused(&nobody, 2, &["at least one rank", "-n 0"]);
    let nowhere = run(&["run", "-n", "4", "--nodes", "0", "hello"]);
    assert_refused(&nowhere, 2, &["at least one node", "--nodes 0"]);
    let empty = run(&["run", "-n", "2", "--nodes", "3", "hello"]);
    assert_refused(&empty, 2, &["3 nodes for 2 ranks", "at most 2 nodes"]);
}

#[test]
fn processes_with_other_devices_end_the_job() {
    let parts = ["heat2d", "--steps", "3"];
    let mut arguments = vec!["run", "-n", "1", "--nodes", "2"];
    arguments.extend(parts);
    arguments.extend([":", "-n", "1", "-x", "FARREACH_SOFT_WITHOUT=lists"]);
    arguments.extend(parts);
    let output = run(&arguments);
    let told = [
        "the software device (without lists)",
        "(node 1)",
        "give all processes the same FARREACH_SOFT_WITHOUT",
    ];
    assert_refused(&output, 1, &told);
}

#[test]
fn unknown_settings_are_refused_with_the_nearest_name() {
    let told = "unknown setting FARREACH_LOOS; did you mean FARREACH_LOSS?";
    let by_option = run(&["run", "-n", "2", "-x", "FARREACH_LOOS=1", "hello"]);
    assert_refused(&by_option, 2, &[told]);
    let by_environment = Command::new(env!("CARGO_BIN_EXE_farreach"))
        .args(["run", "-n", "2", "hello"])
        .env("FARREACH_LOOS", "1")
        .output()
        .expect("the program can be started");
    assert_refused(&by_environment, 2, &[told]);
    let value = run(&["run", "-n", "2", "-x", "FARREACH_LOSS=much", "hello"]);
    assert_refused(&value, 2, &["FARREACH_LOSS=much", "fraction"]);
}

#[test]
fn bad_fields_end_the_job_with_the_place_of_the_mistake() {
    let folder = std::env::temp_dir().join(format!("farreach-fields-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let field = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a temporary file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let picture = folder.join("never.png");
    let missing = folder.join("missing.npy");
    let missing = missing.to_str().expect("UTF-8");
    for (input, told) in [
        (missing.to_owned(), "No such file"),
        (field("garbage.npy", b"garbage"), "byte 0"),
        (field("cut.npy", b"\x93NUMPY\x01\x00\x76\x00{"), "accepted"),
        (field("cut.pgm", b"P5\n10 10\n255\nabc"), "accepted"),
        (field("words.csv", b"1,2,3\n4,x,6\n"), "accepted"),
        (field("ragged.csv", b"1,2,3\n4,5\n6,7,8\n"), "accepted"),
        (field("field.jpg", b"1,2\n3,4\n"), "accepted"),
    ] {
        let output = run(&[
            "run",
            "-n",
            "2",
            "--nodes",
            "2",
            "heat2d",
            "--steps",
            "1",
            "--input",
            &input,
            "--output",
            picture.to_str().expect("UTF-8"),
        ]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{input}: {errors}");
        assert!(errors.contains(&input) && errors.contains(told), "{errors}");
        assert!(!picture.exists(), "{input}: nothing to show");
    }
    std::fs::remove_dir_all(&folder).expect("our own folder");
}
