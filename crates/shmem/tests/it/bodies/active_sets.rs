//! Collectives that only other interfaces use: those of active sets, and those whose results are
//! not in the place of the data.

use farreach_runtime::World;
use farreach_runtime::collectives::{
    ActiveSet, Collectives, Operator, Order, Scan, Source, Strided, Target,
};
use farreach_shmem::{Compare, Error, Pe};

use crate::pattern::{effort, mix};

/// All possible active sets. Of eight processes there are more than contexts. The sets overlap, and
/// their order is one that all know: nobody waits for the sets before.
pub(super) fn active_sets(pe: &Pe) -> Result<(), Error> {
    let world = pe.world();
    let sets = sets(pe.n_pes());
    let data = world.allocate(4096, 64)?;
    for round in 0..effort(pe, 3) {
        for at in 0..sets.len() as u64 {
            let at = (mix(round, at) % sets.len() as u64) as usize;
            if has(sets[at], pe.my_pe()) {
                let run = |set: Collectives<'_>| several(pe, set, sets[at], data, round);
                world.with_active_set(sets[at], true, run)?;
            }
        }
    }
    pe.barrier_all()?;
    threads(pe, &sets)?;
    mistakes(pe);
    pe.barrier_all()?;
    world.free(data)
}

fn sets(n: u32) -> Vec<ActiveSet> {
    let mut sets = Vec::new();
    for log_stride in 0..3 {
        for start in 0..n {
            let most = (n - 1 - start) / (1 << log_stride) + 1;
            sets.extend((1..=most).map(|size| ActiveSet {
                start,
                log_stride,
                size,
            }));
        }
    }
    sets
}

fn has(set: ActiveSet, pe: u32) -> bool {
    let distance = pe.wrapping_sub(set.start);
    pe >= set.start
        && distance.is_multiple_of(1 << set.log_stride)
        && distance >> set.log_stride < set.size
}

/// Some collectives of one set.
fn several(
    pe: &Pe,
    set: Collectives<'_>,
    of: ActiveSet,
    data: usize,
    round: u64,
) -> Result<(), Error> {
    let world = pe.world();
    let index = (pe.my_pe() - of.start) >> of.log_stride;
    let n = u64::from(of.size);
    set.barrier()?;
    let mut sum = (round + u64::from(index)).to_ne_bytes();
    set.all_reduce(Target::Private(&mut sum), &sum_of_words())?;
    assert_eq!(u64::from_ne_bytes(sum), n * round + n * (n - 1) / 2);
    let root = (round % n) as u32;
    let mut word = [root as u8; 8];
    if index != root {
        word = [0xff; 8];
    }
    set.broadcast(root, Target::Private(&mut word))?;
    assert_eq!(word, [root as u8; 8]);
    let own = vec![index as u8; index as usize];
    let lengths = set.collect_into(Source::Private(&own), |len| Target::Segment {
        offset: data,
        len,
    })?;
    assert!(lengths.into_iter().eq(0..of.size as usize));
    let expected: Vec<u8> = (0..of.size as u8)
        .flat_map(|index| vec![index; usize::from(index)])
        .collect();
    assert_eq!(read(world, data, expected.len()), expected);
    set.sync()
}

/// Threads with a set each, whose members overlap. The sets may keep their contexts or not.
fn threads(pe: &Pe, sets: &[ActiveSet]) -> Result<(), Error> {
    let several = sets.iter().filter(|set| set.size > 1);
    let last: Vec<_> = several.rev().take(8).collect();
    let rounds = effort(pe, 10);
    std::thread::scope(|scope| {
        let run = |set: ActiveSet| -> Result<(), Error> {
            if !has(set, pe.my_pe()) {
                return Ok(());
            }
            for round in 0..rounds {
                let size = u64::from(set.size);
                pe.world().with_active_set(set, false, |set| {
                    let mut sum = round.to_ne_bytes();
                    set.all_reduce(Target::Private(&mut sum), &sum_of_words())?;
                    let sum = u64::from_ne_bytes(sum);
                    assert_eq!(sum, round * size);
                    Ok(())
                })?;
            }
            Ok(())
        };
        let threads: Vec<_> = last
            .iter()
            .map(|&&set| scope.spawn(move || run(set)))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("no panic"))
    })
}

/// More sets than keep their contexts, called by threads as [`in_turn`] does.
pub(super) fn waiting_threads(pe: &Pe) -> Result<(), Error> {
    let world = pe.world();
    let sync = |start, log_stride, size| {
        let set = ActiveSet {
            start,
            log_stride,
            size,
        };
        world.with_active_set(set, false, |set| set.sync())
    };
    // Exhausts the contexts that sets keep.
    (1..=30).try_for_each(|log_stride| sync(pe.my_pe(), log_stride, 1))?;
    in_turn(pe, || sync(0, 0, 2), || sync(0, 1, 2))
}

