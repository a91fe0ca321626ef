//! Runs the example programs as jobs on virtual nodes. The programs check their results and print
//! them.
//!
//! ```text
//!   it                                the tests: each starts jobs of an example
//!    └─ it job EXAMPLE N NODES        the launcher's head of one job, as `farreach run` is
//!        └─ it __agent                the launcher's agent of one node
//!            └─ examples/EXAMPLE      a PE
//! ```
//!
//! `cargo test -p farreach` builds the examples first.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use farreach_launch::head::JobSpec;
use farreach_launch::{AGENT_ARGUMENT, Placement, Program};
use libtest_mimic::{Arguments, Failed, Trial};

/// An example, and the last line that its PE 0 prints with a given number of PEs.
type Example = (&'static str, fn(u32) -> String);

const EXAMPLES: &[Example] = &[
    ("array", |_| "process 0 sees [5.0, 12.0, 9.0, 20.0]".into()),
    ("farm", |_| "1767 divisors of the numbers to 300".into()),
    ("halo", |n| {
        format!("after 200 steps: heat 1000.000, {n} parts")
    }),
    ("hash_table", |n| {
        format!("{} keys were counted, ", 2000 * n)
    }),
    ("producer_consumer", |n| {
        let items = 100 * (n - 1);
        format!("consumed {items} items of weight {}", items / 2)
    }),
    ("ring", |n| format!("PE 0 has {}.0", n - 1)),
    ("stencil", |_| "after 200 steps: heat 1000.000, ".into()),
    ("teams", |n| {
        let columns = f64::from(n).sqrt().ceil() as u32;
        let products = (0..n).map(|pe| f64::from(1 + pe) * (f64::from(pe % columns) + 0.5));
        let sum: f64 = products.sum();
        format!(
            "{} rows of up to {columns} PEs, sum of all results {sum}",
            n.div_ceil(columns)
        )
    }),
    ("work_queue", |_| {
        "9592 primes below 100000 in 100 tasks".into()
    }),
];

/// Numbers of PEs and nodes.
const PLACEMENTS: [(u32, u32); 4] = [(1, 1), (4, 1), (4, 2), (5, 3)];

fn main() -> ExitCode {
    let started_ns = farreach_launch::now_ns();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [AGENT_ARGUMENT, ..] => farreach_launch::agent::main(std::iter::empty(), ""),
        ["job", example, ranks, nodes] => head(example, ranks, nodes, started_ns),
        _ => {
            let trials = EXAMPLES.iter().flat_map(|&(name, line)| {
                PLACEMENTS.iter().map(move |&(ranks, nodes)| {
                    let title = format!("{name}: {ranks} PEs on {nodes} nodes");
                    Trial::test(title, move || run(name, ranks, nodes, &line(ranks)))
                })
            });
            libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
        }
    }
}

/// The path of an example: cargo puts examples beside the folder of this test.
fn path(example: &str) -> PathBuf {
    let own = std::env::current_exe().expect("this program has a path");
    let profile = own.ancestors().nth(2).expect("it is in <profile>/deps");
    profile.join("examples").join(example)
}

fn head(example: &str, ranks: &str, nodes: &str, started_ns: u64) -> ExitCode {
    let number = |word: &str| word.parse().expect("a number");
    let placement = Placement::new(number(ranks), number(nodes)).expect("a possible placement");
    let program = Program::find(path(example).as_os_str(), vec![], &[]).expect("an example");
    let outcome = farreach_launch::head::run(JobSpec {
        heap_bytes: 64 << 20,
        started_ns,
        ..JobSpec::new(placement, program)
    })
    .expect("the job begins");
    ExitCode::from(outcome.exit_code as u8)
}

fn run(example: &str, ranks: u32, nodes: u32, line: &str) -> Result<(), Failed> {
    let path = path(example);
    if !path.exists() {
        let text = format!(
            "{} is not built: `cargo build --examples -p farreach`",
            path.display()
        );
        return Err(text.into());
    }
    let own = std::env::current_exe().expect("this program has a path");
    let output = Command::new(own)
        .args(["job", example, &ranks.to_string(), &nodes.to_string()])
        .output()
        .expect("starting a job");
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && said.lines().any(|said| said.starts_with(line)) {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}, wanted {line:?}\n{said}\n{told}", output.status).into())
}
