//! PEs that leave without finalizing, in all ways in which a Rust program can end. No other PE
//! waits for them, and the error is printed.
//!
//! Each ending is the `main` of a program, with the `Pe` among its variables.

mod closing;
mod forking;

use std::process::{Command, ExitCode, Termination};

use farreach_launch::APP_ARGUMENT;
use farreach_shmem::{self as shmem, Compare, Error, Pe, Reduction, Symmetric};

use crate::job::{Ended, Job, Start};
use closing::close_all;

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("main returns an error while others wait", || {
        returns_an_error("error while others wait");
    }),
    ("main returns an error while others look", || {
        returns_an_error("error while others look");
    }),
    ("main returns an error out of all scopes", || {
        returns_an_error("error out of all scopes");
    }),
    ("main panics", main_panics),
    (
        "main panics beside a collective",
        panics_beside_a_collective,
    ),
    (
        "a child is forked beside a collective",
        forked_beside_a_collective,
    ),
    ("a thread panics and nobody looks", thread_panics),
    ("all forget to finalize", all_forget),
    ("one forgets to finalize", one_forgets),
    ("exit without finalizing", exit_unfinalized),
    ("left with closed descriptors", closed_descriptors),
    ("left alone without finalizing", left_alone),
];

type Ending = fn() -> Result<(), Error>;

const ENDINGS: &[(&str, Ending)] = &[
    ("error while others wait", || {
        let pe = shmem::init()?;
        let numbers = pe.alloc(8)?;
        fail_on_one(&pe, &numbers)?;
        pe.barrier_all()?;
        pe.finalize()
    }),
    ("error while others look", || {
        let pe = shmem::init()?;
        let word = pe.alloc_zeroed(1)?;
        let numbers = pe.alloc(8)?;
        fail_on_one(&pe, &numbers)?;
        look_for_ever(&pe, &word)
    }),
    ("error out of all scopes", || {
        let pe = shmem::init()?;
        let lock = pe.alloc_lock()?;
        let words = pe.alloc::<u64>(100)?;
        let numbers = pe.alloc(8)?;
        let team = pe.team_world().split_strided(0, 1, pe.n_pes())?;
        pe.barrier_all()?;
        let held = lock.lock(&pe)?;
        let context = pe.private_context();
        context.put_copied_nbi(words.on(0), &[1; 50])?;
        let source = [2; 50];
        context.scope(|scope| {
            scope.put_slice(words.range(50..).on(0), &source)?;
            fail_on_one(&pe, &numbers)
        })?;
        held.unlock()?;
        team.expect("all are members").barrier()?;
        drop(context);
        pe.finalize()
    }),
    ("panic", || {
        let pe = shmem::init()?;
        let word = pe.alloc_zeroed(1)?;
        assert_ne!(pe.my_pe(), 1, "what is wrong");
        look_for_ever(&pe, &word)
    }),
    ("panic beside a collective", || {
        let pe = shmem::init()?;
        let world = pe.team_world();
        let word = pe.alloc_zeroed(1)?;
        let mut sum = [1u64; 1000];
        if pe.my_pe() == 0 {
            // This PE never takes part.
            return look_for_ever(&pe, &word);
        }
        pe.scope(|scope| {
            let summed = scope.all_reduce(&world, &mut sum, Reduction::Sum)?;
            assert_ne!(pe.my_pe(), 1, "what is wrong");
            summed.wait()
        })?;
        pe.finalize()
    }),
    ("fork beside a collective", || {
        let pe = shmem::init()?;
        let world = pe.team_world();
        let mut sum = [1u64; 1000];
        // The others come when the child has ended, so that the collective can't have ended before.
        let child_ended = pe.alloc_zeroed::<u64>(1)?;
        if pe.my_pe() != 1 {
            pe.wait_until(child_ended.at(0), Compare::Ne, 0)?;
        }
        pe.scope(|scope| {
            let summed = scope.all_reduce(&world, &mut sum, Reduction::Sum)?;
            if pe.my_pe() == 1 {
                forking::in_child(|| {
                    assert!(!summed.test(), "a child goes on with what is its parent's");
                    let refused = summed.wait().expect_err("its parent's");
                    assert!(
                        refused.to_string().contains("its parent began"),
                        "{refused}"
                    );
                    let refused = pe.world().send(0, b"mine").expect_err("its parent's");
                    assert!(refused.to_string().contains("send messages"), "{refused}");
                });
                for other in (0..pe.n_pes()).filter(|&other| other != 1) {
                    pe.put(child_ended.at(0).on(other), 1)?;
                }
                return Ok(());
            }
            summed.wait()
        })?;
        assert_eq!(sum, [u64::from(pe.n_pes()); 1000]);
        pe.finalize()
    }),
    ("panic of a thread", || {
        let pe = shmem::init()?;
        let word = pe.alloc_zeroed(1)?;
        if pe.my_pe() != 1 {
            return look_for_ever(&pe, &word);
        }
        let thread = std::thread::spawn(move || {
            assert_ne!(pe.my_pe(), 1, "what is wrong");
        });
        let _ = thread.join();
        loop {
            std::thread::park();
        }
    }),
    ("forget", || shmem::init()?.barrier_all()),
    ("forget on one", || {
        let pe = shmem::init()?;
        let word = pe.alloc_zeroed(1)?;
        if pe.my_pe() == 1 {
            return Ok(());
        }
        look_for_ever(&pe, &word)
    }),
    ("exit", || {
        let pe = shmem::init()?;
        let word = pe.alloc_zeroed(1)?;
        if pe.my_pe() == 1 {
            std::process::exit(0);
        }
        look_for_ever(&pe, &word)
    }),
    ("close and leave", || {
        let pe = shmem::init()?;
        let word = pe.alloc_zeroed(1)?;
        if pe.my_pe() == 1 {
            close_all();
            return Ok(());
        }
        look_for_ever(&pe, &word)
    }),
];

