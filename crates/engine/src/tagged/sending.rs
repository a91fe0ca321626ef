//! The sender's part. [`SendProtocol`] is how a message is sent, and [`Peer::choose`] is the one place
//! that decides it:
//!
//! | length | budget | protocol |
//! |---|---|---|
//! | up to [`SINGLE_MAX`], or what the caller says | suffices | eager, in one message |
//! | up to [`EAGER_MAX`], if the caller sends the bytes itself | suffices | eager, in parts |
//! | any | suffices for an announcement | announced, with the first bytes |
//! | any | does not suffice, or others are held | held |
//!
//! [`Tagged::encode_eager`] has no request, so its message is sent eagerly or not at all.
//! [`Tagged::enqueue_send`] has a request: what can't be sent now is held. [`Tagged::encode_send`]
//! makes the message of a send whose protocol is decided.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use farreach_connect::Rank;
use farreach_verbs::Memory;

use super::matching::TAG_MAX;
use super::receiving::Found;
use super::wire::{AnnouncedSource, Encoded, Head, short_head};
use super::{Action, EAGER_MAX, LEAD_MAX, PIECE_MAX, Peer, SINGLE_MAX, Tagged};
use crate::planted::{Bug, Planted};

/// When a send ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendMode {
    /// When the source may be changed.
    Standard,
    /// When the source may be changed and the message has matched.
    Synchronous,
}

/// A message to send.
#[derive(Clone, Debug)]
pub struct Sending<M> {
    /// The receiver.
    pub to: Rank,
    /// The context.
    pub context: u32,
    /// The tag, at most [`TAG_MAX`].
    pub tag: u32,
    /// When the send ends.
    pub mode: SendMode,
    /// The bytes. They must not change until the send has ended.
    pub from: M,
    /// Where a receiver finds the bytes if the message is announced.
    pub place: AnnouncedSource,
    /// The length up to which the message is eager, at most [`SINGLE_MAX`].
    pub eager_max: usize,
    /// The bytes that are sent with an announcement, if the budget for eager bytes suffices. At most
    /// [`LEAD_MAX`].
    pub lead: usize,
}

impl<M: Memory> Sending<M> {
    /// What the protocol may do with the message.
    pub(super) fn offer(&self) -> Offer {
        Offer::Request {
            eager_max: self.eager_max.min(SINGLE_MAX),
            lead: self.lead,
        }
    }

    fn found(&self, source: Rank) -> Found {
        Found {
            source,
            tag: self.tag,
            len: self.from.len(),
        }
    }
}

/// A send that has not ended.
#[derive(Debug)]
pub(super) struct PendingSend<M, R> {
    pub(super) sending: Sending<M>,
    request: R,
    pub(super) stage: SendStage,
}

/// How far a send has come that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SendStage {
    /// The sender holds the message.
    Held,
    /// The message was sent eagerly, and has to match.
    Eager,
    /// The message was announced, and has to be read.
    Announced,
}

impl<M, R> PendingSend<M, R> {
    /// The receiver and the tag.
    pub(super) fn destination(&self) -> (Rank, u32) {
        (self.sending.to, self.sending.tag)
    }
}

/// How a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SendProtocol {
    /// With its bytes, in one message.
    Eager,
    /// With its bytes, in several messages.
    InParts,
    /// With this number of bytes beside the announcement.
    Announced(usize),
    /// Not now.
    Held,
}

/// What a caller can do for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    /// Send its bytes at once, also in parts.
    Bytes,
    /// Send its bytes at once up to a length, or keep a request for it until it was read, and send the first bytes with an
    /// announcement.
    Request { eager_max: usize, lead: usize },
}

impl<M, R> Peer<M, R> {
    /// Decides how a message of `len` bytes is sent, if none is held ahead of it. Uses the budget for
    /// it.
    #[inline]
    pub(super) fn choose(&mut self, len: usize, offer: Offer, planted: Planted) -> SendProtocol {
        let is_eager = match offer {
            Offer::Bytes if len <= SINGLE_MAX => true,
            Offer::Bytes => {
                let has_turn = !self.is_sending_parts || planted.is(Bug::PartsMixed);
                len <= EAGER_MAX && has_turn
            }
            Offer::Request { eager_max, .. } => len <= eager_max,
        };
        if is_eager && self.allowance.use_eager(len) {
            if len <= SINGLE_MAX {
                return SendProtocol::Eager;
            }
            self.is_sending_parts = true;
            return SendProtocol::InParts;
        }
        match offer {
            Offer::Request { lead, .. } if self.allowance.use_announced() => {
                let lead = lead.min(len).min(LEAD_MAX);
                let has_lead = lead > 0 && self.allowance.use_eager(lead);
                SendProtocol::Announced(if has_lead { lead } else { 0 })
            }
            _ => SendProtocol::Held,
        }
    }
}

