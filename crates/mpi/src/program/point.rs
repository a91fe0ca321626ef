//! Messages from one process to another.

#![allow(unsafe_code)]

use std::process;

use farreach_runtime::{SendMode, say};

use super::element::{Element, elements, room};
use super::{Communicator, Result};
use crate::data::Data;
use crate::datatype::Datatype;
use crate::error::{Class, Failure};
use crate::point::Envelope;
use crate::request::Begun;
use crate::status::{Peer, Status};

/// The greatest tag.
const TAG_MAX: u32 = i32::MAX as u32;

/// Ends the process if a call that lends a buffer is left by a panic: the message may still use the buffer.
struct Lending;

impl Drop for Lending {
    fn drop(&mut self) {
        say("a panic in the middle of a message, whose buffer would end too early");
        process::abort();
    }
}

/// Lends a slice to a call, which sends it and has ended the message when it returns.
fn lend<T: Element, R>(from: &[T], call: impl FnOnce(&Data) -> R) -> R {
    let first = from.as_ptr().cast_mut().cast();
    // SAFETY: readable during the call, which does not write to it: it only sends.
    let data = unsafe { Data::new(first, from.len(), &Datatype::basic(T::BASIC)) };
    lend_data(&data, call)
}

/// Lends a slice to a call, which receives to it and has ended the message when it returns.
fn lend_mut<T: Element, R>(into: &mut [T], call: impl FnOnce(&Data) -> R) -> R {
    let first = into.as_mut_ptr().cast();
    // SAFETY: borrowed exclusively during the call. Any bytes are elements.
    let data = unsafe { Data::new(first, into.len(), &Datatype::basic(T::BASIC)) };
    lend_data(&data, call)
}

fn lend_data<R>(data: &Data, call: impl FnOnce(&Data) -> R) -> R {
    let lending = Lending;
    let result = call(data);
    std::mem::forget(lending);
    result
}

/// What is known of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// The sender's rank.
    pub source: u32,
    /// The tag.
    pub tag: u32,
    /// The number of bytes.
    pub bytes: usize,
}

impl Received {
    pub(super) fn of(status: &Status) -> Received {
        let (Peer::Rank(source), Some(tag)) = (status.source, status.tag) else {
            unreachable!("a message has a sender and a tag")
        };
        Received {
            source,
            tag,
            bytes: status.bytes,
        }
    }

    /// The number of elements of a type. An error if the message does not consist of such elements.
    pub fn count<T: Element>(&self) -> Result<usize> {
        if self.bytes.is_multiple_of(size_of::<T>()) {
            return Ok(self.bytes / size_of::<T>());
        }
        let what = format!(
            "the message of rank {} with tag {} has {} bytes, which are no whole number of elements of {} bytes: \
             receive it as what was sent",
            self.source,
            self.tag,
            self.bytes,
            size_of::<T>()
        );
        Err(Failure::new(Class::Type, what))
    }
}

