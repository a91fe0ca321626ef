//! Plots over the size of transfers, with a curve for each runtime and placement, as SVG.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::catalogue::Action;
use super::peer::Peer;
use super::report::{Comparison, Row};
use crate::limits::size_name;
use crate::report::show;
use crate::task::Placement;

#[cfg(test)]
mod tests;

/// Width and height in points.
const SIZE: (u32, u32) = (1200, 700);
/// The left edge of the legend. It lies beside the curves, since any corner of a plot may have
/// curves.
const LEGEND_LEFT: u32 = 880;
/// The top of the lines below the plot: the machine and the versions.
const FOOT_TOP: u32 = 608;
/// The distance between two lines of the legend.
const LEGEND_LINE: i32 = 30;
/// The distance between two lines below the plot.
const FOOT_LINE: i32 = 23;
/// Heights of letters, in points.
const TITLE_FONT: i32 = 32;
const FONT: i32 = 23;
const FOOT_FONT: i32 = 18;
/// A colour for each runtime. Colour-blind readers can distinguish them.
const COLOURS: [RGBColor; 1 + Peer::ALL.len()] = [
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x00, 0x00),
    RGBColor(0x80, 0x40, 0x00),
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x80, 0x80, 0x80),
];

/// A plot: an action over its sizes.
struct Plot {
    file: &'static str,
    title: &'static str,
    /// What grows to the right, and what grows upward.
    axes: [&'static str; 2],
    action: Action,
}

const PLOTS: [Plot; 18] = [
    Plot {
        file: "message-latency.svg",
        title: "Latency of messages",
        axes: ["length of the message", "half of a round trip, µs"],
        action: Action::PingPong,
    },
    Plot {
        file: "message-bandwidth.svg",
        title: "Bandwidth of messages",
        axes: ["length of a message", BANDWIDTH],
        action: Action::MessageStream,
    },
    Plot {
        file: "active-message-latency.svg",
        title: "Latency of active messages",
        axes: ["length of the payload", "half of a round trip, µs"],
        action: Action::ActivePingPong,
    },
    collective("bcast.svg", "Broadcast", MESSAGE, Action::Bcast),
    collective(
        "reduce.svg",
        "Reduction to one process",
        VECTOR,
        Action::Reduce,
    ),
    collective(
        "allreduce.svg",
        "Reduction to all processes",
        VECTOR,
        Action::Allreduce,
    ),
    collective("gather.svg", "Gather", BLOCK, Action::Gather),
    collective(
        "allgather.svg",
        "Gather to all processes",
        BLOCK,
        Action::Allgather,
    ),
    collective("scatter.svg", "Scatter", BLOCK, Action::Scatter),
    collective("alltoall.svg", "All to all", BLOCK, Action::Alltoall),
    collective(
        "alltoallv.svg",
        "All to all, with counts",
        BLOCK,
        Action::Alltoallv,
    ),
    collective("scan.svg", "Scan", VECTOR, Action::Scan),
    collective("exscan.svg", "Exclusive scan", VECTOR, Action::Exscan),
    collective(
        "reduce-scatter.svg",
        "Reduction, scattered",
        BLOCK,
        Action::ReduceScatter,
    ),
    Plot {
        file: "put-latency.svg",
        title: "Latency of puts",
        axes: [TRANSFER, "time of a put and its completion, µs"],
        action: Action::Put,
    },
    Plot {
        file: "get-latency.svg",
        title: "Latency of gets",
        axes: [TRANSFER, "time of a get, µs"],
        action: Action::Get,
    },
    Plot {
        file: "put-bandwidth.svg",
        title: "Bandwidth of puts, 16 at a time",
        axes: [TRANSFER, BANDWIDTH],
        action: Action::PutStream,
    },
    Plot {
        file: "get-bandwidth.svg",
        title: "Bandwidth of gets, 16 at a time",
        axes: [TRANSFER, BANDWIDTH],
        action: Action::GetStream,
    },
];
/// Titles of axes.
const MESSAGE: &str = "length of the message";
const VECTOR: &str = "length of each process's vector";
const BLOCK: &str = "length of the block of a process";
const TRANSFER: &str = "length of the transfer";
const BANDWIDTH: &str = "bandwidth, GB/s";

const fn collective(
    file: &'static str,
    title: &'static str,
    size: &'static str,
    action: Action,
) -> Plot {
    Plot {
        file,
        title,
        axes: [size, "time of a call, µs"],
        action,
    }
}

/// A curve of a plot.
struct Curve {
    runtime: &'static str,
    colour: RGBColor,
    placement: Placement,
    /// Points: bytes, and microseconds or GB/s.
    points: Vec<(f64, f64)>,
}

impl Comparison {
    /// Draws all plots for which there are figures into files of `directory`, which is created if
    /// needed. Returns the files: none if no operation was measured with two sizes.
    pub fn draw(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        fs::create_dir_all(directory).with_context(|| format!("making {}", directory.display()))?;
        let mut files = Vec::new();
        for plot in &PLOTS {
            let processes = self.processes(plot.action);
            let curves = self.curves(plot.action, processes);
            if curves.is_empty() {
                continue;
            }
            let file = directory.join(plot.file);
            let title = match processes {
                0..=2 => plot.title.to_owned(),
                _ => format!("{}, {processes} processes", plot.title),
            };
            draw(plot, &title, &curves, &self.foot(), &file)
                .map_err(|error| anyhow!("drawing {}: {error}", file.display()))?;
            files.push(file);
        }
        Ok(files)
    }

