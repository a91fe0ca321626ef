//! The simulated machine: the memory of nodes, the store buffers of processes, and the network.
//!
//! ```text
//!   store ──▶ buffer of the process ──(drawn)──▶ memory of the node ◀──(drawn)── operations under way, in order for each pair
//! ```
//!
//! Stores become visible to other processes one by one, in a random order. Only a releasing store
//! becomes visible after all stores before it. Operations toward another node are executed there in
//! the order of their begin, after a random time. Their source is read at their begin, or as late
//! as at their execution.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use farreach_collectives::{Far, Flight};
use farreach_conformance::VecMemory;
use farreach_verbs::{Memory as _, Sge};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::plan::Bug;
use crate::process::{Failure, SimProcess};

const PAGE: usize = 4096;

/// A process's segment. Pages without a store are zero and take no memory.
#[derive(Default)]
struct Segment(HashMap<usize, Box<[u8; PAGE]>>);

impl Segment {
    fn read(&self, mut at: usize, mut into: &mut [u8]) {
        while !into.is_empty() {
            let (page, begin) = (at / PAGE, at % PAGE);
            let (now, rest) = into.split_at_mut(into.len().min(PAGE - begin));
            match self.0.get(&page) {
                Some(bytes) => now.copy_from_slice(&bytes[begin..begin + now.len()]),
                None => now.fill(0),
            }
            at += now.len();
            into = rest;
        }
    }

    fn write(&mut self, mut at: usize, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (page, begin) = (at / PAGE, at % PAGE);
            let (now, rest) = bytes.split_at(bytes.len().min(PAGE - begin));
            let page = self.0.entry(page).or_insert_with(|| Box::new([0; PAGE]));
            page[begin..begin + now.len()].copy_from_slice(now);
            at += now.len();
            bytes = rest;
        }
    }
}

/// A store that other processes do not see yet.
struct Pending {
    rank: u32,
    at: usize,
    bytes: Vec<u8>,
    /// Whether the store becomes visible only after all stores before it.
    releases: bool,
}

impl Pending {
    fn overlaps(&self, rank: u32, at: usize, len: usize) -> bool {
        self.rank == rank && self.at < at + len && at < self.at + self.bytes.len()
    }
}

/// An operation toward another process.
enum Message {
    /// Bytes for the process's segment.
    Bytes(usize, Vec<u8>),
    /// An operation of a collective that waits for its completion.
    Operation(Far, Option<Vec<u8>>, Arc<Flight<SimProcess>>),
}

/// A barrier on a node.
#[derive(Default)]
struct Gathering {
    arrived: u32,
    generation: u64,
}

pub(crate) struct Machine {
    pub(crate) random: Pcg64Mcg,
    pub(crate) bug: Option<Bug>,
    segments: Vec<Segment>,
    buffers: Vec<Vec<Pending>>,
    /// The number of pending stores.
    pending: usize,
    /// Messages under way, by sender and receiver.
    links: BTreeMap<(u32, u32), VecDeque<Message>>,
    /// The links with messages under way.
    active: Vec<(u32, u32)>,
    /// Operations that were executed, and whose process was not told yet.
    acknowledged: Vec<Arc<Flight<SimProcess>>>,
    exposed: BTreeMap<u32, VecMemory>,
    next_key: u32,
    barriers: HashMap<(u32, usize), Gathering>,
    pub(crate) dead: Vec<bool>,
    /// Why a process ended the job.
    pub(crate) aborted: Option<String>,
    /// Links whose operations failed.
    broken: BTreeSet<(u32, u32)>,
    /// The number of events on the network.
    pub(crate) happened: u64,
}

/// The key of each process's segment.
pub(crate) fn segment_key(rank: u32) -> u32 {
    rank + 1
}

impl Machine {
    pub(crate) fn new(size: u32, seed: u64, bug: Option<Bug>) -> Machine {
        Machine {
            random: Pcg64Mcg::seed_from_u64(seed),
            bug,
            segments: (0..size).map(|_| Segment::default()).collect(),
            buffers: (0..size).map(|_| Vec::new()).collect(),
            pending: 0,
            links: BTreeMap::new(),
            active: Vec::new(),
            acknowledged: Vec::new(),
            exposed: BTreeMap::new(),
            next_key: size + 1,
            barriers: HashMap::new(),
            dead: vec![false; size as usize],
            aborted: None,
            broken: BTreeSet::new(),
            happened: 0,
        }
    }

    /// Loads from a segment, as process `by` sees it.
    pub(crate) fn load(&mut self, by: u32, rank: u32, at: usize, into: &mut [u8]) {
        self.segments[rank as usize].read(at, into);
        for pending in &self.buffers[by as usize] {
            if pending.overlaps(rank, at, into.len()) {
                let begin = pending.at.max(at);
                let end = (pending.at + pending.bytes.len()).min(at + into.len());
                into[begin - at..end - at]
                    .copy_from_slice(&pending.bytes[begin - pending.at..end - pending.at]);
            }
        }
    }

