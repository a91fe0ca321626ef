//! Opens a lane: a device and an engine on it, as the settings say.

#[cfg(test)]
pub(crate) mod wired;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use farreach_engine::{Atomics, Config, Engine, Fabric, JobKey, Retransmit};
use farreach_node::{Arena, ArenaDomain, Bell, Globals, Memory, thread_live_bytes};
use farreach_verbs::XrcDomain;

use super::clock::Clock;
use super::devices::{self, AnyDevice, Options};
use super::hand_over::HandOver;
use super::network::{Network, NodeDirectory};
use crate::job::jobs::{AnyJob, Job};
use crate::job::settings::{Executor, Settings};
use crate::{Error, World};

/// The shortest time after which packets without an acknowledgement are sent again, for each
/// process that shares a core with the peer. The peer may have to wait for all of them to run.
const TIMEOUT_PER_PROCESS: Duration = Duration::from_millis(1);
/// The shortest of these times if the peer shares its core at all. Another process may run that
/// long.
const TIMEOUT_WITHOUT_CORE: Duration = Duration::from_millis(4);
/// The longest of these times, however many processes share a core, so that lost packets are
/// replaced soon.
const TIMEOUT_MOST: Duration = Duration::from_millis(100);

/// Parts of the segment that are registered begin and end at multiples of this: the size of a large page.
const PART: u64 = 2 << 20;

/// The seed of this process's random numbers.
fn seed(settings: &Settings, rank: u32) -> Result<u64, Error> {
    if let Some(seed) = settings.seed {
        return Ok(seed
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(u64::from(rank)));
    }
    let mut bytes = [0; 8];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).map_err(
        |source| Error::Random {
            rank,
            source: source.into(),
        },
    )?;
    Ok(u64::from_ne_bytes(bytes))
}

/// Spends a cost that a slower device would have. The thread is busy, as it would be in a device's
/// library.
fn spend(cost: Duration) -> Duration {
    let begun = Instant::now();
    while begun.elapsed() < cost {
        std::hint::spin_loop();
    }
    begun.elapsed()
}

/// Mixes a number, so that similar numbers become different ones (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Opens lane 0. Peers reach this process's memory `own.0`. Its bell `own.1` is rung when something
/// has come.
pub(crate) fn open_network(
    settings: &Settings,
    job: &Arc<AnyJob>,
    arena: &Arena,
    own: (Memory, Bell),
) -> Result<Network, Error> {
    let rank = job.rank();
    let hand_over = HandOver::new().map_err(|source| Error::Helper { rank, source })?;
    let opened = Opening {
        settings,
        job,
        arena,
        fabric: settings.fabric,
        lane: 0,
        seed: seed(settings, rank)?,
        clock: Clock::start(),
    };
    opened.open(own, hand_over)
}

/// Opens another lane, with this number.
pub(crate) fn open_lane(world: &World, lane: u32) -> Result<Network, Error> {
    let (settings, job, arena) = (world.settings(), world.job(), world.arena());
    let first = world.network().expect("lane 0 is open");
    let opened = Opening {
        settings,
        job,
        arena,
        fabric: settings.fabric.of_lane(),
        lane,
        seed: mixed(seed(settings, job.rank())?.wrapping_add(u64::from(lane))),
        clock: first.clock(),
    };
    let own = (
        world.own_segment().clone(),
        Bell::new(arena, job.local_index()),
    );
    opened.open(own, first.hand_over().beside())
}

/// What is needed to open a lane.
struct Opening<'a> {
    settings: &'a Settings,
    job: &'a Arc<AnyJob>,
    arena: &'a Arena,
    fabric: Fabric,
    lane: u32,
    seed: u64,
    clock: Clock,
}

impl Opening<'_> {
    fn open(self, own: (Memory, Bell), hand_over: HandOver) -> Result<Network, Error> {
        let (rank, size) = (self.job.rank(), self.job.size());
        let device = devices::open(&Options {
            settings: self.settings,
            seed: self.seed,
            job_key: self.job.key(),
            min_timeout: self.min_timeout(),
            has_own_core: self.arena.has_core_each(),
        })
        .map_err(|source| Error::Device { rank, source })?;
        self.open_on(device, (rank, size), own, hand_over)
    }

    /// The shortest time after which packets without an acknowledgement are sent again.
    fn min_timeout(&self) -> Duration {
        if self.arena.has_core_each() {
            return TIMEOUT_PER_PROCESS;
        }
        let all_turns = TIMEOUT_PER_PROCESS * self.arena.processes_per_core();
        all_turns.clamp(TIMEOUT_WITHOUT_CORE, TIMEOUT_MOST)
    }

    /// Opens the lane of rank `rank` of `size` on a device.
    fn open_on(
        self,
        device: AnyDevice,
        (rank, size): (u32, u32),
        own: (Memory, Bell),
        hand_over: HandOver,
    ) -> Result<Network, Error> {
        let min_timeout = self.min_timeout();
        let Opening {
            settings,
            job,
            arena,
            fabric,
            lane,
            seed,
            clock,
        } = self;
        let network = |source| Error::Network { rank, source };
        let retransmit = Retransmit::default();
        let config = Config {
            rank,
            size,
            lane,
            job_key: job.key().map(JobKey),
            seed: seed.wrapping_add(2),
            peer_timeout: settings.peer_timeout,
            max_handshakes: settings.handshakes,
            peers: devices::peers(settings),
            part_bytes: PART,
            kept_bytes: settings.device.kept_bytes,
            atomics: match settings.device.atomics {
                Executor::Owner => Atomics::Owner,
                Executor::Adapter => Atomics::Adapter {
                    from: arena.heap_offset() as u64,
                },
            },
            retransmit: Retransmit {
                first: retransmit.first.max(min_timeout),
                ..retransmit
            },
            live_bytes: thread_live_bytes,
            fabric,
            spend,
        };
        let domain = fabric.reach.is_xrc().then(|| {
            // One of 2^32 keys. It tells nothing about the seed.
            let random = mixed(seed.wrapping_add(3)) >> 32;
            let domain = ArenaDomain::open(arena, job.local_index(), random as u32);
            Box::new(domain) as Box<dyn XrcDomain<Memory>>
        });
        let directory = NodeDirectory {
            arena: arena.clone(),
            job: Arc::clone(job),
            device: device.tag(settings.device.atomics),
            has_told: AtomicBool::new(false),
        };
        let mut engine = Engine::new(device, directory, config, domain).map_err(network)?;
        if settings.record.pattern {
            engine.record_contacts();
        }
        engine.set_layout(Globals::stamp(arena));
        let (segment, bell) = own;
        engine.set_segment(clock.now(), segment).map_err(network)?;
        let arena = arena.clone();
        let asking = (Arc::clone(job), lane);
        Ok(Network::new(engine, bell, arena, asking, clock, hand_over))
    }
}
