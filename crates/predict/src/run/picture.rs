//! A report as a picture (SVG): its phases on a time axis, and its figures below.

use std::fmt::Write;

use super::{Report, time};
use crate::markup::escaped;

/// Width of the picture, of the names in it, and of the axis, in pixels.
const WIDTH: f64 = 900.0;
const NAMES: f64 = 220.0;
const AXIS: f64 = 540.0;
/// Height of a line.
const HEIGHT: f64 = 20.0;
/// Width of a bar at least, so that it is seen.
const BAR_MIN: f64 = 1.0;

impl Report {
    /// The report as a picture.
    pub fn svg(&self) -> String {
        let phases = self.phases();
        let lines = self.lines();
        let end: f64 = phases.iter().map(|&(_, us)| us).sum();
        let scale = AXIS / end.max(f64::MIN_POSITIVE);
        let height = HEIGHT * (phases.len() + lines.len() + 4) as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let mut y = 0.0;
        let text = |svg: &mut String, x: f64, y: f64, text: &str| {
            // Writing to a string does not fail.
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
                escaped(text)
            );
        };
        for line in self.title().split("; ") {
            y += HEIGHT;
            text(&mut svg, 10.0, y, line);
        }
        let mut begin = 0.0;
        for (name, us) in phases {
            y += HEIGHT;
            text(&mut svg, 10.0, y, name);
            let (x, width) = (NAMES + begin * scale, (us * scale).max(BAR_MIN));
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"12\" fill=\"#1f77b4\"/>",
                y - 10.0
            );
            text(&mut svg, x + width + 4.0, y, &time(us));
            begin += us;
        }
        y += HEIGHT;
        for (name, value) in lines {
            y += HEIGHT;
            text(&mut svg, 10.0, y, name.trim_start());
            text(&mut svg, NAMES, y, &value);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// What follows each other in the job's time, in microseconds: the phases of its start, and a pass of the pattern if its time is known.
    fn phases(&self) -> Vec<(&'static str, f64)> {
        let start = &self.start_up;
        let mut phases = vec![
            ("spawn", start.spawn_us),
            ("memory", start.memory_us),
            ("endpoint", start.endpoint_us),
            ("exchange", start.exchange_us),
            ("connections", start.connections_us),
        ];
        phases.extend(self.pattern_us.map(|us| ("one pass of the pattern", us)));
        phases
    }
}
