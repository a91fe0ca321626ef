//! Physical limits: the best that the machine can do, measured on the two cores of the benches.

mod cache_line;
mod memcpy;
mod perftest;
mod queue_pair;
mod spawn;
mod switch;
mod tcp;
mod udp;
mod udp_stream;
mod word;

use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

pub use queue_pair::costs as queue_pair_costs;

use crate::pin::Cores;
use word::{AtomicKind, Width};

/// A physical limit. Times are in seconds, rates per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Limit {
    /// Bytes per second of repeated copies of this number of bytes.
    Memcpy(usize),
    /// The time of one copy of this number of bytes.
    MemcpyTime(usize),
    /// The time of an 8-byte store to mapped memory.
    Store,
    /// The rate of 8-byte stores to mapped memory.
    StoreRate,
    /// The time of an 8-byte load from mapped memory.
    Load,
    /// The time of the atomic instructions.
    FetchAdd64,
    FetchAdd32,
    CompareSwap64,
    CompareSwap32,
    Swap64,
    Swap32,
    /// The one-way time of a word between two cores that both write one line.
    CacheLine,
    /// The one-way time of a word between two cores, each of which writes a line that the other
    /// reads.
    CacheLines,
    /// The round trip of 8 bytes over connected UDP sockets, both sides polling.
    UdpRoundTrip,
    /// The round trip of 8 bytes over connected UDP sockets, the answering side sleeping in the
    /// kernel.
    UdpRoundTripAsleep,
    /// The first round trip of 8 bytes over UDP after a pause.
    UdpFirstRoundTrip,
    /// UDP send calls of 8 bytes that one thread makes per second.
    UdpSends,
    /// The time to request this number of bytes by 8 bytes over TCP, polling.
    TcpFetch(usize),
    /// Bytes per second of a TCP stream, written in pieces of 1 MiB.
    TcpStream,
    /// Processor time of both sides of a TCP stream for 1 MiB.
    TcpCpu,
    /// Bytes per second in datagrams that are gathered from user memory, with segmentation offload
    /// if that is faster.
    UdpStream,
    /// Processor time of both sides of a UDP stream for 1 MiB.
    UdpCpu,
    /// The time of vfork, exec and end of /bin/true.
    Spawn,
    /// The time of a switch to another thread of the core.
    Switch,
    /// The time to create a queue pair of the soft device and bring it to RTS.
    QueuePair,
    /// The median latencies of perftest on an adapter of this host.
    PerftestWrite,
    PerftestRead,
    PerftestAtomic,
    /// Bytes per second of perftest's writes of 1 MiB on an adapter of this host.
    PerftestBandwidth,
}

impl Limit {
    /// The limit's name in reports.
    pub(crate) fn name(self) -> String {
        match self {
            Limit::Memcpy(bytes) | Limit::MemcpyTime(bytes) => {
                return format!("memcpy {}", size_name(bytes));
            }
            Limit::TcpFetch(bytes) => return format!("TCP answer of {}", size_name(bytes)),
            Limit::Store => "raw store",
            Limit::StoreRate => "raw stores",
            Limit::Load => "raw load",
            Limit::FetchAdd64 => "bare lock xadd",
            Limit::FetchAdd32 => "bare lock xadd, 32 bits",
            Limit::CompareSwap64 => "bare lock cmpxchg",
            Limit::CompareSwap32 => "bare lock cmpxchg, 32 bits",
            Limit::Swap64 => "bare xchg",
            Limit::Swap32 => "bare xchg, 32 bits",
            Limit::CacheLine => "cache-line ping-pong, one line, half round trip",
            Limit::CacheLines => "cache-line ping-pong, two lines, half round trip",
            Limit::UdpRoundTrip => "UDP round trip, polling",
            Limit::UdpRoundTripAsleep => "UDP round trip, target asleep in the kernel",
            Limit::UdpFirstRoundTrip => "first UDP round trip after a pause",
            Limit::UdpSends => "UDP send calls",
            Limit::TcpStream => "TCP stream, 1 MiB writes",
            Limit::TcpCpu => "TCP stream, both sides, waiting in the kernel",
            Limit::UdpStream => "gathered UDP with offload",
            Limit::UdpCpu => "gathered UDP with offload, both sides, waiting in the kernel",
            Limit::Spawn => "vfork+exec of /bin/true",
            Limit::Switch => "context switch",
            Limit::QueuePair => "queue pair made",
            Limit::PerftestWrite => "perftest's ib_write_lat",
            Limit::PerftestRead => "perftest's ib_read_lat",
            Limit::PerftestAtomic => "perftest's ib_atomic_lat",
            Limit::PerftestBandwidth => "perftest's ib_write_bw",
        }
        .to_owned()
    }

