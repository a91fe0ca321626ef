//! Memory that the device, and peers through the device, may access: the segment and other
//! registered memory.

use alloc::vec::Vec;
use core::ops::Range;

use farreach_connect::Rank;
use farreach_verbs::{
    Access, Change, Device, DeviceError, Lkey, Memory, Region, RemoteAddress, Rkey, SrqNumber, Time,
};

use super::Engine;
use crate::kept::{self, Ended};
use crate::peer::Peer;
use crate::planted::Bug;
use crate::records::Record;
use crate::segments::{self, SEGMENT_BASE};
use crate::{Directory, EngineError};

impl<D: Device, L: Directory> Engine<D, L> {
    /// Sets the number that describes the segment's layout. Peers compare their numbers when they
    /// connect. Zero means that there is no such number.
    pub fn set_layout(&mut self, layout: u64) {
        self.exposed.set_layout(layout);
    }

    /// Registers `memory` as this process's segment and begins to answer connect requests.
    pub fn set_segment(&mut self, now: Time, memory: D::Memory) -> Result<(), EngineError> {
        assert!(!self.exposed.has_segment(), "the segment is set once");
        let region = if self.is_in_parts() {
            None
        } else {
            let (pd, whole) = (self.pd, memory.clone());
            Some(self.device.register(pd, whole, SEGMENT_BASE, Access::ALL)?)
        };
        let rank = self.config.rank;
        let index = self.directory.local_index(rank);
        let shared = self.domain.and_then(|(_, shared)| Some((shared?, index)));
        let can = (self.attributes.abilities(), self.attributes.max_rd_atomic);
        let told = self.exposed.set_segment(region, memory, shared, can);
        let mut told = told.encode();
        segments::add_queues(&mut told, self.inbox.told_queues());
        self.setups.manager().set_ready(now, &told);
        if self.config.fabric.reach.is_xrc() {
            // Messages may arrive without a connection of this process: from its node, or through
            // another process of the node.
            self.inbox.prepare(&mut self.device)?;
        }
        Ok(())
    }

    /// Whether parts of the segment are registered when they are needed, because the device pins what is registered.
    pub(super) fn is_in_parts(&self) -> bool {
        !self.attributes.registers_sparsely && !self.has_shared_segments()
    }

    /// Whether one key covers the segments of all processes of the node.
    fn has_shared_segments(&self) -> bool {
        self.domain.is_some_and(|(_, shared)| shared.is_some())
    }

    /// The region of this process's whole segment. `None` if parts of it are registered when they are needed.
    pub fn segment_region(&self) -> Option<Region> {
        self.exposed.whole()
    }

    /// The address by which peers reach `offset` of this process's segment with [`crate::Op::PutExposed`] and
    /// [`crate::Op::GetExposed`], and the region that covers `len` bytes from there on. The region's base is the address of the
    /// segment's first byte, for work requests of this process.
    pub fn segment_part(
        &mut self,
        offset: u64,
        len: u64,
    ) -> Result<(RemoteAddress, Region), EngineError> {
        let (_, region) = self.cover(offset, len)?;
        let info = self.exposed.info();
        let rkey = if self.is_in_parts() {
            region.rkey
        } else {
            info.rkey
        };
        let addr = info.base + offset;
        Ok((RemoteAddress { rkey, addr }, region))
    }

    fn cover(&mut self, offset: u64, len: u64) -> Result<(Range<u64>, Region), DeviceError> {
        self.registering(|engine| {
            let (device, grain) = (&mut engine.device, engine.config.part_bytes);
            engine
                .exposed
                .cover(device, engine.pd, (offset, len), grain)
        })
    }

    /// The part of the segment that covers a range, and its key. Zero if it can't be registered.
    fn part_with_key(&mut self, offset: u64, len: u64) -> (Range<u64>, Rkey) {
        match self.cover(offset, len) {
            Ok((part, region)) => (part, region.rkey),
            // The peer sends what it has for this range in datagrams.
            Err(_) => (offset..offset.saturating_add(len), Rkey(0)),
        }
    }

    /// The key of a range of the own segment for work requests toward this process itself.
    pub(super) fn own_key(&mut self, offset: u64, len: u64) -> Rkey {
        let (part, rkey) = self.part_with_key(offset, len);
        let rank = self.config.rank;
        let state = self.peers.entry(rank).or_insert_with(Peer::boxed);
        state.keys.add(part, rkey);
        rkey
    }

    /// Answers a peer that asks for the key of a range of the segment.
    pub(super) fn answer_ask(&mut self, peer: Rank, offset: u64, len: u64) {
        let (part, rkey) = self.part_with_key(offset, len);
        let (offset, len) = (part.start, part.end - part.start);
        let answer = Record::Part { offset, len, rkey };
        self.unconnected.say(self.now, peer, &answer);
    }

    /// Tells a peer the numbers of this process's receive queues.
    pub(super) fn answer_ask_queues(&mut self, peer: Rank) {
        let mut numbers = Vec::new();
        for queue in self.inbox.told_queues() {
            numbers.extend(queue.0.to_be_bytes());
        }
        let answer = Record::Queues { numbers: &numbers };
        self.unconnected.say(self.now, peer, &answer);
    }

