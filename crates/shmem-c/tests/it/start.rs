//! Programs start, find each other and end.

use crate::toolchain::{compile, text};

#[test]
fn a_ring_of_puts_goes_round_in_every_placement() {
    for standard in ["-std=c99", "-std=c11"] {
        let program = compile("ring.c", &[standard, "-pedantic"]);
        for (pes, nodes) in [(1, 1), (4, 1), (4, 4), (5, 2)] {
            let output = program.run(pes, nodes, &[]);
            assert!(output.status.success(), "{}", text(&output));
            let lines = String::from_utf8_lossy(&output.stdout);
            let mut lines: Vec<&str> = lines.lines().collect();
            lines.sort_unstable();
            let wanted: Vec<String> = (0..pes).map(|pe| format!("{pe} of {pes}: good")).collect();
            assert_eq!(lines, wanted, "{}", text(&output));
            assert!(output.stderr.is_empty(), "{}", text(&output));
        }
    }
}
