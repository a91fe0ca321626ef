//! The built-in initial field: a cool plate with a hot edge, hot spots and a cold one.
//!
//! Only additions, multiplications and divisions are used, so that every machine computes the same bits.

/// Temperature of the plate.
const PLATE: f64 = 20.0;
/// Temperature of the hot part of the upper edge.
const EDGE: f64 = 90.0;

/// A round spot. Lengths are fractions of the field's longer side.
struct Spot {
    /// Centre, as fractions of the field's height and width.
    row: f64,
    col: f64,
    radius: f64,
    /// Added in the centre, falling to half of that at the radius.
    peak: f64,
}

const SPOTS: [Spot; 5] = [
    Spot {
        row: 0.30,
        col: 0.25,
        radius: 0.06,
        peak: 180.0,
    },
    Spot {
        row: 0.62,
        col: 0.70,
        radius: 0.09,
        peak: 140.0,
    },
    Spot {
        row: 0.80,
        col: 0.22,
        radius: 0.03,
        peak: 220.0,
    },
    Spot {
        row: 0.35,
        col: 0.82,
        radius: 0.04,
        peak: 160.0,
    },
    Spot {
        row: 0.55,
        col: 0.45,
        radius: 0.07,
        peak: -60.0,
    },
];

/// The temperature of the cell at `row`, `col` (from 0) of a field of `rows` × `cols` cells.
pub fn temperature(rows: usize, cols: usize, row: usize, col: usize) -> f64 {
    let side = rows.max(cols) as f64;
    let y = row as f64 + 0.5;
    let x = col as f64 + 0.5;
    let on_hot_edge = row * 32 < rows && col * 4 >= cols && col * 4 < cols * 3;
    let ground = if on_hot_edge { EDGE } else { PLATE };
    SPOTS.iter().fold(ground, |sum, spot| {
        let dy = y - spot.row * rows as f64;
        let dx = x - spot.col * cols as f64;
        let radius = spot.radius * side;
        let distance = (dx * dx + dy * dy) / (radius * radius);
        sum + spot.peak / (1.0 + distance * distance)
    })
}
