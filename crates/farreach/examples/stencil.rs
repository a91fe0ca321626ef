//! Heat on a ring of cells. Each PE has a block of cells, and sends the outermost ones to its
//! neighbours after each step.
//!
//! ```text
//!   PE 0  ·[████████]·                  · is a ghost: a copy of the neighbour's outermost cell,
//!   PE 1          ·[████████]·          put there by the neighbour, with a signal
//!   PE 2                  ·[████████]·
//! ```
//!
//! `cargo build --release --examples -p farreach`, then
//! `cargo run --release -- run -n 4 --nodes 2 target/release/examples/stencil`.

use farreach::shmem::{self, Compare, Error};

/// Cells of each PE.
const CELLS: usize = 64;
const STEPS: u64 = 200;
/// The part of the difference between a cell and its neighbours that flows into the cell in a step.
const FLOW: f64 = 0.2;
/// The indices of the ghosts beyond the left end and beyond the right end.
const LEFT: usize = 0;
const RIGHT: usize = 1;

fn main() -> Result<(), Error> {
    let pe = shmem::init()?;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let (left, right) = ((me + n - 1) % n, (me + 1) % n);

    // Two ghosts for even steps and two for odd steps. A neighbour may be one step ahead, but not
    // two, since it waits for this PE's cells.
    let ghosts = pe.alloc::<f64>(4)?;
    let arrived = pe.alloc_zeroed::<u64>(2)?;

    // All heat starts in one cell of the ring.
    let mut cells = vec![0.0; CELLS];
    if me == 0 {
        cells[CELLS / 2] = 1000.0;
    }
    for step in 1..=STEPS {
        let pair = 2 * (step % 2) as usize;
        // This PE's first cell is the left neighbour's right ghost.
        pe.put_signal(
            ghosts.range(pair + RIGHT..).on(left),
            &cells[..1],
            arrived.at(RIGHT).signal().set(step),
        )?;
        pe.put_signal(
            ghosts.range(pair + LEFT..).on(right),
            &cells[CELLS - 1..],
            arrived.at(LEFT).signal().set(step),
        )?;
        pe.wait_until_all(&arrived, [LEFT, RIGHT], Compare::Ge, step)?;
        let beyond = pe.local(ghosts.range(pair..pair + 2))?;

        let before = cells.clone();
        for (at, cell) in cells.iter_mut().enumerate() {
            let west = match at {
                0 => beyond.load(LEFT)?,
                _ => before[at - 1],
            };
            let east = match before.get(at + 1) {
                Some(&east) => east,
                None => beyond.load(RIGHT)?,
            };
            *cell += FLOW * (west + east - 2.0 * before[at]);
        }
    }

    let heat = pe.sum(cells.iter().sum::<f64>())?;
    let warmest = pe.max(cells.iter().copied().fold(0.0, f64::max))?;
    assert!((heat - 1000.0).abs() < 1e-6, "heat is lost: {heat}");
    assert!(warmest < 1000.0 && warmest >= heat / (CELLS * n as usize) as f64);
    if me == 0 {
        println!("after {STEPS} steps: heat {heat:.3}, warmest cell {warmest:.3}");
    }
    pe.finalize()
}
