//! The fuzz target of the adapter as a plain test: noise, and packets with one error.

use farreach_roce::wire::Opcode;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::seed::Seed;
use roce_adapter::roce_adapter;

#[expect(unreachable_pub, reason = "public in the crate of fuzz targets")]
#[path = "../../../../fuzz/src/roce_adapter.rs"]
mod roce_adapter;

fn script(rng: &mut Pcg64Mcg, packets: usize) -> Vec<u8> {
    let mut script = Vec::new();
    for _ in 0..packets {
        // Mostly aligned lengths: other lengths are refused before anything else is checked.
        let len = match rng.random_range(0..4) {
            0 => rng.random_range(0..=255),
            _ => 4 * rng.random_range(3..16),
        };
        let mut bytes = vec![0; len];
        rng.fill_bytes(&mut bytes);
        if len >= 12 && rng.random_bool(0.9) {
            bytes[0] = Opcode::ALL[rng.random_range(0..Opcode::ALL.len())].to_u8();
            bytes[1] &= 0xf0;
            if rng.random_bool(0.7) {
                bytes[1] = 0;
            }
            bytes[2..4].fill(0xff);
        }
        let mut control: u8 = rng.random();
        if rng.random_bool(0.7) {
            // A packet to a live queue pair, from the right address, with the right check.
            control = control & 0xf0 | 4 | rng.random_range(1..4);
        }
        script.push(control);
        script.push(len as u8);
        script.extend(bytes);
    }
    script
}

#[test]
fn noise_neither_panics_nor_writes() {
    let seed = Seed::new(0xbad);
    let mut rng = Pcg64Mcg::seed_from_u64(seed.value());
    for _ in 0..10_000 {
        let packets = rng.random_range(1..40);
        let script = script(&mut rng, packets);
        roce_adapter(&script);
    }
}
