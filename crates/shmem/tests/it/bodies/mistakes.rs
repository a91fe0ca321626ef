//! Wrong arguments. The error names rank, value and limit, and the job continues.

use farreach_runtime::{AtomicOp, AtomicWidth};
use farreach_shmem::{Error, Pe, Reduction, Steps, Symmetric};

pub(super) fn mistakes(pe: &Pe) -> Result<(), Error> {
    let n = pe.n_pes();
    let object = pe.alloc::<u64>(10)?;
    let signal = pe.alloc::<u64>(1)?;
    no_such_pe(pe, &object, &signal);
    outside(pe, &object, &signal)?;
    lengths(pe, &object);
    let error = pe.wait_until(object.at(10), farreach_shmem::Compare::Eq, 0);
    assert!(matches!(error, Err(Error::OutsideObject(_))));
    // Another handle is one of the same world, and the last one leaves.
    let again = farreach_shmem::init()?;
    assert_eq!(again.my_pe(), pe.my_pe());
    again.finalize()?;
    // No call changed anything, and the job continues.
    pe.barrier_all()?;
    let mut words = [1; 10];
    pe.read(object, &mut words)?;
    assert_eq!(words, [0; 10]);
    let mut sum = [1u32];
    pe.all_reduce(&mut sum, Reduction::Sum)?;
    assert_eq!(sum, [n]);
    Ok(())
}

/// PEs that do not exist. The error names the function.
fn no_such_pe(pe: &Pe, object: &Symmetric<u64>, signal: &Symmetric<u64>) {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let mut buffer = [0; 4];
    for wrong in [n, n + 1, u32::MAX] {
        let set = signal.at(0).signal().set(1);
        let refused: [(&str, Result<(), Error>); 18] = [
            ("put", pe.put(object.at(0).on(wrong), 1)),
            ("get", pe.get(object.at(0).on(wrong)).map(drop)),
            ("put_slice", pe.put_slice(object.on(wrong), &[1; 4])),
            ("put_slice", pe.put_slice(object.on(wrong), &[])),
            ("get_slice", pe.get_slice(object.on(wrong), &mut buffer)),
            ("put_nbi", pe.put_nbi(object.on(wrong), object.range(..4))),
            ("get_nbi", pe.get_nbi(object.on(wrong), object.range(..4))),
            ("put_copied_nbi", pe.put_copied_nbi(object.on(wrong), &[1])),
            ("put_start", pe.put_start(object.on(wrong), &[1]).map(drop)),
            (
                "get_start",
                pe.get_start(object.range(..1).on(wrong)).map(drop),
            ),
            ("put_signal", pe.put_signal(object.on(wrong), &[1], set)),
            (
                "put_signal_nbi",
                pe.put_signal_nbi(object.on(wrong), object.range(..1), set),
            ),
            ("signal", pe.signal(set, wrong)),
            ("near", pe.near(object.on(wrong)).map(drop)),
            (
                "fetch_add",
                pe.fetch_add(object.at(0).on(wrong), 1).map(drop),
            ),
            ("add", pe.add(object.at(0).on(wrong), 1)),
            ("Pe::broadcast", pe.broadcast(&mut buffer, wrong)),
            ("Pe::reduce", pe.reduce(&mut buffer, Reduction::Sum, wrong)),
        ];
        for (function, result) in refused {
            let error = result.expect_err("there is no such PE");
            let wanted = format!(
                "rank {me}: {function}: there is no PE {wrong}: the job has {n}, numbered from 0"
            );
            assert_eq!(error.to_string(), wanted);
        }
    }
}

/// Elements that are not all inside the object.
fn outside(pe: &Pe, object: &Symmetric<u64>, signal: &Symmetric<u64>) -> Result<(), Error> {
    let me = pe.my_pe();
    let mut buffer = [0; 4];
    for to in 0..pe.n_pes() {
        let own = pe.local(object)?;
        let strided = Steps::every(3);
        let refused: [(Result<(), Error>, &str); 19] = [
            (pe.put(object.at(10).on(to), 1), "put: element 10"),
            (
                pe.put(object.at(usize::MAX).on(to), 1),
                "put: element 18446744073709551615",
            ),
            (pe.get(object.at(10).on(to)).map(drop), "get: element 10"),
            (
                pe.put_slice(object.range(7..).on(to), &[1; 4]),
                "put_slice: elements 7..11",
            ),
            (
                pe.put_slice(object.range(11..).on(to), &[]),
                "put_slice: elements 11..11",
            ),
            (
                pe.get_slice(object.range(8..).on(to), &mut buffer),
                "get_slice: elements 8..12",
            ),
            (
                pe.put_nbi(object.range(8..).on(to), object.range(..4)),
                "put_nbi: elements 8..12",
            ),
            (
                pe.put_nbi(object.on(to), object.range(9..13)),
                "put_nbi: elements 9..13",
            ),
            (
                pe.get_nbi(object.on(to), object.range(9..13)),
                "get_nbi: elements 9..13",
            ),
            (
                pe.put_copied_nbi(object.range(10..).on(to), &[1]),
                "put_copied_nbi: element 10",
            ),
            (
                pe.put_start(object.range(9..).on(to), &[1, 2]).map(drop),
                "put_start: elements 9..11",
            ),
            (
                pe.get_start(object.range(3..11).on(to)).map(drop),
                "get_start: elements 3..11",
            ),
            (
                pe.fetch_inc(object.at(10).on(to)).map(drop),
                "fetch_inc: element 10",
            ),
            (pe.xor(object.at(12).on(to), 1), "xor: element 12"),
            (
                pe.put_signal(object.on(to), &[1], signal.at(1).signal().set(1)),
                "put_signal: element 1",
            ),
            (
                pe.put_strided(object.steps(strided).on(to), &buffer, Steps::ALL, 5),
                "put_strided: elements 0..13",
            ),
            (
                pe.scope(|scope| scope.put_slice(object.range(9..).on(to), &[1, 2])),
                "put_slice: elements 9..11",
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
    Ok(())
}

/// Ranges whose length differs from their slice's.
fn lengths(pe: &Pe, object: &Symmetric<u64>) {
    let me = pe.my_pe();
    let mut buffer = [0; 4];
    let lengths = [
        pe.put_slice(object.range(2..5).on(me), &[1; 4]),
        pe.get_slice(object.range(2..=3).on(me), &mut buffer),
        pe.put_nbi(object.range(2..5).on(me), object.range(..2)),
        pe.write(object.range(..3), &[1; 4]),
    ];
    for result in lengths {
        let text = result.expect_err("not as many elements").to_string();
        assert!(text.contains("both are to have the same length"), "{text}");
    }
    let backwards = object.range(std::ops::Range { start: 5, end: 2 });
    let error = pe.put_slice(backwards.on(me), &[]).expect_err("no range");
    assert!(
        error.to_string().contains("ends before it begins, 5..2"),
        "{error}"
    );
    let error = pe.broadcast(object.range(4..11), 0).expect_err("too long");
    assert!(
        error.to_string().contains("Pe::broadcast: elements 4..11"),
        "{error}"
    );
}

/// Arguments that the typed interface prevents are refused by the runtime, too.
fn below(pe: &Pe, to: u32) {
    let world = pe.world();
    let me = pe.my_pe();
    let limit = world.own_segment().len();
    for offset in [limit, limit - 4, usize::MAX - 3] {
        let text = world
            .direct()
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
                .direct()
                .atomic(to, offset, width, || AtomicOp::Add(1))
                .map(drop),
            world
                .direct()
                .atomic_nbi(to, offset, width, || AtomicOp::Add(1)),
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
