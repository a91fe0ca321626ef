//! What both simulations are given.

use farreach_connect::{Protocol, Rank};
use farreach_engine::{Costs, Fabric, Reach, Setup};
use farreach_patterns::Exchange;

use crate::machine::Machine;
use crate::prove::Faults;

/// What is simulated.
pub(crate) struct Scene<'a> {
    pub(crate) exchange: &'a Exchange,
    pub(crate) reach: Reach,
    pub(crate) setup: Setup,
    pub(crate) protocol: Protocol,
    pub(crate) machine: &'a Machine,
    pub(crate) seed: u64,
    /// The most set-ups in flight that a process began.
    pub(crate) handshakes: usize,
    /// What the network does to connect messages.
    pub(crate) faults: Faults,
    /// Tells the bytes that this thread has allocated and not freed.
    pub(crate) live_bytes: fn() -> i64,
}

impl Scene<'_> {
    /// The seed of a process's engine.
    pub(crate) fn engine_seed(&self, rank: Rank) -> u64 {
        self.seed.wrapping_add(u64::from(rank) << 32)
    }

    /// The choices of each engine, with the costs that the machine adds to its set-ups.
    pub(crate) fn fabric(&self) -> Fabric {
        // An XRC connection has an initiator and a target to make.
        let commands = if self.reach.is_xrc() {
            2
        } else {
            self.reach.queue_pairs()
        };
        let adapter = &self.machine.adapter;
        Fabric {
            reach: self.reach,
            setup: self.setup,
            protocol: self.protocol,
            costs: Costs {
                create: adapter.create.value * commands,
                transitions: adapter.transitions.value * commands,
                refused: 0.0,
            },
            ..Fabric::default()
        }
    }
}
