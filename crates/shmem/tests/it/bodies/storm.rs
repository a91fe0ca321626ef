//! All PEs access all others at the same time.

use farreach_shmem::{Error, Pe};

use crate::pattern::{assert_same, bytes, mix, own};

/// Each PE puts a few words to every other, and all connections are wanted at the same time. The
/// results are exact.
pub(super) fn storm(pe: &Pe) -> Result<(), Error> {
    const LEN: usize = 300;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let data = pe.alloc::<u8>(LEN * n as usize)?;
    let counts = pe.alloc::<u64>(1)?;
    let seed = |from: u32, to: u32| mix(u64::from(from), u64::from(to));
    for step in 0..n {
        let to = (me + step) % n;
        pe.put_copied_nbi(
            data.range(LEN * me as usize..).on(to),
            &bytes(seed(me, to), LEN),
        )?;
        pe.add(counts.at(0).on(to), u64::from(me) + 1)?;
    }
    pe.barrier_all()?;
    for from in 0..n {
        let got = own(pe, &data, LEN * from as usize, LEN)?;
        assert_same(&got, &bytes(seed(from, me), LEN), || {
            format!("put by {from}")
        });
    }
    let sum = u64::from(n) * (u64::from(n) + 1) / 2;
    assert_eq!(pe.fetch(counts.at(0).on(me))?, sum);
    // PEs of the same node need no connection.
    let others = u64::from(n - pe.world().local_size());
    assert_eq!(pe.world().stats().connections, others);
    pe.barrier_all()
}
