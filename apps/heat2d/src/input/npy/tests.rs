//! Arrays that are read, and arrays that are refused.

use proptest::prelude::*;

use super::parse;
use crate::input::InputPlace;

fn file(version: u8, header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    if version == 1 {
        bytes.extend((header.len() as u16).to_le_bytes());
    } else {
        bytes.extend((header.len() as u32).to_le_bytes());
    }
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

const HEADER: &str = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }   \n";

fn doubles(values: &[f64]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

#[test]
fn doubles_are_read() {
    let values = [1.0, -2.5, 3e-300, 0.1, 1e290, -0.0];
    for version in 1..=3 {
        let field = parse(&file(version, HEADER, &doubles(&values))).expect("a field");
        assert_eq!((field.rows(), field.cols()), (2, 3));
        assert_eq!(field.values(), values);
    }
}

#[test]
fn floats_are_read() {
    let header = "{\"shape\":(1,2),\"fortran_order\":False,\"descr\":\"<f4\"}";
    let data: Vec<u8> = [0.1_f32, -7.0]
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    let field = parse(&file(1, header, &data)).expect("a field");
    assert_eq!(field.values(), [f64::from(0.1_f32), -7.0]);
}

#[test]
fn other_arrays_are_refused() {
    let data = doubles(&[0.0; 6]);
    for (from, to, problem) in [
        ("<f8", ">f8", "type '>f8'"),
        ("<f8", "<i4", "type '<i4'"),
        ("False", "True ", "Fortran"),
        ("(2, 3)", "(6,)", "1 dimensions"),
        ("(2, 3)", "(1, 2, 3)", "3 dimensions"),
        ("(2, 3)", "()", "0 dimensions"),
        (
            "(2, 3)",
            "(2, 4)",
            "48 bytes of values, where 2 x 4 need 64",
        ),
        (
            "(2, 3)",
            "(2, 2)",
            "48 bytes of values, where 2 x 2 need 32",
        ),
        ("(2, 3)", "(0, 3)", "0 x 3 cells"),
        ("(2, 3)", "(99999999999, 99999999999)", "between 1 and"),
        ("(2, 3)", "(99999999999999999999999, 1)", "no size"),
        ("(2, 3)", "(2 3)", "no ')'"),
        ("'shape'", "'shapes'", "unknown key 'shapes'"),
        ("'shape': (2, 3), ", "", "no 'shape'"),
        ("{", "[", "no '{'"),
        ("False", "Falsch", "neither True nor False"),
        ("}", " ", "no "),
    ] {
        let bytes = file(1, &HEADER.replace(from, to), &data);
        let fault = parse(&bytes).expect_err(to);
        assert!(fault.problem.contains(problem), "{to}: {fault:?}");
        assert!(
            matches!(fault.place, InputPlace::Byte(_)),
            "{to}: {fault:?}"
        );
    }
}

#[test]
fn values_that_are_no_numbers_are_refused() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e291] {
        let bytes = file(1, HEADER, &doubles(&[0.0, 0.0, value, 0.0, 0.0, 0.0]));
        let fault = parse(&bytes).expect_err("refused");
        assert_eq!(fault.place, InputPlace::Byte(10 + HEADER.len() + 16));
    }
}

#[test]
fn every_truncation_is_refused() {
    let whole = file(1, HEADER, &doubles(&[0.0; 6]));
    for length in 0..whole.len() {
        parse(&whole[..length]).expect_err("truncated");
    }
    parse(&[whole.as_slice(), b"x"].concat()).expect_err("too long");
    assert!(
        parse(&file(4, HEADER, &[]))
            .expect_err("refused")
            .problem
            .contains("version 4")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_bytes_are_survived(at in 0_usize..140, noise: Vec<u8>) {
        let mut bytes = file(1, HEADER, &doubles(&[0.0; 6]));
        let end = bytes.len().min(at + noise.len());
        let at = at.min(end);
        bytes[at..end].copy_from_slice(&noise[..end - at]);
        if let Ok(field) = parse(&bytes) {
            prop_assert!(field.values().len() <= bytes.len() / 4);
        }
    }
}