/// A thread of PE 0 calls a collective with PE 2. PE 2 calls it only after PE 1 has finished
/// another collective, which another thread of PE 0 has to call. The test repeats this, because the
/// order of arrival is random.
pub(super) fn in_turn(
    pe: &Pe,
    with_one: impl Fn() -> Result<(), Error> + Sync,
    with_two: impl Fn() -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let through = pe.alloc_zeroed::<u64>(1)?;
    if pe.n_pes() > 2 {
        for round in 1..=effort(pe, 30) {
            match pe.my_pe() {
                0 => std::thread::scope(|scope| {
                    let early = scope.spawn(&with_two);
                    with_one()?;
                    with_one()?;
                    early.join().expect("no panic")
                })?,
                1 => {
                    with_one()?;
                    with_one()?;
                    pe.put(through.at(0).on(2), round)?;
                }
                2 => {
                    pe.wait_until(through.at(0), Compare::Ge, round)?;
                    with_two()?;
                }
                _ => break,
            }
        }
    }
    pe.barrier_all()
}

/// Invalid sets.
fn mistakes(pe: &Pe) {
    let n = pe.n_pes();
    let set = |start, log_stride, size| ActiveSet {
        start,
        log_stride,
        size,
    };
    for (set, text) in [
        (set(0, 0, 0), "0 processes"),
        (set(0, 0, n + 1), "is not in the job"),
        (set(0, 31, 2), "each 2^31"),
        (set(0, 32, 1), "each 2^32"),
        (set(0, 77, n), "each 2^77"),
        (set((pe.my_pe() + 1) % n, 0, 1), "this rank is not in"),
    ] {
        if n == 1 && text == "this rank is not in" {
            continue;
        }
        let refused = pe.world().with_active_set(set, true, |_| Ok(()));
        let error = refused.expect_err("wrong").to_string();
        assert!(error.contains(text), "{set:?}: {error}");
    }
}

/// Source and target are different or the same, in the segment or not, short and long.
pub(super) fn apart(pe: &Pe) -> Result<(), Error> {
    let world = pe.world();
    let n = pe.n_pes() as usize;
    let (from, into) = (world.allocate(400_000, 64)?, world.allocate(400_000, 64)?);
    for (round, len) in [8, 48, 3008, 40_000, 200_000].into_iter().enumerate() {
        let root = round as u32 % pe.n_pes();
        for is_ready in [false, true] {
            broadcasts(pe, (from, into), len, root, is_ready)?;
        }
        gathers(pe, (from, into), len / n / 8 * 8)?;
        for unit in [1, 4, 8, 16, 32] {
            if len <= 3008 {
                strided(pe, (from, into), unit)?;
            }
        }
        sums(pe, (from, into), len)?;
    }
    pe.barrier_all()?;
    world.free(into)?;
    world.free(from)
}

fn broadcasts(
    pe: &Pe,
    (from, into): (usize, usize),
    len: usize,
    root: u32,
    is_ready: bool,
) -> Result<(), Error> {
    let world = pe.world();
    let mut collectives = world.collectives();
    if is_ready {
        collectives = collectives.into_ready_targets(&Target::Segment { offset: into, len });
    }
    let is_root = pe.my_pe() == root;
    for (written, is_segment) in [(true, true), (false, true), (true, false)] {
        write(world, from, &vec![pe.my_pe() as u8 + 1; len]);
        write(world, into, &vec![0xee; len]);
        let private = vec![pe.my_pe() as u8 + 1; len];
        let source = if is_segment {
            Source::Segment { offset: from, len }
        } else {
            Source::Private(&private)
        };
        let target = (written || !is_root).then_some(Target::Segment { offset: into, len });
        if is_ready {
            pe.barrier_all()?;
        }
        collectives.broadcast_from(root, source, target)?;
        let expected = if written || !is_root {
            root as u8 + 1
        } else {
            0xee
        };
        assert_eq!(read(world, into, len), vec![expected; len]);
        assert_eq!(read(world, from, len), vec![pe.my_pe() as u8 + 1; len]);
        pe.barrier_all()?;
    }
    Ok(())
}

