//! Batches as puts, to places that each process has for each other one.
//!
//! ```text
//!   places   sender 0: place 0 │ place 1 │ ..  │ sender 1: ..        batch n of a sender goes to place n modulo their number
//!   words    arrivals of each sender: number of batches, length of the last │ credits of each receiver: batches that it took
//! ```
//!
//! A sender overwrites a place when its receiver has taken what was there. Only the last batch of a step is not full, and
//! nobody begins a step before all have taken the last batches of the one before: so the length of one batch is enough.

use std::cell::{Cell, RefCell};

use anyhow::Result;
use farreach::shmem::{Compare, Pe, Symmetric};

use super::{Apply, Idle, Way};

/// Words of a full batch: 12 KiB.
const BATCH: usize = 3072;
/// The fewest and the most batches of a sender that a receiver may have to take.
const PLACES: [usize; 2] = [4, 64];
/// The bytes of all places of a receiver, if there are more than the fewest.
const PLACES_BYTES: usize = 16 << 20;
/// Bits of the length in a word of arrivals.
const LENGTH_BITS: u32 = 16;

/// Carries batches to and from all other PEs.
pub(super) struct OneSided<'a> {
    pe: &'a Pe,
    places: Symmetric<u32>,
    /// The places for each sender.
    places_each: u64,
    words: Symmetric<u64>,
    sent: RefCell<Vec<u64>>,
    taken: RefCell<Vec<u64>>,
    ended: Cell<u32>,
    incoming: RefCell<Vec<u32>>,
}

impl<'a> OneSided<'a> {
    /// Collective.
    pub(super) fn new(pe: &'a Pe) -> Result<Self> {
        let all = pe.n_pes() as usize;
        let words = pe.alloc_zeroed(2 * all)?;
        pe.barrier_all()?;
        let [fewest, most] = PLACES;
        let places_each = (PLACES_BYTES / (all * BATCH * size_of::<u32>())).clamp(fewest, most);
        Ok(OneSided {
            places: pe.alloc(all * places_each * BATCH)?,
            places_each: places_each as u64,
            words,
            sent: RefCell::new(vec![0; all]),
            taken: RefCell::new(vec![0; all]),
            ended: Cell::new(0),
            incoming: RefCell::new(vec![0; BATCH]),
            pe,
        })
    }

    /// The other PEs, beginning with the next one.
    fn others(&self) -> impl Iterator<Item = u32> + use<> {
        let (me, size) = (self.pe.my_pe(), self.pe.n_pes());
        (1..size).map(move |distance| (me + distance) % size)
    }

    /// Where a sender's batch lies.
    fn place(&self, sender: u32, number: u64) -> usize {
        let each = self.places_each;
        (u64::from(sender) * each + number % each) as usize * BATCH
    }
}

impl Way for OneSided<'_> {
    fn batch_words(&self) -> usize {
        BATCH
    }

    fn post(&self, to: u32, batch: &[u32], idle: Idle<'_>) -> Result<()> {
        let (me, all) = (self.pe.my_pe(), self.pe.n_pes());
        let mut sent = self.sent.borrow_mut();
        let sent = &mut sent[to as usize];
        let credit = self.words.at((all + to) as usize);
        while *sent - self.pe.fetch(credit.on(me))? >= self.places_each {
            if !idle()? {
                self.pe.world().polled_in_vain();
            }
        }
        let place = self.places.range(self.place(me, *sent)..);
        *sent += 1;
        let arrived = *sent << LENGTH_BITS | batch.len() as u64;
        let signal = self.words.at(me as usize).signal().set(arrived);
        Ok(self.pe.put_signal(place.on(to), batch, signal)?)
    }

    fn take(&self, apply: Apply<'_>) -> Result<bool> {
        self.pe.world().poll();
        let mut incoming = self.incoming.borrow_mut();
        let mut taken = self.taken.borrow_mut();
        let arrivals = self.pe.local(self.words)?;
        let (me, all) = (self.pe.my_pe(), self.pe.n_pes());
        let mut came = false;
        for from in self.others() {
            let arrived = arrivals.load(from as usize)?;
            let taken = &mut taken[from as usize];
            while *taken < arrived >> LENGTH_BITS {
                let is_newest = *taken + 1 == arrived >> LENGTH_BITS;
                let length = if is_newest {
                    arrived as usize % (1 << LENGTH_BITS)
                } else {
                    BATCH
                };
                let place = self.places.range(self.place(from, *taken)..);
                let batch = &mut incoming[..length];
                self.pe.read(place, batch)?;
                *taken += 1;
                // A receiver tells the sender after each half of the places.
                if taken.is_multiple_of(self.places_each / 2) {
                    let credit = self.words.at((all + me) as usize).signal();
                    self.pe.signal(credit.set(*taken), from)?;
                }
                if length < BATCH {
                    self.ended.set(self.ended.get() + 1);
                }
                apply(batch);
                came = true;
            }
        }
        Ok(came)
    }

    fn ended(&self) -> u32 {
        self.ended.get()
    }

    fn wait(&self) -> Result<()> {
        let taken = self.taken.borrow();
        let wanted: Vec<u64> = taken
            .iter()
            .map(|taken| (taken + 1) << LENGTH_BITS)
            .collect();
        let others: Vec<usize> = self.others().map(|from| from as usize).collect();
        self.pe
            .wait_until_any_vector(&self.words, others, Compare::Ge, &wanted)?;
        Ok(())
    }

    fn restart(&self) {
        self.ended.set(0);
    }
}
