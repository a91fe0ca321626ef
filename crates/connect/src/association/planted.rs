//! Bugs that tests plant to check that they find them. They exist only with the feature
//! `planted-bugs`.

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
    #[cfg(feature = "planted-bugs")]
    bug: Option<Bug>,
}

impl Planted {
    #[cfg(feature = "planted-bugs")]
    pub(super) fn plant(&mut self, bug: Bug) {
        self.bug = Some(bug);
    }

    #[cfg(feature = "planted-bugs")]
    pub(super) fn is(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    #[cfg(not(feature = "planted-bugs"))]
    #[expect(clippy::unused_self, reason = "as it is with the feature")]
    pub(super) const fn is(&self, _: Bug) -> bool {
        false
    }
}
