//! Registrations that outlive their operation, on devices that pin pages: a program maps, fills, sends, receives, empties and unmaps
//! memory in any order. Each transfer has to reach the pages that the program has at its addresses.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::panic::catch_unwind;
use std::rc::Rc;
use std::time::Duration;

use farreach_conformance::VecMemory;
use farreach_engine::{
    Atomics, Config, Directory, Engine, Fabric, JobKey, Op, Peers, Rank, Retransmit, Source,
    Target, Tracking,
};
use farreach_sim::{Faults, Network, SimDevice};
use farreach_verbs::{
    Abilities, Access, AtomicOp, AtomicWidth, Attributes, Change, Device, DeviceError, Memory,
    MemoryError, PdId, Region, Time, UdDestination, forward_device,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Bytes of a page.
const PAGE: usize = 64;
/// The addresses that the program uses.
const FIRST: u64 = 0x1000;
const PAGES: u64 = 16;
/// Bytes of registrations that are kept. Less than the program's memory.
const KEPT: u64 = 10 * PAGE as u64;
/// The steps of a schedule.
const STEPS: usize = 120;

/// The addresses of a process, with its kernel.
#[derive(Clone, Default)]
struct Space(Rc<RefCell<Mapped>>);

#[derive(Default)]
struct Mapped {
    /// The page at each address that has one.
    pages: BTreeMap<u64, VecMemory>,
    /// Pages whose changes are told.
    watched: BTreeSet<u64>,
    /// Changes that the device has not heard of.
    told: VecDeque<Change>,
    /// Changes that have begun, and that can't be heard yet.
    hidden: VecDeque<Change>,
    /// Pages that `madvise` is about to take.
    emptying: Vec<u64>,
    /// Pages whose changes can't be told.
    unwatchable: Vec<u64>,
}

fn pages(range: &Range<u64>) -> impl Iterator<Item = u64> + use<> {
    let page = PAGE as u64;
    (range.start - range.start % page..range.end).step_by(PAGE)
}

impl Space {
    fn map(&self, range: &Range<u64>) {
        let mut mapped = self.0.borrow_mut();
        for page in pages(range) {
            mapped.pages.insert(page, VecMemory::allocate(PAGE));
        }
    }

    fn is_mapped(&self, range: &Range<u64>) -> bool {
        let mapped = self.0.borrow();
        pages(range).all(|page| mapped.pages.contains_key(&page))
    }

    /// Takes the pages away. The change is told at once, or has begun and is told later.
    fn unmap(&self, range: &Range<u64>, is_hidden: bool) {
        let mapped = &mut *self.0.borrow_mut();
        let mut is_watched = false;
        for page in pages(range) {
            mapped.pages.remove(&page);
            is_watched |= mapped.watched.remove(&page);
        }
        if is_watched {
            let queue = if is_hidden {
                &mut mapped.hidden
            } else {
                &mut mapped.told
            };
            queue.push_back(Change::Replaced(range.clone()));
        }
    }

    /// Begins to take pages away. Those that are watched are taken by [`Space::end_emptying`], after their change was told. The kernel
    /// holds its lock while it takes others.
    fn begin_emptying(&self, range: &Range<u64>) {
        let mapped = &mut *self.0.borrow_mut();
        let (watched, others): (Vec<u64>, Vec<u64>) =
            pages(range).partition(|page| mapped.watched.contains(page));
        if !watched.is_empty() {
            mapped.told.push_back(Change::Emptied(range.clone()));
        }
        mapped.emptying.extend(watched);
        for page in others {
            mapped.pages.insert(page, VecMemory::allocate(PAGE));
        }
    }

    fn end_emptying(&self) {
        let mapped = &mut *self.0.borrow_mut();
        for page in std::mem::take(&mut mapped.emptying) {
            if let Some(there) = mapped.pages.get_mut(&page) {
                *there = VecMemory::allocate(PAGE);
            }
        }
    }

    /// Lets changes be heard that have begun.
    fn show(&self) {
        let mapped = &mut *self.0.borrow_mut();
        mapped.told.append(&mut mapped.hidden);
    }

    /// The pages at a range of addresses.
    fn pages_at(&self, start: u64, len: usize) -> Vec<VecMemory> {
        let mapped = self.0.borrow();
        let range = start..start + len as u64;
        let there = pages(&range).map(|page| mapped.pages.get(&page).cloned());
        there.map(|page| page.expect("mapped")).collect()
    }

    fn at(&self, range: &Range<u64>) -> Paged {
        Paged::Program {
            space: self.clone(),
            start: range.start,
            len: (range.end - range.start) as usize,
        }
    }

    fn bytes(&self, range: &Range<u64>) -> Vec<u8> {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        self.at(range).read(0, &mut bytes).expect("mapped");
        bytes
    }
}

/// Memory of a simulated process.
#[derive(Clone)]
enum Paged {
    Own(VecMemory),
    /// Whatever is at the addresses.
    Program {
        space: Space,
        start: u64,
        len: usize,
    },
    /// Pages that were at the addresses once.
    Pinned {
        pages: Rc<Vec<VecMemory>>,
        offset: usize,
        len: usize,
    },
}

impl Paged {
    /// The pages that are there now.
    fn pin(&self) -> Paged {
        match self {
            Paged::Program { space, start, len } => Paged::Pinned {
                pages: Rc::new(space.pages_at(*start, *len)),
                offset: *start as usize % PAGE,
                len: *len,
            },
            other => other.clone(),
        }
    }

    /// Each part of a range that lies in one page: the page, the offset there, and the part of the range.
    fn parts(&self, offset: usize, len: usize) -> Vec<(VecMemory, usize, Range<usize>)> {
        let Paged::Pinned {
            pages,
            offset: first,
            len: limit,
        } = self.pin()
        else {
            let Paged::Own(memory) = self else {
                unreachable!("pinned above");
            };
            return vec![(memory.clone(), offset, 0..len)];
        };
        assert!(offset + len <= limit, "inside the memory");
        let mut parts = Vec::new();
        let mut at = 0;
        while at < len {
            let place = first + offset + at;
            let part = (PAGE - place % PAGE).min(len - at);
            parts.push((pages[place / PAGE].clone(), place % PAGE, at..at + part));
            at += part;
        }
        parts
    }
}

impl Memory for Paged {
    fn allocate(len: usize) -> Self {
        Paged::Own(VecMemory::allocate(len))
    }

    fn slice(&self, offset: usize, len: usize) -> Result<Self, MemoryError> {
        match self {
            Paged::Own(memory) => memory.slice(offset, len).map(Paged::Own),
            Paged::Program { space, start, .. } => Ok(Paged::Program {
                space: space.clone(),
                start: start + offset as u64,
                len,
            }),
            Paged::Pinned {
                pages,
                offset: first,
                ..
            } => Ok(Paged::Pinned {
                pages: Rc::clone(pages),
                offset: first + offset,
                len,
            }),
        }
    }

    fn len(&self) -> usize {
        match self {
            Paged::Own(memory) => memory.len(),
            Paged::Program { len, .. } | Paged::Pinned { len, .. } => *len,
        }
    }

    fn program_address(&self) -> Option<u64> {
        match self {
            Paged::Program { start, .. } => Some(*start),
            _ => None,
        }
    }

    fn read(&self, offset: usize, into: &mut [u8]) -> Result<(), MemoryError> {
        for (page, at, part) in self.parts(offset, into.len()) {
            page.read(at, &mut into[part])?;
        }
        Ok(())
    }

    fn write(&self, offset: usize, from: &[u8]) -> Result<(), MemoryError> {
        for (page, at, part) in self.parts(offset, from.len()) {
            page.write(at, &from[part])?;
        }
        Ok(())
    }

    fn atomic(&self, offset: usize, width: AtomicWidth, op: AtomicOp) -> Result<u64, MemoryError> {
        let parts = self.parts(offset, width.bytes());
        parts[0].0.atomic(parts[0].1, width, op)
    }
}

/// A device that pins pages.
struct Pinning {
    inner: SimDevice<Paged>,
    space: Space,
}

impl Device for Pinning {
    type Memory = Paged;

    forward_device! {
        self.inner:
        address, progress, next_deadline, path_mtu, create_pd, deregister, create_cq, destroy_cq, create_srq, destroy_srq,
        open_xrc_domain, create_xrc_srq, create_qp, modify_qp, qp_state, silent_for, destroy_qp, post_send, post_recv,
        post_srq_recv, poll_cq, footprint,
    }

    fn attributes(&self) -> Attributes {
        self.inner.attributes()
    }

    fn register(
        &mut self,
        pd: PdId,
        memory: Paged,
        base: u64,
        access: Access,
    ) -> Result<Region, DeviceError> {
        self.inner.register(pd, memory.pin(), base, access)
    }

    fn watch(&mut self, start: u64, len: u64) -> bool {
        let mapped = &mut *self.space.0.borrow_mut();
        let range = start..start + len;
        if pages(&range).any(|page| mapped.unwatchable.contains(&page)) {
            return false;
        }
        mapped.watched.extend(pages(&range));
        true
    }

    fn hear_changes(&mut self, report: &mut dyn FnMut(Change)) -> bool {
        let mapped = &mut *self.space.0.borrow_mut();
        mapped.told.drain(..).for_each(report);
        mapped.hidden.is_empty()
    }
}

#[derive(Clone, Default)]
struct Endpoints(Rc<RefCell<BTreeMap<Rank, UdDestination>>>);

impl Directory for Endpoints {
    fn endpoint(&self, rank: Rank) -> Option<UdDestination> {
        self.0.borrow().get(&rank).copied()
    }

    fn job_key(&self) -> Option<JobKey> {
        None
    }
}

type PagedEngine = Engine<Pinning, Endpoints>;

/// A process with pages, and its peer.
struct Pair {
    network: Network,
    engines: Vec<PagedEngine>,
    segments: Vec<Paged>,
    space: Space,
    random: Pcg64Mcg,
    tokens: u64,
}

const SEGMENT: usize = 1024;

impl Pair {
    fn new(seed: u64) -> Pair {
        let network = Network::new(seed, Faults::default());
        let endpoints = Endpoints::default();
        let spaces = [Space::default(), Space::default()];
        let mut engines = Vec::new();
        for (rank, space) in spaces.iter().enumerate() {
            let without = Abilities::SPARSE_REGIONS;
            let device = Pinning {
                inner: network.attach_without(rank as u16, seed ^ (rank as u64) << 32, without),
                space: space.clone(),
            };
            let config = Config {
                rank: rank as u32,
                size: 2,
                lane: 0,
                job_key: Some(JobKey([7; 32])),
                seed: seed.wrapping_add(rank as u64),
                peer_timeout: Duration::from_secs(2),
                max_handshakes: 16,
                peers: Peers::Alike,
                part_bytes: 64,
                kept_bytes: KEPT,
                atomics: Atomics::Owner,
                live_bytes: || 0,
                retransmit: Retransmit::default(),
                fabric: Fabric::default(),
                spend: |cost| cost,
            };
            engines.push(Engine::new(device, endpoints.clone(), config, None).unwrap());
        }
        let segments: Vec<Paged> = (0..2).map(|_| Paged::allocate(SEGMENT)).collect();
        for (rank, engine) in engines.iter_mut().enumerate() {
            let (now, segment) = (network.now(), segments[rank].clone());
            engine.set_segment(now, segment).unwrap();
            let mut all = endpoints.0.borrow_mut();
            all.insert(rank as Rank, engine.endpoint());
        }
        let [space, _] = spaces;
        Pair {
            network,
            engines,
            segments,
            space,
            random: Pcg64Mcg::seed_from_u64(seed),
            tokens: 0,
        }
    }

    /// Runs an operation of `rank` to its end.
    fn run(&mut self, rank: usize, op: Op<Paged>) {
        self.tokens += 1;
        let (now, token) = (self.network.now(), Tracking::Token(self.tokens));
        self.engines[rank].submit(now, 1 - rank as u32, op, token);
        let limit = Time::ZERO + Duration::from_mins(10);
        loop {
            let now = self.network.now();
            assert!(now < limit, "the operation ends");
            let mut work = 0;
            for engine in &mut self.engines {
                work += engine.poll(now);
            }
            if let Some(done) = self.engines[rank].poll_done() {
                assert_eq!((done.token, done.result), (self.tokens, Ok(0)));
                return;
            }
            if work == 0 {
                let deadlines = self.engines.iter().filter_map(Engine::next_deadline);
                assert!(self.network.advance(deadlines.min()), "something happens");
            }
        }
    }

    fn draw(&mut self) -> Range<u64> {
        let page = PAGE as u64;
        let start = FIRST + page * self.random.random_range(0..PAGES - 3);
        start..start + page * self.random.random_range(1..=3)
    }

    /// A buffer in a range: often all of it, so that it comes again.
    fn buffer_in(&mut self, range: &Range<u64>) -> Range<u64> {
        if self.random.random_bool(0.7) {
            return range.clone();
        }
        let start = self.random.random_range(range.start..range.end - 1);
        start..self.random.random_range(start + 1..=range.end)
    }

    fn random_bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.random.fill_bytes(&mut bytes);
        bytes
    }

    /// Moves a buffer's bytes to the peer, or fetches some, and compares.
    fn transfer(&mut self, buffer: &Range<u64>) {
        let len = (buffer.end - buffer.start) as usize;
        let there = self.segments[1].slice(0, len).unwrap();
        let fresh = self.random_bytes(len);
        let memory = self.space.at(buffer);
        match self.random.random_range(0..3) {
            0 => {
                memory.write(0, &fresh).unwrap();
                let region = self.engines[0].register(memory, Access::NONE).unwrap();
                let source = Source::Region(region.sge(0, len as u32));
                self.run(0, Op::Put { source, offset: 0 });
                self.engines[0].deregister(region.lkey).unwrap();
            }
            1 => {
                there.write(0, &fresh).unwrap();
                let region = self.engines[0].register(memory, Access::LOCAL_WRITE);
                let region = region.unwrap();
                let into = Target::Region(region.sge(0, len as u32));
                self.run(0, Op::Get { into, offset: 0 });
                self.engines[0].deregister(region.lkey).unwrap();
            }
            _ => {
                // The peer fetches them, as the bytes of an announced message.
                memory.write(0, &fresh).unwrap();
                let region = self.engines[0].register(memory, Access::REMOTE_READ);
                let region = region.unwrap();
                let target = self.engines[1].register(there.clone(), Access::LOCAL_WRITE);
                let target = target.unwrap();
                let (into, remote) = (target.sge(0, len as u32), region.remote(0));
                self.run(1, Op::GetExposed { into, remote });
                self.engines[1].deregister(target.lkey).unwrap();
                self.engines[0].deregister(region.lkey).unwrap();
            }
        }
        let (_, bytes) = self.engines[0].kept_size();
        assert!(bytes <= KEPT, "{bytes} bytes are kept");
        let mut arrived = vec![0; len];
        there.read(0, &mut arrived).unwrap();
        let here = self.space.bytes(buffer);
        assert_eq!(here, fresh, "the program's bytes");
        assert_eq!(arrived, fresh, "the peer's bytes");
    }

    fn step(&mut self) {
        let range = self.draw();
        match self.random.random_range(0..16) {
            0 => {
                let is_hidden = self.random.random_bool(0.3);
                self.space.unmap(&range, is_hidden);
            }
            1 if self.space.is_mapped(&range) => self.space.begin_emptying(&range),
            2 => self.space.end_emptying(),
            3 => self.space.show(),
            4 if self.random.random_bool(0.1) => {
                let mapped = &mut *self.space.0.borrow_mut();
                mapped.unwatchable.extend(pages(&range).take(1));
            }
            _ => {
                if !self.space.is_mapped(&range) {
                    // What is there is unmapped by the same call.
                    self.space.unmap(&range, false);
                    self.space.map(&range);
                }
                let buffer = self.buffer_in(&range);
                for _ in 0..self.random.random_range(1..4) {
                    self.transfer(&buffer);
                }
            }
        }
    }
}

