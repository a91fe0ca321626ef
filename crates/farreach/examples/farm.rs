//! A manager hands out tasks to whoever is free, by MPI: messages of any sender and of any length, a communicator of the
//! workers, collectives, and errors that a program can handle.

use farreach::mpi::{self, Communicator, ErrorClass, Op};

const TASKS: u32 = 300;
const TASK: u32 = 1;
const DIVISORS: u32 = 2;
const END: u32 = 3;

fn main() -> mpi::Result<()> {
    let mpi = mpi::init()?;
    let all = mpi.world();
    let found = if all.size() == 1 {
        (1..=TASKS).map(|task| divisors(task).len() as u64).sum()
    } else if all.rank() == 0 {
        manage(&all)?
    } else {
        work(&all)?;
        0
    };

    // Workers know each other by other ranks.
    let is_worker = all.size() == 1 || all.rank() > 0;
    if let Some(workers) = all.split(is_worker.then_some(0), 0)? {
        let ranks = workers.all_gather(&[workers.rank()])?;
        assert_eq!(ranks, (0..workers.size()).collect::<Vec<_>>());
        let parts = workers.all_to_all(&ranks)?;
        assert_eq!(parts, vec![workers.rank(); workers.size() as usize]);
        let scanned = workers.scan(&[1_u16], Op::Sum)?;
        assert_eq!(u32::from(scanned[0]), workers.rank() + 1);
    }

    let mut total = [found];
    all.broadcast(&mut total, 0)?;
    assert_eq!(all.all_reduce(&[found], Op::Max)?, total);
    let shares = all.scatter(&vec![total[0]; all.size() as usize], 1, 0)?;
    assert_eq!(shares, total);
    check_errors(&all)?;
    if all.rank() == 0 {
        println!("{} divisors of the numbers to {TASKS}", total[0]);
    }
    mpi.finalize()
}

fn divisors(number: u32) -> Vec<u32> {
    (1..=number)
        .filter(|by| number.is_multiple_of(*by))
        .collect()
}

fn manage(all: &Communicator<'_>) -> mpi::Result<u64> {
    let workers = all.size() - 1;
    for worker in 1..=workers {
        all.send(&[worker], worker, TASK)?;
    }
    let (mut next, mut found) = (workers + 1, 0);
    for _ in 0..TASKS.max(workers) {
        let (divisors, received) = all.receive_vec::<u32>(None, DIVISORS)?;
        found += divisors.len() as u64;
        if next <= TASKS {
            all.send(&[next], received.source, TASK)?;
            next += 1;
        } else {
            all.send::<u32>(&[], received.source, END)?;
        }
    }
    Ok(found)
}

fn work(all: &Communicator<'_>) -> mpi::Result<()> {
    loop {
        let mut task = [0];
        let received = all.receive(&mut task, 0, None)?;
        if received.tag == END {
            return Ok(());
        }
        all.send(&divisors(task[0]), 0, DIVISORS)?;
    }
}

/// What a program does wrong has the class of the standard, and the program goes on.
fn check_errors(all: &Communicator<'_>) -> mpi::Result<()> {
    let me = all.rank();
    let class = |result: mpi::Result<_>| result.expect_err("a mistake").class;
    assert_eq!(class(all.send(&[1], all.size(), 0)), ErrorClass::Rank);
    assert_eq!(class(all.send(&[1], me, u32::MAX)), ErrorClass::Tag);
    let combined = all.all_reduce(&[1.5], Op::Band).map(|_| ());
    assert_eq!(class(combined), ErrorClass::Op);
    let mut short = [0_u8; 2];
    let truncated = all.scope(|scope| {
        scope.send(&[7_u8; 3], me, 9)?;
        all.receive(&mut short, me, 9).map(|_| ())
    });
    assert_eq!(class(truncated), ErrorClass::Truncate);
    // A receive that nothing matches is cancelled when its scope fails.
    let mut never = [0_u8];
    let failed: Result<(), mpi::Error> = all.scope(|scope| {
        scope.receive(&mut never, me, 10)?;
        all.send(&[1], all.size(), 0)
    });
    assert_eq!(class(failed), ErrorClass::Rank);
    assert_eq!(all.try_probe(None, None)?, None);
    all.barrier()
}
