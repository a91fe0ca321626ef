//! The receiver's part: matched or unexpected, read or fetched.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use alloc::boxed::Box;

use farreach_connect::Rank;
use farreach_verbs::Memory;

use super::matching::{Envelope, Pattern, Posted};
use super::sending::SendStage;
use super::wire::{AnnouncedSource, Head, parse_short_head};
use super::{Action, Bytes, LEAD_MAX, PIECE_MAX, SINGLE_MAX, Tagged};
use crate::planted::Bug;

/// A message, as a receive or a probe reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The rank that sent the message.
    pub source: Rank,
    /// The tag.
    pub tag: u32,
    /// The message's length. If it exceeds the length of a receive's target, the bytes behind the
    /// target's length are lost.
    pub len: usize,
}

/// What a message that has arrived has led to.
#[derive(Debug, PartialEq, Eq)]
pub enum Arrived<R> {
    /// The message has ended this receive. There is no [`Action::End`] for it.
    Ended(R, Found),
    /// Whatever the message has led to is among the actions.
    Taken,
}

/// What has come of a receive.
#[derive(Debug, PartialEq, Eq)]
pub enum Received<R> {
    /// It waits for its message.
    Posted(Posted),
    /// An unexpected message has matched.
    Matched(Arrived<R>),
}

/// What has come of a look for an unexpected message.
#[derive(Debug, PartialEq, Eq)]
pub enum KeptMessage {
    /// It was received.
    Received(Found),
    /// There may be one, which [`Tagged::receive`] receives.
    Other,
    /// There is none, and no sender holds one.
    Nothing,
}

/// What has come of a message that arrived while a call waited for one.
#[derive(Debug, PartialEq, Eq)]
pub enum Awaited<R> {
    /// The call has received it.
    Received(Found),
    /// It is not the one that the call waits for.
    Other(Arrived<R>),
}

/// A receive that waits for its message.
#[derive(Debug)]
pub(super) struct Receive<M, R> {
    pub(super) into: M,
    pub(super) request: R,
}

impl<M: Memory, R> Receive<M, R> {
    /// Writes the bytes of a message, as far as they fit into the target.
    #[inline(always)]
    fn write(&self, bytes: &[u8]) {
        write(&self.into, bytes);
    }
}

/// Writes the bytes of a message to a target, as far as they fit.
#[inline(always)]
fn write<M: Memory>(into: &M, bytes: &[u8]) {
    let fits = bytes.len().min(into.len());
    let written = into.write(0, &bytes[..fits]);
    written.expect("within the target");
}

/// What has come of an unexpected message.
#[derive(Debug)]
pub(super) enum Body {
    Eager {
        bytes: Bytes,
        send: Option<u32>,
    },
    /// With the first bytes, if they came.
    Announced {
        message: Announced,
        lead: Bytes,
    },
}

/// What an announcement says of its message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Announced {
    send: u32,
    place: AnnouncedSource,
    len: u64,
}

/// An unexpected message that was taken by a matched probe, and waits for its receive.
#[derive(Debug)]
pub struct Unexpected {
    envelope: Envelope,
    body: Body,
}

impl Unexpected {
    /// The message.
    pub fn found(&self) -> Found {
        self.body.found(&self.envelope)
    }
}

impl Body {
    /// The sender's number for the message, if the sender waits for something.
    fn send(&self) -> Option<u32> {
        match self {
            Body::Eager { send, .. } => *send,
            Body::Announced { message, .. } => Some(message.send),
        }
    }

    fn found(&self, envelope: &Envelope) -> Found {
        let len = match self {
            Body::Eager { bytes, .. } => bytes.len(),
            Body::Announced { message, .. } => message.len as usize,
        };
        found(envelope, len)
    }
}

pub(super) fn found(envelope: &Envelope, len: usize) -> Found {
    Found {
        source: envelope.source,
        tag: envelope.tag,
        len,
    }
}

