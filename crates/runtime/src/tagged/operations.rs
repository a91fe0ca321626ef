//! Sends, receives and probes.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use std::sync::Arc;

use farreach_engine::{
    EAGER_MAX, Encoded, Found, Inquiry, MESSAGE_MAX, Mode, Pattern, SINGLE_MAX, Sending, TAG_MAX,
    Unexpected,
};
use farreach_forks::is_forked;
use farreach_node::Memory;

use super::Shared;
use super::blocking::Handle;
use super::bytes::{message_len, parts, with_message};
use super::progress::end;
use super::request::{Outcome, Request, State, TaggedRequest};
use super::watched::Watched;
use crate::messages::{NoRoom, Port};
use crate::{Error, World};

/// The most bytes of an eager message to another node. Its parts are copied twice more at each end
/// than a message that the receiver reads, but need one way instead of three.
const FAR_EAGER_MAX: usize = 32 << 10;
/// The bytes that leave with the announcement of a message to another node, and so while the request
/// to read the others is on its way.
const FAR_LEAD: usize = 16 << 10;

/// Where a message goes, and what it is matched by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The rank.
    pub pe: u32,
    /// The context. Messages of different contexts never match.
    pub context: u32,
    /// The tag, at most 2³¹ - 1.
    pub tag: u32,
}

impl World {
    /// Sends the bytes of `from`, which must not change until the request has ended.
    pub fn begin_send(
        &self,
        to: Destination,
        from: impl Into<Memory>,
        mode: Mode,
    ) -> Result<TaggedRequest, Error> {
        let from = from.into();
        self.check_tagged(Some(to.pe), Some(to.tag))?;
        let shared = self.tagged_messages();
        if mode == Mode::Standard {
            let len = message_len(&from);
            if let Some(head) = self.eager_head(shared, to, len) {
                with_message(&from, (0, len), |bytes| self.send_soon(to.pe, &head, bytes))?;
                return Ok(TaggedRequest(State::Ended(Found {
                    source: self.rank(),
                    tag: to.tag,
                    len,
                })));
            }
        }
        let watched = self.settings().debug.then(|| Watched::new(to, &from));
        let request = Arc::new(Request::of_send(watched.map(Box::new)));
        let packed = self.pack_for(to.pe, shared, &from, &request);
        let from = packed.unwrap_or(from);
        let sending = Sending {
            to: to.pe,
            context: to.context,
            tag: to.tag,
            mode,
            place: self.place_of(to.pe, &from, &request)?,
            from,
            lead: if self.is_near(to.pe) { 0 } else { FAR_LEAD },
        };
        let mut protocol = shared.protocol();
        if let Some(number) = protocol.send(sending, Handle::Shared(Arc::clone(&request))) {
            request.note_sent(number);
        }
        shared.act(self, &mut protocol);
        Ok(TaggedRequest::open(request))
    }

    /// Sends `bytes` if the message can be sent at once without a request, and does not wait. Returns
    /// whether it was sent.
    pub fn send_eager_soon(&self, to: Destination, bytes: &[u8]) -> Result<bool, Error> {
        self.check_tagged(Some(to.pe), Some(to.tag))?;
        let Some(head) = self.eager_head(self.tagged_messages(), to, bytes.len()) else {
            return Ok(false);
        };
        self.send_soon(to.pe, &head, bytes)?;
        Ok(true)
    }

    /// Sends an eager message, and does not wait.
    #[inline]
    fn send_soon(&self, to: u32, head: &Encoded, bytes: &[u8]) -> Result<(), Error> {
        if bytes.len() > SINGLE_MAX {
            return self.send_eager_parts(to, NoRoom::Keep(self.looks()), head, bytes);
        }
        self.send_checked_soon(to, Port::Tagged, head.number(), head.as_slice(), bytes)
    }

    /// Sends an eager message in parts.
    #[cold]
    fn send_eager_parts(
        &self,
        to: u32,
        no_room: NoRoom,
        head: &Encoded,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let sent = self.send_parts(to, Port::Tagged, no_room, parts(head, bytes));
        self.tagged_messages().protocol().end_parts(to);
        sent
    }

