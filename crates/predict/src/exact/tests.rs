//! The conformance suite of devices, over the simulated adapters with the costs of a machine.

use std::time::Duration;

use farreach_conformance::{DomainOf, Harness, VecNode, run_all};
use farreach_connect::Protocol;
use farreach_engine::{Reach, Setup};
use farreach_patterns::{Exchange, Options, Pattern, Places};
use farreach_sim::{EventLoop, SimDevice, Turn, VecMemory};
use farreach_verbs::{Device, Rkey, Time};

use super::Arrival;
use super::wire::Wire;
use crate::machine::Machine;
use crate::prove::Faults;
use crate::scene::Scene;

/// Adapters of which each is on a node of its own. Each fetches contexts of queue pairs, and has a link and an atomic unit.
struct Costed {
    wire: Wire,
    events: EventLoop<Arrival>,
    devices: Vec<SimDevice<VecMemory>>,
    now: Time,
    /// The number of XRC domains.
    domains: u32,
}

impl Costed {
    /// Lets every device make progress, then lets one thing happen. Returns `false` if nothing will happen any more.
    fn step(&mut self) -> bool {
        let mut has_moved = false;
        for (rank, device) in (0..).zip(&mut self.devices) {
            has_moved |= device.progress(self.now) > 0;
            self.wire.carry(rank, &mut self.events);
            self.events.set_deadline(rank, device.next_deadline());
        }
        if has_moved {
            return true;
        }
        let Some((now, _, turn)) = self.wire.links.poll(&mut self.events) else {
            return false;
        };
        self.now = now;
        if let Turn::Arrival(Arrival::Packet(packet)) = turn {
            self.wire.network.deliver(packet);
        }
        true
    }
}

impl Harness for Costed {
    type Device = SimDevice<VecMemory>;

    fn new(devices: usize) -> Self {
        let machine = Machine::preset("koop2008").unwrap();
        // A pattern has two processes or more.
        let size = devices.max(2) as u32;
        let places = Places::new(size, size).unwrap();
        let exchange = Exchange::new(Pattern::AllToAll, places, Options::default());
        let mut events = machine.event_loop(places);
        let scene = Scene {
            exchange: &exchange.unwrap(),
            reach: Reach::Rc,
            setup: Setup::OnDemand,
            protocol: Protocol::Overlap,
            machine: &machine,
            seed: 1,
            handshakes: 1,
            faults: Faults::default(),
            live_bytes: || 0,
        };
        let wire = Wire::new(&scene, &mut events);
        let attach = |rank| wire.attach(rank, scene.engine_seed(rank));
        Costed {
            devices: (0..devices as u32).map(attach).collect(),
            wire,
            events,
            now: Time::ZERO,
            domains: 0,
        }
    }

    fn devices(&mut self) -> &mut [Self::Device] {
        &mut self.devices
    }

    fn domain(&mut self, devices: &[usize]) -> Vec<DomainOf<Self>> {
        self.domains += 1;
        let node = VecNode::new(devices.len(), 64 << 10, Rkey(0x1000_0000 + self.domains));
        let domain = |(process, &device): (usize, &usize)| -> DomainOf<Self> {
            Box::new(node.domain(process, self.devices[device].address()))
        };
        devices.iter().enumerate().map(domain).collect()
    }

    fn drive(&mut self, until: &mut dyn FnMut(&mut [Self::Device]) -> bool) {
        // Time-outs are hours: nothing is lost.
        let limit = self.now + Duration::from_hours(1000);
        while !until(&mut self.devices) {
            // A step that moves no packet may still have completed something.
            if !self.step() {
                let done = until(&mut self.devices);
                assert!(done, "nothing will happen any more");
                return;
            }
            assert!(self.now < limit, "a thousand hours passed");
        }
    }
}

#[test]
fn the_adapter_with_costs_conforms() {
    run_all::<Costed>();
}
