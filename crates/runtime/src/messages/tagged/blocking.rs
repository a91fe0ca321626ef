//! Sends and receives of borrowed bytes, which return when they have ended.
//!
//! A call that waits for a message lends the protocol a request on its stack. The delivery that
//! ends such a request leaves further messages to the next call: a look at the next line of a box
//! would take the line from its writer.

#![allow(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use std::ops::Deref;
use std::ptr::NonNull;

use farreach_engine::{Found, Pattern, Received, SendMode, Unexpected};
use farreach_node::Memory;

use super::operations::Destination;
use super::progress::end_matched;
use super::request::{Request, TaggedRequest};
use crate::messages::NoRoom;
use crate::{Error, World};

/// Ends the process if a thread unwinds out of a send or a receive. The protocol would go on with bytes whose
/// borrow is over.
struct Abort;

impl Drop for Abort {
    fn drop(&mut self) {
        std::process::abort();
    }
}

/// A request, as the protocol keeps it until the request has ended.
#[derive(Debug)]
pub(crate) struct Handle(NonNull<Request>);

// SAFETY: requests are shared between threads. A lent one stays until it has ended.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl Handle {
    /// That of a request that others may ask for as well.
    #[inline(always)]
    pub(super) fn shared(request: &'static Request) -> Handle {
        Handle(NonNull::from(request))
    }

    /// That of a request which a thread has on its stack. The thread waits until it has ended. Nothing may use it afterwards.
    fn lent(request: &Request) -> Handle {
        Handle(NonNull::from(request))
    }

    /// Ends the request. Returns it unless it was lent, and nothing may use it any more.
    #[inline(always)]
    pub(super) fn end(self, end: impl FnOnce(&Request)) -> Option<&'static Request> {
        let is_lent = self.is_lent();
        end(&self);
        if is_lent {
            return None;
        }
        // SAFETY: a request that is not lent is never freed.
        Some(unsafe { self.0.as_ref() })
    }
}

impl Deref for Handle {
    type Target = Request;

    #[inline(always)]
    fn deref(&self) -> &Request {
        // SAFETY: it is never freed, or it has not ended, so its thread still waits. Then the reference is not used after
        // the end, which is stored last.
        unsafe { self.0.as_ref() }
    }
}

impl World {
    /// Sends `bytes`. Returns when they may be changed, and with [`SendMode::Synchronous`] when the
    /// message has also matched.
    #[inline]
    pub fn send_tagged(&self, to: Destination, bytes: &[u8], mode: SendMode) -> Result<(), Error> {
        if self.try_transmit_eager(to, mode, NoRoom::Wait, bytes)? {
            return Ok(());
        }
        self.send_lent(to, bytes, mode)
    }

    #[cold]
    fn send_lent(&self, to: Destination, bytes: &[u8], mode: SendMode) -> Result<(), Error> {
        // SAFETY: `to_the_end` returns when the send has ended, and a send that has ended has
        // no handle left. Nothing writes through the handle of a send.
        let from = unsafe { Memory::from_raw_parts(NonNull::from(bytes).cast(), bytes.len()) };
        self.to_the_end("a receive of a message", || {
            self.begin_tracked_send(to, from, mode)
        })?;
        Ok(())
    }

    /// Receives the oldest message that `pattern` accepts. Waits for it.
    ///
    /// If the message is longer than `into`, its first bytes are received, and the call fails.
    pub fn receive_tagged(&self, pattern: &Pattern, into: &mut [u8]) -> Result<Found, Error> {
        let limit = into.len();
        // SAFETY: `to_the_end` returns when the receive has ended, and a receive that has ended
        // has no handle left. The borrow is exclusive until then.
        let memory = unsafe { Memory::from_raw_parts(NonNull::from(into).cast(), limit) };
        let found = self.receive_and_wait(pattern, memory, || ())?;
        self.check_fits(found, limit)
    }

    /// Receives a message that [`World::try_match`] took, as [`World::receive_tagged`] does.
    pub fn receive_matched(&self, message: Unexpected, into: &mut [u8]) -> Result<Found, Error> {
        let limit = into.len();
        // SAFETY: as in `receive_tagged`.
        let memory = unsafe { Memory::from_raw_parts(NonNull::from(into).cast(), limit) };
        let found = self.to_the_end("the bytes of a message", || {
            Ok(self.begin_receive_matched(message, memory))
        })?;
        self.check_fits(found, limit)
    }

    /// Receives the oldest message that `pattern` accepts to `into`. Waits for it, and calls `go_on`
    /// between looks. A message that is longer than `into` is received in part.
    pub fn receive_and_wait(
        &self,
        pattern: &Pattern,
        into: Memory,
        mut go_on: impl FnMut(),
    ) -> Result<Found, Error> {
        self.check_tagged(pattern.source, pattern.tag)?;
        let shared = self.tagged_messages();
        if let Some(found) = self.receive_short(pattern, &into) {
            return Ok(found);
        }
        let request = Request::lent();
        // The protocol has the request until the request has ended.
        let unwinding = Abort;
        let mut protocol = self.protocol();
        let handle = Handle::lent(&request);
        if let Received::Matched(arrived) = protocol.receive(pattern, || into, handle) {
            end_matched(self, &mut protocol, arrived);
        }
        shared.act(self, &mut protocol);
        drop(protocol);
        self.wait_for_tagged("a message", || {
            go_on();
            request.has_ended()
        });
        std::mem::forget(unwinding);
        let found = self.result_of(request.outcome(), || None)?;
        Ok(found.expect("waited for, and nobody else can cancel it"))
    }

    /// Begins a send or a receive, and waits until it has ended.
    fn to_the_end(
        &self,
        what: &'static str,
        begin: impl FnOnce() -> Result<TaggedRequest, Error>,
    ) -> Result<Found, Error> {
        let unwinding = Abort;
        let begun = begin();
        if let Ok(request) = &begun {
            self.wait_for_tagged(what, || request.has_ended());
        }
        std::mem::forget(unwinding);
        let found = self.outcome(&begun?)?;
        Ok(found.expect("waited for, and nobody else can cancel it"))
    }

    /// The message that was received to a target of `limit` bytes, unless it was longer.
    fn check_fits(&self, found: Found, limit: usize) -> Result<Found, Error> {
        if found.len <= limit {
            return Ok(found);
        }
        Err(Error::MessageTruncated {
            rank: self.rank(),
            source_rank: found.source,
            tag: found.tag,
            len: found.len,
            limit,
        })
    }
}
