//! The requests that handles name.
//!
//! One lock holds for the table and for what is in it: a request is added or taken by one atomic instruction. Nothing that
//! may wait, or call the program, happens under it.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use farreach_mpi::Request;
use farreach_runtime::{Lock, Locked};

/// Requests by number.
pub(crate) struct Requests {
    places: Vec<Option<Request>>,
    /// The numbers of places for further requests.
    free: Vec<u32>,
}

static REQUESTS: Lock<Requests> = Lock::new(Requests {
    places: Vec::new(),
    free: Vec::new(),
});

/// The requests of the process.
#[inline]
pub(crate) fn requests() -> Locked<'static, Requests> {
    REQUESTS.lock()
}

impl Requests {
    /// Adds a request. Returns its number.
    #[inline(always)]
    pub(crate) fn add(&mut self, request: Request) -> u32 {
        let number = match self.free.pop() {
            Some(number) => number,
            None => self.grow(),
        };
        self.places[number as usize] = Some(request);
        number
    }

    #[cold]
    fn grow(&mut self) -> u32 {
        self.places.push(None);
        u32::try_from(self.places.len() - 1).expect("memory has fewer requests")
    }

    /// The request with a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&Request> {
        self.places.get(number as usize)?.as_ref()
    }

    /// The request with a number.
    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut Request> {
        self.places.get_mut(number as usize)?.as_mut()
    }

    /// Takes a request out. Further requests may have its number.
    #[inline]
    pub(crate) fn take(&mut self, number: u32) -> Option<Request> {
        let request = self.lift(number)?;
        self.free.push(number);
        Some(request)
    }

    /// Forgets a request. Further requests may have its number.
    #[inline]
    pub(crate) fn forget(&mut self, number: u32) {
        // In place: a request that is moved first costs nanoseconds.
        if let Some(place) = self.places.get_mut(number as usize) {
            *place = None;
            self.free.push(number);
        }
    }

    /// Takes a request out, whose number stays its own until it is put back.
    #[inline]
    pub(crate) fn lift(&mut self, number: u32) -> Option<Request> {
        self.places.get_mut(number as usize)?.take()
    }

    /// Puts back a request that was lifted.
    pub(crate) fn put_back(&mut self, number: u32, request: Request) {
        self.places[number as usize] = Some(request);
    }
}
