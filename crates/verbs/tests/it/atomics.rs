//! What atomics make of words.

use farreach_verbs::{AtomicOp, AtomicWidth};

#[test]
fn atomics_have_the_values_that_arithmetic_gives() {
    let w64 = AtomicWidth::W64;
    let w32 = AtomicWidth::W32;
    let swap = |compare| AtomicOp::CompareSwap { compare, swap: 9 };
    assert_eq!(AtomicOp::Add(2).applied(u64::MAX, w64), 1);
    assert_eq!(AtomicOp::Add(2).applied(0xffff_ffff, w32), 1);
    assert_eq!(AtomicOp::Swap(7).applied(5, w64), 7);
    assert_eq!(swap(5).applied(5, w64), 9);
    assert_eq!(swap(6).applied(5, w64), 5);
    assert_eq!(swap(0x1_0000_0005).applied(5, w32), 9);
    assert_eq!(AtomicOp::And(0b1010).applied(0b1100, w64), 0b1000);
    assert_eq!(AtomicOp::Or(0b1010).applied(0b1100, w64), 0b1110);
    assert_eq!(AtomicOp::Xor(0b1010).applied(0b1100, w64), 0b0110);
}
