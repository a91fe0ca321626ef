//! Scopes of non-blocking transfers from and to the program's own memory, and of collectives that
//! are begun.

#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::fmt;
use std::marker::PhantomData;

use farreach_runtime::collectives::{Collectives, Operation, Request};
use farreach_runtime::{AtomicOp, LaneContext, World};
use zerocopy::IntoBytes;

use crate::initiator::Base;
use crate::{At, AtomicWord, Element, Error, Initiator, On, Part};

/// Begins transfers and collectives. All have ended when [`Initiator::scope`] returns.
pub struct TransferScope<'scope, 'env: 'scope, W: Base> {
    initiator: &'scope Initiator<W>,
    /// The collectives that were begun. Some may have ended.
    begun: &'scope RefCell<Vec<Request>>,
    /// Buffers are borrowed for all of `'env`. The type makes the lifetime invariant, so that no
    /// shorter one can take its place.
    env: PhantomData<Cell<&'env mut ()>>,
}

impl<W: Base> fmt::Debug for TransferScope<'_, '_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransferScope").finish_non_exhaustive()
    }
}

/// Completes the operations when the scope ends, by a panic too, because the operations use buffers
/// that end then.
struct Completion<'a, W: Base> {
    initiator: &'a Initiator<W>,
    begun: RefCell<Vec<Request>>,
}

impl<W: Base> Completion<'_, W> {
    /// Completes all operations. Returns the first failure.
    fn complete(&self) -> Result<(), Error> {
        let mut result = Ok(());
        let last = || self.begun.borrow().last().cloned();
        while let Some(request) = last() {
            result = result.and(self.initiator.world().wait_request(&request));
            self.begun.borrow_mut().pop();
        }
        result.and(self.initiator.quiet())
    }
}

impl<W: Base> Drop for Completion<'_, W> {
    fn drop(&mut self) {
        let is_over = |request: &Request| request.has_ended();
        if !self.begun.borrow().iter().all(is_over) && std::thread::panicking() {
            // A collective that was begun here can't be waited for, because the other PEs may never
            // take part in it. Yet it uses the buffers, so the job ends.
            let text = "a panic left a scope in which collectives go on";
            self.initiator.world().end_job(1, text);
            std::process::abort();
        }
        // An operation that failed has ended, too.
        let _ = self.complete();
    }
}

/// A collective that was begun in a scope.
pub struct Begun<'scope> {
    world: &'scope World,
    request: Request,
}

impl fmt::Debug for Begun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Begun").finish_non_exhaustive()
    }
}

impl Begun<'_> {
    /// Waits until this PE has finished the collective. Without this call, a failure of the
    /// collective is returned at the end of the scope.
    ///
    /// Example: [`TransferScope::all_reduce`].
    pub fn wait(self) -> Result<(), Error> {
        self.world.wait_request(&self.request)
    }

    /// Whether this PE has finished the collective. Does not wait.
    ///
    /// Example: [`TransferScope::sync`].
    pub fn test(&self) -> bool {
        self.world.test_request(&self.request)
    }
}

impl<W: Base> Initiator<W> {
    /// Runs `f`, which begins transfers from and to buffers that are not symmetric, and waits for
    /// none of them. Then completes all operations of this initiator. Thousands of operations may
    /// be under way. `f` may fail with any error type that converts from [`Error`].
    ///
    /// ```
    /// use farreach::shmem;
    ///
    /// let pe = shmem::init()?;
    /// let table = pe.alloc::<u64>(100)?;
    /// pe.write(table, &[3; 100])?;
    /// let mut got = [0; 50];
    /// pe.scope(|scope| {
    ///     for (at, word) in got.iter_mut().enumerate() {
    ///         scope.get(table.at(2 * at).on(0), word)?;
    ///     }
    ///     Ok::<_, shmem::Error>(())
    /// })?;
    /// assert_eq!(got, [3; 50]);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn scope<'env, R, E: From<Error>>(
        &self,
        f: impl for<'scope> FnOnce(&TransferScope<'scope, 'env, W>) -> Result<R, E>,
    ) -> Result<R, E> {
        let completion = Completion {
            initiator: self,
            begun: RefCell::default(),
        };
        let result = f(&TransferScope {
            initiator: self,
            begun: &completion.begun,
            env: PhantomData,
        });
        let completed = completion.complete();
        let result = result?;
        completed?;
        Ok(result)
    }
}

