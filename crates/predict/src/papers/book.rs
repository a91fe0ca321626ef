//! The figures of one paper, and the rows made of them.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;
use toml::Value;

use super::{Contradiction, Figure, How, Measurement};

/// Why published figures can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// The file is no TOML.
    #[error("the published figures of {name}: {reason}")]
    Toml {
        /// The file.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A figure is missing.
    #[error("the published figures of {name} have no number {path}")]
    Missing {
        /// The file.
        name: String,
        /// The keys.
        path: String,
    },
    /// Something was measured that has no published figure, or that is predicted.
    #[error("the published figures of {name} have no row for what was measured at {path}")]
    Measured {
        /// The file.
        name: String,
        /// The keys.
        path: String,
    },
}

/// A figure's place in the paper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    pub(crate) table: &'a str,
    pub(crate) row: &'a str,
    pub(crate) column: &'a str,
}

/// Ours, how it came about, and a reason.
#[derive(Clone, Debug)]
pub(crate) struct Ours {
    value: Option<f64>,
    how: Option<How>,
    reason: String,
}

impl Ours {
    pub(crate) fn new(how: How, value: f64) -> Ours {
        Ours {
            value: Some(value),
            how: Some(how),
            reason: String::new(),
        }
    }

    /// With a reason for a deviation, or with the alternatives of a fit.
    pub(crate) fn because(self, reason: impl Into<String>) -> Ours {
        Ours {
            reason: reason.into(),
            ..self
        }
    }

    /// Nothing to compare.
    pub(crate) fn none(reason: impl Into<String>) -> Ours {
        Ours {
            value: None,
            how: None,
            reason: reason.into(),
        }
    }
}

/// The figures of a paper.
pub(crate) struct Book {
    source: String,
    figures: Value,
    used: BTreeSet<String>,
    /// What was measured and has no row yet, by the keys of its figure.
    pub(super) measured: BTreeMap<String, Measurement>,
    rows: Vec<Figure>,
    contradictions: Vec<Contradiction>,
}

impl Book {
    pub(crate) fn open(source: &str, text: &str) -> Result<Book, BookError> {
        let figures = text.parse::<toml::Table>();
        let figures = figures.map_err(|error| BookError::Toml {
            name: source.to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Book {
            source: source.to_owned(),
            figures: Value::Table(figures),
            used: BTreeSet::new(),
            measured: BTreeMap::new(),
            rows: Vec::new(),
            contradictions: Vec::new(),
        })
    }

    /// A published number. `path` has keys and indices, such as `nas.0.peers.avg`.
    pub(crate) fn number(&mut self, path: &str) -> Result<f64, BookError> {
        self.used.insert(path.to_owned());
        let missing = || BookError::Missing {
            name: self.source.clone(),
            path: path.to_owned(),
        };
        let mut at = &self.figures;
        for key in path.split('.') {
            let next = match at {
                Value::Table(table) => table.get(key),
                Value::Array(array) => key.parse::<usize>().ok().and_then(|nth| array.get(nth)),
                _ => None,
            };
            at = next.ok_or_else(missing)?;
        }
        match at {
            Value::Integer(number) => Ok(*number as f64),
            Value::Float(number) => Ok(*number),
            _ => Err(missing()),
        }
    }

    /// Whether there is a figure.
    pub(crate) fn has(&self, path: &str) -> bool {
        let mut leaves = Vec::new();
        leaves_of(&self.figures, String::new(), &mut leaves);
        leaves.iter().any(|(leaf, _)| leaf == path)
    }

    /// Notes that everything below `prefix` says under which conditions figures were measured, or is
    /// a formula that rows evaluate.
    pub(crate) fn condition(&mut self, prefix: &str) {
        let mut leaves = Vec::new();
        leaves_of(&self.figures, String::new(), &mut leaves);
        let below = |leaf: &str| {
            leaf == prefix
                || leaf
                    .strip_prefix(prefix)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let conditions = leaves.into_iter().map(|(leaf, _)| leaf);
        self.used.extend(conditions.filter(|leaf| below(leaf)));
    }

    /// A row of a published number and of ours. Where nothing predicts it, ours is what was measured. The reason why nothing predicts
    /// it then follows what was measured.
    pub(crate) fn row(&mut self, path: &str, at: At<'_>, ours: Ours) -> Result<(), BookError> {
        let published = self.number(path)?;
        let ours = match self.measured.remove(path) {
            Some(measured) if ours.value.is_none() => {
                let reason = match &*ours.reason {
                    "" => measured.what,
                    reason => format!("{}; {reason}", measured.what),
                };
                Ours::new(How::Measured, measured.value).because(reason)
            }
            Some(measured) => {
                return Err(BookError::Measured {
                    name: self.source.clone(),
                    path: measured.path.to_owned(),
                });
            }
            None => ours,
        };
        self.push(at, published, ours);
        Ok(())
    }

    /// A row of a number that follows from a published formula.
    pub(crate) fn push(&mut self, at: At<'_>, published: f64, ours: Ours) {
        let Ours { value, how, reason } = ours;
        // Published means have two digits behind the point.
        let value = value.map(rounded);
        let deviation = value.map(|value| {
            if published == 0.0 {
                0.0
            } else {
                rounded((value - published) / published * 100.0)
            }
        });
        self.rows.push(Figure {
            source: self.source.clone(),
            table: at.table.to_owned(),
            row: at.row.to_owned(),
            column: at.column.to_owned(),
            published,
            ours: value,
            deviation_percent: deviation,
            how,
            reason,
        });
    }

    pub(crate) fn contradiction(&mut self, what: impl Into<String>) {
        self.contradictions.push(Contradiction {
            source: self.source.clone(),
            what: what.into(),
        });
    }

    /// The rows, with one for each figure that nothing asked for.
    pub(crate) fn close(mut self) -> Result<(Vec<Figure>, Vec<Contradiction>), BookError> {
        if let Some(path) = self.measured.keys().next() {
            return Err(BookError::Measured {
                name: self.source.clone(),
                path: path.clone(),
            });
        }
        let mut leaves = Vec::new();
        leaves_of(&self.figures, String::new(), &mut leaves);
        leaves.retain(|(leaf, _)| !self.used.contains(leaf));
        for (leaf, published) in leaves {
            let (table, row) = leaf.split_once('.').unwrap_or(("text", &leaf));
            let at = At {
                table,
                row,
                column: "figure",
            };
            if let Some(published) = published {
                self.push(at, published, Ours::none("nothing here computes it yet"));
            }
        }
        Ok((self.rows, self.contradictions))
    }
}

/// Two digits behind the point.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// All numbers, with their keys. Texts have no number.
fn leaves_of(value: &Value, path: String, into: &mut Vec<(String, Option<f64>)>) {
    let below = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                leaves_of(value, below(key), into);
            }
        }
        Value::Array(array) => {
            for (nth, value) in array.iter().enumerate() {
                leaves_of(value, below(&nth.to_string()), into);
            }
        }
        Value::Integer(number) => into.push((path, Some(*number as f64))),
        Value::Float(number) => into.push((path, Some(*number))),
        _ => into.push((path, None)),
    }
}
