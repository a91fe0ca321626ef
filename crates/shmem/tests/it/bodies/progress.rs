//! Progress at a target that does not call the library.

use std::time::{Duration, Instant};

use farreach_shmem::{Error, Pe};

use crate::pattern::bytes;

/// How long the target computes.
const COMPUTE: Duration = Duration::from_millis(700);
/// What the others' operations may take, all together: the promise is a few milliseconds, the rest is for a loaded machine.
const LIMIT: Duration = Duration::from_millis(450);

/// Gets, puts and atomics toward a PE that computes end long before it does; so does a first contact.
pub(super) fn computing(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let target = n - 1;
    let data = pe.alloc::<u8>(200_000)?;
    let words = pe.alloc::<u64>(2)?;
    let wanted = bytes(3, 200_000);
    pe.write(&data, 0, &wanted)?;
    pe.barrier_all()?;
    if me == target {
        let begun = Instant::now();
        while begun.elapsed() < COMPUTE {
            std::hint::spin_loop();
        }
    } else {
        // It computes by now, and its helper has seen no call for a while.
        std::thread::sleep(Duration::from_millis(20));
        let begun = Instant::now();
        let mut got = vec![0; 200_000];
        pe.get(&data, 0, &mut got, target)?;
        assert!(got == wanted);
        pe.fetch_inc(&words, 0, target)?;
        pe.inc(&words, 0, target)?;
        pe.p(&words, 1, 5, target)?;
        pe.quiet()?;
        assert_eq!(pe.g(&words, 1, target)?, 5);
        let elapsed = begun.elapsed();
        assert!(elapsed < LIMIT, "{elapsed:?}");
    }
    pe.barrier_all()?;
    if n > 1 {
        assert_eq!(pe.fetch(&words, 0, target)?, 2 * u64::from(n - 1));
    }
    pe.barrier_all()
}
