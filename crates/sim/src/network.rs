//! The network, and its packets under way.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::iter;
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::time::Duration;

use farreach_roce::AdapterConfig;
use farreach_roce::frame::Protection;
use farreach_roce::wire::{Opcode, Operation};
use farreach_verbs::{Abilities, AdapterAddress, ListedOps, Memory, Time};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::SimDevice;
use crate::account;
use crate::sealed::{FRONT, Seals, Watch};

/// The UDP port of every adapter on the network.
const PORT: u16 = 7000;

/// Bytes of the check at a packet's end.
const CHECK: usize = 4;

/// Bytes of the longest tag behind a datagram.
const SEAL: usize = 16;

/// The most packets for which a device's inbox keeps its memory.
const INBOX_KEPT: usize = 16;

/// The most packets that an attacker remembers.
const SEEN: usize = 256;

/// The probabilities of faults, and the latency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Faults {
    /// The probability that a packet is lost.
    pub loss: f64,
    /// The probability that a packet arrives twice.
    pub duplication: f64,
    /// The probability that a packet is delayed by up to eight latencies, so that others overtake
    /// it.
    pub reordering: f64,
    /// The time that an undisturbed packet takes.
    pub latency: Duration,
}

impl Default for Faults {
    fn default() -> Self {
        let latency = Duration::from_micros(5);
        Faults {
            loss: 0.0,
            duplication: 0.0,
            reordering: 0.0,
            latency,
        }
    }
}

/// A packet that has left a device of a network on a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The time of the device that it left.
    pub at: Time,
    /// The number of the device that it left.
    pub from: u16,
    /// The number of the device that it is for.
    pub to: u16,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Departure {
    /// Whether it is an acknowledgement without data. The lower bits of its first byte say so.
    pub fn is_acknowledgement(&self) -> bool {
        self.bytes
            .first()
            .is_some_and(|opcode| opcode & 0b1_1111 == 0b1_0001)
    }

    /// Whether it has the old value of an atomic update.
    pub fn is_old_value(&self) -> bool {
        let opcode = self.opcode();
        opcode.is_some_and(|opcode| opcode.operation() == Operation::AtomicAcknowledge)
    }

    /// Whether it asks for an atomic update.
    pub fn is_update(&self) -> bool {
        let opcode = self.opcode();
        opcode.is_some_and(|opcode| opcode.operation() == Operation::Atomic)
    }

    /// The bytes that it puts, if it has a list of puts.
    pub fn listed(&self) -> Option<usize> {
        let opcode = self.opcode();
        let opcode = opcode.filter(|opcode| opcode.operation() == Operation::WriteList)?;
        // The check of a list is behind the headers.
        let list = self.bytes.get(opcode.head_len() + CHECK..)?;
        let mut entries = ListedOps::new(list);
        let writes = iter::from_fn(|| entries.next_write());
        Some(writes.map(|write| write.bytes.len()).sum())
    }

    /// Bytes without headers and check.
    pub fn payload(&self) -> usize {
        let head = self.opcode().map_or(0, Opcode::head_len);
        self.bytes.len().saturating_sub(head + CHECK)
    }

    fn opcode(&self) -> Option<Opcode> {
        self.bytes.first().copied().and_then(Opcode::from_u8)
    }

    /// Whether it is a datagram (UD), and of no connection. Its first byte says so.
    pub fn is_datagram(&self) -> bool {
        self.bytes
            .first()
            .is_some_and(|opcode| opcode >> 5 == 0b011)
    }
}

/// An arrived datagram: its source and its bytes.
pub(crate) type Arrival = (AdapterAddress, Vec<u8>);

/// A virtual network. Clones are handles to one network.
#[derive(Clone)]
pub struct Network(Rc<RefCell<State>>);

/// A packet under way: arrival time, sequence number, destination, source, bytes.
type UnderWay = (Time, u64, AdapterAddress, AdapterAddress, Vec<u8>);

struct State {
    now: Time,
    faults: Faults,
    random: Pcg64Mcg,
    inboxes: BTreeMap<AdapterAddress, Vec<Arrival>>,
    cut_off: BTreeSet<AdapterAddress>,
    under_way: BinaryHeap<Reverse<UnderWay>>,
    sequence: u64,
    /// Packets that the owner carries, on a loop.
    departures: Option<Vec<Departure>>,
    /// What guards all datagrams.
    protection: Option<Protection>,
    watch: Watch,
    /// The last packets, where somebody attacks: source, destination, bytes.
    seen: VecDeque<(AdapterAddress, AdapterAddress, Vec<u8>)>,
}

