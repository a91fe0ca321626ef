//! Tables that are read, and tables that are refused.

use proptest::prelude::*;

use super::parse;
use crate::input::InputPlace;

#[test]
fn tables_are_read() {
    let field = parse(b"\xef\xbb\xbf# height\r\n1, -2.5 ,3e2\r\n\r\n.5,+4,0\r\n").expect("a field");
    assert_eq!((field.rows(), field.cols()), (2, 3));
    assert_eq!(field.values(), [1.0, -2.5, 300.0, 0.5, 4.0, 0.0]);
}

#[test]
fn other_tables_are_refused() {
    for (bytes, place, problem) in [
        (&b""[..], InputPlace::File, "no values"),
        (b"# nothing\n\n", InputPlace::File, "no values"),
        (
            b"x,y\n1,2\n",
            InputPlace::Line(1, 1),
            "\"x\" is not a number",
        ),
        (
            b"1,2\n3\n",
            InputPlace::Line(2, 2),
            "1 values, where the first row has 2",
        ),
        (
            b"1,2\n3,4,5\n",
            InputPlace::Line(2, 3),
            "3 values, where the first row has 2",
        ),
        (b"1,2,\n", InputPlace::Line(1, 3), "\"\" is not a number"),
        (b"1;2\n", InputPlace::Line(1, 1), "\"1;2\" is not a number"),
        (
            b"\n1,nan\n",
            InputPlace::Line(2, 2),
            "NaN is not a number within",
        ),
        (
            b"inf\n",
            InputPlace::Line(1, 1),
            "inf is not a number within",
        ),
        (b"1e999\n", InputPlace::Line(1, 1), "is not a number within"),
        (b"1,\xff\n", InputPlace::Line(1, 2), "is not a number"),
    ] {
        let fault = parse(bytes).expect_err(problem);
        assert!(fault.problem.contains(problem), "{problem}: {fault:?}");
        assert_eq!(fault.place, place, "{problem}: {fault:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_written_is_read(cols in 1_usize..5, values in prop::collection::vec(-1e290..1e290, 1..20)) {
        let rows = values.len().div_ceil(cols);
        let values: Vec<f64> = values.iter().copied().cycle().take(rows * cols).collect();
        let lines: Vec<String> = values
            .chunks(cols)
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            .collect();
        let field = parse(lines.join("\n").as_bytes()).expect("a field");
        prop_assert_eq!((field.rows(), field.cols()), (rows, cols));
        prop_assert_eq!(field.values(), values.as_slice());
    }

    #[test]
    fn any_bytes_are_survived(bytes in "[0-9,.e\n#\\-]{0,60}", noise: Vec<u8>) {
        let bytes = [bytes.as_bytes(), &noise].concat();
        if let Ok(field) = parse(&bytes) {
            prop_assert!(field.values().len() <= bytes.len());
        }
    }
}
