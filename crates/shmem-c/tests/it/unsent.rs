//! A packet that the operating system refuses to send. The user is told once, and once more in the
//! summary, and the job continues.

use crate::toolchain::{compile, text};

#[test]
fn a_packet_that_the_path_does_not_carry_is_named_once() {
    let program = compile("unsent.c", &["-std=gnu11"]);
    let output = program.run_with(2, 2, &["--stats", "text"], &[]);
    assert!(
        output.status.success() && output.stdout == b"ok\n",
        "{}",
        text(&output)
    );
    let errors = String::from_utf8_lossy(&output.stderr);
    let named: Vec<&str> = errors
        .lines()
        .filter(|line| line.contains("could not send"))
        .collect();
    let [line, summary] = named[..] else {
        panic!("not one line and the summary: {}", text(&output));
    };
    assert!(
        line.starts_with("farreach: rank 0 on node 0 could not send a packet of ")
            && line.contains(" bytes to rank 1 at 127.0.0.1:")
            && line.contains("set FARREACH_MTU"),
        "{line}"
    );
    let first = line.trim_start_matches("farreach: ");
    assert!(
        summary.trim_start().starts_with("unsent") && summary.ends_with(first),
        "{summary}"
    );
}
