//! Operations without a connection: small puts go in datagrams until a peer has proved worth a connection, and where none can be
//! had datagrams stand in for it.
//!
//! ```text
//!   pending of a peer:   [Datagrams] op op op …     Datagrams: what is ahead of these went in datagrams, and is not over
//!                             │       │
//!        acknowledged: gone   ▼       └─ connection up, no Datagrams ahead: posted  not up: in a datagram, if it may be,
//!                                                                                   else it waits for the connection
//! ```
//!
//! So the order of operations holds over the switch: a connection is used only when nothing is under way in datagrams. Each
//! operation of a peer goes to its own UD endpoint, also where the connection leads to another process of its node.

use alloc::vec::Vec;
use core::time::Duration;

use farreach_connect::{self as connect, AssociationEvent, Rank, Reason, Refusal};
use farreach_verbs::{Device, Sge};
use rand::RngExt;

use super::Engine;
use crate::op::{Done, Op, Target, Tracking};
use crate::peer::{Connection, Waiting};
use crate::planted::Bug;
use crate::records::HEAD_MAX;
use crate::unconnected::{Awaited, StandIn, Unconnected, Work};
use crate::{Directory, EngineError};

/// Datagrams toward a peer that may wait for their turn; operations beyond wait in the peer's pending queue.
pub(super) const BACKLOG: usize = 4;
/// Requests of which the answers are awaited from a peer at one time: what it may have to keep for us.
pub(super) const AWAITED_MAX: u32 = 32;
/// The first pause before another try to get a connection where there was none to be had, and the longest.
const PAUSE: Duration = Duration::from_millis(10);
const PAUSE_MAX: Duration = Duration::from_secs(1);

impl<D: Device, L: Directory> Engine<D, L> {
    /// The most bytes of a put or get that a record carries.
    pub(super) fn chunk(&self) -> usize {
        self.associations.max_record() - HEAD_MAX
    }

    /// Sends what is pending toward a peer without a connection as far as it may go in datagrams; what may not wants a
    /// connection.
    #[cold]
    pub(super) fn go_unconnected(&mut self, peer: Rank) {
        if self.is_draining(peer) {
            // What is on its way over the connection comes first.
            return;
        }
        let is_up = matches!(self.connection(peer), Connection::Up(..));
        if !is_up && self.config.fabric.hybrid.ops == 0 && self.unconnected(peer).is_none() {
            // Most jobs send nothing in datagrams.
            if self.has_something(peer) {
                self.want_connection(peer);
            }
            return;
        }
        let mut wants_connection = false;
        while let Some(state) = self.peers.get_mut(&peer) {
            let first = usize::from(matches!(state.pending.front(), Some(Waiting::Datagrams)));
            let Some(waiting) = state.pending.remove(first) else {
                break;
            };
            let may_go = self.may_go(peer, &waiting, is_up);
            if may_go && self.has_turn(peer, &waiting) {
                let rest = self.send_waiting(peer, waiting);
                self.mark(peer);
                if rest.is_none() {
                    continue;
                }
                self.put_back(peer, rest);
            } else {
                wants_connection |= !may_go;
                self.put_back(peer, Some(waiting));
            }
            break;
        }
        if !is_up {
            self.consider_connecting(peer, wants_connection);
        }
    }

    /// Sends an operation, which nothing that waits is ahead of, in a datagram. Returns it if it may not go so, or what is left of it.
    pub(super) fn go_at_once(
        &mut self,
        peer: Rank,
        waiting: Waiting<D::Memory>,
    ) -> Option<Waiting<D::Memory>> {
        let may_go = !self.is_draining(peer)
            && self.may_go(peer, &waiting, false)
            && self.has_turn(peer, &waiting);
        if !may_go {
            return Some(waiting);
        }
        let rest = self.send_waiting(peer, waiting);
        self.mark(peer);
        if rest.is_none() {
            self.consider_connecting(peer, false);
        }
        rest
    }

    /// Has a connection made that is wanted, or worth it by now.
    fn consider_connecting(&mut self, peer: Rank, is_wanted: bool) {
        if let Some(stands_in) = self.stands_in(peer) {
            if self.now >= stands_in.retry_at && self.has_something(peer) {
                self.pause(peer);
                self.want_connection(peer);
            }
            return;
        }
        let hybrid = self.config.fabric.hybrid;
        let is_worth = hybrid.ops > 0
            && self
                .unconnected(peer)
                .is_some_and(|sent| sent.ops >= hybrid.ops || sent.bytes >= hybrid.bytes);
        if is_wanted || is_worth {
            self.want_connection(peer);
        }
    }

    fn unconnected(&self, peer: Rank) -> Option<&Unconnected> {
        self.peers.get(&peer)?.unconnected.as_deref()
    }

