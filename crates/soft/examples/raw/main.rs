//! Compares the device with plain sockets on loopback: ping-pong over plain UDP against RDMA
//! operations of 8 bytes, and a TCP stream against RDMA writes of 1 MiB. Two threads on two cores
//! poll.
//!
//! `cargo run --release -p farreach-soft --example raw [ROUNDS] [NAME]` runs all measurements in
//! turn, `ROUNDS` times, since machines change their speed during a run. The program prints medians
//! and extremes of the rounds. `NAME` selects the measurements whose name contains it.
//! `FARREACH_RAW_MTU` sets the device's MTU. With `FARREACH_RAW_COUNTERS` set, the program prints
//! the counters of each measurement.

mod plain;
mod rdma;

use plain::Peers;
use rustix::thread::{CpuSet, sched_setaffinity};

/// One kind of measurement.
struct Measurement {
    name: &'static str,
    unit: &'static str,
    run: fn() -> f64,
    /// The name of the measurement that this one is compared with.
    against: &'static str,
}

const UDP: &str = "UDP ping-pong 60 B";
const TCP: &str = "TCP stream, 1 MiB writes";

const MEASUREMENTS: &[Measurement] = &[
    latency("UDP ping-pong 8 B", || {
        plain::udp_round_trip(8, Peers::Connected)
    }),
    latency(UDP, || plain::udp_round_trip(60, Peers::Connected)),
    latency("UDP ping-pong 60 B, unconnected", || {
        plain::udp_round_trip(60, Peers::Any)
    }),
    latency("RDMA read 8 B", || rdma::round_trip(rdma::Operation::Read)),
    latency("RDMA fetch-add", || {
        rdma::round_trip(rdma::Operation::FetchAdd)
    }),
    latency("RDMA write 8 B", || {
        rdma::round_trip(rdma::Operation::Write)
    }),
    rate("RDMA write 8 B, 64 in flight", || rdma::rate(8)),
    rate("RDMA write 4 KiB, 64 in flight", || rdma::rate(4096)),
    bandwidth(TCP, plain::tcp_bandwidth),
    bandwidth("RDMA write 1 MiB, 16 in flight", || {
        rdma::bandwidth(rdma::Direction::Write)
    }),
    bandwidth("RDMA read 1 MiB, 16 in flight", || {
        rdma::bandwidth(rdma::Direction::Read)
    }),
];

const fn latency(name: &'static str, run: fn() -> f64) -> Measurement {
    Measurement {
        name,
        unit: "µs round trip",
        run,
        against: UDP,
    }
}

const fn rate(name: &'static str, run: fn() -> f64) -> Measurement {
    Measurement {
        name,
        unit: "M/s",
        run,
        against: "",
    }
}

const fn bandwidth(name: &'static str, run: fn() -> f64) -> Measurement {
    Measurement {
        name,
        unit: "GB/s",
        run,
        against: TCP,
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments
        .next()
        .map_or(3, |text| text.parse().expect("ROUNDS is a number"));
    let only = arguments.next().unwrap_or_default();
    let selected: Vec<&Measurement> = MEASUREMENTS
        .iter()
        .filter(|measurement| measurement.name.contains(&only))
        .collect();
    let mut samples = vec![Vec::new(); selected.len()];
    for _ in 0..rounds.max(1) {
        for (measurement, samples) in selected.iter().zip(&mut samples) {
            samples.push((measurement.run)());
        }
    }
    let medians: Vec<f64> = samples.iter_mut().map(|samples| median(samples)).collect();
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

fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// Binds the calling thread to one core, if there are several.
fn pin(core: usize) {
    let mut cores = CpuSet::new();
    cores.set(core);
    // With one core both threads share it, which is slow but works.
    let _ = sched_setaffinity(None, &cores);
}
