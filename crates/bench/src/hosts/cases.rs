//! What the processes of a job measure together.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use farreach::shmem::{Pe, Reduction, Symmetric};
use hdrhistogram::Histogram;

use super::sockets::{self, Addresses, Sockets};
use super::{FLOWS, SENDERS, Shape, Task, fairness};
use crate::sample::{Sample, Unit};

const BYTES: usize = 1 << 20;
/// Puts, or gets, of which the completion is waited for together, while as many others are under way.
const WINDOW: usize = 8;
/// The pause between operations that must not load the network by themselves.
pub(super) const PAUSE: Duration = Duration::from_micros(200);
/// The most measurements of single operations that are dropped at first.
const COLD: u32 = 100;
/// The longest time, in nanoseconds, that a histogram distinguishes from longer ones.
const LONGEST_NS: u64 = 60_000_000_000;

/// A host that says nothing for so long is gone.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// The time before a case is measured, in which a stream finds its rate.
pub(super) fn warm_up(budget: Duration) -> Duration {
    budget / 4
}

/// The times of single operations.
pub(super) struct Times(Histogram<u64>);

impl Times {
    /// Repeats `op`, which tells its time, or that it does not count: for `budget` after the first ones, and until one counts.
    pub(super) fn measure(
        budget: Duration,
        mut op: impl FnMut() -> Result<Option<Duration>>,
    ) -> Result<Times> {
        let histogram = Histogram::new_with_bounds(1, LONGEST_NS, 3);
        let mut times = Times(histogram.context("a histogram")?);
        let begun = Instant::now();
        let mut cold = 0;
        while cold < COLD && begun.elapsed() < warm_up(budget) {
            op()?;
            cold += 1;
        }
        let begun = Instant::now();
        while times.0.is_empty() || begun.elapsed() < budget {
            ensure!(
                begun.elapsed() < budget + PATIENCE,
                "no answer at all has come within {PATIENCE:?}"
            );
            if let Some(took) = op()? {
                times.0.saturating_record(took.as_nanos() as u64);
            }
        }
        Ok(times)
    }

    /// Seconds that the fraction `quantile` of the operations did not exceed.
    fn quantile(&self, quantile: f64) -> f64 {
        self.0.value_at_quantile(quantile) as f64 * 1e-9
    }
}

/// A stream: the rank that sends, and the one that receives.
type Stream = (u32, u32);

/// What a stream consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Tcp,
    Puts,
    /// The sender gets instead of putting, so that the data flows the other way.
    Gets,
}

/// One rank's part in a job.
pub(super) struct Party<'a> {
    pe: &'a Pe,
    task: Task,
    sockets: Sockets,
    /// The addresses of all ranks.
    all: Vec<Addresses>,
    local: Symmetric<u8>,
    /// A part for each rank.
    remote: Symmetric<u8>,
}