    pub(super) fn unconnected_mut(&mut self, peer: Rank) -> &mut Unconnected {
        let state = self.peers.get_mut(&peer).expect("a peer that was reached");
        state.unconnected.get_or_insert_default()
    }

    fn stands_in(&self, peer: Rank) -> Option<StandIn> {
        self.unconnected(peer)?.stands_in
    }

    fn has_something(&self, peer: Rank) -> bool {
        let state = self.peers.get(&peer);
        state.is_some_and(|state| !state.pending.is_empty())
    }

    /// Whether it may go in datagrams at all.
    fn may_go(&self, peer: Rank, waiting: &Waiting<D::Memory>, is_up: bool) -> bool {
        let sent = self.unconnected(peer);
        if sent.is_some_and(|sent| sent.begun.is_some()) {
            return true;
        }
        if is_up || peer == self.config.rank {
            return false;
        }
        if sent.is_some_and(|sent| sent.stands_in.is_some()) {
            return true;
        }
        if self.config.fabric.hybrid.ops == 0 {
            return false;
        }
        // Segments are alike; what is outside of ours waits for a connection, where the peer tells its own.
        let limit = self.segment.map_or(0, |(_, info)| info.len);
        let is_inside = |offset: u64, len: usize| {
            let end = offset.checked_add(len as u64);
            end.is_some_and(|end| end <= limit)
        };
        match waiting {
            Waiting::Op(_, op @ Op::Put { .. }) => {
                let (offset, len) = op.range();
                len <= self.chunk() && is_inside(offset, len)
            }
            Waiting::Op(_, Op::Message { data }) => data.len() <= self.chunk(),
            Waiting::Op(..) | Waiting::Datagrams => false,
            Waiting::List(index) => {
                let (offset, len) = self.lists.look(*index).furthest;
                is_inside(offset, len)
            }
        }
    }

    /// Whether it may go now.
    fn has_turn(&self, peer: Rank, waiting: &Waiting<D::Memory>) -> bool {
        let is_answered = matches!(
            waiting,
            Waiting::Op(
                _,
                Op::Get { .. } | Op::GetExposed { .. } | Op::GetWord { .. } | Op::Atomic { .. }
            )
        );
        let awaited = self.unconnected(peer).map_or(0, |sent| sent.awaited);
        self.associations.backlog(peer) < BACKLOG && !(is_answered && awaited >= AWAITED_MAX)
    }

    fn put_back(&mut self, peer: Rank, waiting: Option<Waiting<D::Memory>>) {
        let state = self.peers.get_mut(&peer).expect("a peer that was reached");
        let first = usize::from(matches!(state.pending.front(), Some(Waiting::Datagrams)));
        if let Some(waiting) = waiting {
            state.pending.insert(first, waiting);
        }
    }

    /// Keeps what is pending behind what is under way in datagrams, or no longer.
    pub(super) fn mark(&mut self, peer: Rank) {
        let overtakes = self.planted.is(Bug::EarlySwitch);
        let Some(state) = self.peers.get_mut(&peer) else {
            return;
        };
        let sent = state.unconnected.as_ref();
        let is_under_way = sent.is_some_and(|sent| sent.is_under_way()) && !overtakes;
        let is_marked = matches!(state.pending.front(), Some(Waiting::Datagrams));
        if is_under_way && !is_marked {
            state.pending.push_front(Waiting::Datagrams);
        } else if !is_under_way && is_marked {
            state.pending.pop_front();
        }
    }

    /// An answer has come.
    pub(super) fn count_answer(&mut self, peer: Rank) {
        let sent = self.unconnected_mut(peer);
        sent.awaited = sent.awaited.saturating_sub(1);
        if sent.awaited == 0 {
            self.associations.set_expecting(self.now, peer, false);
        }
        self.resume(peer);
    }

    /// Ends an operation whose answers are all there.
    pub(super) fn end_if_answered(&mut self, id: u32) {
        let ended = |awaited: &Awaited<D::Memory>| awaited.is_whole && awaited.replies_due == 0;
        if !self.awaited.get(&id).is_some_and(ended) {
            return;
        }
        let Some(awaited) = self.awaited.remove(&id) else {
            return;
        };
        if awaited.is_damaged {
            let error = match awaited.op {
                Op::Get {
                    into: Target::Region(into),
                    ..
                }
                | Op::GetExposed { into, .. } => protection(&into),
                _ => protection(&Sge {
                    lkey: farreach_verbs::Lkey(0),
                    addr: 0,
                    len: 0,
                }),
            };
            self.finish(awaited.index, Err(error));
        } else {
            self.finish_word(awaited.index, awaited.word);
        }
        self.without_accounting(|_| drop(awaited));
    }

