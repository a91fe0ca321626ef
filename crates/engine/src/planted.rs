//! Bugs that tests plant to check that they find them. Only builds with debug assertions have them, so
//! that a program and its tests share one build of this crate.

/// The bugs that can be planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(debug_assertions),
    expect(unreachable_pub, reason = "only tests see them")
)]
pub enum Bug {
    /// When a gateway is gone, the operations that wait for ranks behind it are forgotten.
    NoHandOver,
    /// A connection is used while earlier datagrams are under way.
    EarlySwitch,
    /// What the owner's CPU executes overtakes what was posted before on the connection.
    OwnerOvertakes,
    /// The owner's CPU executes atomics that are the adapter's alone.
    ExecutedByBoth,
    /// The scatter/gather entries of a request are taken for a row of bytes.
    EntriesJoined,
    /// The key of one part of a segment is taken for that of all.
    KeyForAll,
    /// A registration outlives the memory that it was made for.
    KeptStale,
    /// Memory that was emptied is kept again.
    EmptiedKept,
    /// The numbers of a peer's receive queues are computed where they have to be told.
    QueuesComputed,
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
    #[cfg(debug_assertions)]
    bug: Option<Bug>,
}

impl Planted {
    #[cfg(debug_assertions)]
    pub(crate) fn new(bug: Bug) -> Self {
        Planted { bug: Some(bug) }
    }

    #[cfg(debug_assertions)]
    pub(crate) fn is(self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    #[cfg(not(debug_assertions))]
    #[expect(clippy::unused_self, reason = "the same call with and without bugs")]
    pub(crate) const fn is(self, _: Bug) -> bool {
        false
    }
}
