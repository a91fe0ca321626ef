//! What the network carries to the job's other hosts, for who examines it.

use std::thread;
use std::time::{Duration, Instant};

use farreach_verbs::Device;

use crate::World;
use crate::job::jobs::Job;

/// The time between two looks whether an answer has come.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// The path from this process to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The other process.
    pub rank: u32,
    /// The address and port of this process's device.
    pub from: String,
    /// Those of the other process's device, if they are known.
    pub to: Option<String>,
    /// The payload of the longest packet that gets there, in bytes. `None`: no answer.
    pub mtu: Option<u32>,
}

impl World {
    /// Finds out what the network carries to the processes of other nodes, each within `patience`
    /// altogether. Datagrams are sent both ways. Other processes answer only while they are in the
    /// job.
    pub fn paths(&self, patience: Duration) -> Vec<Path> {
        let Some(network) = self.network() else {
            return Vec::new();
        };
        let end = Instant::now() + patience;
        let others = (0..self.size()).filter(|&rank| self.node_of(rank) != self.node());
        others
            .map(|rank| {
                loop {
                    let path = network.enter(|core, now| {
                        let device = core.engine.device_mut();
                        let endpoint = self.job().endpoint(rank);
                        let to = endpoint.map(|endpoint| endpoint.destination.address);
                        let path = Path {
                            rank,
                            from: device.address().to_string(),
                            to: to.map(|to| to.to_string()),
                            mtu: to.and_then(|to| device.path_mtu(now, to)),
                        };
                        core.poll(now);
                        path
                    });
                    if path.mtu.is_some() || Instant::now() >= end {
                        break path;
                    }
                    thread::sleep(LOOK_EVERY);
                }
            })
            .collect()
    }
}
