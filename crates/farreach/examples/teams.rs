//! Teams: PEs in rows and columns. Each row and each column has its own collectives.
//!
//! A matrix with one element on each PE is multiplied by a vector with one element in each column:
//!
//! ```text
//!   column   0   1   2
//!   row 0  [ a   b   c ]   each PE multiplies its element with its column's element of the vector,
//!   row 1  [ d   e   f ]   and the products of a row are added up
//! ```
//!
//! `cargo build --release --examples -p farreach`, then
//! `cargo run --release -- run -n 6 --nodes 2 target/release/examples/teams`.

use farreach::shmem::{self, Error};

fn main() -> Result<(), Error> {
    let pe = shmem::init()?;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    // About as many columns as rows. The last row may be shorter.
    let columns = (f64::from(n).sqrt().ceil() as u32).max(1);
    let (row, column) = pe.team_world().split_2d(columns)?;
    let (x, y) = (me % columns, me / columns);

    let element = f64::from(1 + me);
    // The first PE of each column has the vector's element.
    let known = if column.my_pe() == 0 {
        f64::from(x) + 0.5
    } else {
        f64::NAN
    };
    let factor = column.broadcast_one(known, 0)?;
    let result = row.sum(element * factor)?;

    let wanted: f64 = (0..row.n_pes())
        .map(|x| f64::from(1 + y * columns + x) * (f64::from(x) + 0.5))
        .sum();
    assert!((result - wanted).abs() < 1e-9, "{result} is not {wanted}");

    // A team's context numbers PEs as the team does. Put to the next PE of the row, and from the
    // last to the first.
    let passed = pe.alloc_zeroed::<u32>(1)?;
    let context = row.context();
    context.put(passed.at(0).on((row.my_pe() + 1) % row.n_pes()), me)?;
    drop(context); // completes the put
    row.sync()?;
    let from = pe.get(passed.at(0).on(me))?;
    assert_eq!(from / columns, y, "it came from the own row");

    // The first PEs of the rows form a team, too.
    let is_first = row.my_pe() == 0;
    let firsts = pe
        .team_world()
        .split_color(is_first.then_some(0), y as i32)?;
    if let Some(firsts) = firsts {
        let total = firsts.sum(result)?;
        if me == 0 {
            println!(
                "{} rows of up to {columns} PEs, sum of all results {total}",
                firsts.n_pes()
            );
        }
    }
    pe.finalize()
}
