//! Sends and receives that were begun.
//!
//! A request has a place that never moves and is never freed, so that the protocol and the program need no
//! count in common. The program counts its own uses of it. A request that has ended, and that the program
//! uses no more, becomes that of a further send or receive.

#![expect(
    clippy::inline_always,
    reason = "values that functions pass through memory cost tens of nanoseconds"
)]

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use farreach_engine::{EngineError, Found, Posted};
use farreach_node::Lock;
use farreach_verbs::Lkey;

use super::lock;
use super::packed::Buffer;
use super::watched::Watched;

/// A send or a receive of a tagged message that was begun.
///
/// Dropping it changes nothing: the send or the receive goes on.
#[derive(Clone, Debug)]
#[must_use = "a send or a receive has ended only when its request says so"]
pub struct TaggedRequest(pub(super) RequestState);

/// What a request is.
#[derive(Clone, Debug)]
pub(super) enum RequestState {
    /// It ended at once.
    Ended(Found),
    Open(OpenRequest),
}

/// A send or a receive that did not end at once: the program's use of it.
#[derive(Debug)]
#[must_use = "a send or a receive has ended only when its request says so"]
pub struct OpenRequest(&'static Request);

impl OpenRequest {
    /// That of a request, with the share that [`Requests::begin`] gives.
    #[inline(always)]
    pub(super) fn of(request: &'static Request) -> OpenRequest {
        OpenRequest(request)
    }

    #[inline]
    pub(super) fn request(&self) -> &'static Request {
        self.0
    }

    /// Whether the send or the receive has ended. Makes no progress.
    #[inline(always)]
    pub fn has_ended(&self) -> bool {
        self.0.has_ended()
    }

    /// The message of a send or a receive that has ended well.
    #[inline(always)]
    pub fn found(&self) -> Option<Found> {
        self.0.found()
    }
}

impl From<OpenRequest> for TaggedRequest {
    fn from(open: OpenRequest) -> TaggedRequest {
        TaggedRequest(RequestState::Open(open))
    }
}

impl Clone for OpenRequest {
    fn clone(&self) -> OpenRequest {
        self.0.shares.fetch_add(1, Ordering::Relaxed);
        OpenRequest(self.0)
    }
}

impl Drop for OpenRequest {
    #[inline(always)]
    fn drop(&mut self) {
        let shares = &self.0.shares;
        // Whoever has the only one is alone, and needs no atomic change.
        if shares.load(Ordering::Acquire) == 1 {
            shares.store(0, Ordering::Release);
        } else {
            shares.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// What is known of a send or a receive that did not end at once.
#[derive(Debug)]
pub(crate) struct Request {
    /// [`OPEN`] or how it has ended.
    end: AtomicU32,
    /// The program's uses.
    shares: AtomicU32,
    /// The message, once it has ended: source, tag and length.
    source: AtomicU32,
    tag: AtomicU32,
    len: AtomicUsize,
    /// What cancels it: the protocol's number of a send that goes on, or of a receive that was posted, and the place of the
    /// latter.
    number: AtomicU64,
    place: AtomicU32,
    is_receive: AtomicBool,
    /// Whether a thread has it on its stack.
    is_lent: bool,
    /// Whether there is something in `rare`.
    has_rare: AtomicBool,
    rare: Mutex<Option<Box<Rare>>>,
}

/// What few requests have.
#[derive(Debug, Default)]
struct Rare {
    failure: Option<Box<EngineError>>,
    /// Of a send: what is given back at its end.
    held: Option<Held>,
    /// Of a send, where mistakes are looked for: its source.
    watched: Option<Watched>,
}

/// The requests that have ended, for further sends and receives. The program may still use some.
#[derive(Debug)]
pub(super) struct Requests {
    ended: VecDeque<&'static Request>,
}

/// The requests of worlds that are gone, for further worlds.
static SPARES: Lock<Vec<&'static Request>> = Lock::new(Vec::new());

impl Requests {
    pub(super) const fn new() -> Requests {
        Requests {
            ended: VecDeque::new(),
        }
    }

    /// A request, which the caller has one share of.
    #[inline]
    pub(super) fn begin(&mut self, is_receive: bool) -> &'static Request {
        let request = match self.ended.pop_front() {
            // Acquire: what the program has read of it happened before.
            Some(ended) if ended.shares.load(Ordering::Acquire) == 0 => ended,
            Some(used) => {
                self.ended.push_back(used);
                new()
            }
            None => new(),
        };
        if request.has_rare.load(Ordering::Relaxed) {
            request.forget_rare();
        }
        request.shares.store(1, Ordering::Relaxed);
        request.is_receive.store(is_receive, Ordering::Relaxed);
        request.end.store(OPEN, Ordering::Relaxed);
        request
    }

    /// Keeps a request that has ended.
    #[inline]
    pub(super) fn keep(&mut self, request: &'static Request) {
        self.ended.push_back(request);
    }
}

#[cold]
fn new() -> &'static Request {
    let spare = SPARES.lock().pop();
    spare.unwrap_or_else(|| Box::leak(Box::new(Request::new(false))))
}

impl Drop for Requests {
    fn drop(&mut self) {
        let is_unused = |request: &&Request| request.shares.load(Ordering::Acquire) == 0;
        SPARES.lock().extend(self.ended.drain(..).filter(is_unused));
    }
}

/// What a send has until it ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    /// The registration of its source.
    Registered(Lkey),
    /// The buffer of a packed copy of its source.
    Packed(Buffer),
}

