//! Heat in a rod, by MPI: neighbours exchange the borders of their parts in a scope, and a reduction sums the heat.

use farreach::mpi::{self, Op};

const CELLS: usize = 64;
const STEPS: usize = 200;

fn main() -> mpi::Result<()> {
    let mpi = mpi::init()?;
    let all = mpi.world();
    let (me, size) = (all.rank(), all.size());
    let (below, above) = (me.checked_sub(1), Some(me + 1).filter(|&rank| rank < size));

    let mut rod = [0.0_f64; CELLS];
    if me == 0 {
        rod[0] = 1000.0;
    }
    for _ in 0..STEPS {
        // What is beside the ends of the rod is as warm as the ends.
        let (mut first, mut last) = ([rod[0]], [rod[CELLS - 1]]);
        all.scope(|scope| {
            if let Some(below) = below {
                scope.receive(&mut first, below, 1)?;
                scope.send(&rod[..1], below, 2)?;
            }
            if let Some(above) = above {
                scope.receive(&mut last, above, 2)?;
                scope.send(&rod[CELLS - 1..], above, 1)?;
            }
            Ok::<(), mpi::Error>(())
        })?;
        let at = |index: usize| match index {
            0 => first[0],
            index if index > CELLS => last[0],
            index => rod[index - 1],
        };
        rod = std::array::from_fn(|i| at(i + 1) + (at(i) - 2.0 * at(i + 1) + at(i + 2)) / 4.0);
    }

    let heat = all.reduce(&[rod.iter().sum::<f64>()], Op::Sum, 0)?;
    // The parts of the first processes, in one vector.
    let ends = all.gather(&[rod[0], rod[CELLS - 1]], 0)?;
    if let (Some(heat), Some(ends)) = (heat, ends) {
        println!(
            "after {STEPS} steps: heat {:.3}, {} parts",
            heat[0],
            ends.len() / 2
        );
    }
    mpi.finalize()
}