/// A receive whose bytes are on the way.
#[derive(Debug)]
pub(super) struct Reading<M, R> {
    into: M,
    request: R,
    message: Found,
    /// The sender's number for the message.
    send: u32,
    /// The bytes that are received: the message's, as far as they fit into the target.
    len: usize,
    /// The bytes that came with the announcement or were wanted in pieces, and those that have come.
    fetched: usize,
    arrived: usize,
}

/// The bytes of pieces that are under way for a receive.
const FETCHED_MAX: usize = 16 * PIECE_MAX;

impl<M: Memory, R> Tagged<M, R> {
    /// Receives the oldest message that `pattern` accepts to the memory that `into` makes. `request` ends when the bytes
    /// are there.
    ///
    /// # Panics
    /// If the pattern's tag exceeds [`TAG_MAX`](super::TAG_MAX).
    #[inline(always)]
    pub fn receive(
        &mut self,
        pattern: &Pattern,
        into: impl FnOnce() -> M,
        request: R,
    ) -> Received<R> {
        if self.matching.has_unexpected() || !self.holders.is_empty() {
            return self.receive_late(pattern, into(), request);
        }
        Received::Posted(self.matching.post(pattern, || Receive {
            into: into(),
            request,
        }))
    }

    /// Receives as [`Tagged::receive`] does, maybe an unexpected message.
    #[inline(never)]
    fn receive_late(&mut self, pattern: &Pattern, into: M, request: R) -> Received<R> {
        match self.receive_one_kept(pattern, &into) {
            KeptMessage::Received(found) => {
                return Received::Matched(Arrived::Ended(request, found));
            }
            KeptMessage::Nothing => {}
            KeptMessage::Other => {
                if let Some(message) = self.take(pattern) {
                    return Received::Matched(self.receive_matched(message, into, request));
                }
                self.want(pattern);
            }
        }
        let receive = Receive { into, request };
        Received::Posted(self.matching.post(pattern, || receive))
    }

    /// Cancels a receive, unless it has matched. Returns its request.
    pub fn cancel(&mut self, posted: Posted) -> Option<R> {
        let receive = self.matching.cancel(posted)?;
        Some(receive.request)
    }

    /// The oldest unexpected message that `pattern` accepts. If there is none, it may be one that its
    /// sender holds, and the actions ask for that.
    pub fn probe(&mut self, pattern: &Pattern) -> Option<Found> {
        if let Some((envelope, body)) = self.matching.probe(pattern) {
            return Some(body.found(&envelope));
        }
        self.want(pattern);
        None
    }

    /// Takes the oldest unexpected message that `pattern` accepts. No other receive gets it.
    pub fn take(&mut self, pattern: &Pattern) -> Option<Unexpected> {
        let (envelope, body) = self.matching.take(pattern)?;
        Some(Unexpected { envelope, body })
    }

    /// Receives a message that [`Tagged::take`] took.
    pub fn receive_matched(&mut self, message: Unexpected, into: M, request: R) -> Arrived<R> {
        let Unexpected { envelope, body } = message;
        match body {
            Body::Eager { bytes, send } => {
                self.unexpected_bytes -= bytes.len();
                let receive = Receive { into, request };
                receive.write(&bytes);
                self.note_eager(&envelope, bytes.len(), send);
                Arrived::Ended(receive.request, found(&envelope, bytes.len()))
            }
            Body::Announced { message, lead } => {
                self.unexpected_bytes -= lead.len();
                let receive = Receive { into, request };
                self.read(&envelope, &message, &lead, receive);
                Arrived::Taken
            }
        }
    }

    /// Takes a message that has arrived. Returns `None`, and does nothing, if no process of the job
    /// sends such a message.
    #[inline]
    pub fn arrive(&mut self, from: Rank, number: u8, bytes: &[u8]) -> Option<Arrived<R>> {
        let (head, bytes) = Head::parse(number, bytes)?;
        match head {
            Head::Eager { context, tag, send } => {
                self.arrive_single(from, (context, tag), bytes, send)
            }
            head => self.arrive_other(from, head, bytes),
        }
    }

