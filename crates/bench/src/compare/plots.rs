//! Curves over the size of what is moved, a line per runtime and placement, as SVG.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

use super::catalogue::Action;
use super::report::{Comparison, Row};
use crate::limits::size_name;
use crate::report::show;
use crate::task::Placement;

#[cfg(test)]
mod tests;

/// Width and height in points.
const SIZE: (u32, u32) = (960, 600);
/// One colour per runtime.
const COLOURS: [RGBColor; 4] = [
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
];

/// What a plot shows: an action over its sizes.
struct Plot {
    file: &'static str,
    title: &'static str,
    action: Action,
}

const PLOTS: [Plot; 4] = [
    Plot {
        file: "put-latency.svg",
        title: "Put and its completion",
        action: Action::Put,
    },
    Plot {
        file: "get-latency.svg",
        title: "Get",
        action: Action::Get,
    },
    Plot {
        file: "put-bandwidth.svg",
        title: "Bandwidth of puts, 16 at a time",
        action: Action::PutStream,
    },
    Plot {
        file: "get-bandwidth.svg",
        title: "Bandwidth of gets, 16 at a time",
        action: Action::GetStream,
    },
];

/// A line of a plot.
struct Curve {
    name: String,
    runtime: usize,
    placement: Placement,
    /// Bytes, and microseconds or GB/s.
    points: Vec<(f64, f64)>,
}

impl Comparison {
    /// Draws what there are figures for into files of this directory, which is made if need be; returns the files.
    pub fn draw(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        fs::create_dir_all(directory).with_context(|| format!("making {}", directory.display()))?;
        let mut files = Vec::new();
        for plot in &PLOTS {
            let curves = self.curves(plot.action);
            if curves.is_empty() {
                continue;
            }
            let file = directory.join(plot.file);
            draw(plot, &curves, &file)
                .map_err(|error| anyhow!("drawing {}: {error}", file.display()))?;
            files.push(file);
        }
        Ok(files)
    }

    /// The lines over at least two sizes.
    fn curves(&self, action: Action) -> Vec<Curve> {
        let mut curves = Vec::new();
        for placement in [Placement::SameNode, Placement::CrossNode] {
            for (index, runtime) in self.runtimes().into_iter().enumerate() {
                let rows = self.rows.iter();
                let rows = rows.filter(|row| row.operation == action.name());
                let point = |row: &Row| {
                    let mut figures = row.figures.iter();
                    let figure = figures.find(|figure| figure.runtime == runtime)?;
                    let scale = if row.less_is_better { 1e6 } else { 1e-9 };
                    Some((row.bytes as f64, figure.median * row.base * scale))
                };
                let points: Vec<_> = rows
                    .filter(|row| row.placement == placement)
                    .filter_map(point)
                    .collect();
                if points.len() > 1 {
                    curves.push(Curve {
                        name: format!("{runtime}, {}", placement.name()),
                        runtime: index,
                        placement,
                        points,
                    });
                }
            }
        }
        curves
    }
}

/// The least and the greatest.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, greatest), value| {
        (least.min(value), greatest.max(value))
    })
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw(plot: &Plot, curves: &[Curve], file: &Path) -> Drawn {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (left, right) = range(points().map(|point| point.0));
    let (low, high) = range(points().map(|point| point.1));
    let unit = if plot.action.of(8).unit().is_time() {
        "µs"
    } else {
        "GB/s"
    };
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(plot.title, ("sans-serif", 24))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(
            (left..right * 1.2).log_scale().base(2.0),
            (low / 1.5..high * 1.5).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("size")
        .y_desc(unit)
        .x_label_formatter(&|bytes| size_name(bytes.round() as usize))
        .y_label_formatter(&|value| show(*value))
        .x_labels(24)
        .light_line_style(WHITE)
        .draw()?;
    for curve in curves {
        let colour = COLOURS[curve.runtime % COLOURS.len()];
        // Thick: same node; thin: cross node.
        let width = match curve.placement {
            Placement::SameNode => 3,
            Placement::CrossNode => 1,
        };
        let style = colour.stroke_width(width);
        chart
            .draw_series(LineSeries::new(curve.points.iter().copied(), style).point_size(width))?
            .label(curve.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
