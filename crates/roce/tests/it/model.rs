//! Two adapters, a bad network and many mixed operations, checked against a model of the memory.
//!
//! Each direction of each connection has its own window of remote memory. The results of reads and
//! atomics, and the final contents of memory, therefore follow from the order of posting. An
//! operation that follows a read carries the fence, as the ordering rules of the transport require.

use std::collections::VecDeque;
use std::time::Duration;

use farreach_conformance::{End, Options, Service, VecMemory, connected_with};
use farreach_roce::Limits;
use farreach_verbs::{
    Accumulation, AtomicOp, AtomicWidth, Combine, Completion, CompletionOp, CompletionStatus, Data,
    Device, Entries, InlineData, ListedAccumulate, ListedAtomic, ListedEntry, ListedWrite, Memory,
    Number, PacketCheck, QpState, Retry, SendOp, SendRequest, Spacing,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::net::{Faults, Net};
use crate::seed::Seed;

const MTU: u32 = 512;
const DEPTH: usize = 16;
/// Fewer receives than messages under way, so that some messages find none.
const RECEIVE_DEPTH: u64 = 3;
const PAIRS: usize = 3;
/// The remote memory of one direction.
const WINDOW: usize = 8 << 10;
const SLOT: usize = 4 * MTU as usize;
const SLOTS: usize = WINDOW;
const RECEIVES: usize = SLOTS + DEPTH * SLOT;
const MEMORY: usize = RECEIVES + DEPTH * SLOT;

/// One direction of a connection: requests from `from` to `to`.
struct Direction {
    from: usize,
    to: usize,
    /// The contents of the window at `to` once everything posted has arrived.
    window: Vec<u8>,
    posted: u64,
    outstanding: VecDeque<Expected>,
    /// Whether a read was posted after the last fence.
    read_unfenced: bool,
    receives_posted: u64,
    received: u64,
    messages: VecDeque<Message>,
}

/// The expected result of a posted request.
struct Expected {
    id: u64,
    signaled: bool,
    /// The bytes in the request's slot afterwards.
    slot: Option<Vec<u8>>,
}

/// The expected message of a receive.
struct Message {
    op: CompletionOp,
    bytes: Vec<u8>,
    imm: Option<u32>,
}

struct World {
    net: Net,
    rng: Pcg64Mcg,
    ends: Vec<End<VecMemory>>,
    directions: Vec<Direction>,
    /// Whether the direction uses write lists.
    lists: bool,
}

fn slot(id: u64) -> usize {
    SLOTS + id as usize % DEPTH * SLOT
}

impl World {
    fn new(seed: u64, faults: Faults, setup: &Setup) -> Self {
        let Setup {
            check,
            window,
            service,
        } = *setup;
        let mut net = Net::configured(2, seed, Faults::default(), |mut config| {
            config.limits.window_bytes = window.unwrap_or(config.limits.window_bytes);
            config
        });
        net.faults = faults;
        let mut rng = Pcg64Mcg::seed_from_u64(seed ^ 0x5eed);
        let mut ends = Vec::new();
        let mut directions = Vec::new();
        for _ in 0..PAIRS {
            let options = Options {
                memory: MEMORY,
                mtu: MTU,
                rd_atomic: rng.random_range(1..=8),
                retry: Retry::For(Duration::from_mins(1)),
                rnr_retry: Retry::For(Duration::from_mins(1)),
                check,
                service,
                psn: 0xff_ffff - rng.random_range(0..2_000),
                depth: DEPTH as u32,
                ..Options::default()
            };
            let (a, b) = connected_with(&mut net, &options);
            let first = ends.len();
            ends.extend([a, b]);
            for (from, to) in [(first, first + 1), (first + 1, first)] {
                directions.push(Direction {
                    from,
                    to,
                    window: vec![0; WINDOW],
                    posted: 0,
                    outstanding: VecDeque::new(),
                    read_unfenced: false,
                    receives_posted: 0,
                    received: 0,
                    messages: VecDeque::new(),
                });
            }
        }
        World {
            net,
            rng,
            ends,
            directions,
            lists: matches!(check, PacketCheck::Keyed(_)),
        }
    }

    /// A length that is often near a limit.
    fn length(&mut self, most: usize) -> usize {
        let mtu = MTU as usize;
        let len = match self.rng.random_range(0..8) {
            0 => 0,
            1 => mtu * self.rng.random_range(1..4),
            2 => mtu * self.rng.random_range(1..4) + 1,
            3 | 4 => self.rng.random_range(0..16),
            _ => self.rng.random_range(0..SLOT),
        };
        len.min(most)
    }

    /// Random bytes in the slot of request `id`, or inline.
    fn source(&mut self, from: usize, id: u64, len: usize) -> (Vec<u8>, Data) {
        let mut bytes = vec![0; len];
        self.rng.fill_bytes(&mut bytes);
        let inline = InlineData::new(&bytes).filter(|_| self.rng.random_bool(0.5));
        let data = if let Some(inline) = inline {
            Data::Inline(inline)
        } else if let Some(entries) = self.entries(from, id, len) {
            let memory = &self.ends[from].memory;
            let mut rest = &bytes[..];
            for block in entries.each() {
                let (part, behind) = rest.split_at(block.len as usize);
                let at = slot(id) + (block.addr - entries.span.addr) as usize;
                memory.write(at, part).unwrap();
                rest = behind;
            }
            Data::Gathered(entries)
        } else {
            let end = &self.ends[from];
            end.memory.write(slot(id), &bytes).unwrap();
            end.data(slot(id), len)
        };
        (bytes, data)
    }

    /// Scatter/gather entries of `len` bytes in the slot of request `id`, if they fit.
    fn entries(&mut self, from: usize, id: u64, len: usize) -> Option<Entries> {
        let most = Limits::default().max_sge as usize;
        let block = len.div_ceil(self.rng.random_range(1..=most)).max(1);
        let stride = block + self.rng.random_range(0..100);
        let (block, stride) = (block as u32, stride as u64);
        let spacing = Spacing { block, stride };
        let (_, span) = spacing.span(0, len as u64).unwrap();
        let fits = span as usize <= SLOT && self.rng.random_bool(0.5);
        fits.then(|| Entries {
            span: self.ends[from].sge(slot(id), span as usize),
            spacing,
            len: len as u32,
        })
    }

    fn atomic(&mut self) -> (AtomicWidth, AtomicOp) {
        let width = if self.rng.random_bool(0.3) {
            AtomicWidth::W32
        } else {
            AtomicWidth::W64
        };
        let operand = self.rng.random();
        let op = match self.rng.random_range(0..8) {
            0..=2 => AtomicOp::Add(operand),
            3 => AtomicOp::CompareSwap {
                compare: 0,
                swap: operand,
            },
            4 => AtomicOp::Swap(operand),
            5 => AtomicOp::And(operand),
            6 => AtomicOp::Or(operand),
            _ => AtomicOp::Xor(operand),
        };
        (width, op)
    }

    /// Updates a word of the model. Returns its old bytes.
    fn update(&mut self, d: usize, at: usize, width: AtomicWidth, op: AtomicOp) -> Vec<u8> {
        let len = width.bytes();
        let word = &mut self.directions[d].window[at..at + len];
        let before = word.to_vec();
        let mut old = [0; 8];
        old[..len].copy_from_slice(word);
        let new = op.applied(u64::from_le_bytes(old), width);
        word.copy_from_slice(&new.to_le_bytes()[..len]);
        before
    }

    /// Stores an accumulate at `end` of a list that may reach up to `limit`. Returns its new end.
    fn accumulate(&mut self, d: usize, end: usize, limit: usize) -> usize {
        // Sums of integers are exact. Floating-point numbers of any bits may be no numbers.
        let number = [Number::I32, Number::I64][self.rng.random_range(0..2)];
        let op = Combine::ALL[self.rng.random_range(0..Combine::ALL.len())];
        let mut numbers = vec![0; self.rng.random_range(0..12) * number.bytes()];
        if end + ListedAccumulate::listed_len(numbers.len()) > limit {
            return end;
        }
        self.rng.fill_bytes(&mut numbers);
        let at = self.rng.random_range(0..=WINDOW - numbers.len());
        let (from, window) = (self.directions[d].from, &mut self.directions[d].window);
        number.combine(op, &mut window[at..at + numbers.len()], &numbers);
        let accumulate = ListedAccumulate {
            offset: at as u64,
            numbers: &numbers,
            how: Accumulation::of(number, op),
        };
        accumulate.store_in(&self.ends[from].memory, end).unwrap()
    }

    /// A list of random writes, atomics and accumulates, which sometimes overlap.
    fn list(&mut self, d: usize, id: u64) -> SendOp {
        let (from, to) = (self.directions[d].from, self.directions[d].to);
        let mut end = slot(id);
        let limit = end + MTU as usize;
        while self.rng.random_bool(0.9) {
            if self.rng.random_bool(0.3) {
                end = self.accumulate(d, end, limit);
                continue;
            }
            if self.rng.random_bool(0.3) {
                let (width, op) = self.atomic();
                let at = self.rng.random_range(0..WINDOW / 8) * 8;
                if let Some(atomic) = ListedAtomic::new(at as u64, width, op)
                    && end + ListedAtomic::LEN <= limit
                {
                    self.update(d, at, width, op);
                    end = atomic.store(&self.ends[from].memory, end).unwrap();
                }
                continue;
            }
            let mut bytes = vec![0; self.rng.random_range(0..40)];
            if end + ListedWrite::listed_len(bytes.len()) > limit {
                break;
            }
            self.rng.fill_bytes(&mut bytes);
            let at = self.rng.random_range(0..=WINDOW - bytes.len());
            self.directions[d].window[at..at + bytes.len()].copy_from_slice(&bytes);
            let write = ListedWrite {
                offset: at as u64,
                bytes: &bytes,
            };
            end = write.store(&self.ends[from].memory, end).unwrap();
        }
        SendOp::WriteList {
            list: self.ends[from].sge(slot(id), end - slot(id)),
            remote: self.ends[to].remote(0),
        }
    }

    /// A random write of blocks from the slot of request `id`.
    fn write_blocks(&mut self, d: usize, id: u64) -> SendOp {
        let (from, to) = (self.directions[d].from, self.directions[d].to);
        let block = self.rng.random_range(1..=400);
        let (here, there) = (
            block + self.rng.random_range(0..3) * self.rng.random_range(0..100),
            block + self.rng.random_range(0..3) * self.rng.random_range(0..100),
        );
        let place = |at: usize, stride: usize| at / block * stride + at % block;
        let span = |len: usize, stride| len.checked_sub(1).map_or(0, |at| place(at, stride) + 1);
        let most = ((SLOT - block) / here).min((WINDOW - block) / there) * block;
        let len = self.length(most.min(MTU as usize));
        let at = self.rng.random_range(0..=WINDOW - span(len, there));
        let mut bytes = vec![0; span(len, here)];
        self.rng.fill_bytes(&mut bytes);
        let source = &self.ends[from];
        source.memory.write(slot(id), &bytes).unwrap();
        for byte in 0..len {
            let target = at + place(byte, there);
            self.directions[d].window[target] = bytes[place(byte, here)];
        }
        SendOp::WriteBlocks {
            from: Entries {
                span: self.ends[from].sge(slot(id), bytes.len()),
                spacing: Spacing {
                    block: block as u32,
                    stride: here as u64,
                },
                len: len as u32,
            },
            remote: self.ends[to].remote(at),
            stride: there as u64,
        }
    }

    /// Posts one random request in direction `d`.
    fn post(&mut self, d: usize) {
        let (from, to) = (self.directions[d].from, self.directions[d].to);
        let id = self.directions[d].posted;
        let kind = self.rng.random_range(0..10);
        let imm = self.rng.random_bool(0.3).then(|| self.rng.random());
        let mut expected = None;
        let op = match kind {
            0 if self.lists => self.list(d, id),
            1 if self.lists => self.write_blocks(d, id),
            0..=3 => {
                let len = self.length(SLOT);
                let (bytes, data) = self.source(from, id, len);
                let at = self.rng.random_range(0..=WINDOW - len);
                let direction = &mut self.directions[d];
                direction.window[at..at + len].copy_from_slice(&bytes);
                if imm.is_some() {
                    direction.messages.push_back(Message {
                        op: CompletionOp::ReceiveWriteImm,
                        bytes,
                        imm,
                    });
                }
                SendOp::Write {
                    data,
                    remote: self.ends[to].remote(at),
                    imm,
                }
            }
            4 | 5 => {
                let len = self.length(SLOT);
                let (bytes, data) = self.source(from, id, len);
                self.directions[d].messages.push_back(Message {
                    op: CompletionOp::Receive,
                    bytes,
                    imm,
                });
                SendOp::Send {
                    data,
                    imm,
                    to: None,
                }
            }
            6 if self.lists => {
                let block = self.rng.random_range(1..=1500);
                let stride = block + self.rng.random_range(0..3) * self.rng.random_range(0..200);
                // The blocks, of which the last may be cut short, lie inside of the window.
                let most = SLOT.min((WINDOW - block) / stride * block);
                let len = self.length(most);
                let place = |at: usize| at / block * stride + at % block;
                let span = len.checked_sub(1).map_or(0, |last| place(last) + 1);
                let at = self.rng.random_range(0..=WINDOW - span);
                let window = &self.directions[d].window;
                expected = Some((0..len).map(|byte| window[at + place(byte)]).collect());
                SendOp::ReadBlocks {
                    local: self.ends[from].sge(slot(id), len),
                    remote: self.ends[to].remote(at),
                    spacing: Spacing {
                        block: block as u32,
                        stride: stride as u64,
                    },
                }
            }
            6 | 7 => {
                let len = self.length(SLOT);
                let at = self.rng.random_range(0..=WINDOW - len);
                let bytes = self.directions[d].window[at..at + len].to_vec();
                let remote = self.ends[to].remote(at);
                if let Some(into) = self.entries(from, id, len) {
                    let span = into.span.len as usize;
                    let mut after = self.ends[from].bytes(slot(id), span);
                    for (byte, value) in (0..).zip(&bytes) {
                        let place = into.spacing.place(byte).unwrap();
                        after[place as usize] = *value;
                    }
                    expected = Some(after);
                    SendOp::ReadScattered { into, remote }
                } else {
                    expected = Some(bytes);
                    let local = self.ends[from].sge(slot(id), len);
                    SendOp::Read { local, remote }
                }
            }
            _ => {
                let (width, op) = self.atomic();
                let len = width.bytes();
                let at = self.rng.random_range(0..WINDOW / len) * len;
                expected = Some(self.update(d, at, width, op));
                SendOp::Atomic {
                    local: self.ends[from].sge(slot(id), len),
                    remote: self.ends[to].remote(at),
                    width,
                    op,
                }
            }
        };
        let is_read = matches!(
            op,
            SendOp::Read { .. } | SendOp::ReadScattered { .. } | SendOp::ReadBlocks { .. }
        );
        let direction = &mut self.directions[d];
        let request = SendRequest {
            signaled: direction.outstanding.len() >= DEPTH / 2 || self.rng.random_bool(0.5),
            fence: direction.read_unfenced && !is_read,
            ..SendRequest::new(id, op)
        };
        let request = self.ends[from].addressed(request);
        direction.read_unfenced = is_read || direction.read_unfenced && !request.fence;
        direction.posted += 1;
        direction.outstanding.push_back(Expected {
            id,
            signaled: request.signaled,
            slot: expected,
        });
        let end = &self.ends[from];
        let device = &mut self.net.devices[end.device];
        device.post_send(end.qp, &request).unwrap();
    }

    /// Posts receives for direction `d`, not always as many as possible.
    fn post_receives(&mut self, d: usize) {
        let to = self.directions[d].to;
        while self.directions[d].receives_posted - self.directions[d].received < RECEIVE_DEPTH
            && self.rng.random_bool(0.35)
        {
            let id = self.directions[d].receives_posted;
            let offset = RECEIVES + id as usize % DEPTH * SLOT;
            let request = farreach_verbs::ReceiveRequest {
                id: id | 1 << 63,
                local: self.ends[to].sge(offset, SLOT),
            };
            let end = &self.ends[to];
            let device = &mut self.net.devices[end.device];
            let posted = match end.srq {
                Some(srq) => device.post_srq_recv(srq, &request),
                None => device.post_recv(end.qp, &request),
            };
            if posted.is_err() {
                break;
            }
            self.directions[d].receives_posted += 1;
        }
    }

    fn poll(&mut self) {
        for e in 0..self.ends.len() {
            let end = &self.ends[e];
            let (device, cq) = (end.device, end.cq);
            while let Some(completion) = self.net.devices[device].poll_cq(cq) {
                assert_eq!(
                    completion.status,
                    CompletionStatus::Success,
                    "{completion:?}"
                );
                match completion.op {
                    CompletionOp::Receive | CompletionOp::ReceiveWriteImm => {
                        self.check_received(e, &completion);
                    }
                    _ => self.check_sent(e, &completion),
                }
            }
        }
    }

    fn check_received(&mut self, end: usize, completion: &Completion) {
        let direction = self.directions.iter_mut().find(|d| d.to == end).unwrap();
        let message = direction.messages.pop_front().expect("a message was sent");
        direction.received += 1;
        assert_eq!(completion.op, message.op);
        assert_eq!(completion.imm, message.imm);
        assert_eq!(completion.bytes as usize, message.bytes.len());
        if message.op == CompletionOp::Receive {
            let id = completion.id & !(1 << 63);
            let offset = RECEIVES + id as usize % DEPTH * SLOT;
            let bytes = self.ends[end].bytes(offset, message.bytes.len());
            assert!(bytes == message.bytes, "receive {id} holds other bytes");
        }
    }

    fn check_sent(&mut self, end: usize, completion: &Completion) {
        let direction = self.directions.iter_mut().find(|d| d.from == end).unwrap();
        loop {
            let expected = direction.outstanding.pop_front().expect("it was posted");
            if let Some(bytes) = &expected.slot {
                let held = self.ends[end].bytes(slot(expected.id), bytes.len());
                assert!(held == *bytes, "request {} brought others", expected.id);
            }
            if expected.id == completion.id {
                assert!(expected.signaled);
                return;
            }
            assert!(
                !expected.signaled,
                "the completion of {} is missing",
                expected.id
            );
        }
    }

    fn run(&mut self, operations: u64) {
        let mut left = operations;
        let mut idle = false;
        loop {
            for d in 0..self.directions.len() {
                self.post_receives(d);
                while left > 0
                    && self.directions[d].outstanding.len() < DEPTH
                    && self.rng.random_bool(0.8)
                {
                    self.post(d);
                    left -= 1;
                }
            }
            self.poll();
            let done = self
                .directions
                .iter()
                .all(|d| d.messages.is_empty() && d.outstanding.iter().all(|e| !e.signaled));
            if left == 0 && done && idle {
                break;
            }
            idle = !self.net.step();
        }
        for direction in &self.directions {
            let to = &self.ends[direction.to];
            assert!(
                to.bytes(0, WINDOW) == direction.window,
                "memory differs from the model"
            );
            let state = self.net.devices[to.device].qp_state(to.qp);
            assert_eq!(state, Ok(QpState::Rts));
        }
        for device in &self.net.devices {
            assert_eq!(device.next_deadline(), None, "an idle pair has no deadline");
        }
    }
}

/// The configuration of a run's adapters.
#[derive(Clone, Copy)]
struct Setup {
    check: PacketCheck,
    window: Option<u32>,
    service: Service,
}

fn run(loss: f64, check: PacketCheck, window: Option<u32>) {
    run_over(
        loss,
        &Setup {
            check,
            window,
            service: Service::Rc,
        },
    );
}

fn run_over_xrc(loss: f64, check: PacketCheck) {
    run_over(
        loss,
        &Setup {
            check,
            window: None,
            service: Service::Xrc,
        },
    );
}

fn run_over(loss: f64, setup: &Setup) {
    let check = setup.check;
    let seed = Seed::new(0x0fa2_2eac);
    let faults = Faults {
        loss,
        duplication: loss,
        reordering: loss,
    };
    let mut world = World::new(seed.value(), faults, setup);
    world.run(100_000);
    let counters = world.net.counters(0);
    assert_eq!(counters.qp_errors, 0);
    assert!(counters.rnr_naks_received > 0);
    let is_keyed = matches!(check, PacketCheck::Keyed(_));
    if is_keyed {
        assert_eq!(counters.probes > 0, loss > 0.0);
    } else {
        assert_eq!(counters.timeouts > 0, loss > 0.0);
        assert_eq!(counters.probes, 0);
    }
    assert_eq!(counters.naks_received > 0, loss > 0.0);
    assert_eq!(counters.duplicates > 0, loss > 0.0);
}

const KEYED: PacketCheck = PacketCheck::Keyed([7; 16]);

#[test]
fn without_loss() {
    run(0.0, PacketCheck::Icrc, None);
}

#[test]
fn with_1_percent() {
    run(0.01, PacketCheck::Icrc, None);
}

#[test]
fn with_20_percent() {
    run(0.2, PacketCheck::Icrc, None);
}

#[test]
fn keyed_without_loss() {
    run(0.0, KEYED, None);
}

#[test]
fn keyed_with_1_percent() {
    run(0.01, KEYED, None);
}

#[test]
fn keyed_with_5_percent() {
    run(0.05, KEYED, None);
}

#[test]
fn keyed_with_20_percent() {
    run(0.2, KEYED, None);
}

#[test]
fn over_xrc_without_loss() {
    run_over_xrc(0.0, KEYED);
}

#[test]
fn over_xrc_with_5_percent() {
    run_over_xrc(0.05, PacketCheck::Icrc);
}

#[test]
fn over_xrc_keyed_with_5_percent() {
    run_over_xrc(0.05, KEYED);
}

#[test]
fn keyed_with_5_percent_and_room_for_few_packets() {
    run(0.05, KEYED, Some(6 << 10));
}
