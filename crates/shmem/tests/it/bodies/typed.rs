//! What the typed interface adds to the runtime: scopes, local views, steps, rows and columns,
//! reallocation.

use farreach_shmem::{Error, Hint, Pe, Steps};

use crate::pattern::{effort, mix, own};

/// Many small gets and some long ones into private memory, and puts from it, all at the same time.
pub(super) fn scopes(pe: &Pe) -> Result<(), Error> {
    let count = effort(pe, 5000) as usize;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let value = |of: u32, at: usize| mix(u64::from(of), at as u64);
    let table = pe.alloc::<u64>(count)?;
    let copies = pe.alloc::<u64>(count * n as usize)?;
    let mine: Vec<u64> = (0..count).map(|at| value(me, at)).collect();
    pe.write(table, &mine)?;
    pe.barrier_all()?;
    let mut words = vec![0; count];
    let mut whole: Vec<Vec<u64>> = vec![vec![0; count]; n as usize];
    pe.scope(|scope| {
        for (at, word) in words.chunks_mut(1).enumerate() {
            scope.get_slice(table.range(at..).on(at as u32 % n), word)?;
        }
        for (of, into) in (0..).zip(&mut whole) {
            scope.get_slice(table.on(of), into)?;
            scope.put_slice(copies.range(count * me as usize..).on(of), &mine)?;
        }
        Ok::<_, Error>(())
    })?;
    for (at, word) in words.into_iter().enumerate() {
        assert_eq!(word, value(at as u32 % n, at), "word {at}");
    }
    for (of, got) in (0..).zip(whole) {
        assert!((0..count).all(|at| got[at] == value(of, at)), "of {of}");
    }
    pe.barrier_all()?;
    for from in 0..n {
        let got = own(pe, &copies, count * from as usize, count)?;
        assert!((0..count).all(|at| got[at] == value(from, at)));
    }
    let refused = pe.scope(|scope| scope.put_slice(copies.on(n), &mine));
    assert!(matches!(refused, Err(Error::NoSuchPe(_))));
    pe.barrier_all()
}

/// Thousands of tickets from all PEs' counters at the same time. No ticket is drawn twice.
pub(super) fn tickets(pe: &Pe) -> Result<(), Error> {
    let count = effort(pe, 2000) as usize;
    let n = pe.n_pes() as usize;
    let next = pe.alloc_zeroed::<u32>(1)?;
    let drawn = pe.alloc_zeroed::<u64>(count * n)?;
    let found = pe.alloc_zeroed::<i64>(1)?;
    pe.barrier_all()?;
    let mut tickets = vec![u32::MAX; count * n];
    pe.scope(|scope| {
        for (at, ticket) in tickets.iter_mut().enumerate() {
            scope.fetch_add(next.at(0).on((at % n) as u32), 1, ticket)?;
        }
        Ok::<_, Error>(())
    })?;
    for (at, &ticket) in tickets.iter().enumerate() {
        pe.inc(drawn.at(ticket as usize).on((at % n) as u32))?;
    }
    pe.barrier_all()?;
    assert!(
        own(pe, &drawn, 0, count * n)?
            .iter()
            .all(|&times| times == 1)
    );
    let (mut old, mut last) = (0, 0);
    let me = pe.my_pe();
    pe.scope(|scope| scope.swap(found.at(0).on(me), i64::MIN, &mut old))?;
    pe.scope(|scope| scope.compare_swap(found.at(0).on(me), i64::MIN, 7, &mut last))?;
    assert_eq!((old, last, pe.get(found.at(0).on(me))?), (0, i64::MIN, 7));
    let far = n as u32;
    let refused = pe.scope(|scope| scope.fetch(found.at(0).on(far), &mut old));
    assert!(matches!(refused, Err(Error::NoSuchPe(_))));
    pe.barrier_all()
}

