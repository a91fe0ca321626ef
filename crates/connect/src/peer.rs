//! The state machine of one peer, but for what messages do to it (see `receive`), what it says (`speech`), its timers
//! (`timing`), its end (`closing`) and waiting for a queue pair (`room`). The transition table is in the crate's documentation.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use farreach_verbs::{AdapterAddress, QpNumber, Time};

use crate::closing::{Bond, Closing};
use crate::core::{Class, Core};
use crate::retransmit::Pace;
use crate::wire::Verdict;
use crate::{Action, ConnectError, LocalQp, Rank, Reason, Refusal, RemoteQp};

/// All that is known of a peer: small, kept for ever.
#[expect(clippy::struct_excessive_bools, reason = "six independent facts")]
pub(crate) struct Peer {
    pub(crate) rank: Rank,
    /// Serial number of our latest message in our attempt.
    pub(crate) serial: u32,
    /// Our latest attempt; 0 before the first.
    pub(crate) incarnation: u64,
    /// The newest message of the peer: its attempt, its serial number in that. All others are dropped.
    pub(crate) seen: (u64, u32),
    pub(crate) stage: Stage,
    pub(crate) slot: Slot,
    /// Somebody above asked for a connection and has had no answer.
    pub(crate) wanted: bool,
    /// In `Core::speak`.
    pub(crate) speaking: bool,
    /// What we say next asks for an answer.
    pub(crate) retry: bool,
    /// In the queue for an active place.
    pub(crate) queued_active: bool,
    /// In the queue for a passive place.
    pub(crate) queued_passive: bool,
    /// In the queue for a queue pair.
    pub(crate) queued_room: bool,
}

/// Where the attempt is.
pub(crate) enum Stage {
    /// There is none, and what to tell those who believe otherwise.
    Closed(Verdict),
    /// It waits for a place, or for a queue pair. `bound`: the peer waits, too, with its attempt `seen.0`; otherwise the peer
    /// has not heard of it, and it has no name yet.
    Queued { bound: bool },
    /// It is in flight.
    Handshake(Box<Handshake>),
    /// Both queue pairs receive.
    Up(Bond),
    /// The connection ends.
    Closing(Box<Closing>),
}

/// Our queue pair for the peer: at most one at any time.
#[derive(Clone, Copy)]
pub(crate) enum Slot {
    None,
    Creating,
    /// In INIT.
    Created(LocalQp),
    /// On its way to RTS; `doomed`: for an attempt that is over.
    BringingUp {
        local: LocalQp,
        doomed: bool,
    },
    /// In RTS.
    Receiving(LocalQp),
}

/// What is needed only while an attempt is in flight.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts")]
pub(crate) struct Handshake {
    pub(crate) class: Class,
    /// Our attempt goes together with the peer's attempt `seen.0`.
    pub(crate) bound: bool,
    /// The peer's end.
    pub(crate) remote: Option<RemoteEnd>,
    /// The peer has our end.
    pub(crate) peer_has_info: bool,
    /// The peer's queue pair takes packets of ours.
    pub(crate) peer_receiving: bool,
    /// We have asked for this connection, and not only answered.
    pub(crate) requested: bool,
    pub(crate) pace: Pace,
    pub(crate) begun_at: Time,
}

/// The peer's end of a connection to be.
pub(crate) struct RemoteEnd {
    pub(crate) address: AdapterAddress,
    pub(crate) local: LocalQp,
    pub(crate) mtu: u32,
    pub(crate) payload: Vec<u8>,
}

impl Slot {
    /// The queue pair, unless it belongs to an attempt that is over.
    pub(crate) fn local(&self) -> Option<LocalQp> {
        match *self {
            Slot::Created(local)
            | Slot::Receiving(local)
            | Slot::BringingUp {
                local,
                doomed: false,
            } => Some(local),
            Slot::None | Slot::Creating | Slot::BringingUp { doomed: true, .. } => None,
        }
    }

    /// Whether the queue pair was never connected to anything, and may serve another attempt.
    pub(crate) fn is_unused(&self) -> bool {
        match self {
            Slot::None | Slot::Creating | Slot::Created(_) => true,
            // A doomed one is followed by a new one.
            Slot::BringingUp { doomed, .. } => *doomed,
            Slot::Receiving(_) => false,
        }
    }
}

impl Peer {
    pub(crate) fn new(rank: Rank) -> Self {
        Peer {
            rank,
            serial: 0,
            incarnation: 0,
            seen: (0, 0),
            stage: Stage::Closed(Verdict::Abandoned),
            slot: Slot::None,
            wanted: false,
            speaking: false,
            retry: false,
            queued_active: false,
            queued_passive: false,
            queued_room: false,
        }
    }

    /// Somebody above wants a connection.
    pub(crate) fn want(&mut self, core: &mut Core) {
        match self.stage {
            Stage::Up(_) => {}
            Stage::Closing(_) => self.wanted = true,
            Stage::Closed(_) => {
                self.wanted = true;
                self.begin(false, core);
            }
            Stage::Queued { .. } => {
                self.wanted = true;
                if !self.queued_room {
                    self.queue(Class::Active, core);
                }
            }
            Stage::Handshake(_) => {
                self.wanted = true;
                self.arm(core);
            }
        }
    }

