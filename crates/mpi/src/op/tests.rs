//! Tests of operations.

use proptest::collection::vec;
use proptest::prelude::*;

use super::wide::{Quad, Wide};
use super::{NotDefined, Op, combine};
use crate::datatype::{Basic, Class, Format};

/// What MPICH computes.
const RESULTS: &str = include_str!("tests/results.txt");
/// What GCC computes.
const QUAD: &str = include_str!("tests/quad.txt");

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .chars()
        .map(|digit| digit.to_digit(16).unwrap() as u8)
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// Results are those of x86-64: the size of `long double`, and the order of bytes.
#[test]
#[cfg(target_arch = "x86_64")]
fn results_are_those_of_mpich() {
    let mut seen = 0;
    for line in RESULTS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let op = Op::ALL.into_iter().find(|op| op.name() == fields[0]);
        let basic = Basic::all().find(|basic| basic.name() == fields[1]);
        let (op, basic) = op.zip(basic).unwrap_or_else(|| panic!("{line}"));
        let (other, mut into) = (bytes(fields[2]), bytes(fields[3]));
        combine(op, basic, &mut into, &other).unwrap();
        assert_eq!(into, bytes(fields[4]), "{line}");
        seen += 1;
    }
    assert!(seen > 350, "{seen} results");
}

/// Whole numbers, as far as the bytes of a type can be such. The element beside them is the identity's.
#[test]
fn identities_change_nothing() {
    let mut known = 0;
    for (op, basic) in Op::ALL
        .into_iter()
        .flat_map(|op| Basic::all().map(move |basic| (op, basic)))
    {
        let Some(identity) = op.identity(basic) else {
            let format = basic.format();
            let has_none = matches!(format, Format::LongDouble | Format::Quad)
                || matches!(op, Op::Replace | Op::NoOp);
            assert!(has_none || !op.is_defined(basic), "{op:?} {basic:?}");
            continue;
        };
        known += 1;
        let identity = identity[..basic.extent()].to_vec();
        let is_truth = matches!(op, Op::Land | Op::Lor | Op::Lxor);
        let values: &[i8] = if is_truth {
            &[0, 1]
        } else {
            &[0, 1, 5, 127, -3, -128]
        };
        for &value in values {
            let number = |format, bytes: usize| match (format, bytes) {
                (Format::Ieee, 2) => half::f16::from(value).to_ne_bytes().to_vec(),
                (Format::Brain, _) => half::bf16::from(value).to_ne_bytes().to_vec(),
                (Format::Ieee, 4) => f32::from(value).to_ne_bytes().to_vec(),
                (Format::Ieee, _) => f64::from(value).to_ne_bytes().to_vec(),
                _ => i128::from(value).to_le_bytes()[..bytes].to_vec(),
            };
            let mut element = vec![0; basic.extent()];
            let part = basic.part();
            element[..part].copy_from_slice(&number(basic.format(), part));
            match basic.class() {
                Class::Complex => element.copy_within(..part, part),
                Class::Pair => {
                    let (at, bytes) = (basic.index_offset(), basic.index_part());
                    let format = match basic {
                        Basic::TwoReal | Basic::TwoDoublePrecision => Format::Ieee,
                        _ => Format::Signed,
                    };
                    element[at..at + bytes].copy_from_slice(&number(format, bytes));
                }
                _ => {}
            }
            let (mut right, mut left) = (element.clone(), identity.clone());
            combine(op, basic, &mut right, &identity).unwrap();
            combine(op, basic, &mut left, &element).unwrap();
            assert_eq!(right, element, "{op:?} {basic:?} {value}");
            assert_eq!(left, element, "{op:?} {basic:?} {value}");
        }
    }
    assert!(known > 200, "{known} identities");
}

#[test]
fn binary128_is_that_of_gcc() {
    for line in QUAD.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split_whitespace().collect();
        let number = |index: usize| u128::from_str_radix(fields[index], 16).unwrap();
        let [one, other] = [0, 1].map(|index| number(index).to_ne_bytes());
        let same = |found: [u8; 16], expected: u128| {
            // Which NaN it is does not matter.
            let nan = |bits: u128| bits << 1 > 0xFFFE << 112;
            let found = u128::from_ne_bytes(found);
            found == expected || nan(found) && nan(expected)
        };
        assert!(same(Quad::add(one, other), number(2)), "sum: {line}");
        assert!(
            same(Quad::multiply(one, other), number(3)),
            "product: {line}"
        );
        let order = match Quad::compare(one, other) {
            None => "?",
            Some(std::cmp::Ordering::Less) => "<",
            Some(std::cmp::Ordering::Equal) => "=",
            Some(std::cmp::Ordering::Greater) => ">",
        };
        assert_eq!(order, fields[4], "{line}");
    }
}

/// The number of an integer element.
fn integer(basic: Basic, element: &[u8]) -> i128 {
    let mut wide = if basic.format() == Format::Signed && element[element.len() - 1] & 0x80 != 0 {
        [0xFF; 16]
    } else {
        [0; 16]
    };
    wide[..element.len()].copy_from_slice(element);
    i128::from_le_bytes(wide)
}

