//! Tests of the conversions.

use super::*;

#[test]
fn timers_are_rounded_up() {
    let micros = Duration::from_micros;
    assert_eq!(rnr_timer_code(micros(1)), 1);
    assert_eq!(rnr_timer_code(micros(10)), 1);
    assert_eq!(rnr_timer_code(micros(11)), 2);
    assert_eq!(rnr_timer_code(micros(1280)), 14);
    assert_eq!(rnr_timer_code(Duration::from_secs(10)), 31);
}

#[test]
fn a_lost_peer_is_noticed_within_seconds() {
    let long = Duration::from_secs(100_000);
    let (exponent, retries) = timeout_codes(Duration::from_millis(1), Retry::For(long));
    let all = Duration::from_nanos(4096 << exponent) * u32::from(retries + 1);
    assert!(all < Duration::from_secs(3), "{all:?}");
    let (exponent, retries) = timeout_codes(Duration::from_millis(5), Retry::Count(3));
    assert!(Duration::from_nanos(4096 << exponent) >= Duration::from_millis(5));
    assert_eq!(retries, 3);
}

#[test]
fn only_standard_packet_sizes_have_a_code() {
    assert_eq!(
        [256, 512, 1024, 2048, 4096].map(mtu_code),
        [1, 2, 3, 4, 5].map(Some)
    );
    assert_eq!(mtu_code(1400), None);
    assert_eq!(mtu_code(128), None);
}