    /// Begins an attempt; `bound` if it answers the peer's.
    pub(crate) fn begin(&mut self, bound: bool, core: &mut Core) {
        let class = if bound { Class::Passive } else { Class::Active };
        self.stage = Stage::Queued { bound };
        if bound {
            self.rename(core);
        }
        if core.room.is_crowded() {
            self.wait_for_room(core);
            return;
        }
        if core.take_place(class) {
            self.enter(class, core);
            return;
        }
        if bound {
            self.queue(Class::Passive, core);
            self.speak(core);
        }
        if self.wanted {
            self.queue(Class::Active, core);
        }
    }

    /// The attempt is a new one.
    pub(crate) fn rename(&mut self, core: &mut Core) {
        self.incarnation = core.new_incarnation();
        self.serial = 0;
    }

    /// Waits for a place.
    pub(crate) fn queue(&mut self, class: Class, core: &mut Core) {
        let queued = self.queued(class);
        if !mem::replace(queued, true) {
            core.places(class).waiting.push_back(self.rank);
        }
    }

    pub(crate) fn queued(&mut self, class: Class) -> &mut bool {
        match class {
            Class::Active => &mut self.queued_active,
            Class::Passive => &mut self.queued_passive,
        }
    }

    /// The peer asks, too: waits for a place of those that others began.
    pub(crate) fn queue_bound(&mut self, core: &mut Core) {
        if self.queued_room {
            core.room.is_passive(self.rank);
        } else {
            self.queue(Class::Passive, core);
        }
    }

    /// Whether the attempt still waits for a place of this kind.
    pub(crate) fn waits_for(&self, class: Class) -> bool {
        if self.queued_room {
            return false;
        }
        match (&self.stage, class) {
            (Stage::Queued { .. }, Class::Active) => self.wanted,
            (Stage::Queued { bound }, Class::Passive) => *bound,
            _ => false,
        }
    }

    /// The attempt has got a place and goes into flight.
    pub(crate) fn enter(&mut self, class: Class, core: &mut Core) {
        let Stage::Queued { bound } = self.stage else {
            panic!(
                "rank {} was given a place that it does not wait for",
                self.rank
            );
        };
        if !bound {
            self.rename(core);
        }
        let pace = Pace::new(core.now);
        self.stage = Stage::Handshake(Box::new(Handshake {
            class,
            bound,
            remote: None,
            peer_has_info: false,
            peer_receiving: false,
            requested: false,
            pace,
            begun_at: core.now,
        }));
        if bound {
            // Who asked hears when there is something to tell.
            self.begin_pace(core);
            self.arm(core);
        } else {
            self.announce(core);
        }
        self.advance(core);
    }

    /// Begins the attempt in flight anew, in the same place, because the peer's end of it is gone.
    pub(crate) fn restart(&mut self, bound: bool, core: &mut Core) {
        core.counters.restarts += 1;
        self.rename(core);
        if !self.slot.is_unused() {
            self.retire_qp(core);
        }
        let Stage::Handshake(handshake) = &mut self.stage else {
            panic!("rank {} has no attempt in flight to begin anew", self.rank);
        };
        handshake.bound = bound;
        handshake.requested = false;
        handshake.forget_peer();
        self.announce(core);
        self.advance(core);
    }

    /// Does what can be done next.
    pub(crate) fn advance(&mut self, core: &mut Core) {
        let Stage::Handshake(handshake) = &mut self.stage else {
            return;
        };
        match self.slot {
            Slot::None => {
                self.slot = Slot::Creating;
                core.actions.push_back(Action::CreateQp { peer: self.rank });
            }
            Slot::Created(local) => {
                if let Some(remote) = &mut handshake.remote {
                    let ours = (core.config.rank, self.incarnation);
                    let theirs = (self.rank, self.seen.0);
                    let action = Action::BringUp {
                        peer: self.rank,
                        remote: RemoteQp {
                            address: remote.address,
                            qp: remote.local.qp,
                            psn: remote.local.psn,
                            others: remote.local.others,
                            mtu: remote.mtu.min(core.config.mtu),
                            check_key: core.authenticator.check_key(ours, theirs),
                        },
                        payload: mem::take(&mut remote.payload),
                    };
                    core.actions.push_back(action);
                    self.slot = Slot::BringingUp {
                        local,
                        doomed: false,
                    };
                }
            }
            Slot::Receiving(_) if handshake.peer_receiving => self.up(core),
            Slot::Creating | Slot::BringingUp { .. } | Slot::Receiving(_) => {}
        }
    }

    /// That our queue pair receives was announced, or is about to be: the peer needs no more for its part.
    fn up(&mut self, core: &mut Core) {
        if let Some(handshake) = self.leave(Stage::Up(Bond::default()), core) {
            let took = core.now.since(handshake.begun_at);
            core.room.moves(core.now);
            core.counters.up += 1;
            core.counters.setup_total += took;
            core.counters.setup_max = core.counters.setup_max.max(took);
            self.wanted = false;
            core.actions.push_back(Action::Up { peer: self.rank });
        }
    }

