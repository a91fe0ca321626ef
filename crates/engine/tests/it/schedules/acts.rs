//! Operations of processes, and their expected results.

use std::fmt;

use farreach_conformance::VecMemory;
use farreach_engine::{Done, LISTS_MAX, Op, Rank, Source, Target, Tracking};
use farreach_verbs::{
    Access, AtomicOp, AtomicWidth, InlineData, ListedAccumulate, Lkey, Memory, RemoteAddress,
    Scale, Sge, Spacing,
};

use super::model::{
    EXPOSED, LISTED, SHARED_SUMS, SUMS, filled, own_sums, own_word, shared_sums, shared_word, slot,
    words,
};
use super::plan::Act;
use super::world::World;

/// The expected end of an operation.
#[derive(Debug, PartialEq)]
pub(crate) struct Expected {
    peer: Rank,
    what: What,
    /// The memory registered for the operation.
    lkey: Option<Lkey>,
}

#[derive(Debug, PartialEq)]
enum What {
    /// A version of a slot.
    Put(usize, u64),
    /// Words of a slot, of this version or a later one.
    Get(usize, u64, VecBytes),
    /// A word of a slot as the operation's value, of this version or a later one.
    Word(usize, u64),
    /// The number of additions submitted before.
    Add(u64),
    AddShared,
    /// The first of the process's own sums, of this many accumulates or more.
    Sum(u64),
    /// A message's number.
    Message(u32),
}

/// Memory without comparison and debug output.
struct VecBytes(VecMemory);

impl fmt::Debug for VecBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

impl PartialEq for VecBytes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl World {
    fn submit(
        &mut self,
        rank: Rank,
        peer: Rank,
        op: Op<VecMemory>,
        what: What,
        lkey: Option<Lkey>,
    ) {
        let clock = self.clock(rank);
        let process = self.process(rank);
        let token = process.next_token;
        process.next_token += 1;
        let expected = Expected { peer, what, lkey };
        process.expected.insert(token, expected);
        let tracking = Tracking::Token(token);
        process.engine.submit(clock, peer, op, tracking);
    }

    /// Fences toward `peer`, if that takes no wait. All accumulates have been added then.
    fn fence(&mut self, rank: Rank, peer: Rank) {
        let engine = &self.processes[rank as usize].engine;
        let is_done = engine.is_done_before_toward(engine.submitted(), &[peer]);
        if is_done
            && !self.plan.may_fail(rank, peer)
            && let Some(dealings) = self.dealings.get_mut(&(rank, peer))
        {
            dealings.own_sums.settle(true);
            dealings.check_own_sums(rank, peer, &self.processes[peer as usize].segment);
        }
    }

