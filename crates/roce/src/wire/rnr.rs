//! The timer codes of RNR NAKs: how long a requester waits for a receive (IBTA volume 1, 9.7.5.2).

use core::time::Duration;

/// Units of 10 µs, by code. Code 0 is the longest wait.
const TENS_OF_MICROSECONDS: [u32; 32] = [
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
];

/// The wait of `code`, from its low five bits: 10 µs to 655.36 ms.
pub fn duration(code: u8) -> Duration {
    let units = TENS_OF_MICROSECONDS[usize::from(code & 31)];
    Duration::from_micros(u64::from(units) * 10)
}

/// The code of the shortest wait that is at least `wanted`. The code of the longest wait if
/// `wanted` exceeds it.
pub fn code(wanted: Duration) -> u8 {
    (1..32).find(|&code| duration(code) >= wanted).unwrap_or(0)
}
