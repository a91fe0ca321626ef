//! A worker's report to the driver: a line of JSON for each case.

use serde::{Deserialize, Serialize};

use crate::limits::Limit;

/// The prefix of lines with samples. The program's other output does not have it.
const PREFIX: &str = "farreach-bench-sample ";

/// The unit in which a figure is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unit {
    Nanoseconds,
    Microseconds,
    Milliseconds,
    /// Millions per second.
    Rate,
    /// 10^9 bytes per second.
    Bandwidth,
    Bytes,
    Kibibytes,
    /// A factor.
    Times,
    /// How many there are.
    Count,
    /// Per cent.
    Percent,
}

impl Unit {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Unit::Nanoseconds => "ns",
            Unit::Microseconds => "us",
            Unit::Milliseconds => "ms",
            Unit::Rate => "M/s",
            Unit::Bandwidth => "GB/s",
            Unit::Bytes => "B",
            Unit::Kibibytes => "KiB",
            Unit::Times => "x",
            Unit::Count => "count",
            Unit::Percent => "%",
        }
    }

    /// The unit's size in seconds, operations per second, bytes per second or bytes.
    pub(crate) fn base(self) -> f64 {
        match self {
            Unit::Nanoseconds => 1e-9,
            Unit::Microseconds => 1e-6,
            Unit::Milliseconds => 1e-3,
            Unit::Rate => 1e6,
            Unit::Bandwidth => 1e9,
            Unit::Kibibytes => 1024.0,
            Unit::Percent => 0.01,
            Unit::Bytes | Unit::Times | Unit::Count => 1.0,
        }
    }
}

/// A term of a limit: a multiple of a physical limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Term {
    pub(crate) factor: f64,
    pub(crate) limit: Limit,
}

/// The terms whose sum is a case's limit. Empty if physics sets none.
pub(crate) type Terms = Vec<Term>;

impl Limit {
    /// This limit, once.
    pub(crate) fn once(self) -> Terms {
        self.times(1.0)
    }

    /// This limit, times `factor`.
    pub(crate) fn times(self, factor: f64) -> Terms {
        vec![Term {
            factor,
            limit: self,
        }]
    }
}

/// The name of a limit of several terms.
pub(crate) fn name_of(terms: &[Term]) -> Option<String> {
    let parts: Vec<String> = terms
        .iter()
        .map(|term| {
            if (term.factor - 1.0).abs() < 1e-9 {
                term.limit.name()
            } else if (term.factor - 0.5).abs() < 1e-9 {
                format!("half a {}", term.limit.name())
            } else {
                format!("{} x {}", term.factor, term.limit.name())
            }
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(" + "))
}

/// Another figure of the same round that a case is shown beside, if no limit of the machine is more
/// informative.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reference {
    pub(crate) name: String,
    /// The figure in the unit of the case's value.
    pub(crate) value: f64,
}

/// One measured case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) case: String,
    /// The value in seconds, operations per second, bytes per second or bytes.
    pub(crate) value: f64,
    pub(crate) unit: Unit,
    pub(crate) limit: Terms,
    /// The figure in place of a limit. Only without a limit.
    pub(crate) reference: Option<Reference>,
}

impl Sample {
    /// A case without anything to compare it with.
    pub(crate) fn new(case: impl Into<String>, value: f64, unit: Unit) -> Sample {
        Sample {
            case: case.into(),
            value,
            unit,
            limit: Vec::new(),
            reference: None,
        }
    }

    /// This case beside a limit.
    pub(crate) fn limited(self, limit: Terms) -> Sample {
        Sample { limit, ..self }
    }

    /// This case beside another figure.
    pub(crate) fn beside(self, name: impl Into<String>, value: f64) -> Sample {
        let reference = Some(Reference {
            name: name.into(),
            value,
        });
        Sample { reference, ..self }
    }

    /// Prints the sample for the driver.
    pub(crate) fn emit(&self) {
        println!("{}", self.to_line());
    }

    /// The line that contains the sample.
    pub(crate) fn to_line(&self) -> String {
        let json = serde_json::to_string(self).expect("a sample is plain figures and names");
        format!("{PREFIX}{json}")
    }

    /// The sample in a line, if there is one.
    pub(crate) fn from_line(line: &str) -> Option<serde_json::Result<Sample>> {
        line.strip_prefix(PREFIX).map(serde_json::from_str)
    }
}

/// Reports a case beside a limit. `value` is in seconds, operations per second or bytes per second.
pub(crate) fn emit(case: impl Into<String>, value: f64, unit: Unit, limit: Terms) {
    Sample::new(case, value, unit).limited(limit).emit();
}

#[cfg(test)]
mod tests {
    use super::{Sample, Term, Unit, name_of};
    use crate::limits::Limit;

    #[test]
    fn a_line_carries_a_sample_and_other_lines_do_not() {
        let bare = Sample::new("put 8 B", 1.25e-9, Unit::Nanoseconds);
        for sample in [
            bare.clone().limited(Limit::Store.once()),
            bare.beside("get 8 B", 2e-9),
        ] {
            assert_eq!(
                Sample::from_line(&sample.to_line()).unwrap().unwrap(),
                sample
            );
        }
        assert!(Sample::from_line("result: fine").is_none());
        assert!(
            Sample::from_line("farreach-bench-sample {")
                .unwrap()
                .is_err()
        );
    }

    #[test]
    fn limits_are_named_with_their_factors() {
        let trip = Limit::UdpRoundTrip;
        assert_eq!(name_of(&[]), None);
        assert_eq!(name_of(&trip.once()).unwrap(), trip.name());
        let terms = [
            Term {
                factor: 4.0,
                limit: trip,
            },
            Term {
                factor: 2.0,
                limit: Limit::QueuePair,
            },
        ];
        let name = format!("4 x {} + 2 x {}", trip.name(), Limit::QueuePair.name());
        assert_eq!(name_of(&terms).unwrap(), name);
    }
}
