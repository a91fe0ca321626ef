//! Operations without a connection. Small puts are sent in datagrams until a peer is worth a
//! connection. Where no queue pair is available, datagrams replace the connection.
//!
//! ```text
//!   pending of a peer:   op op op …
//!                         │
//!                         ├─ follows_datagrams, or the connection is not up: in a datagram, if the operation is eligible
//!                         └─ else over the connection, once that is up
//! ```
//!
//! The order of operations is kept at the switch: a connection is used only when all datagrams
//! before were executed (`Pending::follows_datagrams`). Each operation is sent to the UD endpoint
//! of its own peer, even where the connection leads to another process of the peer's node.
//!
//! A connect request travels in the same datagram as operations.

use core::time::Duration;

use farreach_connect::{self as connect, AssociationEvent, Rank, Reason};
use farreach_verbs::{CompletionStatus, Device};

use super::Engine;
use crate::op::Op;
use crate::peer::PendingOp;
use crate::planted::Bug;
use crate::records::Record;
use crate::{Directory, EngineError};

impl<D: Device, L: Directory> Engine<D, L> {
    /// Sends in datagrams what may be sent so of the operations pending toward an unconnected peer.
    /// Asks for a connection if an operation needs one.
    #[cold]
    pub(super) fn go_unconnected(&mut self, peer: Rank) {
        if self.is_draining(peer) {
            // Operations under way on the connection come first.
            return;
        }
        let is_up = self.is_connected(peer);
        if !is_up
            && !self.unconnected.is_hybrid()
            && !self.sends_to_owner
            && !self.unconnected.is_used(peer)
        {
            // Skips the work for jobs that send nothing in datagrams, which are most.
            if self.has_something(peer) {
                self.want_connection(peer);
            }
            return;
        }
        let gone_on = self.unconnected.go_on(self.now, peer, &self.exposed);
        self.sent_in_datagrams(peer, gone_on);
        let mut wants_connection = false;
        while !self.unconnected.has_begun(peer)
            && let Some(state) = self.peers.get_mut(&peer)
            && let Some(waiting) = state.pending.pop()
        {
            let may_go = self.may_go(peer, &waiting, is_up);
            wants_connection |= !may_go;
            if may_go && self.has_turn(peer, &waiting) {
                self.enqueue_in_datagrams(peer, waiting);
            } else {
                let state = self.peers.get_mut(&peer).expect("a peer that was reached");
                state.pending.put_back(waiting);
                break;
            }
        }
        if !is_up {
            self.consider_connecting(peer, wants_connection);
        }
    }

    /// Sends an operation in a datagram. The caller makes sure that nothing waits ahead of the
    /// operation. Returns the operation if it may not be sent in a datagram.
    pub(super) fn go_at_once(
        &mut self,
        peer: Rank,
        waiting: PendingOp<D::Memory>,
    ) -> Option<PendingOp<D::Memory>> {
        let may_go = !self.is_draining(peer)
            && !self.unconnected.has_begun(peer)
            && self.may_go(peer, &waiting, false)
            && self.has_turn(peer, &waiting);
        if !may_go {
            return Some(waiting);
        }
        self.enqueue_in_datagrams(peer, waiting);
        self.consider_connecting(peer, false);
        None
    }

    /// Sends as much of a waiting operation as its turn allows.
    fn enqueue_in_datagrams(&mut self, peer: Rank, waiting: PendingOp<D::Memory>) {
        let now = self.now;
        let op = match waiting {
            PendingOp::List(index) => {
                let list = self.lists.get(self.operations.list(index));
                self.unconnected.enqueue_list(now, peer, index, list);
                None
            }
            PendingOp::Op(index, op) => {
                let op = (index, op);
                self.unconnected.enqueue(now, peer, op, &self.exposed)
            }
        };
        self.sent_in_datagrams(peer, op);
    }

    /// Counts an operation that was sent in datagrams. `op` is present if its buffer is not needed
    /// any more.
    fn sent_in_datagrams(&mut self, peer: Rank, op: Option<Op<D::Memory>>) {
        self.take_ended();
        self.mark(peer);
        self.without_accounting(|_| drop(op));
    }

    /// Starts a set-up if a connection is wanted, or if the peer is worth a connection.
    fn consider_connecting(&mut self, peer: Rank, is_wanted: bool) {
        if self.unconnected.stands_in(peer) {
            if self.unconnected.is_retry_due(self.now, peer) && self.has_something(peer) {
                self.unconnected.stand_in(self.now, peer, &mut self.random);
                self.want_connection(peer);
            }
        } else if is_wanted || self.unconnected.is_worth_connecting(peer) {
            self.want_connection(peer);
        }
    }

    /// Whether an operation waits, or is under way in datagrams.
    fn has_something(&self, peer: Rank) -> bool {
        let state = self.peers.get(&peer);
        state.is_some_and(|state| !state.pending.is_clear())
    }

