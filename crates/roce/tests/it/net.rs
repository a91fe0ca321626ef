//! A seeded virtual network of adapters in virtual time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Duration;

use farreach_conformance::hooks::{Hook, Hooked, Quiet};
use farreach_conformance::{DomainOf, Harness, VecMemory, VecNode};
use farreach_roce::{Adapter, AdapterConfig, Counters, Link, LinkStatus, Packet};
use farreach_verbs::{AdapterAddress, Device, Memory, Rkey, Time, forward_device};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The one-way latency.
const LATENCY: Duration = Duration::from_micros(5);

/// An adapter with its received and sent packets.
pub(crate) struct NetDevice {
    pub(crate) adapter: Adapter<VecMemory>,
    inbox: Vec<(AdapterAddress, Vec<u8>)>,
    pub(crate) outbox: Outbox,
}

/// The adapter's link.
pub(crate) struct Outbox {
    pub(crate) packets: Vec<(AdapterAddress, Vec<u8>)>,
    pub(crate) room: usize,
}

impl Link<VecMemory> for Outbox {
    fn send(&mut self, packet: &Packet<'_, VecMemory>) -> LinkStatus {
        if self.packets.len() >= self.room {
            return LinkStatus::Full;
        }
        self.packets.push((packet.to, gather(packet)));
        LinkStatus::Sent
    }
}

/// The packets that an adapter sends, with their destinations.
pub(crate) fn sent_by(
    adapter: &mut Adapter<VecMemory>,
    now: Time,
) -> Vec<(AdapterAddress, Vec<u8>)> {
    let mut outbox = Outbox {
        packets: Vec::new(),
        room: usize::MAX,
    };
    adapter.transmit(now, &mut outbox);
    outbox.packets
}

/// Handles a datagram as a link that receives payloads directly into their targets does.
pub(crate) fn receive_in_place(
    adapter: &mut Adapter<VecMemory>,
    now: Time,
    from: AdapterAddress,
    datagram: &[u8],
) {
    if let Some(placement) = adapter.placement(from) {
        let front = &datagram[..placement.front_len().min(datagram.len())];
        if placement.suits(front, datagram.len()) {
            let payload = &datagram[front.len()..];
            placement.memory.write(placement.offset, payload).unwrap();
            return adapter.handle_placed(now, from, front);
        }
    }
    adapter.handle_datagram(now, from, datagram);
}

/// The bytes of a packet on the wire.
fn gather(packet: &Packet<'_, VecMemory>) -> Vec<u8> {
    let mut bytes = packet.head.to_vec();
    packet.payload.append_to(&mut bytes);
    bytes.extend_from_slice(packet.tail);
    assert_eq!(bytes.len(), packet.len());
    bytes
}

/// A packet under way: arrival time, sequence number, destination, source, bytes.
type Flight = (Time, u64, usize, AdapterAddress, Vec<u8>);

/// The probabilities of the network's faults.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    pub(crate) loss: f64,
    pub(crate) duplication: f64,
    pub(crate) reordering: f64,
}

pub(crate) struct Net<H: Hook = Quiet> {
    pub(crate) devices: Vec<Hooked<NetDevice, H>>,
    pub(crate) now: Time,
    pub(crate) faults: Faults,
    rng: Pcg64Mcg,
    by_address: BTreeMap<AdapterAddress, usize>,
    under_way: BinaryHeap<Reverse<Flight>>,
    sequence: u64,
    /// The number of XRC domains.
    domains: u32,
}

pub(crate) fn address(index: usize) -> AdapterAddress {
    // The network has adapters with IPv4 and with IPv6 addresses.
    let text = if index.is_multiple_of(2) {
        format!("10.0.{}.{}:7000", index >> 8, index & 255)
    } else {
        format!("[fd00::{index:x}]:7000")
    };
    AdapterAddress::from(text.parse::<std::net::SocketAddr>().unwrap())
}

impl<H: Hook + Default> Net<H> {
    pub(crate) fn with(devices: usize, seed: u64, faults: Faults) -> Self {
        Net::configured(devices, seed, faults, |config| config)
    }

    pub(crate) fn configured(
        devices: usize,
        seed: u64,
        faults: Faults,
        configure: impl Fn(AdapterConfig) -> AdapterConfig,
    ) -> Self {
        let device = |index| {
            let config = AdapterConfig::new(address(index), seed ^ index as u64);
            let device = NetDevice {
                adapter: Adapter::new(configure(config)),
                inbox: Vec::new(),
                outbox: Outbox {
                    packets: Vec::new(),
                    room: 100,
                },
            };
            Hooked::new(device, H::default())
        };
        Net {
            devices: (0..devices).map(device).collect(),
            now: Time(1_000),
            faults,
            rng: Pcg64Mcg::seed_from_u64(seed),
            by_address: (0..devices).map(|i| (address(i), i)).collect(),
            under_way: BinaryHeap::new(),
            sequence: 0,
            domains: 0,
        }
    }

