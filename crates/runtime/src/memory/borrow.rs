//! Transfers straight from and to buffers of the caller's, for the duration of a call.

#![allow(unsafe_code)]

use std::ptr::{self, NonNull};

use farreach_node::{Memory, View};
use farreach_verbs::{Access, Region};
use rustix::io::Errno;
use rustix::mm::{MsyncFlags, msync};

use super::rma::IN_PLACE_MIN;
use crate::Error;
use crate::error::Local;
use crate::progress::{Network, Through};

/// A buffer of the caller's that is registered. It ends when this goes, also by unwinding. Nobody forgets one: the device would
/// use the buffer after its borrow has ended.
pub(crate) struct Lent<'a> {
    network: &'a Network,
    region: Region,
}

impl Lent<'_> {
    /// Where it is for the device.
    pub(crate) fn region(&self) -> Region {
        self.region
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let lkey = self.region.lkey;
        let ended = self.network.peek(|core, _| core.engine.deregister(lkey));
        ended.expect("registered by us and not yet deregistered");
    }
}

impl<'a> Through<'a> {
    /// Registers `bytes` to be read by the device; by that of other processes as well if `access` says so.
    pub(crate) fn lend_source<'b>(
        self,
        bytes: &'b [u8],
        access: SourceAccess,
    ) -> Result<Lent<'b>, Error>
    where
        'a: 'b,
    {
        let ptr = NonNull::from(bytes).cast();
        // SAFETY: the handle is moved into the device, which only reads through it (no access flag permits more)
        // and drops it at deregistration, which `Lent` does before the borrow of `bytes` ends.
        let memory = unsafe { Memory::from_raw_parts(ptr, bytes.len()) };
        self.lend(memory, access.flags())
    }

    /// Registers `bytes` to be written by the device, and for what `access` permits other processes. Through the view they are
    /// read and written meanwhile.
    pub(crate) fn lend_target<'b>(
        self,
        bytes: &'b mut [u8],
        access: Access,
    ) -> Result<(Lent<'b>, View<'b>), Error>
    where
        'a: 'b,
    {
        let len = bytes.len();
        let ptr = NonNull::from(bytes).cast();
        // SAFETY: the exclusive borrow of `bytes` lasts as long as what is returned, and the device, which got the only
        // handle, drops it at deregistration, which `Lent` does before.
        let memory = unsafe { Memory::from_raw_parts(ptr, len) };
        // SAFETY: the same; the view ends with the borrow, and all that is done through it and the handle is raw copies.
        let view = unsafe { View::from_raw_parts(ptr, len) };
        Ok((self.lend(memory, Access::LOCAL_WRITE | access)?, view))
    }

    /// Registers memory that nobody else has.
    pub(crate) fn lend(self, memory: Memory, access: Access) -> Result<Lent<'a>, Error> {
        let network = self.network()?;
        let region = network.peek(|core, _| core.engine.register(memory, access));
        let region = self.world.network_result(region)?;
        Ok(Lent { network, region })
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
