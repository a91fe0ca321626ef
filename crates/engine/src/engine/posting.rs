//! From operations to work requests, and from completions to results.

use alloc::collections::VecDeque;

use farreach_connect::Rank;
use farreach_verbs::{
    Access, Completion, CompletionStatus, Data, Device, DeviceError, QpNumber, RemoteAddress,
    SendOp, SendRequest, Sge,
};

use super::Engine;
use super::listing::LIST;
use crate::op::{Done, Op, Source, Target, Tracking};
use crate::peer::{Connection, Waiting};
use crate::segments::SegmentInfo;
use crate::{Directory, EngineError};

/// What became of an attempt to post.
pub(super) enum Post {
    /// The device has it.
    Posted,
    /// The send queue or the slots are full.
    NoRoom,
}

impl<D: Device, L: Directory> Engine<D, L> {
    pub(super) fn wait_for_room(&mut self, peer: Rank, waiting: Waiting<D::Memory>) {
        self.peers
            .get_mut(&peer)
            .expect("a peer that was reached")
            .pending
            .push_back(waiting);
        self.blocked.insert(peer);
    }

    /// Turns an operation into a work request.
    pub(super) fn post(
        &mut self,
        index: u32,
        op: &Op<D::Memory>,
        qp: QpNumber,
        segment: &SegmentInfo,
    ) -> Result<Post, EngineError> {
        let entry = &self.ops[index as usize];
        let (peer, word, slot) = (entry.peer, entry.word, entry.slot);
        let patient = entry.tracking == Tracking::Unawaited;
        let (mut qp, mut srq) = (qp, None);
        if !self.has_one_way() {
            let message = match op {
                Op::Message { data } => Some(data.len()),
                _ => None,
            };
            match self.way(peer, qp, message) {
                Some(way) => (qp, srq) = way,
                None => return Ok(Post::NoRoom),
            }
        }
        let (offset, len) = op.range();
        let addr = segment.address(offset, len as u64);
        let Some(addr) = addr else {
            return Err(out_of_segment(peer, (offset, len), segment));
        };
        let remote = op.exposed().unwrap_or(RemoteAddress {
            rkey: segment.rkey,
            addr,
        });
        if word > 0 && slot.is_none() {
            let slot = self.slots.take();
            self.ops[index as usize].slot = slot;
            if slot.is_none() {
                return Ok(Post::NoRoom);
            }
        }

        let op = match op {
            Op::Put {
                source: Source::Inline(data),
                ..
            } => SendOp::Write {
                data: Data::Inline(*data),
                remote,
                imm: None,
            },
            Op::Put { source, .. } => SendOp::Write {
                data: self.data(index, source)?,
                remote,
                imm: None,
            },
            Op::Message { data } => SendOp::Send {
                data: self.data(index, data)?,
                imm: None,
                to: None,
            },
            Op::Get {
                into: Target::Region(into),
                ..
            }
            | Op::GetExposed { into, .. } => SendOp::Read {
                local: *into,
                remote,
            },
            Op::Get {
                into: Target::Owned(memory),
                ..
            } => SendOp::Read {
                local: self.owned(index, memory, len, Access::LOCAL_WRITE)?,
                remote,
            },
            Op::PutExposed { from, .. } => SendOp::Write {
                data: Data::Sge(*from),
                remote,
                imm: None,
            },
            Op::GetWord { .. } => SendOp::Read {
                local: self.slot(index, len),
                remote,
            },
            Op::Atomic { width, op, .. } => SendOp::Atomic {
                local: self.slot(index, len),
                remote,
                width: *width,
                op: *op,
            },
        };
        let request = SendRequest {
            id: u64::from(index),
            op,
            signaled: true,
            fence: false,
            patient,
            srq,
        };
        match self.device.post_send(qp, &request) {
            Ok(()) => {
                self.ops[index as usize].posted = Some(qp);
                self.count_post();
                self.used(peer);
                self.went(peer, qp);
                Ok(Post::Posted)
            }
            Err(DeviceError::Exhausted { .. }) => Ok(Post::NoRoom),
            Err(error) => Err(error.into()),
        }
    }

    /// The bytes of a put or message, for the device.
    fn data(&mut self, index: u32, source: &Source<D::Memory>) -> Result<Data, EngineError> {
        Ok(match source {
            Source::Inline(data) => Data::Inline(*data),
            Source::Region(sge) => Data::Sge(*sge),
            Source::Owned(memory) => {
                Data::Sge(self.owned(index, memory, source.len(), Access::NONE)?)
            }
        })
    }

    /// The first bytes of the memory that an operation owns, which is registered when it is first posted.
    fn owned(
        &mut self,
        index: u32,
        memory: &D::Memory,
        len: usize,
        access: Access,
    ) -> Result<Sge, EngineError> {
        let entry = &mut self.ops[index as usize];
        let lkey = if let Some(lkey) = entry.owned {
            lkey
        } else {
            let memory = memory.clone();
            self.device.register(self.pd, memory, 0, access)?.lkey
        };
        entry.owned = Some(lkey);
        Ok(Sge {
            lkey,
            addr: 0,
            len: len as u32,
        })
    }