    pub(crate) fn store(&mut self, by: u32, rank: u32, at: usize, bytes: &[u8], releases: bool) {
        if bytes.is_empty() {
            return;
        }
        let releases = releases && self.bug != Some(Bug::NoRelease);
        self.buffers[by as usize].push(Pending {
            rank,
            at,
            bytes: bytes.to_vec(),
            releases,
        });
        self.pending += 1;
        if self.random.random_bool(0.3) {
            self.flush(by);
        }
    }

    /// Makes all stores of a process visible.
    pub(crate) fn flush(&mut self, by: u32) {
        for pending in std::mem::take(&mut self.buffers[by as usize]) {
            self.pending -= 1;
            self.segments[pending.rank as usize].write(pending.at, &pending.bytes);
        }
    }

    /// Whether a link failed.
    pub(crate) fn has_broken(&self) -> bool {
        !self.broken.is_empty()
    }

    pub(crate) fn has_pending(&self) -> bool {
        self.pending > 0
    }

    /// Makes a random store visible.
    pub(crate) fn commit_some(&mut self) {
        let processes = self.buffers.len();
        let first = self.random.random_range(0..processes);
        let found = (0..processes).map(|next| (first + next) % processes);
        let Some(by) = { found }.find(|&by| !self.buffers[by].is_empty()) else {
            return;
        };
        // The stores up to the first releasing one are unordered.
        let free = self.buffers[by].iter().position(|pending| pending.releases);
        let free = free.map_or(self.buffers[by].len(), |at| at.max(1));
        let drawn = self.random.random_range(0..free);
        // Stores to one address keep their order.
        let buffer = &self.buffers[by];
        let (rank, at, len) = (
            buffer[drawn].rank,
            buffer[drawn].at,
            buffer[drawn].bytes.len(),
        );
        let first = buffer
            .iter()
            .position(|other| other.overlaps(rank, at, len));
        let pending = self.buffers[by].remove(first.expect("itself at least"));
        self.pending -= 1;
        self.segments[pending.rank as usize].write(pending.at, &pending.bytes);
    }

    /// An atomic operation of a process on a word of its node.
    pub(crate) fn atomic<const N: usize>(
        &mut self,
        by: u32,
        rank: u32,
        at: usize,
        change: impl FnOnce([u8; N]) -> [u8; N],
    ) -> [u8; N] {
        self.flush(by);
        let mut word = [0; N];
        self.segments[rank as usize].read(at, &mut word);
        let word = change(word);
        self.segments[rank as usize].write(at, &word);
        word
    }

    pub(crate) fn arrive(&mut self, by: u32, barrier: (u32, usize), of: u32) -> (u64, bool) {
        self.flush(by);
        let gathering = self.barriers.entry(barrier).or_default();
        gathering.arrived += 1;
        assert!(gathering.arrived <= of, "more than all came");
        (gathering.generation, gathering.arrived == of)
    }

    pub(crate) fn arrived(&self, barrier: (u32, usize)) -> (u32, u64) {
        let gathering = self.barriers.get(&barrier);
        gathering.map_or((0, 0), |gathering| {
            (gathering.arrived, gathering.generation)
        })
    }

    pub(crate) fn release(&mut self, by: u32, barrier: (u32, usize)) {
        self.flush(by);
        let gathering = self.barriers.get_mut(&barrier).expect("all came");
        gathering.arrived = 0;
        gathering.generation += 1;
    }

    /// Registers memory for other nodes. Returns its key.
    pub(crate) fn expose(&mut self, memory: VecMemory) -> u32 {
        self.next_key += 1;
        self.exposed.insert(self.next_key, memory);
        self.next_key
    }

    pub(crate) fn hide(&mut self, key: u32) {
        self.exposed.remove(&key).expect("exposed until now");
    }

    /// The buffer of a key. It may be gone only if members left because one died.
    fn exposed(&self, key: u32) -> Option<&VecMemory> {
        let exposed = self.exposed.get(&key);
        let has_death = self.dead.contains(&true);
        assert!(
            exposed.is_some() || has_death,
            "somebody reaches for a buffer that has ended"
        );
        exposed
    }

    /// The bytes of a key of process `of`, or of its segment.
    fn read_key(&self, of: u32, key: u32, at: usize, len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        if key == segment_key(of) {
            self.segments[of as usize].read(at, &mut bytes);
        } else {
            self.exposed(key)?
                .read(at, &mut bytes)
                .expect("inside the buffer");
        }
        Some(bytes)
    }

