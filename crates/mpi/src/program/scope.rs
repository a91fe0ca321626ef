//! Scopes of messages that were begun.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Mutex;
use std::thread;

use farreach_runtime::SendMode;

use super::element::Element;
use super::point::{cancel, check_tag};
use super::{Communicator, Error, Received, Result};
use crate::data::Data;
use crate::datatype::Datatype;
use crate::mpi::lock;
use crate::request::Begun;
use crate::status::Status;

/// Begins messages. Their buffers may be used again when [`Communicator::scope`] has returned, or when the request
/// that gives a buffer back was waited for.
pub struct Scope<'scope, 'env: 'scope> {
    communicator: &'scope Communicator<'scope>,
    /// What was begun, by its number, until it was waited for.
    open: Mutex<Vec<Option<Begun>>>,
    /// Buffers are borrowed for all of `'env`. The type makes the lifetime invariant, so that no
    /// shorter one can take its place.
    env: PhantomData<Cell<&'env mut ()>>,
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").finish_non_exhaustive()
    }
}

/// Waits for what was begun when the scope ends, by a panic too, because the messages use buffers
/// that end then.
struct Completion<'a, 'scope, 'env>(&'a Scope<'scope, 'env>);

impl Drop for Completion<'_, '_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.cancel_all();
        }
        // A message that failed has ended, too.
        let _ = self.0.end_all();
    }
}

impl Communicator<'_> {
    /// Begins messages, and waits until they have ended. Their buffers are borrowed until then, so a program that
    /// uses a buffer too early does not compile.
    ///
    /// If the function returns an error, receives that have not matched are cancelled.
    ///
    /// ```
    /// use farreach::mpi;
    ///
    /// let mpi = mpi::init()?;
    /// let all = mpi.world();
    /// let (mut from_any, numbers) = ([0; 100], [all.rank(); 100]);
    /// all.scope(|scope| {
    ///     let receive = scope.receive(&mut from_any, None, 1)?;
    ///     scope.send(&numbers, (all.rank() + 1) % all.size(), 1)?;
    ///     // Other work, and then:
    ///     let (numbers, received) = receive.wait()?;
    ///     assert_eq!(numbers[99], received.source);
    ///     Ok::<(), mpi::Error>(())
    /// })?;
    /// mpi.finalize()?;
    /// # Ok::<(), mpi::Error>(())
    /// ```
    ///
    /// This does not compile, because the message may still come:
    ///
    /// ```compile_fail
    /// # use farreach::mpi;
    /// # let mpi = mpi::init()?;
    /// # let all = mpi.world();
    /// let mut numbers = [0; 100];
    /// all.scope(|scope| {
    ///     scope.receive(&mut numbers, None, 1)?;
    ///     println!("{}", numbers[0]);
    ///     Ok::<(), mpi::Error>(())
    /// })?;
    /// # Ok::<(), mpi::Error>(())
    /// ```
    pub fn scope<'env, R, E: From<Error>>(
        &self,
        f: impl for<'scope> FnOnce(&Scope<'scope, 'env>) -> std::result::Result<R, E>,
    ) -> std::result::Result<R, E> {
        let scope = Scope {
            communicator: self,
            open: Mutex::default(),
            env: PhantomData,
        };
        let completion = Completion(&scope);
        let result = f(&scope);
        if result.is_err() {
            scope.cancel_all();
        }
        let completed = scope.end_all();
        std::mem::forget(completion);
        let result = result?;
        completed?;
        Ok(result)
    }
}