    /// Measures the limit for about `budget`.
    pub(crate) fn measure(self, cores: Cores, budget: Duration) -> Result<f64> {
        let atomic = |kind, width| alone(cores, || word::atomic(kind, width, budget));
        let measured = match self {
            Limit::Memcpy(bytes) => {
                alone(cores, || memcpy::seconds(bytes, budget)).map(|took| bytes as f64 / took)
            }
            Limit::MemcpyTime(bytes) => alone(cores, || memcpy::seconds(bytes, budget)),
            Limit::Store => alone(cores, || word::store(budget)),
            Limit::StoreRate => alone(cores, || word::store(budget)).map(f64::recip),
            Limit::Load => alone(cores, || word::load(budget)),
            Limit::FetchAdd64 => atomic(AtomicKind::Add, Width::W64),
            Limit::FetchAdd32 => atomic(AtomicKind::Add, Width::W32),
            Limit::CompareSwap64 => atomic(AtomicKind::CompareSwap, Width::W64),
            Limit::CompareSwap32 => atomic(AtomicKind::CompareSwap, Width::W32),
            Limit::Swap64 => atomic(AtomicKind::Swap, Width::W64),
            Limit::Swap32 => atomic(AtomicKind::Swap, Width::W32),
            Limit::CacheLine => cache_line::one_way(cores, cache_line::Lines::One),
            Limit::CacheLines => cache_line::one_way(cores, cache_line::Lines::Two),
            Limit::UdpRoundTrip => udp::round_trip(cores, budget, udp::Answering::Polling),
            Limit::UdpRoundTripAsleep => udp::round_trip(cores, budget, udp::Answering::Asleep),
            Limit::UdpFirstRoundTrip => udp::round_trip_after_pause(cores),
            Limit::UdpSends => udp::sends_per_second(cores, budget),
            Limit::TcpFetch(bytes) => tcp::fetch(cores, bytes, budget),
            Limit::TcpStream => better(|waiting| tcp::stream(cores, waiting)),
            Limit::TcpCpu => {
                tcp::stream(cores, Waiting::Asleep).map(|cost| cost.cpu_seconds_per_mebibyte)
            }
            Limit::UdpStream => better(|waiting| udp_stream::best(cores, waiting)),
            Limit::UdpCpu => {
                udp_stream::best(cores, Waiting::Asleep).map(|cost| cost.cpu_seconds_per_mebibyte)
            }
            Limit::Spawn => spawn::seconds(budget),
            Limit::Switch => Ok(switch::seconds(cores)),
            Limit::QueuePair => alone(cores, || queue_pair::seconds(budget)),
            Limit::PerftestWrite => perftest::measure(perftest::Test::Write, cores),
            Limit::PerftestRead => perftest::measure(perftest::Test::Read, cores),
            Limit::PerftestAtomic => perftest::measure(perftest::Test::FetchAdd, cores),
            Limit::PerftestBandwidth => perftest::measure(perftest::Test::Bandwidth, cores),
        };
        measured.with_context(|| format!("measuring the limit {}", self.name()))
    }
}

/// How a thread waits for its socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    Polling,
    Asleep,
}

/// The throughput and the cost of a stream.
#[derive(Clone, Copy, Debug)]
struct StreamCost {
    bytes_per_second: f64,
    /// Both sides together.
    cpu_seconds_per_mebibyte: f64,
}

/// The faster of two ways: both sides polling, or both sleeping in the kernel.
fn better(stream: impl Fn(Waiting) -> Result<StreamCost>) -> Result<f64> {
    let polling = stream(Waiting::Polling)?.bytes_per_second;
    Ok(polling.max(stream(Waiting::Asleep)?.bytes_per_second))
}

/// A number of bytes as text.
pub(crate) fn size_name(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

/// Runs `measure` in a thread of its own on the first core.
fn alone(cores: Cores, measure: impl FnOnce() -> Result<f64> + Send) -> Result<f64> {
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            cores.pin_first();
            measure()
        });
        thread.join().expect("a limit's thread does not panic")
    })
}

/// Runs `measure` on the first core and, at the same time, `answer` on the second. Returns the
/// result of `measure`.
fn facing(
    cores: Cores,
    measure: impl FnOnce() -> Result<f64> + Send,
    answer: impl FnOnce() -> Result<()> + Send,
) -> Result<f64> {
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            cores.pin_second();
            answer()
        });
        let one = scope.spawn(|| {
            cores.pin_first();
            measure()
        });
        let measured = one.join().expect("a limit's thread does not panic");
        other.join().expect("a limit's thread does not panic")?;
        measured
    })
}

#[cfg(test)]
mod tests {
    use super::{Limit, size_name};
    use crate::pin::Cores;
    use std::time::Duration;

    #[test]
    fn sizes_are_named_in_the_largest_whole_unit() {
        assert_eq!(
            [8, 4096, 1 << 20, 4 << 20].map(size_name),
            ["8 B", "4 KiB", "1 MiB", "4 MiB"]
        );
    }

    #[test]
    fn every_limit_can_be_measured_and_is_plausible() {
        let cores = Cores::find();
        let times = [
            Limit::MemcpyTime(4096),
            Limit::Store,
            Limit::Load,
            Limit::FetchAdd64,
            Limit::FetchAdd32,
            Limit::CompareSwap64,
            Limit::CompareSwap32,
            Limit::Swap64,
            Limit::Swap32,
            Limit::CacheLine,
            Limit::CacheLines,
            Limit::UdpRoundTrip,
            Limit::UdpRoundTripAsleep,
            Limit::UdpFirstRoundTrip,
            Limit::TcpFetch(4096),
            Limit::Spawn,
            Limit::Switch,
            Limit::QueuePair,
            Limit::TcpCpu,
            Limit::UdpCpu,
        ];
        for limit in times {
            let seconds = limit.measure(cores, Duration::from_millis(3)).unwrap();
            assert!(
                (1e-11..0.1).contains(&seconds),
                "{}: {seconds} s",
                limit.name()
            );
        }
        for limit in [
            Limit::Memcpy(65536),
            Limit::StoreRate,
            Limit::UdpSends,
            Limit::TcpStream,
            Limit::UdpStream,
        ] {
            let rate = limit.measure(cores, Duration::from_millis(3)).unwrap();
            assert!((1e3..1e12).contains(&rate), "{}: {rate}/s", limit.name());
        }
    }
}
