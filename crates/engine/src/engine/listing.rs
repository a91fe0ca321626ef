//! Lists of small puts, of atomics that fetch nothing, and of accumulates. A list is sent when it is full, before
//! any other operation toward its peer, or at the next poll.
//!
//! A list travels as one work request and is one operation. A list holds as much as fits into a
//! packet (up to 52 KiB on the loopback device).

use farreach_connect::Rank;
use farreach_verbs::{
    AtomicOp, AtomicWidth, Device, ListedAccumulate, ListedAtomic, ListedEntry, ListedWrite, Time,
};

use super::Engine;
use crate::Directory;
use crate::lists::Added;
use crate::op::Tracking;
use crate::peer::{Peer, PendingOp};

impl<D: Device, L: Directory> Engine<D, L> {
    /// Adds a put of `bytes` to `offset` of the peer's segment to a list. The bytes are copied, so
    /// the caller may reuse them at once. The list is sent at the next [`Engine::poll`] at the
    /// latest.
    ///
    /// Returns `false` and does nothing if the device has no lists, all lists are in use, the bytes
    /// exceed a list, or `tracking` asks for a report with a token.
    #[inline]
    pub fn put_listed(
        &mut self,
        now: Time,
        peer: Rank,
        offset: u64,
        bytes: &[u8],
        tracking: Tracking,
    ) -> bool {
        assert!(
            peer < self.config.size,
            "rank {peer} of {}",
            self.config.size
        );
        if bytes.len() > ListedWrite::MAX_LEN || offset > ListedWrite::MAX_OFFSET {
            return false;
        }
        self.now = now;
        let added = self.lists.add_to_latest(peer, tracking, offset, bytes);
        if added != Some(Added::HasRoom) {
            return self.put_rarely(peer, offset, bytes, tracking, added);
        }
        true
    }

    /// Whether small puts travel in lists.
    pub fn has_lists(&self) -> bool {
        self.lists.max(None) > 0
    }

    /// The most puts of `len` bytes that a list toward `peer` holds. Zero if none fits, or there are
    /// no lists.
    pub fn listed_max(&self, peer: Rank, len: usize) -> usize {
        let gateway = self.peers.get(&self.gateway(peer));
        let mtu = gateway.filter(|gateway| gateway.is_up());
        let max = self.lists.max(mtu.map(|gateway| gateway.mtu));
        max / ListedWrite::listed_len(len)
    }

    /// The most bytes of an [`crate::Op::PutBlocks`] toward `peer`. Zero if there is no such operation, or if
    /// the packets' length is not known.
    pub fn blocks_max(&self, peer: Rank) -> usize {
        let gateway = self.peers.get(&self.gateway(peer));
        let gateway = gateway.filter(|gateway| self.has_blocks() && gateway.is_up());
        gateway.map_or(0, |gateway| gateway.mtu as usize)
    }

    /// Adds an atomic whose old word is not wanted to a list, as [`Engine::put_listed`] does for a
    /// put. Returns `false` if that is not possible.
    pub fn atomic_listed(
        &mut self,
        now: Time,
        peer: Rank,
        offset: u64,
        (width, op): (AtomicWidth, AtomicOp),
        tracking: Tracking,
    ) -> bool {
        assert!(
            peer < self.config.size,
            "rank {peer} of {}",
            self.config.size
        );
        let atomic = ListedAtomic::new(offset, width, op);
        let fits = offset <= ListedWrite::MAX_OFFSET && offset < self.adapter_from;
        let Some(atomic) = atomic.filter(|_| fits) else {
            return false;
        };
        self.now = now;
        self.add_rarely(peer, atomic, tracking, None)
    }

    /// The most bytes of numbers that [`Engine::accumulate_listed`] can take for a peer. 0 if the
    /// device has no lists, or where words are for its atomics alone. More than before once the peer is connected.
    pub fn accumulate_max(&self, peer: Rank) -> usize {
        if self.adapter_from < u64::MAX {
            return 0;
        }
        let gateway = self.peers.get(&self.gateway(peer));
        let mtu = gateway.filter(|gateway| gateway.is_up());
        let max = self.lists.max(mtu.map(|gateway| gateway.mtu));
        let room = max
            .saturating_sub(ListedAccumulate::HEADER)
            .min(ListedAccumulate::MAX_LEN);
        room / 16 * 16
    }