    /// Where the word of an operation lands.
    #[inline]
    fn slot(&self, index: u32, len: usize) -> Sge {
        let slot = self.ops[index as usize].slot;
        self.slots.sge(slot.expect("it was taken"), len as u32)
    }

    /// Reports the end of an operation and frees what it held.
    pub(super) fn finish(&mut self, index: u32, result: Result<(), EngineError>) {
        let entry = self.ops.remove(index as usize);
        if let Some(number) = entry.number {
            self.window.end(number);
        }
        self.owned_bytes -= entry.owned_bytes;
        if let Some(lkey) = entry.owned {
            self.without_accounting(|engine| {
                let ended = engine.device.deregister(lkey);
                ended.expect("the engine's own registration");
            });
        }
        let word = entry.slot.map_or(0, |slot| {
            self.slots
                .read_and_free(slot, entry.word)
                .expect("a slot lies inside its memory")
        });
        match entry.tracking {
            Tracking::Token(token) => {
                self.done.push_back(Done {
                    token,
                    result: result.map(|()| word),
                });
            }
            Tracking::Implicit | Tracking::Unawaited => {
                if let Err(error) = result {
                    self.failure.get_or_insert(error);
                }
            }
        }
    }

    /// Runs what may make or free buffers of operations, which are not a cost of the connection that the caller accounts for.
    pub(super) fn without_accounting(&mut self, f: impl FnOnce(&mut Self)) {
        let before = (self.config.live_bytes)();
        f(self);
        self.stats.connection_bytes -= (self.config.live_bytes)() - before;
    }

    pub(super) fn take_completions(&mut self) -> usize {
        let mut taken = 0;
        while let Some(completion) = self.device.poll_cq(self.cq) {
            taken += 1;
            self.complete(completion);
        }
        taken
    }

    /// Posts what waited for room, as far as there is some now.
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
        let is_list = completion.id & LIST != 0;
        let peer = if is_list {
            self.lists.get(index).peer
        } else {
            self.ops[index as usize].peer
        };
        if completion.status == CompletionStatus::Success {
            let gateway = self.gateway(peer);
            // Meanwhile another may be the gateway, whose end this says nothing of.
            if let Some(state) = self.peers.get_mut(&gateway)
                && !state.heard
                && state.qp() == Some(completion.qp)
            {
                state.heard = true;
                self.manager.heard(gateway);
            }
            if is_list {
                self.finish_list(index, Ok(()));
            } else {
                self.finish(index, Ok(()));
            }
            return;
        }
        let status = completion.status;
        let error = EngineError::Broken { peer, status };
        if is_list {
            self.finish_list(index, Err(error.clone()));
        } else {
            self.finish(index, Err(error.clone()));
        }
        if status != CompletionStatus::Flushed {
            let gateway = self.gateway(peer);
            // It may be there all the same: another connection will tell.
            self.manager.broken(self.now, gateway);
            self.fail_pending(peer, &error);
        }
    }

    pub(super) fn fail_pending(&mut self, peer: Rank, error: &EngineError) {
        self.blocked.remove(&peer);
        self.started.remove(&peer);
        self.fail_begun(peer, error);
        if let Some(state) = self.peers.get_mut(&peer) {
            let open = state.list.take().map(Waiting::List);
            for waiting in core::mem::take(&mut state.pending).into_iter().chain(open) {
                self.fail_waiting(waiting, error.clone());
            }
        }
        self.mark(peer);
    }

    fn fail_waiting(&mut self, waiting: Waiting<D::Memory>, error: EngineError) {
        match waiting {
            Waiting::Op(index, op) => {
                self.finish(index, Err(error));
                self.without_accounting(|_| drop(op));
            }
            Waiting::List(index) => self.finish_list(index, Err(error)),
            Waiting::Datagrams => {}
        }
    }

    /// Posts pending operations of a peer that is up until one finds no room.
    pub(super) fn drain(&mut self, peer: Rank) {
        loop {
            let Connection::Up(qp, info) = self.connection(peer) else {
                return;
            };
            let Some(state) = self.peers.get_mut(&peer) else {
                return;
            };
            let Some(waiting) = state.pending.pop_front() else {
                // Most peers never have anything pending but before they are connected.
                state.pending = VecDeque::new();
                self.forget_blank(peer);
                return;
            };
            let posted = match &waiting {
                Waiting::Op(index, op) => self.post(*index, op, qp, &info),
                Waiting::List(index) => self.post_list(*index, qp, &info),
                // It goes on when that is over.
                Waiting::Datagrams => {
                    self.mark(peer);
                    return;
                }
            };
            match posted {
                Ok(Post::Posted) => {}
                Ok(Post::NoRoom) => {
                    let state = self.peers.get_mut(&peer).expect("a peer that was reached");
                    state.pending.push_front(waiting);
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
