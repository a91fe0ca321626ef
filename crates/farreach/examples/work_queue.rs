//! A queue of tasks that all PEs take from: an idle PE takes the next task.
//!
//! The queue is a counter on PE 0. Its value is the number of the next task, and an atomic
//! increment takes a task. Each task counts the primes of a block of numbers.
//!
//! `cargo build --release --examples -p farreach`, then
//! `cargo run --release -- run -n 4 --nodes 2 target/release/examples/work_queue`.

use farreach::shmem::{self, Error, Hint};

const TASKS: u64 = 100;
const NUMBERS: u64 = 1000;
/// The PE that has the queue and the result.
const OWNER: u32 = 0;

fn main() -> Result<(), Error> {
    let pe = shmem::init()?;
    // The counter has a cache line of its own, since many PEs change it all the time.
    let next = pe.alloc_hinted::<u64>(1, Hint::Atomics)?;
    let found = pe.alloc_zeroed::<u64>(1)?;
    pe.write(next, &[0])?;
    pe.barrier_all()?;

    let mut taken = 0;
    loop {
        let task = pe.fetch_inc(next.at(0).on(OWNER))?;
        if task >= TASKS {
            break;
        }
        taken += 1;
        let primes = (task * NUMBERS..(task + 1) * NUMBERS).filter(|&number| is_prime(number));
        // The barrier below completes this addition.
        pe.add(found.at(0).on(OWNER), primes.count() as u64)?;
    }
    pe.barrier_all()?;

    let done: u64 = pe.sum(taken)?;
    assert_eq!(done, TASKS);
    if pe.my_pe() == OWNER {
        let primes = pe.fetch(found.at(0).on(OWNER))?;
        println!("{primes} primes below {} in {done} tasks", TASKS * NUMBERS);
    }
    pe.finalize()
}

fn is_prime(number: u64) -> bool {
    let mut divisors = 2..=number.isqrt();
    number > 1 && divisors.all(|divisor| !number.is_multiple_of(divisor))
}