    pub(crate) fn counters(&self, device: usize) -> &Counters {
        self.devices[device].device().adapter.counters()
    }

    /// Lets every device make progress, then lets time pass until something arrives or is due.
    /// Returns `false` if nothing will happen any more.
    pub(crate) fn step(&mut self) -> bool {
        let mut moved = false;
        for index in 0..self.devices.len() {
            moved |= self.devices[index].progress(self.now) > 0;
            let from = address(index);
            let sent = std::mem::take(&mut self.devices[index].device_mut().outbox.packets);
            for (to, bytes) in sent {
                self.carry(from, to, &bytes);
            }
        }
        if moved
            || self.devices.iter().any(|d| {
                d.device().adapter.has_ready(self.now) && d.hook().held_until(self.now).is_none()
            })
        {
            return true;
        }
        let arrival = self.under_way.peek().map(|Reverse(p)| p.0);
        let deadlines = self.devices.iter().map(Device::next_deadline);
        let Some(next) = deadlines.chain([arrival]).flatten().min() else {
            return false;
        };
        self.now = self.now.max(next);
        while let Some(Reverse((at, ..))) = self.under_way.peek()
            && *at <= self.now
        {
            let Some(Reverse((_, _, to, from, bytes))) = self.under_way.pop() else {
                break;
            };
            self.devices[to].device_mut().inbox.push((from, bytes));
        }
        true
    }

    /// Puts a packet on its way, subject to the faults.
    pub(crate) fn carry(&mut self, from: AdapterAddress, to: AdapterAddress, bytes: &[u8]) {
        let Some(&to) = self.by_address.get(&to) else {
            return;
        };
        let mut copies = 1;
        if self.rng.random_bool(self.faults.loss) {
            copies -= 1;
        }
        if self.rng.random_bool(self.faults.duplication) {
            copies += 1;
        }
        for _ in 0..copies {
            let mut at = self.now + LATENCY;
            if self.rng.random_bool(self.faults.reordering) {
                at = at + Duration::from_nanos(self.rng.random_range(0..40_000));
            }
            self.sequence += 1;
            self.under_way
                .push(Reverse((at, self.sequence, to, from, bytes.to_vec())));
        }
    }
}

impl<H: Hook + Default> Harness for Net<H> {
    type Device = Hooked<NetDevice, H>;

    fn new(devices: usize) -> Self {
        Net::with(devices, 1, Faults::default())
    }

    fn devices(&mut self) -> &mut [Hooked<NetDevice, H>] {
        &mut self.devices
    }

    fn domain(&mut self, devices: &[usize]) -> Vec<DomainOf<Self>> {
        self.domains += 1;
        let rkey = Rkey(0x1000_0000 + self.domains);
        let node = VecNode::new(devices.len(), 64 << 10, rkey);
        let domain = |(process, &device): (usize, &usize)| -> DomainOf<Self> {
            Box::new(node.domain(process, self.devices[device].address()))
        };
        devices.iter().enumerate().map(domain).collect()
    }

    fn drive(&mut self, until: &mut dyn FnMut(&mut [Hooked<NetDevice, H>]) -> bool) {
        let limit = self.now + Duration::from_mins(10);
        while !until(&mut self.devices) {
            // A step that moves no packet may still have completed something.
            if !self.step() {
                let done = until(&mut self.devices);
                assert!(done, "nothing will happen any more");
                return;
            }
            assert!(self.now < limit, "ten minutes passed");
        }
    }
}

impl Device for NetDevice {
    type Memory = VecMemory;

    forward_device! {
        self.adapter:
        attributes, address, next_deadline, create_pd, register, deregister, create_cq,
        destroy_cq, create_srq, destroy_srq, open_xrc_domain, create_xrc_srq, create_qp,
        modify_qp, qp_state, silent_for, destroy_qp, post_send, post_recv, post_srq_recv,
        poll_cq, footprint,
    }

    fn progress(&mut self, now: Time) -> usize {
        let received = self.inbox.len();
        for (from, bytes) in self.inbox.drain(..) {
            receive_in_place(&mut self.adapter, now, from, &bytes);
        }
        let taken = self.adapter.take_forwarded();
        self.adapter.handle_timeout(now);
        self.adapter.transmit(now, &mut self.outbox);
        received + taken + self.outbox.packets.len()
    }
}
