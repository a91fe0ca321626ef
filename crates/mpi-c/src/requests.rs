//! The requests that handles name.
//!
//! One lock holds for the table and for what is in it: a request is added or taken by one atomic instruction. Nothing that
//! may wait, or call the program, happens under it.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use farreach_mpi::{CommRef, PlainReceive, Request, Status};
use farreach_runtime::{Lock, Locked, OpenRequest};

/// Requests by number.
pub(crate) struct Requests {
    places: Vec<Place>,
    /// The numbers of places for further requests.
    free: Vec<u32>,
}

/// The place of a request.
enum Place {
    Free,
    /// A receive that nothing but its end was asked of.
    Receive(PlainReceive),
    /// Any other request. Boxed, so that places are small.
    Request(Box<Request>),
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
    #[inline]
    pub(crate) fn add(&mut self, request: Request) -> u32 {
        let request = Box::new(request);
        self.fill(|| Place::Request(request))
    }

    /// Adds a receive. Returns its number.
    #[inline(always)]
    pub(crate) fn add_receive(&mut self, comm: CommRef, request: OpenRequest, limit: usize) -> u32 {
        self.fill(
            #[inline(always)]
            || Place::Receive(PlainReceive::new(comm, request, limit)),
        )
    }

    /// Fills a free place by what is made there.
    #[inline(always)]
    fn fill(&mut self, make: impl FnOnce() -> Place) -> u32 {
        let number = match self.free.pop() {
            Some(number) => number,
            None => self.grow(),
        };
        let place = &mut self.places[number as usize];
        let before = std::mem::replace(place, make());
        debug_assert!(matches!(before, Place::Free), "a free place");
        // There is nothing to drop.
        std::mem::forget(before);
        number
    }

    #[cold]
    fn grow(&mut self) -> u32 {
        self.places.push(Place::Free);
        u32::try_from(self.places.len() - 1).expect("memory has fewer requests")
    }

    /// The request with a number.
    #[inline]
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut Request> {
        let place = self.places.get_mut(number as usize)?;
        if let Place::Receive(_) = place {
            make_request(place);
        }
        match place {
            Place::Request(request) => Some(request),
            _ => None,
        }
    }

    /// Whether a request is a receive that has not ended, and nothing else was asked of it. `false` says nothing.
    #[inline(always)]
    pub(crate) fn is_open_receive(&self, number: u32) -> bool {
        let place = self.places.get(number as usize);
        matches!(place, Some(Place::Receive(receive)) if !receive.has_ended())
    }

    /// The status of an operation that has ended well, if nothing else follows from its end. The request is forgotten then.
    /// `None` says nothing.
    #[inline(always)]
    pub(crate) fn take_ended_well(&mut self, number: u32) -> Option<Status> {
        let place = self.places.get_mut(number as usize)?;
        let status = match place {
            Place::Receive(receive) => receive.ended_well()?,
            Place::Request(request) => request.ended_well()?,
            Place::Free => return None,
        };
        match std::mem::replace(place, Place::Free) {
            Place::Receive(receive) => drop(receive),
            other => forget(other),
        }
        self.free.push(number);
        Some(status)
    }

    /// Takes a request out. Further requests may have its number.
    #[inline]
    pub(crate) fn take(&mut self, number: u32) -> Option<Request> {
        let request = self.lift(number)?;
        self.free.push(number);
        Some(request)
    }

    /// Takes a request out, whose number stays its own until it is put back.
    #[inline]
    pub(crate) fn lift(&mut self, number: u32) -> Option<Request> {
        self.get(number)?;
        match std::mem::replace(&mut self.places[number as usize], Place::Free) {
            Place::Request(request) => Some(*request),
            _ => None,
        }
    }

    /// Puts back a request that was lifted.
    pub(crate) fn put_back(&mut self, number: u32, request: Request) {
        self.places[number as usize] = Place::Request(Box::new(request));
    }
}

/// Makes a receive that something else is asked of a request as any other.
#[inline(never)]
fn make_request(place: &mut Place) {
    if let Place::Receive(receive) = std::mem::replace(place, Place::Free) {
        *place = Place::Request(Box::new(receive.into()));
    }
}

/// Drops a request of another kind, out of the way of receives.
#[inline(never)]
fn forget(place: Place) {
    drop(place);
}
