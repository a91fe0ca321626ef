use alloc::vec;

use farreach_conformance::VecMemory;
use farreach_connect::{AssociationEvent, JobKey, Retransmit, split_association};
use farreach_sim::{Faults, Network, SimDevice};
use farreach_verbs::{
    AdapterAddress, AtomicOp, AtomicWidth, Device, ListedWrite, Lkey, PdId, QpNumber, Region, Rkey,
    UdDestination, UdSource,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::*;
use crate::exposed::Exposed;
use crate::lists::Lists;
use crate::op::{Source, Target, Tracking};
use crate::segments::SEGMENT_BASE;

/// Bytes of a segment.
const LEN: usize = 8 << 10;
const GIVE_UP: Duration = Duration::from_secs(5);

fn endpoint(rank: Rank) -> UdDestination {
    UdDestination {
        address: AdapterAddress {
            gid: [rank as u8; 16],
            port: 1,
        },
        qp: QpNumber(2),
        qkey: 3,
    }
}

/// One of two processes, and all operations toward the other.
struct Process {
    rank: Rank,
    unconnected: Unconnected<VecMemory>,
    exposed: Exposed<VecMemory>,
    memory: VecMemory,
    lists: Lists<VecMemory>,
    device: SimDevice<VecMemory>,
    pd: PdId,
    /// The operations that were not sent yet.
    pending: VecDeque<(u32, Op<VecMemory>)>,
    /// What each operation's end must report, by index.
    expected: BTreeMap<u32, Expected>,
    /// The expected contents of the other's segment at the end.
    model: Vec<u8>,
    /// Bytes of messages that arrived, and of messages that the other sent.
    messages: Vec<u8>,
    errors: usize,
}

enum Expected {
    Nothing,
    /// Out of range: the error comes with the operation's end, or after it.
    Error,
    Word(u64),
    Bytes(VecMemory, Vec<u8>),
}

impl Process {
    fn new(rank: Rank, seed: u64) -> Self {
        let config = AssociationConfig {
            rank,
            size: 2,
            job_key: JobKey([9; 32]),
            seed,
            endpoint: endpoint(rank),
            max_datagram: 700,
            retransmit: Retransmit::default(),
            give_up: GIVE_UP,
            window: 8,
            budget: 64,
        };
        let memory = VecMemory::allocate(LEN);
        let mut exposed = Exposed::new();
        let (lkey, rkey) = (Lkey(1), Rkey(1));
        let base = SEGMENT_BASE;
        let region = Region { lkey, rkey, base };
        let can = (farreach_verbs::Abilities::ALL, 1);
        exposed.set_segment(Some(region), memory.clone(), None, can);
        let mut device = Network::new(1, Faults::default()).attach(0, 1);
        let pd = device.create_pd().unwrap();
        Process {
            rank,
            unconnected: Unconnected::new(config, Hybrid::default()),
            exposed,
            memory,
            lists: Lists::new(LEN as u32),
            device,
            pd,
            pending: VecDeque::new(),
            expected: BTreeMap::new(),
            model: vec![0; LEN],
            messages: Vec::new(),
            errors: 0,
        }
    }

    /// Begins a random operation. Returns the bytes of a message that it sends.
    fn ask(&mut self, now: Time, index: u32, random: &mut Pcg64) -> Vec<u8> {
        let len = *[8, 40, 3000].get(random.random_range(0..3)).unwrap();
        let at = random.random_range(0..(LEN - len) / 8) * 8;
        let offset = at as u64;
        let bytes: Vec<u8> = (0..len).map(|_| random.random()).collect();
        let range = at..at + len;
        let owned = Source::Owned(VecMemory::from_bytes(&bytes));
        let mut expected = Expected::Nothing;
        let op = match random.random_range(0..6) {
            0 => {
                self.model[range].copy_from_slice(&bytes);
                Op::Put {
                    source: owned,
                    offset,
                }
            }
            1 => {
                let into = VecMemory::allocate(len);
                expected = Expected::Bytes(into.clone(), self.model[range].to_vec());
                let into = Target::Owned(into);
                Op::Get { into, offset }
            }
            2 => {
                let word = &mut self.model[at..at + 8];
                let old = u64::from_le_bytes(word.try_into().unwrap());
                word.copy_from_slice(&old.wrapping_add(5).to_le_bytes());
                expected = Expected::Word(old);
                Op::Atomic {
                    width: AtomicWidth::W64,
                    op: AtomicOp::Add(5),
                    offset,
                }
            }
            3 => {
                expected = Expected::Error;
                Op::Put {
                    source: Source::Owned(VecMemory::allocate(8)),
                    offset: LEN as u64 - 4,
                }
            }
            4 if self.pending.is_empty() && !self.unconnected.has_begun(self.peer()) => {
                self.send_list(now, index, &bytes[..8], at);
                return Vec::new();
            }
            _ => {
                self.expected.insert(index, expected);
                self.pending.push_back((index, Op::Message { data: owned }));
                return bytes;
            }
        };
        self.expected.insert(index, expected);
        self.pending.push_back((index, op));
        Vec::new()
    }

    /// Sends a list of two hundred puts, of which the last takes effect.
    fn send_list(&mut self, now: Time, index: u32, bytes: &[u8], at: usize) {
        let (device, peer) = (&mut self.device, 1 - self.rank);
        let list = self.lists.take(device, self.pd, LEN, 8).unwrap().unwrap();
        self.lists.open(list, peer, Tracking::Implicit, LEN);
        for nth in (0..200).rev() {
            let bytes = &bytes.iter().map(|byte| byte ^ nth).collect::<Vec<u8>>()[..];
            let offset = at as u64;
            let entry = ListedWrite { offset, bytes };
            assert!(self.lists.add(list, Tracking::Implicit, entry).is_some());
        }
        self.model[at..at + bytes.len()].copy_from_slice(bytes);
        self.expected.insert(index, Expected::Nothing);
        let list_of_puts = self.lists.get(list);
        self.unconnected
            .enqueue_list(now, peer, index, list_of_puts);
        self.lists.free(list);
    }

    fn peer(&self) -> Rank {
        1 - self.rank
    }

    /// Sends as much as flow control permits.
    fn send(&mut self, now: Time) {
        let peer = self.peer();
        self.unconnected.go_on(now, peer, &self.exposed);
        while !self.unconnected.has_begun(peer)
            && let Some((_, op)) = self.pending.front()
            && self.unconnected.has_turn(peer, op.is_answered())
            && let Some(op) = self.pending.pop_front()
        {
            self.unconnected.enqueue(now, peer, op, &self.exposed);
        }
    }

    /// Handles what arrived, and checks the operations that ended.
    fn take(&mut self, now: Time) {
        let unconnected = &mut self.unconnected;
        unconnected.associations().handle_timeout(now);
        while let Some((peer, bytes)) = unconnected.poll_record() {
            match Record::parse(&bytes).unwrap() {
                Record::Reply { id, at, bytes } => {
                    assert!(unconnected.take_reply(now, peer, (id, at), bytes, &self.exposed));
                }
                Record::Refused { id, offset, .. } => {
                    let error = EngineError::OutOfSegment {
                        peer,
                        offset,
                        len: 8,
                        limit: LEN as u64,
                    };
                    let noted = unconnected.take_refusal(now, peer, id, error);
                    self.errors += usize::from(noted.is_err());
                }
                Record::Message { bytes, .. } => self.messages.extend_from_slice(bytes),
                request => unconnected.serve(now, peer, &request, &self.exposed),
            }
            unconnected.give_back(bytes);
        }
        while let Some(event) = unconnected.associations().poll_event() {
            match event {
                AssociationEvent::Acknowledged { peer } => {
                    unconnected.acknowledged(peer);
                }
                AssociationEvent::Failed { error } => {
                    let peer = error.peer;
                    unconnected.fail_all(now, peer, &EngineError::Connect(error));
                }
                AssociationEvent::Abandoned { .. } => unreachable!("neither gives up alone"),
            }
        }
        while let Some(ended) = self.unconnected.poll_ended() {
            let expected = self.expected.remove(&ended.index).expect("it ends once");
            self.errors += usize::from(ended.result.is_err());
            match expected {
                Expected::Nothing | Expected::Error => {}
                Expected::Word(old) => {
                    if let Ok(word) = ended.result {
                        assert_eq!(word, Some(old));
                    }
                }
                Expected::Bytes(memory, bytes) => {
                    assert!(ended.result.is_err() || memory.to_vec() == bytes);
                }
            }
        }
    }
}

/// Lets two processes begin `count` operations toward each other. `loss` is the fraction of
/// datagrams that are lost. Returns the processes when all operations have ended.
fn run(seed: u64, count: u32, loss: f64) -> [Process; 2] {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut both = [Process::new(0, seed), Process::new(1, seed + 1)];
    let mut sent = [Vec::new(), Vec::new()];
    let mut wire: Vec<(usize, Vec<u8>)> = Vec::new();
    let mut now = Time(1);
    let (mut asked, mut faults) = (0, 0);
    while asked < count || both.iter().any(|process| !process.expected.is_empty()) {
        now = now + Duration::from_millis(1);
        assert!(now < Time(1) + 20 * GIVE_UP, "seed {seed} hangs");
        for (from, process) in both.iter_mut().enumerate() {
            if asked < count {
                sent[from].extend(process.ask(now, asked, &mut random));
                faults += usize::from(matches!(
                    process.expected.get(&asked),
                    Some(Expected::Error)
                ));
            }
            process.send(now);
            while let Some(to) = process.unconnected.poll_ready() {
                let mut datagram = Vec::new();
                let associations = process.unconnected.associations();
                if associations.datagram(now, to, &endpoint(to), &mut datagram)
                    && !random.random_bool(loss)
                {
                    wire.push((from, datagram));
                }
            }
        }
        asked += 1;
        while !wire.is_empty() && random.random_bool(0.8) {
            let at = random.random_range(0..wire.len());
            let (from, datagram) = if random.random_bool(0.1) {
                wire[at].clone()
            } else {
                wire.swap_remove(at)
            };
            let UdDestination { address, qp, .. } = endpoint(from as Rank);
            let (datagram, rest) = split_association(&datagram);
            assert!(rest.is_empty());
            let associations = both[1 - from].unconnected.associations();
            associations.handle_datagram(now, UdSource { address, qp }, datagram);
        }
        for process in &mut both {
            process.take(now);
        }
    }
    if loss < 1.0 {
        // Refused operations whose errors came after their ends.
        for _ in 0..1000 {
            now = now + Duration::from_millis(1);
            for (from, datagram) in wire.drain(..) {
                let UdDestination { address, qp, .. } = endpoint(from as Rank);
                let associations = both[1 - from].unconnected.associations();
                associations.handle_datagram(now, UdSource { address, qp }, &datagram);
            }
            for (from, process) in both.iter_mut().enumerate() {
                process.take(now);
                while let Some(to) = process.unconnected.poll_ready() {
                    let mut datagram = Vec::new();
                    let associations = process.unconnected.associations();
                    if associations.datagram(now, to, &endpoint(to), &mut datagram) {
                        wire.push((from, datagram));
                    }
                }
            }
        }
        let errors: usize = both.iter().map(|process| process.errors).sum();
        assert_eq!(errors, faults, "seed {seed}");
        assert!(both[0].messages == sent[1] && both[1].messages == sent[0]);
    }
    both
}

#[test]
fn all_is_done_once_and_in_order_over_a_wire_that_loses_and_doubles() {
    for seed in 0..30 {
        let [one, other] = run(seed, 150, 0.1);
        assert_eq!(one.memory.to_vec(), other.model, "seed {seed}");
        assert_eq!(other.memory.to_vec(), one.model, "seed {seed}");
        for process in [&one, &other] {
            assert!(!process.unconnected.is_under_way(process.peer()));
            assert!(process.unconnected.awaited.is_empty());
        }
    }
}

#[test]
fn all_ends_with_an_error_if_nothing_arrives() {
    let both = run(1, 20, 1.0);
    for process in both {
        assert!(!process.unconnected.is_under_way(process.peer()));
        assert!(process.unconnected.awaited.is_empty());
        assert!(process.pending.is_empty());
        assert!(process.errors >= 20);
        assert_eq!(process.memory.to_vec(), [0; LEN]);
    }
}

#[test]
fn datagrams_stand_in_longer_each_time_until_there_is_a_connection() {
    let mut unconnected = Process::new(0, 1).unconnected;
    let mut random = Pcg64::seed_from_u64(3);
    let mut now = Time(1);
    let mut last = Duration::ZERO;
    for _ in 0..12 {
        unconnected.stand_in(now, 1, &mut random);
        assert!(!unconnected.is_retry_due(now, 1));
        assert!(unconnected.is_retry_due(now + PAUSE_MAX, 1));
        let pause = unconnected.peers[&1].stands_in.unwrap().pause;
        assert!(pause > last || pause == PAUSE_MAX);
        last = pause;
        now = now + PAUSE_MAX;
    }
    assert!(unconnected.stands_in(1));
    assert!(!unconnected.connected(1), "nothing went in datagrams");
    assert!(!unconnected.stands_in(1) && !unconnected.is_used(1));
}