    pub(crate) fn act(&mut self, rank: Rank, peer: Rank, act: Act) {
        self.fence(rank, peer);
        match act {
            Act::Put(nth, is_reported) => self.put(rank, peer, nth, is_reported),
            Act::Listed(first, count, is_unawaited) => {
                for at in 0..count {
                    let tracking = if is_unawaited && at >= count / 2 {
                        Tracking::Unawaited
                    } else {
                        Tracking::Implicit
                    };
                    self.put_listed(rank, peer, (first + at) % LISTED, tracking);
                }
            }
            Act::Get(nth) => {
                let number = LISTED + nth;
                let (offset, len) = slot(rank, number);
                let least = self.visible(rank, peer, number);
                let most = self.process(rank).engine.scattered_max();
                let here = apart(len, most, least + offset);
                let into = match here {
                    Some(here) => spread(&GAP.to_le_bytes().repeat(len / 8), here),
                    None => VecMemory::allocate(len),
                };
                let what = What::Get(number, least, VecBytes(into.clone()));
                let into = Target::Owned(into);
                let len = len as u32;
                let op = match here {
                    Some(here) => Op::GetScattered {
                        into,
                        here,
                        len,
                        offset,
                    },
                    None => Op::Get { into, offset },
                };
                self.entries += u64::from(here.is_some());
                self.submit(rank, peer, op, what, None);
            }
            Act::GetWord(nth) => {
                let number = LISTED + nth;
                let (offset, _) = slot(rank, number);
                let what = What::Word(number, self.visible(rank, peer, number));
                self.submit(rank, peer, Op::GetWord { len: 8, offset }, what, None);
            }
            Act::Add => {
                let own = &mut self.dealings.entry((rank, peer)).or_default().own;
                own.submitted += 1;
                let what = What::Add(own.submitted - 1);
                self.submit(rank, peer, add(own_word(rank)), what, None);
            }
            Act::AddShared => {
                let dealings = self.dealings.entry((rank, peer)).or_default();
                dealings.shared.submitted += 1;
                let op = add(shared_word(self.size()));
                self.submit(rank, peer, op, What::AddShared, None);
            }
            Act::Accumulate(count, is_fetched) => {
                let one = 1_i64.to_ne_bytes().repeat(SUMS);
                for _ in 0..count {
                    let scale = Scale::I64(1);
                    if self.accumulate(rank, peer, own_sums(rank), &one, scale) {
                        let dealings = self.dealings.entry((rank, peer)).or_default();
                        dealings.own_sums.submitted += 1;
                    }
                }
                if is_fetched {
                    let may_fail = self.plan.may_fail(rank, peer);
                    let sums = &self.dealings.entry((rank, peer)).or_default().own_sums;
                    let least = if may_fail { sums.done } else { sums.submitted };
                    let offset = own_sums(rank);
                    let op = Op::GetWord { len: 8, offset };
                    self.submit(rank, peer, op, What::Sum(least), None);
                }
            }
            Act::AccumulateShared(count) => {
                let halves = 0.5_f64.to_ne_bytes().repeat(SHARED_SUMS);
                let at = shared_sums(self.size());
                for _ in 0..count {
                    if self.accumulate(rank, peer, at, &halves, Scale::F64(2.0)) {
                        let dealings = self.dealings.entry((rank, peer)).or_default();
                        dealings.shared_sums.submitted += 1;
                    }
                }
            }
            Act::Message(count, len) => {
                for _ in 0..count {
                    self.message(rank, peer, len);
                }
            }
            Act::PutExposed => self.put_exposed(rank, peer),
            Act::GetExposed => self.get_exposed(rank, peer),
        }
    }

    /// The oldest version that a get may see.
    fn visible(&mut self, rank: Rank, peer: Rank, number: usize) -> u64 {
        let may_fail = self.plan.may_fail(rank, peer);
        let dealings = self.dealings.entry((rank, peer)).or_default();
        let slot = &dealings.slots[number];
        if may_fail { slot.done } else { slot.latest }
    }

    fn put(&mut self, rank: Rank, peer: Rank, nth: usize, is_reported: bool) {
        let number = LISTED + nth;
        let (offset, len) = slot(rank, number);
        let dealings = self.dealings.entry((rank, peer)).or_default();
        let version = dealings.slots[number].put(is_reported);
        let bytes = filled(version, len);
        let source = match InlineData::new(&bytes) {
            Some(inline) => Source::Inline(inline),
            None => Source::Owned(VecMemory::from_bytes(&bytes)),
        };
        let engine = &self.process(rank).engine;
        let (has_signals, has_blocks) = (engine.has_signals(), engine.has_blocks());
        let most = engine.gathered_max();
        let here = apart(len, most, version).filter(|_| !has_blocks);
        let op = match (source, here) {
            (Source::Inline(data), _) if has_signals && version % 4 == 1 => {
                Op::Signal { data, offset }
            }
            (Source::Owned(_), Some(here)) => Op::PutBlocks {
                source: Source::Owned(spread(&bytes, here)),
                here,
                len: len as u32,
                offset,
                stride: here.block.into(),
            },
            (source, _) => Op::Put { source, offset },
        };
        self.entries += u64::from(matches!(op, Op::PutBlocks { .. }));
        if is_reported {
            self.submit(rank, peer, op, What::Put(number, version), None);
        } else {
            let clock = self.clock(rank);
            let engine = &mut self.process(rank).engine;
            let tracking = Tracking::Implicit;
            let is_listed = version.is_multiple_of(2)
                && engine.put_listed(clock, peer, offset, &bytes, tracking);
            if !is_listed {
                engine.submit(clock, peer, op, tracking);
            }
        }
    }