    /// Reports the end of an operation with the word that it fetched.
    fn finish_word(&mut self, index: u32, word: u64) {
        let entry = &mut self.ops[index as usize];
        if let Tracking::Token(token) = entry.tracking {
            entry.tracking = Tracking::Implicit;
            let result = Ok(word);
            self.done.push_back(Done { token, result });
        }
        self.finish(index, Ok(()));
    }

    /// The peer does not permit an operation.
    pub(super) fn take_refusal(&mut self, peer: Rank, id: u32, error: EngineError) {
        if let Some(awaited) = self.awaited.get(&id) {
            if awaited.peer == peer {
                self.fail_awaited(id, &error);
                self.resume(peer);
            }
            return;
        }
        let state = self.peers.get_mut(&peer);
        let sent = state.and_then(|state| state.unconnected.as_mut());
        let found = sent.and_then(|sent| sent.flight.iter_mut().find(|sent| sent.id == id));
        match found {
            Some(sent) => sent.error = Some(error),
            // A part of one that is not all sent yet, or of one that has been reported.
            None => {
                self.failure.get_or_insert(error);
            }
        }
    }

    fn fail_awaited(&mut self, id: u32, error: &EngineError) {
        let Some(awaited) = self.awaited.get(&id) else {
            return;
        };
        let (index, peer) = (awaited.index, awaited.peer);
        let begun = self.unconnected_mut(peer).begun;
        if begun.is_some_and(|begun| begun.id == id) {
            self.fail_begun(peer, error);
        } else {
            self.forget_awaited(id);
            self.finish(index, Err(error.clone()));
        }
    }

    /// Answers to it are not awaited any more.
    fn forget_awaited(&mut self, id: u32) {
        if let Some(awaited) = self.awaited.remove(&id) {
            let (peer, due) = (awaited.peer, awaited.replies_due);
            self.without_accounting(|_| drop(awaited));
            let sent = self.unconnected_mut(peer);
            sent.awaited -= due;
            let is_expecting = sent.awaited > 0;
            self.associations
                .set_expecting(self.now, peer, is_expecting);
        }
    }

    /// Fails the first pending operation of a peer if parts of it were sent.
    pub(super) fn fail_begun(&mut self, peer: Rank, error: &EngineError) {
        let Some(state) = self.peers.get_mut(&peer) else {
            return;
        };
        let sent = state.unconnected.as_mut();
        let Some(begun) = sent.and_then(|sent| sent.begun.take()) else {
            return;
        };
        let first = usize::from(matches!(state.pending.front(), Some(Waiting::Datagrams)));
        let rest = state.pending.remove(first);
        self.forget_awaited(begun.id);
        if let Some(Waiting::Op(index, op)) = rest {
            self.finish(index, Err(error.clone()));
            self.without_accounting(|_| drop(op));
        }
    }

    /// Takes what happened on the associations.
    pub(super) fn take_association_events(&mut self) {
        while let Some(event) = self.associations.poll_event() {
            match event {
                AssociationEvent::Acknowledged { peer } => self.acknowledged(peer),
                AssociationEvent::Failed { error } => {
                    let peer = error.peer;
                    self.association_failed(peer, &EngineError::Connect(error));
                }
                AssociationEvent::Abandoned { peer } => {
                    self.parts.remove(&peer);
                    let error = connect::ConnectError {
                        peer,
                        reason: Reason::Abandoned,
                        waited: Duration::ZERO,
                        tries: 0,
                    };
                    if self.unconnected(peer).is_some() {
                        self.fail_all_awaited(peer, &EngineError::Connect(error));
                        self.resume(peer);
                    }
                }
            }
        }
    }

    /// Ends what the peer has executed.
    fn acknowledged(&mut self, peer: Rank) {
        if self.unconnected(peer).is_none() {
            // It executed answers of ours.
            return;
        }
        let executed = self.associations.acknowledged(peer);
        loop {
            let flight = &mut self.unconnected_mut(peer).flight;
            let Some(sent) = flight.pop_front_if(|sent| sent.record <= executed) else {
                break;
            };
            let result = sent.error.map_or(Ok(()), Err);
            self.finish_work(sent.what, result);
        }
        self.resume(peer);
    }

    fn finish_work(&mut self, what: Work, result: Result<(), EngineError>) {
        match what {
            Work::Op(index) => self.finish(index, result),
            Work::List(index) => self.finish_list(index, result),
        }
    }

    /// What is pending goes on, over the connection or in datagrams.
    pub(super) fn resume(&mut self, peer: Rank) {
        self.mark(peer);
        let state = self.peers.get(&peer).expect("a peer that was reached");
        if state.pending.is_empty() {
            return;
        }
        let is_marked = matches!(state.pending.front(), Some(Waiting::Datagrams));
        if !is_marked && matches!(self.connection(peer), Connection::Up(..)) {
            self.drain(peer);
        } else {
            self.go_unconnected(peer);
        }
    }

