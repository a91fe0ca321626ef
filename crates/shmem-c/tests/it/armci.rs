//! ARMCI for C, alone and beside OpenSHMEM.

use std::fs;
use std::sync::OnceLock;

use crate::toolchain::{Program, compile_text, crate_folder, has_cxx, prefix, text};

/// The programs of `tests/c`, each compiled once.
static PROGRAMS: [(&str, OnceLock<Program>); 3] = [
    ("armci_transfers.c", OnceLock::new()),
    ("armci_accumulates.c", OnceLock::new()),
    ("armci_processes.c", OnceLock::new()),
];

fn program(name: &str) -> &'static Program {
    let known = PROGRAMS.iter().find(|(known, _)| *known == name);
    let (_, program) = known.expect("a program of the list");
    program.get_or_init(|| {
        let source = fs::read_to_string(crate_folder().join("tests/c").join(name));
        compile_text(name, &source.expect("a source"), &["-std=gnu11"], &[])
    })
}

/// Runs a program on one node and on several, by every way in which processes are connected.
fn runs_everywhere(name: &str) {
    let reaches = ["rc", "exrc", "sxrc", "server"];
    for (at, (ranks, nodes)) in [(1, 1), (2, 1), (2, 2), (3, 3), (5, 2), (9, 3)]
        .into_iter()
        .enumerate()
    {
        let reach = format!("FARREACH_REACH={}", reaches[at % reaches.len()]);
        let output = program(name).run_with(ranks, nodes, &["-x", &reach], &[]);
        let told = text(&output);
        assert!(
            output.status.success(),
            "{name}, {ranks} on {nodes}, {reach}: {told}"
        );
        assert_eq!(output.stdout, "good\n".repeat(ranks as usize).as_bytes());
    }
}

/// Each mistake ends the job with a line that says what is wrong.
fn mistakes_end(name: &str, mistakes: &[(&str, &str)]) {
    for (mistake, told) in mistakes {
        let output = program(name).run(3, 2, &[mistake]);
        let text = text(&output);
        assert!(!output.status.success(), "{mistake}: {text}");
        assert!(text.contains(told), "{mistake}: {text}");
    }
}

#[test]
fn transfers_in_every_placement() {
    runs_everywhere("armci_transfers.c");
}

#[test]
fn accumulates_words_and_mutexes_in_every_placement() {
    runs_everywhere("armci_accumulates.c");
}

#[test]
fn groups_messages_and_operations_in_every_placement() {
    runs_everywhere("armci_processes.c");
}

#[test]
fn a_program_may_use_mpi_beside_armci() {
    let text_of_program = "#include <armci.h>\n\
        #include <mpi.h>\n\
        #include <stdio.h>\n\
        int main(int argc, char **argv) {\n\
            int rank, sum = 0;\n\
            MPI_Init(&argc, &argv);\n\
            ARMCI_Init();\n\
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n\
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n\
            if (rank == armci_msg_me() && sum == 1) puts(\"good\");\n\
            ARMCI_Finalize();\n\
            MPI_Finalize();\n\
        }\n";
    let program = compile_text("armci_with_mpi.c", text_of_program, &["-std=gnu11"], &[]);
    let output = program.run(2, 1, &[]);
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(output.stdout, b"good\ngood\n", "{}", text(&output));
}

#[test]
fn mistakes_with_transfers() {
    mistakes_end(
        "armci_transfers.c",
        &[
            (
                "rank",
                "ARMCI_Put: argument proc: there is no process 3: there are 3, numbered from 0",
            ),
            ("size", "ARMCI_Get: argument size: -1 is negative"),
            ("pointer", "ARMCI_Put: argument dst: 0x"),
            (
                "other",
                "is no memory of process 2: it is memory of process 1",
            ),
            ("count", "ARMCI_PutS: argument count: -8 is negative"),
            (
                "stride",
                "ARMCI_PutS: argument src_stride_ar: -8 is negative",
            ),
            (
                "levels",
                "ARMCI_PutS: argument stride_levels: 9 is not 0 to 8",
            ),
            (
                "overflow",
                "ARMCI_PutS: argument count: a shape has blocks of 8 bytes",
            ),
            ("beyond", "toward rank 2 exceed the segment of"),
            (
                "room",
                "ARMCI_Malloc: the symmetric heap has no room for 1125899906842624 bytes",
            ),
            ("free", "ARMCI_Free: argument ptr: 0x"),
            ("twice", "is not of an allocation, or is free already"),
            ("handle", "ARMCI_Wait: argument hdl: is a null pointer"),
            ("early", "ARMCI_Fence: called after ARMCI_Finalize"),
            ("error", "ARMCI_Error: the program's text (17)"),
            ("abort", "armci_msg_abort: 18"),
        ],
    );
    let output = program("armci_transfers.c").run(2, 2, &["error"]);
    assert_eq!(output.status.code(), Some(17), "{}", text(&output));
}

