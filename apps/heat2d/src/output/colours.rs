//! A perceptually even scale of colours, from black over red to pale yellow.

/// Every tenth of matplotlib's `inferno` (public domain).
const STOPS: [[u8; 3]; 11] = [
    [0, 0, 4],
    [22, 11, 57],
    [66, 10, 104],
    [106, 23, 110],
    [147, 38, 103],
    [188, 55, 84],
    [221, 81, 58],
    [243, 120, 25],
    [252, 165, 10],
    [246, 215, 70],
    [252, 255, 164],
];

/// The colour at a fraction between 0 (least) and 1 (greatest) of the scale.
pub(super) fn inferno(fraction: f64) -> [u8; 3] {
    let place = fraction.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (place as usize).min(STOPS.len() - 2);
    let part = place - below as f64;
    let mix = |channel: usize| {
        let (from, to) = (
            f64::from(STOPS[below][channel]),
            f64::from(STOPS[below + 1][channel]),
        );
        (from + (to - from) * part).round() as u8
    };
    [mix(0), mix(1), mix(2)]
}
