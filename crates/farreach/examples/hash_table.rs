//! A hash table over all PEs that counts how often each key is drawn. The table is filled by
//! atomics.
//!
//! ```text
//!   PE 0: keys   ┌───┬───┬───┬───┐     a slot belongs to the first key that is swapped into it; who finds
//!         counts └───┴───┴───┴───┘     another key there goes on to the next slot, on the next PE after the last
//!   PE 1: keys   ┌───┬───┬───┬───┐
//!         counts └───┴───┴───┴───┘
//! ```
//!
//! `cargo build --release --examples -p farreach`, then
//! `cargo run --release -- run -n 4 --nodes 2 target/release/examples/hash_table`.

use farreach::shmem::{self, Error, Pe, Symmetric};

/// Slots of each PE.
const SLOTS: usize = 1024;
/// Keys that each PE draws, among `1..=DIFFERENT`.
const DRAWS: u64 = 2000;
const DIFFERENT: u64 = 500;
/// The value of a slot without a key.
const EMPTY: u64 = 0;

/// The table. A slot has a key and the number of times that it was drawn.
struct Table<'pe> {
    pe: &'pe Pe,
    keys: Symmetric<u64>,
    counts: Symmetric<u64>,
}

impl<'pe> Table<'pe> {
    fn new(pe: &'pe Pe) -> Result<Self, Error> {
        Ok(Table {
            pe,
            keys: pe.alloc_zeroed(SLOTS)?,
            counts: pe.alloc_zeroed(SLOTS)?,
        })
    }

    /// The slots that may hold a key, in the order in which they are tried, each with its PE.
    fn places(&self, key: u64) -> impl Iterator<Item = (usize, u32)> {
        let all = SLOTS * self.pe.n_pes() as usize;
        let first = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize % all;
        (first..first + all).map(move |slot| (slot % SLOTS, (slot / SLOTS % (all / SLOTS)) as u32))
    }

    /// Adds one to a key's count.
    fn count(&self, key: u64) -> Result<(), Error> {
        for (slot, owner) in self.places(key) {
            let found = self
                .pe
                .compare_swap(self.keys.at(slot).on(owner), EMPTY, key)?;
            if found == EMPTY || found == key {
                return self.pe.inc(self.counts.at(slot).on(owner));
            }
        }
        panic!("the table is full");
    }

    /// A key's count.
    fn get(&self, key: u64) -> Result<u64, Error> {
        for (slot, owner) in self.places(key) {
            match self.pe.fetch(self.keys.at(slot).on(owner))? {
                EMPTY => return Ok(0),
                found if found == key => return self.pe.fetch(self.counts.at(slot).on(owner)),
                _ => (),
            }
        }
        Ok(0)
    }
}

fn main() -> Result<(), Error> {
    let pe = shmem::init()?;
    let table = Table::new(&pe)?;
    // A linear congruential generator, with a different seed on each PE.
    let mut state = u64::from(pe.my_pe()) + 1;
    let mut own = vec![0; DIFFERENT as usize + 1];
    for _ in 0..DRAWS {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
        let key = 1 + (state >> 33) % DIFFERENT;
        own[key as usize] += 1;
        table.count(key)?;
    }
    // After this barrier all PEs have counted, and all counts have arrived.
    pe.barrier_all()?;

    pe.all_reduce(&mut own, shmem::Reduction::Sum)?;
    for key in (1..=DIFFERENT).filter(|key| key % u64::from(pe.n_pes()) == u64::from(pe.my_pe())) {
        assert_eq!(table.get(key)?, own[key as usize], "of key {key}");
    }
    let keys = pe.local(table.keys)?;
    let here = keys.iter().filter(|&key| key != EMPTY).count();
    let seen = pe.sum(pe.local(table.counts)?.iter().sum::<u64>())?;
    let different = pe.sum(here)?;
    if pe.my_pe() == 0 {
        println!("{seen} keys were counted, {different} different ones");
    }
    pe.finalize()
}
