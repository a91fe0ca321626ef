//! The ends of threads and processes, whatever the library is doing.

use std::fs::{self, File};
use std::io;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::conformance::Conforming;
use crate::toolchain::{compile, compile_text, run, scratch, text, tool};

static PROGRAM: Conforming = Conforming::new("ends", "ends.c", &["-std=gnu11", "-pthread"]);
static DESTRUCTORS: Conforming =
    Conforming::new("ends_cxx", "ends.cpp", &["-std=c++11", "-pthread"]);

/// Runs cases of `tests/c/ends.c` as two PEs, on one node and on two. Each must end with `status`,
/// print `printed`, and report nothing.
fn ends(names: &[&str], status: i32, printed: &str) {
    ends_with(&[], names, status, printed);
}

fn ends_with(options: &[&str], names: &[&str], status: i32, printed: &str) {
    for name in names {
        for nodes in [1, 2] {
            let output = run(PROGRAM.file(), 2, nodes, options, &[name]);
            let is_right = output.status.code() == Some(status)
                && output.stdout == printed.as_bytes()
                && output.stderr.is_empty();
            assert!(is_right, "{name} on {nodes} nodes: {}", text(&output));
        }
    }
}

#[test]
fn what_is_called_at_the_end_of_a_thread_or_of_the_process_can_put() {
    ends(&["at_exit", "thread_key"], 0, "ok\n");
    let lossy = ["-x", "FARREACH_LOSS=0.01"];
    ends_with(&lossy, &["at_exit", "thread_key"], 0, "ok\n");
}

#[test]
fn destructors_can_put() {
    if !DESTRUCTORS.can_be_built() {
        return;
    }
    for nodes in [1, 2] {
        let output = run(DESTRUCTORS.file(), 2, nodes, &[], &[]);
        let is_right = output.status.success() && output.stdout == b"thread\nprogram\n";
        assert!(is_right, "on {nodes} nodes: {}", text(&output));
    }
}

#[test]
fn a_process_exits_while_another_thread_is_in_the_library() {
    let cases = [
        "thread_waits",
        "thread_polls",
        "thread_puts",
        "finalized_thread_polls",
        "finalized_thread_calls",
        "thread_cancelled_late",
        "thread_in_barrier",
        "thread_exits",
    ];
    ends(&cases, 0, "");
    ends_with(&["-x", "FARREACH_LOSS=0.01"], &["thread_puts"], 0, "");
}

#[test]
fn a_thread_ends_the_job_while_another_one_exits() {
    ends(&["global_exit_while_leaving"], 5, "");
}

#[test]
fn a_process_ends_with_the_last_thread_of_its_program() {
    let cases = [
        "main_left",
        "main_left_finalized",
        "main_left_without_finalize",
        "main_left_restarted",
    ];
    ends(&cases, 0, "");
}

/// Runs a case as two PEs whose standard input is open and stays empty. `file` is the case's output
/// file.
fn run_with_input(name: &str, nodes: u32, file: &str) -> Output {
    // The reader of this pipe gets nothing before the job has ended.
    let (input, _writer) = io::pipe().expect("a pipe");
    Command::new(tool("oshrun"))
        .args(["-n", "2", "--nodes", &nodes.to_string(), "--timeout", "120"])
        .args(["-x", &format!("OUTPUT={file}")])
        .arg(PROGRAM.file())
        .arg(name)
        .stdin(Stdio::from(input))
        .output()
        .expect("oshrun")
}

