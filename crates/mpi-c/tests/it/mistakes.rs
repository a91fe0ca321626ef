//! Mistakes of programs: the job ends, and a line names rank, function, argument and limit. Codes are
//! passed on.

use crate::toolchain::{compile, run, text};

#[test]
fn mistakes_end_the_job_with_their_place_and_the_limit() {
    let program = compile("mistakes.c");
    let mistakes: [(&str, &[&str]); 12] = [
        ("early", &["MPI_Comm_rank: called before MPI_Init"]),
        ("rank", &["MPI_Send: argument dest:", "99", "has 2"]),
        ("count", &["MPI_Recv: argument count: -3 is negative"]),
        (
            "uncommitted",
            &["MPI_Send: argument datatype:", "MPI_Type_commit"],
        ),
        ("freed", &["MPI_Barrier: argument comm:", "was freed"]),
        ("truncated", &["MPI_Recv:", "tag 5 has 8 bytes", "only 4"]),
        ("operation", &["MPI_Allreduce:", "MPI_BAND", "MPI_DOUBLE"]),
        (
            "mismatched",
            &[
                "MPI_Bcast on rank 0",
                "MPI_Allreduce on rank 1",
                "FARREACH_DEBUG",
            ],
        ),
        (
            "absent",
            &["MPI_Win_create:", "does not have this function"],
        ),
        (
            "standstill",
            &["no rank can go on: rank 0-1 wait in MPI_Recv, for a message of tag 3 from any rank"],
        ),
        (
            "standoff",
            &[
                "rank 0 waits in MPI_Ssend, with an unreceived message of tag 4 to rank 1",
                "rank 1 waits in MPI_Ssend, with an unreceived message of tag 4 to rank 0",
            ],
        ),
        ("late", &["MPI_Barrier: called after MPI_Finalize"]),
    ];
    for (mistake, told) in mistakes {
        let output = run(&program, 2, 1, &[mistake]);
        let text = text(&output);
        assert_eq!(output.status.code(), Some(1), "{mistake}: {text}");
        for words in told {
            assert!(text.contains(words), "{mistake}: {text}");
        }
    }
}

#[test]
fn codes_of_programs_are_passed_on() {
    let program = compile("mistakes.c");
    for (mistake, code) in [("abort", 42), ("code", 7), ("none", 0)] {
        let output = run(&program, 3, 2, &[mistake]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{mistake}: {}",
            text(&output)
        );
    }
    let output = run(&program, 2, 1, &["unfinished"]);
    let told = text(&output);
    assert!(!output.status.success() && told.contains("rank"), "{told}");
}
