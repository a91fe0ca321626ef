//! The first put to a peer with each reach and with each way of making connections, and with the
//! injected costs of devices whose queue pairs take long to create.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use farreach_engine::{Costs, Fabric, Hybrid, Protocol, Reach, Setup};

use crate::benches::connect::{BACK, JOINING, OFFSET, timed_put, warm_limit};
use crate::benches::next_peer;
use crate::fabric::{REACHES, name, reaching, refusal};
use crate::job;
use crate::limits::Limit;
use crate::pin::Cores;
use crate::sample::{Sample, Terms, Unit};
use crate::task::{Scenario, Task};
use crate::worker::{Session, TARGET};

/// Puts that are sent in datagrams.
const HYBRID_OPS: u32 = 16;
/// Puts to further peers: the number of datagrams before a connection is made, what the initiator
/// does before, and the case's name.
const FURTHER: [(u32, Duration, &str); 3] = [
    (HYBRID_OPS, Duration::ZERO, "one peer after the other"),
    (HYBRID_OPS, next_peer::BACK, "after 100 us of polling"),
    (1, Duration::ZERO, "and a connection begun with it"),
];
/// The time to create a queue pair on the adapters of the published comparison, and the time of its
/// transitions.
const CREATE: Duration = Duration::from_micros(367);
const TRANSITIONS: Duration = Duration::from_micros(105);
/// The published time of a set-up, in seconds.
const PUBLISHED: [(Protocol, f64); 2] = [(Protocol::Serial, 820e-6), (Protocol::Overlap, 500e-6)];
const PUBLISHED_NAME: &str = "published for these costs";
/// The name of a worker's sample.
const FIRST: &str = "first";

/// This rank's part: the first put.
pub(crate) fn run(session: &Session) -> Result<()> {
    let world = session.pe.world();
    session.one_sided_apart(|| {
        thread::sleep(JOINING);
        // Makes progress in the library, so that the helper thread stops watching the network.
        let back = Instant::now();
        while back.elapsed() < BACK {
            world.progress();
        }
        let first = timed_put(session, 7)?;
        ensure!(
            world.direct().get_word::<u64>(TARGET, OFFSET)? == 7,
            "the put is not at the target"
        );
        Sample::new(FIRST, first, Unit::Microseconds).emit();
        Ok(())
    })
}

/// The ways of making connections, each with the limit of its first put.
fn ways() -> Vec<(Fabric, Terms)> {
    let mut ways: Vec<(Fabric, Terms)> = Vec::new();
    for reach in REACHES {
        ways.push((reaching(reach), warm_limit()));
    }
    let sxrc = reaching(Reach::Sxrc);
    ways.push((
        Fabric {
            setup: Setup::Predefined,
            ..sxrc
        },
        warm_limit(),
    ));
    ways.push((
        Fabric {
            protocol: Protocol::Serial,
            ..reaching(Reach::Rc)
        },
        warm_limit(),
    ));
    for reach in [Reach::Rc, Reach::Sxrc] {
        let at_the_start = Fabric {
            setup: Setup::Static,
            ..reaching(reach)
        };
        ways.push((at_the_start, Limit::UdpFirstRoundTrip.once()));
        ways.push((hybrid(reach, HYBRID_OPS), Limit::UdpFirstRoundTrip.once()));
    }
    ways
}

fn hybrid(reach: Reach, ops: u32) -> Fabric {
    Fabric {
        hybrid: Hybrid {
            ops,
            ..Hybrid::default()
        },
        ..reaching(reach)
    }
}

/// Measures all ways.
pub(crate) fn measure(program: &Path, cores: Cores, task: &Task) -> Result<Vec<Sample>> {
    let first_put = |fabric: Fabric| -> Result<f64> {
        let task = Task {
            scenario: Scenario::FirstPut,
            fabric: Some(fabric),
            ..*task
        };
        let samples = job::run(program, cores, &task).with_context(|| name(&fabric))?;
        let found = samples.iter().find(|sample| sample.case == FIRST);
        Ok(found.context("the worker's figure")?.value)
    };
    let mut samples = Vec::new();
    let offered = |(fabric, _): &(Fabric, _)| refusal(fabric.reach).is_none();
    for (fabric, limit) in ways().into_iter().filter(offered) {
        let case = format!("first put 8 B + quiet, {}", name(&fabric));
        let sample = Sample::new(case, first_put(fabric)?, Unit::Microseconds);
        samples.push(sample.limited(limit));
    }
    for (ops, back, how) in FURTHER {
        let further = facing(cores, hybrid(Reach::Rc, ops), back)?.put;
        let case = format!("first put 8 B + quiet to a further peer, hybrid, {how}");
        let sample = Sample::new(case, further, Unit::Microseconds);
        samples.push(sample.limited(Limit::UdpRoundTrip.once()));
    }
    for (protocol, published) in PUBLISHED {
        let fabric = Fabric {
            protocol,
            costs: Costs {
                create: CREATE,
                transitions: TRANSITIONS,
                refused: 0.0,
            },
            ..reaching(Reach::Rc)
        };
        let (create, transitions) = (CREATE.as_micros(), TRANSITIONS.as_micros());
        let case =
            format!("set-up where a queue pair takes {create} + {transitions} us, {protocol}");
        let set_up = facing(cores, fabric, next_peer::BACK)?.set_up;
        let sample = Sample::new(case, set_up, Unit::Microseconds);
        samples.push(sample.beside(PUBLISHED_NAME, published));
    }
    Ok(samples)
}

/// A put to a further peer, in a pinned thread.
fn facing(cores: Cores, fabric: Fabric, back: Duration) -> Result<next_peer::Seconds> {
    let measuring = thread::spawn(move || {
        cores.pin_first();
        next_peer::seconds(cores, fabric, back)
    });
    let measured = measuring.join();
    measured.map_err(|_| anyhow!("the measurement's thread panicked"))?
}
