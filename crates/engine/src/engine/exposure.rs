//! Memory that the device, and peers through the device, may access: the segment and other
//! registered memory.

use farreach_verbs::{Access, Device, Lkey, Region, RemoteAddress, Sge, Time};

use super::Engine;
use crate::segments::SEGMENT_BASE;
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
        let region = self
            .device
            .register(self.pd, memory.clone(), SEGMENT_BASE, Access::ALL)?;
        let rank = self.config.rank;
        let index = self.directory.local_index(rank);
        let shared = self.domain.map(|(_, shared)| (shared, index));
        let told = self.exposed.set_segment(region, memory, shared);
        self.setups.manager().set_ready(now, &told.encode());
        if self.config.fabric.reach.is_xrc() {
            // Messages may arrive without a connection of this process: from its node, or through
            // another process of the node.
            self.inbox.prepare(&mut self.device)?;
        }
        Ok(())
    }

    /// A range of this process's segment as the source or the target of a transfer.
    pub fn segment_sge(&self, offset: u64, len: u32) -> Sge {
        self.exposed.segment_sge(offset, len)
    }

    /// The address by which peers reach `offset` of this process's segment with
    /// [`crate::Op::PutExposed`] and [`crate::Op::GetExposed`].
    pub fn segment_address(&self, offset: u64) -> RemoteAddress {
        self.exposed.segment_address(offset)
    }

    /// Registers memory for local transfers, or for [`crate::Op::PutExposed`] and
    /// [`crate::Op::GetExposed`] of peers that receive its key. Its addresses start at zero.
    pub fn register(&mut self, memory: D::Memory, access: Access) -> Result<Region, EngineError> {
        let region = self.device.register(self.pd, memory.clone(), 0, access)?;
        self.exposed.insert(region, memory, 0, access);
        Ok(region)
    }

    /// Ends a registration. The device does not access the memory after this returns.
    pub fn deregister(&mut self, lkey: Lkey) -> Result<(), EngineError> {
        self.exposed.remove(lkey);
        Ok(self.device.deregister(lkey)?)
    }
}
