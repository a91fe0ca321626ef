//! The protocol of tagged messages, which one thread at a time uses.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};
use std::thread;

use farreach_engine::Tagged;
use farreach_node::{Locked, Memory};

use super::blocking::Handle;
use super::request::Request;

/// The most requests that wait for further receives.
const SPARES_MAX: usize = 256;

/// The protocol, with the requests of this process.
pub(super) type Protocol = Tagged<Memory, Handle>;

/// The protocol, and whether a thread has panicked in it.
#[derive(Debug)]
pub(super) struct Guarded {
    protocol: Protocol,
    /// Requests of receives that have ended, for further receives. The program may still hold those at
    /// the back.
    spares: VecDeque<Arc<Request>>,
    is_broken: bool,
}

impl Guarded {
    /// The protocol of process `rank`.
    pub(super) fn new(rank: u32) -> Guarded {
        Guarded {
            protocol: Tagged::new(rank),
            spares: VecDeque::new(),
            is_broken: false,
        }
    }
}

/// The right to use the protocol. A panic meanwhile breaks the protocol.
#[derive(Debug)]
pub(super) struct Using<'a> {
    guarded: Locked<'a, Guarded>,
    has_panicked_before: bool,
}

impl<'a> Using<'a> {
    /// `None` if the protocol is broken.
    #[inline]
    pub(super) fn new(guarded: Locked<'a, Guarded>) -> Option<Using<'a>> {
        (!guarded.is_broken).then(|| Using {
            guarded,
            has_panicked_before: thread::panicking(),
        })
    }
}

impl Using<'_> {
    /// A request of a receive: a spare one if there is one, which spares an allocation.
    #[inline]
    pub(super) fn request_of_receive(&mut self) -> Arc<Request> {
        if let Some(spare) = self.guarded.spares.pop_front()
            // The program may still ask for the one that has ended. Nobody else can share it again.
            && Arc::strong_count(&spare) == 1
        {
            // What the program has read of it happened before.
            fence(Ordering::Acquire);
            spare.begin_again();
            return spare;
        }
        Arc::new(Request::of_receive())
    }

    /// Keeps the request of a receive that has ended well.
    #[inline]
    pub(super) fn keep_spare(&mut self, request: Arc<Request>) {
        if self.guarded.spares.len() < SPARES_MAX {
            self.guarded.spares.push_back(request);
        }
    }
}

impl Drop for Using<'_> {
    #[inline]
    fn drop(&mut self) {
        if thread::panicking() && !self.has_panicked_before {
            self.guarded.is_broken = true;
        }
    }
}

impl Deref for Using<'_> {
    type Target = Protocol;

    #[inline]
    fn deref(&self) -> &Protocol {
        &self.guarded.protocol
    }
}

impl DerefMut for Using<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Protocol {
        &mut self.guarded.protocol
    }
}