    /// The rows of an action. Of several groups that measure it, the first counts.
    fn rows_of(&self, action: Action) -> impl Iterator<Item = &Row> {
        let of_action = move |row: &&Row| row.operation == action.name();
        let group = self.rows.iter().find(of_action).map(|row| row.group);
        let of_group = move |row: &&Row| Some(row.group) == group;
        self.rows.iter().filter(of_action).filter(of_group)
    }

    /// The largest number of processes that an action was measured with.
    fn processes(&self, action: Action) -> u32 {
        let rows = self.rows_of(action);
        rows.map(|row| row.processes).max().unwrap_or(0)
    }

    /// The curves that have at least two sizes, of jobs of `processes` processes.
    fn curves(&self, action: Action, processes: u32) -> Vec<Curve> {
        let mut curves = Vec::new();
        for placement in [Placement::SameNode, Placement::CrossNode] {
            for runtime in self.runtimes() {
                let rows = self.rows_of(action);
                let rows = rows.filter(|row| row.processes == processes);
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
                        runtime: title(runtime),
                        colour: colour(runtime),
                        placement,
                        points,
                    });
                }
            }
        }
        curves
    }

    /// The machine, the versions, and disturbances.
    fn foot(&self) -> Vec<String> {
        let machine = &self.conditions.machine;
        let peers = self
            .peers
            .iter()
            .filter(|peer| !matches!(peer.peer, Peer::FarreachC | Peer::FarreachMpi));
        let versions = peers.filter_map(|peer| {
            let version = peer.version.as_ref()?;
            Some(format!(", {} {version}", peer.peer.title()))
        });
        let versions: String = versions.collect();
        let rounds = match self.rounds {
            1 => "one round".to_owned(),
            rounds => format!("medians over {rounds} rounds"),
        };
        let mut foot = vec![
            machine.line(),
            format!("Farreach {}{versions}; {rounds}", machine.farreach),
        ];
        if !self.remarks.is_empty() {
            foot.push("The machine was busy with something else: see the report.".to_owned());
        }
        foot
    }
}

/// The place of a runtime among the peers. Farreach itself is none.
fn place(runtime: &str) -> Option<usize> {
    Peer::ALL.iter().position(|peer| peer.name() == runtime)
}

/// The name of a runtime for readers.
fn title(runtime: &str) -> &'static str {
    place(runtime).map_or("Farreach, Rust", |place| Peer::ALL[place].title())
}

/// The colour of a runtime, independent of the other runtimes.
fn colour(runtime: &str) -> RGBColor {
    COLOURS[place(runtime).map_or(0, |place| place + 1)]
}

