//! Perftest's programs on the adapter of this host that the settings choose, between two processes of this host.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use farreach_runtime::devices::{Adapter, AdapterPort, adapters};
use farreach_runtime::settings::{DeviceChoice, Settings, environment};

use crate::benches::adapters::{LARGE, WINDOW};
use crate::pin::Cores;

/// Repetitions of a latency.
const LATENCIES: &str = "500";
/// Messages of a bandwidth.
const MESSAGES: &str = "64";
/// Longer than a program takes to wait for the other, on an emulated machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// The time between two attempts of a client whose server does not listen yet.
const AGAIN: Duration = Duration::from_millis(200);

/// What perftest measures.
#[derive(Clone, Copy)]
pub(super) enum Test {
    Write,
    Read,
    FetchAdd,
    Bandwidth,
}

impl Test {
    /// The program, and its arguments beside those that name the adapter.
    fn command(self) -> (&'static str, Vec<String>) {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        match self {
            Test::Write => ("ib_write_lat", words(&["-s", "8", "-n", LATENCIES])),
            Test::Read => ("ib_read_lat", words(&["-s", "8", "-n", LATENCIES])),
            Test::FetchAdd => (
                "ib_atomic_lat",
                words(&["-A", "FETCH_AND_ADD", "-n", LATENCIES]),
            ),
            Test::Bandwidth => {
                let (size, depth) = (LARGE.to_string(), WINDOW.to_string());
                (
                    "ib_write_bw",
                    words(&["-s", &size, "-t", &depth, "-n", MESSAGES]),
                )
            }
        }
    }
}

/// The median latency in seconds, or the bytes per second.
pub(super) fn measure(test: Test, cores: Cores) -> Result<f64> {
    let (program, mut arguments) = test.command();
    arguments.extend(place()?);
    // A port that is free now.
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    arguments.extend(["-F".to_owned(), "-p".to_owned(), port.to_string()]);
    let start = |pin: fn(Cores), more: &[&str]| -> Result<Child> {
        let mut command = Command::new(program);
        command.args(&arguments).args(more);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A child runs on the cores of the thread that starts it.
        thread::scope(|scope| {
            let starting = scope.spawn(|| {
                pin(cores);
                command.spawn()
            });
            let started = starting.join().expect("starting does not panic");
            started.with_context(|| format!("starting {program}: apt-get install perftest"))
        })
    };
    let mut server = Ended(start(Cores::pin_second, &[])?);
    let begun = Instant::now();
    loop {
        let client = start(Cores::pin_first, &["127.0.0.1"])?;
        let output = client.wait_with_output()?;
        if output.status.success() {
            let text = String::from_utf8_lossy(&output.stdout);
            return result(test, &text).with_context(|| format!("{program} told {text}"));
        }
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(
            begun.elapsed() < PATIENCE && server.0.try_wait()?.is_none(),
            "{program} failed: {error}"
        );
        thread::sleep(AGAIN);
    }
}

/// The arguments that name the adapter, its port and the GID.
fn place() -> Result<Vec<String>> {
    let settings = Settings::from_variables(&environment())?;
    let DeviceChoice::Ibv { name, port } = &settings.device.choice else {
        bail!("perftest needs an adapter: set FARREACH_DEVICE=ibv");
    };
    let is_wanted = |adapter: &Adapter| name.as_ref().is_none_or(|name| *name == adapter.name);
    let adapters = adapters();
    let usable = adapters
        .iter()
        .filter(|&adapter| is_wanted(adapter))
        .find_map(|adapter| {
            let mut ports = adapter.ports.iter().filter(|port| port.is_usable());
            let found = ports.find(|found| port.is_none_or(|port| port == found.number));
            Some((adapter, found?))
        });
    let (adapter, port) = usable.context("no adapter of this host can be used")?;
    let mut words = vec!["-d".to_owned(), adapter.name.clone()];
    words.extend(["-i".to_owned(), port.number.to_string()]);
    if let Some(gid) = gid(port, &settings) {
        words.extend(["-x".to_owned(), gid.to_string()]);
    }
    Ok(words)
}

/// The index of the GID that is asked for, or else of an IPv4 address with RoCEv2. `None` on InfiniBand.
fn gid(port: &AdapterPort, settings: &Settings) -> Option<u32> {
    if port.link != "Ethernet" {
        return None;
    }
    let gids = port.gids.iter().filter(|gid| gid.kind == "RoCE v2");
    let mut gids = gids.filter(|gid| match settings.device.gid {
        Some(asked) => gid.address == asked,
        None => gid.address.is_ipv4(),
    });
    gids.next().map(|gid| gid.index)
}

/// The figure of a program: the fifth column is the typical latency in microseconds; the fourth, of a bandwidth, is the average in MiB/s.
fn result(test: Test, text: &str) -> Result<f64> {
    // Where perftest does not learn the rate of the processor's counter, its figures are infinite.
    let is_figure = |word: &str| word.parse::<f64>().is_ok_and(f64::is_finite);
    let is_figures =
        |line: &&str| line.split_whitespace().count() > 3 && line.split_whitespace().all(is_figure);
    let line = text.lines().rev().find(is_figures);
    let line = line.context("no line of figures")?;
    let column = |at: usize| {
        let word = line.split_whitespace().nth(at).context("too few columns")?;
        Ok::<f64, anyhow::Error>(word.parse()?)
    };
    match test {
        Test::Bandwidth => Ok(column(3)? * 1_048_576.0),
        Test::Write | Test::Read | Test::FetchAdd => Ok(column(4)? * 1e-6),
    }
}

/// A program that is ended with this value.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::{Test, result};

    #[test]
    fn figures_are_read() {
        let latency = " #bytes #iterations t_min[usec] t_max[usec]\n 8       500          49.81          12491.67      54.68    \t       127.91      713.09 \t\t4433.21 \t\t12491.67\n---\n";
        let bandwidth = " #bytes #iterations BW peak\n 1048576    100              52.06              35.10  \t\t   0.000035\n---\n";
        let read = result(Test::Read, latency).expect("a latency");
        assert!((read - 54.68e-6).abs() < 1e-12, "{read}");
        let rate = result(Test::Bandwidth, bandwidth).expect("a bandwidth");
        assert!((rate - 35.1 * 1_048_576.0).abs() < 1.0, "{rate}");
        assert!(result(Test::Read, "Couldn't connect").is_err());
        assert!(result(Test::Read, " 8 500 1.0 2.0 inf 3.0 4.0\n").is_err());
    }
}
