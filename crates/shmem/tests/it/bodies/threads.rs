//! Programs with several threads.

use farreach_shmem::{Error, Pe};

use crate::pattern::{assert_same, bytes, effort, mix, own};

const THREADS: usize = 4;
const ROOM: usize = 5000;

/// Puts, gets and atomics from several threads of every PE at once.
pub(super) fn threads(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let rounds = effort(pe, 60) as usize;
    let data = pe.alloc::<u8>(ROOM * THREADS * n as usize)?;
    let sums = pe.alloc::<u64>(1)?;
    let place = |from: u32, thread: usize| ROOM * (from as usize * THREADS + thread);
    let len = |thread: usize, round: usize| 1 + (round * 377 + thread * 1201) % (ROOM - 1);
    let seed = |from: u32, to: u32, thread: usize, round: usize| {
        mix(u64::from(from * n + to), (thread << 32 | round) as u64)
    };
    let work = |thread: usize| -> Result<(), Error> {
        for round in 0..rounds {
            for to in 0..n {
                let len = len(thread, round);
                let out = bytes(seed(me, to, thread, round), len);
                match round % 3 {
                    0 => pe.put_slice(data.range(place(me, thread)..).on(to), &out)?,
                    1 => pe.put_copied_nbi(data.range(place(me, thread)..).on(to), &out)?,
                    _ => {
                        let pending = pe.put_start(data.range(place(me, thread)..).on(to), &out)?;
                        pe.wait(&pending)?;
                    }
                }
                if thread.is_multiple_of(2) {
                    pe.fetch_add(sums.at(0).on(to), thread as u64 + 1)?;
                } else {
                    pe.add(sums.at(0).on(to), thread as u64 + 1)?;
                }
                let mut got = vec![0; len];
                if round % 2 == 0 {
                    pe.get_slice(data.range(place(me, thread)..).on(to), &mut got)?;
                } else {
                    let pending = pe.get_start(
                        data.range(place(me, thread)..place(me, thread) + len)
                            .on(to),
                    )?;
                    got = pe.wait_get(&pending)?;
                }
                assert_same(&got, &out, || format!("thread {thread} from {to}"));
            }
        }
        pe.quiet()
    };
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || work(thread)))
            .collect();
        threads.into_iter().try_for_each(|thread| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    pe.barrier_all()?;
    for from in 0..n {
        for thread in 0..THREADS {
            let round = rounds - 1;
            let got = own(pe, &data, place(from, thread), len(thread, round))?;
            let wanted = bytes(seed(from, me, thread, round), len(thread, round));
            assert_same(&got, &wanted, || format!("thread {thread} of {from}"));
        }
    }
    let each: usize = (1..=THREADS).sum();
    let sum = (n as usize * rounds * each) as u64;
    assert_eq!(pe.fetch(sums.at(0).on(me))?, sum);
    pe.barrier_all()
}
