//! Transfers straight from and to buffers of the caller's, for the duration of a call.

#![allow(unsafe_code)]

use std::ptr::NonNull;

use farreach_node::{Memory, View};
use farreach_verbs::{Access, Lkey, Region};

use crate::network::Network;
use crate::{Error, Through};

/// A registration that ends when this goes, also by unwinding.
struct Registered<'a> {
    network: &'a Network,
    lkey: Lkey,
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        let ended = self
            .network
            .peek(|core, _| core.engine.deregister(self.lkey));
        ended.expect("registered by us and not yet deregistered");
    }
}

impl Through<'_> {
    /// Registers `bytes` to be read by the device while `f` runs; by that of other processes as well if `access` says so.
    pub(crate) fn with_source<R>(
        self,
        bytes: &[u8],
        access: SourceAccess,
        f: impl FnOnce(Region) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let ptr = NonNull::from(bytes).cast();
        // SAFETY: the handle is moved into the device, which only reads through it (no access flag permits more)
        // and drops it at deregistration, which `Registered` does before the borrow of `bytes` ends.
        let memory = unsafe { Memory::from_raw_parts(ptr, bytes.len()) };
        self.with_registered(memory, access.flags(), f)
    }

    /// Registers `bytes` to be written by the device while `f` runs, and for what `access` permits other processes.
    pub(crate) fn with_target<R>(
        self,
        bytes: &mut [u8],
        access: Access,
        f: impl FnOnce(Region) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.with_shared_target(bytes, access, |region, _| f(region))
    }

    /// The same for an `f` that reads and writes them meanwhile as well.
    pub(crate) fn with_shared_target<R>(
        self,
        bytes: &mut [u8],
        access: Access,
        f: impl FnOnce(Region, View<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let len = bytes.len();
        let ptr = NonNull::from(bytes).cast();
        // SAFETY: the exclusive borrow of `bytes` lasts until this returns, and the device, which got the only
        // handle, drops it at deregistration, which `Registered` does before.
        let memory = unsafe { Memory::from_raw_parts(ptr, len) };
        // SAFETY: the same; the view ends with `f`, and all that is done through it and the handle is raw copies.
        let view = unsafe { View::from_raw_parts(ptr, len) };
        self.with_registered(memory, Access::LOCAL_WRITE | access, |region| {
            f(region, view)
        })
    }

    /// Registers memory while `f` runs.
    pub(crate) fn with_registered<R>(
        self,
        memory: Memory,
        access: Access,
        f: impl FnOnce(Region) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let network = self.network()?;
        let region = network.peek(|core, _| core.engine.register(memory, access));
        let region = region.map_err(|source| Error::Network {
            rank: self.world.rank(),
            source,
        })?;
        let _registered = Registered {
            network,
            lkey: region.lkey,
        };
        f(region)
    }
}

/// Who reads a buffer of the caller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceAccess {
    /// This process's device.
    Own,
    /// Those of other processes, too.
    Peers,
}

impl SourceAccess {
    fn flags(self) -> Access {
        match self {
            SourceAccess::Own => Access::NONE,
            SourceAccess::Peers => Access::REMOTE_READ,
        }
    }
}
