//! Tests of what needs no guest.

use super::*;

#[test]
fn options_come_before_the_command() {
    let plan = plan(&["--cpus", "4", "--timeout", "60", "--", "ls", "--", "-l"]).expect("a plan");
    assert_eq!((plan.cpus, plan.seconds), (4, 60));
    assert_eq!(plan.command, ["ls", "--", "-l"]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for arguments in [
        &["ls"][..],
        &["--cpus"],
        &["--cpus", "x", "--", "ls"],
        &["--"],
        &[],
    ] {
        assert!(plan(arguments).is_err(), "{arguments:?}");
    }
}

#[test]
fn words_of_the_command_stay_whole() {
    let script = script(&["echo".to_owned(), "it's one".to_owned()]).expect("a script");
    assert!(script.ends_with("'echo' 'it'\\''s one'\n"), "{script}");
}
