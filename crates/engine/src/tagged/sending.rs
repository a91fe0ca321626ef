//! The sender's part: eager, announced or held.

use farreach_connect::Rank;
use farreach_verbs::Memory;

use super::budget::Allowance;
use super::matching::TAG_MAX;
use super::receiving::Found;
use super::wire::{Encoded, Head, Place};
use super::{Action, EAGER_MAX, LEAD_MAX, PIECE_MAX, SINGLE_MAX, Tagged};
use crate::planted::Bug;

/// When a send ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
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
    pub mode: Mode,
    /// The bytes. They must not change until the send has ended.
    pub from: M,
    /// Where a receiver finds the bytes if the message is announced.
    pub place: Place,
    /// The bytes that are sent with an announcement, if the budget for eager bytes suffices. At most
    /// [`LEAD_MAX`].
    pub lead: usize,
}

impl<M: Memory> Sending<M> {
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
pub(super) struct Outgoing<M, R> {
    pub(super) sending: Sending<M>,
    request: R,
    pub(super) sent: Sent,
}

/// How far a send has come that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    /// The sender holds the message.
    Held,
    /// The message was sent eagerly, and has to match.
    Eagerly,
    /// The message was announced, and has to be read.
    Announced,
}

impl<M, R> Outgoing<M, R> {
    /// The receiver and the tag.
    pub(super) fn destination(&self) -> (Rank, u32) {
        (self.sending.to, self.sending.tag)
    }
}

/// How a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Eager,
    /// With so many bytes beside the announcement.
    Announced(usize),
}

impl<M: Memory, R> Tagged<M, R> {
    /// The head of an eager message of `len` bytes, which the caller sends at once with the bytes.
    /// `None` if the message has to be sent by [`Tagged::send`].
    ///
    /// A message of more than [`SINGLE_MAX`] bytes is sent in [parts](Encoded::parts). Then the caller
    /// calls [`Tagged::end_parts`].
    ///
    /// # Panics
    /// If the tag exceeds [`TAG_MAX`].
    #[inline]
    pub fn send_eager(&mut self, to: Rank, context: u32, tag: u32, len: usize) -> Option<Encoded> {
        assert!(tag <= TAG_MAX, "tag {tag}");
        let planted = self.planted;
        let peer = self.peer(to);
        let is_in_parts = len > SINGLE_MAX;
        let may_part = !peer.is_sending_parts || planted.is(Bug::PartsMixed);
        if is_in_parts && (len > EAGER_MAX || !may_part) {
            return None;
        }
        if !peer.held.is_empty() || !peer.allowance.use_eager(len) {
            return None;
        }
        peer.is_sending_parts |= is_in_parts;
        let head = if is_in_parts {
            let len = len as u32;
            Head::Long { context, tag, len }
        } else {
            let send = None;
            Head::Eager { context, tag, send }
        };
        Some(head.encode())
    }

    /// The caller has sent all parts of a message whose head [`Tagged::send_eager`] gave. Until then,
    /// no other message is sent to this process in parts.
    pub fn end_parts(&mut self, to: Rank) {
        self.peer(to).is_sending_parts = false;
    }

    /// Sends a message. `request` ends when the send does. Returns the send's number, which is valid
    /// until the send ends, unless it has ended.
    ///
    /// # Panics
    /// If the tag exceeds [`TAG_MAX`].
    pub fn send(&mut self, sending: Sending<M>, request: R) -> Option<u32> {
        assert!(sending.tag <= TAG_MAX, "tag {}", sending.tag);
        let planted = self.planted;
        let to = sending.to;
        let peer = self.peer(to);
        let is_first = peer.held.is_empty() || planted.is(Bug::HeldOvertaken);
        let way = is_first.then(|| way(&mut peer.allowance, &sending));
        let number = self.sends.insert(Outgoing {
            sending,
            request,
            sent: Sent::Held,
        }) as u32;
        let Some(way) = way.flatten() else {
            self.hold(to, number);
            return Some(number);
        };
        self.send_by(way, number).then_some(number)
    }

