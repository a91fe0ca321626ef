//! The programs in Rust, which `build.rs` has made functions of.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use farreach_launch::head::JobSpec;
use farreach_launch::{Placement, Program};
use libtest_mimic::{Failed, Trial};

use crate::pages;

#[allow(
    clippy::all,
    clippy::pedantic,
    unused,
    unused_qualifications,
    unreachable_pub,
    missing_docs,
    reason = "programs on pages are written to be read one by one"
)]
mod blocks {
    include!(concat!(env!("OUT_DIR"), "/programs.rs"));

    /// By where they stand.
    pub(super) const ALL: &[(&str, fn() -> Result<(), Box<dyn std::error::Error>>)] = PROGRAMS;
}

/// PEs and nodes.
const PLACEMENTS: [(u32, u32); 3] = [(1, 1), (4, 2), (3, 3)];

pub(crate) fn trials() -> Vec<Trial> {
    let programs = blocks::ALL.iter().flat_map(|&(title, _)| {
        PLACEMENTS.iter().map(move |&(ranks, nodes)| {
            let name = format!("{title} as {ranks} PEs on {nodes} nodes");
            Trial::test(name, move || run(title, ranks, nodes))
        })
    });
    let ring = Trial::test("the README shows the example", readme_shows_the_example);
    programs.chain([ring]).collect()
}

fn run(title: &str, ranks: u32, nodes: u32) -> Result<(), Failed> {
    let own = std::env::current_exe().expect("this program has a path");
    let output = Command::new(own)
        .args(["job", title, &ranks.to_string(), &nodes.to_string()])
        .output()
        .expect("starting a job");
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}\n{told}", output.status).into())
}

/// The launcher of a job whose PEs are this program.
pub(crate) fn head(title: &str, ranks: &str, nodes: &str, started_ns: u64) -> ExitCode {
    let number = |word: &str| word.parse().expect("a number");
    let own = std::env::current_exe().expect("this program has a path");
    let arguments = ["pe", title].map(OsString::from).to_vec();
    let placement = Placement::new(number(ranks), number(nodes)).expect("a possible placement");
    let program = Program::find(own.as_os_str(), arguments, &[]).expect("this program");
    let outcome = farreach_launch::head::run(JobSpec {
        heap_bytes: 1 << 30,
        started_ns,
        ..JobSpec::new(placement, program)
    })
    .expect("the job begins");
    ExitCode::from(outcome.exit_code as u8)
}

pub(crate) fn run_as_pe(title: &str) -> ExitCode {
    let mut all = blocks::ALL.iter();
    let (_, program) = all.find(|(name, _)| *name == title).expect("a program");
    match program() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The program that the README begins with is a file that its reader can build.
fn readme_shows_the_example() -> Result<(), Failed> {
    let readme = pages::read("README.md");
    let example = pages::read("crates/farreach/examples/ring.rs");
    let shown = farreach_guide::blocks(&readme, "rust");
    let shown = shown.first().ok_or("the README shows no program")?;
    let (_, code) = example.split_once("\n\n").ok_or("no documentation")?;
    if shown.text == code {
        return Ok(());
    }
    Err(format!(
        "the README shows\n{}\nbut the example is\n{code}",
        shown.text
    )
    .into())
}
