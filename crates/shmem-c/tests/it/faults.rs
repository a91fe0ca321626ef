//! Mistakes end the job on every PE, with a line that says what was wrong.

use crate::toolchain::{compile, text};

#[test]
fn each_mistake_is_named_and_ends_the_job() {
    let program = compile("mistakes.c", &["-std=c11", "-pedantic", "-Wno-nonnull"]);
    for (mistake, parts) in [
        ("before", &["shmem_my_pe: called before shmem_init"][..]),
        (
            "after",
            &["shmem_quiet: called before shmem_init or after shmem_finalize"],
        ),
        (
            "pe",
            &["PE 1: shmem_int_put: argument pe: there is no PE 2: there are 2"],
        ),
        ("negative", &["shmem_int_p: argument pe: there is no PE -1"]),
        (
            "private",
            &[
                "shmem_int_put: argument dest: 4 bytes at 0x",
                "not symmetric",
            ],
        ),
        ("source", &["shmem_long_g: argument source"]),
        (
            "beyond",
            &["shmem_putmem: argument dest: 1099511627776 bytes"],
        ),
        (
            "null",
            &["shmem_int_put: argument source: is a null pointer"],
        ),
        (
            "team",
            &["shmem_team_my_pe: argument team: 0x1230 is no team"],
        ),
        (
            "destroyed",
            &["shmem_ctx_int_p: argument ctx", "is no context"],
        ),
        (
            "misaligned",
            &[
                "shmem_long_atomic_inc: argument dest",
                "misaligned",
                "multiple of 8",
            ],
        ),
        ("cmp", &["shmem_int_wait_until: argument cmp: 77"]),
        ("free", &["shmem_free: argument ptr", "freed already"]),
        (
            "root",
            &["shmem_int_broadcast: argument PE_root: there is no PE 5"],
        ),
        ("stride", &["shmem_int_iput: argument sst: 0"]),
        ("signal", &["shmem_putmem_signal: argument sig_op: 9"]),
    ] {
        let output = program.run(2, 1, &[mistake]);
        let told = String::from_utf8_lossy(&output.stderr);
        for part in parts {
            assert!(told.contains(part), "{mistake}: {}", text(&output));
        }
        assert_eq!(
            output.status.code(),
            Some(1),
            "{mistake}: {}",
            text(&output)
        );
        assert!(!told.contains("panicked"), "{mistake}: {}", text(&output));
    }
}
