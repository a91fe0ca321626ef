//! Signals, and waits for many words.

use farreach_shmem::{Compare, Error, Pe};

use crate::pattern::{assert_same, bytes, effort, mix, own};

const LEN: usize = 1500;

/// Each PE gets data with a signal from all others, and takes the data in the order of arrival.
pub(super) fn signals_of_all(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let rounds = effort(pe, 16);
    let seed = |from: u32, round: u64| mix(u64::from(from), round);
    let data = pe.alloc::<u8>(LEN * n as usize)?;
    let source = pe.alloc::<u8>(LEN)?;
    let words = pe.alloc_zeroed::<u64>(n as usize)?;
    let count = pe.alloc_signal()?;
    let place = |from: u32| LEN * from as usize;
    for round in 1..=rounds {
        let out = bytes(seed(me, round), LEN);
        pe.write(source, &out)?;
        let own_signal = words.at(me as usize).signal();
        for to in (0..n).map(|shift| (me + shift) % n) {
            if (to + round as u32).is_multiple_of(2) {
                pe.put_signal(data.range(place(me)..).on(to), &out, own_signal.add(1))?;
            } else {
                pe.put_signal_nbi(
                    data.range(place(me)..).on(to),
                    source,
                    own_signal.set(round),
                )?;
            }
        }
        let mut missing: Vec<usize> = (0..n as usize).collect();
        while !missing.is_empty() {
            let among = missing.iter().copied();
            let come = if round.is_multiple_of(2) {
                pe.wait_until_some(&words, among, Compare::Ge, round)?
            } else {
                let come = pe.wait_until_any(&words, among, Compare::Ge, round)?;
                Vec::from_iter(come)
            };
            assert!(!come.is_empty(), "a wait for nothing ended");
            for from in come {
                let got = own(pe, &data, place(from as u32), LEN)?;
                assert_same(&got, &bytes(seed(from as u32, round), LEN), || {
                    format!("round {round} from {from}")
                });
                missing.retain(|&other| other != from);
            }
        }
        assert!(pe.test_all(&words, 0..n as usize, Compare::Eq, round)?);
        // Keeps senders from overtaking readers.
        for to in 0..n {
            pe.signal(count.add(1), to)?;
        }
        let all = round * u64::from(n);
        assert!(pe.signal_wait_until(&count, Compare::Ge, all)? >= all);
        pe.quiet()?;
    }
    pe.barrier_all()?;
    assert_eq!(pe.signal_fetch(&count)?, rounds * u64::from(n));
    pe.barrier_all()
}

/// All forms of waits and tests, with words that another PE sets late.
pub(super) fn many_words(pe: &Pe) -> Result<(), Error> {
    const WORDS: usize = 6;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let (right, left) = ((me + 1) % n, (me + n - 1) % n);
    let words = pe.alloc_zeroed::<i32>(WORDS)?;
    let values: Vec<i32> = (0..WORDS as i32).map(|at| 10 * (at + 1)).collect();
    assert_eq!(pe.test_any(&words, 0..WORDS, Compare::Ne, 0)?, None);
    assert_eq!(pe.wait_until_any(&words, 0..0, Compare::Ne, 0)?, None);
    assert!(pe.wait_until_some(&words, [], Compare::Ne, 0)?.is_empty());
    assert!(pe.test_all(&words, 0..0, Compare::Ne, 0)?);
    pe.wait_until_all(&words, 0..0, Compare::Ne, 0)?;
    pe.barrier_all()?;
    for at in [3, 1] {
        pe.put(words.at(at).on(right), values[at])?;
    }
    pe.quiet()?;
    let first = pe.wait_until_any_vector(&words, 0..WORDS, Compare::Eq, &values)?;
    assert!(matches!(first, Some(1 | 3)), "{first:?}");
    pe.wait_until_all_vector(&words, [1, 3], Compare::Eq, &values)?;
    let some = pe.wait_until_some_vector(&words, 0..WORDS, Compare::Eq, &values)?;
    assert_eq!(some, [1, 3]);
    let test_some = pe.test_some_vector(&words, 2..WORDS, Compare::Eq, &values)?;
    assert_eq!(test_some, [3]);
    assert_eq!(pe.test_some(&words, 0..WORDS, Compare::Gt, 0)?, [1, 3]);
    let any = pe.test_any_vector(&words, 2..WORDS, Compare::Eq, &values)?;
    assert_eq!(any, Some(3));
    assert_eq!(pe.test_any(&words, 2..WORDS, Compare::Gt, 0)?, Some(3));
    assert!(!pe.test_all_vector(&words, 0..WORDS, Compare::Eq, &values)?);
    pe.barrier_all()?;
    for at in [0, 5, 4, 2] {
        pe.put(words.at(at).on(left), values[at])?;
    }
    pe.wait_until_all(&words, 0..WORDS, Compare::Gt, 0)?;
    pe.wait_until_all_vector(&words, 0..WORDS, Compare::Eq, &values)?;
    assert!(pe.test_all_vector(&words, 0..WORDS, Compare::Eq, &values)?);
    for wrong in [WORDS, usize::MAX] {
        let error = pe.wait_until_any(&words, [wrong], Compare::Eq, 0);
        assert!(matches!(error, Err(Error::OutsideObject(_))));
        let error = pe.test_some(&words, [0, wrong], Compare::Ne, 0);
        assert!(matches!(error, Err(Error::OutsideObject(_))));
    }
    let error = pe.test_all_vector(&words, 0..WORDS, Compare::Eq, &values[..2]);
    let text = error.expect_err("too few values").to_string();
    assert!(text.contains("2 values"), "{text}");
    pe.barrier_all()
}
