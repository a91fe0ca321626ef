use super::*;

const GOLDEN_TAG: [u8; 16] = [
    0xdd, 0x75, 0x9b, 0xc9, 0x93, 0x82, 0xd0, 0xb3, 0xaf, 0x63, 0x64, 0xd0, 0x4a, 0xf0, 0x4f, 0x09,
];

fn authenticator(byte: u8) -> Authenticator {
    Authenticator::new(&JobKey([byte; 32]))
}

#[test]
fn every_bit_is_covered() {
    let mac = authenticator(1);
    let mut message = b"who connects to whom".to_vec();
    mac.seal(&mut message);
    assert_eq!(mac.open(&message), Some(&b"who connects to whom"[..]));
    assert!(authenticator(2).open(&message).is_none());
    for bit in 0..message.len() * 8 {
        message[bit / 8] ^= 1 << (bit % 8);
        assert!(mac.open(&message).is_none(), "bit {bit}");
        message[bit / 8] ^= 1 << (bit % 8);
    }
    for len in 0..message.len() {
        assert!(mac.open(&message[..len]).is_none(), "length {len}");
    }
}

#[test]
fn the_tag_is_hmac_sha256_truncated() {
    // Computed with Python's hmac module over the label and the text.
    let mut message = b"abc".to_vec();
    authenticator(7).seal(&mut message);
    assert_eq!(message[3..], GOLDEN_TAG);
}

#[test]
fn check_keys_are_symmetric_and_differ_by_attempt() {
    let mac = authenticator(1);
    let key = mac.check_key((3, 10), (5, 20));
    assert_eq!(key, mac.check_key((5, 20), (3, 10)));
    assert_ne!(key, mac.check_key((3, 20), (5, 10)));
    assert_ne!(key, mac.check_key((3, 10), (5, 21)));
    assert_ne!(key, authenticator(2).check_key((3, 10), (5, 20)));
}
