//! The conversion of operations into work requests, and of completions into results.

use farreach_connect::Rank;
use farreach_verbs::{
    Abilities, Access, Completion, CompletionStatus, Data, Device, DeviceError, Entries, QpNumber,
    RemoteAddress, Rkey, SendOp, SendRequest, Sge, Spacing,
};

use super::Engine;
use crate::inbox;
use crate::op::{Op, Source, Target};
use crate::peer::{Connection, Peer, PendingOp};
use crate::planted::Bug;
use crate::records::Record;
use crate::segments::SegmentInfo;
use crate::{Directory, EngineError};

/// Of so many requests whose end nothing waits for, one asks for an acknowledgement at once.
const ACKNOWLEDGED_EVERY: u32 = 64;

/// The result of an attempt to post.
enum Post {
    /// The device has accepted the request.
    Posted,
    /// The send queue is full, or no slot is free.
    NoRoom,
}

impl<D: Device, L: Directory> Engine<D, L> {
    /// Posts an operation unless something is ahead of it. Without an `op` the operation is a list.
    /// Returns whether the operation was handled. If not, it has to wait: see [`Engine::pend`].
    #[inline]
    pub(super) fn post_at_once(
        &mut self,
        peer: Rank,
        index: u32,
        op: Option<&Op<D::Memory>>,
    ) -> bool {
        if op.is_some_and(|op| self.is_for_owner(peer, op)) {
            return false;
        }
        let is_shared = self.routes.reach().is_shared();
        let shared = is_shared.then(|| self.connection(peer));
        let state = self.peers.entry(peer).or_insert_with(Peer::boxed);
        let Connection::Up(qp, info) = shared.unwrap_or(state.connection) else {
            return false;
        };
        if !state.pending.is_clear() {
            return false;
        }
        match self.post(peer, (index, op), qp, &info) {
            Ok(Post::Posted) => self.forget_blank(peer),
            Ok(Post::NoRoom) => {
                self.blocked.insert(peer);
                return false;
            }
            Err(error) => self.finish(index, Err(error)),
        }
        true
    }

    /// Appends an operation to the peer's pending queue, or sends it in datagrams.
    pub(super) fn pend(&mut self, peer: Rank, waiting: PendingOp<D::Memory>) {
        let connection = self.connection(peer);
        // A set-up that the peer began is wanted as well, since the peer may give it up.
        let is_apart = !matches!(connection, Connection::Up(..) | Connection::Draining(..));
        let mut rest = Some(waiting);
        if is_apart && !self.has_pending(peer) {
            rest = rest.and_then(|waiting| self.go_at_once(peer, waiting));
        }
        if let Some(waiting) = rest {
            let state = self.peers.entry(peer).or_insert_with(Peer::boxed);
            state.pending.push(waiting);
            if is_apart {
                self.go_unconnected(peer);
            } else if self.sends_to_owner {
                self.drain(peer);
            }
        }
    }

    /// Whether the CPU of the word's owner has to execute an operation, because its adapter's atomics would not exclude its CPUs', or
    /// lack the operation. Such an operation goes in a datagram, also where there is a connection.
    ///
    /// So does an operation on a part of the segment that the peer can't register.
    #[inline]
    pub(super) fn is_for_owner(&mut self, peer: Rank, op: &Op<D::Memory>) -> bool {
        if !self.sends_to_owner {
            return false;
        }
        match op {
            Op::Atomic { width, op, offset } => {
                let by_both = self.planted.is(Bug::ExecutedByBoth);
                let is_for_adapter = *offset >= self.adapter_from && !by_both;
                let executor = self.executor(peer, is_for_adapter);
                !executor.executes(*width, *op)
                    || !is_for_adapter && self.is_unregistered(peer, *offset, width.bytes())
            }
            Op::Message { .. } => false,
            _ if op.exposed().is_some() => false,
            _ => {
                let (offset, len) = op.range();
                self.is_unregistered(peer, offset, len)
            }
        }
    }