#[test]
fn mistakes_with_accumulates_and_mutexes() {
    mistakes_end(
        "armci_accumulates.c",
        &[
            (
                "type",
                "ARMCI_Acc: argument datatype: 6 is none of ARMCI_ACC_INT to ARMCI_ACC_DCP, 0 to 5",
            ),
            (
                "elements",
                "ARMCI_Acc: a block of 7 bytes has no whole number",
            ),
            ("operation", "ARMCI_Rmw: argument op: 4 is none of"),
            (
                "unlock",
                "ARMCI_Unlock: mutex 0 of process 0: it is not held by this process",
            ),
            (
                "mutex",
                "ARMCI_Lock: argument mutex: there is no mutex 3: there are at most 3",
            ),
            ("none", "ARMCI_Lock: there are no mutexes"),
            ("again", "holds it or waits for it already"),
            ("killed", "was killed by signal 9 (SIGKILL)"),
        ],
    );
}

#[test]
fn mistakes_with_groups_and_operations() {
    mistakes_end(
        "armci_processes.c",
        &[
            (
                "list",
                "ARMCI_Group_create: argument pid_list: there is no process 3: there are 3",
            ),
            (
                "twice",
                "ARMCI_Group_create: argument pid_list: process 0 is there twice",
            ),
            (
                "operation",
                "armci_msg_igop: argument op: \"xor\" is none of + * max",
            ),
            ("floats", "BitAnd is not defined for floating-point numbers"),
            ("truncated", "has 8 bytes, and its receive's buffer only 4"),
            ("freed", "armci_msg_group_barrier: argument group: "),
            ("groups", "a process of the new set is a member of"),
        ],
    );
}

/// Both models in one program, initialised in either order, over one set of connections.
#[test]
fn one_world_with_openshmem() {
    let body = r#"
        #include <armci.h>
        #include <shmem.h>
        #include <stdio.h>
        static long word;
        int main(int count, char **arguments)
        {
            (void)arguments;
            if (count > 1) { ARMCI_Init(); shmem_init(); } else { shmem_init(); ARMCI_Init(); }
            int me = armci_msg_me(), all = armci_msg_nproc();
            if (me != shmem_my_pe() || all != shmem_n_pes()) return 1;
            void *memory[16];
            ARMCI_Malloc(memory, 100);
            long *heap = shmem_malloc(sizeof *heap);
            *heap = 0;
            ARMCI_Barrier();
            long value = me + 1;
            int right = (me + 1) % all;
            ARMCI_Put(&value, memory[right], sizeof value, right);
            shmem_long_p(&word, value, right);
            ARMCI_Put(&value, shmem_ptr(heap, right) ? shmem_ptr(heap, right) : heap, sizeof value, right);
            shmem_barrier_all();
            long left = (me + all - 1) % all + 1;
            if (*(long *)memory[me] != left || word != left || *heap != left) return 2;
            ARMCI_Free(memory[me]);
            if (count > 1) { shmem_finalize(); ARMCI_Finalize(); } else { ARMCI_Finalize(); shmem_finalize(); }
            puts("good");
            return 0;
        }"#;
    let flags = format!("-I{}/include/armci", prefix().display());
    let program = compile_text("both.c", body, &["-std=gnu11", &flags], &["-larmci"]);
    for arguments in [&[][..], &["turned"]] {
        let output = program.run(5, 2, arguments);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(output.stdout, "good\n".repeat(5).as_bytes());
    }
}

/// A program in C++, with a profiler of its own.
#[test]
fn a_program_in_cxx_with_a_profiler() {
    if !has_cxx() {
        return;
    }
    let body = r#"
        #include <armci.h>
        #include <cstdio>
        #include <vector>
        static int seen;
        extern "C" int ARMCI_Put(void *src, void *dst, int size, int target)
        {
            seen++;
            return PARMCI_Put(src, dst, size, target);
        }
        int main()
        {
            ARMCI_Init();
            std::vector<void *> memory(armci_msg_nproc());
            ARMCI_Malloc(memory.data(), 8);
            double value = 1.5, got = 0;
            int me = armci_msg_me();
            ARMCI_Put(&value, memory[me], sizeof value, me);
            ARMCI_Get(memory[me], &got, sizeof got, me);
            ARMCI_Free(memory[me]);
            ARMCI_Finalize();
            std::puts(seen == 1 && got == value ? "good" : "wrong");
            return 0;
        }"#;
    let flags = format!("-I{}/include/armci", prefix().display());
    let program = compile_text("armci.cpp", body, &["-std=c++11", &flags], &["-larmci"]);
    let output = program.run(2, 1, &[]);
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(output.stdout, b"good\ngood\n");
}