    /// The head of a message that is sent eagerly. A receiver of this node gets a moment to take
    /// those that were sent before, which is faster than to read one more from here.
    #[inline]
    fn eager_head(&self, shared: &Shared, to: Destination, len: usize) -> Option<Encoded> {
        if len > SINGLE_MAX && !self.may_send_parts(to.pe, len) {
            return None;
        }
        let send_eager = || shared.protocol().send_eager(to.pe, to.context, to.tag, len);
        let head = send_eager();
        if head.is_some() {
            return head;
        }
        self.eager_head_soon(to, len, send_eager)
    }

    /// Whether an eager message may be sent in parts. Within a node all of them must have room now: a part
    /// that is kept would wait for the next call of this process.
    #[cold]
    fn may_send_parts(&self, to: u32, len: usize) -> bool {
        if !self.is_near(to) {
            return len <= FAR_EAGER_MAX;
        }
        let parts = (0..len).step_by(MESSAGE_MAX).map(|_| MESSAGE_MAX);
        len <= EAGER_MAX && self.has_room_for_parts(to, &parts)
    }

    #[cold]
    fn eager_head_soon(
        &self,
        to: Destination,
        len: usize,
        send_eager: impl Fn() -> Option<Encoded>,
    ) -> Option<Encoded> {
        if len > EAGER_MAX || !self.is_near(to.pe) {
            return None;
        }
        (0..self.looks()).find_map(|_| {
            self.deliver();
            send_eager()
        })
    }

    /// Sends `bytes` if the message can be sent at once without a request. Waits for room in the
    /// node's memory at most. Returns whether it was sent.
    pub(super) fn try_send_eager(&self, to: Destination, bytes: &[u8]) -> Result<bool, Error> {
        self.check_tagged(Some(to.pe), Some(to.tag))?;
        let shared = self.tagged_messages();
        let Some(head) = self.eager_head(shared, to, bytes.len()) else {
            return Ok(false);
        };
        if bytes.len() > SINGLE_MAX {
            self.send_eager_parts(to.pe, NoRoom::Wait, &head, bytes)?;
        } else {
            self.send_checked(to.pe, Port::Tagged, head.number(), head.as_slice(), bytes)?;
        }
        Ok(true)
    }

    /// Receives the oldest message that `pattern` accepts to `into`. Nothing else may use the bytes
    /// until the request has ended.
    #[inline(always)]
    pub fn begin_receive(
        &self,
        pattern: &Pattern,
        into: impl Into<Memory>,
    ) -> Result<TaggedRequest, Error> {
        self.check_tagged(pattern.source, pattern.tag)?;
        Ok(self.begin_checked_receive(pattern, into.into()))
    }

    #[inline(always)]
    fn begin_checked_receive(&self, pattern: &Pattern, into: Memory) -> TaggedRequest {
        let shared = self.tagged_messages();
        let mut protocol = shared.protocol();
        let request = protocol.request_of_receive();
        if let Some(number) = protocol.receive(pattern, into, Handle::Shared(Arc::clone(&request)))
        {
            request.note_posted(number, pattern);
        }
        shared.act(self, &mut protocol);
        drop(protocol);
        self.continue_tagged();
        TaggedRequest::open(request)
    }

    /// The oldest message that has come, that no receive has got, and that `pattern` accepts. Makes
    /// progress.
    pub fn try_probe(&self, pattern: &Pattern) -> Result<Option<Found>, Error> {
        self.check_tagged(pattern.source, pattern.tag)?;
        let shared = self.tagged_messages();
        let found = shared.protocol().probe(pattern);
        if found.is_some() {
            return Ok(found);
        }
        self.progress();
        let mut protocol = shared.protocol();
        let found = protocol.probe(pattern);
        shared.act(self, &mut protocol);
        Ok(found)
    }

    /// Takes the message that [`World::try_probe`] would find, so that only
    /// [`World::begin_receive_taken`] receives it. A message that is dropped instead is lost, and a
    /// synchronous send of it does not end.
    pub fn try_take_tagged(&self, pattern: &Pattern) -> Result<Option<Unexpected>, Error> {
        if self.try_probe(pattern)?.is_none() {
            return Ok(None);
        }
        Ok(self.tagged_messages().protocol().take(pattern))
    }