impl<M: Memory, R> Tagged<M, R> {
    /// The head of an eager message of `len` bytes, which the caller sends at once with the bytes.
    /// `None` if the message has to be sent by [`Tagged::enqueue_send`].
    ///
    /// A message of more than [`SINGLE_MAX`] bytes is sent in [parts](Encoded::parts). Then the caller
    /// calls [`Tagged::end_parts`].
    ///
    /// # Panics
    /// If the tag exceeds [`TAG_MAX`].
    #[inline]
    pub fn encode_eager(
        &mut self,
        to: Rank,
        context: u32,
        tag: u32,
        len: usize,
    ) -> Option<Encoded> {
        assert!(tag <= TAG_MAX, "tag {tag}");
        let planted = self.planted;
        let peer = self.peer(to);
        if !peer.held.is_empty() {
            return None;
        }
        let head = match peer.choose(len, Offer::Bytes, planted) {
            SendProtocol::Eager => {
                let send = None;
                Head::Eager { context, tag, send }
            }
            SendProtocol::InParts => {
                let len = len as u32;
                Head::Long { context, tag, len }
            }
            SendProtocol::Announced(_) | SendProtocol::Held => return None,
        };
        Some(head.encode())
    }

    /// The head, with the number [`EAGER`](super::EAGER), of a message of at most [`SINGLE_MAX`] bytes, as
    /// [`Tagged::encode_eager`] gives it. If the message has no room, call [`Tagged::withdraw_short`] before anything else.
    ///
    /// # Panics
    /// If the tag exceeds [`TAG_MAX`].
    #[inline(always)]
    pub fn encode_short(
        &mut self,
        to: Rank,
        context: u32,
        tag: u32,
        len: usize,
    ) -> Option<[u8; 8]> {
        assert!(tag <= TAG_MAX, "tag {tag}");
        let peer = self.peer(to);
        let may_leave = peer.held.is_empty() && peer.allowance.use_eager(len);
        may_leave.then(|| short_head(context, tag))
    }

    /// The message whose head [`Tagged::encode_short`] gave last was not sent.
    #[cold]
    pub fn withdraw_short(&mut self, to: Rank, len: usize) {
        self.peer(to).allowance.give_back_eager(len);
    }

    /// The caller has sent all parts of a message whose head [`Tagged::encode_eager`] gave. Until then,
    /// no other message is sent to this process in parts.
    pub fn end_parts(&mut self, to: Rank) {
        self.peer(to).is_sending_parts = false;
    }

    /// Sends a message, or holds it until it can be sent. `request` ends when the send does. Returns the
    /// send's number, which is valid until the send ends, unless it has ended.
    ///
    /// # Panics
    /// If the tag exceeds [`TAG_MAX`].
    pub fn enqueue_send(&mut self, sending: Sending<M>, request: R) -> Option<u32> {
        assert!(sending.tag <= TAG_MAX, "tag {}", sending.tag);
        let planted = self.planted;
        let to = sending.to;
        let peer = self.peer(to);
        let is_first = peer.held.is_empty() || planted.is(Bug::HeldOvertaken);
        let protocol = if is_first {
            peer.choose(sending.from.len(), sending.offer(), planted)
        } else {
            SendProtocol::Held
        };
        let number = self.sends.insert(PendingSend {
            sending,
            request,
            stage: SendStage::Held,
        }) as u32;
        self.encode_send(protocol, number).then_some(number)
    }

