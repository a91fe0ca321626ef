//! Somebody sees all packets between two adapters, on a wire that loses packets, and sends in the names
//! of both, but has no key. PSNs wrap meanwhile.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_roce::frame::{Opener, Protection, Sealer};
use farreach_roce::wire::{CHECK_LEN, Opcode};
use farreach_roce::{Adapter, AdapterConfig};
use farreach_verbs::{
    Access, AdapterAddress, AtomicOp, AtomicWidth, CompletionStatus, CqId, Data, Memory,
    PacketCheck, QpInit, QpNumber, QpTransition, Region, RemoteAddress, Retry, SendOp, SendRequest,
    Sge, Time, Transport,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::net::{address, receive_in_place, sent_by};
use crate::seed::Seed;

const MTU: usize = 1024;
/// Slots that a side writes in turn. Each holds the longest write.
const SLOTS: usize = 8;
const SLOT: usize = 3 * MTU;
/// The bytes that the other side writes. A counter that it adds to follows, then room for reads and for
/// what is written.
const WRITTEN: usize = SLOTS * SLOT;
const READ_AT: usize = WRITTEN + 8;
const SOURCE_AT: usize = READ_AT + SLOT;
const BYTES: usize = SOURCE_AT + WRITTEN;
/// Operations of each side.
const OPERATIONS: usize = 150;
/// The byte of forged payloads. Nobody else writes it.
const FORGED: u8 = 0xee;
/// PSNs wrap after 20 packets.
const FIRST_PSN: u32 = 0xff_ffec;
const SECRET: [u8; 32] = [6; 32];
const LATENCY: Duration = Duration::from_micros(5);
/// Longer than any schedule takes without harm.
const LIMIT: Duration = Duration::from_mins(5);

/// What the attacker does.
#[derive(Clone, Copy, PartialEq)]
enum Attack {
    /// Sends any packet again, sends packets with other headers, and headers that he guesses.
    Headers,
    /// Also puts other payloads behind the headers of lost packets.
    Payloads,
}

struct Side {
    adapter: Adapter<VecMemory>,
    sealer: Sealer,
    opener: Opener,
    address: AdapterAddress,
    cq: CqId,
    qp: QpNumber,
    memory: VecMemory,
    region: Region,
    posted: usize,
    completed: usize,
    /// What the other side's memory has to be in the end.
    model: Vec<u8>,
}

/// A frame under way: when it arrives, a number, whose it is, and its bytes.
type Flight = (Time, u64, usize, Vec<u8>);

struct World {
    sides: [Side; 2],
    now: Time,
    rng: Pcg64Mcg,
    under_way: BinaryHeap<Reverse<Flight>>,
    flights: u64,
    protection: Protection,
    attack: Attack,
    /// All frames that the attacker saw, with their senders.
    seen: Vec<(usize, Vec<u8>)>,
}

fn side(index: usize, protection: Protection) -> Side {
    let address = address(2 * index);
    let mut adapter = Adapter::new(AdapterConfig::new(address, index as u64));
    let pd = adapter.create_pd().unwrap();
    let cq = adapter.create_cq(1000).unwrap();
    let memory = VecMemory::allocate(BYTES);
    let region = adapter.register(pd, memory.clone(), 0, Access::ALL);
    let init = QpInit {
        transport: Transport::Rc,
        pd,
        send_cq: cq,
        recv_cq: cq,
        srq: None,
        max_send: 1000,
        max_recv: 1,
        domain: None,
        partner: None,
    };
    Side {
        qp: adapter.create_qp(&init).unwrap(),
        adapter,
        sealer: Sealer::new(protection, address, index as u64),
        opener: Opener::new(protection, address),
        address,
        cq,
        memory,
        region: region.unwrap(),
        posted: 0,
        completed: 0,
        model: vec![0; WRITTEN + 8],
    }
}

impl Side {
    fn connect(&mut self, (to, remote_qp): (AdapterAddress, QpNumber)) {
        let patience = Retry::For(LIMIT);
        for transition in [
            QpTransition::ToInit {
                access: Access::ALL,
                qkey: 0,
            },
            QpTransition::ToRtr {
                remote: to,
                remote_qp,
                expected_psn: FIRST_PSN,
                mtu: MTU as u32,
                max_dest_rd_atomic: 4,
                min_rnr_timer: Duration::from_millis(1),
                check: PacketCheck::Keyed([3; 16]),
            },
            QpTransition::ToRts {
                psn: FIRST_PSN,
                max_rd_atomic: 4,
                timeout: Duration::from_millis(1),
                retry: patience,
                rnr_retry: patience,
            },
        ] {
            self.adapter.modify_qp(self.qp, &transition).unwrap();
        }
    }

    /// Posts the next operation: mostly a write, now and then a read or an addition.
    fn post(&mut self, rng: &mut Pcg64Mcg, there: Region) {
        let number = self.posted;
        let at = number % SLOTS * SLOT;
        let local = |addr: usize, len| Sge {
            lkey: self.region.lkey,
            addr: addr as u64,
            len,
        };
        let remote = |addr: usize| RemoteAddress {
            rkey: there.rkey,
            addr: addr as u64,
        };
        let len = 4 * rng.random_range(1..=SLOT / 4);
        let op = match rng.random_range(0..8) {
            0 => SendOp::Read {
                local: local(READ_AT, len as u32),
                remote: remote(at),
            },
            1 => {
                let counter = self.model.last_chunk_mut::<8>().unwrap();
                *counter = (u64::from_ne_bytes(*counter) + 1).to_ne_bytes();
                SendOp::Atomic {
                    local: local(READ_AT, 8),
                    remote: remote(WRITTEN),
                    width: AtomicWidth::W64,
                    op: AtomicOp::Add(1),
                }
            }
            _ => {
                let bytes = vec![(number % 200) as u8 + 1; len];
                self.memory.write(SOURCE_AT + at, &bytes).unwrap();
                self.model[at..at + len].copy_from_slice(&bytes);
                SendOp::Write {
                    data: Data::Sge(local(SOURCE_AT + at, len as u32)),
                    remote: remote(at),
                    imm: None,
                }
            }
        };
        let request = SendRequest::new(number as u64, op);
        self.adapter.post_send(self.qp, &request).unwrap();
        self.posted += 1;
    }
}

impl World {
    fn new(seed: u64, protection: Protection, attack: Attack) -> World {
        let mut sides = [side(0, protection), side(1, protection)];
        let ends = [0, 1].map(|index: usize| (sides[index].address, sides[index].qp));
        sides[0].connect(ends[1]);
        sides[1].connect(ends[0]);
        World {
            sides,
            now: Time(1_000),
            rng: Pcg64Mcg::seed_from_u64(seed),
            under_way: BinaryHeap::new(),
            flights: 0,
            protection,
            attack,
            seen: Vec::new(),
        }
    }

    /// Runs all operations. Returns whether a forged payload was taken.
    fn run(&mut self) -> bool {
        let begun = self.now;
        let regions = [self.sides[0].region, self.sides[1].region];
        let mut idle = 0;
        while self.sides.iter().any(|side| side.completed < OPERATIONS) || idle < 3 {
            idle += 1;
            for index in [0, 1] {
                let side = &mut self.sides[index];
                // A slot is written again when its last write is complete.
                if side.posted < OPERATIONS && side.posted < side.completed + SLOTS {
                    side.post(&mut self.rng, regions[1 - index]);
                    idle = 0;
                }
                while let Some(completion) = side.adapter.poll_cq(side.cq) {
                    assert_eq!(completion.status, CompletionStatus::Success);
                    side.completed += 1;
                }
                for (to, datagram) in sent_by(&mut side.adapter, self.now) {
                    let side = &mut self.sides[index];
                    let (before, behind) = side.sealer.room(to);
                    let mut frame = [vec![0; before], datagram, vec![0; behind]].concat();
                    side.sealer.seal(to, &mut frame);
                    self.carry(index, frame);
                    idle = 0;
                }
            }
            if self
                .sides
                .iter()
                .any(|side| side.memory.to_vec().contains(&FORGED))
            {
                return true;
            }
            self.advance();
            assert!(idle < 10_000, "nothing happens any more");
            assert!(
                self.now.since(begun) < LIMIT,
                "the connection does not go on"
            );
        }
        for index in [0, 1] {
            let there = self.sides[1 - index].memory.to_vec();
            let model = &self.sides[index].model;
            assert!(
                there[..model.len()] == model[..],
                "what {index} wrote is not there"
            );
        }
        false
    }

    /// Sends a frame through the wire, which the attacker watches.
    fn carry(&mut self, from: usize, frame: Vec<u8>) {
        let is_lost = self.rng.random_bool(0.1);
        let forgeries = self.forge(from, &frame, is_lost);
        if !is_lost {
            self.launch(from, LATENCY, frame.clone());
        }
        for (name, forgery) in forgeries {
            let delay = LATENCY.mul_f64(self.rng.random_range(0.5..4.0));
            self.launch(name, delay, forgery);
        }
        self.seen.push((from, frame));
    }

    fn launch(&mut self, from: usize, delay: Duration, frame: Vec<u8>) {
        self.flights += 1;
        let flight = (self.now + delay, self.flights, from, frame);
        self.under_way.push(Reverse(flight));
    }

    /// What the attacker sends when he sees a frame, and in whose names.
    fn forge(&mut self, from: usize, frame: &[u8], is_lost: bool) -> Vec<(usize, Vec<u8>)> {
        let (before, behind) = self.protection.room();
        let end = frame.len() - behind;
        // He does not know where the headers of an encrypted packet end.
        let headers = Opcode::from_u8(frame[before]).map_or(12, Opcode::head_len);
        let payload = end.min(before + headers + CHECK_LEN);
        let mut forgeries = Vec::new();
        if is_lost && self.attack == Attack::Payloads {
            let mut forged = frame.to_vec();
            forged[payload..end].fill(FORGED);
            self.seal_again(from, &mut forged);
            forgeries.push((from, forged));
        }
        if self.rng.random_bool(0.2) && !self.seen.is_empty() {
            let at = self.rng.random_range(0..self.seen.len());
            forgeries.push(self.seen[at].clone());
        }
        if self.rng.random_bool(0.2) {
            // The headers of a packet that was sent, changed: PSN, address, length, opcode ..
            let mut forged = frame.to_vec();
            let at = self.rng.random_range(before..payload);
            forged[at] ^= 1 << self.rng.random_range(0..8);
            self.seal_again(from, &mut forged);
            forgeries.push((from, forged));
        }
        if self.rng.random_bool(0.2) {
            // A guessed check behind headers that are expected next.
            let mut forged = frame.to_vec();
            let psn = &mut forged[before + 8..before + 12];
            let next = u32::from_be_bytes(psn.try_into().unwrap());
            let next = next.wrapping_add(self.rng.random_range(0..4));
            psn.copy_from_slice(&next.to_be_bytes());
            self.rng
                .fill_bytes(&mut forged[payload - CHECK_LEN..payload]);
            self.seal_again(from, &mut forged);
            forgeries.push((from, forged));
        }
        forgeries
    }

    /// Makes a changed frame as good as one can without a key: with a new CRC, where frames have one.
    fn seal_again(&self, from: usize, frame: &mut [u8]) {
        if self.protection == Protection::Checked {
            let mut sealer = Sealer::new(Protection::Checked, self.sides[from].address, 0);
            sealer.seal(self.sides[1 - from].address, frame);
        }
    }

    /// Lets time pass until something arrives or is due.
    fn advance(&mut self) {
        let arrival = self.under_way.peek().map(|Reverse(flight)| flight.0);
        let deadlines = self.sides.iter().map(|side| side.adapter.next_deadline());
        let Some(next) = deadlines.chain([arrival]).flatten().min() else {
            return;
        };
        self.now = self.now.max(next);
        while let Some(Reverse((at, ..))) = self.under_way.peek()
            && *at <= self.now
        {
            let Reverse((_, _, from, mut frame)) = self.under_way.pop().unwrap();
            let name = self.sides[from].address;
            let side = &mut self.sides[1 - from];
            if let Ok(datagram) = side.opener.open(name, &mut frame) {
                receive_in_place(&mut side.adapter, self.now, name, datagram);
            }
        }
        for side in &mut self.sides {
            side.adapter.handle_timeout(self.now);
        }
    }
}

/// Runs schedules with this protection. Returns in how many a forged payload was taken.
fn taken(protection: Protection, attack: Attack) -> usize {
    let seed = Seed::new(0xa77a);
    let forged = |offset: &u64| World::new(seed.value() + offset, protection, attack).run();
    (0..20).filter(forged).count()
}

#[test]
fn no_packet_that_is_replayed_or_made_without_a_key_is_taken_while_psns_wrap() {
    for protection in [Protection::Plain, Protection::Checked] {
        assert_eq!(taken(protection, Attack::Headers), 0);
    }
}

#[test]
fn no_payload_is_taken_under_the_headers_of_a_lost_packet() {
    for protection in [
        Protection::Authentic(Some(SECRET)),
        Protection::Sealed(Some(SECRET)),
    ] {
        assert_eq!(taken(protection, Attack::Payloads), 0);
    }
}

/// The limit of what covers headers alone, or has no key. It shows that the attack works.
#[test]
fn a_crc_does_not_keep_payloads_from_being_replaced() {
    for protection in [Protection::Plain, Protection::Checked] {
        assert!(taken(protection, Attack::Payloads) > 0);
    }
}
