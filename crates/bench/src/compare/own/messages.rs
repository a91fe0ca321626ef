//! Messages that are matched by tag: what `peers/two_sided.c` does, and the exchange of
//! `peers/collectives.c`.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use farreach::shmem::{Pe, Symmetric};
use farreach_node::Memory;
use farreach_runtime::{Destination, Pattern, SendMode, TaggedRequest, World};

use super::super::catalogue::{Action, Operation, TRANSFER_MAX};
use super::row;
use crate::meter;

const RECEIVER: u32 = 1;
/// The tag of messages, and that of answers.
const MESSAGE: u32 = 0;
const ANSWER: u32 = 1;
/// As in `peers/measure.h`.
const MESSAGES_MAX: usize = 64;
const MESSAGES_BYTES: usize = 16 << 20;
/// The first byte of messages that are not the last, and of the last window's.
const MORE: u8 = 0;
const LAST: u8 = 1;

fn to(pe: u32, tag: u32) -> Destination {
    Destination {
        pe,
        context: 0,
        tag,
    }
}

fn from(pe: u32, tag: u32) -> Pattern {
    Pattern {
        context: 0,
        source: Some(pe),
        tag: Some(tag),
    }
}

fn wait(world: &World, requests: &[TaggedRequest]) {
    for request in requests {
        world.wait_for_tagged("the comparison's messages", || request.has_ended());
    }
}

/// Byte `index` of the data with this seed.
fn byte_of(seed: u32, index: usize) -> u8 {
    let mixed = (index as u32)
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add(seed.wrapping_mul(0x85EB_CA6B));
    (mixed >> 24) as u8
}

/// The sender and the receiver, of which this is one.
struct Pair<'a> {
    world: &'a World,
    other: u32,
    budget: Duration,
}

/// Measures all operations, one after the other.
pub(super) fn measure(pe: &Pe, budget: Duration, operations: &[Operation]) -> Result<()> {
    let pair = Pair {
        world: pe.world(),
        other: RECEIVER - pe.my_pe(),
        budget,
    };
    for (&operation, seed) in operations.iter().zip(1..) {
        let bytes = operation.bytes;
        ensure!(
            (1..=TRANSFER_MAX).contains(&bytes),
            "{bytes} bytes are not up to {TRANSFER_MAX}"
        );
        pe.barrier_all()?;
        match operation.action {
            Action::PingPong => pair.ping_pong(operation, seed),
            Action::MessageRate | Action::MessageStream => pair.messages(operation, seed),
            _ => bail!("it is no message"),
        }
        .with_context(|| operation.to_string())?;
    }
    Ok(pe.barrier_all()?)
}