#[test]
fn a_job_ends_while_a_thread_waits_for_input() {
    let file = scratch().join(format!("ends-{}", std::process::id()));
    let name = file.to_str().expect("a path in UTF-8");
    for nodes in [1, 2] {
        File::create(&file).expect("a file");
        let output = run_with_input("input_and_fault", nodes, name);
        let told = String::from_utf8_lossy(&output.stderr);
        let written = fs::read_to_string(&file).expect("the file");
        let is_right = output.status.code() == Some(1)
            && told.contains("shmem_long_p: argument pe: there is no PE 9")
            && output.stdout == b"to the output\nto the output\n"
            && written == "to the file\n";
        assert!(is_right, "on {nodes} nodes: {written}, {}", text(&output));

        let output = run_with_input("input_and_global_exit", nodes, name);
        let is_right = output.status.code() == Some(7) && output.stdout == b"to the output\n";
        assert!(is_right, "on {nodes} nodes: {}", text(&output));
    }
    fs::remove_file(&file).expect("the file");
}

#[test]
fn a_fault_without_a_launcher_ends_a_process_of_which_a_thread_waits_for_input() {
    let (input, _writer) = io::pipe().expect("a pipe");
    let output = Command::new(PROGRAM.file())
        .arg("input_and_fault")
        .env("OUTPUT", "/dev/null")
        .stdin(Stdio::from(input))
        .output()
        .expect("the program");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert_eq!(output.stdout, b"to the output\n", "{}", text(&output));
}

#[test]
fn a_panic_of_the_library_s_thread_ends_the_job_and_is_told() {
    let output = compile("helper_panics.c", &["-std=gnu11"]).run(2, 2, &[]);
    let told = String::from_utf8_lossy(&output.stderr);
    let words = [
        "rank 0 on ",
        "aborted the job with code 1: the helper thread panicked: range end index",
    ];
    let is_told = words.iter().all(|word| told.contains(word));
    assert!(
        output.status.code() == Some(1) && is_told,
        "{}",
        text(&output)
    );
}

/// A time that only a broken library exceeds.
const LONG: Duration = Duration::from_mins(5);

/// Calls `look` until it returns a value.
fn await_some<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < LONG, "waiting for {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn signal(name: &str, pid: &str) {
    let sent = Command::new("kill").args([name, pid]).status();
    assert!(sent.expect("kill").success(), "{name} to {pid}");
}

/// Whether a process has ended. Its parent may not have reaped it yet.
fn is_over(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status"));
    status.map_or(true, |status| status.contains("State:\tZ"))
}

/// A launcher that runs on. It is ended at the end, even if the test fails.
struct Head(Child);

impl Drop for Head {
    fn drop(&mut self) {
        signal("-CONT", &self.0.id().to_string());
        let _ = self.0.wait();
    }
}

#[test]
fn a_wrapped_program_ends_with_its_agent_whose_pipes_are_closed() {
    let file = scratch().join(format!("pauses-{}", std::process::id()));
    let file = file.to_str().expect("a path in UTF-8");
    // The kernel ends the shells together with the agents. The programs must notice this
    // themselves.
    let head = Command::new(tool("oshrun"))
        .args(["-n", "2", "--nodes", "2", "-x", &format!("OUTPUT={file}")])
        .args(["sh", "-c", "\"$0\" pauses; true"])
        .arg(PROGRAM.file())
        .stdin(Stdio::null())
        .spawn()
        .expect("oshrun");
    let pids = [0, 1].map(|pe| {
        let file = format!("{file}-{pe}");
        let pid = await_some("a PE's number", || {
            let written = fs::read_to_string(&file).ok()?;
            Some(written.strip_suffix('\n')?.to_owned())
        });
        fs::remove_file(&file).expect("the file");
        pid
    });
    let head = Head(head);
    let id = head.0.id().to_string();
    // A running head would end the processes that the agents leave behind.
    signal("-STOP", &id);
    let agents = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).expect("children");
    for agent in agents.split_whitespace() {
        signal("-KILL", agent);
    }
    for pid in &pids {
        await_some("a program's end", || is_over(pid).then_some(()));
    }
}

