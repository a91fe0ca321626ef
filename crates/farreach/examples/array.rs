//! Multiplies two distributed matrices. The processes need not know where the elements are.
//!
//! `cargo build --release --example array -p farreach`, then
//! `cargo run --release -- run -n 4 --nodes 2 target/release/examples/array`.

use farreach::armci;
use farreach::arrays::{Array, Error, Layout};

fn main() -> Result<(), Error> {
    let armci = armci::init()?;
    let layout = Layout::regular(&[200, 200]); // a block of rows and columns in each process
    let mut a = Array::<f64>::new(&armci, &layout)?;
    let mut product = Array::<f64>::new(&armci, &layout)?;
    a.fill_with(|index| if index[0] == index[1] { 2.0 } else { 0.0 })?;
    if armci.rank() == 0 {
        a.put(&[99..101, 100..102], &[1.0, 2.0, 3.0, 4.0])?; // 2 x 2 elements, of any owner
    }
    product.multiply(1.0, &a, &a, 0.0)?;
    let corner = product.get(&[99..101, 100..102])?;
    println!("process {} sees {corner:?}", armci.rank());
    Ok(armci.finalize()?)
}
