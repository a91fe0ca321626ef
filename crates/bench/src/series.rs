//! The figures of all rounds, and their medians.

use std::collections::BTreeMap;

use crate::limits::Limit;
use crate::report::{Row, Target};
use crate::sample::{Reference, Sample, Terms, Unit, name_of};
use crate::task::{Bench, Placement};

/// The median. For an even number of figures, the mean of the middle two.
pub(crate) fn median(figures: &[f64]) -> f64 {
    assert!(!figures.is_empty(), "no median of nothing");
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    } else {
        sorted[middle]
    }
}

/// The key of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub(crate) bench: Bench,
    pub(crate) placement: Placement,
    pub(crate) target: Target,
    pub(crate) case: String,
}

struct Series {
    key: Key,
    unit: Unit,
    limit: Terms,
    values: Vec<f64>,
    references: Vec<Reference>,
}

/// All series of a run, in the order of their first samples.
#[derive(Default)]
pub(crate) struct Collected {
    series: Vec<Series>,
    limits: BTreeMap<Limit, Vec<f64>>,
}

impl Collected {
    /// Adds a sample of a round.
    pub(crate) fn add(
        &mut self,
        bench: Bench,
        placement: Placement,
        target: Target,
        sample: Sample,
    ) {
        let key = Key {
            bench,
            placement,
            target,
            case: sample.case,
        };
        if let Some(series) = self.series.iter_mut().find(|series| series.key == key) {
            series.values.push(sample.value);
            series.references.extend(sample.reference);
            return;
        }
        let Sample {
            value,
            unit,
            limit,
            reference,
            ..
        } = sample;
        self.series.push(Series {
            key,
            unit,
            limit,
            values: vec![value],
            references: reference.into_iter().collect(),
        });
    }

    /// Adds a round's measurement of a limit.
    pub(crate) fn add_limit(&mut self, limit: Limit, value: f64) {
        self.limits.entry(limit).or_default().push(value);
    }

    /// The rows with the medians.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut order: Vec<&Series> = self.series.iter().collect();
        order.sort_by_key(|series| (series.key.bench, series.key.placement, series.key.target));
        order.into_iter().map(|series| self.row(series)).collect()
    }

    fn row(&self, series: &Series) -> Row {
        let base = series.unit.base();
        let value = median(&series.values) / base;
        let limit = self.limit(series).map(|limit| limit / base);
        let limit_name = match series.references.first() {
            Some(reference) => Some(reference.name.clone()),
            None => name_of(&series.limit),
        };
        Row {
            bench: series.key.bench,
            case: series.key.case.clone(),
            placement: series.key.placement,
            target: series.key.target,
            value,
            unit: series.unit.name().to_owned(),
            limit,
            limit_name,
            ratio: limit
                .filter(|&limit| limit > 0.0)
                .map(|limit| value / limit),
            samples: series.values.len(),
        }
    }

    /// The figure beside which the series is shown.
    fn limit(&self, series: &Series) -> Option<f64> {
        if !series.references.is_empty() {
            let references: Vec<f64> = series.references.iter().map(|one| one.value).collect();
            return Some(median(&references));
        }
        let terms = series.limit.iter();
        (!series.limit.is_empty()).then(|| {
            terms
                .map(|term| term.factor * median(&self.limits[&term.limit]))
                .sum()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Collected, median};
    use crate::limits::Limit;
    use crate::report::Target;
    use crate::sample::{Sample, Unit};
    use crate::task::{Bench, Placement};

    #[test]
    fn medians_ignore_outliers_and_order() {
        let medians = [median(&[3.0, 1.0, 1000.0]), median(&[4.0, 2.0])];
        assert!(
            medians.iter().all(|median| (median - 3.0).abs() < 1e-12),
            "{medians:?}"
        );
    }

    #[test]
    fn a_row_is_the_median_beside_the_median_limit() {
        let mut collected = Collected::default();
        for (value, limit) in [(9e-6, 3e-6), (8e-6, 5e-6), (7e-6, 4e-6)] {
            let sample = Sample::new("get 8 B", value, Unit::Microseconds);
            let sample = sample.limited(Limit::UdpRoundTrip.times(2.0));
            let (placement, target) = (Placement::CrossNode, Target::Polling);
            collected.add(Bench::Latency, placement, target, sample);
            collected.add_limit(Limit::UdpRoundTrip, limit);
        }
        let [row] = &collected.rows()[..] else {
            panic!("one case, one row")
        };
        assert!((row.value - 8.0).abs() < 1e-9 && row.unit == "us");
        assert!((row.limit.unwrap() - 8.0).abs() < 1e-9);
        assert!((row.ratio.unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(row.samples, 3);
    }

    #[test]
    fn a_reference_takes_the_limits_place() {
        let mut collected = Collected::default();
        for (value, reference) in [(10.0, 20.0), (30.0, 40.0)] {
            let sample = Sample::new("x", value * 1e9, Unit::Bandwidth);
            let sample = sample.beside("without loss", reference * 1e9);
            let (placement, target) = (Placement::CrossNode, Target::Polling);
            collected.add(Bench::Bandwidth, placement, target, sample);
        }
        let row = collected.rows().remove(0);
        assert_eq!(row.limit_name.as_deref(), Some("without loss"));
        assert!((row.limit.unwrap() - 30.0).abs() < 1e-9);
        assert!((row.ratio.unwrap() - 20.0 / 30.0).abs() < 1e-9);
    }

    #[test]
    fn rows_are_grouped_by_bench() {
        let mut collected = Collected::default();
        for bench in [Bench::Rate, Bench::Latency, Bench::Rate] {
            let sample = Sample::new("x", 1.0, Unit::Rate);
            collected.add(bench, Placement::SameNode, Target::Polling, sample);
        }
        let rows = collected.rows();
        assert_eq!(
            rows.iter().map(|row| row.bench).collect::<Vec<_>>(),
            [Bench::Latency, Bench::Rate]
        );
        assert_eq!(rows[1].samples, 2);
        assert_eq!(rows[0].limit, None);
    }
}
