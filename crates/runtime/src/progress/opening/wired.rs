//! Two processes of a job in one, each on a node of its own, whose devices are connected by a cable.

use std::net::SocketAddr;
use std::sync::Arc;

use farreach_node::{Arena, Bell, Memory};
use farreach_verbs::AdapterAddress;

use super::Opening;
use crate::job::jobs::threads::job_of_threads;
use crate::job::jobs::{AnyJob, Job};
use crate::job::settings::Settings;
use crate::progress::clock::Clock;
use crate::progress::devices::AnyDevice;
use crate::progress::devices::wire::{Cable, Wire};
use crate::progress::hand_over::HandOver;
use crate::progress::network::Network;

/// A process.
pub(crate) struct Wired {
    pub(crate) job: Arc<AnyJob>,
    pub(crate) arena: Arena,
    pub(crate) network: Arc<Network>,
    /// Where its peers put.
    pub(crate) segment: Memory,
}

/// The processes, whose endpoints are published.
pub(crate) fn wired_pair() -> [Wired; 2] {
    let cable = Cable::default();
    let jobs = job_of_threads(2, 1 << 16);
    let pair = [0, 1].map(|rank| open(&jobs[rank], &cable));
    for process in &pair {
        let endpoint = process.network.peek(|core, _| core.endpoint());
        process.job.publish(&endpoint).expect("a job");
    }
    pair
}

/// An address for the rank's device on the cable.
pub(crate) fn address(rank: u32) -> AdapterAddress {
    SocketAddr::from(([10, 0, 0, 1], 1 + rank as u16)).into()
}

fn open(job: &Arc<AnyJob>, cable: &Cable) -> Wired {
    let (rank, arena) = (job.rank(), job.arena().clone());
    let settings = Settings::from_variables(&[]).expect("the defaults");
    let opening = Opening {
        settings: &settings,
        job,
        arena: &arena,
        fabric: settings.fabric,
        lane: 0,
        seed: u64::from(rank),
        clock: Clock::start(),
    };
    let device = AnyDevice::Wire(Wire::new(cable, address(rank)));
    let segment = arena.segment(0);
    let own = (segment.clone(), Bell::new(&arena, 0));
    let hand_over = HandOver::new().expect("an alarm");
    let network = opening.open_on(device, (rank, 2), own, hand_over);
    Wired {
        job: Arc::clone(job),
        network: Arc::new(network.expect("a network")),
        segment,
        arena,
    }
}
