//! The smallest launcher, and ranks that do what their arguments say. The tests of this crate run
//! both.
//!
//! ```text
//!   probe run RANKS NODES [--label] [--timeout SECONDS] PROGRAM ARGS..
//!   probe __app rank DEED..      as PROGRAM: `rank DEED..`
//! ```

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use farreach_launch::client::Job;
use farreach_launch::head::{JobSpec, Labels, run};
use farreach_launch::{AGENT_ARGUMENT, APP_ARGUMENT, Placement, Program, STATS_BYTES_MAX, now_ns};
use farreach_node::{DeviceTag, Endpoint};
use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};

const PATIENCE: Duration = Duration::from_mins(5);

fn main() -> ExitCode {
    let started_ns = now_ns();
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next().as_deref().and_then(|first| first.to_str()) {
        Some(AGENT_ARGUMENT) => farreach_launch::agent::main(arguments, "probe"),
        Some(APP_ARGUMENT) => {
            let deeds: Vec<String> = arguments
                .skip(1)
                .map(|deed| deed.into_string().expect("UTF-8"))
                .collect();
            be_a_rank(&deeds)
        }
        Some("run") => launch(arguments, started_ns),
        _ => panic!("see the head of this file"),
    }
}

fn launch(mut arguments: impl Iterator<Item = OsString>, started_ns: u64) -> ExitCode {
    let mut number = || {
        arguments
            .next()
            .and_then(|word| word.to_str()?.parse().ok())
            .expect("a number")
    };
    let placement = Placement::new(number(), number()).expect("a possible placement");
    let mut labels = Labels::Off;
    let mut timeout = None;
    let name = loop {
        let word = arguments.next().expect("a program");
        match word.to_str() {
            Some("--label") => labels = Labels::Rank,
            Some("--timeout") => {
                let seconds = arguments
                    .next()
                    .and_then(|word| word.to_str()?.parse().ok())
                    .expect("seconds");
                timeout = Some(Duration::from_secs_f64(seconds));
            }
            _ => break word,
        }
    };
    let program = match Program::find(&name, arguments.collect(), &["rank"]) {
        Ok(program) => program,
        Err(error) => {
            eprintln!("probe: {error}");
            return ExitCode::from(2);
        }
    };
    let spec = JobSpec {
        env: vec![("PROBE_VARIABLE".into(), "set by the launcher".into())],
        labels,
        timeout,
        build: "probe",
        started_ns,
        ..JobSpec::new(placement, program)
    };
    let outcome = run(spec).expect("the job begins");
    if std::env::var_os("PROBE_OUTCOME").is_some() {
        for (rank, told) in outcome.ranks.iter().enumerate() {
            let stats = told.stats.as_deref().map(String::from_utf8_lossy);
            // The reader of standard output may have left.
            let _ = writeln!(
                std::io::stdout(),
                "outcome of rank {rank}: {:?} {stats:?}",
                told.status
            );
        }
    }
    ExitCode::from(outcome.exit_code as u8)
}

/// Executes the deeds. A deed with a prefix is for one rank only: `2:abort`.
fn be_a_rank(deeds: &[String]) -> ExitCode {
    let job = Job::join(1 << 20).expect("a job");
    for deed in deeds {
        let (only, deed) = match deed.split_once(':') {
            Some((rank, deed)) => (Some(rank.parse::<u32>().expect("a rank")), deed),
            None => (None, deed.as_str()),
        };
        if only.is_some_and(|only| only != job.rank()) {
            continue;
        }
        match deed {
            "where" => println!(
                "rank {} of {}, node {} of {}, local {} of {}, key {:032x}",
                job.rank(),
                job.size(),
                job.node(),
                job.nodes(),
                job.local_index(),
                job.local_size(),
                u128::from_be_bytes(*job.key().first_chunk().expect("32 bytes"))
            ),
            "publish" => job.publish(&endpoint(job.rank())).expect("publishing"),
            "directory" => check_directory(&job),
            "finalize" => {
                job.finalize().expect("finalizing");
                let stats = format!("stats of {}", job.rank());
                job.report(stats.as_bytes()).expect("reporting");
            }
            "talk" => {
                job.finalize().expect("finalizing");
                (job.report(&vec![b'x'; STATS_BYTES_MAX])).expect("reporting");
            }
            "forge-report" => forge(&job, &[3]),
            // The exit code is 7, in zigzag encoding.
            "forge-abort" => forge(&job, &[4, 14]),
            "release" => wait_for_release(&job),
            "abort" => job.abort(7, "told to").expect("aborting"),
            "descriptors" => println!("inheritable: {}", inheritable_descriptors()),
            "second" => println!(
                "second: {}",
                Job::from_environment().expect_err("only once")
            ),
            "ready" => {
                println!("ready");
                std::io::stdout().flush().expect("standard output");
            }
            "pause" => std::thread::sleep(Duration::from_millis(400)),
            "sleep" => std::thread::sleep(Duration::from_hours(1)),
            "fail" => return ExitCode::from(3),
            other => panic!("no deed {other}"),
        }
    }
    ExitCode::SUCCESS
}

