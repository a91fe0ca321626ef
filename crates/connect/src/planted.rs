//! Bugs that tests plant to check that the simulation finds them. Only builds with debug assertions
//! have them.

use crate::core::Core;

/// The bugs that can be planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(debug_assertions),
    expect(unreachable_pub, reason = "only tests see them")
)]
pub enum Bug {
    /// Two sides that begin at the same time don't merge their attempts.
    Collision,
    /// Lost messages are not sent again.
    NoRetransmission,
    /// A queue pair is destroyed when its own side is drained, although the peer has requests under
    /// way.
    EarlyEnd,
    /// A side says that it is drained while requests are under way.
    NotDrained,
    /// A connection that is wanted while the present one ends is forgotten.
    NoHandOver,
    /// No attempt yields its queue pair, so that cycles of attempts wait for ever.
    NoYield,
    /// A busy peer declines the end of its connection without limit.
    EndlessKeep,
}

impl Core {
    /// Whether `bug` was planted.
    #[cfg(debug_assertions)]
    pub(crate) fn planted(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    /// Always false: without debug assertions no bug can be planted.
    #[cfg(not(debug_assertions))]
    #[expect(clippy::unused_self, reason = "the same call with and without bugs")]
    pub(crate) const fn planted(&self, _bug: Bug) -> bool {
        false
    }
}