/// PE 1 names elements that do not exist.
fn fail_on_one(pe: &Pe, numbers: &Symmetric<f64>) -> Result<(), Error> {
    if pe.my_pe() == 1 {
        pe.put_slice(numbers.range(6..).on(0), &[0.5; 4])?;
    }
    Ok(())
}

/// Never waits, so that only the end of the job ends this PE.
fn look_for_ever(pe: &Pe, word: &Symmetric<u64>) -> Result<(), Error> {
    while !pe.test(word.at(0), Compare::Ne, 0)? {
        std::thread::yield_now();
    }
    Ok(())
}

/// Runs an ending as one PE of its job, as a program's `main` that returns a `Result`. `None` if
/// there is no ending with this name.
pub(crate) fn main(name: &str) -> Option<ExitCode> {
    let (_, ending) = ENDINGS.iter().find(|(of, _)| *of == name)?;
    Some(ending().report())
}

/// Runs an ending as 3 PEs on one node and on two, and judges each result.
fn run(ending: &str, judge: impl Fn(&Ended) -> bool) {
    for nodes in [1, 2] {
        let start = Start {
            body: ending,
            ranks: 3,
            nodes,
            env: &[],
        };
        let ended = Job::start(start).end();
        let is_right = judge(&ended);
        assert!(
            is_right,
            "{ending} on {nodes} nodes: code {}\n{}",
            ended.code, ended.stderr
        );
    }
}

const LEAVES: &str = "leaves without having finalized, which ends the job";

fn is_told(ended: &Ended, rank: u32) -> bool {
    let mut lines = ended.stderr.lines();
    let begin = format!("farreach: rank {rank} on node ");
    lines.any(|line| line.starts_with(&begin) && line.ends_with(LEAVES))
}

fn returns_an_error(ending: &str) {
    let error = "Error: rank 1: put_slice: elements 6..10 on PE 0 are not inside of the symmetric object, which has 8 f64, numbered from 0";
    run(ending, |ended| {
        let mut lines = ended.stderr.lines();
        ended.code == 1 && is_told(ended, 1) && lines.any(|line| line == error)
    });
}

fn main_panics() {
    run("panic", |ended| {
        ended.code == 101 && is_told(ended, 1) && ended.stderr.contains("what is wrong")
    });
}

fn panics_beside_a_collective() {
    run("panic beside a collective", |ended| {
        let why = "a panic left a scope in which collectives go on";
        ended.code != 0 && ended.stderr.contains("what is wrong") && ended.stderr.contains(why)
    });
}

fn forked_beside_a_collective() {
    run("fork beside a collective", |ended| ended.code == 0);
}

fn thread_panics() {
    run("panic of a thread", |ended| {
        ended.code == 1 && is_told(ended, 1) && ended.stderr.contains("what is wrong")
    });
}

fn all_forget() {
    run("forget", |ended| {
        ended.code == 1 && (0..3).any(|rank| is_told(ended, rank))
    });
}

fn one_forgets() {
    run("forget on one", |ended| {
        ended.code == 1 && is_told(ended, 1)
    });
}

fn exit_unfinalized() {
    run("exit", |ended| {
        ended.code == 1 && ended.stderr.contains("but without finalizing")
    });
}

fn closed_descriptors() {
    run("close and leave", |ended| {
        ended.code == 1 && is_told(ended, 1)
    });
}

/// Without a launcher the drop has nobody to tell. The next run may have one.
fn left_alone() {
    let output = Command::new("/proc/self/exe")
        .args([APP_ARGUMENT, "rank", "forget"])
        .output()
        .expect("starting this program");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told, format!("farreach: rank 0 on node 0 {LEAVES}\n"));
    assert_eq!(output.status.code(), Some(0));
}
