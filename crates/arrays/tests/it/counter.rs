//! Many processes draw blocks of work from one counter.

use std::hint::black_box;

use farreach::armci::{Armci, Operation};
use farreach::arrays::{Array, Error, Layout};

/// Blocks for each process.
const BLOCKS_EACH: usize = 25;
/// Multiplications of a block that wait for each other: far less than a time slice.
const BLOCK_STEPS: usize = 20_000;
/// How many times as many draws as there are processes may lie between two draws of one of them.
const SHARES_MAX: f64 = 10.0;
/// The rounds of which one has to keep to [`SHARES_MAX`]: other programs may take the cores from some processes for long.
const ROUNDS: usize = 10;

/// Draws until no block is left. Each block is drawn once, and no process waits for long.
pub(crate) fn all(armci: &Armci) -> Result<(), Error> {
    let mut shares = Vec::new();
    for _ in 0..ROUNDS {
        shares.push(round(armci)?);
        if shares.last() <= Some(&SHARES_MAX) {
            break;
        }
    }
    if armci.rank() == 0 {
        println!("fair shares between two draws, by round: {shares:.1?}");
    }
    assert!(
        shares.last() <= Some(&SHARES_MAX),
        "a process waited for {shares:.1?} fair shares: at most {SHARES_MAX}"
    );
    Ok(())
}

/// Draws all blocks. Returns for how many fair shares a process waited at most.
fn round(armci: &Armci) -> Result<f64, Error> {
    let size = armci.size() as usize;
    let blocks = BLOCKS_EACH * size;
    let counter = Array::<i64>::new(armci, &Layout::regular(&[1]))?;
    let mut drawn = vec![0_i64; blocks];
    let (mut before, mut widest) = (0, 0);
    armci.barrier()?;
    loop {
        let block = counter.fetch_add(&[0], 1)? as usize;
        widest = widest.max(block - before);
        before = block;
        if block >= blocks {
            break;
        }
        drawn[block] += 1;
        let steps = 0..BLOCK_STEPS;
        black_box(steps.fold(1.0_f64, |product, step| {
            product * 0.999 + black_box(step) as f64
        }));
    }
    armci.all().reduce(Operation::Sum, &mut drawn)?;
    assert!(drawn.iter().all(|&times| times == 1), "{drawn:?}");
    let mut widest = [widest as i64];
    armci.all().reduce(Operation::Max, &mut widest)?;
    counter.free()?;
    Ok(widest[0] as f64 / size as f64)
}
