//! The timers of a peer: retransmission, and giving up.

use core::time::Duration;

use farreach_verbs::Time;

use crate::Reason;
use crate::core::Core;
use crate::peer::{Peer, Stage};
use crate::planted::Bug;
use crate::retransmit::Pace;

/// A timer that expires later than this was not served in time: this process was stopped, or made
/// no progress.
pub(crate) const ABSENCE: Duration = Duration::from_secs(1);

impl Peer {
    /// The retransmission state, if there is any.
    pub(crate) fn pace(&mut self) -> Option<&mut Pace> {
        match &mut self.stage {
            Stage::Handshake(handshake) => Some(&mut handshake.pace),
            Stage::Up(bond) => bond.asking.as_deref_mut(),
            Stage::Closing(closing) => Some(&mut closing.pace),
            Stage::Closed(_) | Stage::Queued { .. } => None,
        }
    }

    /// Announces a change on this side to the peer.
    pub(crate) fn announce(&mut self, core: &mut Core) {
        self.begin_pace(core);
        self.speak(core);
        self.arm(core);
    }

    /// Restarts the retransmission delays.
    pub(crate) fn begin_pace(&mut self, core: &mut Core) {
        if let Some(pace) = self.pace() {
            pace.set(0, core.now, core.config.retransmit, &mut core.jitter);
        }
    }

    /// Notes that a message of the peer came.
    pub(crate) fn is_heard(&mut self, core: &mut Core) {
        if let Some(pace) = self.pace() {
            pace.heard_at = core.now;
        }
        self.arm(core);
    }

    /// Sets the retransmission timer.
    pub(crate) fn arm(&mut self, core: &mut Core) {
        let retransmits = self.retransmits(core);
        let rank = self.rank;
        if let Some(pace) = self.pace() {
            let give_up_at = pace.heard_at + core.config.give_up;
            let at = if retransmits {
                give_up_at.min(pace.retransmit_at)
            } else {
                give_up_at
            };
            core.timers.set(rank, pace.timer, Some(at));
            pace.timer = Some(at);
        }
    }

    /// Whether this side has to retransmit.
    fn retransmits(&self, core: &Core) -> bool {
        match self.stage {
            Stage::Handshake(_) => {
                self.wanted || (self.slot.local().is_some() && core.payload.is_some())
            }
            _ => true,
        }
    }

    /// Handles the timer's expiry.
    pub(crate) fn timeout(&mut self, core: &mut Core) {
        let retransmits = self.retransmits(core);
        let said_nothing = self.serial == 0;
        let rank = self.rank;
        let Some(pace) = self.pace() else {
            panic!("rank {rank} has a timer but nothing is under way");
        };
        // A timer that is served much too late shows that this process did not run. It says nothing
        // about the peer. Silence says nothing either if the peer was sent nothing.
        let absent = pace.timer.is_some_and(|due| core.now.since(due) > ABSENCE);
        if absent || said_nothing {
            pace.heard_at = core.now;
        }
        let silent = core.now.since(pace.heard_at);
        if silent >= core.config.give_up {
            self.give_up(Reason::Silent { silent }, core);
            return;
        }
        if retransmits && core.now >= pace.retransmit_at {
            let step = pace.step.saturating_add(1);
            pace.set(step, core.now, core.config.retransmit, &mut core.jitter);
            if !core.planted(Bug::NoRetransmission) {
                self.retry = true;
                self.speak(core);
            }
        }
        self.arm(core);
    }

    /// How long the peer has owed an answer. `None` if it owes none.
    pub(crate) fn silent_for(&self, now: Time) -> Option<Duration> {
        let pace = match &self.stage {
            Stage::Handshake(handshake) => &handshake.pace,
            Stage::Up(bond) => bond.asking.as_deref()?,
            Stage::Closing(closing) => &closing.pace,
            Stage::Closed(_) | Stage::Queued { .. } => return None,
        };
        // A peer that was sent nothing owes no answer.
        (self.serial > 0).then(|| now.since(pace.heard_at))
    }

    /// Gives the peer up.
    pub(crate) fn give_up(&mut self, reason: Reason, core: &mut Core) {
        match &self.stage {
            Stage::Handshake(handshake) => {
                let bound = handshake.bound;
                self.close(Some(reason), core);
                if bound {
                    self.speak(core);
                }
            }
            // The peer may have ended the connection before, and then its process. Nothing of ours
            // is under way.
            Stage::Closing(closing) if closing.drained => self.end(core),
            Stage::Closed(_) | Stage::Queued { .. } => {}
            _ => {
                self.lose(reason, core);
                self.speak(core);
            }
        }
    }
}
