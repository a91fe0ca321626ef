//! `farreach papers`: the papers' figures beside ours.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use farreach_bench::Interrupts;
use farreach_predict::papers::{self, Comparison, Measurement};

use crate::output::{self, JsonArgs};

/// The arguments of `farreach papers`.
#[derive(Debug, Args)]
pub(crate) struct PapersArgs {
    #[command(flatten)]
    json: JsonArgs,
    /// Write a page of HTML and a picture (SVG) of each table into this folder.
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Show the figures that can't be compared as well, and every reason.
    #[arg(long)]
    all: bool,
    /// Start no jobs: leave out what is measured by real processes on this machine.
    #[arg(long)]
    predictions: bool,
}

/// Compares, and writes what is asked for.
pub(crate) fn run(args: &PapersArgs) -> Result<ExitCode> {
    args.json.check()?;
    let measured = if args.predictions {
        Vec::new()
    } else {
        measure()?
    };
    let comparison = papers::compare(&measured)?;
    if let Some(folder) = &args.output {
        let page = papers::page(&comparison);
        let files = page.pictures.iter();
        let files = files.map(|(name, svg)| (&**name, svg));
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
        for (name, text) in files.chain([("index.html", &page.html)]) {
            let path = folder.join(name);
            fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
        }
    }
    args.json.write(|| comparison.json())?;
    if args.json.leaves_text() {
        output::print(&text(&comparison, args.all))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures what real processes have.
fn measure() -> Result<Vec<Measurement>> {
    let program = std::env::current_exe().context("where this program is")?;
    let interrupts = Interrupts::watch()?;
    let measured = farreach_bench::measurements(&program, |what| {
        interrupts.check()?;
        output::tell(&format!("farreach papers: measuring {what}\n"))
    });
    interrupts.follow();
    measured
}

/// A line for each figure, by tables.
fn text(comparison: &Comparison, all: bool) -> String {
    let mut text = String::new();
    let width = output::width(io::stdout());
    let mut table = (String::new(), String::new());
    for row in &comparison.rows {
        if row.ours.is_none() && !all {
            continue;
        }
        let own = (row.source.clone(), row.table.clone());
        if own != table {
            table = own;
            let _ = writeln!(text, "\n{}, {}", table.0, table.1);
        }
        let name = format!("{}, {}", row.row, row.column);
        let published = row.published.to_string();
        let ours = row
            .ours
            .map_or_else(|| "-".to_owned(), |ours| ours.to_string());
        let deviation = row
            .deviation_percent
            .map_or_else(String::new, |percent| format!("{percent:+.1} %"));
        let how = row
            .how
            .map_or_else(|| "not comparable".to_owned(), |how| how.to_string());
        let _ = writeln!(
            text,
            "  {name:<58} {published:>10} {ours:>12} {deviation:>10}  {how}"
        );
        let is_large = row
            .deviation_percent
            .is_none_or(|percent| percent.abs() > papers::DEVIATION_MAX_PERCENT);
        if (is_large || all) && !row.reason.is_empty() {
            let reason = output::wrapped(&format!("      {}", row.reason), width, 6);
            let _ = writeln!(text, "{reason}");
        }
    }
    text.push_str("\ncontradictions inside the papers\n");
    for contradiction in &comparison.contradictions {
        let line = format!("  {}: {}", contradiction.source, contradiction.what);
        let _ = writeln!(text, "{}", output::wrapped(&line, width, 6));
    }
    let counts = comparison.counts().into_iter().map(|(how, count)| {
        let how = how.map_or_else(|| "not comparable".to_owned(), |how| how.to_string());
        format!("{count} {how}")
    });
    let counts: Vec<String> = counts.collect();
    let _ = writeln!(
        text,
        "\n{} figures: {}. Published, ours, deviation, how.",
        comparison.rows.len(),
        counts.join(", ")
    );
    text
}
