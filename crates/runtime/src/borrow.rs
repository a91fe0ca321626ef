//! Transfers straight from and to buffers of the caller's, for the duration of a call.

#![allow(unsafe_code)]

use std::ptr::NonNull;

use farreach_node::Memory;
use farreach_verbs::{Access, Lkey};

use crate::{Error, World};

/// A registration that ends when this goes, also by unwinding.
struct Registered<'a> {
    world: &'a World,
    lkey: Lkey,
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        let network = self.world.network().expect("registered on the network");
        let ended = network.peek(|core, _| core.engine.deregister(self.lkey));
        ended.expect("registered by us and not yet deregistered");
    }
}

impl World {
    /// Registers `bytes` to be read by the device while `f` runs.
    pub(crate) fn with_source<R>(
        &self,
        bytes: &[u8],
        f: impl FnOnce(Lkey) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let ptr = NonNull::from(bytes).cast();
        // SAFETY: the handle is moved into the device, which only reads through it (no access flag permits more)
        // and drops it at deregistration, which `Registered` does before the borrow of `bytes` ends.
        let memory = unsafe { Memory::from_raw_parts(ptr, bytes.len()) };
        self.with_registered(memory, Access::NONE, f)
    }

    /// Registers `bytes` to be written by the device while `f` runs.
    pub(crate) fn with_target<R>(
        &self,
        bytes: &mut [u8],
        f: impl FnOnce(Lkey) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let len = bytes.len();
        let ptr = NonNull::from(bytes).cast();
        // SAFETY: the exclusive borrow of `bytes` lasts until this returns, and the device, which got the only
        // handle, drops it at deregistration, which `Registered` does before.
        let memory = unsafe { Memory::from_raw_parts(ptr, len) };
        self.with_registered(memory, Access::LOCAL_WRITE, f)
    }

    fn with_registered<R>(
        &self,
        memory: Memory,
        access: Access,
        f: impl FnOnce(Lkey) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let network = self
            .network()
            .expect("only remote transfers are registered");
        let lkey = network.peek(|core, _| core.engine.register(memory, access));
        let lkey = lkey.map_err(|source| Error::Network {
            rank: self.rank(),
            source,
        })?;
        let registered = Registered { world: self, lkey };
        f(registered.lkey)
    }
}
