//! Whether the machine was quiet during a measurement, as far as other processes' load can be seen.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::fabric;
use crate::limits::Limit;
use crate::machine::Machine;
use crate::pin::Cores;
use crate::report::show;

/// The approximate time of each probe.
const PROBE: Duration = Duration::from_millis(20);
/// A load average above this fraction of the cores is reported.
const LOAD_QUIET: f64 = 0.5;
/// A share of the cores below this is reported. Scheduler and interrupts take about 0.01.
const SHARE_QUIET: f64 = 0.9;
/// A limit that varies by more than this factor within a run is reported. On a quiet machine it
/// varies by a few per cent.
const SPREAD_QUIET: f64 = 1.5;

/// A physical limit that is measured again between the rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Probe {
    /// The limit's name.
    pub what: String,
    /// `us` or `GB/s`, or `%` of the cores.
    pub unit: String,
    /// A sample before the first round, and one after each round.
    pub samples: Vec<f64>,
}

/// The machine, and its state during a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Conditions {
    /// The machine.
    pub machine: Machine,
    /// The raw limits, over the run.
    pub probes: Vec<Probe>,
}

impl Conditions {
    /// Starts the record of a run.
    pub(crate) fn begin() -> Conditions {
        let probe = |what: &str, unit: &str| Probe {
            what: what.to_owned(),
            unit: unit.to_owned(),
            samples: Vec::new(),
        };
        Conditions {
            machine: Machine::look(),
            probes: vec![
                probe("part of two cores that two spinning threads get", "%"),
                probe(&COPY.name(), "GB/s"),
                probe(&ROUND_TRIP.name(), "us"),
            ],
        }
    }

    /// Measures the limits once more.
    pub(crate) fn probe(&mut self, cores: Cores) -> Result<()> {
        let figures = [
            100.0 * share(cores),
            COPY.measure(cores, PROBE)? * 1e-9,
            ROUND_TRIP.measure(cores, PROBE)? * 1e6,
        ];
        for (probe, figure) in self.probes.iter_mut().zip(figures) {
            probe.samples.push(figure);
        }
        Ok(())
    }

    /// The differences from a quiet machine, and what the device does not offer, as text. Empty if there are none.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let cores = self.machine.cores;
        if let Some(load) = self.machine.load_average
            && load > LOAD_QUIET * cores as f64
        {
            remarks.push(format!(
                "the load average was {load} at the start, on {cores} cores: others were running, or had been within the last minute"
            ));
        }
        for probe in &self.probes {
            let Probe {
                what,
                unit,
                samples,
            } = probe;
            let least = samples.iter().copied().fold(f64::INFINITY, f64::min);
            let most = samples.iter().copied().fold(0.0, f64::max);
            let is_told = match unit.as_str() {
                "%" => least < 100.0 * SHARE_QUIET,
                _ => most > SPREAD_QUIET * least,
            };
            if is_told {
                let shown: Vec<String> = samples.iter().map(|&sample| show(sample)).collect();
                let shown = shown.join(", ");
                remarks.push(format!(
                    "{what}: {shown} {unit}, at the start and after each round: something else was running"
                ));
            }
        }
        if !remarks.is_empty() {
            remarks.push("figures of a busy machine are worse than it can do and vary: measure again when it is quiet".to_owned());
        }
        remarks.extend(fabric::left_out());
        remarks
    }
}

const COPY: Limit = Limit::Memcpy(1 << 20);
const ROUND_TRIP: Limit = Limit::UdpRoundTrip;

/// The share of their cores that two threads get if both could use a whole core.
fn share(cores: Cores) -> f64 {
    let spin = |pin: fn(Cores)| {
        pin(cores);
        let (begun, used) = (Instant::now(), cpu_time());
        while begun.elapsed() < PROBE {
            std::hint::spin_loop();
        }
        cpu_time().saturating_sub(used).as_secs_f64() / begun.elapsed().as_secs_f64()
    };
    let first = thread::scope(|scope| {
        let other = cores
            .are_two()
            .then(|| scope.spawn(|| spin(Cores::pin_second)));
        let one = scope.spawn(|| spin(Cores::pin_first));
        let one = one.join().expect("spinning does not panic");
        let other = other.map(|other| other.join().expect("spinning does not panic"));
        other.map_or(one, |other| f64::midpoint(one, other))
    });
    first.min(1.0)
}

/// The processor time of the calling thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::{Conditions, share};
    use crate::pin::Cores;

    /// A run of two rounds on a quiet machine.
    fn quiet() -> Conditions {
        let mut conditions = Conditions::begin();
        conditions.machine.cores = 2;
        conditions.machine.load_average = Some(0.4);
        for (probe, samples) in conditions.probes.iter_mut().zip([
            [99.8, 99.5, 99.9],
            [11.0, 10.4, 11.2],
            [5.1, 5.6, 5.2],
        ]) {
            probe.samples = samples.to_vec();
        }
        conditions
    }

    #[test]
    fn a_quiet_machine_is_not_remarked_on() {
        assert_eq!(quiet().remarks(), Vec::<String>::new());
    }

    #[test]
    fn a_load_at_the_start_is_told() {
        let mut busy = quiet();
        busy.machine.load_average = Some(3.2);
        let [load, advice] = &busy.remarks()[..] else {
            panic!("{:?}", busy.remarks())
        };
        assert!(load.contains("3.2 at the start, on 2 cores"), "{load}");
        assert!(advice.contains("measure again"), "{advice}");
    }

    #[test]
    fn limits_that_are_not_what_they_were_are_told() {
        for (probe, sample, told) in [
            (0, 52.0, "99.8, 52.0, 99.9 %"),
            (1, 6.0, "memcpy 1 MiB: 11.0, 6.00, 11.2 GB/s"),
            (2, 9.0, "UDP round trip, polling: 5.10, 9.00, 5.20 us"),
        ] {
            let mut busy = quiet();
            busy.probes[probe].samples[1] = sample;
            let remarks = busy.remarks();
            assert!(
                remarks.len() == 2 && remarks[0].contains(told),
                "{remarks:?}"
            );
        }
    }

    #[test]
    fn all_probes_are_measured_each_time() {
        let mut conditions = Conditions::begin();
        for _ in 0..2 {
            conditions.probe(Cores::find()).unwrap();
        }
        for probe in &conditions.probes {
            assert_eq!(probe.samples.len(), 2, "{probe:?}");
            assert!(
                probe.samples.iter().all(|&sample| sample > 0.0),
                "{probe:?}"
            );
        }
        assert!((0.0..=1.0).contains(&share(Cores::find())));
    }
}
