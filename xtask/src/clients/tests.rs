//! What the clients print, and what follows from it.

use super::{lammps, netpipe, scalapack};

#[test]
fn netpipe_has_to_say_of_each_size_that_its_data_was_right() {
    let sizes: String = (0..12)
        .map(|at| format!(" {at}: {at} bytes 30 times --> Integrity check passed\n"))
        .collect();
    assert!(netpipe::verdict(&sizes).is_ok());
    assert!(netpipe::verdict("").is_err());
    let other = sizes.replacen("Integrity check passed", "Integrity check failed", 1);
    assert!(netpipe::verdict(&other).is_err());
}

#[test]
fn energies_are_the_rows_below_the_heading() {
    let output =
        "4000 atoms\n   Step Temp TotEng\n  0 1.44 -4.61\n  10 1.2 -4.62\nLoop time of 3\n 5 6\n";
    assert_eq!(lammps::energies(output), ["0 1.44 -4.61", "10 1.2 -4.62"]);
}

#[test]
fn a_check_of_scalapack_that_failed_is_found() {
    let good = "WALL 4 4 2 PASSED\n  1 tests completed and passed residual checks.\n  \
                0 tests completed and failed residual checks.\nEND OF TESTS.\n";
    assert_eq!(
        scalapack::verdict(good).expect("good"),
        "1 rows of checks passed"
    );
    let blacs = "REAL SUM TESTS: 9 TESTS; 9 PASSED, 0 SKIPPED, 0 FAILED.\nTHERE WERE NO FAILURES IN THIS TEST RUN\n";
    assert!(scalapack::verdict(blacs).is_ok());
    for bad in [
        good.replace("2 PASSED", "2 FAILED"),
        good.replace(" 0 tests", " 3 tests"),
        good.replace("END OF TESTS.", ""),
        blacs.replace(" 0 FAILED.", " 2 FAILED."),
        "END OF TESTS.".to_owned(),
    ] {
        assert!(scalapack::verdict(&bad).is_err(), "{bad}");
    }
}