    /// Whether an operation may be sent in datagrams at all.
    fn may_go(&mut self, peer: Rank, waiting: &PendingOp<D::Memory>, is_up: bool) -> bool {
        if is_up || peer == self.config.rank {
            return false;
        }
        if self.unconnected.stands_in(peer) {
            return true;
        }
        if matches!(waiting, PendingOp::Op(_, op) if self.is_for_owner(peer, op)) {
            return true;
        }
        if !self.unconnected.is_hybrid() {
            return false;
        }
        // All segments have the same length. A range beyond ours waits for a connection, which
        // tells the peer's length.
        let limit = self.exposed.segment_len();
        let is_inside = |(offset, len): (u64, usize)| {
            let end = offset.checked_add(len as u64);
            end.is_some_and(|end| end <= limit)
        };
        match waiting {
            PendingOp::Op(_, op @ (Op::Put { .. } | Op::Signal { .. })) => {
                op.len() <= self.unconnected.chunk() && is_inside(op.range())
            }
            PendingOp::Op(_, op @ Op::Message { .. }) => op.len() <= self.unconnected.chunk(),
            PendingOp::Op(..) => false,
            PendingOp::List(index) => {
                let list = self.lists.get(self.operations.list(*index));
                is_inside(list.furthest())
            }
        }
    }

    /// Sends an operation for the peer's CPU, though there is a connection. What was posted there before comes first. Returns whether
    /// the operation was sent. It waits otherwise.
    pub(super) fn give_to_owner(
        &mut self,
        peer: Rank,
        waiting: PendingOp<D::Memory>,
        follows_datagrams: bool,
    ) -> bool {
        let comes_next = follows_datagrams
            || !self.operations.is_posted_to(peer)
            || self.planted.is(Bug::OwnerOvertakes);
        if comes_next && !self.unconnected.has_begun(peer) && self.has_turn(peer, &waiting) {
            self.enqueue_in_datagrams(peer, waiting);
            return true;
        }
        let state = self.peers.get_mut(&peer).expect("a peer that was reached");
        state.pending.put_back(waiting);
        if !comes_next {
            // Looked at again when completions have come.
            self.blocked.insert(peer);
        }
        false
    }

    /// Whether an operation may be sent now.
    fn has_turn(&self, peer: Rank, waiting: &PendingOp<D::Memory>) -> bool {
        let is_answered = matches!(waiting, PendingOp::Op(_, op) if op.is_answered());
        self.unconnected.has_turn(peer, is_answered)
    }

    /// Updates whether pending operations have to wait for datagrams that are under way.
    pub(super) fn mark(&mut self, peer: Rank) {
        let overtakes = self.planted.is(Bug::EarlySwitch);
        let follows = self.unconnected.is_under_way(peer) && !overtakes;
        if let Some(state) = self.peers.get_mut(&peer) {
            state.pending.set_follows_datagrams(follows);
        }
    }

    /// Reports the operations that ended in datagrams.
    pub(super) fn take_ended(&mut self) {
        while let Some(ended) = self.unconnected.poll_ended() {
            let (word, result) = match ended.result {
                Ok(word) => (word, Ok(())),
                Err(error) => (None, Err(error)),
            };
            if let Some(word) = word {
                self.operations.fetched(ended.index, word);
            }
            self.finish(ended.index, result);
            self.without_accounting(|_| drop(ended.kept));
        }
    }

    /// Handles the events of the associations.
    fn take_association_events(&mut self) {
        while let Some(event) = self.unconnected.associations().poll_event() {
            match event {
                AssociationEvent::Acknowledged { peer } => {
                    self.unconnected.acknowledged(peer);
                    self.take_ended();
                    // Also where only answers to the peer were under way: a waiting operation may have had no turn behind them.
                    self.resume(peer);
                }
                AssociationEvent::Failed { error } => {
                    let peer = error.peer;
                    if self.unconnected.is_used(peer) {
                        self.association_failed(peer, &EngineError::Connect(error));
                    }
                }
                AssociationEvent::Abandoned { peer } => {
                    self.inbox.forget_part(peer);
                    let error = EngineError::Connect(connect::ConnectError {
                        peer,
                        reason: Reason::Abandoned,
                        waited: Duration::ZERO,
                        tries: 0,
                    });
                    if self.unconnected.is_used(peer) {
                        self.unconnected.fail_awaited(self.now, peer, &error);
                        self.take_ended();
                        self.resume(peer);
                    }
                }
            }
        }
    }

    /// Handles a peer that did not answer. Operations under way in datagrams fail. Waiting
    /// operations fail too, unless there is a connection and they wait for nothing that only datagrams bring.
    fn association_failed(&mut self, peer: Rank, error: &EngineError) {
        let was_asked = self.unconnected.is_asked(peer);
        self.unconnected.fail_all(self.now, peer, error);
        self.take_ended();
        if self.is_connected(peer) && !was_asked {
            self.resume(peer);
        } else {
            self.fail_pending(peer, error);
        }
    }

