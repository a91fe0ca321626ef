//! Outgoing messages. A message says everything that the peer needs to know at that moment.

use core::mem;

use crate::core::Core;
use crate::peer::{Peer, Slot, Stage};
use crate::wire::{Body, Frame, Info, Verdict};
use crate::{Action, Config, ConnectMessage, Protocol};

impl Peer {
    /// Schedules a message. It is built when it is polled.
    pub(crate) fn speak(&mut self, core: &mut Core) {
        if !mem::replace(&mut self.speaking, true) {
            core.speak.push_back(self.rank);
        }
    }

    /// Builds the message for the peer, if there is something to say.
    pub(crate) fn say(&mut self, core: &mut Core) -> Option<Action> {
        self.speaking = false;
        let retry = mem::take(&mut self.retry);
        if self.incarnation == 0 {
            // A REFUSED for an attempt that this side never made needs an incarnation too.
            self.incarnation = core.new_incarnation();
        }
        let (echo, body) = self.speech(&core.config, core.payload.as_deref())?;
        core.counters.sent.count(&body);
        let retry = retry && self.pace().is_some();
        match &mut self.stage {
            Stage::Handshake(handshake) => {
                handshake.requested |= matches!(body, Body::Request { .. });
            }
            Stage::Up(bond) => bond.keeps = false,
            Stage::Closing(closing) => closing.told |= closing.drained,
            _ => {}
        }
        core.counters.retransmitted += u64::from(retry);
        self.serial = self.serial.saturating_add(1);
        let frame = Frame {
            source: core.config.rank,
            destination: self.rank,
            incarnation: self.incarnation,
            echo,
            serial: self.serial,
            address: core.config.address,
            lane: core.config.lane,
            retry,
            body,
        };
        let mut bytes = frame.emit();
        core.authenticator.seal(&mut bytes);
        Some(Action::Send {
            to: self.rank,
            message: ConnectMessage(bytes),
        })
    }

    /// The peer's attempt that the message is about, and the message's body.
    fn speech<'a>(&self, config: &Config, payload: Option<&'a [u8]>) -> Option<(u64, Body<'a>)> {
        let theirs = self.seen.0;
        let body = match &self.stage {
            Stage::Closed(verdict) if theirs != 0 => Body::Refused(*verdict),
            Stage::Queued { bound: true } => Body::Hold,
            Stage::Queued { bound: false } if theirs != 0 => Body::Refused(Verdict::Abandoned),
            Stage::Up(bond) if bond.keeps => Body::Keep,
            Stage::Up(bond) if bond.asking.is_some() => Body::Close,
            Stage::Up(_) => Body::Confirm,
            Stage::Closing(closing) => Body::Drain {
                drained: closing.drained,
            },
            Stage::Handshake(handshake) => {
                // Our end, once the queue pair exists and the segment information is known.
                let info = self.slot.local().zip(payload).map(|(local, payload)| Info {
                    local,
                    mtu: self.mtu(config.mtu),
                    payload,
                });
                let receiving = matches!(self.slot, Slot::Receiving(_));
                match info {
                    // `serial` creates the queue pair before it asks.
                    None if !handshake.bound && config.protocol == Protocol::Serial => return None,
                    info if !handshake.bound => return Some((0, Body::Request { info })),
                    Some(info) if !handshake.peer_has_info => Body::Reply {
                        info,
                        receiving,
                        have_info: handshake.remote.is_some(),
                    },
                    Some(_) if receiving => Body::Confirm,
                    _ => Body::Hold,
                }
            }
            Stage::Closed(_) | Stage::Queued { bound: false } => return None,
        };
        Some((theirs, body))
    }
}
