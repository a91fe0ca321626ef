//! The results: rows, as a table for people and as JSON for programs.

#[cfg(test)]
mod tests;

use comfy_table::{CellAlignment, Table, presets};
use serde::{Deserialize, Serialize};

use crate::task::{Bench, Placement};

/// What the target of one-sided operations does while they are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// It is inside the library.
    Polling,
    /// It computes and never calls the library.
    Computing,
}

impl Target {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Target::Polling => "polling",
            Target::Computing => "computing",
        }
    }
}

/// One result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The group.
    pub bench: Bench,
    /// What was measured.
    pub case: String,
    /// Where the processes were.
    pub placement: Placement,
    /// What the target did.
    pub target: Target,
    /// The median over the samples, in `unit`.
    pub value: f64,
    /// A time (`ns`, `us`, `ms`), a rate (`M/s`, `GB/s`), a size (`B`, `KiB`), a factor (`x`), a count or a part (`%`).
    pub unit: String,
    /// The median of the limit over the same rounds, in `unit`, or of the figure of ours that `limit_name` tells; none where
    /// there is neither.
    pub limit: Option<f64>,
    /// What the limit is.
    pub limit_name: Option<String>,
    /// `value / limit`: for times 1 is perfect and more is worse, for rates 1 is perfect and less is worse.
    pub ratio: Option<f64>,
    /// How many rounds the medians are over.
    pub samples: usize,
}

/// The rows as a table for people.
pub fn table(rows: &[Row]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header([
        "bench",
        "case",
        "placement",
        "target",
        "median",
        "unit",
        "limit",
        "ratio",
        "what the limit is",
        "n",
    ]);
    for row in rows {
        let optional = |figure: Option<f64>| figure.map(show).unwrap_or_default();
        table.add_row([
            row.bench.name().to_owned(),
            row.case.clone(),
            row.placement.name().to_owned(),
            row.target.name().to_owned(),
            show(row.value),
            row.unit.clone(),
            optional(row.limit),
            optional(row.ratio),
            row.limit_name.clone().unwrap_or_default(),
            row.samples.to_string(),
        ]);
    }
    for column in [4, 6, 7, 9] {
        let column = table.column_mut(column).expect("one of the header's");
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!(
        "{table}\nratio = median / limit. Times (ns, us, ms) and sizes (B, KiB): less is better. Rates (M/s, GB/s): more is better.\n"
    )
}

/// The rows as a JSON array, a row per line.
pub fn to_json(rows: &[Row]) -> String {
    let lines: Vec<String> = rows
        .iter()
        .map(|row| serde_json::to_string(row).expect("rows are plain figures and names"))
        .collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// Three significant digits.
pub(crate) fn show(figure: f64) -> String {
    let magnitude = figure.abs();
    if magnitude >= 100.0 {
        format!("{figure:.0}")
    } else if magnitude >= 10.0 {
        format!("{figure:.1}")
    } else if magnitude >= 1.0 || magnitude == 0.0 {
        format!("{figure:.2}")
    } else {
        format!("{figure:.3}")
    }
}