    /// Continues with the pending operations, over the connection or in datagrams.
    pub(super) fn resume(&mut self, peer: Rank) {
        self.mark(peer);
        let Some(state) = self.peers.get(&peer) else {
            return;
        };
        if state.pending.is_clear() {
            return;
        }
        let is_connected = self.is_connected(peer);
        if state.pending.follows_datagrams() || !is_connected {
            self.go_unconnected(peer);
        }
        if is_connected {
            self.drain(peer);
        }
    }

    /// Handles the lack of a connection to `peer`. If only queue pairs are lacking, datagrams carry
    /// the waiting operations. Otherwise the operations fail.
    pub(super) fn stand_in_or_fail(&mut self, peer: Rank, error: &EngineError) {
        let stood_in = self.unconnected.stands_in(peer);
        let may_stand_in =
            self.config.lane == 0 && peer != self.config.rank && self.adapter_from == u64::MAX;
        let stands_in = stood_in || may_stand_in && error.lacks_queue_pairs();
        if !stands_in {
            self.fail_pending(peer, error);
            return;
        }
        if !stood_in {
            if !self.has_something(peer) {
                return;
            }
            self.stats.stand_ins += 1;
            self.unconnected.stand_in(self.now, peer, &mut self.random);
        }
        self.go_unconnected(peer);
    }

    /// Whether puts toward a peer may be sent without a connection.
    pub(super) fn may_do_without(&self, peer: Rank) -> bool {
        self.unconnected.is_hybrid() || self.unconnected.stands_in(peer)
    }

    /// Serves the associations: takes arrived records and sends what is ready.
    #[inline(never)]
    pub(super) fn serve_associations(&mut self) {
        if !self.unconnected.has_work(self.now) {
            return;
        }
        let associations = self.unconnected.associations();
        if (associations.next_deadline()).is_some_and(|at| at <= self.now) {
            associations.handle_timeout(self.now);
        }
        self.take_records();
        self.take_association_events();
        self.unconnected.readdress();
        self.flush_associations();
    }

    /// Hands ready datagrams to the device.
    #[inline(never)]
    pub(super) fn flush_associations(&mut self) {
        let has_key = self.has_key();
        while let Some(peer) = self.unconnected.poll_ready() {
            let endpoint = self.directory.endpoint(peer).filter(|_| has_key);
            let Some(to) = endpoint.filter(|_| self.datagram_qp.has_room()) else {
                self.unconnected.postpone(peer);
                continue;
            };
            let (now, into) = (self.now, self.datagram_qp.begin());
            let associations = self.unconnected.associations();
            if associations.datagram(now, peer, &to, into) {
                self.post_datagram(to);
            }
        }
    }

    /// Executes the records that arrived. Without a segment the records stay queued.
    fn take_records(&mut self) {
        if !self.exposed.has_segment() || !self.unconnected.look().has_records() {
            return;
        }
        while let Some((peer, bytes)) = self.unconnected.poll_record() {
            if let Some(record) = Record::parse(&bytes) {
                self.take_record(peer, &record);
            }
            self.unconnected.give_back(bytes);
        }
    }

    fn take_record(&mut self, peer: Rank, record: &Record) {
        let now = self.now;
        let may_add = matches!(record, Record::Accumulate { .. } | Record::List { .. });
        if may_add && self.planted.is(Bug::AddedTwice) {
            self.unconnected.serve(now, peer, record, &self.exposed);
        }
        match *record {
            Record::Put { .. }
            | Record::List { .. }
            | Record::Accumulate { .. }
            | Record::Get { .. }
            | Record::Atomic { .. } => self.unconnected.serve(now, peer, record, &self.exposed),
            Record::Ask { offset, len } => self.answer_ask(peer, offset, len),
            Record::Part { offset, len, rkey } => {
                self.take_part(peer, offset..offset.saturating_add(len), rkey);
            }
            Record::AskQueues => self.answer_ask_queues(peer),
            Record::Queues { numbers } => self.take_queues(peer, numbers),
            Record::Message { left, bytes, .. } => {
                let taken = self.inbox.take_part(&mut self.device, peer, left, bytes);
                self.note_trouble(taken);
                if self.inbox.hold(peer) {
                    self.unconnected.associations().set_held(peer, true);
                }
            }
            Record::Reply { id, at, bytes } => {
                let answer = (id, at);
                if (self.unconnected).take_reply(now, peer, answer, bytes, &self.exposed) {
                    self.take_ended();
                    self.resume(peer);
                }
            }
            Record::Refused {
                id,
                offset,
                len,
                limit,
            } => {
                let error = if limit == Record::NOT_EXPOSED {
                    let status = CompletionStatus::RemoteAccess;
                    EngineError::Broken { peer, status }
                } else {
                    EngineError::OutOfSegment {
                        peer,
                        offset,
                        len,
                        limit,
                    }
                };
                let noted = self.unconnected.take_refusal(now, peer, id, error);
                self.operations.note(noted);
                self.take_ended();
                self.resume(peer);
            }
        }
    }
}