impl Communicator<'_> {
    /// Sends a slice to a process. Returns when the slice may be changed.
    pub fn send<T: Element>(&self, from: &[T], to: u32, tag: u32) -> Result<()> {
        self.send_by(from, to, tag, SendMode::Standard)
    }

    /// Sends a slice to a process. Returns when the process has begun to receive it.
    pub fn send_synchronously<T: Element>(&self, from: &[T], to: u32, tag: u32) -> Result<()> {
        self.send_by(from, to, tag, SendMode::Synchronous)
    }

    fn send_by<T: Element>(&self, from: &[T], to: u32, tag: u32, mode: SendMode) -> Result<()> {
        self.check_rank(to, "to")?;
        check_tag(tag)?;
        lend(from, |data| {
            self.mpi().send(&self.comm, data, Some(to), tag, mode)
        })
    }

    /// Receives a message into a slice. The message may be shorter than the slice.
    ///
    /// ```
    /// use farreach::mpi;
    ///
    /// let mpi = mpi::init()?;
    /// let all = mpi.world();
    /// if all.rank() > 0 {
    ///     all.send(&[f64::from(all.rank())], 0, 3)?;
    /// } else {
    ///     let mut numbers = [0.0; 8];
    ///     for _ in 1..all.size() {
    ///         let received = all.receive(&mut numbers, None, 3)?;
    ///         assert_eq!(numbers[0], f64::from(received.source));
    ///         assert_eq!(received.count::<f64>()?, 1);
    ///     }
    /// }
    /// mpi.finalize()?;
    /// # Ok::<(), mpi::Error>(())
    /// ```
    pub fn receive<T: Element>(
        &self,
        into: &mut [T],
        source: impl Into<Option<u32>>,
        tag: impl Into<Option<u32>>,
    ) -> Result<Received> {
        let envelope = self.envelope(source.into(), tag.into())?;
        lend_mut(into, |data| {
            let (status, result) = self.mpi().receive(&self.comm, data, envelope);
            result.map(|()| Received::of(&status))
        })
    }

    /// Receives a message of any length.
    pub fn receive_vec<T: Element>(
        &self,
        source: impl Into<Option<u32>>,
        tag: impl Into<Option<u32>>,
    ) -> Result<(Vec<T>, Received)> {
        let envelope = self.envelope(source.into(), tag.into())?;
        let (taken, status) = self.mpi().take(&self.comm, envelope)?;
        let received = Received::of(&status);
        let taken = taken.expect("a message of a process");
        // A message of other elements is received all the same, so that the next receive finds the next message.
        let count = received.bytes.div_ceil(size_of::<T>());
        let room = room::<T>(count);
        let mut request = self.mpi().begin_receive_matched(taken, &room);
        let begun = request.take().expect("begun above");
        self.mpi().wait("a message", || begun.has_ended());
        let (_, result) = begun.finish(self.mpi(), request.comm());
        result?;
        received.count::<T>()?;
        Ok((elements(&room), received))
    }

    /// Sends a slice to one process and receives a message of another one, at the same time.
    pub fn exchange<T: Element, U: Element>(
        &self,
        from: &[T],
        to: u32,
        into: &mut [U],
        source: impl Into<Option<u32>>,
        tag: u32,
    ) -> Result<Received> {
        self.check_rank(to, "to")?;
        let envelope = self.envelope(source.into(), Some(tag))?;
        lend(from, |from| {
            lend_mut(into, |into| {
                let receive = self.mpi().begin_receive(&self.comm, into, envelope)?;
                let sent = self
                    .mpi()
                    .send(&self.comm, from, Some(to), tag, SendMode::Standard);
                if sent.is_err() {
                    cancel(&receive, self);
                }
                self.mpi().wait("a message", || receive.has_ended());
                let (status, received) = receive.end(self.mpi(), Some(&self.comm));
                sent.and(received)?;
                Ok(Received::of(&status))
            })
        })
    }

    /// The oldest message that a receive would take, if one has come.
    pub fn try_probe(
        &self,
        source: impl Into<Option<u32>>,
        tag: impl Into<Option<u32>>,
    ) -> Result<Option<Received>> {
        let envelope = self.envelope(source.into(), tag.into())?;
        let found = self.mpi().try_probe(&self.comm, envelope)?;
        if found.is_none() {
            self.mpi().world().polled_in_vain();
        }
        Ok(found.map(|status| Received::of(&status)))
    }

    /// Waits for a message that a receive would take.
    pub fn probe(
        &self,
        source: impl Into<Option<u32>>,
        tag: impl Into<Option<u32>>,
    ) -> Result<Received> {
        let envelope = self.envelope(source.into(), tag.into())?;
        let status = self.mpi().probe(&self.comm, envelope)?;
        Ok(Received::of(&status))
    }

    pub(super) fn envelope(&self, source: Option<u32>, tag: Option<u32>) -> Result<Envelope> {
        if let Some(source) = source {
            self.check_rank(source, "source")?;
        }
        tag.map_or(Ok(()), check_tag)?;
        let source = source.map_or(Peer::Any, Peer::Rank);
        Ok(Envelope { source, tag })
    }
}

/// Cancels a receive that has not matched, so that it ends.
pub(super) fn cancel(begun: &Begun, communicator: &Communicator<'_>) {
    if let Begun::Receive { request, .. } = begun {
        communicator.mpi().world().cancel(request);
    }
}

pub(super) fn check_tag(tag: u32) -> Result<()> {
    if tag <= TAG_MAX {
        return Ok(());
    }
    let what = format!("argument tag: {tag} is greater than {TAG_MAX}");
    Err(Failure::new(Class::Tag, what))
}
