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

/// A send that its sender holds.
#[derive(Debug)]
pub(super) struct Held<M, R> {
    sending: Sending<M>,
    request: R,
}

/// A send that the receiver ends.
#[derive(Debug)]
pub(super) struct Outgoing<M, R> {
    to: Rank,
    from: M,
    request: R,
    message: Found,
    /// Whether the message was announced, and not sent eagerly.
    is_announced: bool,
}

impl<M, R> Held<M, R> {
    /// The receiver and the tag.
    pub(super) fn destination(&self) -> (Rank, u32) {
        (self.sending.to, self.sending.tag)
    }
}

impl<M, R> Outgoing<M, R> {
    /// The receiver and the tag.
    pub(super) fn destination(&self) -> (Rank, u32) {
        (self.to, self.message.tag)
    }
}

/// How a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
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

    /// Sends a message. `request` ends when the send does.
    ///
    /// # Panics
    /// If the tag exceeds [`TAG_MAX`].
    pub fn send(&mut self, sending: Sending<M>, request: R) {
        assert!(sending.tag <= TAG_MAX, "tag {}", sending.tag);
        let planted = self.planted;
        let peer = self.peer(sending.to);
        let is_first = peer.held.is_empty() || planted.is(Bug::HeldOvertaken);
        match is_first
            .then(|| way(&mut peer.allowance, &sending))
            .flatten()
        {
            Some(way) => self.send_by(way, sending, request),
            None => peer.held.push_back(Held { sending, request }),
        }
    }

    fn send_by(&mut self, way: Way, sending: Sending<M>, request: R) {
        let message = sending.found(self.rank);
        let Sending {
            to, context, tag, ..
        } = sending;
        let is_announced = way != Way::Eager;
        let mut request = Some(request);
        let send = (is_announced || sending.mode == Mode::Synchronous).then(|| {
            let outgoing = Outgoing {
                to,
                from: sending.from.clone(),
                request: request.take().expect("not taken yet"),
                message,
                is_announced,
            };
            self.sends.insert(outgoing) as u32
        });
        let (head, sent) = if let (Way::Announced(lead), Some(send)) = (way, send) {
            let head = Head::Announcement {
                context,
                tag,
                send,
                place: sending.place,
                len: message.len as u64,
            };
            (head, lead)
        } else {
            (Head::Eager { context, tag, send }, message.len)
        };
        let body = (sent > 0).then_some((sending.from, 0, sent));
        let head = head.encode();
        self.actions.push_back(Action::Message { to, head, body });
        if let Some(request) = request {
            self.end(request, message);
        }
    }

    /// Sends what was held for a process, as far as the allowance suffices.
    fn send_held(&mut self, to: Rank) {
        while let Some(peer) = self.peers.get_mut(to)
            && let Some(first) = peer.held.front()
            && let Some(way) = way(&mut peer.allowance, &first.sending)
            && let Some(Held { sending, request }) = peer.held.pop_front()
        {
            self.send_by(way, sending, request);
        }
    }

    /// The receiver has matched an eager message, or read an announced one.
    pub(super) fn end_send(&mut self, from: Rank, send: u32, is_read: bool) -> Option<()> {
        let outgoing = self.sends.get(send as usize)?;
        if outgoing.to != from || outgoing.is_announced != is_read {
            return None;
        }
        let outgoing = self.sends.remove(send as usize);
        self.end(outgoing.request, outgoing.message);
        if is_read {
            let peer = self.peers.get_mut(from)?;
            peer.allowance.return_announced();
            self.send_held(from);
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
        let all = outgoing.message.len as u64;
        let is_valid = outgoing.to == from
            && outgoing.is_announced
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
                body: Some((outgoing.from.clone(), at, PIECE_MAX.min(end - at))),
            });
        }
        Some(())
    }
}

/// How a message can be sent now. `None` if it has to be held.
fn way<M: Memory>(allowance: &mut Allowance, sending: &Sending<M>) -> Option<Way> {
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
