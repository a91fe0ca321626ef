//! Sums over all processes, of floating-point numbers beside integers of the same length. The digits of the former
//! depend on the order in which they are combined, so that the order is that of other libraries of MPI.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, ensure};
use farreach_mpi::collective::all_reduce;
use farreach_mpi::{Basic, Data, Datatype, Mpi, Op, Operator, Run};

use crate::limits::size_name;
use crate::sample::{Sample, Unit};
use crate::series::median;
use crate::worker::Session;

/// Bytes of a sum, and how many sums are timed at a time.
const SIZES: [(usize, u32); 3] = [(8, 100), (4 << 10, 50), (1 << 20, 2)];
/// How often the two kinds are timed, in turns.
const BATCHES: usize = 40;

pub(super) fn run(session: &Session, mpi: &Arc<Mpi>) -> Result<()> {
    for (bytes, sums) in SIZES {
        let (mut integers, mut doubles) = (Vec::new(), Vec::new());
        for _ in 0..=BATCHES {
            integers.push(time(mpi, Basic::Int64, bytes, sums)?);
            doubles.push(time(mpi, Basic::Double, bytes, sums)?);
        }
        if session.is_initiator() {
            let (size, shape) = (size_name(bytes), session.task.shape());
            let case = format!("all-reduce of doubles, {size}, {shape}");
            Sample::new(case, median(&doubles[1..]), Unit::Microseconds)
                .beside("of integers", median(&integers[1..]))
                .emit();
        }
    }
    Ok(())
}

/// The seconds of a sum.
fn time(mpi: &Arc<Mpi>, basic: Basic, bytes: usize, sums: u32) -> Result<f64> {
    let datatype = Datatype::basic(basic);
    let [from, into] = [(); 2].map(|()| Data::room(bytes / 8, &datatype));
    from.write_from(&vec![0; bytes]);
    into.write_from(&vec![7; bytes]);
    mpi.world().barrier()?;
    let begun = Instant::now();
    for _ in 0..sums {
        let run = Run::new(mpi, mpi.all());
        let operator = Operator::Predefined(Op::Sum);
        let sum = all_reduce(run.clone(), from.clone(), into.clone(), operator);
        mpi.block(&run, sum)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(
        into.to_bytes() == vec![0; bytes],
        "nothing is not the sum of nothing"
    );
    Ok(seconds / f64::from(sums))
}
