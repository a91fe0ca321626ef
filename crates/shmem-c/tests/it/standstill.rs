//! Deadlocked jobs are ended with a reason. Jobs that only wait long are not ended.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::conformance::Conforming;
use crate::toolchain::{prefix, run, scratch, text};

/// How often jobs are observed.
const LOOK_EVERY: Duration = Duration::from_millis(10);

static PROGRAM: Conforming = Conforming::new("standstill", "standstill.c", &["-std=c11"]);

/// The name in `tests/c/standstill.c`, and words that the message must have.
const ENDED: &[(&str, &[&str])] = &[
    (
        "exits",
        &["rank 0 has finalized or exited", "shmem_barrier_all"],
    ),
    ("finalizes", &["rank 0 ", "rank 1-2 wait in shmem_long_"]),
    (
        "leaves_team",
        &["shmem_finalize", "rank 1-2 wait in shmem_team_sync"],
    ),
    (
        "waits",
        &[
            "rank 0-1 wait in shmem_finalize",
            "rank 2 waits in shmem_long_wait_until",
        ],
    ),
    ("locks", &["shmem_finalize", "shmem_set_lock"]),
    (
        "crosses",
        &[
            "rank 0 waits in shmem_barrier_all",
            "rank 1-2 wait in shmem_long_wait_until",
        ],
    ),
    (
        "left_alone",
        &[
            "rank 0 waits in shmem_long_wait_until",
            "rank 1-2 wait in shmem_finalize",
        ],
    ),
];

/// Jobs that seem deadlocked and are not, with the signal that lets them continue, if they need
/// one.
const GOES_ON: &[(&str, Option<i32>)] = &[
    ("early", None),
    ("forgets", None),
    ("has_child", None),
    ("child_finalizes", None),
    ("has_grandchild", None),
    // SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGALRM, SIGTERM, and the first real-time signal.
    ("catches_1", Some(1)),
    ("catches_2", Some(2)),
    ("catches_3", Some(3)),
    ("catches_11", Some(11)),
    ("catches_14", Some(14)),
    ("catches_15", Some(15)),
    ("catches_34", Some(34)),
    ("catches_faults", Some(7)),
];

#[test]
fn a_job_of_which_nobody_goes_on_is_ended_and_says_what_each_waits_in() {
    let program = PROGRAM.file();
    // All jobs at the same time: they sleep most of the time.
    thread::scope(|scope| {
        for (case, nodes) in cases(ENDED) {
            scope.spawn(move || assert_ended(program, case, nodes));
        }
    });
}

/// Python's handlers of signals run nothing while a call waits.
#[test]
fn a_job_of_python_programs_is_ended_too() {
    let asked = Command::new("python3")
        .args(["-c", "import ctypes, sys; print(sys.executable)"])
        .output();
    let Some(asked) = asked.ok().filter(|asked| asked.status.success()) else {
        println!("NOT CHECKED: python3 with ctypes is not installed");
        return;
    };
    let python = String::from_utf8(asked.stdout).expect("UTF-8");
    let library = prefix().join("lib/libmpi.so.12");
    let library = library.to_str().expect("UTF-8");
    for nodes in [1, 2] {
        let arguments = ["-c", DEADLOCK_IN_PYTHON, library];
        let output = run(Path::new(python.trim()), 3, nodes, &[], &arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        let is_right = told.starts_with("farreach: no rank can go on: rank 0 waits in MPI_Recv");
        assert!(is_right, "on {nodes} nodes: {}", text(&output));
    }
}

/// Each receives from itself what nobody sends.
const DEADLOCK_IN_PYTHON: &str = "
import ctypes, signal, sys
signal.signal(signal.SIGUSR1, lambda signal, frame: None)
mpi = ctypes.CDLL(sys.argv[1])
mpi.MPI_Init(None, None)
byte, world, ignore = 0x4c00010d, 0x44000000, ctypes.c_void_p(1)
rank = ctypes.c_int()
mpi.MPI_Comm_rank(world, ctypes.byref(rank))
mpi.MPI_Recv(ctypes.create_string_buffer(1), 1, byte, rank, 0, world, ignore)
";

fn cases<T>(all: &[T]) -> impl Iterator<Item = (&T, u32)> {
    all.iter()
        .flat_map(|case| [1, 2].map(|nodes| (case, nodes)))
}

fn assert_ended(program: &Path, (name, words): &(&str, &[&str]), nodes: u32) {
    let output = run(program, 3, nodes, &[], &[name]);
    let told = String::from_utf8_lossy(&output.stderr);
    let is_told = told.starts_with("farreach: no rank can go on: ") && told.lines().count() == 1;
    let is_right =
        output.status.code() == Some(1) && is_told && words.iter().all(|word| told.contains(word));
    assert!(is_right, "{name} on {nodes} nodes: {}", text(&output));
}

/// The jobs begin to wait. Then deadlocked jobs are started and ended. Only then the first jobs get
/// help.
#[test]
fn a_job_that_waits_long_is_not() {
    let folder = scratch().join(format!("standstill-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for what helps");
    let are_judged = &AtomicBool::new(false);
    let (waiting, all_wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        for (&(name, signal), nodes) in cases(GOES_ON) {
            let help = folder.join(format!("{name}-{nodes}"));
            let waiting = waiting.clone();
            scope.spawn(move || {
                let job = helped_when(are_judged, name, nodes, &help, signal, waiting);
                let is_right = job.status.success() && job.stderr.is_empty();
                assert!(is_right, "{name} on {nodes} nodes: {}", text(&job));
            });
        }
        drop(waiting);
        // Waits until all jobs wait.
        assert!(all_wait.recv().is_err());
        let judged = scope.spawn(|| {
            for (case, nodes) in cases(&ENDED[..2]) {
                assert_ended(PROGRAM.file(), case, nodes);
            }
        });
        let judged = judged.join();
        are_judged.store(true, Ordering::Release);
        judged.expect("those that stand still");
    });
    fs::remove_dir_all(&folder).expect("it is there");
}

/// Runs a job, and helps it when `is_time`. Drops `waiting` when the job waits.
fn helped_when(
    is_time: &AtomicBool,
    name: &str,
    nodes: u32,
    help: &Path,
    signal: Option<i32>,
    waiting: mpsc::Sender<()>,
) -> Output {
    let argument = help.to_str().expect("UTF-8");
    thread::scope(|scope| {
        let job = scope.spawn(|| run(PROGRAM.file(), 3, nodes, &[], &[name, argument]));
        let pid = loop {
            match fs::read_to_string(help.with_extension("pid")) {
                Ok(pid) => break pid,
                Err(_) if job.is_finished() => return job.join().expect("a job"),
                Err(_) => thread::sleep(LOOK_EVERY),
            }
        };
        drop(waiting);
        while !is_time.load(Ordering::Acquire) {
            thread::sleep(LOOK_EVERY);
        }
        fs::write(help, "").expect("a file");
        if let Some(signal) = signal {
            // A job that has ended too early has no such process. The caller detects this.
            let _ = Command::new("kill")
                .args([format!("-{signal}"), pid])
                .output();
        }
        job.join().expect("a job")
    })
}