    /// Adds an accumulate to a list, as [`Engine::put_listed`] does for a put. Returns `false` and
    /// does nothing if all lists are in use.
    ///
    /// # Panics
    /// If there are more than [`Engine::accumulate_max`] bytes of numbers, or the offset exceeds
    /// what an entry can hold.
    pub fn accumulate_listed(
        &mut self,
        now: Time,
        peer: Rank,
        accumulate: ListedAccumulate<'_>,
        tracking: Tracking,
    ) -> bool {
        assert!(
            peer < self.config.size,
            "rank {peer} of {}",
            self.config.size
        );
        let (len, max) = (accumulate.numbers.len(), self.accumulate_max(peer));
        assert!(len <= max, "{len} bytes, and room for {max}");
        self.now = now;
        self.add_rarely(peer, accumulate, tracking, None)
    }

    /// Calls [`Engine::add_rarely`] for a put. It is a function of its own so that the arguments
    /// stay in registers in [`Engine::put_listed`].
    #[inline(never)]
    fn put_rarely(
        &mut self,
        peer: Rank,
        offset: u64,
        bytes: &[u8],
        tracking: Tracking,
        added: Option<Added>,
    ) -> bool {
        self.add_rarely(peer, ListedWrite { offset, bytes }, tracking, added)
    }

    /// Handles an entry that was not `added` to the latest list: adds it to another list. If the
    /// entry filled the latest list, closes that list.
    fn add_rarely(
        &mut self,
        peer: Rank,
        entry: impl ListedEntry,
        tracking: Tracking,
        mut added: Option<Added>,
    ) -> bool {
        let before = (self.config.live_bytes)();
        if added.is_none() && tracking.token().is_none() {
            added = self.add_elsewhere(peer, entry, tracking);
        }
        if added == Some(Added::IsFull) {
            self.close_list(peer);
        }
        self.account(before);
        added.is_some()
    }

    /// Adds an entry to the peer's open list, or to a new list.
    fn add_elsewhere(
        &mut self,
        peer: Rank,
        entry: impl ListedEntry,
        tracking: Tracking,
    ) -> Option<Added> {
        let gateway = self.peers.get(&self.gateway(peer));
        let mtu = gateway.filter(|gateway| gateway.is_up());
        let mtu = mtu.map(|gateway| gateway.mtu);
        let max = self.lists.max(mtu);
        if entry.needed() > max {
            return None;
        }
        let open = self.peers.get(&peer).and_then(|state| state.list);
        let open = open.map(|index| self.operations.list(index));
        let added = open.and_then(|list| self.lists.add(list, tracking, entry));
        if added.is_some() {
            return added;
        }
        let list = self.open_list(peer, tracking, max, entry.touched())?;
        let added = self.lists.add(list, tracking, entry);
        if mtu.is_none() && !self.may_do_without(peer) {
            self.want_connection(peer);
        }
        added
    }

    /// Opens a list toward `peer` whose first put has `first` bytes. Returns `None` if all lists
    /// are in use.
    fn open_list(
        &mut self,
        peer: Rank,
        tracking: Tracking,
        max: usize,
        first: usize,
    ) -> Option<u32> {
        self.close_list(peer);
        let taken = self.without_accounting(|engine| {
            let (device, pd) = (&mut engine.device, engine.pd);
            engine.lists.take(device, pd, max, first)
        });
        // A device that has no room for a region now may have room later, so the error is dropped.
        let list = taken.ok().flatten()?;
        if !self.has_unsent() {
            self.posted_at = self.now;
        }
        self.lists.open(list, peer, tracking, max);
        let state = self.peers.entry(peer).or_insert_with(Peer::boxed);
        state.list = Some(self.operations.begin_list(peer, tracking, list));
        Some(list)
    }

    /// Closes and submits the peer's open list, if there is one.
    pub(super) fn close_list(&mut self, peer: Rank) {
        let state = self.peers.get_mut(&peer);
        if let Some(index) = state.and_then(|state| state.list.take()) {
            let list = self.operations.list(index);
            self.lists.close(list);
            if let Some(contacts) = &mut self.contacts {
                contacts.count_list(peer, self.lists.get(list).sge().len as usize);
            }
            if !self.post_at_once(peer, index, None) {
                self.pend(peer, PendingOp::List(index));
            }
        }
    }

    /// Closes and submits the open lists of all peers.
    pub(super) fn close_lists(&mut self) {
        while let Some(peer) = self.lists.pop_open() {
            self.close_list(peer);
        }
    }

    /// The number of lists that are open or under way. The limit is [`crate::LISTS_MAX`].
    pub fn lists(&self) -> usize {
        self.lists.in_use()
    }
}
