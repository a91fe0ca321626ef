//! Each PE puts two numbers and a signal to its right neighbour.
//!
//! `cargo build --release --example ring -p farreach`, then
//! `cargo run --release -- run -n 4 --nodes 2 target/release/examples/ring`.

use farreach::shmem::{self, Compare};

fn main() -> Result<(), shmem::Error> {
    let pe = shmem::init()?;
    let right = (pe.my_pe() + 1) % pe.n_pes();
    let data = pe.alloc::<f64>(8)?; // the same object on every PE
    let flag = pe.alloc::<u64>(1)?;

    let numbers = [f64::from(pe.my_pe()), 2.0];
    pe.put_signal(&data, 0, &numbers, &flag, 0, 1, right)?;
    pe.wait_until(&flag, 0, Compare::Eq, 1)?;
    println!("PE {} has {:?}", pe.my_pe(), pe.g(&data, 0, pe.my_pe())?);
    pe.finalize()
}
