//! Statuses, as calls store them for the program.

#![allow(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "results that are returned through memory cost tens of nanoseconds"
)]

use std::ffi::c_int;

use farreach_mpi::Status;
use farreach_mpi::error::{Class, Failure};

use crate::abi::Abi;
use crate::fault::{Done, Fault};
use crate::state::State;

/// Stores a status if the program wants it. The error stays as it is.
///
/// # Safety
/// `into` must be valid for writes, or say that no status is wanted.
#[inline]
pub(crate) unsafe fn set_status<A: Abi>(into: *mut A::Status, status: &Status) {
    if !A::is_ignored(into) {
        // SAFETY: as the caller vouches.
        unsafe {
            let error = A::error_of(&*into);
            *into = A::status(status, error);
        }
    }
}

/// Stores statuses one after the other.
pub(crate) struct Statuses<A: Abi> {
    next: *mut A::Status,
    stored: usize,
    /// The first operation that failed.
    failed: Option<Fault>,
}

impl<A: Abi> Statuses<A> {
    /// Statuses from `first` on.
    pub(crate) fn new(first: *mut A::Status) -> Self {
        Statuses {
            next: first,
            stored: 0,
            failed: None,
        }
    }

    /// Stores a status. Errors are stored if an operation has failed.
    ///
    /// # Safety
    /// The statuses must be an array that is long enough, or say that none is wanted.
    #[inline]
    pub(crate) unsafe fn store(&mut self, found: &Status, result: Done) {
        // SAFETY: as the caller vouches.
        unsafe {
            match result {
                Ok(()) => self.store_good(found),
                Err(fault) => self.store_failed(found, fault),
            }
        }
    }

    /// Stores the status of an operation that has ended well.
    ///
    /// # Safety
    /// As [`Statuses::store`].
    #[inline(always)]
    pub(crate) unsafe fn store_good(&mut self, found: &Status) {
        if !A::is_ignored(self.next) {
            // SAFETY: as the caller vouches.
            unsafe {
                let is_told = self.failed.is_some();
                let error = if is_told { 0 } else { A::error_of(&*self.next) };
                *self.next = A::status(found, error);
                self.next = self.next.add(1);
            }
            self.stored += 1;
        }
    }

    #[cold]
    unsafe fn store_failed(&mut self, found: &Status, fault: Fault) {
        if !A::is_ignored(self.next) {
            // SAFETY: as the caller vouches.
            unsafe {
                for before in 1..=self.stored {
                    let earlier = self.next.sub(before);
                    if self.failed.is_none() {
                        *earlier = A::status(&A::read(&*earlier), 0);
                    }
                }
                *self.next = A::status(found, A::code(fault.failure.class));
                self.next = self.next.add(1);
            }
            self.stored += 1;
        }
        self.failed.get_or_insert(fault);
    }

    /// What the call returns.
    pub(crate) fn end(self) -> Done {
        match self.failed {
            None => Ok(()),
            Some(fault) => Err(Fault {
                failure: Failure::new(Class::InStatus, fault.failure.what.clone()),
                comm: fault.comm,
            }),
        }
    }
}

/// Functions that copy a status of one language to one of another. The bytes are the same in all.
macro_rules! copies {
    ($($name:ident: $from:ty => $into:ty;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(_: &State, from: *const $from, into: *mut $into) -> Done {
            // SAFETY: the program passes a status, and a place for one.
            unsafe { *into.cast::<A::Status>() = *from.cast::<A::Status>() };
            Ok(())
        }
    )+ };
}

copies! {
    status_c2f: A::Status => c_int;
    status_f2c: c_int => A::Status;
    status_c2f08: A::Status => A::Status;
    status_f082c: A::Status => A::Status;
    status_f082f: A::Status => c_int;
    status_f2f08: c_int => A::Status;
}
