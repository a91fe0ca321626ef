//! Arrays in real jobs, beside a sequential model: each job tries seeded cases of all types, layouts
//! and operations.
//!
//! ```text
//!   it                           the tests: each starts a job
//!    └─ it job SEED N NODES      the launcher's head of one job, as `farreach run` is
//!        └─ it __agent           the launcher's agent of one node
//!            └─ it pe SEED       a process of the job
//! ```
//!
//! `FARREACH_SEED` repeats a seed that a failure printed.

mod cases;
mod fixed;
mod model;

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use farreach_launch::head::JobSpec;
use farreach_launch::{AGENT_ARGUMENT, Placement, Program};
use libtest_mimic::{Arguments, Failed, Trial};

/// Numbers of processes and nodes, and a setting.
type Shape = (u32, u32, Option<(&'static str, &'static str)>);

const SHAPES: [Shape; 7] = [
    (1, 1, None),
    (3, 2, None),
    (4, 1, None),
    (4, 2, Some(("FARREACH_REACH", "server"))),
    (5, 3, Some(("FARREACH_LOSS", "0.02"))),
    (6, 2, None),
    (9, 2, None),
];

fn main() -> ExitCode {
    let started_ns = farreach_launch::now_ns();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [AGENT_ARGUMENT, ..] => farreach_launch::agent::main(std::iter::empty(), ""),
        ["job", seed, ranks, nodes] => head(seed, ranks, nodes, started_ns),
        ["pe", seed] => process(seed.parse().expect("a number")),
        _ => {
            let trials = SHAPES.into_iter().map(|shape| {
                let (ranks, nodes, setting) = shape;
                let with =
                    setting.map_or(String::new(), |(name, value)| format!(", {name}={value}"));
                let title = format!("{ranks} processes on {nodes} nodes{with}");
                Trial::test(title, move || run(shape))
            });
            libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
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

fn process(seed: u64) -> ExitCode {
    let armci = farreach::armci::init().expect("a process of a job");
    let tried = fixed::all(&armci).and_then(|()| cases::all(&armci, seed));
    if let Err(error) = tried {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    armci.finalize().expect("all others leave, too");
    ExitCode::SUCCESS
}

fn run((ranks, nodes, setting): Shape) -> Result<(), Failed> {
    let seed = std::env::var("FARREACH_SEED").ok();
    let seed = seed.unwrap_or_else(|| (17 * ranks + nodes).to_string());
    let own = std::env::current_exe().expect("this program has a path");
    let output = Command::new(own)
        .args(["job", &seed, &ranks.to_string(), &nodes.to_string()])
        .envs(setting)
        .output()
        .expect("starting a job");
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr);
    Err(format!("FARREACH_SEED={seed}, {}\n{told}", output.status).into())
}