const OPEN: u32 = 0;
const ENDED: u32 = 1;
const CANCELLED: u32 = 2;
const FAILED: u32 = 3;
const CHANGED: u32 = 4;

/// How a send or a receive has ended.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Ended(Found),
    Cancelled,
    Failed(Box<EngineError>),
    /// The program has changed the source of a send.
    Changed,
}

impl Request {
    /// That of a receive, which the calling thread lends the protocol.
    #[inline]
    pub(super) fn lent() -> Request {
        Request::new(true)
    }

    /// All of it is constant, so that it is made where it stays.
    #[inline]
    const fn new(is_lent: bool) -> Request {
        Request {
            end: AtomicU32::new(OPEN),
            shares: AtomicU32::new(0),
            source: AtomicU32::new(0),
            tag: AtomicU32::new(0),
            len: AtomicUsize::new(0),
            number: AtomicU64::new(0),
            place: AtomicU32::new(0),
            is_receive: AtomicBool::new(false),
            is_lent,
            has_rare: AtomicBool::new(false),
            rare: Mutex::new(None),
        }
    }

    #[inline(always)]
    pub(super) fn is_lent(&self) -> bool {
        self.is_lent
    }

    /// Whether there is more to do at its end than to note it.
    #[inline(always)]
    pub(super) fn has_rare(&self) -> bool {
        self.has_rare.load(Ordering::Relaxed)
    }

    /// Notes that it has ended well.
    #[inline(always)]
    pub(super) fn end_well(&self, found: Found) {
        assert_eq!(self.end.load(Ordering::Relaxed), OPEN, "it ends once");
        self.source.store(found.source, Ordering::Relaxed);
        self.tag.store(found.tag, Ordering::Relaxed);
        self.len.store(found.len, Ordering::Relaxed);
        self.end.store(ENDED, Ordering::Release);
    }

    /// Notes that the receive was posted.
    #[inline]
    pub(super) fn note_posted(&self, posted: Posted) {
        self.place.store(posted.place, Ordering::Relaxed);
        self.number.store(posted.number, Ordering::Relaxed);
    }

    /// What cancels a receive that was posted.
    pub(super) fn posted(&self) -> Posted {
        Posted {
            place: self.place.load(Ordering::Relaxed),
            number: self.number.load(Ordering::Relaxed),
        }
    }

    /// Notes that the send goes on.
    pub(super) fn note_sent(&self, number: u32) {
        self.number.store(u64::from(number), Ordering::Relaxed);
    }

    /// The number of a send that goes on.
    pub(super) fn sent(&self) -> u32 {
        self.number.load(Ordering::Relaxed) as u32
    }

    pub(super) fn is_receive(&self) -> bool {
        self.is_receive.load(Ordering::Relaxed)
    }

