//! Bugs that tests plant to check that they find them. Only builds with debug assertions have them, so
//! that a program and its tests share one build of this crate.

/// The bugs that can be planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Lost datagrams are not sent again after a silence.
    SilenceIgnored,
    /// Datagrams out of order are delivered at once.
    OrderIgnored,
    /// Duplicates are delivered.
    DuplicatesTaken,
    /// Lost datagrams are acknowledged.
    GapsAcknowledged,
    /// Executed datagrams grant no credits.
    GrantsForgotten,
    /// More datagrams are sent than credits allow.
    GrantsIgnored,
    /// No probe asks for credits or answers.
    ProbesForgotten,
}

/// The bug that was planted.
#[derive(Default)]
pub(super) struct Planted {
    #[cfg(debug_assertions)]
    bug: Option<Bug>,
}

impl Planted {
    #[cfg(debug_assertions)]
    pub(super) fn plant(&mut self, bug: Bug) {
        self.bug = Some(bug);
    }

    #[cfg(debug_assertions)]
    pub(super) fn is(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    #[cfg(not(debug_assertions))]
    #[expect(clippy::unused_self, reason = "the same call with and without bugs")]
    pub(super) const fn is(&self, _: Bug) -> bool {
        false
    }
}
