//! Bugs that tests can plant, to see that the simulation finds them.

use crate::core::Core;

/// A bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "planted-bugs"),
    expect(unreachable_pub, reason = "only tests see them")
)]
pub enum Bug {
    /// Two that begin at once don't recognise each other's request as the same connection.
    Collision,
    /// What is lost is not said again.
    NoRetransmission,
    /// A queue pair is destroyed when its own side is drained, whatever the other's has on its way.
    EarlyEnd,
    /// One says that it is drained while something is on its way.
    NotDrained,
    /// What is wanted while a connection ends is forgotten.
    NoHandOver,
    /// No attempt yields its queue pair, so that circles wait for ever.
    NoYield,
    /// A busy peer keeps its connection as often as it likes.
    EndlessKeep,
}

impl Core {
    /// Whether the bug is there.
    #[cfg(feature = "planted-bugs")]
    pub(crate) fn planted(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    /// None is there.
    #[cfg(not(feature = "planted-bugs"))]
    #[expect(clippy::unused_self, reason = "the same call with and without bugs")]
    pub(crate) const fn planted(&self, _bug: Bug) -> bool {
        false
    }
}
