//! One operation at a time: the latency of a put, of a get, and of a put until the target sees it.

use std::hint::black_box;
use std::time::Instant;

use anyhow::{Result, ensure};
use farreach::shmem::{Compare, Symmetric};

use crate::limits::{Limit, size_name};
use crate::meter;
use crate::report::Target;
use crate::sample::{Terms, Unit, emit};
use crate::series::median;
use crate::task::Scenario;
use crate::worker::{Session, TARGET};

/// Sizes besides 8 bytes.
const SIZES: [usize; 5] = [64, 1 << 10, 8 << 10, 64 << 10, 1 << 20];
const WARM_UP: u64 = 100;
/// Elements of a cache line, for words in distinct lines.
const LINE: usize = 8;

pub(crate) fn run(session: &Session) -> Result<()> {
    let words = session.pe.alloc::<u64>(2 * LINE)?;
    if session.task.scenario != Scenario::Ordinary {
        return long_computation(session, words);
    }
    if session.is_cross_node() {
        one_by_one(session, words)?;
    } else {
        in_batches(session, words)?;
    }
    if session.task.target == Target::Polling {
        ping_pong(session, words)?;
        if session.is_cross_node() {
            from_waiting_target(session, words)?;
        }
    }
    sizes(session)
}

/// The least time of an exchange with the target over the network.
fn round_trip(session: &Session) -> Limit {
    match session.task.target {
        Target::Polling => Limit::UdpRoundTrip,
        Target::Computing => Limit::UdpRoundTripAsleep,
    }
}

/// Same node: operations that take nanoseconds.
fn in_batches(session: &Session, words: Symmetric<u64>) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    session.one_sided(|| {
        let put = meter::batches(budget, |number| {
            Ok(pe.put(black_box(&words).at(0).on(TARGET), black_box(number))?)
        })?;
        ensure!(
            pe.get(words.at(0).on(TARGET))? == put.operations - 1,
            "the last put is not at the target"
        );
        emit(
            "put 8 B",
            put.seconds,
            Unit::Nanoseconds,
            Limit::Store.once(),
        );

        pe.put(words.at(0).on(TARGET), 3)?;
        let mut sum = 0;
        let get = meter::batches(budget, |_| {
            sum += pe.get(black_box(&words).at(0).on(TARGET))?;
            Ok(())
        })?;
        ensure!(
            sum == 3 * get.operations,
            "a get did not return what is at the target"
        );
        emit(
            "get 8 B",
            get.seconds,
            Unit::Nanoseconds,
            Limit::Load.once(),
        );
        if session.task.target == Target::Computing {
            let get = meter::each(budget, WARM_UP, |_| {
                ensure!(
                    pe.get(black_box(&words).at(0).on(TARGET))? == 3,
                    "a get returned something else"
                );
                Ok(())
            })?;
            // A single get is shorter than reading the clock.
            let p99 = get.quantile(0.99);
            emit(
                "get 8 B with the clock's reading, p99",
                p99,
                Unit::Nanoseconds,
                Vec::new(),
            );
        }
        Ok(())
    })
}

/// Cross node: operations that take microseconds.
fn one_by_one(session: &Session, words: Symmetric<u64>) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    let limit = round_trip(session);
    session.one_sided(|| {
        let put = meter::each(budget, WARM_UP, |number| {
            pe.put(words.at(0).on(TARGET), number)?;
            Ok(pe.quiet()?)
        })?;
        ensure!(
            pe.get(words.at(0).on(TARGET))? == put.operations - 1,
            "the last put is not at the target"
        );
        session.count_payload(8 * put.operations);
        report_tail("put 8 B + quiet", &put, limit);

        let get = get_words(session, words)?;
        report_tail("get 8 B", &get, limit);
        Ok(())
    })
}

/// Gets of a word until the time is up, each checked.
fn get_words(session: &Session, words: Symmetric<u64>) -> Result<meter::Each> {
    let pe = &session.pe;
    pe.put(words.at(0).on(TARGET), 3)?;
    let get = meter::each(session.task.budget(), WARM_UP, |_| {
        ensure!(
            pe.get(words.at(0).on(TARGET))? == 3,
            "a get returned something else"
        );
        Ok(())
    })?;
    session.count_payload(8 * get.operations);
    Ok(get)
}

fn report_tail(case: &str, measured: &meter::Each, limit: Limit) {
    emit(case, measured.median(), Unit::Microseconds, limit.once());
    let p99 = measured.quantile(0.99);
    emit(
        format!("{case}, p99"),
        p99,
        Unit::Microseconds,
        limit.once(),
    );
}

