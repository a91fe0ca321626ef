//! The first put to a further peer: both processes have connected to others before, but not to each
//! other. The processes are engines on real sockets. All initiators run in one thread and all
//! targets in another, so that each put meets a target that polls.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use farreach_engine::{
    Atomics, Config, Directory, Engine, Fabric, JobKey, Op, Peers, Rank, Retransmit, Source,
    Tracking,
};
use farreach_node::Memory;
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::{InlineData, Memory as _, Time, UdDestination};

use crate::pin::Cores;
use crate::series::median;

/// The number of measured targets.
const PEERS: u32 = 64;
/// The number of initiators: one that has connected to each target before, and the measured one.
const INITIATORS: u32 = 2;
/// Bytes of each segment.
const SEGMENT: usize = 4096;
const RECEIVE_BUFFER: usize = 256 << 10;
const PATIENCE: Duration = Duration::from_secs(10);
/// How long an initiator that was waiting polls before each put.
pub(crate) const BACK: Duration = Duration::from_micros(100);

#[derive(Clone, Default)]
struct Endpoints(Arc<Mutex<BTreeMap<Rank, UdDestination>>>);

impl Directory for Endpoints {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&rank)
            .copied()
    }
}

type SoftEngine = Engine<SoftDevice<Memory>, Endpoints>;

/// A clock of nanoseconds since the measurement started.
#[derive(Clone, Copy)]
struct Clock(Instant);

impl Clock {
    fn now(self) -> Time {
        Time(self.0.elapsed().as_nanos() as u64)
    }
}

/// Seconds, as medians over the peers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds {
    /// The time of the first put and its quiet.
    pub(crate) put: f64,
    /// The time from the request of the connection until it is usable. 0 if no connection was
    /// needed.
    pub(crate) set_up: f64,
}

/// Measures the first put. The initiator polls for `back` before each put. The caller runs on the
/// first core.
pub(crate) fn seconds(cores: Cores, fabric: Fabric, back: Duration) -> Result<Seconds> {
    let clock = Clock(Instant::now());
    let endpoints = Endpoints::default();
    let mut initiators = Vec::new();
    for rank in 0..INITIATORS {
        initiators.push(engine(rank, &endpoints, clock, fabric)?);
    }
    let mut targets = Vec::new();
    for rank in INITIATORS..INITIATORS + PEERS {
        targets.push(engine(rank, &endpoints, clock, fabric)?);
    }
    // The index of the polling target. A number beyond the last target ends the measurement.
    let turn = Arc::new(AtomicUsize::new(0));
    let turn_of_targets = Arc::clone(&turn);
    let serving = thread::spawn(move || {
        cores.pin_second();
        while let Some(target) = targets.get_mut(turn_of_targets.load(Ordering::Relaxed)) {
            target.poll(clock.now());
        }
    });
    let measured = puts(&mut initiators, &turn, clock, back);
    turn.store(PEERS as usize, Ordering::Relaxed);
    serving
        .join()
        .map_err(|_| anyhow!("the targets' thread panicked"))?;
    let measured = measured?;
    let of = |part: fn(&Seconds) -> f64| median(&measured.iter().map(part).collect::<Vec<_>>());
    Ok(Seconds {
        put: of(|seconds| seconds.put),
        set_up: of(|seconds| seconds.set_up),
    })
}

fn puts(
    initiators: &mut [SoftEngine],
    turn: &AtomicUsize,
    clock: Clock,
    back: Duration,
) -> Result<Vec<Seconds>> {
    let [first, measured] = initiators else {
        return Err(anyhow!("{INITIATORS} initiators were made"));
    };
    let mut seconds = Vec::new();
    for peer in 0..PEERS {
        turn.store(peer as usize, Ordering::Relaxed);
        put(first, peer, clock)?;
        let begun = Instant::now();
        while begun.elapsed() < back {
            measured.poll(clock.now());
        }
        let before = measured.stats().setup_time;
        seconds.push(Seconds {
            put: put(measured, peer, clock)?,
            set_up: measured
                .stats()
                .setup_time
                .saturating_sub(before)
                .as_secs_f64(),
        });
    }
    Ok(seconds)
}

fn put(engine: &mut SoftEngine, peer: u32, clock: Clock) -> Result<f64> {
    let begun = Instant::now();
    let data = InlineData::new(&1u64.to_ne_bytes()).expect("8 bytes");
    let op = Op::Put {
        source: Source::Inline(data),
        offset: 0,
    };
    engine.submit(clock.now(), INITIATORS + peer, op, Tracking::Token(0));
    let done = loop {
        engine.poll(clock.now());
        if let Some(done) = engine.poll_done() {
            break done;
        }
        ensure!(begun.elapsed() < PATIENCE, "no answer from peer {peer}");
    };
    let seconds = begun.elapsed().as_secs_f64();
    done.result?;
    Ok(seconds)
}

/// Spins for an injected cost.
fn spend(cost: Duration) -> Duration {
    let begun = Instant::now();
    while begun.elapsed() < cost {
        std::hint::spin_loop();
    }
    begun.elapsed()
}

fn engine(rank: Rank, endpoints: &Endpoints, clock: Clock, fabric: Fabric) -> Result<SoftEngine> {
    let config = SoftConfig {
        receive_buffer: RECEIVE_BUFFER,
        ..SoftConfig::loopback(u64::from(rank))
    };
    let mut engine = Engine::new(
        SoftDevice::open(&config)?,
        endpoints.clone(),
        Config {
            rank,
            size: INITIATORS + PEERS,
            job_key: Some(JobKey([1; 32])),
            seed: u64::from(rank),
            peer_timeout: PATIENCE,
            max_handshakes: 8,
            peers: Peers::Alike,
            part_bytes: 64,
            kept_bytes: 0,
            atomics: Atomics::Owner,
            live_bytes: || 0,
            retransmit: Retransmit::default(),
            fabric,
            spend,
            lane: 0,
        },
        None,
    )?;
    engine.set_segment(clock.now(), Memory::allocate(SEGMENT))?;
    let endpoint = engine.endpoint();
    endpoints
        .0
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(rank, endpoint);
    Ok(engine)
}