    /// The abilities by which the peer's adapter executes atomics of this process. While the peer's are not known, they are taken to be
    /// those of this process: an atomic that its adapter lacks needs no connection.
    ///
    /// `is_for_adapter`: no CPU changes the word by atomics, so adapters need to exclude each other only.
    fn executor(&self, peer: Rank, is_for_adapter: bool) -> Abilities {
        if is_for_adapter {
            return self.executor_of_shared();
        }
        let own = self.attributes.abilities();
        match self.connection(peer) {
            Connection::Up(_, info) if own.contains(Abilities::EXTENDED_ATOMICS) => info.abilities,
            Connection::Up(_, info) => info.abilities.without(Abilities::EXTENDED_ATOMICS),
            _ => own,
        }
    }

    /// The abilities by which adapters execute atomics on words that CPUs don't change. All adapters of such a job have the same.
    pub(super) fn executor_of_shared(&self) -> Abilities {
        self.attributes.abilities() | Abilities::COHERENT_ATOMICS
    }

    fn is_unregistered(&mut self, peer: Rank, offset: u64, len: usize) -> bool {
        let state = self.peers.get_mut(&peer);
        let rkey = state.and_then(|state| state.keys.find(offset, len as u64));
        rkey == Some(Rkey(0))
    }

    /// The key of a range of a peer's segment. `None`: it was asked for.
    fn key_of(&mut self, peer: Rank, offset: u64, len: u64) -> Option<Rkey> {
        let state = self.peers.entry(peer).or_insert_with(Peer::boxed);
        let rkey = state.keys.find(offset, len);
        if rkey.is_none() && peer == self.config.rank {
            return Some(self.own_key(offset, len));
        }
        if rkey.is_none() {
            self.ask(peer, &Record::Ask { offset, len });
        }
        rkey
    }

    /// Posts an operation on the connection whose first queue pair is `qp`. Without an `op` the
    /// operation is a list.
    #[inline]
    fn post(
        &mut self,
        peer: Rank,
        (index, op): (u32, Option<&Op<D::Memory>>),
        mut qp: QpNumber,
        segment: &SegmentInfo,
    ) -> Result<Post, EngineError> {
        if self.operations.buffer(index) > 0 && !self.has_buffer(peer, index) {
            return Ok(Post::NoRoom);
        }
        let mut srq = None;
        if !self.has_one_way() {
            if self.awaits_queues(peer) {
                return Ok(Post::NoRoom);
            }
            let message = match op {
                Some(Op::Message { data }) => Some(data.len()),
                _ => None,
            };
            match self.way(peer, qp, message) {
                Some(way) => (qp, srq) = way,
                None => return Ok(Post::NoRoom),
            }
        }
        let (offset, len) = match op {
            Some(op) => op.range(),
            None => self.lists.get(self.operations.list(index)).furthest(),
        };
        let Some(addr) = segment.address(offset, len as u64) else {
            return Err(out_of_segment(peer, (offset, len), segment));
        };
        let exposed = op.and_then(Op::exposed);
        let needs_key = exposed.is_none() && !matches!(op, Some(Op::Message { .. }));
        let rkey = if needs_key && segment.rkey == Rkey(0) {
            match self.key_of(peer, offset, len as u64) {
                // Others go in datagrams.
                Some(Rkey(0)) => return Err(EngineError::NotRegistered { peer, offset, len }),
                Some(rkey) => rkey,
                None => return Ok(Post::NoRoom),
            }
        } else {
            segment.rkey
        };
        let remote = exposed.unwrap_or(RemoteAddress { rkey, addr });
        let Some(op) = self.work(index, op, remote, segment.base)? else {
            return Ok(Post::NoRoom);
        };
        let request = SendRequest {
            id: u64::from(index),
            op,
            signaled: true,
            fence: false,
            patient: self.is_patient(peer, index),
            srq,
        };
        match self.device.post_send(qp, &request) {
            Ok(()) => {
                self.operations.posted(index, qp);
                if let Some((peer, bytes)) = self.operations.taken_buffer(index)
                    && let Some(state) = self.peers.get_mut(&peer)
                {
                    state.buffers_taken += bytes;
                }
                self.went(peer, qp);
                Ok(Post::Posted)
            }
            Err(DeviceError::Exhausted { .. }) => Ok(Post::NoRoom),
            Err(error) => Err(error.into()),
        }
    }