    fn fail_all_awaited(&mut self, peer: Rank, error: &EngineError) {
        let of_peer = self
            .awaited
            .iter()
            .filter(|(_, awaited)| awaited.peer == peer);
        let ids: Vec<u32> = of_peer.map(|(&id, _)| id).collect();
        for id in ids {
            self.fail_awaited(id, error);
        }
    }

    /// The peer did not answer: what is under way fails, and what waits, unless there is a connection.
    fn association_failed(&mut self, peer: Rank, error: &EngineError) {
        if self.unconnected(peer).is_none() {
            return;
        }
        let flight = core::mem::take(&mut self.unconnected_mut(peer).flight);
        for sent in flight {
            self.finish_work(sent.what, Err(error.clone()));
        }
        self.fail_all_awaited(peer, error);
        self.fail_begun(peer, error);
        if matches!(self.connection(peer), Connection::Up(..)) {
            self.resume(peer);
        } else {
            self.fail_pending(peer, error);
        }
    }

    /// There is no connection to `peer`: what waits for it goes in datagrams if only queue pairs are lacking, and fails otherwise.
    pub(super) fn stand_in_or_fail(&mut self, peer: Rank, error: &EngineError) {
        let stood_in = self.stands_in(peer).is_some();
        let may_stand_in = self.config.lane == 0 && peer != self.config.rank;
        let stands_in = stood_in || may_stand_in && lacks_queue_pairs(error);
        if !stands_in {
            self.fail_pending(peer, error);
            return;
        }
        if !self.has_something(peer) && !stood_in {
            return;
        }
        if !stood_in {
            self.stats.stand_ins += 1;
            self.pause(peer);
        }
        self.go_unconnected(peer);
    }

    /// Datagrams stand in for a while, longer each time.
    fn pause(&mut self, peer: Rank) {
        let last = self.stands_in(peer).map(|stands_in| stands_in.pause);
        let pause = last.map_or(PAUSE, |pause| (2 * pause).min(PAUSE_MAX));
        let jitter = pause.mul_f64(self.random.random_range(0.5..1.0));
        let retry_at = self.now + jitter;
        self.unconnected_mut(peer).stands_in = Some(StandIn { retry_at, pause });
    }

    /// There is a connection to `peer`: datagrams don't stand in any more, and are counted anew when it is gone.
    pub(super) fn is_connected_now(&mut self, peer: Rank) {
        if let Some(state) = self.peers.get_mut(&peer)
            && let Some(sent) = &mut state.unconnected
        {
            self.stats.switches += u64::from(sent.ops > 0);
            (sent.ops, sent.bytes, sent.stands_in) = (0, 0, None);
            if !sent.is_under_way() {
                state.unconnected = None;
            }
        }
    }

    /// Whether puts toward a peer may go without a connection.
    pub(super) fn may_do_without(&self, peer: Rank) -> bool {
        self.config.fabric.hybrid.ops > 0 || self.stands_in(peer).is_some()
    }

    /// Does what is to be done for the associations: takes what came, and sends what is to go.
    #[inline(never)]
    pub(super) fn serve_associations(&mut self) {
        if !self.associations.has_news(self.now) && self.unaddressed.is_empty() {
            return;
        }
        if self
            .associations
            .next_deadline()
            .is_some_and(|at| at <= self.now)
        {
            self.associations.handle_timeout(self.now);
        }
        self.take_records();
        self.take_association_events();
        for peer in core::mem::take(&mut self.unaddressed) {
            self.associations.ready_again(peer);
        }
        self.flush_associations();
    }

    /// Hands the datagrams that are ready to the device.
    #[inline(never)]
    pub(super) fn flush_associations(&mut self) {
        while let Some(peer) = self.associations.poll_ready() {
            let Some(to) = self.directory.endpoint(peer) else {
                self.unaddressed.insert(peer);
                continue;
            };
            if !self.datagrams.has_room() {
                self.unaddressed.insert(peer);
                continue;
            }
            let mut datagram = core::mem::take(&mut self.datagram);
            datagram.clear();
            if self
                .associations
                .datagram(self.now, peer, &to, &mut datagram)
            {
                self.send_datagram(to, &datagram);
            }
            self.datagram = datagram;
        }
    }
}

/// Whether only queue pairs are lacking, so that datagrams can stand in for a connection.
pub(super) fn lacks_queue_pairs(error: &EngineError) -> bool {
    matches!(
        error,
        EngineError::Connect(connect::ConnectError {
            reason: Reason::RefusedHere(Refusal::QueuePairs { .. })
                | Reason::RefusedByPeer(Refusal::QueuePairs { .. }),
            ..
        })
    )
}

pub(super) fn protection(sge: &Sge) -> EngineError {
    let Sge { lkey, addr, len } = *sge;
    let lkey = lkey.0;
    EngineError::Device(farreach_verbs::DeviceError::Protection { lkey, addr, len })
}
