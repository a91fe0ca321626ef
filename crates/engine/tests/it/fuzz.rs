//! The fuzz target of tagged messages as a plain test, over its seeds, damaged seeds and noise.

use std::path::PathBuf;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use tagged_message::tagged_message;

#[expect(unreachable_pub, reason = "public in the crate of fuzz targets")]
#[path = "../../../../fuzz/src/tagged_message.rs"]
mod tagged_message;

const SEED: u64 = 0x5eed;

fn seeds() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/tagged_message");
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
fn damaged_seeds_and_noise_break_nothing() {
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let seeds = seeds();
    for _ in 0..20_000 {
        // Seeds one behind the other, so that what one begins the next may end.
        let mut script: Vec<u8> = Vec::new();
        for _ in 0..random.random_range(1..6) {
            script.extend(&seeds[random.random_range(0..seeds.len())]);
        }
        for _ in 0..random.random_range(0..6) {
            let at = random.random_range(0..script.len());
            script[at] = random.random();
        }
        tagged_message(&script);
    }
    for _ in 0..20_000 {
        let mut noise = vec![0; random.random_range(0..128)];
        random.fill(&mut noise[..]);
        tagged_message(&noise);
    }
}
