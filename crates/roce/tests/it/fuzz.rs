//! The fuzz targets of packets and of path discovery as plain tests, over their seeds, damaged seeds and
//! noise.

use std::path::PathBuf;

use farreach_roce::wire::Opcode;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use path_datagram::path_datagram;
use roce_parse::roce_parse;

#[expect(unreachable_pub, reason = "public in the crate of fuzz targets")]
#[path = "../../../../fuzz/src/path_datagram.rs"]
mod path_datagram;

#[expect(unreachable_pub, reason = "public in the crate of fuzz targets")]
#[path = "../../../../fuzz/src/roce_parse.rs"]
mod roce_parse;

const SEED: u64 = 0x5eed;

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let folder = folder.join(target);
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
fn seeds_are_parsed_or_refused() {
    for seed in seeds("roce_parse") {
        roce_parse(&seed);
    }
    for seed in seeds("path_datagram") {
        path_datagram(&seed);
    }
}

#[test]
fn damaged_seeds_are_parsed_or_refused() {
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let mut damage = |target: &str, run: fn(&[u8])| {
        for seed in seeds(target).iter().filter(|seed| !seed.is_empty()) {
            for _ in 0..500 {
                let mut damaged = seed.clone();
                for _ in 0..random.random_range(1..4) {
                    let at = random.random_range(0..damaged.len());
                    damaged[at] = random.random();
                }
                damaged.truncate(random.random_range(0..=2 * damaged.len()));
                run(&damaged);
            }
        }
    };
    damage("roce_parse", roce_parse);
    damage("path_datagram", path_datagram);
}

#[test]
fn noise_is_parsed_or_refused() {
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    for _ in 0..20_000 {
        let mut noise = vec![0; random.random_range(0..128)];
        random.fill(&mut noise[..]);
        // Every second packet gets a known opcode.
        if random.random() && noise.len() > 2 {
            let opcode = Opcode::ALL[random.random_range(0..Opcode::ALL.len())];
            (noise[0], noise[1]) = (opcode.to_u8(), noise[1] & 0xf0);
        }
        roce_parse(&noise);
    }
}
