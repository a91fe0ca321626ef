//! What a process continues in the background: collectives that were begun, and the inbound ring of
//! messages. The rooms above this one keep them, and implement [`Background`].

use std::time::Duration;

use farreach_node::Alarm;

/// Continues what the process does in the background. For the helper thread.
pub(crate) type Continue = Box<dyn Fn() -> Continued + Send>;

/// What came of a look at what the process does in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Continued {
    /// Something continued. There may be more to do.
    Something,
    /// Nothing could continue. Look again after this time at the latest.
    Nothing {
        /// The longest time without a look.
        look_within: Duration,
    },
}

impl Continued {
    /// Nothing continued, and nothing will unless the helper is woken.
    pub(crate) const NOTHING: Continued = Continued::Nothing {
        look_within: super::SLEEP_MAX,
    };
}

/// What a thread that makes progress continues in the background.
pub(crate) trait Background {
    /// Whether there is anything that can end the sleep of a thread which waits for something else.
    fn has_background(&self) -> bool;

    /// Continues what can be continued. Returns whether there was something.
    fn continue_background(&self) -> bool;

    /// Whether [`Background::continue_background`] would find something to do.
    fn can_continue_background(&self) -> bool;

    /// The longest sleep while something waits that rings no bell.
    fn background_sleep_max(&self) -> Duration;

    /// Changes whenever something was continued.
    fn background_steps(&self) -> usize;

    /// Whether another thread continues something at this moment.
    fn is_continuing_background(&self) -> bool;

    /// Calls `f` with the alarms that go off when something in the node's memory can be continued.
    /// What packets continue rings the process's doorbell.
    fn with_background_alarms<R>(&self, f: impl FnOnce(&[Alarm<'_>]) -> R) -> R;
}