    /// What the device is asked for an operation at `remote`, or for a list, whose offsets count
    /// from `base`. `None` if there is no room for a fetched word.
    #[inline]
    fn work(
        &mut self,
        index: u32,
        op: Option<&Op<D::Memory>>,
        remote: RemoteAddress,
        base: u64,
    ) -> Result<Option<SendOp>, EngineError> {
        Ok(Some(match op {
            None => SendOp::WriteList {
                list: self.lists.get(self.operations.list(index)).sge(),
                remote: RemoteAddress {
                    addr: base,
                    ..remote
                },
            },
            Some(Op::Put {
                source: Source::Inline(data),
                ..
            }) => SendOp::Write {
                data: Data::Inline(*data),
                remote,
                imm: None,
            },
            Some(Op::Put { source, .. }) => SendOp::Write {
                data: self.data(index, source)?,
                remote,
                imm: None,
            },
            // The immediate takes a receive at the peer, whose completion wakes the peer.
            Some(Op::Signal { data, .. }) => SendOp::Write {
                data: Data::Inline(*data),
                remote,
                imm: Some(0),
            },
            Some(Op::Message { data }) => SendOp::Send {
                data: self.data(index, data)?,
                imm: None,
                to: None,
            },
            Some(Op::Get { into, .. }) => SendOp::Read {
                local: self.target(index, into)?,
                remote,
            },
            Some(Op::GetExposed { into, .. }) => SendOp::Read {
                local: *into,
                remote,
            },
            Some(Op::PutBlocks {
                source,
                here,
                len,
                stride,
                ..
            }) => {
                let Data::Sge(span) = self.data(index, source)? else {
                    unreachable!("blocks are in memory");
                };
                let from = self.entries(span, *here, *len);
                if self.has_blocks() {
                    SendOp::WriteBlocks {
                        from,
                        remote,
                        stride: *stride,
                    }
                } else {
                    assert_eq!(*stride, u64::from(here.block), "a row at the target");
                    SendOp::Write {
                        data: Data::Gathered(from),
                        remote,
                        imm: None,
                    }
                }
            }
            Some(Op::GetScattered {
                into, here, len, ..
            }) => {
                let span = match into {
                    Target::Region(into) => *into,
                    Target::Owned(memory) => self.registered(index, memory)?,
                };
                let into = self.entries(span, *here, *len);
                SendOp::ReadScattered { into, remote }
            }
            Some(Op::GetBlocks { into, spacing, .. }) => SendOp::ReadBlocks {
                local: self.target(index, into)?,
                remote,
                spacing: *spacing,
            },
            Some(Op::PutExposed { from, .. }) => SendOp::Write {
                data: Data::Sge(*from),
                remote,
                imm: None,
            },
            Some(Op::GetWord { .. }) => match self.operations.slot(index) {
                Some(local) => SendOp::Read { local, remote },
                None => return Ok(None),
            },
            Some(Op::Atomic { width, op, .. }) => match self.operations.slot(index) {
                Some(local) => SendOp::Atomic {
                    local,
                    remote,
                    width: *width,
                    op: *op,
                },
                None => return Ok(None),
            },
        }))
    }

    /// Blocks of registered memory for a request.
    fn entries(&self, span: Sge, mut spacing: Spacing, len: u32) -> Entries {
        if self.planted.is(Bug::EntriesJoined) {
            spacing.stride = spacing.block.into();
        }
        Entries { span, spacing, len }
    }

    /// Whether the peer probably has a receive buffer for a message. The messages under way take at
    /// most half of the buffers of their size, so that the peer can post the other half meanwhile.
    /// A message that finds no buffer is sent again, with all that follows it.
    fn has_buffer(&self, peer: Rank, index: u32) -> bool {
        let (taken, size) = (self.buffers_taken(peer), self.operations.buffer(index));
        taken == 0 || taken + size <= inbox::queue_bytes(size) / 2
    }

