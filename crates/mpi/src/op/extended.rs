//! The x87 format: sign, 15 bits of exponent, 64 bits of significand with its leading 1.
//!
//! ```text
//!   bytes  0 ········ 7   8 ····· 9            10 ····· 15
//!          significand    sign, exponent       padding
//! ```

#![allow(unsafe_code)]

use std::arch::asm;
use std::cmp::Ordering;

use super::wide::{Bytes, Wide, by_magnitude};

/// `long double` of C on x86-64.
pub(super) struct Extended;

/// Bytes that hold the number. The others are padding.
const NUMBER: usize = 10;

impl Extended {
    /// Sign and magnitude, unless the number is NaN.
    fn parts(number: Bytes) -> Option<(bool, u128)> {
        let mut bytes = [0; 16];
        bytes[..NUMBER].copy_from_slice(&number[..NUMBER]);
        let bits = u128::from_le_bytes(bytes);
        let magnitude = bits & ((1 << 79) - 1);
        let fraction = magnitude & ((1 << 63) - 1);
        let nan = magnitude >> 64 == 0x7FFF && fraction != 0;
        (!nan).then_some((bits >> 79 != 0, magnitude))
    }
}

impl Wide for Extended {
    const ONE: Bytes = [0, 0, 0, 0, 0, 0, 0, 0x80, 0xFF, 0x3F, 0, 0, 0, 0, 0, 0];

    fn add(one: Bytes, other: Bytes) -> Bytes {
        let mut result = [0; 16];
        // SAFETY: reads two numbers and writes one, all of which are arrays here. The x87 stack is
        // empty before and after.
        unsafe {
            asm!(
                "fld tbyte ptr [{one}]",
                "fld tbyte ptr [{other}]",
                "faddp",
                "fstp tbyte ptr [{result}]",
                one = in(reg) one.as_ptr(),
                other = in(reg) other.as_ptr(),
                result = in(reg) result.as_mut_ptr(),
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack),
            );
        }
        result
    }

    fn multiply(one: Bytes, other: Bytes) -> Bytes {
        let mut result = [0; 16];
        // SAFETY: as for the sum.
        unsafe {
            asm!(
                "fld tbyte ptr [{one}]",
                "fld tbyte ptr [{other}]",
                "fmulp",
                "fstp tbyte ptr [{result}]",
                one = in(reg) one.as_ptr(),
                other = in(reg) other.as_ptr(),
                result = in(reg) result.as_mut_ptr(),
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack),
            );
        }
        result
    }

    fn negate(mut number: Bytes) -> Bytes {
        number[9] ^= 0x80;
        number
    }

    fn compare(one: Bytes, other: Bytes) -> Option<Ordering> {
        Some(by_magnitude(Extended::parts(one)?, Extended::parts(other)?))
    }
}
