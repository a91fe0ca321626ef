//! When the processes of a job are ready: closed forms of launch and exchange.
//!
//! ```text
//!   spawn ─▶ process, on the host's cores ─▶ register memory ─▶ UD endpoint ─┬─▶ (exchange of endpoints, in the background) ─▶ known
//!                                            └─▶ meet the processes of the node ─▶ ready, on demand
//!                                 static: ──────▶ exchange ─▶ connections with all ─▶ ready
//! ```

use std::time::Duration;

use farreach_engine::Setup;
use farreach_patterns::Places;
use serde::Serialize;

use crate::machine::{ExchangeAlgorithm, Machine};

/// The phases of a process's start, in microseconds from the command on. The last process of the
/// fullest node counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[expect(
    clippy::struct_field_names,
    reason = "a unit in each name, also in JSON"
)]
pub struct StartUp {
    /// Until the process has begun.
    pub spawn_us: f64,
    /// Mapping and registering memory.
    pub memory_us: f64,
    /// Making the UD endpoint, with the others of the node.
    pub endpoint_us: f64,
    /// The exchange of endpoints, as far as a process waits for it before it is ready.
    pub exchange_us: f64,
    /// Connections that are made before a process is ready.
    pub connections_us: f64,
    /// The whole.
    pub total_us: f64,
}

/// The plan of a start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    places: Places,
    hops: Duration,
    spawn: Duration,
    process: Duration,
    /// Nodes of a host, and its cores.
    nodes: u32,
    cores: u32,
    /// Whether each process has an adapter of its own.
    software: bool,
    register: Duration,
    create: Duration,
    /// When every process knows every endpoint.
    pub(crate) known: Duration,
    /// The exchange alone.
    exchange: Duration,
    waits: bool,
}

impl Plan {
    pub(crate) fn new(machine: &Machine, places: Places, setup: Setup) -> Plan {
        let levels = places.nodes().next_power_of_two().ilog2();
        let mut plan = Plan {
            places,
            hops: machine.launch.hop.value * levels,
            spawn: machine.launch.spawn.value,
            process: machine.launch.process.value,
            nodes: if machine.launch.virtual_nodes {
                places.nodes()
            } else {
                1
            },
            cores: machine.node.cores.value.0,
            software: machine.adapter.software,
            register: machine.launch.register.value,
            create: machine.adapter.create.value,
            known: Duration::ZERO,
            exchange: exchange(machine, places),
            waits: setup == Setup::Static,
        };
        plan.known = plan.endpoint(plan.fullest()) + plan.exchange;
        plan
    }

    /// The most processes of a node.
    fn fullest(&self) -> u32 {
        self.places.size().div_ceil(self.places.nodes())
    }

    /// When the `count`-th process of a node has begun. Launchers of nodes work beside each other. As many processes begin at one time as the
    /// host has cores.
    fn spawned(&self, count: u32) -> Duration {
        let by_launcher = self.spawn * count + self.process;
        let turns = (count * self.nodes).div_ceil(self.cores);
        let by_cores = self.spawn + self.process * turns;
        self.hops + by_launcher.max(by_cores)
    }

    /// When the first `count` processes of a node have their endpoints. The node's adapter makes them one
    /// after the other.
    fn endpoint(&self, count: u32) -> Duration {
        let by_last = self.spawned(count) + self.register + self.create;
        if self.software {
            return by_last;
        }
        let by_adapter = self.spawned(1) + self.register + self.create * count;
        by_last.max(by_adapter)
    }

    /// When a process of a node with so many processes is ready to communicate. Connections of a
    /// static set-up come later.
    pub(crate) fn ready(&self, local: u32) -> Duration {
        if self.waits {
            self.known
        } else {
            self.endpoint(local)
        }
    }

    /// The phases, with so much time for connections.
    pub(crate) fn start_up(&self, connections: Duration) -> StartUp {
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        let last = self.fullest();
        let spawn = self.spawned(last);
        let endpoint = self.endpoint(last).saturating_sub(spawn + self.register);
        let exchange = if self.waits {
            self.exchange
        } else {
            Duration::ZERO
        };
        StartUp {
            spawn_us: us(spawn),
            memory_us: us(self.register),
            endpoint_us: us(endpoint),
            exchange_us: us(exchange),
            connections_us: us(connections),
            total_us: us(self.ready(last) + connections),
        }
    }
}

/// The time of an exchange of all endpoints.
fn exchange(machine: &Machine, places: Places) -> Duration {
    let costs = &machine.exchange;
    let nodes = places.nodes();
    let all = costs.entry.value.0 * f64::from(places.size());
    let transfer = |bytes: f64| costs.bandwidth.value.time(bytes);
    let hop = costs.hop.value;
    match costs.algorithm {
        ExchangeAlgorithm::Star => hop * 2 + transfer(all + all * f64::from(nodes)),
        ExchangeAlgorithm::Ring => hop * (nodes - 1) + transfer(all),
        ExchangeAlgorithm::Tree => {
            // On the way up the entries add up to all of them. On the way down each level passes all.
            let levels = nodes.next_power_of_two().ilog2();
            hop * (2 * levels) + transfer(all) * (1 + levels)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use farreach_engine::Setup;
    use farreach_patterns::Places;

    use super::Plan;
    use crate::machine::{Cores, Machine};

    /// The processes of a host begin in turns on its cores, or as fast as the launcher starts them.
    #[test]
    fn processes_begin_in_turns_on_the_cores_of_their_host() {
        let ms = Duration::from_millis;
        let mut machine = Machine::preset("chinook").unwrap();
        machine.node.cores.value = Cores(4);
        machine.launch.hop.value = ms(1);
        machine.launch.spawn.value = ms(2);
        machine.launch.process.value = ms(30);
        machine.launch.register.value = ms(5);
        machine.adapter.create.value = ms(1);
        let ready = |machine: &Machine, size, nodes| {
            let places = Places::new(size, nodes).unwrap();
            Plan::new(machine, places, Setup::OnDemand).ready(size / nodes)
        };
        // 8 nodes: 3 levels; 10 processes of a node on 4 cores: 3 turns.
        assert_eq!(ready(&machine, 80, 8), ms(3 + 2 + 3 * 30 + 5 + 1));
        // All on one host: 80 processes in 20 turns.
        machine.launch.virtual_nodes = true;
        assert_eq!(ready(&machine, 80, 8), ms(3 + 2 + 20 * 30 + 5 + 1));
        // With cores enough the launcher is what processes wait for.
        machine.node.cores.value = Cores(80);
        assert_eq!(ready(&machine, 80, 8), ms(3 + 10 * 2 + 30 + 5 + 1));
    }
}
