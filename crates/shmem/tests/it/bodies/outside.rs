//! Bodies of tests that observe a job from outside. Most PEs wait for something that never comes.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use farreach_shmem::{Compare, Error, Pe, Reduction, Symmetric};
use rustix::time::{ClockId, clock_gettime};

use crate::pattern::{assert_same, bytes, mix, own};
use crate::waiting::{CPU_MAX, LATE};

/// The exit code of a PE whose threads all found that another PE is silent.
pub(crate) const SILENT: i32 = 7;

fn say(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let written = writeln!(stdout, "{text}").and_then(|()| stdout.flush());
    written.expect("the launcher reads");
}

pub(super) fn ready(pe: &Pe) {
    say(&format!("ready {} {}", pe.my_pe(), std::process::id()));
}

pub(super) fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// PE 0 reaches the last PE. No other PE reaches another.
pub(super) fn to_the_last(pe: &Pe) -> Result<(), Error> {
    // An allocation would communicate, so the last word of the heap is used without one.
    let offset = pe.world().own_segment().len() - 8;
    let connections = || pe.world().stats().connections;
    if pe.my_pe() == 0 {
        assert_eq!(connections(), 0);
        pe.world().direct().put_word(pe.n_pes() - 1, offset, 1u64)?;
        pe.quiet()?;
        assert_eq!(connections(), 1);
    }
    if pe.my_pe() == pe.n_pes() - 1 {
        let word = pe.world().own_segment().atomic_u64(offset);
        let word = word.expect("the segment's last word");
        // The data may arrive before the last message of the set-up.
        let begun = Instant::now();
        while word.load(Ordering::Acquire) == 0 || connections() == 0 {
            pe.world().progress();
            assert!(begun.elapsed() < Duration::from_mins(5), "not reached");
            std::thread::yield_now();
        }
    }
    Ok(())
}

/// All PEs but PE 1 wait in a barrier.
pub(super) fn in_a_barrier(pe: &Pe) -> Result<(), Error> {
    pe.barrier_all()?;
    ready(pe);
    if pe.my_pe() == 1 {
        sleep_for_ever();
    }
    pe.barrier_all()
}

/// All PEs but PE 1 wait for a word that nobody sets.
pub(super) fn in_a_wait(pe: &Pe) -> Result<(), Error> {
    let word = pe.alloc::<u64>(1)?;
    ready(pe);
    if pe.my_pe() == 1 {
        sleep_for_ever();
    }
    pe.wait_until(word.at(0), Compare::Ne, 0)
}

/// All PEs get from PE 1 in a loop.
pub(super) fn in_a_get(pe: &Pe) -> Result<(), Error> {
    let words = pe.alloc::<u64>(10_000)?;
    let mut got = vec![0; 10_000];
    pe.get_slice(words.on(1), &mut got)?;
    pe.barrier_all()?;
    ready(pe);
    loop {
        pe.get_slice(words.on(1), &mut got)?;
    }
}

/// All PEs put to all others and update words there, one after the other, in a loop.
pub(super) fn churn(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let words = pe.alloc::<u64>(n as usize)?;
    let count = pe.alloc::<u64>(1)?;
    pe.barrier_all()?;
    ready(pe);
    for round in 1.. {
        for to in (0..n).filter(|&to| to != me) {
            pe.put(words.at(me as usize).on(to), round)?;
            let before = pe.fetch_inc(count.at(0).on(to))?;
            assert!(
                before < round * u64::from(n) * 2,
                "more than all have added"
            );
        }
    }
    Ok(())
}

/// The number of threads with their own lane.
const THREADS: usize = 3;

/// Does puts, gets and atomics toward PE `to` through a context of the calling thread, until there
/// is an error.
fn until_an_error(pe: &Pe, words: &Symmetric<u64>, at: usize, to: u32) -> Error {
    const LEN: usize = 2000;
    let context = pe.private_context();
    let round = |got: &mut [u64]| {
        context.put_copied_nbi(words.range(at * LEN..).on(to), &[7; LEN])?;
        context.fetch_inc(words.at(at * LEN).on(to))?;
        context.put(words.at(at * LEN).on(to), 7)?;
        context.quiet()?;
        context.get_slice(words.range(at * LEN..).on(to), got)
    };
    loop {
        let mut got = [0; LEN];
        if let Err(error) = round(&mut got) {
            return error;
        }
        assert_eq!(got, [7; LEN]);
    }
}

