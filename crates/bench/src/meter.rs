//! Timing: operations that take nanoseconds in batches, slower operations one by one.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hdrhistogram::Histogram;

use crate::series::median;

/// The least time of a batch, so that two readings of the clock don't count.
const BATCH: Duration = Duration::from_micros(20);
/// The number of batches in a row that must reach [`BATCH`]. A single one may reach it because its
/// operation is the first, or because the process lost its core.
const LONG_BATCHES: usize = 3;
/// The least number of batches of a median.
const BATCHES_MIN: usize = 5;
/// The longest time, in nanoseconds, that a histogram distinguishes from longer ones.
const LONGEST_NS: u64 = 60_000_000_000;

/// The result of a measurement in batches.
pub(crate) struct Batches {
    /// Seconds per operation: the median over the batches.
    pub(crate) seconds: f64,
    /// The number of operations, including the warm-up.
    pub(crate) operations: u64,
}

/// Repeats `op` for about `budget`. `op` gets the number of the repetition.
pub(crate) fn batches(budget: Duration, mut op: impl FnMut(u64) -> Result<()>) -> Result<Batches> {
    let mut operations = 0;
    let mut run = |count: u64| -> Result<Duration> {
        let begun = Instant::now();
        for number in operations..operations + count {
            op(number)?;
        }
        let took = begun.elapsed();
        operations += count;
        Ok(took)
    };
    let mut count = 1;
    let begun = Instant::now();
    let mut long = 0;
    // This loop warms up as well.
    while long < LONG_BATCHES {
        if run(count)? < BATCH && count < 1 << 24 {
            count *= 2;
            long = 0;
        } else {
            long += 1;
        }
    }
    let mut each = Vec::new();
    while each.len() < BATCHES_MIN || begun.elapsed() < budget {
        each.push(run(count)?.as_secs_f64() / count as f64);
    }
    Ok(Batches {
        seconds: median(&each),
        operations,
    })
}

/// The result of a measurement one by one.
pub(crate) struct Each {
    histogram: Histogram<u64>,
    /// The number of operations, including the warm-up.
    pub(crate) operations: u64,
}

impl Each {
    /// The time in seconds that the fraction `quantile` of the operations did not exceed.
    pub(crate) fn quantile(&self, quantile: f64) -> f64 {
        self.histogram.value_at_quantile(quantile) as f64 * 1e-9
    }

    /// The median in seconds.
    pub(crate) fn median(&self) -> f64 {
        self.quantile(0.5)
    }
}

/// Repeats `op` for about `budget` and times each repetition. The first `warm_up` repetitions are
/// not counted.
pub(crate) fn each(
    budget: Duration,
    warm_up: u64,
    mut op: impl FnMut(u64) -> Result<()>,
) -> Result<Each> {
    for number in 0..warm_up {
        op(number)?;
    }
    let begun = Instant::now();
    each_while(warm_up, |number| {
        op(number)?;
        Ok(begun.elapsed() < budget)
    })
}

/// Times `op` until it returns `false`.
fn each_while(first: u64, mut op: impl FnMut(u64) -> Result<bool>) -> Result<Each> {
    let mut histogram = Histogram::new_with_bounds(1, LONGEST_NS, 3).context("histogram bounds")?;
    let mut operations = first;
    let mut before = Instant::now();
    loop {
        let goes_on = op(operations)?;
        operations += 1;
        let now = Instant::now();
        histogram.saturating_record((now - before).as_nanos() as u64);
        before = now;
        if !goes_on {
            return Ok(Each {
                histogram,
                operations,
            });
        }
    }
}

/// Runs `op` exactly `count` times, and times each repetition.
pub(crate) fn each_of(count: u64, mut op: impl FnMut(u64) -> Result<()>) -> Result<Each> {
    let mut left = count;
    each_while(0, |number| {
        op(number)?;
        left -= 1;
        Ok(left > 0)
    })
}

#[cfg(test)]
mod tests {
    use super::{batches, each, each_of};
    use std::thread::sleep;
    use std::time::Duration;

    #[test]
    fn every_repetition_has_its_number_and_is_counted() {
        let mut expected = 0;
        let measured = batches(Duration::from_millis(2), |number| {
            assert_eq!(number, expected);
            expected += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(measured.operations, expected);
    }

    #[test]
    fn slow_operations_are_timed_one_by_one() {
        let measured = each(Duration::from_millis(20), 1, |number| {
            sleep(Duration::from_millis(if number == 0 { 5 } else { 1 }));
            Ok(())
        })
        .unwrap();
        let median = measured.median();
        assert!(median >= 1e-3, "{median}");
        assert!(measured.quantile(0.99) >= median);
    }

    #[test]
    fn a_count_is_kept() {
        let mut done = 0;
        let measured = each_of(7, |_| {
            done += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!((done, measured.operations), (7, 7));
    }

    #[test]
    fn an_error_ends_the_measurement() {
        assert!(batches(Duration::from_secs(9), |_| anyhow::bail!("no")).is_err());
        assert!(each(Duration::from_secs(9), 0, |_| anyhow::bail!("no")).is_err());
    }
}
