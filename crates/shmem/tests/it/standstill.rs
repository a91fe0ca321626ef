//! Deadlocked jobs are ended. The message names what each PE waits in, by the names of this
//! interface.

use farreach_gasnet::{Endpoint, Handlers};
use farreach_shmem::{Compare, Error, Lock, Pe, Signal, Symmetric};

use crate::job::{Job, Start};

pub(crate) const TESTS: &[(&str, fn())] = &[("waits that never end are named", waits_are_named)];

/// The variable with the index in [`WAITS`].
const NUMBER: &str = "SHMEM_IT_WAIT";

/// The objects of the waits.
struct Objects<'w> {
    word: Symmetric<u64>,
    words: Symmetric<u64>,
    signal: Signal,
    /// PE 0 holds the lock.
    lock: Lock,
    endpoint: Endpoint<'w>,
}

/// A call of all PEs but the first, which waits for a word, and its name.
type Wait = (&'static str, fn(&Pe, &Objects<'_>) -> Result<(), Error>);

const WAITS: &[Wait] = &[
    ("Pe::barrier_all", |pe, _| pe.barrier_all()),
    ("Pe::sync_all", |pe, _| pe.team_world().sync()),
    ("Pe::broadcast", |pe, _| pe.broadcast(&mut [7u64], 0)),
    ("Pe::all_gather", |pe, _| {
        let mut all = vec![0; pe.n_pes() as usize];
        pe.all_gather(&[pe.my_pe()], &mut all)
    }),
    ("Team::split_color", |pe, _| {
        pe.team_world().split_color(Some(1), 0).map(drop)
    }),
    ("Team::split_shared", |pe, _| {
        pe.team_world().split_shared().map(drop)
    }),
    ("alloc", |pe, _| pe.alloc::<u8>(1).map(drop)),
    ("free", |pe, objects| pe.free(objects.words)),
    ("Lock::lock", |pe, objects| objects.lock.lock(pe)?.unlock()),
    ("wait_until_all", |pe, objects| {
        pe.wait_until_all(&objects.words, 0..5, Compare::Ne, 0)
    }),
    ("wait_until_some", |pe, objects| {
        let some = pe.wait_until_some(&objects.words, 0..5, Compare::Ne, 0);
        some.map(drop)
    }),
    ("signal_wait_until", |pe, objects| {
        let seen = pe.signal_wait_until(&objects.signal, Compare::Ne, 0);
        seen.map(drop)
    }),
    ("Endpoint::block_until", |_, objects| {
        objects.endpoint.block_until(|| false);
        Ok(())
    }),
];

/// One PE of a deadlocked job.
pub(crate) fn stand_still(pe: &Pe) -> Result<(), Error> {
    let objects = Objects {
        word: pe.alloc_zeroed(1)?,
        words: pe.alloc_zeroed(5)?,
        signal: pe.alloc_signal()?,
        lock: pe.alloc_lock()?,
        endpoint: Endpoint::attach(pe.world(), Handlers::new()).expect("no handlers"),
    };
    if pe.my_pe() == 0 {
        let _held = objects.lock.lock(pe)?;
        pe.barrier_all()?;
        return pe.wait_until(objects.word.at(0), Compare::Ne, 0);
    }
    pe.barrier_all()?;
    let number = std::env::var(NUMBER).expect("the number of a wait");
    let (_, wait) = WAITS[number.parse::<usize>().expect("a number")];
    wait(pe, &objects)
}

/// All jobs at the same time: they sleep most of the time.
fn waits_are_named() {
    std::thread::scope(|scope| {
        for (number, (name, _)) in WAITS.iter().enumerate() {
            for nodes in [1, 2] {
                scope.spawn(move || {
                    let start = Start {
                        body: "stand still",
                        ranks: 3,
                        nodes,
                        env: &[(NUMBER, &number.to_string())],
                    };
                    let ended = Job::start(start).end();
                    let told = &ended.stderr;
                    let is_told = told.contains("no rank can go on: ")
                        && told.contains("rank 0 waits in wait_until")
                        && told.contains(&format!("rank 1-2 wait in {name}"));
                    assert!(ended.code == 1 && is_told, "{name}: {told}");
                });
            }
        }
    });
}