    fn write_key(&mut self, of: u32, key: u32, at: usize, bytes: &[u8]) -> Option<()> {
        if key == segment_key(of) {
            self.segments[of as usize].write(at, bytes);
        } else {
            self.exposed(key)?
                .write(at, bytes)
                .expect("inside the buffer");
        }
        Some(())
    }

    fn push(&mut self, from: u32, to: u32, message: Message) {
        let link = self.links.entry((from, to)).or_default();
        if link.is_empty() {
            self.active.push((from, to));
        }
        link.push_back(message);
    }

    /// Sends bytes to a process's segment. The sender's earlier stores become visible first.
    pub(crate) fn send(&mut self, from: u32, to: u32, at: usize, bytes: &[u8]) {
        self.flush(from);
        self.push(from, to, Message::Bytes(at, bytes.to_vec()));
    }

    /// An operation on its way.
    pub(crate) fn begin(
        &mut self,
        from: u32,
        to: u32,
        operation: Far,
        flight: &Arc<Flight<SimProcess>>,
    ) {
        self.flush(from);
        let early = match operation {
            Far::Write { from: source, .. } | Far::WriteExposed { from: source, .. }
                if self.random.random_bool(0.5) =>
            {
                self.read_key(
                    from,
                    source.lkey.0,
                    source.addr as usize,
                    source.len as usize,
                )
            }
            _ => None,
        };
        flight.begin_operation();
        let operation = Message::Operation(operation, early, Arc::clone(flight));
        self.push(from, to, operation);
        if self.bug == Some(Bug::EarlyCompletion) {
            // The planted bug: the completion is reported now, before the execution.
            self.acknowledged.push(Arc::clone(flight));
        }
    }

    pub(crate) fn is_network_busy(&self) -> bool {
        !self.active.is_empty() || !self.acknowledged.is_empty()
    }

    /// Executes a random message.
    pub(crate) fn deliver_some(&mut self) {
        let events = self.active.len() + self.acknowledged.len();
        let drawn = self.random.random_range(0..events);
        if drawn >= self.active.len() {
            let at = drawn - self.active.len();
            self.acknowledged.swap_remove(at).end_operation(None);
            return;
        }
        let (from, to) = self.active[drawn];
        let link = self.links.get_mut(&(from, to)).expect("active");
        let message = if self.bug == Some(Bug::NoOrder) && link.len() > 1 {
            link.swap(0, 1);
            link.pop_front()
        } else {
            link.pop_front()
        };
        let message = message.expect("active");
        if link.is_empty() {
            self.active.swap_remove(drawn);
        }
        self.happened += 1;
        let is_gone = self.dead[to as usize] || self.dead[from as usize];
        if is_gone || self.broken.contains(&(from, to)) {
            if let Message::Operation(_, _, flight) = &message {
                flight.end_operation(Some(Failure));
            }
            return;
        }
        match message {
            Message::Bytes(at, bytes) => self.segments[to as usize].write(at, &bytes),
            Message::Operation(operation, early, flight) => {
                if self.happen(from, to, operation, early.as_deref()).is_none() {
                    self.broken.insert((from, to));
                    flight.end_operation(Some(Failure));
                    return;
                }
                if self.bug != Some(Bug::EarlyCompletion) {
                    self.acknowledged.push(flight);
                }
            }
        }
    }

    fn happen(&mut self, from: u32, to: u32, operation: Far, early: Option<&[u8]>) -> Option<()> {
        let source = |machine: &Machine, sge: Sge| {
            let now = || machine.read_key(from, sge.lkey.0, sge.addr as usize, sge.len as usize);
            early.map(<[u8]>::to_vec).or_else(now)
        };
        match operation {
            Far::Write { from: sge, offset } => {
                let bytes = source(self, sge)?;
                self.segments[to as usize].write(offset, &bytes);
            }
            Far::WriteExposed { from: sge, remote } => {
                let bytes = source(self, sge)?;
                self.write_key(to, remote.rkey.0, remote.addr as usize, &bytes)?;
            }
            Far::ReadExposed { into, remote } => {
                let len = into.len as usize;
                let bytes = self.read_key(to, remote.rkey.0, remote.addr as usize, len)?;
                self.write_key(from, into.lkey.0, into.addr as usize, &bytes)?;
            }
            Far::Store { offset, word } => {
                self.segments[to as usize].write(offset, &word.to_ne_bytes());
            }
            Far::Count { offset } => {
                if self.bug != Some(Bug::LostCount) {
                    let mut word = [0; 8];
                    self.segments[to as usize].read(offset, &mut word);
                    let word = u64::from_ne_bytes(word) + 1;
                    self.segments[to as usize].write(offset, &word.to_ne_bytes());
                }
            }
        }
        Some(())
    }
}