    /// Takes a message with the head of [`Tagged::encode_short`] that has arrived, as [`Tagged::arrive`] does.
    #[inline(always)]
    pub fn arrive_short(&mut self, from: Rank, head: [u8; 8], bytes: &[u8]) -> Option<Arrived<R>> {
        self.arrive_single(from, parse_short_head(head)?, bytes, None)
    }

    /// Takes a message with the head of [`Tagged::encode_short`] and `len` bytes that lie elsewhere, as [`Tagged::arrive`] does.
    /// `write` writes them to the target that gets them, as far as they fit. If none does now, `copy` copies them.
    pub fn arrive_in_place(
        &mut self,
        from: Rank,
        head: [u8; 8],
        len: usize,
        write: impl FnOnce(&M),
        copy: impl FnOnce() -> Box<[u8]>,
    ) -> Option<Arrived<R>> {
        let (context, tag) = parse_short_head(head).filter(|_| len <= SINGLE_MAX)?;
        let envelope = Envelope {
            context,
            source: from,
            tag,
        };
        let matched = self
            .matching
            .arrive(&envelope, |receive| write(&receive.into));
        if let Some(receive) = matched {
            self.note_eager(&envelope, len, None);
            return Some(Arrived::Ended(receive.request, found(&envelope, len)));
        }
        self.unexpected_bytes += len;
        let bytes = Bytes::Many(copy());
        self.matching
            .keep(&envelope, || Body::Eager { bytes, send: None });
        Some(Arrived::Taken)
    }

    /// Receives to `into` the oldest unexpected message that `pattern` accepts, if its bytes are here and its sender waits for
    /// nothing.
    #[inline(always)]
    pub fn receive_kept(&mut self, pattern: &Pattern, into: &M) -> KeptMessage {
        if !self.matching.has_unexpected() && self.holders.is_empty() {
            return KeptMessage::Nothing;
        }
        self.receive_one_kept(pattern, into)
    }

    #[inline(never)]
    fn receive_one_kept(&mut self, pattern: &Pattern, into: &M) -> KeptMessage {
        let Some(hit) = self.matching.find(pattern) else {
            let holds = !self.holders.is_empty();
            return if holds {
                KeptMessage::Other
            } else {
                KeptMessage::Nothing
            };
        };
        let Some((envelope, Body::Eager { bytes, send: None })) = self.matching.kept(hit) else {
            return KeptMessage::Other;
        };
        write(into, bytes);
        let found = found(&envelope, bytes.len());
        self.matching.drop_kept(hit);
        self.unexpected_bytes -= found.len;
        self.take_eager_bytes(found.source, found.len);
        KeptMessage::Received(found)
    }

    /// Takes a short message that has arrived, as [`Tagged::arrive_short`] does, for a receive to `into` that is not posted: younger than
    /// all that are. The caller has found by [`Tagged::receive_kept`] that no older message is there for it.
    #[inline(always)]
    pub fn arrive_awaited(
        &mut self,
        pattern: &Pattern,
        into: &M,
        (from, head, bytes): (Rank, [u8; 8], &[u8]),
    ) -> Option<Awaited<R>> {
        let (context, tag) = parse_short_head(head).filter(|_| bytes.len() <= SINGLE_MAX)?;
        let envelope = Envelope {
            context,
            source: from,
            tag,
        };
        if !pattern.accepts(&envelope) {
            return Some(Awaited::Other(self.arrive_eager(envelope, bytes, None)));
        }
        if self.matching.posted() > 0
            && let Some(receive) = self
                .matching
                .arrive(&envelope, |receive| receive.write(bytes))
        {
            self.note_eager(&envelope, bytes.len(), None);
            let found = found(&envelope, bytes.len());
            return Some(Awaited::Other(Arrived::Ended(receive.request, found)));
        }
        write(into, bytes);
        self.note_eager(&envelope, bytes.len(), None);
        Some(Awaited::Received(found(&envelope, bytes.len())))
    }

