//! The fuzz target of the parsers as a plain test, over its seeds, damaged seeds and noise.

use std::path::PathBuf;

use proptest::prelude::*;

use pmi_wire::pmi_wire;

#[expect(unreachable_pub, reason = "public in the crate of fuzz targets")]
#[path = "../../../../fuzz/src/pmi_wire.rs"]
mod pmi_wire;

fn seeds() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/pmi_wire");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of seeds")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no seeds in {}", folder.display());
    let read = |path| std::fs::read(path).expect("a seed");
    files.iter().map(read).collect()
}

#[test]
fn seeds_are_read() {
    for seed in seeds() {
        pmi_wire(&seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn damaged_seeds_are_read_or_refused(
        which in any::<prop::sample::Index>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        end in any::<prop::sample::Index>(),
    ) {
        let seeds = seeds();
        let mut damaged = which.get(&seeds).clone();
        for (at, byte) in damage {
            let at = at.index(damaged.len());
            damaged[at] = byte;
        }
        damaged.truncate(end.index(damaged.len()) + 1);
        pmi_wire(&damaged);
    }

    #[test]
    fn noise_is_read_or_refused(noise in prop::collection::vec(any::<u8>(), 0..128)) {
        pmi_wire(&noise);
    }
}
