//! A picture of a field: one pixel per cell, coloured from its least to its greatest value.

use std::io::{self, Write};

use super::colours;
use crate::field::Field;

/// Writes a PNG.
pub(super) fn write(field: &Field, sink: &mut impl Write) -> io::Result<()> {
    let side = |cells: usize| {
        u32::try_from(cells).map_err(|_| io::Error::other(format!("{cells} pixels in a row")))
    };
    let mut encoder = png::Encoder::new(sink, side(field.cols())?, side(field.rows())?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
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
    let pixels: Vec<u8> = field
        .values()
        .iter()
        .flat_map(|value| colours::inferno(fraction(*value)))
        .collect();
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(())
}