fn endpoint(rank: u32) -> Endpoint {
    let destination = UdDestination {
        address: AdapterAddress {
            gid: [rank as u8; 16],
            port: 1000 + rank as u16,
        },
        qp: QpNumber(rank + 1),
        qkey: rank + 2,
    };
    Endpoint {
        destination,
        device: DeviceTag(rank as u16),
    }
}

/// Sends the agent the longest message that fits into a frame: `start`, then a run of bytes.
fn forge(job: &Job, start: &[u8]) {
    const FRAME_BYTES: usize = 256 * 1024;
    const LENGTH_BYTES: usize = 3;
    let count = FRAME_BYTES - start.len() - LENGTH_BYTES;
    let length = [
        count as u8 | 0x80,
        (count >> 7) as u8 | 0x80,
        (count >> 14) as u8,
    ];
    let mut frame = (FRAME_BYTES as u32).to_le_bytes().to_vec();
    frame.extend([start, &length, &vec![b'x'; count]].concat());
    let socket = job.agent_fd().expect("an agent");
    let mut rest = &frame[..];
    while !rest.is_empty() {
        let sent = rustix::io::write(socket, rest).expect("sending");
        rest = &rest[sent..];
    }
}

/// Waits until all endpoints are published, as engines do.
fn check_directory(job: &Job) {
    let (directory, start) = (job.arena().directory(), Instant::now());
    for rank in 0..job.size() {
        let found = loop {
            if let Some(found) = directory.endpoint(rank) {
                break found;
            }
            assert!(start.elapsed() < PATIENCE, "the directory is complete");
            std::thread::yield_now();
        };
        assert_eq!(found, endpoint(rank));
    }
    println!("directory of {} is right", job.size());
}

/// Waits until all ranks have finalized, and prints how long this took.
fn wait_for_release(job: &Job) {
    let start = Instant::now();
    while !job
        .wait_released(Duration::from_millis(100))
        .expect("the agent")
    {
        assert!(start.elapsed() < PATIENCE, "released in time");
    }
    println!("released after {} ms", start.elapsed().as_millis());
}

/// The number of the launcher's descriptors that a program started now would inherit.
fn inheritable_descriptors() -> usize {
    let entries = std::fs::read_dir("/proc/self/fd").expect("/proc");
    let numbers = entries.filter_map(|entry| {
        let entry = entry.ok()?;
        let target = std::fs::read_link(entry.path())
            .ok()?
            .to_string_lossy()
            .into_owned();
        let is_ours = target.starts_with("socket:") || target.starts_with("/memfd:");
        is_ours.then(|| entry.file_name().into_string().expect("a number"))
    });
    let inherited = numbers.filter(|number| {
        let info = std::fs::read_to_string(format!("/proc/self/fdinfo/{number}")).expect("/proc");
        let flags = info
            .lines()
            .find_map(|line| line.strip_prefix("flags:"))
            .expect("flags");
        u32::from_str_radix(flags.trim(), 8).expect("octal") & 0o2_000_000 == 0
    });
    inherited.count()
}
