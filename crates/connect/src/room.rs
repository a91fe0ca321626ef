//! Waiting for a queue pair where there is none to be had now: because this process has as many as it may have, or all
//! processes of the node together, or because the device says so.
//!
//! Whoever waits holds nothing that others wait for, but for one case: an attempt that has its own queue pair and waits for
//! the peer's. Those could wait in a circle. So attempts have a rank among each other that both sides know, the random half of the
//! name that its beginner gave it, and one that waits for the peer yields its queue pair to another's attempt of higher rank.
//! The highest of all finds its way: connections that are up end sooner or later when they are asked to, those that have
//! both queue pairs come up, and all others yield to it.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use farreach_verbs::Time;

use crate::core::{Class, Core};
use crate::peer::{Peer, Slot, Stage};
use crate::timing::ABSENCE;
use crate::{Rank, Refusal};

/// Those who wait for a queue pair.
#[derive(Default)]
pub(crate) struct Room {
    /// First come, first served, in each class in turn.
    active: VecDeque<Rank>,
    passive: VecDeque<Rank>,
    /// Another try may succeed.
    is_likely: bool,
    /// Whom a queue pair was freed for.
    best: Option<Rank>,
    /// One who waits tries.
    is_trying: bool,
    /// The class of the last that was tried.
    last: Option<Class>,
    /// When to try all the same, and how often that came to nothing.
    retry_at: Time,
    step: u32,
    /// When somebody got one or gave one back, or the first began to wait.
    moved_at: Time,
    /// The limit that the device told last.
    limit: u32,
}

impl Room {
    /// Whether others wait already.
    pub(crate) fn is_crowded(&self) -> bool {
        self.len() > 0
    }

    pub(crate) fn len(&self) -> usize {
        self.active.len() + self.passive.len()
    }

    /// A queue pair of ours is gone.
    pub(crate) fn is_freed(&mut self) {
        self.is_likely = true;
    }

    /// A queue pair was created.
    pub(crate) fn has_some(&mut self, now: Time) {
        self.is_likely = true;
        self.step = 0;
        self.moves(now);
    }

    /// A creation has ended: whether it was one of those who wait here that tried.
    pub(crate) fn end_try(&mut self) -> bool {
        mem::take(&mut self.is_trying)
    }

    /// Something goes on here that will leave a queue pair to those who wait.
    pub(crate) fn moves(&mut self, now: Time) {
        self.moved_at = now;
    }

    /// When to try again.
    pub(crate) fn deadline(&self) -> Option<Time> {
        self.is_crowded().then_some(self.retry_at)
    }

    /// The queue pair that becomes free next is for `rank`.
    pub(crate) fn is_for(&mut self, rank: Rank) {
        self.best = Some(rank);
    }

    /// The peer of one who waits has begun an attempt, too.
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
    /// There is no queue pair for the attempt in flight, which waits until there is one.
    /// Unless it was waiting for one before, that begins now.
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
        // The peer of an attempt that we only answered waits, too, with its queue pair. One that answers us need not.
        let bound = was_bound && !handshake.requested;
        self.leave(Stage::Queued { bound }, core);
        self.wait_for_room(core);
        if was_bound {
            self.speak(core);
        }
    }

    /// Waits for a queue pair. A peer that asked is told to have patience.
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

    /// Whether the attempt still waits.
    pub(crate) fn lacks(&self) -> bool {
        match self.stage {
            Stage::Queued { bound } => bound || self.wanted,
            _ => false,
        }
    }

    /// The rank of the peer's attempt among all.
    pub(crate) fn their_rank(&self) -> (u32, Rank) {
        (self.seen.0 as u32, self.rank)
    }

    /// The rank of our attempt, if it is one that can yield its queue pair: it waits for the peer's.
    pub(crate) fn yieldable(&self, core: &Core) -> Option<(u32, Rank)> {
        match (&self.stage, self.slot) {
            (Stage::Handshake(handshake), Slot::Created(_)) if handshake.remote.is_none() => {
                Some((self.incarnation as u32, core.config.rank))
            }
            _ => None,
        }
    }

    /// Gives the queue pair to another attempt. The peer may be connected to it already, so the attempt is over; if we want one,
    /// another waits for a queue pair.
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

    /// Too long nobody here got a queue pair.
    pub(crate) fn give_up_waiting(&mut self, core: &mut Core) {
        if self.lacks() {
            let limit = core.room.limit;
            self.refuse(Refusal::QueuePairs { limit }, core);
        }
    }
}

impl Core {
    /// The next to try, if it is worth trying: its class has a free place, which it takes.
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

    /// Whether the wait for room has to be looked at.
    pub(crate) fn room_is_due(&self) -> bool {
        self.room.deadline().is_some_and(|at| at <= self.now)
    }

    /// How long nobody got a queue pair, as far as we were there to try.
    pub(crate) fn room_stuck(&mut self) -> Duration {
        if self.now.since(self.room.retry_at) > ABSENCE {
            self.room.moved_at = self.now;
        }
        self.now.since(self.room.moved_at)
    }

    /// Tries again, and later again if that fails.
    pub(crate) fn retry_room(&mut self) {
        self.room.is_likely = true;
        self.pause_room();
    }

    /// Looks again after a pause, longer each time, and when those who wait give up.
    fn pause_room(&mut self) {
        let room = &mut self.room;
        let delay = self.config.retransmit.delay(room.step, &mut self.jitter);
        room.step = room.step.saturating_add(1);
        let give_up_at = room.moved_at + self.config.room_within;
        room.retry_at = (self.now + delay).min(give_up_at);
    }

    /// The passive ones who wait.
    pub(crate) fn passive_for_room(&self) -> impl Iterator<Item = Rank> {
        self.room.passive.iter().copied()
    }

    /// All who wait, taken out of the queues.
    pub(crate) fn take_all_for_room(&mut self) -> Vec<Rank> {
        let room = &mut self.room;
        room.active
            .drain(..)
            .chain(room.passive.drain(..))
            .collect()
    }
}