/// The least and the greatest value.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, greatest), value| {
        (least.min(value), greatest.max(value))
    })
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw(plot: &Plot, title: &str, curves: &[Curve], foot: &[String], file: &Path) -> Drawn {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (left, right) = range(points().map(|point| point.0));
    let (low, high) = range(points().map(|point| point.1));
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (upper, lower) = area.split_vertically(FOOT_TOP);
    let (plotted, legend) = upper.split_horizontally(LEGEND_LEFT);
    let mut chart = ChartBuilder::on(&plotted)
        .caption(title, ("sans-serif", TITLE_FONT))
        .margin(12)
        .x_label_area_size(72)
        .y_label_area_size(96)
        .build_cartesian_2d(
            (left..right * 1.2).log_scale().base(2.0),
            (low / 1.5..high * 1.5).log_scale(),
        )?;
    let [to_the_right, upward] = plot.axes;
    chart
        .configure_mesh()
        .x_desc(to_the_right)
        .y_desc(upward)
        .axis_desc_style(("sans-serif", FONT + 1))
        .label_style(("sans-serif", FONT))
        .x_label_formatter(&|bytes| size_name(bytes.round() as usize))
        .y_label_formatter(&|value| show(*value))
        .x_labels(X_LABELS)
        .y_labels(Y_LABELS)
        .light_line_style(WHITE)
        .draw()?;
    for curve in curves {
        let points = curve.points.iter().copied();
        let style = curve.colour.stroke_width(3);
        match curve.placement {
            Placement::SameNode => {
                let line = LineSeries::new(points.clone(), style);
                chart.draw_series(line)?;
                chart.draw_series(
                    points.map(|point| Circle::new(point, 4, curve.colour.filled())),
                )?;
            }
            Placement::CrossNode => {
                let line = DashedLineSeries::new(points.clone(), DASH.0, DASH.1, style);
                chart.draw_series(line)?;
                chart.draw_series(points.map(|point| Circle::new(point, 4, style)))?;
            }
        }
    }
    draw_legend(&legend, curves)?;
    for (line, top) in foot.iter().zip((0..).step_by(FOOT_LINE as usize)) {
        lower.draw(&Text::new(line.as_str(), (16, top), font(FOOT_FONT)))?;
    }
    area.present()?;
    Ok(())
}

/// Black letters of a height.
fn font(height: i32) -> TextStyle<'static> {
    ("sans-serif", height).into_font().color(&BLACK)
}

/// The number of sizes on the axis. More would touch each other.
const X_LABELS: usize = 9;
/// The number of figures on the other axis.
const Y_LABELS: usize = 10;
/// The length and distance of dashes, for curves between nodes.
const DASH: (i32, i32) = (8, 5);
/// The width of a line's sample in the legend.
const SAMPLE_WIDTH: i32 = 34;
/// The colour of samples that stand for all runtimes.
const GREY: RGBColor = RGBColor(0x60, 0x60, 0x60);

/// Draws the legend: a colour for each runtime, and a line for each placement.
fn draw_legend<B: DrawingBackend>(legend: &DrawingArea<B, Shift>, curves: &[Curve]) -> Drawn
where
    B::ErrorType: 'static,
{
    let mut top = 70;
    let mut draw = |name: &str, colour: RGBColor, placement: Option<Placement>| -> Drawn {
        draw_sample(legend, colour, placement, top)?;
        let place = (SAMPLE_WIDTH + 12, top - FONT / 2);
        legend.draw(&Text::new(name.to_owned(), place, font(FONT)))?;
        top += LEGEND_LINE;
        Ok(())
    };
    let mut drawn: Vec<&str> = Vec::new();
    for curve in curves {
        if !drawn.contains(&curve.runtime) {
            drawn.push(curve.runtime);
            draw(curve.runtime, curve.colour, None)?;
        }
    }
    for (placement, name) in [
        (Placement::SameNode, "on the same node"),
        (Placement::CrossNode, "across nodes"),
    ] {
        if curves.iter().any(|curve| curve.placement == placement) {
            draw(name, GREY, Some(placement))?;
        }
    }
    Ok(())
}

/// Draws a sample into the legend: a bar of a colour, or a line as curves of a placement have it.
fn draw_sample<B: DrawingBackend>(
    legend: &DrawingArea<B, Shift>,
    colour: RGBColor,
    placement: Option<Placement>,
    top: i32,
) -> Drawn
where
    B::ErrorType: 'static,
{
    let (step, dash, width) = match placement {
        None => (SAMPLE_WIDTH, SAMPLE_WIDTH, 6),
        Some(Placement::SameNode) => (SAMPLE_WIDTH, SAMPLE_WIDTH, 2),
        Some(Placement::CrossNode) => (DASH.0 + DASH.1, DASH.0, 2),
    };
    for begin in (0..SAMPLE_WIDTH).step_by(step as usize) {
        let end = begin + dash;
        let style = colour.stroke_width(width);
        legend.draw(&PathElement::new([(begin, top), (end, top)], style))?;
    }
    Ok(())
}
