//! The symmetric heap.

use farreach_shmem::{Element, Error, Pe, Reduction, Symmetric};

use crate::pattern::{mix, own};

/// Objects have the same offset everywhere, are zero at first, and are freed and allocated again in
/// random order.
pub(super) fn objects(pe: &Pe) -> Result<(), Error> {
    let me = pe.my_pe();
    let fresh = pe.alloc::<u64>(100_000)?;
    assert!(
        own(pe, &fresh, 0, fresh.len())?
            .iter()
            .all(|&word| word == 0)
    );
    pe.free(fresh)?;
    let mut objects: Vec<(u64, Symmetric<u64>)> = Vec::new();
    for round in 0..200u64 {
        let draw = mix(1, round);
        if draw.is_multiple_of(3) && !objects.is_empty() {
            let (seed, object) = objects.swap_remove((draw >> 8) as usize % objects.len());
            check(pe, seed, &object)?;
            pe.free(object)?;
        } else {
            let object = pe.alloc::<u64>(1 + (draw >> 8) as usize % 3000)?;
            same_place(pe, &object)?;
            let words: Vec<u64> = (0..object.len() as u64)
                .map(|at| mix(round ^ u64::from(me), at))
                .collect();
            pe.write(object, &words)?;
            objects.push((round, object));
        }
    }
    let empty = pe.alloc::<u32>(0)?;
    assert!(empty.is_empty());
    pe.put_slice(empty.on((me + 1) % pe.n_pes()), &[])?;
    pe.free(empty)?;
    for (seed, object) in objects {
        check(pe, seed, &object)?;
        pe.free(object)?;
    }
    assert_eq!(pe.world().stats().heap_bytes, 0);
    Ok(())
}

/// Checks that the object has this PE's words, and that the left neighbour's object has the
/// neighbour's.
fn check(pe: &Pe, seed: u64, object: &Symmetric<u64>) -> Result<(), Error> {
    pe.barrier_all()?;
    for of in [pe.my_pe(), (pe.my_pe() + 1) % pe.n_pes()] {
        let mut words = vec![0; object.len()];
        pe.get_slice(object.on(of), &mut words)?;
        let wanted = |at: usize| mix(seed ^ u64::from(of), at as u64);
        assert!(
            (0..words.len()).all(|at| words[at] == wanted(at)),
            "of {of}"
        );
    }
    pe.barrier_all()
}

fn same_place<T: Element>(pe: &Pe, object: &Symmetric<T>) -> Result<(), Error> {
    let name = format!("{object:?}");
    let (_, offset) = name.rsplit_once("0x").expect("an offset");
    let offset = u64::from_str_radix(offset, 16).expect("hexadecimal");
    let mut range = [offset, !offset];
    pe.all_reduce(&mut range, Reduction::Min)?;
    assert_eq!(range, [offset, !offset], "the same offset on all PEs");
    Ok(())
}

/// A full heap is an error with numbers on every PE, and the job continues.
pub(super) fn exhaustion(pe: &Pe) -> Result<(), Error> {
    let heap = pe.world().settings().heap;
    let kept = pe.alloc::<u8>(1 << 20)?;
    pe.write(kept.range(77..), &[9; 1000])?;
    for wanted in [heap, heap - (1 << 19), u64::MAX / 2] {
        let error = pe.alloc::<u8>(wanted as usize).expect_err("too much");
        let text = error.to_string();
        let numbers = [
            format!("rank {}", pe.my_pe()),
            wanted.to_string(),
            (1u64 << 20).to_string(),
            heap.to_string(),
            "FARREACH_HEAP".into(),
        ];
        for number in numbers {
            assert!(text.contains(&number), "no {number} in {text}");
        }
    }
    assert!(matches!(
        pe.alloc::<u64>(usize::MAX),
        Err(Error::Heap { .. })
    ));
    let mut objects = Vec::new();
    let full = loop {
        match pe.alloc::<u64>(1 << 19) {
            Ok(object) => objects.push(object),
            Err(error) => break error,
        }
    };
    assert!(matches!(full, Error::Heap { .. }), "{full}");
    assert_eq!(objects.len() as u64, heap / (4 << 20) - 1);
    pe.free(objects.swap_remove(3))?;
    let again = pe.alloc::<u64>(1 << 19)?;
    let right = (pe.my_pe() + 1) % pe.n_pes();
    pe.put(again.at(5).on(right), u64::from(pe.my_pe()))?;
    pe.barrier_all()?;
    let left = (pe.my_pe() + pe.n_pes() - 1) % pe.n_pes();
    assert_eq!(own(pe, &again, 5, 1)?, [u64::from(left)]);
    assert_eq!(own(pe, &kept, 77, 1000)?, [9; 1000]);
    Ok(())
}

/// If PEs ask for different sizes, all get an error that says so, and the job continues.
pub(super) fn disagreement(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    if n == 1 {
        return Ok(());
    }
    for round in 0..20 {
        let len = if me == round % n { 200 } else { 100 };
        let error = pe.alloc::<u64>(len).expect_err("not the same everywhere");
        let text = error.to_string();
        for part in [
            format!("rank {me}"),
            (8 * len).to_string(),
            "800 to 1600".into(),
        ] {
            assert!(text.contains(&part), "no {part} in {text}");
        }
        let object = pe.alloc::<u32>(50)?;
        pe.put(object.at(0).on((me + 1) % n), me + round)?;
        pe.barrier_all()?;
        assert_eq!(own(pe, &object, 0, 1)?, [(me + n - 1) % n + round]);
        pe.free(object)?;
    }
    Ok(())
}