    fn buffers_taken(&self, peer: Rank) -> u32 {
        let state = self.peers.get(&peer);
        state.map_or(0, |state| state.buffers_taken)
    }

    /// Whether the peer may delay its acknowledgement of a request. Of the requests whose end
    /// nothing waits for, some ask for it all the same: a send queue that is full of requests
    /// without acknowledgement would wait for the longest delay.
    fn is_patient(&mut self, peer: Rank, index: u32) -> bool {
        if !self.operations.is_patient(index) {
            return false;
        }
        let size = self.operations.buffer(index);
        if size > 0 && self.buffers_taken(peer) > inbox::queue_bytes(size) / 4 {
            return false;
        }
        self.unawaited = self.unawaited.wrapping_add(1);
        !self.unawaited.is_multiple_of(ACKNOWLEDGED_EVERY)
    }

    /// The bytes of a put or message, in the form that the device takes.
    fn data(&mut self, index: u32, source: &Source<D::Memory>) -> Result<Data, EngineError> {
        Ok(match source {
            Source::Inline(data) => Data::Inline(*data),
            Source::Region(sge) => Data::Sge(*sge),
            Source::Owned(memory) => {
                Data::Sge(self.owned(index, memory, source.len(), Access::NONE)?)
            }
        })
    }

    /// The target of a get, in the form that the device takes.
    fn target(&mut self, index: u32, into: &Target<D::Memory>) -> Result<Sge, EngineError> {
        match into {
            Target::Region(into) => Ok(*into),
            Target::Owned(memory) => self.owned(index, memory, into.len(), Access::LOCAL_WRITE),
        }
    }

    /// All of the memory that a get scatters bytes to. It is not copied: what lies between the blocks keeps its value.
    fn registered(&mut self, index: u32, memory: &D::Memory) -> Result<Sge, EngineError> {
        let sge = self.without_accounting(|engine| {
            engine.registering(|engine| {
                let (device, owned) = (&mut engine.device, (index, memory));
                engine.operations.registered(device, engine.pd, owned)
            })
        });
        Ok(sge?)
    }

    /// The first bytes of the memory that an operation owns. The memory is registered when the
    /// operation is first posted.
    fn owned(
        &mut self,
        index: u32,
        memory: &D::Memory,
        len: usize,
        access: Access,
    ) -> Result<Sge, EngineError> {
        if self.attributes.registers_sparsely {
            let (device, owned) = (&mut self.device, (index, memory));
            return Ok(self.operations.owned(device, self.pd, owned, len, access)?);
        }
        // The memory for copies, which the first one makes, is no connection's.
        let sge = self.without_accounting(|engine| {
            engine.registering(|engine| {
                let (device, owned) = (&mut engine.device, (index, memory));
                engine
                    .operations
                    .owned(device, engine.pd, owned, len, access)
            })
        });
        Ok(sge?)
    }

    /// Reports the end of an operation and frees its resources.
    pub(super) fn finish(&mut self, index: u32, result: Result<(), EngineError>) {
        if let Some((peer, bytes)) = self.operations.taken_buffer(index)
            && let Some(state) = self.peers.get_mut(&peer)
        {
            state.buffers_taken = state.buffers_taken.saturating_sub(bytes);
        }
        let (owned, list) = self.operations.end(index, result);
        if let Some(list) = list {
            self.lists.free(list);
        }
        if let Some(lkey) = owned {
            self.without_accounting(|engine| {
                let ended = engine.device.deregister(lkey);
                ended.expect("the engine's own registration");
            });
        }
    }

    pub(super) fn take_completions(&mut self) -> usize {
        let mut taken = 0;
        while let Some(completion) = self.device.poll_cq(self.cq) {
            taken += 1;
            self.complete(completion);
        }
        taken
    }

