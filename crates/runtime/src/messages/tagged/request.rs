//! Sends and receives that were begun.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use farreach_engine::{EngineError, Found, Pattern};
use farreach_verbs::Lkey;

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
    Open(Arc<Request>),
}

/// What is known of a send or a receive that did not end at once.
#[derive(Debug, Default)]
pub(crate) struct Request {
    /// [`OPEN`] or how it has ended.
    end: AtomicU32,
    /// The message, once it has ended: source, tag and length.
    source: AtomicU32,
    tag: AtomicU32,
    len: AtomicUsize,
    failure: OnceLock<Box<EngineError>>,
    pub(super) is_receive: bool,
    /// The protocol's number of a send that goes on, or of a receive that was posted.
    number: AtomicU64,
    /// What a receive that was posted accepts.
    context: AtomicU32,
    from: AtomicU32,
    with: AtomicU32,
    /// Of a send: what is given back at its end.
    pub(super) held: OnceLock<Held>,
    /// Of a send, where mistakes are looked for: its source.
    pub(super) watched: Option<Box<Watched>>,
}

/// What a send has until it ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    /// The registration of its source.
    Registered(Lkey),
    /// The buffer of a packed copy of its source.
    Packed(Buffer),
}

/// No rank, and no tag.
const ANY: u32 = u32::MAX;

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
    /// The request of a receive.
    pub(crate) fn of_receive() -> Request {
        Request {
            is_receive: true,
            ..Request::default()
        }
    }

    /// Makes a request of a receive that has ended well one of a further receive.
    #[inline]
    pub(crate) fn begin_again(&self) {
        self.end.store(OPEN, Ordering::Relaxed);
    }

    /// Notes that the receive was posted.
    #[inline]
    pub(super) fn note_posted(&self, number: u64, pattern: &Pattern) {
        self.number.store(number, Ordering::Relaxed);
        self.context.store(pattern.context, Ordering::Relaxed);
        self.from
            .store(pattern.source.unwrap_or(ANY), Ordering::Relaxed);
        self.with
            .store(pattern.tag.unwrap_or(ANY), Ordering::Relaxed);
    }

    /// Notes that the send goes on.
    pub(super) fn note_sent(&self, number: u32) {
        self.number.store(u64::from(number), Ordering::Relaxed);
    }

    /// The number of a send that goes on.
    pub(super) fn sent(&self) -> u32 {
        self.number.load(Ordering::Relaxed) as u32
    }

    /// The number of a receive that was posted, and what it accepts.
    pub(super) fn posted(&self) -> (u64, Pattern) {
        let part = |part: &AtomicU32| Some(part.load(Ordering::Relaxed)).filter(|&it| it != ANY);
        let pattern = Pattern {
            context: self.context.load(Ordering::Relaxed),
            source: part(&self.from),
            tag: part(&self.with),
        };
        (self.number.load(Ordering::Relaxed), pattern)
    }

    /// The request of a send. Its source is watched if mistakes are looked for.
    pub(super) fn of_send(watched: Option<Box<Watched>>) -> Request {
        Request {
            watched,
            ..Request::default()
        }
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
            FAILED => Some(Outcome::Failed(self.failure.get()?.clone())),
            _ => self.found().map(Outcome::Ended),
        }
    }

    /// The message of a send or a receive that has ended well.
    #[inline]
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
            Outcome::Ended(found) => {
                self.source.store(found.source, Ordering::Relaxed);
                self.tag.store(found.tag, Ordering::Relaxed);
                self.len.store(found.len, Ordering::Relaxed);
                ENDED
            }
            Outcome::Cancelled => CANCELLED,
            Outcome::Changed => CHANGED,
            Outcome::Failed(failure) => {
                self.failure.get_or_init(|| failure);
                FAILED
            }
        };
        assert_eq!(self.end.load(Ordering::Relaxed), OPEN, "it ends once");
        self.end.store(end, Ordering::Release);
    }
}

impl TaggedRequest {
    pub(super) fn open(request: Arc<Request>) -> TaggedRequest {
        TaggedRequest(RequestState::Open(request))
    }

    /// How the send or the receive has ended. `None` if it has not.
    #[inline]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match &self.0 {
            RequestState::Ended(found) => Some(Outcome::Ended(*found)),
            RequestState::Open(request) => request.outcome(),
        }
    }

    /// The message of a send or a receive that has ended well. Otherwise ask [`World::outcome`](crate::World::outcome).
    #[inline]
    pub fn found(&self) -> Option<Found> {
        match &self.0 {
            RequestState::Ended(found) => Some(*found),
            RequestState::Open(request) => request.found(),
        }
    }

    /// The source that is watched.
    pub(super) fn watched(&self) -> Option<&Watched> {
        match &self.0 {
            RequestState::Ended(_) => None,
            RequestState::Open(request) => request.watched.as_deref(),
        }
    }

    /// Whether the send or the receive has ended. Makes no progress.
    #[inline]
    pub fn has_ended(&self) -> bool {
        match &self.0 {
            RequestState::Ended(_) => true,
            RequestState::Open(request) => request.has_ended(),
        }
    }
}
