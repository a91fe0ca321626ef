//! Many small puts and atomics at a time: completed operations per second.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, ensure};

use crate::limits::Limit;
use crate::meter;
use crate::sample::{Terms, Unit, emit};
use crate::worker::{Session, TARGET};

/// Operations before a quiet.
const WINDOW: u64 = 1024;

pub(crate) fn run(session: &Session) -> Result<()> {
    let pe = &session.pe;
    let source = pe.alloc::<u64>(WINDOW as usize)?;
    let dest = pe.alloc::<u64>(WINDOW as usize)?;
    let numbers: Vec<u64> = (0..WINDOW).collect();
    session.one_sided(|| {
        pe.write(source, &numbers)?;
        let put_nbi = per_second(session.task.budget(), || {
            for at in 0..WINDOW as usize {
                pe.put_nbi(
                    black_box(&dest).range(at..).on(TARGET),
                    source.range(at..=at),
                )?;
            }
            Ok(pe.quiet()?)
        })?;
        report(session, "put_nbi 8 B", &put_nbi);
        let mut arrived = vec![0; WINDOW as usize];
        pe.get_slice(dest.on(TARGET), &mut arrived)?;
        ensure!(arrived == numbers, "the words put are not at the target");

        let put = per_second(session.task.budget(), || {
            for (at, number) in numbers.iter().enumerate() {
                let number = black_box(std::slice::from_ref(number));
                pe.put_slice(black_box(&dest).range(at..).on(TARGET), number)?;
            }
            Ok(pe.quiet()?)
        })?;
        report(session, "put 8 B", &put);

        let p = per_second(session.task.budget(), || {
            for at in 0..WINDOW {
                pe.put(
                    black_box(&dest).at(at as usize).on(TARGET),
                    black_box(at + 1),
                )?;
            }
            Ok(pe.quiet()?)
        })?;
        report(session, "p 8 B", &p);
        pe.get_slice(dest.on(TARGET), &mut arrived)?;
        ensure!(
            arrived.iter().zip(&numbers).all(|(a, b)| *a == b + 1),
            "the words put are not at the target"
        );

        let mut windows = 0;
        let add = per_second(session.task.budget(), || {
            windows += 1;
            for at in 0..WINDOW as usize {
                pe.add(black_box(&dest).at(at).on(TARGET), black_box(1))?;
            }
            Ok(pe.quiet()?)
        })?;
        report(session, "atomic add 8 B", &add);
        pe.get_slice(dest.on(TARGET), &mut arrived)?;
        ensure!(
            arrived
                .iter()
                .zip(&numbers)
                .all(|(a, b)| *a == b + 1 + windows),
            "an addition was lost"
        );
        Ok(())
    })
}

struct Rate {
    per_second: f64,
    windows: u64,
}

fn per_second(budget: Duration, mut window: impl FnMut() -> Result<()>) -> Result<Rate> {
    let measured = meter::batches(budget, |_| window())?;
    Ok(Rate {
        per_second: WINDOW as f64 / measured.seconds,
        windows: measured.operations,
    })
}

fn report(session: &Session, case: &str, rate: &Rate) {
    let limit: Terms = if session.is_cross_node() {
        session.count_payload(8 * WINDOW * rate.windows);
        Limit::UdpSends.once()
    } else {
        Limit::StoreRate.once()
    };
    emit(case, rate.per_second, Unit::Rate, limit);
}