    #[inline(always)]
    fn arrive_single(
        &mut self,
        source: Rank,
        (context, tag): (u32, u32),
        bytes: &[u8],
        send: Option<u32>,
    ) -> Option<Arrived<R>> {
        let envelope = Envelope {
            context,
            source,
            tag,
        };
        (bytes.len() <= SINGLE_MAX).then(|| self.arrive_eager(envelope, bytes, send))
    }

    /// Takes a message that is not an eager one in one part.
    #[inline(never)]
    fn arrive_other(&mut self, from: Rank, head: Head, bytes: &[u8]) -> Option<Arrived<R>> {
        let envelope = |context, tag| Envelope {
            context,
            source: from,
            tag,
        };
        match head {
            Head::Eager { .. } => unreachable!("the caller takes these"),
            Head::Announcement {
                context,
                tag,
                send,
                place,
                len,
            } => {
                if bytes.len() > LEAD_MAX || bytes.len() as u64 > len {
                    return None;
                }
                let message = Announced { send, place, len };
                self.arrive_announced(envelope(context, tag), message, bytes);
            }
            Head::Long { context, tag, len } => {
                self.begin_parts(envelope(context, tag), len as usize, bytes)?;
            }
            Head::Part => return self.take_part(from, bytes),
            Head::Matched { send } => self.end_send_by_peer(from, send, SendStage::Eager)?,
            Head::Read { send } => self.end_send_by_peer(from, send, SendStage::Announced)?,
            Head::Credit { bytes } => self.take_credit(from, bytes)?,
            Head::Holding { more } => self.take_holding(from, more),
            Head::Next { bytes } => self.drain_next(from, bytes)?,
            Head::Inquiry { number } => self.push_control(from, Head::Answer { number }),
            Head::Answer { number } => self.take_answer(from, number)?,
            Head::Cancel { send } => self.drop_unexpected(from, send),
            Head::Cancelled { send } => self.end_cancelled(from, send)?,
            Head::Fetch {
                send,
                receive,
                offset,
                len,
            } => self.encode_pieces((from, send, receive), offset, len)?,
            Head::Piece { receive, offset } => self.take_piece(from, receive, offset, bytes)?,
        }
        Some(Arrived::Taken)
    }

    /// An eager message has come with all its bytes.
    #[inline(always)]
    pub(super) fn arrive_eager(
        &mut self,
        envelope: Envelope,
        bytes: &[u8],
        send: Option<u32>,
    ) -> Arrived<R> {
        let matched = self.matching.arrive(
            &envelope,
            #[inline(always)]
            |receive| receive.write(bytes),
        );
        if let Some(receive) = matched {
            self.note_eager(&envelope, bytes.len(), send);
            return Arrived::Ended(receive.request, found(&envelope, bytes.len()));
        }
        self.keep_eager(envelope, bytes, send);
        Arrived::Taken
    }

    #[inline(never)]
    fn keep_eager(&mut self, envelope: Envelope, bytes: &[u8], send: Option<u32>) {
        self.unexpected_bytes += bytes.len();
        let body = || Body::Eager {
            bytes: bytes.into(),
            send,
        };
        self.matching.keep(&envelope, body);
    }

    /// An announced message has come with its first bytes.
    fn arrive_announced(&mut self, envelope: Envelope, message: Announced, lead: &[u8]) {
        if let Some(receive) = self.matching.arrive(&envelope, |_| ()) {
            self.read(&envelope, &message, lead, receive);
        } else {
            self.unexpected_bytes += lead.len();
            let lead = lead.into();
            self.matching
                .keep(&envelope, || Body::Announced { message, lead });
        }
    }

    /// The sender takes a message back. If it has matched, it ends as any other.
    fn drop_unexpected(&mut self, from: Rank, send: u32) {
        let taken = self
            .matching
            .take_if(|envelope, body| envelope.source == from && body.send() == Some(send));
        let Some((_, body)) = taken else {
            return;
        };
        let (Body::Eager { bytes, .. } | Body::Announced { lead: bytes, .. }) = &body;
        self.unexpected_bytes -= bytes.len();
        if matches!(body, Body::Eager { .. }) || !bytes.is_empty() {
            self.take_eager_bytes(from, bytes.len());
        }
        self.push_control(from, Head::Cancelled { send });
    }