/// Threads of all PEs access the next PE in a loop, each through its own context.
pub(super) fn contexts_busy(pe: &Pe) -> Result<(), Error> {
    let words = pe.alloc::<u64>(2000 * THREADS)?;
    pe.barrier_all()?;
    ready(pe);
    let to = (pe.my_pe() + 1) % pe.n_pes();
    std::thread::scope(|scope| {
        for at in 0..THREADS {
            let words = &words;
            scope.spawn(move || panic!("{}", until_an_error(pe, words, at, to)));
        }
    });
    Ok(())
}

/// Threads of PE 0 access PE 1 in a loop, each through its own context. All must find that PE 1
/// falls silent.
pub(super) fn contexts_of_a_silent_pe(pe: &Pe) -> Result<(), Error> {
    let words = pe.alloc::<u64>(2000 * THREADS)?;
    pe.barrier_all()?;
    ready(pe);
    if pe.my_pe() == 1 {
        sleep_for_ever();
    }
    std::thread::scope(|scope| {
        for at in 0..THREADS {
            let words = &words;
            scope.spawn(move || say(&format!("{at}: {}", until_an_error(pe, words, at, 1))));
        }
    });
    say("all threads know");
    // An orderly end would wait for PE 1.
    std::process::exit(SILENT)
}

/// When told to, PE 0 puts to PE 1 under a lock that PE 2 wants, and does not wait for an answer.
pub(super) fn lock_beside_a_silent_pe(pe: &Pe) -> Result<(), Error> {
    let words = pe.alloc_zeroed::<u64>(1)?;
    let lock = pe.alloc_lock()?;
    let held = (pe.my_pe() == 0).then(|| lock.lock(pe)).transpose()?;
    pe.barrier_all()?;
    ready(pe);
    match pe.my_pe() {
        0 => {
            let mut line = String::new();
            let read = std::io::stdin().lock().read_line(&mut line);
            read.expect("the launcher passes it on");
            pe.put_copied_nbi(words.on(1), &[1])?;
            drop(held);
        }
        2 => drop(lock.lock(pe)?),
        _ => {}
    }
    sleep_for_ever()
}

/// When told to, PE 0 accesses PE 1 for the first time.
pub(super) fn in_a_connect(pe: &Pe) -> Result<(), Error> {
    ready(pe);
    if pe.my_pe() > 0 {
        sleep_for_ever();
    }
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .expect("the launcher passes it on");
    say("connecting");
    let offset = pe.world().own_segment().len() - 8;
    pe.world().direct().get_word::<u64>(1, offset)?;
    say("connected");
    sleep_for_ever();
}

/// Messages go around a ring, each is checked, until PE 0 is told to stop.
pub(super) fn traffic(pe: &Pe) -> Result<(), Error> {
    const LEN: usize = 20_000;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let (right, left) = ((me + 1) % n, (me + n - 1) % n);
    let data = pe.alloc::<u8>(LEN)?;
    let signal = pe.alloc::<u64>(1)?;
    let count = pe.alloc::<u64>(1)?;
    let stop = Arc::new(AtomicBool::new(false));
    if me == 0 {
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || {
            let mut line = String::new();
            let _ = std::io::stdin().lock().read_line(&mut line);
            stop.store(true, Ordering::SeqCst);
        });
    }
    pe.barrier_all()?;
    ready(pe);
    for round in 1.. {
        let len = 1 + mix(9, round) as usize % (LEN - 1);
        let seed = |from: u32| mix(u64::from(from), round);
        pe.put_signal(
            data.on(right),
            &bytes(seed(me), len),
            signal.at(0).signal().set(round),
        )?;
        pe.wait_until(signal.at(0), Compare::Eq, round)?;
        let got = own(pe, &data, 0, len)?;
        assert_same(&got, &bytes(seed(left), len), || format!("message {round}"));
        pe.inc(count.at(0).on(0))?;
        // When this returns, all PEs have read this round's message. After a broadcast a neighbour
        // could run ahead.
        let mut over = [u64::from(stop.load(Ordering::SeqCst))];
        pe.all_reduce(&mut over, Reduction::Max)?;
        if over == [1] {
            pe.barrier_all()?;
            assert_eq!(pe.fetch(count.at(0).on(0))?, round * u64::from(n));
            break;
        }
    }
    pe.barrier_all()
}

