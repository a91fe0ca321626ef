//! The fuzz target of host lists as a plain test, over its seeds, damaged seeds and noise.

use std::path::PathBuf;

use proptest::prelude::*;

use host_list::host_list;

#[expect(unreachable_pub, reason = "public in the crate of fuzz targets")]
#[path = "../../../../fuzz/src/host_list.rs"]
mod host_list;

fn seeds() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/host_list");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of seeds")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no seeds in {}", folder.display());
    let read = |path| std::fs::read(path).expect("a seed");
    files.iter().map(read).collect()
}

proptest! {
    #[test]
    fn damaged_seeds_break_nothing(damage in prop::collection::vec((any::<u16>(), any::<u8>()), 0..4)) {
        for mut seed in seeds() {
            for (at, byte) in &damage {
                let at = usize::from(*at) % seed.len();
                seed[at] = *byte;
            }
            host_list(&seed);
        }
    }

    #[test]
    fn noise_breaks_nothing(noise in prop::collection::vec(any::<u8>(), 0..64)) {
        host_list(&noise);
    }
}