/// Runs a program as two ranks, of which rank 0 ends the job in the way that the argument names. What
/// both have printed before must arrive, although nothing has flushed it.
fn ends_with_its_output(name: &str, text_of: &str, libraries: &[&str], ways: &[(&str, i32)]) {
    let flags = ["-std=gnu11", "-DGASNET_PAR", "-pthread"];
    let program = compile_text(name, text_of, &flags, libraries);
    for nodes in [1, 2] {
        for &(way, code) in ways {
            let output = program.run(2, nodes, &[way]);
            assert_eq!(output.status.code(), Some(code), "{way}: {}", text(&output));
            let printed = String::from_utf8_lossy(&output.stdout);
            for rank in 0..2 {
                let of_rank = printed.contains(&format!("unflushed of {rank}"));
                assert!(of_rank, "{way}, {nodes} nodes: {}", text(&output));
            }
        }
    }
}

#[test]
fn what_a_program_of_armci_has_printed_arrives_when_its_job_ends() {
    let program = r#"
#include <armci.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int me, value = 0;
    ARMCI_Init();
    me = armci_msg_me();
    printf("unflushed of %d", me);
    armci_msg_barrier();
    if (me == 0 && argc > 1) {
        if (!strcmp(argv[1], "error"))
            ARMCI_Error((char *)"a reason", 3);
        if (!strcmp(argv[1], "abort"))
            armci_msg_abort(4);
        if (!strcmp(argv[1], "mistake"))
            ARMCI_Put(&value, &value, sizeof value, 99);
    }
    armci_msg_barrier();
    ARMCI_Finalize();
    return 0;
}
"#;
    let ways = [("error", 3), ("abort", 4), ("mistake", 1)];
    ends_with_its_output("armci_unflushed.c", program, &[], &ways);
}

#[test]
fn what_a_program_of_gasnet_has_printed_arrives_when_its_job_ends() {
    let program = r#"
#include <gasnetex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    gex_Client_t client;
    gex_EP_t endpoint;
    gex_TM_t team;
    gex_Client_Init(&client, &endpoint, &team, "unflushed", &argc, &argv, 0);
    gex_Rank_t me = gex_System_QueryJobRank();
    printf("unflushed of %d", (int)me);
    gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
    if (me == 0) {
        if (!strcmp(argv[1], "exit"))
            gasnet_exit(3);
        if (!strcmp(argv[1], "mistake"))
            gex_AM_RequestShort0(team, 99, 130, 0);
    }
    gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
    gasnet_exit(0);
}
"#;
    let ways = [("exit", 3), ("mistake", 1)];
    ends_with_its_output("unflushed_gasnet.c", program, &["-lgasnet"], &ways);
}

#[test]
fn what_a_program_of_openshmem_has_printed_arrives_when_its_job_ends() {
    let program = r#"
#include <shmem.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    static long word;
    shmem_init();
    int me = shmem_my_pe();
    printf("unflushed of %d", me);
    shmem_barrier_all();
    if (me == 0 && argc > 1) {
        if (!strcmp(argv[1], "exit"))
            shmem_global_exit(3);
        shmem_long_p(&word, 1, 99);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
"#;
    let ways = [("exit", 3), ("mistake", 1)];
    ends_with_its_output("unflushed_shmem.c", program, &[], &ways);
}

#[test]
fn a_null_pointer_of_a_full_heap_is_named_as_one_with_the_heap_s_size() {
    let program = r"
#include <shmem.h>
int main(void)
{
    shmem_init();
    long *p = shmem_malloc((size_t)2 << 30);
    shmem_long_p(p, 1, 0);
    shmem_finalize();
    return 0;
}
";
    let program = compile_text("full_heap.c", program, &["-std=c11"], &[]);
    for (options, size) in [(&[][..], "1G"), (&["--heap", "1536M"], "1.5G")] {
        let output = program.run_with(1, 1, options, &[]);
        let told = text(&output);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("argument dest: is a null pointer"), "{told}");
        assert!(
            told.contains(&format!("the heap has {size} for each PE")),
            "{told}"
        );
    }
}
