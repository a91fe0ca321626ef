//! Small puts and atomics that fetch nothing, gathered in lists: each leaves when it is full, before anything else toward the same peer, and with the
//! next poll.

use farreach_connect::Rank;
use farreach_verbs::{
    AtomicOp, AtomicWidth, Device, DeviceError, ListedAtomic, ListedEntry, ListedWrite, QpNumber,
    RemoteAddress, SendOp, SendRequest, Time,
};

use super::Engine;
use super::posting::Post;
use crate::lists::{Added, State};
use crate::op::Tracking;
use crate::peer::{Connection, Peer, Waiting};
use crate::segments::SegmentInfo;
use crate::{Directory, EngineError};

/// Marks the requests that are lists.
pub(super) const LIST: u64 = 1 << 32;

impl<D: Device, L: Directory> Engine<D, L> {
    /// Begins to copy `bytes`, which can be reused at once, to `offset` of the peer's segment. They travel together with
    /// other small puts to the same peer, at the latest with the next [`Engine::poll`].
    ///
    /// Returns whether that is possible. If the device has no lists, all are under way, the bytes are too many for one, or a
    /// report with a token is asked for, nothing has happened.
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

    /// Begins an atomic of which nobody wants the old word, in company like [`Engine::put_listed`]. Returns whether that is possible.
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
        let Some(atomic) = atomic.filter(|_| offset <= ListedWrite::MAX_OFFSET) else {
            return false;
        };
        self.now = now;
        self.add_rarely(peer, atomic, tracking, None)
    }

    /// [`Engine::add_rarely`] of a put, out of the way of [`Engine::put_listed`]: what it takes stays in registers there.
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

    /// Adds an entry that was not `added` to the list that was put to last, or closes that list.
    fn add_rarely(
        &mut self,
        peer: Rank,
        entry: impl ListedEntry,
        tracking: Tracking,
        mut added: Option<Added>,
    ) -> bool {
        let before = (self.config.live_bytes)();
        if added.is_none() && !matches!(tracking, Tracking::Token(_)) {
            added = self.add_elsewhere(peer, entry, tracking);
        }
        if added == Some(Added::IsFull) {
            self.close_list(peer);
        }
        self.account(before);
        added.is_some()
    }

    /// Adds an entry to the peer's open list, or to a new one.
    fn add_elsewhere(
        &mut self,
        peer: Rank,
        entry: impl ListedEntry,
        tracking: Tracking,
    ) -> Option<Added> {
        let gateway = self.peers.get(&self.gateway(peer));
        let mtu = gateway.and_then(|gateway| match gateway.connection {
            Connection::Up(..) => Some(gateway.mtu),
            _ => None,
        });
        let max = self.lists.max(mtu);
        if entry.needed() > max {
            return None;
        }
        let open = self.peers.get(&peer).and_then(|state| state.list);
        let added = open.and_then(|index| self.lists.add(index, tracking, entry));
        if added.is_some() {
            return added;
        }
        let index = self.open_list(peer, tracking, max, entry.touched())?;
        let added = self.lists.add(index, tracking, entry);
        if mtu.is_none() && !self.may_do_without(peer) {
            self.want_connection(peer);
        }
        added
    }

    /// Opens another list toward `peer`, for a put of `first` bytes first, unless there are too many.
    fn open_list(
        &mut self,
        peer: Rank,
        tracking: Tracking,
        max: usize,
        first: usize,
    ) -> Option<u32> {
        self.close_list(peer);
        let mut taken = Ok(None);
        self.without_accounting(|engine| {
            taken = engine.lists.take(&mut engine.device, engine.pd, max, first);
        });
        // A device without room for another region may have some later.
        let index = taken.ok().flatten()?;
        let number = self.number(tracking);
        self.lists.open(index, peer, tracking, number, max);
        if !self.has_unsent() {
            self.posted_at = self.now;
        }
        self.listed.push(peer);
        let state = self.peers.entry(peer).or_insert_with(Peer::new);
        state.list = Some(index);
        Some(index)
    }

    /// Sends the peer's open list on its way, if there is one.
    pub(super) fn close_list(&mut self, peer: Rank) {
        let Some(state) = self.peers.get_mut(&peer) else {
            return;
        };
        let Some(index) = state.list.take() else {
            return;
        };
        self.lists.get(index).state = State::Closed;
        let mut connection = state.connection;
        if self.config.fabric.reach.is_shared() {
            connection = self.connection(peer);
        }
        let state = self.peers.get_mut(&peer).expect("it has a list");
        match connection {
            Connection::Up(qp, info) if state.pending.is_empty() => {
                match self.post_list(index, qp, &info) {
                    Ok(Post::Posted) => self.forget_blank(peer),
                    Ok(Post::NoRoom) => self.wait_for_room(peer, Waiting::List(index)),
                    Err(error) => self.finish_list(index, Err(error)),
                }
            }
            Connection::Up(..) => state.pending.push_back(Waiting::List(index)),
            _ => {
                state.pending.push_back(Waiting::List(index));
                self.go_unconnected(peer);
            }
        }
    }

    /// The same for all peers.
    pub(super) fn close_lists(&mut self) {
        while let Some(peer) = self.listed.pop() {
            self.close_list(peer);
        }
    }

    pub(super) fn post_list(
        &mut self,
        index: u32,
        qp: QpNumber,
        segment: &SegmentInfo,
    ) -> Result<Post, EngineError> {
        let peer = self.lists.get(index).peer;
        let (mut qp, mut srq) = (qp, None);
        if !self.has_one_way() {
            match self.way(peer, qp, None) {
                Some(way) => (qp, srq) = way,
                None => return Ok(Post::NoRoom),
            }
        }
        let list = self.lists.get(index);
        let (offset, len) = list.furthest;
        if segment.address(offset, len as u64).is_none() {
            return Err(EngineError::OutOfSegment {
                peer: list.peer,
                offset,
                len: len as u64,
                limit: segment.len,
            });
        }
        let request = SendRequest {
            id: LIST | u64::from(index),
            op: SendOp::WriteList {
                list: list.sge(),
                remote: RemoteAddress {
                    rkey: segment.rkey,
                    addr: segment.base,
                },
            },
            signaled: true,
            patient: list.tracking == Tracking::Unawaited,
            fence: false,
            srq,
        };
        match self.device.post_send(qp, &request) {
            Ok(()) => {
                list.state = State::Posted(qp);
                self.count_post();
                self.used(peer);
                self.went(peer, qp);
                Ok(Post::Posted)
            }
            Err(DeviceError::Exhausted { .. }) => Ok(Post::NoRoom),
            Err(error) => Err(error.into()),
        }
    }

    /// All puts of a list have ended.
    pub(super) fn finish_list(&mut self, index: u32, result: Result<(), EngineError>) {
        if let Some(number) = self.lists.free(index) {
            self.window.end(number);
        }
        if let Err(error) = result {
            self.failure.get_or_insert(error);
        }
    }

    /// How many lists of small puts are open or under way, of [`crate::LISTS_MAX`].
    pub fn lists(&self) -> usize {
        self.lists.in_use()
    }
}