    /// Takes the numbers of a peer's receive queues.
    pub(super) fn take_queues(&mut self, peer: Rank, numbers: &[u8]) {
        self.unconnected.answered(self.now, peer);
        let words = numbers.chunks_exact(4);
        let words = words.map(|word| u32::from_be_bytes(word.try_into().expect("4 bytes")));
        self.inbox
            .learn_queues(peer, words.map(SrqNumber).collect());
        self.resume(peer);
    }

    /// Whether the numbers of a peer's receive queues are needed and not known yet. Then the peer is asked for them.
    pub(super) fn awaits_queues(&mut self, peer: Rank) -> bool {
        if self.inbox.knows_queues(peer) || self.planted.is(Bug::QueuesComputed) {
            return false;
        }
        self.ask(peer, &Record::AskQueues);
        true
    }

    /// Asks a peer for what an operation toward it needs.
    pub(super) fn ask(&mut self, peer: Rank, question: &Record) {
        self.unconnected.ask(self.now, peer, question);
        self.mark(peer);
        self.flush_associations();
    }

    /// Takes the key of a part of a peer's segment.
    pub(super) fn take_part(&mut self, peer: Rank, part: Range<u64>, rkey: Rkey) {
        self.unconnected.answered(self.now, peer);
        let is_for_all = self.planted.is(Bug::KeyForAll);
        let part = if is_for_all { 0..u64::MAX } else { part };
        let state = self.peers.entry(peer).or_insert_with(Peer::boxed);
        state.keys.add(part, rkey);
        self.resume(peer);
    }

    /// Registers memory for local transfers, or for [`crate::Op::PutExposed`] and
    /// [`crate::Op::GetExposed`] of peers that receive its key.
    pub fn register(&mut self, memory: D::Memory, access: Access) -> Result<Region, EngineError> {
        let region = match self.keep(&memory, access) {
            Some(kept) => kept,
            None => self.registering(|engine| {
                engine.device.register(engine.pd, memory.clone(), 0, access)
            })?,
        };
        self.exposed.insert(region, memory, access);
        Ok(region)
    }

    /// Ends a registration. The device does not access the memory after this returns, unless requests that were posted for other
    /// registrations of it do.
    pub fn deregister(&mut self, lkey: Lkey) -> Result<(), EngineError> {
        let kept = self.kept.as_mut();
        match kept.map_or(Ended::Unknown, |kept| kept.end(lkey)) {
            Ended::Used => return Ok(()),
            Ended::Idle => {
                self.exposed.remove(lkey);
                return Ok(());
            }
            Ended::Unknown | Ended::Over => {}
        }
        self.exposed.remove(lkey);
        Ok(self.device.deregister(lkey)?)
    }

    /// The number of registrations that are kept for later operations or are in use by some, and their bytes.
    pub fn kept_size(&self) -> (usize, u64) {
        self.kept.as_ref().map_or((0, 0), |kept| kept.size())
    }

    /// Registers something. If the device refuses, what is kept makes room, and it is tried again.
    pub(super) fn registering<R>(
        &mut self,
        register: impl Fn(&mut Self) -> Result<R, DeviceError>,
    ) -> Result<R, DeviceError> {
        let registered = register(self);
        if registered.is_ok() || self.kept.is_none() {
            return registered;
        }
        let idle = self
            .kept
            .as_mut()
            .map_or_else(Vec::new, |kept| kept.give_up());
        if idle.is_empty() {
            return registered;
        }
        self.end_kept(idle);
        register(self)
    }

    /// The region of a buffer of the program that stays registered. `None` if the buffer has to be registered for its operation.
    fn keep(&mut self, memory: &D::Memory, access: Access) -> Option<Region> {
        let kept = self.kept.as_mut()?;
        if !kept.permits(access) {
            return None;
        }
        let place = (memory.program_address()?, memory.len() as u64);
        if !self.hear_changes() {
            return None;
        }
        let kept = self.kept.as_mut()?;
        if let Some(region) = kept.find(place, access) {
            self.stats.registrations_reused += 1;
            return Some(region);
        }
        if !kept.wants(place) {
            return None;
        }
        let over = kept.make_room(place)?;
        self.end_kept(over);
        // Changes from here on are heard before the next search.
        let is_watched = self.device.watch(place.0, place.1);
        let register = |device: &mut D| {
            let registered = device.register(self.pd, memory.clone(), 0, kept::access());
            registered.ok()
        };
        let region = is_watched.then_some(&mut self.device).and_then(register);
        let kept = self.kept.as_mut()?;
        let Some(region) = region else {
            // Nothing can watch the memory, or its pages can't be written, or a limit is reached.
            kept.refuse(place);
            return None;
        };
        kept.add(place, region, access);
        Some(region)
    }

    /// Ends the kept registrations of memory that is another by now. Returns whether all changes are known.
    fn hear_changes(&mut self) -> bool {
        let Some(kept) = &mut self.kept else {
            return false;
        };
        if !kept.has_watched() {
            return true;
        }
        let mut over = Vec::new();
        let planted = self.planted;
        let is_known = self.device.hear_changes(&mut |change| {
            if planted.is(Bug::KeptStale) {
                return;
            }
            let change = match change {
                Change::Emptied(range) if planted.is(Bug::EmptiedKept) => Change::Replaced(range),
                change => change,
            };
            over.extend(kept.change(&change));
        });
        self.end_kept(over);
        is_known
    }

    fn end_kept(&mut self, over: Vec<Lkey>) {
        for lkey in over {
            let ended = self.device.deregister(lkey);
            ended.expect("the engine's own registration");
        }
    }
}
