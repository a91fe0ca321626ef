//! Bugs that tests plant to see whether they would find them. Without the feature `planted-bugs` there are none.

/// What can be done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// What was lost is not sent again when nothing comes.
    SilenceIgnored,
    /// What came out of order is handed out at once.
    OrderIgnored,
    /// What came once more is handed out once more.
    DuplicatesTaken,
    /// Records that were lost are acknowledged.
    GapsAcknowledged,
    /// What is executed grants nothing.
    GrantsForgotten,
    /// More is sent than was granted.
    GrantsIgnored,
    /// Nobody asks whether there is more room or an answer.
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
