//! What adapters send to each other, with the costs of the machine.
//!
//! ```text
//!   SimDevice ── Departure ──▶ carry ─┬─ of one node, datagrams, acknowledgements: latency ──▶ EventLoop
//!                                     └─ data and updates: Links ── latency ─────────────────▶ EventLoop
//! ```

use std::time::Duration;

use farreach_connect::Rank;
use farreach_engine::Reach;
use farreach_sim::{Departure, EventLoop, Network, SimDevice, VecMemory};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::process::WORD;
use super::{Arrival, MTU, PEER_TIMEOUT};
use crate::count::Nodes;
use crate::links::{self, Carried, Links};
use crate::machine::Machine;
use crate::prove::Faults;
use crate::scene::Scene;

/// The adapters' network and the links of nodes.
pub(super) struct Wire {
    nodes: Nodes,
    reach: Reach,
    machine: Machine,
    faults: Faults,
    pub(super) network: Network,
    pub(super) links: Links<Arrival>,
    /// What adapters take without their processes arrives here.
    adapters_seat: Rank,
    departures: Vec<Departure>,
    random: Pcg64Mcg,
}

impl Wire {
    /// The network of a scene. Adds the seat of the adapters to the loop.
    pub(super) fn new(scene: &Scene<'_>, events: &mut EventLoop<Arrival>) -> Wire {
        let places = scene.exchange.places();
        Wire {
            nodes: Nodes(places),
            reach: scene.reach,
            machine: scene.machine.clone(),
            faults: scene.faults,
            network: Network::carried(),
            links: Links::new(places.nodes(), scene.machine),
            adapters_seat: events.add(),
            departures: Vec::new(),
            random: Pcg64Mcg::seed_from_u64(scene.seed),
        }
    }

    /// The adapter of a process.
    pub(super) fn attach(&self, rank: Rank, seed: u64) -> SimDevice<VecMemory> {
        let mut config = Network::config(rank as u16, !seed);
        config.max_mtu = MTU;
        // An adapter of hardware acknowledges while its process is busy. Here a busy process acknowledges nothing, so
        // that a window would hold back what the machine's adapters send.
        config.limits.window_bytes = u32::MAX;
        config.limits.destination_window_bytes = u32::MAX;
        if self.faults == Faults::default() {
            // Nothing is lost, however long packets wait for each other.
            config.limits.min_timeout = PEER_TIMEOUT;
            config.limits.max_timeout = PEER_TIMEOUT;
        }
        self.network.attach_as(config)
    }

    /// Whether a turn is that of the adapters.
    pub(super) fn is_adapters(&self, seat: Rank) -> bool {
        seat == self.adapters_seat
    }

    /// Gives the packets that a process has sent to the loop.
    pub(super) fn carry(&mut self, rank: Rank, events: &mut EventLoop<Arrival>) {
        self.network.take_departures(&mut self.departures);
        let places = self.nodes.0;
        let from = places.node_of(rank);
        let machine = &self.machine;
        let faults = self.faults;
        for packet in self.departures.drain(..) {
            let to = Rank::from(packet.to);
            let node = places.node_of(to);
            if node == from {
                let at = packet.at + machine.node.latency.value;
                events.send(at, to, Arrival::Packet(packet));
                continue;
            }
            if self.random.random_bool(faults.loss) {
                continue;
            }
            let copies = 1 + u32::from(self.random.random_bool(faults.duplication));
            for _ in 0..copies {
                let late = faults.late.mul_f64(self.random.random_range(0.0..1.0));
                let packet = packet.clone();
                let at = packet.at;
                // Adapters take acknowledgements and data. The process hears of them in its next turn, and needs no core for them.
                let listed = packet.listed();
                let is_flag = listed.is_some() || packet.payload() == WORD || packet.is_update();
                let is_for_process = packet.is_datagram() || packet.is_old_value() || is_flag;
                let is_calm = faults == Faults::default();
                let seat = if is_calm && !is_for_process {
                    self.adapters_seat
                } else {
                    to
                };
                // What is short waits for no transfer.
                let is_short = packet.is_acknowledgement() || packet.is_old_value();
                if packet.is_datagram() || is_short {
                    let latency = if packet.is_datagram() {
                        machine.network.message(from, node)
                    } else {
                        machine.network.latency(from, node)
                    };
                    events.send(at + latency + late, seat, Arrival::Packet(packet));
                    continue;
                }
                let ends = links::ends(self.nodes, self.reach, (rank, to));
                let bytes = listed.unwrap_or_else(|| packet.payload()) as f64;
                let carried = Carried {
                    latency: machine.network.latency(from, node) + late,
                    // The adapter of the process updates its memory when the unit has done so.
                    update: packet.is_update().then_some(Duration::ZERO),
                    process: seat,
                    arrival: Arrival::Packet(packet),
                };
                self.links.post((events.now(), at), ends, bytes, carried);
            }
        }
    }
}
