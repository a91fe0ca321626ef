//! Producers and a consumer: signals tell that an item has arrived, and that a slot is free again.
//!
//! ```text
//!   PE 1, 2 ..                                 PE 0
//!   ┌──────────┐   item and signal "arrived"   ┌───────────────┐
//!   │ producer │ ────────────────────────────▶ │ its slots     │
//!   │          │ ◀──────────────────────────── │               │
//!   └──────────┘       signal "taken"          └───────────────┘
//! ```
//!
//! `cargo build --release --examples -p farreach`, then
//! `cargo run --release -- run -n 4 --nodes 2 target/release/examples/producer_consumer`.

use farreach::shmem::{self, Compare, Error, Pe, Signal, Symmetric};
use farreach::zerocopy::{FromBytes, Immutable, IntoBytes};

/// The most items that a producer may be ahead of the consumer.
const SLOTS: u64 = 4;
/// Items of each producer.
const ITEMS: u64 = 100;
const CONSUMER: u32 = 0;

/// An item: a structure without padding, all of whose bit patterns are valid.
#[derive(Clone, Copy, Debug, PartialEq, FromBytes, IntoBytes, Immutable)]
#[zerocopy(crate = "farreach::zerocopy")]
#[repr(C)]
struct Item {
    number: u64,
    producer: u32,
    weight: f32,
}

/// The symmetric objects. The consumer's are used, except that `taken` is used on the producers.
struct Queues {
    /// `SLOTS` slots for each producer.
    slots: Symmetric<Item>,
    /// The number of items that have arrived from each producer.
    arrived: Symmetric<u64>,
    /// The number of this producer's items that the consumer has taken.
    taken: Signal,
}

fn main() -> Result<(), Error> {
    let pe = shmem::init()?;
    let n = pe.n_pes() as usize;
    let queues = Queues {
        slots: pe.alloc(n * SLOTS as usize)?,
        arrived: pe.alloc_zeroed(n)?,
        taken: pe.alloc_signal()?,
    };
    if pe.my_pe() == CONSUMER {
        let weight = consume(&pe, &queues)?;
        println!(
            "consumed {} items of weight {weight}",
            ITEMS * (n as u64 - 1)
        );
    } else {
        produce(&pe, &queues)?;
    }
    pe.finalize()
}

/// The slot of a producer's item.
fn slot(producer: u32, number: u64) -> usize {
    (u64::from(producer) * SLOTS + number % SLOTS) as usize
}

fn produce(pe: &Pe, queues: &Queues) -> Result<(), Error> {
    let me = pe.my_pe();
    for number in 0..ITEMS {
        if let Some(before) = (number + 1).checked_sub(SLOTS) {
            // The slot's previous item was taken.
            pe.signal_wait_until(&queues.taken, Compare::Ge, before)?;
        }
        let item = Item {
            number,
            producer: me,
            weight: 0.5,
        };
        let at = slot(me, number);
        pe.put_signal(
            queues.slots.range(at..=at).on(CONSUMER),
            &[item],
            queues.arrived.at(me as usize).signal().set(number + 1),
        )?;
    }
    Ok(())
}

fn consume(pe: &Pe, queues: &Queues) -> Result<f32, Error> {
    let n = pe.n_pes() as usize;
    let slots = pe.local(queues.slots)?;
    let mut taken = vec![0; n];
    let mut weight = 0.0;
    for _ in 0..ITEMS * (n as u64 - 1) {
        // A producer from which more items have arrived than were taken.
        let producer = pe.wait_until_any_vector(&queues.arrived, 1..n, Compare::Gt, &taken)?;
        let producer = producer.expect("there are producers") as u32;
        let number = taken[producer as usize];
        let item = slots.load(slot(producer, number))?;
        assert_eq!((item.number, item.producer), (number, producer));
        weight += item.weight;
        taken[producer as usize] = number + 1;
        pe.signal(queues.taken.set(number + 1), producer)?;
    }
    Ok(weight)
}