/// Gathers in a row, with ready targets that are changed as soon as this is permitted.
fn gathers(pe: &Pe, (from, into): (usize, usize), len: usize) -> Result<(), Error> {
    let world = pe.world();
    let n = pe.n_pes() as usize;
    let target = || Target::Segment {
        offset: into,
        len: n * len,
    };
    let source = Source::Segment { offset: from, len };
    for round in 0..3 {
        write(world, from, &vec![pe.my_pe() as u8 + round; len]);
        pe.barrier_all()?;
        let collectives = world.collectives().into_ready_targets(&target());
        collectives.all_gather(source, target())?;
        let expected: Vec<u8> = (0..n * len)
            .map(|at| (at / len.max(1)) as u8 + round)
            .collect();
        assert_eq!(read(world, into, n * len), expected);
    }
    Ok(())
}

fn strided(pe: &Pe, (from, into): (usize, usize), unit: usize) -> Result<(), Error> {
    let world = pe.world();
    let n = pe.n_pes() as usize;
    let me = pe.my_pe() as usize;
    for (count, source_stride, target_stride) in [(1, 1, 1), (3, 1, 2), (5, 3, 1), (4, 2, 5)] {
        let strided = Strided {
            unit,
            count,
            source: source_stride,
            target: target_stride,
        };
        let [source_len, target_len] =
            [source_stride, target_stride].map(|stride| strided.span(n as u32, stride).unwrap());
        let value = |from: usize, to: usize, element: usize| (from * 64 + to * 8 + element) as u8;
        let mut source = vec![0xaa; source_len];
        let mut expected = vec![0xbb; target_len];
        for other in 0..n {
            for element in 0..count {
                let at = (other * count + element) * unit;
                source[at * source_stride..][..unit].fill(value(me, other, element));
                expected[at * target_stride..][..unit].fill(value(other, me, element));
            }
        }
        write(world, from, &source);
        write(world, into, &vec![0xbb; target_len]);
        world.collectives().all_to_all_strided(
            Source::Segment {
                offset: from,
                len: source_len,
            },
            Target::Segment {
                offset: into,
                len: target_len,
            },
            strided,
        )?;
        assert_eq!(read(world, into, target_len), expected, "{strided:?}");
        pe.barrier_all()?;
    }
    let short = Strided {
        unit,
        count: 1,
        source: 0,
        target: 1,
    };
    let (source, mut target) = (vec![0; unit * n], vec![0; unit * n]);
    let refused = world.collectives().all_to_all_strided(
        Source::Private(&source),
        Target::Private(&mut target),
        short,
    );
    assert!(refused.is_err(), "a stride of 0");
    Ok(())
}

fn sums(pe: &Pe, (from, into): (usize, usize), len: usize) -> Result<(), Error> {
    let world = pe.world();
    let collectives = world.collectives();
    let (me, n) = (u64::from(pe.my_pe()), u64::from(pe.n_pes()));
    let own: Vec<u8> = (0..len as u64 / 8)
        .flat_map(|at| (at + me).to_ne_bytes())
        .collect();
    let expected = |members: u64| -> Vec<u8> {
        let sums = (0..len as u64 / 8).map(|at| at * members + (members * members - members) / 2);
        sums.flat_map(u64::to_ne_bytes).collect()
    };
    let operator = sum_of_words();
    let source = Source::Segment { offset: from, len };
    for offset in [into, from] {
        let target = || Target::Segment { offset, len };
        write(world, from, &own);
        collectives.all_reduce_from(source, target(), &operator)?;
        assert_eq!(read(world, offset, len), expected(n));
        write(world, from, &own);
        collectives.scan_from(Scan::Inclusive, source, target(), &operator)?;
        assert_eq!(read(world, offset, len), expected(me + 1));
        write(world, from, &own);
        collectives.scan_from(Scan::Exclusive, source, target(), &operator)?;
        assert_eq!(read(world, offset, len), expected(me));
        if offset != from {
            assert_eq!(read(world, from, len), own, "the source stays");
        }
    }
    Ok(())
}

fn sum_of_words() -> Operator<'static> {
    Operator {
        unit: 8,
        combine: &add_words,
        identity: &[0; 8],
        order: Order::Any,
    }
}

fn add_words(into: &mut [u8], other: &[u8]) {
    let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
    for (into, other) in into.chunks_exact_mut(8).zip(other.chunks_exact(8)) {
        let sum = word(into) + word(other);
        into.copy_from_slice(&sum.to_ne_bytes());
    }
}

fn write(world: &World, offset: usize, bytes: &[u8]) {
    let written = world.own_segment().view().copy_in(offset, bytes);
    written.expect("allocated");
}

fn read(world: &World, offset: usize, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    let read = world.own_segment().view().copy_out(offset, &mut bytes);
    read.expect("allocated");
    bytes
}
