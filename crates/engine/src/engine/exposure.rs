//! Memory that the device, and peers through the device, may access: the segment and other
//! registered memory.

use alloc::vec::Vec;
use core::ops::Range;

use farreach_connect::Rank;
use farreach_verbs::{
    Access, Device, DeviceError, Lkey, Region, RemoteAddress, Rkey, SrqNumber, Time,
};

use super::Engine;
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
        let (device, grain) = (&mut self.device, self.config.part_bytes);
        self.exposed.cover(device, self.pd, (offset, len), grain)
    }

    /// Answers a peer that asks for the key of a range of the segment.
    pub(super) fn answer_ask(&mut self, peer: Rank, offset: u64, len: u64) {
        let (part, rkey) = match self.cover(offset, len) {
            Ok((part, region)) => (part, region.rkey),
            // The peer sends what it has for this range in datagrams.
            Err(_) => (offset..offset.saturating_add(len), Rkey(0)),
        };
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
        let state = self.peers.entry(peer).or_insert_with(Peer::new);
        state.keys.add(part, rkey);
        self.resume(peer);
    }

    /// Registers memory for local transfers, or for [`crate::Op::PutExposed`] and
    /// [`crate::Op::GetExposed`] of peers that receive its key.
    pub fn register(&mut self, memory: D::Memory, access: Access) -> Result<Region, EngineError> {
        let region = self.device.register(self.pd, memory.clone(), 0, access)?;
        self.exposed.insert(region, memory, access);
        Ok(region)
    }

    /// Ends a registration. The device does not access the memory after this returns.
    pub fn deregister(&mut self, lkey: Lkey) -> Result<(), EngineError> {
        self.exposed.remove(lkey);
        Ok(self.device.deregister(lkey)?)
    }
}