/// Access to own elements, and to those of PEs on this node, by loads and stores.
pub(super) fn views(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let object = pe.alloc_zeroed::<u32>(n as usize + 1)?;
    let own = pe.local(object)?;
    own.store(n as usize, me)?;
    pe.barrier_all()?;
    let mut near = 0;
    for to in 0..n {
        let is_near = pe.world().node_of(to) == pe.world().node();
        let view = pe.near(object.on(to))?;
        assert_eq!(view.is_some(), is_near);
        if let Some(view) = view {
            near += 1;
            assert_eq!(view.load(n as usize)?, to);
            view.copy_from(me as usize, &[me + 1])?;
        }
    }
    assert_eq!(near, pe.world().local_size());
    pe.barrier_all()?;
    for (from, word) in (0..n).zip(own.iter()) {
        let is_near = pe.world().node_of(from) == pe.world().node();
        assert_eq!(word, if is_near { from + 1 } else { 0 });
    }
    assert!(own.load(own.len()).is_err());
    assert!(own.copy_from(usize::MAX, &[1]).is_err());
    assert!(matches!(pe.near(object.on(n)), Err(Error::NoSuchPe(_))));
    // A store wakes nobody.
    let (left, flag) = ((me + n - 1) % n, n as usize);
    pe.barrier_all()?;
    match pe.near(object.on(left))? {
        Some(view) => view.store(flag, 77)?,
        None => pe.put(object.at(flag).on(left), 77)?,
    }
    pe.wait_until(object.at(flag), farreach_shmem::Compare::Eq, 77)?;
    pe.barrier_all()
}

/// Columns and blocks of matrices.
pub(super) fn steps(pe: &Pe) -> Result<(), Error> {
    const WIDTH: usize = 7;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let rows = 40 * n as usize;
    let right = (me + 1) % n;
    let left = (me + n - 1) % n;
    let matrix = pe.alloc_zeroed::<u16>(rows * WIDTH)?;
    let column: Vec<u16> = (0..2 * rows).map(|at| at as u16 + me as u16).collect();
    pe.barrier_all()?;
    let third = Steps::every(WIDTH).from(2);
    let two = Steps::every(WIDTH).blocks_of(2).from(4);
    pe.put_strided(
        matrix.steps(third).on(right),
        &column,
        Steps::every(2),
        rows,
    )?;
    let source = Steps::every(2).blocks_of(2);
    pe.put_strided(matrix.steps(two).on(right), &column, source, rows)?;
    pe.barrier_all()?;
    let got = own(pe, &matrix, 0, rows * WIDTH)?;
    let of = |at: usize| at as u16 + left as u16;
    for (row, got) in got.chunks(WIDTH).enumerate() {
        let (a, b) = (of(2 * row), of(2 * row + 1));
        assert_eq!(got, [0, 0, a, 0, a, b, 0], "row {row}");
    }
    let mut back = vec![0; 3 * rows];
    let to = Steps::every(3).from(1);
    pe.get_strided(matrix.steps(third).on(right), &mut back, to, rows)?;
    for (row, got) in back.chunks(3).enumerate() {
        assert_eq!(got, [0, column[2 * row], 0], "row {row}");
    }
    let mut few = [0; 4];
    let every = Steps::ALL;
    for (steps, other, count) in [
        (every, Steps::every(2).blocks_of(2), 2),
        (Steps::every(0), every, 2),
        (every.from(rows * WIDTH), every, 1),
        (every.from(usize::MAX), every, 2),
        (every, every.from(5), 0),
        (every, every, 5),
        (every, every, usize::MAX),
        (Steps::every(usize::MAX), every, 2),
    ] {
        let put = pe.put_strided(matrix.steps(steps).on(right), &few, other, count);
        let get = pe.get_strided(matrix.steps(steps).on(right), &mut few, other, count);
        let told = format!("{steps:?} and {other:?}, {count} times");
        assert!(put.is_err() && get.is_err(), "{told}");
    }
    pe.barrier_all()
}

