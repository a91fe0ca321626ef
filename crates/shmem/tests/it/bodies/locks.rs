//! Locks of all PEs.

use farreach_shmem::{Error, Pe, Symmetric};

use crate::pattern::effort;

/// Whether a PE is alone between taking a lock and giving it back, and sees what those before it did.
fn alone(pe: &Pe, guarded: &Symmetric<u64>, home: u32) -> Result<(), Error> {
    let mut values = [0; 2];
    pe.get(guarded, 0, &mut values, home)?;
    assert_eq!(values[0], values[1]);
    pe.p(guarded, 0, values[0] + 1, home)?;
    std::thread::yield_now();
    pe.put(guarded, 1, &[values[1] + 1], home)
}

/// Two locks, of which the second is another PE's to keep, each around two words that nobody may see half changed.
pub(super) fn locks(pe: &Pe) -> Result<(), Error> {
    let each = effort(pe, 40);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let locks = pe.alloc::<u64>(2)?;
    let guarded = pe.alloc::<u64>(4)?;
    let home = n - 1;
    for round in 0..each {
        let which = (round + u64::from(me)) as usize % 2;
        let lock = locks.offset() + 8 * which;
        pe.world().set_lock("a lock", lock)?;
        let part = guarded.slice(2 * which, 2).expect("inside");
        alone(pe, &part, home)?;
        pe.world().clear_lock(lock)?;
    }
    pe.barrier_all()?;
    let mut values = [0; 4];
    pe.get(&guarded, 0, &mut values, home)?;
    assert_eq!(values[0], values[1]);
    assert_eq!(values[2], values[3]);
    assert_eq!(values[0] + values[2], each * u64::from(n));
    let mut left = [1; 2];
    pe.read(&locks, 0, &mut left)?;
    assert_eq!(left, [0; 2], "free locks are as they were");
    pe.barrier_all()
}

/// Some wait and some only try.
pub(super) fn locks_tried(pe: &Pe) -> Result<(), Error> {
    let each = effort(pe, 24);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let lock = pe.alloc::<u64>(3)?.offset() + 16;
    let guarded = pe.alloc::<u64>(2)?;
    for _ in 0..each {
        if me.is_multiple_of(2) {
            while !pe.world().test_lock(lock)? {
                std::thread::yield_now();
            }
        } else {
            pe.world().set_lock("a lock", lock)?;
        }
        assert!(!pe.world().test_lock(lock)?, "it is held by this PE");
        alone(pe, &guarded, 0)?;
        pe.world().clear_lock(lock)?;
    }
    pe.barrier_all()?;
    assert_eq!(pe.g(&guarded, 0, 0)?, each * u64::from(n));
    pe.barrier_all()
}

pub(super) fn locks_misused(pe: &Pe) -> Result<(), Error> {
    let (me, world) = (pe.my_pe(), pe.world());
    let lock = pe.alloc::<u64>(1)?.offset();
    let told = |result: Result<(), Error>, parts: &[&str]| {
        let text = result.expect_err("a mistake").to_string();
        for part in [&format!("rank {me}"), "lock"].iter().chain(parts) {
            assert!(text.contains(*part), "no {part:?} in {text}");
        }
    };
    told(world.clear_lock(lock), &["does not hold"]);
    if me == 0 {
        world.set_lock("a lock", lock)?;
        told(world.set_lock("a lock", lock), &["already", "zero"]);
        world.clear_lock(lock)?;
    }
    assert!(world.set_lock("a lock", lock + 4).is_err(), "misaligned");
    assert!(world.test_lock(world.own_segment().len()).is_err());
    pe.barrier_all()
}
