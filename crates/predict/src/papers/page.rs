//! The rows as a page of HTML with a picture (SVG) of each table.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Comparison, Figure};
use crate::markup::escaped;

/// Width of a picture, of the names in it, and of its bars, in pixels.
const WIDTH: f64 = 900.0;
const NAMES: f64 = 400.0;
const BARS: f64 = 400.0;
/// Height of a row of a picture.
const HEIGHT: f64 = 28.0;

/// A page, and its pictures by file name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The page.
    pub html: String,
    /// File names and pictures.
    pub pictures: Vec<(String, String)>,
}

/// Draws the rows. The page names its pictures by their file names, which are beside it.
pub fn page(comparison: &Comparison) -> Page {
    let mut tables: BTreeMap<(&str, &str), Vec<&Figure>> = BTreeMap::new();
    for row in &comparison.rows {
        tables
            .entry((&row.source, &row.table))
            .or_default()
            .push(row);
    }
    let mut html = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Published figures beside ours</title>\n\
         <style>body{font:15px/1.5 sans-serif;max-width:1100px;margin:2em auto;padding:0 1em}table{border-collapse:collapse;width:100%}\
         td,th{border-bottom:1px solid #ddd;padding:3px 8px;text-align:left;vertical-align:top}td.n{text-align:right}img{max-width:100%}</style>\n\
         <h1>Published figures beside ours</h1>\n<p>",
    );
    for (how, count) in comparison.counts() {
        let how = how.map_or_else(|| "not comparable".to_owned(), |how| how.to_string());
        let _ = write!(html, "{count} {how}. ");
    }
    html.push_str("</p>\n");
    let mut pictures = Vec::new();
    for ((source, table), rows) in tables {
        let _ = writeln!(html, "<h2>{}, {}</h2>", escaped(source), escaped(table));
        if rows.iter().any(|row| row.ours.is_some()) {
            let name = format!("{}.svg", file_name(&format!("{source} {table}")));
            let _ = writeln!(
                html,
                "<p><img src=\"{name}\" alt=\"published and ours\"></p>"
            );
            pictures.push((name, picture(&format!("{source}, {table}"), &rows)));
        }
        html.push_str(
            "<table><tr><th>row<th>column<th>published<th>ours<th>deviation<th>how<th>reason</tr>\n",
        );
        for row in rows {
            let ours = row.ours.map_or_else(String::new, |ours| ours.to_string());
            let deviation = row
                .deviation_percent
                .map_or_else(String::new, |percent| format!("{percent:+.2} %"));
            let how = row.how.map_or_else(String::new, |how| how.to_string());
            let _ = writeln!(
                html,
                "<tr><td>{}<td>{}<td class=\"n\">{}<td class=\"n\">{ours}<td class=\"n\">{deviation}<td>{how}<td>{}</tr>",
                escaped(&row.row),
                escaped(&row.column),
                row.published,
                escaped(&row.reason)
            );
        }
        html.push_str("</table>\n");
    }
    html.push_str("<h2>Contradictions inside the papers</h2>\n<ul>\n");
    for contradiction in &comparison.contradictions {
        let _ = writeln!(
            html,
            "<li>{}: {}",
            escaped(&contradiction.source),
            escaped(&contradiction.what)
        );
    }
    html.push_str("</ul>\n</html>\n");
    Page { html, pictures }
}

/// Bars of the figures that have ours beside them. Each pair has a scale of its own, since a table
/// mixes units.
fn picture(title: &str, rows: &[&Figure]) -> String {
    let compared: Vec<(&&Figure, f64)> = rows
        .iter()
        .filter_map(|row| Some((row, row.ours?)))
        .collect();
    let height = 50.0 + HEIGHT * compared.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"10\" y=\"20\" font-size=\"15\">{}</text>\n\
         <rect x=\"{NAMES}\" y=\"28\" width=\"10\" height=\"10\" fill=\"#888\"/><text x=\"{}\" y=\"37\">published</text>\n\
         <rect x=\"{}\" y=\"28\" width=\"10\" height=\"10\" fill=\"#1f77b4\"/><text x=\"{}\" y=\"37\">ours</text>\n",
        escaped(title),
        NAMES + 15.0,
        NAMES + 100.0,
        NAMES + 115.0
    );
    for (nth, (row, ours)) in compared.into_iter().enumerate() {
        let y = 50.0 + HEIGHT * nth as f64;
        let scale = BARS / row.published.max(ours).max(f64::MIN_POSITIVE);
        let name = escaped(&format!("{}, {}", row.row, row.column));
        let end = NAMES + BARS + 8.0;
        let _ = writeln!(svg, "<text x=\"10\" y=\"{:.1}\">{name}</text>", y + 14.0);
        for (at, value, colour) in [(0.0, row.published, "#888"), (11.0, ours, "#1f77b4")] {
            let _ = writeln!(
                svg,
                "<rect x=\"{NAMES}\" y=\"{:.1}\" width=\"{:.1}\" height=\"10\" fill=\"{colour}\"/>\
                 <text x=\"{end}\" y=\"{:.1}\" font-size=\"10\">{value}</text>",
                y + at,
                value.max(0.0) * scale,
                y + at + 9.0
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Letters, digits and dashes.
fn file_name(text: &str) -> String {
    let letters = text.to_lowercase();
    let words = letters.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}