impl<'scope, 'env> Scope<'scope, 'env> {
    /// Begins a [`Communicator::send`].
    pub fn send<T: Element>(
        &self,
        from: &'env [T],
        to: u32,
        tag: u32,
    ) -> Result<Sending<'_, 'scope, 'env>> {
        self.send_by(from, to, tag, SendMode::Standard)
    }

    /// Begins a [`Communicator::send_synchronously`].
    pub fn send_synchronously<T: Element>(
        &self,
        from: &'env [T],
        to: u32,
        tag: u32,
    ) -> Result<Sending<'_, 'scope, 'env>> {
        self.send_by(from, to, tag, SendMode::Synchronous)
    }

    fn send_by<T: Element>(
        &self,
        from: &'env [T],
        to: u32,
        tag: u32,
        mode: SendMode,
    ) -> Result<Sending<'_, 'scope, 'env>> {
        let all = self.communicator;
        all.check_rank(to, "to")?;
        check_tag(tag)?;
        let first = from.as_ptr().cast_mut().cast();
        // SAFETY: borrowed until the scope has ended, which waits for the message. It is only read.
        let data = unsafe { Data::new(first, from.len(), &Datatype::basic(T::BASIC)) };
        let begun = all
            .mpi()
            .begin_send(&all.comm, &data, Some(to), tag, mode)?;
        let number = self.add(begun);
        Ok(Sending {
            scope: self,
            number,
        })
    }

    /// Begins a [`Communicator::receive`].
    pub fn receive<T: Element>(
        &self,
        into: &'env mut [T],
        source: impl Into<Option<u32>>,
        tag: impl Into<Option<u32>>,
    ) -> Result<Receiving<'_, 'scope, 'env, T>> {
        let all = self.communicator;
        let envelope = all.envelope(source.into(), tag.into())?;
        let first = into.as_mut_ptr().cast();
        // SAFETY: borrowed exclusively until the scope has ended, which waits for the message, or until the
        // request has given the slice back after the message has ended. Any bytes are elements.
        let data = unsafe { Data::new(first, into.len(), &Datatype::basic(T::BASIC)) };
        let begun = all.mpi().begin_receive(&all.comm, &data, envelope)?;
        let number = self.add(begun);
        Ok(Receiving {
            scope: self,
            number,
            into,
        })
    }

    /// Keeps what was begun. Returns its number.
    fn add(&self, begun: Begun) -> usize {
        let mut open = lock(&self.open);
        open.push(Some(begun));
        open.len() - 1
    }

    fn has_ended(&self, number: usize) -> bool {
        self.communicator.mpi().go_on();
        let has_ended = lock(&self.open)[number]
            .as_ref()
            .is_none_or(Begun::has_ended);
        if !has_ended {
            self.communicator.mpi().world().polled_in_vain();
        }
        has_ended
    }

    /// Waits for what was begun as `number`, and forgets it.
    fn end(&self, number: usize) -> Result<Status> {
        let all = self.communicator;
        let begun = lock(&self.open)[number].clone().expect("waited for once");
        all.mpi().wait("a message of a scope", || begun.has_ended());
        lock(&self.open)[number] = None;
        let (status, result) = begun.end(all.mpi(), Some(&all.comm));
        result.map(|()| status)
    }

    fn cancel_all(&self) {
        for begun in lock(&self.open).iter().flatten() {
            cancel(begun, self.communicator);
        }
    }

    /// Waits for all messages that were begun. Returns the first failure.
    fn end_all(&self) -> Result<()> {
        let open = lock(&self.open).len();
        let of_open = |number: &usize| lock(&self.open)[*number].is_some();
        let results = (0..open)
            .filter(of_open)
            .map(|number| self.end(number).map(|_| ()));
        results.fold(Ok(()), Result::and)
    }
}

/// A send that was begun in a scope. The scope waits for a send whose request is dropped.
#[derive(Debug)]
pub struct Sending<'a, 'scope, 'env> {
    scope: &'a Scope<'scope, 'env>,
    number: usize,
}

impl Sending<'_, '_, '_> {
    /// Whether the send has ended.
    pub fn has_ended(&self) -> bool {
        self.scope.has_ended(self.number)
    }

    /// Waits for the end of the send.
    pub fn wait(self) -> Result<()> {
        self.scope.end(self.number).map(|_| ())
    }
}

/// A receive that was begun in a scope. The scope waits for a receive whose request is dropped.
#[derive(Debug)]
pub struct Receiving<'a, 'scope, 'env, T> {
    scope: &'a Scope<'scope, 'env>,
    number: usize,
    into: &'env mut [T],
}

impl<'env, T: Element> Receiving<'_, '_, 'env, T> {
    /// Whether the message is there.
    pub fn has_ended(&self) -> bool {
        self.scope.has_ended(self.number)
    }

    /// Waits for the message, and gives the slice back. After a failure the slice stays lent until the scope ends.
    pub fn wait(self) -> Result<(&'env mut [T], Received)> {
        let status = self.scope.end(self.number)?;
        Ok((self.into, Received::of(&status)))
    }
}
