//! What the clients print, and what follows from it.

use super::{espresso, hpcc, lammps, netpipe, nwchem, scalapack};

#[test]
fn netpipe_has_to_say_of_each_size_that_its_data_was_right() {
    let line = |at| format!(" {at}: {at} bytes 30 times --> Integrity check passed\n");
    let sizes = (0..12).map(line).collect::<Vec<_>>().concat();
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

#[test]
fn energies_of_silicon_are_those_of_all_iterations() {
    let output = "     total energy              =     -15.79 Ry\n!    total energy              =     -15.85 Ry\n     total cpu time\n";
    let [first, last] = espresso::energies(output)[..] else {
        panic!("two energies");
    };
    assert!(first.ends_with("-15.79 Ry") && last.starts_with('!'));
    assert_eq!(espresso::energies("total cpu time"), [""; 0]);
}

#[test]
fn the_energy_of_water_is_the_last() {
    let output = " SCF energy   -75.98\n Total MP2 energy   -76.11\n";
    assert_eq!(nwchem::energy(output), Some("-76.11"));
    assert_eq!(nwchem::energy(" SCF energy   -75.98\n"), None);
}

#[test]
fn a_kernel_of_hpc_challenge_that_is_not_verified_is_found() {
    let good = "1 tests completed and passed residual checks,\nSuccess=1\nPTRANS_residual=0\nMPIFFT_maxErr=1e-15\n\
                MPIRandomAccess_ErrorsFraction=0\nHPL_N=400\n";
    assert!(hpcc::verdict(good).is_ok());
    for bad in [
        good.replace("Success=1", "Success=0"),
        good.replace("MPIFFT_maxErr=1e-15", "MPIFFT_maxErr=2"),
        good.replace("Fraction=0", "Fraction=0.5"),
        good.replace("PTRANS_residual=0\n", ""),
        format!("{good}FAILED"),
        String::new(),
    ] {
        assert!(hpcc::verdict(&bad).is_err(), "{bad}");
    }
}