/// Runs a schedule. Returns how often a kept registration served.
fn schedule(seed: u64, prepare: impl Fn(&mut PagedEngine)) -> u64 {
    let mut pair = Pair::new(seed);
    prepare(&mut pair.engines[0]);
    for _ in 0..STEPS {
        pair.step();
    }
    pair.engines[0].stats().registrations_reused
}

fn schedules() -> u64 {
    let count = std::env::var("FARREACH_SCHEDULES").ok();
    // Whoever wants many of all schedules gets fewer of these, which are long.
    count.map_or(100, |count| {
        count.parse::<u64>().expect("a number").div_ceil(10)
    })
}

#[test]
fn transfers_reach_the_pages_of_the_program() {
    let seeds = match std::env::var("FARREACH_SEED") {
        Ok(seed) => {
            let seed = seed.parse().expect("a number");
            seed..seed + 1
        }
        Err(_) => 0..schedules(),
    };
    let mut kept = 0;
    for seed in seeds.clone() {
        let ended = catch_unwind(|| schedule(seed, |_| {}));
        kept += ended.unwrap_or_else(|cause| {
            println!("schedule {seed} failed: FARREACH_SEED={seed} repeats it");
            std::panic::resume_unwind(cause)
        });
    }
    let count = seeds.end - seeds.start;
    assert!(
        kept > 10 * count,
        "{kept} of the transfers of {count} schedules found a registration"
    );
}

