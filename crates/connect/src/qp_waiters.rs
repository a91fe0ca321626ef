//! Waiting for a queue pair where none is available: because of the limit of this process, of its
//! node, or of the device.
//!
//! An attempt that waits for a queue pair holds nothing that others wait for. But an attempt that
//! has a queue pair, and waits for the peer's end, does. Such attempts could wait for each other in
//! a cycle. A total order breaks cycles. The order is by the random half of the incarnation that
//! the beginner of an attempt gave it, which both sides know. An attempt that waits for the peer's
//! end yields its queue pair to an attempt of higher rank. The highest attempt therefore makes
//! progress: connections that are up end eventually when asked to, attempts with both queue pairs
//! come up, and all others yield.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use farreach_verbs::Time;

use crate::core::{Class, Core};
use crate::peer::{Peer, Slot, Stage};
use crate::timing::ABSENCE;
use crate::{Rank, Refusal};

/// The attempts that wait for a queue pair.
#[derive(Default)]
pub(crate) struct QpWaiters {
    /// Queues for each class, first in, first out. The classes take turns.
    active: VecDeque<Rank>,
    passive: VecDeque<Rank>,
    /// Whether another try may succeed.
    is_likely: bool,
    /// The peer for which a queue pair was freed.
    best: Option<Rank>,
    /// Whether a waiting attempt is trying.
    is_trying: bool,
    /// The class of the last attempt that tried.
    last: Option<Class>,
    /// When to try without a reason, and how often such tries failed.
    retry_at: Time,
    step: u32,
    /// When an attempt last got or returned a queue pair, or when the first began to wait.
    moved_at: Time,
    /// The latest limit that the device reported.
    limit: u32,
}

impl QpWaiters {
    /// Whether attempts wait already.
    pub(crate) fn is_crowded(&self) -> bool {
        self.len() > 0
    }

    pub(crate) fn len(&self) -> usize {
        self.active.len() + self.passive.len()
    }

    /// Notes that a queue pair of this process is gone.
    pub(crate) fn is_freed(&mut self) {
        self.is_likely = true;
    }

    /// Notes that a queue pair was created.
    pub(crate) fn has_some(&mut self, now: Time) {
        self.is_likely = true;
        self.step = 0;
        self.moves(now);
    }

    /// Notes that a creation has ended. Returns whether a waiting attempt tried it.
    pub(crate) fn end_try(&mut self) -> bool {
        mem::take(&mut self.is_trying)
    }

    /// Notes progress that will free a queue pair for waiting attempts.
    pub(crate) fn moves(&mut self, now: Time) {
        self.moved_at = now;
    }

    /// When to try again.
    pub(crate) fn deadline(&self) -> Option<Time> {
        self.is_crowded().then_some(self.retry_at)
    }

    /// Reserves the queue pair that becomes free next for `rank`.
    pub(crate) fn is_for(&mut self, rank: Rank) {
        self.best = Some(rank);
    }

    /// Moves `rank`, whose peer has begun an attempt too, to the passive queue.
    pub(crate) fn is_passive(&mut self, rank: Rank) {
        if let Some(at) = self.active.iter().position(|&other| other == rank) {
            self.active.remove(at);
            self.passive.push_back(rank);
        }
    }

    fn queue(&mut self, class: Class) -> &mut VecDeque<Rank> {
        match class {
            Class::Active => &mut self.active,
            Class::Passive => &mut self.passive,
        }
    }
}

impl Peer {
    /// Lets the attempt in flight wait for a queue pair. The wait begins now unless the attempt was
    /// waiting before.
    pub(crate) fn lacks_room(&mut self, limit: u32, was_waiting: bool, core: &mut Core) {
        core.counters.no_room += 1;
        let room = &mut core.room;
        room.limit = limit;
        room.is_likely = false;
        if !room.is_crowded() && !was_waiting {
            room.moved_at = core.now;
        }
        core.pause_room();
        let Stage::Handshake(handshake) = &self.stage else {
            panic!("rank {} has no attempt in flight", self.rank);
        };
        let was_bound = handshake.bound;
        // The peer of an attempt that only answers waits too, with its queue pair. A peer that only
        // answers us does not have to wait.
        let bound = was_bound && !handshake.requested;
        self.leave(Stage::Queued { bound }, core);
        self.wait_for_room(core);
        if was_bound {
            self.speak(core);
        }
    }