fn scalar(op: Op, one: i128, other: i128) -> i128 {
    match op {
        Op::Max => one.max(other),
        Op::Min => one.min(other),
        Op::Sum => one.wrapping_add(other),
        Op::Prod => one.wrapping_mul(other),
        Op::Land => i128::from(one != 0 && other != 0),
        Op::Lor => i128::from(one != 0 || other != 0),
        Op::Lxor => i128::from((one != 0) != (other != 0)),
        Op::Band => one & other,
        Op::Bor => one | other,
        Op::Bxor => one ^ other,
        _ => unreachable!("no operation on integers"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[cfg(target_endian = "little")]
    fn integers_agree_with_scalars(
        one in vec(any::<u8>(), 0..200),
        other in vec(any::<u8>(), 200),
        zeros in 0_usize..3,
    ) {
        for basic in Basic::all() {
            let integers = matches!(basic.format(), Format::Signed | Format::Unsigned)
                && basic.class() != Class::Pair;
            for op in Op::ALL.into_iter().filter(|op| op.is_reduction()) {
                if !integers || !op.is_defined(basic) {
                    continue;
                }
                let size = basic.size();
                let length = one.len() / size * size;
                let (mut into, other) = (one[..length].to_vec(), &other[..length]);
                for zero in into.iter_mut().take(zeros * size) {
                    *zero = 0;
                }
                let before = into.clone();
                combine(op, basic, &mut into, other).unwrap();
                for at in (0..length).step_by(size) {
                    let numbers = [other, &before].map(|array| integer(basic, &array[at..at + size]));
                    let expected = scalar(op, numbers[0], numbers[1]).to_le_bytes();
                    prop_assert_eq!(&into[at..at + size], &expected[..size], "{:?} {:?}", op, basic);
                }
            }
        }
    }

    #[test]
    fn reals_agree_with_scalars(numbers in vec((any::<f64>(), any::<f64>()), 0..40)) {
        let mut into: Vec<u8> = numbers.iter().flat_map(|pair| pair.0.to_ne_bytes()).collect();
        let other: Vec<u8> = numbers.iter().flat_map(|pair| pair.1.to_ne_bytes()).collect();
        let before = into.clone();
        for (op, scalar) in [
            (Op::Sum, (|one, other| one + other) as fn(f64, f64) -> f64),
            (Op::Prod, |one, other| one * other),
            (Op::Max, |one, other| if one > other { one } else { other }),
            (Op::Min, |one, other| if one < other { one } else { other }),
        ] {
            into.copy_from_slice(&before);
            combine(op, Basic::Double, &mut into, &other).unwrap();
            let expected = numbers.iter().map(|pair| scalar(pair.1, pair.0));
            for (found, expected) in into.chunks(8).zip(expected) {
                let found = f64::from_ne_bytes(found.try_into().unwrap());
                let both_nan = found.is_nan() && expected.is_nan();
                prop_assert!(found.to_bits() == expected.to_bits() || both_nan);
            }
        }
    }
}

#[test]
fn fortran_numbers_of_16_bytes_are_combined() {
    let half = 0x3FFE_u128 << 112;
    let one = 0x3FFF_u128 << 112;
    let mut into = [one, half].map(u128::to_ne_bytes).concat();
    let other = [half, half].map(u128::to_ne_bytes).concat();
    combine(Op::Sum, Basic::Real16, &mut into, &other).unwrap();
    let sums = [one | 1 << 111, one].map(u128::to_ne_bytes).concat();
    assert_eq!(into, sums);
    // i · i = -1
    let mut into = [0, one].map(u128::to_ne_bytes).concat();
    let other = into.clone();
    combine(Op::Prod, Basic::Complex32, &mut into, &other).unwrap();
    assert_eq!(into, [one | 1 << 127, 0].map(u128::to_ne_bytes).concat());
}

#[test]
fn numbers_of_2_bytes_are_combined() {
    use half::{bf16, f16};
    let of = |numbers: [f32; 3]| numbers.map(|number| f16::from_f32(number).to_ne_bytes());
    let mut into = of([1.5, -2.0, 2048.0]).concat();
    let other = of([0.25, 8.0, 1.0]).concat();
    combine(Op::Sum, Basic::CFloat16, &mut into, &other).unwrap();
    // Binary16 has 11 binary digits.
    assert_eq!(into, of([1.75, 6.0, 2048.0]).concat());
    combine(
        Op::Max,
        Basic::Real2,
        &mut into,
        &of([9.0, 1.0, 1.0]).concat(),
    )
    .unwrap();
    assert_eq!(into, of([9.0, 6.0, 2048.0]).concat());
    // (1 + 2i) · (3 + 4i)
    let mut into = of([3.0, 4.0, 0.0]).concat();
    combine(
        Op::Prod,
        Basic::Complex4,
        &mut into[..4],
        &of([1.0, 2.0, 0.0]).concat()[..4],
    )
    .unwrap();
    assert_eq!(into, of([-5.0, 10.0, 0.0]).concat());
    let mut into = bf16::from_f32(256.0).to_ne_bytes();
    combine(
        Op::Sum,
        Basic::BFloat16,
        &mut into,
        &bf16::from_f32(1.0).to_ne_bytes(),
    )
    .unwrap();
    assert_eq!(into, bf16::from_f32(256.0).to_ne_bytes());
}

#[test]
fn undefined_combinations_say_so() {
    let undefined = [
        (Op::Max, Basic::DoubleComplex),
        (Op::Sum, Basic::Byte),
        (Op::Band, Basic::Double),
        (Op::Minloc, Basic::Int),
        (Op::Sum, Basic::Wchar),
        (Op::Sum, Basic::CBool),
        (Op::Sum, Basic::DoubleInt),
        (Op::Sum, Basic::Packed),
    ];
    for (op, basic) in undefined {
        let error = combine(op, basic, &mut [0; 64], &[0; 64]).unwrap_err();
        assert_eq!(error, NotDefined { op, basic });
    }
    let error = combine(Op::Band, Basic::Double, &mut [], &[]).unwrap_err();
    assert_eq!(error.to_string(), "MPI_BAND is not defined for MPI_DOUBLE");
}
