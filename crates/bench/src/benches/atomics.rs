//! Atomic operations on an uncontended word, one at a time.

use std::hint::black_box;

use anyhow::{Result, ensure};

use crate::limits::Limit;
use crate::meter;
use crate::report::Target;
use crate::sample::{Unit, emit};
use crate::worker::{Session, TARGET};

pub(crate) fn run(session: &Session) -> Result<()> {
    let pe = &session.pe;
    let wide = pe.alloc::<u64>(8)?;
    let narrow = pe.alloc::<u32>(16)?;
    session.one_sided(|| {
        let added = measure(session, "fetch-add 64 bits", Limit::FetchAdd64, |number| {
            ensure!(
                pe.fetch_add(black_box(&wide).at(0).on(TARGET), 1)? == number,
                "an addition was lost"
            );
            Ok(())
        })?;
        ensure!(
            pe.get(wide.at(0).on(TARGET))? == added,
            "an addition was lost"
        );
        pe.put(wide.at(0).on(TARGET), 0)?;
        pe.quiet()?;
        measure(
            session,
            "compare-swap 64 bits",
            Limit::CompareSwap64,
            |number| {
                let old = pe.compare_swap(black_box(&wide).at(0).on(TARGET), number, number + 1)?;
                ensure!(old == number, "a swap was lost");
                Ok(())
            },
        )?;
        pe.put(wide.at(0).on(TARGET), 0)?;
        pe.quiet()?;
        measure(session, "swap 64 bits", Limit::Swap64, |number| {
            ensure!(
                pe.swap(black_box(&wide).at(0).on(TARGET), number + 1)? == number,
                "a swap was lost"
            );
            Ok(())
        })?;
        measure(session, "fetch-add 32 bits", Limit::FetchAdd32, |number| {
            let old = pe.fetch_add(black_box(&narrow).at(0).on(TARGET), 1)?;
            ensure!(old == number as u32, "an addition was lost");
            Ok(())
        })?;
        pe.put(narrow.at(0).on(TARGET), 0)?;
        pe.quiet()?;
        measure(
            session,
            "compare-swap 32 bits",
            Limit::CompareSwap32,
            |number| {
                let number = number as u32;
                let old = pe.compare_swap(
                    black_box(&narrow).at(0).on(TARGET),
                    number,
                    number.wrapping_add(1),
                )?;
                ensure!(old == number, "a swap was lost");
                Ok(())
            },
        )?;
        pe.put(narrow.at(0).on(TARGET), 0)?;
        pe.quiet()?;
        measure(session, "swap 32 bits", Limit::Swap32, |number| {
            let number = number as u32;
            let old = pe.swap(black_box(&narrow).at(0).on(TARGET), number.wrapping_add(1))?;
            ensure!(old == number, "a swap was lost");
            Ok(())
        })?;
        Ok(())
    })
}

/// Measures one operation. Returns the number of repetitions.
fn measure(
    session: &Session,
    case: &str,
    instruction: Limit,
    op: impl FnMut(u64) -> Result<()>,
) -> Result<u64> {
    let budget = session.task.budget();
    if session.is_cross_node() {
        let measured = meter::each(budget, 100, op)?;
        let limit = match session.task.target {
            Target::Polling => Limit::UdpRoundTrip,
            Target::Computing => Limit::UdpRoundTripAsleep,
        };
        // A request and a response each carry at least a word.
        session.count_payload(16 * measured.operations);
        emit(case, measured.median(), Unit::Microseconds, limit.once());
        Ok(measured.operations)
    } else {
        let measured = meter::batches(budget, op)?;
        emit(
            case,
            measured.seconds,
            Unit::Nanoseconds,
            instruction.once(),
        );
        Ok(measured.operations)
    }
}
