//! The end of a connection by agreement.

use alloc::boxed::Box;

use crate::core::Core;
use crate::peer::{Peer, Stage};
use crate::planted::Bug;
use crate::retransmit::Pace;
use crate::wire::{Body, Frame, Verdict};
use crate::{Action, Reason};

/// How often a peer may decline the end of a connection.
const DECLINES_MAX: u8 = 3;

/// The number of retransmissions after which another peer is asked to make room.
const STEPS_PATIENT: u32 = 4;

/// The state of a connection that is up.
#[derive(Default)]
pub(crate) struct Bond {
    /// Present while an answer to our CLOSE is awaited.
    pub(crate) asking: Option<Box<Pace>>,
    /// Whether the peer asked, and the layer above has not answered yet.
    pub(crate) asked: bool,
    /// Whether the next message to the peer is KEEP.
    pub(crate) keeps: bool,
    /// How often KEEP was sent.
    declined: u8,
}

/// State that exists only while a connection ends.
pub(crate) struct Closing {
    /// Whether everything that this side posted is complete.
    pub(crate) drained: bool,
    /// Whether the peer was told that this side is drained.
    pub(crate) told: bool,
    /// Whether the peer has told that everything it posted is complete.
    peer_drained: bool,
    pub(crate) pace: Pace,
}

impl Peer {
    /// Asks the peer to end the connection.
    pub(crate) fn ask(&mut self, core: &mut Core) {
        if let Stage::Up(bond) = &mut self.stage
            && bond.asking.is_none()
        {
            if bond.asked {
                // The peer has asked for the end too.
                self.drain(core);
                return;
            }
            bond.asking = Some(Box::new(Pace::new(core.now)));
            self.announce(core);
        }
    }

    /// Handles the answer of the layer above to the peer's CLOSE.
    pub(crate) fn answer_ask(&mut self, agreed: bool, core: &mut Core) {
        let Stage::Up(bond) = &mut self.stage else {
            return;
        };
        if !bond.asked {
            return;
        }
        bond.asked = false;
        if agreed {
            self.drain(core);
        } else {
            bond.declined = bond.declined.saturating_add(1);
            bond.keeps = true;
            self.speak(core);
        }
    }

    /// Begins to end the connection. This cannot be undone.
    fn drain(&mut self, core: &mut Core) {
        let closing = Closing {
            drained: core.planted(Bug::NotDrained),
            told: false,
            peer_drained: false,
            pace: Pace::new(core.now),
        };
        self.leave(Stage::Closing(Box::new(closing)), core);
        let peer = self.rank;
        core.actions.push_back(Action::Drain { peer });
        self.announce(core);
    }

    /// Handles that everything this side posted is complete.
    pub(crate) fn drained(&mut self, core: &mut Core) {
        if let Stage::Closing(closing) = &mut self.stage
            && !closing.drained
        {
            closing.drained = true;
            self.announce(core);
            self.settle(core);
        }
    }

    /// Handles that this side's end broke.
    pub(crate) fn broken(&mut self, core: &mut Core) {
        if matches!(self.stage, Stage::Up(_) | Stage::Closing(_)) {
            self.lose(Reason::Broken, core);
            self.speak(core);
        }
    }

    /// Whether the connection may soon free its queue pair. False if the peer does not answer.
    pub(crate) fn is_leaving(&self) -> bool {
        let pace = match &self.stage {
            Stage::Up(bond) => bond.asking.as_deref(),
            Stage::Closing(closing) => Some(&closing.pace),
            _ => None,
        };
        pace.is_some_and(|pace| pace.step < STEPS_PATIENT)
    }

    /// Ends the connection if nothing is under way in either direction.
    fn settle(&mut self, core: &mut Core) {
        if let Stage::Closing(closing) = &self.stage
            && closing.drained
            && (closing.peer_drained || core.planted(Bug::EarlyEnd))
        {
            let told = closing.told;
            self.end(core);
            if !told {
                // The REFUSED that the peer gets now tells that this side was drained.
                self.speak(core);
            }
        }
    }

    /// Ends the connection, on which nothing is under way.
    pub(crate) fn end(&mut self, core: &mut Core) {
        self.leave(Stage::Closed(Verdict::Abandoned), core);
        self.retire_qp(core);
        core.room.moves(core.now);
        core.counters.closed += 1;
        let peer = self.rank;
        core.actions.push_back(Action::Down { peer });
        if self.wanted && !core.planted(Bug::NoHandOver) {
            self.begin(false, core);
        }
    }

    pub(crate) fn receive_up(&mut self, frame: &Frame, newer: bool, core: &mut Core) {
        let mine = frame.echo == self.incarnation;
        match frame.body {
            Body::Refused(_) if mine || newer => self.lose(Reason::Abandoned, core),
            // The peer began a new attempt, so its end of this connection is gone.
            _ if newer => {
                self.lose(Reason::Abandoned, core);
                self.answer(frame, core);
            }
            _ if !mine => core.counters.stale += 1,
            Body::Close => self.receive_close(core),
            Body::Keep => self.receive_keep(core),
            Body::Drain { .. } => {
                self.drain(core);
                self.receive_closing(frame, newer, core);
            }
            _ if frame.retry => self.speak(core),
            _ => {}
        }
        self.is_heard(core);
    }

    /// Handles CLOSE.
    fn receive_close(&mut self, core: &mut Core) {
        let Stage::Up(bond) = &mut self.stage else {
            return;
        };
        let must = bond.declined >= DECLINES_MAX && !core.planted(Bug::EndlessKeep);
        if bond.asking.is_some() || must {
            self.drain(core);
        } else if !bond.asked {
            bond.asked = true;
            let peer = self.rank;
            core.actions.push_back(Action::Asked { peer });
        }
    }

    /// Handles KEEP.
    fn receive_keep(&mut self, core: &mut Core) {
        if let Stage::Up(bond) = &mut self.stage
            && let Some(pace) = bond.asking.take()
        {
            core.timers.set(self.rank, pace.timer, None);
            let peer = self.rank;
            core.actions.push_back(Action::Kept { peer });
        }
    }

    pub(crate) fn receive_closing(&mut self, frame: &Frame, newer: bool, core: &mut Core) {
        let mine = frame.echo == self.incarnation;
        let Stage::Closing(closing) = &mut self.stage else {
            return;
        };
        if newer || (mine && matches!(frame.body, Body::Refused(_))) {
            // The peer has left this connection: it and this side were drained, or its end broke.
            if closing.drained {
                self.end(core);
            } else {
                self.lose(Reason::Abandoned, core);
            }
            if newer {
                self.take(frame, newer, core);
            }
            return;
        }
        if !mine {
            core.counters.stale += 1;
            return;
        }
        if let Body::Drain { drained } = frame.body {
            closing.peer_drained |= drained;
        }
        if frame.retry || matches!(frame.body, Body::Close) {
            self.speak(core);
        }
        self.settle(core);
        self.is_heard(core);
    }
}
