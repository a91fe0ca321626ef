//! Bugs that tests plant to check that they find them. They exist only with the feature
//! `planted-bugs`.

/// The bugs that can be planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "planted-bugs"),
    expect(unreachable_pub, reason = "only tests see them")
)]
pub enum Bug {
    /// When a gateway is gone, the operations that wait for ranks behind it are forgotten.
    NoHandOver,
    /// A connection is used while earlier datagrams are under way.
    EarlySwitch,
    /// A connection counts as drained while requests on it are outstanding.
    EarlyDrain,
    /// Receive buffers are not posted again.
    BuffersForgotten,
    /// Accumulates that arrive in datagrams are executed twice.
    AddedTwice,
    /// A fence toward some peers does not wait.
    EarlyFence,
    /// Learned receive queues are given up while senders use them.
    QueuesClosedEarly,
    /// A receiver does not return the bytes of eager messages.
    CreditForgotten,
    /// A send does not wait behind sends that are held.
    HeldOvertaken,
    /// A receiver does not ask for messages that their sender holds.
    NextForgotten,
    /// A receiver has only the first pieces of a message sent.
    FetchForgotten,
    /// A message in parts begins before the parts of another one have been sent.
    PartsMixed,
}

/// The bug that was planted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Planted {
    #[cfg(feature = "planted-bugs")]
    bug: Option<Bug>,
}

impl Planted {
    #[cfg(feature = "planted-bugs")]
    pub(crate) fn new(bug: Bug) -> Self {
        Planted { bug: Some(bug) }
    }

    #[cfg(feature = "planted-bugs")]
    pub(crate) fn is(self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    #[cfg(not(feature = "planted-bugs"))]
    #[expect(clippy::unused_self, reason = "as it is with the feature")]
    pub(crate) const fn is(self, _: Bug) -> bool {
        false
    }
}
