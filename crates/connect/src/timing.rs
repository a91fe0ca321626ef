//! The timers of a peer: who says something again, and when one gives up.

use core::time::Duration;

use farreach_verbs::Time;

use crate::Reason;
use crate::core::Core;
use crate::peer::{Peer, Stage};
use crate::planted::Bug;
use crate::retransmit::Pace;

/// A timer that is later than this was not looked at: this process was stopped, or made no progress.
pub(crate) const ABSENCE: Duration = Duration::from_secs(1);

impl Peer {
    /// The pace of the conversation, if there is one.
    pub(crate) fn pace(&mut self) -> Option<&mut Pace> {
        match &mut self.stage {
            Stage::Handshake(handshake) => Some(&mut handshake.pace),
            Stage::Up(bond) => bond.asking.as_deref_mut(),
            Stage::Closing(closing) => Some(&mut closing.pace),
            Stage::Closed(_) | Stage::Queued { .. } => None,
        }
    }

    /// Something changed on our side that the peer has to know.
    pub(crate) fn announce(&mut self, core: &mut Core) {
        self.begin_pace(core);
        self.speak(core);
        self.arm(core);
    }

    /// The retransmissions begin anew.
    pub(crate) fn begin_pace(&mut self, core: &mut Core) {
        if let Some(pace) = self.pace() {
            pace.set(0, core.now, core.config.retransmit, &mut core.jitter);
        }
    }

    /// A message of the peer came.
    pub(crate) fn is_heard(&mut self, core: &mut Core) {
        if let Some(pace) = self.pace() {
            pace.heard_at = core.now;
        }
        self.arm(core);
    }

    /// Sets the timer of the conversation.
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

    /// Whether it is on us to keep the conversation going.
    fn retransmits(&self, core: &Core) -> bool {
        match self.stage {
            Stage::Handshake(_) => {
                self.wanted || (self.slot.local().is_some() && core.payload.is_some())
            }
            _ => true,
        }
    }

    /// The timer has run out.
    pub(crate) fn timeout(&mut self, core: &mut Core) {
        let retransmits = self.retransmits(core);
        let said_nothing = self.serial == 0;
        let rank = self.rank;
        let Some(pace) = self.pace() else {
            panic!("rank {rank} has a timer but nothing is under way");
        };
        // A timer that runs out much too late tells of ourselves, who did not run, and not of the peer; so does silence to
        // somebody who said nothing.
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

    /// For how long the peer owes us an answer, if it does.
    pub(crate) fn silent_for(&self, now: Time) -> Option<Duration> {
        let pace = match &self.stage {
            Stage::Handshake(handshake) => &handshake.pace,
            Stage::Up(bond) => bond.asking.as_deref()?,
            Stage::Closing(closing) => &closing.pace,
            Stage::Closed(_) | Stage::Queued { .. } => return None,
        };
        // Nobody answers to somebody who said nothing.
        (self.serial > 0).then(|| now.since(pace.heard_at))
    }

    /// The peer was silent for too long.
    pub(crate) fn give_up(&mut self, reason: Reason, core: &mut Core) {
        match &self.stage {
            Stage::Handshake(handshake) => {
                let bound = handshake.bound;
                self.close(Some(reason), core);
                if bound {
                    self.speak(core);
                }
            }
            // It may have ended before us, and then itself. Nothing of ours is on its way.
            Stage::Closing(closing) if closing.drained => self.end(core),
            Stage::Closed(_) | Stage::Queued { .. } => {}
            _ => {
                self.lose(reason, core);
                self.speak(core);
            }
        }
    }
}
