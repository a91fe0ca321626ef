//! Tests of external32.

#![allow(unsafe_code)]

use crate::datatype::{Basic, Class, Datatype, ExternalError, Format};

fn packed(datatype: &Datatype, count: usize, buffer: &[u8]) -> Result<Vec<u8>, ExternalError> {
    assert!(datatype.span(count).unwrap().1 as usize <= buffer.len());
    let mut bytes = vec![0; datatype.external_size(count).unwrap()];
    // SAFETY: the elements lie in the buffer.
    let packed = unsafe { datatype.pack_external(count, buffer.as_ptr(), &mut bytes)? };
    assert_eq!(packed, bytes.len());
    Ok(bytes)
}

fn unpacked(
    datatype: &Datatype,
    count: usize,
    bytes: &[u8],
    buffer: usize,
) -> Result<Vec<u8>, ExternalError> {
    assert!(datatype.span(count).unwrap().1 as usize <= buffer);
    let mut buffer = vec![0; buffer];
    // SAFETY: the elements lie in the buffer.
    unsafe { datatype.unpack_external(count, buffer.as_mut_ptr(), bytes)? };
    Ok(buffer)
}

#[test]
fn sizes_are_those_of_the_standard() {
    let sizes = [
        (Basic::Packed, 1),
        (Basic::Byte, 1),
        (Basic::Char, 1),
        (Basic::Wchar, 2),
        (Basic::Short, 2),
        (Basic::Int, 4),
        (Basic::Long, 4),
        (Basic::UnsignedLong, 4),
        (Basic::LongLongInt, 8),
        (Basic::Float, 4),
        (Basic::Double, 8),
        (Basic::LongDouble, 16),
        (Basic::CBool, 1),
        (Basic::Int64, 8),
        (Basic::Aint, 8),
        (Basic::Count, 8),
        (Basic::Offset, 8),
        (Basic::Logical, 4),
        (Basic::DoubleComplex, 16),
        (Basic::CLongDoubleComplex, 32),
        (Basic::Integer8, 8),
        (Basic::LongInt, 8),
    ];
    for (basic, size) in sizes {
        assert_eq!(basic.external_size(), size, "{}", basic.name());
        assert_eq!(Datatype::basic(basic).external_size(3), Some(3 * size));
    }
    let large = Datatype::contiguous(1 << 61, &Datatype::basic(Basic::CBool)).unwrap();
    assert_eq!(large.external_size(3), Some(3 << 61));
    assert_eq!(large.external_size(4), None);
}

#[test]
fn numbers_are_big_endian() {
    let long = Datatype::basic(Basic::Long);
    let vector = Datatype::vector(2, 1, 2, &long).unwrap();
    let numbers = [-2_i64, 7, 0x0102_0304].map(i64::to_ne_bytes).concat();
    let bytes = packed(&vector, 1, &numbers).unwrap();
    assert_eq!(bytes, [0xFF, 0xFF, 0xFF, 0xFE, 1, 2, 3, 4]);
    let back = unpacked(&vector, 1, &bytes, 24).unwrap();
    assert_eq!(back[..8], numbers[..8]);
    assert_eq!(back[8..16], [0; 8]);
    assert_eq!(back[16..], numbers[16..]);
    let double = Datatype::basic(Basic::Double);
    let bytes = packed(&double, 1, &1.5_f64.to_ne_bytes()).unwrap();
    assert_eq!(bytes, [0x3F, 0xF8, 0, 0, 0, 0, 0, 0]);
    let pair = Datatype::basic(Basic::ShortInt);
    let mut buffer = [0; 16];
    buffer[..2].copy_from_slice(&258_i16.to_ne_bytes());
    buffer[4..8].copy_from_slice(&3_i32.to_ne_bytes());
    let bytes = packed(&pair, 1, &buffer).unwrap();
    assert_eq!(bytes, [1, 2, 0, 0, 0, 3]);
    assert_eq!(unpacked(&pair, 1, &bytes, 8).unwrap(), buffer[..8]);
}

#[test]
fn numbers_that_do_not_fit_are_errors() {
    let long = Datatype::basic(Basic::Long);
    let error = packed(&long, 1, &(1_i64 << 31).to_ne_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "2147483648 does not fit the 4 bytes of MPI_LONG in external32"
    );
    assert!(packed(&long, 1, &(-1_i64 << 31).to_ne_bytes()).is_ok());
    let unsigned = Datatype::basic(Basic::UnsignedLong);
    assert!(packed(&unsigned, 1, &0xFFFF_FFFF_u64.to_ne_bytes()).is_ok());
    assert!(packed(&unsigned, 1, &(1_u64 << 32).to_ne_bytes()).is_err());
    let short = unpacked(&long, 2, &[0; 7], 16).unwrap_err();
    assert_eq!(
        short,
        ExternalError::Short {
            needed: 8,
            given: 7
        }
    );
}

#[test]
fn small_numbers_of_all_types_come_back() {
    for basic in Basic::all().filter(|basic| basic.class() != Class::Mark) {
        let datatype = Datatype::basic(basic);
        let mut buffer = vec![0; 4 * basic.extent()];
        for element in 0..4 {
            let at = element * basic.extent();
            // Zero is the same in all formats. Of the others, integers alone are filled.
            if matches!(basic.format(), Format::Signed | Format::Unsigned) {
                let low = if cfg!(target_endian = "big") {
                    basic.part() - 1
                } else {
                    0
                };
                buffer[at + low] = element as u8;
            }
        }
        let bytes = packed(&datatype, 4, &buffer).unwrap();
        let back = unpacked(&datatype, 4, &bytes, buffer.len()).unwrap();
        assert_eq!(back, buffer, "{}", basic.name());
    }
}

/// A long double as the bytes of the x87 format, and the number as binary128.
#[test]
#[cfg(target_arch = "x86_64")]
fn long_double_is_binary128_there() {
    let datatype = Datatype::basic(Basic::LongDouble);
    let numbers: [(u16, u64, u128); 7] = [
        (0, 0, 0),
        (0x3FFF, 1 << 63, 0x3FFF << 112),
        (0xC000, 0xA << 60, 0xC000_4000_u128 << 96),
        // A third.
        (
            0x3FFD,
            0xAAAA_AAAA_AAAA_AAAB,
            0x3FFD_5555_5555_5555_5556 << 48,
        ),
        (0x7FFF, 1 << 63, 0x7FFF << 112),
        // The least numbers below and above the limit of normal ones.
        (0, 1, 1 << 49),
        (1, 1 << 63, 1 << 112),
    ];
    for (top, significand, quad) in numbers {
        let number = u128::from(top) << 64 | u128::from(significand);
        let bytes = packed(&datatype, 1, &number.to_le_bytes()).unwrap();
        assert_eq!(bytes, quad.to_be_bytes(), "{number:x}");
        let back = unpacked(&datatype, 1, &bytes, 16).unwrap();
        assert_eq!(back, number.to_le_bytes(), "{number:x}");
    }
    // More digits than a long double has: rounded, with a carry into the exponent.
    let bytes = (0x3FFF_FFFF_FFFF_FFFF_FFFF_u128 << 48 | 1 << 47).to_be_bytes();
    let back = unpacked(&datatype, 1, &bytes, 16).unwrap();
    assert_eq!(back, (0x4000_u128 << 64 | 1 << 63).to_le_bytes());
}
