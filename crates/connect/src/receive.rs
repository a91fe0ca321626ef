//! The effect of messages on a peer. The rules are in the transition table of the crate's
//! documentation.

use core::mem;

use farreach_verbs::UdDestination;

use crate::core::Core;
use crate::peer::{Peer, RemoteEnd, Stage};
use crate::planted::Bug;
use crate::wire::{Body, Frame, Info, Verdict};
use crate::{LaneEnd, Reason};

impl Peer {
    /// Handles an authentic message of this peer.
    pub(crate) fn receive(&mut self, frame: &Frame, core: &mut Core) {
        let name = (frame.incarnation, frame.serial);
        if name <= self.seen {
            core.counters.replayed += 1;
            return;
        }
        let newer = frame.incarnation > self.seen.0;
        self.seen = name;
        if let Some(LaneEnd { qp, qkey }) = frame.lane {
            let address = frame.address;
            let endpoint = UdDestination { address, qp, qkey };
            core.lanes.insert(self.rank, endpoint);
        }
        core.counters.received.count(&frame.body);
        self.take(frame, newer, core);
    }

    /// Handles a message that is newer than all before.
    pub(crate) fn take(&mut self, frame: &Frame, newer: bool, core: &mut Core) {
        match &self.stage {
            Stage::Closed(_) => self.receive_closed(frame, newer, core),
            Stage::Queued { .. } => self.receive_queued(frame, newer, core),
            Stage::Handshake(_) => self.receive_in_flight(frame, newer, core),
            Stage::Up(_) => self.receive_up(frame, newer, core),
            Stage::Closing(_) => self.receive_closing(frame, newer, core),
        }
    }

    fn receive_closed(&mut self, frame: &Frame, newer: bool, core: &mut Core) {
        match frame.body {
            Body::Refused(_) => core.counters.stale += 1,
            Body::Request { .. } if newer => self.answer(frame, core),
            _ => {
                // The message is for an attempt that is over on this side. The answer ends the
                // peer's wait.
                core.counters.stale += 1;
                self.speak(core);
            }
        }
    }

    fn receive_queued(&mut self, frame: &Frame, newer: bool, core: &mut Core) {
        let mine = frame.echo == self.incarnation;
        let Stage::Queued { bound } = &mut self.stage else {
            return;
        };
        if let Body::Request { .. } = frame.body {
            if !mem::replace(bound, true) {
                self.rename(core);
            }
            self.queue_bound(core);
            self.speak(core);
        } else if *bound {
            match refused(frame, mine, newer) {
                Some(Verdict::Abandoned) if self.wanted => *bound = false,
                Some(Verdict::Abandoned) => self.close(None, core),
                Some(Verdict::Refused(refusal)) => {
                    self.close(Some(Reason::RefusedByPeer(refusal)), core);
                }
                None if mine && frame.retry => self.speak(core),
                None => core.counters.stale += u64::from(!mine),
            }
        } else {
            core.counters.stale += 1;
            if !matches!(frame.body, Body::Refused(_)) {
                // The message is for an attempt or a connection that is over on this side. The
                // answer ends the peer's wait. Our attempt, if any, has no incarnation yet.
                self.speak(core);
            }
        }
    }

    /// Begins an attempt that answers the peer's.
    pub(crate) fn answer(&mut self, frame: &Frame, core: &mut Core) {
        self.begin(true, core);
        if let Stage::Handshake(_) = self.stage {
            self.absorb(frame, core);
        }
    }

    fn receive_in_flight(&mut self, frame: &Frame, newer: bool, core: &mut Core) {
        let mine = frame.echo == self.incarnation;
        let Stage::Handshake(handshake) = &mut self.stage else {
            return;
        };
        handshake.pace.heard_at = core.now;
        if let Body::Refused(_) = frame.body {
            match refused(frame, mine, handshake.bound && newer) {
                Some(Verdict::Refused(refusal)) => {
                    self.close(Some(Reason::RefusedByPeer(refusal)), core);
                }
                Some(Verdict::Abandoned) if self.wanted => self.restart(false, core),
                Some(Verdict::Abandoned) => self.close(None, core),
                None => core.counters.stale += 1,
            }
            self.arm(core);
            return;
        }
        if handshake.bound && newer {
            // The peer restarted. A queue pair that is connected to the peer's former one can't be
            // used again. A peer that answers our former attempt may be connected to our former
            // queue pair.
            if self.slot.is_unused() {
                handshake.forget_peer();
                self.announce(core);
            } else {
                self.restart(true, core);
            }
        } else if !handshake.bound {
            if frame.echo == 0 && !core.planted(Bug::Collision) {
                core.counters.merged += 1;
                handshake.bound = true;
                self.announce(core);
            } else if mine {
                handshake.bound = true;
            } else {
                core.counters.stale += 1;
                self.arm(core);
                return;
            }
        }
        self.absorb(frame, core);
        self.arm(core);
        if matches!(self.stage, Stage::Up(_)) && is_about_up(&frame.body) {
            self.receive_up(frame, false, core);
        }
    }

    /// Takes from a message what it says about the attempt that ours is bound to, and continues.
    fn absorb(&mut self, frame: &Frame, core: &mut Core) {
        let Stage::Handshake(handshake) = &mut self.stage else {
            return;
        };
        let mine = frame.echo == self.incarnation;
        let (info, has_info, receiving) = match frame.body {
            Body::Request { info } => (info, false, false),
            Body::Reply {
                info,
                receiving,
                have_info,
            } => (Some(info), have_info, receiving),
            // A peer that asks to end the connection is up.
            Body::Confirm | Body::Close | Body::Keep | Body::Drain { .. } => (None, true, true),
            Body::Hold | Body::Refused(_) => (None, false, false),
        };
        if mine || frame.echo == 0 {
            if let (None, Some(info)) = (&handshake.remote, info) {
                handshake.remote = Some(RemoteEnd::new(frame, info));
            }
        } else {
            core.counters.stale += 1;
        }
        if mine {
            handshake.peer_has_info |= has_info || receiving;
            handshake.peer_receiving |= receiving;
        }
        if frame.retry {
            self.speak(core);
        }
        self.advance(core);
    }
}

/// Whether a message is about a connection that is up.
fn is_about_up(body: &Body) -> bool {
    matches!(body, Body::Close | Body::Keep | Body::Drain { .. })
}

/// What a REFUSED message means for our attempt. `mine` tells whether it answers our present
/// attempt. A message that answers a former attempt may come from a newer attempt of the peer
/// (`left`). The peer has then left the attempt that ours is bound to.
fn refused(frame: &Frame, mine: bool, left: bool) -> Option<Verdict> {
    match frame.body {
        Body::Refused(verdict) if mine => Some(verdict),
        Body::Refused(_) if left => Some(Verdict::Abandoned),
        _ => None,
    }
}

impl RemoteEnd {
    fn new(frame: &Frame, info: Info) -> Self {
        RemoteEnd {
            address: frame.address,
            local: info.local,
            mtu: info.mtu,
            payload: info.payload.to_vec(),
        }
    }
}