#[cfg(debug_assertions)]
#[test]
fn schedules_find_stale_registrations() {
    use farreach_engine::Bug;

    for bug in [Bug::KeptStale, Bug::EmptiedKept] {
        let fails = |seed| catch_unwind(|| schedule(seed, |engine| engine.plant(bug))).is_err();
        let found = (0..200).any(fails);
        assert!(found, "{bug:?} was not found");
    }
}

#[test]
fn concurrent_uses_share_a_registration_and_others_have_their_own() {
    let mut pair = Pair::new(1);
    let range = FIRST..FIRST + 4 * PAGE as u64;
    pair.space.map(&range);
    let all = pair.space.at(&range);
    let part = pair
        .space
        .at(&(FIRST + PAGE as u64..FIRST + 2 * PAGE as u64));
    let engine = &mut pair.engines[0];
    let once = engine.register(all.clone(), Access::REMOTE_READ).unwrap();
    engine.deregister(once.lkey).unwrap();
    assert_eq!(engine.kept_size(), (0, 0), "a buffer that was sent once");
    let first = engine.register(all.clone(), Access::REMOTE_READ).unwrap();
    assert_eq!(engine.kept_size(), (1, 4 * PAGE as u64));
    let second = engine.register(all.clone(), Access::REMOTE_READ).unwrap();
    assert_eq!(first, second);
    let other = engine.register(part.clone(), Access::REMOTE_READ).unwrap();
    assert_ne!(other.lkey, first.lkey, "a part, while all is in use");
    let written = engine.register(all.clone(), Access::LOCAL_WRITE).unwrap();
    assert_ne!(written.lkey, first.lkey, "another access");
    for region in [first, other, written, second] {
        engine.deregister(region.lkey).unwrap();
    }
    let kept = engine.register(part, Access::LOCAL_WRITE).unwrap();
    assert_eq!(kept.lkey, first.lkey);
    assert_eq!(kept.base, first.base + PAGE as u64);
    // In use while the memory is unmapped: the registration ends with its use.
    pair.space.unmap(&range, false);
    pair.space.map(&range);
    let fresh = pair.engines[0].register(all, Access::REMOTE_READ).unwrap();
    assert_ne!(fresh.lkey, first.lkey);
    for region in [kept, fresh] {
        pair.engines[0].deregister(region.lkey).unwrap();
    }
    assert_eq!(pair.engines[0].kept_size(), (1, 4 * PAGE as u64));
    pair.engines[0].deregister(first.lkey).unwrap_err();
}
