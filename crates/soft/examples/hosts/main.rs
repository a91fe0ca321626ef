//! Compares the device between two hosts with plain UDP and TCP.
//!
//! ```text
//!   host A:  hosts serve A             answers everything below, for any number of clients
//!   host B:  hosts measure A B [ROUNDS] [NAME]    round trips and bandwidths, in turn
//!            hosts flow A B SECONDS               bandwidth of a stream of 1 MiB writes
//!            hosts tcp-flow A B SECONDS           bandwidth of a TCP stream
//!            hosts latency A B SECONDS            round trips of 8 B reads: median, 99 %, longest
//! ```
//!
//! `A` and `B` are the hosts' addresses. `NAME` selects the measurements whose name contains it.
//! Network namespaces will do for hosts. With `FARREACH_HOSTS_COUNTERS` set, the program prints the
//! device's counters. `FARREACH_HOSTS_SECURE`, set on both hosts, seals all datagrams of the device, and
//! `FARREACH_HOSTS_PLAIN` leaves the CRC away, to tell what it costs.

mod control;
mod plain;
mod rdma;
mod serve;

use std::net::IpAddr;
use std::time::Duration;

use control::Server;

/// A kind of measurement.
struct Measurement {
    name: &'static str,
    unit: &'static str,
    run: fn(&Server) -> f64,
    /// The name of the measurement that this one is compared with.
    against: &'static str,
}

const UDP: &str = "UDP ping-pong 60 B";
const TCP: &str = "TCP stream, 1 MiB writes";

const MEASUREMENTS: &[Measurement] = &[
    Measurement {
        name: UDP,
        unit: "µs round trip",
        run: plain::udp_round_trip,
        against: UDP,
    },
    Measurement {
        name: "RDMA read 8 B",
        unit: "µs round trip",
        run: rdma::round_trip,
        against: UDP,
    },
    Measurement {
        name: TCP,
        unit: "GB/s",
        run: plain::tcp_bandwidth,
        against: TCP,
    },
    Measurement {
        name: "RDMA write 1 MiB, 4 in flight",
        unit: "GB/s",
        run: |server| rdma::bandwidth(server, rdma::Direction::Write),
        against: TCP,
    },
    Measurement {
        name: "RDMA read 1 MiB, 4 in flight",
        unit: "GB/s",
        run: |server| rdma::bandwidth(server, rdma::Direction::Read),
        against: TCP,
    },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["serve", own] => serve::run(address(own)),
        ["measure", server, own, ref rest @ ..] => {
            let rounds = rest.first().map_or(3, |text| number(text) as usize);
            let only = rest.get(1).copied().unwrap_or_default();
            measure(&Server::new(address(server), address(own)), rounds, only);
        }
        ["flow", server, own, seconds] => {
            let server = Server::new(address(server), address(own));
            println!("{:.4}", rdma::flow(&server, span(seconds)));
        }
        ["tcp-flow", server, own, seconds] => {
            let server = Server::new(address(server), address(own));
            println!("{:.4}", plain::tcp_flow(&server, span(seconds)));
        }
        ["latency", server, own, seconds] => {
            let server = Server::new(address(server), address(own));
            let mut times = rdma::latencies(&server, span(seconds));
            times.sort_by(f64::total_cmp);
            let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
            println!(
                "{} reads: median {:.1} µs, 99 % {:.1} µs, longest {:.1} µs",
                times.len(),
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
        _ => eprintln!("see the head of crates/soft/examples/hosts/main.rs for the arguments"),
    }
}

fn address(text: &str) -> IpAddr {
    text.parse().expect("an IP address")
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

fn span(text: &str) -> Duration {
    Duration::from_secs_f64(number(text))
}

/// Runs the selected measurements in turn, since machines change their speed during a run.
fn measure(server: &Server, rounds: usize, only: &str) {
    let selected: Vec<&Measurement> = MEASUREMENTS
        .iter()
        .filter(|measurement| measurement.name.contains(only))
        .collect();
    let mut samples = vec![Vec::new(); selected.len()];
    for _ in 0..rounds.max(1) {
        for (measurement, samples) in selected.iter().zip(&mut samples) {
            samples.push((measurement.run)(server));
        }
    }
    for samples in &mut samples {
        samples.sort_by(f64::total_cmp);
    }
    let medians: Vec<f64> = samples.iter().map(|all| all[all.len() / 2]).collect();
    for ((measurement, median), samples) in selected.iter().zip(&medians).zip(&samples) {
        let base = selected
            .iter()
            .position(|other| other.name == measurement.against);
        let ratio = base.map_or(String::new(), |base| {
            format!("{:5.2} × {}", median / medians[base], measurement.against)
        });
        println!(
            "{:32} {median:7.3} {:14} {ratio:38} ({:.3} to {:.3})",
            measurement.name,
            measurement.unit,
            samples[0],
            samples[samples.len() - 1],
        );
    }
}