impl State {
    /// What somebody does who sees a packet: forgeries of a lost one, and replays.
    fn meddle(&mut self, from: AdapterAddress, to: AdapterAddress, bytes: &[u8], is_lost: bool) {
        let mut sent = Vec::new();
        if is_lost {
            // All but the longest tag is the datagram.
            let end = bytes.len() - SEAL;
            if end > FRONT {
                let mut forged = bytes.to_vec();
                let at = self.random.random_range(FRONT..end);
                forged[at..end].iter_mut().for_each(|byte| *byte ^= 0x5a);
                sent.push((from, to, forged));
            }
            if let Some((_, _, other)) = self.seen.back() {
                let (front, rest) = (&bytes[..FRONT], &other[FRONT..]);
                sent.push((from, to, [front, rest].concat()));
            }
        }
        if !self.seen.is_empty() && self.random.random_bool(0.05) {
            let at = self.random.random_range(0..self.seen.len());
            sent.push(self.seen[at].clone());
        }
        self.seen.push_back((from, to, bytes.to_vec()));
        if self.seen.len() > SEEN {
            self.seen.pop_front();
        }
        for (from, to, bytes) in sent {
            let latency = self.faults.latency;
            let at = self.now + latency.mul_f64(self.random.random_range(1.0..40.0));
            self.fly(at, from, to, bytes);
        }
    }

    /// Lets a packet arrive at `at`: by the network, or by the owner of the loop.
    fn fly(&mut self, at: Time, from: AdapterAddress, to: AdapterAddress, bytes: Vec<u8>) {
        let Some(departures) = &mut self.departures else {
            self.sequence += 1;
            let flight = (at, self.sequence, to, from, bytes);
            self.under_way.push(Reverse(flight));
            return;
        };
        let before = departures.capacity();
        let packet = bytes.capacity();
        departures.push(Departure {
            at,
            from: number(from),
            to: number(to),
            bytes,
        });
        let grown = (departures.capacity() - before) * size_of::<Departure>();
        account::took(packet + grown);
    }
}

impl Network {
    /// An empty network.
    pub fn new(seed: u64, faults: Faults) -> Self {
        Network(Rc::new(RefCell::new(State {
            now: Time(1_000),
            faults,
            random: Pcg64Mcg::seed_from_u64(seed),
            inboxes: BTreeMap::new(),
            cut_off: BTreeSet::new(),
            under_way: BinaryHeap::new(),
            sequence: 0,
            departures: None,
            protection: None,
            watch: Watch::default(),
            seen: VecDeque::new(),
        })))
    }

    /// An empty network whose packets the owner carries: by [`Network::take_departures`] to
    /// [`Network::deliver`]. Time is that of each device's progress. Latency and faults are the owner's.
    pub fn carried() -> Self {
        let faults = Faults {
            latency: Duration::ZERO,
            ..Faults::default()
        };
        let network = Network::new(0, faults);
        network.0.borrow_mut().departures = Some(Vec::new());
        network
    }

    /// Takes the packets that devices have sent, in the order of their sending.
    pub fn take_departures(&self, into: &mut Vec<Departure>) {
        if let Some(departures) = &mut self.0.borrow_mut().departures {
            into.append(departures);
        }
    }

    /// Lets a packet arrive, unless one of its ends is cut off. Its device takes it in its next progress.
    pub fn deliver(&self, departure: Departure) {
        let Departure {
            from, to, bytes, ..
        } = departure;
        let [from, to] = [from, to].map(Self::address);
        let state = &mut *self.0.borrow_mut();
        if state.cut_off.contains(&to) || state.cut_off.contains(&from) {
            return;
        }
        if let Some(inbox) = state.inboxes.get_mut(&to) {
            inbox.push((from, bytes));
        }
    }

    /// Sets the time of a device that makes progress, on a loop.
    pub(crate) fn work_at(&self, now: Time) {
        let state = &mut *self.0.borrow_mut();
        if state.departures.is_some() {
            state.now = now;
        }
    }

    /// Makes the devices that are attached from now on guard their datagrams in this way, which has
    /// counters. The network then panics if a counter is used twice, or a replay is taken.
    pub fn protect(&self, protection: Protection) {
        self.0.borrow_mut().protection = Some(protection);
    }

    /// The number of datagrams with counters that came again and were refused.
    pub fn replays_refused(&self) -> u64 {
        self.0.borrow().watch.replays()
    }

    /// Lets somebody who sees all packets forge and replay them from now on: a lost datagram's front with
    /// other bytes behind it, and any datagram again. The network panics if a device takes one.
    ///
    /// # Panics
    /// If the devices' datagrams are not protected.
    pub fn attack(&self) {
        let mut state = self.0.borrow_mut();
        assert!(state.protection.is_some(), "forgeries would be taken");
        state.watch.is_attacked = true;
    }

    /// The number of forgeries that were refused.
    pub fn forgeries_refused(&self) -> u64 {
        self.0.borrow().watch.forgeries()
    }

    pub(crate) fn watch<R>(&self, look: impl FnOnce(&mut Watch) -> R) -> R {
        look(&mut self.0.borrow_mut().watch)
    }

    /// The address of device `number`.
    pub fn address(number: u16) -> AdapterAddress {
        let [high, low] = number.to_be_bytes();
        AdapterAddress::from(SocketAddr::from((Ipv4Addr::new(10, 0, high, low), PORT)))
    }