    fn put_listed(&mut self, rank: Rank, peer: Rank, number: usize, tracking: Tracking) {
        let (offset, len) = slot(rank, number);
        let dealings = self.dealings.entry((rank, peer)).or_default();
        let bytes = filled(dealings.slots[number].put(false), len);
        let clock = self.clock(rank);
        let engine = &mut self.process(rank).engine;
        if !engine.put_listed(clock, peer, offset, &bytes, tracking) {
            let inline = InlineData::new(&bytes).expect("8 bytes");
            let source = Source::Inline(inline);
            engine.submit(clock, peer, Op::Put { source, offset }, tracking);
        }
    }

    /// Accumulates numbers of 8 bytes, in as many entries of lists as are needed. Returns `false` and
    /// does nothing if all lists may be in use, or the device has none.
    fn accumulate(
        &mut self,
        rank: Rank,
        peer: Rank,
        offset: u64,
        numbers: &[u8],
        scale: Scale,
    ) -> bool {
        let clock = self.clock(rank);
        let engine = &mut self.process(rank).engine;
        if engine.lists() > LISTS_MAX / 2 || engine.accumulate_max(peer) == 0 {
            return false;
        }
        let (mut rest, mut offset) = (numbers, offset);
        while !rest.is_empty() {
            let (numbers, behind) = rest.split_at(engine.accumulate_max(peer).min(rest.len()));
            let accumulate = ListedAccumulate {
                offset,
                numbers,
                how: scale.into(),
            };
            let is_added = engine.accumulate_listed(clock, peer, accumulate, Tracking::Implicit);
            assert!(is_added, "half of the lists were free");
            offset += numbers.len() as u64;
            rest = behind;
        }
        true
    }

    fn message(&mut self, rank: Rank, peer: Rank, len: usize) {
        let messages = &mut self.dealings.entry((rank, peer)).or_default().messages;
        let number = messages.sent;
        messages.sent += 1;
        let bytes = message(rank, peer, number, len);
        let op = self.process(rank).engine.encode_message(
            farreach_engine::MessageKind::new(0, 0),
            &bytes,
            &[],
        );
        self.submit(rank, peer, op, What::Message(number), None);
    }

    /// Handles a message that arrived.
    pub(crate) fn received(&mut self, rank: Rank, source: Rank, bytes: &[u8]) {
        let number = bytes.first_chunk().copied().map(u32::from_le_bytes);
        let number = number.expect("each has a number");
        let wanted = message(source, rank, number, bytes.len());
        assert!(bytes == wanted, "message {number} of {source} is damaged");
        let dealings = self.dealings.entry((source, rank)).or_default();
        dealings.messages.receive(number, source, rank);
    }

    /// The announced address of the peer's exposed slot, and registered local memory.
    fn exposed(
        &mut self,
        rank: Rank,
        peer: Rank,
        memory: VecMemory,
    ) -> Option<(RemoteAddress, Sge)> {
        let (offset, len) = slot(rank, EXPOSED);
        let told = self.processes[peer as usize].exposed_at?;
        let addr = told.addr + offset;
        let registered = self
            .process(rank)
            .engine
            .register(memory, Access::LOCAL_WRITE);
        let lkey = registered.expect("the device has room").lkey;
        let (local, len) = (0, len as u32);
        let sge = Sge {
            lkey,
            addr: local,
            len,
        };
        Some((RemoteAddress { addr, ..told }, sge))
    }

    fn put_exposed(&mut self, rank: Rank, peer: Rank) {
        let dealings = self.dealings.entry((rank, peer)).or_default();
        let version = dealings.slots[EXPOSED].latest + 1;
        let memory = VecMemory::from_bytes(&filled(version, slot(rank, EXPOSED).1));
        if let Some((remote, from)) = self.exposed(rank, peer, memory) {
            let dealings = self.dealings.entry((rank, peer)).or_default();
            dealings.slots[EXPOSED].put(true);
            let what = What::Put(EXPOSED, version);
            let op = Op::PutExposed { from, remote };
            self.submit(rank, peer, op, what, Some(from.lkey));
        }
    }

