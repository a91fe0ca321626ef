//! Lends the caller's buffers to the device for the duration of a call, so that their bytes are not
//! copied.

#![allow(unsafe_code)]

use std::ptr::{self, NonNull};

use farreach_node::{Memory, View};
use farreach_verbs::{Access, Region};
use rustix::io::Errno;
use rustix::mm::{MsyncFlags, msync};

use super::rma::IN_PLACE_MIN;
use crate::Error;
use crate::error::Local;
use crate::progress::{LaneContext, Network};

/// The registration of a caller's buffer. To drop the value ends the registration, also when the
/// thread unwinds. A value must not be forgotten: the device would use the buffer after the borrow
/// has ended.
pub(crate) struct Lent<'a> {
    network: &'a Network,
    region: Region,
}

impl Lent<'_> {
    /// The keys by which the device knows the buffer.
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

impl<'a> LaneContext<'a> {
    /// Registers `bytes`, which the device then may read. With [`SourceAccess::Peers`] the devices
    /// of other processes may read `bytes` as well.
    pub(crate) fn lend_source<'b>(
        self,
        bytes: &'b [u8],
        access: SourceAccess,
    ) -> Result<Lent<'b>, Error>
    where
        'a: 'b,
    {
        let ptr = NonNull::from(bytes).cast();
        // SAFETY: the handle is moved into the engine. Requests only read through the handle, and peers, since no access flag
        // permits them more. `Lent` deregisters before the borrow of `bytes` ends. A kept registration has the handle for longer, and
        // accesses nothing through it.
        let memory = unsafe { Memory::from_raw_parts(ptr, bytes.len()) };
        self.lend(memory, access.flags())
    }

    /// Registers `bytes`, which the device then may write. `access` is what other processes may do.
    /// Meanwhile the caller reads and writes `bytes` by the view.
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
        // SAFETY: the exclusive borrow of `bytes` lasts as long as the returned values. The engine
        // has the only handle. `Lent` deregisters before the borrow ends. A kept registration has the handle for longer, and
        // accesses nothing through it.
        let memory = unsafe { Memory::from_raw_parts(ptr, len) };
        // SAFETY: the view ends with the exclusive borrow of `bytes`. All accesses by the view and
        // by the handle are raw copies.
        let view = unsafe { View::from_raw_parts(ptr, len) };
        Ok((self.lend(memory, Access::LOCAL_WRITE | access)?, view))
    }

    /// Registers `memory` until the result is dropped.
    pub(crate) fn lend(self, memory: Memory, access: Access) -> Result<Lent<'a>, Error> {
        let network = self.network()?;
        let region = network.peek(|core, _| core.engine.register(memory, access));
        let region = self.world.network_result(region)?;
        Ok(Lent { network, region })
    }
}

/// The kernel's page size.
const PAGE: usize = 4096;

impl LaneContext<'_> {
    /// Fails if any address of `bytes` has no memory. Buffers below [`IN_PLACE_MIN`] are not
    /// checked, since the check would cost much of the transfer's time.
    ///
    /// Nothing vouches for a pointer from C. Without the check, the kernel would only report that a
    /// datagram can't be sent, and the peer would seem to be silent.
    pub(crate) fn check_lent(self, bytes: View<'_>, local: Local) -> Result<(), Error> {
        let (first, len) = (bytes.as_non_null().addr().get(), bytes.len());
        if len < IN_PLACE_MIN || is_mapped(bytes) {
            return Ok(());
        }
        let mut pages = (first & !(PAGE - 1)..first + len).step_by(PAGE);
        let hole = pages.find(|&page| !is_range_mapped(page, 1));
        Err(Error::NotMapped {
            rank: self.world.rank(),
            local,
            first,
            len,
            hole: hole.unwrap_or(first).max(first),
        })
    }
}

/// Whether all addresses of `bytes` have memory, whatever its protection. The kernel looks at
/// mappings and not at pages, so the time of a call does not depend on the length.
pub(crate) fn is_mapped(bytes: View<'_>) -> bool {
    is_range_mapped(bytes.as_non_null().addr().get(), bytes.len())
}

fn is_range_mapped(first: usize, len: usize) -> bool {
    let start = first & !(PAGE - 1);
    let len = first + len - start;
    // SAFETY: with MS_ASYNC the call only fails if a page is not mapped.
    let checked = unsafe { msync(ptr::without_provenance_mut(start), len, MsyncFlags::ASYNC) };
    checked != Err(Errno::NOMEM)
}

/// Whose devices may read a lent source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceAccess {
    /// The device of this process.
    Own,
    /// The devices of all processes.
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