    /// The answer to `CreateQp`.
    pub(crate) fn qp_created(&mut self, result: Result<LocalQp, Refusal>, core: &mut Core) {
        assert!(
            matches!(self.slot, Slot::Creating),
            "no queue pair for rank {} was asked for",
            self.rank
        );
        self.slot = Slot::None;
        let was_waiting = core.room.end_try();
        let in_flight = matches!(self.stage, Stage::Handshake(_));
        match result {
            Ok(local) if in_flight => {
                self.slot = Slot::Created(local);
                core.room.has_some(core.now);
                self.announce(core);
                self.advance(core);
            }
            Ok(local) => self.destroy(local.qp, core),
            Err(Refusal::QueuePairs { limit }) if in_flight => {
                self.lacks_room(limit, was_waiting, core);
            }
            Err(refusal) if in_flight => self.refuse(refusal, core),
            Err(_) => {}
        }
    }

    /// The answer to `BringUp`.
    pub(crate) fn qp_up(&mut self, result: Result<(), Refusal>, core: &mut Core) {
        let Slot::BringingUp { local, doomed } = self.slot else {
            panic!("no queue pair for rank {} was to be brought up", self.rank);
        };
        match result {
            Ok(()) if !doomed => {
                self.slot = Slot::Receiving(local);
                self.announce(core);
                self.advance(core);
            }
            Err(refusal) if !doomed => {
                self.slot = Slot::None;
                self.destroy(local.qp, core);
                self.refuse(refusal, core);
            }
            _ => {
                self.slot = Slot::None;
                self.destroy(local.qp, core);
                self.advance(core);
            }
        }
    }

    /// Our own device refuses: tells above and the peer.
    pub(crate) fn refuse(&mut self, refusal: Refusal, core: &mut Core) {
        self.close(Some(Reason::RefusedHere(refusal)), core);
        self.stage = Stage::Closed(Verdict::Refused(refusal));
        self.speak(core);
    }

    /// Something came over the connection itself.
    pub(crate) fn heard(&mut self, core: &mut Core) {
        if let (Stage::Handshake(handshake), Slot::Receiving(_)) = (&mut self.stage, self.slot) {
            handshake.peer_has_info = true;
            handshake.peer_receiving = true;
            self.advance(core);
        }
    }

    /// Ends an attempt that isn't up, if there is one. Whoever wants it is told the reason.
    pub(crate) fn close(&mut self, reason: Option<Reason>, core: &mut Core) {
        let had = !matches!(self.stage, Stage::Closed(_));
        let flight = self.leave(Stage::Closed(Verdict::Abandoned), core);
        self.retire_qp(core);
        match reason {
            Some(reason) if mem::take(&mut self.wanted) => {
                let waited = flight.map_or(Duration::ZERO, |h| core.now.since(h.begun_at));
                let error = self.error(reason, waited);
                core.fail(error);
            }
            _ => core.counters.abandoned += u64::from(had),
        }
    }

    /// Ends a connection that was up, whatever is on its way.
    pub(crate) fn lose(&mut self, reason: Reason, core: &mut Core) {
        self.leave(Stage::Closed(Verdict::Abandoned), core);
        self.retire_qp(core);
        self.wanted = false;
        let error = self.error(reason, Duration::ZERO);
        core.fail(error);
    }

    /// Leaves the stage, giving back place and timer. Returns the attempt if it was in flight.
    pub(crate) fn leave(&mut self, to: Stage, core: &mut Core) -> Option<Box<Handshake>> {
        if let Some(pace) = self.pace() {
            let timer = pace.timer.take();
            core.timers.set(self.rank, timer, None);
        }
        match mem::replace(&mut self.stage, to) {
            Stage::Handshake(handshake) => {
                core.places(handshake.class).taken -= 1;
                Some(handshake)
            }
            _ => None,
        }
    }

    /// Gets rid of the queue pair, as soon as no answer about it is outstanding.
    pub(crate) fn retire_qp(&mut self, core: &mut Core) {
        match &mut self.slot {
            Slot::None | Slot::Creating => {}
            Slot::BringingUp { doomed, .. } => *doomed = true,
            &mut (Slot::Created(local) | Slot::Receiving(local)) => {
                self.slot = Slot::None;
                self.destroy(local.qp, core);
            }
        }
    }

    fn destroy(&mut self, qp: QpNumber, core: &mut Core) {
        core.room.is_freed();
        core.actions.push_back(Action::DestroyQp {
            peer: self.rank,
            qp,
        });
    }

    pub(crate) fn error(&self, reason: Reason, waited: Duration) -> ConnectError {
        ConnectError {
            peer: self.rank,
            reason,
            waited,
            tries: self.serial,
        }
    }
}

impl Handshake {
    /// Forgets what was known of the peer's end: it is another one.
    pub(crate) fn forget_peer(&mut self) {
        self.remote = None;
        self.peer_has_info = false;
        self.peer_receiving = false;
    }
}