    /// Queues for a queue pair. A peer that asked gets HOLD.
    pub(crate) fn wait_for_room(&mut self, core: &mut Core) {
        let Stage::Queued { bound } = self.stage else {
            panic!("rank {} does not wait", self.rank);
        };
        if !self.queued_room {
            self.queued_room = true;
            let class = if bound { Class::Passive } else { Class::Active };
            core.room.queue(class).push_back(self.rank);
        }
        if bound {
            self.speak(core);
        }
    }

    /// Whether the attempt still waits for a queue pair.
    pub(crate) fn lacks(&self) -> bool {
        match self.stage {
            Stage::Queued { bound } => bound || self.wanted,
            _ => false,
        }
    }

    /// The rank of the peer's attempt in the total order.
    pub(crate) fn their_rank(&self) -> (u32, Rank) {
        (self.seen.0 as u32, self.rank)
    }

    /// The rank of our attempt in the total order. `None` unless the attempt can yield its queue
    /// pair, because it waits for the peer's end.
    pub(crate) fn yieldable(&self, core: &Core) -> Option<(u32, Rank)> {
        match (&self.stage, self.slot) {
            (Stage::Handshake(handshake), Slot::Created(_)) if handshake.remote.is_none() => {
                Some((self.incarnation as u32, core.config.rank))
            }
            _ => None,
        }
    }

    /// Yields the queue pair to another attempt. The peer may be connected to it already, so this
    /// attempt ends. If the connection is wanted, a new attempt waits for a queue pair.
    pub(crate) fn give_way(&mut self, core: &mut Core) {
        core.counters.yielded += 1;
        if self.wanted {
            self.leave(Stage::Queued { bound: false }, core);
            self.retire_qp(core);
            self.wait_for_room(core);
        } else {
            self.close(None, core);
        }
        self.speak(core);
    }

    /// Fails the attempt, because no attempt of this process got a queue pair for too long.
    pub(crate) fn give_up_waiting(&mut self, core: &mut Core) {
        if self.lacks() {
            let limit = core.room.limit;
            self.refuse(Refusal::QueuePairs { limit }, core);
        }
    }
}

impl Core {
    /// The next attempt to try. Takes a free place of the attempt's class. `None` if a try is not
    /// worth while.
    pub(crate) fn next_for_room(&mut self) -> Option<(Rank, Class)> {
        if !self.room.is_likely {
            return None;
        }
        let order = if self.room.best.is_none() && self.room.last == Some(Class::Passive) {
            [Class::Active, Class::Passive]
        } else {
            [Class::Passive, Class::Active]
        };
        for class in order {
            if !self.room.queue(class).is_empty() && self.take_place(class) {
                self.room.is_likely = false;
                self.room.is_trying = true;
                self.room.last = Some(class);
                let best = self.room.best.take();
                let queue = self.room.queue(class);
                let at = queue.iter().position(|&rank| Some(rank) == best);
                let rank = queue.remove(at.unwrap_or(0)).expect("not empty");
                return Some((rank, class));
            }
        }
        None
    }

    /// Whether waiting attempts need attention.
    pub(crate) fn room_is_due(&self) -> bool {
        self.room.deadline().is_some_and(|at| at <= self.now)
    }

    /// How long no attempt got a queue pair. Time in which this process could not try does not
    /// count.
    pub(crate) fn room_stuck(&mut self) -> Duration {
        if self.now.since(self.room.retry_at) > ABSENCE {
            self.room.moved_at = self.now;
        }
        self.now.since(self.room.moved_at)
    }

    /// Tries again now. If that fails, the next try follows after a pause.
    pub(crate) fn retry_room(&mut self) {
        self.room.is_likely = true;
        self.pause_room();
    }

    /// Sets the next try after a pause, which grows. The time at which waiting attempts fail bounds
    /// the pause.
    fn pause_room(&mut self) {
        let room = &mut self.room;
        let delay = self.config.retransmit.delay(room.step, &mut self.jitter);
        room.step = room.step.saturating_add(1);
        let give_up_at = room.moved_at + self.config.room_within;
        room.retry_at = (self.now + delay).min(give_up_at);
    }

    /// The passive attempts that wait.
    pub(crate) fn passive_for_room(&self) -> impl Iterator<Item = Rank> {
        self.room.passive.iter().copied()
    }

    /// Removes and returns all waiting attempts.
    pub(crate) fn take_all_for_room(&mut self) -> Vec<Rank> {
        let room = &mut self.room;
        room.active
            .drain(..)
            .chain(room.passive.drain(..))
            .collect()
    }
}
