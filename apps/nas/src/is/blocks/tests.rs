//! Blocks beside a sort of all keys at once.

use super::{BLOCK, Blocks};
use crate::class::Class;
use crate::is::problem::Problem;

#[test]
fn runs_of_all_blocks_are_the_keys_by_bucket() {
    let problem = Problem::of(Class::W, 2);
    let keys = problem.sequence(0..2 * BLOCK + 77);
    let bits = problem.bucket_bits();
    let mut wanted = vec![Vec::new(); problem.buckets()];
    for &key in &keys {
        wanted[(key >> bits) as usize].push((key % (1 << bits)) as u16);
    }

    let mut blocks = Blocks::new(&problem, keys.len());
    let counts = blocks.count(&keys);
    assert!(
        counts
            .iter()
            .zip(&wanted)
            .all(|(&count, keys)| count as usize == keys.len())
    );
    assert_eq!(blocks.len(), 3);
    let mut found = vec![Vec::new(); problem.buckets()];
    for block in 0..blocks.len() {
        blocks.sort(block, &keys);
        let taken = blocks.each_run(block, |bucket, run| {
            found[bucket].extend_from_slice(run);
            Ok(())
        });
        taken.expect("nothing fails");
    }
    assert!(found == wanted);
}

#[test]
fn no_keys_make_no_blocks() {
    let mut blocks = Blocks::new(&Problem::of(Class::S, 1), 0);
    assert!(blocks.count(&[]).iter().all(|&count| count == 0));
    assert_eq!(blocks.len(), 0);
    blocks.sort(0, &[]);
}
