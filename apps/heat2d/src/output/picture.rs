//! A picture of a field, coloured from its least to its greatest value: a pixel for each cell, or annotated.
//!
//! ```text
//!   ┌───┬───╥───┐ ▓ 1.0     lines between blocks, thick ones between nodes
//!   │   │   ║   │ ▒
//!   ├───┼───╫───┤ ▒ 0.5     a colour bar
//!   │   │   ║   │ ░
//!   └───┴───╨───┘ ░ 0.0
//! ```

use std::io::{self, Write};
use std::ops::Range;

use super::{Blocks, colours, digits};
use crate::field::Field;

type Colour = [u8; 3];

/// Lines between blocks of one node, and between nodes. The colours of fields have no blue that is as bright.
const THIN: Colour = [90, 170, 200];
const THICK: Colour = [170, 235, 255];
const PAPER: Colour = [255, 255, 255];
const INK: Colour = [0, 0, 0];
/// An annotated picture draws the cells of a small field larger, so that its longer side has at least this many pixels.
const SIDE_MIN: usize = 256;
/// Marks at the colour bar.
const MARKS: usize = 5;

/// Writes a PNG with a pixel for each cell.
pub(super) fn write(field: &Field, sink: &mut impl Write) -> io::Result<()> {
    let mut canvas = Canvas::new(field.cols(), field.rows());
    canvas.draw_field(field, 1);
    canvas.write(sink)
}

/// Writes a PNG with the blocks of processes and a colour bar.
pub(super) fn write_annotated(
    field: &Field,
    blocks: &Blocks,
    sink: &mut impl Write,
) -> io::Result<()> {
    let zoom = SIDE_MIN.div_ceil(field.rows().max(field.cols()));
    let (width, height) = (field.cols() * zoom, field.rows() * zoom);
    // The widths of lines, and the size of what is beside the field, follow the size of the field.
    let lines = (width.max(height) / SIDE_MIN).max(1);
    let scale = width.max(height).div_ceil(SIDE_MIN);
    let labels = Labels::new(field.range());
    let bar = width + 8 * scale..width + 20 * scale;
    let text = bar.end + 8 * scale;
    let text_width = labels.columns() * digits::ADVANCE * scale;
    let mut canvas = Canvas::new(
        text + text_width + 4 * scale,
        height.max(MARKS * digits::ADVANCE * 2 * scale),
    );
    canvas.draw_field(field, zoom);
    canvas.draw_blocks(blocks, zoom, lines);
    canvas.draw_bar(bar.clone());
    let last = canvas.height - 1;
    for (mark, label) in labels.texts.iter().enumerate() {
        let y = last - last * mark / (MARKS - 1);
        let line = y.saturating_sub(scale / 2)..y + scale.div_ceil(2);
        canvas.fill(bar.end..bar.end + 4 * scale, line, INK);
        let top = y.saturating_sub(digits::HEIGHT * scale / 2);
        let top = top.min(canvas.height - digits::HEIGHT * scale);
        canvas.draw_text(label, (text, top), scale);
    }
    canvas.write(sink)
}

/// The numbers at the colour bar, from the least.
struct Labels {
    texts: Vec<String>,
}

impl Labels {
    /// Labels with as many digits as tell them apart.
    fn new((low, high): (f64, f64)) -> Self {
        let last = (MARKS - 1) as f64;
        let value = |mark: usize| {
            let part = mark as f64 / last;
            low * (1.0 - part) + high * part
        };
        let step = value(1) - value(0);
        let greatest = low.abs().max(high.abs());
        let is_plain = greatest < 1e6 && step > greatest * 1e-6 && step > 1e-4;
        let decimals = (1.0 - step.log10().floor()).clamp(0.0, 6.0) as usize;
        let text = |mark| {
            let value = value(mark);
            if is_plain {
                format!("{value:.decimals$}")
            } else if value == 0.0 {
                "0".to_owned()
            } else {
                format!("{value:.3e}")
            }
        };
        Self {
            texts: (0..MARKS).map(text).collect(),
        }
    }

    /// Characters of the longest label.
    fn columns(&self) -> usize {
        self.texts.iter().map(String::len).max().unwrap_or(0)
    }
}

/// The pixels of a picture.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            pixels: vec![PAPER; width * height],
        }
    }

    /// Draws the field into the left upper corner, `zoom` × `zoom` pixels for each cell.
    fn draw_field(&mut self, field: &Field, zoom: usize) {
        let (low, high) = field.range();
        // Halves, so that the span of the largest values stays finite.
        let span = high / 2.0 - low / 2.0;
        let fraction = |value: f64| {
            if span > 0.0 {
                (value / 2.0 - low / 2.0) / span
            } else {
                0.0
            }
        };
        for y in 0..field.rows() * zoom {
            let row = field.row(y / zoom);
            let pixels = &mut self.pixels[y * self.width..][..field.cols() * zoom];
            for (x, pixel) in pixels.iter_mut().enumerate() {
                *pixel = colours::inferno(fraction(row[x / zoom]));
            }
        }
    }

    /// Draws a line between each two neighbouring blocks: first the thin ones, which do not cut the thick ones then.
    fn draw_blocks(&mut self, blocks: &Blocks, zoom: usize, scale: usize) {
        for is_thick in [false, true] {
            let (colour, half) = if is_thick {
                (THICK, 2 * scale)
            } else {
                (THIN, scale.div_ceil(2))
            };
            for border in blocks.borders() {
                if border.between_nodes == is_thick {
                    let [rows, cols] = [&border.rows, &border.cols].map(|cells| {
                        let pixels = cells.start * zoom..cells.end * zoom;
                        if pixels.is_empty() {
                            pixels.start.saturating_sub(half)..pixels.start + half
                        } else {
                            pixels
                        }
                    });
                    self.fill(cols, rows, colour);
                }
            }
        }
    }

    /// Draws the colours from the greatest value down to the least.
    fn draw_bar(&mut self, columns: Range<usize>) {
        let last = (self.height - 1).max(1);
        for y in 0..self.height {
            let colour = colours::inferno((last - y) as f64 / last as f64);
            self.fill(columns.clone(), y..y + 1, colour);
        }
    }

    /// Draws a number, with its left upper corner at a place.
    fn draw_text(&mut self, text: &str, (left, top): (usize, usize), scale: usize) {
        for (index, character) in text.chars().enumerate() {
            let left = left + index * digits::ADVANCE * scale;
            for (x, y) in digits::dots(character) {
                let (x, y) = (left + x * scale, top + y * scale);
                self.fill(x..x + scale, y..y + scale, INK);
            }
        }
    }

    /// Fills what of a rectangle lies in the picture.
    fn fill(&mut self, columns: Range<usize>, rows: Range<usize>, colour: Colour) {
        let columns = columns.start.min(self.width)..columns.end.min(self.width);
        for y in rows.start..rows.end.min(self.height) {
            self.pixels[y * self.width..][columns.clone()].fill(colour);
        }
    }

    fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        let side = |pixels: usize| {
            u32::try_from(pixels).map_err(|_| io::Error::other(format!("{pixels} pixels in a row")))
        };
        let mut encoder = png::Encoder::new(sink, side(self.width)?, side(self.height)?);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(())
    }
}
