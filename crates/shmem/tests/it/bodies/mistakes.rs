//! Wrong arguments: an error that names rank, value and limit, and the job goes on.

use farreach_runtime::{AtomicOp, AtomicWidth};
use farreach_shmem::{Error, Pe, Reduction, Steps};

pub(super) fn mistakes(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let object = pe.alloc::<u64>(10)?;
    let signal = pe.alloc::<u64>(1)?;
    let mut buffer = [0; 4];
    for wrong in [n, n + 1, u32::MAX] {
        let refused: [Result<(), Error>; 14] = [
            pe.p(&object, 0, 1, wrong),
            pe.g(&object, 0, wrong).map(drop),
            pe.put(&object, 0, &[1; 4], wrong),
            pe.put(&object, 0, &[], wrong),
            pe.get(&object, 0, &mut buffer, wrong),
            pe.put_nbi(&object, 0, &object, 0, 4, wrong),
            pe.get_nbi(&object, 0, &object, 0, 4, wrong),
            pe.put_copied_nbi(&object, 0, &[1], wrong),
            pe.put_start(&object, 0, &[1], wrong).map(drop),
            pe.get_start(&object, 0, 1, wrong).map(drop),
            pe.put_signal(&object, 0, &[1], &signal, 0, 1, wrong),
            pe.fetch_add(&object, 0, 1, wrong).map(drop),
            pe.add(&object, 0, 1, wrong),
            pe.broadcast(&mut buffer, wrong),
        ];
        for (number, result) in refused.into_iter().enumerate() {
            let error = result.expect_err("there is no such PE");
            let wanted =
                format!("rank {me}: there is no rank {wrong}: the job has {n}, numbered from 0");
            assert_eq!(error.to_string(), wanted, "call {number}");
        }
    }
    for to in 0..n {
        let own = pe.local(&object)?;
        let strided = Steps::every(3);
        let refused: [(Result<(), Error>, &str); 19] = [
            (pe.p(&object, 10, 1, to), "p: element 10"),
            (
                pe.p(&object, usize::MAX, 1, to),
                "p: element 18446744073709551615",
            ),
            (pe.g(&object, 10, to).map(drop), "g: element 10"),
            (pe.put(&object, 7, &[1; 4], to), "put: elements 7..11"),
            (pe.put(&object, 11, &[], to), "put: elements 11..11"),
            (pe.get(&object, 8, &mut buffer, to), "get: elements 8..12"),
            (
                pe.put_nbi(&object, 8, &object, 0, 4, to),
                "put_nbi: elements 8..12",
            ),
            (
                pe.put_nbi(&object, 0, &object, 9, 4, to),
                "put_nbi: elements 9..13",
            ),
            (
                pe.get_nbi(&object, 9, &object, 0, 4, to),
                "get_nbi: elements 9..13",
            ),
            (
                pe.put_copied_nbi(&object, 10, &[1], to),
                "put_copied_nbi: element 10",
            ),
            (
                pe.put_start(&object, 9, &[1, 2], to).map(drop),
                "put_start: elements 9..11",
            ),
            (
                pe.get_start(&object, 3, 8, to).map(drop),
                "get_start: elements 3..11",
            ),
            (
                pe.fetch_inc(&object, 10, to).map(drop),
                "fetch_inc: element 10",
            ),
            (pe.xor(&object, 12, 1, to), "xor: element 12"),
            (
                pe.put_signal(&object, 0, &[1], &signal, 1, 1, to),
                "put_signal: element 1",
            ),
            (
                pe.put_strided(&object, strided, &buffer, Steps::ALL, 5, to),
                "put_strided: elements 0..13",
            ),
            (
                pe.scope(|scope| scope.put(&object, 9, &[1, 2], to)),
                "put: elements 9..11",
            ),
            (own.store(10, 1), "Local::store: element 10"),
            (
                own.copy_to(7, &mut buffer),
                "Local::copy_to: elements 7..11",
            ),
        ];
        for (number, (result, named)) in refused.into_iter().enumerate() {
            let text = result.expect_err("outside the object").to_string();
            let limit = if number == 14 { 1 } else { 10 };
            let (begin, end) = (
                format!("rank {me}: {named} on PE "),
                format!(
                    " not inside of the symmetric object, which has {limit} u64, numbered from 0"
                ),
            );
            let is_named = text.starts_with(&begin) && text.ends_with(&end);
            assert!(is_named, "call {number}: {text}");
        }
        below(pe, to);
    }
    let error = pe.wait_until(&object, 10, farreach_shmem::Compare::Eq, 0);
    assert!(matches!(error, Err(Error::OutsideObject(_))));
    assert!(matches!(farreach_shmem::init(), Err(Error::AlreadyJoined)));
    // Nothing was changed by any of it, and the job goes on.
    pe.barrier_all()?;
    let mut words = [1; 10];
    pe.read(&object, 0, &mut words)?;
    assert_eq!(words, [0; 10]);
    let mut sum = [1u32];
    pe.all_reduce(&mut sum, Reduction::Sum)?;
    assert_eq!(sum, [n]);
    Ok(())
}

/// What the typed interface does not let pass, the runtime refuses by itself.
fn below(pe: &Pe, to: u32) {
    let world = pe.world();
    let me = pe.my_pe();
    let limit = world.own_segment().len();
    for offset in [limit, limit - 4, usize::MAX - 3] {
        let text = world
            .put_word(to, offset, 1u64)
            .expect_err("outside the segment")
            .to_string();
        for part in [
            format!("rank {me}:"),
            format!("8 bytes at offset {offset} toward rank {to}"),
            format!("of {limit} bytes"),
        ] {
            assert!(text.contains(&part), "no {part:?} in {text}");
        }
    }
    for (width, offset) in [(AtomicWidth::W64, 4100), (AtomicWidth::W32, 4098)] {
        for result in [
            world
                .atomic(to, offset, width, || AtomicOp::Add(1))
                .map(drop),
            world.atomic_nbi(to, offset, width, || AtomicOp::Add(1)),
        ] {
            let text = result.expect_err("misaligned").to_string();
            for part in [
                format!("rank {me}:"),
                format!("offset {offset} toward rank {to} is misaligned"),
                format!("multiples of {}", width.bytes()),
            ] {
                assert!(text.contains(&part), "no {part:?} in {text}");
            }
        }
    }
}
