//! Transfers straight from and to buffers of the caller's, for the duration of a call.

#![allow(unsafe_code)]

use std::ptr::{self, NonNull};

use farreach_node::{Memory, View};
use farreach_verbs::{Access, Lkey, Region};
use rustix::io::Errno;
use rustix::mm::{MsyncFlags, msync};

use crate::error::Local;
use crate::network::Network;
use crate::rma::IN_PLACE_MIN;
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

/// Pages that the kernel checks one by one.
const PAGE: usize = 4096;

impl Through<'_> {
    /// Fails if there is no memory at some of the addresses that the device is to get. Only buffers that are long enough for the
    /// check to cost little are checked.
    ///
    /// Nothing vouches for a pointer from C. The kernel, which reads a long source for the device, would only say that a datagram
    /// can't be sent, and the peer would seem to be silent.
    pub(crate) fn check_lent(self, bytes: View<'_>, local: Local) -> Result<(), Error> {
        let (first, len) = (bytes.as_non_null().addr().get(), bytes.len());
        if len < IN_PLACE_MIN || is_mapped(first, len) {
            return Ok(());
        }
        let mut pages = (first & !(PAGE - 1)..first + len).step_by(PAGE);
        let hole = pages.find(|&page| !is_mapped(page, 1));
        Err(Error::NotMapped {
            rank: self.world.rank(),
            local,
            first,
            len,
            hole: hole.unwrap_or(first).max(first),
        })
    }
}

/// Whether there is memory at all of these addresses, whoever may read or write it. The kernel looks at mappings, not at pages, so
/// this takes as long for many bytes as for few.
fn is_mapped(first: usize, len: usize) -> bool {
    let start = first & !(PAGE - 1);
    let len = first + len - start;
    // SAFETY: with MS_ASYNC the call does nothing but fail if a page is not mapped.
    let checked = unsafe { msync(ptr::without_provenance_mut(start), len, MsyncFlags::ASYNC) };
    checked != Err(Errno::NOMEM)
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
