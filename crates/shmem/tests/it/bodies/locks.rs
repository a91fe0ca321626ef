//! Locks of all PEs.

use farreach_openshmem::Lock;
use farreach_shmem::{Error, Pe, Symmetric};

use crate::pattern::effort;

/// Checks that a PE is alone while it holds a lock, and sees the effects of earlier holders.
fn alone(pe: &Pe, guarded: &Symmetric<u64>, at: usize, home: u32) -> Result<(), Error> {
    let mut values = [0; 2];
    pe.get_slice(guarded.range(at..at + 2).on(home), &mut values)?;
    assert_eq!(values[0], values[1]);
    pe.put(guarded.at(at).on(home), values[0] + 1)?;
    std::thread::yield_now();
    pe.put_slice(guarded.range(at + 1..).on(home), &[values[1] + 1])
}

/// Two locks, of which the second has another home. Each protects two words that nobody may see
/// half changed.
pub(super) fn locks(pe: &Pe) -> Result<(), Error> {
    let each = effort(pe, 40);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let locks = pe.alloc::<u64>(2)?;
    let guarded = pe.alloc::<u64>(4)?;
    let home = n - 1;
    for round in 0..each {
        let which = (round + u64::from(me)) as usize % 2;
        let lock = Lock::at(pe.world(), locks.offset() + 8 * which)?;
        lock.set("a lock")?;
        alone(pe, &guarded, 2 * which, home)?;
        lock.clear()?;
    }
    pe.barrier_all()?;
    let mut values = [0; 4];
    pe.get_slice(guarded.on(home), &mut values)?;
    assert_eq!(values[0], values[1]);
    assert_eq!(values[2], values[3]);
    assert_eq!(values[0] + values[2], each * u64::from(n));
    let mut left = [1; 2];
    pe.read(locks, &mut left)?;
    assert_eq!(left, [0; 2], "free locks are as they were");
    pe.barrier_all()
}

/// Some PEs wait for the lock, and some only try to take it.
pub(super) fn locks_tried(pe: &Pe) -> Result<(), Error> {
    let each = effort(pe, 24);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let lock = Lock::at(pe.world(), pe.alloc::<u64>(3)?.offset() + 16)?;
    let guarded = pe.alloc::<u64>(2)?;
    for _ in 0..each {
        if me.is_multiple_of(2) {
            while !lock.test()? {
                std::thread::yield_now();
            }
        } else {
            lock.set("a lock")?;
        }
        assert!(!lock.test()?, "it is held by this PE");
        alone(pe, &guarded, 0, 0)?;
        lock.clear()?;
    }
    pe.barrier_all()?;
    assert_eq!(pe.get(guarded.at(0).on(0))?, each * u64::from(n));
    pe.barrier_all()
}

pub(super) fn locks_misused(pe: &Pe) -> Result<(), Error> {
    let (me, world) = (pe.my_pe(), pe.world());
    let offset = pe.alloc::<u64>(1)?.offset();
    let lock = Lock::at(world, offset)?;
    let told = |result: Result<(), Error>, parts: &[&str]| {
        let text = result.expect_err("a mistake").to_string();
        for part in [&format!("rank {me}"), "lock"].iter().chain(parts) {
            assert!(text.contains(*part), "no {part:?} in {text}");
        }
    };
    told(lock.clear(), &["does not hold"]);
    if me == 0 {
        lock.set("a lock")?;
        told(lock.set("a lock"), &["already", "zero"]);
        lock.clear()?;
    }
    assert!(Lock::at(world, offset + 4).is_err(), "misaligned");
    assert!(Lock::at(world, world.own_segment().len()).is_err());
    pe.barrier_all()
}