    fn with_rare<R>(&self, f: impl FnOnce(&mut Rare) -> R) -> R {
        self.has_rare.store(true, Ordering::Relaxed);
        f(lock(&self.rare).get_or_insert_default())
    }

    #[cold]
    fn forget_rare(&self) {
        *lock(&self.rare) = None;
        self.has_rare.store(false, Ordering::Relaxed);
    }

    /// Notes what is given back at the end of a send.
    pub(super) fn hold(&self, held: Held) {
        let before = self.with_rare(|rare| rare.held.replace(held));
        assert!(before.is_none(), "a source is registered or packed once");
    }

    /// Watches the source of a send.
    pub(super) fn watch(&self, watched: Watched) {
        self.with_rare(|rare| rare.watched = Some(watched));
    }

    /// What is given back at the end of a send.
    pub(super) fn take_held(&self) -> Option<Held> {
        lock(&self.rare).as_mut()?.held.take()
    }

    /// Whether the program has changed the source of a send that is watched.
    pub(super) fn is_changed(&self) -> bool {
        self.with_watched(|watched| !watched.is_as_before()) == Some(true)
    }

    /// Calls `f` with the source of a send that is watched.
    pub(super) fn with_watched<R>(&self, f: impl FnOnce(&Watched) -> R) -> Option<R> {
        lock(&self.rare).as_ref()?.watched.as_ref().map(f)
    }

    /// Whether the send or the receive has ended.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.end.load(Ordering::Acquire) != OPEN
    }

    #[inline]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match self.end.load(Ordering::Acquire) {
            OPEN => None,
            CANCELLED => Some(Outcome::Cancelled),
            CHANGED => Some(Outcome::Changed),
            FAILED => Some(Outcome::Failed(lock(&self.rare).as_ref()?.failure.clone()?)),
            _ => self.found().map(Outcome::Ended),
        }
    }

    /// The message of a send or a receive that has ended well.
    #[inline(always)]
    fn found(&self) -> Option<Found> {
        if self.end.load(Ordering::Acquire) != ENDED {
            return None;
        }
        Some(Found {
            source: self.source.load(Ordering::Relaxed),
            tag: self.tag.load(Ordering::Relaxed),
            len: self.len.load(Ordering::Relaxed),
        })
    }

    #[inline]
    pub(super) fn end(&self, outcome: Outcome) {
        let end = match outcome {
            Outcome::Ended(found) => return self.end_well(found),
            Outcome::Cancelled => CANCELLED,
            Outcome::Changed => CHANGED,
            Outcome::Failed(failure) => {
                self.with_rare(|rare| rare.failure = Some(failure));
                FAILED
            }
        };
        assert_eq!(self.end.load(Ordering::Relaxed), OPEN, "it ends once");
        self.end.store(end, Ordering::Release);
    }
}

impl TaggedRequest {
    /// That of a request, with the share that [`Requests::begin`] gives.
    #[inline]
    pub(super) fn open(request: &'static Request) -> TaggedRequest {
        TaggedRequest(RequestState::Open(OpenRequest::of(request)))
    }

    /// How the send or the receive has ended. `None` if it has not.
    #[inline]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match &self.0 {
            RequestState::Ended(found) => Some(Outcome::Ended(*found)),
            RequestState::Open(share) => share.0.outcome(),
        }
    }

    /// The message of a send or a receive that has ended well. Otherwise ask [`World::outcome`](crate::World::outcome).
    #[inline]
    pub fn found(&self) -> Option<Found> {
        match &self.0 {
            RequestState::Ended(found) => Some(*found),
            RequestState::Open(share) => share.0.found(),
        }
    }

    /// Calls `f` with the source of a send that is watched.
    pub(super) fn with_watched<R>(&self, f: impl FnOnce(&Watched) -> R) -> Option<R> {
        match &self.0 {
            RequestState::Ended(_) => None,
            RequestState::Open(share) => share.0.with_watched(f),
        }
    }

    /// Whether the send or the receive has ended. Makes no progress.
    #[inline]
    pub fn has_ended(&self) -> bool {
        match &self.0 {
            RequestState::Ended(_) => true,
            RequestState::Open(share) => share.0.has_ended(),
        }
    }
}
