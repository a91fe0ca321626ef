//! The state machine of one peer. Its parts are in other modules: arriving messages (`receive`),
//! outgoing messages (`speech`), timers (`timing`), the end of connections (`closing`) and waiting
//! for a queue pair (`room`). The transition table is in the crate's documentation.

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

/// The state of a peer. It is small, and never removed.
#[expect(clippy::struct_excessive_bools, reason = "six independent facts")]
pub(crate) struct Peer {
    pub(crate) rank: Rank,
    /// The serial number of our latest message in our attempt.
    pub(crate) serial: u32,
    /// Our latest attempt. 0 before the first.
    pub(crate) incarnation: u64,
    /// The incarnation and serial number of the peer's newest message. Messages that are not newer
    /// are dropped.
    pub(crate) seen: (u64, u32),
    /// The largest packet payload that the path to the peer was known to carry. Zero if none was told.
    pub(crate) path_mtu: u16,
    pub(crate) stage: Stage,
    pub(crate) slot: Slot,
    /// Whether the layer above asked for a connection and has no answer yet.
    pub(crate) wanted: bool,
    /// Whether the peer is in `Core::speak`.
    pub(crate) speaking: bool,
    /// Whether the next message asks for an answer.
    pub(crate) retry: bool,
    /// Whether the peer is in the queue for an active place.
    pub(crate) queued_active: bool,
    /// Whether the peer is in the queue for a passive place.
    pub(crate) queued_passive: bool,
    /// Whether the peer is in the queue for a queue pair.
    pub(crate) queued_room: bool,
}

/// The stage of the attempt or connection.
pub(crate) enum Stage {
    /// There is no attempt. The verdict is for messages about former ones.
    Closed(Verdict),
    /// The attempt waits for a place or for a queue pair. With `bound` the peer's attempt `seen.0`
    /// waits too. Otherwise the peer does not know of the attempt, which has no incarnation yet.
    Queued { bound: bool },
    /// The attempt is in flight.
    Handshake(Box<Handshake>),
    /// Both queue pairs receive.
    Up(Bond),
    /// The connection is draining.
    Closing(Box<Closing>),
}

/// The queue pair for the peer. There is at most one at any time.
#[derive(Clone, Copy)]
pub(crate) enum Slot {
    None,
    Creating,
    /// The queue pair is in INIT.
    Created(LocalQp),
    /// The queue pair is on its way to RTS. With `doomed` its attempt is over.
    BringingUp {
        local: LocalQp,
        doomed: bool,
    },
    /// The queue pair is in RTS.
    Receiving(LocalQp),
}

/// State that exists only while an attempt is in flight.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts")]
pub(crate) struct Handshake {
    pub(crate) class: Class,
    /// Whether our attempt is bound to the peer's attempt `seen.0`.
    pub(crate) bound: bool,
    /// The peer's end.
    pub(crate) remote: Option<RemoteEnd>,
    /// Whether the peer has our end.
    pub(crate) peer_has_info: bool,
    /// Whether the peer's queue pair receives.
    pub(crate) peer_receiving: bool,
    /// Whether this process asked for the connection, and did not only answer.
    pub(crate) requested: bool,
    pub(crate) pace: Pace,
    pub(crate) begun_at: Time,
}

/// The peer's end of a connection that is being set up.
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

    /// Whether the queue pair was never connected, so that another attempt may use it.
    pub(crate) fn is_unused(&self) -> bool {
        match self {
            Slot::None | Slot::Creating | Slot::Created(_) => true,
            // A doomed queue pair is replaced by a new one.
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
            path_mtu: 0,
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

    /// The largest packet payload toward the peer, if our adapter's is `own`.
    pub(crate) fn mtu(&self, own: u32) -> u32 {
        if self.path_mtu == 0 {
            own
        } else {
            own.min(self.path_mtu.into())
        }
    }

    /// Handles the wish of the layer above for a connection.
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

    /// Begins an attempt. With `bound` it answers the peer's attempt.
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

    /// Gives the attempt a new incarnation.
    pub(crate) fn rename(&mut self, core: &mut Core) {
        self.incarnation = core.new_incarnation();
        self.serial = 0;
    }

    /// Queues for a place.
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

    /// Queues for a passive place, because the peer asks too.
    pub(crate) fn queue_bound(&mut self, core: &mut Core) {
        if self.queued_room {
            core.room.is_passive(self.rank);
        } else {
            self.queue(Class::Passive, core);
        }
    }

    /// Whether the attempt still waits for a place of this class.
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

    /// Puts the attempt, which has got a place, into flight.
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
            // The peer that asked gets its answer when there is something to say.
            self.begin_pace(core);
            self.arm(core);
        } else {
            self.announce(core);
        }
        self.advance(core);
    }

    /// Restarts the attempt in flight, in its place, because the peer's end of it is gone.
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

    /// Takes the next steps that are possible.
    pub(crate) fn advance(&mut self, core: &mut Core) {
        let mtu = self.mtu(core.config.mtu);
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
                            mtu: remote.mtu.min(mtu),
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

    /// Ends the set-up with success. The peer was told, or is about to be told, that our queue pair
    /// receives. It needs nothing else.
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

    /// Handles the answer to `CreateQp`.
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

    /// Handles the answer to `BringUp`.
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

    /// Handles a refusal of the local device: fails the attempt, and tells the peer.
    pub(crate) fn refuse(&mut self, refusal: Refusal, core: &mut Core) {
        self.close(Some(Reason::RefusedHere(refusal)), core);
        self.stage = Stage::Closed(Verdict::Refused(refusal));
        self.speak(core);
    }

    /// Handles that something came over the connection itself.
    pub(crate) fn heard(&mut self, core: &mut Core) {
        if let (Stage::Handshake(handshake), Slot::Receiving(_)) = (&mut self.stage, self.slot) {
            handshake.peer_has_info = true;
            handshake.peer_receiving = true;
            self.advance(core);
        }
    }

    /// Ends an attempt that is not up, if there is one. Reports `reason` if the connection was
    /// wanted.
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

    /// Ends a connection that was up, whatever is under way.
    pub(crate) fn lose(&mut self, reason: Reason, core: &mut Core) {
        self.leave(Stage::Closed(Verdict::Abandoned), core);
        self.retire_qp(core);
        self.wanted = false;
        let error = self.error(reason, Duration::ZERO);
        core.fail(error);
    }

    /// Leaves the stage, and frees its place and timer. Returns the attempt if it was in flight.
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

    /// Destroys the queue pair as soon as no answer about it is outstanding.
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
    /// Drops the knowledge of the peer's end, which is another one now.
    pub(crate) fn forget_peer(&mut self) {
        self.remote = None;
        self.peer_has_info = false;
        self.peer_receiving = false;
    }
}