    /// Posts waiting operations as far as queues have room.
    pub(super) fn drain_blocked(&mut self) {
        if self.blocked.is_empty() {
            return;
        }
        for peer in core::mem::take(&mut self.blocked) {
            self.drain(peer);
        }
    }

    pub(super) fn complete(&mut self, completion: Completion) {
        let index = completion.id as u32;
        let peer = self.operations.peer(index);
        if completion.status == CompletionStatus::Success {
            let gateway = self.gateway(peer);
            // The gateway may have changed meanwhile. The end of the former one says nothing about
            // the new one.
            if let Some(state) = self.peers.get_mut(&gateway)
                && !state.heard
                && state.qp() == Some(completion.qp)
            {
                state.heard = true;
                self.setups.manager().heard(gateway);
            }
            self.finish(index, Ok(()));
            return;
        }
        let status = completion.status;
        let error = EngineError::Broken { peer, status };
        self.finish(index, Err(error.clone()));
        if status != CompletionStatus::Flushed {
            let gateway = self.gateway(peer);
            // The peer's process may still run. The next connection will tell.
            if gateway == self.config.rank {
                self.part_from_itself(None);
            } else {
                self.setups.manager().broken(self.now, gateway);
            }
            self.fail_pending(peer, &error);
        }
    }

    pub(super) fn fail_pending(&mut self, peer: Rank, error: &EngineError) {
        self.blocked.remove(&peer);
        self.setups.unwanted(peer);
        self.unconnected.fail_begun(self.now, peer, error);
        self.take_ended();
        if let Some(state) = self.peers.get_mut(&peer) {
            let open = state.list.take().map(PendingOp::List);
            for waiting in state.pending.take_all().into_iter().chain(open) {
                self.fail_waiting(waiting, error.clone());
            }
        }
        self.mark(peer);
    }

    fn fail_waiting(&mut self, waiting: PendingOp<D::Memory>, error: EngineError) {
        match waiting {
            PendingOp::Op(index, op) => {
                self.finish(index, Err(error));
                self.without_accounting(|_| drop(op));
            }
            PendingOp::List(index) => self.finish(index, Err(error)),
        }
    }

    /// Posts the pending operations of a connected peer until one finds no room.
    pub(super) fn drain(&mut self, peer: Rank) {
        loop {
            let Connection::Up(qp, info) = self.connection(peer) else {
                return;
            };
            let Some(state) = self.peers.get_mut(&peer) else {
                return;
            };
            let follows_datagrams = state.pending.follows_datagrams();
            let waiting = state.pending.pop();
            if let Some(PendingOp::Op(_, op)) = &waiting
                && self.is_for_owner(peer, op)
            {
                let waiting = waiting.expect("an operation");
                if !self.give_to_owner(peer, waiting, follows_datagrams) {
                    return;
                }
                continue;
            }
            let state = self.peers.get_mut(&peer).expect("a peer that was reached");
            if follows_datagrams {
                if let Some(waiting) = waiting {
                    state.pending.put_back(waiting);
                }
                // The peer is served again when its datagrams have ended.
                self.mark(peer);
                return;
            }
            let Some(waiting) = waiting else {
                // Frees the queue: most peers have pending operations only before they are
                // connected.
                state.pending.take_all();
                self.forget_blank(peer);
                return;
            };
            let posted = match &waiting {
                PendingOp::Op(index, op) => (*index, Some(op)),
                PendingOp::List(index) => (*index, None),
            };
            match self.post(peer, posted, qp, &info) {
                Ok(Post::Posted) => {}
                Ok(Post::NoRoom) => {
                    let state = self.peers.get_mut(&peer).expect("a peer that was reached");
                    state.pending.put_back(waiting);
                    self.blocked.insert(peer);
                    return;
                }
                Err(error) => self.fail_waiting(waiting, error),
            }
        }
    }
}

#[cold]
fn out_of_segment(peer: Rank, (offset, len): (u64, usize), segment: &SegmentInfo) -> EngineError {
    EngineError::OutOfSegment {
        peer,
        offset,
        len: len as u64,
        limit: segment.len,
    }
}