    /// An eager message of `len` bytes has matched.
    #[inline(always)]
    fn note_eager(&mut self, envelope: &Envelope, len: usize, send: Option<u32>) {
        let source = envelope.source;
        if let Some(send) = send {
            self.push_control(source, Head::Matched { send });
        }
        self.take_eager_bytes(source, len);
    }

    /// Eager bytes have been taken. The sender gets them back for its budget.
    #[inline(always)]
    pub(super) fn take_eager_bytes(&mut self, source: Rank, len: usize) {
        let credit = self.peer(source).uncredited.add(len);
        if let Some(credit) = credit.filter(|_| !self.planted.is(Bug::CreditForgotten)) {
            self.push_control(source, Head::Credit { bytes: credit });
        }
    }

    /// Begins to read an announced message, whose first bytes have come.
    fn read(
        &mut self,
        envelope: &Envelope,
        &Announced { send, place, len }: &Announced,
        lead: &[u8],
        receive: Receive<M, R>,
    ) {
        let Receive { into, request } = receive;
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        let fits = into.len().min(len);
        let at = lead.len().min(fits);
        into.write(0, &lead[..at]).expect("within the target");
        if !lead.is_empty() {
            self.take_eager_bytes(envelope.source, lead.len());
        }
        let reading = Reading {
            into: into.clone(),
            request,
            message: found(envelope, len),
            send,
            len: fits,
            fetched: at,
            arrived: at,
        };
        let read = self.reads.insert(reading) as u32;
        if at == fits {
            self.end_read(read);
        } else if place == AnnouncedSource::Sender {
            self.refuse_read(read);
        } else {
            self.actions.push_back(Action::Read {
                read,
                from: envelope.source,
                place,
                into,
                at,
                len: fits - at,
            });
        }
    }

    /// All bytes of a read are there.
    ///
    /// # Panics
    /// If there is no such read.
    pub fn end_read(&mut self, read: u32) {
        let reading = self.reads.remove(read as usize);
        let send = reading.send;
        self.push_control(reading.message.source, Head::Read { send });
        self.end(reading.request, reading.message);
    }

    /// The place of a read can't be read. The bytes come in pieces.
    ///
    /// # Panics
    /// If there is no such read.
    pub fn refuse_read(&mut self, read: u32) {
        self.fetch(read);
    }

    /// Gives a read up, whose process or connection has failed. Returns its request.
    ///
    /// # Panics
    /// If there is no such read.
    pub fn abandon_read(&mut self, read: u32) -> R {
        self.reads.remove(read as usize).request
    }

    /// Has the next bytes of a read sent in pieces.
    fn fetch(&mut self, read: u32) {
        let reading = &mut self.reads[read as usize];
        let most = reading.len.min(reading.arrived + FETCHED_MAX);
        let head = Head::Fetch {
            send: reading.send,
            receive: read,
            offset: reading.fetched as u64,
            len: (most - reading.fetched) as u64,
        };
        reading.fetched = most;
        let source = reading.message.source;
        self.push_control(source, head);
    }

    fn take_piece(&mut self, from: Rank, receive: u32, offset: u64, bytes: &[u8]) -> Option<()> {
        let reading = self.reads.get_mut(receive as usize)?;
        // Pieces come in order.
        let end = reading.arrived + bytes.len();
        let is_next = reading.message.source == from && offset == reading.arrived as u64;
        if !is_next || bytes.is_empty() || end > reading.fetched {
            return None;
        }
        let written = reading.into.write(reading.arrived, bytes);
        written.expect("what was fetched fits into the target");
        reading.arrived = end;
        if end == reading.len {
            self.end_read(receive);
        } else if reading.fetched < reading.len
            && reading.fetched - end <= FETCHED_MAX / 2
            && !self.planted.is(Bug::FetchForgotten)
        {
            self.fetch(receive);
        }
        Some(())
    }
}
