//! A picture of the particles, seen along the third axis: near ones are large and bright, and hide far ones.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Result;

use crate::fluid::Fluid;

/// Pixels of each side.
const SIDE: usize = 600;
const PAPER: [u8; 3] = [12, 14, 24];
/// The colours of far and near particles.
const FAR: [f64; 3] = [40.0, 60.0, 120.0];
const NEAR: [f64; 3] = [255.0, 200.0, 90.0];

/// Writes a PNG.
pub(crate) fn write(path: &Path, fluid: &Fluid, positions: &[f64]) -> Result<()> {
    let pixels = draw(fluid, positions);
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.as_flattened())?;
    writer.finish()?;
    Ok(std::io::stdout().flush()?)
}

fn draw(fluid: &Fluid, positions: &[f64]) -> Vec<[u8; 3]> {
    let mut pixels = vec![PAPER; SIDE * SIDE];
    let (rows, _) = positions.as_chunks::<3>();
    let mut order: Vec<&[f64; 3]> = rows.iter().collect();
    order.sort_by(|a, b| a[2].total_cmp(&b[2]));
    let scale = SIDE as f64 / fluid.side;
    for [x, y, z] in order {
        let near = z / fluid.side;
        let radius = (0.25 + 0.2 * near) * scale;
        let (x, y) = (x * scale, y * scale);
        let range = |at: f64| {
            let clamp = |edge: f64| edge.clamp(0.0, SIDE as f64) as usize;
            clamp(at - radius)..clamp(at + radius + 1.0)
        };
        for row in range(y) {
            for col in range(x) {
                let (across, down) = (col as f64 + 0.5 - x, row as f64 + 0.5 - y);
                let out = (across * across + down * down) / (radius * radius);
                if out > 1.0 {
                    continue;
                }
                // Light comes from the front.
                let light = (0.35 + 0.65 * (1.0 - out).sqrt()) * (0.3 + 0.7 * near);
                let pixel = &mut pixels[row * SIDE + col];
                for channel in 0..3 {
                    let full = FAR[channel] + (NEAR[channel] - FAR[channel]) * near;
                    pixel[channel] = (full * light) as u8;
                }
            }
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_particles_hide_far_ones() {
        let fluid = Fluid::new(2, 0.5, 0.001);
        let middle = fluid.side / 2.0;
        let far = draw(&fluid, &[middle, middle, 0.0]);
        let both = draw(
            &fluid,
            &[middle, middle, fluid.side * 0.99, middle, middle, 0.0],
        );
        let at = SIDE / 2 * SIDE + SIDE / 2;
        assert!(
            both[at][0] > far[at][0] + 100,
            "{:?} {:?}",
            both[at],
            far[at]
        );
        assert_eq!((far[0], both[0]), (PAPER, PAPER));
    }
}
