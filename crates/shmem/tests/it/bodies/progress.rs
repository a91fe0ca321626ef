//! Progress at a target that does not call the library.

use std::time::{Duration, Instant};

use farreach_shmem::{Error, Pe};

use crate::pattern::bytes;

/// A time that only a hang exceeds, however busy the machine.
const HANG: Duration = Duration::from_mins(5);

/// Gets, puts, atomics and a first contact toward a PE that computes complete meanwhile. The PE
/// calls nothing until all others have said that their operations are complete.
pub(super) fn computing(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let target = n - 1;
    let data = pe.alloc::<u8>(200_000)?;
    let words = pe.alloc::<u64>(3)?;
    let wanted = bytes(3, 200_000);
    pe.write(data, &wanted)?;
    let own = pe.world().own_segment().clone();
    let ended = || {
        let word = own.load_u64(words.offset() + 2 * size_of::<u64>());
        word.expect("a word of the segment") == u64::from(n - 1)
    };
    pe.barrier_all()?;
    if me == target {
        let begun = Instant::now();
        while !ended() {
            assert!(begun.elapsed() < HANG, "the others' operations do not end");
            std::hint::spin_loop();
        }
    } else {
        // By now PE 0 computes, and its helper has seen no call for a while.
        std::thread::sleep(Duration::from_millis(20));
        let mut got = vec![0; 200_000];
        pe.get_slice(data.on(target), &mut got)?;
        assert!(got == wanted);
        pe.fetch_inc(words.at(0).on(target))?;
        pe.inc(words.at(0).on(target))?;
        pe.put(words.at(1).on(target), 5)?;
        pe.quiet()?;
        assert_eq!(pe.get(words.at(1).on(target))?, 5);
        pe.inc(words.at(2).on(target))?;
        pe.quiet()?;
    }
    pe.barrier_all()?;
    if n > 1 {
        assert_eq!(pe.fetch(words.at(0).on(target))?, 2 * u64::from(n - 1));
    }
    pe.barrier_all()
}
