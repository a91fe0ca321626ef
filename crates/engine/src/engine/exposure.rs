//! Memory that the device, and through it peers, may touch: the segment and what else is registered.

use farreach_verbs::{Access, Device, Lkey, Region, RemoteAddress, Sge, Time};

use super::Engine;
use crate::segments::SEGMENT_BASE;
use crate::{Directory, EngineError};

impl<D: Device, L: Directory> Engine<D, L> {
    /// Says what lies where in the segment, by a number that other processes' are compared with; zero if nobody says.
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
        let index = rank - self.directory.node_ranks(rank).start;
        let shared = self.domain.map(|(_, shared)| (shared, index));
        let told = self.exposed.set_segment(region, memory, shared);
        self.setups.manager().set_ready(now, &told.encode());
        if self.config.fabric.reach.is_xrc() {
            // They may come from this node, or by way of another process of it, without a connection of ours.
            self.inbox.prepare(&mut self.device)?;
        }
        Ok(())
    }

    /// A range of this process's own segment as the source or the target of a transfer.
    pub fn segment_sge(&self, offset: u64, len: u32) -> Sge {
        self.exposed.segment_sge(offset, len)
    }

    /// Where peers find `offset` of the own segment by [`crate::Op::PutExposed`] and [`crate::Op::GetExposed`].
    pub fn segment_address(&self, offset: u64) -> RemoteAddress {
        self.exposed.segment_address(offset)
    }

    /// Registers memory for transfers, or for [`crate::Op::PutExposed`] and [`crate::Op::GetExposed`] of peers that are told its key;
    /// addresses in it start at zero.
    pub fn register(&mut self, memory: D::Memory, access: Access) -> Result<Region, EngineError> {
        let region = self.device.register(self.pd, memory.clone(), 0, access)?;
        self.exposed.insert(region, memory, 0, access);
        Ok(region)
    }

    /// Ends a registration. The device does not touch the memory any more when this returns.
    pub fn deregister(&mut self, lkey: Lkey) -> Result<(), EngineError> {
        self.exposed.remove(lkey);
        Ok(self.device.deregister(lkey)?)
    }
}
