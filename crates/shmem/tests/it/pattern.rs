//! Patterns of bytes that show their origin, so that misplaced bytes are detected.

use farreach_runtime::settings::DeviceChoice;
use farreach_shmem::{Element, Error, Pe, Symmetric};

/// `len` bytes that depend only on the seed and the position.
pub(crate) fn bytes(seed: u64, len: usize) -> Vec<u8> {
    // By words and not by bytes: without optimization, each step of an iterator takes long.
    let mut bytes = vec![0; len];
    for (at, word) in bytes.chunks_mut(8).enumerate() {
        word.copy_from_slice(&mix(seed, at as u64).to_le_bytes()[..word.len()]);
    }
    bytes
}

/// A word that depends on both arguments.
pub(crate) fn mix(seed: u64, at: u64) -> u64 {
    let mut word = (seed ^ at.rotate_left(32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Checks that two long arrays are equal, and shows where they first differ.
#[track_caller]
pub(crate) fn assert_same(got: &[u8], wanted: &[u8], what: impl Fn() -> String) {
    assert_eq!(got.len(), wanted.len(), "{}", what());
    if got != wanted {
        let differs = |&at: &usize| got[at] != wanted[at];
        let at = (0..got.len()).find(differs).expect("they differ");
        let wrong = (0..got.len()).filter(|&at| got[at] != wanted[at]).count();
        panic!(
            "{}: {wrong} of {} bytes are wrong, the first at {at}: {:#x} instead of {:#x}",
            what(),
            got.len(),
            got[at],
            wanted[at]
        );
    }
}

/// This PE's own elements of an object.
pub(crate) fn own<T: Element>(
    pe: &Pe,
    object: &Symmetric<T>,
    at: usize,
    len: usize,
) -> Result<Vec<T>, Error> {
    let mut elements = vec![T::new_zeroed(); len];
    pe.read(object.range(at..), &mut elements)?;
    Ok(elements)
}

/// The number of rounds, of `full`. It is smaller if packets are lost on purpose, since each loss
/// costs time, and on adapters of the host, which are emulated where these tests mostly find one.
pub(crate) fn effort(pe: &Pe, full: u64) -> u64 {
    let settings = pe.world().settings();
    let is_adapter = matches!(settings.device.choice, DeviceChoice::Ibv { .. });
    if settings.loss > 0.0 || is_adapter {
        full / 8
    } else {
        full
    }
}
