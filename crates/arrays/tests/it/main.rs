//! Arrays in real jobs, beside a sequential model: each job tries seeded cases of all types, layouts
//! and operations.
//!
//! ```text
//!   it                           the tests: each starts a job
//!    └─ it job SEED N NODES      the launcher's head of one job, as `farreach run` is
//!        └─ it __agent           the launcher's agent of one node
//!            └─ it pe SEED       a process of the job, or of one that draws from a counter
//! ```
//!
//! `FARREACH_SEED` repeats a seed that a failure printed.
//!
//! Datagrams are lost by the software device, drawn by the seed. Arrays can't run on the simulated network: a call of the runtime
//! blocks its thread, in the kernel's waits and by the machine's clock, and a process has one world, in mapped memory of its node.
//! What arrays consist of there, puts, gets, atomics and accumulates under loss, is simulated in
//! `crates/engine/tests/it/schedules`.

mod cases;
mod counter;
mod fixed;
mod model;

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use farreach::armci::Armci;
use farreach::arrays::Error;
use farreach_launch::head::JobSpec;
use farreach_launch::{AGENT_ARGUMENT, Placement, Program};
use libtest_mimic::{Arguments, Failed, Trial};

/// The words of a job whose processes draw from a counter, in the place of a seed.
const COUNTER: &str = "counter";

/// Numbers of processes and nodes, and settings.
type Shape = (u32, u32, &'static [(&'static str, &'static str)]);

const SHAPES: [Shape; 11] = [
    (1, 1, &[]),
    (2, 1, &[]),
    (3, 2, &[]),
    (4, 1, &[]),
    (4, 2, &[("FARREACH_REACH", "server")]),
    (5, 3, &[("FARREACH_LOSS", "0.02")]),
    (6, 2, &[]),
    (7, 1, &[]),
    (8, 4, &[]),
    (9, 2, &[]),
    // Each operation loses datagrams.
    (2, 2, &[("FARREACH_LOSS", "0.15")]),
];

/// The processes and nodes that draw from a counter.
const DRAWING: [(u32, u32); 2] = [(64, 4), (16, 1)];

fn main() -> ExitCode {
    let started_ns = farreach_launch::now_ns();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [AGENT_ARGUMENT, ..] => farreach_launch::agent::main(std::iter::empty(), ""),
        ["job", seed, ranks, nodes] => head(seed, ranks, nodes, started_ns),
        ["pe", COUNTER] => process(counter::all),
        ["pe", seed] => {
            let seed = seed.parse().expect("a number");
            process(|armci| fixed::all(armci).and_then(|()| cases::all(armci, seed)))
        }
        _ => {
            let mut trials = Vec::new();
            for (ranks, nodes, settings) in SHAPES {
                let with = settings
                    .iter()
                    .map(|(name, value)| format!(", {name}={value}"));
                let with: String = with.collect();
                let title = format!("{ranks} processes on {nodes} nodes{with}");
                let seed = std::env::var("FARREACH_SEED").ok();
                let seed = seed.unwrap_or_else(|| (17 * ranks + nodes).to_string());
                trials.push(Trial::test(title, move || {
                    run(&seed, [ranks, nodes], settings)
                }));
            }
            for (ranks, nodes) in DRAWING {
                let title = format!("{ranks} processes on {nodes} nodes draw from a counter");
                trials.push(Trial::test(title, move || {
                    run(COUNTER, [ranks, nodes], &[])
                }));
            }
            libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
        }
    }
}

fn head(seed: &str, ranks: &str, nodes: &str, started_ns: u64) -> ExitCode {
    let number = |word: &str| word.parse().expect("a number");
    let placement = Placement::new(number(ranks), number(nodes)).expect("a possible placement");
    let own = std::env::current_exe().expect("this program has a path");
    let arguments: Vec<OsString> = vec!["pe".into(), seed.into()];
    let program = Program::find(own.as_os_str(), arguments, &[]).expect("this program");
    let outcome = farreach_launch::head::run(JobSpec {
        heap_bytes: 64 << 20,
        started_ns,
        ..JobSpec::new(placement, program)
    })
    .expect("the job begins");
    ExitCode::from(outcome.exit_code as u8)
}

fn process(part: impl FnOnce(&Armci) -> Result<(), Error>) -> ExitCode {
    let armci = farreach::armci::init().expect("a process of a job");
    if let Err(error) = part(&armci) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    armci.finalize().expect("all others leave, too");
    ExitCode::SUCCESS
}

fn run(
    part: &str,
    [ranks, nodes]: [u32; 2],
    settings: &[(&'static str, &'static str)],
) -> Result<(), Failed> {
    let own = std::env::current_exe().expect("this program has a path");
    let losses = if part == COUNTER { "1" } else { part };
    let output = Command::new(own)
        .args(["job", part, &ranks.to_string(), &nodes.to_string()])
        .env("FARREACH_SEED", losses)
        .envs(settings.iter().copied())
        .output()
        .expect("starting a job");
    print!("{}", String::from_utf8_lossy(&output.stdout));
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr);
    Err(format!("FARREACH_SEED={part}, {}\n{told}", output.status).into())
}