/// The number of begun collectives above which ended ones are removed from the list.
const BEGUN_MANY: usize = 64;

impl<'scope, 'env, W: Base> TransferScope<'scope, 'env, W> {
    /// Begins a collective.
    pub(crate) fn begin(
        &self,
        collectives: Collectives<'env>,
        operation: Operation<'env>,
    ) -> Begun<'scope> {
        // SAFETY: the borrows are for all of `'env`, which ends after the scope. The scope waits
        // for the request, by unwinding too.
        let request = unsafe { collectives.begin(operation) };
        let mut begun = self.begun.borrow_mut();
        if begun.len() >= BEGUN_MANY {
            begun.retain(|request| !request.is_forgettable());
        }
        begun.push(request.clone());
        drop(begun);
        self.initiator.world().go_on();
        Begun {
            world: self.initiator.world(),
            request,
        }
    }
}

impl<'env, W: Base> TransferScope<'_, 'env, W> {
    /// Begins to copy `source` to elements on a PE.
    ///
    /// Example: [`Initiator::scope`].
    pub fn put_slice<T: Element>(&self, to: On<Part<T>>, source: &'env [T]) -> Result<(), Error> {
        let bytes = source.as_bytes();
        self.initiator.on_elements(
            "put_slice",
            to,
            source.len(),
            move |through, rank, offset| {
                // SAFETY: the borrow lasts until after the scope, which ends with `quiet`, by
                // unwinding too.
                unsafe { through.put_raw_nbi(rank, offset, bytes.as_ptr(), bytes.len()) }
            },
        )
    }

    /// Begins to copy an element on a PE to `into`.
    ///
    /// Example: [`Initiator::scope`].
    pub fn get<T: Element>(&self, from: On<At<T>>, into: &'env mut T) -> Result<(), Error> {
        self.initiator
            .on_element("get", from, move |through, rank, offset| {
                begin_get(through, rank, offset, std::slice::from_mut(into))
            })
    }

    /// Begins to copy elements on a PE to `into`.
    ///
    /// Example: [`Initiator::scope`].
    pub fn get_slice<T: Element>(
        &self,
        from: On<Part<T>>,
        into: &'env mut [T],
    ) -> Result<(), Error> {
        let len = into.len();
        self.initiator
            .on_elements("get_slice", from, len, move |through, rank, offset| {
                begin_get(through, rank, offset, into)
            })
    }

    /// Begins to update a word by the operation that `op` returns. `into` receives the old word.
    #[expect(
        clippy::inline_always,
        reason = "the operation is known here: one instruction is left of it"
    )]
    #[inline(always)]
    pub(crate) fn atomic<T: AtomicWord>(
        &self,
        function: &'static str,
        word: On<At<T>>,
        op: impl Fn() -> AtomicOp,
        into: &'env mut T,
    ) -> Result<(), Error> {
        const { assert!(size_of::<T>() == T::WIDTH.bytes()) };
        let into = (&raw mut *into).cast();
        self.initiator
            .on_element(function, word, move |through, rank, offset| {
                // SAFETY: the exclusive borrow lasts until after the scope, which ends with
                // `quiet`, by unwinding too. Any bits are a value of an element.
                unsafe { through.atomic_raw_nbi(rank, offset, T::WIDTH, op, into) }
            })
    }
}

/// Begins a get.
fn begin_get<T: Element>(
    through: LaneContext<'_>,
    rank: u32,
    offset: usize,
    into: &mut [T],
) -> Result<(), Error> {
    let len = size_of_val(into);
    let into = into.as_mut_ptr().cast();
    // SAFETY: the exclusive borrow lasts until after the scope, which ends with `quiet`, by
    // unwinding too. Any bits are a value of an element.
    unsafe { through.get_raw_nbi(rank, offset, into, len) }
}