    fn get_exposed(&mut self, rank: Rank, peer: Rank) {
        let least = self.visible(rank, peer, EXPOSED);
        let memory = VecMemory::allocate(slot(rank, EXPOSED).1);
        if let Some((remote, into)) = self.exposed(rank, peer, memory.clone()) {
            let what = What::Get(EXPOSED, least, VecBytes(memory));
            let op = Op::GetExposed { into, remote };
            self.submit(rank, peer, op, what, Some(into.lkey));
        }
    }

    /// Handles the end of an operation.
    pub(crate) fn ended(&mut self, rank: Rank, done: Done) {
        let process = self.process(rank);
        let expected = process.expected.remove(&done.token);
        let Expected { peer, what, lkey } = expected.expect("each ends once");
        if let Some(lkey) = lkey {
            let ended = process.engine.deregister(lkey);
            ended.expect("it was registered");
        }
        if let Err(error) = &done.result {
            self.check_error(rank, Some(peer), error);
        }
        let dealings = self.dealings.entry((rank, peer)).or_default();
        match (what, done.result) {
            (What::Put(number, version), result) => {
                dealings.slots[number].ended(version, result.is_ok());
            }
            (_, Err(_)) => {}
            (What::Get(number, least, VecBytes(memory)), Ok(_)) => {
                let latest = dealings.slots[number].latest;
                let bytes = memory.to_vec();
                let gaps = words(&bytes).filter(|&word| word == GAP).count();
                let (_, len) = slot(rank, number);
                assert_eq!(gaps, (bytes.len() - len) / 8, "gaps keep their values");
                for word in words(&bytes).filter(|&word| word != GAP) {
                    let is_valid = (least..=latest).contains(&word);
                    assert!(
                        is_valid,
                        "rank {rank} got {word} of {least} to {latest} from {peer}"
                    );
                }
            }
            (What::Word(number, least), Ok(word)) => {
                let latest = dealings.slots[number].latest;
                let is_valid = (least..=latest).contains(&word);
                assert!(
                    is_valid,
                    "rank {rank} got {word} of {least} to {latest} from {peer}"
                );
            }
            (What::Add(before), Ok(old)) => dealings.own.ended(old, before),
            (What::AddShared, Ok(_)) => dealings.shared.done += 1,
            (What::Sum(least), Ok(sum)) => {
                let latest = dealings.own_sums.submitted;
                assert!(
                    (least..=latest).contains(&sum),
                    "rank {rank} got the sum {sum} of {least} to {latest} from {peer}"
                );
            }
            (What::Message(number), Ok(_)) => dealings.messages.done.push(number),
        }
    }
}

fn add(offset: u64) -> Op<VecMemory> {
    Op::Atomic {
        width: AtomicWidth::W64,
        op: AtomicOp::Add(1),
        offset,
    }
}

/// The bytes of a message: its number, padded to `len`.
fn message(rank: Rank, peer: Rank, number: u32, len: usize) -> Vec<u8> {
    let mut bytes = number.to_le_bytes().to_vec();
    let seed = number ^ rank << 8 ^ peer << 16;
    bytes.extend((4..len as u32).map(|at| (at.wrapping_mul(seed | 1) >> 3) as u8));
    bytes
}

/// A word between blocks, which is no version.
const GAP: u64 = u64::MAX;

/// Up to `most` blocks of `len` bytes, with a word between each two, in half of the cases.
fn apart(len: usize, most: usize, draw: u64) -> Option<Spacing> {
    let words = len / 8;
    let count = (2 + draw as usize % most.max(2)).min(most);
    let block = words.div_ceil(count.max(1)).max(1) * 8;
    let is_apart = count > 1 && block < len && draw % 4 < 2;
    is_apart.then_some(Spacing {
        block: block as u32,
        stride: block as u64 + 8,
    })
}

/// The bytes as blocks, with gaps between them.
fn spread(bytes: &[u8], here: Spacing) -> VecMemory {
    let blocks: Vec<&[u8]> = bytes.chunks(here.block as usize).collect();
    VecMemory::from_bytes(&blocks.join(&GAP.to_le_bytes()[..]))
}
