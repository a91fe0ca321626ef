//! What the protocol wants is carried out here.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use farreach_engine::{Action, Arrived, Found};

use super::blocking::Handle;
use super::bytes::with_message;
use super::exchange::Using;
use super::reading::{Ended, Read, ReadEnd};
use super::request::{Held, Outcome, Request};
use super::{Shared, lock};
use crate::World;

impl Shared {
    /// Carries out the protocol's actions. Reads are only noted, since they may take long.
    #[inline]
    pub(super) fn act(&self, world: &World, protocol: &mut Using<'_>) {
        if protocol.has_actions() {
            self.act_on_all(world, protocol);
        }
    }

    fn act_on_all(&self, world: &World, protocol: &mut Using<'_>) {
        while let Some(action) = protocol.action() {
            match action {
                Action::Message { to, head, body } => {
                    let mut send = |body: &[u8]| {
                        let message = (head.number(), head.as_slice(), body);
                        world.enqueue_tagged(protocol, to, message)
                    };
                    let sent = match body {
                        None => send(&[]),
                        Some((from, offset, len)) => with_message(&from, (offset, len), send),
                    };
                    sent.expect("the rank exists, and the message fits");
                }
                Action::Read {
                    read,
                    from,
                    place,
                    into,
                    at,
                    len,
                } => {
                    let is_near = world.is_near(from);
                    let read = Read {
                        number: read,
                        from,
                        place,
                        into,
                        at,
                        len,
                    };
                    lock(&self.reads).of(is_near).push_back(read);
                    self.note_work();
                }
                Action::End { request, message } => {
                    end(world, protocol, request, Outcome::Ended(message));
                }
                Action::Cancelled { request } => {
                    end(world, protocol, request, Outcome::Cancelled);
                }
                Action::Answered => world.wake_waits(),
            }
        }
    }

    /// Makes the process's threads look at the reads.
    fn note_work(&self) {
        if !self.has_work.swap(true, Ordering::AcqRel) {
            self.to_do.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Notes that the device has carried out a read.
    pub(super) fn note_end(&self, ended: Ended) {
        lock(&self.ended).push(ended);
        self.note_work();
    }
}

/// Ends a send or a receive. Returns whether its thread waits for just this.
#[inline(never)]
pub(super) fn end(
    world: &World,
    protocol: &mut Using<'_>,
    handle: Handle,
    mut outcome: Outcome,
) -> bool {
    if handle.has_rare() {
        if let Some(held) = handle.take_held() {
            world.give_back(held);
        }
        if handle.is_changed() {
            outcome = Outcome::Changed;
        }
    }
    let ended = handle.end(|request| request.end(outcome));
    keep_ended(world, protocol, ended)
}

/// Ends a send or a receive well, as [`end`] does.
#[inline(always)]
pub(super) fn end_well(
    world: &World,
    protocol: &mut Using<'_>,
    handle: Handle,
    message: Found,
) -> bool {
    if handle.has_rare() {
        return end(world, protocol, handle, Outcome::Ended(message));
    }
    let ended = handle.end(|request| request.end_well(message));
    keep_ended(world, protocol, ended)
}

#[inline(always)]
fn keep_ended(world: &World, protocol: &mut Using<'_>, ended: Option<&'static Request>) -> bool {
    // Threads that sleep look again.
    world.own_near().ring();
    let Some(request) = ended else {
        // The thread that lent it has it no more.
        return true;
    };
    protocol.keep_ended(request);
    false
}

/// Ends a receive that has matched an unexpected message, if all bytes are there.
#[inline]
pub(super) fn end_matched(world: &World, protocol: &mut Using<'_>, arrived: Arrived<Handle>) {
    if let Arrived::Ended(handle, message) = arrived {
        end_well(world, protocol, handle, message);
    }
}

impl World {
    /// Makes the threads that wait look again. For models that end something else than messages.
    pub fn wake_waits(&self) {
        self.own_near().ring();
    }

    /// Continues the tagged messages of this process, apart from those that arrive. Returns whether
    /// there was something to do.
    #[inline]
    pub(crate) fn continue_tagged(&self) -> bool {
        self.can_continue_tagged() && self.continue_reads(false)
    }

    /// Begins the reads that the device carries out. Those from processes of this node copy, for as long as the message is. They
    /// are left to calls that wait or test, and to the helper, so that what this process sends next is not announced late: two that
    /// exchange long messages would read in turn, and not at once.
    #[inline]
    pub(super) fn begin_far_reads(&self) {
        if self.can_continue_tagged() {
            self.continue_reads(true);
        }
    }

    #[cold]
    fn continue_reads(&self, only_far: bool) -> bool {
        let shared = Arc::clone(self.tagged_messages());
        if shared.has_work.swap(false, Ordering::AcqRel) {
            shared.to_do.fetch_sub(1, Ordering::Relaxed);
        }
        let ended = std::mem::take(&mut *lock(&shared.ended));
        let mut any = !ended.is_empty();
        for ended in ended {
            self.end_registration(ended.registered);
            let end = ended.failure.map_or(ReadEnd::Read, ReadEnd::Failed);
            self.end_read(&shared, ended.number, end);
        }
        loop {
            let mut reads = lock(&shared.reads);
            let mut read = reads.of(false).pop_front();
            if !only_far {
                read = read.or_else(|| reads.of(true).pop_front());
            }
            let Some(read) = read else {
                let is_left = !reads.of(true).is_empty();
                drop(reads);
                if is_left {
                    shared.note_work();
                    // A thread that meanwhile saw nothing to do may have gone to sleep.
                    self.wake_waits();
                }
                return any;
            };
            drop(reads);
            any = true;
            let number = read.number;
            if let Some(end) = self.begin_read(&shared, &read) {
                self.end_read(&shared, number, end);
            }
        }
    }

    fn end_read(&self, shared: &Shared, number: u32, how: ReadEnd) {
        let mut protocol = self.protocol();
        match how {
            ReadEnd::Read => protocol.end_read(number),
            ReadEnd::Refused => protocol.refuse_read(number),
            ReadEnd::Failed(failure) => {
                let handle = protocol.abandon_read(number);
                end(
                    self,
                    &mut protocol,
                    handle,
                    Outcome::Failed(Box::new(failure)),
                );
            }
        }
        shared.act(self, &mut protocol);
    }

    /// Gives back what a send had.
    #[cold]
    fn give_back(&self, held: Held) {
        match held {
            Held::Registered(lkey) => self.end_registration(lkey),
            Held::Packed(buffer) => lock(&self.tagged_messages().buffers).free(buffer),
        }
    }

    /// Ends the registration of a source or a target.
    pub(super) fn end_registration(&self, lkey: farreach_verbs::Lkey) {
        let network = self.network().expect("it was registered there");
        let ended = network.peek(|core, _| core.engine.deregister(lkey));
        ended.expect("registered by us and not yet deregistered");
    }
}
