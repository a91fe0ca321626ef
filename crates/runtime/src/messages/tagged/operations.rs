//! Sends, receives and probes.
//!
//! ```text
//!   begin_send ──────────┐
//!   send_tagged ─────────┼─▶ encode_eager ──▶ transmit_eager ──▶ World::transmit   (messages/sending.rs)
//!   try_send_eager ──────┘     │ no: not eager now                    ▲
//!                              ▼                                      │
//!   begin_tracked_send ─▶ engine::Tagged::enqueue_send ──▶ Shared::act, World::enqueue_message
//! ```
//!
//! The engine decides whether a message is eager, in parts, announced or held. Here is only which lengths are worth it:
//! `is_eager`.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use farreach_engine::{
    AnnouncedSource, EAGER_MAX, Encoded, Found, Inquiry, Pattern, Received, SINGLE_MAX, SendMode,
    Sending, TAG_MAX, Unexpected,
};
use farreach_forks::is_forked;
use farreach_node::{INBOX_SHORT_MAX, Memory};

use super::blocking::Handle;
use super::bytes::{message_len, parts, with_message};
use super::lock;
use super::progress::{end, end_matched};
use super::request::{OpenRequest, Outcome, RequestState, TaggedRequest};
use super::watched::Watched;
use crate::messages::{NoRoom, Port};
use crate::{Error, World};

/// The most bytes of an eager message within a node. The bytes of a longer one pass from the sender's core to the receiver's once
/// and not twice, since the receiver reads them from where they are, by a system call.
pub(super) const NEAR_EAGER_MAX: usize = 8 << 10;
/// The bytes that leave with the announcement of a message to another node, and so while the request
/// to read the others is on its way.
const FAR_LEAD: usize = 16 << 10;

