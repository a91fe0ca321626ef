//! The results of benches: rows, as a table for people and as JSON for programs.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use serde::{Deserialize, Serialize};
use textwrap::WordSplitter;

use crate::conditions::Conditions;
use crate::task::{Bench, Placement};

/// What the target of one-sided operations does during the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The target is inside the library.
    Polling,
    /// The target computes and never calls the library.
    Computing,
}

impl Target {
    /// The name in reports.
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
    /// The bench.
    pub bench: Bench,
    /// What was measured.
    pub case: String,
    /// The placement of the processes.
    pub placement: Placement,
    /// What the target does.
    pub target: Target,
    /// The median over the samples, in `unit`.
    pub value: f64,
    /// A time (`ns`, `us`, `ms`), a rate (`M/s`, `GB/s`), a size (`B`, `KiB`), a factor (`x`), a
    /// count or a percentage (`%`).
    pub unit: String,
    /// The median in `unit` over the rounds, either of the limit or of the other figure that
    /// `limit_name` names. `None` if there is neither.
    pub limit: Option<f64>,
    /// The name of the limit.
    pub limit_name: Option<String>,
    /// `value / limit`. 1 is perfect. For times more is worse, for rates less is worse.
    pub ratio: Option<f64>,
    /// The number of rounds of the medians.
    pub samples: usize,
}

/// The rows as text: a table for each bench, placement and target, at most `width` columns wide if
/// possible.
pub fn table(rows: &[Row], conditions: &Conditions, width: Option<usize>) -> String {
    let mut text = String::new();
    for group in rows.chunk_by(|one, other| one.heading() == other.heading()) {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{}\n\n{}\n",
            group[0].heading(),
            group_table(group, width)
        );
    }
    let legend = "ratio = median / limit. Times (ns, us, ms) and sizes (B, KiB): less is better. Rates (M/s, GB/s): more is \
                  better. n: rounds that the median is over.\n";
    text += &fill(legend, width);
    text + &fill(&notes(conditions), width)
}

/// The machine, and disturbances of it, one line each, for reports.
pub(crate) fn notes(conditions: &Conditions) -> String {
    let machine = &conditions.machine;
    let mut text = format!("\nfarreach {}: {}\n", machine.farreach, machine.line());
    for remark in conditions.remarks() {
        let _ = writeln!(text, "- {remark}");
    }
    text
}

fn group_table(rows: &[Row], width: Option<usize>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header(["case", "median", "limit", "ratio", "what the limit is", "n"]);
    for row in rows {
        let with_unit = |figure: f64| format!("{} {}", show(figure), row.unit);
        table.add_row([
            row.case.clone(),
            with_unit(row.value),
            row.limit.map(with_unit).unwrap_or_default(),
            row.ratio.map(show).unwrap_or_default(),
            row.limit_name.clone().unwrap_or_default(),
            row.samples.to_string(),
        ]);
    }
    fit(&mut table, width, &[0, 4]);
    table
}

/// Lays a table out in at most `width` columns, if possible. Cells of the columns in `words` are
/// wrapped. All other cells are figures, which are not wrapped and are aligned to the right.
pub(crate) fn fit(table: &mut Table, width: Option<usize>, words: &[usize]) {
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if !words.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
}

/// The text in lines of at most `width` columns. Its own line ends stay.
pub(crate) fn fill(text: &str, width: Option<usize>) -> String {
    let wrap = |line: &str| {
        let indent = " ".repeat(line.len() - line.trim_start().len() + 2);
        let width = width?;
        let options = textwrap::Options::new(width)
            .subsequent_indent(if line.trim_start().starts_with('-') {
                &indent
            } else {
                ""
            })
            .word_splitter(WordSplitter::NoHyphenation)
            .break_words(false);
        Some(textwrap::fill(line, options))
    };
    let lines = text.split('\n');
    let lines: Vec<String> = lines
        .map(|line| wrap(line).unwrap_or_else(|| line.to_owned()))
        .collect();
    lines.join("\n")
}

impl Row {
    fn heading(&self) -> String {
        let (bench, placement) = (self.bench.name(), self.placement.name());
        format!("{bench}, {placement}, target {}", self.target.name())
    }
}

/// The rows as a JSON array, a row per line.
pub fn to_json(rows: &[Row]) -> String {
    let lines: Vec<String> = rows
        .iter()
        .map(|row| serde_json::to_string(row).expect("rows are plain figures and names"))
        .collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// The figure with three significant digits.
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