impl Pair<'_> {
    fn is_sender(&self) -> bool {
        self.other == RECEIVER
    }

    fn send(&self, bytes: &[u8], tag: u32) -> Result<()> {
        let to = to(self.other, tag);
        Ok(self.world.send_tagged(to, bytes, SendMode::Standard)?)
    }

    fn receive(&self, into: &mut [u8], tag: u32) -> Result<()> {
        self.world.receive_tagged(&from(self.other, tag), into)?;
        Ok(())
    }

    /// Half of there and back. The trips go on until the first byte says that they end.
    fn ping_pong(&self, operation: Operation, seed: u32) -> Result<()> {
        let bytes = operation.bytes;
        let mut memory = vec![MORE; bytes];
        if !self.is_sender() {
            while memory[0] == MORE {
                self.receive(&mut memory, MESSAGE)?;
                self.send(&memory, MESSAGE)?;
            }
            return Ok(());
        }
        let fill = |first| {
            let mut filled: Vec<_> = (0..bytes).map(|index| byte_of(seed, index)).collect();
            filled[0] = first;
            filled
        };
        let (more, last) = (fill(MORE), fill(LAST));
        let trips = meter::batches(self.budget, |_| {
            self.send(&more, MESSAGE)?;
            self.receive(&mut memory, MESSAGE)
        })?;
        memory.fill(0);
        self.send(&last, MESSAGE)?;
        self.receive(&mut memory, MESSAGE)?;
        ensure!(memory == last, "what came back is not what was sent");
        row(operation, trips.seconds / 2.0);
        Ok(())
    }

    /// Windows of messages, each answered when all of it has come.
    fn messages(&self, operation: Operation, seed: u32) -> Result<()> {
        let bytes = operation.bytes;
        let count = (MESSAGES_BYTES / bytes).clamp(1, MESSAGES_MAX);
        let filled: Vec<_> = (0..count * bytes)
            .map(|index| byte_of(seed, index))
            .collect();
        let memory = if self.is_sender() {
            Memory::copy_of(&filled)
        } else {
            Memory::copy_of(&vec![0; count * bytes])
        };
        let parts: Vec<_> = (0..count)
            .map(|at| memory.slice(at * bytes, bytes))
            .collect::<Result<_, _>>()?;
        let mut requests = Vec::with_capacity(count);
        let mut window = || -> Result<()> {
            requests.clear();
            for part in &parts {
                requests.push(if self.is_sender() {
                    let to = to(self.other, MESSAGE);
                    self.world
                        .begin_send(to, part.clone(), SendMode::Standard)?
                } else {
                    let from = from(self.other, MESSAGE);
                    self.world.begin_receive(&from, part.clone())?
                });
            }
            wait(self.world, &requests);
            if self.is_sender() {
                self.receive(&mut [], ANSWER)
            } else {
                self.send(&[], ANSWER)
            }
        };
        let mut first = [MORE];
        if !self.is_sender() {
            while first == [MORE] {
                window()?;
                memory.copy_out(0, &mut first)?;
            }
            let mut got = vec![0; count * bytes];
            memory.copy_out(0, &mut got)?;
            got[0] = filled[0];
            ensure!(got == filled, "what came is not what was sent");
            return Ok(());
        }
        memory.copy_in(0, &first)?;
        let windows = meter::batches(self.budget, |_| window())?;
        memory.copy_in(0, &[LAST])?;
        window()?;
        let moved = match operation.action {
            Action::MessageRate => count,
            _ => count * bytes,
        };
        row(operation, moved as f64 / windows.seconds);
        Ok(())
    }
}

/// The partners of each process in an exchange.
const PARTNERS: usize = 8;

/// Distances to the partners of an exchange between `size` processes: equal numbers in all of them,
/// drawn as in `peers/collectives.c`.
pub(super) fn distances(size: usize) -> Vec<usize> {
    let mut state = 1_u64;
    let mut distances = Vec::new();
    while distances.len() < PARTNERS.min(size - 1) {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let distance = 1 + (state >> 33) as usize % (size - 1);
        if !distances.contains(&distance) {
            distances.push(distance);
        }
    }
    distances
}

/// Sends each partner its block of `count` elements, and receives one from as many others.
pub(super) fn exchange(
    pe: &Pe,
    distances: &[usize],
    (source, into): (&Symmetric<u64>, &Symmetric<u64>),
    count: usize,
) -> Result<()> {
    let (world, rank, size) = (pe.world(), pe.my_pe() as usize, pe.n_pes() as usize);
    let bytes = 8 * count;
    let block = |of: &Symmetric<u64>, other: usize| {
        world
            .own_segment()
            .slice(of.offset() + other * bytes, bytes)
    };
    let mut requests = Vec::with_capacity(2 * distances.len());
    for distance in distances {
        let other = (rank + size - distance) % size;
        let from = from(other as u32, MESSAGE);
        requests.push(world.begin_receive(&from, block(into, other)?)?);
    }
    for distance in distances {
        let other = (rank + distance) % size;
        let to = to(other as u32, MESSAGE);
        requests.push(world.begin_send(to, block(source, other)?, SendMode::Standard)?);
    }
    wait(world, &requests);
    Ok(())
}
