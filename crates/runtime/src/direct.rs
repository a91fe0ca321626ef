//! The operations of the world: those by way of its own lane.

use farreach_engine::Op;
use farreach_node::Memory;
use farreach_verbs::{AtomicOp, AtomicWidth};

use crate::memory::Plain;
use crate::progress::Network;
use crate::{Error, World};

impl World {
    /// [`Through::put_word`](crate::progress::lane::Through::put_word) by way of the world's own lane.
    #[inline]
    pub fn put_word<T: Plain>(&self, pe: u32, offset: usize, value: T) -> Result<(), Error> {
        self.direct().put_word(pe, offset, value)
    }

    /// [`Through::get_word`](crate::progress::lane::Through::get_word) by way of the world's own lane.
    #[inline]
    pub fn get_word<T: Plain>(&self, pe: u32, offset: usize) -> Result<T, Error> {
        self.direct().get_word(pe, offset)
    }

    /// [`Through::put`](crate::progress::lane::Through::put) by way of the world's own lane.
    #[inline]
    pub fn put(&self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.direct().put(pe, offset, bytes)
    }

    /// [`Through::get`](crate::progress::lane::Through::get) by way of the world's own lane.
    #[inline]
    pub fn get(&self, pe: u32, offset: usize, into: &mut [u8]) -> Result<(), Error> {
        self.direct().get(pe, offset, into)
    }

    /// [`Through::put_signal`](crate::progress::lane::Through::put_signal) by way of the world's own lane.
    #[inline]
    pub fn put_signal(
        &self,
        pe: u32,
        offset: usize,
        bytes: &[u8],
        signal: usize,
        value: u64,
    ) -> Result<(), Error> {
        self.direct().put_signal(pe, offset, bytes, signal, value)
    }

    /// [`Through::atomic`](crate::progress::lane::Through::atomic) by way of the world's own lane.
    #[expect(clippy::inline_always, reason = "as the lane's")]
    #[inline(always)]
    pub fn atomic(
        &self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: impl Fn() -> AtomicOp,
    ) -> Result<u64, Error> {
        self.direct().atomic(pe, offset, width, op)
    }

    /// [`Through::atomic_nbi`](crate::progress::lane::Through::atomic_nbi) by way of the world's own lane.
    #[expect(clippy::inline_always, reason = "as the lane's")]
    #[inline(always)]
    pub fn atomic_nbi(
        &self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        op: impl Fn() -> AtomicOp,
    ) -> Result<(), Error> {
        self.direct().atomic_nbi(pe, offset, width, op)
    }

    /// [`Through::put_copied_nbi`](crate::progress::lane::Through::put_copied_nbi) by way of the world's own lane.
    pub fn put_copied_nbi(&self, pe: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.direct().put_copied_nbi(pe, offset, bytes)
    }

    /// [`Through::fence`](crate::progress::lane::Through::fence).
    #[inline]
    pub fn fence(&self) {
        self.direct().fence();
    }

    /// Waits until all operations that this process has begun by way of the world's own lane, also those with handles, are
    /// complete at their targets.
    pub fn quiet(&self) -> Result<(), Error> {
        self.direct().quiet()
    }

    pub(crate) fn implicit(&self, pe: u32, op: Op<Memory>) -> Result<(), Error> {
        self.direct().implicit(pe, op)
    }

    pub(crate) fn make_room(&self, network: &Network) {
        self.direct().make_room(network);
    }

    pub(crate) fn wait_for_packets(&self, what: &str, ready: impl FnMut(&World) -> bool) {
        self.direct().wait_for_packets(what, ready);
    }

    /// The network that leads to `pe`, which is on another node or does not exist.
    pub(crate) fn network_to(&self, pe: u32) -> Result<&Network, Error> {
        self.direct().network_to(pe)
    }
}