/// Gets from a target that waits in the library for long and has given its core away.
fn from_waiting_target(session: &Session, words: Symmetric<u64>) -> Result<()> {
    session.pe.barrier_all()?;
    if session.is_initiator() {
        let get = get_words(session, words)?;
        let limit = Limit::UdpRoundTripAsleep;
        report_tail("get 8 B, target in a barrier", &get, limit);
    }
    Ok(session.pe.barrier_all()?)
}

/// Gets from a target that computes for seconds, with a core for each process or not.
fn long_computation(session: &Session, words: Symmetric<u64>) -> Result<()> {
    let cores = match session.task.scenario {
        Scenario::LongComputationBusy => "both cores busy",
        _ => "a core free",
    };
    let case = format!("get 8 B, computing {} ms, {cores}", session.task.case_ms);
    session.one_sided(|| {
        let get = get_words(session, words)?;
        report_tail(&case, &get, Limit::UdpRoundTripAsleep);
        let longest = get.quantile(1.0);
        emit(
            format!("{case}, longest"),
            longest,
            Unit::Microseconds,
            Vec::new(),
        );
        Ok(())
    })
}

/// Each side in turn puts a word and waits for the other's word. The result is half of a round
/// trip.
fn ping_pong(session: &Session, words: Symmetric<u64>) -> Result<()> {
    let pe = &session.pe;
    let (batches, trips) = if session.is_cross_node() {
        (20, 50)
    } else {
        (50, 500)
    };
    // Rank 0 puts to rank 1's first word, rank 1 puts to rank 0's second word.
    let (there, back) = (0, LINE);
    pe.write(words, &[0; 2 * LINE])?;
    pe.barrier_all()?;
    let mut halves = Vec::new();
    let mut number = 0_u64;
    for _ in 0..=batches {
        let begun = Instant::now();
        for _ in 0..trips {
            number += 1;
            if session.is_initiator() {
                pe.put(words.at(there).on(TARGET), number)?;
                pe.wait_until(words.at(back), Compare::Eq, number)?;
            } else {
                pe.wait_until(words.at(there), Compare::Eq, number)?;
                pe.put(words.at(back).on(0), number)?;
            }
        }
        halves.push(begun.elapsed().as_secs_f64() / f64::from(2 * trips));
    }
    pe.barrier_all()?;
    if !session.is_initiator() {
        return Ok(());
    }
    // The first batch warms up.
    let half = median(&halves[1..]);
    let case = "put to visible, half round trip";
    if session.is_cross_node() {
        session.count_payload(16 * number);
        emit(
            case,
            half,
            Unit::Microseconds,
            Limit::UdpRoundTrip.times(0.5),
        );
    } else {
        emit(case, half, Unit::Nanoseconds, Limit::CacheLines.once());
        let case = format!("{case} (beside one line)");
        emit(case, half, Unit::Nanoseconds, Limit::CacheLine.once());
    }
    Ok(())
}

fn sizes(session: &Session) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    let largest = SIZES[SIZES.len() - 1];
    let object = pe.alloc::<u8>(largest)?;
    session.one_sided(|| {
        for (index, bytes) in SIZES.into_iter().enumerate() {
            let source = vec![index as u8 + 1; bytes];
            let mut into = vec![0; bytes];
            if session.is_cross_node() {
                let limit = || Limit::TcpFetch(bytes).once();
                let put = meter::each(budget, 20, |_| {
                    pe.put_slice(object.on(TARGET), &source)?;
                    Ok(pe.quiet()?)
                })?;
                report_size(session, "put + quiet", bytes, put.median(), limit());
                let get = meter::each(budget, 20, |_| {
                    Ok(pe.get_slice(object.on(TARGET), &mut into)?)
                })?;
                report_size(session, "get", bytes, get.median(), limit());
                session.count_payload(bytes as u64 * (put.operations + get.operations));
            } else {
                let limit = || Limit::MemcpyTime(bytes).once();
                let put = meter::batches(budget, |_| {
                    Ok(pe.put_slice(black_box(&object).on(TARGET), black_box(&source))?)
                })?;
                report_size(session, "put", bytes, put.seconds, limit());
                let get = meter::batches(budget, |_| {
                    Ok(pe.get_slice(black_box(&object).on(TARGET), black_box(&mut into))?)
                })?;
                report_size(session, "get", bytes, get.seconds, limit());
            }
            ensure!(
                into == source,
                "a get of {bytes} bytes did not return what was put"
            );
        }
        Ok(())
    })
}

fn report_size(session: &Session, what: &str, bytes: usize, seconds: f64, limit: Terms) {
    let unit = if session.is_cross_node() {
        Unit::Microseconds
    } else {
        Unit::Nanoseconds
    };
    emit(format!("{what} {}", size_name(bytes)), seconds, unit, limit);
}