/// The most bytes of a short message, which lies in one line of a box.
pub(crate) const SHORT_MAX: usize = INBOX_SHORT_MAX;

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
        mode: SendMode,
    ) -> Result<TaggedRequest, Error> {
        let from = from.into();
        self.check_tagged(Some(to.pe), Some(to.tag))?;
        let len = message_len(&from);
        let ended = TaggedRequest(RequestState::Ended(Found {
            source: self.rank(),
            tag: to.tag,
            len,
        }));
        if mode == SendMode::Standard && len <= NEAR_EAGER_MAX && from.as_scattered().is_none() {
            let is_sent = with_message(&from, (0, len), |bytes| self.try_send_now(to, bytes));
            if is_sent {
                return Ok(ended);
            }
        }
        let Some(head) = self.encode_eager(to, mode, len) else {
            return self.begin_tracked_send(to, from, mode);
        };
        with_message(&from, (0, len), |bytes| {
            self.transmit_eager(to.pe, self.keep_soon(), &head, bytes)
        })?;
        Ok(ended)
    }

    /// Sends the bytes of `from`, which must not change until the request has ended. For a message
    /// that [`World::try_send_eager`] has not sent.
    pub fn begin_tracked_send(
        &self,
        to: Destination,
        from: impl Into<Memory>,
        mode: SendMode,
    ) -> Result<TaggedRequest, Error> {
        let from = from.into();
        self.check_tagged(Some(to.pe), Some(to.tag))?;
        let shared = self.tagged_messages();
        let request = self.protocol().begin_request(false);
        if self.settings().debug {
            request.watch(Watched::new(to, &from));
        }
        let is_near = self.is_near(to.pe);
        let packed = is_near.then(|| self.pack(shared, &from, request)).flatten();
        let from = packed.unwrap_or(from);
        let begun = TaggedRequest::open(request);
        let place = self.place_of(is_near, &from, request);
        let mut protocol = self.protocol();
        if place.is_err() {
            protocol.keep_ended(request);
        }
        let place = place?;
        let is_read = is_near && place != AnnouncedSource::Sender;
        let sending = Sending {
            to: to.pe,
            context: to.context,
            tag: to.tag,
            mode,
            place,
            from,
            eager_max: if is_read { NEAR_EAGER_MAX } else { SINGLE_MAX },
            lead: if is_near { 0 } else { FAR_LEAD },
        };
        if let Some(number) = protocol.enqueue_send(sending, Handle::shared(request)) {
            request.note_sent(number);
        }
        shared.act(self, &mut protocol);
        Ok(begun)
    }

    /// Sends `bytes` if the message can be sent at once without a request, and does not wait. Returns
    /// whether it was sent.
    pub fn try_send_eager(&self, to: Destination, bytes: &[u8]) -> Result<bool, Error> {
        self.try_transmit_eager(to, SendMode::Standard, self.keep_soon(), bytes)
    }

    /// Sends `bytes` if the message can be sent at once without a request. Returns whether it was
    /// sent.
    #[inline]
    pub(super) fn try_transmit_eager(
        &self,
        to: Destination,
        mode: SendMode,
        no_room: NoRoom,
        bytes: &[u8],
    ) -> Result<bool, Error> {
        self.check_tagged(Some(to.pe), Some(to.tag))?;
        if mode == SendMode::Standard && self.try_send_now(to, bytes) {
            return Ok(true);
        }
        let Some(head) = self.encode_eager(to, mode, bytes.len()) else {
            return Ok(false);
        };
        self.transmit_eager(to.pe, no_room, &head, bytes)?;
        Ok(true)
    }

    /// Sends `bytes` if they are few enough to leave in one message, and can leave now. `false` says nothing: then send them
    /// otherwise. The caller has checked that there are such a rank and such a tag.
    #[inline(always)]
    pub fn try_send_now(&self, to: Destination, bytes: &[u8]) -> bool {
        bytes.len() <= NEAR_EAGER_MAX && self.try_push_eager(to, bytes)
    }

    /// What a call that does not wait does for want of room: it gives the receiver a moment.
    fn keep_soon(&self) -> NoRoom {
        NoRoom::Keep(self.looks())
    }

    /// Sends an eager message.
    #[inline]
    fn transmit_eager(
        &self,
        to: u32,
        no_room: NoRoom,
        head: &Encoded,
        bytes: &[u8],
    ) -> Result<(), Error> {
        if head.is_in_parts() {
            return self.transmit_in_parts(to, no_room, head, bytes);
        }
        let message = (head.number(), head.as_slice(), bytes);
        self.transmit_checked(to, Port::Tagged, no_room, message)
    }

    #[cold]
    fn transmit_in_parts(
        &self,
        to: u32,
        no_room: NoRoom,
        head: &Encoded,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let sent = self.transmit_parts(to, Port::Tagged, no_room, parts(head, bytes));
        self.protocol().end_parts(to);
        sent
    }

    /// The head of a message that is sent eagerly. A receiver of this node gets a moment to take
    /// those that were sent before, which is faster than to read one more from here.
    #[inline]
    fn encode_eager(&self, to: Destination, mode: SendMode, len: usize) -> Option<Encoded> {
        if mode != SendMode::Standard || !self.is_eager(to.pe, len) {
            return None;
        }
        self.tagged_messages();
        let encode = || {
            let mut protocol = self.protocol();
            protocol.encode_eager(to.pe, to.context, to.tag, len)
        };
        encode().or_else(|| self.encode_eager_soon(to.pe, encode))
    }

    #[cold]
    fn encode_eager_soon(&self, to: u32, encode: impl Fn() -> Option<Encoded>) -> Option<Encoded> {
        let looks = if self.is_near(to) { self.looks() } else { 0 };
        (0..looks).find_map(|_| {
            self.deliver();
            encode()
        })
    }

    /// Whether a message of `len` bytes is worth sending eagerly.
    #[inline]
    fn is_eager(&self, to: u32, len: usize) -> bool {
        len <= NEAR_EAGER_MAX || len <= EAGER_MAX && !self.is_near(to)
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
        let open = self.begin_checked_receive(pattern, || into.into());
        Ok(TaggedRequest(RequestState::Open(open)))
    }

    /// Begins to receive as [`World::begin_receive`] does, if that is allowed. `None` says nothing: then call that. The caller has
    /// checked that there are such a rank and such a tag.
    #[inline(always)]
    pub fn try_begin_receive(
        &self,
        pattern: &Pattern,
        into: impl FnOnce() -> Memory,
    ) -> Option<OpenRequest> {
        if is_forked() {
            return None;
        }
        Some(self.begin_checked_receive(pattern, into))
    }

    #[inline(always)]
    fn begin_checked_receive(
        &self,
        pattern: &Pattern,
        into: impl FnOnce() -> Memory,
    ) -> OpenRequest {
        let shared = self.tagged_messages();
        let mut protocol = self.protocol();
        let request = protocol.begin_request(true);
        match protocol.receive(pattern, into, Handle::shared(request)) {
            Received::Posted(posted) => request.note_posted(posted),
            Received::Matched(arrived) => end_matched(self, &mut protocol, arrived),
        }
        shared.act(self, &mut protocol);
        drop(protocol);
        self.begin_far_reads();
        OpenRequest::of(request)
    }

    /// The oldest message that has come, that no receive has got, and that `pattern` accepts. Makes
    /// progress.
    pub fn try_probe(&self, pattern: &Pattern) -> Result<Option<Found>, Error> {
        self.check_tagged(pattern.source, pattern.tag)?;
        let shared = self.tagged_messages();
        let found = self.protocol().probe(pattern);
        if found.is_some() {
            return Ok(found);
        }
        self.progress();
        let mut protocol = self.protocol();
        let found = protocol.probe(pattern);
        shared.act(self, &mut protocol);
        Ok(found)
    }

    /// Takes the message that [`World::try_probe`] would find, so that only
    /// [`World::begin_receive_matched`] receives it. A message that is dropped instead is lost, and a
    /// synchronous send of it does not end.
    pub fn try_match(&self, pattern: &Pattern) -> Result<Option<Unexpected>, Error> {
        if self.try_probe(pattern)?.is_none() {
            return Ok(None);
        }
        Ok(self.protocol().take(pattern))
    }

    /// Receives a message that [`World::try_match`] took, as [`World::begin_receive`] does.
    pub fn begin_receive_matched(
        &self,
        message: Unexpected,
        into: impl Into<Memory>,
    ) -> TaggedRequest {
        let shared = self.tagged_messages();
        let mut protocol = self.protocol();
        let request = protocol.begin_request(true);
        let arrived = protocol.receive_matched(message, into.into(), Handle::shared(request));
        end_matched(self, &mut protocol, arrived);
        shared.act(self, &mut protocol);
        drop(protocol);
        self.begin_far_reads();
        TaggedRequest::open(request)
    }

    /// Cancels a send or a receive that has not matched. A receive ends at once. A send ends when its
    /// receiver has dropped the message or has received it. That needs no call of the receiver's program.
    /// A cancelled send to this process has ended when the call returns.
    pub fn cancel(&self, request: &TaggedRequest) {
        let shared = self.tagged_messages();
        let RequestState::Open(share) = &request.0 else {
            return;
        };
        let request = share.request();
        let mut protocol = self.protocol();
        if request.has_ended() {
            return;
        }
        if !request.is_receive() {
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
        if let Some(cancelled) = protocol.cancel(request.posted()) {
            end(self, &mut protocol, cancelled, Outcome::Cancelled);
        }
    }

    /// Asks a process for an answer, which comes behind all that it has sent to this process before.
    pub fn inquire(&self, of: u32) -> Result<Inquiry, Error> {
        self.check_tagged(Some(of), None)?;
        let shared = self.tagged_messages();
        let mut protocol = self.protocol();
        let inquiry = protocol.inquire(of);
        shared.act(self, &mut protocol);
        Ok(inquiry)
    }

    /// Whether an inquiry was answered. Makes no progress.
    pub fn is_answered(&self, inquiry: Inquiry) -> bool {
        self.protocol().is_answered(inquiry)
    }

    /// Waits until `is_done`, which the ends of sends and receives make true. `what` names the wait.
    #[inline]
    pub fn wait_for_tagged(&self, what: &'static str, mut is_done: impl FnMut() -> bool) {
        self.wait_for_messages(what, || {
            self.continue_tagged();
            is_done()
        });
    }

    /// Waits until a probe for `pattern` has found a message, so that `is_done`. Texts about the wait name the pattern.
    pub fn wait_for_probe(&self, pattern: &Pattern, mut is_done: impl FnMut() -> bool) {
        if is_done() {
            return;
        }
        lock(&self.tagged().probed).push(*pattern);
        self.wait_for_tagged("a message", is_done);
        let mut probed = lock(&self.tagged().probed);
        let own = probed.iter().position(|other| other == pattern);
        probed.swap_remove(own.expect("noted above"));
    }

    /// What came of a send or a receive. `None` while it has not ended, or if it was cancelled.
    /// Makes no progress.
    #[inline]
    pub fn outcome(&self, request: &TaggedRequest) -> Result<Option<Found>, Error> {
        self.result_of(request.outcome(), || {
            request.with_watched(|watched| watched.mistake(self.rank()))
        })
    }

    /// What a call returns for an outcome.
    #[inline]
    pub(super) fn result_of(
        &self,
        outcome: Option<Outcome>,
        mistake: impl FnOnce() -> Option<Error>,
    ) -> Result<Option<Found>, Error> {
        match outcome {
            None | Some(Outcome::Cancelled) => Ok(None),
            Some(Outcome::Ended(found)) => Ok(Some(found)),
            Some(Outcome::Failed(failure)) => self.network_result(Err(*failure)),
            Some(Outcome::Changed) => Err(mistake().expect("its source is watched")),
        }
    }

    /// The number of unexpected messages, and the bytes of them that are here.
    pub fn unexpected_messages(&self) -> (usize, usize) {
        self.protocol().unexpected()
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
