//! The first put to a peer, which makes the connection, and the parts of its time.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use farreach_engine::Fabric;

use crate::benches::{next_peer, set_up};
use crate::limits::Limit;
use crate::report::Target;
use crate::sample::{Term, Unit, emit};
use crate::task::Scenario;
use crate::worker::{Session, TARGET};

/// How long the other process takes to join. A signal from it would connect the two.
pub(super) const JOINING: Duration = Duration::from_millis(60);
/// How long the measurement beside the job may take.
const APART: Duration = Duration::from_millis(200);
/// How long the initiator is inside the library before it puts.
pub(super) const BACK: Duration = Duration::from_millis(5);
/// An offset in the segment beyond the library's own area. An allocation would be a collective,
/// which connects.
pub(super) const OFFSET: usize = 2 << 20;

pub(crate) fn run(session: &Session) -> Result<()> {
    if session.task.scenario == Scenario::FirstPut {
        return set_up::run(session);
    }
    let world = session.pe.world();
    let polling = session.task.target == Target::Polling;
    // The other process leaves its core to the targets of this measurement.
    let pause = Instant::now();
    if polling && session.is_initiator() {
        emit(
            "first put 8 B + quiet to a further peer",
            next_peer::seconds(session.cores, Fabric::default(), next_peer::BACK)?.put,
            Unit::Microseconds,
            warm_limit(),
        );
    }
    thread::sleep(if polling {
        APART.saturating_sub(pause.elapsed())
    } else {
        Duration::ZERO
    });
    session.one_sided_apart(|| {
        thread::sleep(JOINING);
        // Makes progress in the library, so that the helper thread stops watching the network.
        let back = Instant::now();
        while back.elapsed() < BACK {
            world.progress();
        }
        let before = world.stats();
        ensure!(
            before.connections == 0,
            "{} connections before the first put",
            before.connections
        );
        let first = timed_put(session, 1)?;
        let stats = world.stats();
        ensure!(
            stats.connections == 1,
            "{} connections after the first put",
            stats.connections
        );
        let setup = stats.connect_seconds - before.connect_seconds;
        let second = timed_put(session, 2)?;
        session.count_payload(16);
        ensure!(
            world.direct().get_word::<u64>(TARGET, OFFSET)? == 2,
            "the put is not at the target"
        );

        // Request and reply, which are the first packets after a pause, then the put and its
        // acknowledgement.
        let cold = vec![
            part(1.0, Limit::UdpFirstRoundTrip),
            part(1.0, Limit::UdpRoundTrip),
            part(2.0, Limit::QueuePair),
        ];
        let unit = Unit::Microseconds;
        emit("first put 8 B + quiet", first, unit, warm_limit());
        emit(
            "first put 8 B + quiet (beside cold packets)",
            first,
            unit,
            cold,
        );
        emit(
            "of it: connection set-up",
            setup,
            unit,
            Limit::UdpRoundTrip.times(2.0),
        );
        emit(
            "of it: the put itself",
            first - setup,
            unit,
            Limit::UdpRoundTrip.once(),
        );
        emit(
            "second put 8 B + quiet",
            second,
            unit,
            Limit::UdpRoundTrip.once(),
        );
        Ok(())
    })
}

/// The limit for a connection: two round trips and two to spare, and a queue pair on each side.
pub(super) fn warm_limit() -> Vec<Term> {
    vec![part(4.0, Limit::UdpRoundTrip), part(2.0, Limit::QueuePair)]
}

fn part(factor: f64, limit: Limit) -> Term {
    Term { factor, limit }
}

pub(super) fn timed_put(session: &Session, value: u64) -> Result<f64> {
    let begun = Instant::now();
    session
        .pe
        .world()
        .direct()
        .put_word(TARGET, OFFSET, value)?;
    session.pe.quiet()?;
    Ok(begun.elapsed().as_secs_f64())
}
