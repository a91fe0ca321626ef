//! Published figures beside ours.
//!
//! Each file of `published` has the figures of one paper. [`compare`] makes a row of each figure:
//! published, ours, the deviation, how ours came about, and a reason where the deviation is large or
//! where there is nothing to compare. A figure that no module asks for becomes a row too, so that
//! none is left out.
//!
//! Ours never depends on a published figure. A choice that was made after looking at one is marked
//! as fitted, and the row names the alternatives.

mod book;
mod gemini;
mod incr;
mod odcm;
mod openshmem;
mod page;
mod xrc;

use serde::Serialize;

pub use book::BookError;
pub use page::{Page, page};

use book::Book;

/// The published figures: short name and text of each file.
pub const PUBLISHED: [(&str, &str); 5] = [
    (
        "000 ARMCI-ODCM",
        include_str!("../../published/armci-odcm.toml"),
    ),
    ("001 XRC", include_str!("../../published/xrc.toml")),
    (
        "002 Gemini",
        include_str!("../../published/armci-gemini.toml"),
    ),
    (
        "003 OpenSHMEM",
        include_str!("../../published/openshmem-ondemand.toml"),
    ),
    ("004 INCR", include_str!("../../published/incr.toml")),
];

/// Deviations above need a reason.
pub const DEVIATION_MAX_PERCENT: f64 = 10.0;

/// How ours came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum How {
    /// By depth `count`, or by arithmetic.
    Computed,
    /// By depth `outline` or `exact`.
    Simulated,
    /// By real processes on this machine.
    Measured,
    /// With a choice that was made after looking at the published figure.
    Fitted,
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The paper's number and short name.
    pub source: String,
    /// The table or figure, with the paper's numeral.
    pub table: String,
    /// The row of the table.
    pub row: String,
    /// The column.
    pub column: String,
    /// The published figure.
    pub published: f64,
    /// Ours. `None` if it can't be compared.
    pub ours: Option<f64>,
    /// By how much ours is larger, in percent of the published figure.
    pub deviation_percent: Option<f64>,
    /// How ours came about. `None` if there is none.
    pub how: Option<How>,
    /// Why the deviation is large, or why there is nothing to compare. Empty where neither is so.
    pub reason: String,
}

/// A contradiction inside a paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The paper.
    pub source: String,
    /// What contradicts what.
    pub what: String,
}

/// What real processes on this machine have, beside a published figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The paper, as in [`PUBLISHED`].
    pub source: &'static str,
    /// The keys of the published figure in the paper's file, such as `peak_bandwidth_mb_s.get`.
    pub path: &'static str,
    /// The measured figure, in the published one's unit.
    pub value: f64,
    /// What was measured, and in which way it differs from what was published.
    pub what: String,
}

/// All figures, and what is wrong with them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// A row for each figure.
    pub rows: Vec<Figure>,
    /// Contradictions inside the papers.
    pub contradictions: Vec<Contradiction>,
}

/// Compares the figures of the files in [`PUBLISHED`] with predictions and with what was measured.
pub fn compare(measured: &[Measurement]) -> Result<Comparison, BookError> {
    compare_with(&PUBLISHED, measured)
}

/// Compares these figures, which have the names and the keys of those in [`PUBLISHED`].
pub fn compare_with(
    published: &[(&str, &str)],
    measured: &[Measurement],
) -> Result<Comparison, BookError> {
    let mut comparison = Comparison::default();
    for (source, text) in published {
        let mut book = Book::open(source, text)?;
        book.measured = measured
            .iter()
            .filter(|one| one.source == *source)
            .map(|one| (one.path.to_owned(), one.clone()))
            .collect();
        match &source[..3] {
            "000" => odcm::compare(&mut book)?,
            "001" => xrc::compare(&mut book)?,
            "002" => gemini::compare(&mut book)?,
            "003" => openshmem::compare(&mut book)?,
            _ => incr::compare(&mut book)?,
        }
        let (rows, contradictions) = book.close()?;
        comparison.rows.extend(rows);
        comparison.contradictions.extend(contradictions);
    }
    Ok(comparison)
}

impl Comparison {
    /// The rows as JSON.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.rows).expect("plain data");
        text.push('\n');
        text
    }

    /// The number of rows by how ours came about, `None` for those that can't be compared.
    pub fn counts(&self) -> Vec<(Option<How>, usize)> {
        let ways = [
            Some(How::Computed),
            Some(How::Simulated),
            Some(How::Measured),
            Some(How::Fitted),
            None,
        ];
        ways.map(|how| (how, self.rows.iter().filter(|row| row.how == how).count()))
            .to_vec()
    }
}