fn late(pe: &Pe, wait: impl FnOnce(&Pe) -> Result<(), Error>) -> Result<(), Error> {
    pe.barrier_all()?;
    if pe.my_pe() == 0 {
        std::thread::sleep(LATE);
        return wait(pe);
    }
    let before = clock_gettime(ClockId::ProcessCPUTime);
    wait(pe)?;
    let after = clock_gettime(ClockId::ProcessCPUTime);
    let used = Duration::try_from(after - before).expect("time goes on");
    say(&format!("used {} us", used.as_micros()));
    assert!(used < CPU_MAX, "{used:?} of a core used by waiting");
    Ok(())
}

/// PE 0 comes to a barrier after the others have waited for long.
pub(super) fn late_for_a_barrier(pe: &Pe) -> Result<(), Error> {
    late(pe, Pe::barrier_all)
}

/// PE 0 sets late the word that the others wait for.
pub(super) fn late_for_a_wait(pe: &Pe) -> Result<(), Error> {
    let word = pe.alloc::<u64>(1)?;
    late(pe, |pe| {
        if pe.my_pe() > 0 {
            return pe.wait_until(word.at(0), Compare::Eq, 7);
        }
        (1..pe.n_pes()).try_for_each(|to| pe.put(word.at(0).on(to), 7))
    })
}

/// PE 0 is late as the root of a broadcast.
pub(super) fn late_for_a_collective(pe: &Pe) -> Result<(), Error> {
    late(pe, |pe| pe.broadcast(&mut [0u8; 100], 0))
}

/// PE 0 broadcasts more than the others have room for. Its data would exceed their targets.
pub(super) fn different_lengths(pe: &Pe) -> Result<(), Error> {
    let words = pe.alloc::<u64>(20_000)?;
    let len = if pe.my_pe() == 0 { 20_000 } else { 10_000 };
    pe.broadcast(words.range(..len), 0)?;
    pe.barrier_all()
}

/// One PE calls something else than the others, in each possible way. All get an error and
/// continue.
pub(super) fn mistakes_that_are_looked_for(pe: &Pe) -> Result<(), Error> {
    let (n, last) = (pe.n_pes(), pe.n_pes() - 1);
    let is_last = pe.my_pe() == last;
    let world = pe.team_world();
    let team = world.split_strided(last, -1, n)?.expect("all");
    for (team, sync) in [(&world, "Pe::sync_all"), (&team, "Team::sync")] {
        // A rank, not a member's index.
        let with = |one: &str, others: &str| {
            let mut texts = [format!("{one} on rank {last}"), format!("{others} on rank")];
            texts.sort();
            texts
        };
        let mut word = [7u64];
        let (four, five) = ([1u32; 4], [1u32; 5]);
        let mut all = vec![0u32; 5 * n as usize];
        let mut halves = vec![0u16; 8 * n as usize];
        let cases: [(Result<(), Error>, [String; 2]); 6] = [
            (
                if is_last {
                    team.sync()
                } else {
                    team.broadcast(&mut word, 0)
                },
                with(sync, "broadcast"),
            ),
            (
                team.broadcast(&mut word, if is_last { n + 3 } else { 0 }),
                with(&(n + 3).to_string(), "broadcast: the root is 0"),
            ),
            (
                if is_last {
                    team.all_gather(&four, &mut all[..4 * n as usize])
                } else {
                    team.all_gather(&five, &mut all)
                },
                with("all_gather: the length is 16", "20"),
            ),
            (
                team.all_reduce(
                    &mut word,
                    if is_last {
                        Reduction::Or
                    } else {
                        Reduction::Sum
                    },
                ),
                with("all_reduce of bits in any", "all_reduce of sums"),
            ),
            (
                if is_last {
                    team.reduce(&mut halves[..8], Reduction::Sum, 0)
                } else {
                    team.reduce(&mut all[..4], Reduction::Sum, 0)
                },
                with("reduce: the element size is 2", "4"),
            ),
            (
                pe.alloc::<u8>(if is_last { 10 } else { 20 }).map(drop),
                [
                    "all processes 10 to 20".into(),
                    "all must call it, with the same arguments".into(),
                ],
            ),
        ];
        for (result, texts) in cases {
            let error = result.expect_err("wrong").to_string();
            let missing = texts.iter().find(|text| !error.contains(text.as_str()));
            assert!(missing.is_none(), "no {missing:?}: {error}");
        }
        team.barrier()?;
    }
    team.destroy()
}

/// PE 0 broadcasts less than the others expect, and then calls something else.
pub(super) fn different_collectives(pe: &Pe) -> Result<(), Error> {
    if pe.my_pe() == 0 {
        pe.broadcast(&mut [0u8; 8], 0)?;
    } else {
        pe.broadcast(&mut [0u8; 16], 0)?;
    }
    pe.barrier_all()
}
