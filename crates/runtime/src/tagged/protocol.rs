//! The protocol of tagged messages, which one thread at a time uses.

use std::ops::{Deref, DerefMut};
use std::thread;

use farreach_engine::Tagged;
use farreach_node::{Locked, Memory};

use super::blocking::Handle;

/// The protocol, with the requests of this process.
pub(super) type Protocol = Tagged<Memory, Handle>;

/// The protocol, and whether a thread has panicked in it.
#[derive(Debug)]
pub(super) struct Guarded {
    protocol: Protocol,
    is_broken: bool,
}

impl Guarded {
    /// The protocol of process `rank`.
    pub(super) fn new(rank: u32) -> Guarded {
        Guarded {
            protocol: Tagged::new(rank),
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