    /// Attaches device `number`.
    pub fn attach<M: Memory>(&self, number: u16, seed: u64) -> SimDevice<M> {
        self.attach_without(number, seed, Abilities::NONE)
    }

    /// Attaches device `number`, which does without some abilities.
    pub fn attach_without<M: Memory>(
        &self,
        number: u16,
        seed: u64,
        without: Abilities,
    ) -> SimDevice<M> {
        self.attach_as(AdapterConfig {
            without,
            ..Self::config(number, seed)
        })
    }

    /// The configuration of device `number`.
    pub fn config(number: u16, seed: u64) -> AdapterConfig {
        AdapterConfig::new(Self::address(number), seed)
    }

    /// Attaches a device with this configuration.
    pub fn attach_as<M: Memory>(&self, config: AdapterConfig) -> SimDevice<M> {
        let AdapterConfig { address, seed, .. } = config;
        let old = self.0.borrow_mut().inboxes.insert(address, Vec::new());
        assert!(old.is_none(), "device {address:?} is attached already");
        let protection = self.0.borrow().protection;
        let seals = protection.map(|protection| Seals::new(protection, address, seed));
        SimDevice::new(self.clone(), config, seals)
    }

    /// The virtual time.
    pub fn now(&self) -> Time {
        self.0.borrow().now
    }

    /// Cuts device `number` off the network, or reattaches it. Nothing leaves or reaches a device
    /// that is cut off.
    pub fn set_cut_off(&self, number: u16, is_cut_off: bool) {
        let address = Self::address(number);
        let cut_off = &mut self.0.borrow_mut().cut_off;
        if is_cut_off {
            cut_off.insert(address);
        } else {
            cut_off.remove(&address);
        }
    }

    /// Advances the time to the next arrival or to `deadline`, the owners' earliest, and delivers.
    /// Returns `false` if there is neither. A network that the owner carries has no arrivals of its own.
    pub fn advance(&self, deadline: Option<Time>) -> bool {
        let mut state = self.0.borrow_mut();
        let arrival = state.under_way.peek().map(|Reverse(packet)| packet.0);
        let Some(next) = arrival.into_iter().chain(deadline).min() else {
            return false;
        };
        state.now = state.now.max(next);
        while let Some(Reverse((at, ..))) = state.under_way.peek() {
            if *at > state.now {
                break;
            }
            let Some(Reverse((_, _, to, from, bytes))) = state.under_way.pop() else {
                break;
            };
            if state.cut_off.contains(&to) || state.cut_off.contains(&from) {
                continue;
            }
            if let Some(inbox) = state.inboxes.get_mut(&to) {
                inbox.push((from, bytes));
            }
        }
        true
    }

    pub(crate) fn send(&self, from: AdapterAddress, to: AdapterAddress, bytes: Vec<u8>) {
        let state = &mut *self.0.borrow_mut();
        let Faults {
            loss,
            duplication,
            reordering,
            latency,
        } = state.faults;
        let copies = u32::from(!state.random.random_bool(loss))
            + u32::from(state.random.random_bool(duplication));
        if state.watch.is_attacked {
            state.meddle(from, to, &bytes, copies == 0);
        }
        for bytes in iter::repeat_n(bytes, copies as usize) {
            let late = if state.random.random_bool(reordering) {
                latency.mul_f64(state.random.random_range(0.0..8.0))
            } else {
                Duration::ZERO
            };
            let at = state.now + latency + late;
            state.fly(at, from, to, bytes);
        }
    }

    /// Whether packets have arrived at device `number` that it has not taken.
    pub fn has_arrivals(&self, number: u16) -> bool {
        let inboxes = &self.0.borrow().inboxes;
        let inbox = inboxes.get(&Self::address(number));
        inbox.is_some_and(|inbox| !inbox.is_empty())
    }

    pub(crate) fn take_inbox(&self, address: AdapterAddress) -> Vec<Arrival> {
        self.0
            .borrow_mut()
            .inboxes
            .get_mut(&address)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Takes an inbox back whose packets were handled, to use its memory again.
    pub(crate) fn return_inbox(&self, address: AdapterAddress, mut arrived: Vec<Arrival>) {
        for (_, bytes) in arrived.drain(..) {
            account::freed(bytes.capacity());
        }
        let inboxes = &mut self.0.borrow_mut().inboxes;
        let inbox = inboxes.get_mut(&address);
        match inbox.filter(|inbox| inbox.capacity() == 0 && arrived.capacity() <= INBOX_KEPT) {
            Some(inbox) => *inbox = arrived,
            None => account::freed(arrived.capacity() * size_of::<Arrival>()),
        }
    }
}

/// The number of the device with this address.
fn number(address: AdapterAddress) -> u16 {
    u16::from_be_bytes([address.gid[14], address.gid[15]])
}