    /// Sends a message that is held. Returns whether the send goes on.
    pub(super) fn send_by(&mut self, way: Way, number: u32) -> bool {
        let outgoing = &mut self.sends[number as usize];
        let Sending {
            to,
            context,
            tag,
            mode,
            place,
            ..
        } = outgoing.sending;
        let len = outgoing.sending.from.len();
        let goes_on = way != Way::Eager || mode == Mode::Synchronous;
        let (head, bytes) = match way {
            Way::Eager => {
                outgoing.sent = Sent::Eagerly;
                let send = goes_on.then_some(number);
                (Head::Eager { context, tag, send }, len)
            }
            Way::Announced(lead) => {
                outgoing.sent = Sent::Announced;
                let head = Head::Announcement {
                    context,
                    tag,
                    send: number,
                    place,
                    len: len as u64,
                };
                (head, lead)
            }
        };
        let body = (bytes > 0).then(|| (outgoing.sending.from.clone(), 0, bytes));
        let head = head.encode();
        self.actions.push_back(Action::Message { to, head, body });
        if !goes_on {
            self.remove_send(number);
        }
        goes_on
    }

    /// Ends a send.
    fn remove_send(&mut self, number: u32) {
        let outgoing = self.sends.remove(number as usize);
        let message = outgoing.sending.found(self.rank);
        self.end(outgoing.request, message);
    }

    /// The receiver has matched an eager message, or read an announced one.
    pub(super) fn end_send(&mut self, from: Rank, send: u32, as_sent: Sent) -> Option<()> {
        let outgoing = self.sends.get(send as usize)?;
        if outgoing.sending.to != from || outgoing.sent != as_sent {
            return None;
        }
        self.remove_send(send);
        if as_sent == Sent::Announced {
            self.return_announcement(from);
        }
        Some(())
    }

    /// The receiver has read an announced message, or dropped it.
    fn return_announcement(&mut self, from: Rank) {
        self.peer(from).allowance.return_announced();
        self.send_held(from);
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
        let outgoing = &self.sends[send as usize];
        let to = outgoing.sending.to;
        if outgoing.sent == Sent::Held {
            self.peer(to).held.retain(|&held| held != send);
            self.drop_send(send);
            None
        } else {
            self.message(to, Head::Cancel { send });
            Some(to)
        }
    }

    fn drop_send(&mut self, send: u32) {
        let request = self.sends.remove(send as usize).request;
        self.actions.push_back(Action::Cancelled { request });
    }

    /// The receiver has dropped a message.
    pub(super) fn end_cancelled(&mut self, from: Rank, send: u32) -> Option<()> {
        let outgoing = self.sends.get(send as usize)?;
        let sent = outgoing.sent;
        if outgoing.sending.to != from || sent == Sent::Held {
            return None;
        }
        self.drop_send(send);
        if sent == Sent::Announced {
            self.return_announcement(from);
        }
        Some(())
    }

    /// The receiver has taken eager messages.
    pub(super) fn take_credit(&mut self, from: Rank, bytes: u32) -> Option<()> {
        let peer = self.peers.get_mut(from)?;
        let is_valid = peer.allowance.return_eager(bytes);
        self.send_held(from);
        is_valid.then_some(())
    }

    /// Sends bytes of an announced message in pieces.
    pub(super) fn send_pieces(
        &mut self,
        (from, send, receive): (Rank, u32, u32),
        offset: u64,
        len: u64,
    ) -> Option<()> {
        let outgoing = self.sends.get(send as usize)?;
        let source = outgoing.sending.from.clone();
        let all = source.len() as u64;
        let is_valid = outgoing.sending.to == from
            && outgoing.sent == Sent::Announced
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

/// How a message can be sent now. `None` if it has to be held.
pub(super) fn way<M: Memory>(allowance: &mut Allowance, sending: &Sending<M>) -> Option<Way> {
    let len = sending.from.len();
    if len <= SINGLE_MAX && allowance.use_eager(len) {
        return Some(Way::Eager);
    }
    if !allowance.use_announced() {
        return None;
    }
    let lead = sending.lead.min(len).min(LEAD_MAX);
    let has_lead = lead > 0 && allowance.use_eager(lead);
    Some(Way::Announced(if has_lead { lead } else { 0 }))
}
