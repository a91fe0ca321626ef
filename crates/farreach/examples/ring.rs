//! Each PE puts two numbers and a signal to its right neighbour.
//!
//! `cargo build --release --example ring -p farreach`, then
//! `cargo run --release -- run -n 4 --nodes 2 target/release/examples/ring`.

use farreach::shmem::{self, Compare};

fn main() -> Result<(), shmem::Error> {
    let pe = shmem::init()?;
    let right = (pe.my_pe() + 1) % pe.n_pes();
    let data = pe.alloc::<f64>(8)?; // the same object on every PE
    let arrived = pe.alloc_signal()?;

    let numbers = [f64::from(pe.my_pe()), 2.0];
    pe.put_signal(data.range(..2).on(right), &numbers, arrived.set(1))?;
    pe.signal_wait_until(&arrived, Compare::Eq, 1)?;
    let first = pe.get(data.at(0).on(pe.my_pe()))?;
    println!("PE {} has {first:?}", pe.my_pe());
    pe.finalize()
}