impl Party<'_> {
    pub(super) fn new(pe: &Pe, task: Task) -> Result<Party<'_>> {
        let sockets = Sockets::open(pe.world().settings().bind)?;
        let all = exchange(pe, sockets.addresses()?)?;
        let local = pe.alloc::<u8>(BYTES)?;
        let remote = pe.alloc::<u8>(pe.n_pes() as usize * BYTES)?;
        let byte = pe.my_pe() as u8 + 1;
        pe.write(local, &vec![byte; BYTES])?;
        // What a get of this rank's part brings, too.
        pe.write(remote, &vec![byte; pe.n_pes() as usize * BYTES])?;
        pe.barrier_all()?;
        Ok(Party {
            pe,
            task,
            sockets,
            all,
            local,
            remote,
        })
    }

    pub(super) fn run(&self) -> Result<()> {
        match self.task.shape {
            Shape::Pair => self.pair(),
            Shape::Beside => self.beside(),
            Shape::Flows => {
                let streams: Vec<Stream> = (0..FLOWS).map(|rank| (rank, rank + FLOWS)).collect();
                self.together(&streams, &format!("{FLOWS} processes to {FLOWS}"))
            }
            Shape::Incast => {
                let streams: Vec<Stream> = (1..=SENDERS).map(|rank| (rank, 0)).collect();
                self.together(&streams, &format!("{SENDERS} processes to one"))
            }
        }
    }

    fn budget(&self) -> Duration {
        Duration::from_millis(self.task.case_ms)
    }

    fn is(&self, rank: u32) -> bool {
        self.pe.my_pe() == rank
    }

    /// One process with one other: single operations, and a stream.
    fn pair(&self) -> Result<()> {
        let udp = self.round_trips((0, 1), false)?;
        let get = self.gets((0, 1), false)?;
        let tcp = self.streams(&[(0, 1)], Kind::Tcp)?[0];
        let put = self.streams(&[(0, 1)], Kind::Puts)?[0];
        let got = self.streams(&[(0, 1)], Kind::Gets)?[0];
        if let (Some(udp), Some(get)) = (udp, get) {
            let sample = Sample::new("get 8 B", get.quantile(0.5), Unit::Microseconds);
            sample.beside("a UDP round trip", udp.quantile(0.5)).emit();
            for (case, rate) in [("put 1 MiB", put), ("get 1 MiB", got)] {
                let sample = Sample::new(case, rate, Unit::Bandwidth);
                sample.beside("a TCP stream", tcp).emit();
            }
        }
        Ok(())
    }

    /// Single operations of ranks 1 and 3 beside a stream from rank 0 to rank 2.
    fn beside(&self) -> Result<()> {
        let (stream, single) = ((0, 2), (1, 3));
        let is_streaming = self.is(stream.0) || self.is(stream.1);
        self.pe.barrier_all()?;
        let udp = if is_streaming {
            self.tcp_part(&[stream], 2 * self.budget())?;
            None
        } else {
            self.round_trips_part(single, true)?
        };
        self.pe.barrier_all()?;
        let get = if self.is(stream.0) {
            self.send(Kind::Puts, stream.1, 2 * self.budget())?;
            None
        } else if self.is(single.0) {
            // The stream has reached its rate.
            thread::sleep(warm_up(self.budget()));
            Some(self.gets_part(single.1, true)?)
        } else {
            None
        };
        self.pe.barrier_all()?;
        // Rank 0 reports, and rank 1 knows.
        let of = |times: &Option<Times>, quantile| {
            let own = times.as_ref().map_or(0.0, |times| times.quantile(quantile));
            self.pe.all_reduce_one(own, Reduction::Sum)
        };
        for (name, quantile) in [("median", 0.5), ("99 %", 0.99)] {
            let (get, udp) = (of(&get, quantile)?, of(&udp, quantile)?);
            if self.is(0) {
                let case = format!("get 8 B beside puts of 1 MiB, {name}");
                let sample = Sample::new(case, get, Unit::Microseconds);
                sample.beside("UDP beside a TCP stream", udp).emit();
            }
        }
        Ok(())
    }

    /// Several streams at a time.
    fn together(&self, streams: &[Stream], name: &str) -> Result<()> {
        let tcp = self.streams(streams, Kind::Tcp)?;
        let puts = self.streams(streams, Kind::Puts)?;
        if self.is(0) {
            let sum = |rates: &[f64]| rates.iter().sum::<f64>();
            Sample::new(
                format!("puts of {name}, total"),
                sum(&puts),
                Unit::Bandwidth,
            )
            .beside("as many TCP streams", sum(&tcp))
            .emit();
            let case = format!("puts of {name}, fairness");
            Sample::new(case, fairness(&puts), Unit::Times)
                .beside("as many TCP streams", fairness(&tcp))
                .emit();
        }
        Ok(())
    }

    /// The bytes per second of each stream. All run at the same time, and all ranks get the result.
    fn streams(&self, streams: &[Stream], kind: Kind) -> Result<Vec<f64>> {
        self.pe.barrier_all()?;
        let budget = self.budget();
        let own = match kind {
            Kind::Tcp => self.tcp_part(streams, budget)?,
            Kind::Puts | Kind::Gets => {
                let to = streams.iter().find(|(from, _)| self.is(*from));
                to.map_or(Ok(0.0), |&(_, to)| self.send(kind, to, budget))?
            }
        };
        self.pe.barrier_all()?;
        if kind == Kind::Puts {
            self.check(streams)?;
        }
        let mut rates: Vec<f64> = streams
            .iter()
            .map(|&(from, _)| if self.is(from) { own } else { 0.0 })
            .collect();
        self.pe.all_reduce(&mut rates, Reduction::Sum)?;
        Ok(rates)
    }

    /// Sends or receives TCP streams. Returns the rate of a sender.
    fn tcp_part(&self, streams: &[Stream], budget: Duration) -> Result<f64> {
        if let Some(&(_, to)) = streams.iter().find(|(from, _)| self.is(*from)) {
            return sockets::send(self.all[to as usize], budget);
        }
        let incoming = streams.iter().filter(|(_, to)| self.is(*to)).count();
        self.sockets.receive(incoming as u32, budget)?;
        Ok(0.0)
    }

    /// Puts to, or gets from, the part of rank `peer` that is this rank's. Returns bytes per second after the warm-up.
    fn send(&self, kind: Kind, peer: u32, budget: Duration) -> Result<f64> {
        let place = self.pe.my_pe() as usize * BYTES;
        let through = self.pe.through();
        let mut before = through.mark();
        let begun = Instant::now();
        let (mut since, mut moved) = (None, 0);
        loop {
            for _ in 0..WINDOW {
                let there = self.remote.range(place..).on(peer);
                let here = self.local.range(..BYTES);
                if kind == Kind::Gets {
                    self.pe.get_nbi(there, here)?;
                } else {
                    self.pe.put_nbi(there, here)?;
                }
            }
            // As in a TCP stream, something is always under way.
            let mark = through.mark();
            through.wait_for_mark(std::mem::replace(&mut before, mark))?;
            let now = Instant::now();
            match since {
                None if begun.elapsed() >= warm_up(budget) => since = Some(now),
                None => {}
                Some(since) => {
                    moved += WINDOW * BYTES;
                    if begun.elapsed() >= warm_up(budget) + budget {
                        self.pe.quiet()?;
                        return Ok(moved as f64 / (now - since).as_secs_f64());
                    }
                }
            }
        }
    }

    /// Checks that what senders have put is there.
    fn check(&self, streams: &[Stream]) -> Result<()> {
        let mut found = vec![0; BYTES];
        for &(from, _) in streams.iter().filter(|(_, to)| self.is(*to)) {
            let place = from as usize * BYTES;
            self.pe
                .read(self.remote.range(place..place + BYTES), &mut found)?;
            let byte = from as u8 + 1;
            ensure!(
                found.iter().all(|&found| found == byte),
                "what rank {from} has put is not there"
            );
        }
        Ok(())
    }

    /// UDP round trips between two ranks, while the others wait. The first of the two gets the times.
    fn round_trips(&self, pair: Stream, is_paced: bool) -> Result<Option<Times>> {
        self.pe.barrier_all()?;
        let times = self.round_trips_part(pair, is_paced)?;
        self.pe.barrier_all()?;
        Ok(times)
    }

    fn round_trips_part(&self, (from, to): Stream, is_paced: bool) -> Result<Option<Times>> {
        if self.is(from) {
            let times = self
                .sockets
                .ask(self.all[to as usize], self.budget(), is_paced)?;
            return Ok(Some(times));
        }
        if self.is(to) {
            self.sockets.answer(self.all[from as usize])?;
        }
        Ok(None)
    }

    /// Gets of 8 B of one rank from another, while the others wait. The first of the two gets the times.
    fn gets(&self, (from, to): Stream, is_paced: bool) -> Result<Option<Times>> {
        self.pe.barrier_all()?;
        let times = if self.is(from) {
            Some(self.gets_part(to, is_paced)?)
        } else {
            None
        };
        self.pe.barrier_all()?;
        Ok(times)
    }

    fn gets_part(&self, peer: u32, is_paced: bool) -> Result<Times> {
        let mut bytes = [0; 8];
        Times::measure(self.budget(), || {
            if is_paced {
                thread::sleep(PAUSE);
            }
            let begun = Instant::now();
            self.pe
                .get_slice(self.remote.range(..8).on(peer), &mut bytes)?;
            let took = begun.elapsed();
            ensure!(bytes == [peer as u8 + 1; 8], "a get brought {bytes:?}");
            Ok(Some(took))
        })
    }
}

/// Bytes of an address in an exchange: an IPv6 address (also for an IPv4 address), and two ports.
const ADDRESS_BYTES: usize = 16 + 2 + 2;

/// The addresses of all ranks.
fn exchange(pe: &Pe, own: Addresses) -> Result<Vec<Addresses>> {
    let ip = match own.stream.ip() {
        IpAddr::V4(ip) => ip.to_ipv6_mapped(),
        IpAddr::V6(ip) => ip,
    };
    let mut bytes = ip.octets().to_vec();
    bytes.extend(own.stream.port().to_be_bytes());
    bytes.extend(own.datagrams.port().to_be_bytes());
    let (all, _) = pe.collect(&bytes[..])?;
    let addresses = all.chunks_exact(ADDRESS_BYTES).map(|one| {
        let octets: [u8; 16] = one[..16].try_into().expect("16 bytes");
        let ip = Ipv6Addr::from(octets).to_canonical();
        let port = |at: usize| u16::from_be_bytes([one[at], one[at + 1]]);
        Addresses {
            stream: SocketAddr::new(ip, port(16)),
            datagrams: SocketAddr::new(ip, port(18)),
        }
    });
    Ok(addresses.collect())
}
