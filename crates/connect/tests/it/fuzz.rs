//! The fuzz targets as plain tests: over their seeds, over damaged seeds and over noise.

use std::fs;
use std::path::PathBuf;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

#[expect(unreachable_pub, reason = "public in the crate of fuzz targets")]
#[path = "../../../../fuzz/src/association_datagram.rs"]
mod association_datagram;
#[expect(unreachable_pub, reason = "public in the crate of fuzz targets")]
#[path = "../../../../fuzz/src/connect_message.rs"]
mod connect_message;

#[test]
fn connect_messages_over_seeds_and_noise() {
    over_seeds_and_noise("connect_message", connect_message::connect_message);
}

#[test]
fn datagrams_of_associations_over_seeds_and_noise() {
    over_seeds_and_noise(
        "association_datagram",
        association_datagram::association_datagram,
    );
}

fn over_seeds_and_noise(name: &str, target: impl Fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/seeds")
        .join(name);
    let entries = fs::read_dir(&folder).expect("the seeds are in the repository");
    let read = |entry: Result<fs::DirEntry, _>| fs::read(entry.unwrap().path()).unwrap();
    let seeds: Vec<Vec<u8>> = entries.map(read).collect();
    assert!(seeds.len() >= 8, "{} seeds", seeds.len());
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for seed in &seeds {
        target(seed);
        for _ in 0..200 {
            let mut script = seed.clone();
            for _ in 0..4 {
                if !script.is_empty() {
                    let at = rng.next_u64() as usize % script.len();
                    script[at] = rng.next_u32() as u8;
                }
            }
            let more = &seeds[rng.next_u64() as usize % seeds.len()];
            script.extend(more);
            target(&script);
        }
    }
    for _ in 0..2000 {
        let mut noise = vec![0; rng.next_u64() as usize % 300];
        rng.fill_bytes(&mut noise);
        target(&noise);
    }
}