    /// Makes the message of a send whose protocol is decided. Returns whether the send goes on.
    pub(super) fn encode_send(&mut self, protocol: SendProtocol, number: u32) -> bool {
        let send = &mut self.sends[number as usize];
        let Sending {
            to,
            context,
            tag,
            mode,
            place,
            ..
        } = send.sending;
        let len = send.sending.from.len();
        let is_eager = protocol == SendProtocol::Eager;
        let goes_on = !is_eager || mode == SendMode::Synchronous;
        let (head, bytes) = match protocol {
            SendProtocol::Eager => {
                send.stage = SendStage::Eager;
                let send = goes_on.then_some(number);
                (Head::Eager { context, tag, send }, len)
            }
            SendProtocol::Announced(lead) => {
                send.stage = SendStage::Announced;
                let head = Head::Announcement {
                    context,
                    tag,
                    send: number,
                    place,
                    len: len as u64,
                };
                (head, lead)
            }
            SendProtocol::InParts => unreachable!("only for callers that send the bytes"),
            SendProtocol::Held => {
                self.hold(to, number);
                return true;
            }
        };
        let body = (bytes > 0).then(|| (send.sending.from.clone(), 0, bytes));
        let head = head.encode();
        self.actions.push_back(Action::Message { to, head, body });
        if !goes_on {
            self.end_send(number);
        }
        goes_on
    }

    /// Ends a send.
    fn end_send(&mut self, number: u32) {
        let pending = self.sends.remove(number as usize);
        let message = pending.sending.found(self.rank);
        self.end(pending.request, message);
    }

    /// The receiver has matched an eager message, or read an announced one.
    pub(super) fn end_send_by_peer(
        &mut self,
        from: Rank,
        send: u32,
        stage: SendStage,
    ) -> Option<()> {
        let pending = self.sends.get(send as usize)?;
        if pending.sending.to != from || pending.stage != stage {
            return None;
        }
        self.end_send(send);
        if stage == SendStage::Announced {
            self.return_announcement(from);
        }
        Some(())
    }

    /// The receiver has read an announced message, or dropped it.
    fn return_announcement(&mut self, from: Rank) {
        self.peer(from).allowance.return_announced();
        self.drain_held(from);
    }

    /// Cancels the send with this number, which has not ended. A message that the receiver has got is
    /// dropped there, unless it has matched. If the send is cancelled, its request ends with
    /// [`Action::Cancelled`].
    ///
    /// Returns the receiver, unless the request has ended. The receiver's answer comes before its
    /// answers to later inquiries.
    ///
    /// # Panics
    /// If there is no such send.
    pub fn cancel_send(&mut self, send: u32) -> Option<Rank> {
        let pending = &self.sends[send as usize];
        let to = pending.sending.to;
        if pending.stage == SendStage::Held {
            self.peer(to).held.retain(|&held| held != send);
            self.cancel_now(send);
            None
        } else {
            self.push_control(to, Head::Cancel { send });
            Some(to)
        }
    }

    fn cancel_now(&mut self, send: u32) {
        let request = self.sends.remove(send as usize).request;
        self.actions.push_back(Action::Cancelled { request });
    }

    /// The receiver has dropped a message.
    pub(super) fn end_cancelled(&mut self, from: Rank, send: u32) -> Option<()> {
        let pending = self.sends.get(send as usize)?;
        let stage = pending.stage;
        if pending.sending.to != from || stage == SendStage::Held {
            return None;
        }
        self.cancel_now(send);
        if stage == SendStage::Announced {
            self.return_announcement(from);
        }
        Some(())
    }

    /// The receiver has taken eager messages.
    pub(super) fn take_credit(&mut self, from: Rank, bytes: u32) -> Option<()> {
        let peer = self.peers.get_mut(from)?;
        let is_valid = peer.allowance.return_eager(bytes);
        self.drain_held(from);
        is_valid.then_some(())
    }

    /// Sends bytes of an announced message in pieces.
    pub(super) fn encode_pieces(
        &mut self,
        (from, send, receive): (Rank, u32, u32),
        offset: u64,
        len: u64,
    ) -> Option<()> {
        let pending = self.sends.get(send as usize)?;
        let source = pending.sending.from.clone();
        let all = source.len() as u64;
        let is_valid = pending.sending.to == from
            && pending.stage == SendStage::Announced
            && offset.checked_add(len).is_some_and(|end| end <= all);
        if !is_valid {
            return None;
        }
        let (first, end) = (offset as usize, (offset + len) as usize);
        for at in (first..end).step_by(PIECE_MAX) {
            let head = Head::Piece {
                receive,
                offset: at as u64,
            };
            self.actions.push_back(Action::Message {
                to: from,
                head: head.encode(),
                body: Some((source.clone(), at, PIECE_MAX.min(end - at))),
            });
        }
        Some(())
    }
}
