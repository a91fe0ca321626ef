//! Sends and receives that were begun.

use std::sync::{Arc, OnceLock};

use farreach_engine::{EngineError, Found};
use farreach_verbs::Lkey;

use super::Posted;

/// A send or a receive of a tagged message that was begun.
///
/// Dropping it changes nothing: the send or the receive goes on.
#[derive(Clone, Debug)]
#[must_use = "a send or a receive has ended only when its request says so"]
pub struct TaggedRequest(pub(super) Arc<Request>);

/// What is known of a send or a receive.
#[derive(Debug, Default)]
pub(super) struct Request {
    outcome: OnceLock<Outcome>,
    /// What to cancel a receive by.
    pub(super) posted: OnceLock<Posted>,
    /// The registration of the source of a send.
    pub(super) registered: OnceLock<Lkey>,
}

/// How a send or a receive has ended.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Ended(Found),
    Cancelled,
    Failed(EngineError),
}

impl Request {
    pub(super) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.get()
    }

    pub(super) fn end(&self, outcome: Outcome) {
        let ended = self.outcome.set(outcome);
        assert!(ended.is_ok(), "a request ends once");
    }
}

impl TaggedRequest {
    /// Whether the send or the receive has ended. Makes no progress.
    #[inline]
    pub fn has_ended(&self) -> bool {
        self.0.outcome.get().is_some()
    }
}
