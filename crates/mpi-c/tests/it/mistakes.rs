//! Mistakes of programs: the job ends, and a line names rank, function, argument and limit. Codes are
//! passed on.

use std::fs;
use std::process::Command;

use crate::toolchain::{compile, run, scratch, text, tool};

#[test]
fn mistakes_end_the_job_with_their_place_and_the_limit() {
    let program = compile("mistakes.c");
    let mistakes: [(&str, &[&str]); 17] = [
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
        ("absent", &["MPI_Open_port:", "does not have this function"]),
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
        (
            "circle",
            &[
                "rank 0 waits in MPI_Recv, for a message of tag 40 from rank 1",
                "rank 1 waits in MPI_Recv, for a message of tag 41 from rank 0",
            ],
        ),
        (
            "probe",
            &[
                "rank 0 waits in MPI_Mprobe, for a message of tag 42 from rank 1",
                "rank 1 waits in MPI_Finalize",
            ],
        ),
        (
            "behind",
            &[
                "no rank can go on: rank ",
                "waits in MPI_Recv, for a message of tag 3 from any rank, with an unreceived message of tag 1 to rank 0",
            ],
        ),
        (
            "locks",
            &["no rank can go on: rank 0-1 wait in MPI_Win_lock"],
        ),
        ("twice", &["MPI_Wait: argument request:"]),
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
    for (mistake, code) in [("abort", 42), ("code", 7), ("none", 0), ("under way", 0)] {
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

/// Nothing has flushed it: the output is a pipe.
#[test]
fn what_a_program_has_printed_arrives_when_its_job_ends() {
    let program = compile("unflushed.c");
    for nodes in [1, 2] {
        for (mistake, code) in [("abort", 3), ("rank", 1), ("exit", 5)] {
            let output = run(&program, 2, nodes, &[mistake]);
            assert_eq!(output.status.code(), Some(code), "{}", text(&output));
            let printed = String::from_utf8_lossy(&output.stdout);
            for rank in 0..2 {
                let of_rank = printed.contains(&format!("unflushed of {rank}"));
                assert!(of_rank, "{mistake}, {nodes} nodes: {}", text(&output));
            }
        }
    }
}

#[test]
fn a_death_inside_of_a_collective_or_an_access_ends_the_job_and_names_the_rank() {
    let program = compile("dies.c");
    let file = scratch().join(format!("dies-{}", std::process::id()));
    let written = file.to_str().expect("text");
    for nodes in [1, 2] {
        for collective in [
            "barrier",
            "reduction",
            "word",
            "all to all",
            "broadcast",
            "window",
            "file",
        ] {
            let output = run(&program, 4, nodes, &[collective, written]);
            let told = text(&output);
            assert_eq!(
                output.status.code(),
                Some(128 + 14),
                "{collective}, {nodes} nodes: {told}"
            );
            let is_named = told.contains("farreach: rank 1 on ") && told.contains("signal 14");
            assert!(is_named, "{collective}, {nodes} nodes: {told}");
        }
    }
    // What was written is whole numbers of the program's data.
    let len = fs::metadata(&file).expect("the file").len();
    assert!(len <= 3200 && len.is_multiple_of(800), "{len} bytes");
    fs::remove_file(&file).expect("the file");
}

/// A line that is killed in the middle would lack its end.
#[test]
fn the_library_s_lines_are_written_in_one_call() {
    let program = compile("mistakes.c");
    let trace = scratch().join(format!("writes-{}", std::process::id()));
    let traced = Command::new("strace")
        .args(["-f", "-e", "trace=write", "-s", "200", "-o"])
        .arg(&trace)
        .arg(&program)
        .arg("early")
        .output();
    let Ok(traced) = traced else {
        let told = "NOT TESTED: there is no strace here (apt-get install strace)";
        assert!(std::env::var_os("CI").is_none(), "{told}");
        println!("{told}");
        return;
    };
    assert_eq!(traced.status.code(), Some(1), "{}", text(&traced));
    let calls = fs::read_to_string(&trace).expect("the trace");
    let line = r#"write(2, "farreach: MPI_Comm_rank: called before MPI_Init\n""#;
    assert!(calls.contains(line), "{calls}");
    fs::remove_file(trace).expect("the trace");
}

/// As when another launcher has started several processes, whose protocol this library does not find: jobs of one
/// would compute something else.
#[test]
fn a_process_of_another_launcher_is_not_alone() {
    let program = compile("mistakes.c");
    let mut alone = Command::new(&program);
    let output = alone.arg("none").output().expect("the program");
    assert!(output.status.success(), "{}", text(&output));
    alone.env("OMPI_COMM_WORLD_SIZE", "4");
    alone.env("OMPI_COMM_WORLD_RANK", "1");
    let output = alone.output().expect("the program");
    let told = text(&output);
    assert!(!output.status.success(), "{told}");
    assert!(
        told.contains("MPI_Init") && told.contains("mpiexec"),
        "{told}"
    );
}

/// The program is linked with Open MPI's library too, or whatever has its name.
#[test]
fn another_library_of_mpi_is_refused() {
    let folder = scratch().join(format!("other-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let library = folder.join("libmpi.so.40");
    let source = folder.join("other.c");
    fs::write(&source, "int other_mpi(void) { return 40; }\n").expect("a source");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-Wl,-soname,libmpi.so.40", "-o"])
        .arg(&library)
        .arg(&source)
        .status();
    assert!(built.expect("cc").success());
    let program = compile("mistakes.c");
    let output = Command::new(tool("mpiexec"))
        .args(["-n", "2", "env"])
        .arg(format!("LD_PRELOAD={}", library.display()))
        .arg(&program)
        .output()
        .expect("mpiexec");
    let told = text(&output);
    assert!(!output.status.success(), "{told}");
    assert!(told.contains("MPI_Init: another library of MPI"), "{told}");
    assert!(told.contains("libmpi.so.40"), "{told}");
    fs::remove_dir_all(folder).expect("the folder");
}
