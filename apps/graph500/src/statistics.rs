//! The benchmark's statistics.

use serde::Serialize;

/// Of a number of samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Statistics {
    pub(crate) min: f64,
    pub(crate) first_quartile: f64,
    pub(crate) median: f64,
    pub(crate) third_quartile: f64,
    pub(crate) max: f64,
    /// The arithmetic mean; of rates the harmonic one.
    pub(crate) mean: f64,
    /// The deviation of that mean's samples; of rates the standard error of the harmonic mean.
    pub(crate) deviation: f64,
}

impl Statistics {
    /// Of times or numbers.
    pub(crate) fn of(samples: &[f64]) -> Statistics {
        let count = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / count;
        let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        Statistics::with(samples, mean, deviation)
    }

    /// Of rates. The deviation is that of N. Norris, "The standard errors of the geometric and harmonic means and their
    /// application to index numbers", 1940.
    pub(crate) fn of_rates(samples: &[f64]) -> Statistics {
        let inverses: Vec<f64> = samples.iter().map(|sample| 1.0 / sample).collect();
        let count = inverses.len() as f64;
        let mean_inverse = inverses.iter().sum::<f64>() / count;
        let squares: f64 = inverses
            .iter()
            .map(|inverse| (inverse - mean_inverse).powi(2))
            .sum();
        let mean = 1.0 / mean_inverse;
        let deviation = squares.sqrt() / (count - 1.0).max(1.0) * mean * mean;
        Statistics::with(samples, mean, deviation)
    }

    fn with(samples: &[f64], mean: f64, deviation: f64) -> Statistics {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len() - 1;
        // Between two samples, quartiles are their mean.
        let between = |low: usize, high: usize| f64::midpoint(sorted[low], sorted[high]);
        Statistics {
            min: sorted[0],
            first_quartile: between(last / 4, sorted.len() / 4),
            median: between(last / 2, sorted.len() / 2),
            third_quartile: between(last - sorted.len() / 4, last - last / 4),
            max: sorted[last],
            mean,
            deviation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_close(found: [f64; 3], wanted: [f64; 3]) {
        for (found, wanted) in found.into_iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-12, "{found}, not {wanted}");
        }
    }

    #[test]
    fn quartiles_and_means_are_the_benchmarks() {
        let all = Statistics::of(&[4.0, 1.0, 3.0, 2.0]);
        assert_close([all.min, all.median, all.max], [1.0, 2.5, 4.0]);
        let deviation = (5.0_f64 / 3.0).sqrt();
        let found = [all.first_quartile, all.third_quartile, all.deviation];
        assert_close(found, [1.5, 3.5, deviation]);
        // The inverses 1, 1/2, 1/4 are 5/12, -1/12, -4/12 from their mean 7/12.
        let rates = Statistics::of_rates(&[1.0, 2.0, 4.0]);
        let squares: f64 = (25.0 + 1.0 + 16.0) / 144.0;
        let deviation = squares.sqrt() / 2.0 * (144.0 / 49.0);
        let found = [rates.mean, rates.deviation, rates.median];
        assert_close(found, [12.0 / 7.0, deviation, 2.0]);
        let one = Statistics::of_rates(&[7.0]);
        assert_close(
            [one.min, one.third_quartile, one.deviation],
            [7.0, 7.0, 0.0],
        );
    }
}