/// Objects that move, are aligned, are allocated and freed.
pub(super) fn allocations(pe: &Pe) -> Result<(), Error> {
    let me = pe.my_pe();
    let before = pe.world().stats().heap_bytes;
    let mut object = pe.alloc::<u32>(3)?;
    pe.write(object, &[me, me + 1, me + 2])?;
    for len in [5, 100_000, 2, 2000] {
        object = pe.realloc(object, len)?;
        assert_eq!(object.len(), len);
        assert_eq!(own(pe, &object, 0, 2)?, [me, me + 1]);
    }
    let error = pe.realloc(object, 1 << 50);
    assert!(matches!(error, Err(Error::Heap { .. })));
    assert_eq!(own(pe, &object, 0, 2)?, [me, me + 1], "it stays");
    pe.free(object)?;
    for round in 0..3 {
        let sum = pe.with_alloc::<u64, _, _>(1000, |object| {
            pe.write(object, &[round; 1000])?;
            Ok::<_, Error>(pe.local(object)?.iter().sum::<u64>())
        })?;
        assert_eq!(sum, 1000 * round);
        let zeroed = pe.alloc_zeroed::<u64>(1000)?;
        assert!(pe.local(zeroed)?.iter().all(|word| word == 0));
        pe.free(zeroed)?;
    }
    let aligned = pe.alloc_aligned::<u8>(10, 4096)?;
    assert_eq!(aligned.offset() % 4096, 0);
    let word = pe.alloc_hinted::<u32>(1, Hint::Atomics)?;
    let other = pe.alloc_hinted::<u32>(1, Hint::Signals)?;
    assert!(word.offset().abs_diff(other.offset()) >= 64);
    assert!(pe.alloc_aligned::<u8>(10, 3).is_err());
    pe.free(aligned)?;
    pe.free(word)?;
    pe.free(other)?;
    assert_eq!(pe.world().stats().heap_bytes, before);
    pe.barrier_all()
}

/// Teams of rows, of columns and of nodes, and locks with guards.
pub(super) fn planes(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let world = pe.team_world();
    for width in [1, 2, 3, n, n + 4] {
        let real = width.min(n);
        let (row, column) = world.split_2d(width)?;
        assert_eq!((row.my_pe(), column.my_pe()), (me % real, me / real));
        let mut members = vec![0; row.n_pes() as usize];
        row.all_gather(&[me], &mut members)?;
        let first = me - me % real;
        assert!(members.into_iter().eq(first..(first + real).min(n)));
        let mut members = vec![0; column.n_pes() as usize];
        column.all_gather(&[me], &mut members)?;
        assert!(
            members
                .into_iter()
                .eq((me % real..n).step_by(real as usize))
        );
        // Rows and columns of a team that has no constant stride in the world.
        if column.n_pes() > 1 {
            let backwards: Vec<u32> = (0..column.n_pes()).rev().collect();
            let listed = column.split_list(&backwards)?.expect("all are in it");
            let (row, last) = listed.split_2d(2)?;
            assert_eq!(row.my_pe(), listed.my_pe() % 2);
            last.destroy()?;
            row.destroy()?;
            listed.destroy()?;
        }
        column.destroy()?;
        row.destroy()?;
    }
    assert!(world.split_2d(0).is_err());
    let near = world.split_shared()?;
    assert_eq!(near.n_pes(), pe.world().local_size());
    assert_eq!(near.my_pe(), pe.world().local_index());
    near.destroy()?;
    let lock = pe.alloc_lock()?;
    let total = pe.alloc_zeroed::<u64>(1)?;
    for _ in 0..effort(pe, 16) {
        let _held = lock.lock(pe)?;
        let sum = pe.get(total.at(0).on(0))?;
        pe.put(total.at(0).on(0), sum + 1)?;
    }
    pe.barrier_all()?;
    assert_eq!(pe.get(total.at(0).on(0))?, effort(pe, 16) * u64::from(n));
    if let Some(held) = lock.try_lock(pe)? {
        assert!(lock.try_lock(pe)?.is_none());
        held.unlock()?;
    }
    pe.barrier_all()
}

/// Strided exchanges among all PEs and among some.
pub(super) fn strided_exchanges(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let team = pe.team_world();
    for (count, source_stride, target_stride) in [(1, 1, 1), (3, 2, 5), (200, 3, 1)] {
        let len = |stride: usize| stride * count * n as usize;
        let element = |from: u32, to: u32, at: usize| mix(u64::from(from << 8 | to), at as u64);
        let mut source = vec![1; len(source_stride)];
        for to in 0..n {
            for at in 0..count {
                let place = source_stride * (count * to as usize + at);
                source[place] = element(me, to, at);
            }
        }
        let mut target = vec![2; len(target_stride)];
        team.all_to_all_strided(&source, source_stride, &mut target, target_stride, count)?;
        for (at, word) in target.iter().enumerate() {
            let number = at / target_stride;
            let wanted = if at % target_stride == 0 {
                element((number / count) as u32, me, number % count)
            } else {
                2
            };
            assert_eq!(*word, wanted, "element {at}");
        }
    }
    pe.sync_all()
}
