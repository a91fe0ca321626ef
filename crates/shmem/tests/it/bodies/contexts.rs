//! Contexts of one thread and of several, each with its own lane.

use farreach_shmem::{Compare, Context, Error, Pe, Sharing, Symmetric};

use crate::pattern::{assert_same, bytes, effort, mix, own};

const THREADS: usize = 3;
const ROOM: usize = 3000;
/// A length above the limit of copied puts.
const LONG: usize = 100_000;

/// The objects that the threads of all PEs work on.
struct Objects {
    data: Symmetric<u8>,
    sums: Symmetric<u64>,
    words: Symmetric<u32>,
}

impl Objects {
    fn new(pe: &Pe) -> Result<Objects, Error> {
        let all = THREADS * pe.n_pes() as usize;
        Ok(Objects {
            data: pe.alloc(ROOM * all)?,
            sums: pe.alloc(2)?,
            words: pe.alloc(all)?,
        })
    }
}

/// The bytes that thread `thread` of `from` writes at `to` in `round`.
fn written(from: u32, to: u32, thread: usize, round: usize) -> Vec<u8> {
    let seed = mix(
        u64::from(from) << 32 | u64::from(to),
        (thread << 32 | round) as u64,
    );
    bytes(seed, 1 + (round * 377 + thread * 1201) % (ROOM - 1))
}

/// Puts, gets and atomics of one thread through a context.
fn work<S: Sharing>(
    context: &Context<'_, S>,
    objects: &Objects,
    thread: usize,
    rounds: usize,
) -> Result<(), Error> {
    let (me, n) = (context.my_pe(), context.n_pes());
    let own = me as usize * THREADS + thread;
    let place = ROOM * own;
    for round in 0..rounds {
        for to in 0..n {
            let out = written(me, to, thread, round);
            match round % 3 {
                0 => context.put_slice(objects.data.range(place..).on(to), &out)?,
                1 => context.put_copied_nbi(objects.data.range(place..).on(to), &out)?,
                _ => {
                    for (at, byte) in (place..).zip(&out) {
                        context.put(objects.data.at(at).on(to), *byte)?;
                    }
                }
            }
            context.fetch_add(objects.sums.at(0).on(to), thread as u64 + 1)?;
            context.add(objects.sums.at(1).on(to), 1)?;
            context.set(objects.words.at(own).on(to), round as u32)?;
            if round % 2 == 0 {
                context.quiet()?;
            } else {
                context.fence();
            }
            let mut got = vec![0; out.len()];
            context.get_slice(objects.data.range(place..).on(to), &mut got)?;
            assert_same(&got, &out, || format!("thread {thread} from {to}"));
            assert_eq!(context.get(objects.words.at(own).on(to))?, round as u32);
        }
    }
    context.quiet()
}

/// Every thread of every PE has a private context. Some begin after others have ended, so that
/// lanes are reused.
pub(super) fn private_contexts(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let rounds = effort(pe, 24) as usize;
    let objects = Objects::new(pe)?;
    for _ in 0..2 {
        std::thread::scope(|scope| {
            let objects = &objects;
            let threads: Vec<_> = (0..THREADS)
                .map(|thread| {
                    scope.spawn(move || work(&pe.private_context(), objects, thread, rounds))
                })
                .collect();
            threads.into_iter().try_for_each(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })?;
    }
    pe.barrier_all()?;
    for from in 0..n {
        for thread in 0..THREADS {
            let wanted = written(from, me, thread, rounds - 1);
            let place = ROOM * (from as usize * THREADS + thread);
            let got = own(pe, &objects.data, place, wanted.len())?;
            assert_same(&got, &wanted, || format!("thread {thread} of {from}"));
        }
    }
    let each: usize = (1..=THREADS).sum();
    let all = 2 * rounds * n as usize;
    assert_eq!(pe.fetch(objects.sums.at(0).on(me))?, (all * each) as u64);
    assert_eq!(pe.fetch(objects.sums.at(1).on(me))?, (all * THREADS) as u64);
    pe.barrier_all()
}

/// One thread with contexts of all kinds. Each completes and orders its own operations.
pub(super) fn kinds_of_contexts(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let right = (me + 1) % n;
    let left = (me + n - 1) % n;
    let rounds = effort(pe, 24) as usize;
    let objects = Objects::new(pe)?;
    work(&pe.context(), &objects, 0, rounds)?;
    work(&pe.private_context(), &objects, 1, rounds)?;
    let serialized = pe.serialized_context();
    work(&serialized, &objects, 2, rounds)?;

    // Long puts, between the segments and with a signal.
    let source = pe.alloc::<u8>(LONG)?;
    let dest = pe.alloc::<u8>(LONG)?;
    let back = pe.alloc::<u8>(LONG)?;
    let signals = pe.alloc::<u64>(2)?;
    let out = |from: u32| bytes(mix(u64::from(from), 7), LONG);
    pe.write(source, &out(me))?;
    pe.barrier_all()?;
    serialized.put_nbi(dest.on(right), source.range(..LONG))?;
    serialized.fence();
    serialized.put_signal(
        dest.range(LONG..).on(right),
        &[],
        signals.at(0).signal().set(1),
    )?;
    pe.wait_until(signals.at(0), Compare::Eq, 1)?;
    assert_same(&own(pe, &dest, 0, LONG)?, &out(left), || "put".into());
    serialized.get_nbi(source.on(right), back.range(..LONG))?;
    serialized.quiet()?;
    assert_same(&own(pe, &back, 0, LONG)?, &out(right), || "got".into());
    pe.barrier_all()?;

    // A put from another thread, which this thread waits for.
    let long = vec![me as u8; LONG];
    std::thread::scope(|scope| {
        let (dest, signals) = (&dest, &signals);
        let put = scope.spawn(move || {
            serialized.put_signal(dest.on(right), &long, signals.at(1).signal().set(2))
        });
        put.join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    pe.wait_until(signals.at(1), Compare::Eq, 2)?;
    let wanted = vec![left as u8; LONG];
    assert_same(&own(pe, &dest, 0, LONG)?, &wanted, || {
        "with a signal".into()
    });
    pe.barrier_all()
}

/// Contexts of teams use the teams' PE numbers.
pub(super) fn contexts_of_teams(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let words = pe.alloc::<u32>(n as usize)?;
    let world = pe.team_world();
    // All PEs backwards.
    let backwards: Vec<u32> = (0..n).rev().collect();
    let team = world.split_list(&backwards)?.expect("a member");
    {
        let context = team.private_context();
        assert_eq!((context.my_pe(), context.n_pes()), (n - 1 - me, n));
        for to in 0..n {
            context.put(words.at(me as usize).on(to), to + 1)?;
        }
        let refused = context.put(words.at(0).on(n), 0).expect_err("no such PE");
        assert!(refused.to_string().contains("numbered from 0"), "{refused}");
    }
    pe.barrier_all()?;
    for from in 0..n as usize {
        assert_eq!(pe.fetch(words.at(from).on(me))?, n - me);
    }
    pe.barrier_all()?;
    team.destroy()
}