    /// Receives a message that [`World::try_take_tagged`] took, as [`World::begin_receive`] does.
    pub fn begin_receive_taken(
        &self,
        message: Unexpected,
        into: impl Into<Memory>,
    ) -> TaggedRequest {
        let request = Arc::new(Request::default());
        let shared = self.tagged_messages();
        let mut protocol = shared.protocol();
        protocol.receive_taken(message, into.into(), Handle::Shared(Arc::clone(&request)));
        shared.act(self, &mut protocol);
        drop(protocol);
        self.continue_tagged();
        TaggedRequest::open(request)
    }

    /// Cancels a send or a receive that has not matched. A receive ends at once. A send ends when its
    /// receiver has dropped the message or has received it. That needs no call of the receiver's program.
    /// A cancelled send to this process has ended when the call returns.
    pub fn cancel(&self, request: &TaggedRequest) {
        let shared = self.tagged_messages();
        let State::Open(request) = &request.0 else {
            return;
        };
        let mut protocol = shared.protocol();
        if request.has_ended() {
            return;
        }
        if !request.is_receive {
            let receiver = protocol.cancel_send(request.sent());
            // The helper may have taken the answer of this process from the inbox, and not yet the core.
            let inquiry = (receiver == Some(self.rank())).then(|| protocol.inquire(self.rank()));
            shared.act(self, &mut protocol);
            drop(protocol);
            if let Some(inquiry) = inquiry {
                let what = "the end of a cancelled send to itself";
                self.wait_for_tagged(what, || self.is_answered(inquiry));
            }
            return;
        }
        let (number, pattern) = request.posted();
        if let Some(cancelled) = protocol.cancel(&pattern, number) {
            end(self, &cancelled, Outcome::Cancelled);
        }
    }

    /// Asks a process for an answer, which comes behind all that it has sent to this process before.
    pub fn inquire(&self, of: u32) -> Result<Inquiry, Error> {
        self.check_tagged(Some(of), None)?;
        let shared = self.tagged_messages();
        let mut protocol = shared.protocol();
        let inquiry = protocol.inquire(of);
        shared.act(self, &mut protocol);
        Ok(inquiry)
    }

    /// Whether an inquiry was answered. Makes no progress.
    pub fn is_answered(&self, inquiry: Inquiry) -> bool {
        self.tagged_messages().protocol().is_answered(inquiry)
    }

    /// Waits until `is_done`, which the ends of sends and receives make true. `what` names the wait.
    #[inline]
    pub fn wait_for_tagged(&self, what: &'static str, mut is_done: impl FnMut() -> bool) {
        self.wait_for_messages(what, || {
            self.continue_tagged();
            is_done()
        });
    }

    /// What came of a send or a receive. `None` while it has not ended, or if it was cancelled.
    /// Makes no progress.
    #[inline]
    pub fn outcome(&self, request: &TaggedRequest) -> Result<Option<Found>, Error> {
        self.result_of(request.outcome(), request.watched())
    }

    /// What a call returns for an outcome.
    #[inline]
    pub(super) fn result_of(
        &self,
        outcome: Option<Outcome>,
        watched: Option<&Watched>,
    ) -> Result<Option<Found>, Error> {
        match outcome {
            None | Some(Outcome::Cancelled) => Ok(None),
            Some(Outcome::Ended(found)) => Ok(Some(found)),
            Some(Outcome::Failed(failure)) => self.network_result(Err(*failure)),
            Some(Outcome::Changed) => {
                let watched = watched.expect("it was changed");
                Err(watched.mistake(self.rank()))
            }
        }
    }

    /// The number of unexpected messages, and the bytes of them that are here.
    pub fn unexpected_messages(&self) -> (usize, usize) {
        self.tagged_messages().protocol().unexpected()
    }

    #[inline]
    pub(super) fn check_tagged(&self, pe: Option<u32>, tag: Option<u32>) -> Result<(), Error> {
        if is_forked() {
            return Err(self.forked("exchange messages"));
        }
        if let Some(pe) = pe {
            self.check_rank(pe)?;
        }
        match tag.filter(|&tag| tag > TAG_MAX) {
            None => Ok(()),
            Some(tag) => Err(Error::TagTooLarge {
                rank: self.rank(),
                tag,
                limit: TAG_MAX,
            }),
        }
    }
}
