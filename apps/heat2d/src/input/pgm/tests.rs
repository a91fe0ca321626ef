//! Graymaps that are read, and graymaps that are refused.

use proptest::prelude::*;

use super::parse;
use crate::input::InputPlace;

#[test]
fn plain_graymaps_are_read() {
    let text = b"P2\n# by hand\n3 2 # width, height\n300\n0 1 2\n3\t4 300 # end\n";
    let field = parse(text).expect("a field");
    assert_eq!((field.rows(), field.cols()), (2, 3));
    assert_eq!(field.values(), [0.0, 1.0, 2.0, 3.0, 4.0, 300.0]);
}

#[test]
fn raw_graymaps_are_read() {
    let field = parse(b"P5 2 2 255\n\x00\x23\x0a\xff").expect("a field");
    assert_eq!(field.values(), [0.0, 35.0, 10.0, 255.0]);
    let field = parse(b"P5\n2 1\n# 16 bits\n256\n\x01\x00\x00\x20").expect("a field");
    assert_eq!(field.values(), [256.0, 32.0]);
}

#[test]
fn other_files_are_refused() {
    for (bytes, offset, problem) in [
        (
            &b"P6 1 1 255\n\x00\x00\x00"[..],
            0,
            "neither with P2 nor with P5",
        ),
        (b"", 0, "neither"),
        (b"P2", 2, "no width"),
        (b"P23 1 9\n1 1 1", 2, "no width"),
        (b"P2 3 x 9\n", 5, "no height"),
        (b"P2 3 1", 6, "no maximum"),
        (b"P2 3 1 0\n0 0 0", 6, "maximum of 0"),
        (b"P2 3 1 65536\n0 0 0", 6, "maximum of 65536"),
        (b"P2 0 1 9\n", 2, "1 x 0 cells"),
        (b"P2 4294967295 4294967295 9\n", 2, "between 1 and"),
        (b"P2 4294967296 1 9\n", 3, "no width"),
        (b"P2 2 1 9\n1", 10, "no pixel"),
        (b"P2 2 1 9\n1 -1", 11, "no pixel"),
        (b"P2 2 1 9\n1 10", 13, "10 above 9"),
        (b"P2 2 1 9\n1 1 1", 13, "more than 2 pixels"),
        (b"P5 2 1 9", 8, "no white space"),
        (
            b"P5 2 1 9\n\x01",
            9,
            "1 bytes of pixels, where 2 are needed",
        ),
        (b"P5 2 1 9\n\x01\x01\x01", 9, "3 bytes of pixels"),
        (b"P5 2 1 9\n\x01\x0a", 10, "10 above 9"),
        (b"P5 2 1 300\n\x00\x01\x01\x2d", 13, "301 above 300"),
    ] {
        let fault = parse(bytes).expect_err(problem);
        assert!(fault.problem.contains(problem), "{problem}: {fault:?}");
        assert_eq!(
            fault.place,
            InputPlace::Byte(offset),
            "{problem}: {fault:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_bytes_are_survived(head in "P[25][ 0-9#\n]{0,20}", tail: Vec<u8>) {
        let bytes = [head.as_bytes(), &tail].concat();
        if let Ok(field) = parse(&bytes) {
            prop_assert!(field.values().len() <= bytes.len());
        }
    }

    #[test]
    fn what_is_written_is_read(cols in 1_usize..6, rows in 1_usize..6, wide: bool, seed: u16) {
        let maximum = if wide { 65535_u32 } else { 255 };
        let pixels: Vec<u32> = (0..rows * cols)
            .map(|index| (u32::from(seed) * 31 + index as u32 * 77) % (maximum + 1))
            .collect();
        let header = format!("{cols} {rows} {maximum}\n");
        let text: Vec<String> = pixels.iter().map(ToString::to_string).collect();
        let plain = format!("P2 {header}{}", text.join(" "));
        let mut raw = format!("P5 {header}").into_bytes();
        for pixel in &pixels {
            let bytes = pixel.to_be_bytes();
            raw.extend(if wide { &bytes[2..] } else { &bytes[3..] });
        }
        let expected: Vec<f64> = pixels.iter().map(|pixel| f64::from(*pixel)).collect();
        for bytes in [plain.into_bytes(), raw] {
            let field = parse(&bytes).expect("a field");
            prop_assert_eq!((field.rows(), field.cols()), (rows, cols));
            prop_assert_eq!(field.values(), expected.as_slice());
        }
    }
}
